//! Notes on the map.

use super::WU;
use crate::record::codec::MacText;
use crate::record::codec::be::*;
use crate::record::{Matching, Role, Target};

crate::record_table! {
    /// A note on the automap.
    pub ANNOTATION: Annotation, AnnotationField = "marathon.annotation", "Annotation", 72 bytes,
        "seed 001, Map Annotation", matching(Matching::Alignment);
    /// How it is drawn; there is only 0.
    kind @ 0: I16, label("Type");
    /// East.
    x @ 2: I16, unit(WU), role(Role::X);
    /// South.
    y @ 4: I16, unit(WU), role(Role::Y);
    /// It is shown once this polygon is.
    polygon @ 6: I16, link(Target::Row("polygons"));
    /// The note.
    text @ 8: MacText<64>, role(Role::Name);
}
