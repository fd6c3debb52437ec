//! The same table read and set in both storages.

use super::*;
use crate::document::Level;

/// A little assembler for functions whose calls place objects.
#[derive(Default)]
struct Assembler {
    strings: Vec<&'static str>,
    numbers: Vec<f64>,
    code: Vec<u32>,
    calls: Vec<usize>,
}

impl Assembler {
    fn string(&mut self, operation: u32, text: &'static str) {
        let at = self.strings.iter().position(|s| *s == text).unwrap_or_else(|| {
            self.strings.push(text);
            self.strings.len() - 1
        });
        self.code.push(operation | (at as u32) << 6);
    }

    fn number(&mut self, n: f64) {
        if n.fract() == 0.0 && n.abs() < BIAS as f64 {
            self.code.push(PUSHINT | ((n as i64 + BIAS) as u32) << 6);
            return;
        }
        let at = self.numbers.iter().position(|m| *m == n.abs()).unwrap_or_else(|| {
            self.numbers.push(n.abs());
            self.numbers.len() - 1
        });
        self.code.push(if n < 0.0 { PUSHNEGNUM } else { PUSHNUM } | (at as u32) << 6);
    }

    fn list(&mut self, numbers: &[f64]) {
        self.code.push(CREATETABLE | (numbers.len() as u32) << 6);
        numbers.iter().for_each(|n| self.number(*n));
        self.code.push(SETLIST | (numbers.len() as u32) << 6);
    }

    fn spawn(&mut self, name: &'static str, at: [f64; 3], zone: f64) {
        self.string(GETGLOBAL, "ObjSpawn");
        self.string(PUSHSTRING, name);
        self.list(&at);
        self.list(&[0.0, 0.0, 0.0, 1.0]);
        self.number(-1.0);
        self.number(zone);
        self.code.push(GETLOCAL); // flags: computed
        self.number(4_294_967_295.0);
        self.code.push(PUSHNIL | 1 << 6);
        self.calls.push(self.code.len());
        self.code.push(CALL);
    }

    fn node(build: &mut LevelBuilder, parent: u32, head: Vec<u8>, schema: &'static crate::record::Schema) -> Node {
        let number = build.number(parent);
        Node::leaf(number, schema, head)
    }

    fn list_node(
        build: &mut LevelBuilder,
        parent: u32,
        schema: &'static crate::record::Schema,
        children: Vec<Vec<u8>>,
    ) -> Node {
        let mut list = Self::node(build, parent, (children.len() as u32).to_le_bytes().to_vec(), schema);
        let child = schema.children.unwrap().schema;
        let nodes = children.into_iter().map(|head| Self::node(build, list.number, head, child)).collect();
        list.children = NodeList::new(nodes);
        list
    }

    fn open(self) -> Document {
        open(|build| {
            build.nodes(&CHUNKS, b"lua", 0, |build, table| {
                let mut function = Self::node(build, table, vec![0; 8], &PROTOTYPE);
                let text = |t: &&str| [&(t.len() as u32 + 1).to_le_bytes()[..], t.as_bytes(), &[0]].concat();
                let strings = self.strings.iter().map(text).collect();
                let numbers = self.numbers.iter().map(|n| n.to_le_bytes().to_vec()).collect();
                let code = self.code.iter().map(|w| w.to_le_bytes().to_vec()).collect();
                let here = function.number;
                function.children = NodeList::new(vec![
                    Self::list_node(build, here, &STRINGS, strings),
                    Self::list_node(build, here, &NUMBERS, numbers),
                    Self::list_node(build, here, &CODE, code),
                ]);
                vec![function].into()
            });
        })
    }
}

const NAMES: [&str; 2] = ["crate", "dyn_key"];
const PLACES: [[f64; 3]; 2] = [[1.5, -2.0, 0.25], [1.5, -1.5, 7.0]];

/// Two calls; 1.5 is used three times, 0.25 once.
fn compiled() -> (Document, [NodeId; 2]) {
    let mut assembler = Assembler::default();
    for (name, place) in NAMES.into_iter().zip(PLACES) {
        assembler.spawn(name, place, 26.0);
    }
    let calls = assembler.calls.clone();
    let document = assembler.open();
    let draft = document.draft();
    let code = draft.row(HERE, "chunks", 0).unwrap().child(2).unwrap();
    let nodes = [0, 1].map(|i| code.child(calls[i]).unwrap().id());
    drop(draft);
    (document, nodes)
}

