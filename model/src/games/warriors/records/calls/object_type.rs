//! Types of objects: `CfgObj`'s 22 arguments (`warriors.md` 1.3).

use super::STORED;
use crate::games::warriors::names::{ANIM_SETS, AXIS, MATERIAL, OBJECT, PHYFLAGS, PHYS, PICKUP_ANIMS};
use crate::games::warriors::records::{METRES, WORD};
use crate::record::access::PathStep::{Item, Named};
use crate::record::codec::Elsewhere;
use crate::record::{Kind, Matching, Role};

crate::record_table! {
    /// A type of object: what is placed names it.
    pub OBJECT_TYPE: ObjectType, ObjectTypeField = "warriors.object_type", "Type", 0 bytes,
        "warriors.md 1.3", matching(Matching::Key("name"));
    /// Its name, 26 characters at most; the model is found by its hash.
    name @ 0: Elsewhere, path(&[Item(0)]), kind(WORD), role(Role::Name);
    /// The class that moves it, 20 characters at most.
    class @ 0: Elsewhere, path(&[Item(1)]), kind(WORD);
    /// Hit points of doors and props; of weapons the damage of a contact.
    hitpoints @ 0: Elsewhere, path(&[Item(2)]), limits(0, 65_535), group("Damage");
    /// How many hits it takes; 0 for unbreakable. Of pick-ups their worth in dollars.
    hits @ 0: Elsewhere, path(&[Item(3)]), limits(0, 255), group("Damage");
    /// A second counter of hits, while it flies.
    hits2 @ 0: Elsewhere, path(&[Item(4)]), limits(0, 255), group("Damage");
    /// Its weight: a bottle has 20, a crate or chair 50, a fridge 75. From 75 on only people of class 13 lift it.
    weight @ 0: Elsewhere, path(&[Item(5)]), limits(0, 65_535);
    /// Centre of its box: east. Its place in the record is inferred.
    centre_x @ 0: Elsewhere, path(&[Item(6), Item(0)]), kind(Kind::Real64), unit(METRES), group("Box");
    /// Centre of its box: north.
    centre_y @ 0: Elsewhere, path(&[Item(6), Item(1)]), kind(Kind::Real64), unit(METRES), group("Box");
    /// Centre of its box: up.
    centre_z @ 0: Elsewhere, path(&[Item(6), Item(2)]), kind(Kind::Real64), unit(METRES), group("Box");
    /// Whole extent of its box to the east; half of it is the radius it is aimed at with.
    size_x @ 0: Elsewhere, path(&[Item(7), Item(0)]), kind(Kind::Real64), unit(METRES), role(Role::Extent), group("Box");
    /// Whole extent of its box to the north.
    size_y @ 0: Elsewhere, path(&[Item(7), Item(1)]), kind(Kind::Real64), unit(METRES), role(Role::Extent), group("Box");
    /// Whole extent of its box upwards.
    size_z @ 0: Elsewhere, path(&[Item(7), Item(2)]), kind(Kind::Real64), unit(METRES), role(Role::Extent), group("Box");
    /// The shape of its body.
    shape @ 0: Elsewhere, path(&[Item(8)]), choice(&PHYS), limits(0, 255), group("Box");
    /// Around which axes its body is symmetric; many scripts give the symbol `ANIM.na` here.
    axis @ 0: Elsewhere, path(&[Item(9)]), choice(&AXIS), limits(0, 255), group("Box");
    /// Its mass, 0.1 almost everywhere; the name is inferred.
    mass @ 0: Elsewhere, path(&[Item(10)]), kind(Kind::Real64), group("Box");
    /// What meets its body.
    phyflags @ 0: Elsewhere, path(&[Item(11)]), flags(&PHYFLAGS), limits(0, 65_535), group("Box");
    /// What it sounds like.
    material @ 0: Elsewhere, path(&[Item(12)]), choice(&MATERIAL), limits(0, 255);
    /// The clip it is picked up with: 2 with both hands, 5 and 6 left hand and hat, 7 the ghetto blaster.
    pickup_anim @ 0: Elsewhere, path(&[Item(13)]), choice(&PICKUP_ANIMS), limits(0, 255), group("In a hand");
    /// A door's width of a leaf; of weapons unknown.
    f15 @ 0: Elsewhere, path(&[Item(14)]), kind(Kind::Real64), label("Leaf width (field 15)");
    /// Unknown.
    f16 @ 0: Elsewhere, path(&[Item(15)]), kind(Kind::Real64), label("Field 16");
    /// How far along its own y it slides when it is taken.
    grip @ 0: Elsewhere, path(&[Item(16)]), kind(Kind::Real64), unit(METRES), group("In a hand");
    /// Unknown; a slide of melee weapons.
    f18 @ 0: Elsewhere, path(&[Item(17)]), kind(Kind::Real64), label("Field 18");
    /// What it counts as.
    object_type @ 0: Elsewhere, path(&[Item(18)]), choice(&OBJECT), limits(0, 255);
    /// The set of clips while it is held.
    anim_set @ 0: Elsewhere, path(&[Item(19)]), choice(&ANIM_SETS), limits(0, 255), group("In a hand");
    /// Place in the hand: x.
    hold_x @ 0: Elsewhere, path(&[Item(20), Item(0)]), kind(Kind::Real64), unit(METRES), group("In a hand");
    /// Place in the hand: y.
    hold_y @ 0: Elsewhere, path(&[Item(20), Item(1)]), kind(Kind::Real64), unit(METRES), group("In a hand");
    /// Place in the hand: z.
    hold_z @ 0: Elsewhere, path(&[Item(20), Item(2)]), kind(Kind::Real64), unit(METRES), group("In a hand");
    /// Rotation in the hand: x.
    hold_qx @ 0: Elsewhere, path(&[Item(21), Item(0)]), kind(Kind::Real64), group("In a hand");
    /// Rotation in the hand: y.
    hold_qy @ 0: Elsewhere, path(&[Item(21), Item(1)]), kind(Kind::Real64), group("In a hand");
    /// Rotation in the hand: z.
    hold_qz @ 0: Elsewhere, path(&[Item(21), Item(2)]), kind(Kind::Real64), group("In a hand");
    /// Rotation in the hand: w.
    hold_qw @ 0: Elsewhere, path(&[Item(21), Item(3)]), kind(Kind::Real64), group("In a hand");
    /// The file it stands in.
    source @ 0: Elsewhere, path(&[Named("source")]), kind(WORD), fixed(STORED);
}
