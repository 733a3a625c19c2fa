//! What the options of a unit, the army or a design cost, and why an option does not fit. Each is
//! tried.

use crate::builder::Builder;
use crate::builder::candidate::Candidate;
use crate::diagnostic::Family;
use crate::engine::{ChoiceState, Number, OptionState, ProblemKey};
use crate::list::{Edit, Holder, List};
use crate::wording::error_messages;

/// How an option is taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Control {
    /// One of several.
    One,
    /// Taken or not.
    Any,
    /// Any number of times.
    Count,
}

/// A choice whose options have been tried.
pub(crate) struct TriedChoice {
    pub state: ChoiceState,
    pub control: Control,
    /// Edits that take nothing from the choice; `None` if something must be taken.
    pub none: Option<Vec<Edit>>,
    pub options: Vec<TriedOption>,
}

/// An option that has been tried.
pub(crate) struct TriedOption {
    pub state: OptionState,
    /// What one more costs, in each currency; if it is taken as often as allowed, what the last one
    /// cost.
    pub costs: Vec<Number>,
    /// Edits that take it once more; `None` if it is taken as often as allowed.
    pub more: Option<Vec<Edit>>,
    /// Edits that drop it once.
    pub less: Option<Vec<Edit>>,
    /// Error messages if it were taken once more; empty if it fits.
    pub why: Vec<String>,
}

impl Builder<'_, '_> {
    /// Every open choice of a holder, with its options tried.
    pub(crate) fn tried_choices(&self, list: &List, of: &Holder) -> Vec<TriedChoice> {
        let base = self.candidate(list.clone());
        let keys = base.assessment.keys();
        let mut choices = self.rules.session(list).choices(of);
        // If all options must be taken, there is nothing to choose.
        let is_choice = |choice: &ChoiceState| {
            usize::try_from(choice.limits.low).is_ok_and(|low| low < choice.options.len())
        };
        choices.retain(is_choice);
        choices.into_iter().map(|state| self.tried_choice(&base, &keys, of, state)).collect()
    }

    fn tried_choice(
        &self,
        base: &Candidate,
        keys: &[ProblemKey],
        of: &Holder,
        state: ChoiceState,
    ) -> TriedChoice {
        let drop_all: Vec<Edit> = state
            .options
            .iter()
            .filter(|option| option.taken > 0)
            .map(|o| take(of, o, 0))
            .collect();
        let is_one = state.limits.high == Some(1);
        let without = if is_one { self.after_all(&base.list, &drop_all) } else { None };
        let options: Vec<TriedOption> = state
            .options
            .iter()
            .map(|option| match &without {
                Some(without) => self.tried_one(base, without, keys, of, option, &drop_all),
                None => self.tried_count(base, keys, of, option),
            })
            .collect();
        // If all are taken, only dropping them shows whether one may be taken twice.
        let bare = if is_one { None } else { self.after_all(&base.list, &drop_all) };
        let bare = bare.as_ref().unwrap_or(base);
        let is_repeated = |tried: &TriedOption| {
            tried.state.taken > 1 || self.may_be_taken_twice(bare, keys, of, &tried.state)
        };
        let control = if is_one && options.len() > 1 {
            Control::One
        } else if is_one || !options.iter().any(is_repeated) {
            Control::Any
        } else {
            Control::Count
        };
        let none = (state.limits.low <= 0 || state.taken == 0).then_some(drop_all);
        TriedChoice { control, none, options, state }
    }

    /// An option of a choice that admits only one: tried in place of the option taken now.
    fn tried_one(
        &self,
        base: &Candidate,
        without: &Candidate,
        keys: &[ProblemKey],
        of: &Holder,
        option: &OptionState,
        drop_all: &[Edit],
    ) -> TriedOption {
        let mut edits = drop_all.to_vec();
        edits.push(take(of, option, 1));
        let is_taken = option.taken > 0;
        let with = if is_taken { None } else { self.after_all(&base.list, &edits) };
        let now = with.as_ref().unwrap_or(base);
        TriedOption {
            costs: now.prices_over(without),
            more: (!is_taken).then_some(edits),
            less: is_taken.then(|| vec![take(of, option, 0)]),
            why: with.map(|with| self.why_not(base, &with, keys)).unwrap_or_default(),
            state: option.clone(),
        }
    }

    fn tried_count(
        &self,
        base: &Candidate,
        keys: &[ProblemKey],
        of: &Holder,
        option: &OptionState,
    ) -> TriedOption {
        let is_most = option.times.as_ref().and_then(|times| times.high) == Some(option.taken);
        let more = vec![take(of, option, option.taken + 1)];
        let less = (option.taken > 0).then(|| vec![take(of, option, option.taken - 1)]);
        let with = self.after_all(&base.list, &more);
        let fewer = less.as_ref().and_then(|less| self.after_all(&base.list, less));
        let costs = match (&with, &fewer) {
            (_, Some(fewer)) if is_most => base.prices_over(fewer),
            (Some(with), _) => with.prices_over(base),
            (None, Some(fewer)) => base.prices_over(fewer),
            (None, None) => Vec::new(),
        };
        let why = with.as_ref().map(|with| self.why_not(base, with, keys)).unwrap_or_default();
        TriedOption { state: option.clone(), costs, more: Some(more), less, why }
    }

    /// Whether an option may be taken more than once, regardless of points.
    fn may_be_taken_twice(
        &self,
        base: &Candidate,
        keys: &[ProblemKey],
        of: &Holder,
        option: &OptionState,
    ) -> bool {
        if let Some(times) = &option.times {
            return times.high != Some(1);
        }
        let is_unique = option.entry.is_some_and(|entry| self.game.entries[entry].unique);
        let Some(twice) = self.after_all(&base.list, &[take(of, option, 2)]) else { return false };
        let once = self.after_all(&base.list, &[take(of, option, 1)]);
        let is_refused = |with: &Candidate| {
            let new = with.assessment.new_errors(keys);
            new.iter().any(|error| error.code.family != Family::Points)
        };
        !is_unique && (!is_refused(&twice) || once.is_none_or(|once| is_refused(&once)))
    }

    /// What is wrong with a changed list that was not wrong before.
    pub(crate) fn why_not(
        &self,
        base: &Candidate,
        with: &Candidate,
        keys: &[ProblemKey],
    ) -> Vec<String> {
        if with.is_as_legal_as(base, keys) {
            return Vec::new();
        }
        let mut messages = error_messages(self.rules, &with.list, keys);
        if messages.is_empty() {
            // No new error: a limit that was already broken is exceeded by more.
            messages = error_messages(self.rules, &with.list, &[]);
            messages.truncate(1);
        }
        messages.dedup();
        messages
    }

    /// The list after some edits; `None` if one of them does not apply.
    pub(crate) fn after_all(&self, list: &List, edits: &[Edit]) -> Option<Candidate> {
        let mut list = list.clone();
        for edit in edits {
            edit.apply(&mut list).ok()?;
        }
        Some(self.candidate(list))
    }
}

fn take(of: &Holder, option: &OptionState, times: i64) -> Edit {
    let offer = option.offered.offer();
    Edit::TakeOption { of: of.clone(), offer, times: Some(times.max(0)) }
}
