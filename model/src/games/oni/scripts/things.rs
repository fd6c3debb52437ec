//! What scripts and records call the things of a level, and who names what (`oni.md` 4.3).

use std::collections::{BTreeMap, BTreeSet};

use super::arguments::Sort;
use super::library::{Mention, Place, Scripts};
use crate::document::{Level, NodeId, Record};
use crate::links::{Implied, Link};
use crate::record::Field;

/// Where the things of a sort stand, and which field holds what scripts call them.
static NAMED: &[(Sort, &str, &str)] = &[
    (Sort::Character, "characters", "name"),
    (Sort::PatrolPath, "patrol_paths", "name"),
    (Sort::TriggerVolume, "trigger_volumes", "name"),
    (Sort::TriggerVolumeId, "trigger_volumes", "id"),
    (Sort::Neutral, "neutrals", "name"),
    (Sort::Particle, "particles", "particle_tag"),
    (Sort::Flag, "flags", "id"),
    (Sort::Door, "doors", "id"),
    (Sort::Console, "consoles", "id"),
    (Sort::Trigger, "triggers", "id"),
    (Sort::Turret, "turrets", "id"),
];

/// The fields that hold the name of a function: record type and fields.
static FUNCTION_FIELDS: &[(&str, &[&str])] = &[
    (
        "oni.character",
        &[
            "spawn_script",
            "die_script",
            "combat_script",
            "alarm_script",
            "hurt_script",
            "defeated_script",
            "out_of_ammo_script",
            "no_path_script",
        ],
    ),
    ("oni.trigger_volume", &["entry_script", "inside_script", "exit_script"]),
    ("oni.neutral", &["end_script"]),
    ("oni.event", &["function"]),
    // The function's number; see `patrol_script`.
    ("oni.patrol_point", &["number"]),
];

/// The tables whose records, or their children, hold names of functions.
pub const FUNCTION_TABLES: &[&str] =
    &["characters", "trigger_volumes", "neutrals", "consoles", "doors", "triggers", "patrol_paths"];

/// The longest name of a function: the engine's and the records' fields hold 32 bytes with the NUL (`oni.md` 4.2, 4.3).
pub const LONGEST_FUNCTION: usize = 31;

/// The function that a patrol point calls by its number (`oni.md` 2.12).
#[must_use]
pub fn patrol_script(number: i128) -> String {
    format!("patrolscript{number:04}")
}

/// The table and the field that hold what scripts call the things of a sort.
#[must_use]
pub fn stored_in(sort: Sort) -> Option<(&'static str, &'static str)> {
    NAMED.iter().find(|(of, ..)| *of == sort).map(|(_, table, field)| (*table, *field))
}

/// The sorts of name that things of a table have.
pub fn sorts_of(table: &str) -> impl Iterator<Item = (Sort, &'static str)> {
    NAMED.iter().filter(move |(_, of, _)| *of == table).map(|(sort, _, field)| (*sort, *field))
}

/// A field that names a function.
#[derive(Clone, Debug)]
pub struct Calling {
    /// The record that has it.
    pub node: NodeId,
    /// The field.
    pub field: &'static Field,
    /// The function's name; never empty.
    pub function: String,
}

/// The fields of a record and of its children that name functions.
pub fn calling(record: &Record<'_>, see: &mut dyn FnMut(Calling)) {
    for name in function_fields(record) {
        let field = record.fields().into_iter().find(|field| field.name == *name);
        let Some((field, function)) = field.and_then(|field| Some((field, function_in(record, field)?))) else {
            continue;
        };
        if !function.is_empty() {
            see(Calling { node: record.id(), field, function });
        }
    }
    for at in 0..record.children().map_or(0, |children| children.len()) {
        if let Some(child) = record.child(at) {
            calling(&child, see);
        }
    }
}

