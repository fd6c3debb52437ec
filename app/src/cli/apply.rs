//! `levelwright apply`.

use std::path::PathBuf;

use clap::Args;
use levelwright_io::json::script;

use super::open::{open, save};
use super::output::{CliError, Outcome, Output, counted};
use super::texts;

/// Carry out an edit script on a file and write the result
#[derive(Debug, Args)]
#[command(after_help = texts::APPLY)]
pub(super) struct Apply {
    /// The edit script
    edits: PathBuf,
    /// The file
    file: PathBuf,
    /// Where to write the result
    #[arg(short, long)]
    output: PathBuf,
    /// Let a file grow where something does not fit in its place any more (the archive of The Warriors)
    #[arg(long)]
    grow: bool,
}

impl Apply {
    pub(super) fn run(self, output: &mut Output<'_>) -> Result<Outcome, CliError> {
        let text = std::fs::read_to_string(&self.edits)
            .map_err(|e| CliError::failed(format!("{} cannot be read: {e}", self.edits.display())))?;
        // Some editors begin a text with a byte order mark.
        let text = text.trim_start_matches('\u{feff}');
        let mut file = open(&self.file)?;
        let applied =
            script::apply(&mut file.document, text).map_err(|e| CliError::from(e).about(self.edits.display()))?;
        file.let_grow(self.grow);
        let encoded = save(&mut file, &self.output)?;
        for note in file.document.take_notes().iter().chain(&encoded.notes) {
            output.say(note)?;
        }
        let changed = if applied.changed { "" } else { ", changing nothing" };
        let (count, bytes) = (counted(applied.edits, "edit"), encoded.bytes.len());
        writeln!(output.out, "{}: {count}{changed}, {bytes} bytes", self.output.display())?;
        Ok(Outcome::Fine)
    }
}
