//! Arguments of every call in their order, ranges of a type's arguments, and the instructions that numbers and lists become
//! (`warriors.md` 1.2, 1.3).

use super::argument::{self, Argument, Said};
use super::assemble::{Expression, FLUSH, Pools, Statement, assemble, op, push_number, whole};
use super::follow::{Function, follow};
use super::text;
use crate::games::warriors::records::calls::{self, OBJECT_TYPE, ObjectTypeField as F};
use crate::record::access::PathStep::Item;
use crate::record::{Place, Refusal, Value};

/// Each call with an argument of its own for each field, and what the fields must be, in their order.
const ARGUMENTS: &[(&str, &str)] = &[
    (
        "CfgSetDatabaseSizes(48, 34, {2, 1, 5, 3})",
        "objects 48, flags 34, volume_boxes 2, ignored 1, player_boxes 5, turf_boxes 3",
    ),
    (
        "ObjSpawn(\"dyn_ring\", {1, 2, 3}, {4, 5, 6, 7}, -1, 26, 64, 4294967295, \"fHere\")",
        "name dyn_ring, x 1, y 2, z 3, qx 4, qy 5, qz 6, qw 7, unused -1, zone 26, flags 64, tint 4294967295, flag_name fHere",
    ),
    (
        "SpawnDoor(\"dyn_door_store\", {1, 2, 3}, {4, 5, 6, 7}, {32, 33}, 9)",
        "name dyn_door_store, x 1, y 2, z 3, qx 4, qy 5, qz 6, qw 7, triangle1 32, triangle2 33, number 9",
    ),
    (
        "SpawnBreakableGlass(11, {1, 2, 3}, {4, 5, 6}, {7, 8, 9}, {10, 11}, {12, 13}, 14, 15, 16)",
        "glass 11, x 1, y 2, z 3, ux 4, uy 5, uz 6, vx 7, vy 8, vz 9, u0 10, v0 11, u1 12, v1 13, flag 14, triangle1 15, \
         triangle2 16",
    ),
    (
        "CfgSetGlassProperties(13, 1, 0, 65556, 65557)",
        "type 13, window_link 1, alarm 0, sprite 65556, broken_sprite 65557",
    ),
    (
        "CfgObj(\"dyn_a\", \"class_a\", 3, 4, 5, 6, {7.1, 7.2, 7.3}, {8.1, 8.2, 8.3}, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, \
         20, {21.1, 21.2, 21.3}, {22.1, 22.2, 22.3, 22.4})",
        "name dyn_a, class class_a, hitpoints 3, hits 4, hits2 5, weight 6, centre_x 7.1, centre_y 7.2, centre_z 7.3, \
         size_x 8.1, size_y 8.2, size_z 8.3, shape 9, axis 10, mass 11, phyflags 12, material 13, pickup_anim 14, f15 15, \
         f16 16, grip 17, f18 18, object_type 19, anim_set 20, hold_x 21.1, hold_y 21.2, hold_z 21.3, hold_qx 22.1, \
         hold_qy 22.2, hold_qz 22.3, hold_qw 22.4",
    ),
    ("ObjStartTrain(3, 2.5)", "slot 3, radius 2.5"),
    ("ObjSetTrainPoint(3, Car0, 11, 1)", "slot 3, object Car0, index 11, gap 1"),
    ("ObjStopTrain(3)", "slot 3"),
    ("ObjEnableZone(26, 1)", "zone 26, on 1"),
    ("ObjMarkZone(26, 0, 1)", "zone 26, unused 0, removed 1"),
    ("ObjShow(Mark, 30)", "object Mark, fade_distance 30"),
    ("ObjHide(Mark)", "object Mark"),
    ("ObjDestroy(Mark, 1)", "object Mark, by_message 1"),
    ("ObjColor(Mark, {200, 100, 50, 255})", "object Mark, red 200, green 100, blue 50, alpha 255"),
    ("OpenDoor(Door01)", "door Door01"),
    ("CloseDoor(Door01)", "door Door01"),
    ("DoorOpenDegree(Door01, 90)", "door Door01, angle 90"),
    ("DoorOpen(Door01, Player1)", "door Door01, human Player1"),
    ("OpenDoorAnimated(Door01, Player1)", "door Door01, human Player1"),
    ("DisableDoorCollision(Door01)", "door Door01"),
    ("SetDoorPickable(Door01, 1)", "door Door01, on 1"),
    ("EnableDoorLink({1, 2, 3})", "x 1, y 2, z 3"),
    ("DisableDoorLink({1, 2, 3})", "x 1, y 2, z 3"),
    ("BreakGlassInRadius(Mark, 1.5)", "object Mark, radius 1.5"),
    ("BreakObjectsInRadius(Mark, 0.5)", "object Mark, radius 0.5"),
    ("CfgSetGlobalTimeToLive(30000)", "time 30000"),
    ("AddFlag(\"fHere\", {1, 2, 3}, 88, 9, 10)", "name fHere, x 1, y 2, z 3, heading 88, kind 9, kind2 10"),
    (
        "AddVolumeBox(\"vHere\", 2, {1, 2, 3}, {4, 5, 6}, 1, 7)",
        "name vHere, kind 2, x 1, y 2, z 3, width 4, depth 5, height 6, on 1, flags 7",
    ),
    ("RotateVolumeBox(vHere, 0, -1, 1, 0.5)", "box_name vHere, m00 0, m01 -1, m10 1, m11 0.5"),
];

