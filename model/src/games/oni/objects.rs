//! What a person sees as one thing in a level of Oni. Every row of a list is an object; the points of a patrol path are
//! objects of their own below it, so that they can be picked and dragged.

use super::chunk::ObjectType;
use super::names;
use super::records::*;
use crate::document::{Level, Object, ObjectId, ObjectKind, Objects, Part, Record, Table};

macro_rules! kinds {
    ($($(#[$meta:meta])* $ident:ident = $key:literal, $label:literal, $plural:literal;)*) => {
        $($(#[$meta])* pub static $ident: ObjectKind =
            ObjectKind { key: $key, label: $label, plural: $plural, icon: $key };)*
        /// Every kind, in the order of the tree.
        pub static KINDS: &[&ObjectKind] = &[$(&$ident),*];
    };
}

kinds! {
    /// `CHAR`.
    CHARACTER_KIND = "character", "Character", "Characters";
    /// `PATR`.
    PATROL_PATH_KIND = "patrol-path", "Patrol path", "Patrol paths";
    /// A step of one.
    PATROL_POINT_KIND = "patrol-point", "Patrol point", "Patrol points";
    /// `FLAG`.
    FLAG_KIND = "flag", "Flag", "Flags";
    /// `TRGV`.
    TRIGGER_VOLUME_KIND = "trigger-volume", "Trigger volume", "Trigger volumes";
    /// `DOOR`.
    DOOR_KIND = "sliding-door", "Door", "Doors";
    /// `CONS`.
    CONSOLE_KIND = "console", "Console", "Consoles";
    /// `TRIG`.
    TRIGGER_KIND = "laser", "Laser trigger", "Laser triggers";
    /// `TURR`.
    TURRET_KIND = "turret", "Turret", "Turrets";
    /// `WEAP`.
    WEAPON_KIND = "weapon", "Weapon", "Weapons";
    /// `PWRU`.
    POWER_UP_KIND = "power-up", "Power-up", "Power-ups";
    /// `PART`.
    PARTICLE_KIND = "particle", "Particle", "Particles";
    /// `SNDG`.
    SOUND_KIND = "ambient-sound", "Sound", "Sounds";
    /// `FURN`.
    FURNITURE_KIND = "furniture", "Furniture", "Furniture";
    /// `NEUT`.
    NEUTRAL_KIND = "conversation", "Neutral behaviour", "Neutral behaviours";
    /// `CMBT`.
    COMBAT_KIND = "combat-profile", "Combat profile", "Combat profiles";
    /// `MELE`.
    MELEE_KIND = "melee-profile", "Melee profile", "Melee profiles";
    /// A script file.
    SCRIPT_KIND = "script", "Script", "Scripts";
    /// Ghosts, stairs and door frames: quads of the environment that are not drawn.
    MARKER_KIND = "marker-quads", "Marker quads", "Marker quads";
    /// What could not be read as its list's type.
    UNKNOWN_KIND = "unknown-object", "Unknown object", "Unknown objects";
}

/// The kind of a list's rows.
pub fn kind_of_table(key: &str) -> Option<&'static ObjectKind> {
    Some(match key {
        "characters" => &CHARACTER_KIND,
        "combat" => &COMBAT_KIND,
        "consoles" => &CONSOLE_KIND,
        "doors" => &DOOR_KIND,
        "flags" => &FLAG_KIND,
        "furniture" => &FURNITURE_KIND,
        "melee" => &MELEE_KIND,
        "neutrals" => &NEUTRAL_KIND,
        "particles" => &PARTICLE_KIND,
        "patrol_paths" => &PATROL_PATH_KIND,
        "power_ups" => &POWER_UP_KIND,
        "scripts" => &SCRIPT_KIND,
        "sounds" => &SOUND_KIND,
        "trigger_volumes" => &TRIGGER_VOLUME_KIND,
        "triggers" => &TRIGGER_KIND,
        "turrets" => &TURRET_KIND,
        "weapons" => &WEAPON_KIND,
        "marker_quads" => &MARKER_KIND,
        _ => return None,
    })
}

/// The type of object that a kind is; `None` for patrol points and unknown objects.
pub fn type_of_kind(kind: &str) -> Option<&'static ObjectType> {
    super::chunk::TYPES.iter().find(|of| kind_of_table(of.table.key).is_some_and(|k| k.key == kind))
}

/// The level's objects, in the order of the tree.
pub fn objects(level: &Level) -> Objects {
    let rank = |table: &Table| {
        let kind = kind_of_table(table.key());
        KINDS.iter().position(|k| kind.is_some_and(|kind| std::ptr::eq(*k, kind))).unwrap_or(KINDS.len())
    };
    let mut tables: Vec<&Table> = level.tables().filter(|t| kind_of_table(t.key()).is_some()).collect();
    tables.sort_by_key(|table| rank(table));
    let mut list = Vec::with_capacity(tables.iter().map(|t| t.len()).sum());
    for table in tables {
        let Some(kind) = kind_of_table(table.key()) else { continue };
        for record in level.rows(table) {
            let typed = !std::ptr::eq(record.schema(), &OBJECT_HEADER);
            let own = if typed { kind } else { &UNKNOWN_KIND };
            let name = if typed { name(&record) } else { unknown_name(&record) };
            let parent = u32::try_from(list.len()).ok();
            list.push(object(level, &record, own, name, None));
            if std::ptr::eq(own, &PATROL_PATH_KIND) {
                let count = record.children().map_or(0, |c| c.len());
                let points = (0..count).filter_map(|at| record.child(at));
                list.extend(points.map(|point| object(level, &point, &PATROL_POINT_KIND, point_name(&point), parent)));
            }
        }
    }
    Objects::new(list)
}

fn object(level: &Level, record: &Record<'_>, kind: &'static ObjectKind, name: String, parent: Option<u32>) -> Object {
    let node = record.id();
    Object {
        id: ObjectId { node, generation: level.generation(node.number) },
        kind,
        name,
        parts: smallvec::smallvec![Part { name: "", node, schema: None }],
        parent,
    }
}

fn unknown_name(record: &Record<'_>) -> String {
    let tag = ObjectHeader::new(record.head(), 0).map_or(0, |h| h.tag());
    let tag: String = tag.to_be_bytes().iter().map(|b| char::from(*b)).collect();
    format!("{tag} {}", record.position())
}

/// A patrol point's name: its number in the path and what it does.
fn point_name(point: &Record<'_>) -> String {
    let kind = PatrolPoint::new(point.head(), 0).map_or(0, |p| p.r#type());
    let what = names::POINT_TYPES.name(i128::from(kind)).map_or_else(|| format!("type {kind}"), str::to_owned);
    match point.int("flag") {
        Some(flag) => format!("{} {what} {flag}", point.position()),
        None => format!("{} {what}", point.position()),
    }
}

/// A name or, where that is empty, something else about it.
fn first(names: [String; 2]) -> String {
    let [name, other] = names;
    if name.is_empty() { other } else { name }
}

/// What an object is called.
fn name(record: &Record<'_>) -> String {
    let head = record.head();
    let position = record.position();
    let numbered = |id: i64, class: String| if class.is_empty() { id.to_string() } else { format!("{id} {class}") };
    let read = match record.table().key() {
        "characters" => Character::new(head, 0).map(|c| first([c.name(), c.class()])),
        "combat" => Combat::new(head, 0).map(|c| numbered(i64::from(c.id()), c.name())),
        "consoles" => Console::new(head, 0).map(|c| numbered(i64::from(c.id()), c.class())),
        "doors" => Door::new(head, 0).map(|d| numbered(i64::from(d.id()), d.class())),
        "flags" => Flag::new(head, 0).map(|f| first([flag_name(&f), f.id().to_string()])),
        "furniture" => Furniture::new(head, 0).map(|f| f.class()),
        "melee" => Melee::new(head, 0).map(|m| numbered(i64::from(m.id()), m.name())),
        "neutrals" => Neutral::new(head, 0).map(|n| numbered(i64::from(n.id()), n.name())),
        "particles" => Particle::new(head, 0).map(|p| first([p.particle_tag(), p.class()])),
        "patrol_paths" => PatrolPath::new(head, 0).map(|p| first([p.name(), p.id().to_string()])),
        "power_ups" => PowerUp::new(head, 0).map(|p| {
            names::POWER_UPS.name(i128::from(p.kind())).map_or_else(|| format!("{:#010X}", p.kind()), str::to_owned)
        }),
        "scripts" => Some(head.iter().map(|byte| char::from(*byte)).collect()),
        // A short sphere has its name in the same place.
        "sounds" => ShortSound::new(head, 0).map(|s| s.name()),
        "trigger_volumes" => TriggerVolume::new(head, 0).map(|t| first([t.name(), t.id().to_string()])),
        "triggers" => Trigger::new(head, 0).map(|t| numbered(i64::from(t.id()), t.class())),
        "turrets" => Turret::new(head, 0).map(|t| numbered(i64::from(t.id()), t.class())),
        "weapons" => Weapon::new(head, 0).map(|w| w.class()),
        "marker_quads" => {
            MarkerQuads::new(head, 0).and_then(|m| names::MARKER_SORTS.name(i128::from(m.sort()))).map(str::to_owned)
        }
        _ => None,
    };
    read.filter(|name| !name.is_empty()).unwrap_or_else(|| position.to_string())
}

/// A flag as it is shown: two letters and its id (`oni.md` 2.7).
pub(super) fn flag_name(flag: &Flag<'_>) -> String {
    let letters = flag.prefix().to_be_bytes().into_iter().filter(u8::is_ascii_graphic).map(char::from);
    letters.chain(flag.id().to_string().chars()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::oni::chunk::TYPES;

    #[test]
    fn every_list_has_a_kind_of_its_own() {
        for of in TYPES {
            let kind = kind_of_table(of.table.key).unwrap();
            assert!(std::ptr::eq(type_of_kind(kind.key).unwrap(), of));
        }
        assert!(type_of_kind("patrol-point").is_none());
    }

    #[test]
    fn the_flag_of_appendix_a_shows_its_letters() {
        // Bytes 58 4D show as "MX".
        let mut head = vec![0; FLAG.size as usize];
        head[44..46].copy_from_slice(&[0x58, 0x4D]);
        assert_eq!(flag_name(&Flag::new(&head, 0).unwrap()), "MX0");
    }
}
