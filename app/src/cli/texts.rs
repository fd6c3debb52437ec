//! The texts of the command line that are no doc comments: what `--help` says at its end.

pub(super) const ABOUT: &str =
    "Edits the level objects of Oni, Marathon, System Shock and The Warriors. Without a command it opens the window.";

pub(super) const PROGRAM_HELP: &str = "\
Exit codes: 0 fine, 1 found something, 2 could not do it (nothing written).
A file named like a command is written ./info.
Example: levelwright info Map.sceA";

pub(super) const INFO: &str = "Example: levelwright info Map.sceA --json";
pub(super) const LIST: &str = "\
Fields are named by their identifiers, part.field for objects of several parts; see levelwright fields.
Queries are described in docs/guide/queries.md.
Example: levelwright list Map.sceA --level 0 --where \"monster and near(1, 2, 3)\" --fields x,y";
pub(super) const LINKS: &str = "\
Each line tells the direction (to, by), the field that holds the number, and what stands at the other end.
References that the game sees beyond plain numbers (a switch and the platform it works on) are listed as well.
Example: levelwright links Map.sceA lights/5 --level 0 --json";
pub(super) const DUMP: &str = "\
The form is described in docs/json.md.
Example: levelwright dump Map.sceA --level '#3' > level.json";
pub(super) const CHECK: &str = "\
Exit code 1 if there is a warning or an error.
Example: levelwright check Map.sceA";
pub(super) const DIFF: &str = "\
Rows are matched by what they are, and references are seen through that: a deleted light is one difference.
Exit code 1 if there is a difference. The script of --edits is for apply; it fits the first file alone.
Example: levelwright diff Old.sceA New.sceA --edits > mod.json";
pub(super) const ROUNDTRIP: &str = "\
Exit code 1 if a file differs.
Example: levelwright roundtrip *.sceA";
pub(super) const APPLY: &str = "\
Scripts are described in docs/json.md. A script is carried out whole or not at all.
Example: levelwright apply edits.json Map.sceA -o New.sceA";
pub(super) const PREVIEW: &str = "\
Scenarios are described in docs/preview.md. The same file, level, scenario and seed give the same lines everywhere.
Example: levelwright preview Map.sceA --level 0 --ticks 600 --scenario tour.json";
pub(super) const MERGE: &str = "\
Levels keep their numbers where no two are the same; else they are numbered in the order given.
Example: levelwright merge 00-First.sceA 01-Second.sceA -o Map.sceA";
pub(super) const SPLIT: &str = "\
Each file is named by the level's number and name and keeps the number: merging the files gives the map again.
For a file of one level that can be played alone, use levelwright convert --to map --level.
Example: levelwright split Map.sceA -o levels";
pub(super) const EXPORT: &str = "\
Which texts they are depends on the game; what a text does not hold is said, and a list that has no form there is refused.
Example: levelwright export level1_Final.dat -o texts --list doors";
pub(super) const IMPORT: &str = "\
Objects are known by their ids. Those that a text does not change keep every byte; of the others only what the text
tells is changed. What a list has and its text has not is removed; lists without a text stay.
Example: levelwright import level1_Final.dat texts -o level1_Final.dat";
pub(super) const CONVERT: &str = "\
--to raw turns levels prepared for the game into the form that editors write (all levels, or the one named).
--to map takes the wrapper off, or takes the level out of a film or a saved game.
--to windows and --to mac write the files that the game reads there, into a folder.
Example: levelwright convert Map.sceA -o Raw.sceA --to raw --level 2";
pub(super) const PLUGIN: &str = "\
Takes the lists that differ from the file after --edits, or those named with --list. The level's own files stay untouched.
Which engines load it is said with the result.
Example: levelwright plugin level3_Final.dat --edits doors.json --name level3_MyDoors -o out";
pub(super) const PACKAGE: &str = "\
The name begins with five digits. Takes the same lists as levelwright plugin.
Example: levelwright package level3_Final.dat --list flags --name 12345MyFlags -o out";
pub(super) const COMPACT: &str = "\
Never done on saving: the games' own files have gaps, and nothing is wrong with them.
Data whose place is not described stays where it is, and the rest is packed around it.
Example: levelwright compact level3_Final.dat -o packed";
pub(super) const PACK: &str = "\
Leaves out slots that were erased when the game saved again. Everything else stays as it is stored.
--changed writes nothing but what differs from another file: how changes are shared without the game's own data.
Example: levelwright pack archive.dat -o changes.res --changed original.dat";
pub(super) const RENDER: &str = "\
--view top looks straight down, north at the top; --select takes addresses such as polygons/3.
--at shows the level as it runs (levelwright preview): one tick, or a series of pictures.
Example: levelwright render Map.sceA --level 0 -o level.png --view top --colour height
Example: levelwright render Map.sceA --level 0 -o door.png --at 30..90 --every 15 --scenario door.json";
pub(super) const SAMPLE: &str = "Example: levelwright sample marathon -o samples";
pub(super) const BACKUPS: &str = "\
Backups are in the program's own data folder, never in a game's; see docs/guide/files.md.
Exit code 1 if --show finds a difference.
With --original every file of a level (companions, scripts) goes back at once; what that overwrites is backed up.
Example: levelwright backups Map.sceA --json";
pub(super) const COMMANDS: &str = "Example: levelwright commands > docs/reference/commands.md";
pub(super) const FIELDS: &str = "Example: levelwright fields marathon --json";

pub(super) const COMMANDS_TITLE: &str = "# Commands";
pub(super) const GENERATED_COMMANDS: &str = "This page is generated by `levelwright commands`.";

pub(super) const PLANS: &str = "Operations that edit scripts can run with `plan`.";

/// The first lines of a game's page of fields.
pub(super) fn fields_intro(key: &str, name: &str) -> String {
    format!(
        "# Fields: {name}\n\n\
         This page is generated by `levelwright fields {key}`. Every table of a level, and every field of its records:\n\
         the identifier that commands and scripts use, where it lies (byte offset, width, byte order), what kind of value\n\
         it holds and what it means. Fields of a variant stand in for those that lie on the same bytes while its\n\
         condition holds."
    )
}
