//! Who works on whom beyond what single numbers say (`marathon.md` 2.1, 2.4, 2.5): triggers and switches that name a
//! polygon mean its platform, and platforms work on those beside them and on the lights of their polygon.

use std::collections::{BTreeMap, BTreeSet};

use super::records::{Line, Polygon, Side};
use crate::document::{Level, NodeId, Record, RecordFacts};
use crate::links::{Implied, Link};
use crate::record::{Field, Kind, Target};

/// What the game sees.
pub static IMPLIED: Implied = Implied { reads: &["platforms", "saved_platforms"], find };

/// Bit of a side that is a control panel (seed 001, FLAGS).
const PANEL: u16 = 1 << 1;
/// Polygons that start or stop a platform (`marathon.md` 2.4).
const PLATFORM_TRIGGERS: [i16; 2] = [7, 9];
/// Bits of a platform that starts or stops those beside it (`marathon.md` 2.1).
const WORKS_ON_ADJACENT: i128 = 1 << 4 | 1 << 19 | 1 << 20 | 1 << 21 | 1 << 23;
/// Bits of a platform that switches its lights.
const WORKS_ON_LIGHTS: i128 = 1 << 11 | 1 << 12;

fn rows<'a>(level: &'a Level, key: &str) -> impl Iterator<Item = Record<'a>> {
    level.link_table(key).into_iter().flat_map(|table| level.rows(table))
}

fn find(level: &Level, out: &mut dyn FnMut(Link)) {
    let mut platforms: BTreeMap<i16, Record<'_>> = BTreeMap::new();
    for record in rows(level, "platforms") {
        if let Some(polygon) = record.int("polygon").and_then(|p| i16::try_from(p).ok()) {
            // Of several records of one polygon the game takes one.
            platforms.entry(polygon).or_insert(record);
        }
    }
    if platforms.is_empty() {
        return;
    }
    let mut works = |from: NodeId, field: &'static Field, to: NodeId| {
        out(Link { from, field, element: None, to, implied: true, line: None });
    };
    for record in rows(level, "polygons") {
        let trigger =
            Polygon::new(record.head(), record.layout()).is_some_and(|p| PLATFORM_TRIGGERS.contains(&p.kind()));
        if trigger && let Some((field, platform)) = named(&record, "permutation", &platforms) {
            works(record.id(), field, platform);
        }
    }
    for record in rows(level, "sides") {
        let panel = Side::new(record.head(), record.layout()).is_some_and(|s| s.flags() & PANEL != 0);
        if panel && let Some((field, platform)) = named(&record, "panel_permutation", &platforms) {
            works(record.id(), field, platform);
        }
    }
    let beside = neighbours(level, &platforms);
    for (polygon, record) in &platforms {
        let Some(field) = record.schema().base_field("flags") else { continue };
        let flags = record.get(field).ok().and_then(|v| v.as_int()).unwrap_or(0);
        if flags & WORKS_ON_ADJACENT != 0 {
            for other in beside.get(polygon).into_iter().flatten() {
                works(record.id(), field, *other);
            }
        }
        if flags & WORKS_ON_LIGHTS != 0 {
            lights(level, *polygon).into_iter().for_each(|light| works(record.id(), field, light));
        }
    }
}

/// The platform of the polygon that a field names, if it is one that names polygons.
fn named(record: &Record<'_>, name: &str, platforms: &BTreeMap<i16, Record<'_>>) -> Option<(&'static Field, NodeId)> {
    let field = record.schema().field_for(name, &RecordFacts(*record))?;
    let Kind::Link(link) = &field.kind else { return None };
    let Target::Row("polygons") = link.target else { return None };
    let polygon = i16::try_from(record.get(field).ok()?.as_int()?).ok()?;
    platforms.get(&polygon).map(|platform| (field, platform.id()))
}

/// The platforms beside each platform's polygon.
fn neighbours(level: &Level, platforms: &BTreeMap<i16, Record<'_>>) -> BTreeMap<i16, BTreeSet<NodeId>> {
    let mut beside: BTreeMap<i16, BTreeSet<NodeId>> = BTreeMap::new();
    for record in rows(level, "lines") {
        let Some(line) = Line::new(record.head(), record.layout()) else { continue };
        let (a, b) = (line.clockwise_polygon(), line.counterclockwise_polygon());
        if a == b {
            continue;
        }
        if let (Some(first), Some(second)) = (platforms.get(&a), platforms.get(&b)) {
            beside.entry(a).or_default().insert(second.id());
            beside.entry(b).or_default().insert(first.id());
        }
    }
    beside
}

/// The lights of a polygon's floor and ceiling.
fn lights(level: &Level, polygon: i16) -> BTreeSet<NodeId> {
    let row = |key: &str, at: i16| {
        let table = level.link_table(key)?;
        level.row(table, usize::try_from(at).ok()?)
    };
    let own = row("polygons", polygon);
    let own = own.as_ref().and_then(|r| Polygon::new(r.head(), r.layout()));
    let numbers = own.map(|p| [p.floor_light(), p.ceiling_light()]);
    numbers.into_iter().flatten().filter_map(|at| row("lights", at)).map(|r| r.id()).collect()
}

