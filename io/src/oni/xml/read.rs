//! OniSplit's XML to the bytes of a list.

use levelwright_model::games::oni::chunk::{ObjectType, VERSION};
use levelwright_model::games::oni::names::EVENTS;
use levelwright_model::games::oni::records::{
    BOX, DIALOGUE_LINE, EVENT, MELEE, MOST_POINTS, OBJECT_HEADER, PATROL_POINT, SOUND, SPHERE, TECHNIQUE,
};
use levelwright_model::record::Role;

use super::layout::{LOOP, LOOP_FROM, MOVES, parameters};
use super::parse::{Piece, Reader, attributes, plain};
use super::place::{EVENT_SLOTS, LINE, POINTS, Ready, Slot, Step, TECHNIQUE_STEPS};
use super::write::move_names;
use super::{XmlError, float, names};

/// The type and the bytes of the list that a text is.
///
/// # Errors
/// With the line, if it is none.
pub(crate) fn read(text: &str) -> Result<(&'static ObjectType, Vec<u8>), XmlError> {
    let mut reader = Reader::new(text);
    open(&mut reader, "Oni")?;
    let Some(Piece::Open { tag: "Objects", empty, .. }) = reader.tag()? else {
        return Err(reader.error("the element Objects is missing: this is no list of objects"));
    };
    if empty {
        return Err(reader.error("there are no objects, so nobody can say of which type the list is"));
    }
    // A third of the text is more than the objects take, except where every text is empty.
    let mut out = Vec::with_capacity(text.len() / 3);
    out.extend_from_slice(b"CJBO");
    out.extend_from_slice(&[0; 4]);
    out.extend_from_slice(&VERSION.to_le_bytes());
    let mut ready: Option<&'static Ready> = None;
    loop {
        match reader.tag()? {
            Some(Piece::Open { tag, attributes, empty: false }) => {
                let own = Ready::by_tag(tag.as_bytes());
                let own = own.ok_or_else(|| reader.error(format!("{tag} is no type of object")))?;
                if ready.is_some_and(|ready| ready.of.tag != own.of.tag) {
                    return Err(reader.error("a file holds objects of one type"));
                }
                ready = Some(own);
                object(&mut reader, own, tag, attributes, &mut out)?;
            }
            Some(Piece::Close("Objects")) => break,
            _ => return Err(reader.error("an object is expected")),
        }
    }
    close(&mut reader, "Oni")?;
    let ready =
        ready.ok_or_else(|| reader.error("there are no objects, so nobody can say of which type the list is"))?;
    out.extend_from_slice(&[0; 4]);
    let size = u32::try_from(out.len() - 8);
    let size = size.map_err(|_| XmlError::List("the list needs more than the 32 bits of its size allow".to_owned()))?;
    if let Some(place) = out.get_mut(4..8) {
        place.copy_from_slice(&size.to_le_bytes());
    }
    Ok((ready.of, out))
}

fn open(reader: &mut Reader<'_>, wanted: &str) -> Result<(), XmlError> {
    match reader.tag()? {
        Some(Piece::Open { tag, empty: false, .. }) if tag == wanted => Ok(()),
        _ => Err(reader.error(format!("the element {wanted} is expected"))),
    }
}

fn close(reader: &mut Reader<'_>, wanted: &str) -> Result<(), XmlError> {
    match reader.tag()? {
        Some(Piece::Close(tag)) if tag == wanted => Ok(()),
        _ => Err(reader.error(format!("the end of {wanted} is expected"))),
    }
}

/// What is read of an object before it is put together.
struct Made {
    head: Vec<u8>,
    /// Children, one behind the other.
    below: Vec<u8>,
    /// How many children each list of them has.
    counts: Vec<u32>,
    moves: Vec<u8>,
}

