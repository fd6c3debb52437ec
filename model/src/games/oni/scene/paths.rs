//! Patrol paths: a line from point to point, each point with its number (`oni.md` 2.12).

use std::collections::BTreeMap;

use glam::Vec3;

use super::things::icon;
use super::{Things, place};
use crate::document::{Level, Record};
use crate::games::oni::objects::PATROL_POINT_KIND;
use crate::games::oni::records::{Flag, ObjectHeader, PatrolPoint};
use crate::record::Value;
use crate::scene::{Colour, Label, Line, Marker, MarkerShape, SceneKey};

const PATH: Colour = Colour::rgb(120, 210, 255);
/// Half the width of a point's badge.
const RADIUS: f32 = 2.0;
/// Point types that lead back: to the first point, to one by its position (`oni.md` 2.12).
const LOOP: u32 = 6;
const LOOP_FROM: u32 = 16;

/// The first flag of each id, which is the one the game takes.
pub(super) fn flags(level: &Level) -> BTreeMap<i16, [f32; 3]> {
    let mut out = BTreeMap::new();
    for record in level.table("flags").into_iter().flat_map(|t| level.rows(t)) {
        if let (Some(flag), Some(header)) = (Flag::new(record.head(), 0), ObjectHeader::new(record.head(), 0)) {
            out.entry(flag.id()).or_insert(header.position());
        }
    }
    out
}

/// Where a point takes a character; `None` for points that do something on the spot.
fn stands(point: &Record<'_>, flags: &BTreeMap<i16, [f32; 3]>) -> Option<Vec3> {
    /// Points that go to a flag, and those that go to a place.
    const TO_FLAG: [u32; 4] = [0, 5, 10, 15];
    const WAIT_AT_FLAG: u32 = 19;
    const TO_POINT: [u32; 2] = [8, 11];
    let kind = PatrolPoint::new(point.head(), 0)?.r#type();
    let at = if TO_FLAG.contains(&kind) || kind == WAIT_AT_FLAG {
        let flag = i16::try_from(point.int("flag")?).ok()?;
        place(*flags.get(&flag)?)
    } else if TO_POINT.contains(&kind) {
        let field = point.fields().into_iter().find(|f| f.name == "point")?;
        let Value::List(list) = point.get(field).ok()? else { return None };
        let mut numbers = list.iter().map(|v| v.as_f64().unwrap_or(0.0) as f32);
        place([numbers.next()?, numbers.next()?, numbers.next()?])
    } else {
        return None;
    };
    at.is_finite().then_some(at)
}

/// Adds the paths of a level.
pub(super) fn add(level: &Level, out: &mut Things) {
    let flags = flags(level);
    for path in level.table("patrol_paths").into_iter().flat_map(|t| level.rows(t)) {
        let count = path.children().map_or(0, |c| c.len());
        let key = SceneKey(u64::from(path.id().number));
        let points: Vec<Record<'_>> = (0..count).filter_map(|at| path.child(at)).collect();
        let places: Vec<Option<Vec3>> = points.iter().map(|p| stands(p, &flags)).collect();
        let mut last: Option<Vec3> = None;
        let line = |from: Vec3, to: Vec3, dashed: bool| Line {
            key: Some(key),
            arrow: true,
            dashed,
            ..Line::new(from + Vec3::Z, to + Vec3::Z, PATH)
        };
        for (point, at) in points.iter().zip(&places) {
            if let Some(at) = at {
                if let Some(from) = last {
                    out.lines.push(line(from, *at, false));
                }
                badge(point, *at, out);
                last = Some(*at);
                continue;
            }
            // A loop leads to the first place at or behind the point it names.
            let kind = PatrolPoint::new(point.head(), 0).map_or(u32::MAX, |p| p.r#type());
            let back = match kind {
                LOOP => Some(0),
                LOOP_FROM => point.int("target").and_then(|t| usize::try_from(t).ok()).map(|t| t.min(count - 1)),
                _ => None,
            };
            let to = back.and_then(|back| places.iter().skip(back).flatten().next());
            if let (Some(from), Some(to)) = (last, to)
                && from != *to
            {
                out.lines.push(line(from, *to, true));
            }
        }
    }
}

fn badge(point: &Record<'_>, at: Vec3, out: &mut Things) {
    let key = SceneKey(u64::from(point.id().number));
    let marker = Marker {
        icon: icon(&PATROL_POINT_KIND),
        colour: PATH,
        shape: MarkerShape::Round,
        ..Marker::new(key, at + Vec3::Z * RADIUS * 2.0, RADIUS)
    };
    let text = point.position().to_string();
    out.labels.push(Label { key: Some(key), at: marker.centre(), text, importance: 0 });
    out.markers.push(marker);
}
