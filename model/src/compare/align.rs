//! Alignment of two lists: equal elements first, then the most alike between them.

use std::collections::HashMap;

use crate::record::Value;

/// What an element's fields hold, asked only of those that have no equal: of the first list, or of the second.
pub(super) type Values<'v> = dyn Fn(bool, usize) -> Vec<Value> + 'v;

/// Most cells of the table that finds the most alike; larger gaps are paired in order.
const CELLS: usize = 250_000;

/// Pairs of positions, ascending in the first list; each element is in one pair at most. Elements that stand in another
/// order are paired if they are equal.
pub(super) fn align(a: &[Vec<u8>], b: &[Vec<u8>], values: &Values<'_>) -> Vec<(usize, usize)> {
    let mut pairs = Vec::new();
    Aligner { a, b, values, pairs: &mut pairs }.between((0, a.len()), (0, b.len()), 0);
    moved(a, b, &mut pairs);
    pairs.sort_unstable();
    pairs
}

type Range = (usize, usize);

fn same(a: &[Vec<u8>], b: &[Vec<u8>], at: usize, with: usize) -> bool {
    a.get(at).is_some_and(|x| b.get(with) == Some(x))
}

struct Aligner<'v> {
    a: &'v [Vec<u8>],
    b: &'v [Vec<u8>],
    values: &'v Values<'v>,
    pairs: &'v mut Vec<(usize, usize)>,
}

impl Aligner<'_> {
    fn between(&mut self, mut ra: Range, mut rb: Range, depth: u8) {
        let (a, b) = (self.a, self.b);
        while ra.0 < ra.1 && rb.0 < rb.1 && same(a, b, ra.0, rb.0) {
            self.pairs.push((ra.0, rb.0));
            (ra.0, rb.0) = (ra.0 + 1, rb.0 + 1);
        }
        while ra.0 < ra.1 && rb.0 < rb.1 && same(a, b, ra.1 - 1, rb.1 - 1) {
            (ra.1, rb.1) = (ra.1 - 1, rb.1 - 1);
            self.pairs.push((ra.1, rb.1));
        }
        if ra.0 == ra.1 || rb.0 == rb.1 {
            return;
        }
        let anchors = if depth < 16 { anchors(a, b, ra, rb) } else { Vec::new() };
        if anchors.is_empty() {
            return self.gap(ra, rb);
        }
        let (mut from_a, mut from_b) = (ra.0, rb.0);
        for (at, with) in anchors {
            self.between((from_a, at), (from_b, with), depth + 1);
            self.pairs.push((at, with));
            (from_a, from_b) = (at + 1, with + 1);
        }
        self.between((from_a, ra.1), (from_b, rb.1), depth + 1);
    }

    /// Pairs what is most alike in order; less than half alike is not the same thing.
    fn gap(&mut self, ra: Range, rb: Range) {
        let (n, m) = (ra.1 - ra.0, rb.1 - rb.0);
        let in_a: Vec<Vec<Value>> = (ra.0..ra.1).map(|at| (self.values)(false, at)).collect();
        let in_b: Vec<Vec<Value>> = (rb.0..rb.1).map(|at| (self.values)(true, at)).collect();
        let like = |i: usize, j: usize| match (in_a.get(i), in_b.get(j)) {
            (Some(x), Some(y)) => alike(x, y) + u32::from(same(self.a, self.b, ra.0 + i, rb.0 + j)),
            _ => 0,
        };
        if n.saturating_mul(m) > CELLS {
            let pairs = (0..n.min(m)).filter(|i| like(*i, *i) > 0);
            return self.pairs.extend(pairs.map(|i| (ra.0 + i, rb.0 + i)));
        }
        let width = m + 1;
        let mut best = vec![0u32; (n + 1) * width];
        let cell = |best: &[u32], i: usize, j: usize| best.get(i * width + j).copied().unwrap_or(0);
        for i in (0..n).rev() {
            for j in (0..m).rev() {
                let like = like(i, j);
                let paired = if like > 0 { cell(&best, i + 1, j + 1) + like } else { 0 };
                let value = paired.max(cell(&best, i + 1, j)).max(cell(&best, i, j + 1));
                if let Some(slot) = best.get_mut(i * width + j) {
                    *slot = value;
                }
            }
        }
        let mut found = Vec::new();
        let (mut i, mut j) = (0, 0);
        while i < n && j < m {
            let like = like(i, j);
            if like > 0 && cell(&best, i, j) == cell(&best, i + 1, j + 1) + like {
                found.push((ra.0 + i, rb.0 + j));
                (i, j) = (i + 1, j + 1);
            } else if cell(&best, i, j) == cell(&best, i + 1, j) {
                i += 1;
            } else {
                j += 1;
            }
        }
        // As many went as came between the same neighbours: they are the same things, much changed.
        let (mut from_a, mut from_b) = (ra.0, rb.0);
        for (at, with) in found.iter().copied().chain([(ra.1, rb.1)]) {
            if at - from_a == with - from_b {
                self.pairs.extend((from_a..at).zip(from_b..with));
            }
            (from_a, from_b) = (at + 1, with + 1);
        }
        self.pairs.extend(found);
    }
}

