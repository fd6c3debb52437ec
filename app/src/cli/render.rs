//! `levelwright render`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use levelwright_io::json::address::{self, Address};
use levelwright_io::save;
use levelwright_model::document::{Level, Objects};
use levelwright_model::scene::{Colouring, SceneKey};

use super::open::{keep_inputs, levels, open};
use super::output::{CliError, Outcome, Output};
use super::texts;
use crate::render::{RenderOptions, Side, render_png};

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
            selection,
            light: self.light,
            links: !self.no_links,
        };
        let picture = render_png(file.document.game(), level, &objects, &options)
            .map_err(|error| CliError::failed(error.to_string()))?;
        save::replace(&self.output, &picture, None)?;
        let [width, height] = self.size;
        writeln!(output.out, "{}: {width} x {height} pixels", self.output.display())?;
        Ok(Outcome::Fine)
    }
}

/// The key of the object that an address names in the level's scene.
fn key(level: &Level, objects: &Objects, address: &str) -> Result<SceneKey, CliError> {
    let record = address::record(level, &Address::parse(address)?, None)?;
    let number = record.id().number;
    let main = objects.of_node(number).map_or(number, |object| object.id.node.number);
    Ok(SceneKey(u64::from(main)))
}