const SCRIPT: [&str; 2] = [
    "ObjSpawn( \"crate\", {1.50, -2,0.25}, {0,0,0,1}, -1, 26 , f(3), 4294967295, nil)\r\n",
    "ObjSpawn(\"dyn_key\",{1.5,-1.5,7},{0,0,0,1},-1,26,f(3),4294967295,nil)",
];

fn script() -> (Document, [NodeId; 2]) {
    let document = open(|build| {
        build.nodes(&CALLS, b"text", 0, |build, table| {
            let call = |text: &&str| {
                let number = build.number(table);
                Node::leaf(number, &OBJECT_SPAWN, text.as_bytes())
            };
            SCRIPT.iter().map(call).collect()
        });
    });
    let nodes = [0, 1].map(|i| super::super::row(&document, "calls", i));
    (document, nodes)
}

fn get(draft: &Draft, call: NodeId, name: &str) -> Value {
    draft.record(call).unwrap().get(OBJECT_SPAWN.base_field(name).unwrap()).unwrap()
}

fn set(draft: &mut Draft, call: NodeId, name: &str, value: Value) -> Result<bool, Refusal> {
    draft.set(call, OBJECT_SPAWN.base_field(name).unwrap(), &value)
}

fn all(draft: &Draft, call: NodeId) -> Vec<Value> {
    OBJECT_SPAWN.base_fields().map(|f| get(draft, call, f.name)).collect()
}

fn bytes(level: &Level) -> Vec<u8> {
    level.tables().flat_map(|t| t.bytes()).collect()
}

fn text(t: &str) -> Value {
    Value::Text(t.to_owned())
}

#[test]
fn both_storages_read_the_same() {
    let ((a, compiled), (b, script)) = (compiled(), script());
    for i in 0..2 {
        let values = all(&a.draft(), compiled[i]);
        assert_eq!(values, all(&b.draft(), script[i]));
        let place = PLACES[i].map(Value::Real);
        assert_eq!(values[1..4], place);
        assert_eq!(values[0], text(NAMES[i]));
        assert_eq!(
            values[4..],
            [Value::Int(26), Value::Computed, Value::Int(0xFFFF_FFFF), Value::Symbol("nil".to_owned())]
        );
    }
}

#[test]
fn the_same_sets_give_the_same_values_and_leave_the_other_call() {
    let changes = [
        ("type_name", text("part_steam")),
        ("x", Value::Real(2.5)),
        ("y", Value::Real(-0.75)),
        ("z", Value::Real(3.0)),
        ("zone", Value::Int(0)),
        ("tint", Value::Int(0x10)),
    ];
    for which in 0..2 {
        for (document, calls) in [compiled(), script()] {
            let mut document = document;
            let opened = bytes(document.state().level(HERE).unwrap());
            let other = all(&document.draft(), calls[1 - which]);
            let mut draft = document.draft();
            for (name, value) in &changes {
                assert!(set(&mut draft, calls[which], name, value.clone()).unwrap(), "{name}");
                assert_eq!(get(&draft, calls[which], name), *value);
                assert_eq!(all(&draft, calls[1 - which]), other, "{name} of the other call");
            }
            document.commit(draft, "all of them").unwrap();
            assert!(document.undo());
            assert_eq!(bytes(document.state().level(HERE).unwrap()), opened);
            assert!(document.redo());
            assert_eq!(get(&document.draft(), calls[which], "y"), Value::Real(-0.75));
        }
    }
}

fn pool(draft: &Draft, list: usize) -> (usize, i128) {
    let list = draft.row(HERE, "chunks", 0).unwrap().child(list).unwrap();
    (list.children().unwrap().len(), list.int("count").unwrap())
}

#[test]
fn a_shared_constant_is_never_changed() {
    let (document, [first, second]) = compiled();
    let mut draft = document.draft();
    assert_eq!(pool(&draft, 1), (3, 3), "1.5, 0.25 and the tint");
    set(&mut draft, first, "x", Value::Real(9.5)).unwrap();
    assert_eq!(pool(&draft, 1), (4, 4), "a new constant at the end");
    assert_eq!((get(&draft, first, "x"), get(&draft, second, "x")), (Value::Real(9.5), Value::Real(1.5)));
    assert_eq!(get(&draft, second, "y"), Value::Real(-1.5));
    // 0.25 is this call's alone: it changes in place.
    set(&mut draft, first, "z", Value::Real(0.125)).unwrap();
    assert_eq!(pool(&draft, 1), (4, 4));
    // A whole number needs no constant, back again needs one.
    set(&mut draft, first, "z", Value::Real(-4.0)).unwrap();
    set(&mut draft, first, "z", Value::Real(-4.5)).unwrap();
    assert_eq!((pool(&draft, 1), get(&draft, first, "z")), ((5, 5), Value::Real(-4.5)));
    // A name is this call's alone; two calls of one name share it.
    set(&mut draft, second, "type_name", text("crate")).unwrap();
    assert_eq!(pool(&draft, 0), (3, 3));
    assert_eq!((get(&draft, first, "type_name"), get(&draft, second, "type_name")), (text("crate"), text("crate")));
    assert_eq!(
        pool(&draft, 2).0,
        document.draft().row(HERE, "chunks", 0).unwrap().child(2).unwrap().children().unwrap().len()
    );
}

