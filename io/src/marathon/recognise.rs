//! What a file is, told by its content: extensions are habits, not tests (`marathon.md` 1.1, 1.4).

use levelwright_model::record::text::Encoding;

use super::flat::find_flat;
use super::wad::{Wad, WadLevel};
use crate::source::bytes::{be_i16, be_i32, be_u16, be_u32, show_tag, tag_at};
use crate::source::{Source, Wrapper};

/// What a wad holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WadKind {
    /// Levels: some level has `Minf`.
    Map,
    /// A level with players in it: `Minf` and a `plyr` that is not empty.
    SavedGame,
    /// Only physics chunks, `..px`.
    Physics,
    /// `PICT`, `pict` or `clut`.
    Images,
    /// The game's preferences: `graf`, `serl`, `netw`, `inpu`, `snd `, `envr`.
    Prefs,
    /// Something else.
    Other,
}

impl WadKind {
    /// Tells by the chunk tags. A map's own pictures or physics do not make it less of a map.
    pub fn of(wad: &Wad) -> Self {
        // Levels that share another's bytes say nothing new.
        let levels = || wad.levels().iter().filter(|level| level.same_as.is_none());
        let any = |tag: &[u8; 4]| levels().any(|level| level.find(*tag).is_some());
        let playing =
            |level: &WadLevel| level.chunks.iter().any(|chunk| chunk.tag == *b"plyr" && !chunk.data.is_empty());
        if any(b"Minf") {
            // Marathon 1's shipped levels all carry an empty `plyr`.
            return if levels().any(playing) { Self::SavedGame } else { Self::Map };
        }
        let mut tags = levels().flat_map(|level| level.chunks.iter()).peekable();
        if tags.peek().is_some() && tags.all(|chunk| chunk.tag.ends_with(b"px")) {
            return Self::Physics;
        }
        if any(b"PICT") || any(b"pict") || any(b"clut") {
            return Self::Images;
        }
        if [b"graf", b"serl", b"netw", b"inpu", b"envr"].into_iter().any(any) {
            return Self::Prefs;
        }
        Self::Other
    }

    /// A short name for people.
    pub fn name(self) -> &'static str {
        match self {
            Self::Map => "map",
            Self::SavedGame => "saved game",
            Self::Physics => "physics",
            Self::Images => "images",
            Self::Prefs => "preferences",
            Self::Other => "unknown wad",
        }
    }
}

/// A Marathon file that is not a wad, or nothing known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OtherKind {
    /// Marathon 1 physics: sections without a header.
    PhysicsM1,
    /// Marathon 2 or Infinity sounds.
    Sounds,
    /// Marathon 1 sounds: `snd ` resources.
    SoundsM1,
    /// Marathon 2 or Infinity shapes.
    Shapes,
    /// Marathon 1 shapes: `.256` or `.016` resources.
    ShapesM1,
    /// A shapes patch, `ShPa`.
    ShapesPatch,
    /// Pictures and colour tables in a resource fork.
    ImagesResources,
    /// Terminal texts in a resource fork, as in Marathon 1's application.
    TerminalResources,
    /// Some other resource fork.
    Resources,
    /// A recorded film that starts with a new game.
    Film,
    /// A recorded film that starts from a saved game and carries its level.
    FilmWithLevel,
    /// Text: a terminal's source, a script, MML.
    Text,
    /// An empty file.
    Empty,
    /// Nothing known.
    Unknown,
}

impl OtherKind {
    /// A short name for people.
    pub fn name(self) -> &'static str {
        match self {
            Self::PhysicsM1 => "Marathon 1 physics",
            Self::Sounds => "Marathon 2 sounds",
            Self::SoundsM1 => "Marathon 1 sounds",
            Self::Shapes => "Marathon 2 shapes",
            Self::ShapesM1 => "Marathon 1 shapes",
            Self::ShapesPatch => "shapes patch",
            Self::ImagesResources => "images in a resource fork",
            Self::TerminalResources => "terminals in a resource fork",
            Self::Resources => "resource fork",
            Self::Film => "film",
            Self::FilmWithLevel => "film with a saved game's level",
            Self::Text => "text",
            Self::Empty => "empty file",
            Self::Unknown => "unknown",
        }
    }
}

/// One section of a Marathon 1 physics file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PhysicsSection {
    /// `mons`, `effe`, `proj`, `phys` or `weap`.
    pub tag: [u8; 4],
    /// Number of records.
    pub count: u16,
    /// Bytes of a record.
    pub size: u16,
    /// Where the first record begins, in bytes.
    pub at: usize,
}

const PHYSICS_M1: [[u8; 4]; 5] = [*b"mons", *b"effe", *b"proj", *b"phys", *b"weap"];

