//! The licences of everything that is linked into the program: only those we may ship, each listed in
//! `THIRD-PARTY.md`. `UPDATE_GOLDENS=1` writes the list anew.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

/// Licences that may be shipped with the program, as they stand in manifests.
const ALLOWED: &[&str] = &[
    "0BSD",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CC0-1.0",
    "ISC",
    "MIT",
    "MIT-0",
    // Copyleft per file: fine for what is linked unmodified (`option-ext`, by way of `directories`).
    "MPL-2.0",
    "OFL-1.1",
    "Ubuntu-font-1.0",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];

/// Whether a licence expression can be met with the allowed ones: each part joined by AND needs one of its parts
/// joined by OR.
fn allowed(expression: &str) -> bool {
    let expression = expression.replace(['(', ')'], "").replace('/', " OR ");
    expression.split(" AND ").all(|part| part.split(" OR ").any(|licence| ALLOWED.contains(&licence.trim())))
}

#[test]
fn everything_linked_may_be_shipped_and_is_named() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--locked", "--offline", "--format-version", "1"])
        .args(["--filter-platform", "x86_64-unknown-linux-gnu", "--manifest-path"])
        .arg(root.join("app/Cargo.toml"))
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let id = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_owned();
    let program = metadata["packages"].as_array().unwrap().iter().find(|p| p["name"] == "levelwright").unwrap();

    // What the program links, not what its tests and benchmarks use.
    let nodes = metadata["resolve"]["nodes"].as_array().unwrap();
    let mut linked = BTreeSet::from([id(&program["id"])]);
    let mut open: Vec<String> = linked.iter().cloned().collect();
    while let Some(at) = open.pop() {
        let Some(node) = nodes.iter().find(|n| n["id"] == at.as_str()) else { continue };
        for dependency in node["deps"].as_array().unwrap() {
            let ordinary = dependency["dep_kinds"].as_array().unwrap().iter().any(|k| k["kind"].is_null());
            if ordinary && linked.insert(id(&dependency["pkg"])) {
                open.push(id(&dependency["pkg"]));
            }
        }
    }
    let mut lines = BTreeSet::new();
    for package in metadata["packages"].as_array().unwrap() {
        if !linked.contains(&id(&package["id"])) || package["source"].is_null() {
            continue;
        }
        let (name, licence) = (id(&package["name"]), id(&package["license"]));
        assert!(allowed(&licence), "{name}: {licence:?} is not on the list of licences that may be shipped");
        lines.insert(format!("| {name} | {} | {} |", id(&package["version"]), licence));
    }
    assert!(lines.len() > 50, "the program links more than {} packages", lines.len());
    let list: Vec<String> = lines.into_iter().collect();
    let page = format!(
        "# Third-party notices\n\nWhat the program links on Linux. The texts of the licences come with each package's \
         source. The bundled fonts of `epaint_default_fonts` are under OFL-1.1 and the Ubuntu font licence.\n\n\
         | package | version | licence |\n|---|---|---|\n{}\n",
        list.join("\n")
    );
    let path = root.join("THIRD-PARTY.md");
    if std::env::var_os("UPDATE_GOLDENS").is_some() {
        std::fs::write(&path, &page).unwrap();
    }
    let have = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(have == page, "THIRD-PARTY.md is not what is linked now: run the test with UPDATE_GOLDENS=1");
}

#[test]
fn expressions_are_read() {
    assert!(allowed("MIT OR Apache-2.0") && allowed("MIT/Apache-2.0"));
    assert!(allowed("(MIT OR GPL-2.0-only) AND Unicode-3.0"));
    assert!(!allowed("GPL-3.0-only") && !allowed("MIT AND GPL-3.0-only") && !allowed(""));
}
