//! What level 0 lends to a level beside it: pixels of textures that the level only names, meshes, beams, animations and arcs
//! of classes (`oni.md` 1.1). Both levels are made here.

use std::path::Path;

use levelwright_model::games::oni::environment::{Environment, MeshTriangle};
use levelwright_model::scene::Colour;

use super::build::{Item, level_file, link, payload_file};
use super::instance::{HEADER, Instance, LevelName, Platform};
use super::origin::LEVEL;
use crate::file::{OpenFile, RoundTrip};

fn named(tag: &[u8; 4], name: &str, data: Vec<u8>) -> Item {
    Item { tag: *tag, name: Some(name.to_owned()), data }
}

fn unnamed(tag: &[u8; 4], data: Vec<u8>) -> Item {
    Item { tag: *tag, name: None, data }
}

fn words(list: &[u32]) -> Vec<u8> {
    list.iter().flat_map(|word| word.to_le_bytes()).collect()
}

/// Data of this size with words at places.
fn data(size: usize, set: &[(usize, &[u32])]) -> Vec<u8> {
    let mut data = vec![0; size];
    for (at, list) in set {
        data[*at..*at + 4 * list.len()].copy_from_slice(&words(list));
    }
    data
}

fn floats<const N: usize>(list: [f32; N]) -> [u32; N] {
    list.map(f32::to_bits)
}

/// An array behind unused bytes.
fn array(at: usize, row: usize, rows: &[u32]) -> Vec<u8> {
    [vec![0; at], words(&[(rows.len() * 4 / row) as u32]), words(rows)].concat()
}

/// A texture of 2 by 2 pixels of 32 bits whose pixels lie there (`oni.md` 3.5).
fn texture(name: &str, pixels_at: usize) -> Item {
    let at = pixels_at as u32;
    named(b"TXMP", name, data(0xA4, &[(0x84, &[2 << 16 | 2]), (0x88, &[8]), (0x94, &[at])]))
}

/// The triangle that every mesh here is, moved.
fn triangle(by: [f32; 3]) -> [[f32; 3]; 3] {
    [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]]
        .map(|corner: [f32; 3]| std::array::from_fn(|i| corner[i] + by[i]))
}

/// A mesh of that triangle with its points and its strip, from this index on; the texture's index, if it has one.
fn mesh(first: usize, texture: Option<usize>) -> [Item; 3] {
    let texture = texture.map_or(0, link);
    let corners: Vec<u32> = triangle([0.0; 3]).concat().into_iter().map(f32::to_bits).collect();
    [
        unnamed(b"M3GM", data(0x20, &[(0x04, &[link(first + 1)]), (0x14, &[link(first + 2)]), (0x1C, &[texture])])),
        unnamed(b"PNTA", array(0x34, 12, &corners)),
        unnamed(b"IDXA", array(0x14, 4, &[0x8000_0000, 1, 2])),
    ]
}

/// A turret's class whose arm is this mesh, 5 above it, and that looks down so far.
fn turret(name: &str, mesh: usize, low: f32) -> Item {
    let limits = floats([low, 0.5, -1.0, 1.0]);
    named(b"TURR", name, data(0x640, &[(0x64, &[link(mesh)]), (0x74, &floats([0.0, 5.0, 0.0])), (0x604, &limits)]))
}

/// A laser's class: its emitter, the emitter's mesh being at this index, and an animation of three frames.
fn laser(name: &str, first: usize, mesh: usize) -> [Item; 3] {
    let emitter = [(0x00, floats([0.0, 1.0, 2.0])), (0x0C, floats([0.0, 0.0, 1.0]))];
    let [start, way] = &emitter;
    let mut animation = vec![0; 0x78];
    animation[0x72] = 3;
    [
        named(b"TRIG", name, data(0x64, &[(0x1C, &[link(first + 1), link(first + 2)])])),
        unnamed(b"TRGE", data(0x28, &[(start.0, &start.1), (way.0, &way.1), (0x18, &[link(mesh)])])),
        unnamed(b"OBAN", animation),
    ]
}

