//! Moving and turning.

use super::common::{degrees_or, level_of, named, offset, place_fields, put, tidy};
use crate::document::{NodeId, Record};
use crate::edit::Draft;
use crate::games::Arguments;
use crate::games::warriors::level::{box_matrix, real, reals, turn_of_box};
use crate::games::warriors::links::handle;
use crate::games::warriors::records::calls::{FLAG, PANE, VOLUME_BOX, VolumeBoxTurnField, WorldFlagField};
use crate::games::warriors::script::assemble::{Expression, Statement};
use crate::games::warriors::script::cut;
use crate::games::warriors::script::text::{Reach, reach};
use crate::record::{Field, Refusal};

/// The corners of a pane: names of their parts.
pub(super) const CORNERS: [[&str; 3]; 3] = [["x", "y", "z"], ["ux", "uy", "uz"], ["vx", "vy", "vz"]];

/// Plan `move`.
pub(super) fn move_by(draft: &mut Draft, arguments: &Arguments) -> Result<Option<NodeId>, Refusal> {
    level_of(draft, arguments)?;
    let by = offset(arguments)?;
    arguments.objects.iter().try_for_each(|node| shift(draft, *node, by))?;
    Ok(None)
}

fn unreadable(record: &Record<'_>) -> Refusal {
    Refusal::rule(format!("{} {}: its place is worked out by the script", record.schema().label, record.position()))
}

