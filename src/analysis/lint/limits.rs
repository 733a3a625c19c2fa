//! A lint: limits that can never be reached, and limits that leave nothing.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::analysis::Changeable;
use crate::analysis::abstract_eval::{AbstractEval, AbstractValue};
use crate::diagnostic::{Code, Diagnostic, codes};
use crate::model::{ChangeKind, CurrencyId, Effect, EntryKind, Expr, Game, NodeKind, Price};
use crate::source::Span;

pub(super) fn check(game: &Game, changeable: &Changeable<'_>, found: &mut Vec<Diagnostic>) {
    let limits = LimitLint { game, eval: AbstractEval { game, changeable, unit: None } };
    let mut told: Vec<(Span, &'static Code, &str)> = Vec::new();
    limits.caps(&mut told);
    limits.charts(&mut told);
    limits.currencies(&mut told);
    limits.choices(&mut told);
    told.sort_by_key(|(span, ..)| *span);
    told.dedup_by_key(|(span, ..)| *span);
    found.extend(told.into_iter().map(|(span, code, why)| code.at(span, why)));
}

struct LimitLint<'g> {
    game: &'g Game,
    eval: AbstractEval<'g>,
}

type LimitWarnings = Vec<(Span, &'static Code, &'static str)>;

impl LimitLint<'_> {
    /// The least and the most that a formula can come to.
    fn bounds(&self, formula: &Expr) -> (Option<i64>, Option<i64>) {
        match self.eval.value(formula) {
            AbstractValue::Number { low, high } => (low, high),
            _ => (None, None),
        }
    }

    fn is_never_more_than(&self, formula: &Expr, most: i64) -> bool {
        self.bounds(formula).1.is_some_and(|high| high <= most)
    }

    /// Reports `at most 0`, and limits on things that are unique anyway.
    fn caps(&self, told: &mut LimitWarnings) {
        for cap in self.game.each_body().flat_map(|body| &body.caps) {
            if self.is_never_more_than(&cap.most, 0) {
                told.push((
                    cap.span,
                    &codes::LIMIT_ALWAYS,
                    "this limit leaves nothing: to forbid something, use `ban` or leave it out",
                ));
            }
        }
        // An inherited limit is reported only if it is useless for every unit that has it.
        let mut unique: FxHashMap<Span, bool> = FxHashMap::default();
        for (_, unit) in self.game.units() {
            for cap in unit.body.caps.iter().filter(|cap| cap.of.is_none()) {
                let within = matches!(cap.within, NodeKind::Army | NodeKind::Force(_));
                let idle =
                    unit.unique && within && self.bounds(&cap.most).0.is_some_and(|low| low >= 1);
                let known = unique.entry(cap.span).or_insert(true);
                *known &= idle;
            }
        }
        let idle = unique.into_iter().filter(|(_, idle)| *idle);
        told.extend(idle.map(|(span, _)| {
            (span, &codes::LIMIT_NEVER, "the unit is unique: it is never there more than once")
        }));
    }

    /// Reports trades and grants that open no places.
    fn charts(&self, told: &mut LimitWarnings) {
        let trades = self.game.charts.values().flat_map(|chart| &chart.trades);
        for trade in trades.filter(|trade| self.is_never_more_than(&trade.most, 0)) {
            told.push((trade.span, &codes::LIMIT_ALWAYS, "nobody can ever make this trade"));
        }
        let grants = self.game.each_body().flat_map(|body| &body.grants);
        for grant in grants.filter(|grant| self.is_never_more_than(&grant.up_to, 0)) {
            told.push((grant.span, &codes::LIMIT_ALWAYS, "this lets nothing in"));
        }
    }

    /// Reports limits in a currency in which nothing has a price.
    fn currencies(&self, told: &mut LimitWarnings) {
        let paid = paid(self.game);
        for limit in self.game.each_body().flat_map(|body| &body.limits) {
            if !paid.contains(&limit.currency) {
                told.push((
                    limit.span,
                    &codes::LIMIT_NEVER,
                    "nothing has a price in this currency, so nothing can reach the limit",
                ));
            }
        }
    }

    /// Reports choices that allow more than they offer, or demand more than exists. If an option
    /// may go to several models, or further options may be added, the number offered is unknown.
    fn choices(&self, told: &mut LimitWarnings) {
        let changed: FxHashSet<_> = self
            .game
            .each_body()
            .flat_map(|body| &body.effects)
            .filter_map(|effect| match effect {
                Effect::Change(change) => match change.kind {
                    ChangeKind::Bound { choose, .. } => choose,
                    _ => None,
                },
                _ => None,
            })
            .collect();
        let extended: FxHashSet<_> = self
            .game
            .each_body()
            .flat_map(|body| &body.includes)
            .filter_map(|include| match include.what {
                crate::model::Included::Choose(choose) => Some(choose),
                crate::model::Included::Entry(_) => None,
            })
            .collect();
        for (id, choose) in self.game.chooses.iter() {
            let inner = &choose.body;
            let simple = choose.pool.is_none()
                && choose.target.is_none()
                && inner.chooses.is_empty()
                && inner.includes.is_empty()
                && inner.options.is_empty()
                && inner.effects.is_empty()
                && !changed.contains(&id)
                && !extended.contains(&id);
            let Some(low) = choose.range.low.as_ref().filter(|_| simple) else { continue };
            let mut most = Some(0_i64);
            for member in &choose.members {
                let times = match (&member.terms.times, member.terms.target) {
                    (Some(range), _) => range.high.as_ref().and_then(|high| self.bounds(high).1),
                    (None, None) if self.is_plain(member.entry) => Some(1),
                    _ => None,
                };
                most = most.zip(times).map(|(most, times)| most.saturating_add(times));
            }
            let needs = self.bounds(low).0;
            if most.zip(needs).is_some_and(|(most, needs)| needs > most) {
                told.push((
                    choose.span,
                    &codes::LIMIT_ALWAYS,
                    "this choice demands more than it offers",
                ));
            }
        }
    }

    fn is_plain(&self, entry: crate::model::EntryId) -> bool {
        self.game.entries[entry].kind == EntryKind::Option
    }
}

/// The currencies in which something has a price.
fn paid(game: &Game) -> FxHashSet<CurrencyId> {
    let mut paid = FxHashSet::default();
    let mut price = |of: &Price| paid.extend(of.amounts.iter().map(|(currency, _)| *currency));
    for body in game.each_body() {
        for line in body.models.iter().filter_map(|line| line.price.as_ref()) {
            price(&line.price);
            line.then.iter().for_each(&mut price);
        }
        body.prices.iter().for_each(|line| price(&line.price));
        body.options.iter().filter_map(|member| member.terms.price.as_ref()).for_each(&mut price);
        for effect in &body.effects {
            if let Effect::Change(change) = effect
                && let ChangeKind::Cost(of) = &change.kind
            {
                price(of);
            }
        }
    }
    let members = game.chooses.values().flat_map(|choose| &choose.members);
    members.filter_map(|member| member.terms.price.as_ref()).for_each(price);
    paid
}
