//! A level's geometry as plain structs, decoded field by field from the bytes of its chunks.
//!
//! Offsets are those of seed 001 under the corrections of `marathon.md` 1.2. Only fields that some rule reads or
//! produces are decoded. All numbers are big-endian; heights and coordinates are in world units (1024 = one unit of
//! the map grid's "world one").

/// "No element" in every index field (`marathon.md`, opening).
pub const NONE: i16 = -1;

/// The most vertices a polygon can have (`marathon.md` 1.7); a larger stored count is read as this.
pub const MAXIMUM_VERTICES: usize = 8;

/// A place on the map's plane; x grows to the east, y to the south.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Point {
    /// East, in world units.
    pub x: i16,
    /// South, in world units.
    pub y: i16,
}

/// One point of the map: 4 bytes in `PNTS` (the position alone), 16 in `EPNT`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Endpoint {
    /// Bits as in [`super::endpoint`]; 0 when the level is raw.
    pub flags: u16,
    /// Highest floor of the polygons around it; 0 when the level is raw.
    pub highest_adjacent_floor: i16,
    /// Lowest ceiling of the polygons around it; 0 when the level is raw.
    pub lowest_adjacent_ceiling: i16,
    /// Where it is.
    pub position: Point,
    /// The polygon whose floor is the highest; [`NONE`] when the level is raw.
    pub supporting_polygon: i16,
}

/// One line, 32 bytes in `LINS`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// Indices of its first and second endpoint.
    pub endpoints: [i16; 2],
    /// Bits as in [`super::line`].
    pub flags: u16,
    /// Length in world units.
    pub length: i16,
    /// Higher floor of its owners.
    pub highest_adjacent_floor: i16,
    /// Lower ceiling of its owners.
    pub lowest_adjacent_ceiling: i16,
    /// The side that faces the clockwise owner.
    pub clockwise_side: i16,
    /// The side that faces the counter-clockwise owner.
    pub counterclockwise_side: i16,
    /// The polygon that has this line in the order first, second endpoint.
    pub clockwise_polygon: i16,
    /// The polygon that has this line in the order second, first endpoint.
    pub counterclockwise_polygon: i16,
}

/// One side, 64 bytes in `SIDS`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Side {
    /// Which panels it shows; see [`super::side::SideType`].
    pub side_type: i16,
    /// Texture of the transparent panel; 0xFFFF = none.
    pub transparent_texture: u16,
    /// The exclusion zone e0, e1 (pushed out), e2, e3 (the line itself).
    pub exclusion: [Point; 4],
    /// Transfer mode of the primary texture.
    pub primary_transfer_mode: i16,
    /// The polygon it faces.
    pub polygon: i16,
    /// The line it covers.
    pub line: i16,
}

/// One polygon, 128 bytes in `POLY`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Polygon {
    /// What it does; 5 is a platform.
    pub polygon_type: i16,
    /// Bit 14: detached.
    pub flags: u16,
    /// Meaning depends on the type.
    pub permutation: i16,
    /// As stored: ask [`Polygon::corners`] for a count that can be trusted.
    pub vertex_count: i16,
    /// Its endpoints, clockwise.
    pub endpoints: [i16; MAXIMUM_VERTICES],
    /// Its lines, clockwise; line k joins vertices k and k + 1.
    pub lines: [i16; MAXIMUM_VERTICES],
    /// Floor height.
    pub floor: i16,
    /// Ceiling height.
    pub ceiling: i16,
    /// Area in world units squared.
    pub area: i32,
    /// Where its exclusion lines begin in the index list; the points follow the lines.
    pub first_exclusion: u16,
    /// How many exclusion lines.
    pub exclusion_lines: i16,
    /// How many exclusion points.
    pub exclusion_points: i16,
    /// The polygons across its lines.
    pub adjacents: [i16; MAXIMUM_VERTICES],
    /// Where its neighbours begin in the index list.
    pub first_neighbour: u16,
    /// How many neighbours.
    pub neighbours: i16,
    /// Its centre.
    pub centre: Point,
    /// Its sides, as its lines.
    pub sides: [i16; MAXIMUM_VERTICES],
    /// Where its sound list begins in the index list; it ends with [`NONE`]. Unused by Marathon 1.
    pub sound_sources: u16,
}

