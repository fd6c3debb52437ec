//! Where the boxes of a graph stand: in columns from what causes to what follows, as few arrows crossing as a few sweeps
//! can manage, and no two boxes over each other. The usual layered layout: cycles are broken, boxes get columns by the
//! longest way to them, long arrows are led through points in the columns between, the order within a column follows the
//! neighbours' middle, and the places are the nearest to the neighbours' that this order allows.
//!
//! The crates that do this were tried and do not fit: one did not come to an end with 30 boxes and 40 arrows.

/// Sizes and distances, in the units of the boxes' sizes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gaps {
    /// Between columns; arrows run there.
    pub columns: f32,
    /// Between boxes of a column.
    pub rows: f32,
    /// Between parts of the graph that have nothing to do with each other.
    pub parts: f32,
}

/// Where everything stands.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Layout {
    /// Left upper corner of each box.
    pub places: Vec<[f32; 2]>,
    /// The points each arrow runs through, from the middle of the right (or, against the columns' order, the left) side
    /// of its first box to that of its second; empty for arrows of a box to itself.
    pub routes: Vec<Vec<[f32; 2]>>,
    /// Width and height of all of it.
    pub size: [f32; 2],
}

/// Sweeps over the columns that order them, and that place them. More changes little.
const ORDER_SWEEPS: usize = 8;
const PLACE_SWEEPS: usize = 6;

/// Stands boxes of these sizes with arrows between them. Arrows that name a box which is not there are left out.
pub fn layout(sizes: &[[f32; 2]], arrows: &[(usize, usize)], gaps: Gaps) -> Layout {
    let count = sizes.len();
    let mut out = Layout { places: vec![[0.0; 2]; count], routes: vec![Vec::new(); arrows.len()], size: [0.0; 2] };
    let parts = parts(count, arrows);
    let mut top = 0.0f32;
    for part in parts {
        let mut graph = Layered::new(&part, sizes, arrows);
        graph.order();
        let [width, height] = graph.place(gaps);
        for point in graph.points.iter().filter(|p| p.what.is_some()) {
            if let Some(slot) = point.what.and_then(|at| out.places.get_mut(at)) {
                *slot = [point.x, top + point.y];
            }
        }
        for (arrow, chain) in &graph.chains {
            let Some(&(from, to)) = arrows.get(*arrow) else { continue };
            if let Some(route) = out.routes.get_mut(*arrow) {
                *route = graph.route(chain, from, to, sizes, top);
            }
        }
        out.size = [out.size[0].max(width), top + height];
        top += height + gaps.parts;
    }
    out
}

/// What hangs together, largest first, then by the first box; boxes in their order.
fn parts(count: usize, arrows: &[(usize, usize)]) -> Vec<Vec<usize>> {
    let mut above: Vec<usize> = (0..count).collect();
    fn root(above: &mut [usize], mut at: usize) -> usize {
        while above[at] != at {
            above[at] = above[above[at]];
            at = above[at];
        }
        at
    }
    for &(a, b) in arrows.iter().filter(|(a, b)| *a < count && *b < count) {
        let (a, b) = (root(&mut above, a), root(&mut above, b));
        above[a.max(b)] = a.min(b);
    }
    let mut parts: Vec<Vec<usize>> = vec![Vec::new(); count];
    for at in 0..count {
        let root = root(&mut above, at);
        parts[root].push(at);
    }
    parts.retain(|part| !part.is_empty());
    parts.sort_by_key(|part| std::cmp::Reverse(part.len()));
    parts
}

/// A box, or a point that a long arrow is led through.
#[derive(Clone, Debug)]
struct Point {
    what: Option<usize>,
    column: usize,
    size: [f32; 2],
    x: f32,
    y: f32,
    before: Vec<usize>,
    after: Vec<usize>,
}

/// One part of a graph in columns.
struct Layered {
    points: Vec<Point>,
    /// The points of each column from the top.
    columns: Vec<Vec<usize>>,
    /// Each arrow with the points it runs through, in the columns' order.
    chains: Vec<(usize, Vec<usize>)>,
}

