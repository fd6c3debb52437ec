//! The bundled sample level as files.

use levelwright_model::games::warriors::sample::{self, NAME};
use levelwright_model::games::warriors::script::assemble::Expression;
use levelwright_model::record::Refusal;

use super::{chunk, lent, paths};
use crate::format::{EncodeError, NewFile};

/// The sample's object list, scripts, collision mesh and path data. The mesh lacks the grid by which the running game finds
/// triangles: it is for looking at.
pub(super) fn sample() -> Result<Vec<NewFile>, EncodeError> {
    let file = |name: String, bytes: Vec<u8>| NewFile { name, bytes, notes: Vec::new() };
    let script = chunk::write(&sample::script()).map_err(refused)?;
    let configuration = chunk::write(&sample::configuration()).map_err(refused)?;
    Ok(vec![
        file(format!("{NAME}_objs.txt"), sample::list().into_bytes()),
        file(format!("{NAME}.lua"), script),
        file("config_preload3.lua".to_owned(), configuration),
        file(format!("{NAME}.lev"), lev()),
    ])
}

fn refused(refusal: Refusal) -> EncodeError {
    EncodeError::Refused { message: refusal.to_string(), help: String::new() }
}

fn lev() -> Vec<u8> {
    let mesh = sample::mesh();
    let points = mesh.points.iter().flatten().flat_map(|n| n.to_le_bytes()).collect();
    let mut triangles = Vec::new();
    for (corners, flags, material, area) in &mesh.triangles {
        corners.iter().chain([flags]).for_each(|n| triangles.extend(n.to_le_bytes()));
        triangles.extend([*material, *area]);
    }
    let mut header = vec![0; 160];
    let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX).to_le_bytes();
    // `warriors.md` 1.10: how many triangles and points there are.
    header.splice(0x84..0x86, count(mesh.triangles.len()).into_iter().take(2));
    header.splice(0x90..0x94, count(mesh.points.len()));
    let [begin, vertices, faces, own] = lent::COLLISION_CHUNKS;
    let ways = paths::write(&sample::paths());
    lent::container(
        0,
        &[(begin, vec![0; 16]), (vertices, points), (faces, triangles), (own, header), (paths::PATHS, ways)],
    )
}

/// A compiled configuration of this many types, for benchmarks.
///
/// # Errors
/// Never, unless the script outgrew the format.
pub fn large_script(types: usize) -> Result<Vec<u8>, EncodeError> {
    let configuration = sample::configuration();
    let types = configuration.iter().filter(|call| call.call == "CfgObj").cycle().take(types).enumerate();
    let script: Vec<_> = types
        .map(|(at, call)| {
            let mut call = call.clone();
            if let Some(name) = call.arguments.first_mut() {
                *name = Expression::Text(format!("dyn_made_{at}"));
            }
            // Sizes differ, so that the pool of numbers is as large as in the game.
            if let Some(size) = call.arguments.get_mut(7) {
                *size = Expression::numbers(&[0.5 + at as f64 / 64.0, 0.25, 1.0 + at as f64 / 128.0]);
            }
            call
        })
        .collect();
    chunk::write(&script).map_err(refused)
}
