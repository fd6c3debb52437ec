//! `levelwright merge`.

use std::path::{Path, PathBuf};

use clap::Args;
use levelwright_io::format::{Format, Named, format_of};
use levelwright_io::save;
use levelwright_io::source::Source;

use super::open::keep_inputs;
use super::output::{CliError, Outcome, Output};
use super::texts;

/// Put the levels of several files into one map
#[derive(Debug, Args)]
#[command(after_help = texts::MERGE)]
pub(super) struct Merge {
    /// The files, in the order of their levels
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Where to write the map
    #[arg(short, long)]
    output: PathBuf,
}

/// Reads a file's bytes and wrapper, and tells its format.
pub(super) fn source(path: &Path) -> Result<(Source, &'static Format), CliError> {
    let bytes = std::fs::read(path).map_err(|e| CliError::failed(format!("{} cannot be read: {e}", path.display())))?;
    let about = |e: CliError| e.about(path.display());
    let source = Source::read(bytes).map_err(|e| about(CliError::failed(e.to_string())))?;
    let format = format_of(&source).map_err(|e| about(e.into()))?;
    Ok((source, format))
}

impl Merge {
    pub(super) fn run(self, output: &mut Output<'_>) -> Result<Outcome, CliError> {
        let sources = self.files.iter().map(|p| Ok((p.display().to_string(), source(p)?)));
        let sources: Vec<(String, (Source, &'static Format))> = sources.collect::<Result<_, CliError>>()?;
        let Some((_, (_, format))) = sources.first() else { return Err(CliError::failed("there is nothing to merge")) };
        if let Some((name, (_, other))) = sources.iter().find(|(_, (_, f))| !std::ptr::eq(*f, *format)) {
            let message = format!("{name} is a {}, the first file a {}", other.name, format.name);
            return Err(CliError::failed(message));
        }
        let merge = format.merge.ok_or_else(|| CliError::failed(format!("a {} cannot be merged", format.name)))?;
        let named: Vec<Named<'_>> = sources.iter().map(|(name, (source, _))| Named { name, source }).collect();
        let title = self.output.file_stem().map(|s| s.to_string_lossy().into_owned()).unwrap_or_default();
        keep_inputs(self.files.iter().map(PathBuf::as_path), &self.output)?;
        let made = merge(&title, &named)?;
        save::replace(&self.output, &made.bytes, None)?;
        for note in &made.notes {
            output.say(note)?;
        }
        writeln!(output.out, "{}: {} bytes", self.output.display(), made.bytes.len())?;
        Ok(Outcome::Fine)
    }
}