/// The sections of a Marathon 1 physics file (tag, u32 stray pointer, u16 count, u16 record size, records), if they
/// account for every byte.
pub fn physics_m1_sections(bytes: &[u8]) -> Option<Vec<PhysicsSection>> {
    let mut sections = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let tag = tag_at(bytes, at).filter(|tag| PHYSICS_M1.contains(tag))?;
        let (count, size) = (be_u16(bytes, at + 8)?, be_u16(bytes, at + 10)?);
        let section = PhysicsSection { tag, count, size, at: at + 12 };
        sections.push(section);
        at = section.at + usize::from(count) * usize::from(size);
    }
    (at == bytes.len() && !sections.is_empty()).then_some(sections)
}

/// Says what a source is whose data fork is not a wad.
pub fn recognise_other(source: &Source) -> OtherKind {
    let data = source.data_fork();
    if data.is_empty() {
        return recognise_resources(source);
    }
    if physics_m1_sections(data).is_some() {
        return OtherKind::PhysicsM1;
    }
    if tag_at(data, 4) == Some(*b"snd2") {
        return OtherKind::Sounds;
    }
    if is_shapes(data) {
        return OtherKind::Shapes;
    }
    if is_shapes_patch(data) {
        return OtherKind::ShapesPatch;
    }
    if is_film(data) {
        return match find_flat(data) {
            Ok(None) => OtherKind::Film,
            _ => OtherKind::FilmWithLevel,
        };
    }
    if is_text(data) {
        return OtherKind::Text;
    }
    OtherKind::Unknown
}

fn recognise_resources(source: &Source) -> OtherKind {
    let has = |kind: &[u8; 4]| source.resources().has_kind(*kind);
    if has(b".256") || has(b".016") {
        OtherKind::ShapesM1
    } else if has(b"snd ") {
        OtherKind::SoundsM1
    } else if has(b"term") {
        OtherKind::TerminalResources
    } else if has(b"PICT") || has(b"clut") {
        OtherKind::ImagesResources
    } else if !source.resource_fork().is_empty() {
        OtherKind::Resources
    } else if source.wrapper() == &Wrapper::Plain {
        OtherKind::Empty
    } else {
        OtherKind::Unknown
    }
}

/// 32 headers of 32 bytes (`marathon.md` 4.1): each offset is absent or, with its length, inside the file behind the
/// headers, and one collection at least is there.
fn is_shapes(bytes: &[u8]) -> bool {
    const COLLECTIONS: usize = 32;
    const HEADER: usize = 32;
    let part = |at: usize| -> Option<bool> {
        let (offset, length) = (be_i32(bytes, at)?, be_i32(bytes, at + 4)?);
        if offset == -1 || (offset == 0 && length == 0) {
            return Some(false);
        }
        let (offset, length) = (usize::try_from(offset).ok()?, usize::try_from(length).ok()?);
        let inside = offset >= COLLECTIONS * HEADER && offset.checked_add(length)? <= bytes.len();
        (inside && length > 0).then_some(true)
    };
    let mut present = 0;
    for collection in 0..COLLECTIONS {
        let at = collection * HEADER;
        for place in [at + 4, at + 12] {
            match part(place) {
                Some(here) => present += usize::from(here),
                None => return false,
            }
        }
    }
    present > 0
}

/// Collection, depth and then a known tag (`marathon.md` 4.1).
fn is_shapes_patch(bytes: &[u8]) -> bool {
    let tags = [b"cldf", b"ctab", b"hlsh", b"llsh", b"bmap", b"endc"];
    be_i32(bytes, 0).is_some_and(|collection| (0..32).contains(&collection))
        && be_i32(bytes, 4).is_some_and(|depth| depth == 8 || depth == 16)
        && tag_at(bytes, 8).is_some_and(|tag| tags.into_iter().any(|known| *known == tag))
}

/// A recording's head: u32 length of the recording, i16 players (1 to 8), i16 level, u32 map checksum, i16 version.
fn is_film(bytes: &[u8]) -> bool {
    /// Fixed head and start data of eight players.
    const SHORTEST: u32 = 512;
    be_u32(bytes, 0)
        .is_some_and(|length| length >= SHORTEST && usize::try_from(length).is_ok_and(|length| length <= bytes.len()))
        && be_i16(bytes, 4).is_some_and(|players| (1..=8).contains(&players))
        && be_i16(bytes, 6).is_some_and(|level| (0..128).contains(&level))
        && be_i16(bytes, 12).is_some_and(|version| (0..=32).contains(&version))
}

/// No control characters but tabs and line ends. High bytes are letters in MacRoman and UTF-8 alike.
fn is_text(bytes: &[u8]) -> bool {
    bytes.iter().all(|byte| *byte >= b' ' || matches!(byte, b'\t' | b'\n' | b'\r' | 0x0C))
}

