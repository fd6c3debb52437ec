//! What several checks look at.

use crate::document::{Level, Record};
use crate::games::warriors::level::{calls_of, lines};
use crate::games::warriors::records::calls::OBJECT_SPAWN;
use crate::games::warriors::tables;
use crate::record::Field;

/// Everything that is placed, by lists and by scripts.
pub(super) fn placed(level: &Level) -> Vec<Record<'_>> {
    lines(level).chain(calls_of(level, &OBJECT_SPAWN)).collect()
}

/// Whether a record is a line of a list.
pub(super) fn is_line(record: &Record<'_>) -> bool {
    record.table().key() == tables::LINES.key
}

/// The field that names a record's type.
pub(super) fn name_field(record: &Record<'_>) -> Option<&'static Field> {
    record.schema().base_field("name")
}
