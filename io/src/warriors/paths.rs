//! The path data of a `.lev`: the places that people walk to with their links, and the polygons of the ground (chunk 0x40;
//! the layout is published on the Coney project's page "Level loading"). Only read.

use levelwright_model::document::LevelBuilder;
use levelwright_model::games::warriors::records::{NavCorner, NavLink, NavNode, NavPolygon};
use levelwright_model::games::warriors::sample::SamplePaths;
use levelwright_model::games::warriors::tables;

use super::Fault;

/// The chunk's type.
pub const PATHS: u32 = 0x40;
/// Bytes before the first list.
const HEADER: usize = 0x20;
/// An area's entry: how many places it has. Places follow each other in the order of areas, so it is not needed.
const AREA: usize = 16;

const ANEW: &str = "Get the file anew; the level opens without its path data.";

/// How many of each the header says there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Counts {
    polygons: usize,
    corners: usize,
    nodes: usize,
    areas: usize,
    links: usize,
}

impl Counts {
    fn read(bytes: &[u8]) -> Option<Counts> {
        let long = |at: usize| Some(u32::from_le_bytes(*bytes.get(at..)?.first_chunk()?) as usize);
        let short = |at: usize| Some(usize::from(u16::from_le_bytes(*bytes.get(at..)?.first_chunk()?)));
        Some(Counts { polygons: long(0)?, corners: long(4)?, nodes: short(8)?, areas: short(10)?, links: long(12)? })
    }
}

/// Puts the path data into a level.
///
/// # Errors
/// If the lists do not fit the chunk, or polygons and places do not add up to what there is.
pub fn decode(bytes: &[u8], build: &mut LevelBuilder, name: &str) -> Result<(), Fault> {
    let short = || Fault::new(format!("{name}: the path data has {} bytes, no header of {HEADER}", bytes.len()), ANEW);
    let counts = Counts::read(bytes).filter(|_| bytes.len() >= HEADER).ok_or_else(short)?;
    let mut at = HEADER;
    let mut list = |what: &str, count: usize, size: usize| {
        let own = count.checked_mul(size).and_then(|len| bytes.get(at..at.checked_add(len)?));
        let Some(own) = own else {
            let room = bytes.len().saturating_sub(at) / size;
            return Err(Fault::new(
                format!("{name}: the path data says {count} {what} from its byte {at} on, there is room for {room}"),
                ANEW,
            ));
        };
        at += own.len();
        Ok(own)
    };
    list("areas", counts.areas, AREA)?;
    let corners = list("corners", counts.corners, NavCorner::SIZE as usize)?;
    let polygons = list("polygons", counts.polygons, NavPolygon::SIZE as usize)?;
    let nodes = list("places", counts.nodes, NavNode::SIZE as usize)?;
    let links = list("links", counts.links, NavLink::SIZE as usize)?;
    let of_polygons = polygons.chunks_exact(NavPolygon::SIZE as usize).filter_map(|row| NavPolygon::new(row, 0));
    let of_nodes = nodes.chunks_exact(NavNode::SIZE as usize).filter_map(|row| NavNode::new(row, 0));
    agree(name, "corners", counts.corners, of_polygons.map(|polygon| polygon.corner_count()))?;
    agree(name, "links", counts.links, of_nodes.map(|node| node.link_count()))?;
    let wild = links.chunks_exact(NavLink::SIZE as usize).filter_map(|row| NavLink::new(row, 0));
    if let Some((link, to)) = (0..)
        .zip(wild)
        .map(|(at, link): (usize, _)| (at, link.node()))
        .find(|(_, to)| usize::try_from(*to).is_ok_and(|to| to >= counts.nodes))
    {
        let message = format!("{name}: link {link} of the path data leads to place {to} of {}", counts.nodes);
        return Err(Fault::new(message, ANEW));
    }
    let rows = [
        (&tables::NAV_LINKS, NavLink::SIZE, links),
        (&tables::NAV_NODES, NavNode::SIZE, nodes),
        (&tables::NAV_POLYGONS, NavPolygon::SIZE, polygons),
        (&tables::NAV_CORNERS, NavCorner::SIZE, corners),
    ];
    for (table, size, bytes) in rows {
        build.packed(table, name.as_bytes(), 0, size as usize, bytes).opaque = Some(super::lent::ONLY_READ.into());
    }
    Ok(())
}

/// Whether what each one owns adds up to what there is.
fn agree(name: &str, what: &str, there: usize, own: impl Iterator<Item = i16>) -> Result<(), Fault> {
    // At most 2^32 numbers of 15 bits: no sum of them is too large.
    let sum: u64 = own.map(|count| u64::from(count.max(0).unsigned_abs())).sum();
    if sum == there as u64 {
        return Ok(());
    }
    Err(Fault::new(format!("{name}: the path data has {there} {what}, what owns them says {sum}"), ANEW))
}

