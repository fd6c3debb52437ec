//! `levelwright render`.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::{Args, ValueEnum};
use levelwright_io::json::address::{self, Address};
use levelwright_io::save;
use levelwright_model::document::{Level, Objects};
use levelwright_model::games::Game;
use levelwright_model::preview::Moment;
use levelwright_model::scene::{Colouring, SceneKey};

use super::open::{keep_inputs, levels, open};
use super::output::{CliError, Outcome, Output};
use super::preview::{scenario, spec};
use super::texts;
use crate::render::{RenderError, RenderOptions, Series, Side, add_links, png, render_png};

/// Ticks of the walker's trail.
const TRAIL: usize = 900;

/// Draw a level as a PNG picture; no display is needed
#[derive(Debug, Args)]
#[command(after_help = texts::RENDER)]
pub(super) struct Render {
    /// The file
    file: PathBuf,
    /// The level: its position, # and its number in the game, or its name
    #[arg(long)]
    level: String,
    /// Where to write the picture
    #[arg(short, long)]
    output: PathBuf,
    /// Width and height in pixels
    #[arg(long, value_parser = size, default_value = "1280x800", value_name = "WxH")]
    size: [u32; 2],
    /// From where
    #[arg(long, value_enum, default_value = "perspective")]
    view: Side,
    /// Marks these as selected; may be given again
    #[arg(long, value_name = "ADDRESS")]
    select: Vec<String>,
    /// What the colours tell
    #[arg(long, value_enum, default_value = "type")]
    colour: Colour,
    /// Light colours behind everything
    #[arg(long)]
    light: bool,
    /// The level as it runs, at this tick; 10..70 for a series of pictures, whose numbers are added to the file's name
    #[arg(long, value_parser = ticks, value_name = "TICK")]
    at: Option<(u32, u32)>,
    /// Ticks between two pictures of a series
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..), requires = "at")]
    every: u32,
    /// What a person does in the running level, and when
    #[arg(long, requires = "at")]
    scenario: Option<PathBuf>,
    /// The seed of the running level's random generator
    #[arg(long, requires = "at")]
    seed: Option<u32>,
    /// Plain colours instead of textures, which are shown with the colours type and texture
    #[arg(long)]
    no_textures: bool,
    /// Leave out the arrows of references
    #[arg(long)]
    no_links: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Colour {
    /// The kind of place
    Type,
    /// How high it lies
    Height,
    /// How bright it is
    Light,
    /// Which liquid it holds
    Medium,
    /// Which texture it wears
    Texture,
}

fn size(text: &str) -> Result<[u32; 2], String> {
    let sides = text.split_once('x').and_then(|(width, height)| Some([width.parse().ok()?, height.parse().ok()?]));
    sides.ok_or_else(|| "a size is written 1280x800".to_owned())
}

/// A tick, or the first and the last of a series.
fn ticks(text: &str) -> Result<(u32, u32), String> {
    let number = |text: &str| text.parse::<u32>().map_err(|_| "write a tick as 30, a series as 10..70".to_owned());
    match text.split_once("..") {
        None => number(text).map(|tick| (tick, tick)),
        Some((first, last)) => match (number(first)?, number(last)?) {
            (first, last) if first <= last => Ok((first, last)),
            (first, last) => Err(format!("a series goes forth: {last}..{first}")),
        },
    }
}

/// The name of a series' picture: its tick before the ending.
fn numbered(path: &Path, tick: u32) -> PathBuf {
    let mut name = path.file_stem().unwrap_or_default().to_os_string();
    name.push(format!("-{tick:06}"));
    path.with_file_name(name).with_extension(path.extension().unwrap_or_default())
}

impl Render {
    pub(super) fn run(self, output: &mut Output<'_>) -> Result<Outcome, CliError> {
        let mut file = open(&self.file)?;
        keep_inputs([self.file.as_path()], &self.output)?;
        let ids = levels(&mut file.document, Some(&self.level))?;
        let level = ids.first().and_then(|id| file.document.state().level(*id));
        let level = level.ok_or_else(|| CliError::failed(format!("there is no level {}", self.level)))?;
        let objects = file.document.objects(level.id());
        let mut selection = Vec::new();
        for address in &self.select {
            selection.push(key(level, &objects, address)?);
        }
        let colouring = match self.colour {
            Colour::Type => Colouring::Type,
            Colour::Height => Colouring::Height,
            Colour::Light => Colouring::Light,
            Colour::Medium => Colouring::Medium,
            Colour::Texture => Colouring::Texture,
        };
        let options = RenderOptions {
            size: self.size,
            side: self.view,
            colouring,
            textures: !self.no_textures,
            selection,
            light: self.light,
            links: !self.no_links,
        };
        let game = file.document.game();
        if let Some(ticks) = self.at {
            return self.running(game, level, &objects, ticks, &options, output);
        }
        let picture = render_png(game, level, &objects, &options).map_err(drawn)?;
        self.write(&self.output, &picture, output)
    }

    fn write(&self, path: &Path, picture: &[u8], output: &mut Output<'_>) -> Result<Outcome, CliError> {
        save::replace(path, picture, None)?;
        let [width, height] = self.size;
        writeln!(output.out, "{}: {width} x {height} pixels", path.display())?;
        Ok(Outcome::Fine)
    }

    /// Pictures of the running level.
    fn running(
        &self,
        game: &'static Game,
        level: &Level,
        objects: &Objects,
        (first, last): (u32, u32),
        options: &RenderOptions,
        output: &mut Output<'_>,
    ) -> Result<Outcome, CliError> {
        let preview = spec(game)?;
        let mut timeline = preview.timeline(level, scenario(self.scenario.as_deref(), self.seed)?);
        let mut picture = (preview.picture)(level, objects);
        // All are seen from where all of the level as it is stored can be seen.
        let mut series = Series::new(game, &(game.scene)(level, objects)).map_err(drawn)?;
        let mut trail = VecDeque::new();
        let mut next = first;
        loop {
            let now = timeline.now();
            let walker = timeline.world().actors().into_iter().find(|actor| actor.subject.table == "walker");
            trail.extend(walker.map(|walker| walker.position));
            if trail.len() > TRAIL {
                trail.pop_front();
            }
            if now == next {
                let moment = Moment { trail: trail.iter().copied().collect(), ..Moment::of(timeline.world()) };
                let mut scene = picture.at(level, objects, &moment);
                if options.links {
                    add_links(&mut scene, game, level, objects, options.light);
                }
                let scene = Arc::new(scene);
                let picture = series.picture(&scene, options).and_then(|picture| png(&picture)).map_err(drawn)?;
                let path = if first == last { self.output.clone() } else { numbered(&self.output, now) };
                self.write(&path, &picture, output)?;
                match next.checked_add(self.every).filter(|next| *next <= last) {
                    Some(later) => next = later,
                    None => return Ok(Outcome::Fine),
                }
            }
            timeline.step();
        }
    }
}

fn drawn(error: RenderError) -> CliError {
    CliError::failed(error.to_string())
}

/// The key of the object that an address names in the level's scene.
fn key(level: &Level, objects: &Objects, address: &str) -> Result<SceneKey, CliError> {
    let record = address::record(level, &Address::parse(address)?, None)?;
    let number = record.id().number;
    let main = objects.of_node(number).map_or(number, |object| object.id.node.number);
    Ok(SceneKey(u64::from(main)))
}
