//! The files of a level, wherever they came from: told apart by content, decoded in order, made again.

use std::sync::Arc;

use levelwright_model::document::{Document, Level, LevelBuilder, LevelId, Notice, Severity};
use levelwright_model::games::warriors::tables;

use super::chunk::Chunk;
use super::list::List;
use super::{Fault, chunk, lent, list, script};
use crate::format::Difference;

/// What a file is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sort {
    /// An object list.
    List,
    /// A compiled script.
    Chunk,
    /// A script as text.
    Text,
    /// A level's geometry, which lends its collision mesh.
    Lev,
    /// The game's model list.
    Glr,
}

impl Sort {
    /// What bytes are, if they are anything of the game.
    pub(crate) fn of(bytes: &[u8]) -> Option<Sort> {
        if chunk::recognise(bytes) {
            Some(Sort::Chunk)
        } else if list::recognise(bytes) {
            Some(Sort::List)
        } else if lent::recognise_lev(bytes) {
            Some(Sort::Lev)
        } else {
            script::recognise(bytes).then_some(Sort::Text)
        }
    }

    /// In words.
    pub(crate) fn words(self) -> &'static str {
        match self {
            Sort::List => "object list",
            Sort::Chunk => "compiled script",
            Sort::Text => "script text",
            Sort::Lev => "collision mesh, only read",
            Sort::Glr => "Object List, only read",
        }
    }

    /// A name for a file that has none.
    pub(crate) fn usual_name(self) -> &'static str {
        match self {
            Sort::List => "objs.txt",
            Sort::Chunk | Sort::Text => "script.lua",
            Sort::Lev => "level.lev",
            Sort::Glr => "warriors.glr",
        }
    }
}

/// A file of a level: exactly one table comes of one that is edited.
#[derive(Debug, Clone)]
pub(crate) struct Part {
    /// Its name.
    pub(crate) name: String,
    /// What it is; `None` for what cannot be told.
    pub(crate) sort: Option<Sort>,
    /// Its bytes as opened.
    pub(crate) bytes: Arc<Vec<u8>>,
}

impl Part {
    pub(crate) fn new(name: &str, bytes: impl Into<Arc<Vec<u8>>>) -> Part {
        let bytes = bytes.into();
        Part { name: name.to_owned(), sort: Sort::of(&bytes), bytes }
    }

    /// Whether it can be read, without a level to put it in.
    pub(crate) fn check(&self) -> Result<(), Fault> {
        match self.sort {
            Some(Sort::List) => list::check(&self.bytes),
            Some(Sort::Chunk) => Chunk::read(&self.bytes).map(drop),
            Some(Sort::Lev) => lent::decode_lev(&self.bytes, &mut LevelBuilder::new(LevelId(0)), &self.name),
            _ => Ok(()),
        }
    }

    /// Puts the file into a level. What cannot be read stays as bytes, with a notice.
    pub(crate) fn decode(&self, build: &mut LevelBuilder) {
        let done = match self.sort {
            Some(Sort::List) => List::read(&self.bytes).map(|list| list.decode(build, &self.name)),
            Some(Sort::Chunk) => Chunk::read(&self.bytes).map(|chunk| chunk.decode(build, &self.name)),
            Some(Sort::Text) => {
                script::decode(&self.bytes, build, &self.name);
                Ok(())
            }
            Some(Sort::Lev) => lent::decode_lev(&self.bytes, build, &self.name),
            Some(Sort::Glr) => lent::decode_glr(&self.bytes, build, &self.name),
            None => {
                Err(Fault::new("neither an object list nor a script whose calls are known", "It is kept as it is."))
            }
        };
        let Err(fault) = done else { return };
        let message = format!("{}. {}", fault.message.trim_end_matches('.'), fault.help);
        let severity = if self.sort.is_some() { Severity::Error } else { Severity::Info };
        build.notice(Notice { severity, place: self.name.clone(), message });
        if !self.lends() {
            let reason = "the file cannot be read; it is kept as it is";
            build.bytes(&tables::UNREADABLE, self.name.as_bytes(), &self.bytes).opaque = Some(reason.into());
        }
    }

    /// Whether it is only read.
    pub(crate) fn lends(&self) -> bool {
        matches!(self.sort, Some(Sort::Lev | Sort::Glr))
    }
}

/// Decodes the files of a level in order.
pub(crate) fn decode<'a>(build: &mut LevelBuilder, parts: impl IntoIterator<Item = &'a Part>) {
    parts.into_iter().for_each(|part| part.decode(build));
}

/// The files of a level that hold other bytes now than as opened, each with its place among the parts. The first tables of
/// the level are those of the parts, in order.
pub(crate) fn changed(document: &Document, id: LevelId, parts: &[Part]) -> Vec<(usize, Vec<u8>)> {
    let (Some(origin), Some(level)) = (document.origin().level(id), document.state().level(id)) else {
        return Vec::new();
    };
    let mut out = Vec::new();
    for (at, (part, old)) in parts.iter().zip(origin.tables()).enumerate().filter(|(_, (part, _))| !part.lends()) {
        let Some(new) = level.table_by_number(old.number).filter(|new| !new.same(old)) else { continue };
        if !new.is(&part.bytes) {
            out.push((at, new.bytes()));
        }
    }
    out
}

/// Compares each table with the file it was decoded from.
pub(crate) fn verify(level: &Level, parts: &[Part]) -> Result<(), Difference> {
    let mut tables = level.tables();
    for part in parts.iter().filter(|part| !part.lends()) {
        let table = tables.next();
        if table.is_none_or(|table| !table.is(&part.bytes)) {
            let made = table.map(|table| table.bytes()).unwrap_or_default();
            let at = made.iter().zip(part.bytes.iter()).take_while(|(a, b)| a == b).count();
            return Err(Difference { place: part.name.clone(), at });
        }
    }
    Ok(())
}
