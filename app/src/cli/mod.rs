//! The command line (`design.md` 7): results on standard output, messages on standard error; exit 0 fine, 1 found
//! something, 2 could not do it or could not read it (nothing written).

mod apply;
mod backups;
mod check;
mod commands;
mod convert;
mod diff;
mod dump;
mod export;
mod fields;
mod import;
mod info;
mod links;
mod list;
mod make;
mod merge;
mod open;
mod output;
mod pack;
mod preview;
mod render;
mod roundtrip;
mod sample;
mod split;
mod texts;

use std::ffi::OsString;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;

use clap::{Parser, Subcommand};

pub use output::{CliError, Outcome, Output};

/// The program's arguments.
#[derive(Debug, Parser)]
#[command(name = "levelwright", version, about = texts::ABOUT, after_help = texts::PROGRAM_HELP)]
#[command(args_conflicts_with_subcommands = true, disable_help_subcommand = true)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
    /// Files to open in the window
    files: Vec<PathBuf>,
}

#[derive(Debug, Subcommand)]
enum Command {
    Info(info::Info),
    List(list::List),
    Links(links::Links),
    Dump(dump::Dump),
    Check(check::Check),
    Diff(diff::Diff),
    Roundtrip(roundtrip::Roundtrip),
    Render(render::Render),
    Apply(apply::Apply),
    Preview(preview::Preview),
    Merge(merge::Merge),
    Export(export::Export),
    Import(import::Import),
    Split(split::Split),
    Convert(convert::Convert),
    Plugin(make::Plugin),
    Package(make::Package),
    Compact(make::Compact),
    Pack(pack::Pack),
    Sample(sample::Sample),
    Backups(backups::Backups),
    Commands(commands::Commands),
    Fields(fields::Fields),
}

/// What to do after the arguments are read.
#[derive(Debug, PartialEq, Eq)]
pub enum Start {
    /// No command: open the window with these files.
    Window(Vec<PathBuf>),
    /// A command has run; the exit code.
    Done(u8),
}

/// Reads the arguments and runs the command, if there is one, on the process's own streams.
pub fn start(args: impl IntoIterator<Item = OsString>) -> Start {
    let mut out = BufWriter::new(io::stdout().lock());
    let mut err = io::stderr().lock();
    run_with(args, &mut out, &mut err)
}

/// The same on any streams.
pub fn run_with(args: impl IntoIterator<Item = OsString>, out: &mut dyn Write, err: &mut dyn Write) -> Start {
    let arguments = match Arguments::try_parse_from(args) {
        Ok(arguments) => arguments,
        Err(error) => {
            let target: &mut dyn Write = if error.use_stderr() { err } else { out };
            let written = write!(target, "{}", error.render()).and_then(|()| target.flush());
            let code = u8::try_from(error.exit_code()).unwrap_or(2);
            return Start::Done(if written.is_ok() { code } else { 2 });
        }
    };
    let Some(command) = arguments.command else { return Start::Window(arguments.files) };
    let mut output = Output { out, err };
    let result = run_command(command, &mut output).and_then(|outcome| {
        output.out.flush()?;
        Ok(outcome)
    });
    Start::Done(match result {
        Ok(Outcome::Fine) => 0,
        Ok(Outcome::Found) => 1,
        Ok(Outcome::Failed) => 2,
        Err(error) => output.fail(&error),
    })
}

fn run_command(command: Command, output: &mut Output<'_>) -> Result<Outcome, CliError> {
    match command {
        Command::Info(c) => c.run(output),
        Command::List(c) => c.run(output),
        Command::Links(c) => c.run(output),
        Command::Dump(c) => c.run(output),
        Command::Check(c) => c.run(output),
        Command::Diff(c) => c.run(output),
        Command::Roundtrip(c) => c.run(output),
        Command::Render(c) => c.run(output),
        Command::Apply(c) => c.run(output),
        Command::Preview(c) => c.run(output),
        Command::Merge(c) => c.run(output),
        Command::Export(c) => c.run(output),
        Command::Import(c) => c.run(output),
        Command::Split(c) => c.run(output),
        Command::Convert(c) => c.run(output),
        Command::Plugin(c) => c.run(output),
        Command::Package(c) => c.run(output),
        Command::Compact(c) => c.run(output),
        Command::Pack(c) => c.run(output),
        Command::Sample(c) => c.run(output),
        Command::Backups(c) => c.run(output),
        Command::Commands(c) => c.run(output),
        Command::Fields(c) => c.run(output),
    }
}
