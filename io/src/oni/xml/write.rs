//! A list of objects as OniSplit's XML: UTF-8 with its mark, four blanks, LF.

use std::fmt::Write as _;

use levelwright_model::document::{Node, Rows, Table};
use levelwright_model::games::oni::chunk::ObjectType;
use levelwright_model::games::oni::names::{ATTACKS, EVADES, EVENTS, MANEUVERS, POSITIONS, THROWS};
use levelwright_model::games::oni::records::{Event, OBJECT_HEADER, ObjectHeader, Technique};
use levelwright_model::record::Names;

use super::layout::{LOOP, LOOP_FROM, MOVES, parameters};
use super::place::{EVENT_SLOTS, LINE, POINTS, Ready, Step, TECHNIQUE_STEPS};
use super::{XmlError, float, names};

/// The text of a list.
///
/// # Errors
/// If an object holds what the other program's XML has no form for; which, and what, is told.
pub(crate) fn write(table: &Table, of: &'static ObjectType) -> Result<String, XmlError> {
    if let Some(reason) = &table.opaque {
        return Err(XmlError::List(format!("the list cannot be read: {reason}")));
    }
    let Rows::Nodes(list) = &table.rows else { return Err(XmlError::List("the list has no objects".to_owned())) };
    nodes(list.iter(), list.len(), of)
}

/// The text of some objects.
///
/// # Errors
/// As of [`write`].
pub(super) fn nodes<'a>(
    list: impl Iterator<Item = &'a Node>,
    count: usize,
    of: &'static ObjectType,
) -> Result<String, XmlError> {
    let ready = Ready::of(of).ok_or_else(|| XmlError::List("objects of this type have no XML".to_owned()))?;
    // About what an object takes; the text grows where it is more.
    let mut writer = Writer { out: String::with_capacity(256 + count * 1200), depth: 2 };
    writer.out.push_str("\u{FEFF}<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<Oni>\n");
    if count == 0 {
        writer.out.push_str("    <Objects />\n");
    } else {
        writer.out.push_str("    <Objects>\n");
        for (at, node) in list.enumerate() {
            writer.object(ready, node).map_err(|message| XmlError::Object { at, message })?;
        }
        writer.out.push_str("    </Objects>\n");
    }
    writer.out.push_str("</Oni>");
    Ok(writer.out)
}

struct Writer {
    out: String,
    depth: usize,
}

const BLANKS: &str = "                                                                                ";

type Done = Result<(), String>;

impl Writer {
    fn indent(&mut self) {
        // Nothing here is twenty deep.
        self.out.push_str(BLANKS.get(..self.depth * 4).unwrap_or(BLANKS));
    }

    fn open(&mut self, tag: &str) {
        self.indent();
        self.out.push('<');
        self.out.push_str(tag);
        self.out.push_str(">\n");
        self.depth += 1;
    }

    fn close(&mut self, tag: &str) {
        self.depth -= 1;
        self.indent();
        self.out.push_str("</");
        self.out.push_str(tag);
        self.out.push_str(">\n");
    }

    fn empty(&mut self, tag: &str) {
        self.indent();
        self.out.push('<');
        self.out.push_str(tag);
        self.out.push_str(" />\n");
    }

    /// An element around elements, or an empty one.
    fn list(&mut self, tag: &str, is_empty: bool, inner: impl FnOnce(&mut Writer) -> Done) -> Done {
        if is_empty {
            self.empty(tag);
            return Ok(());
        }
        self.open(tag);
        inner(self)?;
        self.close(tag);
        Ok(())
    }

    fn object(&mut self, ready: &Ready, node: &Node) -> Done {
        if std::ptr::eq(node.schema, &OBJECT_HEADER) {
            return Err("its type or its data are not known, so there is no XML for it".to_owned());
        }
        let tag: String = ready.of.tag.iter().map(|byte| char::from(*byte)).collect();
        let id = ObjectHeader::new(&node.head, 0).map_or(0, |header| header.object_id());
        self.indent();
        // Writing to a String cannot fail. The other program keeps ids with a sign.
        writeln!(self.out, "<{tag} Id=\"{}\">", id.cast_signed()).unwrap_or_default();
        self.depth += 1;
        self.open("Header");
        self.steps(&ready.header, node)?;
        self.close("Header");
        self.open("OSD");
        let osd = ready.osd(node.schema, &node.head);
        self.steps(osd.ok_or("its shape is not known, so there is no XML for it")?, node)?;
        self.close("OSD");
        self.close(&tag);
        Ok(())
    }

    fn steps(&mut self, steps: &[Step], node: &Node) -> Done {
        for step in steps {
            match step {
                Step::Slot(tag, slot) => {
                    self.indent();
                    self.out.push('<');
                    self.out.push_str(tag);
                    self.out.push('>');
                    slot.write(&node.head, &mut self.out, false)?;
                    self.out.push_str("</");
                    self.out.push_str(tag);
                    self.out.push_str(">\n");
                }
                Step::Group(tag, inner) => {
                    self.open(tag);
                    self.steps(inner, node)?;
                    self.close(tag);
                }
                Step::Events => self.list("Events", node.children.is_empty(), |w| w.events(node))?,
                Step::Lines => self.list("DialogLines", node.children.is_empty(), |w| {
                    for line in node.children.iter() {
                        w.open("DialogLine");
                        w.steps(&LINE, line)?;
                        w.close("DialogLine");
                    }
                    Ok(())
                })?,
                Step::Points => self.points(node)?,
                Step::Techniques(tag, list) => {
                    let techniques = node.children.get(*list).map(|list| &list.children);
                    let techniques = techniques.ok_or("it has no list of techniques")?;
                    self.list(tag, techniques.is_empty(), |w| {
                        techniques.iter().try_for_each(|technique| w.technique(node, technique))
                    })?;
                }
            }
        }
        Ok(())
    }