impl Layered {
    fn new(part: &[usize], sizes: &[[f32; 2]], arrows: &[(usize, usize)]) -> Layered {
        let here: std::collections::BTreeMap<usize, usize> = part.iter().copied().zip(0..).collect();
        let own: Vec<(usize, usize, usize)> = (0..)
            .zip(arrows)
            .filter_map(|(at, (from, to))| Some((at, *here.get(from)?, *here.get(to)?)))
            .filter(|(_, from, to)| from != to)
            .collect();
        let forward = without_cycles(part.len(), &own);
        let columns_of = columns_of(part.len(), &forward);
        let mut points: Vec<Point> = part
            .iter()
            .zip(&columns_of)
            .map(|(at, column)| Point {
                what: Some(*at),
                column: *column,
                size: sizes[*at],
                x: 0.0,
                y: 0.0,
                before: Vec::new(),
                after: Vec::new(),
            })
            .collect();
        let mut chains = Vec::with_capacity(forward.len());
        for (arrow, from, to) in forward {
            let mut chain = vec![from];
            for column in columns_of[from] + 1..columns_of[to] {
                chain.push(points.len());
                let point =
                    Point { what: None, column, size: [0.0; 2], x: 0.0, y: 0.0, before: Vec::new(), after: Vec::new() };
                points.push(point);
            }
            chain.push(to);
            for pair in chain.windows(2) {
                points[pair[0]].after.push(pair[1]);
                points[pair[1]].before.push(pair[0]);
            }
            chains.push((arrow, chain));
        }
        let mut columns = vec![Vec::new(); points.iter().map(|p| p.column + 1).max().unwrap_or(0)];
        for (at, point) in points.iter().enumerate() {
            columns[point.column].push(at);
        }
        Layered { points, columns, chains }
    }

    /// Orders the columns so that arrows cross as little as the best of some sweeps has it.
    fn order(&mut self) {
        let mut best = (self.crossings(), self.columns.clone());
        for sweep in 0..ORDER_SWEEPS {
            let rank = |columns: &[Vec<usize>], count: usize| {
                let mut rank = vec![0usize; count];
                columns.iter().for_each(|c| c.iter().zip(0..).for_each(|(at, place)| rank[*at] = place));
                rank
            };
            let down = sweep % 2 == 0;
            let count = self.columns.len();
            for step in 1..count {
                let column = if down { step } else { count - 1 - step };
                let rank = rank(&self.columns, self.points.len());
                let middle = |at: &usize| {
                    let point = &self.points[*at];
                    let near = if down { &point.before } else { &point.after };
                    match near.len() {
                        0 => rank[*at] as f64,
                        n => near.iter().map(|p| rank[*p] as f64).sum::<f64>() / n as f64,
                    }
                };
                let mut keyed: Vec<(f64, usize)> = self.columns[column].iter().map(|at| (middle(at), *at)).collect();
                keyed.sort_by(|a, b| a.0.total_cmp(&b.0));
                self.columns[column] = keyed.into_iter().map(|(_, at)| at).collect();
            }
            let crossings = self.crossings();
            if crossings < best.0 {
                best = (crossings, self.columns.clone());
            }
            if best.0 == 0 {
                break;
            }
        }
        self.columns = best.1;
    }

    /// How many pairs of arrows cross between neighbouring columns.
    fn crossings(&self) -> usize {
        let mut rank = vec![0usize; self.points.len()];
        self.columns.iter().for_each(|c| c.iter().zip(0..).for_each(|(at, place)| rank[*at] = place));
        let mut count = 0;
        for column in &self.columns {
            // Arrows in the order of their beginnings: those cross whose ends come in another order.
            let mut ends: Vec<usize> = Vec::new();
            for at in column {
                let mut own: Vec<usize> = self.points[*at].after.iter().map(|p| rank[*p]).collect();
                own.sort_unstable();
                ends.extend(own);
            }
            count += inversions(&mut ends);
        }
        count
    }

