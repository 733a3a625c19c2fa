//! Judges many lists on all cores. Each list is read once; results come in the order of the files.
//! Start at [`judge_all`], or [`run`] for other work.

use std::collections::BTreeMap;

use rayon::prelude::*;

use crate::builder;
use crate::diagnostic::Diagnostic;
use crate::engine::Ruleset;
use crate::engine::check::Asked;
use crate::list::{List, Name};
use crate::source::{SourceId, SourceProvider, Sources};
use crate::views::{Paper, Report};
use crate::workspace::{Data, OpenError, ReadList, read_list};

/// How many lists each core gets before results are passed on. More would take more memory, fewer
/// would leave cores waiting for each other.
const LISTS_PER_CORE: usize = 64;

/// A list of a batch, after it was read.
#[non_exhaustive]
pub enum BatchList<'b, 'g> {
    /// A list of a known game.
    Ready {
        /// The game, prepared to judge lists.
        rules: &'b Ruleset<'g>,
        /// The texts of the game and of the list.
        sources: Sources,
        /// The list.
        list: List,
        /// Errors in its text.
        diagnostics: Vec<Diagnostic>,
    },
    /// A list that is not understood, or whose game is not known.
    Unreadable {
        /// What is wrong with it.
        report: Report,
        /// The text of the list.
        sources: Sources,
    },
}

impl BatchList<'_, '_> {
    /// The verdict, and the texts it refers to.
    pub fn judge(self) -> (Report, Sources) {
        match self {
            BatchList::Ready { rules, sources, list, diagnostics } => {
                (builder::judge(rules, &sources, SourceId::LIST, &list, &diagnostics), sources)
            }
            BatchList::Unreadable { report, sources } => (report, sources),
        }
    }

    /// The same for a list that must meet the demands in `asked`. If `event` is given, it replaces
    /// the event that the list states.
    pub fn judge_asked(mut self, asked: &Asked, event: Option<&str>) -> (Report, Sources) {
        if let BatchList::Ready { rules, sources, list, diagnostics } = &mut self {
            let is_of_game = asked.system.as_ref().is_none_or(|asked| *asked == list.system.value);
            if let Some(event) = event.filter(|_| is_of_game) {
                // The list may name one of the lists of this event.
                let is_part = |name: &Name| name.value.starts_with(&format!("{event}."));
                if !list.event.as_ref().is_some_and(is_part) {
                    list.event = Some(list.added(event.to_owned()));
                }
            }
            let rules = rules.asking(asked);
            let report = builder::judge(&rules, sources, SourceId::LIST, list, diagnostics);
            return (report, sources.clone());
        }
        self.judge()
    }

    /// What a printout shows; for a list that cannot be read or decided, the verdict instead.
    pub fn paper(self) -> Result<Paper, (Box<Report>, Sources)> {
        match self {
            BatchList::Ready { rules, sources, list, diagnostics } => {
                let paper = builder::paper(rules, &sources, SourceId::LIST, &list, &diagnostics);
                paper.map_err(|report| (report, sources))
            }
            BatchList::Unreadable { report, sources } => Err((Box::new(report), sources)),
        }
    }
}

/// Works on every list of a provider. Passes the results to `each` in the order of the lists, while
/// later lists are still waiting. Stops early if the data of a game has errors.
pub fn run<T: Send>(
    data: &Data,
    lists: &(dyn SourceProvider + Sync),
    work: impl Fn(BatchList<'_, '_>) -> T + Sync,
    mut each: impl FnMut(T),
) -> Result<(), OpenError> {
    let paths = lists.paths().unwrap_or_default();
    let mut games: BTreeMap<String, (Ruleset<'_>, &Sources)> = BTreeMap::new();
    for paths in paths.chunks(rayon::current_num_threads() * LISTS_PER_CORE) {
        let read: Vec<ReadList> = paths.par_iter().map(|path| read_list(lists, path)).collect();
        for list in read.iter().filter_map(|read| read.list.as_ref()) {
            let system = list.system.value.as_str();
            if !games.contains_key(system) && data.has_game(system) {
                let loaded = data.game(system)?;
                let game = (Ruleset::new(&loaded.game), &loaded.sources);
                games.insert(system.to_owned(), game);
            }
        }
        let open = |read: ReadList| {
            let system = read.list.as_ref().map_or("", |list| &list.system.value);
            match (games.get(system), read.list) {
                (Some((rules, sources)), Some(list)) => BatchList::Ready {
                    rules,
                    sources: sources.with_list_of(&read.sources),
                    list,
                    diagnostics: read.diagnostics,
                },
                (_, list) => {
                    let read = ReadList { list, ..read };
                    let report = read.unreadable(data);
                    BatchList::Unreadable { report, sources: read.sources }
                }
            }
        };
        let done: Vec<T> = read.into_par_iter().map(|read| work(open(read))).collect();
        done.into_iter().for_each(&mut each);
    }
    Ok(())
}

/// The verdicts on every list of a provider.
pub fn judge_all(
    data: &Data,
    lists: &(dyn SourceProvider + Sync),
) -> Result<Vec<(Report, Sources)>, OpenError> {
    let mut all = Vec::new();
    run(data, lists, |list| list.judge(), |judged| all.push(judged))?;
    Ok(all)
}