    fn events(&mut self, node: &Node) -> Done {
        let [target, function] = &*EVENT_SLOTS;
        for event in node.children.iter() {
            let kind = Event::new(&event.head, 0).map_or(0, |event| i64::from(event.r#type()));
            let tag = names::name(&EVENTS, kind).ok_or("an event has no name")?;
            self.indent();
            self.out.push('<');
            self.out.push_str(tag);
            let (attribute, slot) = match kind {
                0 => ("", None),
                1 => ("Function", function.as_ref()),
                _ => ("TargetId", target.as_ref()),
            };
            if let Some(slot) = slot {
                write!(self.out, " {attribute}=\"").unwrap_or_default();
                slot.write(&event.head, &mut self.out, true)?;
                self.out.push('"');
            }
            self.out.push_str(" />\n");
        }
        Ok(())
    }

    /// Points; those that a loop at the end repeats stand in an element of their own.
    fn points(&mut self, node: &Node) -> Done {
        let count = node.children.len();
        let kind = |point: &Node| {
            point.head.get(..4).map_or(-1, |b| i64::from(u32::from_le_bytes(b.try_into().unwrap_or([0xFF; 4]))))
        };
        let last = count.checked_sub(1).and_then(|last| node.children.get(last));
        let from = last.and_then(|point| match kind(point) {
            LOOP => Some(0),
            LOOP_FROM => point.head.get(4..8).map(|b| i64::from(i32::from_le_bytes(b.try_into().unwrap_or([0; 4])))),
            _ => None,
        });
        let points = if from.is_some() { count - 1 } else { count };
        let from = match from {
            None => None,
            Some(from) => match usize::try_from(from) {
                Ok(from) if from < points || (from == 0 && points == 0) => Some(from),
                _ => return Err(format!("its loop leads to point {from}, which has no form in XML")),
            },
        };
        self.list("Points", count == 0, |w| {
            for (at, point) in node.children.iter().enumerate().take(points) {
                if from == Some(at) {
                    w.open("Loop");
                }
                let kind = kind(point);
                if matches!(kind, LOOP | LOOP_FROM) {
                    return Err(format!(
                        "point {at} is a loop that is not the last point: XML can only hold one at the end"
                    ));
                }
                let sort = POINTS.iter().find(|sort| sort.kind == kind).ok_or("a point has no name")?;
                w.indent();
                w.out.push('<');
                w.out.push_str(sort.tag);
                for (attribute, slot) in &sort.attributes {
                    write!(w.out, " {attribute}=\"").unwrap_or_default();
                    slot.write(&point.head, &mut w.out, true)?;
                    w.out.push('"');
                }
                w.out.push_str(" />\n");
            }
            match from {
                Some(0) if points == 0 => w.empty("Loop"),
                Some(_) => w.close("Loop"),
                None => {}
            }
            Ok(())
        })
    }

    fn technique(&mut self, profile: &Node, technique: &Node) -> Done {
        self.open("Technique");
        self.steps(&TECHNIQUE_STEPS, technique)?;
        let view = Technique::new(&technique.head, 0);
        let (count, first) = view.map_or((0, 0), |view| (view.move_count(), view.first_move()));
        let outside = || format!("its technique names {count} moves from {first} on, which do not all exist");
        let (count, first) = (usize::try_from(count).map_err(|_| outside())?, usize::try_from(first).unwrap_or(0));
        let moves = profile.children.get(3).map(|list| &list.children).ok_or("it has no list of moves")?;
        if first.checked_add(count).is_none_or(|end| end > moves.len()) {
            return Err(outside());
        }
        self.list("Moves", count == 0, |w| (first..first + count).try_for_each(|at| w.one_move(moves.get(at))))?;
        self.close("Technique");
        Ok(())
    }

    fn one_move(&mut self, of: Option<&Node>) -> Done {
        let word = |at: usize| of.and_then(|node| node.head.get(at..at + 4)?.try_into().ok()).unwrap_or([0; 4]);
        let stored = u32::from_le_bytes(word(0));
        let (category, kind) = (i64::from(stored >> 24), i64::from(stored & 0x00FF_FFFF));
        let unknown = || format!("a move has the number {stored:#010X}, which has no name");
        let (_, tag, _) = MOVES.iter().find(|(own, ..)| *own == category).ok_or_else(unknown)?;
        let name = move_names(category).and_then(|of| names::name(of, kind)).ok_or_else(unknown)?;
        self.indent();
        write!(self.out, "<{tag} Type=\"{name}\"").unwrap_or_default();
        for (at, attribute) in parameters(category, kind).iter().enumerate() {
            write!(self.out, " {attribute}=\"").unwrap_or_default();
            float::show(&mut self.out, f32::from_le_bytes(word(4 + 4 * at)));
            self.out.push('"');
        }
        self.out.push_str(" />\n");
        Ok(())
    }
}

/// The names of a category's moves.
pub(super) fn move_names(category: i64) -> Option<&'static Names> {
    Some(match category {
        0x00 => &ATTACKS,
        0x10 => &POSITIONS,
        0x20 => &MANEUVERS,
        0x30 => &EVADES,
        0x40 => &THROWS,
        _ => return None,
    })
}
