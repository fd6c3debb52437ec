use super::complete::{self, What};
use super::rename::{Where, places, rename};
use super::things::{self, Things};
use super::{Scripts, Sort};
use crate::document::{Document, Level};
use crate::games::oni::preview::test_levels::{HERE, Thing, document, n, row, t, thing};
use crate::games::oni::tables::*;

const MAIN: &str = "var int count = 3;\r\n\r\nfunc void main(void)\r\n{\r\n\tai2_spawn guard # ai2_spawn guard\r\n\tfork \
                    after guard\r\n\tdoor_open(7);\r\n\ttrigvolume_setscript tv after entry\r\n\tparticle \"lamp\" \
                    create\r\n\tchr_teleport 0 12\r\n}\r\n";
const MORE: &str = "func void after(string ai_name)\n{\n\tcount = count - 1\n\tif (trigvolume_count(9) eq 0)\n\t\tafter \
                    guard\n\tai2_dopath ai_name round\n}\nfunc patrolscript0012 { }\nfunc void Unused(string count) \
                    { dprint count }\n";

fn things() -> Vec<Thing> {
    vec![
        thing(&CHARACTERS, &[("name", t("guard")), ("spawn_script", t("after")), ("die_script", t("gone"))]),
        thing(&CONSOLES, &[("id", n(3))])
            .with(&[("type", n(1)), ("function", t("after"))])
            .with(&[("type", n(10)), ("target", n(7))]),
        thing(&DOORS, &[("id", n(7))]),
        thing(&FLAGS, &[("id", n(12))]),
        thing(&PARTICLES, &[("particle_tag", t("lamp"))]),
        thing(&PARTICLES, &[("particle_tag", t("lamp"))]),
        thing(&PATROL_PATHS, &[("name", t("round"))]).with(&[("type", n(20)), ("number", n(12))]),
        thing(&TRIGGER_VOLUMES, &[("name", t("tv")), ("id", n(9)), ("exit_script", t("after"))]),
    ]
}

fn made() -> Document {
    document(&things(), &[("lab/main.bsl", MAIN), ("global/more.bsl", MORE)])
}

fn here(document: &Document) -> &Level {
    document.state().level(HERE).unwrap()
}

fn texts(document: &Document) -> [String; 2] {
    let scripts = Scripts::of_level(here(document));
    [0, 1].map(|at| String::from_utf8(scripts.files()[at].text.to_vec()).unwrap())
}

#[test]
fn fields_and_scripts_name_each_other_with_file_and_line() {
    let document = made();
    let level = here(&document);
    let scripts = Scripts::of_level(level);
    let functions: Vec<String> =
        things::all_calling(level).iter().map(|c| format!("{} {}", c.field.name, c.function)).collect();
    assert_eq!(
        functions,
        ["spawn_script after", "die_script gone", "function after", "number patrolscript0012", "exit_script after"]
    );
    assert!(!scripts.defines("gone"));
    let (place, function) = scripts.function("after").unwrap();
    assert_eq!(scripts.show(place), "global/more.bsl, line 1, column 11");
    assert_eq!(function.parameters.len(), 1);
    let mut links = Vec::new();
    (things::IMPLIED.find)(level, &mut |link| links.push((link.from, link.field.name, link.line.unwrap(), link.to)));
    let at = |table: &str, position| row(level, table, position);
    let (main, more) = (at("scripts", 0), at("scripts", 1));
    let child = |table: &str| level.row(level.table(table).unwrap(), 0).unwrap().child(0).unwrap().id();
    assert_eq!(
        links,
        [
            (at("characters", 0), "spawn_script", 1, more),
            (child("consoles"), "function", 1, more),
            (child("patrol_paths"), "number", 8, more),
            (at("trigger_volumes", 0), "exit_script", 1, more),
            (main, "text", 5, at("characters", 0)),
            (main, "text", 6, at("characters", 0)),
            (main, "text", 7, at("doors", 0)),
            (main, "text", 8, at("trigger_volumes", 0)),
            (main, "text", 9, at("particles", 0)),
            (main, "text", 9, at("particles", 1)),
            (main, "text", 10, at("flags", 0)),
            (more, "text", 4, at("trigger_volumes", 0)),
            (more, "text", 5, at("characters", 0)),
            (more, "text", 6, at("patrol_paths", 0)),
        ]
    );
    assert!(scripts.unknown().is_empty());
    let uncalled: Vec<&str> = scripts.uncalled().iter().map(|(name, _)| *name).collect();
    assert_eq!(uncalled, ["Unused", "patrolscript0012"]);
}

#[test]
fn a_name_that_is_defined_nowhere_is_unknown_and_one_of_other_case_says_so() {
    let scripts =
        Scripts::new([(None, "a.bsl".to_owned(), b"func A {\n a\n fork b\n if (c(1)) d = 1\n}".as_slice().into())]);
    let unknown: Vec<_> = scripts.unknown().into_iter().map(|u| (u.name, u.but_for_case)).collect();
    let no = |name: &str| (name.to_owned(), None);
    assert_eq!(unknown, [("a".to_owned(), Some("A".to_owned())), no("b"), no("c"), no("d")]);
}

