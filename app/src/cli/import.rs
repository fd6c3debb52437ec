//! `levelwright import`.

use std::path::PathBuf;

use clap::Args;
use levelwright_io::exchange::Given;

use super::export::way;
use super::open::{open, save};
use super::output::{CliError, Outcome, Output};
use super::texts;

/// Bring a level to what another program's text files say
#[derive(Debug, Args)]
#[command(after_help = texts::IMPORT)]
pub(super) struct Import {
    /// The file
    file: PathBuf,
    /// The texts, or folders of them
    #[arg(required = true)]
    texts: Vec<PathBuf>,
    /// Where to write the result; the file itself may be named
    #[arg(short, long)]
    output: PathBuf,
    /// The level: its position, # and its number in the game, or its name; needed where the file has several
    #[arg(long)]
    level: Option<String>,
}

impl Import {
    pub(super) fn run(self, output: &mut Output<'_>) -> Result<Outcome, CliError> {
        let mut file = open(&self.file)?;
        let (way, id) = way(&mut file.document, self.level.as_deref())?;
        let import = way.import.ok_or_else(|| CliError::Failed {
            message: format!("texts of {} are written, not read back", file.document.game().name),
            help: "Open the text itself, and copy what you want out of it.".to_owned(),
        })?;
        let mut paths = Vec::new();
        let unreadable =
            |path: &PathBuf, e: std::io::Error| CliError::failed(format!("{} cannot be read: {e}", path.display()));
        for path in &self.texts {
            if !path.is_dir() {
                paths.push(path.clone());
                continue;
            }
            let entries = std::fs::read_dir(path).map_err(|e| unreadable(path, e))?;
            let found = entries.filter_map(|entry| Some(entry.ok()?.path()));
            let mut found: Vec<PathBuf> =
                found.filter(|p| p.extension().is_some_and(|ending| ending.eq_ignore_ascii_case(way.ending))).collect();
            found.sort();
            paths.extend(found);
        }
        if paths.is_empty() {
            return Err(CliError::failed(format!("there is no text ending with .{} to import", way.ending)));
        }
        let mut texts = Vec::with_capacity(paths.len());
        for path in &paths {
            let text = std::fs::read_to_string(path).map_err(|e| unreadable(path, e))?;
            texts.push((path.display().to_string(), text));
        }
        let given: Vec<Given<'_>> = texts.iter().map(|(name, text)| Given { name, text }).collect();
        let mut draft = file.document.draft();
        let done = import(&mut draft, id, &given)?;
        file.document.commit(draft, "Import")?;
        let encoded = save(&mut file, &self.output)?;
        for note in &encoded.notes {
            output.say(note)?;
        }
        let (changed, added, removed) = (done.changed, done.added, done.removed);
        writeln!(output.out, "{}: {changed} changed, {added} added, {removed} removed", self.output.display())?;
        Ok(Outcome::Fine)
    }
}
