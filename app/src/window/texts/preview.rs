//! Texts of the live preview.

/// Nothing runs yet.
pub const NONE: &str = "The level stands still.";
/// What to do about it.
pub const NONE_HINT: &str = "Start a preview to let it run. The document is never changed by it.";
/// Begins.
pub const START: &str = "Start preview";
/// Begins in the level that is shown.
pub const START_HERE: &str = "Start it in this level";
/// The preview is of another level.
pub const ELSEWHERE: &str = "The preview runs in another level.";
/// Goes there.
pub const GO_THERE: &str = "Show that level";
/// Ends it.
pub const END: &str = "End preview";
/// The game's levels do not run.
pub const CANNOT_RUN: &str = "Levels of this game cannot run here yet.";
/// There is none.
pub const NOT_STARTED: &str = "Start a preview first.";
/// Over the picture.
pub const MARK: &str = "PREVIEW";
/// Behind it.
pub const STALE: &str = "before your edit";
/// Behind it.
pub const STALE_DOC: &str = "The level was changed; the run with the change is being made. This is the run before it.";
/// The hour is over.
pub const LONGEST: &str = "A preview ends after an hour of the game.";
/// A break about a value or silence.
pub const CONDITION: &str = "the condition came true";
/// The run with an edit failed.
pub const NOT_REPLAYED: &str = "The changed level could not be run; what is shown is the level before the change. End the preview and start it again.";
/// Happens only now.
pub const NEW: &str = "new";
/// Happens no more.
pub const GONE: &str = "gone";
/// Happens at another tick.
pub const SHIFTED: &str = "shifted";
/// `it` without a selection.
pub const NO_IT: &str = "“it” is what is selected, and nothing is";
/// What can be done.
pub const VERBS: &str = "write one of: use, take, aim, jump, leave [WHO], place X Y [FACING [height Z]], place WHO X Y, walk X Y, look FACING \
                         [pitch ANGLE], touch WHAT, hit WHAT [STRENGTH], set WHAT FIELD VALUE, fire WHAT EVENT, throw X Y \
                         Z; WHAT and WHO are addresses such as platforms/3, or “it” for what is selected";
/// How a condition about a value reads.
pub const VALUE_BREAK: &str = "write an address, a value's name, one of = != < > and a number: platforms/3 state > 0";
/// There is no such input.
pub const NO_INPUT: &str = "there is no such input any more";
/// Too far.
pub const TOO_FAR: &str = "that is outside of every level";
/// The scrub bar.
pub const SCRUB: &str = "Scrub bar";
/// The tick field.
pub const TICK: &str = "Tick";
/// The speed choice.
pub const SPEED: &str = "Speed";
/// Repeats a range.
pub const LOOP: &str = "Loop";
/// The range's ends.
pub const LOOP_ENDS: [&str; 2] = ["from", "to"];
/// Clicks steer.
pub const STEER: &str = "Steer the walker";
/// What that means.
pub const STEER_HELP: &str = "A click on a floor puts the walker there, later ones make it walk. W, S, A and D drive it while \
                              the viewport has the focus, comma and full stop step sideways, a drag looks around, E uses \
                              what is before it. Ctrl or Shift and a click or a drag select.";
/// What that means where walkers carry things.
pub const CARRY_HELP: &str = "Q takes the nearest thing or lets go of it, E throws what is carried to be thrown. V aims it: W, S, \
                              A and D move the aim then, E throws along it.";
/// The log's filter.
pub const FILTER: &str = "Filter events";
/// In the empty filter.
pub const FILTER_HINT: &str = "Words, an address such as platforms/3, or a query: tick > 300 and event ~ door";
/// Nothing happened.
pub const NO_EVENTS: &str = "No events.";
/// The parts of the side.
pub const SIDES: [&str; 4] = ["Why", "Stop at", "Scenario", "How true"];
/// Nothing is looked into.
pub const NO_ROW: &str = "Click an event to see why it happened.";
/// Goes to the event's tick.
pub const GO_TO_TICK: &str = "Go to its tick";
/// Break on an event.
pub const BREAK_EVENT: &str = "Event with";
/// Break on a value.
pub const BREAK_VALUE: &str = "Value";
/// Break on silence.
pub const BREAK_SILENCE: &str = "Ticks without an event";
/// The line of things to do.
pub const DO: &str = "Do now";
/// In the empty line.
pub const DO_HINT: &str = "fire it activate · touch it · set it active 1 · place 512 512";
/// Uses what is selected.
pub const TOUCH_IT: &str = "Touch it";
/// Strikes it.
pub const HIT_IT: &str = "Hit it";
/// What “it” is.
pub const IT_HELP: &str = "What is selected, at the next tick";
/// An input's words.
pub const INPUT: &str = "Input";
/// An input's tick.
pub const INPUT_TICK: &str = "Tick of input";
/// How an input is changed.
pub const EDIT_HELP: &str = "Write it anew and press Enter";
/// What emptying means.
pub const CLEAR_HELP: &str = "Nobody does anything any more";
/// Empties it.
pub const CLEAR: &str = "Clear scenario";
/// Takes an input out.
pub const REMOVE: &str = "Remove input";
/// No inputs.
pub const NO_INPUTS: &str = "Nobody does anything yet.";
/// Lines of the sheet about the selection and the event that is looked into.
pub const TRUTH_OF_SELECTION: &str = "About what is selected";
/// All lines.
pub const TRUTH: &str = "About everything";
/// The inspector's section.
pub const LIVE: &str = "Live";

/// Behind the mark: which moment.
pub fn tick(now: u32, per_second: u32) -> String {
    format!("tick {now} · {:.2} s", f64::from(now) / f64::from(per_second.max(1)))
}

/// Why it stands.
pub fn stopped(tick: u32, why: &str) -> String {
    format!("Stopped at tick {tick}: {why}")
}

/// A speed: a power of two.
pub fn speed(power: i8) -> String {
    if power < 0 {
        format!("1/{}×", 1u32 << power.unsigned_abs().min(16))
    } else {
        format!("{}×", 1u32 << power.min(16))
    }
}

/// A row of the log for screen readers.
pub fn row(tick: u32, event: &str) -> String {
    format!("{tick}: {event}")
}

/// What an edit changed.
pub fn difference(word: &str, tick: u32, event: &str) -> String {
    format!("First difference: {word} at tick {tick}: {event}")
}

/// Written.
pub fn saved(path: &str) -> String {
    format!("The scenario was written to {path}.")
}

/// Read.
pub fn loaded(path: &str, inputs: usize) -> String {
    format!("{path}: {}", super::count(inputs, "input", "inputs"))
}

/// Between a stored value and the live one.
pub const NOW: &str = "now";

/// Puts a live value into the document.
pub fn apply(label: &str) -> String {
    format!("Apply live {label}")
}

/// The live values of a moment.
pub fn live(tick: u32) -> String {
    format!("{LIVE}, tick {tick}")
}
