//! Links between instances, where they are known (`oni.md` 3): those that lead nowhere and those that go in a ring.

use super::descriptor::{Tag, tag_text};
use super::{InstanceFile, Problems};

/// Where links lie in a template's data.
enum Place {
    /// At a fixed offset.
    At(usize),
    /// In each element of an array: where its count is stored, whether that has 32 bits (else 16), the size of an
    /// element, the link's offset in it. Elements follow the count.
    Each(usize, bool, usize, usize),
}
use Place::{At, Each};

/// By template: places of links, and what is expected there.
const LINKS: &[(&Tag, &[(Place, &Tag)])] = &[
    (
        b"ONLV",
        &[
            (At(0x40), b"AKEV"),
            (At(0x44), b"OBOA"),
            (At(0x48), b"ONMA"),
            (At(0x4C), b"ONFA"),
            (At(0x50), b"ONTA"),
            (At(0x54), b"ONSK"),
            (At(0x5C), b"AISA"),
            (At(0x60), b"AITR"),
            (At(0x64), b"ONSA"),
            (At(0x68), b"OBDC"),
            (At(0x6C), b"ONOA"),
            (At(0x70), b"ENVP"),
            (At(0x2F8), b"CRSA"),
        ],
    ),
    (
        b"AKEV",
        &[
            (At(0x00), b"PNTA"),
            (At(0x04), b"PLEA"),
            (At(0x08), b"TXCA"),
            (At(0x0C), b"AGQG"),
            (At(0x10), b"AGQR"),
            (At(0x14), b"AGQC"),
            (At(0x18), b"AGDB"),
            (At(0x1C), b"TXMA"),
            (At(0x20), b"AKVA"),
            (At(0x24), b"AKBA"),
            (At(0x28), b"IDXA"),
            (At(0x2C), b"IDXA"),
            (At(0x30), b"AKBP"),
            (At(0x34), b"ABNA"),
            (At(0x38), b"AKOT"),
            (At(0x3C), b"AKAA"),
            (At(0x40), b"AKDA"),
        ],
    ),
    (b"TXMP", &[(At(0x8C), b"TXAN"), (At(0x90), b"TXMP")]),
    (b"TXAN", &[(Each(0x14, true, 4, 0), b"TXMP")]),
    (b"TXMA", &[(Each(0x14, true, 4, 0), b"TXMP")]),
    (
        b"M3GM",
        &[
            (At(0x04), b"PNTA"),
            (At(0x08), b"VCRA"),
            (At(0x0C), b"VCRA"),
            (At(0x10), b"TXCA"),
            (At(0x14), b"IDXA"),
            (At(0x18), b"IDXA"),
            (At(0x1C), b"TXMP"),
        ],
    ),
    (b"M3GA", &[(Each(0x14, true, 4, 0), b"M3GM")]),
    (b"OFGA", &[(At(0x10), b"ENVP"), (Each(0x14, true, 12, 4), b"M3GM")]),
    (b"DOOR", &[(At(0x00), b"OFGA"), (At(0x04), b"OFGA"), (At(0x08), b"OBAN")]),
    (b"CONS", &[(At(0x1C), b"OFGA"), (At(0x20), b"M3GM")]),
    (b"TRIG", &[(At(0x10), b"M3GM"), (At(0x1C), b"TRGE"), (At(0x20), b"OBAN")]),
    (b"TRGE", &[(At(0x18), b"M3GM")]),
    (b"TURR", &[(At(0x58), b"M3GM"), (At(0x64), b"M3GM"), (At(0x6C), b"M3GM")]),
    (b"ONWC", &[(At(0x58), b"M3GM")]),
    (
        b"OBOA",
        &[
            (Each(0x16, false, 240, 0), b"M3GA"),
            (Each(0x16, false, 240, 4), b"OBAN"),
            (Each(0x16, false, 240, 8), b"ENVP"),
        ],
    ),
    (b"ONOA", &[(Each(0x14, true, 8, 4), b"IDXA")]),
    (b"ONCC", &[(At(0xC34), b"TRBS"), (At(0xC38), b"TRMA"), (At(0xC80), b"TRAC")]),
    (b"TRMA", &[(Each(0x16, false, 4, 0), b"TXMP")]),
    (b"TRGA", &[(Each(0x16, false, 4, 0), b"M3GM")]),
    (b"TRCM", &[(At(0x54), b"TRGA"), (At(0x58), b"TRTA"), (At(0x5C), b"TRIA")]),
];

