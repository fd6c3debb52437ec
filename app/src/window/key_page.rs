//! The page of the guide that lists all keys, made from the list of commands.

use super::commands::{COMMANDS, Menu};

/// All commands with their keys as a page of the guide.
pub fn key_page() -> String {
    let mut page = String::from("# Keys\n\nMade from the list of commands; the same stands in the window under F1.\n");
    for menu in Menu::ALL {
        page.push_str(&format!("\n## {}\n\n| keys | command | what it does |\n|---|---|---|\n", menu.label()));
        for spec in COMMANDS.iter().filter(|s| s.menu == menu) {
            let keys: Vec<String> = spec.keys.iter().map(|k| k.format(&egui::ModifierNames::NAMES, false)).collect();
            let label = spec.label.trim_end_matches('…');
            page.push_str(&format!("| {} | {label} | {} |\n", keys.join(", "), spec.doc));
        }
    }
    page.push_str("\n## In the viewport\n\n| hand | what it does |\n|---|---|\n");
    for (hand, does) in super::texts::MOUSE {
        page.push_str(&format!("| {hand} | {does} |\n"));
    }
    page.push_str("\n## In the tree\n\n| keys | what it does |\n|---|---|\n");
    for (keys, does) in super::texts::TREE_KEYS {
        page.push_str(&format!("| {keys} | {does} |\n"));
    }
    page.push_str("\n## In the matrix\n\n| keys | what it does |\n|---|---|\n");
    for (keys, does) in super::texts::matrix::KEYS {
        page.push_str(&format!("| {keys} | {does} |\n"));
    }
    page
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_guide_lists_the_keys_as_they_are() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/guide/keys.md");
        if std::env::var_os("UPDATE_GOLDENS").is_some() {
            std::fs::write(path, key_page()).unwrap();
        }
        let written = std::fs::read_to_string(path).unwrap_or_default();
        assert_eq!(written, key_page(), "run with UPDATE_GOLDENS=1");
    }
}