/// One placed object, 16 bytes in `OBJS`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Object {
    /// 5 is a sound source (`marathon.md` 1.2).
    pub group: i16,
    /// The polygon it stands in.
    pub polygon: i16,
    /// Where it stands.
    pub position: Point,
}

/// The levels between which a platform moves, in world units.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Extremes {
    /// Lowest floor.
    pub minimum_floor: i16,
    /// Highest floor.
    pub maximum_floor: i16,
    /// Lowest ceiling.
    pub minimum_ceiling: i16,
    /// Highest ceiling.
    pub maximum_ceiling: i16,
}

/// The heights a platform's record holds: what a person gave, or what the engine made of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlatformHeights {
    /// From `plat`: both may be [`NONE`] = "work it out from the adjacent polygons".
    Given {
        /// Highest level.
        maximum: i16,
        /// Lowest level.
        minimum: i16,
    },
    /// From `PLAT`.
    Saved {
        /// Its limits.
        extremes: Extremes,
        /// Floor when saved.
        floor: i16,
        /// Ceiling when saved.
        ceiling: i16,
    },
}

/// Where the index list names what touches one vertex of a platform's polygon (`marathon.md` 1.4, `PLAT` 28..92).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EndpointOwners {
    /// Where the polygons begin.
    pub first_polygon: u16,
    /// How many polygons.
    pub polygons: i16,
    /// Where the lines begin.
    pub first_line: u16,
    /// How many lines.
    pub lines: i16,
}

/// One platform record: 32 bytes in `plat`, 140 in `PLAT`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Platform {
    /// The polygon that moves.
    pub polygon: i16,
    /// Static flags, bits as in [`super::platform`].
    pub flags: u32,
    /// Its heights.
    pub heights: PlatformHeights,
    /// What touches its vertices; all zero in a `plat` record.
    pub owners: [EndpointOwners; MAXIMUM_VERTICES],
}

/// Whether the level's derived data are stored (`marathon.md` 0.2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Kind {
    /// `PNTS` and `plat`: the engine derives everything when it loads the level.
    #[default]
    Raw,
    /// `EPNT`, `iidx` and `PLAT`: the engine trusts what is stored.
    Preprocessed,
}

/// The chunks of a level that its geometry lies in; an absent chunk is an empty slice.
#[derive(Clone, Copy, Debug, Default)]
pub struct ChunkBytes<'a> {
    /// `PNTS`: points of a raw level.
    pub pnts: &'a [u8],
    /// `EPNT`: points of a preprocessed level.
    pub epnt: &'a [u8],
    /// `LINS`
    pub lins: &'a [u8],
    /// `SIDS`
    pub sids: &'a [u8],
    /// `POLY`
    pub poly: &'a [u8],
    /// `OBJS`
    pub objs: &'a [u8],
    /// `plat`: platforms of a raw level, and of every Marathon 1 level.
    pub plat: &'a [u8],
    /// `PLAT`: platforms of a preprocessed level.
    pub saved_plat: &'a [u8],
    /// `iidx`: the index list.
    pub iidx: &'a [u8],
    /// The level is Marathon 1's (data version 0).
    pub marathon_1: bool,
}

/// A level's geometry.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Map {
    /// Its points.
    pub points: Vec<Endpoint>,
    /// Its lines.
    pub lines: Vec<Line>,
    /// Its sides.
    pub sides: Vec<Side>,
    /// Its polygons.
    pub polygons: Vec<Polygon>,
    /// Its objects.
    pub objects: Vec<Object>,
    /// Its platform records.
    pub platforms: Vec<Platform>,
    /// The stored index list; empty in a raw level.
    pub index_list: Vec<i16>,
    /// Whether derived data are stored.
    pub kind: Kind,
    /// The level is Marathon 1's: sides store no polygon and line, polygons no sound list.
    pub marathon_1: bool,
}

