//! `levelwright plugin`, `levelwright package`, `levelwright compact`: what is made of a level beside saving it.

use std::path::{Path, PathBuf};

use clap::Args;
use levelwright_io::file::OpenFile;
use levelwright_io::format::Made;
use levelwright_io::json::script;

use super::open::open;
use super::output::{CliError, Outcome, Output};
use super::sample::write_new;
use super::texts;

/// Write the changed lists of a level as a small level file that patched engines load over it
#[derive(Debug, Args)]
#[command(after_help = texts::PLUGIN)]
pub(super) struct Plugin {
    #[command(flatten)]
    lists: Lists,
}

/// Write the changed lists of a level as a mod package tree
#[derive(Debug, Args)]
#[command(after_help = texts::PACKAGE)]
pub(super) struct Package {
    #[command(flatten)]
    lists: Lists,
}

/// Write a level anew without gaps and orphaned data
#[derive(Debug, Args)]
#[command(after_help = texts::COMPACT)]
pub(super) struct Compact {
    /// The level
    file: PathBuf,
    /// The folder for the result
    #[arg(short, long)]
    output: PathBuf,
    /// What it shall be called, without ending; as the level if not given
    #[arg(long)]
    name: Option<String>,
}

/// Which lists go into it.
#[derive(Debug, Args)]
struct Lists {
    /// The level
    file: PathBuf,
    /// The folder for the result
    #[arg(short, long)]
    output: PathBuf,
    /// What it shall be called, without ending
    #[arg(long)]
    name: String,
    /// An edit script to carry out first; the file itself stays as it is
    #[arg(long)]
    edits: Option<PathBuf>,
    /// A list of the level by its table, whether it changed or not; may be given again
    #[arg(long = "list", value_name = "TABLE")]
    lists: Vec<String>,
}

impl Plugin {
    pub(super) fn run(self, output: &mut Output<'_>) -> Result<Outcome, CliError> {
        self.lists.make("plugin", output)
    }
}

impl Package {
    pub(super) fn run(self, output: &mut Output<'_>) -> Result<Outcome, CliError> {
        self.lists.make("package", output)
    }
}

impl Lists {
    fn make(self, form: &str, output: &mut Output<'_>) -> Result<Outcome, CliError> {
        let mut file = opened(&self.file)?;
        if let Some(edits) = &self.edits {
            let text = std::fs::read_to_string(edits)
                .map_err(|e| CliError::failed(format!("{} cannot be read: {e}", edits.display())))?;
            let text = text.trim_start_matches('\u{feff}');
            script::apply(&mut file.document, text).map_err(|e| CliError::from(e).about(edits.display()))?;
            for note in file.document.take_notes() {
                output.say(&note)?;
            }
        }
        let made = file.make(&Made { form, name: &self.name, lists: &self.lists })?;
        write_new(&self.output, &made, output)
    }
}

impl Compact {
    pub(super) fn run(self, output: &mut Output<'_>) -> Result<Outcome, CliError> {
        let file = opened(&self.file)?;
        let own = self.file.file_stem().map(|s| s.to_string_lossy().into_owned()).unwrap_or_default();
        let name = self.name.unwrap_or(own);
        let made = file.make(&Made { form: "compact", name: &name, lists: &[] })?;
        write_new(&self.output, &made, output)
    }
}

fn opened(path: &Path) -> Result<OpenFile, CliError> {
    let mut file = open(path)?;
    file.document.decode_all();
    Ok(file)
}
