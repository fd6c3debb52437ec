//! Rule R2: the level says how many events wait (`systemshock.md` 4.4, 3.1).

use super::common::*;
use crate::document::{Level, Severity};
use crate::edit::Draft;
use crate::games::shock::objects::table_of;
use crate::games::shock::records::Info;
use crate::games::shock::resources::MOST_EVENTS;
use crate::games::shock::tables::{INFOS, SCHEDULE};
use crate::problems::{Check, Fix, Problem, Report, Run};
use crate::record::Refusal;

pub(super) static CHECK: Check = Check {
    id: "schedule-count",
    severity: Severity::Warning,
    label: "Number of events wrong",
    doc: "The schedule must hold the events that the level announces, and one spare row unless there are 64. The game would \
          take others for events.",
    reads: &["info", "schedule"],
    run: Run::Level(run),
    fixes: &[Fix { label: "Count the events", doc: "The level announces as many events as there are.", run: count }],
};

/// The announced number, the rows there are, and how many of them the rows can be.
fn counts(level: &Level) -> Option<(i32, usize)> {
    let info = Info::new(table_of(level, &INFOS)?.row_head(0)?, 0)?;
    Some((info.schedule_count(), table_of(level, &SCHEDULE)?.len()))
}

fn run(level: &Level, report: &mut Report) {
    let Some((announced, rows)) = counts(level) else { return };
    let most = i64::from(MOST_EVENTS);
    let fits = (0..=most).contains(&i64::from(announced)) && (i64::from(announced) + 1).min(most) == rows as i64;
    if !fits {
        let message =
            format!("rule R2: {announced} events are announced, the schedule has {rows} rows, the spare one included");
        say(report, level, &INFOS, 0, "schedule_count", message);
    }
}

fn count(draft: &mut Draft, problem: &Problem) -> Result<(), Refusal> {
    let level = draft.level(problem.node.level)?;
    let Some((_, rows)) = counts(level) else { return Ok(()) };
    let live = if rows == MOST_EVENTS as usize { rows - 1 } else { rows.saturating_sub(1) };
    draft.store_int(problem.node, "schedule_count", live as i128).map(|_| ())
}

#[cfg(test)]
mod tests {
    use super::super::made::*;
    use super::*;

    #[test]
    fn a_count_that_lies_is_named() {
        let mut document = level();
        assert_eq!(found(&document, &CHECK), [] as [&str; 0]);
        put(&mut document, "info", 0, "schedule_count", i32::MAX);
        let lies = "rule R2: 2147483647 events are announced, the schedule has 1 rows, the spare one included";
        assert_eq!(found(&document, &CHECK), [format!("info/0 schedule_count: {lies}")]);
        fix(&mut document, &CHECK, 0);
    }
}
