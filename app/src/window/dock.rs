//! The panes and where they stand.

use egui_dock::{DockState, Node, NodeIndex, Split};
use serde::{Deserialize, Serialize};

use super::texts;

/// A pane.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Pane {
    /// The tree.
    Objects,
    /// The picture.
    Viewport,
    /// Another picture of the same level.
    SecondViewport,
    /// The fields.
    Inspector,
    /// What can be placed.
    Place,
    /// The edits.
    History,
    /// The stored bytes.
    Bytes,
    /// A row per object, a column per field.
    Matrix,
    /// What differs from something else.
    Compare,
    /// What is wrong.
    Problems,
    /// Who refers to whom.
    Links,
    /// The same as a picture.
    Graph,
    /// What happened.
    Messages,
    /// The level running.
    Preview,
    /// The level's scripts.
    Script,
}

impl Pane {
    /// All panes.
    pub const ALL: [Pane; 15] = [
        Pane::Objects,
        Pane::Viewport,
        Pane::SecondViewport,
        Pane::Inspector,
        Pane::Place,
        Pane::History,
        Pane::Bytes,
        Pane::Matrix,
        Pane::Compare,
        Pane::Problems,
        Pane::Links,
        Pane::Graph,
        Pane::Messages,
        Pane::Preview,
        Pane::Script,
    ];

    /// Its name.
    pub const fn title(self) -> &'static str {
        match self {
            Pane::Objects => texts::pane::OBJECTS,
            Pane::Viewport => texts::pane::VIEWPORT,
            Pane::SecondViewport => texts::pane::SECOND_VIEWPORT,
            Pane::Inspector => texts::pane::INSPECTOR,
            Pane::Place => texts::pane::PALETTE,
            Pane::History => texts::pane::HISTORY,
            Pane::Bytes => texts::pane::BYTES,
            Pane::Matrix => texts::matrix::PANE,
            Pane::Compare => texts::compare::PANE,
            Pane::Problems => texts::pane::PROBLEMS,
            Pane::Links => texts::pane::LINKS,
            Pane::Graph => texts::pane::GRAPH,
            Pane::Messages => texts::pane::MESSAGES,
            Pane::Preview => texts::pane::PREVIEW,
            Pane::Script => texts::scripts::PANE,
        }
    }

    /// Whether layouts have it from the start; what is not comes when it is asked for.
    pub fn is_there_at_first(self) -> bool {
        self != Pane::SecondViewport
    }
}

/// The layout at first.
pub fn default_layout() -> DockState<Pane> {
    let mut state = DockState::new(vec![Pane::Viewport, Pane::Script]);
    let tree = state.main_surface_mut();
    let [middle, _] = tree.split_left(NodeIndex::root(), 0.21, vec![Pane::Objects, Pane::Place]);
    let [middle, right] = tree.split_right(middle, 0.70, vec![Pane::Inspector]);
    tree.split_below(
        middle,
        0.70,
        vec![Pane::Problems, Pane::Links, Pane::Graph, Pane::Matrix, Pane::Compare, Pane::Messages, Pane::Preview],
    );
    tree.split_below(right, 0.68, vec![Pane::History, Pane::Bytes]);
    state
}

/// Brings a pane to the front; one that was closed comes back.
pub fn show(state: &mut DockState<Pane>, pane: Pane) {
    if state.find_tab(&pane).is_none() {
        match state.find_tab(&Pane::Viewport).filter(|_| pane == Pane::SecondViewport) {
            // Next to the first one: they are looked at together.
            Some(first) => {
                state.split(first.node_path(), Split::Right, 0.5, Node::leaf(pane));
            }
            None => state.push_to_focused_leaf(pane),
        }
    }
    if let Some(path) = state.find_tab(&pane) {
        // The path was just found, so it exists; a failure would only leave the pane behind another.
        if state.set_active_tab(path).is_ok() {
            state.set_focused_node_and_surface(path.node_path());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_second_viewport_stands_beside_the_first() {
        let mut state = default_layout();
        show(&mut state, Pane::SecondViewport);
        let [first, second] = [Pane::Viewport, Pane::SecondViewport].map(|pane| state.find_tab(&pane).unwrap());
        assert_ne!(first.node_path(), second.node_path(), "both are seen");
    }

    #[test]
    fn every_pane_is_in_the_first_layout_and_comes_back_when_closed() {
        let mut state = default_layout();
        for pane in Pane::ALL {
            let path = state.find_tab(&pane);
            assert_eq!(path.is_some(), pane.is_there_at_first(), "{pane:?}");
            if let Some(path) = path {
                state.remove_tab(path);
            }
            show(&mut state, pane);
            assert!(state.find_tab(&pane).is_some(), "{pane:?} did not come back");
        }
    }
}
