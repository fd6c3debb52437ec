//! `levelwright export`.

use std::path::PathBuf;

use clap::Args;
use levelwright_io::exchange::{Exchange, exchange};
use levelwright_model::document::{Document, LevelId};

use super::open::{levels, open};
use super::output::{CliError, Outcome, Output};
use super::sample::write_new;
use super::texts;

/// Write a level's lists or calls as text files for other programs and for people
#[derive(Debug, Args)]
#[command(after_help = texts::EXPORT)]
pub(super) struct Export {
    /// The file
    file: PathBuf,
    /// The folder for the texts; it is made if need be
    #[arg(short, long)]
    output: PathBuf,
    /// Only this list, by its table's key; can be given more than once
    #[arg(long)]
    list: Vec<String>,
    /// The level: its position, # and its number in the game, or its name; needed where the file has several
    #[arg(long)]
    level: Option<String>,
}

impl Export {
    pub(super) fn run(self, output: &mut Output<'_>) -> Result<Outcome, CliError> {
        let mut file = open(&self.file)?;
        let (way, id) = way(&mut file.document, self.level.as_deref())?;
        let known = (way.lists)();
        if let Some(unknown) = self.list.iter().find(|list| !known.contains(&list.as_str())) {
            return Err(CliError::Failed {
                message: format!("there is no list {unknown} to export"),
                help: format!("The lists are {}.", known.join(", ")),
            });
        }
        let level = file.document.level(id)?;
        let made = (way.export)(level, &self.list)?;
        write_new(&self.output, &made, output)
    }
}

/// How a document's game exchanges levels, and the level meant.
pub(super) fn way(document: &mut Document, named: Option<&str>) -> Result<(&'static Exchange, LevelId), CliError> {
    let game = document.game();
    let way = exchange(game.key);
    let way = way.ok_or_else(|| CliError::failed(format!("levels of {} are not exchanged with anybody", game.name)))?;
    let ids = levels(document, named)?;
    match ids.as_slice() {
        [id] => Ok((way, *id)),
        [] => Err(CliError::failed("the file has no level")),
        _ => Err(CliError::Failed {
            message: "the file has several levels".to_owned(),
            help: "Say which one with --level.".to_owned(),
        }),
    }
}
