//! The 24 actions of traps and fixtures and their parameters (`systemshock.md` 6.5). Both kinds of records have action
//! and parameters at the same offsets.

use super::hack::Hack;
use super::keys::{
    ANY_MESSAGE_KEY_32, KEY, KEY_32, LEVEL, MESSAGE, MESSAGE_KEY_32, OBJECT, OBJECT_KEY, OBJECT_KEY_32, VARIABLE_32,
    text,
};
use super::names::*;
use super::trap::Trap;
use crate::games::shock::strings::word;
use crate::record::codec::Bits;
use crate::record::codec::le::*;
use crate::record::{Condition, Overlay, Unit};

/// All of them.
pub(super) const ACTION_OVERLAYS: &[Overlay] = &[
    Transport::OVERLAY,
    Vitals::OVERLAY,
    CloneMove::OVERLAY,
    SetVariable::OVERLAY,
    UseFour::OVERLAY,
    Light::OVERLAY,
    Effect::OVERLAY,
    TileHeight::OVERLAY,
    TileShape::OVERLAY,
    Timer::OVERLAY,
    Cycle::OVERLAY,
    Destroy::OVERLAY,
    Email::OVERLAY,
    Expose::OVERLAY,
    SetParameters::OVERLAY,
    Screen::OVERLAY,
    Hack::OVERLAY,
    Textures::OVERLAY,
    Critters::OVERLAY,
    Message::OVERLAY,
    Spawn::OVERLAY,
    ChangeType::OVERLAY,
];

const TENTHS: Unit = Unit { name: "s", divisor: 10.0 };
const TICKS: Unit = Unit { name: "s", divisor: 280.0 };
/// Steps of 256 ticks.
const EMAIL_STEPS: Unit = Unit { name: "s", divisor: 1.09375 };
const SECONDS: Unit = Unit { name: "s", divisor: 1.0 };

