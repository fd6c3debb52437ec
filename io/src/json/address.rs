//! What records, fields and levels are called on the command line and in scripts (`design.md` 7).
//!
//! `polygons/3` is the row at position 3 of the table `polygons`; `paths/#40` the row with the game's own id 40;
//! `paths/1/steps/2` a child; `objects/417.class` a part of the object whose main record that is;
//! `polygons/3.floor_height` a field. Where a level holds a table twice, the second is `doors:2`.

use levelwright_model::document::{Document, Level, LevelId, NodeId, Objects, Record, Table};
use levelwright_model::record::{Field, Role};

/// The name of the pseudo-level that holds what belongs to the file as a whole.
pub const FILE_LEVEL: &str = "@file";

/// Why an address names nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AddressError {
    /// It is not written as an address.
    #[error("“{text}” is no address: {reason}; write TABLE/KEY, such as polygons/3 or paths/#40")]
    Form {
        /// As written.
        text: String,
        /// What is wrong.
        reason: &'static str,
    },
    /// The level has no such table.
    #[error("the level has no table “{table}”; it has {known}")]
    Table {
        /// The name.
        table: String,
        /// Those it has.
        known: String,
    },
    /// No row at the position.
    #[error("{list} has no row {key}; it has {count}")]
    Row {
        /// The list.
        list: String,
        /// The key as written.
        key: String,
        /// How many rows there are.
        count: usize,
    },
    /// No row, or more than one, with this id of the game's own.
    #[error("{count} rows of {list} have the id {id}")]
    Id {
        /// The list.
        list: String,
        /// The id.
        id: i128,
        /// How many have it.
        count: usize,
    },
    /// The rows have no id of their own.
    #[error("the rows of {0} have no id of their own: name them by position")]
    NoIds(String),
    /// The record has no list of this name.
    #[error("{record} has no list “{list}”")]
    List {
        /// The record.
        record: String,
        /// The name.
        list: String,
    },
    /// The record has no field or part of this name.
    #[error("{record} has no field or part “{name}”; it has {known}")]
    Field {
        /// The record.
        record: String,
        /// The name.
        name: String,
        /// Those it has.
        known: String,
    },
    /// The file has no such level.
    #[error("the file has no level “{level}”; it has {known}")]
    Level {
        /// As written.
        level: String,
        /// Those it has.
        known: String,
    },
    /// Several levels are called so.
    #[error("several levels are called {level}: {known}; name it by its position")]
    Ambiguous {
        /// As written.
        level: String,
        /// Positions.
        known: String,
    },
}

/// What stands between the slashes behind a list: a position, or `#` and the game's own id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    /// Position in the list.
    At(usize),
    /// The field with the role `Id`.
    Id(i128),
}

impl Key {
    /// Reads a key.
    ///
    /// # Errors
    /// If it is neither a position nor an id.
    pub fn parse(text: &str) -> Result<Key, AddressError> {
        let form = |reason| AddressError::Form { text: text.to_owned(), reason };
        // One way to write a number, so that one row has one address: neither +3 nor 03.
        let plain =
            |digits: &str| digits == "0" || digits.bytes().all(|b| b.is_ascii_digit()) && !digits.starts_with('0');
        let digits = text.strip_prefix('#').map_or(text, |id| id.strip_prefix('-').unwrap_or(id));
        if !plain(digits) {
            return Err(form("a key is a position or # and a number, in plain digits"));
        }
        match text.strip_prefix('#') {
            Some(id) => id.parse().map(Key::Id).map_err(|_| form("behind # stands a whole number")),
            None => text.parse().map(Key::At).map_err(|_| form("a key is a position or # and a number")),
        }
    }
}

/// An address as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    /// The table, or the name of a thing made earlier in a script (`$a`).
    pub root: String,
    /// The key in the table; `None` for the table (or the thing) itself.
    pub key: Option<Key>,
    /// Lists of children and keys in them.
    pub children: Vec<(String, Key)>,
    /// What follows the dots: a part, a field, or a part and a field.
    pub names: Vec<String>,
}

impl Address {
    /// Reads an address.
    ///
    /// # Errors
    /// If it is not written as one.
    pub fn parse(text: &str) -> Result<Address, AddressError> {
        let form = |reason| AddressError::Form { text: text.to_owned(), reason };
        let (path, names) = match text.split_once('.') {
            Some((path, names)) => (path, names.split('.').map(str::to_owned).collect()),
            None => (text, Vec::new()),
        };
        if names.iter().any(String::is_empty) || names.len() > 2 {
            return Err(form("behind the dot stands a field, a part, or part.field"));
        }
        let mut steps = path.split('/');
        let root = steps.next().unwrap_or_default().to_owned();
        if root.is_empty() {
            return Err(form("it begins with no table"));
        }
        let key = if root.starts_with('$') { None } else { steps.next().map(Key::parse).transpose()? };
        let mut children = Vec::new();
        while let Some(list) = steps.next() {
            let key = steps.next().ok_or_else(|| form("a list of children needs a key"))?;
            children.push((list.to_owned(), Key::parse(key)?));
        }
        Ok(Address { root, key, children, names })
    }
}

