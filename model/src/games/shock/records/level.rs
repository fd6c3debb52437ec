//! What belongs to a level as a whole (`systemshock.md` 3.1-3.11).

use super::keys::{OBJECT_OR_NONE, V12, text};
use super::names::*;
use crate::games::shock::strings::word;
use crate::record::codec::le::*;
use crate::record::codec::{Array, Bits, Raw};
use crate::record::{Condition, Target, Unit};

/// Why the numbers that say how the rest is stored cannot be set.
const GIVEN: &str = "it says how the rest of the level is stored";

crate::record_table! {
    /// A number that says how the level is stored.
    pub VERSION: Version, VersionField = "shock.version", "Version", 4 bytes, "systemshock.md 3.1";
    /// Of the map 11 or 12, of the objects 27; of the save 13 or 11, which nobody reads.
    version @ 0: I32, fixed(GIVEN);
}
crate::record_table! {
    /// A byte that nobody reads; once it said that lights flicker.
    pub FLICKERING: Flickering, FlickeringField = "shock.flickering", "Flickering lights", 1 bytes,
        "systemshock.md 3.1";
    /// Unused.
    flickering @ 0: U8;
}
crate::record_table! {
    /// Size, heights and kind of the level.
    pub INFO: Info, InfoField = "shock.info", "Level", 58 bytes, "systemshock.md 3.3";
    /// Tiles from west to east: always 64.
    size_x @ 0: I32, fixed(GIVEN), group("Size");
    /// Tiles from south to north: always 64.
    size_y @ 4: I32, fixed(GIVEN), group("Size");
    /// The size as a power of two: always 6.
    shift_x @ 8: I32, fixed(GIVEN), group("Size");
    /// The size as a power of two: always 6.
    shift_y @ 12: I32, fixed(GIVEN), group("Size");
    /// A tile height unit is one tile halved so many times.
    height_shift @ 16: I32, limits(0, 7);
    /// The engine's pointer.
    pointer @ 20: Raw<4>, group("Engine");
    /// Whether it is cyberspace. Levels 10 and from 14 on are whatever stands here.
    cyberspace @ 24: U8, yes_no(), fixed("objects and tiles mean something else there");
    /// Unused.
    scales @ 25: Array<I32, 3>, group("Engine");
    /// How many events the schedule can hold.
    schedule_capacity @ 37: I32, group("Schedule");
    /// How many events wait in the schedule.
    schedule_count @ 41: I32, fixed("it counts the events: add and remove them"), group("Schedule");
    /// Size of an event.
    schedule_size @ 45: I32, fixed(GIVEN), group("Schedule");
    /// Whether the schedule may grow.
    schedule_grows @ 49: U8, yes_no(), group("Schedule");
    /// The engine's pointers.
    schedule_pointers @ 50: Raw<8>, group("Engine");
}
crate::record_table! {
    /// Something that will happen (`systemshock.md` 3.5).
    pub EVENT: Event, EventField = "shock.event", "Event", 8 bytes, "systemshock.md 3.5",
        overlays(&[
            GrenadeEvent::OVERLAY, DoorEvent::OVERLAY, TrapEvent::OVERLAY, ExposureEvent::OVERLAY,
            HeightEvent::OVERLAY, EmailEvent::OVERLAY,
        ]);
    /// When, in stamps of 16 game ticks. They wrap around.
    time @ 0: U16, unit(Unit { name: "s", divisor: 17.5 });
    /// What.
    kind @ 2: U16, choice(&EVENTS);
    /// What more there is to it.
    data @ 4: Raw<4>;
}
crate::overlay! {
    /// A grenade goes off.
    pub GrenadeEvent "grenade" over [Event::FIELDS], when Condition::Is("kind", 1);
    /// Which.
    object @ 4: I16, link_none(Target::Row("objects"), &[0]);
    /// Tells it from an earlier one with the same number.
    unique_id @ 6: U8;
    /// Kept as it is.
    data_rest @ 7: U8, label("Rest");
}
crate::overlay! {
    /// A door closes, or plastique goes off.
    pub DoorEvent "door" over [Event::FIELDS], when Condition::Is("kind", 3);
    /// Which.
    object @ 4: I16, link_none(Target::Row("objects"), &[0]);
    /// Only the event with the door's code counts.
    secret_code @ 6: U16;
}
crate::overlay! {
    /// Something is used, and what asked for it does its action once more.
    pub TrapEvent "trap" over [Event::FIELDS], when Condition::Is("kind", 4);
    /// What is used.
    object @ 4: I16, link_none(Target::Row("objects"), &[0]);
    /// What does its action then; -1 for nothing.
    source @ 6: I16, link_none(Target::Row("objects"), &[0, -1]);
}
crate::overlay! {
    /// Half of the exposure is done.
    pub ExposureEvent "exposure" over [Event::FIELDS], when Condition::Is("kind", 5);
    /// How much.
    damage @ 4: I8;
    /// Of what.
    damage_type @ 5: U8;
    /// After how many stamps again.
    stamps @ 6: U8;
    /// Unused.
    exposure_count @ 7: U8;
}
crate::overlay! {
    /// A floor or ceiling moves one step.
    pub HeightEvent "height" over [Event::FIELDS], when Condition::In("kind", &[6, 7]);
    /// Which semaphore.
    semaphore @ 4: I8, link_none(Target::Row("semaphores"), &[-1]);
    /// Its key.
    semaphore_key @ 5: I8;
    /// Steps left; negative ones go down.
    steps_left @ 6: I8;
    /// Which sound.
    sound @ 7: U8;
}
crate::overlay! {
    /// An e-mail comes.
    pub EmailEvent "e-mail" over [Event::FIELDS], when Condition::Is("kind", 10);
    /// Which.
    email @ 4: I16, kind(text(word::EMAIL)), label("E-mail");
    /// Kept as it is.
    data_rest @ 6: U16, label("Rest");
}
crate::record_table! {
    /// A texture of the level.
    pub TEXTURE: Texture, TextureField = "shock.texture", "Texture", 2 bytes, "systemshock.md 3.6";
    /// Its number among the game's textures.
    texture @ 0: I16, link(Target::Outside(word::TEXTURE));
}
crate::record_table! {
    /// A group of textures that are shown one after the other. The first is unused.
    pub TEXTURE_ANIMATION: TextureAnimation, TextureAnimationField = "shock.texture_animation",
        "Texture animation", 7 bytes, "systemshock.md 3.7", sizes(&[(V12, 8)]);
    /// How long each is shown.
    speed @ 0: I16, unit(Unit { name: "s", divisor: 280.0 });
    /// What is left of that.
    remainder @ 2: I16, unit(Unit { name: "s", divisor: 280.0 });
    /// Which is shown.
    frame @ 4: I8;
    /// How many there are.
    frames @ 5: I8;
    /// How they run.
    flags @ 6: U8, flags(&LOOP_FLAGS);
}
crate::record_table! {
    /// The object that is the eye of a screen.
    pub CAMERA: CameraObject, CameraObjectField = "shock.camera", "Camera", 2 bytes, "systemshock.md 3.8";
    /// Which.
    object @ 0: I16, kind(OBJECT_OR_NONE);
}
crate::record_table! {
    /// The object whose destruction turns a camera's picture to static.
    pub CAMERA_DEATH: CameraDeath, CameraDeathField = "shock.camera_death", "Camera's death watch", 2 bytes,
        "systemshock.md 3.8";
    /// Which.
    object @ 0: I16, kind(OBJECT_OR_NONE);
}

