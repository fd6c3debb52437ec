//! Lists of nodes in blocks behave like plain lists: random edits of a level, with states kept on the way that must not
//! change, and everything taken back.

use std::sync::Arc;

use proptest::prelude::*;

use super::{Level, LevelBuilder, LevelId, Node, NodeBytes, NodeId, NodeList, Rows, Subtree, Table};
use crate::edit::Edit;
use crate::games::test::{PATH, PATHS, STEP};

const HERE: LevelId = LevelId(0);

/// A row as the plain list knows it: number, bytes.
type Plain = Vec<(u32, Vec<u8>)>;

fn id(number: u32) -> NodeId {
    NodeId { level: HERE, number }
}

/// A table of rows, and one row in another table that has as many children; all bytes are pieces of one buffer.
fn level(rows: usize) -> Level {
    // Rows of 0 to 40 bytes: some lie in their node, some in the buffer.
    let buffer = Arc::new((0..=255u8).cycle().take(rows + 64).collect::<Vec<u8>>());
    let piece = |at: usize| NodeBytes::piece(&buffer, at..at + at * 7 % 41);
    let mut build = LevelBuilder::new(HERE);
    build.nodes(&PATHS, b"ROWS", 0, |build, table| {
        (0..rows).map(|at| Node::leaf(build.number(table), &STEP, piece(at))).collect()
    });
    build.nodes(&PATHS, b"PATH", 0, |build, table| {
        let path = Node::leaf(build.number(table), &PATH, [1, 2, 3].as_slice());
        let steps = (0..rows).map(|at| Node::leaf(build.number(path.number), &STEP, piece(at)));
        vec![Node { children: steps.collect(), ..path }].into()
    });
    build.finish()
}

fn table(level: &Level, at: usize) -> &Table {
    level.tables().nth(at).unwrap()
}

fn nodes(level: &Level, below: bool) -> &NodeList {
    let Rows::Nodes(list) = &table(level, usize::from(below)).rows else { panic!("rows are nodes") };
    if below { &list.get(0).unwrap().children } else { list }
}

/// The node that the list hangs on.
fn parent(level: &Level, below: bool) -> u32 {
    let Rows::Nodes(list) = &table(level, 1).rows else { panic!("rows are nodes") };
    if below { list.get(0).unwrap().number } else { table(level, 0).number }
}

fn plain(level: &Level, below: bool) -> Plain {
    nodes(level, below).iter().map(|node| (node.number, node.head.to_vec())).collect()
}

fn holds(level: &Level, below: bool, want: &Plain) {
    let list = nodes(level, below);
    assert_eq!(&plain(level, below), want);
    assert_eq!((list.len(), list.is_empty()), (want.len(), want.is_empty()));
    for (at, (number, bytes)) in want.iter().enumerate() {
        assert_eq!(list.position(*number), Some(at), "node {number}");
        assert_eq!(list.get(at).map(|node| node.number), Some(*number));
        let record = level.record(*number).unwrap();
        assert_eq!((record.head(), record.position()), (bytes.as_slice(), at));
        assert_eq!(level.place_of(*number), Some((parent(level, below), at)));
    }
    assert!(list.get(want.len()).is_none() && list.position(0).is_none() && list.position(u32::MAX).is_none());
    let bytes: Vec<u8> = want.iter().flat_map(|(_, bytes)| bytes.clone()).collect();
    assert!(list.is(&bytes), "the bytes");
    assert!(!list.is(&[bytes.as_slice(), &[0]].concat()), "a byte more");
    assert_eq!(bytes.split_last().map(|(_, less)| list.is(less)), (!bytes.is_empty()).then_some(false), "a byte less");
    let anew: NodeList = want.iter().map(|(number, bytes)| Node::leaf(*number, &STEP, bytes.as_slice())).collect();
    assert!(list.same(&anew) && anew.same(list), "whatever the blocks");
}

#[derive(Clone, Debug)]
enum Act {
    Insert(usize, Vec<u8>),
    Remove(usize),
    Move(usize, usize),
    Splice(usize, Vec<u8>),
    /// Takes the last edit back.
    Undo,
    /// Keeps the state as it is now, to be compared later.
    Keep,
}

/// A place: anywhere, or where blocks begin and end. It is taken modulo what is there.
fn place() -> impl Strategy<Value = usize> {
    let borders = prop::sample::select(vec![0, 1, 62, 63, 64, 65, 127, 128, 129, 191, 192, 193]);
    // A list's end, counted from behind.
    let end = (0usize..3).prop_map(|back| usize::MAX - back);
    prop_oneof![borders, end, 0usize..300]
}

fn at(place: usize, len: usize) -> usize {
    match usize::MAX - place {
        back @ 0..3 => len.saturating_sub(back + 1),
        _ => place % len.max(1),
    }
}

fn act() -> impl Strategy<Value = Act> {
    let bytes = || prop::collection::vec(any::<u8>(), 0..20);
    prop_oneof![
        4 => (place(), bytes()).prop_map(|(at, bytes)| Act::Insert(at, bytes)),
        4 => place().prop_map(Act::Remove),
        3 => (place(), place()).prop_map(|(from, to)| Act::Move(from, to)),
        2 => (place(), bytes()).prop_map(|(at, bytes)| Act::Splice(at, bytes)),
        3 => Just(Act::Undo),
        1 => Just(Act::Keep),
    ]
}

