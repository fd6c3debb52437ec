//! How bright the lights are in the first tick (`marathon.md` 2.2).

use crate::document::{Level, Table};
use crate::games::marathon::records::{Light, LightM1, SavedLight};
use core::f32::consts::PI;
use glam::Vec2;

/// Full intensity, 16.16 fixed point.
pub(super) const FULL: i32 = 1 << 16;

/// Functions of a light that move steadily from one intensity to the next; all others count as arrived.
const LINEAR: i16 = 1;
const SMOOTH: i16 = 2;
/// Flag: the light is on at the start.
const INITIALLY_ACTIVE: u16 = 1;
/// The last mode of a Marathon 1 light that means on at the start.
const LAST_ACTIVE_MODE: i16 = 1;

/// The intensity of every light in the first tick, 16.16 fixed point, without what chance adds.
pub(super) fn intensities(level: &Level) -> Vec<i32> {
    let Some(table) = level.link_table("lights") else { return Vec::new() };
    let of: fn(&Table, &[u8]) -> Option<i32> = match table.key() {
        "lights_m1" => |table, row| LightM1::new(row, table.layout).map(|light| marathon_1(&light)),
        "saved_lights" => |table, row| SavedLight::new(row, table.layout).map(|light| light.intensity()),
        _ => |table, row| Light::new(row, table.layout).map(|light| at_start(&light)),
    };
    table.heads().map(|row| of(table, row).unwrap_or(FULL)).collect()
}

/// A light begins at the end of its secondary function and on its way through the primary one.
fn at_start(light: &Light<'_>) -> i32 {
    let (from, to, function, period) = if light.flags() & INITIALLY_ACTIVE != 0 {
        (
            light.secondary_active_intensity(),
            light.primary_active_intensity(),
            light.primary_active_function(),
            light.primary_active_period(),
        )
    } else {
        (
            light.secondary_inactive_intensity(),
            light.primary_inactive_intensity(),
            light.primary_inactive_function(),
            light.primary_inactive_period(),
        )
    };
    if period <= 0 {
        return to;
    }
    let share = (f32::from(light.phase()) / f32::from(period)).clamp(0.0, 1.0);
    let share = match function {
        LINEAR => share,
        SMOOTH => (1.0 - Vec2::from_angle(share * PI).x) * 0.5,
        _ => return to,
    };
    let way = (f64::from(to) - f64::from(from)) * f64::from(share);
    // Between two i32.
    (f64::from(from) + way) as i32
}

fn marathon_1(light: &LightM1<'_>) -> i32 {
    if light.mode() <= LAST_ACTIVE_MODE { light.maximum_intensity() } else { light.minimum_intensity() }
}
