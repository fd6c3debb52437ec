//! What the tree's filter lets through: words that must all occur in a name or kind, or a query.

use std::sync::Arc;

use levelwright_model::document::{LevelId, Object, ObjectId};
use levelwright_model::query::{LevelContext, Query, QueryError, Warning};

use super::doc::{Doc, StateKey};
use super::panes::objects::contains;
use super::panes::{Cache, Caches};

/// The objects of a level that a filter lets through.
#[derive(Debug, Default)]
pub struct Filtered {
    /// By index of the object; `None` lets everything through.
    pub passes: Option<Vec<bool>>,
    /// Why the text is no query; everything passes then.
    pub error: Option<QueryError>,
    /// What could not be asked, each once.
    pub warnings: Vec<String>,
    /// Grows with what it depends on beside document and text.
    pub stamp: u64,
}

impl Filtered {
    /// Whether the object at an index passes.
    pub fn passes(&self, at: u32) -> bool {
        self.passes.as_ref().is_none_or(|list| list.get(at as usize).copied().unwrap_or(false))
    }
}

/// Cached by state, level, text and what the checks found.
pub type FilterCache = Cache<(StateKey, LevelId, String, u64), Filtered>;

impl Caches {
    /// What the document's filter lets through in the shown level.
    pub fn filtered(&mut self, doc: &Doc) -> Arc<Filtered> {
        let text = doc.filter.trim();
        let asked = if text.is_empty() { None } else { Query::parse(doc.file.document.game(), text).ok() };
        let stamp = if asked.as_ref().is_some_and(Query::asks_for_problems) {
            self.problems.found();
            self.problems.stamp()
        } else {
            0
        };
        let mut cache = std::mem::take(&mut self.filter);
        let key = (doc.key(), doc.level, text.to_owned(), stamp);
        let found = cache.get(key, || Filtered { stamp, ..ask(doc, doc.level, text, self) });
        self.filter = cache;
        found
    }
}

/// What a text lets through in a decoded level.
fn ask(doc: &Doc, id: LevelId, text: &str, caches: &mut Caches) -> Filtered {
    let Some(level) = doc.state().level(id).filter(|_| !text.is_empty()) else { return Filtered::default() };
    let objects = doc.objects(id);
    let query = match Query::parse(doc.file.document.game(), text) {
        Ok(query) if query.is_words() && !text.contains('"') => {
            let needle = text.to_lowercase();
            let words: Vec<&str> = needle.split_whitespace().collect();
            let passes = objects.all().iter().map(|object| has_words(object, &words)).collect();
            return Filtered { passes: Some(passes), ..Filtered::default() };
        }
        Ok(query) => query,
        Err(error) => return Filtered { error: Some(error), ..Filtered::default() },
    };
    let index = if id == doc.level { Some(caches.links.index(doc)) } else { None };
    let problems = if query.asks_for_problems() { caches.problems.found() } else { Arc::default() };
    let found = query.matches(level, &objects, &LevelContext { links: index.as_deref(), problems: &problems });
    let mut passes = vec![false; objects.all().len()];
    for at in found.objects {
        if let Some(slot) = passes.get_mut(at as usize) {
            *slot = true;
        }
    }
    let warnings = found.warnings.iter().map(Warning::to_string).collect();
    Filtered { passes: Some(passes), warnings, ..Filtered::default() }
}

fn has_words(object: &Object, words: &[&str]) -> bool {
    let has = |w: &&str| contains(&object.name, w) || contains(object.kind.label, w) || contains(object.kind.key, w);
    words.iter().all(has)
}

/// What a text finds, in the shown level or in all that are decoded.
///
/// # Errors
/// If it is no query.
pub fn find(doc: &Doc, caches: &mut Caches, text: &str, all: bool) -> Result<(Vec<ObjectId>, Vec<String>), QueryError> {
    let text = text.trim();
    Query::parse(doc.file.document.game(), text)?;
    let state = doc.state();
    let levels = state.ids().filter(|id| *id == doc.level || all && state.level(*id).is_some());
    let (mut found, mut warnings) = (Vec::new(), Vec::new());
    for id in levels.filter(|_| !text.is_empty()) {
        let filtered = ask(doc, id, text, caches);
        let objects = doc.objects(id);
        let passing = (0u32..).zip(objects.all()).filter(|(at, _)| filtered.passes(*at)).map(|(_, o)| o.id);
        found.extend(passing.filter(|id| !doc.locked.contains(&id.node)));
        for warning in filtered.warnings {
            if !warnings.contains(&warning) {
                warnings.push(warning);
            }
        }
    }
    Ok((found, warnings))
}
