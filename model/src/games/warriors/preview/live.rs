//! Values of the moment, by the names that people see.

use super::fixed::Fixed;
use super::world::{WarriorsWorld, camera};
use super::{carry, emitter, link, loose, thing, tint, train};
use crate::games::warriors::tables;
use crate::preview::{Address, Live as LiveValue, Reading, Subject};

/// The subject an address names.
pub(super) fn find(fixed: &Fixed, address: &Address) -> Option<Subject> {
    let row = usize::try_from(address.row).ok()?;
    let of = |table: &'static str, count: usize| {
        (address.table == table && row < count).then_some(Subject::new(table, address.row))
    };
    let emitters = fixed.emitters.iter().map(|emitter| emitter.subject);
    let thing = fixed.things.iter().map(|thing| thing.subject).chain(emitters);
    of("walker", 1)
        .or_else(|| of("cameras", 1))
        .or_else(|| of("dummies", 60))
        .or_else(|| of("zones", 255))
        .or_else(|| of("streaming", 1))
        .or_else(|| of("doors", fixed.doors.len()))
        .or_else(|| of("panes", fixed.panes.len()))
        .or_else(|| of("trains", usize::from(train::SLOTS)))
        .or_else(|| of(loose::MADE, 4096))
        .or_else(|| of("flags", fixed.flags.len()))
        .or_else(|| of("calls", fixed.orders.len()))
        .or_else(|| fixed.owned.contains_key(&address.row).then(|| of(tables::TRIANGLES.key, usize::MAX))?)
        .or_else(|| of(tables::NAV_LINKS.key, fixed.navigation.links.len()))
        .or_else(|| thing.into_iter().find(|thing| Address::from(*thing) == *address))
}

fn flag(value: bool) -> Reading {
    Reading::Int(value.into())
}

/// The fields of each table.
fn fields(table: &str) -> &'static [&'static str] {
    match table {
        "doors" => &["state", "angle", "hitpoints", "pickable", "collision", "is_open"],
        "triangles" => &["flags", "material"],
        "panes" => &["broken", "body", "near", "colour"],
        "trains" => &["running", "points"],
        "spawns" | "lines" => &["live", "x", "y", "z", "tint", "opacity", "broken"],
        _ => &[],
    }
}

/// A value by name.
pub(super) fn value(world: &WarriorsWorld, of: &Subject, field: &str) -> Option<Reading> {
    let (fixed, live) = (&world.fixed, &world.live);
    let row = usize::try_from(of.row).ok()?;
    match of.table {
        "walker" | "dummies" => {
            if field == "aimed_at" {
                return made(world, *of, field);
            }
            let person = if of.table == "walker" { live.walker.as_ref() } else { live.dummies.get(&of.row) }?;
            Some(match field {
                "x" => person.position.x.into(),
                "y" => person.position.y.into(),
                "z" => person.position.z.into(),
                "facing" => person.facing.into(),
                "gait" => Reading::Int(person.gait().into()),
                "airborne" => flag(person.airborne),
                "team" => person.team.into(),
                _ if of.table == "walker" => return hands(world, field),
                _ => return None,
            })
        }
        loose::MADE => made(world, *of, field),
        "zones" if field == "on" => u16::try_from(of.row).ok().map(|zone| flag(live.zones.contains(&zone))),
        "streaming" if field == "paused" => Some(flag(live.paused)),
        "flags" if field == "on" => Some(flag(!live.flags_off.contains(&of.row))),
        "doors" => {
            let (spec, door) = (fixed.doors.get(row)?, live.doors.get(row)?);
            Some(match field {
                "state" => Reading::Int(door.state.into()),
                "angle" => door.swing.angle(live.tick).into(),
                "hitpoints" => door.hitpoints.into(),
                "pickable" => flag(door.pickable),
                "collision" => flag(spec.triangles.iter().flatten().any(|triangle| !live.off.contains(triangle))),
                "is_open" => flag(door.state == super::door::state::OPEN),
                "body" => flag(door.body),
                "material" => Reading::Int(spec.material.into()),
                _ => return None,
            })
        }
        "panes" => {
            let (spec, pane) = (fixed.panes.get(row)?, live.panes.get(row)?);
            Some(match field {
                "broken" => flag(pane.broken),
                "gone" => flag(pane.gone),
                "body" => flag(pane.body),
                "near" => flag(pane.near),
                "colour" => Reading::Int(pane.colour(spec).into()),
                "collision" => flag(spec.triangles.iter().flatten().any(|triangle| !live.off.contains(triangle))),
                "shards" => {
                    let own = live.shards.iter().filter(|shard| shard.pane == of.row).count();
                    Reading::Int(i64::try_from(own).unwrap_or(i64::MAX))
                }
                _ => return None,
            })
        }
        "triangles" => {
            let owned = fixed.owned.get(&of.row)?;
            // Bit 0 is whether it stops anybody.
            let off = u16::from(live.off.contains(&of.row));
            match field {
                "flags" => Some(Reading::Int((owned.flags & !off).into())),
                "material" => Some(Reading::Int(owned.material.into())),
                _ => None,
            }
        }
        "trains" => {
            let train = live.trains.get(row)?;
            Some(match field {
                "running" => flag(train.running),
                "points" => Reading::Int(i64::try_from(train.points.len()).unwrap_or(i64::MAX)),
                "radius" => train.radius.into(),
                _ => return None,
            })
        }
        "spawns" | "lines" => {
            if let Some(at) = emitter::index(fixed, *of) {
                return emitter::value(live, fixed.emitters.get(at)?, at, field);
            }
            let at = thing::index(fixed, *of)?;
            let (spec, state) = (fixed.things.get(at)?, live.things.get(at)?);
            Some(match field {
                "live" => flag(state.live),
                "removed" => flag(state.removed),
                "broken" => flag(state.prop.broken.is_some()),
                "hits_left" => state.prop.left.into(),
                "hidden" => flag(state.hidden),
                "hittable" => flag(!state.simple.unhittable),
                "sounds" => flag(state.simple.sounds),
                "x" => state.at.x.into(),
                "y" => state.at.y.into(),
                "z" => state.at.z.into(),
                "held" | "airborne" | "removal" | "aimed_at" => return made(world, *of, field),
                "tint" => Reading::Int(state.tint.into()),
                "alpha" => Reading::Int(state.marker.alpha.into()),
                "angle" => Reading::Int(state.marker.angle.into()),
                "opacity" => {
                    let distance = (state.at - camera(fixed, live)).length();
                    tint::opacity(spec, state, distance, live.tick).into()
                }
                _ => return None,
            })
        }
        table if table == tables::NAV_LINKS.key => {
            let link: &link::Link = live.navigation.links.get(row)?;
            match field {
                "avoid" => Some(flag(link.avoid)),
                "kind" => Some(Reading::Int(link.kind.into())),
                _ => None,
            }
        }
        _ => None,
    }
}

