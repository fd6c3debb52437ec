//! All scripts of a level together: who defines what, and where it is used (`oni.md` 4.1, 4.3).

use std::collections::{BTreeMap, BTreeSet};

use super::arguments::{Sort, arguments};
use super::builtins::{self, KEYWORDS};
use super::parse::parse;
use super::syntax::{
    Call, Expression, Fault, Function, Statement, Syntax, Variable, each_call, each_statement, each_word,
};
use super::token::Span;
use crate::document::{Level, NodeBytes, NodeId, Rows};

/// The table that a level's script files stand in.
pub const TABLE: &str = "scripts";

/// One script file.
#[derive(Clone, Debug)]
pub struct File {
    /// Its record, if it is one of the level's.
    pub node: Option<NodeId>,
    /// Its path below the folder of all scripts.
    pub name: String,
    /// Its text.
    pub text: NodeBytes,
    /// What it says.
    pub syntax: Syntax,
    /// Where each line begins.
    lines: Vec<usize>,
}

impl File {
    fn new(node: Option<NodeId>, name: String, text: NodeBytes) -> File {
        let syntax = parse(&text);
        let mut lines = vec![0];
        // A line ends with CR LF, LF or CR alone.
        let ends = text
            .iter()
            .enumerate()
            .filter(|(at, byte)| **byte == b'\n' || (**byte == b'\r' && text.get(at + 1) != Some(&b'\n')));
        lines.extend(ends.map(|(at, _)| at + 1));
        File { node, name, text, syntax, lines }
    }

    /// The line of a byte and its column in it, both counted from 1.
    #[must_use]
    pub fn line(&self, at: usize) -> (usize, usize) {
        let line = self.lines.partition_point(|start| *start <= at).max(1);
        let start = self.lines.get(line - 1).copied().unwrap_or(0);
        (line, at - start + 1)
    }
}

/// A place in one of the files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// Which file.
    pub file: usize,
    /// Where in it.
    pub span: Span,
}

/// A word that names something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mention {
    /// Where. Of a string in quotes, what is between them.
    pub place: Place,
    /// What sort of thing.
    pub sort: Sort,
    /// Its name or number as written.
    pub name: String,
    /// Whether it makes the thing instead of only naming it.
    pub defines: bool,
}

/// A name that nothing defines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unknown {
    /// Where.
    pub place: Place,
    /// The name.
    pub name: String,
    /// What it would be if case did not matter: whether it does is not known (`oni.md` 4.2).
    pub but_for_case: Option<String>,
}

/// The scripts of a level.
#[derive(Clone, Debug, Default)]
pub struct Scripts {
    files: Vec<File>,
    functions: BTreeMap<String, Vec<(Place, usize)>>,
    variables: BTreeMap<String, Vec<(Place, usize)>>,
    /// What the parameters of the level's own functions name.
    parameters: BTreeMap<String, Vec<(usize, Sort)>>,
}

impl Scripts {
    /// Reads files: record, path and text of each.
    pub fn new(files: impl IntoIterator<Item = (Option<NodeId>, String, NodeBytes)>) -> Scripts {
        let mut scripts = Scripts::default();
        for (node, name, text) in files {
            let file = File::new(node, name, text);
            let number = scripts.files.len();
            for (at, function) in file.syntax.functions.iter().enumerate() {
                let place = Place { file: number, span: function.name };
                scripts.functions.entry(function.name.text(&file.text)).or_default().push((place, at));
            }
            for (at, variable) in file.syntax.variables.iter().enumerate() {
                let place = Place { file: number, span: variable.name };
                scripts.variables.entry(variable.name.text(&file.text)).or_default().push((place, at));
            }
            scripts.files.push(file);
        }
        scripts.look_into_parameters();
        scripts
    }

    /// A parameter that is handed on as the name of something names such a thing itself. Functions hand on to each other,
    /// so it is looked at until nothing new is found.
    fn look_into_parameters(&mut self) {
        loop {
            let mut found: Vec<(String, usize, Sort)> = Vec::new();
            for file in &self.files {
                for function in file.syntax.functions.iter().filter(|function| !function.parameters.is_empty()) {
                    let mut look = |call: &Call| {
                        for (at, sort) in self.named_by(call.name.of(&file.text)) {
                            let Some(Expression::Word(given)) = call.arguments.get(*at) else { continue };
                            let given = given.of(&file.text);
                            let own = |parameter: &Variable| parameter.name.of(&file.text) == given;
                            if let Some(at) = function.parameters.iter().position(own) {
                                found.push((function.name.text(&file.text), at, *sort));
                            }
                        }
                    };
                    each_statement(&function.body, &mut |statement| {
                        statement.call().into_iter().for_each(&mut look);
                        statement.values().into_iter().for_each(|value| each_call(value, &mut look));
                    });
                }
            }
            let mut more = false;
            for (function, at, sort) in found {
                let known = self.parameters.entry(function).or_default();
                if known.iter().all(|(own, _)| *own != at) {
                    known.push((at, sort));
                    more = true;
                }
            }
            if !more {
                break;
            }
        }
    }

