//! What happened, and why.

use std::fmt::Write as _;
use std::sync::Arc;

use serde::Serialize;

use crate::query::{EventQuery, QueryError};

use super::subject::Subject;

/// The row of the log that made something happen; `None` if nothing before did.
pub type Cause = Option<u32>;

/// One thing that happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Event {
    /// When.
    pub tick: u32,
    /// Whose doing it was.
    pub source: Subject,
    /// What happened, in the game's words.
    #[serde(rename = "event")]
    pub kind: &'static str,
    /// To whom.
    pub target: Subject,
    /// A number that belongs to it (which end, how much); 0 where there is none.
    #[serde(skip_serializing_if = "is_zero")]
    pub value: i64,
    /// What it says where a number does not do: the function a script calls, the words of a message.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "words")]
    pub text: Option<Arc<str>>,
    /// The row that caused it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cause: Cause,
}

fn words<S: serde::Serializer>(text: &Option<Arc<str>>, serializer: S) -> Result<S::Ok, S::Error> {
    text.as_deref().serialize(serializer)
}

// serde asks with a reference.
#[allow(clippy::trivially_copy_pass_by_ref)]
fn is_zero(value: &i64) -> bool {
    *value == 0
}

/// The events of a run in the order they happened. Rows are numbered from its beginning.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Log {
    first: u32,
    events: Vec<Event>,
    tick: u32,
    /// Bytes of the rows' texts.
    texts: usize,
}

impl Log {
    /// A log whose first row has this number: for a part of a run that is run again.
    pub fn from_row(first: u32) -> Log {
        Log { first, ..Log::default() }
    }

    /// From now on events happen at this tick.
    pub fn set_tick(&mut self, tick: u32) {
        self.tick = tick;
    }

    /// Writes a row; answers its number, which is the cause of what follows from it.
    pub fn add(&mut self, source: Subject, kind: &'static str, target: Subject, value: i64, cause: Cause) -> Cause {
        self.push(Event { tick: self.tick, source, kind, target, value, text: None, cause })
    }

    /// Writes a row that says something: a script's call, a message.
    pub fn say(&mut self, source: Subject, kind: &'static str, target: Subject, text: &str, cause: Cause) -> Cause {
        self.push(Event { tick: self.tick, source, kind, target, value: 0, text: Some(text.into()), cause })
    }

    fn push(&mut self, event: Event) -> Cause {
        let row = self.next_row();
        self.texts += event.text.as_ref().map_or(0, |text| text.len());
        self.events.push(event);
        Some(row)
    }

    /// The number that the next row gets.
    pub fn next_row(&self) -> u32 {
        self.first.saturating_add(u32::try_from(self.events.len()).unwrap_or(u32::MAX))
    }

    /// All events.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// The event of a row.
    pub fn row(&self, row: u32) -> Option<&Event> {
        self.events.get(usize::try_from(row.checked_sub(self.first)?).ok()?)
    }

    /// The number of the first row at or after a tick.
    pub fn row_at(&self, tick: u32) -> u32 {
        let at = self.events.partition_point(|event| event.tick < tick);
        self.first.saturating_add(u32::try_from(at).unwrap_or(u32::MAX))
    }

    /// Forgets what happened at a tick and after it.
    pub fn cut(&mut self, tick: u32) {
        self.events.truncate(self.events.partition_point(|event| event.tick < tick));
        self.texts = self.events.iter().filter_map(|event| event.text.as_ref()).map(|text| text.len()).sum();
    }

    /// Why a row happened: the row itself, its cause, that one's cause and so on to the first.
    pub fn why(&self, row: u32) -> Vec<u32> {
        let mut chain = Vec::new();
        let mut next = Some(row);
        while let Some(row) = next {
            let Some(event) = self.row(row) else { break };
            chain.push(row);
            // A cause lies before what it causes; anything else would be a circle.
            next = event.cause.filter(|cause| *cause < row);
        }
        chain
    }

    /// One JSON object a line.
    pub fn json_lines(&self) -> String {
        json_lines(&self.events)
    }

    /// Heap bytes.
    pub fn bytes(&self) -> usize {
        self.events.capacity() * size_of::<Event>() + self.texts
    }
}

