//! Scripts as text (`warriors.md` 1.2): pieces of text and calls, one after the other.

use levelwright_model::document::{LevelBuilder, Node, NodeList, Notice, Severity};
use levelwright_model::games::warriors::records::TEXT_PIECE;
use levelwright_model::games::warriors::script::text::pieces;
use levelwright_model::games::warriors::tables;

/// Most notices about one script; more are counted.
const MOST_NOTICES: usize = 50;

/// Whether bytes are the text of a script: text alone, with a call that is known.
pub(crate) fn recognise(bytes: &[u8]) -> bool {
    let (text, _) = without_nuls(bytes);
    let plain = text.iter().all(|b| *b >= b' ' || matches!(b, b'\t' | b'\n' | b'\r' | 0x0C));
    plain && !text.is_empty() && pieces(text).0.iter().any(|piece| piece.call.is_some())
}

/// A text and the NULs behind it, which fill an entry of the archive.
pub(super) fn without_nuls(bytes: &[u8]) -> (&[u8], &[u8]) {
    let end = bytes.iter().rposition(|b| *b != 0).map_or(0, |at| at + 1);
    bytes.split_at(end)
}

/// Puts a script into a level.
pub(crate) fn decode(bytes: &[u8], build: &mut LevelBuilder, name: &str) {
    let (text, nuls) = without_nuls(bytes);
    let (pieces, faults) = pieces(text);
    for (at, message) in faults.iter().take(MOST_NOTICES) {
        let line = text.get(..*at).unwrap_or_default().iter().filter(|b| **b == b'\n').count() + 1;
        let place = format!("{name}, line {line}");
        build.notice(Notice { severity: Severity::Warning, place, message: format!("{message}; the text is kept") });
    }
    if let Some(more) = faults.len().checked_sub(MOST_NOTICES).filter(|more| *more > 0) {
        let message = format!("{more} more places have something wrong");
        build.notice(Notice { severity: Severity::Warning, place: name.to_owned(), message });
    }
    let table = build.nodes(&tables::TEXTS, name.as_bytes(), 0, |build, table| {
        let node = |piece: &levelwright_model::games::warriors::script::text::Piece| Node {
            number: build.number(table),
            schema: piece.call.unwrap_or(&TEXT_PIECE),
            head: text.get(piece.span.clone()).unwrap_or_default().into(),
            children: NodeList::default(),
            tail: [].as_slice().into(),
        };
        pieces.iter().map(node).collect()
    });
    table.tail = nuls.into();
}
