//! The user's data folder: backups, journals, the session.

use std::io;
use std::path::PathBuf;

use levelwright_io::save::DataFolder;

/// Names the folder, where it shall not be the usual one.
const VARIABLE: &str = "LEVELWRIGHT_HOME";

/// Where it is: `LEVELWRIGHT_HOME`, else what the system keeps for programs' data of this machine. `None` if there is
/// no home folder.
pub fn place() -> Option<PathBuf> {
    let named = std::env::var_os(VARIABLE).filter(|v| !v.is_empty()).map(PathBuf::from);
    named.or_else(|| Some(directories::ProjectDirs::from("", "", "Levelwright")?.data_local_dir().to_owned()))
}

/// The data folder on the real disk; `None` where nothing can be kept in it. A disk that is full may have room later.
pub fn open() -> Option<DataFolder> {
    place().map(DataFolder::new).filter(|data| refused(data).is_none())
}

/// Why nothing can be kept in a data folder.
pub fn refused(data: &DataFolder) -> Option<io::Error> {
    let full = |kind| matches!(kind, io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded);
    data.check().err().filter(|error| !full(error.kind()))
}
