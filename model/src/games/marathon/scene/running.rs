//! A running level, drawn again where it changed.

use std::collections::BTreeSet;

use super::basis::{Basis, Touched};
use super::surfaces::{self, SharedCell, Site};
use super::things::{self, Things};
use super::world::World;
use super::{GRID_STEP, drift, plan};
use crate::document::{Level, Objects};
use crate::games::marathon::geometry::map::indexed;
use crate::games::marathon::objects::KINDS;
use crate::games::marathon::preview::ACTED;
use crate::games::marathon::records;
use crate::preview::{Moment, Overlay, Picture};
use crate::scene::{Plan, Scene, Wall};

/// Draws a running level.
#[derive(Debug)]
pub struct RunningScene {
    basis: Basis,
    sites: Vec<Site>,
    cells: Vec<SharedCell>,
    users: Users,
    walls: Vec<(i16, Wall)>,
    things: Things,
    /// Polygons on whose heights things stand.
    grounds: BTreeSet<usize>,
    movers: Vec<drift::Mover>,
    overlay: Overlay,
}

/// By index: the sites whose look depends on something.
#[derive(Debug, Default)]
struct Users {
    polygons: Vec<BTreeSet<usize>>,
    lights: Vec<BTreeSet<usize>>,
    media: Vec<BTreeSet<usize>>,
    sides: Vec<BTreeSet<usize>>,
}

impl Users {
    fn of(world: &World<'_>, sites: &[Site]) -> Users {
        let mut users = Users::default();
        for (site, index) in sites.iter().enumerate().flat_map(|(at, site)| site.polygons.iter().map(move |p| (at, *p)))
        {
            let Some(polygon) = world.map().polygon(index) else { continue };
            let Some((row, layout)) = world.polygon_rows.row(index) else { continue };
            let Some(record) = records::Polygon::new(row, layout) else { continue };
            note(&mut users.polygons, index, site);
            for line in polygon.lines.iter().filter_map(|line| world.map().line(*line)) {
                note(&mut users.polygons, line.clockwise_polygon, site);
                note(&mut users.polygons, line.counterclockwise_polygon, site);
            }
            for light in [record.floor_light(), record.ceiling_light(), record.media_light()] {
                note(&mut users.lights, light, site);
            }
            note(&mut users.media, record.media(), site);
            for &side in &polygon.sides {
                note(&mut users.sides, side, site);
                let Some((row, layout)) = world.side_rows.row(side) else { continue };
                let Some(side) = records::Side::new(row, layout) else { continue };
                for light in [side.primary_light(), side.secondary_light(), side.transparent_light()] {
                    note(&mut users.lights, light, site);
                }
            }
        }
        users
    }
}

fn note(users: &mut Vec<BTreeSet<usize>>, index: i16, site: usize) {
    let Ok(at) = usize::try_from(index) else { return };
    if users.len() <= at {
        // Indices have 15 bits, so lists stay short.
        users.resize_with(at + 1, BTreeSet::new);
    }
    if let Some(users) = users.get_mut(at) {
        users.insert(site);
    }
}

impl RunningScene {
    /// Of a level as it is stored.
    pub fn new(level: &Level, objects: &Objects) -> RunningScene {
        let basis = Basis::of(level);
        let world = World::new(level, objects, &basis);
        let sites = surfaces::sites(&world);
        RunningScene {
            cells: sites.iter().map(|site| surfaces::cell(&world, site)).collect(),
            users: Users::of(&world, &sites),
            walls: plan::walls(&world).collect(),
            things: things::things(&world),
            grounds: things::grounds(&world),
            movers: drift::movers(&world),
            overlay: Overlay::new(KINDS, ACTED),
            sites,
            basis,
        }
    }

    /// Makes anew what depends on what was touched.
    fn follow(&mut self, level: &Level, objects: &Objects, touched: &[Touched]) {
        let (mut anew, mut lit) = (BTreeSet::new(), BTreeSet::new());
        let mut polygons = BTreeSet::new();
        let mut things = false;
        for touched in touched {
            let users = match touched {
                Touched::Polygon(at) => {
                    polygons.insert(*at);
                    things |= self.grounds.contains(at);
                    self.users.polygons.get(*at)
                }
                Touched::Medium(at) => {
                    things = true;
                    self.users.media.get(*at)
                }
                Touched::Side(at) => usize::try_from(*at).ok().and_then(|at| self.users.sides.get(at)),
                Touched::Light(at) => {
                    lit.extend(self.users.lights.get(*at).into_iter().flatten().copied());
                    None
                }
            };
            anew.extend(users.into_iter().flatten().copied());
        }
        let world = World::new(level, objects, &self.basis);
        for (at, (site, cell)) in self.sites.iter().zip(&mut self.cells).enumerate() {
            if anew.contains(&at) {
                let mut new = surfaces::cell(&world, site);
                new.share(cell);
                *cell = new;
            } else if lit.contains(&at) {
                cell.relight(&world);
            }
        }
        if !polygons.is_empty() {
            for (index, wall) in &mut self.walls {
                let Some(line) = world.map().line(*index) else { continue };
                let beside = [line.clockwise_polygon, line.counterclockwise_polygon];
                let moved = |owner: i16| usize::try_from(owner).is_ok_and(|owner| polygons.contains(&owner));
                if let Some(new) = plan::wall(&world, *index, line).filter(|_| beside.into_iter().any(moved)) {
                    *wall = new;
                }
            }
        }
        if things {
            self.things = things::things(&world);
        }
    }
}

impl Picture for RunningScene {
    fn at(&mut self, level: &Level, objects: &Objects, moment: &Moment) -> Scene {
        let touched = self.basis.take(&moment.live);
        self.follow(level, objects, &touched);
        let Things { markers, labels } = self.things.clone();
        let mut scene = Scene {
            plan: Some(Plan {
                surfaces: plan::surfaces(&self.cells),
                walls: self.walls.iter().map(|(_, wall)| *wall).collect(),
            }),
            surfaces: surfaces::chunks(&self.cells),
            markers,
            lines: Vec::new(),
            labels,
            grid_step: GRID_STEP,
            images: std::sync::Arc::default(),
        };
        let world = World::new(level, objects, &self.basis);
        scene.lines.extend(drift::lines(&world, &self.movers, moment));
        self.overlay.lay_over(&mut scene, level, objects, moment);
        scene
    }
}

/// The same made anew, from nothing.
#[cfg(test)]
fn anew(level: &Level, objects: &Objects, moment: &Moment) -> Scene {
    let mut basis = Basis::of(level);
    basis.take(&moment.live);
    let world = World::new(level, objects, &basis);
    let mut scene = super::draw(&world);
    scene.lines.extend(drift::lines(&world, &drift::movers(&world), moment));
    Overlay::new(KINDS, ACTED).lay_over(&mut scene, level, objects, moment);
    scene
}

/// Polygons with an index, to look through them all.
pub(super) fn all<'a>(world: &'a World<'_>) -> impl Iterator<Item = (i16, records::Polygon<'a>)> + use<'a> {
    indexed(&world.map().polygons).filter_map(|(index, _)| {
        let (row, layout) = world.polygon_rows.row(index)?;
        Some((index, records::Polygon::new(row, layout)?))
    })
}

#[cfg(test)]
#[path = "running_tests.rs"]
mod tests;
