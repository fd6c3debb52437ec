//! Action 19: the sixteen hacks (`systemshock.md` 6.5).

use super::keys::{KEY_32, OBJECT, OBJECT_KEY_32};
use super::names::*;
use super::trap::Trap;
use crate::record::codec::le::*;
use crate::record::{Condition, Overlay};

/// All that have parameters.
const HACKS_WITH_PARAMETERS: &[Overlay] = &[
    RepulsorHack::OVERLAY,
    DigitHack::OVERLAY,
    ParameterHack::OVERLAY,
    FrameHack::OVERLAY,
    DoorHack::OVERLAY,
    TurnHack::OVERLAY,
    RemoveHack::OVERLAY,
    ConditionHack::OVERLAY,
    AnalyserHack::OVERLAY,
    RadiationHack::OVERLAY,
    FacingHack::OVERLAY,
    PanelHack::OVERLAY,
    CrittersHack::OVERLAY,
];

/// Something that only the original levels needed.
#[derive(Clone, Copy, Debug)]
pub struct Hack;

impl Hack {
    /// Which hack.
    pub const FIELDS: &'static [crate::record::Field] = WhichHack::FIELDS;
    /// The overlay, with one for each hack.
    pub const OVERLAY: Overlay = Overlay { overlays: HACKS_WITH_PARAMETERS, ..WhichHack::OVERLAY };
}