#[cfg(test)]
mod tests {
    use crate::document::{Document, NodeId};
    use crate::edit::Draft;
    use crate::games::marathon::MARATHON;
    use crate::games::marathon::test_level::{LEVEL, Made};
    use crate::games::{Arguments, PlanSpec};
    use crate::links::{DELETE_MENDED, End, LinkIndex, Linked, hanging};
    use crate::record::Value;

    fn set(draft: &mut Draft, table: &str, row: usize, field: &str, value: i32) {
        let node = draft.row(LEVEL, table, row).unwrap().id();
        draft.set_int(node, field, value).unwrap();
    }

    fn id(draft: &Draft, table: &str, row: usize) -> NodeId {
        draft.row(LEVEL, table, row).unwrap().id()
    }

    fn get(draft: &Draft, table: &str, row: usize, field: &str) -> i128 {
        draft.int(id(draft, table, row), field).unwrap()
    }

    /// Two rooms are platforms, a switch names the first's polygon, a switch and a terminal set tag 7, which light 1 has.
    fn wired() -> Document {
        let mut document = Made { groups: vec![[16, 7], [6, 3], [16, 9]], ..Made::default() }.document();
        let mut draft = document.draft();
        for room in [1, 2] {
            set(&mut draft, "polygons", room, "kind", 5);
        }
        set(&mut draft, "lights", 1, "tag", 7);
        for (side, kind, names) in [(0, 5, 1), (1, 6, 7), (2, 4, 1)] {
            set(&mut draft, "sides", side, "flags", 2);
            set(&mut draft, "sides", side, "panel_type", kind);
            set(&mut draft, "sides", side, "panel_permutation", names);
        }
        document.commit(draft, "wire").unwrap();
        document
    }

    fn arguments(objects: &[NodeId], instead: Option<i128>) -> Arguments {
        let values = instead.map(|row| ("instead".to_owned(), Value::Int(row)));
        Arguments { level: LEVEL.0, objects: objects.to_vec(), values: values.into_iter().collect() }
    }

    fn words(draft: &Draft, lines: &[crate::links::Line]) -> Vec<String> {
        let place = |node| crate::problems::place_of(&draft.record(node).unwrap());
        lines.iter().map(|line| format!("{}.{}", place(line.holder), line.field.name)).collect()
    }

    #[test]
    fn tags_join_who_names_them_and_who_is_called_by_them() {
        let document = wired();
        let draft = document.draft();
        let level = draft.level(LEVEL).unwrap();
        let objects = draft.objects(LEVEL).unwrap();
        let index = LinkIndex::with(&MARATHON, level);
        let linked = Linked { level, objects: &objects, index: &index };
        let light = linked.owner(id(&draft, "lights", 1)).unwrap();
        let switch = linked.owner(id(&draft, "sides", 1)).unwrap();
        let to = linked.refers_to(switch);
        assert!(to.iter().any(|l| l.end == End::Tag("tag", 7)) && to.iter().any(|l| l.end == End::Object(light.id)));
        let by = linked.referred_by(light);
        assert!(by.iter().any(|l| l.end == End::Object(switch.id)), "the switch by its tag");
        let terminal = linked.owner(id(&draft, "terminals", 0)).unwrap();
        assert!(by.iter().any(|l| l.end == End::Object(terminal.id)), "a group's holder is its terminal");
        let (naming, called) = linked.tag("tag", 7);
        assert_eq!((naming.len(), called.len()), (2, 1));
        assert_eq!(linked.exits(3).len(), 1, "the terminal's teleport to level 3");
        let platform = linked.owner(id(&draft, "platforms", 0)).unwrap();
        let by = words(&draft, &linked.referred_by(platform));
        assert!(by.contains(&"sides/0.panel_permutation".to_owned()), "{by:?}");
        assert!(!by.iter().any(|w| w.starts_with("platforms/0")), "not itself: {by:?}");
    }

    #[test]
    fn broken_references_are_known_as_such() {
        let mut draft = wired().draft();
        for (table, row, field) in [("sides", 2, "panel_permutation"), ("polygons", 0, "media")] {
            let node = id(&draft, table, row);
            draft.store_int(node, field, 99).unwrap();
        }
        let index = LinkIndex::with(&MARATHON, draft.level(LEVEL).unwrap());
        let broken: Vec<_> = index.broken().map(|l| (l.from, l.field.name, l.raw)).collect();
        let expected = [(id(&draft, "polygons", 0), "media", 99), (id(&draft, "sides", 2), "panel_permutation", 99)];
        assert_eq!(broken.len(), 2, "{broken:?}");
        assert!(expected.iter().all(|e| broken.contains(e)), "{broken:?}");
    }

