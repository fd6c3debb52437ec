//! Files made here, one of each kind that the readers know, to begin from.

mod frames;
mod map;
mod wrap;

pub use frames::frames;
pub use map::{
    made_level, made_map, made_map_m1, made_of_one_level, made_of_points, made_preprocessed, made_two_levels,
};
pub use wrap::{apple_single, flat, mac_binary, resource_fork};

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
    out.extend([made_of_points(), made_of_one_level()]);
    out.extend(frames());
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
}
