//! A count that differs from the lines (`warriors.md` 1.12).

use crate::document::{Level, Severity};
use crate::games::warriors::level::lists;
use crate::games::warriors::tables::separator;
use crate::problems::{Check, Report, Run};
use crate::record::token;

pub(super) static CHECK: Check = Check {
    id: "list-count",
    severity: Severity::Warning,
    label: "Count differs from the lines",
    doc: "The game reads as many lines as the first line says: fewer are left out, more are read from \
          whatever follows.",
    reads: &["lines"],
    run: Run::Level(run),
    fixes: &[],
};

fn run(level: &Level, report: &mut Report) {
    for table in lists(level) {
        let digits: Vec<u8> = table.head.iter().copied().filter(u8::is_ascii_digit).collect();
        let count = std::str::from_utf8(&digits).ok().and_then(|text| text.parse::<u64>().ok());
        let more = table.tail.split(|b| *b == b'\n').filter(|line| token::spans(line, separator).next().is_some());
        let (have, more) = (table.len() as u64, more.count());
        match count {
            Some(count) if count > have => {
                report.level(level.id(), format!("the count is {count}, there are {have} lines"));
            }
            Some(count) if more > 0 => {
                report.level(
                    level.id(),
                    format!("the count is {count}, {more} lines follow that the game does not read"),
                );
            }
            _ => {}
        }
    }
}
