//! What of the environment can be shown or hidden (`oni.md` 3.2): counted, never written.

use crate::games::oni::names::*;
use crate::record::Matching;
use crate::record::codec::le::*;

crate::record_table! {
    /// Quads of the environment that the game does not draw. They can be hidden in the picture like an object.
    pub MARKER_QUADS: MarkerQuads, MarkerQuadsField = "oni.marker_quads", "Marker quads", 8 bytes, "oni.md 3.2",
        matching(Matching::Key("sort"));
    /// What they mark.
    sort @ 0: U32, choice(&MARKER_SORTS), fixed("it is read from the environment"), derived();
    /// How many there are.
    quads @ 4: U32, fixed("it is read from the environment"), derived();
}
