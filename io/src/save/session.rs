//! What comes back at the next start: recent files, open documents, the window's layout. After a clean exit it comes
//! back by itself; after a crash it is offered.

use std::io;
use std::path::{Path, PathBuf};

use levelwright_model::record::{hex, unhex};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::disk::{Held, read_if_there, write_whole};
use super::folder::DataFolder;
use super::platform::{path_from_bytes, path_to_bytes};

/// Most recent files that are kept.
const RECENT: usize = 20;

/// A path that is written as text if it is text, else as bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SessionPath(pub PathBuf);

#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Written {
    Text(String),
    Bytes { bytes: String },
}

impl Serialize for SessionPath {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let written = match self.0.to_str() {
            Some(text) => Written::Text(text.to_owned()),
            None => Written::Bytes { bytes: hex(&path_to_bytes(&self.0)) },
        };
        written.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for SessionPath {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<SessionPath, D::Error> {
        Ok(SessionPath(match Written::deserialize(deserializer)? {
            Written::Text(text) => text.into(),
            Written::Bytes { bytes } => path_from_bytes(&unhex(&bytes).unwrap_or_default()),
        }))
    }
}

/// A session.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Session {
    /// Files that were opened, the latest first.
    pub recent: Vec<SessionPath>,
    /// Documents that are open, in the order of their tabs.
    pub open: Vec<SessionPath>,
    /// Which of them is in front.
    pub front: usize,
    /// The window's own description of its panes.
    pub layout: Option<String>,
    /// Whether the program ended as it should.
    clean: bool,
}

impl Session {
    /// A file was opened or saved: it is the latest.
    pub fn touch(&mut self, path: &Path) {
        self.recent.retain(|p| p.0 != path);
        self.recent.insert(0, SessionPath(path.to_owned()));
        self.recent.truncate(RECENT);
    }
}

/// What the last session left.
#[derive(Debug)]
pub struct Start {
    /// The session. Open it by itself only if [`Start::crashed`] is false.
    pub session: Session,
    /// The program died last time: offer what was open.
    pub crashed: bool,
    /// The session could not be read, and why. It begins anew then.
    pub problem: Option<String>,
    /// Writes the session from now on.
    pub keeper: Keeper,
}

/// Writes the session of the first instance; those started beside it leave it alone.
#[derive(Debug)]
pub struct Keeper {
    data: DataFolder,
    held: Option<Box<dyn Held>>,
}

fn path(data: &DataFolder) -> PathBuf {
    data.root().join("session.json")
}

/// Begins a session.
///
/// # Errors
/// If the data folder cannot be used.
pub fn start(data: &DataFolder) -> io::Result<Start> {
    let disk = data.disk().as_ref();
    disk.create_folders(data.root())?;
    let held = disk.lock(&data.root().join("session.lock"))?;
    let (session, problem) = match read_if_there(disk, &path(data)) {
        Ok(None) => (Session { clean: true, ..Session::default() }, None),
        Ok(Some(bytes)) => match serde_json::from_slice::<Session>(&bytes) {
            Ok(session) => (session, None),
            Err(e) => (Session { clean: true, ..Session::default() }, Some(format!("the last session: {e}"))),
        },
        Err(e) => (Session { clean: true, ..Session::default() }, Some(format!("the last session: {e}"))),
    };
    let first = held.is_some();
    let keeper = Keeper { data: data.clone(), held };
    let mut start = Start { crashed: first && !session.clean, session, problem, keeper };
    if first {
        start.keeper.save(&start.session)?;
    } else {
        // The other instance has these open.
        start.session.open.clear();
    }
    start.session.clean = false;
    Ok(start)
}

impl Keeper {
    /// Whether this is the first instance, whose session is kept.
    pub fn is_first(&self) -> bool {
        self.held.is_some()
    }

    fn write(&self, session: &Session, clean: bool) -> io::Result<()> {
        if self.held.is_none() {
            return Ok(());
        }
        let bytes = serde_json::to_vec_pretty(&Session { clean, ..session.clone() })?;
        write_whole(self.data.disk().as_ref(), &path(&self.data), &bytes)
    }

    /// Writes the session, at once or not at all.
    ///
    /// # Errors
    /// As the disk says; the last one written is still there.
    pub fn save(&self, session: &Session) -> io::Result<()> {
        self.write(session, false)
    }