/// Templates whose links are accepted where another is expected: some classes link a mesh where a list of meshes is
/// expected (`oni.md` 3.3).
fn fits(want: &Tag, have: &Tag) -> bool {
    want == have || (want == b"OFGA" && matches!(have, b"M3GM" | b"M3GA"))
}

fn word(bytes: &[u8], at: usize) -> Option<u32> {
    bytes.get(at..at.checked_add(4)?)?.try_into().ok().map(u32::from_le_bytes)
}

/// Every link of an instance's data: where it lies, its raw number, what is expected.
fn links_of(tag: &Tag, data: &[u8]) -> Vec<(usize, u32, &'static Tag)> {
    let Some((_, places)) = LINKS.iter().find(|(t, _)| *t == tag) else { return Vec::new() };
    let mut out = Vec::new();
    for (place, want) in *places {
        match place {
            At(at) => out.extend(word(data, *at).map(|link| (*at, link, *want))),
            Each(at, wide, size, offset) => {
                let stored = if *wide {
                    word(data, *at).map_or(0, |n| n as usize)
                } else {
                    data.get(*at..*at + 2)
                        .and_then(|b| b.try_into().ok())
                        .map_or(0, |b| usize::from(u16::from_le_bytes(b)))
                };
                let from = *at + if *wide { 4 } else { 2 };
                // No more than fit into the data, whatever the count says.
                let count = stored.min(data.len().saturating_sub(from) / size);
                let place = |i: usize| from + i * size + offset;
                out.extend((0..count).filter_map(|i| Some((place(i), word(data, place(i))?, *want))));
            }
        }
    }
    out.retain(|(_, link, _)| *link != 0);
    out
}

impl InstanceFile {
    /// Notes links that lead nowhere, to another sort of instance than the game expects, or in a ring. Each instance is
    /// looked at once.
    pub(super) fn check_links(&self, bytes: &[u8], problems: &mut Problems) {
        let count = self.instances.len();
        let mut edges: Vec<Vec<usize>> = Vec::with_capacity(count);
        for (at, instance) in self.instances.iter().enumerate() {
            let data = self.data(bytes, at).unwrap_or_default();
            let mut out = Vec::new();
            for (offset, link, want) in links_of(&instance.tag, data) {
                let place = || format!("{}, byte {offset:#X} of its data", self.label(bytes, at));
                match self.linked(link) {
                    None => problems.warn(
                        place(),
                        format!("dangling link to instance {} ({link:#010X}); the file has {count}", link >> 8),
                        "The game would crash or draw nothing there. It is kept as it is.",
                    ),
                    Some(to) => {
                        let have = self.instances.get(to).map_or(*want, |i| i.tag);
                        if !fits(want, &have) {
                            problems.warn(
                                place(),
                                format!("link to {} where {} is expected", self.label(bytes, to), tag_text(*want)),
                                "It is kept as it is.",
                            );
                        }
                        out.push(to);
                    }
                }
            }
            edges.push(out);
        }
        for at in rings(&edges) {
            problems.warn(
                self.label(bytes, at),
                "its links lead back to itself in a ring",
                "The game would not come to an end there. It is kept as it is.",
            );
        }
    }
}

/// One node of each ring of a graph, each node being looked at once.
fn rings(edges: &[Vec<usize>]) -> Vec<usize> {
    #[derive(Clone, Copy, PartialEq)]
    enum Seen {
        No,
        OnTheWay,
        Done,
    }
    let mut seen = vec![Seen::No; edges.len()];
    let mut found = Vec::new();
    for start in 0..edges.len() {
        let mut way = vec![(start, 0usize)];
        while let Some((node, next)) = way.last_mut() {
            let node = *node;
            let Some(state) = seen.get_mut(node) else {
                way.pop();
                continue;
            };
            if *next == 0 {
                match state {
                    Seen::No => *state = Seen::OnTheWay,
                    Seen::OnTheWay => {
                        found.push(node);
                        way.pop();
                        continue;
                    }
                    Seen::Done => {
                        way.pop();
                        continue;
                    }
                }
            }
            match edges.get(node).and_then(|e| e.get(*next)) {
                Some(to) => {
                    let to = *to;
                    *next += 1;
                    way.push((to, 0));
                }
                None => {
                    if let Some(state) = seen.get_mut(node) {
                        *state = Seen::Done;
                    }
                    way.pop();
                }
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::rings;

    #[test]
    fn each_ring_is_found_once() {
        let graph = [vec![1], vec![2], vec![0], vec![3, 4], vec![], vec![0, 4]];
        assert_eq!(rings(&graph), [0, 3]);
        assert!(rings(&[vec![1, 1], vec![2], vec![], vec![1, 2]]).is_empty());
    }
}