impl Map {
    /// Decodes the chunks. What is left over when a chunk is no multiple of its record's size is ignored here.
    #[must_use]
    pub fn from_chunks(chunks: &ChunkBytes<'_>) -> Self {
        let kind = if chunks.epnt.is_empty() { Kind::Raw } else { Kind::Preprocessed };
        let mut platforms: Vec<_> = decode(chunks.plat, given_platform);
        platforms.extend(decode(chunks.saved_plat, saved_platform));
        Self {
            points: match kind {
                Kind::Raw => decode(chunks.pnts, raw_point),
                Kind::Preprocessed => decode(chunks.epnt, endpoint),
            },
            lines: decode(chunks.lins, line),
            sides: decode(chunks.sids, side),
            polygons: decode(chunks.poly, polygon),
            objects: decode(chunks.objs, object),
            platforms,
            index_list: decode(chunks.iidx, |bytes: &[u8; 2]| i16::from_be_bytes(*bytes)),
            kind,
            marathon_1: chunks.marathon_1,
        }
    }

    /// The point's record, if the index is one.
    #[must_use]
    pub fn point(&self, index: i16) -> Option<&Endpoint> {
        at(&self.points, index)
    }

    /// The line's record, if the index is one.
    #[must_use]
    pub fn line(&self, index: i16) -> Option<&Line> {
        at(&self.lines, index)
    }

    /// The side's record, if the index is one.
    #[must_use]
    pub fn side(&self, index: i16) -> Option<&Side> {
        at(&self.sides, index)
    }

    /// The polygon's record, if the index is one.
    #[must_use]
    pub fn polygon(&self, index: i16) -> Option<&Polygon> {
        at(&self.polygons, index)
    }

    /// Both ends of a line, first to second, if both exist.
    #[must_use]
    pub fn ends(&self, line: &Line) -> Option<[Point; 2]> {
        let [first, second] = line.endpoints;
        Some([self.point(first)?.position, self.point(second)?.position])
    }

    /// The first platform record of a polygon. Records are matched by their polygon, never by the polygon's
    /// permutation (`marathon.md` 1.5).
    #[must_use]
    pub fn platform_of(&self, polygon: i16) -> Option<&Platform> {
        self.platforms.iter().find(|platform| platform.polygon == polygon)
    }
}

/// The element an index names, if it names one: stored indices may be negative or too large.
pub(super) fn at<T>(list: &[T], index: i16) -> Option<&T> {
    usize::try_from(index).ok().and_then(|index| list.get(index))
}

/// The same, to change it.
pub(in crate::games::marathon) fn at_mut<T>(list: &mut [T], index: i16) -> Option<&mut T> {
    usize::try_from(index).ok().and_then(|index| list.get_mut(index))
}

/// Every element with its index as the format writes it; elements past 32767 cannot be named and are left out.
pub(in crate::games::marathon) fn indexed<T>(list: &[T]) -> impl Iterator<Item = (i16, &T)> {
    (0..=i16::MAX).zip(list)
}

fn decode<const SIZE: usize, T>(bytes: &[u8], record: impl Fn(&[u8; SIZE]) -> T) -> Vec<T> {
    let (records, _rest) = bytes.as_chunks::<SIZE>();
    records.iter().map(record).collect()
}

/// Two bytes of a record. Offsets are literals below the record's size; a wrong one reads as zero and the tests see it.
fn pair(record: &[u8], offset: usize) -> [u8; 2] {
    record.get(offset..).and_then(|rest| rest.first_chunk::<2>()).copied().unwrap_or_default()
}

fn i16_at(record: &[u8], offset: usize) -> i16 {
    i16::from_be_bytes(pair(record, offset))
}

fn u16_at(record: &[u8], offset: usize) -> u16 {
    u16::from_be_bytes(pair(record, offset))
}