/// Writes a level; instances that are listed are only named in it.
fn write(folder: &Path, stem: &str, items: &[Item], placeholders: &[usize], payloads: &[u8]) {
    let id = LevelName::parse(stem).unwrap().file_id();
    let mut dat = level_file(Platform::Windows, id, items).unwrap();
    for at in placeholders {
        let descriptor = HEADER + at * Instance::SIZE;
        dat[descriptor + 4..descriptor + 8].fill(0);
        dat[descriptor + 12..descriptor + 16].fill(0);
        dat[descriptor + 16] = 2;
    }
    std::fs::write(folder.join(format!("{stem}.dat")), dat).unwrap();
    std::fs::write(folder.join(format!("{stem}.raw")), payloads).unwrap();
}

/// Blue, green, red and a byte that is not used.
fn pixels(bgr: [u8; 3]) -> Vec<u8> {
    [bgr[0], bgr[1], bgr[2], 0].repeat(4)
}

fn level_0(folder: &Path) {
    let (payloads, places) = payload_file(&[pixels([0, 0, 200]), pixels([0, 100, 0])]);
    let mut items = vec![texture("WALL", places[0]), texture("OTHER", places[1])];
    items.extend(mesh(2, Some(0)));
    items.push(named(b"ONWC", "w1_tap", data(0x60, &[(0x58, &[link(2)])])));
    items.extend([turret("common", 2, -0.25), turret("both", 2, -0.75)]);
    items.extend(laser("line", 8, 2));
    write(folder, "level0_Final", &items, &[], &payloads);
}

/// Level 5: quads that wear a texture of its own, one that it only names, in other letters, and one that is nowhere; a
/// console's screen that wears the second; a turret's class that level 0 has too.
fn level_5(folder: &Path) -> std::path::PathBuf {
    let (payloads, places) = payload_file(&[pixels([50, 0, 0])]);
    let mut akev = data(0x5C, &[(0x1C, &[link(1)])]);
    akev.truncate(0x5C);
    let mut items = vec![
        named(b"AKEV", "here", akev),
        unnamed(b"TXMA", array(0x14, 4, &[link(2), link(3), link(4)])),
        texture("own", places[0]),
        texture("wall", 0),
        texture("nowhere", 0),
    ];
    items.extend(mesh(5, Some(3)));
    items.push(named(b"CONS", "data", data(0x88, &[(0x20, &[link(5)])])));
    items.push(turret("both", 5, -0.5));
    write(folder, "level5_Final", &items, &[3, 4], &payloads);
    folder.join("level5_Final.dat")
}

fn environment(path: &Path) -> Environment {
    let mut file = OpenFile::open(path).unwrap();
    file.document.decode_all();
    assert_eq!(file.round_trip(), RoundTrip::Identical);
    let level = file.document.state().level(LEVEL).unwrap();
    level.surroundings::<Environment>().unwrap().clone()
}

#[test]
fn textures_that_a_level_only_names_stayed_white_though_level_0_holds_them() {
    let folder = tempfile::tempdir().unwrap();
    let path = level_5(folder.path());
    let seen = |environment: &Environment| -> Vec<(String, Colour, Option<[u8; 4]>)> {
        let of = environment.textures.iter().map(|texture| {
            let pixel = texture.image.as_ref().and_then(|image| image.pixels()).and_then(|p| p.first().copied());
            (texture.name.to_ascii_lowercase(), texture.mean, pixel)
        });
        of.collect()
    };
    let (own, none) =
        (("own".to_owned(), Colour::rgb(0, 0, 50), Some([0, 0, 50, 255])), ("nowhere".to_owned(), Colour::WHITE, None));
    let alone = environment(&path);
    assert_eq!(seen(&alone), [own.clone(), ("wall".to_owned(), Colour::WHITE, None), none.clone()]);
    assert_eq!(alone.meshes["CONSdata"].parts[0].colour, None);
    level_0(folder.path());
    let beside = environment(&path);
    let lent = ("wall".to_owned(), Colour::rgb(200, 0, 0), Some([200, 0, 0, 255]));
    assert_eq!(seen(&beside), [own, lent, none]);
    let screen = &beside.meshes["CONSdata"].parts[0];
    assert_eq!(screen.colour, Some(Colour::rgb(200, 0, 0)), "meshes wear it too");
    assert!(screen.image.is_some());
}

