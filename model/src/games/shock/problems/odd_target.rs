//! Traps that use what nothing happens to: the trace of a number that was used again (`systemshock.md` 4.4 R1, 6.4).

use super::common::*;
use super::dangling::holder;
use crate::document::{Level, Severity};
use crate::games::shock::labels;
use crate::games::shock::tables::{FIXTURES, TRAPS};
use crate::problems::{Check, Report, Run};

pub(super) static CHECK: Check = Check {
    id: "odd-target",
    severity: Severity::Info,
    label: "Uses what cannot be used",
    doc: "It uses a weapon, ammunition, a drug or a ware: nothing happens. Perhaps the number meant an object that was \
          deleted, and a new one took it.",
    reads: &["objects", "traps", "fixtures"],
    run: Run::Level(run),
    fixes: &[],
};

/// Actions that use objects, with the fields that name them (6.5): use four, timer, cycle.
const USES: [(i128, &[&str]); 3] = [
    (6, &["object_1", "object_2", "object_3", "object_4"]),
    (11, &["object"]),
    (12, &["object_1", "object_2", "object_3"]),
];
/// Numbers from here on are variables (6.2).
const VARIABLE: i128 = 0x1000;
/// Classes of things that are picked up: guns, ammunition, projectiles, grenades, drugs, hardware, software (4.6).
const PICKED_UP: u8 = 6;

fn run(level: &Level, report: &mut Report) {
    let Some((_, objects)) = objects(level) else { return };
    for record in [&TRAPS, &FIXTURES].into_iter().flat_map(|spec| rows(level, spec)) {
        let action = record.base_int("action");
        let Some((_, fields)) = USES.iter().find(|(number, _)| Some(*number) == action) else { continue };
        for field in *fields {
            // What does no action has no such field.
            let number = record.int(field).filter(|n| (1..VARIABLE).contains(n));
            let target = number.and_then(|n| objects.get(usize::try_from(n).ok()?)).filter(|o| o.active() != 0);
            let Some(target) = target.filter(|o| o.class() <= PICKED_UP) else { continue };
            let label = labels::label(target.class(), target.subclass(), target.r#type()).unwrap_or("unknown type");
            if let (Some(holder), Some(number)) = (holder(&record), number) {
                report.record(&record, field, format!("{holder} uses object {number}, {label}: nothing happens"));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::made::*;
    use super::*;

    #[test]
    fn a_number_that_a_gun_took_is_an_odd_target() {
        let mut document = level();
        assert_eq!(found(&document, &CHECK), [] as [&str; 0]);
        // The door that trap 1 uses is deleted as the game does it, and the next gun takes its number.
        delete_keeping(&mut document, 3);
        place(&mut document, "gun", 0, 0, 9, 5);
        let odd = "traps/1 object_2: object 1 uses object 3, mini pistol: nothing happens";
        assert_eq!(found(&document, &CHECK), [odd]);
    }
}
