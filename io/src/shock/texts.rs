//! Files of strings, such as `cybstrng.res`: the blocks of each resource of texts are rows that can be edited; offsets and
//! lengths follow when the resource is written (`systemshock.md` 1.3, 4.7).

use levelwright_model::document::{Level, LevelBuilder, Node, Table};
use levelwright_model::games::shock::records::TEXT_BLOCK;
use levelwright_model::games::shock::resources::{of_tag, tag};
use levelwright_model::games::shock::tables::TEXTS;

use super::res::{ResError, ResFile, Resource, STRING, blocks_of, compound, unpacked};
use crate::format::Difference;

/// The texts of a resource as rows. What holds no texts, and what would not be written back as it is (space between the
/// blocks, a list that cannot be read), is left to the directory.
pub(super) fn decode(build: &mut LevelBuilder, resource: &Resource, data: &[u8]) {
    if resource.kind != STRING || !resource.is_compound() || resource.id == 0 {
        return;
    }
    let Ok(plain) = unpacked(data, resource) else { return };
    let Ok(blocks) = blocks_of(resource.id, &plain) else { return };
    if compound(resource.id, &blocks).ok().as_deref() != Some(&*plain) {
        return;
    }
    build.nodes(&TEXTS, &tag(resource.id), 0, |build, table| {
        let node = |block: &&[u8]| Node::leaf(build.number(table), &TEXT_BLOCK, *block);
        blocks.iter().map(node).collect()
    });
}

/// Whether a table holds texts.
pub(super) fn are_in(table: &Table) -> bool {
    std::ptr::eq(table.spec, &TEXTS)
}

/// The resource of these texts, unpacked.
///
/// # Errors
/// If they are more than a resource can hold.
pub(super) fn encode(id: u16, level: &Level, table: &Table) -> Result<Vec<u8>, ResError> {
    let blocks: Vec<&[u8]> = level.rows(table).map(|row| row.head()).collect();
    compound(id, &blocks)
}

