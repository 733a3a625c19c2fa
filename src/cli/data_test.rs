//! `orbat data test`: lists that stand beside the data and say what must be said of them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::Serialize;

use super::check::{judge_all, lists_in, read};
use super::data::{Layers, open};
use super::output::{TITLE, print, print_diagnostics, print_json, styled};
use super::{Failure, Format, Global, Outcome};
use crate::diagnostic::Severity;
use crate::resolve::{Compiled, Library};
use crate::source::{Disk, Embedded, ReadError, SourceProvider};
use crate::views::{Report, differences};

#[derive(Serialize)]
struct View {
    lists: usize,
    legal: usize,
    illegal: usize,
    unreadable: usize,
    failed: Vec<Failed>,
}

#[derive(Serialize)]
struct Failed {
    file: String,
    differences: Vec<String>,
}

pub(crate) fn run(global: &Global, folders: &[PathBuf], format: Format) -> Outcome {
    let mut view = View { lists: 0, legal: 0, illegal: 0, unreadable: 0, failed: Vec::new() };
    for (path, report) in judge_cases(global, folders)? {
        view.lists += 1;
        match report {
            Report { legal: true, .. } => view.legal += 1,
            Report { readable: true, .. } => view.illegal += 1,
            _ => view.unreadable += 1,
        }
        let text = read(&path).unwrap_or_default();
        let differences: Vec<String> =
            differences(&text, &report).iter().map(ToString::to_string).collect();
        if !differences.is_empty() {
            view.failed.push(Failed { file: report.file, differences });
        }
    }
    if format == Format::Json {
        print_json(&view);
    } else {
        print(&draw(&view));
    }
    if view.failed.is_empty() { Ok(()) } else { Err(Failure::Data) }
}

fn draw(view: &View) -> String {
    let mut text = String::new();
    for failed in &view.failed {
        text += &format!("{}\n", styled(TITLE, &failed.file));
        failed.differences.iter().for_each(|difference| text += &format!("  {difference}\n"));
    }
    let lists = if view.lists == 1 { "1 list".to_owned() } else { format!("{} lists", view.lists) };
    let verdict = match view.failed.len() {
        0 => "as expected".to_owned(),
        failed => format!("{failed} not as expected"),
    };
    let sorts = match view {
        View { legal, illegal, unreadable: 0, .. } => {
            format!("{legal} legal and {illegal} illegal")
        }
        View { legal, illegal, unreadable, .. } => {
            format!("{legal} legal, {illegal} illegal and {unreadable} unreadable")
        }
    };
    text += &format!("{lists}, {sorts}: {verdict}\n");
    text
}

/// Judges every list below the folders, each on top of the data of its folder, which must be sound.
fn judge_cases(global: &Global, folders: &[PathBuf]) -> Result<Vec<(PathBuf, Report)>, Failure> {
    let here = [PathBuf::from(".")];
    let folders = if folders.is_empty() { &here[..] } else { folders };
    let mut all: Vec<(PathBuf, Report)> = Vec::new();
    for folder in folders {
        let cases = Cases::gather(folder)?;
        if cases.groups.is_empty() {
            return Err(Failure::Usage(format!(
                "there are no lists (.yaml) in `{}`",
                folder.display()
            )));
        }
        cases.check_data(global)?;
        all.extend(cases.judge(global)?);
    }
    // A list in two of the folders given is one list.
    all.sort_by(|one, other| one.0.cmp(&other.0));
    all.dedup_by(|one, other| one.0 == other.0);
    Ok(all)
}

/// The data and the lists of a folder.
pub(crate) struct Cases {
    disk: Disk,
    /// Data for all lists.
    shared: Vec<String>,
    /// Lists by the data that is for them alone.
    groups: BTreeMap<Vec<String>, Vec<PathBuf>>,
}

