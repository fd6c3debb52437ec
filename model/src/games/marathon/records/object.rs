//! Objects: monsters, scenery, items, players, goals and sound sources (`marathon.md` 1.3).

use super::WU;
use crate::games::marathon::names::*;
use crate::record::codec::be::*;
use crate::record::codec::{Bits, Codec, Elsewhere};
use crate::record::{ByteSplice, Computed, Condition, Matching, Refusal, Role, Target, Value};

crate::record_table! {
    /// Something placed on the map. Monsters and items appear only as far as the placement counts say.
    pub OBJECT: Object, ObjectField = "marathon.object", "Object", 16 bytes, "marathon.md 1.3",
        matching(Matching::Alignment),
        overlays(&[
            AsMonster::OVERLAY, AsScenery::OVERLAY, AsItem::OVERLAY, AsPlayer::OVERLAY, AsGoal::OVERLAY,
            AsSoundSource::OVERLAY,
        ]);
    /// What it is.
    group @ 0: I16, choice(&GROUPS);
    /// Which of its group.
    index @ 2: I16;
    /// Where it looks: 0 east, growing clockwise. Numbers outside 0 to 511 are kept as they are.
    facing @ 4: I16, angle(512), role(Role::Heading);
    /// The polygon it stands in.
    polygon @ 6: I16, link(Target::Row("polygons")), group("Position");
    /// East.
    x @ 8: I16, unit(WU), role(Role::X), group("Position");
    /// South.
    y @ 10: I16, unit(WU), role(Role::Y), group("Position");
    /// Height over the floor, or below the ceiling if it hangs from there; of a floating sound source over
    /// the liquid. Unused in Marathon 1.
    z @ 12: I16, unit(WU), role(Role::Z), group("Position");
    /// What is special about it. Unused in Marathon 1.
    flags @ 14: Bits<U16, 0, 12>, flags(&OBJECT_FLAGS);
    /// What a monster goes for when it is activated.
    activation_bias @ 14: Bits<U16, 12, 4>, choice(&ACTIVATION_BIASES);
}

crate::overlay! {
    /// Of monsters.
    pub AsMonster "monster" over [Object::FIELDS], when Condition::Is("group", 0);
    /// Which monster.
    index @ 2: I16, choice(&MONSTERS), label("Monster");
}

crate::overlay! {
    /// Of scenery.
    pub AsScenery "scenery" over [Object::FIELDS], when Condition::Is("group", 1);
    /// Which piece of scenery.
    index @ 2: I16, choice(&SCENERY), label("Scenery");
}

crate::overlay! {
    /// Of items.
    pub AsItem "item" over [Object::FIELDS], when Condition::Is("group", 2);
    /// Which item.
    index @ 2: I16, choice(&ITEMS), label("Item");
}

crate::overlay! {
    /// Of players.
    pub AsPlayer "player" over [Object::FIELDS], when Condition::Is("group", 3);
    /// The team that starts here.
    index @ 2: I16, choice(&PLAYER_COLOURS), label("Team");
}

crate::overlay! {
    /// Of goals.
    pub AsGoal "goal" over [Object::FIELDS], when Condition::Is("group", 4);
    /// The goal's number, which terminals' checkpoints name.
    index @ 2: I16, role(Role::Id), label("Goal number");
}

crate::overlay! {
    /// Of sound sources.
    pub AsSoundSource "sound source" over [Object::FIELDS], when Condition::Is("group", 5);
    /// Which ambient sound.
    index @ 2: I16, choice(&AMBIENT_SOUNDS), label("Sound");
    /// Volume, 0 to 256; or, if negative, minus the light whose intensity gives the volume.
    facing @ 4: I16, label("Volume");
    /// The light whose intensity gives the volume, stored as minus its index in the volume; light 0 cannot.
    volume_light @ 4: Elsewhere, computed(VOLUME_LIGHT), link_none(Target::Row("lights"), &[0]);
    /// What is special about it.
    flags @ 14: Bits<U16, 0, 12>, flags(&SOUND_SOURCE_FLAGS);
}

/// A light index as the volume stores it (`marathon.md` 1.2).
const VOLUME_LIGHT: Computed = Computed { get: volume_light, set: set_volume_light };

const FACING_AT: usize = 4;

fn stored_volume(bytes: &[u8]) -> Option<i16> {
    I16::take(bytes, FACING_AT)
}

fn volume_light(bytes: &[u8]) -> Option<Value> {
    // A volume of 0 or more names no light.
    Some(Value::Int(i128::from(stored_volume(bytes)?.min(0)).abs()))
}

fn set_volume_light(_: &[u8], value: &Value) -> Result<Vec<ByteSplice>, Refusal> {
    let field = "volume_light".to_owned();
    let Some(light) = value.as_int() else {
        return Err(Refusal::WrongSort { field, expected: "a light".to_owned(), got: value.sort().to_owned() });
    };
    // No light leaves a volume of 0.
    match i16::try_from(-light) {
        Ok(stored) if stored <= 0 => {
            Ok(vec![ByteSplice { at: FACING_AT, old_len: 2, new: stored.to_be_bytes().to_vec() }])
        }
        _ => Err(Refusal::OutOfRange { field, value: light.to_string(), min: 0, max: 1 << 15 }),
    }
}
