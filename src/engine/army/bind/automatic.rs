//! Automatic options: those that must be taken and leave no choice, so a list need not write them.

use smallvec::SmallVec;

use crate::engine::army::bind::Binder;
use crate::engine::army::bind::options::{Choice, in_order};
use crate::engine::army::{Menu, Offer, OfferedChoice};
use crate::model::{Body, Effect, ExprKind, Range};
use crate::source::Span;

impl<'g> Binder<'g, '_, '_> {
    /// Takes the options that must be taken and leave no choice, so that lists need not write them,
    /// and puts all options in order. Conditional options of a unit wait for the second binding.
    pub(crate) fn automatic(
        &mut self,
        menus: &[&Menu<'g>],
        choices: &mut Vec<Choice<'g>>,
        span: Span,
        of_unit: bool,
    ) {
        for menu in menus {
            // An option in an inner choice counts for the outer ones too.
            for (at, point) in menu.points.iter().enumerate().rev() {
                if literal(point.range) < 1 && is_literal(point.range) {
                    continue;
                }
                let taken: SmallVec<[usize; 4]> = (0..choices.len())
                    .filter(|at| choices.get(*at).is_some_and(|choice| choice.is_of(point.choose)))
                    .collect();
                let default = self.default_offer(menu, at);
                match (taken.as_slice(), default) {
                    ([], Some(default)) => {
                        let low = self.least_taken(menu, point, of_unit);
                        if low >= 1 {
                            choices.extend(self.automatic_choice(default, low, span));
                        }
                    }
                    ([only], Some(default)) => {
                        if let Some(only) = choices.get_mut(*only)
                            && only.offer.entry == default.entry
                        {
                            only.is_default |= only.times == self.least_taken(menu, point, of_unit);
                        }
                    }
                    _ => {}
                }
            }
            for offer in
                menu.offers.iter().filter(|offer| offer.point.is_none() && offer.guards.is_empty())
            {
                let low = offer.times().map_or(0, literal);
                if low < 1 {
                    continue;
                }
                match choices.iter_mut().find(|choice| choice.offer.entry == offer.entry) {
                    Some(choice) => choice.is_default |= choice.times == low,
                    None => choices.extend(self.automatic_choice(offer.clone(), low, span)),
                }
            }
        }
        in_order(choices);
    }

    /// How many options of a choice must be taken, as far as that is known: none while it is
    /// closed.
    fn least_taken(&mut self, menu: &Menu<'g>, point: &OfferedChoice<'g>, of_unit: bool) -> i64 {
        let choose = &self.army.game.chooses[point.choose];
        let hides =
            |body: &Body| body.effects.iter().any(|effect| !matches!(effect, Effect::ForEach(_)));
        let clear = point.guards.is_empty() && point.within.is_none() && is_literal(point.range);
        let sure = clear
            && !hides(&choose.body)
            && point.include.is_none_or(|include| !hides(&include.body));
        self.army.needs_rebind |= !sure && of_unit;
        // Inside a unit, options that may not be taken are found later, and the list is bound
        // again.
        let open = match self.first.filter(|_| of_unit && !sure) {
            Some(first) => first.is_open_to(self.current(), menu, point),
            None => clear || !of_unit,
        };
        let low = if is_literal(point.range) || !of_unit {
            literal(point.range)
        } else {
            self.least_of(point.range)
        };
        if open { low } else { 0 }
    }

    fn least_of(&mut self, range: &'g Range) -> i64 {
        self.asked(range).map_or(0, |(low, _)| low)
    }

    fn automatic_choice(&mut self, offer: Offer<'g>, times: i64, span: Span) -> Option<Choice<'g>> {
        let nth = self.nth_automatic(offer.entry)?;
        let inner = self.inner(offer.entry, false, &[], 0, span);
        Some(Choice {
            offer,
            times,
            span,
            inner,
            automatic: Some(nth),
            is_default: true,
            written: None,
            recipients: None,
            failure: None,
            given_up: 0,
            node: None,
        })
    }

    /// The option that a choice takes by default: its default option, or the only one it offers.
    fn default_offer(&self, menu: &Menu<'g>, at: usize) -> Option<Offer<'g>> {
        let point = menu.points.get(at)?;
        let choose = &self.army.game.chooses[point.choose];
        if let Some(default) = choose.default {
            let known = menu
                .offers
                .iter()
                .find(|offer| offer.entry == default && offer.chooses.contains(&point.choose));
            return known.cloned().or_else(|| self.drawn_entry(menu, at, default));
        }
        let mut members =
            menu.offers.iter().filter(|offer| offer.chooses.first() == Some(&point.choose));
        let only = members.next().filter(|_| choose.pool.is_none())?;
        members.next().is_none().then(|| only.clone())
    }
}

fn is_literal(range: &Range) -> bool {
    range.low.as_ref().is_none_or(|low| matches!(low.kind, ExprKind::Number(_)))
}

/// The minimum of a range, if it is a plain number.
fn literal(range: &Range) -> i64 {
    match range.low.as_ref().map(|low| &low.kind) {
        Some(ExprKind::Number(number)) => *number,
        _ => 0,
    }
}