#[test]
fn the_edge_of_a_whole_operand_is_kept() {
    let (document, [first, _]) = compiled();
    let mut draft = document.draft();
    for n in [33_554_430.0, -33_554_430.0, 33_554_431.0, -33_554_431.0, 1e300, 0.0] {
        let before = pool(&draft, 1).0;
        set(&mut draft, first, "y", Value::Real(n)).unwrap();
        assert_eq!(get(&draft, first, "y"), Value::Real(n));
        assert!(n.abs() > 33_554_430.0 || pool(&draft, 1).0 == before, "{n}");
    }
    set(&mut draft, first, "y", Value::Real(-0.0)).unwrap();
    assert!(get(&draft, first, "y").same(&Value::Real(-0.0)));
}

#[test]
fn a_text_call_changes_the_characters_of_the_argument() {
    let (document, [first, second]) = script();
    let mut draft = document.draft();
    set(&mut draft, first, "y", Value::Real(0.1)).unwrap();
    set(&mut draft, first, "zone", Value::Int(7)).unwrap();
    set(&mut draft, second, "type_name", text("caf\u{e9}")).unwrap();
    set(&mut draft, second, "tint", Value::Int(255)).unwrap();
    let head = |node| draft.record(node).unwrap().head().to_vec();
    let want = "ObjSpawn( \"crate\", {1.50, 0.1,0.25}, {0,0,0,1}, -1, 7 , f(3), 4294967295, nil)\r\n";
    assert_eq!(String::from_utf8_lossy(&head(first)), want);
    assert_eq!(head(second), b"ObjSpawn(\"caf\xE9\",{1.5,-1.5,7},{0,0,0,1},-1,26,f(3),255,nil)");
}

#[test]
fn what_a_script_computes_and_what_does_not_fit_is_refused() {
    for (document, [call, _]) in [compiled(), script()] {
        let mut draft = document.draft();
        let mut refused = |name: &str, value| set(&mut draft, call, name, value).unwrap_err().to_string();
        assert_eq!(refused("flags", Value::Int(1)), "flags cannot be changed: computed by the script");
        assert_eq!(refused("zone", Value::Int(255)), "zone: 255 is outside 0..254");
        assert!(refused("zone", text("a")).contains("a whole number"));
        assert!(refused("type_name", text("☃")).contains("Latin-1"));
        assert!(refused("x", Value::NanBits(f64::NAN.to_bits())).contains("a number"));
        assert!(draft.is_empty());
        assert!(!set(&mut draft, call, "x", Value::Real(1.5)).unwrap(), "the same number is no edit");
    }
}

#[test]
fn damaged_calls_are_read_as_far_as_they_go() {
    let call = SCRIPT[0].trim_end().as_bytes();
    let readable = |len: usize| {
        let arguments = text_arguments(&call[..len]);
        OBJECT_SPAWN.base_fields().filter(|f| value(&arguments, f).is_ok()).count()
    };
    let counts: Vec<usize> = (0..=call.len()).map(readable).collect();
    assert_eq!((counts.first(), counts.last()), (Some(&0), Some(&8)));
    assert_eq!(counts.iter().filter(|n| **n == 8).count(), 4, "with all of nil or a part of it");
    // An instruction that points behind the pool.
    let code = vec![PUSHNUM | 99 << 6, SETLIST | 5 << 6, CALL];
    let document = Assembler { code, ..Assembler::default() }.open();
    let draft = document.draft();
    let call = draft.row(HERE, "chunks", 0).unwrap().child(2).unwrap().child(2).unwrap();
    let error = call.get(ObjectSpawnField::x.field()).unwrap_err();
    assert_eq!(error.to_string(), "x: the call cannot be followed");
}
