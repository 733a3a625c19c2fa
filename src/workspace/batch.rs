//! Many lists on all cores, each read once, with the results in the order of the files.

use std::collections::BTreeMap;

use rayon::prelude::*;

use crate::builder;
use crate::diagnostic::Diagnostic;
use crate::engine::Ruleset;
use crate::list::List;
use crate::source::{SourceId, SourceProvider, Sources};
use crate::views::{Paper, Report};
use crate::workspace::{Data, OpenError, ReadList, read_list};

/// How many lists each core gets before results are handed out. More would hold more of them in
/// memory, fewer would let cores wait for each other.
const LISTS_PER_CORE: usize = 64;

/// A list of a batch.
pub enum BatchList<'b, 'g> {
    /// Beside its game.
    Ready { rules: &'b Ruleset<'g>, sources: Sources, list: List, found: Vec<Diagnostic> },
    /// Not understood, or of no known game.
    Unreadable { report: Report, sources: Sources },
}

impl BatchList<'_, '_> {
    /// The verdict, and the texts it speaks of.
    pub fn judge(self) -> (Report, Sources) {
        match self {
            BatchList::Ready { rules, sources, list, found } => {
                (builder::judge(rules, &sources, SourceId::LIST, &list, &found), sources)
            }
            BatchList::Unreadable { report, sources } => (report, sources),
        }
    }

    /// What a printout shows; of a list that cannot be read, the verdict instead.
    pub fn paper(self) -> Result<Paper, (Box<Report>, Sources)> {
        match self {
            BatchList::Ready { rules, sources, list, found } => {
                Ok(builder::paper(rules, &sources, SourceId::LIST, &list, &found))
            }
            BatchList::Unreadable { report, sources } => Err((Box::new(report), sources)),
        }
    }
}

/// Works on every list of a provider and hands out what comes of each, in their order and while the
/// rest is still waiting. Ends early where the data of a list's game has errors.
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
                    found: read.found,
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
