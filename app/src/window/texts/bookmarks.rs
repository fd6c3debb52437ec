//! Texts of kept views.

/// After a view was kept.
pub fn kept(view: u8) -> String {
    format!("View {view} of this level is kept: Ctrl+{view} goes back to it")
}

/// The list of kept views.
pub fn not_read(error: &str) -> String {
    format!("The views you keep could not be read: {error}")
}

/// The list of kept views.
pub fn not_kept(error: &str) -> String {
    format!("The view holds while the document is open, but could not be written down: {error}")
}