/// Compares the texts with what they were decoded from.
pub(super) fn verify(file: &Level, res: &ResFile, data: &[u8]) -> Result<(), Difference> {
    for table in file.tables().filter(|table| are_in(table)) {
        let Some(resource) = of_tag(&table.tag).and_then(|id| res.get(id)) else { continue };
        let same = match (encode(resource.id, file, table), unpacked(data, resource)) {
            (Ok(made), Ok(plain)) => made == *plain,
            _ => false,
        };
        if !same {
            return Err(Difference { place: format!("the texts of resource {}", resource.id), at: resource.at });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::file::{OpenFile, RoundTrip};
    use crate::shock::res::{Body, ResourceOut, flag, write};
    use crate::test_data::data;
    use levelwright_model::document::LevelId;
    use levelwright_model::record::Value;

    /// Two resources of texts, one of them packed, and something else between them.
    fn strings() -> Vec<u8> {
        let plain = |id, flags, kind, body: Vec<u8>| ResourceOut { id, flags, kind, body: Body::Plain(body.into()) };
        let first = compound(0x0867, &[b"one\0", b"\0", b"three\0rest", b"without end"]).unwrap();
        let second = compound(0x086D, &[&b"the same again and again and again and again\0"[..]; 20]).unwrap();
        let out = [
            plain(0x0867, flag::COMPOUND, STRING, first),
            plain(7, 0, 0, vec![1, 2, 3]),
            plain(0x086D, flag::COMPOUND | flag::LZW, STRING, second),
        ];
        write(&ResFile::default(), &[], &out).unwrap().bytes
    }

    fn set(file: &mut OpenFile, resource: u16, row: usize, text: &str) {
        let mut draft = file.document.draft();
        let node = {
            let level = file.document.state().level(LevelId::FILE).unwrap();
            let table = level.tables().find(|t| *t.tag == *tag(resource)).unwrap();
            level.row(table, row).unwrap().id()
        };
        let field = draft.field(node, "text").unwrap();
        draft.set(node, field, &Value::Text(text.to_owned())).unwrap();
        file.document.commit(draft, "text").unwrap();
    }

    fn texts(file: &OpenFile, resource: u16) -> Vec<String> {
        let level = file.document.state().level(LevelId::FILE).unwrap();
        let table = level.tables().find(|t| *t.tag == *tag(resource)).unwrap();
        let text = |row: levelwright_model::document::Record<'_>| {
            row.get(row.schema().base_field("text").unwrap()).unwrap().as_text().unwrap().to_owned()
        };
        level.rows(table).map(text).collect()
    }

    #[test]
    fn a_text_becomes_longer_and_shorter_and_no_other_byte_changes() {
        let bytes = strings();
        let mut file = OpenFile::untitled(bytes.clone()).unwrap();
        assert_eq!(file.round_trip(), RoundTrip::Identical);
        assert_eq!(texts(&file, 0x0867), ["one", "", "three", "without end"]);
        set(&mut file, 0x0867, 0, "a much longer Größe");
        set(&mut file, 0x0867, 2, "3");
        let again = OpenFile::untitled(file.encode().unwrap().bytes).unwrap();
        assert_eq!(texts(&again, 0x0867), ["a much longer Größe", "", "3", "without end"]);
        let (old, new) = (ResFile::read(&bytes).unwrap(), ResFile::read(again.origin_bytes()).unwrap());
        for (a, b) in old.resources().iter().zip(new.resources()).skip(1) {
            assert_eq!(bytes[a.range()], again.origin_bytes()[b.range()], "resource {}", a.id);
        }
        let first = unpacked(again.origin_bytes(), &new.resources()[0]).unwrap();
        assert_eq!(blocks_of(0x0867, &first).unwrap()[2], b"3\0rest", "what lies behind the end stays");
        assert!(file.document.undo() && file.document.undo());
        assert_eq!(file.encode().unwrap().bytes, bytes);
    }

    #[test]
    fn texts_of_a_packed_resource_are_packed_again_and_saving_compares_them() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("cybstrng.res");
        std::fs::write(&path, strings()).unwrap();
        let mut file = OpenFile::open(&path).unwrap();
        set(&mut file, 0x086D, 3, "another");
        file.save().unwrap();
        let again = OpenFile::open(&path).unwrap();
        assert_eq!(texts(&again, 0x086D)[2..4], ["the same again and again and again and again", "another"]);
        let res = ResFile::read(again.origin_bytes()).unwrap();
        assert_eq!(res.resources()[2].flags, flag::COMPOUND | flag::LZW);
        assert!(res.resources()[2].packed < res.resources()[2].size);
    }

    #[test]
    fn what_no_text_can_be_is_refused() {
        let mut file = OpenFile::untitled(strings()).unwrap();
        let level = file.document.state().level(LevelId::FILE).unwrap();
        let node = level.row(level.table("texts").unwrap(), 0).unwrap().id();
        let mut draft = file.document.draft();
        let field = draft.field(node, "text").unwrap();
        for (text, why) in [("a\0b", "zero"), ("\u{4E2D}", ""), (&"x".repeat(70_000), "65535")] {
            let refusal = draft.set(node, field, &Value::Text(text.to_owned())).unwrap_err().to_string();
            assert!(refusal.contains(why), "{refusal}");
        }
        assert!(file.document.commit(draft, "nothing").is_ok());
        assert_eq!(file.encode().unwrap().bytes, strings());
    }

    #[test]
    fn every_text_of_the_real_files_can_be_edited() {
        for name in ["cybstrng.res", "cybstrng_2024-07-18.res", "frnstrng.res"] {
            let Some(path) = data(&format!("systemshock/derelict/{name}")) else { return };
            let bytes = std::fs::read(path).unwrap();
            let file = OpenFile::untitled(bytes.clone()).unwrap();
            let res = ResFile::read(&bytes).unwrap();
            let of_texts = res.resources().iter().filter(|r| r.kind == STRING && r.is_compound()).count();
            let level = file.document.state().level(LevelId::FILE).unwrap();
            assert_eq!(level.tables().filter(|t| are_in(t)).count(), of_texts, "{name}");
            assert!(of_texts > 10, "{name}");
        }
    }
}
