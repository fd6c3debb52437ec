//! The registry of games: what each file format means. Shared code asks a [`Game`], never which game
//! it is.

pub mod marathon;
pub mod oni;
pub mod shock;
pub mod warriors;

use crate::clipboard::ClipboardSpec;
use crate::document::{Level, NodeId, ObjectKind, Objects, State, Table, TableSpec};
use crate::edit::Draft;
use crate::links::Implied;
use crate::preview::{Fidelity, Log, Picture, Scenario, Setting, Start, Timeline, World};
use crate::problems::Check;
use crate::record::{Field, Refusal, Schema, Value};
use crate::scene::Scene;
use crate::scripting::ScriptSpec;

/// What a number of something outside a level is called, by the word that says what it is.
pub type NameOutside = fn(&Level, &str, i128) -> Option<String>;

/// A game: constants and functions, in groups.
#[derive(Debug)]
pub struct Game {
    /// Identifier used on the command line and in journals.
    pub key: &'static str,
    /// Its name.
    pub name: &'static str,
    /// How its coordinates lie in its scenes.
    pub axes: Axes,
    /// Every record type.
    pub schemas: &'static [&'static Schema],
    /// Every table.
    pub tables: &'static [&'static TableSpec],
    /// Every kind of object.
    pub kinds: &'static [&'static ObjectKind],
    /// What a person sees as one thing.
    pub objects: fn(&Level) -> Objects,
    /// Who refers to whom beyond what the tables' link targets say; `None` if they say it all.
    pub links: Option<&'static Implied>,
    /// Setting a field with all that follows from it. The default stores the value in its place.
    pub set_field: fn(&mut Draft, NodeId, &'static Field, &Value) -> Result<(), Refusal>,
    /// What follows from having set fields of these records since that state, seen to once for all of them: what
    /// [`Game::set_field`] put off ([`Draft::put_off`]). `None` if it puts nothing off.
    pub settle: Option<Settle>,
    /// What a level looks like. Every [`SceneKey`](crate::scene::SceneKey) in it is the number of a record's node:
    /// that of an object's main record, or of a record that is part of one ([`Objects::of_node`] finds it). A marker's
    /// icon is the place of its kind in [`Game::kinds`].
    pub scene: fn(&Level, &Objects) -> Scene,
    /// Whether two tables hold the same but for what the writer derives in bulk.
    pub same_but_bulk: fn(&Table, &Table) -> bool,
    /// The operations people and scripts can run.
    pub plans: &'static [PlanSpec],
    /// What is looked for in its levels.
    pub checks: &'static [&'static Check],
    /// What something outside a level is called, by the word of its [`Target::Outside`](crate::record::Target::Outside)
    /// and its number; `None` if nothing that lies outside has a name here.
    pub outside: Option<NameOutside>,
    /// How copied objects become objects again; `None` if they cannot yet.
    pub clipboard: Option<&'static ClipboardSpec>,
    /// The scripts of its levels as texts; `None` if it has none.
    pub scripts: Option<&'static ScriptSpec>,
    /// How its levels run; `None` if they cannot yet.
    pub preview: Option<&'static PreviewSpec>,
}

impl Game {
    /// What something outside the level is called ([`Game::outside`]).
    pub fn name_outside(&self, level: &Level, sort: &str, number: i128) -> Option<String> {
        self.outside.and_then(|name| name(level, sort, number))
    }

    /// A plan of the game, or one that all games share, by key.
    pub fn plan(&self, key: &str) -> Option<&'static PlanSpec> {
        self.all_plans().find(|plan| plan.key == key)
    }

    /// The game's plans and those that all games share.
    pub fn all_plans(&self) -> impl Iterator<Item = &'static PlanSpec> + use<> {
        // Without a plan that deletes there is nothing to mend.
        let deletes = self.plans.iter().any(|plan| plan.key == "delete");
        self.plans.iter().chain(deletes.then_some(&crate::links::DELETE_MENDED))
    }
}

