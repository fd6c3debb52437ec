//! What follows from the geometry beside the edited field: kept as found until a rule's answer changes.
//!
//! After an edit each rule of `marathon.md` 1.5 is asked twice, for the map before and after, about what lies around
//! the edit. Only where the answers differ is anything stored; a stored value that never followed its rule stays
//! (`design.md` 3, derived data).

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use super::common::{is_marathon_1, row};
use super::piece::{self, Piece};
use crate::document::{Level, LevelId, NodeId, State};
use crate::edit::Draft;
use crate::games::marathon::geometry::map::{Endpoint, Line, Map, NONE, PlatformHeights, Point, Polygon};
use crate::games::marathon::geometry::{Kind, endpoint, line, platform, polygon, side};
use crate::games::marathon::records::line::LineField;
use crate::games::marathon::records::points::EndpointField;
use crate::games::marathon::records::polygon::PolygonField;
use crate::games::marathon::records::side::SideField;
use crate::record::{Field, Refusal, Value};

/// What an edit touched, by index.
#[derive(Clone, Debug, Default)]
pub(super) struct Touched {
    pub(super) points: BTreeSet<i16>,
    pub(super) lines: BTreeSet<i16>,
    pub(super) sides: BTreeSet<i16>,
    pub(super) polygons: BTreeSet<i16>,
}

impl Touched {
    /// Adds a row of points, lines, sides or polygons.
    fn add(&mut self, key: &str, at: i16) {
        match key {
            "points" | "endpoints" => self.points.insert(at),
            "lines" => self.lines.insert(at),
            "sides" => self.sides.insert(at),
            _ => self.polygons.insert(at),
        };
    }
}

/// Stores a field of a point, line, side or polygon and what follows from it.
pub(super) fn set(draft: &mut Draft, node: NodeId, field: &Field, value: &Value) -> Result<(), Refusal> {
    if draft.put_off(node) {
        return draft.store(node, field, value).map(|_| ());
    }
    let (record, key) = super::common::found(draft, node)?;
    let mut touched = Touched::default();
    touched.add(key, super::common::index(record.position())?);
    around(draft, node.level, touched, |draft| draft.store(node, field, value).map(|_| ()))
}

/// What follows from all that was set in points, lines, sides and polygons since a state: asked once, for one piece
/// around them all, where one after another would look at every line of the level each time.
pub(super) fn settle_all(draft: &mut Draft, before: &State, nodes: &[NodeId]) -> Result<(), Refusal> {
    let mut levels: BTreeMap<LevelId, Touched> = BTreeMap::new();
    for node in nodes {
        let (record, key) = super::common::found(draft, *node)?;
        levels.entry(node.level).or_default().add(key, super::common::index(record.position())?);
    }
    for (level, touched) in levels {
        if let Some(old) = before.level(level) {
            follow(draft, level, old, touched)?;
        }
    }
    Ok(())
}

/// Carries out an edit that neither adds nor removes points, lines, sides or polygons, and stores what follows.
pub(super) fn around(
    draft: &mut Draft,
    level: LevelId,
    touched: Touched,
    edit: impl FnOnce(&mut Draft) -> Result<(), Refusal>,
) -> Result<(), Refusal> {
    let old = draft.level(level)?.clone();
    edit(draft)?;
    follow(draft, level, &old, touched)
}

fn follow(draft: &mut Draft, level: LevelId, old: &Level, touched: Touched) -> Result<(), Refusal> {
    let new = draft.level(level)?;
    let piece = Piece::around(touched, [old, new]);
    let (before, after) = (piece.map(old), piece.map(new));
    settle(draft, level, &before, &after, &piece)
}

fn sides_of(line: &Line) -> [i16; 2] {
    [line.clockwise_side, line.counterclockwise_side]
}

