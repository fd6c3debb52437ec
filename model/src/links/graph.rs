//! References as boxes and arrows: what hangs together with some objects, or in all of a level.

use std::collections::BTreeMap;

use super::{End, Line, Linked};
use crate::document::{Object, ObjectId};

/// Boxes and arrows.
#[derive(Clone, Debug, Default)]
pub struct Graph {
    /// What stands in each box: an object, or what references lead to without leading to an object.
    pub boxes: Vec<End>,
    /// Arrows between boxes, each pair of boxes once in each direction.
    pub arrows: Vec<Arrow>,
    /// More hangs together with it than was asked for or fits.
    pub cut: bool,
}

/// All references of one box to another.
#[derive(Clone, Debug)]
pub struct Arrow {
    /// The box that refers.
    pub from: usize,
    /// The box that is referred to.
    pub to: usize,
    /// The references, as the first box has them.
    pub lines: Vec<Line>,
}

impl Graph {
    /// What objects refer to and are referred to by, and so on for some steps; no more boxes than a limit.
    pub fn around(
        linked: &Linked<'_>,
        start: &[ObjectId],
        steps: u32,
        limit: usize,
        wanted: &dyn Fn(&Line) -> bool,
    ) -> Graph {
        let mut build = Build::new(linked, limit, wanted);
        let mut edge: Vec<usize> = start.iter().filter_map(|id| build.number(End::Object(*id))).collect();
        for _ in 0..steps {
            let mut next = Vec::new();
            for at in std::mem::take(&mut edge) {
                build.look(at, true, &mut next);
            }
            edge = next;
        }
        // What stands at the edge is not looked at for new boxes, but its arrows to those that are there count.
        for at in edge {
            build.look(at, false, &mut Vec::new());
        }
        build.finish()
    }

    /// Everything in a level that refers or is referred to; no more boxes than a limit.
    pub fn whole(linked: &Linked<'_>, limit: usize, wanted: &dyn Fn(&Line) -> bool) -> Graph {
        let mut build = Build::new(linked, limit, wanted);
        for object in linked.objects.all() {
            let refers =
                linked.refers_to(object).into_iter().any(|line| wanted(&line) && line.end != End::Object(object.id));
            if refers && let Some(at) = build.number(End::Object(object.id)) {
                build.look(at, true, &mut Vec::new());
            }
        }
        build.finish()
    }
}

struct Build<'a> {
    linked: &'a Linked<'a>,
    limit: usize,
    wanted: &'a dyn Fn(&Line) -> bool,
    boxes: Vec<End>,
    numbers: BTreeMap<End, usize>,
    arrows: BTreeMap<(usize, usize), Vec<Line>>,
    cut: bool,
}

impl<'a> Build<'a> {
    fn new(linked: &'a Linked<'a>, limit: usize, wanted: &'a dyn Fn(&Line) -> bool) -> Build<'a> {
        Build {
            linked,
            limit,
            wanted,
            boxes: Vec::new(),
            numbers: BTreeMap::new(),
            arrows: BTreeMap::new(),
            cut: false,
        }
    }

    /// The box of something, a new one if it has none; `None` if no more fit.
    fn number(&mut self, end: End) -> Option<usize> {
        if let Some(at) = self.numbers.get(&end) {
            return Some(*at);
        }
        if self.boxes.len() >= self.limit {
            self.cut = true;
            return None;
        }
        let at = self.boxes.len();
        self.boxes.push(end);
        self.numbers.insert(end, at);
        Some(at)
    }

    /// Follows the references of a box, both ways; notes new boxes, if there may be any.
    fn look(&mut self, at: usize, more: bool, found: &mut Vec<usize>) {
        let Some(end) = self.boxes.get(at).copied() else { return };
        let (to, from) = match end {
            End::Object(id) => match self.object(id) {
                Some(object) => (self.linked.refers_to(object), self.linked.referred_by(object)),
                None => return,
            },
            End::Tag(tag, number) => {
                let (naming, called) = self.linked.tag(tag, number);
                (called, naming)
            }
            End::Level(number) => (Vec::new(), self.linked.exits(number)),
            End::Record(node) => (self.linked.record_refers_to(node), self.linked.record_referred_by(node)),
            // Nothing is known of what lies elsewhere or is not there.
            End::Outside(..) | End::Missing(..) => return,
        };
        for (lines, forward) in [(to, true), (from, false)] {
            for line in lines.into_iter().filter(|line| (self.wanted)(line)) {
                let known = self.numbers.get(&line.end).copied();
                let other = match known {
                    Some(other) => other,
                    None if !more => {
                        self.cut = true;
                        continue;
                    }
                    None => match self.number(line.end) {
                        Some(other) => {
                            found.push(other);
                            other
                        }
                        None => continue,
                    },
                };
                let key = if forward { (at, other) } else { (other, at) };
                let lines = self.arrows.entry(key).or_default();
                let same = |l: &Line| {
                    std::ptr::eq(l.field, line.field) && l.holder == line.holder && l.element == line.element
                };
                if !lines.iter().any(same) {
                    lines.push(line);
                }
            }
        }
    }

    fn object(&self, id: ObjectId) -> Option<&'a Object> {
        self.linked.objects.by_id(id)
    }

