//! What a person sees as one thing in a level.
//!
//! An object is a row of the object table, a row of its class's table, and the cross references that say which tiles it
//! touches (`systemshock.md` 4.1-4.3). Tiles, textures, events and variables are objects of one record.

use super::labels;
use super::operations::lists::Sort;
use super::records::{self, Class, Object as ObjectRow, ReferenceRow};
use super::resources::CLASSES;
use super::strings;
use super::tables::{self, CLASS_TABLES};
use crate::document::{Level, Object, ObjectId, ObjectKind, Objects, Part, Parts, Record, Table, TableSpec};
use crate::record::text::{Encoding, beginning};

macro_rules! kinds {
    ($($(#[$meta:meta])* $ident:ident = $key:literal, $label:literal, $plural:literal;)*) => {
        $($(#[$meta])* pub static $ident: ObjectKind =
            ObjectKind { key: $key, label: $label, plural: $plural, icon: $key };)*
        /// Every kind, in the order of the tree.
        pub static KINDS: &[&ObjectKind] = &[$(&$ident),*];
    };
}

kinds! {
    /// Size, heights, hazards.
    LEVEL = "level", "Level", "Level";
    /// Class 14.
    CRITTER = "critter", "Critter", "Critters";
    /// Class 13.
    CONTAINER = "container", "Container", "Containers";
    /// Class 12.
    TRAP = "trap", "Trap", "Traps";
    /// Class 9.
    FIXTURE = "fixture", "Fixture", "Fixtures";
    /// Class 10.
    DOOR = "door", "Door", "Doors";
    /// Class 7.
    BIG_STUFF = "big-stuff", "Big stuff", "Big stuff";
    /// Class 8.
    SMALL_STUFF = "small-stuff", "Small stuff", "Small stuff";
    /// Class 0.
    GUN = "gun", "Gun", "Guns";
    /// Class 1.
    AMMO = "ammo", "Ammunition", "Ammunition";
    /// Class 3.
    GRENADE = "grenade", "Grenade", "Grenades";
    /// Class 4.
    DRUG = "drug", "Drug", "Drugs";
    /// Class 5.
    HARDWARE = "hardware", "Hardware", "Hardware";
    /// Class 6.
    SOFTWARE = "software", "Software", "Software";
    /// Class 2.
    PROJECTILE = "projectile", "Projectile", "Projectiles";
    /// Class 11.
    ANIMATING = "animating", "Animating", "Animating";
    /// A class that the game does not have.
    UNKNOWN_OBJECT = "unknown-object", "Object of unknown class", "Objects of unknown class";
    /// An event of the schedule.
    EVENT = "event", "Event", "Events";
    /// The eye of a screen.
    CAMERA = "camera", "Camera", "Cameras";
    /// An entry of the level's list of textures.
    TEXTURE = "texture", "Texture", "Textures";
    /// Textures that are shown in turn.
    TEXTURE_ANIMATION = "texture-animation", "Texture animation", "Texture animations";
    /// A floor or ceiling that moves.
    MOVING_FLOOR = "moving-floor", "Moving floor", "Moving floors";
    /// An animation that runs.
    ANIMATION = "animation", "Animation", "Animations";
    /// A way that a critter looked for.
    PATH = "path", "Path", "Paths";
    /// What new objects of a class begin with.
    CLASS_DEFAULT = "class-default", "Default", "Defaults";
    /// A boolean variable.
    BOOLEAN = "boolean", "Boolean variable", "Boolean variables";
    /// An integer variable.
    INTEGER = "integer", "Integer variable", "Integer variables";
    /// Title, player and variables of the file.
    GAME_STATE = "game-state", "Game state", "Game state";
    /// A resource of a file without levels.
    RESOURCE = "resource", "Resource", "Resources";
    /// A text of a file of strings.
    TEXT = "text", "Text", "Texts";
    /// A tile.
    TILE = "tile", "Tile", "Tiles";
}

/// Kinds of the fifteen classes.
const CLASS_KINDS: [&ObjectKind; CLASSES] = [
    &GUN,
    &AMMO,
    &PROJECTILE,
    &GRENADE,
    &DRUG,
    &HARDWARE,
    &SOFTWARE,
    &BIG_STUFF,
    &SMALL_STUFF,
    &FIXTURE,
    &DOOR,
    &ANIMATING,
    &TRAP,
    &CONTAINER,
    &CRITTER,
];

/// Tables whose rows are objects of their own.
const PLAIN: &[(&TableSpec, &ObjectKind)] = &[
    (&tables::SCHEDULE, &EVENT),
    (&tables::GAME_SCHEDULE, &EVENT),
    (&tables::RESOURCES, &RESOURCE),
    (&tables::TEXTURES, &TEXTURE),
    (&tables::TEXTURE_ANIMATIONS, &TEXTURE_ANIMATION),
    (&tables::SEMAPHORES, &MOVING_FLOOR),
    (&tables::ANIMATIONS, &ANIMATION),
    (&tables::PATHS, &PATH),
    (&tables::BOOLEANS, &BOOLEAN),
    (&tables::INTEGERS, &INTEGER),
    (&tables::TILES, &TILE),
];

/// The most tiles that one object can touch: the engine stops there (`systemshock.md` 4.4, X7).
pub const MOST_REFERENCES: usize = 12;
/// What the parts with the tiles are called.
const REFERENCE_PARTS: [&str; MOST_REFERENCES] = [
    "reference",
    "reference2",
    "reference3",
    "reference4",
    "reference5",
    "reference6",
    "reference7",
    "reference8",
    "reference9",
    "reference10",
    "reference11",
    "reference12",
];

/// The kind of a class.
pub fn kind_of_class(class: u8) -> &'static ObjectKind {
    CLASS_KINDS.get(usize::from(class)).copied().unwrap_or(&UNKNOWN_OBJECT)
}

/// The class of a kind.
pub fn class_of_kind(kind: &str) -> Option<u8> {
    CLASS_KINDS.iter().position(|k| k.key == kind).and_then(|class| u8::try_from(class).ok())
}

/// The table of a spec: quicker than by key.
pub(crate) fn table_of<'a>(level: &'a Level, spec: &'static TableSpec) -> Option<&'a Table> {
    level.tables().find(|t| std::ptr::eq(t.spec, spec))
}

/// The class whose table this is.
pub(crate) fn class_of_table(table: &Table) -> Option<u8> {
    let class = CLASS_TABLES.iter().position(|spec| std::ptr::eq(*spec, table.spec))?;
    u8::try_from(class).ok()
}

/// Finds the object row of a class row: the part `common`. A row without an owner has none: one of an unused entry, or
/// one whose object says that it is another's.
pub(crate) fn beside<'a>(record: &Record<'a>, part: &str) -> Option<Record<'a>> {
    if !matches!(part, "common" | "") || record.position() == 0 {
        return None;
    }
    let class = class_of_table(record.table())?;
    let number = Class::new(record.head(), record.layout())?.belongs_to();
    let level = record.level();
    let row = level.row(table_of(level, &tables::OBJECTS)?, usize::from(number))?;
    let object = ObjectRow::new(row.head(), row.layout())?;
    let own = object.active() == 1
        && object.class() == class
        && usize::try_from(object.class_index()) == Ok(record.position());
    own.then_some(row)
}