    /// Writes the session at a clean end.
    ///
    /// # Errors
    /// As [`Keeper::save`].
    pub fn finish(self, session: &Session) -> io::Result<()> {
        self.write(session, true)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::faulty::{Fault, FaultyDisk};
    use super::super::memory::{MemoryDisk, PowerCut};
    use super::*;

    fn data(disk: &MemoryDisk) -> DataFolder {
        DataFolder::with(Arc::new(disk.clone()), "/home/data".into(), || 1)
    }

    fn session() -> Session {
        let mut session = Session { layout: Some("panes".to_owned()), ..Session::default() };
        for n in 0..30 {
            session.touch(&PathBuf::from(format!("/game/Karte {n} ä")));
        }
        session.touch(Path::new("/game/Karte 15 ä"));
        session.open = session.recent[..2].to_vec();
        session
    }

    #[test]
    fn it_comes_back_after_a_clean_exit_and_is_offered_after_a_crash() {
        let disk = MemoryDisk::with_folders(&["/home"]);
        let first = start(&data(&disk)).unwrap();
        assert!(!first.crashed && first.session.open.is_empty() && first.problem.is_none());
        let session = session();
        assert_eq!((session.recent.len(), &session.recent[0].0), (20, &PathBuf::from("/game/Karte 15 ä")));
        first.keeper.finish(&session).unwrap();
        disk.die(PowerCut::LosesAll);
        let second = start(&data(&disk)).unwrap();
        assert!(!second.crashed);
        assert_eq!(second.session, session);
        drop(second);
        disk.die(PowerCut::LosesAll);
        let third = start(&data(&disk)).unwrap();
        assert!(third.crashed, "nobody finished the second");
        assert_eq!(third.session.open, session.open);
    }

    #[test]
    fn an_instance_beside_the_first_takes_the_recent_files_and_writes_nothing() {
        let disk = MemoryDisk::with_folders(&["/home"]);
        let first = start(&data(&disk)).unwrap();
        first.keeper.save(&session()).unwrap();
        let other = start(&data(&disk)).unwrap();
        assert!(!other.crashed && !other.keeper.is_first() && first.keeper.is_first());
        assert!(other.session.open.is_empty() && other.session.recent.len() == 20);
        other.keeper.finish(&Session::default()).unwrap();
        drop(first);
        assert_eq!(start(&data(&disk)).unwrap().session.open, session().open);
    }

    #[test]
    fn what_cannot_be_read_begins_anew_and_says_so() {
        let disk = MemoryDisk::with_folders(&["/home", "/home/data"]);
        disk.put(Path::new("/home/data/session.json"), b"{\"recent\": [3");
        let found = start(&data(&disk)).unwrap();
        assert!(found.problem.unwrap().contains("the last session"));
        assert_eq!(found.session, Session::default());
        // Of a later version, with more in it.
        disk.die(PowerCut::KeepsAll);
        disk.put(Path::new("/home/data/session.json"), b"{\"recent\": [\"/a\"], \"clean\": true, \"more\": 1}");
        let found = start(&data(&disk)).unwrap();
        assert_eq!(found.session.recent, [SessionPath("/a".into())]);
    }

    #[test]
    fn every_call_is_the_last_and_the_session_is_old_or_new() {
        for fault in [Fault::DiesBefore, Fault::DiesWithin, Fault::DiesAfter] {
            for cut in [PowerCut::KeepsAll, PowerCut::LosesAll, PowerCut::LosesContents, PowerCut::LosesNames] {
                for at in 0..30 {
                    let disk = MemoryDisk::with_folders(&["/home"]);
                    start(&data(&disk)).unwrap().keeper.finish(&session()).unwrap();
                    let faulty = FaultyDisk::new(Arc::new(disk.clone()), at, fault);
                    let broken = DataFolder::with(Arc::new(faulty), "/home/data".into(), || 1);
                    if let Ok(begun) = start(&broken) {
                        drop(begun.keeper.save(&Session { front: 1, ..session() }));
                    }
                    disk.die(cut);
                    let found = start(&data(&disk)).unwrap();
                    assert_eq!(found.problem, None, "call {at}, {fault:?}, {cut:?}");
                    assert_eq!(found.session.open, session().open, "call {at}, {fault:?}, {cut:?}");
                }
            }
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_name_that_is_no_text_comes_back() {
        let odd = SessionPath(path_from_bytes(&[b'/', 0xFF]));
        let text = serde_json::to_string(&odd).unwrap();
        assert_eq!(serde_json::from_str::<SessionPath>(&text).unwrap(), odd);
    }
}
