//! `orbat check`: the verdict on lists.

use std::collections::BTreeMap;
use std::fs;
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use indicatif::ProgressBar;
use rayon::prelude::*;

use super::data::Layers;
use super::output::{print, print_json};
use super::{Failure, Global, Outcome, verdict};
use crate::builder;
use crate::diagnostic::{Code, Diagnostic, codes};
use crate::engine::Checker;
use crate::list::{LARGEST_LIST, List, load_list};
use crate::source::{SourceId, Sources, Span};
use crate::views::{Report, junit, sarif, unknown_system, unreadable};

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum ReportFormat {
    Human,
    Json,
    Sarif,
    Junit,
}

pub(crate) fn run(global: &Global, lists: &[PathBuf], format: ReportFormat) -> Outcome {
    let layers = global.layers()?;
    let files = files_of(lists)?;
    let reports = judge_all(&layers, &files)?;
    match format {
        ReportFormat::Human => {
            reports.iter().for_each(|(report, sources)| print(&verdict::draw(report, sources)))
        }
        _ => {
            let reports: Vec<&Report> = reports.iter().map(|(report, _)| report).collect();
            machine(&reports, format, lists);
        }
    }
    if format == ReportFormat::Human && reports.len() > 1 {
        print(&verdict::summary(reports.iter().map(|(report, _)| report)));
    }
    let all = || reports.iter().map(|(report, _)| report);
    match (all().all(|report| report.readable), all().all(|report| report.legal)) {
        (false, _) => Err(Failure::Unreadable),
        (true, false) => Err(Failure::Data),
        (true, true) => Ok(()),
    }
}

fn machine(reports: &[&Report], format: ReportFormat, lists: &[PathBuf]) {
    match (format, reports) {
        (ReportFormat::Sarif, _) => print_json(&sarif(reports)),
        (ReportFormat::Junit, _) => print(&junit(reports)),
        // One list asked for is one object; several are an array, whatever their number turns out
        // to be.
        (_, [one]) if lists.len() == 1 && !lists.iter().any(|path| path.is_dir()) => {
            print_json(one)
        }
        _ => print_json(&reports),
    }
}

/// Every list meant: a folder stands for the lists in it.
pub(crate) fn files_of(paths: &[PathBuf]) -> Result<Vec<PathBuf>, Failure> {
    if paths.iter().filter(|path| *path == Path::new("-")).count() > 1 {
        return Err(Failure::Usage("standard input can be read only once".to_owned()));
    }
    let mut files = Vec::new();
    for path in paths {
        if !path.is_dir() {
            files.push(path.clone());
            continue;
        }
        let lists = lists_in(path)?;
        if lists.is_empty() {
            return Err(Failure::Usage(format!(
                "there are no lists (.yaml) in `{}`",
                path.display()
            )));
        }
        files.extend(lists);
    }
    Ok(files)
}

/// Every list below a folder.
pub(crate) fn lists_in(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let mut files = Vec::new();
    lists_below(folder, 0, &mut files)?;
    Ok(files)
}

/// How deep folders are searched for lists.
const DEEPEST_FOLDER: usize = 16;

fn lists_below(folder: &Path, depth: usize, files: &mut Vec<PathBuf>) -> Result<(), Failure> {
    let unreadable =
        |error| Failure::Usage(format!("`{}` cannot be read: {error}", folder.display()));
    let entries = fs::read_dir(folder).map_err(unreadable)?;
    let mut paths: Vec<PathBuf> =
        entries.filter_map(|entry| entry.ok().map(|entry| entry.path())).collect();
    paths.sort();
    for path in paths {
        let is_list = path.extension().is_some_and(|ending| ending == "yaml" || ending == "yml");
        if path.is_dir() && !path.is_symlink() && depth < DEEPEST_FOLDER {
            lists_below(&path, depth + 1, files)?;
        } else if is_list {
            files.push(path);
        }
    }
    Ok(())
}

/// What a list's file is called in verdicts.
fn display(path: &Path) -> String {
    if path == Path::new("-") { "standard input".to_owned() } else { path.display().to_string() }
}

/// The text of a list, or why there is none.
pub(crate) fn read(path: &Path) -> Result<String, (&'static Code, String)> {
    // One byte more than is allowed shows that there is too much, without reading all of it.
    let most = LARGEST_LIST as u64 + 1;
    let mut bytes = Vec::new();
    let outcome = if path == Path::new("-") {
        std::io::stdin().lock().take(most).read_to_end(&mut bytes)
    } else {
        fs::File::open(path).and_then(|file| file.take(most).read_to_end(&mut bytes))
    };
    if let Err(error) = outcome {
        let why = match error.kind() {
            ErrorKind::NotFound => "there is no such file".to_owned(),
            _ => format!("the list cannot be read: {error}"),
        };
        return Err((&codes::UNREADABLE, why));
    }
    if bytes.len() > LARGEST_LIST {
        return Err((
            &codes::LIST_TOO_LARGE,
            format!("the list is too large: lists have at most {} MB", LARGEST_LIST >> 20),
        ));
    }
    String::from_utf8(bytes).map_err(|error| {
        let place = error.utf8_error().valid_up_to();
        (&codes::NOT_UTF8, format!("the list is not UTF-8 text: byte {} is not", place + 1))
    })
}