/// The level's objects, in the order of the tree.
pub fn objects(level: &Level) -> Objects {
    let find = |spec| table_of(level, spec);
    let mut list: Vec<Object> = Vec::new();
    let mut add = |kind, name, parts: Parts| {
        if let Some(main) = parts.first().map(|p| p.node) {
            let id = ObjectId { node: main, generation: level.generation(main.number) };
            list.push(Object { id, kind, name, parts, parent: None });
        }
    };
    let whole = [(&tables::INFOS, "info"), (&tables::VARIABLES, "hazards"), (&tables::MAP_VERSION, "version")];
    let parts = whole.iter().filter_map(|(spec, name)| {
        let record = level.row(find(spec)?, 0)?;
        Some(Part { name, node: record.id(), schema: None })
    });
    add(&LEVEL, "Level".to_owned(), parts.collect());
    let game = [
        (&tables::TITLES, "title"),
        (&tables::PLAYERS, "player"),
        (&tables::COOKIES, "cookie"),
        (&tables::GAME_SCHEDULE_HEAD, "schedule"),
    ];
    let parts = game.iter().filter_map(|(spec, name)| {
        let record = level.row(find(spec)?, 0)?;
        Some(Part { name, node: record.id(), schema: None })
    });
    add(&GAME_STATE, "Game state".to_owned(), parts.collect());
    for (kind, rank) in ranked(level) {
        let Some(record) = find(&tables::OBJECTS).and_then(|t| level.row(t, rank)) else { continue };
        add(kind, name(level, &record), parts_of(level, &record));
    }
    for (spec, kind) in PLAIN.iter().filter(|(_, kind)| !std::ptr::eq(*kind, &TILE)) {
        for record in find(spec).into_iter().flat_map(|t| level.rows(t).take(live_rows(level, t))) {
            add(kind, plain_name(kind, &record), single(&record));
        }
    }
    // Each resource of texts is a table of its own.
    for table in level.tables().filter(|t| std::ptr::eq(t.spec, &tables::TEXTS)) {
        for record in level.rows(table) {
            add(&TEXT, text_name(&record), single(&record));
        }
    }
    for record in find(&tables::CAMERAS).into_iter().flat_map(|t| level.rows(t)) {
        let death = find(&tables::CAMERA_DEATHS).and_then(|t| level.row(t, record.position()));
        let eye = Part { name: "eye", node: record.id(), schema: None };
        let death = death.map(|death| Part { name: "death", node: death.id(), schema: None });
        add(&CAMERA, format!("Camera {}", record.position()), [eye].into_iter().chain(death).collect());
    }
    for (class, spec) in (0u8..).zip(tables::DEFAULT_TABLES) {
        if let Some(record) = find(spec).and_then(|t| level.row(t, 0)) {
            add(&CLASS_DEFAULT, format!("{} by default", kind_of_class(class).label), single(&record));
        }
    }
    for record in find(&tables::TILES).into_iter().flat_map(|t| level.rows(t)) {
        add(&TILE, plain_name(&TILE, &record), single(&record));
    }
    Objects::new(list)
}