/// Moves one thing.
pub(super) fn shift(draft: &mut Draft, node: NodeId, by: [f64; 3]) -> Result<(), Refusal> {
    let record = draft.record(node)?;
    let Some(place) = place_fields(&record) else {
        return Err(Refusal::rule(format!("{} has no place", record.schema().label)));
    };
    let mut changes: Vec<(&'static Field, f64)> = Vec::new();
    let mut all = vec![place];
    if std::ptr::eq(record.schema(), &PANE) {
        let corners = CORNERS.iter().skip(1).filter_map(|names| fields(&record, names));
        all.extend(corners);
    }
    for fields in all {
        let old = reals(&record, fields).ok_or_else(|| unreadable(&record))?;
        changes.extend(
            fields.into_iter().zip(old).zip(by).filter(|(_, by)| *by != 0.0).map(|((f, old), by)| (f, old + by)),
        );
    }
    changes.into_iter().try_for_each(|(field, n)| put(draft, node, field, n))
}

fn fields(record: &Record<'_>, names: &[&str; 3]) -> Option<[&'static Field; 3]> {
    let [a, b, c] = names.map(|name| named(record, name));
    Some([a?, b?, c?])
}

/// Plan `rotate`.
pub(super) fn rotate(draft: &mut Draft, arguments: &Arguments) -> Result<Option<NodeId>, Refusal> {
    level_of(draft, arguments)?;
    let turn = degrees_or(arguments, "turn", 0.0)?;
    if turn == 0.0 {
        return Ok(None);
    }
    arguments.objects.iter().try_for_each(|node| turn_one(draft, *node, turn))?;
    Ok(None)
}

fn turn_one(draft: &mut Draft, node: NodeId, degrees: f64) -> Result<(), Refusal> {
    let record = draft.record(node)?;
    if std::ptr::eq(record.schema(), &PANE) {
        return turn_pane(draft, node, degrees);
    }
    if std::ptr::eq(record.schema(), &FLAG) {
        let field = WorldFlagField::heading.field();
        let old = real(&record, field).ok_or_else(|| unreadable(&record))?;
        return put(draft, node, field, (old + degrees).rem_euclid(360.0));
    }
    if std::ptr::eq(record.schema(), &VOLUME_BOX) {
        return turn_box(draft, node, degrees);
    }
    let parts = ["qx", "qy", "qz", "qw"].map(|name| named(&record, name));
    let [Some(x), Some(y), Some(z), Some(w)] = parts else {
        return Err(Refusal::rule(format!("{} cannot be turned", record.schema().label)));
    };
    let fields = [x, y, z, w];
    let old = reals(&record, fields).ok_or_else(|| unreadable(&record))?;
    let new = unit(turned(about_z(degrees), old));
    fields.into_iter().zip(new).try_for_each(|(field, n)| put(draft, node, field, n))
}

/// A turn about the vertical as a quaternion x, y, z, w.
pub(super) fn about_z(degrees: f64) -> [f64; 4] {
    let half = degrees.to_radians() / 2.0;
    [0.0, 0.0, libm::sin(half), libm::cos(half)]
}

/// One turn after another: `a · b`.
fn turned([ax, ay, az, aw]: [f64; 4], [bx, by, bz, bw]: [f64; 4]) -> [f64; 4] {
    [
        aw * bx + ax * bw + ay * bz - az * by,
        aw * by - ax * bz + ay * bw + az * bx,
        aw * bz + ax * by - ay * bx + az * bw,
        aw * bw - ax * bx - ay * by - az * bz,
    ]
}

/// A rotation of length 1: one that is edited is made so (`warriors.md` 1.1). What is no rotation at all stays.
fn unit(q: [f64; 4]) -> [f64; 4] {
    let length = q.iter().map(|n| n * n).sum::<f64>().sqrt();
    if length > 1e-6 && length.is_finite() { q.map(|n| n / length) } else { q }
}

/// Turns a volume box: by the call that turns it already, else by a new one.
fn turn_box(draft: &mut Draft, node: NodeId, degrees: f64) -> Result<(), Refusal> {
    let record = draft.record(node)?;
    let (sin, cos) = (libm::sin(degrees.to_radians()), libm::cos(degrees.to_radians()));
    if let Some(turn) = turn_of_box(record.level(), &record) {
        let [a, b, c, d] = box_matrix(&turn).ok_or_else(|| unreadable(&turn))?;
        let new = [cos * a - sin * c, cos * b - sin * d, sin * a + cos * c, sin * b + cos * d];
        use VolumeBoxTurnField as F;
        let (fields, turn) = ([F::m00, F::m01, F::m10, F::m11], turn.id());
        return fields.into_iter().zip(new).try_for_each(|(field, n)| put(draft, turn, field.field(), n));
    }
    let none =
        || Refusal::rule("the script keeps the box in no variable: there is nothing that RotateVolumeBox could name");
    let name = handle(&record).ok_or_else(none)?;
    if reach(&record) == Reach::Block {
        return Err(super::place::lost(&name));
    }
    let script = NodeId { level: node.level, number: record.table().number };
    let matrix = [cos, -sin, sin, cos].map(|n| Expression::Number(tidy(n)));
    let arguments = std::iter::once(Expression::Symbols(vec![name])).chain(matrix).collect();
    cut::append(draft, script, &Statement { call: "RotateVolumeBox", arguments, result: None }).map(drop)
}

/// Turns a pane's corners about the vertical through its middle.
fn turn_pane(draft: &mut Draft, node: NodeId, degrees: f64) -> Result<(), Refusal> {
    let record = draft.record(node)?;
    let mut corners = Vec::new();
    for names in &CORNERS {
        let fields = fields(&record, names).ok_or_else(|| unreadable(&record))?;
        corners.push((fields, reals(&record, fields).ok_or_else(|| unreadable(&record))?));
    }
    // The middle lies between the second and the third corner (`warriors.md` 1.7).
    let part =
        |at: usize, i: usize| corners.get(at).and_then(|(_, c): &(_, [f64; 3])| c.get(i)).copied().unwrap_or(0.0);
    let middle = [(part(1, 0) + part(2, 0)) / 2.0, (part(1, 1) + part(2, 1)) / 2.0];
    let (sin, cos) = (libm::sin(degrees.to_radians()), libm::cos(degrees.to_radians()));
    for (fields, [x, y, _]) in corners {
        let (dx, dy) = (x - middle[0], y - middle[1]);
        let [fx, fy, _] = fields;
        put(draft, node, fx, tidy(middle[0] + cos * dx - sin * dy))?;
        put(draft, node, fy, tidy(middle[1] + sin * dx + cos * dy))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_add_up() {
        let quarter = about_z(90.0);
        let half = turned(quarter, quarter);
        assert!((half[2] - 1.0).abs() < 1e-12 && half[3].abs() < 1e-12);
        assert_eq!(turned([0.0, 0.0, 0.0, 1.0], [0.5; 4]), [0.5; 4]);
    }

    #[test]
    fn a_rotation_that_is_edited_gets_the_length_of_one() {
        assert_eq!(unit([0.0, 0.0, 0.0, 2.0]), [0.0, 0.0, 0.0, 1.0]);
        assert_eq!(unit([0.0; 4]), [0.0; 4]);
        assert!(unit([0.0, 0.0, f64::INFINITY, 1.0])[3] == 1.0);
    }
}
