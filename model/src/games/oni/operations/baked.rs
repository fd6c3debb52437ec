//! What is said when something is moved whose body is part of the environment (`oni.md` 3.6).

use crate::edit::Draft;
use crate::games::oni::chunk::ObjectType;

/// What stays behind when an object of this type moves or turns; `None` for what lives in its list alone.
pub(super) fn consequence(of: &ObjectType) -> Option<&'static str> {
    Some(match of.tag {
        b"DOOR" => {
            "A door's panels, quads and frame are part of the environment: in the game they stay where they are, and so do \
             the rooms' borders. Only attributes of a door can be changed with full effect."
        }
        b"CONS" => "A console's body is part of the environment and stays where it is; only its screen follows.",
        b"TRIG" => {
            "A laser trigger's rail is part of the environment and stays where it is; emitters and beams follow."
        }
        b"TURR" => "A turret's base is part of the environment and stays where it is; arm and barrel follow.",
        b"FURN" => "Furniture is part of the environment: the game does not read this list, so nothing moves in it.",
        _ => return None,
    })
}

/// Tells the person, once for each type.
pub(super) fn warn(draft: &mut Draft, of: &ObjectType) {
    if let Some(text) = consequence(of) {
        draft.note(text);
    }
}