/// How many rows of a table are in use, where another record says so: of the schedule and the list of animations.
pub(crate) fn live_rows(level: &Level, table: &Table) -> usize {
    let first = |spec: &'static TableSpec| table_of(level, spec)?.row_head(0);
    let live = if std::ptr::eq(table.spec, &tables::SCHEDULE) {
        let info = first(&tables::INFOS).and_then(|row| records::Info::new(row, 0));
        info.and_then(|info| usize::try_from(info.schedule_count()).ok()).unwrap_or(0)
    } else if std::ptr::eq(table.spec, &tables::ANIMATIONS) {
        let count = first(&tables::ANIMATIONS_COUNT).and_then(|row| records::AnimationCount::new(row, 0));
        count.map_or(0, |count| usize::from(count.count()))
    } else {
        table.len()
    };
    live.min(table.len())
}

/// The rows that are objects, sorted as the tree shows them.
fn ranked(level: &Level) -> Vec<(&'static ObjectKind, usize)> {
    let rank = |kind: &ObjectKind| KINDS.iter().position(|k| std::ptr::eq(*k, kind));
    let Some(table) = table_of(level, &tables::OBJECTS) else { return Vec::new() };
    let rows = table.heads().enumerate().skip(1).filter_map(|(at, head)| {
        let object = ObjectRow::new(head, table.layout)?;
        (object.active() != 0).then(|| (kind_of_class(object.class()), at))
    });
    let mut rows: Vec<_> = rows.collect();
    rows.sort_by_key(|(kind, at)| (rank(kind), *at));
    rows
}

fn single(record: &Record<'_>) -> Parts {
    smallvec::smallvec![Part { name: "", node: record.id(), schema: None }]
}

