use std::path::PathBuf;

use serde::Serialize;

use super::data::{library, open};
use super::output::{print, print_diagnostics, print_json};
use super::{Failure, Format, Global, Outcome};
use crate::diagnostic::{Severity, to_json};
use crate::resolve::Compiled;
use crate::source::Disk;

#[derive(Serialize)]
struct View {
    files: usize,
    units: usize,
    errors: usize,
    warnings: usize,
    diagnostics: Vec<serde_json::Value>,
}

/// Checks the embedded data, or each path given on top of it.
pub(super) fn run(global: &Global, paths: &[PathBuf]) -> Outcome {
    let mut layers: Vec<Disk> = global.data.iter().map(|folder| open(folder)).collect::<Result<_, _>>()?;
    let mut compiled = Vec::new();
    if paths.is_empty() {
        compiled.extend(compile_layers(&layers));
    }
    for path in paths {
        layers.push(open(path)?);
        compiled.extend(compile_layers(&layers));
        // Each path stands for itself: two drafts of one faction are no duplicates.
        layers.pop();
    }
    let counts = count(&compiled, paths);
    report(global, &compiled, &counts);
    if counts.errors > 0 { Err(Failure::Data) } else { Ok(()) }
}

/// Every system the last layer is about, and what belongs to none.
fn compile_layers(folders: &[Disk]) -> Vec<Compiled> {
    let library = library(folders);
    let mut all: Vec<Compiled> = library.systems_of_last_layer().iter().map(|system| library.compile(system)).collect();
    all.push(library.compile_rest());
    all
}

struct Counts {
    files: usize,
    units: usize,
    errors: usize,
    warnings: usize,
}

fn count(compiled: &[Compiled], paths: &[PathBuf]) -> Counts {
    let inside =
        |file: &str| paths.is_empty() || paths.iter().any(|path| file.starts_with(&*path.to_string_lossy().replace('\\', "/")));
    let mut files: Vec<&str> = Vec::new();
    let mut counts = Counts { files: 0, units: 0, errors: 0, warnings: 0 };
    for one in compiled {
        files.extend(one.sources.iter().map(|(_, source)| source.path()).filter(|path| inside(path)));
        let units = one.game.iter().flat_map(|game| game.units());
        counts.units += units.filter(|(_, unit)| inside(one.sources.get(unit.span.source).path())).count();
        counts.errors += one.diagnostics.iter().filter(|one| one.code.severity == Severity::Error).count();
        counts.warnings += one.diagnostics.iter().filter(|one| one.code.severity == Severity::Warning).count();
    }
    files.sort_unstable();
    files.dedup();
    counts.files = files.len();
    counts
}

fn report(global: &Global, compiled: &[Compiled], counts: &Counts) {
    if global.format == Format::Json {
        let diagnostics = compiled.iter().flat_map(|one| match to_json(&one.diagnostics, &one.sources) {
            serde_json::Value::Array(all) => all,
            _ => Vec::new(),
        });
        let Counts { files, units, errors, warnings } = *counts;
        print_json(&View { files, units, errors, warnings, diagnostics: diagnostics.collect() });
        return;
    }
    for one in compiled {
        print_diagnostics(&one.diagnostics, &one.sources, false);
    }
    let number = |count: usize, what: &str| if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") };
    let verdict = match (counts.errors, counts.warnings) {
        (0, 0) => "no errors".to_owned(),
        (errors, 0) => number(errors, "error"),
        (0, warnings) => number(warnings, "warning"),
        (errors, warnings) => format!("{}, {}", number(errors, "error"), number(warnings, "warning")),
    };
    print(&format!("{}, {}: {verdict}\n", number(counts.files, "file"), number(counts.units, "unit")));
}
