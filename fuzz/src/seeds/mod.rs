//! Files made here, one of each kind that the readers know, to begin from.

mod frames;
mod map;
mod scripts;
mod wrap;

use levelwright_io::format::FORMATS;

pub use frames::frames;
pub use map::{
    made_level, made_map, made_map_m1, made_of_one_level, made_of_points, made_preprocessed, made_two_levels,
};
pub use scripts::scripts;
pub use wrap::{apple_single, flat, mac_binary, resource_fork};

/// A resource file with what there can be: plain, packed, made of blocks, packed blocks, an erased slot.
pub fn made_resources() -> Vec<u8> {
    use levelwright_io::shock::res::{Body, ResFile, ResourceOut, compound, flag, write};
    let plain = |id, flags, bytes: Vec<u8>| ResourceOut { id, flags, kind: 0x30, body: Body::Plain(bytes.into()) };
    let blocks: [&[u8]; 3] = [b"one\0", b"", &[7; 200]];
    let text = compound(3, &blocks).unwrap_or_default();
    let out = [
        plain(3, flag::COMPOUND, text.clone()),
        plain(4, flag::COMPOUND | flag::LZW, text),
        plain(5, flag::LZW, vec![1; 300]),
        plain(0, 0, vec![2; 7]),
        plain(6, 0, vec![3; 5]),
    ];
    write(&ResFile::default(), &[], &out).map(|new| new.bytes).unwrap_or_default()
}

/// A bitmap of 8 by 4 pixels in runs: one value, bytes as they are, a skip, the end.
pub fn made_bitmap() -> Vec<u8> {
    let mut out = vec![0; 28];
    for (at, word) in [(4, 4u16), (8, 8), (10, 4), (12, 8)] {
        out.splice(at..at + 2, word.to_le_bytes());
    }
    out.extend([0, 10, 7, 3, 1, 2, 3, 0x82, 0x80, 9, 0, 0x80, 0, 0]);
    out
}

/// Every made file.
pub fn made() -> Vec<Vec<u8>> {
    let map = made_map();
    let picture = [&[0u8; 2][..], &[0, 0, 0, 0, 0, 16, 0, 16], &[0x00, 0x11, 0x02, 0xFF, 0x00, 0xFF]].concat();
    let fork =
        resource_fork(&[(*b"PICT", 128, &picture), (*b"TEXT", 1, b"hello"), (*b"term", 1000, b"#LOGON 1\r#END\r")]);
    let mut out = vec![
        map.clone(),
        made_two_levels(),
        made_preprocessed(),
        made_map_m1(),
        mac_binary(&map, &fork),
        apple_single(&map, &fork),
        flat(&map),
        fork,
    ];
    out.extend([made_of_points(), made_of_one_level(), made_resources(), made_bitmap()]);
    // A sample that cannot be made fails the tests of its own format.
    let samples = FORMATS.iter().filter_map(|format| format.sample.and_then(|sample| sample().ok()));
    out.extend(samples.flatten().map(|file| file.bytes));
    out.push(levelwright_io::warriors::archive::pack(&[("level1_objs.txt", b"0\n"), ("level1.lua", &[7; 3000])]).0);
    out.extend(frames());
    out.extend(scripts());
    out
}

#[cfg(test)]
mod tests {
    use levelwright_io::format::open_bytes;

    use super::*;

    #[test]
    fn every_made_map_opens_without_complaint() {
        for (name, bytes) in [
            ("one level", made_map()),
            ("two levels", made_two_levels()),
            ("preprocessed", made_preprocessed()),
            ("version 0", made_map_m1()),
            ("MacBinary", mac_binary(&made_map(), &resource_fork(&[(*b"TEXT", 1, b"hello")]))),
            ("AppleSingle", apple_single(&made_map(), &resource_fork(&[(*b"TEXT", 1, b"hello")]))),
            ("flat", flat(&made_map())),
        ] {
            let mut opened = open_bytes(bytes.clone()).unwrap_or_else(|e| panic!("{name}: {e}"));
            opened.document.decode_all();
            let notices = &opened.document.report().notices;
            assert!(notices.is_empty(), "{name}: {notices:?}");
            for id in opened.document.state().ids() {
                let level = opened.document.state().level(id).unwrap();
                assert!(level.notices().is_empty(), "{name}: {:?}", level.notices());
                assert!(level.tables().count() > 10, "{name}");
            }
            assert_eq!(opened.origin.encode(&opened.document).unwrap().bytes, bytes, "{name}");
        }
    }

    #[test]
    fn frames_and_scripts_reach_the_document() {
        use levelwright_model::edit::Transaction;

        let document = || open_bytes(made_map()).unwrap().document;
        let frames = frames();
        let fits =
            |frame: &&Vec<u8>| Transaction::from_frame(frame).is_ok_and(|t| document().commit_transaction(t).is_ok());
        // Five that fit, one nested too deep, one whose number is too far away.
        assert_eq!((frames.len(), frames.iter().filter(fits).count()), (7, 5));
        let scripts = scripts();
        let said: Vec<String> = scripts
            .iter()
            .filter_map(|script| {
                let text = std::str::from_utf8(script).unwrap();
                levelwright_io::json::script::apply(&mut document(), text).err().map(|e| e.to_string())
            })
            .collect();
        assert!(scripts.len() - said.len() >= 4, "{said:#?}");
    }
}
