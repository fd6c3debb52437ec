//! What `warriors.glr` lends a level: the models of types (`warriors.md` 1.11).

use crate::record::Matching;
use crate::record::codec::le::*;

const LENT: &str = "the file is only read";

crate::record_table! {
    /// Which model and textures a type has.
    pub MODEL: Model, ModelField = "warriors.model", "Model", 36 bytes, "warriors.md 1.11",
        matching(Matching::Key("type_hash"));
    /// The type: CRC-32 of its name.
    type_hash @ 0: U32, fixed(LENT);
    /// The type it becomes when it is damaged; 0 for none.
    damaged_hash @ 4: U32, fixed(LENT);
    /// The model.
    model_hash @ 8: U32, fixed(LENT);
    /// The texture dictionary.
    texture_hash @ 12: U32, fixed(LENT);
    /// A second texture dictionary; 0 for none.
    second_texture_hash @ 16: U32, fixed(LENT);
    /// First size that the memory pool is asked for.
    model_size @ 20: U32, fixed(LENT);
    /// Second size of the model.
    model_size_2 @ 24: U32, fixed(LENT);
    /// Size of the texture dictionary.
    texture_size @ 28: U32, fixed(LENT);
    /// Size of the second texture dictionary.
    second_texture_size @ 32: U32, fixed(LENT);
}
