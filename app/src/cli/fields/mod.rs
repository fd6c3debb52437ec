//! `levelwright fields`.

mod words;

use clap::Args;
use levelwright_model::document::TableSpec;
use levelwright_model::games::{self, Game, PlanSpec};
use levelwright_model::record::{FlagNames, Names, Overlay, Schema};
use serde_json::{Value as Json, json};

use super::output::{CliError, Outcome, Output};
use super::texts;
use words::{Lists, Row};

/// Write the reference of a game's tables and fields as Markdown
#[derive(Debug, Args)]
#[command(after_help = texts::FIELDS)]
pub(super) struct Fields {
    /// The game
    game: String,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

impl Fields {
    pub(super) fn run(self, output: &mut Output<'_>) -> Result<Outcome, CliError> {
        let Some(game) = games::game(&self.game) else {
            let known: Vec<&str> = games::all().iter().map(|g| g.key).collect();
            let message = format!("there is no game “{}”; there is {}", self.game, known.join(", "));
            return Err(CliError::failed(message));
        };
        if self.json {
            output.json(&as_json(game))?;
        } else {
            write!(output.out, "{}", page(game))?;
        }
        Ok(Outcome::Fine)
    }
}

/// The page of a game.
pub(super) fn page(game: &Game) -> String {
    let mut out = vec![texts::fields_intro(game.key, game.name)];
    let mut lists = Lists::default();
    let mut shown: Vec<&'static Schema> = Vec::new();
    out.push("## Tables".to_owned());
    let rows: Vec<String> = game.tables.iter().map(|t| table_row(t)).collect();
    out.push(format!("| table | label | rows | |\n|---|---|---|---|\n{}", rows.join("\n")));
    let records = game.tables.iter().filter_map(|t| t.record).chain(game.schemas.iter().copied());
    for schema in records {
        record(&mut out, &mut lists, &mut shown, schema);
    }
    out.push("## Objects".to_owned());
    let kinds: Vec<String> = game.kinds.iter().map(|k| format!("| `{}` | {} |", k.key, cell(k.label))).collect();
    out.push(format!("| kind | label |\n|---|---|\n{}", kinds.join("\n")));
    out.push("## Plans".to_owned());
    out.push(texts::PLANS.to_owned());
    out.extend(game.all_plans().map(plan_section));
    out.push("## Names".to_owned());
    for names in lists.names() {
        out.push(names_section(names));
    }
    for flags in lists.flags() {
        out.push(flags_section(flags));
    }
    out.join("\n\n") + "\n"
}

fn table_row(table: &TableSpec) -> String {
    let record = table.record.map_or_else(|| "bytes".to_owned(), |s| format!("[{}](#{})", s.key, anchor(s.key)));
    let notes = match (table.bulk, table.record, table.stands_for) {
        _ if table.lent => "lent by the game's folder; never written".to_owned(),
        (true, _, _) => "derived from other tables when the file is written".to_owned(),
        (_, None, _) => "kept as it is".to_owned(),
        (_, _, "") => String::new(),
        (_, _, other) => format!("links to `{other}` lead here, where the level has this form"),
    };
    format!("| `{}` | {} | {record} | {notes} |", table.key, cell(table.label))
}

/// The anchor that Markdown readers make of a heading: lower case, dots left out.
fn anchor(heading: &str) -> String {
    heading.chars().filter(|c| c.is_alphanumeric() || matches!(c, '_' | '-')).collect::<String>().to_lowercase()
}

fn record(out: &mut Vec<String>, lists: &mut Lists, shown: &mut Vec<&'static Schema>, schema: &'static Schema) {
    if shown.iter().any(|s| s.key == schema.key) {
        return;
    }
    shown.push(schema);
    out.push(format!("## {}", schema.key));
    out.push(format!("**{}.** {}", schema.label, schema.doc.trim()));
    out.push(facts(schema));
    let fields: Vec<Row> = schema.base_fields().map(|f| words::row(f, lists)).collect();
    if !fields.is_empty() {
        out.push(field_table(&fields));
    }
    overlays(out, lists, schema.overlays, "###");
    if let Some(children) = schema.children {
        record(out, lists, shown, children.schema);
    }
    for list in schema.lists {
        record(out, lists, shown, list);
    }
}

fn facts(schema: &Schema) -> String {
    let mut facts = Vec::new();
    if schema.size > 0 {
        facts.push(format!("{} bytes", schema.size));
    }
    facts.extend(schema.sizes.iter().map(|(layout, size)| format!("{size} bytes in layout {layout}")));
    if let Some((field, sizes)) = schema.variants {
        facts.extend(sizes.iter().map(|(value, size)| format!("{size} bytes where {field} is {value}")));
    }
    if let Some(c) = schema.children {
        facts.push(format!(
            "children `{}` ([{}](#{})), at most {}",
            c.name,
            c.schema.key,
            anchor(c.schema.key),
            c.limit
        ));
    }
    for (at, list) in schema.lists.iter().enumerate() {
        facts.push(format!("`lists/{at}` ([{}](#{}))", list.key, anchor(list.key)));
    }
    if schema.pad_to > 1 {
        facts.push(format!("padded to a multiple of {} bytes", schema.pad_to));
    }
    facts.push(format!("source: {}", schema.source));
    facts.join("; ") + "."
}

fn overlays(out: &mut Vec<String>, lists: &mut Lists, overlays: &'static [Overlay], level: &str) {
    for overlay in overlays {
        out.push(format!("{level} {}", overlay.name));
        out.push(format!("While {}:", overlay.when.words()));
        let rows: Vec<Row> = overlay.fields.iter().map(|f| words::row(f, lists)).collect();
        if !rows.is_empty() {
            out.push(field_table(&rows));
        }
        self::overlays(out, lists, overlay.overlays, &format!("{level}#"));
    }
}

fn field_table(rows: &[Row]) -> String {
    let lines: Vec<String> = rows
        .iter()
        .map(|r| {
            let meaning = [r.meaning.as_str()].into_iter().chain(r.notes.iter().map(String::as_str));
            let meaning: Vec<&str> = meaning.filter(|m| !m.is_empty()).collect();
            let cells = [r.place.as_str(), r.kind.as_str(), r.unit.as_str(), r.label.as_str()].map(cell);
            format!("| `{}` | {} | {} |", r.name, cells.join(" | "), cell(&meaning.join(" ")))
        })
        .collect();
    format!("| field | place | kind | unit | label | meaning |\n|---|---|---|---|---|---|\n{}", lines.join("\n"))
}

fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ")
}