/// The edit that an act means, done to the plain list.
fn edit(act: &Act, level: &Level, below: bool, want: &mut Plain) -> Option<Edit> {
    let parent = id(parent(level, below));
    let count = |n: usize| u32::try_from(n).unwrap();
    Some(match act {
        Act::Insert(place, bytes) => {
            let at = at(*place, want.len() + 1);
            let number = level.next_number();
            want.insert(at, (number, bytes.clone()));
            Edit::Insert { parent, at: count(at), subtree: Subtree::record(number, &STEP, bytes.clone()) }
        }
        Act::Remove(place) if !want.is_empty() => {
            let at = at(*place, want.len());
            let (number, bytes) = want.remove(at);
            Edit::Remove { parent, at: count(at), subtree: Subtree::record(number, &STEP, bytes) }
        }
        Act::Move(from, to) if !want.is_empty() => {
            let (from, to) = (at(*from, want.len()), at(*to, want.len()));
            let row = want.remove(from);
            let node = id(row.0);
            want.insert(to, row);
            Edit::Move { node, from: (parent, count(from)), to: (parent, count(to)) }
        }
        Act::Splice(place, new) if !want.is_empty() => {
            let at = at(*place, want.len());
            let (number, bytes) = &mut want[at];
            let from = bytes.len() / 2;
            let old = bytes.split_off(from);
            bytes.extend(new);
            Edit::Splice { node: id(*number), tail: false, at: count(from), old, new: new.clone() }
        }
        _ => return None,
    })
}

fn runs(rows: usize, below: bool, acts: &[Act]) {
    let mut level = level(rows);
    let other = plain(&level, !below);
    let mut want = plain(&level, below);
    let (first, origin) = (level.clone(), want.clone());
    let mut kept = vec![(level.clone(), want.clone())];
    let mut done: Vec<(Edit, Plain)> = Vec::new();
    for act in acts {
        match act {
            Act::Keep => kept.push((level.clone(), want.clone())),
            Act::Undo => {
                if let Some((edit, before)) = done.pop() {
                    level.apply(&edit.inverse()).unwrap();
                    want = before;
                }
            }
            act => {
                let before = want.clone();
                if let Some(edit) = edit(act, &level, below, &mut want) {
                    level.apply(&edit).unwrap();
                    done.push((edit, before));
                }
            }
        }
        assert_eq!(nodes(&level, below).len(), want.len());
    }
    holds(&level, below, &want);
    let rest: Vec<&Edit> = done.iter().map(|(edit, _)| edit).collect();
    for edit in rest.into_iter().rev() {
        level.apply(&edit.inverse()).unwrap();
    }
    holds(&level, below, &origin);
    assert!(nodes(&level, below).same(nodes(&first, below)), "all is taken back");
    for (level, want) in &kept {
        holds(level, below, want);
    }
    for (a, want) in &kept {
        for (b, other) in &kept {
            assert_eq!(nodes(a, below).same(nodes(b, below)), want == other, "the same only where nothing differs");
        }
    }
    assert_eq!(plain(&level, !below), other, "the other list is as it was");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn edits_at_the_borders_of_blocks_do_what_they_do_to_a_plain_list(
        rows in prop::sample::select(vec![0usize, 1, 2, 63, 64, 65, 127, 128, 129, 192, 200]),
        below in any::<bool>(),
        acts in prop::collection::vec(act(), 0..80),
    ) {
        runs(rows, below, &acts);
    }
}

#[test]
fn blocks_that_empty_and_fill_again_keep_their_order() {
    for rows in [64usize, 65, 128, 130, 192] {
        for below in [false, true] {
            // The second block goes, front to back, then the first from its end, then rows come before what is left.
            let gone = rows.min(128).saturating_sub(64);
            let mut acts: Vec<Act> = (0..gone).map(|_| Act::Remove(64)).collect();
            acts.extend([Act::Keep]);
            acts.extend((0..64).map(|back| Act::Remove(63 - back)));
            acts.extend([Act::Keep]);
            acts.extend((0..140u8).map(|n| Act::Insert(0, vec![n; usize::from(n) % 20])));
            acts.extend([Act::Keep, Act::Move(0, 139), Act::Move(usize::MAX, 64)]);
            runs(rows, below, &acts);
        }
    }
}

#[test]
fn a_piece_that_was_spliced_lets_go_of_its_buffer() {
    let buffer = Arc::new(vec![7; 1000]);
    let mut build = LevelBuilder::new(HERE);
    build.nodes(&PATHS, b"ROWS", 0, |build, table| {
        (0..2).map(|at| Node::leaf(build.number(table), &STEP, NodeBytes::piece(&buffer, at..at + 50))).collect()
    });
    let mut level = build.finish();
    assert_eq!(Arc::strong_count(&buffer), 3);
    for number in [2, 3] {
        let splice = Edit::Splice { node: id(number), tail: false, at: 3, old: vec![7], new: vec![8, 9] };
        level.apply(&splice).unwrap();
    }
    assert_eq!(Arc::strong_count(&buffer), 1, "nothing of it is used any more");
    assert_eq!(buffer.as_slice(), [7; 1000], "it is as it was");
}
