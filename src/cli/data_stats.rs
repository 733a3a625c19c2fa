//! `orbat data stats`: counts what games define, and names the rules no list breaks.

use std::collections::BTreeMap;
use std::path::PathBuf;

use clap::Args;

use super::data::check_data;
use super::output::{FAINT, HEAD, TITLE, print, print_json, shown, styled, width};
use super::table::{Table, wrap};
use super::{Failure, Format, Global, Outcome, Printing};
use crate::resolve::{Compiled, Library};
use crate::source::SourceProvider;
use crate::views::{
    Counts, Coverage, Covered, Exercised, GameStats, IssueView, Report, coverage, game_stats,
};
use crate::wording::many;
use crate::workspace::Cases;
use crate::workspace::data::layers;

/// Count what games define, and name what no list exercises
///
/// With lists, says which rules none of them breaks, which units, options and slots none of them
/// uses, which ends of ranges none of them reaches, which limits none of them breaks, and which
/// conditions always or never hold.
#[derive(Args)]
pub(crate) struct DataStatsArguments {
    /// Folders of data and lists [default: the built-in data]
    #[arg(value_name = "DIR")]
    folders: Vec<PathBuf>,
    #[command(flatten)]
    printing: Printing,
}

/// Counts the games that the folders are about, with their lists as cases; without folders, all
/// games.
pub(crate) fn run(global: &Global, arguments: &DataStatsArguments) -> Outcome {
    let (folders, format) = (&arguments.folders, arguments.printing.format);
    let below = global.folders()?;
    let cases: Vec<Cases> =
        folders.iter().map(|folder| Cases::gather(folder)).collect::<Result<_, _>>()?;
    let mut reports = Vec::new();
    let mut done: BTreeMap<String, Exercised> = BTreeMap::new();
    for (folder, path) in cases.iter().zip(folders) {
        if folder.is_empty() {
            return Err(Failure::Usage(format!(
                "there are no data (.orbat) and no lists (.yaml) in `{}`",
                shown(path)
            )));
        }
        check_data(folder, &below)?;
        reports.extend(folder.judge(&below)?.into_iter().map(|case| case.report));
        for (system, exercised) in folder.exercised(&below)? {
            done.entry(system).or_default().add(exercised);
        }
    }
    let shared: Vec<_> = cases.iter().map(Cases::data).collect();
    let mut layers = layers(&below);
    layers.extend(shared.iter().map(|folder| folder as &dyn SourceProvider));
    let library = Library::open(&layers);
    let of_folders = library.systems_of_last_layers(folders.len());
    let has_lists =
        |id: &String| reports.iter().any(|report: &Report| report.system.as_ref() == Some(id));
    let about = |id: &String| folders.is_empty() || of_folders.contains(id) || has_lists(id);
    let known: Vec<String> = library.systems().into_iter().map(|heading| heading.id).collect();
    let strays = reports
        .iter()
        .filter(|report| !report.system.as_ref().is_some_and(|system| known.contains(system)))
        .count();
    let mut all = Vec::new();
    for system in known.into_iter().filter(about) {
        let Compiled { game: Some(game), sources, .. } = library.compile(&system) else { continue };
        let of_system = reports.iter().filter(|report| report.system.as_ref() == Some(&system));
        let issues: Vec<IssueView> = of_system.flat_map(|report| report.issues.clone()).collect();
        let issues = Some(issues.as_slice()).filter(|_| has_lists(&system));
        let mut stats = game_stats(&game, &sources, issues);
        let exercised = issues.zip(done.get(&system));
        stats.coverage =
            exercised.map(|(issues, exercised)| coverage(&game, &sources, exercised, issues));
        all.push(stats);
    }
    if format == Format::Json {
        print_json(&all);
    } else {
        print(&all.iter().map(draw).collect::<Vec<_>>().join("\n"));
    }
    if strays == 0 { Ok(()) } else { Err(Failure::Usage(stray_lists(strays))) }
}

/// Lists of unknown games break no rule: that is a mistake, not a result.
fn stray_lists(count: usize) -> String {
    let (lists, are) = (many(count, "list"), if count == 1 { "is" } else { "are" });
    format!("{lists} {are} of no known game and not counted; `orbat data test` says which")
}

fn draw(stats: &GameStats) -> String {
    let mut text = format!("{}  {}\n", styled(TITLE, &stats.name), styled(FAINT, &stats.id));
    let mut table = Table::default();
    table.row(
        ["", "units", "options", "models, weapons …", "charts"].map(|head| styled(HEAD, head)),
    );
    let row = |name: &str, counts: &Counts| {
        let numbers = [counts.units, counts.options, counts.entries, counts.charts];
        std::iter::once(name.to_owned())
            .chain(numbers.map(|number| number.to_string()))
            .collect::<Vec<_>>()
    };
    table.row(row("the system", &stats.own));
    stats.factions.iter().for_each(|faction| table.row(row(&faction.name, &faction.counts)));
    table.row(row("together", &stats.total));
    text += &table.draw_folded(2, width());
    let mut say = |what: &str, words: String| {
        text += &wrap(&format!("  {} {words}\n", styled(HEAD, what)), 2, width())
    };
    let unused = match stats.unused_keywords.as_slice() {
        [] => String::new(),
        unused => format!("; nothing has {}", unused.join(", ")),
    };
    let terms = match stats.terms {
        0 => String::new(),
        terms => format!(", {terms} of them only explain words of the rules"),
    };
    say("keywords", format!("{}{terms}{unused}", stats.keywords));
    let broken = match &stats.never_broken {
        None => "; there are no lists that could break them".to_owned(),
        Some(never) if never.is_empty() => ", each broken by some list".to_owned(),
        Some(never) => format!("; no list breaks {}", never.join(", ")),
    };
    say("rules", format!("{}{broken}", stats.rules));
    for (kind, covered) in stats.coverage.iter().flat_map(Coverage::kinds) {
        say(kind, idle_words(covered));
    }
    text
}

/// How many of a kind are named; `--format json` has them all.
const MOST_NAMED: usize = 12;

/// `120; no list exercises 3: sabre (data/f.orbat:12), …`
fn idle_words(covered: &Covered) -> String {
    let idle = &covered.idle;
    if idle.is_empty() {
        return format!("{}, all exercised by some list", covered.all);
    }
    let named = idle.iter().take(MOST_NAMED);
    let named = named.map(|idle| format!("{} ({}:{})", idle.what, idle.file, idle.line));
    let mut named: Vec<String> = named.collect();
    if idle.len() > MOST_NAMED {
        named.push(format!("and {} more", idle.len() - MOST_NAMED));
    }
    format!("{}; no list exercises {}: {}", covered.all, idle.len(), named.join(", "))
}