fn plain(value: &Value) -> String {
    match value {
        Value::Int(n) => n.to_string(),
        Value::Real(n) => n.to_string(),
        Value::Text(text) | Value::Symbol(text) => text.clone(),
        other => format!("{other:?}"),
    }
}

#[test]
fn every_argument_of_every_call_is_the_field_of_its_place() {
    for schema in calls::ALL {
        let call = calls::call_of(schema).unwrap();
        let (words, want) = ARGUMENTS
            .iter()
            .find(|(words, _)| words.strip_prefix(call).is_some_and(|rest| rest.starts_with('(')))
            .unwrap_or_else(|| panic!("{call} is missing"));
        let arguments = text::arguments(words.as_bytes());
        let own = |field: &&crate::record::Field| matches!(field.place, Place::Path([Item(_), ..]));
        let have = schema.base_fields().filter(own).map(|field| {
            let found = argument::value(argument::find(&arguments, field).unwrap(), field).unwrap();
            format!("{} {}", field.name, plain(&found))
        });
        assert_eq!(have.collect::<Vec<_>>().join(", "), *want, "{call}");
    }
}

#[test]
fn arguments_of_a_type_have_the_ranges_of_its_record() {
    // `warriors.md` 1.3: u16 and u8.
    for (fields, most) in [
        (&[F::hitpoints, F::weight, F::phyflags][..], 65_535),
        (&[F::hits, F::hits2, F::shape, F::axis, F::material, F::pickup_anim, F::object_type, F::anim_set][..], 255),
    ] {
        for field in fields.iter().map(|field| field.field()) {
            assert!(field.check(&Value::Int(0)).is_ok() && field.check(&Value::Int(most)).is_ok(), "{}", field.name);
            assert!(
                field.check(&Value::Int(-1)).is_err() && field.check(&Value::Int(most + 1)).is_err(),
                "{}",
                field.name
            );
        }
    }
    // Numbers of which nobody knows what they measure have no unit (`warriors.md` 3).
    for field in [F::f15, F::f16, F::f18, F::mass] {
        assert!(field.field().unit.name.is_empty(), "{}", field.field().name);
    }
    assert!(OBJECT_TYPE.base_field("centre_x").unwrap().doc.contains("inferred"));
}

#[test]
fn operations_have_the_numbers_of_the_interpreter() {
    // `warriors.md` 1.2.
    let numbers =
        [op::END, op::RETURN, op::CALL, op::PUSHNIL, op::POP, op::PUSHINT, op::PUSHSTRING, op::PUSHNUM, op::PUSHNEGNUM];
    assert_eq!(numbers, [0, 1, 2, 4, 5, 6, 7, 8, 9]);
    let more = [op::GETLOCAL, op::GETGLOBAL, op::GETTABLE, op::GETDOTTED, op::PUSHSELF, op::CREATETABLE, op::SETLOCAL];
    assert_eq!(more, [11, 12, 13, 14, 16, 17, 18]);
    let rest = [
        op::SETGLOBAL,
        op::SETTABLE,
        op::SETLIST,
        op::SETMAP,
        op::ADD,
        op::ADDI,
        op::SUB,
        op::MULT,
        op::MINUS,
        op::CLOSURE,
    ];
    assert_eq!(rest, [19, 20, 21, 22, 23, 24, 25, 26, 30, 48]);
}

