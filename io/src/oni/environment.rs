//! The environment of a level as the scene shows it: quads with their light, textures' colours, meshes of classes
//! (`oni.md` 3.2 to 3.5). Counts are never trusted beyond the bytes that are there.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;

use levelwright_model::games::oni::environment::{ClassMesh, EmitterPath, Environment, Quad, Texture, TurretArc};
use levelwright_model::scene::{Colour, Image};

use super::guest::names_of;
use super::instance::{InstanceFile, Platform, Tag};
use super::lists::word;
use super::mesh;
use super::open::level_name;
use super::panels;
use super::texture;

/// Reads a part of the file of payloads. It lives on with the level's images, which are read when they are first drawn.
pub(crate) type Payloads = Arc<dyn Fn(Range<u64>) -> Option<Vec<u8>> + Send + Sync>;

/// An instance file with what lies around it.
pub(crate) struct Reader<'a> {
    pub(crate) file: &'a InstanceFile,
    pub(crate) bytes: &'a [u8],
    pub(crate) payloads: Payloads,
    /// How long the file of payloads is.
    pub(crate) len: u64,
    /// Images by the instance of their texture: each is made once.
    images: RefCell<BTreeMap<usize, Option<Arc<Image>>>>,
    /// The textures that level 0 lends.
    lent: Textures,
}

/// Textures by their names in capitals: case does not count in them (`oni.md` 3.5).
pub(crate) type Textures = BTreeMap<String, Texture>;

/// The names, in capitals, of the textures that a file names without holding them.
pub(crate) fn textures_elsewhere(file: &InstanceFile, bytes: &[u8]) -> BTreeSet<String> {
    let elsewhere = file.of(b"TXMP").filter(|at| file.instances.get(*at).is_some_and(|i| i.is_placeholder()));
    elsewhere.filter_map(|at| file.name(bytes, at)).map(|name| name.to_ascii_uppercase()).collect()
}

/// Those of some textures that a file holds.
pub(crate) fn textures(reader: &Reader<'_>, wanted: &BTreeSet<String>) -> Textures {
    let of_name = |at: usize| Some((reader.file.name(reader.bytes, at)?.to_ascii_uppercase(), at));
    let found = reader.file.of(b"TXMP").filter_map(of_name).filter(|(name, _)| wanted.contains(name));
    found.filter_map(|(name, at)| Some((name, reader.texture(at)?))).collect()
}

impl<'a> Reader<'a> {
    pub(crate) fn new(file: &'a InstanceFile, bytes: &'a [u8], payloads: Payloads, len: u64) -> Reader<'a> {
        Reader { file, bytes, payloads, len, images: RefCell::default(), lent: Textures::new() }
    }

    /// The same, with textures of level 0 where the file only names them.
    fn with_lent(self, lent: Textures) -> Reader<'a> {
        Reader { lent, ..self }
    }

    /// Where in a texture's data the place of its pixels lies.
    pub(crate) fn offset_at(&self) -> usize {
        if self.file.header.platform() == Platform::Windows { 0x94 } else { 0x98 }
    }

    /// A texture, from level 0 where the file only names it; `None` where neither has it.
    pub(crate) fn texture(&self, at: usize) -> Option<Texture> {
        let name = self.file.name(self.bytes, at);
        let Some(data) = self.file.data(self.bytes, at) else {
            return self.lent.get(&name?.to_ascii_uppercase()).cloned();
        };
        let format = texture::Format::of(word(data, 0x88).unwrap_or(u32::MAX));
        Some(Texture {
            name: name.unwrap_or_default(),
            mean: texture::mean(data, self.offset_at(), &*self.payloads).unwrap_or(Colour::WHITE),
            alpha: format.is_some_and(texture::Format::has_alpha),
            image: self.image(at),
        })
    }

    /// The image of a texture; `None` where its pixels do not lie in the file.
    fn image(&self, at: usize) -> Option<Arc<Image>> {
        let make = || {
            let data = self.file.data(self.bytes, at)?;
            texture::image(data, self.offset_at(), &self.payloads, self.len).map(Arc::new)
        };
        self.images.borrow_mut().entry(at).or_insert_with(make).clone()
    }

    /// The data of the instance that a link field of some data names, if it is of a template.
    pub(crate) fn follow(&self, data: &[u8], at: usize, tag: &Tag) -> Option<(usize, &'a [u8])> {
        let to = self.file.linked(word(data, at)?)?;
        self.file.instances.get(to).filter(|i| i.tag == *tag)?;
        Some((to, self.file.data(self.bytes, to)?))
    }

    /// The elements of an array: a 32-bit count at a place, then elements of one size.
    pub(crate) fn array(&self, data: &'a [u8], at: usize, size: usize) -> impl Iterator<Item = &'a [u8]> + use<'a> {
        let count = word(data, at).unwrap_or(0) as usize;
        data.get(at + 4..).unwrap_or_default().chunks_exact(size).take(count)
    }
}

