//! Neutral behaviours that cannot work (`oni.md` 2.10, 4.4).

use super::common::rows;
use crate::document::{Level, Record, Severity};
use crate::games::oni::records::{MOST_LINES, Neutral};
use crate::problems::{Check, Report, Run};

pub(super) static TOO_LONG: Check = Check {
    id: "oni-neutral-lines",
    severity: Severity::Error,
    label: "Too many lines",
    doc: "The game holds at most ten lines of a conversation.",
    reads: &["neutrals"],
    run: Run::Level(too_long),
    fixes: &[],
};

pub(super) static RANGES: Check = Check {
    id: "oni-neutral-ranges",
    severity: Severity::Warning,
    label: "Ranges out of order",
    doc: "It talks within a larger distance than it calls the player: the call never comes first.",
    reads: &["neutrals"],
    run: Run::Level(ranges),
    fixes: &[],
};

fn too_long(level: &Level, report: &mut Report) {
    for record in rows(level, "neutrals") {
        let lines = record.children().map_or(0, |c| c.len());
        if lines > MOST_LINES as usize {
            report.record(&record, "line_count", format!("{lines} lines; the game holds {MOST_LINES}"));
        }
    }
}

fn ranges(level: &Level, report: &mut Report) {
    let view = |r: &Record<'_>| {
        let view = Neutral::new(r.head(), 0)?;
        Some((view.talk_range(), view.trigger_range()))
    };
    for record in rows(level, "neutrals") {
        if let Some((talk, trigger)) = view(&record)
            && talk > trigger
        {
            let message = format!("it talks within {talk} and calls the player within {trigger}");
            report.record(&record, "talk_range", message);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::made::{found, level, lists, make, set_real};
    use super::*;

    #[test]
    fn it_calls_before_it_talks() {
        let (mut document, _) = level(&[]);
        let neutral = make(&mut document, "conversation");
        assert!(found(&document, &RANGES).is_empty());
        set_real(&mut document, neutral, "talk_range", 150.0);
        assert_eq!(
            found(&document, &RANGES),
            ["neutrals/0 talk_range: it talks within 150 and calls the player within 100"]
        );
    }

    #[test]
    fn eleven_lines_are_too_many() {
        let mut data = vec![0; 0xDC + 11 * 0x28];
        data[0x22] = 11;
        let document = lists(&[(b"NEUT", data)]);
        assert_eq!(found(&document, &TOO_LONG), ["neutrals/0 line_count: 11 lines; the game holds 10"]);
        let mut data = vec![0; 0x28 + 65 * 4];
        data[0x20] = 65;
        data.chunks_exact_mut(4).skip(10).for_each(|point| point[0] = 12);
        let document = lists(&[(b"PATR", data)]);
        let check = &super::super::patrol::TOO_LONG;
        assert_eq!(found(&document, check), ["patrol_paths/0 point_count: 65 points; the game holds 64"]);
    }
}
