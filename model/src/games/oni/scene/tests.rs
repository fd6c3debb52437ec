use super::*;

#[test]
fn the_order_of_rotations_is_the_games() {
    // R = Rz * Ry * Rx for column vectors (`oni.md` 2.1): x first.
    let turned = rotation([90.0, 90.0, 0.0]) * Vec3::Z;
    // About x, z goes to -y; about y that stays.
    assert!((turned - Vec3::NEG_Y).length() < 1e-6, "{turned}");
    let turned = rotation([0.0, 90.0, 0.0]) * Vec3::Z;
    assert!((turned - Vec3::X).length() < 1e-6, "{turned}");
    let turned = rotation([0.0, 90.0, 90.0]) * Vec3::Z;
    assert!((turned - Vec3::Y).length() < 1e-6, "{turned}");
}

#[test]
fn headings_grow_as_the_games_angles_do() {
    let degrees = |y: f32| heading([0.0, y, 0.0]).to_degrees();
    // 0 looks along +z, which is south on the map.
    assert!((degrees(0.0) + 90.0).abs() < 1e-3);
    assert!(degrees(90.0).abs() < 1e-3);
    assert!((degrees(180.0) - 90.0).abs() < 1e-3);
    assert!((heading([90.0, 90.0, 0.0])).abs() < 1e-3, "straight down its turn tells");
}

#[test]
fn places_and_plans_agree() {
    let axes = crate::games::oni::ONI.axes;
    let at = place([1.0, 2.0, 3.0]);
    assert_eq!(at, Vec3::new(1.0, -3.0, 2.0));
    assert_eq!(axes.store(at.to_array()), [1000, 2000, 3000]);
    assert_eq!(axes.place([1000, 2000, 3000]), at.to_array());
    assert_eq!(axes.on_map(), [0, 2]);
}

#[test]
fn a_turret_of_a_known_class_shows_how_far_it_turns() {
    use super::super::environment::TurretArc;
    let arc = TurretArc { elevation: [-0.5, 0.25], azimuth: [-1.0, 1.0] };
    let mut things = Things::default();
    let frame = Frame::new([10.0, 0.0, 0.0], [0.0, 90.0, 0.0]);
    lines::turret_arc(crate::scene::SceneKey(7), &frame, &arc, crate::scene::Colour::WHITE, &mut things);
    // Two arcs of sixteen steps and two sides.
    assert_eq!(things.lines.len(), 34);
    let middle = Vec3::new(10.0, 0.0, 0.0);
    for line in &things.lines[..32] {
        assert!((line.from.distance(middle) - 30.0).abs() < 1e-3 && (line.to.distance(middle) - 30.0).abs() < 1e-3);
    }
    // It looks along +x; the upper end of the second arc stands at a quarter of a radian.
    let top = things.lines[31].to - middle;
    assert!((top.z - 30.0 * libm::sinf(0.25)).abs() < 1e-3 && (top.x - 30.0 * libm::cosf(0.25)).abs() < 1e-3, "{top}");
    let ends = [things.lines[32].to - middle, things.lines[33].to - middle];
    assert!(ends.iter().all(|end| (end.x - 30.0 * libm::cosf(1.0)).abs() < 1e-3), "{ends:?}");
}
