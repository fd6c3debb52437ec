//! `levelwright backups`.

use std::path::{Path, PathBuf};

use clap::Args;
use levelwright_io::save::DataFolder;
use levelwright_io::save::backups::{Backup, BackupError, Kind};
use levelwright_io::save::restore::RestoreError;
use levelwright_io::save::show;
use serde_json::json;

use super::open::open;
use super::output::{CliError, Outcome, Output};
use super::texts;
use crate::data_folder;

/// List the backups that saving made, show what one would change, put one back
#[derive(Debug, Args)]
#[command(after_help = texts::BACKUPS)]
pub(super) struct Backups {
    /// Only those of this file
    file: Option<PathBuf>,
    /// Show what is different in the present file; ID is the first column of the list, or its beginning
    #[arg(long, value_name = "ID", conflicts_with = "restore")]
    show: Option<String>,
    /// Put this backup back; what it overwrites is backed up first
    #[arg(long, value_name = "ID")]
    restore: Option<String>,
    /// Put the file and all that belongs to it back as they were before the first save that is kept
    #[arg(long, requires = "file", conflicts_with_all = ["show", "restore"])]
    original: bool,
    /// Put it there instead
    #[arg(short, long, requires = "restore")]
    output: Option<PathBuf>,
    /// The data folder, where it is not the usual one
    #[arg(long, value_name = "FOLDER")]
    data: Option<PathBuf>,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

impl From<BackupError> for CliError {
    fn from(error: BackupError) -> CliError {
        CliError::failed(error.to_string())
    }
}

impl From<RestoreError> for CliError {
    fn from(error: RestoreError) -> CliError {
        match error {
            RestoreError::Save(error) => error.into(),
            other => CliError::failed(other.to_string()),
        }
    }
}

impl Backups {
    pub(super) fn run(self, output: &mut Output<'_>) -> Result<Outcome, CliError> {
        let root = self.data.clone().or_else(data_folder::place);
        let root = root.ok_or_else(|| CliError::failed("there is no home folder: name a data folder with --data"))?;
        let data = DataFolder::new(root);
        if let Some(id) = &self.show {
            return self.show(&data, &data.backups().find(id)?, output);
        }
        if let Some(id) = &self.restore {
            return self.restore(&data, &data.backups().find(id)?, output);
        }
        if let (Some(file), true) = (&self.file, self.original) {
            return self.restore_original(&data, file, output);
        }
        // Backups are kept under the file that a link leads to.
        let file = self.file.as_deref().map(|f| resolved(&data, f));
        let listing = data.backups().list(file.as_deref())?;
        if self.json {
            output.json(&show::as_json(&listing))?;
        } else {
            for line in show::lines(&listing) {
                writeln!(output.out, "{line}")?;
            }
        }
        Ok(Outcome::Fine)
    }

    fn show(&self, data: &DataFolder, backup: &Backup, output: &mut Output<'_>) -> Result<Outcome, CliError> {
        let changes = data.compare_backup(backup)?;
        if self.json {
            output.json(&json!({ "id": backup.id, "summary": changes.summary(), "differences": changes.lines() }))?;
        } else {
            writeln!(output.out, "{}  {}", show::time(backup.at), backup.path.display())?;
            if backup.kind == Kind::Ranges {
                writeln!(output.out, "holds the parts that one save overwrote")?;
            } else {
                writeln!(output.out, "from the backup to the present file: {}", changes.summary())?;
            }
            for line in changes.lines() {
                writeln!(output.out, "{line}")?;
            }
        }
        Ok(if changes.is_empty() { Outcome::Fine } else { Outcome::Found })
    }

    fn restore(&self, data: &DataFolder, backup: &Backup, output: &mut Output<'_>) -> Result<Outcome, CliError> {
        // A save that was interrupted comes first.
        for repair in data.repair()? {
            repair.result.map_err(|e| CliError::failed(e.to_string()))?;
        }
        data.restore(backup, self.output.as_deref())?;
        let place = self.output.as_deref().unwrap_or(&backup.path);
        if self.json {
            output.json(&json!({ "id": backup.id, "restored": place.to_string_lossy() }))?;
        } else {
            writeln!(output.out, "{}: as of {}", place.display(), show::time(backup.at))?;
        }
        Ok(Outcome::Fine)
    }
}

impl Backups {
    fn restore_original(&self, data: &DataFolder, file: &Path, output: &mut Output<'_>) -> Result<Outcome, CliError> {
        for repair in data.repair()? {
            repair.result.map_err(|e| CliError::failed(e.to_string()))?;
        }
        // A damaged file tells of no others that belong to it; it is then put back alone.
        let mut paths = vec![resolved(data, file)];
        if let Ok(open) = open(file) {
            let all = open.path().into_iter().chain(open.companions());
            paths.extend(all.map(|path| resolved(data, path)));
        }
        paths.sort();
        paths.dedup();
        let done = data.restore_original(&paths)?;
        if done.is_empty() {
            return Err(CliError::failed(format!("no backups are kept of {}", file.display())));
        }
        if self.json {
            let of = |(path, at): &(PathBuf, u64)| json!({ "restored": path.to_string_lossy(), "at": at });
            output.json(&json!({ "files": done.iter().map(of).collect::<Vec<_>>() }))?;
        } else {
            for (path, at) in &done {
                writeln!(output.out, "{}: as of {}", path.display(), show::time(*at))?;
            }
        }
        Ok(Outcome::Fine)
    }
}

fn resolved(data: &DataFolder, path: &Path) -> PathBuf {
    data.disk().resolve(path).unwrap_or_else(|_| path.to_owned())
}
