//! A file that the engine stops on (`marathon.md` 1.1, 5.1).

use super::common::rows;
use crate::document::{LevelId, Severity};
use crate::problems::{Check, Report, Run, Whole};

/// What Weland writes for several levels, and Aleph One stops on.
const WELAND: i128 = 3;

pub(super) static CHECK: Check = Check {
    id: "wad-version-3",
    severity: Severity::Warning,
    label: "Version that Aleph One refuses",
    doc: "Weland writes version 3 where a file has several levels. Aleph One stops on it: merge the levels anew.",
    reads: &["wad"],
    run: Run::Document(run),
    fixes: &[],
};

fn run(whole: &Whole<'_>, report: &mut Report) {
    let Some(file) = whole.file() else { return };
    if rows(file, &["wad"]).any(|wad| wad.base_int("version") == Some(WELAND)) {
        report.level(LevelId::FILE, "the file is of version 3");
    }
}

#[cfg(test)]
mod tests {
    use super::super::made::rooms;
    use super::*;
    use crate::document::{Document, LevelBuilder, OpenReport};
    use crate::games::marathon::{MARATHON, tables};
    use crate::problems::of_document;

    #[test]
    fn version_3_is_named() {
        for (version, expected) in [(2u8, 0), (3, 1), (4, 0)] {
            let mut file = LevelBuilder::new(LevelId::FILE);
            let mut header = [0; 128];
            header[1] = version;
            file.packed(&tables::WADS, b"", 0, 128, &header);
            let document = Document::new(&MARATHON, std::sync::Arc::new(rooms()), file.finish(), OpenReport::default());
            let whole = Whole { state: document.state(), source: &**document.source() };
            let found = of_document(&MARATHON, &whole).into_iter().filter(|p| p.check == CHECK.id).count();
            assert_eq!(found, expected, "version {version}");
        }
    }
}
