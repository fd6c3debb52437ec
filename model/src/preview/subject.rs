//! Who an event is about, and how a person names it.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::document::{Level, NodeId};

/// A row of a table, by the table's key and the row's position; or something that is in no table (`walker/0`,
/// `scenario/3`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Subject {
    /// The table's key. Links to rows of it lead to the table that stands in its place.
    pub table: &'static str,
    /// The position in the table.
    pub row: u32,
}

impl Subject {
    /// The row at a position.
    pub const fn new(table: &'static str, row: u32) -> Subject {
        Subject { table, row }
    }

    /// The record, if it is one of the level's.
    pub fn node(&self, level: &Level) -> Option<NodeId> {
        let table = level.link_table(self.table)?;
        Some(level.node_id(table.row_number(usize::try_from(self.row).ok()?)?))
    }
}

impl fmt::Display for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.table, self.row)
    }
}

impl Serialize for Subject {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// What a person wrote: `platforms/3`. A world finds out what it means.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Address {
    /// The table's key.
    pub table: String,
    /// The position in the table.
    pub row: u32,
}

/// Why a text is no address.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("\"{0}\" names nothing: write a table and a position, as in platforms/3")]
pub struct AddressError(pub String);

impl FromStr for Address {
    type Err = AddressError;
    fn from_str(text: &str) -> Result<Address, AddressError> {
        let wrong = || AddressError(text.to_owned());
        let (table, row) = text.split_once('/').ok_or_else(wrong)?;
        if table.is_empty() {
            return Err(wrong());
        }
        Ok(Address { table: table.to_owned(), row: row.parse().map_err(|_| wrong())? })
    }
}

impl TryFrom<String> for Address {
    type Error = AddressError;
    fn try_from(text: String) -> Result<Address, AddressError> {
        text.parse()
    }
}

impl From<Address> for String {
    fn from(address: Address) -> String {
        address.to_string()
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.table, self.row)
    }
}

impl From<Subject> for Address {
    fn from(subject: Subject) -> Address {
        Address { table: subject.table.to_owned(), row: subject.row }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_a_table_and_a_position() {
        let address: Address = "platforms/3".parse().unwrap();
        assert_eq!(address, Address { table: "platforms".to_owned(), row: 3 });
        assert_eq!(address.to_string(), Subject::new("platforms", 3).to_string());
        assert_eq!(Address::from(Subject::new("platforms", 3)), address);
        for wrong in ["", "platforms", "/3", "platforms/", "platforms/-1", "platforms/99999999999"] {
            assert_eq!(wrong.parse::<Address>(), Err(AddressError(wrong.to_owned())));
        }
    }
}