#[test]
fn level_0_lends_what_classes_look_like_and_the_levels_own_come_first() {
    let folder = tempfile::tempdir().unwrap();
    let path = level_5(folder.path());
    let alone = environment(&path);
    assert_eq!(alone.meshes.keys().collect::<Vec<_>>(), ["CONSdata", "TURRboth"]);
    assert!(alone.shared_names.is_none() && alone.beams.is_empty() && alone.emitters.is_empty());
    level_0(folder.path());
    let beside = environment(&path);
    for name in ["ONWCw1_tap", "TURRcommon", "TRIGline", "CONSdata"] {
        assert!(beside.meshes.contains_key(name), "{name}: {:?}", beside.meshes.keys());
    }
    let corners = |name: &str| -> Vec<[[f32; 3]; 3]> {
        let triangles: &[MeshTriangle] = &beside.meshes[name].parts[0].triangles;
        triangles.iter().map(|t| t.corners).collect()
    };
    assert_eq!(corners("ONWCw1_tap"), [triangle([0.0; 3])]);
    assert_eq!(corners("TURRcommon"), [triangle([0.0, 5.0, 0.0])], "moved by the arm's offset");
    assert_eq!(beside.meshes["ONWCw1_tap"].parts[0].colour, Some(Colour::rgb(200, 0, 0)), "in its own texture");
    assert_eq!(beside.beams["TRIGline"], [[0.0, 1.0, 2.0], [0.0, 0.0, 1.0]]);
    assert_eq!(beside.emitters["TRIGline"].frames, 3);
    assert_eq!(beside.first_laser, None, "the level's own first, not level 0's");
    let arc = |name: &str| beside.arcs[name].elevation;
    assert_eq!(arc("TURRcommon"), [-0.25, 0.5]);
    assert_eq!(arc("TURRboth"), [-0.5, 0.5], "the level has one of its own");
    assert!(beside.shared_names.is_some_and(|names| names.contains("ONWCw1_tap") && names.contains("TXMPWALL")));
}

#[test]
fn a_damaged_level_0_lends_nothing_and_stops_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = level_5(folder.path());
    level_0(folder.path());
    let level_0 = folder.path().join("level0_Final.dat");
    let whole = std::fs::read(&level_0).unwrap();
    for cut in [0, 3, 64, 100, whole.len() / 2, whole.len() - 1] {
        std::fs::write(&level_0, &whole[..cut]).unwrap();
        assert!(environment(&path).textures.len() == 3, "{cut}");
    }
    // Without its payloads it lends shapes and no pixels.
    std::fs::write(&level_0, &whole).unwrap();
    std::fs::remove_file(level_0.with_extension("raw")).unwrap();
    let found = environment(&path);
    assert!(found.textures[1].image.is_none() && found.meshes.contains_key("ONWCw1_tap"));
}

#[test]
fn a_level_0_with_any_word_changed_stops_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = level_5(folder.path());
    level_0(folder.path());
    let level_0 = folder.path().join("level0_Final.dat");
    let whole = std::fs::read(&level_0).unwrap();
    let words = whole.chunks_exact(4).enumerate().filter(|(_, word)| *word != [0; 4]).map(|(at, _)| at * 4);
    for at in words {
        for value in [0, 1, 0x7FFF_FFFF, u32::MAX] {
            let mut changed = whole.clone();
            changed[at..at + 4].copy_from_slice(&value.to_le_bytes());
            std::fs::write(&level_0, &changed).unwrap();
            let mut file = OpenFile::open(&path).unwrap();
            file.document.decode_all();
            let level = file.document.state().level(LEVEL).unwrap();
            let found: &Environment = level.surroundings().unwrap();
            // Pixels are read when they are drawn.
            let drawn = found.textures.iter().filter_map(|texture| texture.image.as_ref()?.pixels()).count();
            assert!(drawn >= 1 && found.textures.len() == 3, "byte {at}: {value:#x}");
        }
    }
}