    /// Gives every point its place; answers width and height.
    fn place(&mut self, gaps: Gaps) -> [f32; 2] {
        let mut x = 0.0;
        for column in &self.columns {
            let width = column.iter().map(|at| self.points[*at].size[0]).fold(0.0, f32::max);
            let mut y = 0.0;
            for at in column {
                let point = &mut self.points[*at];
                (point.x, point.y) = (x, y);
                y += point.size[1] + gaps.rows;
            }
            x += width + gaps.columns;
        }
        for sweep in 0..PLACE_SWEEPS {
            for step in 0..self.columns.len() {
                let column = if sweep % 2 == 0 { step } else { self.columns.len() - 1 - step };
                self.settle(column, gaps.rows);
            }
        }
        let top = self.points.iter().map(|p| p.y).fold(f32::INFINITY, f32::min);
        let top = if top.is_finite() { top } else { 0.0 };
        self.points.iter_mut().for_each(|p| p.y -= top);
        let height = self.points.iter().map(|p| p.y + p.size[1]).fold(0.0, f32::max);
        [(x - gaps.columns).max(0.0), height]
    }

    /// Moves the points of a column as near to the middle of their neighbours as their order and sizes allow: the least
    /// sum of squares, found by joining neighbours that would overlap (pool adjacent violators).
    fn settle(&mut self, column: usize, gap: f32) {
        let centre = |p: &Point| p.y + p.size[1] / 2.0;
        // Where each would begin if everything above it had no height: then the order is all that is asked.
        let mut runs: Vec<(f64, usize)> = Vec::new();
        let mut above = 0.0f64;
        let mut offsets = Vec::with_capacity(self.columns[column].len());
        for at in &self.columns[column] {
            let point = &self.points[*at];
            let near = point.before.iter().chain(&point.after);
            let (sum, count) =
                near.fold((0.0f64, 0usize), |(s, n), p| (s + f64::from(centre(&self.points[*p])), n + 1));
            let wanted = if count == 0 { f64::from(centre(point)) } else { sum / count as f64 };
            offsets.push(above);
            let mut run = (wanted - f64::from(point.size[1]) / 2.0 - above, 1usize);
            above += f64::from(point.size[1] + gap);
            while let Some(last) = runs.last().filter(|last| last.0 > run.0) {
                let weight = (last.1 + run.1) as f64;
                run = ((last.0 * last.1 as f64 + run.0 * run.1 as f64) / weight, last.1 + run.1);
                runs.pop();
            }
            runs.push(run);
        }
        let starts = runs.iter().flat_map(|(start, count)| std::iter::repeat_n(*start, *count));
        for ((at, offset), start) in self.columns[column].iter().zip(offsets).zip(starts) {
            self.points[*at].y = (start + offset) as f32;
        }
    }

    /// The points of an arrow from one box's side to the other's.
    fn route(&self, chain: &[usize], from: usize, to: usize, sizes: &[[f32; 2]], top: f32) -> Vec<[f32; 2]> {
        let mut points: Vec<[f32; 2]> = Vec::with_capacity(chain.len());
        let last = chain.len().saturating_sub(1);
        for (place, at) in chain.iter().enumerate() {
            let point = &self.points[*at];
            let middle = top + point.y + point.size[1] / 2.0;
            let x = if place == 0 { point.x + point.size[0] } else { point.x };
            points.push([x, middle]);
            if place != 0 && place != last {
                // Through a column the arrow runs level.
                let width = self.columns[point.column].iter().map(|p| self.points[*p].size[0]).fold(0.0, f32::max);
                points.push([x + width, middle]);
            }
        }
        let starts_here = chain.first().is_some_and(|at| self.points[*at].what == Some(from));
        if !starts_here {
            points.reverse();
        }
        debug_assert!(from < sizes.len() && to < sizes.len());
        points
    }
}

