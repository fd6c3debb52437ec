//! Rule X2: every cross reference is free, or one object's (`systemshock.md` 4.4).

use super::common::*;
use crate::document::{Level, Severity};
use crate::games::shock::references::References;
use crate::games::shock::tables::REFERENCES;
use crate::problems::{Check, Report, Run};

pub(super) static CHECK: Check = Check {
    id: "reference-once",
    severity: Severity::Error,
    label: "Cross reference of no object",
    doc: "Every cross reference that is not free must be in the ring of exactly one object. Others are lost for good, or make an object appear where it is not.",
    reads: LISTS,
    run: Run::Level(run),
    fixes: REPAIR,
};

fn run(level: &Level, report: &mut Report) {
    let Some(references) = References::of(level) else { return };
    let mut owners = vec![0u8; references.rows.len()];
    for row in references.free().rows {
        if let Some(count) = owners.get_mut(row) {
            *count += 1;
        }
    }
    for ring in references.rings() {
        for row in &ring.rows {
            if let Some(count) = owners.get_mut(*row) {
                *count = count.saturating_add(1);
            }
        }
    }
    let found = owners.iter().enumerate().skip(1).filter_map(|(row, count)| match count {
        0 => Some((row, "rule X2: it is neither free nor in the ring of an object".to_owned())),
        1 => None,
        _ => Some((row, "rule X2: it is in more than one ring, or free and in one".to_owned())),
    });
    say_all(report, level, &REFERENCES, "object", found);
}

#[cfg(test)]
mod tests {
    use super::super::made::*;
    use super::*;

    #[test]
    fn a_lost_reference_is_named() {
        let mut document = level();
        assert_eq!(found(&document, &CHECK), [] as [&str; 0]);
        put(&mut document, "references", 50, "next", 52);
        let lost = "rule X2: it is neither free nor in the ring of an object";
        assert_eq!(found(&document, &CHECK), [format!("references/51 object: {lost}")]);
        fix(&mut document, &CHECK, 0);
    }
}