/// The table of this name: its key, with `:2` for the second one of that key, `:3` for the third.
///
/// # Errors
/// If there is none.
pub fn table<'a>(level: &'a Level, name: &str) -> Result<&'a Table, AddressError> {
    let missing = || AddressError::Table { table: name.to_owned(), known: known_tables(level) };
    let (key, nth) = match name.split_once(':') {
        Some((key, nth)) => (key, nth.parse::<usize>().ok().filter(|n| *n > 0).ok_or_else(missing)?),
        None => (name, 1),
    };
    level.tables().filter(|t| t.key() == key).nth(nth - 1).ok_or_else(missing)
}

fn known_tables(level: &Level) -> String {
    let names: Vec<String> = level.tables().map(|t| table_name(level, t)).collect();
    if names.is_empty() { "none".to_owned() } else { names.join(", ") }
}

/// What a table of a level is called.
pub fn table_name(level: &Level, table: &Table) -> String {
    let before = level.tables().take_while(|t| t.number != table.number).filter(|t| t.key() == table.key()).count();
    if before == 0 { table.key().to_owned() } else { format!("{}:{}", table.key(), before + 1) }
}

/// What a record is called: by positions, from its table down.
pub fn record_name(record: &Record<'_>) -> String {
    let level = record.level();
    let mut steps = Vec::new();
    let mut at = Some(*record);
    // A record hangs a few steps below its table.
    while let Some(record) = at {
        let parent = level.parent(record.id().number).and_then(|number| level.record(number));
        let list = match parent {
            Some(parent) => parent.schema().list_name().unwrap_or("children").to_owned(),
            None => table_name(level, record.table()),
        };
        steps.push(format!("{list}/{}", record.position()));
        at = parent;
    }
    steps.reverse();
    steps.join("/")
}

fn by_key<'a>(
    list: &str,
    key: Key,
    count: usize,
    get: impl Fn(usize) -> Option<Record<'a>>,
) -> Result<Record<'a>, AddressError> {
    match key {
        Key::At(at) => get(at).ok_or_else(|| AddressError::Row { list: list.to_owned(), key: at.to_string(), count }),
        Key::Id(id) => {
            let id_of = |record: &Record<'a>| {
                let field = record.fields().into_iter().find(|f| f.role == Role::Id)?;
                record.get(field).ok()?.as_int()
            };
            let rows: Vec<Record<'a>> = (0..count).filter_map(get).collect();
            if rows.iter().all(|r| id_of(r).is_none()) && !rows.is_empty() {
                return Err(AddressError::NoIds(list.to_owned()));
            }
            let found: Vec<&Record<'a>> = rows.iter().filter(|r| id_of(r) == Some(id)).collect();
            match found.as_slice() {
                [one] => Ok(**one),
                more => Err(AddressError::Id { list: list.to_owned(), id, count: more.len() }),
            }
        }
    }
}

/// The row of a table with this key.
///
/// # Errors
/// If there is none.
pub fn row<'a>(level: &'a Level, table: &'a Table, key: Key) -> Result<Record<'a>, AddressError> {
    by_key(&table_name(level, table), key, table.len(), |at| level.row(table, at))
}

/// The child of a record with this key, in the list of this name.
///
/// # Errors
/// If there is no such list or child.
pub fn child<'a>(record: &Record<'a>, list: &str, key: Key) -> Result<Record<'a>, AddressError> {
    let own = record.schema().list_name().filter(|name| *name == list);
    let (Some(_), Some(children)) = (own, record.children()) else {
        return Err(AddressError::List { record: record_name(record), list: list.to_owned() });
    };
    let record = *record;
    by_key(&format!("{}/{list}", record_name(&record)), key, children.len(), move |at| record.child(at))
}

/// The record that an address names, `start` being the thing that `$a` stands for.
///
/// # Errors
/// If it names nothing, or a table.
pub fn record<'a>(level: &'a Level, address: &Address, start: Option<NodeId>) -> Result<Record<'a>, AddressError> {
    let mut at = match (start, address.key) {
        (Some(node), _) => level.record(node.number).ok_or_else(|| AddressError::Row {
            list: address.root.clone(),
            key: node.number.to_string(),
            count: 0,
        })?,
        (None, Some(key)) => row(level, table(level, &address.root)?, key)?,
        (None, None) => {
            return Err(AddressError::Form { text: address.root.clone(), reason: "it names a table, not a row" });
        }
    };
    for (list, key) in &address.children {
        at = child(&at, list, *key)?;
    }
    Ok(at)
}

