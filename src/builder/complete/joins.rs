//! Units that fit only in company: joined with another, or with a word of their own.

use rayon::prelude::*;

use crate::builder::candidate::{Candidate, Home, changed};
use crate::builder::reference::reference;
use crate::builder::{Builder, CompleteOptions};
use crate::list::{List, Spanned};
use crate::model::EntryId;
use crate::source::Span;

impl Builder<'_, '_> {
    /// Every list in which one unit more has joined another, is joined by one or states a word; and
    /// every one in which units join that are there already.
    pub(crate) fn in_company(
        &self,
        draft: &Candidate,
        units: &[EntryId],
        wish: &CompleteOptions<'_>,
    ) -> Vec<Candidate> {
        let mut all = self.joined(draft, |_, _| true);
        if !(wish.should_continue)("making the list legal") {
            return all;
        }
        let with_unit = |(entry, home): &(EntryId, Home)| {
            let (with, at) = self.with_unit(&draft.list, *entry, *home)?;
            let mut all = self.joined(&with, |guest, host| guest == at || host == at);
            all.extend(self.worded(&with, at));
            Some(all)
        };
        all.par_extend(
            self.additions(&draft.list, units).par_iter().filter_map(with_unit).flatten(),
        );
        all
    }

    fn joined(&self, draft: &Candidate, wanted: impl Fn(Span, Span) -> bool) -> Vec<Candidate> {
        let pairs = self.checker.session(&draft.list).joinable();
        let wanted =
            pairs.into_iter().filter(|(guest, host)| guest != host && wanted(*guest, *host));
        wanted
            .filter_map(|(guest, host)| join(&draft.list, guest, host))
            .map(|list| self.draft(list))
            .collect()
    }
}

/// The list in which one unit has joined another. Lines that stand for several units are left
/// alone.
fn join(list: &List, guest: Span, host: Span) -> Option<List> {
    let mut list = list.clone();
    let name = reference(&mut list, guest)?;
    let mut is_one = false;
    let list = changed(&list, host, |line| {
        is_one = line.count.as_ref().is_none_or(|count| count.value <= 1);
        line.joined.push(Spanned::new(name, host));
        line.joined.sort();
    });
    list.filter(|_| is_one)
}
