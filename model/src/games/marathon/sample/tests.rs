//! The samples against the rules they claim to follow.

use super::*;
use crate::games::marathon::geometry::map::{ChunkBytes, Map};
use crate::games::marathon::geometry::{line, rates};

fn map(level: &SampleLevel) -> Map {
    Map::from_chunks(&ChunkBytes {
        pnts: level.chunk(*b"PNTS"),
        epnt: level.chunk(*b"EPNT"),
        lins: level.chunk(*b"LINS"),
        sids: level.chunk(*b"SIDS"),
        poly: level.chunk(*b"POLY"),
        objs: level.chunk(*b"OBJS"),
        plat: level.chunk(*b"plat"),
        saved_plat: level.chunk(*b"PLAT"),
        iidx: level.chunk(*b"iidx"),
        marathon_1: false,
    })
}

#[test]
fn every_derived_field_follows_its_rule() {
    for kind in [Kind::Raw, Kind::Preprocessed] {
        let map = map(&practice_yard(kind, 0));
        assert_eq!(map.kind, kind);
        let rates = rates::match_rates(&map);
        assert!(rates.len() > 10);
        for rate in rates {
            let mut unlike = 0;
            if kind == Kind::Preprocessed && rate.field == "line.variable_elevation" {
                // The closed door has made its lines solid; the rule cannot tell them from solid ones.
                let closed =
                    |l: &&crate::games::marathon::geometry::map::Line| l.is_solid() && line::has_platform(&map, l);
                unlike = map.lines.iter().filter(closed).filter(|l| l.flags & line::VARIABLE_ELEVATION != 0).count();
                assert_eq!(unlike, 2);
            }
            assert_eq!(rate.matching + unlike, rate.total, "{kind:?} {}: {:?}", rate.field, rate.first_mismatch);
        }
    }
}

#[test]
fn rooms_are_convex_and_clockwise_and_share_their_lines() {
    let map = map(&practice_yard(Kind::Raw, 0));
    for (number, polygon) in map.polygons.iter().enumerate() {
        let corners: Vec<_> =
            polygon.endpoints[..polygon.corners()].iter().map(|e| map.point(*e).unwrap().position).collect();
        assert!((3..=8).contains(&corners.len()));
        for k in 0..corners.len() {
            let [a, b, c] = [0, 1, 2].map(|o| corners[(k + o) % corners.len()]);
            let wide = |p: i16, q: i16| i64::from(p) - i64::from(q);
            assert!(wide(b.x, a.x) * wide(c.y, b.y) - wide(b.y, a.y) * wide(c.x, b.x) >= 0, "polygon {number}");
        }
        assert!(polygon.area > 0);
    }
    let shared = map.lines.iter().filter(|line| line.counterclockwise_polygon >= 0).count();
    assert_eq!((map.polygons.len(), shared), (12, 13));
}

#[test]
fn records_have_their_sizes_and_placement_counts_what_is_placed() {
    for kind in [Kind::Raw, Kind::Preprocessed] {
        let level = practice_yard(kind, 1);
        let sizes = [
            (b"PNTS", 4),
            (b"EPNT", 16),
            (b"LINS", 32),
            (b"SIDS", 64),
            (b"POLY", 128),
            (b"LITE", 100),
            (b"OBJS", 16),
            (b"NOTE", 72),
            (b"Minf", 88),
            (b"plac", 1536),
            (b"plat", 32),
            (b"PLAT", 140),
            (b"medi", 32),
            (b"ambi", 16),
            (b"bonk", 32),
        ];
        for (tag, size) in sizes {
            assert_eq!(level.chunk(*tag).len() % size, 0, "{}", String::from_utf8_lossy(tag));
        }
        assert_eq!(level.directory.len(), 74);
        let placement = level.chunk(*b"plac");
        let initial = |row: usize| i16::from_be_bytes([placement[row * 12 + 2], placement[row * 12 + 3]]);
        assert_eq!([initial(1), initial(2), initial(64 + 8), initial(64)], [1, 2, 2, 0]);
        let placed = map(&level).objects.iter().filter(|o| matches!(o.group, 0 | 2)).count();
        let all: i16 = (0..128).map(initial).sum();
        assert_eq!(usize::try_from(all).unwrap(), placed);
    }
}

#[test]
fn large_levels_hold_what_was_asked_for() {
    for objects in [0, 1, 500, 10_000] {
        let map = map(&large(objects));
        assert_eq!(map.objects.len(), objects);
        for object in &map.objects {
            let polygon = map.polygon(object.polygon).unwrap();
            let corner = map.point(polygon.endpoints[0]).unwrap().position;
            assert!(object.position.x > corner.x && object.position.y > corner.y);
        }
        assert!(rates::match_rates(&map).iter().all(|rate| rate.matching == rate.total));
    }
    assert_eq!(map(&large(10_000)).polygons.len(), 31 * 31);
}