#[test]
fn another_name_goes_to_every_place_and_to_nothing_else() {
    let mut document = made();
    let level = here(&document);
    let scripts = Scripts::of_level(level);
    let shown: Vec<String> =
        places(level, &scripts, Sort::Function, "after").iter().map(|place| place.show(level, &scripts)).collect();
    assert_eq!(
        shown,
        [
            "characters/0, spawn script",
            "consoles/0/0, function",
            "trigger_volumes/0, exit script",
            "lab/main.bsl, line 6, column 7",
            "lab/main.bsl, line 8, column 26",
            "global/more.bsl, line 1, column 11",
            "global/more.bsl, line 5, column 3"
        ]
    );
    let [main, more] = texts(&document);
    for (sort, old, new, count) in [
        (Sort::Function, "after", "a_much_longer_name", 7),
        (Sort::Variable, "count", "n", 3),
        (Sort::Character, "guard", "g", 4),
        (Sort::Particle, "lamp", "lantern", 3),
        (Sort::Door, "7", "1007", 3),
        (Sort::TriggerVolumeId, "9", "2", 2),
        (Sort::Function, "patrolscript0012", "patrolscript0345", 2),
    ] {
        let mut draft = document.draft();
        assert_eq!(rename(&mut draft, HERE, sort, old, new), Ok(count), "{old}");
        document.commit(draft, "rename").unwrap();
    }
    let [main_now, more_now] = texts(&document);
    assert_eq!(
        main_now,
        main.replace("after", "a_much_longer_name")
            .replace("var int count", "var int n")
            .replacen("spawn guard", "spawn g", 1)
            .replace("name guard", "name g")
            .replace("lamp", "lantern")
            .replace("(7)", "(1007)")
    );
    let unused = more.find("func void Unused").unwrap();
    assert_eq!(
        more_now,
        more[..unused]
            .replace("after", "a_much_longer_name")
            .replace("count = count", "n = n")
            .replace("guard", "g")
            .replace("(9)", "(2)")
            .replace("0012", "0345")
            + &more[unused..]
    );
    let level = here(&document);
    let int = |table: &str, field: &str| level.record(row(level, table, 0).number).unwrap().int(field);
    assert_eq!((int("doors", "id"), int("trigger_volumes", "id")), (Some(1007), Some(2)));
    assert!(document.undo());
    assert!(document.undo());
    assert_eq!(texts(&document)[1].matches("(9)").count(), 1);
}

#[test]
fn a_name_that_cannot_be_or_is_taken_is_refused() {
    let document = made();
    let refused =
        |sort, old: &str, new: &str| rename(&mut document.draft(), HERE, sort, old, new).unwrap_err().to_string();
    assert!(refused(Sort::Function, "nobody", "x").contains("does not exist"));
    assert!(refused(Sort::Function, "after", "if").contains("cannot be a name"));
    assert!(refused(Sort::Function, "after", "a-b").contains("cannot be a name"));
    assert!(refused(Sort::Function, "after", "main").contains("defined already"));
    assert!(refused(Sort::Function, "after", "ai2_spawn").contains("defined already"));
    assert!(refused(Sort::Function, "after", &"x".repeat(32)).contains("room for 31"));
    assert!(refused(Sort::Function, "patrolscript0012", "round_script").contains("four digits"));
    assert!(refused(Sort::Character, "guard", "two words").contains("one word"));
    assert!(refused(Sort::Door, "7", "seven").contains("no number"));
    let two = [things(), vec![thing(&CHARACTERS, &[("name", t("other"))])]].concat();
    let document = self::document(&two, &[]);
    let error = rename(&mut document.draft(), HERE, Sort::Character, "guard", "other").unwrap_err();
    assert!(error.to_string().contains("already"));
    assert_eq!(rename(&mut document.draft(), HERE, Sort::Character, "guard", "two words"), Ok(1), "no script names it");
    assert!(matches!(
        places(here(&document), &Scripts::default(), Sort::Character, "other")[..],
        [Where::Field { .. }]
    ));
}

#[test]
fn what_could_stand_at_a_place_is_what_fits_there() {
    let document = made();
    let level = here(&document);
    let (scripts, things) = (Scripts::of_level(level), Things::of_level(level));
    let at = |text: &str| {
        let (span, found) = complete::at(&scripts, &things, text.as_bytes(), text.len());
        assert_eq!(span.to, text.len());
        found
    };
    let texts = |text: &str| at(text).into_iter().map(|candidate| candidate.text).collect::<Vec<_>>();
    assert_eq!(texts("func f {\n ai2_dop"), ["ai2_dopath"]);
    assert_eq!(texts("ai2_dopath "), ["guard"]);
    assert_eq!(texts("ai2_dopath guard ro"), ["round"]);
    assert_eq!(texts("fork AF"), ["after"]);
    assert_eq!(texts("trigvolume_setscript tv a")[0], "after");
    assert_eq!(texts("door_lock("), ["7"]);
    assert_eq!(texts("# door_lock "), [""; 0]);
    assert!(at("x = cou").iter().any(|c| c.text == "count" && c.what == What::Own(Sort::Variable)));
    assert_eq!(texts("whil"), [""; 0]);
    assert_eq!(texts("sched"), ["schedule"]);
    let fields: Vec<String> = complete::functions(&scripts, "un").into_iter().map(|c| c.text).collect();
    assert_eq!(fields, ["Unused"]);
}
