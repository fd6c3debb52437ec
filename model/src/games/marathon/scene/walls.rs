//! Which panels a wall shows, and from where to where (`marathon.md` 2.8, wall mapping).

use super::basis::Heights;
use crate::games::marathon::geometry::side::SideType;

/// What a panel wears.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cover {
    /// The side's primary texture.
    Primary,
    /// The side's secondary texture.
    Secondary,
    /// The side's transparent texture.
    Transparent,
    /// Nothing: the game draws no wall here though the room is open.
    Bare,
}

/// A part of a wall.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Panel {
    pub(super) cover: Cover,
    pub(super) bottom: i16,
    pub(super) top: i16,
}

/// What a side says about its panels.
#[derive(Clone, Copy, Debug)]
pub(super) struct Face {
    /// As stored, see [`SideType`].
    pub(super) side_type: i16,
    /// Whether it has a primary texture.
    pub(super) primary: bool,
    /// Whether it has a transparent texture.
    pub(super) transparent: bool,
}

/// The panels of a wall of a room, seen from the room. `opposite` is the room behind it; without a `face` the line has
/// no side here. Empty panels are left out, and none reaches beyond the own floor and ceiling.
pub(super) fn panels(own: Heights, opposite: Option<Heights>, face: Option<Face>) -> impl Iterator<Item = Panel> {
    let inside = |height: i16| height.max(own.floor).min(own.ceiling);
    let highest_floor = inside(opposite.map_or(own.floor, |other| other.floor));
    let lowest_ceiling = inside(opposite.map_or(own.ceiling, |other| other.ceiling));
    let whole = |cover| Panel { cover, bottom: own.floor, top: own.ceiling };
    let lower = |cover| Panel { cover, bottom: own.floor, top: highest_floor };
    let upper = |cover| Panel { cover, bottom: lowest_ceiling, top: own.ceiling };
    let has_type = |wanted: SideType| face.is_some_and(|face| face.side_type == wanted as i16);
    let (high, low, split) = (has_type(SideType::High), has_type(SideType::Low), has_type(SideType::Split));

    let solid = match (opposite, face) {
        // Sides of unknown types cover the whole wall like full ones.
        (None, Some(_)) if !(high || low || split) => [Some(whole(Cover::Primary)), None],
        (None, _) => [Some(whole(Cover::Bare)), None],
        (Some(_), Some(face)) if !(high || low || split) && face.primary => [Some(whole(Cover::Primary)), None],
        (Some(_), _) => [
            Some(lower(match (low, split) {
                (true, _) => Cover::Primary,
                (_, true) => Cover::Secondary,
                _ => Cover::Bare,
            })),
            Some(upper(if high || split { Cover::Primary } else { Cover::Bare })),
        ],
    };
    let seen_through = opposite.is_some() && face.is_some_and(|face| face.transparent);
    let glass = seen_through.then_some(Panel { cover: Cover::Transparent, bottom: highest_floor, top: lowest_ceiling });
    let [first, second] = solid;
    [first, second, glass].into_iter().flatten().filter(|panel| panel.bottom < panel.top)
}

#[cfg(test)]
mod tests {
    use super::*;

    const OWN: Heights = Heights { floor: 0, ceiling: 1024 };
    const STEP: Heights = Heights { floor: 256, ceiling: 768 };

    fn found(opposite: Option<Heights>, side_type: i16, primary: bool, transparent: bool) -> Vec<(Cover, i16, i16)> {
        let face = Face { side_type, primary, transparent };
        panels(OWN, opposite, Some(face)).map(|panel| (panel.cover, panel.bottom, panel.top)).collect()
    }

    #[test]
    fn each_type_covers_its_part() {
        use Cover::{Bare, Primary, Secondary, Transparent};
        assert_eq!(found(None, 0, true, false), [(Primary, 0, 1024)]);
        assert_eq!(found(Some(STEP), 4, true, false), [(Secondary, 0, 256), (Primary, 768, 1024)]);
        assert_eq!(found(Some(STEP), 2, true, false), [(Primary, 0, 256), (Bare, 768, 1024)]);
        assert_eq!(found(Some(STEP), 1, true, true), [(Bare, 0, 256), (Primary, 768, 1024), (Transparent, 256, 768)]);
        assert_eq!(found(Some(OWN), 0, false, true), [(Transparent, 0, 1024)], "a window");
        assert_eq!(found(Some(OWN), 0, false, false), [], "an open border");
        assert_eq!(found(Some(OWN), 0, true, false), [(Primary, 0, 1024)], "a wall one can walk through");
        assert_eq!(found(None, 2, true, false), [(Bare, 0, 1024)], "a low side with nothing behind it shows nothing");
    }

    #[test]
    fn without_a_side_steps_are_bare() {
        let found = |opposite| panels(OWN, opposite, None).map(|p| (p.cover, p.bottom, p.top)).collect::<Vec<_>>();
        assert_eq!(found(None), [(Cover::Bare, 0, 1024)]);
        assert_eq!(found(Some(OWN)), []);
        assert_eq!(found(Some(STEP)), [(Cover::Bare, 0, 256), (Cover::Bare, 768, 1024)]);
    }

    #[test]
    fn nothing_leaves_the_room() {
        let above = Heights { floor: 3000, ceiling: 4000 };
        assert_eq!(found(Some(above), 2, true, false), [(Cover::Primary, 0, 1024)]);
        let upside_down = Heights { floor: 1000, ceiling: -1000 };
        let face = Face { side_type: 0, primary: true, transparent: true };
        assert_eq!(panels(upside_down, None, Some(face)).count(), 0);
    }
}
