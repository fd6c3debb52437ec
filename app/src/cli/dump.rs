//! `levelwright dump`.

use std::path::PathBuf;

use clap::Args;
use levelwright_io::json::dump::write_dump;

use super::open::{levels, open};
use super::output::{CliError, Outcome, Output};
use super::texts;

/// Write everything as JSON without loss: every record, every field, opaque bytes as hex
#[derive(Debug, Args)]
#[command(after_help = texts::DUMP)]
pub(super) struct Dump {
    /// The file
    file: PathBuf,
    /// Only this level: its position, # and its number in the game, or its name
    #[arg(long)]
    level: Option<String>,
}

impl Dump {
    pub(super) fn run(self, output: &mut Output<'_>) -> Result<Outcome, CliError> {
        let mut file = open(&self.file)?;
        let levels = levels(&mut file.document, self.level.as_deref())?;
        write_dump(output.out, &file.document, &levels)?;
        Ok(Outcome::Fine)
    }
}
