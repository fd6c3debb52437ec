//! What can be looked up in the running level, by the names of the records' fields where there are such.

use super::fixed::Fixed;
use super::placement;
use super::world::{Live, subject};
use super::{control_panel, light, medium, platform, polygon_trigger, walker};
use crate::preview::{Address, Live as LiveValue, Reading, Subject};

/// Tags are no table; `tags/7` is everything with tag 7.
pub(super) const TAGS: &str = "tags";

/// Which behaviours move the rows of a table.
pub(super) fn behaviours(table: &str) -> &'static [&'static str] {
    match table {
        "lights" | "lights_m1" | "saved_lights" => &["light"],
        "media" => &["medium"],
        "platforms" | "saved_platforms" => &["platform"],
        "sides" => &["control_panel", "platform", "transfer_mode"],
        TAGS => &["control_panel"],
        "polygons" => &["polygon_trigger", "platform", "medium", "transfer_mode", "mission"],
        "objects" | "things" => &["monster", "placement", "sound"],
        "placement" => &["placement"],
        "ambient_sounds" | "random_sounds" => &["sound"],
        "walker" => &["walker"],
        "info" => &["mission"],
        _ => &[],
    }
}

fn row(list: usize, row: u32) -> bool {
    usize::try_from(row).is_ok_and(|row| row < list)
}

/// The subject an address names.
pub(super) fn find(fixed: &Fixed, live: &Live, address: &Address) -> Option<Subject> {
    let tables: [(&'static str, bool); 9] = [
        (light::TABLE, row(fixed.lights.len(), address.row)),
        (medium::TABLE, row(fixed.media.len(), address.row)),
        (platform::TABLE, fixed.platforms.iter().any(|p| p.subject == Subject::new(platform::TABLE, address.row))),
        (control_panel::TABLE, row(fixed.sides.len(), address.row)),
        (polygon_trigger::TABLE, row(fixed.polygons.len(), address.row)),
        ("objects", placement::find(&live.things, "objects", address.row).is_some()),
        ("things", placement::find(&live.things, "things", address.row).is_some()),
        (TAGS, i16::try_from(address.row).is_ok()),
        (walker::SUBJECT.table, address.row == 0),
    ];
    let (table, _) = tables.into_iter().find(|(table, exists)| *table == address.table && *exists)?;
    Some(Subject::new(table, address.row))
}

/// A value by name.
pub(super) fn value(fixed: &Fixed, live: &Live, of: &Subject, field: &str) -> Option<Reading> {
    if *of == walker::SUBJECT {
        let walker = live.walker.as_ref()?;
        let [x, y, z] = walker.position;
        return Some(match field {
            "x" => x.into(),
            "y" => y.into(),
            "z" => z.into(),
            "facing" => walker.facing.into(),
            "polygon" => walker.polygon.into(),
            "energy" => walker.energy.into(),
            "oxygen" => walker.oxygen.into(),
            _ => return None,
        });
    }
    if *of == subject("info", 0) && field == "mission" {
        return Some(live.mission.number().into());
    }
    let row = usize::try_from(of.row).ok()?;
    let here = |values: &[LiveValue]| values.iter().find(|v| v.subject == *of && v.field == field).map(|v| v.value);
    match of.table {
        light::TABLE => here(&light_values(row, live.lights.get(row)?)),
        medium::TABLE => here(&medium_values(row, live.media.get(row)?)),
        control_panel::TABLE => side_value(fixed, row, *live.sides.get(row)?, field).map(Reading::Int),
        polygon_trigger::TABLE if field == "kind" => live.polygon_kinds.get(row).map(|kind| (*kind).into()),
        _ => {
            let platforms = fixed.platforms.iter().zip(&live.platforms);
            platforms
                .flat_map(|(spec, state)| platform_values(spec, state))
                .find(|v| v.subject == *of && v.field == field)
                .map(|v| v.value)
        }
    }
}

fn light_values(row: usize, light: &light::State) -> [LiveValue; 3] {
    let subject = subject(light::TABLE, row);
    let state = i64::try_from(light.state).unwrap_or(0);
    [
        LiveValue::gliding(subject, "intensity", light.intensity),
        LiveValue::new(subject, "state", state),
        LiveValue::new(subject, "phase", light.phase),
    ]
}

fn medium_values(row: usize, medium: &medium::State) -> [LiveValue; 3] {
    let subject = subject(medium::TABLE, row);
    [("height", medium.height), ("origin_x", medium.origin[0]), ("origin_y", medium.origin[1])]
        .map(|(field, value)| LiveValue::gliding(subject, field, value))
}

fn platform_values(spec: &platform::Spec, platform: &platform::State) -> [LiveValue; 4] {
    let polygon = subject(polygon_trigger::TABLE, usize::try_from(spec.polygon).unwrap_or(0));
    [
        LiveValue::new(spec.subject, "state", i64::from(platform.flags)),
        LiveValue::new(spec.subject, "ticks_until_restart", platform.ticks_until_restart),
        LiveValue::gliding(polygon, "floor_height", platform.floor),
        LiveValue::gliding(polygon, "ceiling_height", platform.ceiling),
    ]
}

fn side_value(fixed: &Fixed, row: usize, side: control_panel::State, field: &str) -> Option<i64> {
    let texture = control_panel::texture(fixed, row, side);
    match field {
        "primary_y" => Some(side.primary_y.into()),
        "on" => Some(side.on.into()),
        "primary_texture_collection" => texture.map(|(collection, _)| collection.into()),
        "primary_texture_shape" => texture.map(|(_, shape)| shape.into()),
        _ => None,
    }
}

/// Everything that can differ from the document.
pub(super) fn all(fixed: &Fixed, live: &Live) -> Vec<LiveValue> {
    let mut all = Vec::new();
    all.extend(live.lights.iter().enumerate().flat_map(|(row, light)| light_values(row, light)));
    all.extend(live.media.iter().enumerate().flat_map(|(row, medium)| medium_values(row, medium)));
    all.extend(
        fixed.platforms.iter().zip(&live.platforms).flat_map(|(spec, platform)| platform_values(spec, platform)),
    );
    // Marathon 1 numbers types otherwise; only what was explored has changed there.
    let kinds = live.polygon_kinds.iter().zip(&fixed.polygons).enumerate();
    all.extend(
        kinds
            .filter(|(_, (kind, polygon))| **kind != polygon.kind)
            .map(|(row, (kind, _))| LiveValue::new(subject(polygon_trigger::TABLE, row), "kind", *kind)),
    );
    for (row, (state, side)) in live.sides.iter().zip(&fixed.sides).enumerate() {
        let panel = control_panel::texture(fixed, row, *state).is_some();
        let fields = ["primary_y", "primary_texture_collection", "primary_texture_shape", "on"];
        for field in fields
            .into_iter()
            .filter(|field| if *field == "primary_y" { control_panel::is_moved(side, state) } else { panel })
        {
            let value = side_value(fixed, row, *state, field);
            let subject = subject(control_panel::TABLE, row);
            let live = |value| LiveValue { glides: field == "primary_y", ..LiveValue::new(subject, field, value) };
            all.extend(value.map(live));
        }
    }
    all
}
