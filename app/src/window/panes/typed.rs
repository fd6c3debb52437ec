//! Numbers typed while a handle is dragged, and the axis that holds a drag.

use egui::{Event, Key};
use glam::Vec3;
use levelwright_model::scene::gizmo::{Axis, Change, Handle};

/// What was typed during a drag.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Typed {
    /// The digits so far.
    pub text: String,
    /// The axis that was asked for.
    pub lock: Option<Axis>,
}

impl Typed {
    /// Takes what was typed in this frame: digits, point and sign make a number, Backspace takes the last away, X, Y
    /// and Z hold an axis and let it go again.
    pub fn listen(&mut self, events: &[Event]) {
        for event in events {
            match event {
                Event::Text(text) => {
                    for letter in text.chars() {
                        self.letter(letter);
                    }
                }
                Event::Key { key: Key::Backspace, pressed: true, .. } => {
                    self.text.pop();
                }
                Event::Key { key, pressed: true, repeat: false, .. } => {
                    let axis = match key {
                        Key::X => Axis::X,
                        Key::Y => Axis::Y,
                        Key::Z => Axis::Z,
                        _ => continue,
                    };
                    self.lock = if self.lock == Some(axis) { None } else { Some(axis) };
                }
                _ => {}
            }
        }
    }

    fn letter(&mut self, letter: char) {
        match letter {
            // The sign can be changed at any time.
            '-' if self.text.starts_with('-') => {
                self.text.remove(0);
            }
            '-' => self.text.insert(0, '-'),
            '.' | ',' if !self.text.contains('.') => self.text.push('.'),
            digit if digit.is_ascii_digit() && self.text.len() < 12 => self.text.push(digit),
            _ => {}
        }
    }

    /// The change that the number stands for: squares of the grid along the handle's axis, degrees around the ring.
    /// `None` where nothing was typed, or a square has no one axis and none is held.
    pub fn change(&self, handle: Handle, square: f32) -> Option<Change> {
        let number: f32 = self.text.parse().ok().filter(|n: &f32| n.is_finite())?;
        let axis = match handle {
            Handle::Turn => return Some(Change::Turn(number.to_radians())),
            Handle::Along(axis) => axis,
            Handle::Across(across) => self.lock.filter(|axis| *axis != across)?,
        };
        let unit: Vec3 = axis.direction();
        Some(Change::Move(unit * number * if square > 0.0 { square } else { 1.0 }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(text: &str) -> Typed {
        let mut typed = Typed::default();
        typed.listen(&[Event::Text(text.to_owned())]);
        typed
    }

    #[test]
    fn digits_make_a_number_along_the_axis() {
        let east = |text: &str| typed(text).change(Handle::Along(Axis::X), 1024.0);
        assert_eq!(east("1.5"), Some(Change::Move(Vec3::X * 1536.0)));
        assert_eq!(east("2-"), Some(Change::Move(Vec3::X * -2048.0)), "the sign may come last");
        assert_eq!(east("-2-"), Some(Change::Move(Vec3::X * 2048.0)));
        assert_eq!(east("1.2.3x"), Some(Change::Move(Vec3::X * 1.23 * 1024.0)));
        assert_eq!(east(""), None);
        assert_eq!(east("-"), None);
        assert_eq!(typed("90").change(Handle::Turn, 1024.0), Some(Change::Turn(90f32.to_radians())));
    }

    #[test]
    fn a_square_needs_an_axis() {
        let mut typed = typed("3");
        assert_eq!(typed.change(Handle::Across(Axis::Z), 1.0), None);
        let press = |key| Event::Key {
            key,
            physical_key: None,
            pressed: true,
            repeat: false,
            modifiers: egui::Modifiers::NONE,
        };
        typed.listen(&[press(Key::Y)]);
        assert_eq!(typed.change(Handle::Across(Axis::Z), 1.0), Some(Change::Move(Vec3::Y * 3.0)));
        typed.listen(&[press(Key::Z)]);
        assert_eq!(typed.change(Handle::Across(Axis::Z), 1.0), None, "the square does not go up");
        typed.listen(&[press(Key::Z), press(Key::Backspace)]);
        assert_eq!(typed, Typed::default());
    }
}
