//! A folder of data and lists that carry their expected verdicts.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::list::LARGEST_LIST;
use crate::source::{Disk, FolderListing, NamedFiles, ReadError, SourceId, SourceProvider};
use crate::views::{Exercised, Report, differences, exercised};
use crate::workspace::data::{Data, Errors, errors, layers, open_folder};
use crate::workspace::error::FileFault;
use crate::workspace::{OpenError, batch, lists_below};

pub(crate) struct Cases {
    disk: Disk,
    /// Data files for all lists.
    shared: Vec<String>,
    /// Lists, grouped by the data files that belong only to them.
    groups: BTreeMap<Vec<String>, Vec<PathBuf>>,
    /// Pipes, devices and the like, which are not read.
    pub skipped: Vec<PathBuf>,
}

/// A list and its verdict.
pub(crate) struct Case {
    pub path: PathBuf,
    pub report: Report,
    /// Where the verdict differs from what the list expects.
    pub differences: Vec<String>,
    pub text: String,
}

impl Cases {
    pub(crate) fn gather(folder: &Path) -> Result<Self, OpenError> {
        let disk = open_folder(folder)?;
        if !folder.is_dir() {
            return Err(OpenError::file(folder, FileFault::IsNoFolder));
        }
        let data = disk.paths().unwrap_or_default();
        let mut groups: BTreeMap<Vec<String>, Vec<PathBuf>> = BTreeMap::new();
        let FolderListing { files, mut skipped } = lists_below(folder)?;
        skipped.extend(disk.skipped());
        for list in files {
            let is_own = |path: &&String| belongs_to(&list, Path::new(&disk.display(path)));
            let own = data.iter().filter(is_own).cloned().collect();
            groups.entry(own).or_default().push(list);
        }
        let shared =
            data.into_iter().filter(|path| !groups.keys().any(|own| own.contains(path))).collect();
        Ok(Cases { disk, shared, groups, skipped })
    }

    pub(crate) fn has_lists(&self) -> bool {
        !self.groups.is_empty()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.shared.is_empty() && self.groups.is_empty()
    }

    /// The data for all lists.
    pub(crate) fn data(&self) -> impl SourceProvider {
        CaseFiles { disk: &self.disk, paths: &self.shared }
    }

    /// Errors in the folder's data, including data no list needs.
    pub(crate) fn data_errors(&self, below: &[Disk]) -> Vec<Errors> {
        let shared = self.data();
        let mut layers = layers(below);
        layers.push(&shared);
        let data = Data::of(&layers);
        let library = data.library();
        let of_folder = library.systems_of_last_layer();
        let mut all: Vec<_> =
            of_folder.iter().map(|system| errors(library.compile(system))).collect();
        all.push(data.stray_errors());
        all.retain(|(diagnostics, _)| !diagnostics.is_empty());
        all
    }

    /// Judges every list with the folder's data on top of `below`; sorted by path.
    pub(crate) fn judge(&self, below: &[Disk]) -> Result<Vec<Case>, OpenError> {
        let judge = |list: batch::BatchList<'_, '_>| {
            let (report, sources) = list.judge();
            let text = sources.get(SourceId::LIST).text().to_owned();
            let differences = differences(&text, &report);
            (report, differences.iter().map(ToString::to_string).collect(), text)
        };
        let all = self.with_each(below, judge)?;
        let case = |(path, (report, differences, text))| Case { path, report, differences, text };
        Ok(all.into_iter().map(case).collect())
    }

    /// What the lists exercise, by the ids of their games.
    pub(crate) fn exercised(
        &self,
        below: &[Disk],
    ) -> Result<BTreeMap<String, Exercised>, OpenError> {
        let work = |list: batch::BatchList<'_, '_>| match list {
            batch::BatchList::Ready { rules, sources, list, .. } => {
                Some((rules.book.game.id.clone(), exercised(rules, &sources, &list)))
            }
            batch::BatchList::Unreadable { .. } => None,
        };
        let mut all: BTreeMap<String, Exercised> = BTreeMap::new();
        for (system, done) in self.with_each(below, work)?.into_iter().filter_map(|(_, done)| done)
        {
            all.entry(system).or_default().add(done);
        }
        Ok(all)
    }

    /// Works on every list with the folder's data on top of `below`; sorted by path.
    fn with_each<T: Send>(
        &self,
        below: &[Disk],
        work: impl Fn(batch::BatchList<'_, '_>) -> T + Sync,
    ) -> Result<Vec<(PathBuf, T)>, OpenError> {
        let mut all = Vec::new();
        for (own, lists) in &self.groups {
            let (shared, own) = (self.data(), CaseFiles { disk: &self.disk, paths: own });
            let mut layers = layers(below);
            layers.extend([&shared as &dyn SourceProvider, &own]);
            let data = Data::of(&layers);
            let (diagnostics, sources) = data.stray_errors();
            if !diagnostics.is_empty() {
                return Err(OpenError::Data { diagnostics, sources });
            }
            let mut paths = lists.iter();
            let lists = NamedFiles::new(lists.clone(), LARGEST_LIST);
            batch::run(&data, &lists, &work, |done| {
                all.push((paths.next().cloned().unwrap_or_default(), done));
            })?;
        }
        all.sort_by(|(a, _), (b, _)| a.cmp(b));
        Ok(all)
    }
}

/// Whether a data file belongs only to this list: `cup.orbat` belongs to `cup.first.yaml`, not to
/// `cup.yaml`.
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
struct CaseFiles<'d> {
    disk: &'d Disk,
    paths: &'d [String],
}

impl SourceProvider for CaseFiles<'_> {
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
