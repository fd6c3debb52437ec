//! A record with several lists, counted and measured in its own head: one child node per list, lists
//! within a list (after oni.md 2.9).

use super::{HERE, open, row, written};
use crate::document::{Document, LevelBuilder, Node, NodeId, NodeList, TableSpec};
use crate::edit::{Draft, local};
use crate::record::codec::le::*;
use crate::record::{Role, Schema};

crate::record_table! {
    /// A profile with attacks, each of them with moves, and evades.
    pub(super) PROFILE: Profile, ProfileField = "miniature.profile", "Profile", 8 bytes, "after oni.md 2.9",
        lists(&[&ATTACKS, &MOVES]), pad_to(4);
    /// Bytes that follow.
    size @ 0: U32, role(Role::SizeOf("rest"));
    /// How many attacks.
    attacks @ 4: U16, role(Role::CountOf("attacks"));
    /// How many evades.
    evades @ 6: U16, role(Role::CountOf("moves"));
}
crate::record_table! {
    /// An attack with its moves.
    pub(super) ATTACK: Attack, AttackField = "miniature.attack", "Attack", 4 bytes, "after oni.md 2.9",
        children("moves", &MOVE, 16);
    /// How many moves.
    count @ 0: U16, role(Role::CountOf("moves"));
    /// How many bytes they take.
    bytes @ 2: U16, role(Role::SizeOf("moves"));
}
crate::record_table! {
    /// A move.
    pub(super) MOVE: Move, MoveField = "miniature.move", "Move", 3 bytes, "after oni.md 2.9";
    /// Which.
    what @ 0: U8;
    /// How likely.
    weight @ 1: U16;
}

/// The list of attacks: no bytes of its own.
pub(super) static ATTACKS: Schema = list("miniature.attacks", "Attacks").children("attacks", &ATTACK, 3);
/// The list of evades.
pub(super) static MOVES: Schema = list("miniature.moves", "Evades").children("moves", &MOVE, 16);
pub(super) static PROFILES: TableSpec = TableSpec::new("profiles", "Profiles", &PROFILE);

const fn list(key: &'static str, label: &'static str) -> Schema {
    Schema::new(key, label, "A list of a profile.", "after oni.md 2.9", 0, &[])
}

fn node(build: &mut LevelBuilder, parent: u32, schema: &'static Schema, head: &[u8], tail: &[u8]) -> Node {
    let number = build.number(parent);
    Node { number, schema, head: head.into(), children: NodeList::default(), tail: tail.into() }
}

/// One attack of one move, two evades: 8 + 4 + 3 + 6 bytes and three of padding.
fn document() -> Document {
    open(|build| {
        build.nodes(&PROFILES, b"MELE", 0, |build, table| {
            let mut profile = node(build, table, &PROFILE, &[20, 0, 0, 0, 1, 0, 2, 0], &[0xEE; 3]);
            let mut attacks = node(build, profile.number, &ATTACKS, &[], &[]);
            let mut attack = node(build, attacks.number, &ATTACK, &[1, 0, 3, 0], &[]);
            attack.children = NodeList::new(vec![node(build, attack.number, &MOVE, &[1, 0, 0], &[])]);
            attacks.children = NodeList::new(vec![attack]);
            let mut moves = node(build, profile.number, &MOVES, &[], &[]);
            let evades = [2, 3].map(|m| node(build, moves.number, &MOVE, &[m, 0, 0], &[])).into();
            moves.children = NodeList::new(evades);
            profile.children = NodeList::new(vec![attacks, moves]);
            vec![profile].into()
        });
    })
}

fn child(draft: &Draft, path: &[usize]) -> NodeId {
    let mut record = draft.row(HERE, "profiles", 0).unwrap();
    for at in path {
        record = record.child(*at).unwrap();
    }
    record.id()
}

fn head(draft: &Draft) -> [i128; 4] {
    let profile = draft.row(HERE, "profiles", 0).unwrap();
    let int = |name| profile.int(name).unwrap();
    [int("size"), int("attacks"), int("evades"), profile.tail().len() as i128]
}

#[test]
fn counts_of_both_lists_stand_in_the_record_and_sizes_reach_up_to_it() {
    let mut document = document();
    let before = written(document.state(), "profiles");
    assert_eq!(before.len(), 24);
    let mut draft = document.draft();
    assert_eq!(head(&draft), [20, 1, 2, 3]);
    // An evade more: 24 bytes, no padding left.
    let evades = child(&draft, &[1]);
    local::insert_child(&mut draft, evades, 2, vec![4, 0, 0]).unwrap();
    assert_eq!(head(&draft), [20, 1, 3, 0]);
    // A move within the attack: the attack counts it, the profile grows.
    let attack = child(&draft, &[0, 0]);
    local::insert_child(&mut draft, attack, 0, vec![5, 0, 0]).unwrap();
    let record = draft.record(attack).unwrap();
    assert_eq!((record.int("count"), record.int("bytes")), (Some(2), Some(6)));
    assert_eq!(head(&draft), [24, 1, 3, 1]);
    // The attack away with all its moves: 8 + 9 bytes and three of padding.
    local::remove_child(&mut draft, attack).unwrap();
    assert_eq!(head(&draft), [16, 0, 3, 3]);
    let attacks = child(&draft, &[0]);
    for _ in 0..3 {
        local::insert_child(&mut draft, attacks, 0, vec![0; 4]).unwrap();
    }
    let full = local::insert_child(&mut draft, attacks, 0, vec![0; 4]).unwrap_err();
    assert_eq!(full.to_string(), "Attacks: at most 3 attacks");
    document.commit(draft, "lists").unwrap();
    assert!(document.undo());
    assert_eq!(written(document.state(), "profiles"), before);
}

#[test]
fn counts_that_were_wrong_stay_until_their_own_list_changes() {
    let mut document = document();
    let profile = row(&document, "profiles", 0);
    let mut draft = document.draft();
    draft.store_int(profile, "attacks", 9).unwrap();
    document.commit(draft, "a wrong count").unwrap();
    let mut draft = document.draft();
    let evades = child(&draft, &[1]);
    local::insert_child(&mut draft, evades, 0, vec![4, 0, 0]).unwrap();
    assert_eq!(head(&draft), [20, 9, 3, 0], "the other list's count is no business of this one");
}
