//! The calls of a level as a list in plain text (`warriors.md` 1.2): for who works on a script's source, and for scripts
//! that branch where a call would have to be added. The list is a script as a text itself: it opens, and calls can be copied
//! out of it.

use std::collections::BTreeSet;

use levelwright_model::document::{Level, Record, Table};
use levelwright_model::games::warriors::links::handle;
use levelwright_model::games::warriors::operations::travel::CALLS;
use levelwright_model::games::warriors::records::calls;
use levelwright_model::games::warriors::script::scope::declared;
use levelwright_model::games::warriors::{level, tables};
use levelwright_model::record::text::Encoding;

use crate::exchange::Exchange;
use crate::format::{EncodeError, NewFile};

/// The way of the game: lists of calls are written; they are read back by opening them.
pub(crate) static EXCHANGE: Exchange = Exchange {
    game: "warriors",
    name: "calls as plain text, one file a script",
    ending: "lua",
    lists: || vec![tables::SCRIPTS.key, tables::TEXTS.key],
    export,
    import: None,
};

fn export(level: &Level, lists: &[String]) -> Result<Vec<NewFile>, EncodeError> {
    let wanted = |table: &&Table| {
        let own = [tables::SCRIPTS.key, tables::TEXTS.key].contains(&table.key());
        own && table.opaque.is_none() && (lists.is_empty() || lists.iter().any(|key| key == table.key()))
    };
    let made: Vec<NewFile> = level.tables().filter(wanted).map(|table| list(level, table)).collect();
    if made.is_empty() {
        return Err(EncodeError::Refused {
            message: "there is no script whose calls could be written".to_owned(),
            help: "Open the level with its scripts.".to_owned(),
        });
    }
    Ok(made)
}

/// The calls of a script in their order.
fn list(level: &Level, table: &Table) -> NewFile {
    let script = Encoding::Latin1.decode(&table.tag);
    let stem = script.strip_suffix(".lua").unwrap_or(&script);
    let mut bytes = format!("-- The calls of {script}.\r\n").into_bytes();
    let mut worked_out = 0usize;
    let mut all = level::all_calls(level);
    all.retain(|call| call.table().number == table.number);
    let kept: BTreeSet<String> = all.iter().filter_map(handle).collect();
    for call in &all {
        let statement = (CALLS.pack)(call).map(|(_, statement)| statement.head).unwrap_or_default();
        // Variables of a function or a loop are nothing here, but for those that a call of the list keeps.
        let (own, from) = declared(&statement);
        match statement.get(from..).map(<[u8]>::trim_ascii_start) {
            Some(statement) if !statement.is_empty() && own.iter().all(|name| kept.contains(name)) => {
                bytes.extend(statement);
            }
            _ => {
                worked_out += 1;
                bytes.extend(format!("-- {}: the script works out an argument", name(call)).into_bytes());
            }
        }
        bytes.extend(b"\r\n");
    }
    let mut notes = Vec::new();
    if worked_out > 0 {
        let calls = if worked_out == 1 { "1 call is".to_owned() } else { format!("{worked_out} calls are") };
        notes.push(format!("{script}: {calls} only named, for the script works out what they are given"));
    }
    NewFile { name: format!("{stem}_calls.lua"), bytes, notes }
}

fn name(call: &Record<'_>) -> &'static str {
    calls::call_of(call.schema()).unwrap_or("a call")
}
