//! Draws the whole window into a PNG without a display:
//! `window-picture [MAP] OUT.png [--light] [--scale 2] [--size 1360x860] [--select TEXT] [--run COMMAND]… [--click TEXT]…
//! [--do TEXT]… [--tick N]… [--rows QUERY]…
//! [--compare FILE] [--data FOLDER]`
//!
//! `--run` names commands by key (`perspective`, `pane_bytes`, `keys` …), `--click` clicks the control of
//! that accessible name; `--do` does something in the live preview (`place 512 512`), which begins if there is none,
//! and `--tick` goes to a tick of it. `--rows` shows the objects that a query finds in the matrix,
//! `--compare` the differences from a file, `--data` keeps backups and journals in a folder. All are done in the order given.

use std::fs::File;
use std::io::BufWriter;
use std::path::PathBuf;
use std::process::ExitCode;

use egui_kittest::kittest::Queryable;
use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use levelwright_app::window::commands::COMMANDS;
use levelwright_app::window::comparing;
use levelwright_app::window::dock::Pane;
use levelwright_app::window::intent::{How, Intent};
use levelwright_app::window::matrix::{Place, Source};
use levelwright_app::window::preview;
use levelwright_app::window::theme::Look;
use levelwright_tests::stage::{Stage, picture};

enum Wish {
    Select(String),
    Run(String),
    Click(String),
    Preview(preview::Act),
    Rows(String),
    Compare(PathBuf),
}

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

fn run() -> Result<(), Box<dyn std::error::Error>> {
    let mut stage = Stage::empty();
    let mut paths: Vec<PathBuf> = Vec::new();
    let mut acts = Vec::new();
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        let mut next = || args.next().ok_or_else(|| format!("{arg} needs a value"));
        match arg.as_str() {
            "--light" => stage.preferences.look = Look::Light,
            "--scale" => stage.preferences.scale = next()?.parse()?,
            "--size" => {
                let size = next()?;
                let (w, h) = size.split_once('x').ok_or("--size wants WIDTHxHEIGHT")?;
                stage.size = egui::vec2(w.parse()?, h.parse()?);
            }
            "--select" => acts.push(Wish::Select(next()?)),
            "--run" => acts.push(Wish::Run(next()?)),
            "--do" => acts.push(Wish::Preview(preview::Act::Do(next()?))),
            "--tick" => acts.push(Wish::Preview(preview::Act::Seek(next()?.parse()?))),
            "--compare" => acts.push(Wish::Compare(next()?.into())),
            "--rows" => acts.push(Wish::Rows(next()?)),
            "--data" => stage.data = Some(next()?.into()),
            "--click" => acts.push(Wish::Click(next()?)),
            _ => paths.push(arg.into()),
        }
    }
    let out = paths.pop().ok_or("where to? window-picture [MAP] OUT.png")?;
    stage.files = paths;
    let (mut harness, canvas) = stage.draw()?;
    for act in acts {
        match act {
            Wish::Select(text) => {
                let session = &mut harness.state_mut().session;
                let ids = session.doc().map(|d| {
                    let objects = d.objects(d.level);
                    // The name itself, else all that hold the words or are of the kind.
                    let exact = objects.all().iter().any(|o| o.name == text);
                    let wanted = |o: &&levelwright_model::document::Object| {
                        if exact { o.name == text } else { o.name.contains(&text) || o.kind.key == text }
                    };
                    objects.all().iter().filter(wanted).map(|o| o.id).collect::<Vec<_>>()
                });
                let ids = ids.unwrap_or_default();
                match ids.as_slice() {
                    [one] => session.carry_out(Intent::GoTo(*one)),
                    _ => session.carry_out(Intent::Select(ids, How::Replace)),
                }
            }
            Wish::Run(key) => {
                let spec = COMMANDS.iter().find(|s| s.key == key).ok_or_else(|| format!("no command {key}"))?;
                let ctx = harness.ctx.clone();
                harness.state_mut().run(&ctx, spec.command);
            }
            Wish::Compare(path) => {
                let window = harness.state_mut();
                window.show_pane(Pane::Compare);
                window.session.carry_out(Intent::Compare(comparing::Act::Start(comparing::With::File(path))));
            }
            Wish::Rows(query) => {
                let window = harness.state_mut();
                window.show_pane(Pane::Matrix);
                if let Some(doc) = window.session.doc_mut() {
                    doc.caches.matrix.set_source(Source::Query(query));
                    doc.caches.matrix.choose(Place { row: 1, column: 1 }, Place { row: 4, column: 3 });
                }
            }
            Wish::Preview(act) => {
                let session = &mut harness.state_mut().session;
                if session.doc().is_some_and(|d| d.preview.is_none()) {
                    session.carry_out(Intent::Preview(preview::Act::Start));
                }
                session.carry_out(Intent::Preview(act));
            }
            Wish::Click(label) => {
                let found: Vec<_> = harness.query_all_by_label(&label).collect();
                found.first().ok_or_else(|| format!("nothing is called {label}"))?.click();
            }
        }
        harness.run();
    }
    let image = picture(&harness, &canvas)?;
    harness.state_mut().release();
    // Small, because pictures are committed: nothing of a window is see-through.
    let image = image::DynamicImage::ImageRgba8(image).into_rgb8();
    let (how, filter) = (CompressionType::Best, FilterType::Adaptive);
    let encoder = PngEncoder::new_with_quality(BufWriter::new(File::create(&out)?), how, filter);
    image.write_with_encoder(encoder)?;
    Ok(())
}