/// The records of an object: its row, its class row where that is its own, and its cross references in the order of
/// their ring.
fn parts_of(level: &Level, record: &Record<'_>) -> Parts {
    let mut parts: Parts = smallvec::smallvec![Part { name: "common", node: record.id(), schema: None }];
    let Some(object) = ObjectRow::new(record.head(), record.layout()) else { return parts };
    let number = record.position();
    let class_table = CLASS_TABLES.get(usize::from(object.class())).and_then(|spec| table_of(level, spec));
    let class_row = class_table.and_then(|table| level.row(table, usize::try_from(object.class_index()).ok()?));
    let own = |row: &Record<'_>| beside(row, "common").is_some_and(|common| common.position() == number);
    parts.extend(class_row.filter(own).map(|row| Part { name: "class", node: row.id(), schema: None }));
    let references = table_of(level, &tables::REFERENCES);
    let row = |at: i16| references.and_then(|table| level.row(table, usize::try_from(at).ok().filter(|at| *at != 0)?));
    let mut at = object.reference();
    for name in REFERENCE_PARTS {
        let Some(reference) = row(at) else { break };
        let Some(view) = ReferenceRow::new(reference.head(), 0) else { break };
        if usize::try_from(view.object()) != Ok(number) {
            break;
        }
        parts.push(Part { name, node: reference.id(), schema: None });
        at = view.ring();
        if at == object.reference() {
            break;
        }
    }
    parts
}

/// What a sort is called: by the game's own name where one is lent, else by our label.
pub(crate) fn sort_name(level: &Level, sort: Sort) -> String {
    let Sort { class, subclass, kind } = sort;
    let label = || labels::label(class, subclass, kind).map(capital);
    super::lent::name(level, sort).or_else(label).unwrap_or_else(|| format!("Unknown {class}/{subclass}/{kind}"))
}