    #[test]
    fn deleting_a_platform_tells_of_its_switches_and_mends_them_in_one_step() {
        let mut document = wired();
        let before = document.draft();
        let platform = [id(&before, "platforms", 0)];
        let told = hanging(&before, &arguments(&platform, None)).unwrap();
        assert_eq!(words(&before, &told.lines), ["sides/0.panel_permutation"]);
        assert_eq!(told.refusal, None);
        let mut draft = document.draft();
        (DELETE_MENDED.run)(&mut draft, &arguments(&platform, None)).unwrap();
        assert_eq!(get(&draft, "sides", 0, "panel_permutation"), -1, "names nothing");
        let mut draft = document.draft();
        (DELETE_MENDED.run)(&mut draft, &arguments(&platform, Some(1))).unwrap();
        assert_eq!(get(&draft, "sides", 0, "panel_permutation"), 2, "names the other platform by its polygon");
        let steps = document.history().position();
        document.commit(draft, "delete").unwrap();
        assert_eq!(document.history().position(), steps + 1, "one step");
        document.undo();
        assert!(document.state().same(before.state()));
    }

    #[test]
    fn deleting_a_light_tells_of_its_tag_and_needs_another_light() {
        let document = wired();
        let draft = document.draft();
        let light = [id(&draft, "lights", 1)];
        let told = hanging(&draft, &arguments(&light, None)).unwrap();
        assert_eq!(
            words(&draft, &told.lines),
            ["sides/2.panel_permutation", "sides/1.panel_permutation", "terminals/0/lists/0/groups/0.permutation"]
        );
        let mut mended = document.draft();
        (DELETE_MENDED.run)(&mut mended, &arguments(&light, None)).unwrap();
        assert_eq!(get(&mended, "sides", 2, "panel_permutation"), -1);
        assert_eq!(get(&mended, "sides", 1, "panel_permutation"), -1, "no light has the tag any more");

        // Light 0 lights everything: deleting alone is refused, with another in its place it goes.
        let light = [id(&draft, "lights", 0)];
        let told = hanging(&draft, &arguments(&light, None)).unwrap();
        assert!(told.refusal.is_some() && told.lines.len() > 8, "{told:?}");
        let mut refused = document.draft();
        assert!((DELETE_MENDED.run)(&mut refused, &arguments(&light, None)).is_err());
        let mut mended = document.draft();
        (DELETE_MENDED.run)(&mut mended, &arguments(&light, Some(2))).unwrap();
        assert_eq!(get(&mended, "polygons", 0, "floor_light"), 1, "light 2, which is light 1 now");
    }

    #[test]
    fn a_thing_cannot_stand_in_for_itself() {
        let document = wired();
        let mut draft = document.draft();
        let light = [id(&draft, "lights", 0)];
        for (instead, why) in [(0, "deleted itself"), (9, "lights/9")] {
            let refusal = (DELETE_MENDED.run)(&mut draft, &arguments(&light, Some(instead))).unwrap_err().to_string();
            assert!(refusal.contains(why), "{refusal}");
        }
        let plan: Option<&PlanSpec> = MARATHON.plan("delete_mended");
        assert!(plan.is_some(), "edit scripts know it");
    }

    #[test]
    fn switches_mean_platforms_and_platforms_work_on_their_neighbours_and_lights() {
        let document = Made::default().document();
        let mut draft = document.draft();
        // Rooms 1 and 2 lie side by side.
        for room in [1, 2] {
            set(&mut draft, "polygons", room, "kind", 5);
        }
        set(&mut draft, "polygons", 1, "floor_light", 2);
        set(&mut draft, "platforms", 0, "flags", 1 << 19 | 1 << 11);
        set(&mut draft, "polygons", 0, "kind", 7);
        set(&mut draft, "polygons", 0, "permutation", 2);
        set(&mut draft, "sides", 0, "flags", 2);
        set(&mut draft, "sides", 0, "panel_type", 5);
        set(&mut draft, "sides", 0, "panel_permutation", 1);
        let level = draft.level(LEVEL).unwrap();
        let index = LinkIndex::with(&MARATHON, level);
        let id = |table: &str, row| id(&draft, table, row);
        let implied = |table: &str, row| -> Vec<_> {
            index.from(id(table, row)).iter().filter(|l| l.implied).map(|l| (l.field.name, l.to)).collect()
        };
        assert_eq!(implied("polygons", 0), [("permutation", id("platforms", 1))], "a trigger");
        assert_eq!(implied("sides", 0), [("panel_permutation", id("platforms", 0))], "a switch");
        let works = implied("platforms", 0);
        assert!(works.contains(&("flags", id("platforms", 1))), "{works:?}");
        assert!(works.contains(&("flags", id("lights", 2))), "{works:?}");
        assert_eq!(implied("platforms", 1), [], "without the flags it works on nothing");
    }
}
