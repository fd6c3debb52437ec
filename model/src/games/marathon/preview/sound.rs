//! What the walker hears: random sounds, ambient sounds, sound sources (`marathon.md` 2.7).

use std::sync::Arc;

use super::drawing::place;
use super::fixed::{Fixed, NONE, at};
use super::polygon_trigger::TABLE as POLYGONS;
use super::world::{Live, Run, subject};
use super::{light, medium, monster, walker};
use crate::document::Level;
use crate::games::marathon::geometry::distance::guess;
use crate::games::marathon::geometry::map::Point;
use crate::games::marathon::records::{AmbientSound, Object, RandomSound};
use crate::preview::{Fidelity, Form, Shape, Subject, Truth};
use crate::scene::Colour;

/// How true it is.
pub(super) const FIDELITY: &[Fidelity] = &[
    Fidelity {
        file: "sound",
        what: "when random sounds play, their volume, direction and pitch",
        truth: Truth::Documents,
        note: "the walker's polygon; drawn from a generator of its own that begins at 1",
    },
    Fidelity {
        file: "sound",
        what: "ambient sounds and sound sources",
        truth: Truth::Assumed,
        note: "all are of normal loudness, for the sounds file says which are quiet or loud; heard anew every 15 ticks, from any source within 10 units",
    },
    Fidelity {
        file: "sound",
        what: "sounds of platforms, panels, liquids and monsters",
        truth: Truth::NotSimulated,
        note: "what makes them is logged",
    },
];

pub(super) const RANDOM: &str = "random_sounds";
const AMBIENT: &str = "ambient_sounds";

/// Sound source flags (`marathon.md` 1.3).
const ON_PLATFORM: u64 = 1 << 0;
const FROM_CEILING: u64 = 1 << 1;
const FLOATS: u64 = 1 << 4;
/// Random sound flag: comes from everywhere.
const NO_DIRECTION: u16 = 1 << 0;
/// The ambient sound under the surface of a liquid.
const UNDER_MEDIA: i16 = 4;
/// How far a sound of normal loudness carries: 10 world units.
const CARRIES: i16 = 10 * 1024;
/// Ticks between two listenings.
const PAUSE: u32 = 15;
/// The full volume.
const FULL: i32 = 256;

/// A random sound's numbers.
#[derive(Clone, Copy, Debug)]
struct Random {
    flags: u16,
    volume: i16,
    delta_volume: i16,
    period: i16,
    delta_period: i16,
    direction: i16,
    delta_direction: i16,
    pitch: i32,
    delta_pitch: i32,
    phase: i16,
}

/// A sound source.
#[derive(Clone, Copy, Debug)]
struct Source {
    object: u32,
    sound: i16,
    /// 0 to 256, or minus the light whose intensity it is.
    volume: i16,
    polygon: i16,
    position: Point,
    z: i16,
    flags: u64,
}

/// What never changes about sounds.
#[derive(Clone, Debug, Default)]
pub(super) struct Spec {
    random: Vec<Random>,
    /// Sound and volume.
    ambient: Vec<(i16, i16)>,
    sources: Vec<Source>,
}

/// Reads the sounds of a level.
pub(super) fn read(level: &Level) -> Spec {
    let mut spec = Spec::default();
    if let Some(table) = level.table(RANDOM) {
        spec.random.extend(table.heads().filter_map(|bytes| {
            let record = RandomSound::new(bytes, table.layout)?;
            Some(Random {
                flags: record.flags(),
                volume: record.volume(),
                delta_volume: record.delta_volume(),
                period: record.period(),
                delta_period: record.delta_period(),
                direction: record.direction(),
                delta_direction: record.delta_direction(),
                pitch: record.pitch(),
                delta_pitch: record.delta_pitch(),
                phase: record.phase(),
            })
        }));
    }
    if let Some(table) = level.table(AMBIENT) {
        spec.ambient.extend(table.heads().filter_map(|bytes| {
            let record = AmbientSound::new(bytes, table.layout)?;
            Some((record.sound(), record.volume()))
        }));
    }
    if let Some(table) = level.table("objects") {
        spec.sources.extend((0..).zip(table.heads()).filter_map(|(object, bytes)| {
            let record = Object::new(bytes, table.layout).filter(|object| object.group() == 5)?;
            let position = Point { x: record.x(), y: record.y() };
            let (polygon, flags) = (record.polygon(), record.flags());
            Some(Source {
                object,
                sound: record.index(),
                volume: record.facing(),
                polygon,
                position,
                z: record.z(),
                flags,
            })
        }));
    }
    spec
}

