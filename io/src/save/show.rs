//! Backups as people and programs read them: the lines and the JSON of `levelwright backups`.

use serde_json::{Value, json};

use super::backups::{Backup, Kind, Listing};

/// A time in milliseconds since 1970 as `2026-03-01 14:32:05` in UTC.
pub fn time(at: u64) -> String {
    let seconds = at / 1000;
    let (days, rest) = (seconds / 86_400, seconds % 86_400);
    // Days to a date of the Gregorian calendar, counted in eras of 400 years that begin on 1 March.
    let shifted = days + 719_468;
    let (era, of_era) = (shifted / 146_097, shifted % 146_097);
    let year_of_era = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    let year = year_of_era + era * 400 + u64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02} {:02}:{:02}:{:02}", rest / 3600, rest / 60 % 60, rest % 60)
}

/// How many first letters of the names tell them apart; at least 8.
pub fn short_id(listing: &Listing, backup: &Backup) -> String {
    let others = || listing.backups.iter().filter(|b| b.id != backup.id);
    let mut len = 13;
    while len < backup.id.len() && others().any(|b| b.id.get(..len) == backup.id.get(..len)) {
        len += 1;
    }
    backup.id.get(..len).unwrap_or(&backup.id).to_owned()
}

/// One line a backup, newest first: name, time, length, file.
pub fn lines(listing: &Listing) -> Vec<String> {
    let mut lines: Vec<String> = listing
        .backups
        .iter()
        .map(|b| {
            let what = match b.kind {
                Kind::Whole => "",
                Kind::Ranges => " (changed parts)",
            };
            let (id, path) = (short_id(listing, b), b.path.display());
            format!("{id}  {}  {:>10}  {path}{what}", time(b.at), b.len)
        })
        .collect();
    lines.extend(listing.damaged.iter().map(|name| format!("{name}  damaged")));
    lines
}

/// The same for programs.
pub fn as_json(listing: &Listing) -> Value {
    let backups: Vec<Value> = listing
        .backups
        .iter()
        .map(|b| {
            json!({
                "id": b.id,
                "at": b.at,
                "time": time(b.at),
                "file": b.path.to_string_lossy(),
                "bytes": b.len,
                "kind": match b.kind { Kind::Whole => "whole", Kind::Ranges => "parts" },
                "sha256": b.hash.to_string(),
            })
        })
        .collect();
    json!({ "backups": backups, "damaged": listing.damaged, "stored_bytes": listing.bytes })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_dates() {
        for (at, text) in [
            (0, "1970-01-01 00:00:00"),
            (951_782_400_000, "2000-02-29 00:00:00"),
            (1_772_375_525_999, "2026-03-01 14:32:05"),
            (4_107_542_399_000, "2100-02-28 23:59:59"),
            (4_107_542_400_000, "2100-03-01 00:00:00"),
        ] {
            assert_eq!(time(at), text);
        }
    }
}
