//! Files of the preview: its scenario and its log.

use std::path::Path;

use levelwright_io::save;
use levelwright_model::preview::Scenario;

use super::run::Preview;
use crate::window::doc::Doc;
use crate::window::files::PreviewFile;
use crate::window::texts::preview as texts;

/// A name for a file of a document's preview.
pub fn suggestion(what: PreviewFile, document: &str) -> String {
    let stem = Path::new(document).file_stem().unwrap_or_default().to_string_lossy();
    match what {
        PreviewFile::Load | PreviewFile::Save => format!("{stem}.scenario.json"),
        PreviewFile::Log => format!("{stem}.log.jsonl"),
    }
}

/// Reads or writes such a file; says what it did.
pub(super) fn carry_out(doc: &Doc, preview: &mut Preview, what: PreviewFile, path: &Path) -> Result<(), String> {
    let failed = |why: String| format!("{}: {why}", path.display());
    let text = match what {
        PreviewFile::Load => {
            let text = std::fs::read_to_string(path).map_err(|e| failed(e.to_string()))?;
            let scenario = Scenario::from_json(&text).map_err(|e| failed(e.to_string()))?;
            preview.set_scenario(doc.file.document.state().level(preview.level), scenario);
            preview.note = Some(texts::loaded(&path.display().to_string(), preview.timeline.scenario().inputs().len()));
            return Ok(());
        }
        PreviewFile::Save => preview.timeline.scenario().to_json(),
        PreviewFile::Log => preview.timeline.log().json_lines(),
    };
    save::replace(path, text.as_bytes(), None).map_err(|e| failed(e.to_string()))?;
    preview.note = Some(texts::saved(&path.display().to_string()));
    Ok(())
}