/// Sees to what follows from fields that were set in some records since a state.
pub type Settle = fn(&mut Draft, &State, &[NodeId]) -> Result<(), Refusal>;

/// How a game's levels run.
#[derive(Debug)]
pub struct PreviewSpec {
    /// Builds the world of a level as the game loads it, with the game's own seed and the usual settings unless others
    /// are given. What loading did is written to the log.
    pub build: fn(&Level, &Start, &mut Log) -> Box<dyn World>,
    /// Begins to draw a level that runs. Its scenes are those of [`Game::scene`] with a moment in the place of what is
    /// stored.
    pub picture: fn(&Level, &Objects) -> Box<dyn Picture>,
    /// What its walker can do beside walking and using.
    pub walker: Abilities,
    /// What is assumed and can be set otherwise.
    pub settings: &'static [Setting],
    /// How true it is, by behaviour.
    pub fidelity: &'static [&'static [Fidelity]],
}

/// What a walker can do beside walking, turning and using things.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Abilities {
    /// It can go slowly and fast.
    pub paces: bool,
    /// It can jump.
    pub jumps: bool,
    /// It can look up and down.
    pub looks_up: bool,
    /// It can take things, carry them, aim them and throw them.
    pub carries: bool,
}

impl PreviewSpec {
    /// A level, just loaded, along a scenario.
    pub fn timeline(&self, level: &Level, scenario: Scenario) -> Timeline {
        let mut log = Log::default();
        let world = (self.build)(level, &scenario.start(), &mut log);
        Timeline::new(world, scenario, log)
    }
}

/// How a game's stored coordinates and angles lie in its scenes (east, north, up, counter-clockwise).
/// Plans take places, ways and angles as the game stores them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Axes {
    /// A stored coordinate is the scene's times this: x, y, z.
    pub stored: [f64; 3],
    /// Along which of the scene's axes each stored coordinate runs: 0 east, 1 north, 2 up.
    pub order: [usize; 3],
    /// Stored units in a full turn; negative where stored angles grow clockwise.
    pub turn: f64,
}

impl Axes {
    /// The scene's own axes, angles in degrees.
    pub const SCENE: Axes = Axes { stored: [1.0; 3], order: [0, 1, 2], turn: 360.0 };

    /// A place or a way of a scene in whole stored units.
    pub fn store(&self, place: [f32; 3]) -> [i64; 3] {
        let mut out = [0; 3];
        for ((out, along), factor) in out.iter_mut().zip(self.order).zip(self.stored) {
            *out = (f64::from(place.get(along).copied().unwrap_or(0.0)) * factor).round() as i64;
        }
        out
    }

    /// A stored place as a place of a scene: the other way of [`Axes::store`].
    pub fn place(&self, stored: [i32; 3]) -> [f32; 3] {
        let mut out = [0.0; 3];
        for ((part, along), factor) in stored.into_iter().zip(self.order).zip(self.stored) {
            if let Some(out) = out.get_mut(along) {
                *out = (f64::from(part) / factor) as f32;
            }
        }
        out
    }

    /// Which stored coordinates lie on the map's plane: the one to the east, the one to the north.
    pub fn on_map(&self) -> [usize; 2] {
        [0, 1].map(|along| self.order.iter().position(|o| *o == along).unwrap_or(along))
    }

    /// Whether the height is the last stored coordinate.
    pub fn height_is_last(&self) -> bool {
        self.order == Axes::SCENE.order
    }

    /// A stored angle as a heading of a scene: radians, counter-clockwise seen from above.
    pub fn heading(&self, stored: i32) -> f32 {
        (f64::from(stored) / self.turn * std::f64::consts::TAU) as f32
    }

    /// An angle in degrees, counter-clockwise seen from above, in whole stored units.
    pub fn store_turn(&self, degrees: f32) -> i64 {
        (f64::from(degrees) / 360.0 * self.turn).round() as i64
    }
}

