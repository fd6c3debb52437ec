//! Fields of the record tables made ready: where each lies in a record's bytes, and how it is written in XML.

use std::fmt::Write as _;
use std::sync::LazyLock;

use levelwright_model::games::oni::chunk::{ObjectType, TYPES};
use levelwright_model::games::oni::records::{
    BOX, DIALOGUE_LINE, EVENT, OBJECT_HEADER, PATROL_POINT, SHORT_SOUND, SOUND, SPHERE, TECHNIQUE,
};
use levelwright_model::record::{Facts, Field, FlagNames, Int, Kind, Names, Number, Place, Schema};

use super::layout::{self, Part};
use super::{float, names};

/// How a field is written.
#[derive(Clone, Debug)]
enum Form {
    Text(usize),
    Number(Number),
    Low(Number),
    Real(usize),
    Choice(Number, &'static Names),
    Flags(Number, Vec<(u8, &'static str)>),
    Colour,
    YesNo,
    Facing,
}

/// A field's place and form.
#[derive(Clone, Debug)]
pub(super) struct Slot {
    at: usize,
    form: Form,
    /// The field.
    pub(super) field: &'static Field,
}

/// A part of an element made ready.
#[derive(Clone, Debug)]
pub(super) enum Step {
    Slot(&'static str, Slot),
    Group(&'static str, Vec<Step>),
    Events,
    Lines,
    Points,
    Techniques(&'static str, usize),
}

impl Step {
    /// The element.
    pub(super) fn tag(&self) -> &'static str {
        match self {
            Step::Slot(tag, _) | Step::Group(tag, _) | Step::Techniques(tag, _) => tag,
            Step::Events => "Events",
            Step::Lines => "DialogLines",
            Step::Points => "Points",
        }
    }
}

/// A record's own values as the facts that its overlays ask for.
struct Given(&'static str, i128);

impl Facts for Given {
    fn field(&self, path: &str) -> Option<i128> {
        (path == self.0).then_some(self.1)
    }
    fn level(&self, _: &str) -> Option<i128> {
        None
    }
    fn layout(&self) -> u16 {
        0
    }
}

/// An object type made ready.
#[derive(Debug)]
pub(super) struct Ready {
    pub(super) of: &'static ObjectType,
    pub(super) header: Vec<Step>,
    osd: Vec<Step>,
    /// Of sounds: of a box, and of a sphere without its unused end.
    other: [Vec<Step>; 2],
}

static READY: LazyLock<Vec<Ready>> = LazyLock::new(|| TYPES.iter().map(Ready::new).collect());

/// An attribute of a patrol point.
pub(super) type Attribute = (&'static str, Slot);

/// A sort of patrol point: type, element, attributes.
#[derive(Debug)]
pub(super) struct PointSort {
    pub(super) kind: i64,
    pub(super) tag: &'static str,
    pub(super) attributes: Vec<Attribute>,
}

/// Every sort of patrol point but the loops.
pub(super) static POINTS: LazyLock<Vec<PointSort>> = LazyLock::new(|| {
    let sort = |(kind, tag, attributes): &(i64, &'static str, &'static [(&'static str, &'static str)])| {
        let facts = Given("type", (*kind).into());
        let mut found = Vec::new();
        for (attribute, name) in *attributes {
            let Some(field) = PATROL_POINT.field_for(name, &facts) else { continue };
            // A place is spread over three attributes.
            let part = ["X", "Y", "Z"].iter().position(|axis| axis == attribute).filter(|_| *name == "point");
            let slot = match (part, *name) {
                (Some(part), _) => Some(Slot { at: start(field) + 4 * part, form: Form::Real(1), field }),
                (None, "facing") => Some(Slot { at: start(field), form: Form::Facing, field }),
                (None, _) => Slot::of(field, false),
            };
            found.extend(slot.map(|slot| (*attribute, slot)));
        }
        PointSort { kind: *kind, tag, attributes: found }
    };
    layout::POINTS.iter().map(sort).collect()
});

/// The event's target, and the function it calls.
pub(super) static EVENT_SLOTS: LazyLock<[Option<Slot>; 2]> = LazyLock::new(|| {
    let slot = |name, kind| Slot::of(EVENT.field_for(name, &Given("type", kind))?, false);
    // A link is written as the number it is.
    [slot("target", 2), slot("function", 1)]
});

/// A line of a conversation.
pub(super) static LINE: LazyLock<Vec<Step>> = LazyLock::new(|| steps(&DIALOGUE_LINE, layout::LINE, &Given("", 0)));
/// A technique.
pub(super) static TECHNIQUE_STEPS: LazyLock<Vec<Step>> =
    LazyLock::new(|| steps(&TECHNIQUE, layout::TECHNIQUE, &Given("", 0)));

impl Ready {
    fn new(of: &'static ObjectType) -> Ready {
        let parts = layout::of(of);
        let sound = std::ptr::eq(of.schema, &SOUND);
        let shape = |shape: i64| Given("shape", shape.into());
        let osd = steps(of.schema, parts, &if sound { shape(SPHERE) } else { Given("", 0) });
        let other = if sound {
            [steps(&SOUND, parts, &shape(BOX)), steps(&SHORT_SOUND, parts, &shape(SPHERE))]
        } else {
            [Vec::new(), Vec::new()]
        };
        Ready { of, header: steps(&OBJECT_HEADER, layout::HEADER, &Given("", 0)), osd, other }
    }

    /// The type with a tag in reading order.
    pub(super) fn by_tag(tag: &[u8]) -> Option<&'static Ready> {
        READY.iter().find(|ready| ready.of.tag == tag)
    }

    /// A type.
    pub(super) fn of(of: &ObjectType) -> Option<&'static Ready> {
        Ready::by_tag(of.tag)
    }

    /// What stands in an object's `OSD`; `None` of a sound of unknown shape.
    pub(super) fn osd(&self, schema: &'static Schema, head: &[u8]) -> Option<&[Step]> {
        if !std::ptr::eq(self.of.schema, &SOUND) {
            return Some(&self.osd);
        }
        if std::ptr::eq(schema, &SHORT_SOUND) {
            return Some(&self.other[1]);
        }
        self.sound(schema.base_field("shape")?.read(head, &[], 0).ok()?.as_int()?)
    }

    /// The same of a sound by its shape.
    pub(super) fn sound(&self, shape: i128) -> Option<&[Step]> {
        match i64::try_from(shape).ok()? {
            SPHERE => Some(&self.osd),
            BOX => Some(&self.other[0]),
            _ => None,
        }
    }
}

/// Parts made ready. Every name in the layout is a field; a test sees to it.
fn steps(schema: &'static Schema, parts: &'static [Part], facts: &Given) -> Vec<Step> {
    let mut out = Vec::with_capacity(parts.len());
    let slot = |name: &str, low| Slot::of(schema.field_for(name, facts)?, low);
    for part in parts {
        match part {
            Part::Field(tag, name) => out.extend(slot(name, false).map(|slot| Step::Slot(tag, slot))),
            Part::Low(tag, name) => out.extend(slot(name, true).map(|slot| Step::Slot(tag, slot))),
            Part::Group(tag, inner) => out.push(Step::Group(tag, steps(schema, inner, facts))),
            Part::Shape if facts.1 == i128::from(BOX) => {
                out.push(Step::Group("Box", steps(schema, BOX_PARTS, facts)));
            }
            Part::Shape => out.push(Step::Group("Sphere", steps(schema, SPHERE_PARTS, facts))),
            Part::Events => out.push(Step::Events),
            Part::Lines => out.push(Step::Lines),
            Part::Points => out.push(Step::Points),
            Part::Techniques(tag, list) => out.push(Step::Techniques(tag, *list)),
        }
    }
    out
}

static SPHERE_PARTS: &[Part] = &[Part::Field("MinRadius", "min_radius"), Part::Field("MaxRadius", "max_radius")];
static BOX_PARTS: &[Part] = &[Part::Field("Min", "box_min"), Part::Field("Max", "box_max")];

fn start(field: &Field) -> usize {
    field.place.extent().0 as usize
}

impl Slot {
    fn of(field: &'static Field, low: bool) -> Option<Slot> {
        let len = |from: (u32, u32)| (from.1 - from.0) as usize;
        let number = field.number();
        let form = match (field.kind, number) {
            (Kind::Text { .. }, _) => Form::Text(len(field.place.extent())),
            (Kind::Real32, _) => Form::Real(1),
            (Kind::Vector { count, .. }, _) => Form::Real(count.into()),
            (Kind::Colour(_), _) => Form::Colour,
            (Kind::Choice(names), Some(number)) => Form::Choice(number, names),
            (Kind::Flags(of), Some(number)) if !low => Form::Flags(number, spelled(of)),
            (Kind::Bool, Some(number)) if number.int == Int::U8 => Form::YesNo,
            (_, Some(number)) if low => Form::Low(number),
            (Kind::Int | Kind::Link(_) | Kind::Bool, Some(number)) => Form::Number(number),
            _ => return None,
        };
        matches!(field.place, Place::Number { .. } | Place::Bytes { .. }).then(|| Slot {
            at: start(field),
            form,
            field,
        })
    }

    /// Adds the field's text, as it stands between two tags or in an attribute.
    ///
    /// # Errors
    /// If it cannot stand in XML.
    pub(super) fn write(&self, bytes: &[u8], out: &mut String, attribute: bool) -> Result<(), String> {
        let short = || format!("{} is not there", self.field.name);
        let take = |at: usize, len: usize| bytes.get(self.at + at..self.at + at + len).ok_or_else(short);
        match &self.form {
            Form::Text(len) => {
                let all = take(0, *len)?;
                let text = all.split(|byte| *byte == 0).next().unwrap_or_default();
                return escape(text, out, attribute).map_err(|byte| {
                    format!("{} has the control character {byte}, which cannot stand in XML", self.field.name)
                });
            }
            Form::Real(count) => {
                for at in 0..*count {
                    if at > 0 {
                        out.push(' ');
                    }
                    let four: [u8; 4] = take(4 * at, 4)?.try_into().map_err(|_| short())?;
                    float::show(out, f32::from_le_bytes(four));
                }
                return Ok(());
            }
            Form::Colour => {
                let [blue, green, red, alpha] = take(0, 4)?.try_into().map_err(|_| short())?;
                // Writing to a String cannot fail.
                write!(out, "{red} {green} {blue}").unwrap_or_default();
                if alpha != 255 {
                    write!(out, " {alpha}").unwrap_or_default();
                }
                return Ok(());
            }
            Form::YesNo => {
                out.push_str(if take(0, 1)? == [0] { "No" } else { "Yes" });
                return Ok(());
            }
            _ => {}
        }
        let value = self.number(bytes).ok_or_else(short)?;
        match &self.form {
            Form::Low(_) => write!(out, "{}", value & 0xFF).unwrap_or_default(),
            Form::Choice(_, of) => match names::name(of, value) {
                Some(name) => out.push_str(name),
                None => write!(out, "{value}").unwrap_or_default(),
            },
            Form::Facing => match names::FACINGS.iter().find(|(own, _)| *own == value) {
                Some((_, name)) => out.push_str(name),
                None => write!(out, "{value}").unwrap_or_default(),
            },
            Form::Flags(_, of) => {
                // The other program knows eight bits of a trigger volume and leaves out the rest.
                let value = if of.len() == 8 { value & 0xFF } else { value };
                let known = of.iter().fold(0, |all, (bit, _)| all | 1i64 << bit);
                if value & !known != 0 {
                    write!(out, "{value}").unwrap_or_default();
                    return Ok(());
                }
                let from = out.len();
                for (_, name) in of.iter().filter(|(bit, _)| value & 1 << bit != 0) {
                    if out.len() > from {
                        out.push(' ');
                    }
                    out.push_str(name);
                }
            }
            _ => write!(out, "{value}").unwrap_or_default(),
        }
        Ok(())
    }

    fn stored(&self) -> Option<Number> {
        match &self.form {
            Form::Number(number) | Form::Low(number) | Form::Choice(number, _) | Form::Flags(number, _) => {
                Some(*number)
            }
            Form::Facing => self.field.number(),
            _ => None,
        }
    }

    /// The stored number.
    pub(super) fn number(&self, bytes: &[u8]) -> Option<i64> {
        let number = self.stored()?;
        let len = number.int.bytes() as usize;
        let place = bytes.get(self.at..self.at + len)?;
        let mut all = [0u8; 8];
        match number.order {
            levelwright_model::record::Order::Little => all.get_mut(..len)?.copy_from_slice(place),
            levelwright_model::record::Order::Big => {
                all.iter_mut().zip(place.iter().rev()).for_each(|(to, from)| *to = *from);
            }
        }
        let value = u64::from_le_bytes(all);
        // Up to 32 bits here, so nothing is lost.
        let shift = 64 - 8 * u32::try_from(len).ok()?;
        let signed = (value << shift).cast_signed() >> shift;
        // The other program keeps plain numbers of more than a byte with a sign, whatever they mean.
        let plain = matches!(self.form, Form::Number(_)) && len > 1;
        Some(if plain || number.int.signed() { signed } else { value.cast_signed() })
    }

    fn put(&self, bytes: &mut [u8], value: i64) -> Result<(), String> {
        let Some(number) = self.stored() else { return Err(format!("{} is no number", self.field.name)) };
        let (mut min, mut max) = number.int.range();
        if matches!(self.form, Form::Number(_)) {
            // With or without a sign: both name the same bits.
            let bits = number.int.bytes() * 8;
            (min, max) = (min.min(-(1 << (bits - 1))), max.max((1 << bits) - 1));
        }
        if i128::from(value) < min || i128::from(value) > max {
            return Err(format!("{value} is outside {min}..{max}"));
        }
        let len = number.int.bytes() as usize;
        let mut all = value.to_le_bytes();
        let all = all.get_mut(..len).unwrap_or_default();
        if number.order == levelwright_model::record::Order::Big {
            all.reverse();
        }
        if let Some(place) = bytes.get_mut(self.at..self.at + len) {
            place.copy_from_slice(all);
        }
        Ok(())
    }

    /// Stores what a text says.
    ///
    /// # Errors
    /// If it says nothing that fits.
    pub(super) fn read(&self, text: &str, bytes: &mut [u8]) -> Result<(), String> {
        let word = text.trim();
        let whole = |word: &str| word.parse::<i64>().map_err(|_| format!("“{word}” is no whole number"));
        match &self.form {
            Form::Text(len) => {
                let place = bytes.get_mut(self.at..self.at + len).unwrap_or_default();
                for (at, c) in text.chars().enumerate() {
                    let byte = u8::try_from(u32::from(c)).ok().filter(|byte| *byte != 0);
                    let byte = byte.ok_or_else(|| format!("the character {c:?} does not exist in Latin-1"))?;
                    let slot = place.get_mut(at).ok_or_else(|| {
                        format!("the text needs {} bytes, there is room for {len}", text.chars().count())
                    })?;
                    *slot = byte;
                }
                Ok(())
            }
            Form::Real(count) => {
                let mut words = word.split_whitespace();
                for at in 0..*count {
                    let word = words.next().ok_or_else(|| format!("{count} numbers are needed"))?;
                    let number = float::parse(word).ok_or_else(|| format!("“{word}” is no number"))?;
                    if let Some(place) = bytes.get_mut(self.at + 4 * at..self.at + 4 * at + 4) {
                        place.copy_from_slice(&number.to_le_bytes());
                    }
                }
                words.next().map_or(Ok(()), |more| Err(format!("“{more}” is one number too many")))
            }
            Form::Colour => {
                let parts: Result<Vec<u8>, _> = word.split_whitespace().map(str::parse).collect();
                let (red, green, blue, alpha) = match parts.as_deref() {
                    Ok([red, green, blue]) => (*red, *green, *blue, 255),
                    Ok([red, green, blue, alpha]) => (*red, *green, *blue, *alpha),
                    _ => return Err(format!("“{word}” is no colour: three or four numbers from 0 to 255")),
                };
                if let Some(place) = bytes.get_mut(self.at..self.at + 4) {
                    place.copy_from_slice(&[blue, green, red, alpha]);
                }
                Ok(())
            }
            Form::YesNo => {
                let value = match word {
                    "Yes" | "true" | "1" => 1,
                    "No" | "false" | "0" => 0,
                    _ => return Err(format!("“{word}” is neither Yes nor No")),
                };
                bytes.get_mut(self.at).into_iter().for_each(|byte| *byte = value);
                Ok(())
            }
            Form::Number(_) | Form::Low(_) => self.put(bytes, whole(word)?),
            Form::Choice(_, of) => {
                let value = names::value(of, word).or_else(|| word.parse().ok());
                self.put(bytes, value.ok_or_else(|| format!("“{word}” is none of the names here"))?)
            }
            Form::Facing => {
                let own = names::FACINGS.iter().find(|(_, name)| *name == word).map(|(value, _)| *value);
                self.put(bytes, own.map_or_else(|| whole(word), Ok)?)
            }
            Form::Flags(_, of) => {
                let mut value = 0;
                for word in word.split_whitespace() {
                    let bit = of.iter().find(|(_, name)| *name == word).map(|(bit, _)| 1i64 << bit);
                    let bit = bit.or_else(|| word.parse().ok());
                    value |= bit.ok_or_else(|| format!("“{word}” is none of the flags here"))?;
                }
                self.put(bytes, value)
            }
        }
    }
}

fn spelled(of: &'static FlagNames) -> Vec<(u8, &'static str)> {
    names::flags(of)
}

/// Adds text with what XML wants otherwise; answers a byte that cannot stand there.
pub(super) fn escape(text: &[u8], out: &mut String, attribute: bool) -> Result<(), u8> {
    for byte in text {
        match byte {
            b'&' => out.push_str("&amp;"),
            b'<' => out.push_str("&lt;"),
            b'>' => out.push_str("&gt;"),
            b'"' if attribute => out.push_str("&quot;"),
            b'\r' => out.push_str("&#xD;"),
            b'\n' if attribute => out.push_str("&#xA;"),
            b'\t' if attribute => out.push_str("&#x9;"),
            b'\n' | b'\t' => out.push(char::from(*byte)),
            0..=0x1F => return Err(*byte),
            _ => out.push(char::from(*byte)),
        }
    }
    Ok(())
}
