//! Texts about saving, backups and what a crash left (`docs/guide/files.md`).

use std::path::Path;

use levelwright_io::journal::recovery::Base;
use levelwright_io::save::Choice;

/// Title: what saving would change.
pub const CHANGES: &str = "What will change";
/// Title: what differs on disk.
pub const DIFFERENCES: &str = "What differs on disk";
/// Title: what a journal would change.
pub const JOURNAL_CHANGES: &str = "What the edits change";
/// Title: what a backup differs in.
pub const BACKUP_CHANGES: &str = "From the backup to the present file";
/// Nothing differs.
pub const NO_CHANGES: &str = "No object and no field differs.";
/// Back to the list.
pub const BACK: &str = "Back";
/// Title: another program changed the file.
pub const ON_DISK: &str = "The file is another one now";
/// Title: something does not fit in its place.
pub const NO_ROOM: &str = "The file would have to grow";
/// What reloading costs.
pub const RELOAD_COSTS: &str = "Reload gives up the edits since the last save.";
/// Title: after a crash.
pub const RECOVER_TITLE: &str = "There are edits that are in no file";
/// Title after a crash without edits.
pub const CRASHED: &str = "Levelwright did not end as it should";
/// What the answers do.
pub const RECOVER_HELP: &str = "Recover opens the file and carries the edits out; nothing is saved until you save. \
                                Discard throws them away for good.";
/// What was open.
pub const WAS_OPEN: &str = "These files were open:";
/// Opens what was open.
pub const REOPEN: &str = "Open them again";
/// Leaves everything for later.
pub const LATER: &str = "Later";
/// First answer.
pub const RECOVER: &str = "Recover";
/// Second answer.
pub const COMPARE: &str = "Compare";
/// Puts a backup back.
pub const RESTORE: &str = "Restore";
/// Title of the list of backups.
pub const BACKUPS: &str = "Backups";
/// There are none.
pub const NO_BACKUPS: &str = "There are no backups yet: each save makes one of what it overwrites.";
/// Without a data folder.
pub const NO_DATA: &str = "There is no data folder: no backups and no journals are kept. Name one in LEVELWRIGHT_HOME.";
/// The worker is gone.
pub const BROKE_OFF: &str = "The save broke off. The file on disk is whole; save again.";
/// A second save at once.
pub const STILL_SAVING: &str = "The last save is not finished yet.";
/// Nothing was recovered.
pub const NOT_RECOVERED: &str = "The edits were not recovered";
/// Nothing was restored.
pub const NOT_RESTORED: &str = "The backup was not restored";
/// Nothing was compared.
pub const NOT_COMPARED: &str = "They cannot be compared";

/// The button of a choice.
pub const fn choice(choice: Choice) -> &'static str {
    match choice {
        Choice::Reload => "Reload",
        Choice::Overwrite => "Overwrite",
        Choice::SaveBeside => "Save beside",
        Choice::Compare => COMPARE,
        Choice::Grow => "Let it grow",
    }
}

/// A data folder that nothing can be written to.
pub fn no_data_in(folder: &Path, error: &std::io::Error) -> String {
    format!(
        "Nothing can be kept in {} ({error}): there are no backups and no journals. Name another data folder in \
         LEVELWRIGHT_HOME.",
        folder.display()
    )
}

/// A journal's line.
pub fn edits(count: usize, last: &str) -> String {
    format!("{}, the last at {last} UTC", super::count(count, "edit", "edits"))
}

/// What recovering a journal means.
pub const fn base(base: &Base) -> &'static str {
    match base {
        Base::File => "The file is as it was.",
        Base::Untitled => "It was never saved.",
        Base::Backup => "The file was changed since: the edits are recovered on its backup, as a copy without a name.",
        Base::Missing => "The file was changed since or is gone, and there is no backup of it: put it back first.",
    }
}

/// Recovered.
pub fn recovered(name: &str, edits: usize) -> String {
    format!("{name}: {} recovered. Nothing is saved until you save.", super::count(edits, "edit", "edits"))
}

/// Recovered in part.
pub fn stopped(name: &str, after: usize, edit: &str, reason: &str) -> String {
    format!(
        "{name}: {} recovered, then “{edit}” did not fit: {reason}. The journal stays and is offered again.",
        super::count(after, "edit", "edits")
    )
}

/// A progress line.
pub fn saving(name: &str) -> String {
    format!("Saving {name} …")
}

/// Not while the document has changes.
pub fn has_changes(name: &str) -> String {
    format!("{name} is open and has changes: save or close it first.")
}

/// Reloaded.
pub fn reloaded(name: &str) -> String {
    format!("{name} was opened again as it lies on disk.")
}

/// Restored.
pub fn restored(file: &Path, time: &str) -> String {
    format!("{} is as of {time} UTC again. What was there is in the backups.", file.display())
}

/// A file of the last session is gone.
pub fn gone(file: &Path) -> String {
    format!("{} was open last time and is not there any more.", file.display())
}

/// An interrupted save was finished.
pub fn finished(files: &str) -> String {
    format!("A save that was interrupted was finished: {files}.")
}

/// An interrupted save was undone.
pub fn taken_back(files: &str) -> String {
    format!("A save that was interrupted was undone: {files} as before.")
}

/// Backups that cannot be read.
pub fn damaged(count: usize) -> String {
    format!("{} cannot be read.", super::count(count, "backup", "backups"))
}

/// A replay would stop.
pub fn stops(after: usize, edit: &str, reason: &str) -> String {
    format!("Recovering would stop after {}: “{edit}” does not fit ({reason}).", super::count(after, "edit", "edits"))
}

/// A journal stays.
pub fn not_discarded(reason: &std::io::Error) -> String {
    format!("The edits were not thrown away ({reason}): they are offered again at the next start.")
}

/// The setting was changed.
pub const fn asks(on: bool) -> &'static str {
    if on { "Each save first shows what it changes." } else { "Saves do not show what they change any more." }
}
