//! Adds units that fit only together with others, or only if they state a key.

use rayon::prelude::*;

use crate::builder::Builder;
use crate::builder::candidate::{Candidate, addition};
use crate::builder::complete::task::{LEGAL, Task};
use crate::builder::step::Step;
use crate::list::{Edit, ForceRef, LineId, List, UnitLine};
use crate::model::EntryId;

impl Builder<'_, '_> {
    /// Every step that adds a unit which joins another, is joined by another or states a key, and
    /// every step that joins units already in the list.
    pub(crate) fn joins(
        &self,
        candidate: &Candidate,
        units: &[EntryId],
        task: &Task<'_>,
    ) -> Vec<Step> {
        let additions = self.additions(&candidate.list, units);
        // A unit may join several others, and several may join it.
        if !task.affords(additions.len().saturating_mul(4), candidate) {
            return Vec::new();
        }
        let keys = candidate.assessment.keys();
        let should_continue = || task.may_continue(LEGAL);
        let step =
            |edits: Vec<Edit>, after: &Candidate| Step::repairable(candidate, &keys, edits, after);
        let with_unit = |(entry, to): &(EntryId, ForceRef)| {
            should_continue().then_some(())?;
            let (with, unit) = self.with_unit(&candidate.list, *entry, to)?;
            let add = addition(&with, unit, to)?;
            let wanted = |guest, host| guest == unit || host == unit;
            let joined = self.joined(&with, &wanted, &should_continue);
            let joined = joined.filter_map(|(joins, after)| {
                step(std::iter::once(add.clone()).chain(joins).collect(), &after)
            });
            let mut all: Vec<Step> = joined.collect();
            let worded = self.worded(&with, unit);
            all.extend(worded.filter_map(|after| step(vec![addition(&after, unit, to)?], &after)));
            Some(all)
        };
        let joined = self.joined(candidate, &|_, _| true, &should_continue);
        let mut all: Vec<Step> = joined.filter_map(|(joins, after)| step(joins, &after)).collect();
        all.par_extend(additions.par_iter().filter_map(with_unit).flatten());
        all
    }

    /// The list with each wanted pair of its units joined, and the edits for it.
    fn joined<'j>(
        &'j self,
        candidate: &'j Candidate,
        wanted: &'j dyn Fn(LineId, LineId) -> bool,
        should_continue: &'j dyn Fn() -> bool,
    ) -> impl Iterator<Item = (Vec<Edit>, Candidate)> {
        let list = &candidate.list;
        let pairs = self.rules.session(list).joinable(wanted);
        pairs.into_iter().take_while(|_| should_continue()).filter_map(|(guest, host)| {
            let edits = join(list, guest, host)?;
            let mut joined = list.clone();
            edits.iter().try_for_each(|edit| edit.apply(&mut joined).map(drop)).ok()?;
            Some((edits, self.candidate(joined)))
        })
    }
}

/// Makes a unit join another. `None` if the host's line stands for several units.
fn join(list: &List, guest: LineId, host: LineId) -> Option<Vec<Edit>> {
    list.unit(host).filter(|line| UnitLine::copies(line) <= 1)?;
    let (name, edit) = list.reference(guest)?;
    Some(edit.into_iter().chain([Edit::Join { host, guest: name }]).collect())
}