    /// What the arguments of a function name, the engine's or one of the level's.
    pub(super) fn named_by(&self, function: &[u8]) -> &[(usize, Sort)] {
        let own = std::str::from_utf8(function).ok().and_then(|name| self.parameters.get(name));
        own.map_or_else(|| arguments(function), Vec::as_slice)
    }

    /// The scripts in a level's table of them.
    #[must_use]
    pub fn of_level(level: &Level) -> Scripts {
        let Some(table) = level.table(TABLE) else { return Scripts::default() };
        let Rows::Nodes(list) = &table.rows else { return Scripts::default() };
        Scripts::new(list.iter().map(|node| {
            let name = node.head.iter().map(|byte| char::from(*byte)).collect();
            (Some(level.node_id(node.number)), name, node.tail.shared())
        }))
    }

    /// The files in their order.
    #[must_use]
    pub fn files(&self) -> &[File] {
        &self.files
    }

    /// A place for people: file, line and column.
    #[must_use]
    pub fn show(&self, place: Place) -> String {
        self.files.get(place.file).map_or_else(String::new, |file| {
            let (line, column) = file.line(place.span.from);
            format!("{}, line {line}, column {column}", file.name)
        })
    }

    /// The text at a place.
    #[must_use]
    pub fn text(&self, place: Place) -> String {
        self.files.get(place.file).map_or_else(String::new, |file| place.span.text(&file.text))
    }

    /// Whether there are no scripts at all: then nobody can say which functions exist.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// Whether a function of this name is defined. Names of records are compared as written.
    #[must_use]
    pub fn defines(&self, function: &str) -> bool {
        self.functions.contains_key(function)
    }

    /// The names of all functions in order, and where each is defined.
    pub fn functions(&self) -> impl Iterator<Item = (&str, impl Iterator<Item = Place>)> {
        self.functions.iter().map(|(name, places)| (name.as_str(), places.iter().map(|(place, _)| *place)))
    }

    /// The names of all variables of the level, and where each is declared.
    pub fn variables(&self) -> impl Iterator<Item = (&str, impl Iterator<Item = Place>)> {
        self.variables.iter().map(|(name, places)| (name.as_str(), places.iter().map(|(place, _)| *place)))
    }

    /// The first function of this name.
    #[must_use]
    pub fn function(&self, name: &str) -> Option<(Place, &Function)> {
        let (place, at) = self.functions.get(name)?.first()?;
        Some((*place, self.files.get(place.file)?.syntax.functions.get(*at)?))
    }

    /// A function that differs from this name in case alone.
    #[must_use]
    pub fn but_for_case(&self, name: &str) -> Option<&str> {
        self.functions.keys().map(String::as_str).find(|own| *own != name && own.eq_ignore_ascii_case(name))
    }

    /// What could not be understood.
    pub fn faults(&self) -> impl Iterator<Item = (Place, &Fault)> {
        let files = self.files.iter().enumerate();
        files.flat_map(|(file, of)| of.syntax.faults.iter().map(move |fault| (Place { file, span: fault.span }, fault)))
    }

    /// First words of statements that neither a script of the level nor the engine knows.
    ///
    /// Arguments are no names of the language, and conditions name variables that the first words of their own
    /// assignments have already told of.
    #[must_use]
    pub fn unknown(&self) -> Vec<Unknown> {
        let mut unknown = Vec::new();
        for (number, file) in self.files.iter().enumerate() {
            for function in &file.syntax.functions {
                let own = locals(function, &file.text);
                each_statement(&function.body, &mut |statement| {
                    let mut look = |span: Span| {
                        let name = span.of(&file.text);
                        if own.contains(name) || self.knows(name) {
                            return;
                        }
                        let name = span.text(&file.text);
                        let but_for_case = self.but_for_case(&name).map(str::to_owned);
                        unknown.push(Unknown { place: Place { file: number, span }, name, but_for_case });
                    };
                    match statement {
                        Statement::Assign { name, .. } => look(*name),
                        _ => statement.call().into_iter().for_each(|call| look(call.name)),
                    }
                    for value in statement.values() {
                        each_call(value, &mut |call| look(call.name));
                    }
                });
            }
        }
        unknown.sort_by_key(|unknown| unknown.place);
        unknown
    }

    fn knows(&self, name: &[u8]) -> bool {
        let text = || String::from_utf8_lossy(name).into_owned();
        builtins::function(name).is_some()
            || builtins::variable(name).is_some()
            || self.functions.contains_key(&text())
            || self.variables.contains_key(&text())
    }

