//! Reading a script (`oni.md` 4.2). What cannot be understood becomes a fault; the rest of the file is still read.

use super::syntax::{Call, Expression, Fault, Function, Operator, Statement, Syntax, Variable};
use super::token::{Kind, Mark, Span, Token, is_name, tokens};

/// How deep statements and values may stand in each other: far beyond any script, and far from the end of the stack.
const DEEPEST: usize = 64;

/// Reads a script.
#[must_use]
pub fn parse(text: &[u8]) -> Syntax {
    let mut all = tokens(text);
    all.retain(|token| !matches!(token.kind, Kind::Blank | Kind::Comment));
    let mut reader = Reader { text, tokens: &all, at: 0, depth: 0, enclosing: 0, faults: Vec::new() };
    let mut syntax = Syntax::default();
    while let Some(token) = reader.skip_lines() {
        match token.span.of(text) {
            b"func" => {
                if let Some(function) = reader.function() {
                    syntax.functions.push(function);
                }
            }
            b"var" => {
                if let Some(variable) = reader.variable() {
                    syntax.variables.push(variable);
                }
            }
            b";" => reader.at += 1,
            _ => {
                reader.fault("a function or a variable");
                reader.skip_line();
            }
        }
    }
    syntax.faults = reader.faults;
    syntax
}

struct Reader<'a> {
    text: &'a [u8],
    tokens: &'a [Token],
    at: usize,
    depth: usize,
    /// How many parentheses are open: lines may end between them.
    enclosing: usize,
    faults: Vec<Fault>,
}

impl<'a> Reader<'a> {
    fn peek(&self) -> Option<Token> {
        self.tokens.get(self.at).copied()
    }