    fn finish(self) -> Graph {
        let arrows = self.arrows.into_iter().map(|((from, to), lines)| Arrow { from, to, lines }).collect();
        Graph { boxes: self.boxes, arrows, cut: self.cut }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc as Shared;

    use super::super::LinkIndex;
    use super::*;
    use crate::document::{Document, LevelBuilder, LevelId, OpenReport};
    use crate::games::test::{Source, TEST};

    fn any(_: &Line) -> bool {
        true
    }

    /// Things 0 and 3 walk path 1, thing 6 one that does not exist.
    fn check(test: impl Fn(&Linked<'_>)) {
        let file = LevelBuilder::new(LevelId::FILE).finish();
        let mut document = Document::new(&TEST, Shared::new(Source), file, OpenReport::default());
        document.level(LevelId(0)).unwrap();
        let mut draft = document.draft();
        let rows = draft.table(LevelId(0), "things").unwrap().len();
        for at in 0..rows {
            let path = if at == 0 || at == 3 { 1 } else { -1 };
            let id = draft.row(LevelId(0), "things", at).unwrap().id();
            draft.set_int(id, "path", path).unwrap();
        }
        let id = draft.row(LevelId(0), "things", 6).unwrap().id();
        draft.set_int(id, "path", 9).unwrap();
        let level = draft.level(LevelId(0)).unwrap();
        let (objects, index) = ((TEST.objects)(level), LinkIndex::with(&TEST, level));
        test(&Linked { level, objects: &objects, index: &index });
    }

    fn thing(linked: &Linked<'_>, at: usize) -> ObjectId {
        let row = linked.level.row(linked.level.table("things").unwrap(), at).unwrap();
        linked.objects.of_node(row.id().number).unwrap().id
    }

    #[test]
    fn steps_lead_from_a_thing_to_its_path_and_to_who_else_walks_it() {
        check(|linked| {
            let count = |steps| {
                let graph = Graph::around(linked, &[thing(linked, 0)], steps, 100, &any);
                (graph.boxes.len(), graph.arrows.len(), graph.cut)
            };
            assert_eq!(count(0), (1, 0, true));
            assert_eq!(count(1), (2, 1, true));
            assert_eq!(count(2), (3, 2, false));
            assert_eq!(count(9), (3, 2, false));
        });
    }

    #[test]
    fn what_is_not_there_has_a_box_and_a_limit_is_said() {
        check(|linked| {
            let graph = Graph::whole(linked, 100, &any);
            assert!(graph.boxes.iter().any(|end| matches!(end, End::Missing(..))), "{:?}", graph.boxes);
            assert_eq!((graph.boxes.len(), graph.arrows.len(), graph.cut), (5, 3, false));
            let small = Graph::whole(linked, 2, &any);
            assert_eq!((small.boxes.len(), small.cut), (2, true));
            let none = Graph::whole(linked, 100, &|_| false);
            assert!(none.boxes.is_empty() && none.arrows.is_empty());
        });
    }
}