/// What an object is called: its type, and what traps and fixtures do.
fn name(level: &Level, record: &Record<'_>) -> String {
    let Some(object) = ObjectRow::new(record.head(), record.layout()) else { return String::new() };
    let (class, subclass, kind) = (object.class(), object.subclass(), object.r#type());
    let name = sort_name(level, Sort { class, subclass, kind });
    // A panel's own name stands in the place of its type's, where the game has one (4.1).
    let panel = (class == 9 && level.fact("cyberspace") != Some(1))
        .then(|| strings::outside(level, strings::word::PANEL_NAME, object.maker().into()))
        .flatten();
    let name = panel.unwrap_or(name);
    let class_row = class_row(level, &object);
    let does = match (class, subclass, kind) {
        (12, 2, 3) => note_text(level, record).filter(|text| !text.is_empty()),
        (12, 0, 7 | 10) => None,
        (12, 0, _) | (9, 0 | 5, _) => {
            let action = class_row.as_ref().and_then(|row| row.head().get(records::class::PREFIX).copied());
            let action = action.map(i128::from).and_then(|action| records::names::ACTIONS.name(action));
            action.filter(|action| *action != "nothing").map(str::to_owned)
        }
        _ => None,
    };
    let says = class_row.and_then(|row| says(level, &object, &row));
    [Some(name), does, says].into_iter().flatten().collect::<Vec<_>>().join(": ")
}

/// The game's text that an object shows or says, where it is lent.
fn says(level: &Level, object: &ObjectRow<'_>, row: &Record<'_>) -> Option<String> {
    use strings::word;
    /// The action that says something (6.5), and where plain numbers end and variables begin (6.2).
    const MESSAGE: u8 = 22;
    const VARIABLES: u32 = 0x1000;
    let (head, layout) = (row.head(), row.layout());
    let sort = (object.class(), object.subclass(), object.r#type());
    let (word, number) = match sort {
        (12, 0, 7 | 10) => return None,
        // Fixtures have action and parameters where traps have them.
        (12, 0, _) | (9, 0 | 5, _) => {
            let trap = records::Trap::new(head, layout)?;
            let message = trap.action() == MESSAGE && trap.p2() < VARIABLES;
            (word::TRAP_MESSAGE, i128::from(message.then(|| trap.p2())?))
        }
        (6, _, _) => {
            let software = records::Software::new(head, layout)?;
            let words = [word::EMAIL, word::LOG, word::DATA];
            (*words.get(usize::from(software.data_kind()))?, software.message().into())
        }
        (7, 2, 3) => (word::WALL_TEXT, records::BigStuff::new(head, layout)?.cosmetic().into()),
        (8, 0, 2) => (word::PAPER, records::SmallStuff::new(head, layout)?.data1().into()),
        (8, 5, 6) => (word::INFO_NODE, records::SmallStuff::new(head, layout)?.data1().into()),
        (8, 5, 8) => (word::FRAGMENT, records::SmallStuff::new(head, layout)?.data1().into()),
        _ => return None,
    };
    let text = strings::outside(level, word, number)?;
    // The tree shows the beginning; the whole text stands beside its number.
    Some(beginning(&text, LONGEST_NAME).into_owned())
}

/// How much of a text a name shows.
const LONGEST_NAME: usize = 48;

fn class_row<'a>(level: &'a Level, object: &ObjectRow<'_>) -> Option<Record<'a>> {
    let table = table_of(level, CLASS_TABLES.get(usize::from(object.class()))?)?;
    level.row(table, usize::try_from(object.class_index()).ok()?)
}

/// The text of a map note; `None` if its place is not among the texts.
pub(crate) fn note_text(level: &Level, record: &Record<'_>) -> Option<String> {
    let object = ObjectRow::new(record.head(), record.layout())?;
    let row = class_row(level, &object)?;
    let at = usize::try_from(records::Trap::new(row.head(), row.layout())?.p4()).ok()?;
    let heap = table_of(level, &tables::NOTES)?.row_head(0)?;
    let text = heap.get(at..)?;
    let end = text.iter().position(|b| *b == 0)?;
    Some(Encoding::Cp437.decode(text.get(..end)?))
}

fn capital(label: &str) -> String {
    let mut letters = label.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

fn plain_name(kind: &ObjectKind, record: &Record<'_>) -> String {
    let at = record.position();
    let side = super::resources::SIDE as usize;
    match kind.key {
        "tile" => format!("Tile {}, {}", at % side, at / side),
        "event" => {
            let what = record.base_int("kind").unwrap_or(0);
            let what = records::names::EVENTS.name(what).map_or_else(|| format!("unknown {what}"), str::to_owned);
            format!("Event {at}: {what}")
        }
        "resource" => format!("Resource {}", record.base_int("number").unwrap_or(0)),
        "boolean" => format!("Boolean {at}"),
        "integer" => match integer_name(at) {
            Some(name) => format!("Integer {at}: {name}"),
            None => format!("Integer {at}"),
        },
        "texture" => {
            let number = record.base_int("texture").unwrap_or(-1);
            match strings::outside(record.level(), strings::word::TEXTURE, number) {
                Some(name) => format!("{} {at}: {name}", kind.label),
                None => format!("{} {at}", kind.label),
            }
        }
        _ => format!("{} {at}", kind.label),
    }
}

/// What a text is called: its resource as the specification writes it, its block, and how it begins.
fn text_name(record: &Record<'_>) -> String {
    let resource = super::resources::of_tag(&record.table().tag).unwrap_or(0);
    let text = record.head().split(|b| *b == 0).next().unwrap_or_default();
    let text = Encoding::Cp437.decode(text);
    format!("{resource:04X}/{}: {}", record.position(), beginning(&text, LONGEST_NAME))
}

/// What the game uses an integer variable for (`systemshock.md` 6.2).
fn integer_name(number: usize) -> Option<String> {
    Some(match number {
        13 => "mission difficulty".to_owned(),
        14 => "cyber difficulty".to_owned(),
        15 => "combat difficulty".to_owned(),
        16..=29 => format!("security of level {}", number - 16),
        30 => "puzzle difficulty".to_owned(),
        31 | 32 => "reactor code".to_owned(),
        _ => return None,
    })
}
