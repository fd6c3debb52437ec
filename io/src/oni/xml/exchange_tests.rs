use levelwright_model::document::{Committed, Document, LevelId};
use levelwright_model::games::oni::chunk;

use super::exchange::EXCHANGE;
use super::tests::data;
use crate::exchange::{Given, Imported};
use crate::file::OpenFile;
use crate::format::EncodeError;

const HERE: LevelId = LevelId(0);

fn opened(path: &str) -> Option<Document> {
    let mut file = OpenFile::open(&data()?.join(path)).unwrap();
    file.document.level(HERE).unwrap();
    Some(file.document)
}

fn exported(document: &Document, lists: &[&str]) -> Vec<crate::format::NewFile> {
    let lists: Vec<String> = lists.iter().map(|list| (*list).to_owned()).collect();
    (EXCHANGE.export)(document.state().level(HERE).unwrap(), &lists).unwrap()
}

fn import(document: &mut Document, text: &str) -> (Imported, Committed) {
    let mut draft = document.draft();
    let done = (EXCHANGE.import.unwrap())(&mut draft, HERE, &[Given { name: "text", text }]).unwrap();
    (done, document.commit(draft, "import").unwrap())
}

fn list(document: &Document, key: &str) -> Vec<u8> {
    chunk::encode(document.state().level(HERE).unwrap().table(key).unwrap())
}

#[test]
fn what_the_text_does_not_hold_is_told_and_kept_when_the_text_comes_back() {
    let Some(mut document) = opened("level35-dirty/level35_Final.dat") else { return };
    let files = exported(&document, &[]);
    assert_eq!(files.len(), 16);
    // 13 of its 16 lists are changed by the other program's own way (the folder's README).
    let lossy = files.iter().filter(|file| !file.notes.is_empty()).count();
    assert_eq!(lossy, 13);
    let all = files.iter().flat_map(|file| file.notes.iter()).cloned().collect::<Vec<_>>().join("\n");
    for loss in [
        "“unused pair” is not kept whole",
        "“teams” is not kept whole",
        "“unread” is not kept whole",
        "bytes behind the ends of texts become zeros",
        "padding at the end",
    ] {
        assert!(all.contains(loss), "{loss} in {all}");
    }
    for file in &files {
        let text = std::str::from_utf8(&file.bytes).unwrap();
        assert_eq!(import(&mut document, text), (Imported::default(), Committed::Nothing), "{}", file.name);
    }
    let clean = opened("level31-every-field/nosep/level31_Final.dat").unwrap();
    assert!(exported(&clean, &[]).iter().all(|file| file.notes.is_empty()));
}

#[test]
fn of_a_changed_object_only_what_the_text_tells_is_changed() {
    let Some(mut document) = opened("level35-dirty/level35_Final.dat") else { return };
    let text = |document: &Document, key: &str| String::from_utf8(exported(document, &[key]).remove(0).bytes).unwrap();
    // A volume's teams and size: the upper bits of the mask and the junk behind its texts stay.
    let before = list(&document, "trigger_volumes");
    let old = text(&document, "trigger_volumes");
    let new = old.replacen("<Teams>1</Teams>", "<Teams>3</Teams>", 1).replacen(
        "<Size>31 51 34</Size>",
        "<Size>31 52 34</Size>",
        1,
    );
    assert_ne!(old, new);
    assert_eq!(import(&mut document, &new).0, Imported { changed: 1, ..Imported::default() });
    let after = list(&document, "trigger_volumes");
    let differ: Vec<usize> = (0..before.len()).filter(|at| before[*at] != after[*at]).collect();
    assert!(before.len() == after.len() && differ.len() <= 1 + 4, "{differ:?}");
    assert_eq!(text(&document, "trigger_volumes"), new);
    // A point more, one less: counts, sizes and the loop follow.
    let old = text(&document, "patrol_paths");
    let new = old.replacen("<MoveToFlag FlagId=\"10\" />", "<Pause Frames=\"7\" />\n<StopLooking />", 1);
    assert_eq!(import(&mut document, &new).0.changed, 1);
    let again = text(&document, "patrol_paths");
    assert!(again.contains("<Pause Frames=\"7\" />") && again.lines().count() == old.lines().count() + 1);
    assert!(document.undo());
    assert_eq!(text(&document, "patrol_paths"), old);
}

#[test]
fn objects_come_go_and_change_places() {
    let Some(mut document) = opened("level31-every-field/nosep/level31_Final.dat") else { return };
    let before = list(&document, "weapons");
    let text = String::from_utf8(exported(&document, &["weapons"]).remove(0).bytes).unwrap();
    let start = text.find("        <WEAP").unwrap();
    let end = text.find("</WEAP>\n").unwrap() + "</WEAP>\n".len();
    let first = &text[start..end];
    let without = text.replacen(first, "", 1);
    assert_eq!(import(&mut document, &without).0, Imported { removed: 1, ..Imported::default() });
    assert_eq!(import(&mut document, &text).0, Imported { added: 1, ..Imported::default() });
    assert_eq!(list(&document, "weapons"), before);
    // The first goes to the end.
    let moved = without.replacen("    </Objects>", &format!("{first}    </Objects>"), 1);
    assert_eq!(import(&mut document, &moved), (Imported::default(), Committed::Entry));
    assert_eq!(String::from_utf8(exported(&document, &["weapons"]).remove(0).bytes).unwrap(), moved);
    document.undo();
    assert_eq!(list(&document, "weapons"), before);
}

#[test]
fn a_fault_in_a_text_names_the_file_and_changes_nothing() {
    let Some(document) = opened("level31-every-field/nosep/level31_Final.dat") else { return };
    let mut draft = document.draft();
    let given = [Given { name: "bad.xml", text: "<Oni>\n<Objects>\n<WEAP Id=\"x\">" }];
    let Err(EncodeError::Refused { message, .. }) = (EXCHANGE.import.unwrap())(&mut draft, HERE, &given) else {
        panic!()
    };
    assert_eq!(message, "bad.xml: line 3: “x” is no object id");
    assert!(draft.is_empty());
}

#[test]
fn objects_that_share_an_id_keep_every_byte_when_their_own_text_comes_back() {
    let Some(mut document) = opened("level35-dirty/level35_Final.dat") else { return };
    let mut draft = document.draft();
    for at in [0, 2, 3] {
        let row = draft.row(HERE, "trigger_volumes", at).unwrap().id();
        draft.set_int(row, "object_id", 7).unwrap();
    }
    document.commit(draft, "one id").unwrap();
    let before = list(&document, "trigger_volumes");
    let text = String::from_utf8(exported(&document, &["trigger_volumes"]).remove(0).bytes).unwrap();
    assert_eq!(import(&mut document, &text), (Imported::default(), Committed::Nothing));
    assert_eq!(list(&document, "trigger_volumes"), before);
}