/// The record and the field that an address names: `record.field`, or `record.part.field` where the record is the
/// main one of an object.
///
/// # Errors
/// If there is no such part or field.
pub fn field<'a>(
    level: &'a Level,
    objects: &Objects,
    record: &Record<'a>,
    names: &[String],
) -> Result<(Record<'a>, &'static Field), AddressError> {
    let (record, name) = match names {
        [name] => (*record, name),
        [name, field] => (part(level, objects, record, name).ok_or_else(|| no_field(record, &[], name))?, field),
        _ => return Err(no_field(record, &fields(level, objects, record), "")),
    };
    let fields = fields(level, objects, &record);
    let found = fields.iter().copied().find(|f| f.name == name);
    found.map(|f| (record, f)).ok_or_else(|| no_field(&record, &fields, name))
}

fn no_field(record: &Record<'_>, fields: &[&'static Field], name: &str) -> AddressError {
    let known: Vec<&str> = fields.iter().map(|f| f.name).collect();
    AddressError::Field { record: record_name(record), name: name.to_owned(), known: known.join(", ") }
}

/// The fields of a record that apply now, seen as the part of its object where it is one.
pub fn fields(level: &Level, objects: &Objects, record: &Record<'_>) -> Vec<&'static Field> {
    let number = record.id().number;
    let own = objects.of_node(number).and_then(|o| Some((o, o.parts.iter().find(|p| p.node.number == number)?)));
    match own {
        Some((object, part)) => object.fields(level, part),
        None => record.fields(),
    }
}

/// The record of a part of the object whose main record this is.
pub fn part<'a>(level: &'a Level, objects: &Objects, record: &Record<'a>, name: &str) -> Option<Record<'a>> {
    let object = objects.of_node(record.id().number).filter(|o| o.id.node == record.id())?;
    let part = object.parts.iter().find(|p| p.name == name)?;
    level.record(part.node.number)
}

/// The level of this name: its position in the file, `#` and its number in the game, its name, or [`FILE_LEVEL`].
///
/// # Errors
/// If there is none, or more than one.
pub fn level(document: &Document, text: &str) -> Result<LevelId, AddressError> {
    if text == FILE_LEVEL {
        return Ok(LevelId::FILE);
    }
    let source = document.source();
    let ids: Vec<LevelId> = document.state().ids().collect();
    let known = |ids: &[LevelId]| {
        let names: Vec<String> = ids.iter().map(|id| format!("{} “{}”", id.0, source.name(*id))).collect();
        names.join(", ")
    };
    let found: Vec<LevelId> = if let Ok(at) = text.parse::<u32>() {
        ids.iter().copied().filter(|id| id.0 == at).collect()
    } else if let Some(number) = text.strip_prefix('#').and_then(|n| n.parse::<i64>().ok()) {
        ids.iter().copied().filter(|id| source.game_index(*id) == number).collect()
    } else {
        let exact: Vec<LevelId> = ids.iter().copied().filter(|id| source.name(*id) == text).collect();
        let lower = text.to_lowercase();
        let alike = || ids.iter().copied().filter(|id| source.name(*id).to_lowercase() == lower).collect();
        if exact.is_empty() { alike() } else { exact }
    };
    match found.as_slice() {
        [one] => Ok(*one),
        [] => Err(AddressError::Level { level: text.to_owned(), known: known(&ids) }),
        several => Err(AddressError::Ambiguous { level: text.to_owned(), known: known(several) }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read() {
        let address = Address::parse("objects/417/events/2").unwrap();
        assert_eq!(
            (address.root.as_str(), address.key, address.children.as_slice()),
            ("objects", Some(Key::At(417)), [("events".to_owned(), Key::At(2))].as_slice())
        );
        let address = Address::parse("paths/#-40.class.flags").unwrap();
        assert_eq!(address.key, Some(Key::Id(-40)));
        assert_eq!(address.names, ["class", "flags"]);
        let address = Address::parse("$a/steps/0.x").unwrap();
        assert_eq!((address.root.as_str(), address.key), ("$a", None));
        assert_eq!(address.children, [("steps".to_owned(), Key::At(0))]);
        assert_eq!(Address::parse("points").unwrap().key, None);
    }

    #[test]
    fn what_is_no_address_says_why() {
        for (text, why) in [
            ("", "begins with no table"),
            ("points/x", "a key is a position"),
            ("points/#x", "in plain digits"),
            ("points/#-", "behind # stands"),
            ("points/3/events", "needs a key"),
            ("points/3.", "behind the dot"),
            ("points/3.a.b.c", "behind the dot"),
            ("points/-1", "a key is a position"),
            ("points/+1", "in plain digits"),
            ("points/01", "in plain digits"),
            ("points/", "a key is a position"),
            ("points/#+1", "in plain digits"),
            ("points/#--1", "in plain digits"),
            ("points/99999999999999999999999", "a key is a position"),
        ] {
            let error = Address::parse(text).unwrap_err().to_string();
            assert!(error.contains(why), "{text}: {error}");
        }
    }
}