/// Stores every rule's answer that differs between the maps.
fn settle(draft: &mut Draft, level: LevelId, before: &Map, after: &Map, piece: &Piece) -> Result<(), Refusal> {
    let mut patches = Patches::default();
    // Elevation flags were made before the game moved the platforms, and go on being so.
    let rests = |map: &Map| map.platforms.iter().any(|p| matches!(p.heights, PlatformHeights::Saved { .. }));
    let at_rest = |map| if rests(map) { Cow::Owned(platform::at_rest(map)) } else { Cow::Borrowed(map) };
    let (old_rest, new_rest): (Cow<'_, Map>, Cow<'_, Map>) = (at_rest(before), at_rest(after));
    let inside = |list: &[i16], set: &BTreeSet<i16>| -> BTreeSet<i16> {
        set.iter().map(|index| piece::inside(list, *index)).filter(|index| *index != NONE).collect()
    };
    for index in inside(&piece.lines, &piece.affected.lines) {
        if let (Some(old), Some(new)) = (before.line(index), after.line(index)) {
            lines(&mut patches, index, (before, old), (after, new));
            let rest = |map: &Map| map.line(index).is_some_and(|line| line::is_elevation(map, line));
            let bit = |set: bool| if set { line::ELEVATION } else { 0 };
            patches.line_flags(index, (before, old), (after, new), bit(rest(&old_rest)), bit(rest(&new_rest)));
            sides(&mut patches, index, (before, old), (after, new));
        }
    }
    for index in inside(&piece.polygons, &piece.affected.polygons) {
        if let (Some(old), Some(new)) = (before.polygon(index), after.polygon(index)) {
            polygons(&mut patches, index, (before, old), (after, new));
        }
    }
    // Raw points store nothing but their places.
    if after.kind == Kind::Preprocessed {
        let affected = inside(&piece.points, &piece.affected.points);
        points(&mut patches, (before, &old_rest), (after, &new_rest), &affected);
    }
    patches.store(draft, level, piece)
}

/// What the numbers of a patch name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Names {
    Nothing,
    Points,
    Lines,
    Sides,
    Polygons,
}

impl Names {
    /// A number of the piece as the level has it.
    fn outside(self, piece: &Piece, number: i16) -> i16 {
        match self {
            Names::Nothing => number,
            Names::Points => piece::outside(&piece.points, number),
            Names::Lines => piece::outside(&piece.lines, number),
            Names::Sides => piece::outside(&piece.sides, number),
            Names::Polygons => piece::outside(&piece.polygons, number),
        }
    }
}

/// A change of one field, in the numbers of the piece.
struct Patch {
    key: &'static str,
    index: i16,
    field: &'static Field,
    names: Names,
    change: Change,
}

enum Change {
    /// The whole field.
    Number(i128),
    /// Some elements.
    Elements(Vec<(usize, i16)>),
}

#[derive(Default)]
struct Patches {
    list: Vec<Patch>,
}

impl Patches {
    fn store(self, draft: &mut Draft, level: LevelId, piece: &Piece) -> Result<(), Refusal> {
        let marathon_1 = is_marathon_1(draft.level(level)?);
        for Patch { key, index, field, names, change } in self.list {
            // Marathon 1's sides store neither their polygon nor their line.
            if marathon_1 && key == "sides" && names != Names::Nothing {
                continue;
            }
            let rows = match key {
                "lines" => &piece.lines,
                "sides" => &piece.sides,
                "polygons" => &piece.polygons,
                _ => &piece.points,
            };
            let Some(record) = row(draft.level(level)?, key, piece::outside(rows, index)) else { continue };
            let node = record.id();
            let value = match change {
                Change::Number(number) => match i16::try_from(number) {
                    Ok(number) if names != Names::Nothing => Value::Int(names.outside(piece, number).into()),
                    _ => Value::Int(number),
                },
                Change::Elements(elements) => {
                    let Value::List(mut list) = record.get(field)? else { continue };
                    for (at, new) in elements {
                        if let Some(value) = list.get_mut(at) {
                            *value = Value::Int(names.outside(piece, new).into());
                        }
                    }
                    Value::List(list)
                }
            };
            draft.store(node, field, &value)?;
        }
        Ok(())
    }