/// The names of the fields of a record that name functions.
fn function_fields(record: &Record<'_>) -> &'static [&'static str] {
    let named = FUNCTION_FIELDS.iter().find(|(schema, _)| *schema == record.schema().key);
    named.map_or(&[], |(_, fields)| fields)
}

fn function_in(record: &Record<'_>, field: &Field) -> Option<String> {
    let value = record.get(field).ok()?;
    value.as_int().map(patrol_script).or_else(|| value.as_text().map(str::to_owned))
}

/// The function that a field of a record names: empty if it names none yet, `None` if such a field never does.
pub(super) fn function_named(record: &Record<'_>, field: &Field) -> Option<String> {
    function_fields(record).contains(&field.name).then(|| function_in(record, field))?
}

/// Every field of a level that names a function, in the order of the records.
#[must_use]
pub fn all_calling(level: &Level) -> Vec<Calling> {
    let mut all = Vec::new();
    for table in level.tables().filter(|table| FUNCTION_TABLES.contains(&table.key())) {
        for record in level.rows(table) {
            calling(&record, &mut |found| all.push(found));
        }
    }
    all
}

/// The things of a level by what scripts call them.
#[derive(Clone, Debug, Default)]
pub struct Things {
    by_name: BTreeMap<(Sort, String), Vec<NodeId>>,
}

impl Things {
    /// Those of a level.
    #[must_use]
    pub fn of_level(level: &Level) -> Things {
        let mut things = Things::default();
        for (sort, table, field) in NAMED {
            let Some(table) = level.table(table).filter(|table| table.opaque.is_none()) else { continue };
            for record in level.rows(table) {
                let Some(field) = record.schema().base_field(field) else { continue };
                let Ok(value) = record.get(field) else { continue };
                let name =
                    value.as_int().map_or_else(|| value.as_text().unwrap_or_default().to_owned(), |id| id.to_string());
                if !name.is_empty() {
                    things.by_name.entry((*sort, name)).or_default().push(record.id());
                }
            }
        }
        things
    }

    /// The things that a word of a script means; the game takes the first, of particles all.
    #[must_use]
    pub fn named(&self, sort: Sort, name: &str) -> &[NodeId] {
        // 007 is 7.
        let number = name.parse::<i64>().ok().filter(|_| sort.is_number()).map(|number| number.to_string());
        self.by_name.get(&(sort, number.unwrap_or_else(|| name.to_owned()))).map_or(&[], Vec::as_slice)
    }

    /// The names of all things of a sort, in order.
    pub fn names(&self, sort: Sort) -> impl Iterator<Item = &str> {
        let all = self.by_name.range((sort, String::new())..);
        all.take_while(move |((of, _), _)| *of == sort).map(|((_, name), _)| name.as_str())
    }

    /// What a mention means.
    #[must_use]
    pub fn meant(&self, mention: &Mention) -> &[NodeId] {
        self.named(mention.sort, &mention.name)
    }
}

/// References between records and scripts: fields that name functions, with the line that defines them, and names and
/// ids of things in scripts, with the line that names them.
pub static IMPLIED: Implied = Implied {
    reads: &[
        "scripts",
        "characters",
        "trigger_volumes",
        "neutrals",
        "consoles",
        "doors",
        "triggers",
        "patrol_paths",
        "particles",
        "flags",
        "turrets",
    ],
    find,
};

fn find(level: &Level, see: &mut dyn FnMut(Link)) {
    let scripts = Scripts::of_level(level);
    if scripts.is_empty() {
        return;
    }
    let file = |place: Place| {
        let file = scripts.files().get(place.file)?;
        let (line, _) = file.line(place.span.from);
        Some((file.node?, u32::try_from(line).ok()))
    };
    for Calling { node, field, function } in all_calling(level) {
        if let Some((to, line)) = scripts.function(&function).and_then(|(place, _)| file(place)) {
            see(Link { from: node, field, element: None, to, implied: true, line });
        }
    }
    let things = Things::of_level(level);
    let text = crate::games::oni::records::ScriptField::text.field();
    let mut known = BTreeSet::new();
    for mention in scripts.mentions() {
        let Some((from, line)) = file(mention.place) else { continue };
        for to in things.meant(&mention) {
            if known.insert((from, line, *to)) {
                see(Link { from, field: text, element: None, to: *to, implied: true, line });
            }
        }
    }
}
