//! Judging lists in tests: texts in, reports out, and expectations written beside the lists.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use orbat::internals::engine::Ruleset;
use orbat::internals::list::{List, load_list};
use orbat::internals::model::Game;
use orbat::internals::resolve::Library;
use orbat::internals::source::{Embedded, Memory, SourceProvider, Sources};
use orbat::internals::views::{Report, unknown_system, unreadable};

use super::{BASE, files_below};

/// A game with everything beside it that its lists need.
pub struct Table {
    pub game: Game,
    pub sources: Sources,
}

impl Table {
    /// The embedded games, the small game of the cases, and the files given, on top of each other.
    pub fn new(system: &str, files: &[(String, String)]) -> Self {
        let base = Memory::default().with("base.orbat", BASE);
        let mut own = Memory::default();
        for (path, text) in files {
            own = own.with(path, text.as_bytes().to_vec());
        }
        let layers: [&dyn SourceProvider; 3] = [&Embedded, &base, &own];
        let compiled = Library::open(&layers).compile(system);
        let errors = compiled.diagnostics.iter().filter(|diagnostic| {
            diagnostic.code.severity == orbat::internals::diagnostic::Severity::Error
        });
        let errors: Vec<String> = errors
            .map(|diagnostic| format!("{}: {}", diagnostic.code.name, diagnostic.message))
            .collect();
        assert!(errors.is_empty(), "{system} with {files:?} has errors: {errors:#?}");
        Table {
            game: compiled.game.unwrap_or_else(|| panic!("there is no game {system}")),
            sources: compiled.sources,
        }
    }

    /// Whether the list names the game, perhaps by a name that it had before.
    fn is_its_game(&self, list: &List) -> bool {
        let renamed = Ruleset::new(&self.game).with_new_names(list);
        renamed.as_ref().unwrap_or(list).system.value == self.game.id
    }

    pub fn judge(&mut self, name: &str, text: &str) -> Report {
        let source = self.sources.add(name, text);
        let (list, found) = load_list(&self.sources, source);
        match list {
            Some(list) if !self.is_its_game(&list) => {
                let found: Vec<_> = found
                    .into_iter()
                    .chain([unknown_system(&list, [self.game.id.as_str()])])
                    .collect();
                unreadable(&self.sources, source, Some(&list), &found)
            }
            Some(list) => orbat::internals::builder::judge(
                &Ruleset::new(&self.game),
                &self.sources,
                source,
                &list,
                &found,
            ),
            None => unreadable(&self.sources, source, None, &found),
        }
    }
}

/// The system a list is for, as far as it says.
pub fn system_of(text: &str) -> &str {
    let line = text.lines().find_map(|line| line.strip_prefix("system:"));
    line.map_or("", |rest| rest.split('#').next().unwrap_or("").trim())
}

/// Tables by what they are made of: compiling a game for every list would take minutes.
#[derive(Default)]
pub struct Tables {
    tables: BTreeMap<(String, Vec<PathBuf>), Table>,
}

impl Tables {
    pub fn judge(&mut self, list: &Path) -> Report {
        let text = fs::read_to_string(list).unwrap();
        let name = list.file_name().unwrap().to_string_lossy().into_owned();
        self.table_of(list, &text).judge(&name, &text)
    }

    /// The game that a list belongs to.
    pub fn table_of(&mut self, list: &Path, text: &str) -> &mut Table {
        let data = data_beside(list);
        let known = ["warzone", "firefight", "at43", "dark_age", "mad_minute", "x"];
        let system = system_of(text).trim_matches(['"', '\'']);
        // A list that names no game is read all the same; which game stands beside it does not
        // matter.
        let own_system = data.iter().any(|data| {
            fs::read_to_string(data).unwrap().lines().any(|line| line.starts_with("system "))
        });
        let system = if own_system || known.contains(&system) { system } else { "x" };
        self.tables.entry((system.to_owned(), data.clone())).or_insert_with(|| {
            let files: Vec<(String, String)> = data
                .iter()
                .map(|path| {
                    (
                        path.file_name().unwrap().to_string_lossy().into_owned(),
                        fs::read_to_string(path).unwrap(),
                    )
                })
                .collect();
            Table::new(system, &files)
        })
    }
}

/// The data files a list needs: those in its folder whose stem its name begins with.
pub fn data_beside(list: &Path) -> Vec<PathBuf> {
    let name = list.file_stem().unwrap().to_string_lossy().into_owned();
    let files = files_below(list.parent().unwrap(), "orbat");
    let fits = |path: &PathBuf| {
        let stem = path.file_stem().unwrap().to_string_lossy().into_owned();
        path.parent() == list.parent()
            && name.strip_prefix(&stem).is_some_and(|rest| rest.starts_with('.'))
    };
    files.into_iter().filter(fits).collect()
}
