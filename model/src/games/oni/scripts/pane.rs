//! What the window's script pane asks of Oni's scripts (`oni.md` 4): colours, what a word names, what is wrong at which
//! line, and the places of a name.

use std::ops::Range;

use super::arguments::Sort;
use super::builtins::{self, KEYWORDS};
use super::library::{self, Place as At};
use super::problems::wrong;
use super::rename::{self, Where};
use super::things::{Things, function_named, sorts_of};
use super::token::{Kind, Span, tokens};
use crate::document::{Level, LevelId, Record};
use crate::edit::Draft;
use crate::record::Refusal;
use crate::scripting::{Mark, Mention, Name, Paint, Place, Run, ScriptFile, ScriptSpec, Scripts, Spot};

/// The scripts of a level as the window knows them.
pub static PANE: ScriptSpec = ScriptSpec {
    table: library::TABLE,
    field: "text",
    read,
    paint,
    called: function_named,
    name_of,
    places,
    rename: |draft, level, name, new| rename_all(draft, level, name, new),
};

fn range(span: Span) -> Range<usize> {
    span.from..span.to
}

fn spot(scripts: &library::Scripts, place: At) -> Option<Spot> {
    let file = scripts.files().get(place.file)?;
    Some(Spot { node: file.node?, line: line(file, place.span.from) })
}

fn line(file: &library::File, at: usize) -> u32 {
    u32::try_from(file.line(at).0).unwrap_or(u32::MAX)
}

fn read(level: &Level) -> Scripts {
    let own = library::Scripts::of_level(level);
    let things = Things::of_level(level);
    let mut out = Scripts::default();
    // Files without a record are not the level's; they do not come from it either.
    let mut at = Vec::new();
    for file in own.files() {
        at.push(out.files.len());
        if let Some(node) = file.node {
            out.files.push(ScriptFile { node, name: file.name.clone(), mentions: Vec::new(), marks: Vec::new() });
        }
    }
    for (name, mut places) in own.functions() {
        if let Some(first) = places.next().and_then(|place| spot(&own, place)) {
            out.functions.insert(name.to_owned(), first);
        }
    }
    let mut declared = std::collections::BTreeMap::new();
    for (name, mut places) in own.variables() {
        out.variables.insert(name.to_owned());
        if let Some(first) = places.next().and_then(|place| spot(&own, place)) {
            declared.insert(name.to_owned(), first);
        }
    }
    for mention in own.mentions() {
        let defined = match mention.sort {
            Sort::Function => out.functions.get(&mention.name).copied(),
            Sort::Variable => declared.get(&mention.name).copied(),
            _ => None,
        };
        let records = things.meant(&mention).to_vec();
        let Some(file) = at.get(mention.place.file).and_then(|at| out.files.get_mut(*at)) else { continue };
        let bytes = range(mention.place.span);
        // The same word can be an argument and a variable; the first is enough to go by.
        if file.mentions.last().is_some_and(|last| last.bytes.end > bytes.start) {
            continue;
        }
        let renames = defined.is_some() || (!records.is_empty() && !mention.sort.is_number());
        let name = Name { sort: mention.sort.word(), text: mention.name };
        file.mentions.push(Mention { bytes, name, defined, records, renames });
    }
    for (place, message) in wrong(&own) {
        let Some(of) = own.files().get(place.file) else { continue };
        let Some(file) = at.get(place.file).and_then(|at| out.files.get_mut(*at)) else { continue };
        file.marks.push(Mark { line: line(of, place.span.from), bytes: range(place.span), message });
    }
    out.files.iter_mut().for_each(|file| file.marks.sort_by_key(|mark| mark.bytes.start));
    out
}

fn paint(scripts: &Scripts, text: &[u8]) -> Vec<Run> {
    let mut runs = Vec::new();
    for token in tokens(text) {
        let paint = match token.kind {
            Kind::Comment => Paint::Comment,
            Kind::Quoted => Paint::Text,
            Kind::Word => match word(scripts, token.span.of(text)) {
                Some(paint) => paint,
                None => continue,
            },
            Kind::Mark(_) | Kind::LineEnd | Kind::Blank => continue,
        };
        runs.push(Run { from: token.span.from, to: token.span.to, paint });
    }
    runs
}

fn word(scripts: &Scripts, word: &[u8]) -> Option<Paint> {
    let own = std::str::from_utf8(word).ok();
    // A number may begin with a dot, and `f60` counts sixtieths of a second (`oni.md` 4.2).
    let number = |word: &[u8]| !word.is_empty() && word.iter().all(|b| b.is_ascii_digit() || *b == b'.');
    if own.is_some_and(|own| KEYWORDS.contains(&own)) {
        Some(Paint::Keyword)
    } else if own.is_some_and(|own| scripts.functions.contains_key(own)) {
        Some(Paint::Function)
    } else if own.is_some_and(|own| scripts.variables.contains(own)) {
        Some(Paint::Variable)
    } else if builtins::function(word).is_some() || builtins::variable(word).is_some() {
        Some(Paint::BuiltIn)
    } else if number(word) || word.strip_prefix(b"f").is_some_and(number) {
        Some(Paint::Number)
    } else {
        None
    }
}

fn sort_of(name: &Name) -> Option<Sort> {
    Sort::ALL.into_iter().find(|sort| sort.word() == name.sort)
}

