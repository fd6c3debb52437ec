//! What is drawn again where it changed is what is drawn anew.

use std::sync::Arc;

use super::*;
use crate::document::LevelId;
use crate::games::marathon::geometry::Kind;
use crate::games::marathon::preview::PREVIEW;
use crate::games::marathon::sample::practice_yard;
use crate::games::marathon::{MARATHON, chunks};
use crate::preview::{Form, Live, Subject, Verb};

fn level() -> Level {
    let mut build = crate::document::LevelBuilder::new(LevelId(0));
    build.fact("data_version", 1);
    for (tag, bytes) in &practice_yard(Kind::Raw, 0).chunks {
        let spec = chunks::spec_for(tag);
        match spec.record {
            Some(schema) => build.packed(spec, tag, 0, schema.size as usize, bytes),
            None => continue,
        };
    }
    build.finish()
}

#[test]
fn a_changed_part_looks_as_if_all_were_made_anew() {
    let level = level();
    let objects = (MARATHON.objects)(&level);
    let mut timeline = PREVIEW.timeline(&level, Default::default());
    for row in 0..level.link_table("platforms").unwrap().len() as u32 {
        let target = Subject::new("platforms", row).into();
        timeline.act(Verb::Fire { target, event: "activate".to_owned() });
    }
    let mut running = RunningScene::new(&level, &objects);
    for tick in [0, 1, 2, 3, 20, 21, 60, 59, 10, 200, 0, 400] {
        timeline.seek(tick);
        let moment = Moment::of(timeline.world());
        assert_eq!(running.at(&level, &objects, &moment), anew(&level, &objects, &moment), "tick {tick}");
    }
}

#[test]
fn every_value_that_is_drawn_is_followed_and_forgotten_again() {
    let level = level();
    let objects = (MARATHON.objects)(&level);
    let mut running = RunningScene::new(&level, &objects);
    let rows = |table: &str| level.link_table(table).map_or(0, |table| table.len() as u32);
    let mut draw = 77_u32;
    let mut random = |below: u32| {
        draw = draw.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (draw >> 8) % below.max(1)
    };
    let mut told: Vec<Live> = Vec::new();
    for round in 0..60 {
        let mut live: Vec<Live> = Vec::new();
        for _ in 0..random(9) {
            let of = [
                ("polygons", "floor_height"),
                ("polygons", "ceiling_height"),
                ("polygons", "kind"),
                ("media", "height"),
                ("lights", "intensity"),
                ("sides", "on"),
                ("sides", "primary_y"),
                ("sides", "primary_texture_shape"),
                ("sides", "primary_texture_collection"),
            ];
            let (table, field) = of[random(9) as usize];
            let value = i64::from(random(2000)) - 500;
            live.push(Live::new(Subject::new(table, random(rows(table) + 1)), field, value));
        }
        told.retain(|old: &Live| !live.iter().any(|new| (new.subject, new.field) == (old.subject, old.field)));
        // Heights, lights and liquids are told at every moment, the rest only while it differs.
        told.retain(|old| old.subject.table != "sides" && old.field != "kind");
        told.extend(live);
        let moment = Moment { tick: f64::from(round), live: told.clone(), ..Moment::default() };
        assert_eq!(running.at(&level, &objects, &moment), anew(&level, &objects, &moment), "round {round}");
    }
}

#[test]
fn switches_and_dragged_textures_show() {
    let level = level();
    let objects = (MARATHON.objects)(&level);
    let mut running = RunningScene::new(&level, &objects);
    let mut at = |live: Vec<Live>| running.at(&level, &objects, &Moment { live, ..Moment::default() });
    let colours =
        |scene: &Scene| scene.surfaces.iter().flat_map(|c| c.groups.clone()).map(|g| g.colours).collect::<Vec<_>>();
    let side = |field, value: i64| Live::new(Subject::new("sides", 0), field, value);
    let (on, off) = (at(vec![side("on", 1)]), at(vec![side("on", 0)]));
    assert_ne!(colours(&on), colours(&off));
    let plain = at(vec![]);
    let before = plain.lines.len();
    let mut dragged = |y| at(vec![side("primary_y", y)]).lines;
    let (one, two) = (dragged(40), dragged(70));
    assert!(one.len() > before, "lines on the texture");
    let heights = |lines: &[crate::scene::Line]| lines.iter().skip(before).map(|line| line.from.z).collect::<Vec<_>>();
    assert_eq!(heights(&one).iter().map(|z| z + 30.0).collect::<Vec<_>>(), heights(&two), "up with the texture");
}

#[test]
fn sounds_are_circles_and_the_walker_has_a_marker() {
    let level = level();
    let objects = (MARATHON.objects)(&level);
    let mut timeline = PREVIEW.timeline(&level, Default::default());
    let start = objects.all().iter().find(|object| object.kind.key == "player").unwrap();
    let record = level.record(start.id.node.number).unwrap();
    let [x, y] = ["x", "y"].map(|field| i32::try_from(record.int(field).unwrap()).unwrap());
    timeline.act(Verb::place(x, y, 0));
    timeline.seek(40);
    let moment = Moment::of(timeline.world());
    let sources = objects.all().iter().filter(|object| object.kind.key == "sound-source").count();
    let circles = moment.shapes.iter().filter(|shape| matches!(shape.form, Form::Circle { .. })).count();
    assert!(circles <= sources);
    let scene = RunningScene::new(&level, &objects).at(&level, &objects, &moment);
    let walker = moment.actors.iter().find(|actor| actor.subject.table == "walker").unwrap();
    assert!(scene.markers.iter().any(|marker| marker.position == walker.position && marker.heading == walker.heading));
}

#[test]
fn chunks_of_what_stands_still_are_the_same_chunks() {
    let level = level();
    let objects = (MARATHON.objects)(&level);
    let mut running = RunningScene::new(&level, &objects);
    let still = running.at(&level, &objects, &Moment::default());
    let moved = vec![Live::gliding(Subject::new("polygons", 1), "ceiling_height", 500_i64)];
    let next = running.at(&level, &objects, &Moment { live: moved, ..Moment::default() });
    let same = still.surfaces.iter().filter(|old| next.surfaces.iter().any(|new| Arc::ptr_eq(old, new))).count();
    assert!(same > 0 && same < still.surfaces.len(), "{same} of {}", still.surfaces.len());
}