/// Makes the sounds as loading does.
pub(super) fn load(run: &mut Run<'_>) {
    run.live.sound_phases = Arc::new(run.fixed.sounds.random.iter().map(|sound| sound.phase).collect());
}

/// One tick of the random sound of the walker's polygon, and now and then of all others it hears.
pub(super) fn tick(run: &mut Run<'_>) {
    let Some(polygon) = run.live.walker.as_ref().map(|walker| walker.polygon) else { return };
    if run.live.tick.is_multiple_of(PAUSE) {
        listen(run);
    }
    let fixed = run.fixed;
    let Some(index) = at(&fixed.polygons, polygon).map(|polygon| polygon.random_sound) else { return };
    let (Ok(row), Some(sound)) = (usize::try_from(index), at(&fixed.sounds.random, index)) else { return };
    let Some(phase) = run.live.sound_phases.get(row).copied() else { return };
    if phase == 0 {
        let volume = i64::from(sound.volume) + drawn(run, sound.delta_volume.into());
        let direction = i64::from(sound.direction) + drawn(run, sound.delta_direction.into());
        let pitch = i64::from(sound.pitch) + drawn(run, sound.delta_pitch);
        let here = subject(POLYGONS, usize::try_from(polygon).unwrap_or(0));
        let own = subject(RANDOM, row);
        let played = run.log.add(own, "random sound", here, volume, None);
        if sound.flags & NO_DIRECTION == 0 {
            run.log.add(own, "sound direction", here, direction.rem_euclid(512), played);
        }
        run.log.add(own, "sound pitch", here, pitch, played);
    }
    let mut next = phase.wrapping_sub(1);
    if next < 0 {
        // Cut to 16 bits as the original's field is.
        next = sound.period.wrapping_add(drawn(run, sound.delta_period.into()) as i16);
    }
    if let Some(phase) = Arc::make_mut(&mut run.live.sound_phases).get_mut(row) {
        *phase = next;
    }
}

/// Less than the delta, 0 without one.
fn drawn(run: &mut Run<'_>, delta: i32) -> i64 {
    if delta == 0 { 0 } else { i64::from(i32::from(run.live.local_random.draw()) % delta) }
}

/// Something the walker hears.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Heard {
    source: Subject,
    volume: i32,
}

/// Volume at a distance for a sound of normal loudness: 256 up to 1 unit, 0 at 10; behind something 128 at once, 0 at 7.
fn attenuated(distance: i32, obstructed: bool) -> i32 {
    let (loudest, from, to) = if obstructed { (128, 0, 7 * 1024) } else { (FULL, 1024, i32::from(CARRIES)) };
    match distance {
        near if near <= from => loudest,
        far if far >= to => 0,
        between => loudest * (to - between) / (to - from),
    }
}

/// How loud a source is by itself, 256 at most; 0 while the platform it belongs to stands.
fn own_volume(fixed: &Fixed, live: &Live, source: &Source) -> i32 {
    let silent = source.flags & ON_PLATFORM != 0
        && !fixed
            .platform_at(source.polygon)
            .and_then(|index| live.platforms.get(index))
            .is_some_and(super::platform::State::is_moving);
    match source.volume {
        _ if silent => 0,
        // 65,536 is the full intensity, 256 the full volume.
        light if light < 0 => light::intensity(&live.lights, light.saturating_neg()) >> 8,
        volume => volume.into(),
    }
}

fn heard(run: &Run<'_>) -> Vec<Heard> {
    let mut all = Vec::new();
    let fixed = run.fixed;
    let Some(walker) = run.live.walker.as_ref() else { return all };
    let Some(here) = at(&fixed.polygons, walker.polygon) else { return all };
    let under = medium::height(run, here.media).is_some_and(|height| walker.position[2] <= i32::from(height));
    if under {
        all.push(Heard { source: subject(medium::TABLE, usize::try_from(here.media).unwrap_or(0)), volume: FULL });
    } else if let Some(&(_, volume)) = at(&fixed.sounds.ambient, here.ambient_sound) {
        let row = usize::try_from(here.ambient_sound).unwrap_or(0);
        all.push(Heard { source: subject(AMBIENT, row), volume: volume.into() });
    }
    for source in &fixed.sounds.sources {
        if source.sound == UNDER_MEDIA && !under {
            continue;
        }
        let own = own_volume(fixed, run.live, source);
        let distance = distance(run, source, walker.position);
        if own <= 0 || distance >= CARRIES.into() {
            continue;
        }
        let obstructed = !walker::sees(run, source.polygon, source.position);
        let volume = attenuated(distance, obstructed) * own / FULL;
        if volume > 0 {
            all.push(Heard { source: Subject::new("objects", source.object), volume });
        }
    }
    all
}

