//! Units that fit only together with others, or only if they state a key.

use rayon::prelude::*;

use crate::builder::candidate::Candidate;
use crate::builder::{Builder, CompleteOptions};
use crate::list::{Edit, ForceRef, LineId, List, UnitLine};
use crate::model::EntryId;

impl Builder<'_, '_> {
    /// Every list with one more unit that joins another, is joined by another or states a key; and
    /// every list in which units join that are already there.
    pub(crate) fn with_joins(
        &self,
        candidate: &Candidate,
        units: &[EntryId],
        options: &CompleteOptions<'_>,
    ) -> Vec<Candidate> {
        let mut all = self.joined(candidate, |_, _| true);
        if !(options.should_continue)("making the list legal") {
            return all;
        }
        let with_unit = |(entry, to): &(EntryId, ForceRef)| {
            let (with, unit) = self.with_unit(&candidate.list, *entry, to)?;
            let mut all = self.joined(&with, |guest, host| guest == unit || host == unit);
            all.extend(self.worded(&with, unit));
            Some(all)
        };
        all.par_extend(
            self.additions(&candidate.list, units).par_iter().filter_map(with_unit).flatten(),
        );
        all
    }

    fn joined(
        &self,
        candidate: &Candidate,
        wanted: impl Fn(LineId, LineId) -> bool,
    ) -> Vec<Candidate> {
        let pairs = self.rules.session(&candidate.list).joinable();
        let wanted =
            pairs.into_iter().filter(|(guest, host)| guest != host && wanted(*guest, *host));
        wanted
            .filter_map(|(guest, host)| join(&candidate.list, guest, host))
            .map(|list| self.candidate(list))
            .collect()
    }
}

/// The list in which a unit has joined another. `None` if the host's line stands for several units.
fn join(list: &List, guest: LineId, host: LineId) -> Option<List> {
    list.unit(host).filter(|line| UnitLine::copies(line) <= 1)?;
    let (name, edit) = list.reference(guest)?;
    let mut list = list.clone();
    for edit in edit.into_iter().chain([Edit::Join { host, guest: name }]) {
        edit.apply(&mut list).ok()?;
    }
    Some(list)
}
