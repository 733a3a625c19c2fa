//! `orbat data check`: all errors in data files.

use std::path::PathBuf;

use clap::Args;
use rustc_hash::FxHashSet;
use serde::Serialize;

use super::output::{print, print_diagnostics, print_json, shown, tell_skipped};
use super::progress::Progress;
use super::{Failure, Format, Global, Outcome, Printing};
use crate::builder::unheld::unheld;
use crate::diagnostic::{Severity, codes, to_json};
use crate::engine::Ruleset;
use crate::resolve::{Compiled, Library, allow};
use crate::source::{Disk, SourceProvider};
use crate::wording::many;
use crate::workspace::data::{layers, open_folder};

#[derive(Serialize)]
struct DataCheckReport {
    files: usize,
    units: usize,
    errors: usize,
    warnings: usize,
    diagnostics: Vec<serde_json::Value>,
}

/// Check data files for errors
#[derive(Args)]
pub(crate) struct DataCheckArguments {
    /// Folders or files to check [default: the built-in data]
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Also look for a legal list for every unit, which takes a while
    #[arg(long)]
    thorough: bool,
    #[command(flatten)]
    printing: Printing,
}

/// Checks the built-in data, or each path on top of it.
pub(crate) fn run(global: &Global, arguments: &DataCheckArguments) -> Outcome {
    let (paths, format) = (&arguments.paths, arguments.printing.format);
    let mut layers = global.folders()?;
    let mut compiled = Vec::new();
    if paths.is_empty() {
        compiled.extend(compile_layers(&layers));
    }
    for path in paths {
        let disk = open_folder(path)?;
        tell_skipped(&disk.skipped());
        if disk.paths().is_ok_and(|files| files.is_empty()) {
            return Err(Failure::Usage(format!("there are no .orbat files in `{}`", shown(path))));
        }
        layers.push(disk);
        compiled.extend(compile_layers(&layers));
        // Each path is checked by itself: two drafts of a faction are not duplicates.
        layers.pop();
    }
    if arguments.thorough {
        compiled.iter_mut().for_each(look_for_lists);
    }
    drop_repeated(&mut compiled);
    let counts = count(&compiled, paths)?;
    report(format, &compiled, &counts);
    match counts {
        CheckCounts { unreadable: true, .. } => Err(Failure::Unreadable),
        CheckCounts { errors: 1.., .. } => Err(Failure::Data),
        _ => Ok(()),
    }
}

/// Compiles every game the last layer is about, and the files that belong to none.
fn compile_layers(folders: &[Disk]) -> Vec<Compiled> {
    let library = Library::open(&layers(folders));
    let mut all: Vec<Compiled> =
        library.systems_of_last_layer().iter().map(|system| library.compile(system)).collect();
    all.push(library.compile_rest());
    all
}

/// Warns about units for which no legal list is found.
fn look_for_lists(compiled: &mut Compiled) {
    let Some(game) = compiled.game.as_ref().filter(|_| !compiled.has_errors()) else { return };
    let progress = Progress::new(f64::MAX);
    let found = unheld(&Ruleset::new(game), &|doing| progress.should_continue(doing));
    progress.done();
    let warnings = found.into_iter().flatten().map(|unheld| {
        let unit = &game.entries[unheld.unit];
        let message = format!("no legal list was found that holds `{}`", unit.id);
        let warning = codes::UNIT_IMPOSSIBLE.at(unit.span, message);
        match unheld.remaining.as_slice() {
            [] => warning,
            errors => warning.note(format!("the nearest list: {}", errors.join("; "))),
        }
    });
    let told: Vec<_> =
        warnings.filter(|warning| allow::is_told(&compiled.sources, warning)).collect();
    compiled.diagnostics.extend(told);
}

struct CheckCounts {
    files: usize,
    units: usize,
    errors: usize,
    warnings: usize,
    unreadable: bool,
}

fn count(compiled: &[Compiled], paths: &[PathBuf]) -> Result<CheckCounts, Failure> {
    let mut given: Vec<String> = Vec::new();
    for path in paths {
        let disk = open_folder(path)?;
        given.extend(disk.paths().unwrap_or_default().iter().map(|file| disk.display(file)));
    }
    let inside = |file: &str| paths.is_empty() || given.iter().any(|path| path == file);
    let mut files: Vec<&str> = Vec::new();
    let mut units: Vec<(&str, usize)> = Vec::new();
    for Compiled { game, sources, .. } in compiled {
        files.extend(sources.iter().map(|(_, source)| source.path()).filter(|path| inside(path)));
        for (_, unit) in game.iter().flat_map(|game| game.units()) {
            let path = sources.get(unit.span.source).path();
            units.extend(inside(path).then_some((path, unit.span.start())));
        }
    }
    files.sort_unstable();
    files.dedup();
    units.sort_unstable();
    units.dedup();
    let all = || compiled.iter().flat_map(|system| &system.diagnostics);
    Ok(CheckCounts {
        files: files.len(),
        units: units.len(),
        errors: all().filter(|diagnostic| diagnostic.code.severity == Severity::Error).count(),
        warnings: all().filter(|diagnostic| diagnostic.code.severity == Severity::Warning).count(),
        unreadable: all().any(|diagnostic| diagnostic.code.is_unreadable()),
    })
}

/// A file of several games is compiled with each; reports its errors only once.
fn drop_repeated(compiled: &mut [Compiled]) {
    let mut seen: FxHashSet<(String, usize, &'static str, String)> = FxHashSet::default();
    for Compiled { sources, diagnostics, .. } in compiled {
        diagnostics.retain(|diagnostic| {
            let path = sources.get(diagnostic.at.span.source).path().to_owned();
            seen.insert((
                path,
                diagnostic.at.span.start(),
                diagnostic.code.name,
                diagnostic.message.clone(),
            ))
        });
    }
}

fn report(format: Format, compiled: &[Compiled], counts: &CheckCounts) {
    if format == Format::Json {
        let diagnostics = compiled.iter().flat_map(|system| {
            match to_json(&system.diagnostics, &system.sources) {
                serde_json::Value::Array(all) => all,
                _ => Vec::new(),
            }
        });
        let CheckCounts { files, units, errors, warnings, .. } = *counts;
        print_json(&DataCheckReport {
            files,
            units,
            errors,
            warnings,
            diagnostics: diagnostics.collect(),
        });
        return;
    }
    for system in compiled {
        print_diagnostics(&system.diagnostics, &system.sources, false);
    }
    let verdict = match (counts.errors, counts.warnings) {
        (0, 0) => "no errors".to_owned(),
        (errors, 0) => many(errors, "error"),
        (0, warnings) => many(warnings, "warning"),
        (errors, warnings) => {
            format!("{}, {}", many(errors, "error"), many(warnings, "warning"))
        }
    };
    print(&format!("{}, {}: {verdict}\n", many(counts.files, "file"), many(counts.units, "unit")));
}
