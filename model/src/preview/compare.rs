//! What an edit changed in the course of things.

use super::event::Event;

/// The first difference between two runs. Rows are positions in the lists that were compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Difference {
    /// Something happens that did not.
    New {
        /// Its row in the new run.
        row: usize,
    },
    /// Something does not happen any more.
    Gone {
        /// Its row in the old run.
        row: usize,
    },
    /// The same thing happens at another tick.
    Shifted {
        /// Its row in the old run.
        from: usize,
        /// Its row in the new run.
        to: usize,
    },
}

/// The first event that is new, gone or shifted; events are the same if tick, source, event and target are.
/// `None` if the runs took the same course.
pub fn first_difference(old: &[Event], new: &[Event]) -> Option<Difference> {
    let what = |event: &Event| (event.source, event.kind, event.target);
    let same = |a: &Event, b: &Event| a.tick == b.tick && what(a) == what(b);
    let at = old.iter().zip(new).take_while(|(a, b)| same(a, b)).count();
    let (was, is) = match (old.get(at), new.get(at)) {
        (None, None) => return None,
        (None, Some(_)) => return Some(Difference::New { row: at }),
        (Some(_), None) => return Some(Difference::Gone { row: at }),
        (Some(was), Some(is)) => (was, is),
    };
    if what(was) == what(is) {
        return Some(Difference::Shifted { from: at, to: at });
    }
    let rest = |list: &'_ [Event], wanted: &Event, tick: bool| {
        let found = list.iter().skip(at).position(|e| what(e) == what(wanted) && (!tick || e.tick == wanted.tick));
        found.map(|found| found + at)
    };
    // What the other run has at the same tick after all is not what differs.
    if rest(new, was, true).is_some() && rest(old, is, true).is_none() {
        return Some(match rest(old, is, false) {
            Some(from) => Difference::Shifted { from, to: at },
            None => Difference::New { row: at },
        });
    }
    if let Some(to) = rest(new, was, false) {
        return Some(Difference::Shifted { from: at, to });
    }
    if was.tick <= is.tick { Some(Difference::Gone { row: at }) } else { Some(Difference::New { row: at }) }
}

#[cfg(test)]
mod tests {
    use super::super::Subject;
    use super::*;

    fn event(tick: u32, row: u32) -> Event {
        let subject = Subject::new("doors", row);
        Event { tick, source: subject, kind: "opens", target: subject, value: 0, text: None, cause: None }
    }

    #[test]
    fn the_first_difference_is_found() {
        let old = [event(1, 0), event(5, 1), event(9, 2)];
        assert_eq!(first_difference(&old, &old), None);
        assert_eq!(first_difference(&old, &old[..2]), Some(Difference::Gone { row: 2 }));
        assert_eq!(first_difference(&old[..2], &old), Some(Difference::New { row: 2 }));
        assert_eq!(
            first_difference(&old, &[old[0].clone(), event(6, 1), old[2].clone()]),
            Some(Difference::Shifted { from: 1, to: 1 })
        );
        assert_eq!(
            first_difference(&old, &[old[0].clone(), event(2, 7), old[1].clone(), old[2].clone()]),
            Some(Difference::New { row: 1 })
        );
        assert_eq!(first_difference(&old, &[old[0].clone(), old[2].clone()]), Some(Difference::Gone { row: 1 }));
        // Now before another: it was shifted, not the other.
        assert_eq!(
            first_difference(&old, &[old[0].clone(), event(3, 2), old[1].clone()]),
            Some(Difference::Shifted { from: 2, to: 1 })
        );
        assert_eq!(
            first_difference(&old, &[old[0].clone(), old[2].clone(), event(12, 1)]),
            Some(Difference::Shifted { from: 1, to: 2 })
        );
    }
}
