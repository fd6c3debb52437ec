//! Objects that come from a clipboard: with rows and cross references of their own in the level they come to, and with
//! what they hold (`systemshock.md` 4.5).

use super::common::*;
use super::lists::{Lists, NOWHERE, Sort, class_table, object};
use super::{contents, notes, schedule};
use crate::clipboard::{ClipboardSpec, Made, Part, Thing};
use crate::document::{Level, LevelId, ObjectId, Objects};
use crate::edit::Draft;
use crate::games::Arguments;
use crate::games::shock::objects::{sort_name, table_of};
use crate::games::shock::records::class::PREFIX;
use crate::games::shock::records::{Object, ReferenceRow, V12};
use crate::games::shock::resources::SIDE;
use crate::games::shock::tables::{CLASS_TABLES, OBJECTS, REFERENCES, SCHEDULE};
use crate::record::Refusal;

/// How objects are pasted. The lists' own numbers are not anybody's to find again.
pub static CLIPBOARD: ClipboardSpec = ClipboardSpec {
    make,
    along: Some(along),
    decided: &[
        ("objects", "reference"),
        ("objects", "next"),
        ("objects", "previous"),
        ("references", "object"),
        ("references", "next"),
        ("references", "ring"),
    ],
};

/// What an object holds comes along with it.
fn along(level: &Level, objects: &Objects, id: ObjectId) -> Vec<ObjectId> {
    held(level, id).into_iter().filter_map(|number| Some(objects.of_node(number)?.id)).collect()
}