/// Path data, written by the same rules.
pub fn write(paths: &SamplePaths) -> Vec<u8> {
    let long = |n: usize| u32::try_from(n).unwrap_or(u32::MAX).to_le_bytes();
    let short = |n: usize| u16::try_from(n).unwrap_or(u16::MAX).to_le_bytes();
    let corners: usize = paths.polygons.iter().map(|polygon| polygon.corners.len()).sum();
    let links: usize = paths.nodes.iter().map(|node| node.links.len()).sum();
    // One area: the ground with its holes.
    let areas = usize::from(!paths.polygons.is_empty());
    let mut out = Vec::new();
    out.extend(long(paths.polygons.len()));
    out.extend(long(corners));
    out.extend(short(paths.nodes.len()));
    out.extend(short(areas));
    out.extend(long(links));
    out.resize(HEADER, 0);
    for _ in 0..areas {
        out.extend(long(paths.nodes.len()));
        out.extend([0; 12]);
    }
    for [x, y] in paths.polygons.iter().flat_map(|polygon| &polygon.corners) {
        out.extend([*x, *y, 0.0, 0.0].iter().flat_map(|n| n.to_le_bytes()));
    }
    for (at, polygon) in paths.polygons.iter().enumerate() {
        let bound = |axis: usize, pick: fn(f32, f32) -> f32| {
            polygon.corners.iter().filter_map(|corner| corner.get(axis).copied()).reduce(pick).unwrap_or(0.0)
        };
        let from = out.len();
        out.extend(short(polygon.corners.len()));
        out.extend([0; 6]);
        for n in [bound(0, f32::min), bound(0, f32::max), bound(1, f32::min), bound(1, f32::max)] {
            out.extend(n.to_le_bytes());
        }
        out.extend([0; 8]);
        out.extend(long(usize::from(at + 1 < paths.polygons.len())));
        out.extend([0; 4]);
        // No lists of edges: every edge is looked at.
        out.extend([0xFF; 32]);
        out.extend(polygon.flags.to_le_bytes());
        out.extend(1u16.to_le_bytes());
        out.extend(long(usize::from(at == 0)));
        debug_assert_eq!(out.len() - from, NavPolygon::SIZE as usize);
    }
    for node in &paths.nodes {
        let [x, y, z] = node.at;
        out.extend([x, y, z, 1.0].iter().flat_map(|n| n.to_le_bytes()));
        out.extend([0; 4]);
        out.extend(short(node.links.len()));
        out.extend([0; 10]);
    }
    for (to, kind, word) in paths.nodes.iter().flat_map(|node| &node.links) {
        out.extend(to.to_le_bytes());
        out.extend(kind.to_le_bytes());
        out.extend(word.to_le_bytes());
    }
    out.extend([0; 4]);
    out
}

#[cfg(test)]
mod tests {
    use levelwright_model::document::LevelId;
    use levelwright_model::games::warriors::sample;

    use super::*;

    fn lent(bytes: &[u8]) -> Result<[usize; 4], Fault> {
        let mut build = LevelBuilder::new(LevelId(0));
        decode(bytes, &mut build, "level0.lev")?;
        let level = build.finish();
        Ok(["nav_links", "nav_nodes", "nav_polygons", "nav_corners"].map(|key| level.table(key).unwrap().len()))
    }

    #[test]
    fn what_is_written_is_read_and_its_size_is_what_was_counted_on_the_disc() {
        let paths = sample::paths();
        let bytes = write(&paths);
        let [links, nodes, polygons, corners] = lent(&bytes).unwrap();
        assert_eq!((links, nodes, polygons, corners), (16, 9, 5, 20));
        // The published check: header, areas, corners, polygons, places, links and a tail of 4 bytes.
        assert_eq!(bytes.len(), 0x20 + 16 + 16 * corners + 0x50 * polygons + 32 * nodes + 8 * links + 4);
        assert_eq!(lent(&[0; 0x20]).unwrap(), [0; 4]);
    }

    #[test]
    fn lists_that_do_not_fit_or_add_up_are_refused_by_name() {
        let good = write(&sample::paths());
        let with = |at: usize, new: &[u8]| {
            let mut bytes = good.clone();
            bytes.splice(at..at + new.len(), new.iter().copied());
            lent(&bytes).unwrap_err().message
        };
        assert!(with(0, &[0xFF; 4]).contains("4294967295 polygons"));
        assert!(with(4, &21u32.to_le_bytes()).contains("16 links"), "everything behind moves on");
        assert!(with(12, &15u32.to_le_bytes()).contains("15 links"), "one link belongs to nobody");
        let links = good.len() - 4 - 16 * 8;
        assert!(with(links, &9u32.to_le_bytes()).contains("place 9 of 9"));
        // A negative number of corners owns none.
        assert!(with(0x20 + 16 + 16 * 20, &(-4i16).to_le_bytes()).contains("16"));
        for end in 0..good.len() - 4 {
            assert!(lent(&good[..end]).is_err(), "{end}");
        }
    }
}