crate::record_table! {
    /// Hazards of the level, and what its maps show (`systemshock.md` 3.9).
    pub LEVEL_VARIABLES: LevelVariables, LevelVariablesField = "shock.level_variables", "Level variables", 94 bytes,
        "systemshock.md 3.9", sizes(&[(V12, 98)]);
    /// Size of this record.
    size @ 0: I16, fixed(GIVEN), group("Unused");
    /// Unused.
    mist @ 2: U8, group("Unused");
    /// Unused.
    gravity @ 3: U8, group("Unused");
    /// How strong the radiation is.
    radiation @ 4: U8, group("Hazards");
    /// How strong the biohazard is; or, with another gravity, its step in percent.
    biohazard @ 5: U8, label("Biohazard or gravity"), group("Hazards");
    /// Whether the biohazard bit of floors means another gravity.
    gravity_instead @ 6: U8, yes_no(), group("Hazards");
    /// Up to which height over the floor the biohazard reaches, in eighths of a tile.
    biohazard_height @ 7: U8, unit(Unit { name: "tiles", divisor: 8.0 }), group("Hazards");
    /// Up to which height over the floor the radiation reaches, in eighths of a tile.
    radiation_height @ 8: U8, unit(Unit { name: "tiles", divisor: 8.0 }), group("Hazards");
    /// The game time at which the player left the level.
    exit_time @ 9: U32, unit(Unit { name: "s", divisor: 280.0 }), moved(&[(V12, 10)]), group("State");
    /// Of the first map: whether the map is set up.
    map_1_init @ 13: U8, yes_no(), moved(&[(V12, 14)]), label("Map 1 set up"), group("Maps");
    /// Of the first map: how near it shows.
    map_1_zoom @ 14: U8, moved(&[(V12, 15)]), label("Map 1, zoom"), group("Maps");
    /// Of the first map: east of its middle.
    map_1_x @ 15: I32, moved(&[(V12, 16)]), label("Map 1, east"), group("Maps");
    /// Of the first map: north of its middle.
    map_1_y @ 19: I32, moved(&[(V12, 20)]), label("Map 1, north"), group("Maps");
    /// Of the first map: how wide it is.
    map_1_width @ 23: U16, moved(&[(V12, 24)]), label("Map 1, width"), group("Maps");
    /// Of the first map: how high it is.
    map_1_height @ 25: U16, moved(&[(V12, 26)]), label("Map 1, height"), group("Maps");
    /// Of the first map: the object that it follows.
    map_1_follows @ 27: U16, link_none(Target::Row("objects"), &[0]), moved(&[(V12, 28)]), label("Map 1, follows"), group("Maps");
    /// Of the first map: the object whose surroundings it senses.
    map_1_sensor @ 29: U16, link_none(Target::Row("objects"), &[0]), moved(&[(V12, 30)]), label("Map 1, sensor"), group("Maps");
    /// Of the first map: the note that is shown.
    map_1_note @ 31: U16, link_none(Target::Row("objects"), &[0]), moved(&[(V12, 32)]), label("Map 1, note"), group("Maps");
    /// Of the first map: what it shows.
    map_1_flags @ 33: U16, moved(&[(V12, 34)]), label("Map 1, flags"), group("Maps");
    /// Of the first map: what it can show.
    map_1_available @ 35: U16, moved(&[(V12, 36)]), label("Map 1, available"), group("Maps");
    /// Of the first map: version of the hardware.
    map_1_version @ 37: U8, moved(&[(V12, 38)]), label("Map 1, version"), group("Maps");
    /// Of the first map: how far its sensors reach.
    sensor_radius_1 @ 38: U16, moved(&[(V12, 40)]), label("Map 1, sensor radius"), group("Maps");
    /// Of the second map: whether the map is set up.
    map_2_init @ 40: U8, yes_no(), moved(&[(V12, 42)]), label("Map 2 set up"), group("Maps");
    /// Of the second map: how near it shows.
    map_2_zoom @ 41: U8, moved(&[(V12, 43)]), label("Map 2, zoom"), group("Maps");
    /// Of the second map: east of its middle.
    map_2_x @ 42: I32, moved(&[(V12, 44)]), label("Map 2, east"), group("Maps");
    /// Of the second map: north of its middle.
    map_2_y @ 46: I32, moved(&[(V12, 48)]), label("Map 2, north"), group("Maps");
    /// Of the second map: how wide it is.
    map_2_width @ 50: U16, moved(&[(V12, 52)]), label("Map 2, width"), group("Maps");
    /// Of the second map: how high it is.
    map_2_height @ 52: U16, moved(&[(V12, 54)]), label("Map 2, height"), group("Maps");
    /// Of the second map: the object that it follows.
    map_2_follows @ 54: U16, link_none(Target::Row("objects"), &[0]), moved(&[(V12, 56)]), label("Map 2, follows"), group("Maps");
    /// Of the second map: the object whose surroundings it senses.
    map_2_sensor @ 56: U16, link_none(Target::Row("objects"), &[0]), moved(&[(V12, 58)]), label("Map 2, sensor"), group("Maps");
    /// Of the second map: the note that is shown.
    map_2_note @ 58: U16, link_none(Target::Row("objects"), &[0]), moved(&[(V12, 60)]), label("Map 2, note"), group("Maps");
    /// Of the second map: what it shows.
    map_2_flags @ 60: U16, moved(&[(V12, 62)]), label("Map 2, flags"), group("Maps");
    /// Of the second map: what it can show.
    map_2_available @ 62: U16, moved(&[(V12, 64)]), label("Map 2, available"), group("Maps");
    /// Of the second map: version of the hardware.
    map_2_version @ 64: U8, moved(&[(V12, 66)]), label("Map 2, version"), group("Maps");
    /// Of the second map: how far its sensors reach.
    sensor_radius_2 @ 65: U16, moved(&[(V12, 68)]), label("Map 2, sensor radius"), group("Maps");
    /// Of the third map: whether the map is set up.
    map_3_init @ 67: U8, yes_no(), moved(&[(V12, 70)]), label("Map 3 set up"), group("Maps");
    /// Of the third map: how near it shows.
    map_3_zoom @ 68: U8, moved(&[(V12, 71)]), label("Map 3, zoom"), group("Maps");
    /// Of the third map: east of its middle.
    map_3_x @ 69: I32, moved(&[(V12, 72)]), label("Map 3, east"), group("Maps");
    /// Of the third map: north of its middle.
    map_3_y @ 73: I32, moved(&[(V12, 76)]), label("Map 3, north"), group("Maps");
    /// Of the third map: how wide it is.
    map_3_width @ 77: U16, moved(&[(V12, 80)]), label("Map 3, width"), group("Maps");
    /// Of the third map: how high it is.
    map_3_height @ 79: U16, moved(&[(V12, 82)]), label("Map 3, height"), group("Maps");
    /// Of the third map: the object that it follows.
    map_3_follows @ 81: U16, link_none(Target::Row("objects"), &[0]), moved(&[(V12, 84)]), label("Map 3, follows"), group("Maps");
    /// Of the third map: the object whose surroundings it senses.
    map_3_sensor @ 83: U16, link_none(Target::Row("objects"), &[0]), moved(&[(V12, 86)]), label("Map 3, sensor"), group("Maps");
    /// Of the third map: the note that is shown.
    map_3_note @ 85: U16, link_none(Target::Row("objects"), &[0]), moved(&[(V12, 88)]), label("Map 3, note"), group("Maps");
    /// Of the third map: what it shows.
    map_3_flags @ 87: U16, moved(&[(V12, 90)]), label("Map 3, flags"), group("Maps");
    /// Of the third map: what it can show.
    map_3_available @ 89: U16, moved(&[(V12, 92)]), label("Map 3, available"), group("Maps");
    /// Of the third map: version of the hardware.
    map_3_version @ 91: U8, moved(&[(V12, 94)]), label("Map 3, version"), group("Maps");
    /// Of the third map: how far its sensors reach.
    sensor_radius_3 @ 92: U16, moved(&[(V12, 96)]), label("Map 3, sensor radius"), group("Maps");
}
crate::record_table! {
    /// The texts of all notes on the map, one behind the other, each ended by 0.
    pub NOTE_TEXTS: NoteTexts, NoteTextsField = "shock.note_texts", "Texts of map notes", 2048 bytes,
        "systemshock.md 3.8";
    /// The texts.
    texts @ 0: Raw<2048>, fixed("the notes hold places in it: set the text of a note");
}
crate::record_table! {
    /// Where the texts of the notes end.
    pub NOTE_END: NoteEnd, NoteEndField = "shock.note_end", "End of map notes", 4 bytes, "systemshock.md 3.8";
    /// The first free byte.
    end @ 0: I32, fixed("it follows the texts: set the text of a note");
}
crate::record_table! {
    /// State of the player's body. Nobody reads it.
    pub PHYSICS: Physics, PhysicsField = "shock.physics", "Physics state", 48 bytes, "systemshock.md 3.1";
    /// Twelve numbers with 16 bits behind the point.
    state @ 0: Array<I32, 12>;
}
crate::record_table! {
    /// A way that a critter looked for.
    pub PATH: Path, PathField = "shock.path", "Path", 28 bytes, "systemshock.md 3.8";
    /// Column where it begins.
    source_x @ 0: I16;
    /// Row where it begins.
    source_y @ 2: I16;
    /// Column where it ends.
    destination_x @ 4: I16;
    /// Row where it ends.
    destination_y @ 6: I16;
    /// Height where it ends.
    destination_z @ 8: U8;
    /// Height where it begins.
    source_z @ 9: U8;
    /// How many steps; -1 while it waits to be found, -2 while it waits in front of others.
    steps @ 10: I8;
    /// The step it is at.
    step @ 11: I8;
    /// The steps, two bits each, the last first: 0 north, 1 east, 2 south, 3 west.
    moves @ 12: Raw<16>;
}
crate::record_table! {
    /// Which paths are in use.
    pub USED_PATHS: UsedPaths, UsedPathsField = "shock.used_paths", "Used paths", 2 bytes, "systemshock.md 3.8";
    /// A bit for each of the sixteen.
    used @ 0: U16;
}
crate::record_table! {
    /// An animation that runs (`systemshock.md` 3.10).
    pub ANIMATION: Animation, AnimationField = "shock.animation", "Animation", 15 bytes, "systemshock.md 3.10",
        sizes(&[(V12, 20)]);
    /// What is animated.
    object @ 0: U16, link_none(Target::Row("objects"), &[0]);
    /// How it runs.
    flags @ 2: U8, flags(&ANIMATION_FLAGS);
    /// When it calls back.
    callback_moment @ 3: U16, choice(&CALLBACK_MOMENTS), moved(&[(V12, 4)]);
    /// What it calls back.
    callback @ 5: U32, choice(&CALLBACKS), moved(&[(V12, 8)]);
    /// What the callback is given.
    user_data @ 9: U32, moved(&[(V12, 12)]);
    /// Game ticks a picture.
    speed @ 13: U16, moved(&[(V12, 16)]);
}
crate::record_table! {
    /// How many animations run. With 0 the engine finds them itself.
    pub ANIMATION_COUNT: AnimationCount, AnimationCountField = "shock.animation_count", "Number of animations", 2 bytes,
        "systemshock.md 3.10";
    /// How many.
    count @ 0: U16, limits(0, 64);
}
crate::record_table! {
    /// A floor or ceiling that moves (`systemshock.md` 3.11).
    pub SEMAPHORE: Semaphore, SemaphoreField = "shock.semaphore", "Moving floor", 4 bytes, "systemshock.md 3.11";
    /// Column of the tile.
    x @ 0: U8;
    /// Row of the tile.
    y @ 1: U8;
    /// Whether it is the floor, not the ceiling.
    floor @ 2: Bits<U8, 0, 1>, yes_no();
    /// Tells it from an earlier one.
    key @ 2: Bits<U8, 1, 7>;
    /// Whether it is in use.
    state @ 3: U8, choice(&SEMAPHORE_STATES);
}