fn name_of(record: &Record<'_>) -> Option<Name> {
    let (sort, field) = sorts_of(record.table().key()).find(|(sort, _)| !sort.is_number())?;
    let value = record.get(record.schema().base_field(field)?).ok()?;
    let text = value.as_text()?.to_owned();
    (!text.is_empty()).then_some(Name { sort: sort.word(), text })
}

fn places(level: &Level, name: &Name) -> Vec<Place> {
    let Some(sort) = sort_of(name) else { return Vec::new() };
    let scripts = library::Scripts::of_level(level);
    let shown = |place: Where| {
        let title = place.show(level, &scripts);
        match place {
            Where::Field { node, field } => {
                let value = level.record(node.number).and_then(|record| record.get(field).ok());
                let text = value.map(|value| field.show(&value)).unwrap_or_default();
                Place { node, line: None, title, text }
            }
            Where::Script { node, place } => {
                let file = scripts.files().get(place.file);
                let line = file.map(|file| line(file, place.span.from));
                let text = file.map(|file| line_of(&file.text, place.span.from)).unwrap_or_default();
                Place { node, line, title, text }
            }
        }
    };
    rename::places(level, &scripts, sort, &name.text).into_iter().map(shown).collect()
}

/// The line of a text around a byte, without blanks at its ends.
fn line_of(text: &[u8], at: usize) -> String {
    let end = |byte: &u8| matches!(byte, b'\r' | b'\n');
    let at = at.min(text.len());
    let (before, after) = text.split_at(at);
    let from = before.iter().rposition(end).map_or(0, |end| end + 1);
    let to = at + after.iter().position(end).unwrap_or(after.len());
    Span { from, to }.text(text).trim().to_owned()
}

fn rename_all(draft: &mut Draft, level: LevelId, name: &Name, new: &str) -> Result<usize, Refusal> {
    let sort = sort_of(name).ok_or_else(|| Refusal::rule(format!("a {} has no name to change", name.sort)))?;
    rename::rename(draft, level, sort, &name.text, new)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::oni::preview::test_levels::{HERE, document, row, t, thing};
    use crate::games::oni::tables::CHARACTERS;

    const TEXT: &str =
        "# first\r\nvar int n = 5;\r\nfunc void go {\r\n\tai2_spawn guard\r\n\tn = n + f60\r\n\tgone\r\n}\r\n";

    fn level_with(then: impl FnOnce(&Level)) {
        let things = [thing(&CHARACTERS, &[("name", t("guard")), ("spawn_script", t("go"))])];
        let document = document(&things, &[("lab/a.bsl", TEXT), ("lab/b.bsl", "func main { go }")]);
        then(document.state().level(HERE).unwrap());
    }

    #[test]
    fn words_are_coloured_by_what_they_are() {
        level_with(|level| {
            let runs = paint(&read(level), TEXT.as_bytes());
            let found: Vec<(&str, Paint)> =
                runs.iter().filter_map(|run| Some((TEXT.get(run.from..run.to)?, run.paint))).collect();
            for wanted in [
                ("# first", Paint::Comment),
                ("var", Paint::Keyword),
                ("n", Paint::Variable),
                ("5", Paint::Number),
                ("go", Paint::Function),
                ("ai2_spawn", Paint::BuiltIn),
                ("f60", Paint::Number),
            ] {
                assert!(found.contains(&wanted), "{wanted:?}");
            }
            assert!(!found.iter().any(|(word, _)| *word == "gone" || *word == "guard"));
        });
    }

    #[test]
    fn mentions_lead_to_lines_and_records_and_what_is_unknown_is_marked_at_its_line() {
        level_with(|level| {
            let scripts = read(level);
            let first = &scripts.files[0];
            let guard = first.mentions.iter().find(|mention| mention.name.text == "guard").unwrap();
            assert_eq!((guard.name.sort, guard.records.as_slice()), ("character", &[row(level, "characters", 0)][..]));
            assert!(guard.renames);
            assert_eq!(first.marks.len(), 1);
            assert_eq!((first.marks[0].line, first.marks[0].message.as_str()), (6, "gone is not known"));
            let call = scripts.files[1].mentions.iter().find(|mention| mention.name.text == "go").unwrap();
            assert_eq!(call.defined, Some(Spot { node: first.node, line: 3 }));
        });
    }

    #[test]
    fn the_places_of_a_name_show_their_lines() {
        level_with(|level| {
            let name = Name { sort: "function", text: "go".to_owned() };
            let found: Vec<(String, String)> =
                places(level, &name).into_iter().map(|place| (place.title, place.text)).collect();
            let text = |a: &str, b: &str| (a.to_owned(), b.to_owned());
            assert_eq!(found[0].1, "go");
            assert!(found[0].0.starts_with("characters/0"), "{}", found[0].0);
            assert_eq!(found[1], text("lab/a.bsl, line 3, column 11", "func void go {"));
            assert_eq!(found[2], text("lab/b.bsl, line 1, column 13", "func main { go }"));
            let guard = level.row(level.table("characters").unwrap(), 0).unwrap();
            assert_eq!(name_of(&guard), Some(Name { sort: "character", text: "guard".to_owned() }));
        });
    }
}