fn plan_section(plan: &PlanSpec) -> String {
    let rows: Vec<String> = plan.arguments.iter().map(|(name, doc)| format!("| `{name}` | {} |", cell(doc))).collect();
    let table = if rows.is_empty() {
        String::new()
    } else {
        format!("\n\n| argument | meaning |\n|---|---|\n{}", rows.join("\n"))
    };
    format!("### {}\n\n**{}.** {}{table}", plan.key, plan.label, plan.doc.trim())
}

fn names_section(names: &Names) -> String {
    let rows: Vec<String> = names.list.iter().map(|n| format!("| {} | {} |", n.value, cell(n.name))).collect();
    format!("### {}\n\nSource: {}.\n\n| value | name |\n|---|---|\n{}", names.key, names.source, rows.join("\n"))
}

fn flags_section(flags: &FlagNames) -> String {
    let row = |f: &levelwright_model::record::Flag| format!("| {} | {} | {} |", f.bit, cell(f.name), cell(f.doc));
    let rows: Vec<String> = flags.list.iter().map(row).collect();
    let head = "| bit | name | meaning |\n|---|---|---|";
    format!("### {}\n\nSource: {}.\n\n{head}\n{}", flags.key, flags.source, rows.join("\n"))
}

fn as_json(game: &Game) -> Json {
    let mut lists = Lists::default();
    let tables: Vec<Json> = game
        .tables
        .iter()
        .map(|t| {
            json!({
                "table": t.key,
                "label": t.label,
                "record": t.record.map(|s| s.key),
                "derived": t.bulk,
                "stands_for": t.stands_for,
            })
        })
        .collect();
    let records: Vec<Json> = game.schemas.iter().map(|s| record_json(s, &mut lists)).collect();
    let names: Vec<Json> = lists
        .names()
        .map(|n| {
            let list: Vec<Json> = n.list.iter().map(|n| json!({ "value": n.value, "name": n.name })).collect();
            json!({ "key": n.key, "source": n.source, "names": list })
        })
        .collect();
    let flags: Vec<Json> = lists
        .flags()
        .map(|n| {
            let list = n.list.iter().map(|f| json!({ "bit": f.bit, "name": f.name, "meaning": f.doc }));
            json!({ "key": n.key, "source": n.source, "flags": list.collect::<Vec<_>>() })
        })
        .collect();
    let kinds = game.kinds.iter().map(|k| json!({ "kind": k.key, "label": k.label, "plural": k.plural }));
    let plans = game.all_plans().map(|p| {
        let arguments = p.arguments.iter().map(|(name, doc)| json!({ "argument": name, "meaning": doc }));
        json!({ "plan": p.key, "label": p.label, "meaning": p.doc.trim(), "arguments": arguments.collect::<Vec<_>>() })
    });
    json!({
        "game": game.key,
        "name": game.name,
        "tables": tables,
        "records": records,
        "objects": kinds.collect::<Vec<_>>(),
        "plans": plans.collect::<Vec<_>>(),
        "names": names,
        "flags": flags,
    })
}

fn record_json(schema: &'static Schema, lists: &mut Lists) -> Json {
    json!({
        "record": schema.key,
        "label": schema.label,
        "meaning": schema.doc.trim(),
        "source": schema.source,
        "bytes": schema.size,
        "layouts": schema.sizes.iter().map(|(l, s)| json!({ "layout": l, "bytes": s })).collect::<Vec<_>>(),
        "children": schema.children.map(|c| json!({ "list": c.name, "record": c.schema.key, "limit": c.limit })),
        "fields": schema.base_fields().map(|f| words::row(f, lists).json()).collect::<Vec<_>>(),
        "variants": overlays_json(schema.overlays, lists),
    })
}

fn overlays_json(overlays: &'static [Overlay], lists: &mut Lists) -> Json {
    let list = overlays.iter().map(|o| {
        json!({
            "name": o.name,
            "when": o.when.words(),
            "fields": o.fields.iter().map(|f| words::row(f, lists).json()).collect::<Vec<_>>(),
            "variants": overlays_json(o.overlays, lists),
        })
    });
    Json::Array(list.collect())
}