impl Cases {
    pub(crate) fn gather(folder: &Path) -> Result<Self, Failure> {
        let disk = open(folder)?;
        if !folder.is_dir() {
            return Err(Failure::Usage(format!(
                "`{}` is no folder; give the folder of the data and lists",
                folder.display()
            )));
        }
        let data = disk.paths().unwrap_or_default();
        let mut groups: BTreeMap<Vec<String>, Vec<PathBuf>> = BTreeMap::new();
        for list in lists_in(folder)? {
            let own = data
                .iter()
                .filter(|path| belongs_to(&list, Path::new(&disk.display(path))))
                .cloned()
                .collect();
            groups.entry(own).or_default().push(list);
        }
        let shared =
            data.into_iter().filter(|path| !groups.keys().any(|own| own.contains(path))).collect();
        Ok(Cases { disk, shared, groups })
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.shared.is_empty() && self.groups.is_empty()
    }

    /// The data that is for all lists.
    pub(crate) fn data(&self) -> impl SourceProvider {
        Part { disk: &self.disk, paths: &self.shared }
    }

    /// Everything in the folder's data must be sound, also what no list needs.
    pub(crate) fn check_data(&self, global: &Global) -> Result<(), Failure> {
        let given: Vec<Disk> =
            global.data.iter().map(|folder| open(folder)).collect::<Result<_, _>>()?;
        let given = given.iter().map(|folder| folder as &dyn SourceProvider);
        let shared = self.data();
        let layers: Vec<&dyn SourceProvider> = std::iter::once(&Embedded as &dyn SourceProvider)
            .chain(given)
            .chain([&shared as &dyn SourceProvider])
            .collect();
        let library = Library::open(&layers);
        let mut compiled: Vec<Compiled> =
            library.systems_of_last_layer().iter().map(|system| library.compile(system)).collect();
        compiled.push(library.compile_rest());
        for one in &mut compiled {
            one.diagnostics.retain(|one| one.code.severity == Severity::Error);
            print_diagnostics(&one.diagnostics, &one.sources, true);
        }
        if compiled.iter().all(|one| one.diagnostics.is_empty()) {
            Ok(())
        } else {
            Err(Failure::Data)
        }
    }

    pub(crate) fn judge(&self, global: &Global) -> Result<Vec<(PathBuf, Report)>, Failure> {
        let given: Vec<Disk> =
            global.data.iter().map(|folder| open(folder)).collect::<Result<_, _>>()?;
        let mut all = Vec::new();
        for (own, lists) in &self.groups {
            let (shared, own) = (self.data(), Part { disk: &self.disk, paths: own });
            let given = given.iter().map(|folder| folder as &dyn SourceProvider);
            let beneath = std::iter::once(&Embedded as &dyn SourceProvider).chain(given);
            let layers: Vec<&dyn SourceProvider> =
                beneath.chain([&shared as &dyn SourceProvider, &own]).collect();
            let reports = judge_all(&Layers::of(&layers)?, lists)?;
            all.extend(lists.iter().cloned().zip(reports.into_iter().map(|(report, _)| report)));
        }
        all.sort_by(|one, other| one.0.cmp(&other.0));
        Ok(all)
    }
}

/// Whether a data file is for some lists of its folder alone: `cup.orbat` goes with
/// `cup.first.yaml`, not with `cup.yaml`.
fn belongs_to(list: &Path, data: &Path) -> bool {
    let (Some(stem), Some(name)) = (data.file_stem(), list.file_stem()) else { return false };
    let (stem, name) = (stem.to_string_lossy(), name.to_string_lossy());
    let begins = name.strip_prefix(stem.as_ref()).is_some_and(|rest| rest.starts_with('.'));
    let folder = |path: &Path| {
        path.parent().map(|parent| parent.strip_prefix("./").unwrap_or(parent).to_path_buf())
    };
    begins && folder(list) == folder(data)
}

/// Some of the files of a folder.
struct Part<'d> {
    disk: &'d Disk,
    paths: &'d [String],
}

impl SourceProvider for Part<'_> {
    fn paths(&self) -> Result<Vec<String>, ReadError> {
        Ok(self.paths.to_vec())
    }

    fn read(&self, path: &str) -> Result<Vec<u8>, ReadError> {
        self.disk.read(path)
    }

    fn display(&self, path: &str) -> String {
        self.disk.display(path)
    }
}