fn object(
    reader: &mut Reader<'_>,
    ready: &'static Ready,
    tag: &str,
    given: &str,
    out: &mut Vec<u8>,
) -> Result<(), XmlError> {
    let mut made =
        Made { head: vec![0; ready.of.schema.size as usize], below: Vec::new(), counts: Vec::new(), moves: Vec::new() };
    if let Some(place) = made.head.get_mut(4..8) {
        place.copy_from_slice(&ready.of.stored_tag());
    }
    for attribute in attributes(given) {
        match attribute {
            Some(("Id", id)) => {
                let id: i64 = id.trim().parse().map_err(|_| reader.error(format!("“{id}” is no object id")))?;
                let id = u32::try_from(id).or_else(|_| i32::try_from(id).map(i32::cast_unsigned));
                let id = id.map_err(|_| reader.error("an object id has 32 bits"))?;
                if let Some(place) = made.head.get_mut(8..12) {
                    place.copy_from_slice(&id.to_le_bytes());
                }
            }
            _ => return Err(reader.error(format!("{tag} has one attribute, Id"))),
        }
    }
    open(reader, "Header")?;
    steps(reader, &ready.header, "Header", &mut made)?;
    open(reader, "OSD")?;
    let osd = if std::ptr::eq(ready.of.schema, &SOUND) {
        let shape = shape(reader)?;
        // The shape's field is the same in both layouts.
        if let Some(place) = made.head.get_mut(SHAPE..SHAPE + 4) {
            place.copy_from_slice(&u32::try_from(shape).unwrap_or(0).to_le_bytes());
        }
        ready.sound(shape.into())
    } else {
        ready.osd(ready.of.schema, &made.head)
    };
    steps(reader, osd.unwrap_or_default(), "OSD", &mut made)?;
    close(reader, tag)?;
    put(reader, ready, made, out)
}

/// Place of a sound's shape: behind the header and a name of 32 bytes (`oni.md` 2.14).
const SHAPE: usize = OBJECT_HEADER.size as usize + 0x20;

/// The shape of the sound that the reader stands at, without moving it.
fn shape(reader: &Reader<'_>) -> Result<i64, XmlError> {
    let mut ahead = reader.clone();
    loop {
        match ahead.next()? {
            Some(Piece::Open { tag: "Sphere", .. }) => return Ok(SPHERE),
            Some(Piece::Open { tag: "Box", .. }) => return Ok(BOX),
            Some(Piece::Close("OSD")) | None => return Err(reader.error("a sound has a Sphere or a Box")),
            _ => {}
        }
    }
}

/// Reads the elements of a step list up to the end of the element around them. They may stand in any order, each once.
fn steps(reader: &mut Reader<'_>, steps: &[Step], around: &str, made: &mut Made) -> Result<(), XmlError> {
    let mut seen = 0u64;
    let mut next = 0;
    loop {
        let (tag, given, empty) = match reader.tag()? {
            Some(Piece::Open { tag, attributes, empty }) => (tag, attributes, empty),
            Some(Piece::Close(tag)) if tag == around => break,
            _ => return Err(reader.error(format!("{around} is not closed"))),
        };
        // Nearly always they stand in the order of the tables.
        let at = if steps.get(next).is_some_and(|step| step.tag() == tag) {
            Some(next)
        } else {
            steps.iter().position(|step| step.tag() == tag)
        };
        let at = at.ok_or_else(|| reader.error(format!("{tag} does not belong into {around}")))?;
        if !given.trim().is_empty() {
            return Err(reader.error(format!("{tag} has no attributes")));
        }
        if seen & 1 << at != 0 {
            return Err(reader.error(format!("{tag} stands twice")));
        }
        seen |= 1 << at;
        next = at + 1;
        if let Some(found) = steps.get(at) {
            step(reader, found, empty, made)?;
        }
    }
    match steps.iter().enumerate().find(|(at, _)| seen & 1 << at == 0) {
        Some((_, missing)) => Err(reader.error(format!("{} is missing in {around}", missing.tag()))),
        None => Ok(()),
    }
}

