//! `levelwright sample`.

use std::path::{Path, PathBuf};

use clap::Args;
use levelwright_io::format::{FORMATS, NewFile};

use super::output::{CliError, Outcome, Output};
use super::texts;
use crate::new_files::{self, NotWritten};

/// Write a game's bundled sample level
#[derive(Debug, Args)]
#[command(after_help = texts::SAMPLE)]
pub(super) struct Sample {
    /// The game
    game: String,
    /// The folder for the files; it is made if need be
    #[arg(short, long)]
    output: PathBuf,
}

impl Sample {
    pub(super) fn run(self, output: &mut Output<'_>) -> Result<Outcome, CliError> {
        let samples = FORMATS.iter().filter_map(|f| Some((f.game, f.sample?)));
        let Some((_, sample)) = samples.clone().find(|(game, _)| *game == self.game) else {
            let known: Vec<&str> = samples.map(|(game, _)| game).collect();
            let known = if known.is_empty() { "no game".to_owned() } else { known.join(", ") };
            return Err(CliError::failed(format!("there is no sample for “{}”; there is one for {known}", self.game)));
        };
        write_new(&self.output, &sample()?, output)
    }
}

/// Writes new files into a folder, all or none: none may be there already.
pub(super) fn write_new(folder: &Path, files: &[NewFile], output: &mut Output<'_>) -> Result<Outcome, CliError> {
    let paths = new_files::write(folder, files).map_err(|error| match error {
        NotWritten::There(path) => CliError::Failed {
            message: format!("{} is there already", path.display()),
            help: "Choose another folder, or move the file away.".to_owned(),
        },
        NotWritten::Folder(path, error) => CliError::failed(format!("{} cannot be made: {error}", path.display())),
        NotWritten::File(error) => error.into(),
    })?;
    for (path, file) in paths.iter().zip(files) {
        for note in &file.notes {
            output.say(format_args!("{}: {note}", path.display()))?;
        }
        writeln!(output.out, "{}: {} bytes", path.display(), file.bytes.len())?;
    }
    Ok(Outcome::Fine)
}
