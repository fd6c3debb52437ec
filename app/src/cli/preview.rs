//! `levelwright preview`.

use std::path::{Path, PathBuf};

use clap::Args;
use levelwright_model::games::{Game, PreviewSpec};
use levelwright_model::preview::Scenario;

use super::open::{levels, open};
use super::output::{CliError, Outcome, Output};
use super::texts;

/// Run a level without a window: what happens, one JSON object a line, then the hash of the state
#[derive(Debug, Args)]
#[command(after_help = texts::PREVIEW)]
pub(super) struct Preview {
    /// The file
    file: PathBuf,
    /// The level: its position, # and its number in the game, or its name
    #[arg(long)]
    level: String,
    /// How many ticks
    #[arg(long)]
    ticks: u32,
    /// What a person does, and when
    #[arg(long)]
    scenario: Option<PathBuf>,
    /// The seed of the random generator; else the scenario's, else the game's own
    #[arg(long)]
    seed: Option<u32>,
}

impl Preview {
    pub(super) fn run(self, output: &mut Output<'_>) -> Result<Outcome, CliError> {
        let scenario = scenario(self.scenario.as_deref(), self.seed)?;
        let mut file = open(&self.file)?;
        let [id] = levels(&mut file.document, Some(&self.level))?[..] else {
            return Err(CliError::failed("one level runs at a time"));
        };
        let preview = spec(file.document.game())?;
        let level = file.document.state().level(id).ok_or_else(|| CliError::failed("the level is not there"))?;
        let mut timeline = preview.timeline(level, scenario);
        timeline.seek(self.ticks);
        write!(output.out, "{}", timeline.log().json_lines())?;
        writeln!(output.out, "{{\"tick\":{},\"hash\":\"{:016x}\"}}", timeline.now(), timeline.world().hash())?;
        Ok(Outcome::Fine)
    }
}

/// What a person does, from a file if there is one, with another seed if there is one.
pub(super) fn scenario(path: Option<&Path>, seed: Option<u32>) -> Result<Scenario, CliError> {
    let mut scenario = match path {
        None => Scenario::default(),
        Some(path) => {
            let text = std::fs::read_to_string(path)
                .map_err(|e| CliError::failed(format!("{} cannot be read: {e}", path.display())))?;
            Scenario::from_json(&text).map_err(|e| CliError::failed(e.to_string()).about(path.display()))?
        }
    };
    scenario.seed = seed.or(scenario.seed);
    Ok(scenario)
}

/// How a game's levels run.
pub(super) fn spec(game: &Game) -> Result<&'static PreviewSpec, CliError> {
    game.preview.ok_or_else(|| CliError::failed(format!("levels of {} cannot run here yet", game.name)))
}