/// What the walker does with its hands.
fn hands(world: &WarriorsWorld, field: &str) -> Option<Reading> {
    let live = &world.live;
    let held = live.objects.iter().find(|object| object.is_held());
    let set = held.and_then(|object| object.kind(&world.fixed)).map_or(0, |kind| kind.set);
    let aims = live.aim.is_some();
    Some(match field {
        "holds" => flag(held.is_some()),
        "style" => Reading::Int(if aims { carry::AIMING } else { set }),
        "aims" => flag(aims),
        "pitch" => live.aim.as_ref()?.pitch.into(),
        "spray_charges" => Reading::Int(live.hand.charges.into()),
        "class" => live.walker.as_ref()?.class.into(),
        _ => Reading::Int(carry::slot(set, aims, field.strip_prefix("slot_")?.parse().ok()?)?),
    })
}

/// What can be read of something that left its place.
fn made(world: &WarriorsWorld, of: Subject, field: &str) -> Option<Reading> {
    let live = &world.live;
    let object = live.objects.iter().find(|object| object.subject == of);
    if field == "aimed_at" {
        return Some(flag(live.aim.as_ref().is_some_and(|aim| aim.meets == Some(of))));
    }
    let is = |place: fn(&loose::Place) -> bool| flag(object.is_some_and(|object| place(&object.place)));
    Some(match field {
        "held" => is(|place| matches!(place, loose::Place::Hand { .. })),
        "airborne" => is(|place| *place == loose::Place::Air),
        // Ticks that are left.
        "removal" => Reading::Int(object?.removal?.saturating_sub(live.tick).into()),
        "live" => flag(object.is_some()),
        "x" => object?.at.x.into(),
        "y" => object?.at.y.into(),
        "z" => object?.at.z.into(),
        _ => return None,
    })
}

/// Everything that can differ from the document.
pub(super) fn all(world: &WarriorsWorld) -> Vec<LiveValue> {
    let fixed = &world.fixed;
    let mut all = Vec::new();
    let subjects = fixed.doors.iter().map(|door| door.subject);
    let subjects = subjects.chain(fixed.panes.iter().map(|pane| pane.subject));
    let subjects = subjects.chain((0..u32::from(train::SLOTS)).map(|slot| Subject::new("trains", slot)));
    let subjects = subjects.chain(fixed.owned.keys().map(|row| Subject::new(tables::TRIANGLES.key, *row)));
    for subject in subjects.chain(fixed.things.iter().map(|thing| thing.subject)) {
        for field in fields(subject.table) {
            if let Some(now) = value(world, &subject, field) {
                let glides = *field == "angle";
                all.push(LiveValue { glides, ..LiveValue::new(subject, field, now) });
            }
        }
    }
    for (at, spec) in fixed.emitters.iter().enumerate() {
        for field in emitter::fields(spec.sort) {
            if let Some(now) = emitter::value(&world.live, spec, at, field) {
                let glides = *field == "light";
                all.push(LiveValue { glides, ..LiveValue::new(spec.subject, field, now) });
            }
        }
    }
    all
}
