//! A field in words.

use levelwright_model::record::{
    ABSENT, BitSpan, ColourForm, Field, FlagNames, Int, Kind, Names, Number, Order, Place, Role, Target,
};
use serde_json::{Value as Json, json};

/// One line of a reference table.
pub(super) struct Row {
    pub(super) name: &'static str,
    pub(super) label: String,
    pub(super) place: String,
    pub(super) kind: String,
    pub(super) unit: String,
    pub(super) meaning: String,
    pub(super) notes: Vec<String>,
    role: String,
    editable: bool,
}

impl Row {
    pub(super) fn json(&self) -> Json {
        json!({
            "field": self.name,
            "label": self.label,
            "place": self.place,
            "kind": self.kind,
            "unit": self.unit,
            "meaning": self.meaning,
            "notes": self.notes,
            "role": self.role,
            "editable": self.editable,
        })
    }
}

/// The lists of names that were mentioned, each once, in the order in which they came up.
#[derive(Default)]
pub(super) struct Lists {
    names: Vec<&'static Names>,
    flags: Vec<&'static FlagNames>,
}

impl Lists {
    pub(super) fn names(&self) -> impl Iterator<Item = &'static Names> {
        self.names.iter().copied()
    }

    pub(super) fn flags(&self) -> impl Iterator<Item = &'static FlagNames> {
        self.flags.iter().copied()
    }

    fn note(&mut self, kind: &Kind) {
        match kind {
            Kind::Choice(names) if !self.names.iter().any(|n| std::ptr::eq(*n, *names)) => self.names.push(names),
            Kind::Flags(flags) if !self.flags.iter().any(|n| std::ptr::eq(*n, *flags)) => self.flags.push(flags),
            Kind::Vector { of, .. } | Kind::Array { of, .. } => self.note(of),
            _ => {}
        }
    }
}

/// A field's line; the lists of names it uses are noted.
pub(super) fn row(field: &'static Field, lists: &mut Lists) -> Row {
    lists.note(&field.kind);
    Row {
        name: field.name,
        label: field.label_text(),
        place: place(field),
        kind: kind(&field.kind),
        unit: unit(field),
        meaning: field.doc_text().to_owned(),
        notes: notes(field),
        role: role(field.role),
        editable: field.fixed.is_empty(),
    }
}

fn int(int: Int) -> &'static str {
    match int {
        Int::U8 => "u8",
        Int::I8 => "i8",
        Int::U16 => "u16",
        Int::I16 => "i16",
        Int::U24 => "u24",
        Int::U32 => "u32",
        Int::I32 => "i32",
        Int::U64 => "u64",
        Int::I64 => "i64",
    }
}

fn number(number: Number) -> String {
    let order = match (number.int.bytes(), number.order) {
        (1, _) => "",
        (_, Order::Big) => " big-endian",
        (_, Order::Little) => " little-endian",
    };
    format!("{}{order}", int(number.int))
}

fn bits(span: &BitSpan) -> String {
    let last = u32::from(span.first) + u32::from(span.count).saturating_sub(1);
    let which = if span.count == 1 { format!("bit {last}") } else { format!("bits {}–{last}", span.first) };
    format!("{which} of {} at {}", number(span.word), span.at)
}

fn place(field: &Field) -> String {
    let mut text = match field.place {
        Place::Number { at, number: n } => format!("{at}, {}", number(n)),
        Place::Bytes { at, len } => format!("{at}, {len} bytes"),
        Place::Bits { span, signed } => bits(&span) + if signed { ", signed" } else { "" },
        Place::Split { spans, signed } => {
            let parts: Vec<String> = spans.iter().map(bits).collect();
            parts.join(" and ") + if signed { ", signed" } else { "" }
        }
        Place::Token(n) => format!("token {n}"),
        Place::Path(_) => "argument".to_owned(),
        Place::Computed(_) => "computed".to_owned(),
    };
    if field.in_tail {
        text.push_str(" behind the children");
    }
    for (layout, at) in field.moved {
        text.push_str(&match *at {
            ABSENT => format!("; absent in layout {layout}"),
            at => format!("; at {at} in layout {layout}"),
        });
    }
    text
}

