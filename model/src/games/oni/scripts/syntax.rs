//! What a script says: functions, variables and statements, each with the bytes it stands in (`oni.md` 4.2).

use super::token::Span;

/// A script file, understood as far as it can be.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Syntax {
    /// The functions in their order.
    pub functions: Vec<Function>,
    /// The variables of the whole level that it declares.
    pub variables: Vec<Variable>,
    /// What could not be understood. The rest is still read.
    pub faults: Vec<Fault>,
}

/// A place that is no script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Where.
    pub span: Span,
    /// What was expected there.
    pub message: &'static str,
}

/// A function.
#[derive(Clone, Debug, PartialEq)]
pub struct Function {
    /// Its name.
    pub name: Span,
    /// What it takes.
    pub parameters: Vec<Variable>,
    /// What it does.
    pub body: Vec<Statement>,
    /// From `func` to the closing brace.
    pub span: Span,
}

/// A variable or a parameter.
#[derive(Clone, Debug, PartialEq)]
pub struct Variable {
    /// Its name.
    pub name: Span,
    /// Its type, if one is given.
    pub of: Option<Span>,
    /// What it is at the beginning.
    pub value: Option<Expression>,
}

/// One step of a function.
#[derive(Clone, Debug, PartialEq)]
pub enum Statement {
    /// Calls a function, by the weak or the strong form.
    Call(Call),
    /// Calls a function that runs beside this one.
    Fork(Call),
    /// `schedule call at N` and `schedule call repeat N every M`; in no script of the game.
    Schedule {
        /// What is called.
        call: Call,
        /// How often; once where it is not given.
        times: Option<Expression>,
        /// After how many ticks, and between two calls.
        ticks: Expression,
    },
    /// Gives a variable a value.
    Assign {
        /// The variable.
        name: Span,
        /// Its new value.
        value: Expression,
    },
    /// Declares a variable of the function.
    Declare(Variable),
    /// Does one thing or another.
    If {
        /// Which.
        condition: Expression,
        /// What is done if it holds.
        then: Vec<Statement>,
        /// What is done if not.
        otherwise: Vec<Statement>,
    },
    /// Waits; `sleep f60` waits as `sleep 60` does.
    Sleep(Expression),
    /// Ends the function.
    Return(Option<Expression>),
    /// `iterate over NAME using var`: in no script of the game, and what it does is not known.
    Iterate(Span),
    /// Statements in braces.
    Block(Vec<Statement>),
}

/// A call.
#[derive(Clone, Debug, PartialEq)]
pub struct Call {
    /// Whom.
    pub name: Span,
    /// With what.
    pub arguments: Vec<Expression>,
}

/// Something that has a value.
#[derive(Clone, Debug, PartialEq)]
pub enum Expression {
    /// A number, a name or a string, with its quotes if it has any.
    Word(Span),
    /// A call.
    Call(Call),
    /// The negative.
    Negative(Box<Expression>),
    /// Whether it does not hold.
    Not(Box<Expression>),
    /// Two values and what is made of them.
    Two(Operator, Box<Expression>, Box<Expression>),
}

/// What is made of two values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "each is what its name says")]
pub enum Operator {
    Or,
    And,
    Equal,
    Unequal,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    Plus,
    Minus,
}

impl Statement {
    /// The statements inside it.
    #[must_use]
    pub fn inner(&self) -> [&[Statement]; 2] {
        match self {
            Statement::If { then, otherwise, .. } => [then, otherwise],
            Statement::Block(inner) => [inner, &[]],
            _ => [&[], &[]],
        }
    }

    /// The call it is.
    #[must_use]
    pub fn call(&self) -> Option<&Call> {
        match self {
            Statement::Call(call) | Statement::Fork(call) | Statement::Schedule { call, .. } => Some(call),
            _ => None,
        }
    }

    /// The values it works with, arguments of its call not among them.
    #[must_use]
    pub fn values(&self) -> Vec<&Expression> {
        match self {
            Statement::Assign { value, .. } | Statement::Sleep(value) => vec![value],
            Statement::Declare(variable) => variable.value.iter().collect(),
            Statement::If { condition, .. } => vec![condition],
            Statement::Return(value) => value.iter().collect(),
            Statement::Schedule { times, ticks, .. } => times.iter().chain([ticks]).collect(),
            Statement::Call(_) | Statement::Fork(_) | Statement::Iterate(_) | Statement::Block(_) => Vec::new(),
        }
    }
}

/// Calls `see` with every statement, those inside others after them.
pub fn each_statement<'a>(list: &'a [Statement], see: &mut dyn FnMut(&'a Statement)) {
    for statement in list {
        see(statement);
        for inner in statement.inner() {
            each_statement(inner, see);
        }
    }
}

/// Calls `see` with every call in a value, those in its arguments after it.
pub fn each_call<'a>(value: &'a Expression, see: &mut dyn FnMut(&'a Call)) {
    match value {
        Expression::Word(_) => {}
        Expression::Call(call) => {
            see(call);
            call.arguments.iter().for_each(|argument| each_call(argument, see));
        }
        Expression::Negative(inner) | Expression::Not(inner) => each_call(inner, see),
        Expression::Two(_, left, right) => {
            each_call(left, see);
            each_call(right, see);
        }
    }
}

/// Calls `see` with every word in a value that is no name of a call.
pub fn each_word(value: &Expression, see: &mut dyn FnMut(Span)) {
    match value {
        Expression::Word(span) => see(*span),
        Expression::Call(call) => call.arguments.iter().for_each(|argument| each_word(argument, see)),
        Expression::Negative(inner) | Expression::Not(inner) => each_word(inner, see),
        Expression::Two(_, left, right) => {
            each_word(left, see);
            each_word(right, see);
        }
    }
}