/// The arrows with those turned round that close a cycle.
fn without_cycles(count: usize, arrows: &[(usize, usize, usize)]) -> Vec<(usize, usize, usize)> {
    let mut after: Vec<Vec<usize>> = vec![Vec::new(); count];
    let mut incoming = vec![0usize; count];
    for (at, (_, from, to)) in arrows.iter().enumerate() {
        after[*from].push(at);
        incoming[*to] += 1;
    }
    let mut turned = vec![false; arrows.len()];
    // 0 not seen, 1 on the way here, 2 done.
    let mut state = vec![0u8; count];
    // What nothing leads to comes first, so that cycles are entered where a person would.
    let mut starts: Vec<usize> = (0..count).collect();
    starts.sort_by_key(|at| incoming[*at]);
    for start in starts {
        if state[start] != 0 {
            continue;
        }
        // (box, next arrow to follow): a stack of our own, for a long chain would overflow the program's.
        let mut stack = vec![(start, 0usize)];
        state[start] = 1;
        while let Some((at, next)) = stack.last_mut() {
            let Some(arrow) = after[*at].get(*next).copied() else {
                state[*at] = 2;
                stack.pop();
                continue;
            };
            *next += 1;
            let to = arrows[arrow].2;
            match state[to] {
                0 => {
                    state[to] = 1;
                    stack.push((to, 0));
                }
                1 => turned[arrow] = true,
                _ => {}
            }
        }
    }
    let turn = |((arrow, from, to), turned): (&(usize, usize, usize), bool)| match turned {
        true => (*arrow, *to, *from),
        false => (*arrow, *from, *to),
    };
    arrows.iter().zip(turned).map(turn).collect()
}

/// The column of each box: one more than the last of those before it; what has nothing before it stands next to what
/// follows.
fn columns_of(count: usize, arrows: &[(usize, usize, usize)]) -> Vec<usize> {
    let mut after: Vec<Vec<usize>> = vec![Vec::new(); count];
    let mut waiting = vec![0usize; count];
    for (_, from, to) in arrows {
        after[*from].push(*to);
        waiting[*to] += 1;
    }
    let first: Vec<bool> = waiting.iter().map(|n| *n == 0).collect();
    let mut ready: Vec<usize> = (0..count).filter(|at| first[*at]).collect();
    let mut column = vec![0usize; count];
    while let Some(at) = ready.pop() {
        for to in &after[at] {
            column[*to] = column[*to].max(column[at] + 1);
            waiting[*to] -= 1;
            if waiting[*to] == 0 {
                ready.push(*to);
            }
        }
    }
    for at in (0..count).filter(|at| first[*at]) {
        if let Some(next) = after[at].iter().map(|to| column[*to]).min() {
            column[at] = next.saturating_sub(1);
        }
    }
    column
}

