use super::parse::parse;
use super::syntax::{Expression, Operator, Statement, Syntax, each_statement};

fn names(text: &str, syntax: &Syntax) -> Vec<String> {
    syntax.functions.iter().map(|function| function.name.text(text.as_bytes())).collect()
}

/// The statements of the only function, in words.
fn shown(text: &str) -> Vec<String> {
    let text = format!("func f\n{{\n{text}\n}}");
    let syntax = parse(text.as_bytes());
    assert_eq!(syntax.faults, []);
    let [function] = syntax.functions.as_slice() else { panic!("{syntax:?}") };
    function.body.iter().map(|statement| show(&text, statement)).collect()
}

fn show(text: &str, statement: &Statement) -> String {
    let word = |span: super::token::Span| span.text(text.as_bytes());
    let call = |call: &super::syntax::Call| {
        let arguments: Vec<String> = call.arguments.iter().map(|argument| value(text, argument)).collect();
        format!("{}({})", word(call.name), arguments.join(","))
    };
    let list = |list: &[Statement]| list.iter().map(|statement| show(text, statement)).collect::<Vec<_>>().join(";");
    match statement {
        Statement::Call(inner) => call(inner),
        Statement::Fork(inner) => format!("fork {}", call(inner)),
        Statement::Schedule { call: inner, times, ticks } => {
            let times = times.as_ref().map_or("1".to_owned(), |times| value(text, times));
            format!("schedule {} {times} {}", call(inner), value(text, ticks))
        }
        Statement::Assign { name, value: to } => format!("{}={}", word(*name), value(text, to)),
        Statement::Declare(variable) => format!("var {}", word(variable.name)),
        Statement::If { condition, then, otherwise } => {
            format!("if {} {{{}}} {{{}}}", value(text, condition), list(then), list(otherwise))
        }
        Statement::Sleep(ticks) => format!("sleep {}", value(text, ticks)),
        Statement::Return(of) => format!("return {}", of.as_ref().map_or(String::new(), |of| value(text, of))),
        Statement::Iterate(over) => format!("iterate {}", word(*over)),
        Statement::Block(inner) => format!("{{{}}}", list(inner)),
    }
}

fn value(text: &str, of: &Expression) -> String {
    match of {
        Expression::Word(span) => span.text(text.as_bytes()),
        Expression::Call(call) => {
            let arguments: Vec<String> = call.arguments.iter().map(|argument| value(text, argument)).collect();
            format!("{}({})", call.name.text(text.as_bytes()), arguments.join(","))
        }
        Expression::Negative(inner) => format!("-{}", value(text, inner)),
        Expression::Not(inner) => format!("!{}", value(text, inner)),
        Expression::Two(operator, left, right) => {
            let sign = match operator {
                Operator::Or => "|",
                Operator::And => "&",
                Operator::Equal => "==",
                Operator::Unequal => "!=",
                Operator::Less => "<",
                Operator::LessOrEqual => "<=",
                Operator::Greater => ">",
                Operator::GreaterOrEqual => ">=",
                Operator::Plus => "+",
                Operator::Minus => "-",
            };
            format!("[{}{sign}{}]", value(text, left), value(text, right))
        }
    }
}

#[test]
fn headers_may_be_spread_over_lines_and_leave_things_out() {
    let text = "func void\r\nIntro(\r\nvoid)\r\n{\r\n}\r\nfunc bare { }\nfunc void two(string ai_name, int n){}\nfunc int three (void) { return 3 }";
    let syntax = parse(text.as_bytes());
    assert_eq!(syntax.faults, []);
    assert_eq!(names(text, &syntax), ["Intro", "bare", "two", "three"]);
    let counts: Vec<usize> = syntax.functions.iter().map(|function| function.parameters.len()).collect();
    assert_eq!(counts, [0, 0, 2, 0]);
    assert_eq!(syntax.functions[1].span.text(text.as_bytes()), "func bare { }");
}

#[test]
fn the_weak_form_ends_with_its_line_and_the_strong_form_with_its_parenthesis() {
    assert_eq!(
        shown(
            "ai2_spawn A_t48\nmain\nchr_teleport 0 -45 a-b\ncinematic_start (X, 180,\n -7, false); win # no\ndprint \"a b\""
        ),
        [
            "ai2_spawn(A_t48)",
            "main()",
            "chr_teleport(0,-45,a-b)",
            "cinematic_start(X,180,-7,false)",
            "win()",
            "dprint(\"a b\")"
        ]
    );
}

#[test]
fn statements_of_every_form_are_read() {
    assert_eq!(
        shown(
            "var int n = 3;\nsleep f60\nsleep(30)\nfork g a\nn = n - 1\nif(n eq 0) g\nelse\n{ h i\n}\nreturn\n\
             schedule g a at 60\nschedule g(a) repeat 3 every 60\niterate over chars using c\n{ g }"
        ),
        [
            "var n",
            "sleep f60",
            "sleep 30",
            "fork g(a)",
            "n=[n-1]",
            "if [n==0] {g()} {h(i)}",
            "return ",
            "schedule g(a) 1 60",
            "schedule g(a) 3 60",
            "iterate chars",
            "{g()}",
        ]
    );
}

#[test]
fn sums_bind_closer_than_comparisons_and_those_closer_than_and_and_or() {
    assert_eq!(
        shown("if (a + 1 - b >= 2 and !c or trigvolume_count (42) eq 0\nand x < (-3))\n{\n}"),
        ["if [[[[[a+1]-b]>=2]&!c]|[[trigvolume_count(42)==0]&[x<-3]]] {} {}"]
    );
}

#[test]
fn a_fault_costs_its_line_and_nothing_else() {
    let text = "stray\nfunc f {\n 12 x\n g\n if x\n h\n}\nvar = 3\nfunc g { sleep\nfunc h { k ) z\n}\n";
    let syntax = parse(text.as_bytes());
    assert_eq!(names(text, &syntax), ["f", "g", "h"]);
    let mut calls = Vec::new();
    for function in &syntax.functions {
        each_statement(&function.body, &mut |statement| {
            calls.extend(statement.call().map(|call| call.name.text(text.as_bytes())));
        });
    }
    assert_eq!(calls, ["g", "h", "k"]);
    let faults: Vec<&str> = syntax.faults.iter().map(|fault| fault.message).collect();
    assert_eq!(
        faults,
        [
            "a function or a variable",
            "a statement",
            "a condition in parentheses",
            "the variable's name",
            "a value",
            "a closing brace before the next function",
            "the end of the line"
        ]
    );
}

#[test]
fn endless_nesting_does_not_exhaust_the_stack() {
    for text in ["if (x) ", "{", "a = (", "a = -", "a = g(", "if ("] {
        let text = format!("func f {{ {}", text.repeat(100_000));
        assert!(!parse(text.as_bytes()).faults.is_empty());
    }
}
