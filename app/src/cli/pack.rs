//! `levelwright pack`.

use std::path::PathBuf;

use clap::Args;
use levelwright_io::save;

use super::merge::source;
use super::open::keep_inputs;
use super::output::{CliError, Outcome, Output};
use super::texts;

/// Write a file without what it holds in vain, or with nothing but its changes
#[derive(Debug, Args)]
#[command(after_help = texts::PACK)]
pub(super) struct Pack {
    /// The file
    file: PathBuf,
    /// Where to write the result
    #[arg(short, long)]
    output: PathBuf,
    /// Leave out what is the same in this file
    #[arg(long)]
    changed: Option<PathBuf>,
}

impl Pack {
    pub(super) fn run(self, output: &mut Output<'_>) -> Result<Outcome, CliError> {
        let (file, format) = source(&self.file)?;
        let pack = format.pack.ok_or_else(|| CliError::failed(format!("a {} cannot be packed", format.name)))?;
        let base = match &self.changed {
            None => None,
            Some(path) => {
                let (base, other) = source(path)?;
                if !std::ptr::eq(other, format) {
                    let message = format!("{} is a {}, not a {}", path.display(), other.name, format.name);
                    return Err(CliError::failed(message));
                }
                Some(base)
            }
        };
        let inputs = [Some(&self.file), self.changed.as_ref()];
        keep_inputs(inputs.into_iter().flatten().map(PathBuf::as_path), &self.output)?;
        let made = pack(&file, base.as_ref())?;
        save::replace(&self.output, &made.bytes, None)?;
        for note in &made.notes {
            output.say(note)?;
        }
        writeln!(output.out, "{}: {} bytes", self.output.display(), made.bytes.len())?;
        Ok(Outcome::Fine)
    }
}