pub(crate) fn float(bytes: &[u8], at: usize) -> f32 {
    word(bytes, at).map_or(0.0, f32::from_bits)
}

pub(crate) fn point(bytes: &[u8]) -> [f32; 3] {
    [0, 4, 8].map(|at| float(bytes, at))
}

pub(crate) fn texcoord(bytes: &[u8]) -> [f32; 2] {
    [0, 4].map(|at| float(bytes, at))
}

/// What classes look like, by their full names.
#[derive(Debug, Default)]
pub(crate) struct Classes {
    meshes: BTreeMap<String, ClassMesh>,
    panels: BTreeMap<String, ClassMesh>,
    beams: BTreeMap<String, [[f32; 3]; 2]>,
    arcs: BTreeMap<String, TurretArc>,
    emitters: BTreeMap<String, Arc<EmitterPath>>,
}

/// What level 0 lends.
#[derive(Debug)]
pub(crate) struct Shared {
    /// The names of what it holds.
    pub(crate) names: BTreeSet<String>,
    /// What its classes look like.
    pub(crate) classes: Classes,
    /// Those of its textures that the level names.
    pub(crate) textures: Textures,
}

/// The classes that a file holds.
pub(crate) fn classes(reader: &Reader<'_>) -> Classes {
    Classes {
        meshes: class_meshes(reader),
        panels: panels::of_classes(reader),
        beams: beams(reader),
        arcs: arcs(reader),
        emitters: super::animation::emitters(reader),
    }
}

impl Classes {
    /// Fills in from others what is not there: the level's own come first.
    fn over(mut self, others: Classes) -> Classes {
        fn fill<T>(own: &mut BTreeMap<String, T>, others: BTreeMap<String, T>) {
            others.into_iter().for_each(|(name, class)| {
                own.entry(name).or_insert(class);
            });
        }
        fill(&mut self.meshes, others.meshes);
        fill(&mut self.panels, others.panels);
        fill(&mut self.beams, others.beams);
        fill(&mut self.arcs, others.arcs);
        fill(&mut self.emitters, others.emitters);
        self
    }
}

/// Everything around the objects of a file.
pub(crate) fn environment(reader: Reader<'_>, shared: Option<Shared>) -> Environment {
    let (shared, lent, textures) = shared.map_or((None, Classes::default(), Textures::new()), |shared| {
        (Some(shared.names), shared.classes, shared.textures)
    });
    let reader = &reader.with_lent(textures);
    let Classes { meshes, panels, beams, arcs, emitters } = classes(reader).over(lent);
    let mut out = Environment {
        names: names_of(reader.file, reader.bytes),
        shared_names: shared,
        level_name: level_name(reader.file, reader.bytes).unwrap_or_default(),
        meshes,
        panels,
        placed: panels::placed(reader),
        beams,
        arcs,
        emitters,
        first_laser: reader
            .file
            .of(b"TRIG")
            .find(|at| reader.file.data(reader.bytes, *at).is_some())
            .map(|at| reader.file.label(reader.bytes, at)),
        ..Environment::default()
    };
    let akev = reader.file.of(b"AKEV").find_map(|at| reader.file.data(reader.bytes, at));
    if let Some(akev) = akev {
        out.present = true;
        quads(reader, akev, &mut out);
    }
    out
}

fn quads(reader: &Reader<'_>, akev: &[u8], out: &mut Environment) {
    if let Some((_, points)) = reader.follow(akev, 0x00, b"PNTA") {
        out.points = reader.array(points, 0x34, 12).map(point).collect();
    }
    if let Some((_, data)) = reader.follow(akev, 0x08, b"TXCA") {
        out.texcoords = reader.array(data, 0x14, 8).map(texcoord).collect();
    }
    let textures: Vec<u16> = match reader.follow(akev, 0x10, b"AGQR") {
        Some((_, data)) => reader.array(data, 0x14, 4).map(|r| word(r, 0).unwrap_or(0) as u16).collect(),
        None => Vec::new(),
    };
    if let Some((_, data)) = reader.follow(akev, 0x0C, b"AGQG") {
        let quad = |(at, row): (usize, &[u8])| {
            let word = |at: usize| word(row, at).unwrap_or(0);
            Quad {
                points: [0, 4, 8, 12].map(word),
                texcoords: [16, 20, 24, 28].map(word),
                shades: [32, 36, 40, 44].map(word),
                flags: word(48),
                object: word(52).cast_signed(),
                texture: textures.get(at).copied().unwrap_or(u16::MAX),
            }
        };
        out.quads = reader.array(data, 0x14, 56).enumerate().map(quad).collect();
    }
    if let Some((_, data)) = reader.follow(akev, 0x1C, b"TXMA") {
        let links = reader.array(data, 0x14, 4).map(|link| word(link, 0).and_then(|l| reader.file.linked(l)));
        out.textures = links.map(|at| texture_of(reader, at)).collect();
    }
}