#[derive(Default)]
struct Lists {
    strings: Vec<String>,
    numbers: Vec<f64>,
}

impl Pools for Lists {
    fn string(&mut self, text: &str) -> Result<u32, Refusal> {
        self.strings.push(text.to_owned());
        Ok(self.strings.len() as u32 - 1)
    }
    fn number(&mut self, number: f64) -> Result<u32, Refusal> {
        self.numbers.push(number);
        Ok(self.numbers.len() as u32 - 1)
    }
}

#[test]
fn whole_numbers_up_to_33554430_stand_in_their_instruction_and_larger_ones_in_the_pool() {
    // `warriors.md` 1.2: S = U - 33,554,431.
    assert_eq!(whole(0.0), Some(6 | 33_554_431 << 6));
    assert_eq!(whole(33_554_430.0), Some(6 | 67_108_861 << 6));
    assert_eq!(whole(-33_554_430.0), Some(6 | 1 << 6));
    assert_eq!([33_554_431.0, -33_554_431.0, 0.5, -0.0, 4_294_967_295.0].map(whole), [None; 5]);
    let mut pools = Lists::default();
    let words = [33_554_431.0, -33_554_431.0, -0.5].map(|n| push_number(n, &mut pools).unwrap());
    assert_eq!(words, [8, 9 | 1 << 6, 9 | 2 << 6]);
    assert_eq!(pools.numbers, [33_554_431.0, 33_554_431.0, 0.5], "the pool holds no sign");
}

#[test]
fn a_list_is_stored_62_items_at_a_time() {
    let call = |items: usize| {
        let list = Expression::numbers(&(0..items).map(|n| n as f64).collect::<Vec<_>>());
        assemble(&Statement { call: "ObjHide", arguments: vec![list], result: None }, 0, &mut Lists::default()).unwrap()
    };
    let stores = |items: usize| -> Vec<(u32, u32)> {
        let words = call(items).0;
        words.iter().filter(|w| **w & 0x3F == op::SETLIST).map(|w| (w >> 15, (w >> 6) & 0x1FF)).collect()
    };
    assert_eq!(FLUSH, 62);
    assert!(stores(0).is_empty());
    assert_eq!(stores(62), [(0, 62)]);
    assert_eq!(stores(63), [(0, 62), (1, 1)]);
    assert_eq!(stores(130), [(0, 62), (1, 62), (2, 6)]);
    // The function, the table and as many items as are not stored yet.
    assert_eq!(call(130).1, 2 + 62);
}

#[test]
fn items_that_are_stored_where_no_list_goes_on_make_no_plain_list() {
    let store = |flush: u32| {
        let push = |n: u32| op::PUSHINT | (33_554_431 + n) << 6;
        let list = [op::CREATETABLE | 1 << 6, push(7), op::SETLIST | 1 << 6 | flush << 15];
        let words = [&[op::GETGLOBAL][..], &list, &[op::CALL, op::END]].concat();
        let function = Function { words, strings: vec!["ObjHide".to_owned()], ..Function::default() };
        follow(&function).calls.remove(0).arguments.remove(0)
    };
    assert!(matches!(store(0), Argument::List(list) if list.len() == 1));
    assert_eq!(store(1), Argument::Computed);
}

#[test]
fn a_word_of_another_list_gives_way_to_the_fields_own() {
    // `warriors.md` 1.3: most types give `ANIM.na` for their axis.
    let axis = F::axis.field();
    let said = |symbol: &str, n| argument::say(&Argument::Symbol(symbol.to_owned(), ()), axis, &Value::Int(n));
    assert_eq!(said("ANIM.na", 2), Ok(Said::Symbols(vec!["AXIS.Y".to_owned()])));
    assert_eq!(said("AXIS.X", 13), Ok(Said::Symbols(vec!["AXIS.XZ_ROUND".to_owned()])));
    assert_eq!(said("AXIS.X", 12), Ok(Said::Number(12.0)), "a number without a name");
    assert!(said("oAxis", 2).is_err(), "a variable is worked out by the script");
    let position = F::hold_x.field();
    assert!(argument::say(&Argument::Symbol("Here.x".to_owned(), ()), position, &Value::Int(1)).is_err());
}
