//! Patrol paths that go round without time passing, lead out of their list, are too long or have points nobody comes to
//! (`oni.md` 2.12, 4.4).

use super::common::{children, rows};
use crate::document::{Level, Record, Severity};
use crate::games::oni::records::MOST_POINTS;
use crate::problems::{Check, Report, Run};

pub(super) static ENDLESS: Check = Check {
    id: "oni-patrol-endless",
    severity: Severity::Warning,
    label: "Loop without time",
    doc: "No point of the loop takes time: the game would go round in it endlessly in one tick.",
    reads: &["patrol_paths"],
    run: Run::Level(endless),
    fixes: &[],
};

pub(super) static RANGE: Check = Check {
    id: "oni-patrol-range",
    severity: Severity::Warning,
    label: "Loop out of the path",
    doc: "The point that it goes on with does not exist; the game takes the last one.",
    reads: &["patrol_paths"],
    run: Run::Level(range),
    fixes: &[],
};

pub(super) static TOO_LONG: Check = Check {
    id: "oni-patrol-length",
    severity: Severity::Error,
    label: "Path too long",
    doc: "The game holds at most 64 points of a path.",
    reads: &["patrol_paths"],
    run: Run::Level(too_long),
    fixes: &[],
};

pub(super) static UNREACHED: Check = Check {
    id: "oni-patrol-unreached",
    severity: Severity::Info,
    label: "Points nobody comes to",
    doc: "They stand behind a loop that always goes elsewhere, or behind a stop.",
    reads: &["patrol_paths"],
    run: Run::Level(unreached),
    fixes: &[],
};

/// Point types (`oni.md` 2.12).
const STOP: i128 = 1;
const PAUSE: i128 = 2;
const LOOP: i128 = 6;
const LOOP_FROM: i128 = 16;
/// Points that take time: moves, waits, scripts waited for, fire.
const TAKES_TIME: [i128; 9] = [0, 5, 8, 10, 11, 15, 19, 21, 23];

/// A path's points: what each is, and where it goes on; `None` for the end.
fn steps(points: &[Record<'_>]) -> Vec<(i128, Option<usize>)> {
    let next = |at: usize, point: &Record<'_>| {
        let kind = point.base_int("type").unwrap_or(-1);
        let last = points.len() - 1;
        let goes = match kind {
            STOP => None,
            LOOP => Some(0),
            LOOP_FROM => {
                let target = point.int("target").unwrap_or(0);
                let to = usize::try_from(target).map_or(0, |t| t.min(last));
                // One that names itself leads to the next, the last to the first.
                if to == at { Some(if at == last { 0 } else { at + 1 }) } else { Some(to) }
            }
            _ => Some(at + 1).filter(|n| *n <= last),
        };
        (kind, goes)
    };
    points.iter().enumerate().map(|(at, point)| next(at, point)).collect()
}

fn takes_time(point: &Record<'_>, kind: i128) -> bool {
    TAKES_TIME.contains(&kind) || (kind == PAUSE && point.int("frames").unwrap_or(0) > 0)
}

fn endless(level: &Level, report: &mut Report) {
    for path in rows(level, "patrol_paths") {
        let points = children(&path);
        let steps = steps(&points);
        for (at, (kind, _)) in steps.iter().enumerate() {
            if ![LOOP, LOOP_FROM].contains(kind) {
                continue;
            }
            // Follow it until something takes time, the path ends, or it is here again.
            let mut now = at;
            for _ in 0..=points.len() {
                let Some((_, Some(next))) = steps.get(now) else { break };
                now = *next;
                if now == at {
                    if let Some(point) = points.get(at) {
                        report.record(point, "type", "nothing in this loop takes time");
                    }
                    break;
                }
                let (Some(point), Some((kind, _))) = (points.get(now), steps.get(now)) else { break };
                if takes_time(point, *kind) {
                    break;
                }
            }
        }
    }
}

fn range(level: &Level, report: &mut Report) {
    for path in rows(level, "patrol_paths") {
        let points = children(&path);
        for point in &points {
            if let Some(target) = point.int("target")
                && usize::try_from(target).map_or(true, |t| t >= points.len())
            {
                let message = format!("point {target} does not exist: the path has {}", points.len());
                report.record(point, "target", message);
            }
        }
    }
}

fn too_long(level: &Level, report: &mut Report) {
    for path in rows(level, "patrol_paths") {
        let points = path.children().map_or(0, |c| c.len());
        if points > MOST_POINTS as usize {
            report.record(&path, "point_count", format!("{points} points; the game holds {MOST_POINTS}"));
        }
    }
}

fn unreached(level: &Level, report: &mut Report) {
    for path in rows(level, "patrol_paths") {
        let points = children(&path);
        if points.is_empty() {
            continue;
        }
        let steps = steps(&points);
        let mut reached = vec![false; points.len()];
        let mut now = Some(0);
        while let Some(at) = now
            && let Some(seen) = reached.get_mut(at).filter(|seen| !**seen)
        {
            *seen = true;
            now = steps.get(at).and_then(|(_, next)| *next);
        }
        let missed = reached.iter().filter(|r| !**r).count();
        if let Some(first) = reached.iter().position(|r| !*r).and_then(|at| points.get(at)) {
            let what = if missed == 1 { "nobody comes to this point" } else { "nobody comes to this point and others" };
            report.record(first, "type", what);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::made::{found, level, make, point};
    use super::*;

    /// A loop from a point.
    fn from(at: u8) -> [u8; 8] {
        [16, 0, 0, 0, at, 0, 0, 0]
    }

    fn path(points: &[&[u8]]) -> crate::document::Document {
        let (mut document, _) = level(&["flag"]);
        let path = make(&mut document, "patrol-path");
        points.iter().for_each(|p| point(&mut document, path, p));
        document
    }

    const MOVE: &[u8] = &[0, 0, 0, 0, 1, 0];
    const LOOP: &[u8] = &[6, 0, 0, 0];
    const LOOK: &[u8] = &[12, 0, 0, 0];

    #[test]
    fn a_loop_needs_something_that_takes_time() {
        assert!(found(&path(&[MOVE, LOOK, LOOP]), &ENDLESS).is_empty());
        let no_pause: &[u8] = &[2, 0, 0, 0, 0, 0, 0, 0];
        assert_eq!(
            found(&path(&[LOOK, no_pause, LOOP]), &ENDLESS),
            ["patrol_paths/0/points/2 type: nothing in this loop takes time"]
        );
        // Level 3's path that ends in a loop naming itself goes on with the first.
        assert!(found(&path(&[MOVE, &from(1)]), &ENDLESS).is_empty());
        assert_eq!(found(&path(&[MOVE, LOOK, &from(1)]), &ENDLESS).len(), 1);
        // Three jumps only: the first two lead to each other, the third to them.
        assert_eq!(found(&path(&[&from(0), LOOP, &from(99)]), &ENDLESS).len(), 2);
    }

    #[test]
    fn loops_out_of_the_path_long_paths_and_dead_points_are_told() {
        let document = path(&[MOVE, &from(7), LOOK, MOVE]);
        assert_eq!(
            found(&document, &RANGE),
            ["patrol_paths/0/points/1 target: point 7 does not exist: the path has 4"]
        );
        assert_eq!(found(&document, &UNREACHED), ["patrol_paths/0/points/2 type: nobody comes to this point"]);
        assert!(found(&path(&[MOVE, LOOP]), &UNREACHED).is_empty());
        assert!(found(&document, &TOO_LONG).is_empty());
    }
}