fn texture_of(reader: &Reader<'_>, at: Option<usize>) -> Texture {
    let name = || at.and_then(|at| reader.file.name(reader.bytes, at)).unwrap_or_default();
    let found = at.and_then(|at| reader.texture(at));
    found.unwrap_or_else(|| Texture { name: name(), mean: Colour::WHITE, alpha: false, image: None })
}

/// Where the beams of each laser class start and which way they go.
fn beams(reader: &Reader<'_>) -> BTreeMap<String, [[f32; 3]; 2]> {
    let class = |at: usize| {
        let data = reader.file.data(reader.bytes, at)?;
        let (_, emitter) = reader.follow(data, 0x1C, b"TRGE")?;
        let beam = [0x00, 0x0C].map(|at| point(emitter.get(at..).unwrap_or_default()));
        Some((reader.file.label(reader.bytes, at), beam))
    };
    reader.file.of(b"TRIG").filter_map(class).collect()
}

/// How far the turrets of each class turn. Where this lies follows from the fields before it (XML:TURR on OniGalore):
/// sixteen particles of 76 bytes from 0x8C, firing mode, targeting and skill of 128, 28 and 24, a wait; the whole is 0x640.
fn arcs(reader: &Reader<'_>) -> BTreeMap<String, TurretArc> {
    const LIMITS: usize = 0x8C + 16 * 76 + 128 + 28 + 24 + 4;
    let arc = |at: usize| {
        let limits = reader.file.data(reader.bytes, at)?.get(LIMITS..LIMITS + 16)?;
        let [low, high, left, right] = [0, 4, 8, 12].map(|at| float(limits, at));
        let sound = [low, high, left, right].iter().all(|angle| angle.is_finite() && angle.abs() <= 7.0);
        let arc = TurretArc { elevation: [low, high], azimuth: [left, right] };
        sound.then(|| (reader.file.label(reader.bytes, at), arc))
    };
    reader.file.of(b"TURR").filter_map(arc).collect()
}

/// Where links to meshes lie in a class, each with the places of the offsets it is moved by.
type MeshLinks = &'static [(usize, &'static [usize])];

/// The meshes that follow an object: consoles' screens, emitters, arms and barrels, and the models of weapons and
/// furniture where the level has them (`oni.md` 3.4).
fn class_meshes(reader: &Reader<'_>) -> BTreeMap<String, ClassMesh> {
    /// By template: links to meshes, and what they are moved by.
    const LINKS: &[(&Tag, MeshLinks)] = &[
        (b"CONS", &[(0x20, &[])]),
        (b"TURR", &[(0x64, &[0x74]), (0x6C, &[0x74, 0x80])]),
        (b"ONWC", &[(0x58, &[])]),
        (b"TRGE", &[(0x18, &[])]),
    ];
    let mut out = BTreeMap::new();
    for (tag, links) in LINKS {
        for at in reader.file.of(tag) {
            let Some(data) = reader.file.data(reader.bytes, at) else { continue };
            let mut made = ClassMesh::default();
            for (link, offsets) in *links {
                let Some((_, mesh)) = reader.follow(data, *link, b"M3GM") else { continue };
                let by = offsets.iter().map(|at| point(data.get(*at..).unwrap_or_default()));
                let by = by.fold([0.0; 3], |sum, by| [0, 1, 2].map(|i: usize| sum[i] + by[i]));
                mesh::add(reader, mesh, by, &mut made);
            }
            if !made.parts.is_empty() {
                out.insert(reader.file.label(reader.bytes, at), made);
            }
        }
    }
    // A laser's emitter is named by its class.
    for at in reader.file.of(b"TRIG") {
        let Some(data) = reader.file.data(reader.bytes, at) else { continue };
        if let Some((emitter, _)) = reader.follow(data, 0x1C, b"TRGE")
            && let Some(mesh) = out.get(&reader.file.label(reader.bytes, emitter)).cloned()
        {
            out.insert(reader.file.label(reader.bytes, at), mesh);
        }
    }
    // Furniture's models are lists of meshes.
    for at in reader.file.of(b"OFGA") {
        let Some(data) = reader.file.data(reader.bytes, at) else { continue };
        let made = panels::of_list(reader, data, 12, 4);
        if !made.parts.is_empty() {
            out.insert(reader.file.label(reader.bytes, at), made);
        }
    }
    out
}
