//! A control panel that cannot be seen (`marathon.md` 2.5, 5.1).

use super::common::rows;
use crate::document::{Level, Severity};
use crate::games::marathon::geometry::line::NO_TEXTURE;
use crate::games::marathon::records::Side;
use crate::problems::{Check, Report, Run};

/// Bit of a side that is a control panel (seed 001, FLAGS).
const PANEL: u16 = 1 << 1;
/// Where the primary texture is stored in a side (seed 001, Side).
const PRIMARY_TEXTURE: usize = 8;

pub(super) static CHECK: Check = Check {
    id: "panel-without-texture",
    severity: Severity::Info,
    label: "Control panel without a texture",
    doc: "The side is a control panel, but nothing is painted on it: it works and cannot be seen.",
    reads: &["sides"],
    run: Run::Level(run),
    fixes: &[],
};

fn run(level: &Level, report: &mut Report) {
    for record in rows(level, &["sides"]) {
        let panel = Side::new(record.head(), record.layout()).is_some_and(|side| side.flags() & PANEL != 0);
        let texture = record.head().get(PRIMARY_TEXTURE..PRIMARY_TEXTURE + 2);
        if panel && texture == Some(&NO_TEXTURE.to_be_bytes()) {
            report.record(&record, "primary_texture_shape", "nothing is painted on it");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::made::{found, put, put_bytes, rooms};
    use super::*;

    #[test]
    fn a_panel_nobody_sees_is_named() {
        let mut document = rooms().document();
        put(&mut document, "sides", 4, "flags", 2);
        assert_eq!(found(&document, &CHECK), ["sides/4 primary_texture_shape: nothing is painted on it"]);
        put_bytes(&mut document, "sides", 4, PRIMARY_TEXTURE, &[0x12, 3]);
        assert_eq!(found(&document, &CHECK), [] as [&str; 0]);
    }
}