fn u32_at(record: &[u8], offset: usize) -> u32 {
    u32::from(u16_at(record, offset)) << 16 | u32::from(u16_at(record, offset + 2))
}

fn point_at(record: &[u8], offset: usize) -> Point {
    Point { x: i16_at(record, offset), y: i16_at(record, offset + 2) }
}

fn array_at<const COUNT: usize>(record: &[u8], offset: usize) -> [i16; COUNT] {
    std::array::from_fn(|k| i16_at(record, offset + 2 * k))
}

fn raw_point(record: &[u8; 4]) -> Endpoint {
    Endpoint { position: point_at(record, 0), supporting_polygon: NONE, ..Endpoint::default() }
}

fn endpoint(record: &[u8; 16]) -> Endpoint {
    Endpoint {
        flags: u16_at(record, 0),
        highest_adjacent_floor: i16_at(record, 2),
        lowest_adjacent_ceiling: i16_at(record, 4),
        position: point_at(record, 6),
        supporting_polygon: i16_at(record, 14),
    }
}

fn line(record: &[u8; 32]) -> Line {
    Line {
        endpoints: array_at(record, 0),
        flags: u16_at(record, 4),
        length: i16_at(record, 6),
        highest_adjacent_floor: i16_at(record, 8),
        lowest_adjacent_ceiling: i16_at(record, 10),
        clockwise_side: i16_at(record, 12),
        counterclockwise_side: i16_at(record, 14),
        clockwise_polygon: i16_at(record, 16),
        counterclockwise_polygon: i16_at(record, 18),
    }
}

fn side(record: &[u8; 64]) -> Side {
    Side {
        side_type: i16_at(record, 0),
        transparent_texture: u16_at(record, 20),
        exclusion: std::array::from_fn(|k| point_at(record, 22 + 4 * k)),
        primary_transfer_mode: i16_at(record, 42),
        polygon: i16_at(record, 48),
        line: i16_at(record, 50),
    }
}

fn polygon(record: &[u8; 128]) -> Polygon {
    Polygon {
        polygon_type: i16_at(record, 0),
        flags: u16_at(record, 2),
        permutation: i16_at(record, 4),
        vertex_count: i16_at(record, 6),
        endpoints: array_at(record, 8),
        lines: array_at(record, 24),
        floor: i16_at(record, 44),
        ceiling: i16_at(record, 46),
        area: u32_at(record, 52).cast_signed(),
        first_exclusion: u16_at(record, 58),
        exclusion_lines: i16_at(record, 60),
        exclusion_points: i16_at(record, 62),
        adjacents: array_at(record, 68),
        first_neighbour: u16_at(record, 84),
        neighbours: i16_at(record, 86),
        centre: point_at(record, 88),
        sides: array_at(record, 92),
        sound_sources: u16_at(record, 120),
    }
}

fn object(record: &[u8; 16]) -> Object {
    Object { group: i16_at(record, 0), polygon: i16_at(record, 6), position: point_at(record, 8) }
}

fn given_platform(record: &[u8; 32]) -> Platform {
    Platform {
        polygon: i16_at(record, 14),
        flags: u32_at(record, 10),
        heights: PlatformHeights::Given { maximum: i16_at(record, 6), minimum: i16_at(record, 8) },
        owners: Default::default(),
    }
}