crate::overlay! {
    /// Puts the player somewhere else.
    pub Transport "transport player" over [Trap::FIELDS], when Condition::Is("action", 1);
    /// Column of the tile; 4000 hex and more leaves it.
    to_x @ 12: U32, kind(KEY_32), group("Action");
    /// Row of the tile; 4000 hex and more leaves it.
    to_y @ 16: U32, kind(KEY_32), group("Action");
    /// Height in object units; 4000 hex and more leaves it.
    to_z @ 20: U32, kind(KEY_32), group("Action");
    /// The level; 1000 hex and more stays on this one.
    to_level @ 24: U32, kind(LEVEL), group("Action");
}
crate::overlay! {
    /// Hurts or heals the player.
    pub Vitals "change vitals" over [Trap::FIELDS], when Condition::Is("action", 2);
    /// Kind of damage; 0 for none. The game does not look at an amount here.
    damage_type @ 12: U32, kind(KEY_32), group("Action");
    /// Health.
    health @ 16: U16, kind(KEY), group("Action");
    /// Whether it heals, up to 255; else it is damage.
    heals @ 18: Bits<U8, 0, 1>, yes_no(), group("Action");
    /// Kept as it is.
    health_rest @ 18: Bits<U8, 1, 7>, group("Action"), label("Rest");
    /// Kind of the damage.
    health_type @ 19: U8, group("Action");
    /// Energy.
    energy @ 20: U16, kind(KEY), group("Action");
    /// Whether it is added; else it is taken.
    energy_added @ 22: Bits<U16, 0, 1>, yes_no(), group("Action");
    /// Kept as it is.
    energy_rest @ 22: Bits<U16, 1, 15>, group("Action"), label("Rest");
    /// Fatigue.
    fatigue @ 24: U16, kind(KEY), group("Action");
    /// Whether it is taken; else it is added.
    fatigue_taken @ 26: Bits<U16, 0, 1>, yes_no(), group("Action");
    /// Kept as it is.
    fatigue_rest @ 26: Bits<U16, 1, 15>, group("Action"), label("Rest");
}
crate::overlay! {
    /// Moves an object, or makes a copy of it.
    pub CloneMove "clone or move" over [Trap::FIELDS], when Condition::Is("action", 3);
    /// Which object.
    object @ 12: U16, kind(OBJECT_KEY), group("Action");
    /// 0: a copy is made. An integer variable: a copy is made and its number goes there. Anything else: the object itself
    /// is moved.
    copy_kept_in @ 14: U16, kind(KEY), group("Action");
    /// Column of the tile; 4000 hex and more leaves it.
    to_x @ 16: U32, kind(KEY_32), group("Action");
    /// Row of the tile; 4000 hex and more leaves it.
    to_y @ 20: U32, kind(KEY_32), group("Action");
    /// Height in object units; 4000 hex and more leaves it.
    to_z @ 24: U32, kind(KEY_32), group("Action");
}
crate::overlay! {
    /// Changes a variable.
    pub SetVariable "set variable" over [Trap::FIELDS], when Condition::Is("action", 4),
        nested [Calculate::OVERLAY];
    /// Which; without a high bit a boolean.
    variable @ 12: U32, kind(VARIABLE_32), group("Action");
    /// What becomes of a boolean; other numbers toggle it.
    new_state @ 16: U16, choice(&STATES), group("Action");
    /// Kept as it is.
    state_rest @ 18: U16, group("Action"), label("Rest");
    /// Trap message where the result is not 0.
    message_on @ 20: U32, kind(MESSAGE_KEY_32), group("Action");
    /// Trap message where the result is 0.
    message_off @ 24: U32, kind(MESSAGE_KEY_32), group("Action");
}
crate::overlay! {
    /// An integer variable is calculated.
    pub Calculate "calculate" over [Trap::FIELDS, SetVariable::FIELDS], when Condition::Bit("p1", 12);
    /// With what. Numbers from 1000 hex on are variables.
    operand @ 16: U16, kind(KEY), group("Action");
    /// How.
    calculation @ 18: U16, choice(&STEPS), group("Action");
}
crate::overlay! {
    /// Uses up to four objects, each after a delay. Delays of 23.5 s and more wrap around.
    pub UseFour "use four" over [Trap::FIELDS], when Condition::Is("action", 6);
    /// First object.
    object_1 @ 12: U16, kind(OBJECT_KEY), group("Action");
    /// When it is used.
    delay_1 @ 14: U16, unit(TENTHS), group("Action");
    /// Second object.
    object_2 @ 16: U16, kind(OBJECT_KEY), group("Action");
    /// When it is used.
    delay_2 @ 18: U16, unit(TENTHS), group("Action");
    /// Third object.
    object_3 @ 20: U16, kind(OBJECT_KEY), group("Action");
    /// When it is used.
    delay_3 @ 22: U16, unit(TENTHS), group("Action");
    /// Fourth object.
    object_4 @ 24: U16, kind(OBJECT_KEY), group("Action");
    /// When it is used.
    delay_4 @ 26: U16, unit(TENTHS), group("Action");
}
crate::overlay! {
    /// Changes the light of an area.
    pub Light "light" over [Trap::FIELDS], when Condition::Is("action", 7),
        nested [LightPlain::OVERLAY, LightRadial::OVERLAY];
    /// One corner of the area.
    corner_1 @ 12: U16, kind(OBJECT_KEY), group("Action");
    /// The other corner.
    corner_2 @ 14: U16, kind(OBJECT_KEY), group("Action");
    /// 0 changes it at once, anything else in 8 steps of half a second together.
    transition @ 16: U16, group("Action");
    /// The step it is at.
    light_step @ 18: Bits<U16, 0, 12>, group("Action"), label("Step");
    /// Whether it is on: then it goes to off. It changes with each action.
    light_state @ 18: Bits<U16, 12, 1>, yes_no(), group("Action"), label("Is on");
    /// Kept as it is.
    light_rest @ 18: Bits<U16, 13, 3>, group("Action"), label("Rest");
    /// How it goes over the area.
    light_kind @ 20: U16, choice(&LIGHT_KINDS), group("Action");
    /// Only the ceiling.
    ceiling_only @ 22: Bits<U16, 0, 1>, yes_no(), group("Action");
    /// Floor and ceiling.
    both @ 22: Bits<U16, 1, 1>, yes_no(), group("Action"), label("Floor and ceiling");
    /// Kept as it is.
    light_kind_rest @ 22: Bits<U16, 2, 14>, group("Action"), label("Rest");
    /// Darkness at one end while off.
    off_a @ 24: U8, group("Action");
    /// Darkness at the other end while off.
    off_b @ 25: U8, group("Action");
    /// Darkness at one end while on.
    on_a @ 26: U8, group("Action");
    /// Darkness at the other end while on.
    on_b @ 27: U8, group("Action");
}
crate::overlay! {
    /// The same light everywhere.
    pub LightPlain "plain" over [Trap::FIELDS, Light::FIELDS], when Condition::Masked("p3", 0xFFFF, 0);
    /// Darkness while off.
    off @ 24: U8, group("Action");
    /// Darkness while on.
    on @ 25: U8, group("Action");
    /// Kept as it is.
    light_values_rest @ 26: U16, group("Action"), label("Rest");
}
crate::overlay! {
    /// Around the trap itself.
    pub LightRadial "radial" over [Trap::FIELDS, Light::FIELDS], when Condition::Masked("p3", 0xFFFF, 3);
    /// How far it reaches, in tiles.
    light_radius @ 12: U16, group("Action"), label("Radius");
    /// Kept as it is.
    light_radius_rest @ 14: U16, group("Action"), label("Rest");
}
crate::overlay! {
    /// A sound and an effect on the screen.
    pub Effect "effect" over [Trap::FIELDS], when Condition::Is("action", 8);
    /// Which sound.
    sound @ 12: U16, kind(KEY), group("Action");
    /// How often it is repeated.
    repeats @ 14: U16, group("Action");
    /// What the screen does.
    screen_effect @ 16: U16, choice(&SCREEN_EFFECTS), group("Action");
    /// Kept as it is.
    screen_rest @ 18: U16, group("Action"), label("Rest");
    /// What is laid over the screen.
    colour_effect @ 20: U32, choice(&COLOUR_EFFECTS), group("Action");
    /// For how long.
    duration @ 24: U32, unit(TICKS), group("Action");
}
crate::overlay! {
    /// Moves a floor and a ceiling, one height unit in 0.3 s.
    pub TileHeight "tile height" over [Trap::FIELDS], when Condition::Is("action", 9);
    /// Column of the tile.
    tile_x @ 12: U32, kind(KEY_32), group("Action");
    /// Row of the tile.
    tile_y @ 16: U32, kind(KEY_32), group("Action");
    /// New height of the floor in tile height units; 100 hex and more leaves it.
    new_floor @ 20: U16, kind(KEY), group("Action");
    /// New height of the ceiling in tile height units, counted from 0; 100 hex and more leaves it.
    new_ceiling @ 22: U16, kind(KEY), group("Action");
    /// Kept as it is.
    height_rest @ 24: U16, group("Action"), label("Rest");
    /// Whether it makes no sound.
    silent @ 26: U16, yes_no(), group("Action");
}
crate::overlay! {
    /// Gives a tile another shape.
    pub TileShape "tile shape" over [Trap::FIELDS], when Condition::Is("action", 10);
    /// Column of the tile.
    tile_x @ 12: U32, kind(KEY_32), group("Action");
    /// Row of the tile.
    tile_y @ 16: U32, kind(KEY_32), group("Action");
    /// New shape; 4000 hex and more leaves it.
    new_shape @ 20: U32, choice(&TILE_TYPES), group("Action");
    /// New height of the slope; 4000 hex and more leaves it.
    new_slope @ 24: U32, group("Action");
}
crate::overlay! {
    /// Uses something, again and again. Counting down works on fixtures only: a trap's counts down a parameter of a
    /// fixture instead, and never ends.
    pub Timer "timer" over [Trap::FIELDS], when Condition::Is("action", 11);
    /// What is used.
    object @ 12: U32, kind(OBJECT_KEY_32), group("Action");
    /// After what time.
    interval @ 16: U32, kind(KEY_32), unit(TENTHS), group("Action");
    /// How often: 0 stops, FFFF hex and more goes on for ever, above 1000 hex while that boolean variable is on.
    count @ 20: U32, group("Action");
    /// Up to how many sixteenth-ticks more, at random.
    random_stamps @ 24: U32, group("Action");
}
crate::overlay! {
    /// Uses one of three objects, in turn.
    pub Cycle "cycle" over [Trap::FIELDS], when Condition::Is("action", 12);
    /// First object.
    object_1 @ 12: U16, kind(OBJECT_KEY), group("Action");
    /// When it is used.
    delay_1 @ 14: U16, unit(TENTHS), group("Action");
    /// Second object.
    object_2 @ 16: U16, kind(OBJECT_KEY), group("Action");
    /// When it is used.
    delay_2 @ 18: U16, unit(TENTHS), group("Action");
    /// Third object; where this and its delay are 0 the cycle has two.
    object_3 @ 20: U16, kind(OBJECT_KEY), group("Action");
    /// When it is used.
    delay_3 @ 22: U16, unit(TENTHS), group("Action");
    /// Which is the next: 0, 1 or 2.
    cycle_position @ 24: U32, group("Action");
}
crate::overlay! {
    /// Destroys objects.
    pub Destroy "destroy" over [Trap::FIELDS], when Condition::Is("action", 13);
    /// First object.
    object_1 @ 12: U32, kind(OBJECT_KEY_32), group("Action");
    /// Second object.
    object_2 @ 16: U32, kind(OBJECT_KEY_32), group("Action");
    /// Third object.
    object_3 @ 20: U32, kind(OBJECT_KEY_32), group("Action");
    /// What is said: a trap message, 0 for none.
    message @ 24: U32, kind(MESSAGE), group("Action");
}
crate::overlay! {
    /// Sends an e-mail.
    pub Email "e-mail" over [Trap::FIELDS], when Condition::Is("action", 15);
    /// Which.
    email @ 12: U32, kind(text(word::EMAIL)), group("Action"), label("E-mail");
    /// After what time, in steps of 256 ticks.
    email_delay @ 16: U32, unit(EMAIL_STEPS), group("Action"), label("Delay");
}
crate::overlay! {
    /// Exposes the player to something.
    pub Expose "expose" over [Trap::FIELDS], when Condition::Is("action", 16);
    /// How much.
    amount @ 12: U16, kind(KEY), group("Action");
    /// Whether it is taken away.
    taken @ 14: Bits<U16, 0, 1>, yes_no(), group("Action");
    /// Kept as it is.
    amount_rest @ 14: Bits<U16, 1, 15>, group("Action"), label("Rest");
    /// To what.
    exposure @ 16: U32, choice(&EXPOSURES), group("Action");
    /// How many seconds it takes to wear off.
    decay @ 20: U32, unit(SECONDS), group("Action");
}
crate::overlay! {
    /// Sets parameters of objects. What the values mean depends on the object: big stuff takes cosmetic, data 1 and
    /// data 2, doors lock, message and colour, access and closing; of fixtures and traps the parameter with the first
    /// value's number becomes the second value. -1 leaves what was there, but for them.
    pub SetParameters "set parameters" over [Trap::FIELDS], when Condition::Is("action", 17);
    /// First object.
    object_1 @ 12: U16, kind(OBJECT_KEY), group("Action");
    /// Second object.
    object_2 @ 14: U16, kind(OBJECT_KEY), group("Action");
    /// First value.
    value_1 @ 16: I32, group("Action");
    /// Second value.
    value_2 @ 20: I32, group("Action");
    /// Third value.
    value_3 @ 24: I32, group("Action");
}
crate::overlay! {
    /// Shows something else on screens.
    pub Screen "screen" over [Trap::FIELDS], when Condition::Is("action", 18), nested [ScreenUses::OVERLAY];
    /// First screen.
    object_1 @ 12: U16, kind(OBJECT_KEY), group("Action");
    /// Second screen.
    object_2 @ 14: U16, kind(OBJECT_KEY), group("Action");
    /// First picture of what is shown once.
    first_picture @ 16: Bits<U32, 0, 15>, kind(text(word::SCREEN)), group("Action");
    /// Whether it runs backwards.
    first_reverse @ 16: Bits<U32, 15, 1>, yes_no(), group("Action");
    /// Whether it runs back and forth.
    first_back_and_forth @ 16: Bits<U32, 16, 1>, yes_no(), group("Action");
    /// Kept as it is.
    first_rest @ 16: Bits<U32, 17, 11>, group("Action"), label("Rest");
    /// How many pictures; 0 for the screen's own number, or 4.
    first_frames @ 16: Bits<U32, 28, 4>, group("Action");
    /// First picture of what is shown from then on.
    loop_picture @ 20: Bits<U32, 0, 15>, kind(text(word::SCREEN)), group("Action");
    /// Whether it runs backwards.
    loop_reverse @ 20: Bits<U32, 15, 1>, yes_no(), group("Action");
    /// Whether it runs back and forth.
    loop_back_and_forth @ 20: Bits<U32, 16, 1>, yes_no(), group("Action");
    /// Whether an object is used in its place.
    uses_object @ 20: Bits<U32, 17, 1>, yes_no(), group("Action");
    /// Kept as it is.
    loop_rest @ 20: Bits<U32, 18, 10>, group("Action"), label("Rest");
    /// How many pictures; 0 for the screen's own number, or 4.
    loop_frames @ 20: Bits<U32, 28, 4>, group("Action");
}
crate::overlay! {
    /// An object is used when the first pictures are through.
    pub ScreenUses "screen, then use" over [Trap::FIELDS, Screen::FIELDS], when Condition::Bit("p3", 17);
    /// What is used.
    used_object @ 20: Bits<U32, 0, 15>, kind(OBJECT), group("Action");
}
crate::overlay! {
    /// Changes textures of an area.
    pub Textures "textures" over [Trap::FIELDS], when Condition::Is("action", 20), nested [TexturesTile::OVERLAY];
    /// One corner of the area.
    corner_1 @ 12: U16, kind(OBJECT), group("Action");
    /// The other corner.
    corner_2 @ 14: U16, kind(OBJECT), group("Action");
    /// New texture of the floor; 1000 hex and more leaves it.
    floor_to @ 16: U16, group("Action");
    /// Only floors with this texture; 1000 hex and more for all.
    floor_from @ 18: U16, group("Action");
    /// New texture of the walls; 1000 hex and more leaves it.
    wall_to @ 20: U16, group("Action");
    /// Only walls with this texture; 1000 hex and more for all.
    wall_from @ 22: U16, group("Action");
    /// New texture of the ceiling; 1000 hex and more leaves it.
    ceiling_to @ 24: U16, group("Action");
    /// Only ceilings with this texture; 1000 hex and more for all.
    ceiling_from @ 26: U16, group("Action");
}
crate::overlay! {
    /// Only those of one tile, where no second corner is named.
    pub TexturesTile "of one tile" over [Trap::FIELDS, Textures::FIELDS], when Condition::Masked("p1", 0xFFFF_0000, 0);
    /// Row of the tile.
    tile_y @ 12: U8, group("Action");
    /// Column of the tile.
    tile_x @ 13: U8, group("Action");
}
crate::overlay! {
    /// Gives critters another mood and other orders.
    pub Critters "critters" over [Trap::FIELDS], when Condition::Is("action", 21),
        nested [OneCritter::OVERLAY, CrittersArea::OVERLAY];
    /// Type of the critters.
    critter_type @ 12: U8, group("Action"), label("Type");
    /// Subclass of the critters.
    critter_subclass @ 13: U8, group("Action"), label("Subclass");
    /// Only loners.
    loners_only @ 14: Bits<U16, 0, 1>, yes_no(), group("Action");
    /// Loners and others.
    loners_too @ 14: Bits<U16, 1, 1>, yes_no(), group("Action");
    /// Only one critter.
    one_critter @ 14: Bits<U16, 2, 1>, yes_no(), group("Action");
    /// All types; for small areas.
    all_types @ 14: Bits<U16, 3, 1>, yes_no(), group("Action");
    /// Kept as it is.
    critters_rest @ 14: Bits<U16, 4, 12>, group("Action"), label("Rest");
    /// One corner of the area; 0 with the other for the whole level.
    corner_1 @ 16: U16, kind(OBJECT), group("Action");
    /// The other corner; alone, half the side of a square around the trap.
    corner_2 @ 18: U16, group("Action");
    /// New mood; 1000 hex and more leaves it.
    new_mood @ 20: U32, choice(&MOODS), group("Action");
    /// New orders; 1000 hex and more leaves them.
    new_orders @ 24: U32, choice(&ORDERS), group("Action");
}
crate::overlay! {
    /// Only one.
    pub OneCritter "one critter" over [Trap::FIELDS, Critters::FIELDS], when Condition::Bit("p1", 18);
    /// Which.
    critter @ 12: U16, kind(OBJECT), group("Action");
}
crate::overlay! {
    /// Those between two objects.
    pub CrittersArea "in an area" over [Trap::FIELDS, Critters::FIELDS],
        when Condition::Not(&Condition::Masked("p2", 0xFFFF, 0));
    /// The other corner.
    corner_2 @ 18: U16, kind(OBJECT), group("Action");
}
crate::overlay! {
    /// Says something.
    pub Message "message" over [Trap::FIELDS], when Condition::Is("action", 22);
    /// Whose picture is shown.
    speaker @ 12: I32, choice(&SPEAKERS), group("Action");
    /// Which trap message.
    text @ 16: U32, kind(ANY_MESSAGE_KEY_32), group("Action");
    /// Colour of the text.
    text_colour @ 20: U32, group("Action");
    /// 1 for a line in the display only.
    line_only @ 24: U32, yes_no(), group("Action");
}
crate::overlay! {
    /// Brings critters.
    pub Spawn "spawn" over [Trap::FIELDS], when Condition::Is("action", 23), nested [SpawnArea::OVERLAY];
    /// Their type.
    spawned_type @ 12: U8, group("Action"), label("Type");
    /// Their subclass.
    spawned_subclass @ 13: U8, group("Action"), label("Subclass");
    /// Their class.
    spawned_class @ 14: U8, choice(&CLASSES), group("Action"), label("Class");
    /// Kept as it is.
    spawned_rest @ 15: U8, group("Action"), label("Rest");
    /// Without a second corner: half the side of a square from the trap to the south-west, in tiles.
    half_side @ 16: U16, group("Action");
    /// The second corner of the area; 0 for a square.
    corner_2 @ 18: U16, kind(OBJECT), group("Action");
    /// How many.
    spawned_count @ 20: U32, kind(KEY_32), group("Action"), label("Count");
    /// Where not.
    spawn_flags @ 24: U32, flags(&SPAWN_FLAGS), group("Action"), label("Where");
}
crate::overlay! {
    /// Between two objects.
    pub SpawnArea "in an area" over [Trap::FIELDS, Spawn::FIELDS],
        when Condition::Not(&Condition::Masked("p2", 0xFFFF_0000, 0));
    /// One corner of the area.
    corner_1 @ 16: U16, kind(OBJECT), group("Action");
}
crate::overlay! {
    /// Gives an object another type.
    pub ChangeType "change type" over [Trap::FIELDS], when Condition::Is("action", 24);
    /// Which object.
    object @ 12: U32, kind(OBJECT_KEY_32), group("Action");
    /// Its new type.
    new_type @ 16: U16, group("Action");
    /// Where it has that type already, the bits of it that change.
    toggled_bits @ 18: U16, group("Action");
}