fn step(reader: &mut Reader<'_>, step: &Step, empty: bool, made: &mut Made) -> Result<(), XmlError> {
    match step {
        Step::Slot(tag, slot) => {
            let text = if empty { std::borrow::Cow::Borrowed("") } else { reader.text(tag)? };
            slot.read(&text, &mut made.head).map_err(|message| reader.error(format!("{tag}: {message}")))
        }
        Step::Group(tag, _) if empty => Err(reader.error(format!("{tag} is empty"))),
        Step::Group(tag, inner) => steps(reader, inner, tag, made),
        Step::Events => each(reader, "Events", empty, made, |reader, tag, given, made| {
            let event = event(reader, tag, given)?;
            made.below.extend(event);
            Ok(true)
        }),
        Step::Lines => each(reader, "DialogLines", empty, made, |reader, tag, given, made| {
            if tag != "DialogLine" || !given.trim().is_empty() {
                return Err(reader.error("a DialogLine is expected"));
            }
            let mut line = blank(DIALOGUE_LINE.size);
            steps(reader, &LINE, "DialogLine", &mut line)?;
            made.below.extend(line.head);
            Ok(false)
        }),
        Step::Points => points(reader, empty, made),
        Step::Techniques(tag, _) => each(reader, tag, empty, made, |reader, tag, given, made| {
            if tag != "Technique" || !given.trim().is_empty() {
                return Err(reader.error("a Technique is expected"));
            }
            technique(reader, made)?;
            Ok(false)
        }),
    }
}

fn blank(size: u32) -> Made {
    Made { head: vec![0; size as usize], below: Vec::new(), counts: Vec::new(), moves: Vec::new() }
}

/// Reads what stands in a list and counts it. `read` is given each element's beginning and answers whether it wants the
/// element to be empty.
fn each<'a>(
    reader: &mut Reader<'a>,
    around: &str,
    empty: bool,
    made: &mut Made,
    mut read: impl FnMut(&mut Reader<'a>, &'a str, &'a str, &mut Made) -> Result<bool, XmlError>,
) -> Result<(), XmlError> {
    let mut count = 0;
    let mut unfinished = !empty;
    while unfinished {
        match reader.tag()? {
            Some(Piece::Open { tag, attributes, empty }) => {
                let wants_empty = read(reader, tag, attributes, made)?;
                if wants_empty && !empty {
                    close(reader, tag)?;
                }
                if !wants_empty && empty {
                    return Err(reader.error(format!("{tag} is empty")));
                }
                count += 1;
            }
            Some(Piece::Close(tag)) if tag == around => unfinished = false,
            _ => return Err(reader.error(format!("{around} is not closed"))),
        }
    }
    made.counts.push(count);
    Ok(())
}

/// Stores attributes by their slots, each of which must be given.
fn store(reader: &Reader<'_>, given: &str, slots: &[(&'static str, Slot)], bytes: &mut [u8]) -> Result<(), XmlError> {
    let mut seen = 0;
    for attribute in attributes(given) {
        let (name, value) = attribute.ok_or_else(|| reader.error("an attribute is not written as name=\"value\""))?;
        let slot = slots.iter().position(|(own, _)| *own == name);
        let at = slot.ok_or_else(|| reader.error(format!("there is no attribute {name} here")))?;
        let value = plain(value).ok_or_else(|| reader.error("an unknown reference (&…;)"))?;
        if let Some((_, slot)) = slots.get(at) {
            slot.read(&value, bytes).map_err(|message| reader.error(format!("{name}: {message}")))?;
        }
        seen |= 1u32 << at;
    }
    match slots.iter().enumerate().find(|(at, _)| seen & 1 << at == 0) {
        Some((_, (missing, _))) => Err(reader.error(format!("the attribute {missing} is missing"))),
        None => Ok(()),
    }
}

fn event(reader: &Reader<'_>, tag: &str, given: &str) -> Result<Vec<u8>, XmlError> {
    let kind = names::value(&EVENTS, tag).ok_or_else(|| reader.error(format!("{tag} is no event")))?;
    let size = EVENT.variant_size(kind.into()).ok_or_else(|| reader.error(format!("{tag} is no event")))?;
    let mut bytes = vec![0; size as usize];
    // Below 12, so two bytes hold it.
    bytes.iter_mut().zip(kind.to_le_bytes()).take(2).for_each(|(to, from)| *to = from);
    let [target, function] = &*EVENT_SLOTS;
    let slots: Vec<(&'static str, Slot)> = match kind {
        0 => Vec::new(),
        1 => function.iter().map(|slot| ("Function", slot.clone())).collect(),
        _ => target.iter().map(|slot| ("TargetId", slot.clone())).collect(),
    };
    store(reader, given, &slots, &mut bytes)?;
    Ok(bytes)
}

