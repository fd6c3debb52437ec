//! `levelwright commands`.

use clap::{Arg, Args, Command, CommandFactory};

use super::output::{CliError, Outcome, Output};
use super::{Arguments, texts};

/// Write the reference of all commands as Markdown
#[derive(Debug, Args)]
#[command(after_help = texts::COMMANDS)]
pub(super) struct Commands {}

impl Commands {
    pub(super) fn run(self, output: &mut Output<'_>) -> Result<Outcome, CliError> {
        write!(output.out, "{}", page())?;
        Ok(Outcome::Fine)
    }
}

/// The page, from the same declarations that read the arguments.
pub(super) fn page() -> String {
    let mut program = Arguments::command();
    program.build();
    let mut out = vec![texts::COMMANDS_TITLE.to_owned(), texts::GENERATED_COMMANDS.to_owned()];
    out.extend(about(&program));
    for command in program.get_subcommands_mut() {
        out.push(format!("## {}", command.get_name()));
        let usage = command.render_usage().to_string();
        out.extend(about(command));
        let usage = usage.strip_prefix("Usage: ").unwrap_or(&usage);
        out.push(format!("```\n{usage}\n```"));
        let rows: Vec<String> = command.get_arguments().filter(|a| a.get_id() != "help").map(row).collect();
        if !rows.is_empty() {
            out.push(format!("| argument | meaning |\n|---|---|\n{}", rows.join("\n")));
        }
        out.extend(after_help(command));
    }
    out.join("\n\n") + "\n"
}

fn about(command: &Command) -> Vec<String> {
    let about = command.get_about().map(|a| format!("{}.", a.to_string().trim_end_matches('.')));
    let after = if command.get_name() == "levelwright" { after_help(command) } else { Vec::new() };
    about.into_iter().chain(after).collect()
}

/// The text behind the options: paragraphs, the example as code.
fn after_help(command: &Command) -> Vec<String> {
    let text = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    let (examples, lines): (Vec<&str>, Vec<&str>) = text.lines().partition(|l| l.starts_with("Example: "));
    let mut out = Vec::new();
    if !lines.is_empty() {
        out.push(lines.join("\n"));
    }
    out.extend(examples.iter().map(|e| format!("```\n{}\n```", e.trim_start_matches("Example: "))));
    out
}

fn row(argument: &Arg) -> String {
    let help = argument.get_help().map(ToString::to_string).unwrap_or_default();
    let choices: Vec<String> = argument
        .get_possible_values()
        .iter()
        .filter(|_| argument.get_action().takes_values())
        .map(|v| match v.get_help() {
            Some(help) => format!("`{}`: {help}", v.get_name()),
            None => format!("`{}`", v.get_name()),
        })
        .collect();
    let choices = if choices.is_empty() { String::new() } else { format!(" ({})", choices.join("; ")) };
    format!("| `{}` | {} |", argument.to_string().replace('|', "\\|"), (help + &choices).replace('|', "\\|"))
}
