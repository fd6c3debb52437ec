//! Doors whose frame is elsewhere or that never open by themselves (`oni.md` 2.6, 4.4).

use super::common::{rows, vector};
use crate::document::{Level, Severity};
use crate::games::oni::records::Door;
use crate::problems::{Check, Report, Run};

pub(super) static CENTRE: Check = Check {
    id: "oni-door-centre",
    severity: Severity::Info,
    label: "Door away from its frame",
    doc: "The centre of its frame is further from its place than a door is large. Moving a door moves both.",
    reads: &["doors"],
    run: Run::Level(centre),
    fixes: &[],
};

pub(super) static RADIUS: Check = Check {
    id: "oni-door-radius",
    severity: Severity::Info,
    label: "Door that nobody opens by coming near",
    doc: "Its activation radius is 0. That is right for doors that scripts open.",
    reads: &["doors"],
    run: Run::Level(radius),
    fixes: &[],
};

/// Half a large door's height and width together; the published door's centre is 15 above its place.
const FRAME: f64 = 40.0;

fn centre(level: &Level, report: &mut Report) {
    for record in rows(level, "doors") {
        let fields = ["position", "center"].map(|name| record.schema().base_field(name));
        let [Some(position), Some(centre)] = fields else { continue };
        let (a, b) = (vector(&record, position), vector(&record, centre));
        let squared: f64 = a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum();
        if squared > FRAME * FRAME {
            report.record(&record, "center", format!("it is {:.0} units from its frame's centre", squared.sqrt()));
        }
    }
}

fn radius(level: &Level, report: &mut Report) {
    for record in rows(level, "doors") {
        if Door::new(record.head(), 0).is_some_and(|d| d.activation_radius_squared() == 0.0) {
            report.record(&record, "activation_radius_squared", "its activation radius is 0");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::made::{found, level, set_real, set_vector};
    use super::*;

    #[test]
    fn a_far_frame_and_no_radius_are_told() {
        let (mut document, made) = level(&["sliding-door"]);
        assert!(found(&document, &CENTRE).is_empty() && found(&document, &RADIUS).is_empty());
        set_vector(&mut document, made[0], "center", [0.0, 15.0, 100.0]);
        set_real(&mut document, made[0], "activation_radius_squared", 0.0);
        assert_eq!(found(&document, &CENTRE), ["doors/0 center: it is 101 units from its frame's centre"]);
        assert_eq!(found(&document, &RADIUS), ["doors/0 activation_radius_squared: its activation radius is 0"]);
    }
}