/// Points of a path; the loop around the last ones becomes a point behind them.
fn points(reader: &mut Reader<'_>, empty: bool, made: &mut Made) -> Result<(), XmlError> {
    let mut count = 0u32;
    let mut looped: Option<u32> = None;
    let mut inside = false;
    let mut unfinished = !empty;
    while unfinished {
        match reader.tag()? {
            Some(Piece::Open { tag: "Loop", attributes, empty })
                if looped.is_none() && attributes.trim().is_empty() =>
            {
                looped = Some(count);
                inside = !empty;
            }
            Some(Piece::Open { tag: "Loop", .. }) => {
                return Err(reader.error("a path has one Loop, around its last points"));
            }
            Some(Piece::Open { .. }) if looped.is_some() && !inside => {
                return Err(reader.error("no points can stand behind the Loop"));
            }
            Some(Piece::Open { tag, attributes, empty }) => {
                let sort = POINTS.iter().find(|sort| sort.tag == tag);
                let sort = sort.ok_or_else(|| reader.error(format!("{tag} is no point of a patrol")))?;
                point(reader, sort.kind, attributes, &sort.attributes, made)?;
                if !empty {
                    close(reader, tag)?;
                }
                count += 1;
            }
            Some(Piece::Close("Loop")) if inside => inside = false,
            Some(Piece::Close("Points")) if !inside => unfinished = false,
            _ => return Err(reader.error("Points is not closed")),
        }
    }
    if let Some(from) = looped {
        let kind = if from == 0 { LOOP } else { LOOP_FROM };
        point(reader, kind, "", &[], made)?;
        if from != 0
            && let Some(place) = made.below.len().checked_sub(4).and_then(|at| made.below.get_mut(at..))
        {
            place.copy_from_slice(&from.to_le_bytes());
        }
        count += 1;
    }
    if count > MOST_POINTS {
        return Err(reader.error(format!("the path has {count} points, the game takes {MOST_POINTS}")));
    }
    made.counts.push(count);
    Ok(())
}