    fn word(&self) -> &'a [u8] {
        self.peek().map_or(&[], |token| token.span.of(self.text))
    }

    fn is(&self, mark: Mark) -> bool {
        self.peek().is_some_and(|token| token.kind == Kind::Mark(mark))
    }

    fn take(&mut self, mark: Mark) -> bool {
        let found = self.is(mark);
        self.at += usize::from(found);
        found
    }

    fn take_word(&mut self, word: &[u8]) -> bool {
        let found = self.word() == word;
        self.at += usize::from(found);
        found
    }

    /// The next token that is no end of a line.
    fn skip_lines(&mut self) -> Option<Token> {
        while self.peek().is_some_and(|token| token.kind == Kind::LineEnd) {
            self.at += 1;
        }
        self.peek()
    }

    /// To the end of the line.
    fn skip_line(&mut self) {
        while self.peek().is_some_and(|token| token.kind != Kind::LineEnd) {
            self.at += 1;
        }
    }

    fn last_span(&self) -> Span {
        let last = self.at.checked_sub(1).and_then(|at| self.tokens.get(at));
        last.map_or(Span::default(), |token| token.span)
    }

    fn fault(&mut self, message: &'static str) {
        let end = Span { from: self.text.len(), to: self.text.len() };
        let span = self.peek().map_or(end, |token| token.span);
        self.faults.push(Fault { span, message });
    }

    /// A name; `None` and a fault if there is none.
    fn name(&mut self, message: &'static str) -> Option<Span> {
        let token = self.peek().filter(|token| is_name(token.span.of(self.text)));
        if token.is_none() {
            self.fault(message);
        }
        self.at += usize::from(token.is_some());
        token.map(|token| token.span)
    }

    /// Goes one step deeper; `None` and a fault where it is too deep, and the line is left out.
    fn deeper<T>(&mut self, read: impl FnOnce(&mut Reader<'a>) -> Option<T>) -> Option<T> {
        if self.depth >= DEEPEST {
            self.fault("less deeply nested statements");
            self.skip_line();
            return None;
        }
        self.depth += 1;
        let read = read(self);
        self.depth -= 1;
        read
    }

    fn function(&mut self) -> Option<Function> {
        let start = self.peek()?.span;
        self.at += 1;
        self.skip_lines();
        if is_type(self.word()) {
            self.at += 1;
        }
        self.skip_lines();
        let Some(name) = self.name("the function's name") else {
            self.skip_line();
            return None;
        };
        self.skip_lines();
        let mut parameters = Vec::new();
        if self.take(Mark::OpenParenthesis) {
            parameters = self.parameters();
        }
        self.skip_lines();
        let mut body = Vec::new();
        if self.take(Mark::OpenBrace) {
            body = self.statements();
        } else {
            self.fault("the function's body in braces");
            self.skip_line();
        }
        Some(Function { name, parameters, body, span: start.to(self.last_span()) })
    }

    fn parameters(&mut self) -> Vec<Variable> {
        let mut parameters = Vec::new();
        loop {
            self.skip_lines();
            if self.take(Mark::CloseParenthesis) {
                break;
            }
            if self.take(Mark::Comma) {
                continue;
            }
            let of = is_type(self.word()).then(|| self.peek().map(|token| token.span)).flatten();
            self.at += usize::from(of.is_some());
            self.skip_lines();
            // `(void)` takes nothing.
            if of.is_some_and(|of| of.of(self.text) == b"void") && self.is(Mark::CloseParenthesis) {
                continue;
            }
            let Some(name) = self.name("a parameter") else {
                self.skip_line();
                break;
            };
            parameters.push(Variable { name, of, value: None });
        }
        parameters
    }

    /// `var`, a type, a name, and what it is at the beginning.
    fn variable(&mut self) -> Option<Variable> {
        self.at += 1;
        let of = is_type(self.word()).then(|| self.peek().map(|token| token.span)).flatten();
        self.at += usize::from(of.is_some());
        let Some(name) = self.name("the variable's name") else {
            self.skip_line();
            return None;
        };
        let value = if self.take(Mark::Equals) { self.value() } else { None };
        self.end();
        Some(Variable { name, of, value })
    }

    /// Statements up to the closing brace.
    fn statements(&mut self) -> Vec<Statement> {
        let mut list = Vec::new();
        loop {
            let Some(token) = self.skip_lines() else {
                self.fault("a closing brace");
                return list;
            };
            match token.span.of(self.text) {
                b"}" => {
                    self.at += 1;
                    return list;
                }
                // A function cannot stand in another: a brace is missing.
                b"func" => {
                    self.fault("a closing brace before the next function");
                    return list;
                }
                b";" => self.at += 1,
                _ => list.extend(self.deeper(Reader::statement)),
            }
        }
    }

    fn statement(&mut self) -> Option<Statement> {
        if self.take(Mark::OpenBrace) {
            return Some(Statement::Block(self.statements()));
        }
        match self.word() {
            b"var" => return self.variable().map(Statement::Declare),
            b"if" => return self.condition(),
            _ => {}
        }
        let statement = self.simple();
        if statement.is_none() {
            // One fault a line is enough.
            while !self.at_end() {
                self.at += 1;
            }
        }
        self.end();
        statement
    }

    /// A statement that ends with its line.
    fn simple(&mut self) -> Option<Statement> {
        if self.take_word(b"sleep") {
            return self.sleep();
        }
        if self.take_word(b"fork") {
            return self.called().map(Statement::Fork);
        }
        if self.take_word(b"return") {
            return Some(Statement::Return(if self.at_end() { None } else { self.value() }));
        }
        if self.take_word(b"schedule") {
            return self.schedule();
        }
        if self.take_word(b"iterate") {
            self.take_word(b"over");
            let list = self.name("what to iterate over")?;
            self.skip_line();
            return Some(Statement::Iterate(list));
        }
        if self.tokens.get(self.at + 1).is_some_and(|next| next.kind == Kind::Mark(Mark::Equals)) {
            let name = self.name("a variable")?;
            self.take(Mark::Equals);
            return Some(Statement::Assign { name, value: self.value()? });
        }
        self.called().map(Statement::Call)
    }

    /// Nothing more of a statement is on this line.
    fn at_end(&self) -> bool {
        let ends = |kind| matches!(kind, Kind::LineEnd | Kind::Mark(Mark::Semicolon | Mark::CloseBrace));
        self.peek().is_none_or(|token| ends(token.kind))
    }

    /// The end of a statement: the line's, or a semicolon, or the brace around it.
    fn end(&mut self) {
        if !self.at_end() {
            self.fault("the end of the line");
            while !self.at_end() {
                self.at += 1;
            }
        }
        self.take(Mark::Semicolon);
    }

    fn condition(&mut self) -> Option<Statement> {
        self.at += 1;
        self.skip_lines();
        if !self.take(Mark::OpenParenthesis) {
            self.fault("a condition in parentheses");
            while !self.at_end() {
                self.at += 1;
            }
            return None;
        }
        let condition = self.enclosed()?;
        let then = self.branch();
        // `else` may stand on a later line; what stands between is given back if it does not.
        let before = self.at;
        self.skip_lines();
        let otherwise = if self.take_word(b"else") {
            self.branch()
        } else {
            self.at = before;
            Vec::new()
        };
        Some(Statement::If { condition, then, otherwise })
    }

    /// A statement or a block behind a condition.
    fn branch(&mut self) -> Vec<Statement> {
        self.skip_lines();
        if self.take(Mark::OpenBrace) {
            return self.deeper(|reader| Some(reader.statements())).unwrap_or_default();
        }
        if self.is(Mark::CloseBrace) || self.peek().is_none() {
            self.fault("what to do");
            return Vec::new();
        }
        self.deeper(Reader::statement).into_iter().collect()
    }

    fn sleep(&mut self) -> Option<Statement> {
        let enclosed = self.take(Mark::OpenParenthesis);
        let ticks = if enclosed { self.enclosed() } else { self.value() };
        Some(Statement::Sleep(ticks?))
    }

    /// `schedule call at N`, `schedule call repeat N every M`.
    fn schedule(&mut self) -> Option<Statement> {
        let call = self.call_up_to(&[b"at", b"repeat"])?;
        let times = if self.take_word(b"repeat") { Some(self.operand()?) } else { None };
        if !self.take_word(if times.is_some() { b"every" } else { b"at" }) {
            self.fault("at what time");
            return None;
        }
        Some(Statement::Schedule { call, times, ticks: self.operand()? })
    }

    fn called(&mut self) -> Option<Call> {
        self.call_up_to(&[])
    }

    /// A call: `name(a, b)`, or `name a b` up to the end of the line or one of these words.
    fn call_up_to(&mut self, ends: &[&[u8]]) -> Option<Call> {
        let name = self.name("a statement")?;
        if self.take(Mark::OpenParenthesis) {
            return Some(Call { name, arguments: self.arguments()? });
        }
        let mut arguments = Vec::new();
        while !self.at_end() && !ends.contains(&self.word()) {
            if self.take(Mark::Comma) {
                continue;
            }
            match self.joined() {
                Some(span) => arguments.push(Expression::Word(span)),
                None => break,
            }
        }
        Some(Call { name, arguments })
    }

    /// An argument of the weak form: everything up to the next blank.
    fn joined(&mut self) -> Option<Span> {
        let first = self.peek().filter(|token| {
            let sign = matches!(token.kind, Kind::Mark(Mark::Minus | Mark::Plus));
            sign || matches!(token.kind, Kind::Word | Kind::Quoted)
        })?;
        self.at += 1;
        let mut span = first.span;
        while let Some(next) = self.peek().filter(|next| {
            let inside = matches!(next.kind, Kind::Word | Kind::Quoted | Kind::Mark(Mark::Minus | Mark::Plus));
            next.span.from == span.to && inside
        }) {
            span = span.to(next.span);
            self.at += 1;
        }
        Some(span)
    }

    /// Arguments in parentheses, the closing one included. Lines may end between them.
    fn arguments(&mut self) -> Option<Vec<Expression>> {
        self.enclosing += 1;
        let read = self.argument_list();
        self.enclosing -= 1;
        read
    }

    fn argument_list(&mut self) -> Option<Vec<Expression>> {
        let mut arguments = Vec::new();
        loop {
            self.skip_lines();
            if self.take(Mark::CloseParenthesis) {
                return Some(arguments);
            }
            if self.take(Mark::Comma) {
                continue;
            }
            arguments.push(self.value()?);
        }
    }

    /// A value and the parenthesis that closes it.
    fn enclosed(&mut self) -> Option<Expression> {
        self.enclosing += 1;
        let value = self.value();
        self.enclosing -= 1;
        let value = value?;
        self.skip_lines();
        if !self.take(Mark::CloseParenthesis) {
            self.fault("a closing parenthesis");
            self.skip_line();
            return None;
        }
        Some(value)
    }

    fn value(&mut self) -> Option<Expression> {
        self.deeper(|reader| reader.of_rank(0))
    }

    /// Values joined by operators of this rank or a higher one: `or`, `and`, comparisons, sums.
    fn of_rank(&mut self, rank: usize) -> Option<Expression> {
        if rank == 4 {
            return self.operand();
        }
        let mut left = self.of_rank(rank + 1)?;
        if self.enclosing > 0 {
            self.skip_lines();
        }
        while let Some(operator) = self.operator().filter(|(_, of)| *of == rank).map(|(operator, _)| operator) {
            self.at += 1;
            let right = self.of_rank(rank + 1)?;
            left = Expression::Two(operator, Box::new(left), Box::new(right));
        }
        Some(left)
    }

    fn operator(&self) -> Option<(Operator, usize)> {
        Some(match (self.peek()?.kind, self.word()) {
            (Kind::Word, b"or") => (Operator::Or, 0),
            (Kind::Word, b"and") => (Operator::And, 1),
            (Kind::Word, b"eq") => (Operator::Equal, 2),
            (Kind::Word, b"ne") => (Operator::Unequal, 2),
            (Kind::Mark(Mark::Less), _) => (Operator::Less, 2),
            (Kind::Mark(Mark::LessOrEqual), _) => (Operator::LessOrEqual, 2),
            (Kind::Mark(Mark::Greater), _) => (Operator::Greater, 2),
            (Kind::Mark(Mark::GreaterOrEqual), _) => (Operator::GreaterOrEqual, 2),
            (Kind::Mark(Mark::Plus), _) => (Operator::Plus, 3),
            (Kind::Mark(Mark::Minus), _) => (Operator::Minus, 3),
            _ => return None,
        })
    }

    fn operand(&mut self) -> Option<Expression> {
        if self.enclosing > 0 {
            self.skip_lines();
        }
        let Some(token) = self.peek() else {
            self.fault("a value");
            return None;
        };
        match token.kind {
            Kind::Mark(Mark::Minus) => {
                self.at += 1;
                self.deeper(Reader::operand).map(|value| Expression::Negative(Box::new(value)))
            }
            Kind::Mark(Mark::Not) => {
                self.at += 1;
                self.deeper(Reader::operand).map(|value| Expression::Not(Box::new(value)))
            }
            Kind::Mark(Mark::OpenParenthesis) => {
                self.at += 1;
                self.enclosed()
            }
            Kind::Word | Kind::Quoted => {
                self.at += 1;
                if is_name(token.span.of(self.text)) && self.take(Mark::OpenParenthesis) {
                    let arguments = self.deeper(Reader::arguments)?;
                    return Some(Expression::Call(Call { name: token.span, arguments }));
                }
                Some(Expression::Word(token.span))
            }
            _ => {
                self.fault("a value");
                None
            }
        }
    }
}

fn is_type(word: &[u8]) -> bool {
    matches!(word, b"void" | b"int" | b"float" | b"bool" | b"string")
}
