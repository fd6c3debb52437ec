//! How long sorting a scene for picking takes, and asking it.
//!
//! `cargo bench -p levelwright-model --bench pick`. The calibration loop stands beside the figures,
//! so that those of two machines can be compared.

use glam::{Vec2, Vec3};
use levelwright_model::scene::camera::{Camera, Perspective};
use levelwright_model::scene::pick::{BoxRule, Picker, Sight};
use levelwright_model::scene::{Chunk, Colour, Colouring, Marker, Material, Scene, SceneKey};
use std::hint::black_box;
use std::sync::Arc;

const SIZE: Vec2 = Vec2::new(1280.0, 800.0);

fn main() {
    divan::main();
}

/// 100,352 triangles of hilly ground and 10,000 markers.
fn scene() -> Arc<Scene> {
    const SIDE: u16 = 224;
    let mut chunk = Chunk::new(Material::Solid);
    let height = |x: u16, y: u16| {
        let (x, y) = (f32::from(x), f32::from(y));
        Vec3::new(x, y, (x * 0.2).sin() * 4.0 + (y * 0.13).cos() * 6.0)
    };
    for y in 0..SIDE {
        for x in 0..SIDE {
            let key = SceneKey(u64::from(x / 8) * 1000 + u64::from(y / 8));
            let group = chunk.group(key, [Colour::WHITE; Colouring::COUNT]);
            let (a, b) = (height(x, y), height(x + 1, y));
            let (c, d) = (height(x + 1, y + 1), height(x, y + 1));
            chunk.polygon(group, &[a, b, c]);
            chunk.polygon(group, &[a, c, d]);
        }
    }
    let markers = (0..10_000_u16)
        .map(|number| {
            let at = height(number % 100 * 2, number / 100 * 2);
            Marker::new(SceneKey(1_000_000 + u64::from(number)), at, 0.4)
        })
        .collect();
    Arc::new(Scene { surfaces: vec![Arc::new(chunk)], markers, ..Scene::default() })
}

fn camera(scene: &Scene) -> Camera {
    Camera::Perspective(Perspective::over(&scene.bounds(), SIZE))
}

/// A fixed amount of integer work.
#[divan::bench]
fn calibration() -> u64 {
    (0..1_000_000_u64).fold(1, |sum, step| black_box(sum.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(step)))
}

#[divan::bench(sample_count = 20)]
fn build(bencher: divan::Bencher<'_, '_>) {
    let scene = scene();
    bencher.bench_local(|| Picker::new(Arc::clone(&scene)));
}

#[divan::bench]
fn one_ray(bencher: divan::Bencher<'_, '_>) {
    let picker = Picker::new(scene());
    let ray = camera(picker.scene()).ray(SIZE * 0.45, SIZE);
    bencher.bench_local(|| picker.nearest(black_box(&ray)));
}

#[divan::bench]
fn all_under_the_pointer(bencher: divan::Bencher<'_, '_>) {
    let picker = Picker::new(scene());
    let camera = camera(picker.scene());
    let sight = Sight { camera: &camera, size: SIZE, scale: 1.0, accept: &|_| true };
    bencher.bench_local(|| picker.under(&sight, black_box(SIZE * 0.45)));
}

#[divan::bench(sample_count = 20)]
fn visible_markers_in_a_box(bencher: divan::Bencher<'_, '_>) {
    let picker = Picker::new(scene());
    let camera = camera(picker.scene());
    let sight = Sight { camera: &camera, size: SIZE, scale: 1.0, accept: &|_| true };
    let rule = BoxRule { only_visible: true, only_markers: true };
    bencher.bench_local(|| picker.inside(&sight, Vec2::ZERO, SIZE, rule));
}
