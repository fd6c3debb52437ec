//! Turrets: whether they are active (`oni.md` 2.17).

use super::fixed::rows;
use super::world::Run;
use crate::document::{Level, Record};
use crate::games::oni::records::Turret;
use crate::preview::{Cause, Fidelity, Subject, Truth};

/// How true it is.
pub(super) const FIDELITY: &[Fidelity] = &[Fidelity {
    file: "turret",
    what: "aiming and shooting",
    truth: Truth::NotSimulated,
    note: "whether a turret is active is kept and logged",
}];

/// Flag: active at the start (`oni.md` 2.17).
const INITIALLY_ACTIVE: u16 = 1 << 1;

/// A turret as the level has it.
#[derive(Clone, Debug)]
pub(super) struct Spec {
    pub(super) subject: Subject,
    pub(super) id: i32,
    pub(super) active: bool,
}

/// Reads the turrets.
pub(super) fn read(level: &Level) -> Vec<Spec> {
    let turret = |(subject, record): (Subject, Record<'_>)| {
        let view = Turret::new(record.head(), record.layout())?;
        Some(Spec { subject, id: view.id().into(), active: view.flags() & INITIALLY_ACTIVE != 0 })
    };
    rows(level, "turrets").filter_map(turret).collect()
}

/// `turret_*` and events; answers whether the word is known.
pub(super) fn order(run: &mut Run<'_>, at: usize, word: &str, by: Subject, cause: Cause) -> bool {
    let Some(spec) = run.fixed.turrets.get(at) else { return false };
    let on = match word {
        "activate" => true,
        "deactivate" => false,
        "reset" => spec.active,
        _ => return false,
    };
    if let Some(active) = run.live.turrets.get_mut(at) {
        *active = on;
    }
    run.log.add(by, if on { "turret activated" } else { "turret deactivated" }, spec.subject, 0, cause);
    true
}