    fn number<T: Into<i128> + PartialEq>(
        &mut self,
        (key, index): (&'static str, i16),
        field: &'static Field,
        names: Names,
        before: T,
        after: T,
    ) {
        if before != after {
            self.list.push(Patch { key, index, field, names, change: Change::Number(after.into()) });
        }
    }

    /// Bits that the rule answers differently, in a number that holds others too.
    fn flags(&mut self, at: (&'static str, i16), field: &'static Field, stored: u16, before: u16, after: u16) {
        let differing = before ^ after;
        let new = stored & !differing | after & differing;
        self.number(at, field, Names::Nothing, stored, new);
    }

    /// Elements that the rule answers differently.
    fn elements(
        &mut self,
        (key, index): (&'static str, i16),
        field: &'static Field,
        names: Names,
        before: &[i16],
        after: &[i16],
    ) {
        let differing = before.iter().zip(after).enumerate().filter(|(_, (before, after))| before != after);
        let elements: Vec<(usize, i16)> = differing.map(|(at, (_, after))| (at, *after)).collect();
        if !elements.is_empty() {
            self.list.push(Patch { key, index, field, names, change: Change::Elements(elements) });
        }
    }

    /// The derived bits of a line: the rule keeps the editor's own bits as they are stored.
    fn line_flags(&mut self, index: i16, (before, old): In<'_, Line>, (after, new): In<'_, Line>, was: u16, is: u16) {
        let derived = line::TRANSPARENT_SIDE | line::VARIABLE_ELEVATION | line::LANDSCAPE;
        let old = line::flags(before, old) & derived | was;
        let answer = line::flags(after, new) & derived | is;
        self.flags(("lines", index), LineField::flags.field(), new.flags, old, answer);
    }
}

/// A map and one of its elements.
type In<'a, T> = (&'a Map, &'a T);

fn lines(patches: &mut Patches, index: i16, (before, old): In<'_, Line>, (after, new): In<'_, Line>) {
    let at = ("lines", index);
    if let (Some(old), Some(new)) = (line::length(before, old), line::length(after, new)) {
        patches.number(at, LineField::length.field(), Names::Nothing, old, new);
    }
    let floors = (line::highest_adjacent_floor(before, old), line::highest_adjacent_floor(after, new));
    patches.number(at, LineField::highest_adjacent_floor.field(), Names::Nothing, floors.0, floors.1);
    let ceilings = (line::lowest_adjacent_ceiling(before, old), line::lowest_adjacent_ceiling(after, new));
    patches.number(at, LineField::lowest_adjacent_ceiling.field(), Names::Nothing, ceilings.0, ceilings.1);
}

fn sides(patches: &mut Patches, index: i16, (before, old): In<'_, Line>, (after, new): In<'_, Line>) {
    let mut both: Vec<i16> = sides_of(new).into_iter().filter(|side| after.side(*side).is_some()).collect();
    both.dedup();
    for side_index in both {
        let at = ("sides", side_index);
        let Some(answer) = side::derived(after, index, side_index) else { continue };
        // A side that this line did not have before follows the rule from now on.
        let was = if sides_of(old).contains(&side_index) { side::derived(before, index, side_index) } else { None };
        let (polygon, line) = (was.map(|was| was.polygon), was.map(|was| was.line));
        // No index is this small: whatever the answer, it differs.
        const UNLIKE: i16 = i16::MIN;
        let (field, names) = (SideField::polygon.field(), Names::Polygons);
        patches.number(at, field, names, polygon.unwrap_or(UNLIKE), answer.polygon);
        patches.number(at, SideField::line.field(), Names::Lines, line.unwrap_or(UNLIKE), answer.line);
        if let Some(new) = answer.exclusion {
            let flat = |zone: [Point; 4]| -> Vec<i16> { zone.iter().flat_map(|p| [p.x, p.y]).collect() };
            let new = flat(new);
            let old = match was.and_then(|was| was.exclusion) {
                Some(old) => flat(old),
                // Nothing to compare with: every element counts as changed.
                None => new.iter().map(|n| n.wrapping_add(1)).collect(),
            };
            patches.elements(at, SideField::exclusion_zone.field(), Names::Nothing, &old, &new);
        }
    }
}

fn polygons(patches: &mut Patches, index: i16, (before, old): In<'_, Polygon>, (after, new): In<'_, Polygon>) {
    let at = ("polygons", index);
    if let (Some(old), Some(new)) = (polygon::area(before, index, old), polygon::area(after, index, new)) {
        patches.number(at, PolygonField::area.field(), Names::Nothing, old, new);
    }
    if let (Some(old), Some(new)) = (polygon::centre(before, index, old), polygon::centre(after, index, new)) {
        patches.number(at, PolygonField::center_x.field(), Names::Nothing, old.x, new.x);
        patches.number(at, PolygonField::center_y.field(), Names::Nothing, old.y, new.y);
    }
    // Past the corners the rule answers what is stored, so only corners can differ.
    let (field, names) = (PolygonField::endpoints.field(), Names::Points);
    let answers = (polygon::endpoints(before, index, old), polygon::endpoints(after, index, new));
    patches.elements(at, field, names, &answers.0, &answers.1);
    let (field, names) = (PolygonField::adjacent_polygons.field(), Names::Polygons);
    let answers = (polygon::adjacents(before, index, old), polygon::adjacents(after, index, new));
    patches.elements(at, field, names, &answers.0, &answers.1);
    let (field, names) = (PolygonField::sides.field(), Names::Sides);
    let answers = (polygon::sides(before, index, old), polygon::sides(after, index, new));
    patches.elements(at, field, names, &answers.0, &answers.1);
}

/// A map as stored and with its platforms at rest.
type Both<'a> = (&'a Map, &'a Map);

fn points(patches: &mut Patches, before: Both<'_>, after: Both<'_>, touched: &BTreeSet<i16>) {
    /// From this many on it is cheaper to ask about all points in one pass.
    const MANY: usize = 4;
    let answers: [Box<dyn Fn(i16) -> Option<endpoint::Derived>>; 2] = [before, after].map(|(stored, rested)| {
        let of = |map: &Map, list: &Option<Vec<endpoint::Derived>>, index: i16| match list {
            None => map.point(index).map(|_| endpoint::derived(map, index)),
            Some(list) => usize::try_from(index).ok().and_then(|index| list.get(index)).copied(),
        };
        let all = |map: &Map| (touched.len() >= MANY).then(|| endpoint::all_derived(map));
        let (list, rested_list) = (all(stored), all(rested));
        let answer = move |index| {
            let elevation = of(rested, &rested_list, index)?.elevation;
            Some(endpoint::Derived { elevation, ..of(stored, &list, index)? })
        };
        Box::new(answer) as Box<dyn Fn(i16) -> Option<endpoint::Derived>>
    });
    let [old, new] = answers;
    for index in touched {
        if let (Some(old), Some(new), Some(stored)) = (old(*index), new(*index), after.0.point(*index)) {
            point(patches, *index, stored, old, new);
        }
    }
}

fn point(patches: &mut Patches, index: i16, stored: &Endpoint, old: endpoint::Derived, new: endpoint::Derived) {
    let at = ("endpoints", index);
    patches.flags(at, EndpointField::flags.field(), stored.flags, old.flags(0), new.flags(0));
    let (floor, ceiling) = (EndpointField::highest_adjacent_floor, EndpointField::lowest_adjacent_ceiling);
    patches.number(at, floor.field(), Names::Nothing, old.highest_adjacent_floor, new.highest_adjacent_floor);
    patches.number(at, ceiling.field(), Names::Nothing, old.lowest_adjacent_ceiling, new.lowest_adjacent_ceiling);
    let supporting = EndpointField::supporting_polygon;
    patches.number(at, supporting.field(), Names::Polygons, old.supporting_polygon, new.supporting_polygon);
}
