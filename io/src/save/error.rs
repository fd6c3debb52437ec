//! Why a file was not saved, and what the person can do.

use std::io;
use std::path::Path;

use super::platform;
use crate::format::{EncodeError, OpenError};

/// Why a file was not saved. The document stays modified; the old file is whole unless the error says that the next
/// start has to finish it.
#[derive(Debug, thiserror::Error)]
pub enum SaveError {
    /// It has no place on disk yet.
    #[error("this document has no file yet: choose where to save it")]
    NoPlace,
    /// The bytes are of another format than the file that was opened.
    #[error("{0}")]
    OtherFormat(String),
    /// The format cannot hold it.
    #[error(transparent)]
    Encode(#[from] EncodeError),
    /// What was encoded does not decode again.
    #[error("the file was not written: its own bytes do not open again ({0})")]
    NotReadable(OpenError),
    /// What was encoded decodes to something else.
    #[error("the file was not written: read back, {0} differs from the document")]
    NotTheSame(String),
    /// The file on disk is not the one that was opened.
    #[error("{path} was {} by another program since it was opened", how.word())]
    ChangedOnDisk {
        /// Which file.
        path: String,
        /// How.
        how: Change,
    },
    /// Nobody may write the file.
    #[error("{path} was not saved: the file is write-protected")]
    WriteProtected {
        /// Which file.
        path: String,
    },
    /// Files that are written in place or as a set need the data folder.
    #[error("{path} was not saved: there is no data folder for what would be needed to undo a broken write")]
    NoDataFolder {
        /// Which file.
        path: String,
    },
    /// An operation on the disk failed; everything is as it was before.
    #[error("{path} was not saved: {step} failed ({reason})")]
    Disk {
        /// Which file.
        path: String,
        /// Which step.
        step: &'static str,
        /// Why.
        reason: io::Error,
    },
    /// The file is in place, but the disk did not confirm it.
    #[error("{path} was written, but the disk did not confirm it: {step} failed ({reason})")]
    Unconfirmed {
        /// Which file.
        path: String,
        /// Which step.
        step: &'static str,
        /// Why.
        reason: io::Error,
    },
    /// An operation failed, and so did undoing the others.
    #[error("{path} was not saved: {step} failed ({reason}), and what was begun could not be undone now ({undo})")]
    Unfinished {
        /// Which file.
        path: String,
        /// Which step.
        step: &'static str,
        /// Why.
        reason: io::Error,
        /// Why undoing failed.
        undo: String,
    },
}

/// What another program did to the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// It has other contents.
    Changed,
    /// It is gone.
    Removed,
    /// There was none, and now there is.
    Made,
}

impl Change {
    fn word(self) -> &'static str {
        match self {
            Change::Changed => "changed",
            Change::Removed => "removed",
            Change::Made => "made",
        }
    }
}

/// What a person may choose when the file on disk is not the one that was opened, or has no room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// Open what is on disk; the edits since the last save are given up.
    Reload,
    /// Write over it; the other program's version goes to the backups.
    Overwrite,
    /// Write under another name in the same folder.
    SaveBeside,
    /// See what differs first.
    Compare,
    /// Let the file grow: what does not fit is written behind its end.
    Grow,
}

impl SaveError {
    /// What the person may choose; none but for [`SaveError::ChangedOnDisk`] and for what needs room.
    pub fn choices(&self) -> &'static [Choice] {
        match self {
            SaveError::ChangedOnDisk { how: Change::Removed, .. } => &[Choice::Overwrite, Choice::SaveBeside],
            SaveError::ChangedOnDisk { .. } => {
                &[Choice::Reload, Choice::Overwrite, Choice::SaveBeside, Choice::Compare]
            }
            SaveError::Encode(EncodeError::NoRoom { .. }) => &[Choice::Grow],
            _ => &[],
        }
    }

    /// What the person can do, one sentence or two.
    pub fn help(&self) -> String {
        match self {
            SaveError::NoPlace => "Choose a folder and a name.".to_owned(),
            SaveError::OtherFormat(_) => "Save under another name.".to_owned(),
            SaveError::Encode(EncodeError::Refused { help, .. } | EncodeError::NoRoom { help, .. }) => help.clone(),
            SaveError::NotReadable(_) | SaveError::NotTheSame(_) => {
                "This is a fault of the program. The file on disk is untouched; undo the last edits and try again, \
                 and please report it."
                    .to_owned()
            }
            SaveError::ChangedOnDisk { how: Change::Removed, .. } => {
                "Write it again, or save under another name.".to_owned()
            }
            SaveError::ChangedOnDisk { .. } => {
                "Open it again, overwrite it (a backup is kept), save beside it, or compare.".to_owned()
            }
            SaveError::WriteProtected { .. } => {
                "Take the write protection off in the file's properties, or save under another name.".to_owned()
            }
            SaveError::NoDataFolder { .. } => {
                "Files like these are only written where what undoes a broken write can be kept: name a folder of your \
                 own in LEVELWRIGHT_HOME and start the program again."
                    .to_owned()
            }
            SaveError::Disk { reason, .. } => help_for(reason),
            SaveError::Unconfirmed { reason, .. } => {
                format!("Save again: the document still counts as changed. {}", help_for(reason))
            }
            SaveError::Unfinished { .. } => {
                "Do not play with these files yet: start the program again, which first finishes or undoes the save. \
                 The backups hold the old contents."
                    .to_owned()
            }
        }
    }

    /// Cause and what to do, for a message.
    pub fn message(&self) -> String {
        format!("{self}. {}", self.help())
    }
}

/// What to do about an error of the system.
fn help_for(reason: &io::Error) -> String {
    if platform::is_locked(reason) {
        return "Another program has the file open: close it there (often the game itself) and save again, or save \
                under another name."
            .to_owned();
    }
    match reason.kind() {
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded | io::ErrorKind::FileTooLarge => {
            "The disk is full: make room and save again, or save to another disk.".to_owned()
        }
        io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
            "You may not write there: change the folder's permissions, or save in a folder of your own.".to_owned()
        }
        io::ErrorKind::NotFound => {
            "The folder is not there any more: make it again (or plug its disk in), or save elsewhere.".to_owned()
        }
        _ => "Try again, or save under another name on another disk.".to_owned(),
    }
}

/// An operation on a path failed.
pub(crate) fn disk_error(path: &Path, step: &'static str) -> impl FnOnce(io::Error) -> SaveError {
    let path = path.display().to_string();
    move |reason| SaveError::Disk { path, step, reason }
}
