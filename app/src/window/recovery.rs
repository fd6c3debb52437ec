//! What is answered about what a crash left and about backups: recover, compare, discard, restore.

use std::path::Path;

use levelwright_io::save::backups::Backup;
use levelwright_io::save::show;

use super::Window;
use super::panes::messages::Tone;
use super::questions::{Question, Reply};
use super::session::{Session, real};
use super::texts::{self, saving as words};

impl Window {
    /// Carries out what was answered to a question.
    pub(super) fn reply(&mut self, ctx: &egui::Context, reply: Reply) {
        match reply {
            Reply::Ask(question) => self.session.ask(question),
            Reply::Save(plan) => self.save_now(ctx, plan),
            Reply::OnDisk(question, choice) => self.choose(ctx, question, choice),
            Reply::Recover(at) => self.session.recover(at),
            Reply::CompareJournal(at) => self.session.compare_journal(at),
            Reply::Discard(at) => self.session.discard_journal(at),
            Reply::Reopen => {
                let files = std::mem::take(&mut self.session.safety.offered);
                self.session.reopen(files);
                self.session.ask_on();
            }
            Reply::Restore(backup) => self.session.restore(&backup),
            Reply::CompareBackup(question, backup) => self.session.compare_backup(question, &backup),
        }
    }
}

impl Session {
    /// Shows what a crash left, if anything is left of it.
    pub fn offer(&mut self) {
        if let Some(question) = self.safety.question() {
            self.ask(question);
        }
    }

    /// Asks about the rest, unless something else has to be said first.
    fn ask_on(&mut self) {
        if self.dialog.is_none() {
            self.offer();
        }
    }

    /// The open document of a file.
    fn position(&self, path: &Path) -> Option<usize> {
        let path = real(path);
        self.docs.iter().position(|d| d.file.path().is_some_and(|p| real(p) == path))
    }

    /// Opens the file of a journal and carries its edits out.
    fn recover(&mut self, at: usize) {
        let Some(data) = self.safety.data.clone() else { return };
        let Some(journal) = self.safety.journals.get(at) else { return };
        let open = journal.path().and_then(|p| self.position(p));
        if let Some(doc) = open.and_then(|at| self.docs.get(at))
            && doc.file.document.is_modified()
        {
            let text = words::has_changes(&doc.name());
            return self.error(words::NOT_RECOVERED, text, false);
        }
        let journal = self.safety.journals.remove(at);
        match journal.recover(&data) {
            Ok(recovered) => {
                let path = recovered.file.path().map(Path::to_owned);
                // The document as it was opened without the edits makes room for the one with them.
                if let Some(at) = open.filter(|_| path.is_some()) {
                    self.drop_doc(at);
                }
                if let Some(path) = &path {
                    self.preferences.remember(path);
                    self.safety.offered.retain(|p| p != path);
                }
                self.add(recovered.file);
                let name = self.doc().map(super::doc::Doc::name).unwrap_or_default();
                match recovered.stopped {
                    None => self.messages.say(Tone::Good, words::recovered(&name, recovered.applied)),
                    Some(stop) => {
                        let text = words::stopped(&name, stop.after, &stop.name, &stop.reason);
                        self.error(words::NOT_RECOVERED, text, false);
                    }
                }
            }
            Err((error, journal)) => {
                self.safety.journals.insert(at, *journal);
                self.error(words::NOT_RECOVERED, error.to_string(), false);
            }
        }
        self.ask_on();
    }

    fn compare_journal(&mut self, at: usize) {
        let (Some(data), Some(journal)) = (self.safety.data.clone(), self.safety.journals.get(at)) else { return };
        match journal.compare(&data) {
            Ok((found, stopped)) => {
                let mut question = Question::changes(words::JOURNAL_CHANGES, &found);
                if let (Some(stop), Question::Changes { summary, .. }) = (stopped, &mut question) {
                    *summary = format!("{summary}. {}", words::stops(stop.after, &stop.name, &stop.reason));
                }
                match self.safety.question() {
                    Some(back) => self.ask(question.leading_back(back)),
                    None => self.ask(question),
                }
            }
            Err(error) => self.error(words::NOT_COMPARED, error.to_string(), false),
        }
    }

    fn discard_journal(&mut self, at: usize) {
        if at >= self.safety.journals.len() {
            return;
        }
        if let Err(error) = self.safety.journals.remove(at).discard() {
            self.messages.say(Tone::Bad, words::not_discarded(&error));
        }
        self.ask_on();
    }

    /// Shows the backups of the document in front, or all.
    pub fn show_backups(&mut self) {
        let file = self.doc().and_then(|d| d.file.path()).map(Path::to_owned);
        self.list_backups(file);
    }

    fn list_backups(&mut self, file: Option<std::path::PathBuf>) {
        let Some(data) = self.safety.data.clone() else {
            return self.error(words::BACKUPS, words::NO_DATA.to_owned(), false);
        };
        // Backups are kept under the file that a link leads to.
        let of = file.as_deref().map(|f| data.disk().resolve(f).unwrap_or_else(|_| f.to_owned()));
        match data.backups().list(of.as_deref()) {
            Ok(found) => {
                self.ask(Question::Backups { file, backups: found.backups, damaged: found.damaged.len() });
            }
            Err(error) => self.error(words::BACKUPS, error.to_string(), false),
        }
    }

    /// Puts a backup back and opens the file anew where it is open.
    fn restore(&mut self, backup: &Backup) {
        let Some(data) = self.safety.data.clone() else { return };
        let open = self.position(&backup.path);
        if let Some((at, doc)) = open.and_then(|at| Some((at, self.docs.get(at)?))) {
            let refused = if doc.file.document.is_modified() {
                Some(words::has_changes(&doc.name()))
            } else {
                self.safety.saves(at).then(|| words::STILL_SAVING.to_owned())
            };
            if let Some(text) = refused {
                return self.error(words::NOT_RESTORED, text, false);
            }
        }
        if let Err(error) = data.restore(backup, None) {
            return self.error(words::NOT_RESTORED, error.to_string(), false);
        }
        self.messages.say(Tone::Good, words::restored(&backup.path, &show::time(backup.at)));
        if let Some(at) = open
            && let Err(error) = self.reload(at)
        {
            self.error(texts::NOT_OPENED, super::saving::open_error(&error), false);
        }
    }

    fn compare_backup(&mut self, question: Question, backup: &Backup) {
        let Some(data) = self.safety.data.clone() else { return };
        match data.compare_backup(backup) {
            Ok(found) => self.ask(Question::changes(words::BACKUP_CHANGES, &found).leading_back(question)),
            Err(error) => self.error(words::NOT_COMPARED, error.to_string(), false),
        }
    }
}
