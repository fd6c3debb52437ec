//! Lines of an object list (`warriors.md` 1.1).

use super::{METRES, QUATERNION, WORD};
use crate::games::warriors::names::SPAWN_FLAGS;
use crate::record::access::PathStep::Named;
use crate::record::codec::Elsewhere;
use crate::record::{ColourForm, Kind, Matching, Role};

/// Why the fourth value of a line cannot be set.
const UNUSED: &str = "the game reads it and does not use it";

crate::record_table! {
    /// A placed object, or a particle emitter where its name begins with `part`. The game reads the last five fields
    /// of an emitter and does not use them.
    pub LINE: Line, LineField = "warriors.line", "Object line", 0 bytes, "warriors.md 1.1",
        matching(Matching::Alignment);
    /// Its type: a name that the configuration gives, or an emitter's.
    name @ 0: Elsewhere, token(0), kind(WORD), role(Role::Name), label("Type");
    /// East.
    x @ 0: Elsewhere, token(1), kind(Kind::Real32), unit(METRES), role(Role::X), group("Position");
    /// North.
    y @ 0: Elsewhere, token(2), kind(Kind::Real32), unit(METRES), role(Role::Y), group("Position");
    /// Up.
    z @ 0: Elsewhere, token(3), kind(Kind::Real32), unit(METRES), role(Role::Z), group("Position");
    /// Rotation, a quaternion: x. The game packs it into 16 bits, so that its size stays below 8.
    qx @ 0: Elsewhere, token(4), kind(Kind::Real32), group(QUATERNION);
    /// Rotation: y.
    qy @ 0: Elsewhere, token(5), kind(Kind::Real32), group(QUATERNION);
    /// Rotation: z.
    qz @ 0: Elsewhere, token(6), kind(Kind::Real32), group(QUATERNION);
    /// Rotation: w.
    qw @ 0: Elsewhere, token(7), kind(Kind::Real32), group(QUATERNION);
    /// Always -1 in the game's lists.
    unused @ 0: Elsewhere, token(8), fixed(UNUSED);
    /// Its zone: zone 0 is on when a level starts, others once a script enables them. A record has 10 bits for it, the
    /// game a mask of zones 0 to 254.
    zone @ 0: Elsewhere, token(9), limits(0, 1023);
    /// How it is spawned.
    flags @ 0: Elsewhere, token(10), flags(&SPAWN_FLAGS), limits(-0x8000_0000, 0xFFFF_FFFF);
    /// Its colour: 0xRRGGBBAA multiplies the model's.
    tint @ 0: Elsewhere, token(11), kind(Kind::Colour(ColourForm::Rgba32)), role(Role::Colour);
    /// The world flag that is linked to it; `nil` for none.
    flag_name @ 0: Elsewhere, token(12), kind(WORD);
    /// The file it stands in.
    source @ 0: Elsewhere, path(&[Named("source")]), kind(WORD), fixed("it is where it is stored");
}