/// Nodes of the objects that an object holds.
fn held(level: &Level, id: ObjectId) -> Vec<u32> {
    let found = || {
        let record = level.record(id.node.number).filter(|r| std::ptr::eq(r.table().spec, &OBJECTS))?;
        let view = Object::new(record.head(), record.layout())?;
        let sort = Sort { class: view.class(), subclass: view.subclass(), kind: view.r#type() };
        let table = table_of(level, CLASS_TABLES.get(usize::from(sort.class))?)?;
        let row = table.row_head(usize::try_from(view.class_index()).ok()?)?;
        let number = |at: &usize| Some(u16::from_le_bytes(*row.get(*at..)?.first_chunk()?)).filter(|n| *n != 0);
        let objects = record.table();
        let node = |number: u16| objects.row_number(usize::from(number));
        Some(contents::slots(sort).iter().filter_map(number).filter_map(node).collect())
    };
    found().unwrap_or_default()
}

fn make(draft: &mut Draft, level: LevelId, things: &[Thing]) -> Result<Vec<Made>, Refusal> {
    level_of(draft, &Arguments { level: level.0, ..Arguments::default() })?;
    things.iter().map(|thing| one(draft, level, thing)).collect()
}

fn one(draft: &mut Draft, level: LevelId, thing: &Thing) -> Result<Made, Refusal> {
    let part = |wanted: fn(&Part) -> bool| thing.parts.iter().find(|p| wanted(p));
    if let Some(event) = part(|p| std::ptr::eq(p.table, &SCHEDULE)) {
        return schedule::add(draft, level, &event.subtree.head).map(|node| vec![node]);
    }
    let common = part(|p| std::ptr::eq(p.table, &OBJECTS));
    let view = common.and_then(|part| Object::new(&part.subtree.head, part.layout));
    let (Some(common), Some(view)) = (common, view.filter(|v| v.active() != 0)) else {
        return Err(Refusal::rule(format!(
            "{} cannot be pasted: every level has its own fixed list of {}",
            thing.name, thing.kind.plural
        )));
    };
    let sort = Sort { class: view.class(), subclass: view.subclass(), kind: view.r#type() };
    let (table, _) = class_table(sort.class)?;
    let class = thing.parts.iter().find(|p| std::ptr::eq(p.table, table));
    let class = class.ok_or_else(|| Refusal::rule(format!("{} lacks its row of {}", thing.name, table.label)))?;
    let (x, y, hit_points) = (view.x(), view.y(), view.hit_points());
    // Version 12 has a byte of padding in front of all this (3.2).
    let pad = usize::from(common.layout == V12);
    let rest = common.subtree.head.get(object::Z + pad..object::END + pad).unwrap_or_default().to_vec();
    let own = class.subtree.head.get(PREFIX..).unwrap_or_default().to_vec();

    let mut lists = Lists::new(draft, level)?;
    let row = lists.create(sort, hit_points)?;
    let entry = lists.get(&OBJECTS, row, object::CLASS_INDEX)?;
    lists.write(table, entry, PREFIX, &own)?;
    if x != NOWHERE {
        let told = |refusal: Refusal| Refusal::rule(format!("{}: {refusal}", thing.name));
        let place = (coordinate("x", x.into()).map_err(told)?, coordinate("y", y.into()).map_err(told)?);
        lists.spread(row, &tiles(thing, place))?;
        lists.put(&OBJECTS, row, object::X, x)?;
        lists.put(&OBJECTS, row, object::Y, y)?;
    }
    lists.write(&OBJECTS, row, object::Z, &rest)?;
    if (sort.class, sort.subclass, sort.kind) == (12, 2, 3) {
        let text = note_of(draft.level(level)?, sort, &thing.name);
        notes::set_text(draft, level, row, &text)?;
    }
    let lists = Lists::new(draft, level)?;
    let mut references = lists.ring(row)?.into_iter();
    let mut made = Vec::with_capacity(thing.parts.len());
    for part in &thing.parts {
        made.push(if std::ptr::eq(part.table, &OBJECTS) {
            lists.node(&OBJECTS, row)?
        } else if is_class_row(part) {
            lists.node(table, entry)?
        } else if let Some(reference) = references.next() {
            lists.node(&REFERENCES, reference)?
        } else {
            // Moved over the border it touches fewer tiles than before; those come last.
            break;
        });
    }
    Ok(made)
}

fn is_class_row(part: &Part) -> bool {
    CLASS_TABLES.iter().any(|spec| std::ptr::eq(*spec, part.table))
}

/// The tiles that a copy touches: its own first, and those beside it as where it comes from, as far as they are on the
/// map.
fn tiles(thing: &Thing, (x, y): (u16, u16)) -> Vec<(u8, u8)> {
    let side = SIDE as i16;
    let rows = thing.parts.iter().filter(|p| std::ptr::eq(p.table, &REFERENCES));
    let touched: Vec<(i16, i16)> = rows
        .filter_map(|part| ReferenceRow::new(&part.subtree.head, part.layout))
        .map(|row| (row.x(), row.y()))
        .filter(|(x, y)| (0..side).contains(x) && (0..side).contains(y))
        .collect();
    let home = ((x >> 8) as u8, (y >> 8) as u8);
    let own = (i16::from(home.0), i16::from(home.1));
    // The place may have been moved on the way, the tiles were not. What is made in the engine's order has its own tile
    // first; else which one that is cannot be told any more (4.4, X5).
    let from = if touched.contains(&own) { Some(own) } else { touched.first().copied() };
    let mut out = vec![home];
    if let Some(from) = from {
        let moved = touched.iter().map(|(x, y)| (x - from.0 + own.0, y - from.1 + own.1));
        let inside = moved.filter(|(x, y)| (0..side).contains(x) && (0..side).contains(y));
        let others = inside.filter_map(|(x, y)| Some((u8::try_from(x).ok()?, u8::try_from(y).ok()?)));
        out.extend(others.filter(|tile| *tile != home));
    }
    out
}

/// The text of a copied note: its name says it, behind that of its type. Its place among the texts means nothing in
/// another level.
fn note_of(level: &Level, sort: Sort, name: &str) -> String {
    let own = name.strip_prefix(&sort_name(level, sort)).and_then(|rest| rest.strip_prefix(": "));
    own.or_else(|| name.split_once(": ").map(|(_, text)| text)).unwrap_or_default().to_owned()
}
