//! What stands between the calls of a script that was not compiled (`warriors.md` 1.2).

use super::WORD;
use crate::record::Matching;
use crate::record::access::PathStep::Named;
use crate::record::codec::Elsewhere;

crate::record_table! {
    /// A stretch of a script's text without calls that are known: kept as it is.
    pub TEXT_PIECE: TextPiece, TextPieceField = "warriors.text_piece", "Text", 0 bytes, "warriors.md 1.2",
        matching(Matching::Alignment), others(super::calls::ALL);
    /// The text.
    text @ 0: Elsewhere, path(&[Named("text")]), kind(WORD), fixed("scripts are edited call by call");
    /// The file it stands in.
    source @ 0: Elsewhere, path(&[Named("source")]), kind(WORD), fixed("it is where it is stored");
}