/// Whether the data fork is a wad, or is nothing else known and begins like one: a broken wad shall be told its fault,
/// not that it is no level.
pub fn looks_like_wad(source: &Source) -> bool {
    /// More versions than there are, so that an unknown one is named.
    const PLAUSIBLE: std::ops::Range<i16> = 0..16;
    let data = source.data_fork();
    let begins = be_i16(data, 0).is_some_and(|v| PLAUSIBLE.contains(&v))
        && be_i16(data, 2).is_some_and(|v| PLAUSIBLE.contains(&v));
    begins && (recognise_other(source) == OtherKind::Unknown || Wad::read(data).is_ok())
}

/// A line for each resource, in the order of the fork: type, id, name, size, and the frame of a picture.
pub fn resource_lines(source: &Source) -> Vec<String> {
    source
        .resources()
        .resources
        .iter()
        .map(|resource| {
            let mut line = format!("{} {}", show_tag(resource.kind), resource.id);
            if let Some(name) = resource.name.clone().and_then(|at| source.resource_fork().get(at)) {
                line.push_str(&format!(" “{}”", Encoding::MacRoman.decode(name)));
            }
            let bytes = source.resource(resource.kind, resource.id).unwrap_or_default();
            line.push_str(&format!(", {} bytes", bytes.len()));
            if resource.kind == *b"PICT" {
                line.push_str(&match crate::source::pict::PictHeader::read(bytes) {
                    Ok(header) => format!(", {} × {} pixels", header.size().0, header.size().1),
                    Err(error) => format!(", unreadable: {error}"),
                });
            }
            line
        })
        .collect()
}

/// One line for `info`.
pub fn describe(source: &Source) -> String {
    let data = source.data_fork();
    match Wad::read(data) {
        Ok(wad) => {
            let header = wad.header();
            format!(
                "{}: wad version {}, data version {}, {} level(s)",
                WadKind::of(&wad).name(),
                header.version(),
                header.data_version(),
                wad.levels().len()
            )
        }
        Err(error) => match recognise_other(source) {
            OtherKind::Unknown => format!("unknown; as a wad: {error}"),
            OtherKind::PhysicsM1 => {
                let sections = physics_m1_sections(data).unwrap_or_default();
                let parts: Vec<_> =
                    sections.iter().map(|s| format!("{} {}x{}", show_tag(s.tag), s.count, s.size)).collect();
                format!("{}: {}", OtherKind::PhysicsM1.name(), parts.join(", "))
            }
            other => other.name().to_owned(),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::marathon::wad::tests::wad_of;

    fn kind(levels: &[&[(&[u8; 4], &[u8])]]) -> WadKind {
        WadKind::of(&Wad::read(&wad_of(2, levels)).unwrap())
    }

    #[test]
    fn wads_by_their_tags() {
        assert_eq!(kind(&[&[(b"Minf", b"x"), (b"PICT", b"x"), (b"plyr", b"")]]), WadKind::Map);
        assert_eq!(kind(&[&[(b"Minf", b"x"), (b"plyr", b"x")]]), WadKind::SavedGame);
        assert_eq!(kind(&[&[(b"MNpx", b"x"), (b"FXpx", b"x")]]), WadKind::Physics);
        assert_eq!(kind(&[&[(b"MNpx", b"x"), (b"LINS", b"x")]]), WadKind::Other);
        assert_eq!(kind(&[&[(b"clut", b"x")], &[(b"PICT", b"x")]]), WadKind::Images);
        assert_eq!(kind(&[&[(b"graf", b"x"), (b"plyr", b"x")]]), WadKind::Prefs);
        assert_eq!(kind(&[&[(b"Minf", b"x")], &[(b"MNpx", b"x")]]), WadKind::Map);
    }

    fn other(bytes: &[u8]) -> OtherKind {
        recognise_other(&Source::read(bytes.to_vec()).unwrap())
    }

    #[test]
    fn other_files_by_their_heads() {
        let physics = b"effe\0\0\0\0\0\x02\0\x03abcdef";
        assert_eq!(other(physics), OtherKind::PhysicsM1);
        for end in 1..physics.len() {
            assert_ne!(other(&physics[..end]), OtherKind::PhysicsM1);
        }
        assert_eq!(other(b"\0\0\0\x01snd2"), OtherKind::Sounds);
        assert_eq!(other(b"\0\0\0\x05\0\0\0\x08endc"), OtherKind::ShapesPatch);
        assert_eq!(other(b"#LOGON 1\r\nHello \x8c\n"), OtherKind::Text);
        assert_eq!(other(b""), OtherKind::Empty);
        assert_eq!(other(&[1; 900]), OtherKind::Unknown);

        let mut shapes = vec![0xFF; 1024];
        shapes.extend_from_slice(&[1; 10]);
        shapes[4..12].copy_from_slice(&[0, 0, 4, 0, 0, 0, 0, 10]);
        assert_eq!(other(&shapes), OtherKind::Shapes);
        shapes.pop();
        assert_ne!(other(&shapes), OtherKind::Shapes);

        let mut film = vec![0; 600];
        film[2..6].copy_from_slice(&[2, 0x58, 0, 1]);
        assert_eq!(other(&film), OtherKind::Film);
    }
}
