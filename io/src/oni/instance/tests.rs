use super::*;
use crate::test_data::files_below;

/// Every instance file of the data folder: made with OniSplit, or laid out as the game's own.
fn instance_files() -> Vec<(String, Vec<u8>)> {
    let files = files_below("oni/onisplit-made").into_iter();
    let files = files.filter(|p| p.extension().is_some_and(|e| e == "dat" || e == "oni"));
    files.map(|p| (p.display().to_string(), std::fs::read(&p).unwrap())).collect()
}

#[test]
fn every_container_is_read_without_complaint_and_its_head_made_anew() {
    let files = instance_files();
    for (name, bytes) in &files {
        let file = InstanceFile::read(bytes).unwrap_or_else(|e| panic!("{name}: {e}"));
        assert!(file.problems.is_empty(), "{name}: {:?}", file.problems);
        let head = file.head_bytes();
        assert!(bytes.starts_with(&head), "{name}");
        // The names are searched in the order of their bytes.
        let names: Vec<_> = file.names.iter().map(|n| file.full_name_bytes(bytes, n.instance as usize)).collect();
        assert!(names.is_sorted() && names.iter().all(Option::is_some), "{name}");
        let named = file.instances.iter().filter(|i| i.is_named()).count();
        if file.header.version == Version::Level {
            assert_eq!(named, file.names.len(), "{name}");
            // The id in the prefixes is that of the file's name, whatever made it.
            let stem = std::path::Path::new(name).file_stem().unwrap().to_string_lossy().into_owned();
            let own = LevelName::parse(&stem).unwrap_or_else(|| panic!("{name}"));
            assert_eq!(file.file_id(bytes), Some(own.file_id()), "{name}");
        } else {
            assert_eq!(file.file_id(bytes), Some(0), "{name}");
            assert!(file.header.raw_table().is_some(), "{name}");
        }
    }
    println!("{} instance files", files.len());
}

#[test]
fn every_prefix_of_a_level_is_refused_or_read() {
    for (name, bytes) in instance_files().iter().filter(|(n, _)| n.contains("level35")) {
        let header = InstanceFile::read(bytes).unwrap().header;
        // The names come last.
        for end in 0..(header.name_offset + header.name_size) as usize {
            assert!(InstanceFile::read(&bytes[..end]).is_err(), "{name}: {end}");
        }
        // Each byte of the head set to the worst.
        for at in 8..InstanceFile::read(bytes).unwrap().head_bytes().len() {
            for value in [0, 0x7F, 0xFF] {
                let mut broken = bytes.clone();
                broken[at] = value;
                if let Ok(file) = InstanceFile::read(&broken) {
                    assert!(broken.starts_with(&file.head_bytes()), "{name}: {at}");
                    (0..file.instances.len()).for_each(|i| drop(file.label(&broken, i)));
                }
            }
        }
    }
}
