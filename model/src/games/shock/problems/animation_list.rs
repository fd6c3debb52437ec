//! Rule R4: the list of animations (`systemshock.md` 4.4, 3.10).

use super::common::*;
use crate::document::{Level, Severity};
use crate::games::shock::objects::table_of;
use crate::games::shock::records::{Animation, AnimationCount};
use crate::games::shock::tables::{ANIMATIONS, ANIMATIONS_COUNT};
use crate::problems::{Check, Fix, Report, Run};

pub(super) static CHECK: Check = Check {
    id: "animation-list",
    severity: Severity::Warning,
    label: "Animation of nothing",
    doc: "The list says there are more animations than it has room for, or animates something that is not there.",
    reads: &["objects", "animations", "animation_count"],
    run: Run::Level(run),
    fixes: &[Fix {
        label: "Let the game find them",
        doc: "The list becomes empty; the game makes it anew from the objects.",
        run: |draft, problem| {
            let count = draft.row(problem.node.level, ANIMATIONS_COUNT.key, 0)?.id();
            draft.store_int(count, "count", 0).map(|_| ())
        },
    }],
};

fn run(level: &Level, report: &mut Report) {
    let count = table_of(level, &ANIMATIONS_COUNT).and_then(|t| t.row_head(0)).and_then(|r| AnimationCount::new(r, 0));
    let Some(table) = table_of(level, &ANIMATIONS) else { return };
    let count = count.map_or(0, |c| usize::from(c.count()));
    if count > table.len() {
        let message = format!("rule R4: {count} animations are announced, there is room for {}", table.len());
        say(report, level, &ANIMATIONS_COUNT, 0, "count", message);
    }
    let Some((_, objects)) = objects(level) else { return };
    for record in level.rows(table).take(count) {
        let number = Animation::new(record.head(), record.layout()).map_or(0, |a| a.object());
        if objects.get(usize::from(number)).is_none_or(|o| o.active() == 0) {
            report.record(&record, "object", format!("rule R4: it animates object {number}, which is free"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::made::*;
    use super::*;

    #[test]
    fn a_list_that_is_too_long_is_named() {
        let mut document = level();
        assert_eq!(found(&document, &CHECK), [] as [&str; 0]);
        put(&mut document, "animation_count", 0, "count", 1);
        let nothing = "animations/0 object: rule R4: it animates object 0, which is free";
        assert_eq!(found(&document, &CHECK), [nothing]);
        fix(&mut document, &CHECK, 0);
        put(&mut document, "animation_count", 0, "count", 65);
        let long = "animation_count/0 count: rule R4: 65 animations are announced, there is room for 64";
        assert_eq!(found(&document, &CHECK)[0], long);
    }
}