/// Lists that are judged before anybody looks at the clock.
const QUICK: usize = 500;

/// A bar for many lists; on a terminal only, and gone when they are done.
fn progress(lists: usize) -> ProgressBar {
    if lists <= QUICK {
        return ProgressBar::hidden();
    }
    ProgressBar::new(lists as u64).with_message("lists")
}

/// Something found out of a list, and the texts it speaks of.
pub(crate) type Looked<T> = (T, Arc<Sources>);

pub(crate) type Judged = Looked<Report>;

/// Verdicts in the order of the files.
pub(crate) fn judge_all(layers: &Layers, files: &[PathBuf]) -> Result<Vec<Judged>, Failure> {
    let judge =
        |checker: &Checker<'_>, sources: &Sources, source, list: &List, found: &[Diagnostic]| {
            builder::judge(checker, sources, source, list, found)
        };
    load_and_run(layers, files, judge, |report| report)
}

/// What is found out of each list, in the order of the files; of one that cannot be read only a
/// report. Lists are read first to learn their games, then once more beside the data of the game,
/// where their places belong; both on all cores.
pub(crate) fn load_and_run<T: Send>(
    layers: &Layers,
    files: &[PathBuf],
    look: impl Fn(&Checker<'_>, &Sources, SourceId, &List, &[Diagnostic]) -> T + Sync,
    unread: impl Fn(Report) -> T,
) -> Result<Vec<Looked<T>>, Failure> {
    let texts: Vec<_> = files.par_iter().map(|path| read(path)).collect();
    let systems = layers.systems();
    let known = |id: &str| systems.iter().any(|system| system.id == id);
    let mut own = Sources::default();
    let sources: Vec<SourceId> = files
        .iter()
        .zip(&texts)
        .map(|(path, text)| own.add(display(path), text.as_deref().unwrap_or_default()))
        .collect();
    let read: Vec<_> = sources.par_iter().map(|source| load_list(&own, *source)).collect();
    let own = Arc::new(own);
    let mut all: Vec<(usize, Looked<T>)> = Vec::new();
    let mut by_system: BTreeMap<String, Vec<(usize, String)>> = BTreeMap::new();
    for (index, ((text, (list, found)), source)) in
        texts.into_iter().zip(read).zip(sources).enumerate()
    {
        match (text, list) {
            (Ok(text), Some(list)) if known(&list.system.value) => {
                by_system.entry(list.system.value).or_default().push((index, text));
            }
            (Ok(_), list) => {
                let unknown = list.as_ref().map(|list| {
                    unknown_system(list, systems.iter().map(|system| system.id.as_str()))
                });
                let found: Vec<Diagnostic> = found.into_iter().chain(unknown).collect();
                all.push((
                    index,
                    (unread(unreadable(&own, source, list.as_ref(), &found)), own.clone()),
                ));
            }
            (Err((code, message)), _) => {
                let found = [Diagnostic::new(code, Span::new(source, 0, 0), message)];
                all.push((index, (unread(unreadable(&own, source, None, &found)), own.clone())));
            }
        }
    }
    let progress = progress(files.len());
    for (system, lists) in by_system {
        all.extend(look_at_system(layers, &system, lists, files, &progress, &look)?);
    }
    progress.finish_and_clear();
    all.sort_by_key(|(index, _)| *index);
    Ok(all.into_iter().map(|(_, judged)| judged).collect())
}

fn look_at_system<T: Send>(
    layers: &Layers,
    system: &str,
    lists: Vec<(usize, String)>,
    files: &[PathBuf],
    progress: &ProgressBar,
    look: &(impl Fn(&Checker<'_>, &Sources, SourceId, &List, &[Diagnostic]) -> T + Sync),
) -> Result<Vec<(usize, Looked<T>)>, Failure> {
    let (game, mut sources) = layers.load(system)?;
    let name = |index: usize| files.get(index).map(|path| display(path)).unwrap_or_default();
    let lists: Vec<(usize, SourceId)> =
        lists.into_iter().map(|(index, text)| (index, sources.add(name(index), text))).collect();
    let checker = Checker::new(&game);
    let judge = |(index, source): &(usize, SourceId)| {
        let (list, found) = load_list(&sources, *source);
        let looked = list.map(|list| look(&checker, &sources, *source, &list, &found));
        progress.inc(1);
        looked.map(|looked| (*index, looked))
    };
    let looked: Vec<(usize, T)> = lists.par_iter().filter_map(judge).collect();
    drop(checker);
    let sources = Arc::new(sources);
    Ok(looked.into_iter().map(|(index, looked)| (index, (looked, sources.clone()))).collect())
}
