//! A tag that only one side knows (`marathon.md` 2.5, 5.1).

use std::collections::BTreeMap;

use super::common::{rows, tags, terminal_groups};
use crate::document::{Level, Record, Severity};
use crate::problems::{Check, Report, Run};

/// Tables of what tags switch.
const SWITCHED: &[&str] = &["lights", "saved_lights", "platforms", "saved_platforms"];

pub(super) static CHECK: Check = Check {
    id: "tag-one-sided",
    severity: Severity::Warning,
    label: "Tag that only one side knows",
    doc: "A switch or terminal sets a tag that no light and no platform has, or the other way round. Either nothing \
          happens, or nothing can make it happen, unless a script does.",
    reads: &["sides", "terminals", "lights/shape", "saved_lights/shape", "platforms/shape", "saved_platforms/shape"],
    run: Run::Level(run),
    fixes: &[],
};

type Found<'a> = BTreeMap<i128, (Record<'a>, &'static str)>;

fn note<'a>(list: &mut Found<'a>, record: Record<'a>, names: &[&str]) {
    for (field, tag) in tags(&record, names) {
        list.entry(tag).or_insert((record, field.name));
    }
}

fn run(level: &Level, report: &mut Report) {
    let (mut setters, mut switched) = (Found::new(), Found::new());
    let panels = rows(level, &["sides"]).filter(|side| side.base_int("flags").is_some_and(|f| f & 2 != 0));
    panels.for_each(|side| note(&mut setters, side, &["panel_permutation"]));
    terminal_groups(level).into_iter().for_each(|group| note(&mut setters, group, &["permutation"]));
    rows(level, SWITCHED).for_each(|record| note(&mut switched, record, &["tag"]));
    for (tag, (record, field)) in setters.iter().filter(|(tag, _)| !switched.contains_key(tag)) {
        report.record(record, field, format!("no light and no platform has tag {tag}"));
    }
    for (tag, (record, field)) in switched.iter().filter(|(tag, _)| !setters.contains_key(tag)) {
        report.record(record, field, format!("no switch and no terminal sets tag {tag}"));
    }
}

#[cfg(test)]
mod tests {
    use super::super::made::{found, put, rooms};
    use super::*;
    use crate::games::marathon::test_level::Made;

    #[test]
    fn tags_without_their_other_side_are_named() {
        // Group type 16 sets a tag.
        let mut document = Made { groups: vec![[16, 5], [16, 6]], ..rooms() }.document();
        put(&mut document, "lights", 0, "tag", 5);
        put(&mut document, "lights", 1, "tag", 7);
        put(&mut document, "lights", 2, "tag", 8);
        put(&mut document, "sides", 3, "flags", 2);
        put(&mut document, "sides", 3, "panel_type", 6);
        put(&mut document, "sides", 3, "panel_permutation", 7);
        assert_eq!(
            found(&document, &CHECK),
            [
                "terminals/0/lists/0/groups/1 permutation: no light and no platform has tag 6",
                "lights/2 tag: no switch and no terminal sets tag 8"
            ]
        );
        // A side that is no control panel sets nothing.
        put(&mut document, "sides", 3, "flags", 0);
        assert!(found(&document, &CHECK).contains(&"lights/1 tag: no switch and no terminal sets tag 7".to_owned()));
    }
}
