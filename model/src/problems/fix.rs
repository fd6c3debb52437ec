//! Fixing several problems of one kind in one transaction.

use super::{Fix, Problem};
use crate::edit::Draft;

/// What became of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fixed {
    /// How many were fixed.
    pub done: usize,
    /// Why the others were not, with their places.
    pub refused: Vec<String>,
}

/// Runs a fix on problems one after the other. What a fix refuses leaves no trace; the others go on.
pub fn fix(draft: &mut Draft, fix: &Fix, problems: &[Problem]) -> Fixed {
    let mut fixed = Fixed::default();
    for problem in problems {
        let mut trial = draft.clone();
        match (fix.run)(&mut trial, problem) {
            Ok(()) => {
                *draft = trial;
                fixed.done += 1;
            }
            Err(refusal) => {
                let place = if problem.place.is_empty() { "the level" } else { problem.place.as_str() };
                fixed.refused.push(format!("{place}: {refusal}"));
            }
        }
    }
    fixed
}

#[cfg(test)]
mod tests {
    use super::super::check;
    use crate::games::marathon::MARATHON;
    use crate::games::marathon::test_level::{LEVEL, Made};

    #[test]
    fn what_a_fix_refuses_leaves_no_trace_and_the_others_are_fixed() {
        let document = Made::default().document();
        let mut draft = document.draft();
        for (row, field) in [(0, "media"), (1, "floor_light"), (2, "ambient_sound")] {
            let node = draft.row(LEVEL, "polygons", row).unwrap().id();
            draft.store_int(node, field, 99).unwrap();
        }
        let found = super::super::of_level(&MARATHON, draft.level(LEVEL).unwrap());
        let mut found: Vec<_> = found.into_iter().filter(|p| p.check == "index-range").collect();
        assert_eq!(found.len(), 3);
        let one = check("index-range").unwrap();
        // A record that is gone meanwhile.
        found[1].node.number = u32::MAX;
        let fixed = super::fix(&mut draft, &one.fixes[0], &found);
        assert_eq!((fixed.done, fixed.refused.len()), (2, 1), "{fixed:?}");
        let left = super::super::of_level(&MARATHON, draft.level(LEVEL).unwrap());
        assert_eq!(left.iter().filter(|p| p.check == "index-range").count(), 1);
    }
}
