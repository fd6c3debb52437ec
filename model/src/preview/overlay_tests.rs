//! On the made-up game.

use glam::Quat;

use super::*;
use crate::document::{Document, LevelBuilder, LevelId, OpenReport};
use crate::games::test::{Source, TEST};

const WHITE: [Colour; Colouring::COUNT] = [Colour::WHITE; Colouring::COUNT];

fn thing(row: u32) -> Subject {
    Subject::new("things", row)
}

fn actor(subject: Subject) -> Actor {
    let kind = TEST.kinds[0].key;
    let position = Vec3::new(1.0, 2.0, 3.0);
    Actor { subject, kind, position, heading: Some(1.0), state: "walking", visible: true, awake: false, glides: true }
}

/// The made-up level with a block for each of two things, in chunks of their own, and a marker for the third.
struct Stage {
    document: Document,
    scene: Scene,
    overlay: Overlay,
}

impl Stage {
    fn new() -> Stage {
        let file = LevelBuilder::new(LevelId::FILE).finish();
        let mut document = Document::new(&TEST, Arc::new(Source), file, OpenReport::default());
        document.level(LevelId(0)).unwrap();
        let mut stage = Stage { document, scene: Scene::default(), overlay: Overlay::new(TEST.kinds, &["thing"]) };
        for row in 0..2 {
            let mut chunk = Chunk::new(Material::Solid);
            for _ in 0..2 {
                let group = chunk.group(stage.key(row), WHITE);
                chunk.block(group, Vec3::ZERO, Vec3::ONE);
            }
            stage.scene.surfaces.push(Arc::new(chunk));
        }
        stage.scene.markers.push(Marker { icon: Some(0), ..Marker::new(stage.key(2), Vec3::ZERO, 0.5) });
        stage
    }

    fn key(&self, row: u32) -> SceneKey {
        let level = self.document.state().level(LevelId(0)).unwrap();
        SceneKey(thing(row).node(level).unwrap().number.into())
    }

    fn show(&mut self, moment: &Moment) -> Scene {
        let mut scene = self.scene.clone();
        let level = self.document.state().level(LevelId(0)).unwrap();
        self.overlay.lay_over(&mut scene, level, &self.document.objects(LevelId(0)), moment);
        scene
    }
}

fn shape(form: Form) -> Moment {
    let colour = Colour([255, 0, 0, 90]);
    Moment { shapes: vec![Shape { subject: thing(0), part: 0, colour, strong: true, form }], ..Moment::default() }
}

#[test]
fn poses_move_their_groups_and_other_chunks_stay_the_same() {
    let mut stage = Stage::new();
    let turn = Quat::from_rotation_z(TAU / 4.0);
    let leaf = Pose { part: Some(1), turn, by: Vec3::Z * 5.0, ..Pose::of(thing(0)) };
    let moment = Moment { poses: vec![leaf, Pose::of(thing(1))], ..Moment::default() };
    let scene = stage.show(&moment);
    assert!(Arc::ptr_eq(&scene.surfaces[1], &stage.scene.surfaces[1]), "it stands still");
    let top = scene.surfaces[0].vertices.iter().map(|vertex| vertex.position);
    let bounds = |group: u32| {
        let of = |vertex: &&crate::scene::Vertex| vertex.group.0 == group;
        Bounds::around(scene.surfaces[0].vertices.iter().filter(of).map(|vertex| vertex.position))
    };
    assert_eq!(top.clone().count(), 48);
    assert_eq!(bounds(0).max, Vec3::ONE);
    assert!(bounds(1).min.distance(Vec3::new(-1.0, 0.0, 5.0)) < 1e-5, "{:?}", bounds(1));
    // The same pose again is the same chunk again; another one is not.
    assert!(Arc::ptr_eq(&stage.show(&moment).surfaces[0], &scene.surfaces[0]));
    let hidden = Moment { poses: vec![Pose { shown: false, ..Pose::of(thing(0)) }], ..Moment::default() };
    assert!(stage.show(&hidden).surfaces[0].triangles.is_empty());
    assert!(Arc::ptr_eq(&stage.show(&Moment::default()).surfaces[0], &stage.scene.surfaces[0]));
}