/// One JSON object a line.
pub(crate) fn json_lines(events: &[Event]) -> String {
    let mut out = String::new();
    for event in events {
        // Numbers and words: nothing here that JSON cannot hold. Writing to a String cannot fail.
        let line = serde_json::to_string(event).unwrap_or_default();
        writeln!(out, "{line}").unwrap_or_default();
    }
    out
}

/// Which events a person wants to see: a query over tick, source, event, target and value; plain words must all occur
/// in the event, its text, its source or its target, in any case.
#[derive(Clone, Debug)]
pub struct Filter {
    /// As typed: two filters of one text are the same.
    text: String,
    query: Result<EventQuery, QueryError>,
}

impl PartialEq for Filter {
    fn eq(&self, other: &Filter) -> bool {
        self.text == other.text
    }
}

impl Eq for Filter {}

impl Filter {
    /// A filter from what a person typed; nothing typed lets everything through.
    pub fn new(text: &str) -> Filter {
        Filter { text: text.to_owned(), query: EventQuery::parse(text) }
    }

    /// What is wrong with what was typed; everything passes then.
    pub fn error(&self) -> Option<&QueryError> {
        self.query.as_ref().err()
    }

    /// Whether an event passes.
    pub fn passes(&self, event: &Event) -> bool {
        self.query.as_ref().map_or(true, |query| query.passes(event))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DOOR: Subject = Subject::new("doors", 12);
    const SWITCH: Subject = Subject::new("switches", 1);

    fn log() -> Log {
        let mut log = Log::default();
        log.set_tick(3);
        let pressed = log.add(SWITCH, "switch pressed", SWITCH, 0, None);
        log.set_tick(4);
        let opens = log.add(SWITCH, "door opens", DOOR, 1, pressed);
        log.add(DOOR, "door open", DOOR, 0, opens);
        log
    }

    #[test]
    fn a_chain_of_causes_leads_to_the_first() {
        let log = log();
        assert_eq!(log.why(2), [2, 1, 0]);
        assert!(log.why(7).is_empty());
        assert_eq!((log.row_at(4), log.row_at(9)), (1, 3));
    }

    #[test]
    fn a_part_that_runs_again_numbers_its_rows_alike() {
        let mut whole = log();
        let mut part = Log::from_row(whole.row_at(4));
        part.set_tick(4);
        assert_eq!(part.add(SWITCH, "door opens", DOOR, 1, Some(0)), Some(1));
        assert_eq!(part.row(1), whole.row(1));
        assert_eq!(part.row(0), None);
        whole.cut(4);
        assert_eq!(whole.next_row(), 1);
    }

    #[test]
    fn lines_are_json() {
        let text = log().json_lines();
        assert_eq!(
            text.lines().nth(1),
            Some(r#"{"tick":4,"source":"switches/1","event":"door opens","target":"doors/12","value":1,"cause":0}"#)
        );
        assert_eq!(
            text.lines().next(),
            Some(r#"{"tick":3,"source":"switches/1","event":"switch pressed","target":"switches/1"}"#)
        );
    }

    #[test]
    fn a_row_can_say_something() {
        let mut log = log();
        let before = log.bytes();
        log.say(SWITCH, "calls", DOOR, "open_the_\"door\"", Some(0));
        let line = r#"{"tick":4,"source":"switches/1","event":"calls","target":"doors/12","text":"open_the_\"door\"","cause":0}"#;
        assert_eq!(log.json_lines().lines().nth(3), Some(line));
        assert!(Filter::new("open_the").passes(&log.events()[3]) && !Filter::new("open_the").passes(&log.events()[1]));
        assert!(log.bytes() > before);
        log.cut(0);
        assert_eq!(log.texts, 0);
    }

    #[test]
    fn a_filter_wants_all_words_and_whole_addresses() {
        let log = log();
        let count = |text: &str| log.events().iter().filter(|e| Filter::new(text).passes(e)).count();
        assert_eq!(
            [count(""), count("OPEN door"), count("doors/12"), count("doors/1"), count("window")],
            [3, 2, 2, 0, 0]
        );
    }
}