/// Elements that occur once in each list, as the longest run that stands in the same order in both.
fn anchors(a: &[Vec<u8>], b: &[Vec<u8>], ra: Range, rb: Range) -> Vec<(usize, usize)> {
    /// Where it stands in each list, and whether it stands twice in one of them.
    type Places = (Option<usize>, Option<usize>, bool);
    let mut once: HashMap<&[u8], Places> = HashMap::new();
    for at in ra.0..ra.1 {
        let Some(bytes) = a.get(at) else { continue };
        let entry = once.entry(bytes).or_default();
        entry.2 |= entry.0.replace(at).is_some();
    }
    for at in rb.0..rb.1 {
        let Some(bytes) = b.get(at) else { continue };
        let entry = once.entry(bytes).or_default();
        entry.2 |= entry.1.replace(at).is_some();
    }
    let pair = |at: usize| match once.get(a.get(at)?.as_slice())? {
        (Some(_), Some(with), false) => Some((at, *with)),
        _ => None,
    };
    let unique: Vec<(usize, usize)> = (ra.0..ra.1).filter_map(pair).collect();
    increasing(&unique)
}

/// The longest run of pairs whose second numbers ascend (patience sorting).
pub(super) fn increasing(pairs: &[(usize, usize)]) -> Vec<(usize, usize)> {
    let mut tops: Vec<usize> = Vec::new();
    let mut before: Vec<Option<usize>> = Vec::with_capacity(pairs.len());
    for (at, (_, with)) in pairs.iter().enumerate() {
        let pile = tops.partition_point(|top| pairs.get(*top).is_some_and(|p| p.1 < *with));
        before.push(pile.checked_sub(1).and_then(|p| tops.get(p).copied()));
        match tops.get_mut(pile) {
            Some(top) => *top = at,
            None => tops.push(at),
        }
    }
    let mut run = Vec::new();
    let mut next = tops.last().copied();
    while let Some(at) = next {
        run.extend(pairs.get(at).copied());
        next = before.get(at).copied().flatten();
    }
    run.reverse();
    run
}

/// How alike two rows are, in thousandths of their fields; 0 if less than half of them agree.
fn alike(a: &[Value], b: &[Value]) -> u32 {
    let longer = a.len().max(b.len());
    let equal = a.iter().zip(b).filter(|(x, y)| x.same(y)).count();
    if longer == 0 || equal * 2 < longer {
        return 0;
    }
    u32::try_from(equal * 1000 / longer).unwrap_or(0)
}

/// Pairs what is left and equal, in whatever order.
fn moved(a: &[Vec<u8>], b: &[Vec<u8>], pairs: &mut Vec<(usize, usize)>) {
    let (mut in_a, mut in_b) = (vec![false; a.len()], vec![false; b.len()]);
    for (at, with) in pairs.iter() {
        for (list, at) in [(&mut in_a, at), (&mut in_b, with)] {
            if let Some(slot) = list.get_mut(*at) {
                *slot = true;
            }
        }
    }
    let mut left: HashMap<&[u8], Vec<usize>> = HashMap::new();
    for (at, bytes) in b.iter().enumerate().rev().filter(|(at, _)| in_b.get(*at) == Some(&false)) {
        left.entry(bytes).or_default().push(at);
    }
    for (at, bytes) in a.iter().enumerate().filter(|(at, _)| in_a.get(*at) == Some(&false)) {
        if let Some(with) = left.get_mut(bytes.as_slice()).and_then(Vec::pop) {
            pairs.push((at, with));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Aligns rows whose fields are their bytes.
    fn by_bytes(a: &[Vec<u8>], b: &[Vec<u8>]) -> Vec<(usize, usize)> {
        let fields = |row: Option<&Vec<u8>>| row.into_iter().flatten().map(|b| Value::Int((*b).into())).collect();
        align(a, b, &|second, at| fields(if second { b.get(at) } else { a.get(at) }))
    }

    fn pairs(a: &[&str], b: &[&str]) -> Vec<(usize, usize)> {
        let rows = |list: &[&str]| list.iter().map(|t| t.as_bytes().to_vec()).collect::<Vec<_>>();
        by_bytes(&rows(a), &rows(b))
    }

    #[test]
    fn equal_rows_find_each_other_around_what_came_and_went() {
        assert_eq!(pairs(&["aaaa", "bbbb", "cccc"], &["aaaa", "cccc"]), [(0, 0), (2, 1)]);
        assert_eq!(pairs(&["aaaa", "cccc"], &["xxxx", "aaaa", "bbbb", "cccc"]), [(0, 1), (1, 3)]);
        assert_eq!(pairs(&[], &["aaaa"]), []);
    }

    #[test]
    fn what_is_mostly_alike_is_the_same_thing_changed() {
        assert_eq!(pairs(&["aaaa", "bbbb", "cccc"], &["aaaa", "bbxb", "cccc"]), [(0, 0), (1, 1), (2, 2)]);
        assert_eq!(pairs(&["wwww", "bbbb"], &["bbxb"]), [(1, 0)]);
        assert_eq!(
            pairs(&["aaaa", "cccc"], &["bbbb", "cccc"]),
            [(0, 0), (1, 1)],
            "nothing else could have become of it"
        );
        assert_eq!(pairs(&["aaaa", "dddd", "cccc"], &["bbbb", "cccc"]), [(2, 1)], "nobody can tell");
    }

    #[test]
    fn a_row_that_moved_is_found() {
        assert_eq!(pairs(&["aaaa", "bbbb", "cccc"], &["cccc", "aaaa", "bbbb"]), [(0, 1), (1, 2), (2, 0)]);
    }

    #[test]
    fn large_gaps_stay_quick_and_pair_in_order() {
        let rows =
            |salt: u32| (0..3000u32).map(|i| [i.to_be_bytes(), (i ^ salt).to_be_bytes()].concat()).collect::<Vec<_>>();
        let found = by_bytes(&rows(0), &rows(1));
        assert_eq!(found.len(), 3000);
        assert!(found.iter().all(|(a, b)| a == b));
    }
}