crate::overlay! {
    /// Something that only the original levels needed.
    pub WhichHack "hack" over [Trap::FIELDS], when Condition::Is("action", 19);
    /// Which.
    hack @ 12: U32, choice(&HACKS), group("Action");
}
crate::overlay! {
    /// Switches a repulsor with its floor, ceiling and lights.
    pub RepulsorHack "repulsor" over [Trap::FIELDS, Hack::FIELDS], when Condition::Is("p1", 1);
    /// Which repulsor.
    hack_object @ 16: U32, kind(OBJECT_KEY_32), group("Action"), label("Repulsor");
    /// Texture while it goes down.
    down_texture @ 20: U8, group("Action");
    /// Texture while it goes up.
    up_texture @ 21: U8, group("Action");
    /// Kept as it is.
    hack_rest @ 22: U16, group("Action"), label("Rest");
    /// What it is switched to.
    repulsor_state @ 24: U32, choice(&REPULSOR_STATES), group("Action"), label("State");
}
crate::overlay! {
    /// Shows a digit of the reactor's code, which variables 31 and 32 hold.
    pub DigitHack "reactor digit" over [Trap::FIELDS, Hack::FIELDS], when Condition::Is("p1", 2);
    /// On which screen.
    hack_object @ 16: U32, kind(OBJECT_KEY_32), group("Action"), label("Screen");
    /// Which digit.
    digit @ 20: U32, group("Action");
}
crate::overlay! {
    /// The low half of a parameter of a fixture becomes what a variable holds.
    pub ParameterHack "fixture parameter" over [Trap::FIELDS, Hack::FIELDS], when Condition::Is("p1", 3);
    /// Which fixture.
    hack_object @ 16: U32, kind(OBJECT_KEY_32), group("Action"), label("Fixture");
    /// Which of its parameters.
    parameter @ 20: U32, group("Action");
    /// Which variable.
    from_variable @ 24: U32, kind(KEY_32), group("Action"), label("Variable");
}
crate::overlay! {
    /// An object shows another picture.
    pub FrameHack "frame" over [Trap::FIELDS, Hack::FIELDS], when Condition::Is("p1", 4);
    /// Which object.
    hack_object @ 16: U32, kind(OBJECT_KEY_32), group("Action"), label("Object");
    /// Which picture.
    new_frame @ 20: U32, group("Action"), label("Frame");
}
crate::overlay! {
    /// Moves a door.
    pub DoorHack "door" over [Trap::FIELDS, Hack::FIELDS], when Condition::Is("p1", 5);
    /// Which door.
    hack_object @ 16: U32, kind(OBJECT_KEY_32), group("Action"), label("Door");
    /// How.
    door_state @ 20: U32, choice(&DOOR_STATES), group("Action"), label("State");
}
crate::overlay! {
    /// Turns an object one step. Equal limits stop the original game.
    pub TurnHack "turn" over [Trap::FIELDS, Hack::FIELDS], when Condition::Is("p1", 7);
    /// Which object.
    hack_object @ 16: U32, kind(OBJECT_KEY_32), group("Action"), label("Object");
    /// How far, 256 for a full turn; 0 for 16.
    turn_amount @ 20: U8, group("Action"), label("Amount");
    /// What happens at a limit.
    turn_mode @ 21: U8, choice(&TURN_MODES), group("Action"), label("Mode");
    /// Which way.
    turn_direction @ 22: U8, group("Action"), label("Direction");
    /// About which axis.
    turn_axis @ 23: U8, choice(&TURN_AXES), group("Action"), label("Axis");
    /// The high limit; 0 for 255.
    high_limit @ 24: U8, group("Action");
    /// The low limit.
    low_limit @ 25: U8, group("Action");
    /// Kept as it is.
    hack_rest @ 26: U16, group("Action"), label("Rest");
}
crate::overlay! {
    /// Removes critters near by; a hundred at most.
    pub RemoveHack "remove critters" over [Trap::FIELDS, Hack::FIELDS], when Condition::Is("p1", 8);
    /// Their type.
    removed_type @ 16: U8, group("Action"), label("Type");
    /// Their subclass.
    removed_subclass @ 17: U8, group("Action"), label("Subclass");
    /// Their class.
    removed_class @ 18: U8, choice(&CLASSES), group("Action"), label("Class");
    /// Kept as it is.
    hack_rest @ 19: U8, group("Action"), label("Rest");
    /// Within how many tiles.
    within @ 20: U32, group("Action");
}
crate::overlay! {
    /// Gives a trap or fixture another condition.
    pub ConditionHack "condition" over [Trap::FIELDS, Hack::FIELDS], when Condition::Is("p1", 10);
    /// Which.
    hack_object @ 16: U32, kind(OBJECT_KEY_32), group("Action"), label("Object");
    /// The condition, as a number.
    new_condition @ 20: U32, group("Action");
}
crate::overlay! {
    /// Shows a page of the analyser.
    pub AnalyserHack "analyser page" over [Trap::FIELDS, Hack::FIELDS], when Condition::Is("p1", 11);
    /// Which page.
    page @ 16: U32, group("Action");
}
crate::overlay! {
    /// Makes an area radioactive, or not.
    pub RadiationHack "radiation" over [Trap::FIELDS, Hack::FIELDS], when Condition::Is("p1", 12);
    /// The corner of the area; the other is the trap itself.
    hack_object @ 16: U32, kind(OBJECT_KEY_32), group("Action"), label("Corner");
    /// By which object: closed where its picture is 0.
    shutter @ 20: U16, kind(OBJECT), group("Action");
    /// The other way round.
    inverted @ 22: U16, yes_no(), group("Action");
}
crate::overlay! {
    /// Uses an object if the player looks one way, within 45 degrees.
    pub FacingHack "use if facing" over [Trap::FIELDS, Hack::FIELDS], when Condition::Is("p1", 13);
    /// Which way.
    facing @ 16: U32, group("Action");
    /// Which object.
    hack_object @ 20: U32, kind(OBJECT_KEY_32), group("Action"), label("Object");
}
crate::overlay! {
    /// Closes a panel.
    pub PanelHack "close panel" over [Trap::FIELDS, Hack::FIELDS], when Condition::Is("p1", 14);
    /// Which.
    hack_object @ 16: U32, kind(OBJECT_KEY_32), group("Action"), label("Panel");
}
crate::overlay! {
    /// All critters of a type become another.
    pub CrittersHack "change critters" over [Trap::FIELDS, Hack::FIELDS], when Condition::Is("p1", 16);
    /// Their type.
    changed_type @ 16: U8, group("Action"), label("Type");
    /// Their subclass.
    changed_subclass @ 17: U8, group("Action"), label("Subclass");
    /// Their class.
    changed_class @ 18: U8, choice(&CLASSES), group("Action"), label("Class");
    /// Kept as it is.
    hack_rest @ 19: U8, group("Action"), label("Rest");
    /// What they become; above 15 they are destroyed.
    becomes_type @ 20: U32, group("Action"), label("New type");
}