fn saved_platform(record: &[u8; 140]) -> Platform {
    Platform {
        polygon: i16_at(record, 18),
        flags: u32_at(record, 2),
        heights: PlatformHeights::Saved {
            extremes: Extremes {
                minimum_floor: i16_at(record, 10),
                maximum_floor: i16_at(record, 12),
                minimum_ceiling: i16_at(record, 14),
                maximum_ceiling: i16_at(record, 16),
            },
            floor: i16_at(record, 22),
            ceiling: i16_at(record, 24),
        },
        owners: std::array::from_fn(|k| {
            let offset = 28 + 8 * k;
            EndpointOwners {
                first_polygon: u16_at(record, offset),
                polygons: i16_at(record, offset + 2),
                first_line: u16_at(record, offset + 4),
                lines: i16_at(record, offset + 6),
            }
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Bytes 0, 1, 2, ...: each field then shows the offset it was read from.
    fn counting(size: u8) -> Vec<u8> {
        (0..size).collect()
    }

    fn offset(value: i16) -> u8 {
        value.to_be_bytes()[0]
    }

    #[test]
    fn fields_are_read_from_their_offsets() {
        let (epnt, lins, sids, poly) = (counting(16), counting(32), counting(64), counting(128));
        let (objs, plat, saved) = (counting(16), counting(32), counting(140));
        let map = Map::from_chunks(&ChunkBytes {
            epnt: &epnt,
            lins: &lins,
            sids: &sids,
            poly: &poly,
            objs: &objs,
            plat: &plat,
            saved_plat: &saved,
            iidx: &[0xFF, 0xFE, 7],
            ..ChunkBytes::default()
        });
        assert_eq!(map.kind, Kind::Preprocessed);
        let point = map.points[0];
        assert_eq!(
            [point.highest_adjacent_floor, point.lowest_adjacent_ceiling, point.position.x, point.supporting_polygon]
                .map(offset),
            [2, 4, 6, 14]
        );
        let line = map.lines[0];
        assert_eq!(
            [line.endpoints[1], line.length, line.clockwise_side, line.counterclockwise_polygon].map(offset),
            [2, 6, 12, 18]
        );
        let side = map.sides[0];
        assert_eq!(
            [side.exclusion[0].x, side.exclusion[3].y, side.primary_transfer_mode, side.polygon, side.line].map(offset),
            [22, 36, 42, 48, 50]
        );
        assert_eq!(side.transparent_texture, 0x1415);
        let polygon = map.polygons[0];
        assert_eq!(polygon.area, 0x3435_3637);
        assert_eq!(
            [polygon.floor, polygon.ceiling, polygon.exclusion_lines, polygon.exclusion_points, polygon.neighbours]
                .map(offset),
            [44, 46, 60, 62, 86]
        );
        assert_eq!(
            [polygon.endpoints[7], polygon.lines[7], polygon.adjacents[7], polygon.centre.x, polygon.sides[7]]
                .map(offset),
            [22, 38, 82, 88, 106]
        );
        assert_eq!((polygon.first_exclusion, polygon.first_neighbour, polygon.sound_sources), (0x3A3B, 0x5455, 0x7879));
        assert_eq!([map.objects[0].polygon, map.objects[0].position.x].map(offset), [6, 8]);
        assert_eq!(map.platforms[0].heights, PlatformHeights::Given { maximum: 0x0607, minimum: 0x0809 });
        assert_eq!((map.platforms[0].flags, offset(map.platforms[0].polygon)), (0x0A0B_0C0D, 14));
        assert_eq!((map.platforms[1].flags, offset(map.platforms[1].polygon)), (0x0203_0405, 18));
        assert_eq!(map.platforms[1].owners[7].lines, i16::from_be_bytes([90, 91]));
        assert_eq!(map.index_list, [-2]);
    }

    #[test]
    fn raw_points_have_no_supporting_polygon() {
        let map = Map::from_chunks(&ChunkBytes { pnts: &[0, 1, 0xFF, 0xFF, 9, 9], ..ChunkBytes::default() });
        assert_eq!(map.kind, Kind::Raw);
        assert_eq!(map.points.len(), 1);
        assert_eq!(map.points[0].position, Point { x: 1, y: -1 });
        assert_eq!(map.points[0].supporting_polygon, NONE);
    }

    #[test]
    fn an_index_that_lies_finds_nothing() {
        let map = Map { points: vec![Endpoint::default()], ..Map::default() };
        assert!(map.point(0).is_some());
        assert!(map.point(1).is_none());
        assert!(map.point(NONE).is_none());
        assert!(map.point(i16::MIN).is_none());
        assert!(map.ends(&Line { endpoints: [0, 1], ..Line::default() }).is_none());
    }
}