/// How many pairs stand in the wrong order; sorts on the way.
fn inversions(numbers: &mut [usize]) -> usize {
    if numbers.len() < 2 {
        return 0;
    }
    let middle = numbers.len() / 2;
    let (left, right) = numbers.split_at_mut(middle);
    let mut count = inversions(left) + inversions(right);
    let (mut a, mut b) = (0, 0);
    let mut merged = Vec::with_capacity(left.len() + right.len());
    while a < left.len() && b < right.len() {
        if left[a] <= right[b] {
            merged.push(left[a]);
            a += 1;
        } else {
            count += left.len() - a;
            merged.push(right[b]);
            b += 1;
        }
    }
    merged.extend_from_slice(&left[a..]);
    merged.extend_from_slice(&right[b..]);
    numbers.copy_from_slice(&merged);
    count
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const GAPS: Gaps = Gaps { columns: 40.0, rows: 10.0, parts: 30.0 };

    fn overlap(a: ([f32; 2], [f32; 2]), b: ([f32; 2], [f32; 2])) -> bool {
        let apart =
            |axis: usize| a.0[axis] + a.1[axis] <= b.0[axis] + 0.01 || b.0[axis] + b.1[axis] <= a.0[axis] + 0.01;
        !apart(0) && !apart(1)
    }

    fn check(sizes: &[[f32; 2]], arrows: &[(usize, usize)]) -> Layout {
        let made = layout(sizes, arrows, GAPS);
        let boxes: Vec<_> = made.places.iter().copied().zip(sizes.iter().copied()).collect();
        for (at, a) in boxes.iter().enumerate() {
            assert!(a.0.iter().all(|v| v.is_finite() && *v >= -0.01), "{:?}", a.0);
            assert!(a.0[0] + a.1[0] <= made.size[0] + 0.01 && a.0[1] + a.1[1] <= made.size[1] + 0.01);
            boxes[at + 1..].iter().for_each(|b| assert!(!overlap(*a, *b), "{a:?} lies over {b:?}"));
        }
        for ((from, to), route) in arrows.iter().zip(&made.routes) {
            if from == to || *from >= sizes.len() || *to >= sizes.len() {
                assert!(route.is_empty());
                continue;
            }
            let touches = |p: [f32; 2], at: usize| {
                let (place, size) = boxes[at];
                (p[1] - place[1] - size[1] / 2.0).abs() < 0.1
                    && [place[0], place[0] + size[0]].iter().any(|x| (p[0] - x).abs() < 0.1)
            };
            assert!(touches(route[0], *from) && touches(route[route.len() - 1], *to), "{from} -> {to}: {route:?}");
        }
        made
    }

    #[test]
    fn a_chain_runs_from_left_to_right_on_one_line() {
        let made = check(&[[50.0, 20.0]; 3], &[(0, 1), (1, 2)]);
        assert_eq!(made.places, [[0.0, 0.0], [90.0, 0.0], [180.0, 0.0]]);
        assert_eq!(made.size, [230.0, 20.0]);
        assert_eq!(made.routes[0], [[50.0, 10.0], [90.0, 10.0]]);
    }

    #[test]
    fn what_shares_a_target_stands_around_it() {
        let made = check(&[[50.0, 20.0]; 3], &[(0, 2), (1, 2)]);
        assert_eq!(made.places[0][0], made.places[1][0]);
        assert_eq!(made.places[2], [90.0, 15.0], "in the middle of the two");
    }

    #[test]
    fn arrows_that_need_not_cross_do_not() {
        let made = check(&[[50.0, 20.0]; 4], &[(0, 3), (1, 2)]);
        assert_eq!(made.places[0][1], made.places[3][1]);
        let made = check(&[[50.0, 20.0]; 5], &[(0, 3), (1, 2), (0, 4), (1, 4)]);
        let order = |a: usize, b: usize| made.places[a][1] < made.places[b][1];
        assert_eq!(order(0, 1), order(3, 2));
    }

    #[test]
    fn cycles_and_arrows_to_oneself_come_to_an_end() {
        check(&[[50.0, 20.0]; 3], &[(0, 1), (1, 2), (2, 0), (1, 1), (9, 0)]);
        let made = check(&[[10.0, 10.0]; 2], &[(0, 1), (1, 0)]);
        assert!(made.routes[1][0][0] > made.routes[1][1][0], "the one that goes back runs back");
    }

    #[test]
    fn a_long_chain_needs_no_deep_stack() {
        let arrows: Vec<(usize, usize)> = (0..5_000).map(|at| (at, at + 1)).collect();
        let made = layout(&vec![[5.0, 5.0]; 5_001], &arrows, GAPS);
        assert_eq!(made.places[5_000][0], 5_000.0 * 45.0);
    }

    #[test]
    fn nothing_at_all_has_no_size() {
        assert_eq!(layout(&[], &[], GAPS), Layout::default());
        assert_eq!(check(&[[7.0, 8.0]], &[]).size, [7.0, 8.0]);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn no_box_lies_over_another(
            sizes in prop::collection::vec((1.0f32..200.0, 1.0f32..60.0), 1..40),
            arrows in prop::collection::vec((0usize..40, 0usize..40), 0..80),
        ) {
            let sizes: Vec<[f32; 2]> = sizes.into_iter().map(|(w, h)| [w, h]).collect();
            check(&sizes, &arrows);
        }
    }
}