/// How high a source is at the moment.
fn height(fixed: &Fixed, live: &Live, source: &Source) -> i32 {
    let media = at(&fixed.polygons, source.polygon).map_or(NONE, |polygon| polygon.media);
    let base = if source.flags & FLOATS != 0 && media != NONE {
        at(&live.media, media).map_or(0, |medium| medium.height)
    } else if source.flags & FROM_CEILING != 0 {
        monster::ceiling(fixed, live, source.polygon)
    } else {
        monster::floor(fixed, live, source.polygon)
    };
    i32::from(base) + i32::from(source.z)
}

fn distance(run: &Run<'_>, source: &Source, [x, y, z]: [i32; 3]) -> i32 {
    let up = (height(run.fixed, run.live, source) - z).abs();
    let clamp = |number: i32| i16::try_from(number).unwrap_or(if number < 0 { i16::MIN } else { i16::MAX });
    guess(source.position, Point { x: clamp(x), y: clamp(y) }).max(up)
}

const SOURCE: Colour = Colour::rgb(190, 130, 220);

/// Where sounds are, to draw: how far each source carries, thick while the walker hears it, and the room whose ambient
/// or random sound the walker hears.
pub(super) fn shapes(fixed: &Fixed, live: &Live) -> Vec<Shape> {
    let shape = |subject, part, strong, form| Shape { subject, part, colour: SOURCE, strong, form };
    let sources = fixed.sounds.sources.iter().filter(|source| own_volume(fixed, live, source) > 0);
    let mut shapes: Vec<Shape> = sources
        .map(|source| {
            let subject = Subject::new("objects", source.object);
            let Point { x, y } = source.position;
            let centre = place([x.into(), y.into(), height(fixed, live, source)]);
            shape(subject, 0, live.heard.contains(&subject), Form::Circle { centre, radius: f32::from(CARRIES) })
        })
        .collect();
    let Some(walker) = &live.walker else { return shapes };
    let Some(here) = at(&fixed.polygons, walker.polygon) else { return shapes };
    let sounds = &fixed.sounds;
    let heard = [(AMBIENT, here.ambient_sound, sounds.ambient.len()), (RANDOM, here.random_sound, sounds.random.len())];
    let floor = monster::floor(fixed, live, walker.polygon).into();
    for (table, index, count) in heard {
        let Some(row) = usize::try_from(index).ok().filter(|row| *row < count) else { continue };
        let outline = here.points.get(..here.corners).unwrap_or_default();
        let around = outline.iter().chain(outline.first()).map(|p| place([p.x.into(), p.y.into(), floor])).collect();
        shapes.push(shape(subject(table, row), 0, table == AMBIENT, Form::Path(around)));
    }
    shapes
}

/// Compares what is heard now with what was: begins and ends are logged.
fn listen(run: &mut Run<'_>) {
    let now = heard(run);
    let walker = walker::SUBJECT;
    let sources: Vec<Subject> = now.iter().map(|heard| heard.source).collect();
    let before = std::mem::replace(&mut run.live.heard, Arc::new(sources));
    for source in before.iter().filter(|&source| !run.live.heard.contains(source)) {
        run.log.add(*source, "sound ends", walker, 0, None);
    }
    for Heard { source, volume } in now {
        if !before.contains(&source) {
            run.log.add(source, "sound begins", walker, volume.into(), None);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn loudness_falls_with_distance() {
        let units = |units: i32, obstructed| attenuated(units * 1024, obstructed);
        assert_eq!([units(0, false), units(1, false), units(10, false), units(11, false)], [256, 256, 0, 0]);
        assert_eq!(attenuated(5632, false), 128, "half way");
        assert_eq!([units(0, true), units(7, true)], [128, 0]);
    }
}