fn kind(kind: &Kind) -> String {
    match kind {
        Kind::Fixed { fraction } => format!("fixed point, {fraction} bits of fraction"),
        Kind::Angle { turn } => format!("angle, {turn} a turn"),
        Kind::Text { encoding, terminated } => {
            format!("text, {}{}", encoding.name(), if *terminated { ", ended by NUL" } else { "" })
        }
        Kind::Colour(form) => match form {
            ColourForm::Rgba32 => "colour 0xRRGGBBAA".to_owned(),
            ColourForm::Argb32 => "colour 0xAARRGGBB".to_owned(),
            ColourForm::Bgr24 => "colour, red lowest".to_owned(),
        },
        Kind::Vector { number: n, of, count } | Kind::Array { number: n, of, count } => {
            format!("{count} of: {}, {}", self::kind(of), number(*n))
        }
        Kind::Choice(names) => format!("choice: {}", names.key),
        Kind::Flags(flags) => format!("flags: {}", flags.key),
        Kind::Link(link) => {
            let none: Vec<String> = link.none.iter().map(i64::to_string).collect();
            let none = if none.is_empty() { String::new() } else { format!(" ({}: none)", none.join(", ")) };
            format!("link to {}{none}", target(&link.target))
        }
        Kind::Keyed { variables, .. } => {
            let names: Vec<&str> = variables.iter().map(|(_, name)| *name).collect();
            format!("number or variable ({})", names.join(", "))
        }
        other => other.word().to_owned(),
    }
}

fn target(link: &Target) -> String {
    match link {
        Target::Row(table) => format!("a row of {table}"),
        Target::Id(table) => format!("an id of {table}"),
        Target::Tag(what) => format!("all {what} with this tag"),
        Target::Level => "a level".to_owned(),
        Target::Outside(what) => format!("a {what} outside the level"),
        Target::Child => "a child of the record".to_owned(),
        Target::By { field, cases, otherwise } => {
            let mut parts: Vec<String> =
                cases.iter().map(|(value, to)| format!("{} where {field} is {value}", target(to))).collect();
            parts.extend(otherwise.iter().map(|to| format!("else {}", target(to))));
            parts.join(", ")
        }
    }
}

fn unit(field: &Field) -> String {
    match (field.unit.name, field.unit.divisor) {
        ("", 1.0) => String::new(),
        ("", divisor) => format!("1/{divisor}"),
        (name, 1.0) => name.to_owned(),
        (name, divisor) => format!("{name} ({divisor} raw)"),
    }
}

fn role(role: Role) -> String {
    match role {
        Role::None => String::new(),
        Role::Position => "position".to_owned(),
        Role::X => "x".to_owned(),
        Role::Y => "y".to_owned(),
        Role::Z => "height".to_owned(),
        Role::Heading => "heading".to_owned(),
        Role::Rotation => "rotation".to_owned(),
        Role::Extent => "extent".to_owned(),
        Role::Colour => "colour".to_owned(),
        Role::Id => "id".to_owned(),
        Role::Tag => "tag".to_owned(),
        Role::Name => "name".to_owned(),
        Role::CountOf(list) => format!("count of {list}"),
        Role::FirstOf(list) => format!("first of {list}"),
        Role::SizeOf(what) => format!("size of {what}"),
        Role::Padding => "padding".to_owned(),
    }
}

fn notes(field: &Field) -> Vec<String> {
    let mut notes = Vec::new();
    if let Some((min, max)) = field.limits {
        notes.push(format!("From {min} to {max}."));
    }
    if let Some(display) = field.display {
        notes.push(format!("Shown as {}.", display.what));
    }
    if field.role == Role::Id {
        notes.push("The id behind # in addresses.".to_owned());
    }
    if field.derived {
        notes.push("Follows from other fields.".to_owned());
    }
    if !field.fixed.is_empty() {
        notes.push(format!("Cannot be set: {}.", field.fixed.trim_end_matches('.')));
    }
    notes
}
