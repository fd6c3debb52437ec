//! The Warriors' preview as a whole: the sheet of fidelity.

#![allow(clippy::unwrap_used, clippy::panic)]

use levelwright_model::games::warriors::WARRIORS;
use levelwright_model::preview::sheet;

#[test]
fn the_sheet_of_fidelity_names_every_behaviour() {
    let preview = WARRIORS.preview.unwrap();
    let lines: Vec<_> = preview.fidelity.iter().copied().flatten().copied().collect();
    let found = sheet("How true The Warriors' preview is", &lines, preview.settings);
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/reference/fidelity-warriors.md");
    if std::env::var_os("UPDATE_GOLDENS").is_some() {
        std::fs::write(&path, &found).unwrap();
    }
    assert!(std::fs::read_to_string(&path).unwrap_or_default() == found, "UPDATE_GOLDENS=1 accepts the difference");
    // What is no behaviour of its own.
    let parts = ["mod", "drawing", "fixed", "kind", "live", "test_levels", "world"];
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src/games/warriors/preview");
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let stem = path.file_stem().unwrap().to_string_lossy().into_owned();
        let known = lines.iter().any(|line| line.file == stem) || parts.contains(&stem.as_str());
        assert!(known || stem.ends_with("_tests"), "{stem} has no line in the sheet of fidelity");
    }
}
