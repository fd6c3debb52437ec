//! A scenario: what a person did, in a small file.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::input::{Input, Verb};
use super::{Number, Start};

/// The version of the file that is written.
const VERSION: u32 = 1;

/// Inputs in the order of their ticks; inputs of one tick in the order they were given.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scenario {
    version: u32,
    /// The seed of the game's random generator; the game's own default where it is not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u32>,
    /// Settings of the preview by their keys; others are as usual.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub settings: BTreeMap<String, Number>,
    inputs: Vec<Input>,
}

/// Why a text is no scenario.
#[derive(Debug, thiserror::Error)]
pub enum ScenarioError {
    /// It is no JSON of the right form.
    #[error("the scenario cannot be read: {0}")]
    Json(#[from] serde_json::Error),
    /// It was written by a later version.
    #[error("the scenario is of version {0}, this program knows version 1: open it with a newer one")]
    Version(u32),
    /// An input before the first tick.
    #[error("input {0} has tick 0, but the first tick is 1: give it a later one")]
    TickZero(usize),
}

impl Default for Scenario {
    fn default() -> Scenario {
        Scenario { version: VERSION, seed: None, settings: BTreeMap::new(), inputs: Vec::new() }
    }
}

impl Scenario {
    /// A scenario of inputs in any order.
    pub fn new(seed: Option<u32>, mut inputs: Vec<Input>) -> Scenario {
        inputs.sort_by_key(|input| input.tick);
        Scenario { seed, inputs, ..Scenario::default() }
    }

    /// Reads the file's text.
    ///
    /// # Errors
    /// If it is not JSON of this form, of an unknown version, or has an input before the first tick.
    pub fn from_json(text: &str) -> Result<Scenario, ScenarioError> {
        let read: Scenario = serde_json::from_str(text)?;
        if read.version != VERSION {
            return Err(ScenarioError::Version(read.version));
        }
        if let Some(at) = read.inputs.iter().position(|input| input.tick == 0) {
            return Err(ScenarioError::TickZero(at));
        }
        Ok(Scenario { settings: read.settings, ..Scenario::new(read.seed, read.inputs) })
    }

    /// What acts while the level is loaded: with another one a run begins anew.
    pub fn start(&self) -> Start {
        Start { seed: self.seed, settings: self.settings.clone() }
    }

    /// The same beginning with nobody doing anything.
    pub fn without_inputs(&self) -> Scenario {
        Scenario { inputs: Vec::new(), ..self.clone() }
    }

    /// The file's text.
    pub fn to_json(&self) -> String {
        // Numbers, texts and lists: nothing here that JSON cannot hold.
        let mut text = serde_json::to_string_pretty(self).unwrap_or_default();
        text.push('\n');
        text
    }

    /// All inputs.
    pub fn inputs(&self) -> &[Input] {
        &self.inputs
    }

    /// The inputs of a tick.
    pub fn at(&self, tick: u32) -> &[Input] {
        let from = self.inputs.partition_point(|input| input.tick < tick);
        let to = self.inputs.partition_point(|input| input.tick <= tick);
        self.inputs.get(from..to).unwrap_or_default()
    }

    /// Adds what was done at a tick, behind everything else of that tick.
    pub fn add(&mut self, tick: u32, verb: Verb) {
        let at = self.inputs.partition_point(|input| input.tick <= tick);
        self.inputs.insert(at, Input { tick, verb });
    }

    /// Puts another input in the place of the one at a position; it moves to where its tick belongs. Answers its new
    /// position, or nothing if there was none.
    pub fn replace(&mut self, at: usize, input: Input) -> Option<usize> {
        self.remove(at)?;
        let to = self.inputs.partition_point(|other| other.tick <= input.tick);
        self.inputs.insert(to, input);
        Some(to)
    }

    /// Takes out the input at a position.
    pub fn remove(&mut self, at: usize) -> Option<Input> {
        (at < self.inputs.len()).then(|| self.inputs.remove(at))
    }

    /// The first tick at which two scenarios differ; `None` if they do the same.
    pub fn first_change(&self, other: &Scenario) -> Option<u32> {
        if self.seed != other.seed || self.settings != other.settings {
            return Some(0);
        }
        let same = self.inputs.iter().zip(&other.inputs).take_while(|(a, b)| a == b).count();
        [self.inputs.get(same), other.inputs.get(same)].into_iter().flatten().map(|input| input.tick).min()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Scenario {
        let mut scenario = Scenario::default();
        scenario.add(31, Verb::Fire { target: "platforms/3".parse().unwrap(), event: "activate".to_owned() });
        scenario.add(5, Verb::place(1, -2, 128));
        scenario.add(31, Verb::Use);
        scenario
    }

    #[test]
    fn inputs_stay_in_order_and_come_back_from_the_file() {
        let scenario = sample();
        assert_eq!(
            scenario.inputs().iter().map(|i| (i.tick, i.verb.word())).collect::<Vec<_>>(),
            [(5, "place"), (31, "fire"), (31, "use")]
        );
        assert_eq!(scenario.at(31).len(), 2);
        assert!(scenario.at(30).is_empty());
        assert_eq!(Scenario::from_json(&scenario.to_json()).unwrap(), scenario);
        let written = r#"{"version":1,"inputs":[{"tick":9,"do":"keys","forward":1},{"tick":2,"do":"use"}]}"#;
        assert_eq!(Scenario::from_json(written).unwrap().inputs()[0].verb, Verb::Use);
    }

    #[test]
    fn what_is_no_scenario_says_why() {
        let message = |text: &str| Scenario::from_json(text).unwrap_err().to_string();
        assert!(message("").contains("cannot be read"));
        assert!(message(r#"{"version":1,"inputs":[{"tick":9,"do":"fly"}]}"#).contains("fly"));
        assert!(message(r#"{"version":1,"inputs":[{"tick":9,"do":"touch","target":"x"}]}"#).contains("platforms/3"));
        assert!(message(r#"{"version":2,"inputs":[]}"#).contains("version 2"));
        assert!(message(r#"{"version":1,"inputs":[{"tick":0,"do":"use"}]}"#).contains("input 0"));
    }

    #[test]
    fn the_first_change_is_the_earlier_tick() {
        let old = sample();
        let mut new = old.clone();
        assert_eq!(old.first_change(&new), None);
        new.add(40, Verb::Use);
        assert_eq!(old.first_change(&new), Some(40));
        new.remove(0);
        assert_eq!(old.first_change(&new), Some(5));
        assert_eq!(new.remove(99), None);
        assert_eq!(
            new.replace(0, Input { tick: 35, verb: Verb::Leave { who: None } }),
            Some(1),
            "behind the other of tick 31"
        );
        assert_eq!(new.replace(99, Input { tick: 35, verb: Verb::Leave { who: None } }), None);
        new.seed = Some(1);
        assert_eq!(old.first_change(&new), Some(0));
        let mut set = old.clone();
        set.settings.insert("far".to_owned(), Number::thousandths(1500));
        assert_eq!(old.first_change(&set), Some(0));
        assert_eq!(Scenario::from_json(&set.to_json()).unwrap(), set);
        assert_eq!(set.without_inputs().start(), set.start());
    }
}
