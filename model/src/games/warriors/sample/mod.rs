//! The bundled sample level: a yard with a shop, a fence and a stop of the line, made from nothing.

mod mesh;
mod paths;
mod types;

pub use mesh::{SampleMesh, mesh};
pub use paths::{SampleNode, SamplePaths, SamplePolygon, paths};
pub use types::configuration;

use super::script::assemble::{Expression, Statement};

/// The beginning of the names of its files; the game has no level 0.
pub const NAME: &str = "level0";

/// The object list: zone 26 is the shop's, which a script switches on.
pub fn list() -> String {
    let lines = [
        "{dyn_trashcan {4, -6.5, 0}, {0, 0, 0, 1}, -1, 0, 64, ffffffff, nil )",
        "{dyn_trashcan {5.1, -6.3, 0}, {0, 0, 0.2588, 0.9659}, -1, 0, 64, b1b1b1ff, nil )",
        "{dyn_gbags {6.2, -6.6, 0}, {0, 0, 0.7071, 0.7071}, -1, 0, 0, ffffffff, nil )",
        "{dyn_gbags {-9.5, 3.25, 0}, {0, 0, 1, 0}, -1, 0, 0, ffffffff, nil )",
        "{dyn_parkbench_a {-4, -8, 0}, {0, 0, 0, 1}, -1, 0, 0, ffffffff, nil )",
        "{dyn_crate_stack {8.5, 2, 0}, {0, 0, 0.3827, 0.9239}, -1, 0, 0, a49e98ff, nil )",
        "{dyn_bat_tuff {-3.6, -7.7, 0.5}, {0, 0, 0, 1}, -1, 0, 0, ffffffff, nil )",
        "{part_steam {9, -9, 0}, {0, 0, 0, 1}, -1, 0, 0, ffffffff, nil )",
        "{part_light_bugs {-8, -8, 2.5}, {0, 0, 0, 1}, -1, 0, 0, ffffffff, nil )",
        "{dyn_ring {1.4, 7.2, 1}, {0, 0, 0, 1}, -1, 26, 2, ffffffff, fShop )",
        "{dyn_ring {1.9, 7.2, 1}, {0, 0, 0.7071, 0.7071}, -1, 26, 2, ffffffff, fShop )",
        "{part_strobe_red {0, 4.8, 3.3}, {0, 0, 0, 1}, -1, 0, 0, ffffffff, nil )",
        "{dyn_beerpile {-6.5, -7.8, 0}, {0, 0, 0, 1}, -1, 0, 0, ffffffff, nil )",
    ];
    let body: Vec<String> = lines.iter().map(|line| format!("{line}\r\n")).collect();
    format!("{}\r\n{}", lines.len(), body.concat())
}

fn text(text: &str) -> Expression {
    Expression::Text(text.to_owned())
}

fn number(n: f64) -> Expression {
    Expression::Number(n)
}

fn call(call: &'static str, arguments: Vec<Expression>) -> Statement {
    Statement { call, arguments, result: None }
}

fn kept(call: &'static str, result: &str, arguments: Vec<Expression>) -> Statement {
    Statement { call, arguments, result: Some(result.to_owned()) }
}

/// No turn, and a quarter about the vertical.
const STRAIGHT: [f64; 4] = [0.0, 0.0, 0.0, 1.0];
#[expect(clippy::approx_constant, reason = "four digits, as in the game's own scripts")]
const QUARTER: [f64; 4] = [0.0, 0.0, 0.7071, 0.7071];

fn door(number_of: u32, name: &str, at: [f64; 3], turn: [f64; 4], triangle: usize) -> Statement {
    let arguments = vec![
        text(name),
        Expression::numbers(&at),
        Expression::numbers(&turn),
        Expression::numbers(&[triangle as f64, triangle as f64 + 1.0]),
        number(f64::from(number_of)),
    ];
    kept("SpawnDoor", &format!("Door{number_of:02}"), arguments)
}

fn pane(name: &str, glass: u32, corners: [[f64; 3]; 3], triangle: usize) -> Statement {
    let mut arguments = vec![number(f64::from(glass))];
    arguments.extend(corners.iter().map(|corner| Expression::numbers(corner)));
    arguments.extend([Expression::numbers(&[0.0, 0.0]), Expression::numbers(&[1.0, 1.0]), number(0.0)]);
    arguments.extend([number(triangle as f64), number(triangle as f64 + 1.0)]);
    kept("SpawnBreakableGlass", name, arguments)
}

fn spawn(name: &str, what: &str, at: [f64; 3], turn: [f64; 4]) -> Statement {
    let mut arguments = vec![text(what), Expression::numbers(&at), Expression::numbers(&turn)];
    arguments.extend([number(-1.0), number(0.0), number(0.0), number(4_294_967_295.0), Expression::Nil]);
    kept("ObjSpawn", name, arguments)
}

/// The level script.
pub fn script() -> Vec<Statement> {
    let own = mesh();
    let mut script = vec![
        call("CfgSetDatabaseSizes", vec![number(24.0), number(8.0), Expression::numbers(&[2.0, 0.0, 0.0, 0.0])]),
        call(
            "AddFlag",
            vec![text("fShop"), Expression::numbers(&[0.0, 4.2, 0.0]), number(0.0), number(14.0), number(24.0)],
        ),
        call(
            "AddFlag",
            vec![text("fStop"), Expression::numbers(&[-2.0, -9.5, 0.0]), number(180.0), number(9.0), number(0.0)],
        ),
        kept(
            "AddVolumeBox",
            "vShop",
            vec![
                text("vShop"),
                number(0.0),
                Expression::numbers(&[-3.0, 5.0, 0.0]),
                Expression::numbers(&[6.0, 4.0, 3.0]),
            ],
        ),
        door(1, "dyn_door_store", [1.09, 5.0, 0.0], STRAIGHT, own.shop_door),
        door(2, "dyn_door_chainlnk_a", [-10.0, 1.2, 0.0], QUARTER, own.gate),
        door(3, "dyn_door_fence", [10.0, 0.0, 1.25], QUARTER, own.fence),
        pane("PaneLeft", 13, [[-2.9, 5.0, 0.8], [-2.9, 5.0, 2.6], [-1.2, 5.0, 0.8]], own.window_left),
        pane("PaneRight", 1, [[1.2, 5.0, 0.8], [1.2, 5.0, 2.6], [2.9, 5.0, 0.8]], own.window_right),
        spawn("Mark01", "dyn_w_mission", [0.0, 4.0, 0.0], STRAIGHT),
    ];
    let cars = ["Car0", "Car1", "Car2"];
    script.extend(
        cars.iter()
            .zip([-12.0, 0.0, 12.0])
            .map(|(car, x)| spawn(car, "dyn_s_train_med_full", [x, -13.0, 0.0], STRAIGHT)),
    );
    script.push(call("ObjStartTrain", vec![number(0.0), number(2.5)]));
    for (at, car) in cars.iter().enumerate() {
        let gap = if at + 1 == cars.len() { 1.0 } else { 0.0 };
        let car = Expression::Symbols(vec![(*car).to_owned()]);
        script.push(call("ObjSetTrainPoint", vec![number(0.0), car, number(at as f64), number(gap)]));
    }
    script.push(call("ObjEnableZone", vec![number(26.0), Expression::Symbols(vec!["TRUE".to_owned()])]));
    script.push(call("ObjShow", vec![Expression::Symbols(vec!["Mark01".to_owned()]), number(30.0)]));
    script
}