    /// Everything that is named, in the order of the files.
    #[must_use]
    pub fn mentions(&self) -> Vec<Mention> {
        let mut all = Vec::new();
        for (number, file) in self.files.iter().enumerate() {
            let mut seen = Seen { scripts: self, file, number, own: BTreeSet::new(), all: &mut all };
            for variable in &file.syntax.variables {
                seen.add(variable.name, Sort::Variable, true);
                variable.value.iter().for_each(|value| seen.value(value));
            }
            for function in &file.syntax.functions {
                seen.own = locals(function, &file.text);
                seen.add(function.name, Sort::Function, true);
                each_statement(&function.body, &mut |statement| seen.statement(statement));
            }
        }
        all.sort_by_key(|mention| mention.place);
        all
    }

    /// The functions that no script calls: `main`, which the game runs, is not among them.
    #[must_use]
    pub fn uncalled(&self) -> Vec<(&str, Place)> {
        let mentions = self.mentions();
        let used: BTreeSet<&str> = mentions
            .iter()
            .filter(|mention| mention.sort == Sort::Function && !mention.defines)
            .map(|mention| mention.name.as_str())
            .collect();
        let named = self.functions.iter().filter(|(name, _)| *name != "main" && !used.contains(name.as_str()));
        named.filter_map(|(name, places)| Some((name.as_str(), places.first()?.0))).collect()
    }
}

/// The names that belong to a function alone.
fn locals<'a>(function: &Function, text: &'a [u8]) -> BTreeSet<&'a [u8]> {
    let mut own: BTreeSet<&[u8]> = function.parameters.iter().map(|parameter| parameter.name.of(text)).collect();
    each_statement(&function.body, &mut |statement| {
        if let Statement::Declare(variable) = statement {
            own.insert(variable.name.of(text));
        }
    });
    own
}

/// Collects what a file names.
struct Seen<'a, 'b> {
    scripts: &'a Scripts,
    file: &'a File,
    number: usize,
    own: BTreeSet<&'a [u8]>,
    all: &'b mut Vec<Mention>,
}

impl Seen<'_, '_> {
    fn add(&mut self, span: Span, sort: Sort, defines: bool) {
        let span = unquoted(span, &self.file.text);
        let name = span.text(&self.file.text);
        self.all.push(Mention { place: Place { file: self.number, span }, sort, name, defines });
    }

    /// A variable of the level, unless the function has one of its own by that name.
    fn word(&mut self, span: Span) {
        let name = span.of(&self.file.text);
        if !self.own.contains(name) && self.scripts.variables.contains_key(&span.text(&self.file.text)) {
            self.add(span, Sort::Variable, false);
        }
    }

    fn value(&mut self, value: &Expression) {
        let mut calls = Vec::new();
        each_call(value, &mut |call| calls.push(call));
        calls.into_iter().for_each(|call| self.call(call));
        each_word(value, &mut |span| self.word(span));
    }

    fn call(&mut self, call: &Call) {
        let name = call.name.of(&self.file.text);
        if self.scripts.functions.contains_key(&call.name.text(&self.file.text)) {
            self.add(call.name, Sort::Function, false);
        }
        for (at, sort) in self.scripts.named_by(name) {
            let Some(Expression::Word(span)) = call.arguments.get(*at) else { continue };
            let word = span.of(&self.file.text);
            let number = word.first().is_some_and(u8::is_ascii_digit);
            // A variable's value is not known here, and a number in the place of a name is a script id.
            let variable = !word.starts_with(b"\"") && (self.own.contains(word) || self.is_variable(*span));
            let fits = if sort.is_number() { number } else { !number || *sort != Sort::Character };
            if fits && !variable && !KEYWORDS.iter().any(|keyword| keyword.as_bytes() == word) {
                self.add(*span, *sort, false);
            }
        }
    }

    fn is_variable(&self, span: Span) -> bool {
        self.scripts.variables.contains_key(&span.text(&self.file.text))
    }

    fn statement(&mut self, statement: &Statement) {
        if let Statement::Assign { name, .. } = statement {
            self.word(*name);
        }
        if let Some(call) = statement.call() {
            self.call(call);
            for argument in &call.arguments {
                self.value(argument);
            }
        }
        for value in statement.values() {
            self.value(value);
        }
    }
}

/// A string without its quotes.
pub(super) fn unquoted(span: Span, text: &[u8]) -> Span {
    match span.of(text) {
        [b'"', .., b'"'] => Span { from: span.from + 1, to: span.to - 1 },
        [b'"', ..] => Span { from: span.from + 1, to: span.to },
        _ => span,
    }
}