fn point(
    reader: &Reader<'_>,
    kind: i64,
    given: &str,
    slots: &[(&'static str, Slot)],
    made: &mut Made,
) -> Result<(), XmlError> {
    let size = PATROL_POINT.variant_size(kind.into()).unwrap_or(4) as usize;
    let from = made.below.len();
    made.below.resize(from + size, 0);
    let Some(bytes) = made.below.get_mut(from..) else { return Ok(()) };
    bytes.iter_mut().zip(kind.to_le_bytes()).take(4).for_each(|(to, from)| *to = from);
    store(reader, given, slots, bytes)
}

/// A technique; its moves go behind those of the ones before.
fn technique(reader: &mut Reader<'_>, made: &mut Made) -> Result<(), XmlError> {
    /// Bytes of a move, and the places of count and first move (`oni.md` 2.9).
    const MOVE: usize = 16;
    const COUNT: usize = 80;
    let mut own = blank(TECHNIQUE.size);
    let first = made.moves.len() / MOVE;
    let mut moves = Vec::new();
    // The moves are read where the other steps are, so they are one of them.
    let mut seen = false;
    let mut given: Vec<usize> = Vec::new();
    loop {
        match reader.tag()? {
            Some(Piece::Open { tag: "Moves", attributes, empty }) if !seen && attributes.trim().is_empty() => {
                seen = true;
                let mut unfinished = !empty;
                while unfinished {
                    match reader.tag()? {
                        Some(Piece::Open { tag, attributes, empty }) => {
                            moves.extend(one_move(reader, tag, attributes)?);
                            if !empty {
                                close(reader, tag)?;
                            }
                        }
                        Some(Piece::Close("Moves")) => unfinished = false,
                        _ => return Err(reader.error("Moves is not closed")),
                    }
                }
            }
            Some(Piece::Open { tag, attributes, empty }) => {
                let at = TECHNIQUE_STEPS.iter().position(|step| step.tag() == tag).filter(|at| !given.contains(at));
                let at = at.filter(|_| attributes.trim().is_empty());
                let at = at.ok_or_else(|| reader.error(format!("{tag} does not belong here")))?;
                given.push(at);
                if let Some(found) = TECHNIQUE_STEPS.get(at) {
                    step(reader, found, empty, &mut own)?;
                }
            }
            Some(Piece::Close("Technique")) => break,
            _ => return Err(reader.error("Technique is not closed")),
        }
    }
    if !seen || given.len() != TECHNIQUE_STEPS.len() {
        return Err(reader.error("an element of the Technique is missing"));
    }
    let numbers = [moves.len() / MOVE, first].map(|number| i32::try_from(number).unwrap_or(i32::MAX).to_le_bytes());
    if let Some(place) = own.head.get_mut(COUNT..COUNT + 8) {
        place.copy_from_slice(&numbers.concat());
    }
    made.below.extend(own.head);
    made.moves.extend(moves);
    Ok(())
}

fn one_move(reader: &Reader<'_>, tag: &str, given: &str) -> Result<Vec<u8>, XmlError> {
    let (category, ..) = MOVES
        .iter()
        .find(|(_, own, _)| *own == tag)
        .ok_or_else(|| reader.error(format!("{tag} is no sort of move")))?;
    let found: Option<Vec<(&str, &str)>> = attributes(given).collect();
    let found = found.ok_or_else(|| reader.error("an attribute is not written as name=\"value\""))?;
    let (_, name) = found.iter().find(|(name, _)| *name == "Type").ok_or_else(|| reader.error("Type is missing"))?;
    let kind = move_names(*category).and_then(|of| names::value(of, name));
    let kind = kind.ok_or_else(|| reader.error(format!("“{name}” is no type of {tag}")))?;
    // A category of eight bits over a type of 24.
    let stored = u32::try_from(category << 24 | kind).map_err(|_| reader.error("Type has 24 bits"))?;
    let mut bytes = stored.to_le_bytes().to_vec();
    bytes.resize(16, 0);
    let wanted = parameters(*category, kind);
    for (name, value) in found.iter().filter(|(name, _)| *name != "Type") {
        let at = wanted.iter().position(|own| own == name);
        let at = at.ok_or_else(|| reader.error(format!("a {tag} of this type has no {name}")))?;
        let number = float::parse(value.trim()).ok_or_else(|| reader.error(format!("“{value}” is no number")))?;
        if let Some(place) = bytes.get_mut(4 + 4 * at..8 + 4 * at) {
            place.copy_from_slice(&number.to_le_bytes());
        }
    }
    match wanted.iter().find(|own| !found.iter().any(|(name, _)| name == *own)) {
        Some(missing) => Err(reader.error(format!("the attribute {missing} is missing"))),
        None => Ok(bytes),
    }
}

/// Puts an object together: counts, children, padding, size.
fn put(reader: &Reader<'_>, ready: &Ready, mut made: Made, out: &mut Vec<u8>) -> Result<(), XmlError> {
    let schema = ready.of.schema;
    let melee = std::ptr::eq(schema, &MELEE);
    if melee {
        made.counts.push(u32::try_from(made.moves.len() / 16).unwrap_or(u32::MAX));
    }
    let fields = schema.base_fields().filter(|field| matches!(field.role, Role::CountOf(_)));
    for (field, count) in fields.zip(&made.counts) {
        let number = field.number().map_or(4, |number| number.int.bytes() as usize);
        let (_, most) = field.number_range().unwrap_or((0, i128::from(u32::MAX)));
        if i128::from(*count) > most {
            return Err(reader.error(format!("{} has room for {most}, not for {count}", field.label_text())));
        }
        let at = field.place.extent().0 as usize;
        if let Some(place) = made.head.get_mut(at..at + number) {
            place.iter_mut().zip(count.to_le_bytes()).for_each(|(to, from)| *to = from);
        }
    }
    let from = out.len();
    out.extend_from_slice(&made.head);
    out.extend_from_slice(&made.below);
    out.extend_from_slice(&made.moves);
    // Objects are padded to multiples of four (`oni.md` 2.1).
    out.resize(from + (out.len() - from).next_multiple_of(4), 0);
    let size = u32::try_from(out.len() - from - 4).map_err(|_| reader.error("the object is too large"))?;
    if let Some(place) = out.get_mut(from..from + 4) {
        place.copy_from_slice(&size.to_le_bytes());
    }
    Ok(())
}
