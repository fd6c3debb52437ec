//! `levelwright-fuzz`: mutated inputs against every reader. `README.md` says how to use it.

use std::collections::BTreeMap;
use std::io::{Seek, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use levelwright_fuzz::entries::{ENTRIES, Entry};
use levelwright_fuzz::random::{Random, hash};
use levelwright_fuzz::run::{Finding, keep_panics_quiet, try_input};
use levelwright_fuzz::{files, heap, measure, mutate, seeds};

#[global_allocator]
static HEAP: heap::Counting = heap::Counting;

const USAGE: &str = "\
levelwright-fuzz [--seconds N] [--seed N] [--round N] [--entry NAME] [--out FOLDER] [SEED FILES OR FOLDERS...]
levelwright-fuzz replay FILES...
levelwright-fuzz measure FILES OR FOLDERS...";

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let paths = |words: &[String]| words.iter().map(PathBuf::from).collect::<Vec<_>>();
    let result = match words.split_first() {
        Some((first, rest)) if first == "measure" => measured(&paths(rest)),
        Some((first, rest)) if first == "replay" => replay(&paths(rest)),
        _ => Options::read(&words).and_then(|options| fuzz(&options)),
    };
    match result {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

struct Options {
    seconds: u64,
    seed: u64,
    round: Option<u64>,
    out: PathBuf,
    entry: Option<String>,
    seeds: Vec<PathBuf>,
}

impl Options {
    fn read(words: &[String]) -> Result<Options, String> {
        let mut options =
            Options { seconds: 60, seed: 1, round: None, out: "fuzz-findings".into(), entry: None, seeds: Vec::new() };
        let mut words = words.iter();
        while let Some(word) = words.next() {
            let mut value = || words.next().ok_or_else(|| format!("{word} needs a value\n{USAGE}"));
            let number = |text: &String| text.parse().map_err(|_| format!("{text} is no number\n{USAGE}"));
            match word.as_str() {
                "--seconds" => options.seconds = value().and_then(number)?,
                "--seed" => options.seed = value().and_then(number)?,
                "--round" => options.round = Some(value().and_then(number)?),
                "--out" => options.out = PathBuf::from(value()?),
                "--entry" => options.entry = Some(value()?.clone()),
                flag if flag.starts_with('-') => return Err(format!("{flag} is unknown\n{USAGE}")),
                path => options.seeds.push(PathBuf::from(path)),
            }
        }
        Ok(options)
    }
}

/// Runs until the time is over. True if nothing was found.
fn fuzz(options: &Options) -> Result<bool, String> {
    let entries: Vec<&Entry> =
        ENTRIES.iter().filter(|e| options.entry.as_deref().is_none_or(|name| name == e.name)).collect();
    if entries.is_empty() {
        let names: Vec<&str> = ENTRIES.iter().map(|e| e.name).collect();
        return Err(format!("no such entry; known are {}", names.join(", ")));
    }
    let mut inputs = seeds::made();
    for path in files::below(&options.seeds)? {
        inputs.push(files::read(&path)?);
    }
    keep_panics_quiet();
    println!("{} seeds, {} entries, {} s", inputs.len(), entries.len(), options.seconds);
    let mut found = Found { out: options.out.clone(), classes: BTreeMap::new() };
    // The seeds as they are come first.
    for input in &inputs {
        for entry in &entries {
            found.check(entry, input)?;
        }
    }
    // Each round has a generator of its own, so that one round can be run again alone.
    let one = |round: u64| mutate::mutated(&mut Random::new(options.seed ^ Random::new(round).bits()), &inputs);
    if let Some(round) = options.round {
        let input = one(round);
        println!("{}", save(&options.out, "round", &input)?.display());
        for entry in &entries {
            println!("{}", entry.name);
            found.check(entry, &input)?;
        }
        return Ok(found.classes.is_empty());
    }
    let end = Instant::now() + Duration::from_secs(options.seconds);
    let mut rounds = 0u64;
    let mut noted = Noted::new(&options.out)?;
    while Instant::now() < end {
        noted.note(rounds)?;
        let input = one(rounds);
        for entry in &entries {
            found.check(entry, &input)?;
        }
        rounds += 1;
    }
    println!("{rounds} rounds, {} kinds of findings", found.classes.len());
    Ok(found.classes.is_empty())
}

/// The number of the round at hand, kept in a file: what ends the whole process (no stack, no memory) cannot be caught.
struct Noted(std::fs::File);

impl Noted {
    fn new(folder: &Path) -> Result<Noted, String> {
        std::fs::create_dir_all(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
        let path = folder.join("round");
        std::fs::File::create(&path).map(Noted).map_err(|e| format!("{}: {e}", path.display()))
    }

    fn note(&mut self, round: u64) -> Result<(), String> {
        self.0.rewind().and_then(|()| writeln!(self.0, "{round:020}")).map_err(|e| format!("the round's number: {e}"))
    }
}

/// Findings of one class are counted and the shortest input of each is kept.
struct Found {
    out: PathBuf,
    classes: BTreeMap<(&'static str, String), (u64, usize)>,
}

impl Found {
    fn check(&mut self, entry: &Entry, input: &[u8]) -> Result<(), String> {
        let Some(finding) = try_input(entry, input) else { return Ok(()) };
        let (count, shortest) = self.classes.entry((entry.name, finding.class())).or_insert((0, usize::MAX));
        *count += 1;
        if input.len() >= *shortest {
            return Ok(());
        }
        *shortest = input.len();
        let path = save(&self.out, entry.name, input)?;
        println!("{}: {finding}\n  {} ({} bytes)", entry.name, path.display(), input.len());
        Ok(())
    }
}

fn save(folder: &Path, name: &str, input: &[u8]) -> Result<PathBuf, String> {
    std::fs::create_dir_all(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let path = folder.join(format!("{name}-{:016x}", hash(input)));
    std::fs::write(&path, input).map_err(|e| format!("{}: {e}", path.display()))?;
    Ok(path)
}

/// Runs saved inputs through every entry. True if nothing was found.
fn replay(paths: &[PathBuf]) -> Result<bool, String> {
    keep_panics_quiet();
    let mut clean = true;
    for path in files::below(paths)? {
        let input = files::read(&path)?;
        for entry in ENTRIES {
            let finding: Option<Finding> = try_input(entry, &input);
            clean &= finding.is_none();
            if let Some(finding) = finding {
                println!("{}: {}: {finding}", path.display(), entry.name);
            }
        }
    }
    Ok(clean)
}

/// Opens and verifies files one after another. True if all came back byte for byte.
fn measured(paths: &[PathBuf]) -> Result<bool, String> {
    let found = files::below(paths)?;
    let result = measure::measure(&found)?;
    println!("{} files, {} identical, {} others", result.files, result.identical, result.others);
    println!("peak heap {:.1} MiB, at {}", mib(result.peak), result.at.display());
    if let Some(kib) = measure::process_peak() {
        println!("peak of the whole process {:.1} MiB", kib as f64 / 1024.0);
    }
    match measure::processor_seconds() {
        Some(seconds) => println!("{seconds:.2} s of processor time, {:.2} s in all", result.seconds),
        None => println!("{:.2} s", result.seconds),
    }
    Ok(result.identical == result.files)
}

fn mib(bytes: usize) -> f64 {
    bytes as f64 / f64::from(1 << 20)
}
