//! Texts of the hints in the status bar, and of measuring.

/// While a handle is dragged.
pub const HANDLE: &str = "Digits: how far · X Y Z: hold an axis · Ctrl: snap · Escape: abandon";
/// While a box is drawn.
pub const BOX: &str = "Let go to select what stands in the box";
/// Over the picture from above.
pub const ABOVE: &str = "Click: select · Drag: box · Right drag: pan · Wheel: zoom · Alt+right click: what lies here";
/// Over the picture in perspective.
pub const PERSPECTIVE: &str = "Click: select · Right drag: orbit, with W A S D fly · Middle drag: pan · Wheel: zoom";
/// Over the picture while clicks and keys steer a walker.
pub const STEER: &str =
    "Click: walk there · W A S D: go · E: use · Ctrl+click: select · Right drag: orbit · Wheel: zoom";
/// The same for walkers that carry things.
pub const CARRY: &str = "Click: walk there · W A S D: go · E: use, throw · Q: take, drop · V: aim · Ctrl+click: select";
/// In the tree.
pub const TREE: &str = "Arrows: select · Shift: up to · Space: add · Letters: find a row · Enter: open or show";
/// Before the first place.
pub const MEASURE_FROM: &str = "Measure: click where it begins (Escape leaves)";
/// Before the second place.
pub const MEASURE_TO: &str = "Measure: click where it ends (Escape leaves)";
/// Says whether hints are shown.
pub fn shown(on: bool) -> &'static str {
    if on { "Hints stand in the status bar" } else { "Hints are off" }
}

/// A length in squares of the grid, and its parts.
pub fn length(squares: glam::Vec3) -> String {
    let whole = number(squares.length());
    format!("{whole} squares   x {}  y {}  z {}", number(squares.x), number(squares.y), number(squares.z))
}

/// The label of the scale bar.
pub fn squares(count: f32) -> String {
    if count == 1.0 { "1 square".to_owned() } else { format!("{} squares", number(count)) }
}

/// With at most three digits behind the point.
fn number(value: f32) -> String {
    let text = format!("{value:.3}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_short() {
        assert_eq!(length(glam::Vec3::new(3.0, -4.0, 0.0)), "5 squares   x 3  y -4  z 0");
        assert_eq!(squares(1.0), "1 square");
        assert_eq!(squares(0.25), "0.25 squares");
        assert_eq!(number(-0.0001), "0");
    }
}
