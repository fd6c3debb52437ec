//! What differs between operating systems when files are written.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// A path as bytes that name the same file when read back on the same system, whatever its letters are.
#[cfg(unix)]
pub(crate) fn path_to_bytes(path: &Path) -> Vec<u8> {
    use std::os::unix::ffi::OsStrExt;
    path.as_os_str().as_bytes().to_vec()
}

/// The path of [`path_to_bytes`].
#[cfg(unix)]
pub(crate) fn path_from_bytes(bytes: &[u8]) -> PathBuf {
    use std::os::unix::ffi::OsStringExt;
    std::ffi::OsString::from_vec(bytes.to_vec()).into()
}

/// A path as bytes that name the same file when read back on the same system, whatever its letters are.
#[cfg(windows)]
pub(crate) fn path_to_bytes(path: &Path) -> Vec<u8> {
    use std::os::windows::ffi::OsStrExt;
    path.as_os_str().encode_wide().flat_map(u16::to_le_bytes).collect()
}

/// The path of [`path_to_bytes`].
#[cfg(windows)]
pub(crate) fn path_from_bytes(bytes: &[u8]) -> PathBuf {
    use std::os::windows::ffi::OsStringExt;
    let units: Vec<u16> = bytes.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]])).collect();
    std::ffi::OsString::from_wide(&units).into()
}

/// Flushes a folder, so that a rename in it outlives a power cut. Windows has no such call: NTFS writes its own
/// journal. Some network file systems refuse it too, which is no reason to fail a save.
pub(crate) fn sync_folder(folder: &Path) -> io::Result<()> {
    if cfg!(windows) {
        return Ok(());
    }
    match fs::File::open(folder)?.sync_all() {
        Err(e) if matches!(e.kind(), io::ErrorKind::InvalidInput | io::ErrorKind::Unsupported) => Ok(()),
        other => other,
    }
}

/// Renames over what is there. On Windows a virus scanner or an indexer may hold the file for a moment, so a
/// sharing violation (32) or a refusal (5) is tried again a few times.
pub(crate) fn rename(from: &Path, to: &Path) -> io::Result<()> {
    let mut tries = if cfg!(windows) { 5 } else { 0 };
    loop {
        match fs::rename(from, to) {
            Err(e) if tries > 0 && matches!(e.raw_os_error(), Some(5 | 32)) => {
                tries -= 1;
                std::thread::sleep(std::time::Duration::from_millis(60));
            }
            other => return other,
        }
    }
}

/// Whether the error says that another program holds the file: sharing or lock violation on Windows (32, 33),
/// busy text file elsewhere.
pub(crate) fn is_locked(error: &io::Error) -> bool {
    if cfg!(windows) {
        matches!(error.raw_os_error(), Some(32 | 33))
    } else {
        matches!(error.kind(), io::ErrorKind::ExecutableFileBusy | io::ErrorKind::ResourceBusy)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_comes_back_from_its_bytes() {
        for path in ["/a/Näme – карта.sceA", "", "relative"] {
            assert_eq!(path_from_bytes(&path_to_bytes(Path::new(path))), Path::new(path));
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_name_that_is_no_text_comes_back_too() {
        let bytes = [b'/', 0xFF, 0xFE, b'x'];
        assert_eq!(path_to_bytes(&path_from_bytes(&bytes)), bytes);
    }
}