/// An operation: a function on a draft with named arguments.
#[derive(Debug)]
pub struct PlanSpec {
    /// Identifier used in edit scripts.
    pub key: &'static str,
    /// Name shown to people.
    pub label: &'static str,
    /// What it does.
    pub doc: &'static str,
    /// Its arguments: name, meaning.
    pub arguments: &'static [(&'static str, &'static str)],
    /// Carries it out; answers the main record it made, if it made one.
    pub run: fn(&mut Draft, &Arguments) -> Result<Option<NodeId>, Refusal>,
}

/// The arguments of a plan.
#[derive(Clone, Debug, Default)]
pub struct Arguments {
    /// The level it works on.
    pub level: u32,
    /// The objects it works on, main records.
    pub objects: Vec<NodeId>,
    /// Other arguments by name.
    pub values: std::collections::BTreeMap<String, Value>,
}

impl Arguments {
    /// A whole number by name.
    ///
    /// # Errors
    /// If it is missing or not a whole number.
    pub fn int(&self, name: &str) -> Result<i128, Refusal> {
        self.values
            .get(name)
            .and_then(Value::as_int)
            .ok_or_else(|| Refusal::rule(format!("argument {name} must be a whole number")))
    }

    /// A whole number by name, or a default where it is not given.
    pub fn int_or(&self, name: &str, default: i128) -> i128 {
        self.values.get(name).and_then(Value::as_int).unwrap_or(default)
    }

    /// A text by name.
    ///
    /// # Errors
    /// If it is missing or not a text.
    pub fn text(&self, name: &str) -> Result<&str, Refusal> {
        self.values
            .get(name)
            .and_then(Value::as_text)
            .ok_or_else(|| Refusal::rule(format!("argument {name} must be a text")))
    }

    /// The only object.
    ///
    /// # Errors
    /// If there is none or more than one.
    pub fn object(&self) -> Result<NodeId, Refusal> {
        match self.objects.as_slice() {
            [one] => Ok(*one),
            list => Err(Refusal::rule(format!("this works on one object, {} were given", list.len()))),
        }
    }
}

/// Stores a field in its own place: the default of [`Game::set_field`].
///
/// # Errors
/// A refusal from the field.
pub fn store_in_place(draft: &mut Draft, node: NodeId, field: &'static Field, value: &Value) -> Result<(), Refusal> {
    draft.store(node, field, value).map(|_| ())
}

/// Whether two tables hold the same bytes: the default of [`Game::same_but_bulk`].
pub fn same_bytes(a: &Table, b: &Table) -> bool {
    a.tag == b.tag && a.bytes() == b.bytes()
}

/// Every registered game.
pub fn all() -> &'static [&'static Game] {
    ALL
}

static ALL: &[&Game] = &[
    &marathon::MARATHON,
    &oni::ONI,
    &shock::SHOCK,
    &warriors::WARRIORS,
    #[cfg(test)]
    &test::TEST,
    #[cfg(test)]
    &crate::record::miniatures::MINIATURES,
];

/// A game by key.
pub fn game(key: &str) -> Option<&'static Game> {
    all().iter().copied().find(|g| g.key == key)
}

/// A record type by key.
pub fn schema(key: &str) -> Option<&'static Schema> {
    all().iter().flat_map(|g| g.schemas).copied().find(|s| s.key == key)
}

/// A table of a game by keys.
pub fn table_spec(game_key: &str, key: &str) -> Option<&'static TableSpec> {
    game(game_key)?.tables.iter().copied().find(|t| t.key == key)
}

/// The keys of a table's game and of the table.
pub fn spec_address(spec: &'static TableSpec) -> Option<(&'static str, &'static str)> {
    all().iter().find_map(|g| g.tables.iter().any(|t| std::ptr::eq(*t, spec)).then_some((g.key, spec.key)))
}

#[cfg(test)]
pub(crate) mod test;
