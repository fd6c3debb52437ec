//! Texts of the graph of references.

/// Without anything selected.
pub const NOTHING: &str = "Nothing is selected.";
/// What to do about it.
pub const HINT: &str = "Select something to see what hangs together with it, or choose the whole level.";
/// Nothing in the level refers to anything.
pub const NO_LINKS: &str = "Nothing here refers to anything.";
/// Around what is selected.
pub const AROUND: &str = "Selection";
/// Its tooltip.
pub const AROUND_HELP: &str = "What hangs together with what is selected";
/// All of it.
pub const WHOLE: &str = "Whole level";
/// Its tooltip.
pub const WHOLE_HELP: &str = "Everything in the level that refers to something";
/// How far.
pub const STEPS: &str = "Steps";
/// Its tooltip.
pub const STEPS_HELP: &str = "How many references away from the selection a thing may be";
/// What the game makes itself.
pub const DERIVED: &str = "Derived too";
/// Its tooltip.
pub const DERIVED_HELP: &str = "References that the program keeps in step by itself, as between neighbours";
/// All of the picture.
pub const FIT: &str = "Fit";
/// Its tooltip.
pub const FIT_HELP: &str = "Show all of the picture (Home)";

/// More than is shown.
pub fn cut(boxes: usize) -> String {
    format!("{boxes} things shown; there is more beyond.")
}

/// The picture as a whole.
pub fn canvas(boxes: usize, arrows: usize) -> String {
    format!("Graph of {boxes} things and {arrows} references")
}

/// A box.
pub fn a_box(text: &str) -> String {
    format!("Graph: {text}")
}

/// Its tooltip.
pub fn box_help(text: &str) -> String {
    format!("{text}\nClick to select, double-click to put it in the middle.")
}

/// An arrow with the fields that make it.
pub fn arrow(from: &str, to: &str, fields: &[String]) -> String {
    format!("{from} → {to}: {}", fields.join(", "))
}
