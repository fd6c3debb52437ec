//! `levelwright convert`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use levelwright_io::format::Made;
use levelwright_io::save;
use levelwright_model::document::Committed;
use levelwright_model::games::Arguments;

use super::merge::source;
use super::open::{self, keep_inputs, levels, open};
use super::output::{CliError, Outcome, Output};
use super::sample::write_new;
use super::texts;

/// The plan of a game that turns a level into the form editors write.
const RAW: &str = "convert_to_raw";

/// Write a file in another form of its format
#[derive(Debug, Args)]
#[command(after_help = texts::CONVERT)]
pub(super) struct Convert {
    /// The file
    file: PathBuf,
    /// Where to write the result
    #[arg(short, long)]
    output: PathBuf,
    /// Only this level: its position, # and its number in the game, or its name
    #[arg(long)]
    level: Option<String>,
    /// What it becomes
    #[arg(long, value_enum, default_value = "raw")]
    to: Form,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Form {
    /// Levels as editors write them, without what the game prepares
    Raw,
    /// A map file without wrapper, film or saved state
    Map,
    /// The files as the game for Windows reads them; OUTPUT is a folder
    Windows,
    /// The files as the game for the Mac reads them; OUTPUT is a folder
    Mac,
}

impl Convert {
    pub(super) fn run(self, output: &mut Output<'_>) -> Result<Outcome, CliError> {
        match self.to {
            Form::Raw => self.raw(output),
            Form::Map => self.map(output),
            Form::Windows => self.platform("windows", output),
            Form::Mac => self.platform("mac", output),
        }
    }

    fn raw(self, output: &mut Output<'_>) -> Result<Outcome, CliError> {
        keep_inputs([self.file.as_path()], &self.output)?;
        let mut file = open(&self.file)?;
        let ids = levels(&mut file.document, self.level.as_deref())?;
        let game = file.document.game();
        let plan = game.plans.iter().find(|p| p.key == RAW);
        let plan = plan.ok_or_else(|| CliError::failed(format!("{} has no raw form of a level", game.name)))?;
        let mut draft = file.document.draft();
        for id in ids {
            let arguments = Arguments { level: id.0, ..Arguments::default() };
            (plan.run)(&mut draft, &arguments).map_err(|e| CliError::from(e).about(format_args!("level {}", id.0)))?;
        }
        if file.document.commit(draft, plan.label)? != Committed::Entry {
            output.say("nothing to convert: it is raw already")?;
        }
        let encoded = open::save(&mut file, &self.output)?;
        for note in &encoded.notes {
            output.say(note)?;
        }
        writeln!(output.out, "{}: {} bytes", self.output.display(), encoded.bytes.len())?;
        Ok(Outcome::Fine)
    }

    fn platform(self, form: &str, output: &mut Output<'_>) -> Result<Outcome, CliError> {
        if self.level.is_some() {
            return Err(CliError::failed("all levels of a file have the same form: leave --level out"));
        }
        let mut file = open(&self.file)?;
        file.document.decode_all();
        let name = self.file.file_stem().map(|s| s.to_string_lossy().into_owned()).unwrap_or_default();
        let made = file.make(&Made { form, name: &name, lists: &[] })?;
        write_new(&self.output, &made, output)
    }

    fn map(self, output: &mut Output<'_>) -> Result<Outcome, CliError> {
        let (source, format) = source(&self.file)?;
        let to_map = format.to_map;
        let to_map = to_map.ok_or_else(|| CliError::failed(format!("a {} has no other form", format.name)))?;
        let level = match &self.level {
            None => None,
            Some(_) => {
                let mut file = open(&self.file)?;
                levels(&mut file.document, self.level.as_deref())?.first().map(|id| id.0)
            }
        };
        keep_inputs([self.file.as_path()], &self.output)?;
        let made = to_map(&source, level)?;
        save::replace(&self.output, &made.bytes, None)?;
        for note in &made.notes {
            output.say(note)?;
        }
        writeln!(output.out, "{}: {} bytes", self.output.display(), made.bytes.len())?;
        Ok(Outcome::Fine)
    }
}