#[test]
fn markers_go_with_their_actors() {
    let mut stage = Stage::new();
    assert!(stage.show(&Moment::default()).markers.is_empty(), "nobody stands for the stored one");
    let there = |actors: Vec<Actor>| Moment { actors, ..Moment::default() };
    let scene = stage.show(&there(vec![actor(thing(2)), actor(Subject::new("walker", 0))]));
    let [stored, made] = &scene.markers[..] else { panic!("two markers") };
    assert_eq!((stored.key, stored.position, stored.heading), (stage.key(2), Vec3::new(1.0, 2.0, 3.0), Some(1.0)));
    assert_eq!((made.key, made.radius, made.icon), (NOBODY, 0.5, Some(0)), "it looks like the others of its kind");
    assert!(scene.lines.is_empty());
    let awake = stage.show(&there(vec![Actor { awake: true, ..actor(thing(2)) }]));
    assert_eq!((awake.lines.len(), awake.labels.len()), (usize::from(RING), 1));
    assert_eq!(awake.labels[0].text, "walking");
    let unseen = stage.show(&there(vec![Actor { visible: false, ..actor(thing(2)) }, actor(thing(0))]));
    assert_eq!(unseen.markers.iter().map(|marker| marker.key).collect::<Vec<_>>(), [stage.key(0)]);
}

#[test]
fn shapes_are_lines_faces_and_words() {
    let mut stage = Stage::new();
    let (a, b) = (Vec3::ZERO, Vec3::new(0.0, 0.0, 4.0));
    let beam = stage.show(&shape(Form::Beam { from: a, to: b }));
    assert_eq!((beam.lines[0].from, beam.lines[0].to, beam.lines[0].key), (a, b, Some(stage.key(0))));
    assert_eq!(beam.lines[0].colour, Colour::rgb(255, 0, 0));
    assert_eq!(stage.show(&shape(Form::Path(vec![a, b, a]))).lines.len(), 2);
    let turn = Quat::from_rotation_z(TAU / 8.0);
    let volume = stage.show(&shape(Form::Box { centre: b, half: Vec3::ONE, turn }));
    assert_eq!((volume.lines.len(), volume.surfaces.len()), (12, 3));
    let ghost = volume.surfaces.last().unwrap();
    assert_eq!((ghost.material, ghost.triangles.len()), (Material::Ghost, 12));
    assert!((ghost.bounds().max.x - 2f32.sqrt()).abs() < 1e-5 && (ghost.bounds().max.z - 5.0).abs() < 1e-5);
    for vertex in &ghost.vertices {
        assert!((vertex.position - b).dot(vertex.normal) > 0.0, "faces look outward");
    }
    let far = |scene: &Scene| scene.lines.iter().map(|line| line.from.distance(a)).fold(0.0, f32::max);
    let circle = stage.show(&shape(Form::Circle { centre: a, radius: 7.0 }));
    let ball = stage.show(&shape(Form::Ball { centre: a, radius: 7.0 }));
    assert!((far(&circle) - 7.0).abs() < 1e-4 && (far(&ball) - 7.0).abs() < 1e-4);
    assert_eq!(ball.lines.len(), 3 * circle.lines.len());
    assert_eq!(stage.show(&shape(Form::Faces(vec![[a, b, Vec3::X]]))).surfaces.last().unwrap().triangles.len(), 1);
    let words = stage.show(&shape(Form::Text { at: b, text: "hello".to_owned() }));
    assert_eq!((words.labels[0].text.as_str(), words.labels[0].at), ("hello", b));
    let trail = Moment { trail: vec![a, a, b], ..Moment::default() };
    assert_eq!(stage.show(&trail).lines.len(), 1, "who stands still leaves no trail");
}
