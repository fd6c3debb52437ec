//! Animations of laser classes (`oni.md` 3.4, OBAN).

use std::collections::BTreeMap;
use std::sync::Arc;

use levelwright_model::games::oni::environment::{EmitterKey, EmitterPath};

use super::environment::{Reader, float, point};
use super::lists::word;

/// How the emitters of each laser class run, by the class's full name. Classes that share an animation share it here.
pub(super) fn emitters(reader: &Reader<'_>) -> BTreeMap<String, Arc<EmitterPath>> {
    let mut known: BTreeMap<usize, Arc<EmitterPath>> = BTreeMap::new();
    let mut out = BTreeMap::new();
    for at in reader.file.of(b"TRIG") {
        let Some(class) = reader.file.data(reader.bytes, at) else { continue };
        let Some((instance, data)) = reader.follow(class, 0x20, b"OBAN") else { continue };
        let path = known.entry(instance).or_insert_with(|| Arc::new(path(data))).clone();
        out.insert(reader.file.label(reader.bytes, at), path);
    }
    out
}

/// An animation's frames and keys, no more than are there.
fn path(data: &[u8]) -> EmitterPath {
    const FRAMES: usize = 0x72;
    const COUNT: usize = 0x76;
    const KEY: usize = 32;
    let half = |at: usize| word(data, at).map_or(0, |word| word as u16);
    let key = |row: &[u8]| EmitterKey {
        time: word(row, 28).unwrap_or(0).cast_signed(),
        turn: [0, 4, 8, 12].map(|at| float(row, at)),
        place: point(row.get(16..).unwrap_or_default()),
    };
    let rows = data.get(COUNT + 2..).unwrap_or_default().chunks_exact(KEY);
    let keys = rows.take(half(COUNT).into()).map(key).collect();
    // The number of frames is a signed one.
    EmitterPath { frames: u16::try_from(half(FRAMES).cast_signed()).unwrap_or(0), keys }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn animation(frames: i16, count: u16, keys: usize) -> Vec<u8> {
        let mut data = vec![0; 0x78];
        data[0x72..0x74].copy_from_slice(&frames.to_le_bytes());
        data[0x76..0x78].copy_from_slice(&count.to_le_bytes());
        for n in 0..keys {
            let floats = [0.0, 1.0, 0.0, -1.0, 10.0, 20.0, n as f32].map(f32::to_le_bytes).concat();
            data.extend(floats);
            data.extend((n as i32 * 4).to_le_bytes());
        }
        data
    }

    #[test]
    fn frames_and_keys_are_read_and_never_more_than_are_there() {
        let found = path(&animation(9, 3, 3));
        assert_eq!((found.frames, found.keys.len()), (9, 3));
        let last = EmitterKey { time: 8, turn: [0.0, 1.0, 0.0, -1.0], place: [10.0, 20.0, 2.0] };
        assert_eq!(found.keys[2], last);
        assert_eq!(path(&animation(-1, u16::MAX, 2)), EmitterPath { frames: 0, keys: path(&animation(0, 2, 2)).keys });
        assert_eq!(path(&[]), EmitterPath::default());
        assert_eq!(path(&animation(9, 3, 3)[..0x70]).keys.len(), 0);
    }
}
