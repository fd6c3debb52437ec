//! `levelwright split`.

use std::path::PathBuf;

use clap::Args;

use super::merge::source;
use super::output::{CliError, Outcome, Output};
use super::sample::write_new;
use super::texts;

/// Write each level of a map to a file of its own
#[derive(Debug, Args)]
#[command(after_help = texts::SPLIT)]
pub(super) struct Split {
    /// The map
    file: PathBuf,
    /// The folder for the files; it is made if need be
    #[arg(short, long)]
    output: PathBuf,
}

impl Split {
    pub(super) fn run(self, output: &mut Output<'_>) -> Result<Outcome, CliError> {
        let (source, format) = source(&self.file)?;
        let split = format.split.ok_or_else(|| CliError::failed(format!("a {} cannot be split", format.name)))?;
        let made = split(&self.file.display().to_string(), &source)?;
        write_new(&self.output, &made, output)
    }
}
