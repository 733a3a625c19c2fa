//! What the allocator could not do, as issues with their proofs.

use crate::diagnostic::{Diagnostic, codes};
use crate::engine::army::UnitIndex;
use crate::engine::check::Issue;
use crate::engine::eval::Evaluator;
use crate::engine::slots::Filled;
use crate::engine::slots::allocate::types::{Place, Places};
use crate::model::{Chart, Cite};
use crate::source::Span;
use crate::wording::{either, many, slot_title};

impl<'g> Evaluator<'_, 'g> {
    pub(crate) fn check_slots(&self, all: &[Filled<'g>], issues: &mut Vec<Issue>) {
        self.check_outside(issues);
        self.check_named_slots(issues);
        for filled in all {
            let chart = &self.game.charts[filled.chart];
            self.too_many(filled, chart, issues);
            if !self.lost_units {
                self.too_few(filled, chart, issues);
                self.unpaid(filled, chart, issues);
            }
        }
    }

    /// Units that stand in no force, in a game that has forces inside armies.
    fn check_outside(&self, issues: &mut Vec<Issue>) {
        let Some(kind) = self.nested_kind() else { return };
        for index in self
            .army
            .unit_indices()
            .filter(|unit| self.army.unit(*unit).force.is_none() && self.needs_slot(*unit))
        {
            let force = &self.game.forces[kind];
            let message = format!(
                "{} stands in no {}",
                self.army.unit_title(index),
                force.title.to_lowercase()
            );
            let issue = Issue::new(&codes::SLOT_NOT_ALLOWED, self.unit_span(index), message)
                .rule(force.span, &force.cites);
            issues.push(issue.help(format!("put it under `{}s`", force.id)).about_unit(index));
        }
    }

    /// ` of Alpha`, where forces have slots of their own.
    fn of_force(&self, filled: &Filled<'g>) -> String {
        let force = filled.force.and_then(|place| self.army.forces.get(place));
        force.map(|force| format!(" of {}", self.title(force.node))).unwrap_or_default()
    }

    fn unit_span(&self, index: UnitIndex) -> Span {
        self.army.node(self.army.unit(index).node).span
    }

    /// Slots that lists name and charts do not have.
    fn check_named_slots(&self, issues: &mut Vec<Issue>) {
        for index in self.army.unit_indices() {
            let unit = self.army.unit(index);
            let force = unit.force.and_then(|force| self.army.forces.get(force));
            let chart = force
                .map_or(self.army.chart, |force| force.chart)
                .map(|chart| &self.game.charts[chart]);
            let (Some(name), Some(chart)) = (&unit.line.slot, chart) else { continue };
            if chart.slot(&name.value).is_none() {
                let known = chart.slots.iter().map(|slot| slot.id.as_str());
                let message = format!("the chart {} has no slot `{}`", chart.title, name.value);
                let diagnostic = Diagnostic::new(&codes::LIST_UNKNOWN_NAME, name.span, message);
                issues.push(Issue::from(&diagnostic.suggest(&name.value, known)));
            }
        }
    }

    /// Units without a place: no slot takes them, or those that do are taken.
    fn too_many(&self, filled: &Filled<'g>, chart: &'g Chart, issues: &mut Vec<Issue>) {
        let mut by_slot: Vec<Vec<UnitIndex>> = vec![Vec::new(); chart.slots.len()];
        for ((index, place), places) in
            filled.units.iter().zip(&filled.answer.places).zip(&filled.problem.units)
        {
            if place.is_some() {
                continue;
            }
            match places.slots.first().and_then(|slot| by_slot.get_mut(*slot)) {
                Some(units) => units.push(*index),
                None if !places.grants.is_empty() => {
                    self.grant_used_up(filled, chart, places, *index, issues)
                }
                None => issues.extend(self.not_allowed(*index, chart, !places.offers.is_empty())),
            }
        }
        for (slot, extra) in by_slot.into_iter().enumerate() {
            if let (Some(last), Some(definition)) = (extra.last(), chart.slots.get(slot)) {
                let units: Vec<UnitIndex> =
                    filled.in_slot(slot).chain(extra.iter().copied()).collect();
                let count = i64::try_from(units.len()).unwrap_or(i64::MAX);
                let most = filled.answer.maxima.get(slot).copied().flatten().unwrap_or(0);
                let traded =
                    filled.problem.slots.get(slot).is_some_and(|bounds| bounds.max != Some(most));
                let after = if traded { " after trading" } else { "" };
                let title = slot_title(self.game, filled.chart, &definition.id);
                let of = self.of_force(filled);
                let message = format!(
                    "{} in {title}{of}, the {} chart takes {most}{after}",
                    many(count, "unit"),
                    chart.title
                );
                let cites = own_or(&definition.cites, &chart.cites);
                let mut issue = Issue::new(&codes::SLOT_TOO_MANY, self.unit_span(*last), message)
                    .label(if extra.len() == 1 {
                        "one too many".to_owned()
                    } else {
                        format!("{} too many", extra.len())
                    });
                issue = issue.rule(definition.span, cites).counted(self, units);
                issue = self.trades_as_causes(filled, chart, slot, issue);
                issues.push(self.grants_as_causes(filled, &extra, issue));
            }
        }
    }

    fn not_allowed(&self, index: UnitIndex, chart: &'g Chart, offered: bool) -> Option<Issue> {
        let unit = self.army.unit(index);
        let title = self.army.unit_title(index);
        let named = unit.line.slot.as_ref();
        let issue = match named {
            Some(name) => {
                let slot = chart.slots.iter().find(|slot| slot.id == name.value)?;
                let message =
                    format!("the slot {} does not take {title}", name.value.replace('_', " "));
                Issue::new(&codes::SLOT_NOT_ALLOWED, name.span, message)
                    .rule(slot.span, own_or(&slot.cites, &chart.cites))
            }
            None => {
                let (message, span) = match chart.offers.first().filter(|_| offered) {
                    Some(offers) => (
                        format!("the places that others open are taken: none is left for {title}"),
                        offers.span,
                    ),
                    None => {
                        (format!("no slot of the {} chart takes {title}", chart.title), chart.span)
                    }
                };
                Issue::new(&codes::SLOT_NOT_ALLOWED, self.unit_span(index), message)
                    .rule(span, &chart.cites)
            }
        };
        Some(issue.counted(self, [index]))
    }

    /// A unit that only a grant lets in, and the grant is used up or its slot full.
    fn grant_used_up(
        &self,
        filled: &Filled<'g>,
        chart: &'g Chart,
        places: &Places,
        index: UnitIndex,
        issues: &mut Vec<Issue>,
    ) {
        let granted = places.grants.first().and_then(|place| {
            Some((*place, *filled.grants.get(*place)?, *filled.granted.get(*place)?))
        });
        let Some((place, grant, most)) = granted else { return };
        let stands = |one: &Option<Place>| matches!(one, Some(Place::Slot { grant: Some(one), .. }) if *one == place);
        let others = filled
            .units
            .iter()
            .zip(&filled.answer.places)
            .filter(|(_, place)| stands(place))
            .map(|(unit, _)| *unit);
        let units: Vec<UnitIndex> = others.chain([index]).collect();
        let slot = slot_title(self.game, filled.chart, &grant.slot);
        let message = match i64::try_from(units.len()).unwrap_or(i64::MAX) > most {
            true => format!(
                "{} has no place in {slot}: {most} of its kind may stand there",
                self.army.unit_title(index)
            ),
            false => {
                format!(
                    "{} has no place in {slot}: the {} chart has no room there",
                    self.army.unit_title(index),
                    chart.title
                )
            }
        };
        let issue =
            Issue::new(&codes::SLOT_TOO_MANY, self.unit_span(index), message).label("one too many");
        issues.push(issue.rule(grant.span, &grant.cites).counted(self, units));
    }

    fn too_few(&self, filled: &Filled<'g>, chart: &'g Chart, issues: &mut Vec<Issue>) {
        for (slot, short) in filled.answer.short.iter().enumerate().filter(|(_, short)| **short > 0)
        {
            let Some(definition) = chart.slots.get(slot) else { continue };
            let units: Vec<UnitIndex> = filled.in_slot(slot).collect();
            let count = i64::try_from(units.len()).unwrap_or(i64::MAX);
            let title = slot_title(self.game, filled.chart, &definition.id);
            let force = filled.force.and_then(|place| self.army.forces.get(place));
            let of = self.of_force(filled);
            let message = format!(
                "{} in {title}{of}, the {} chart needs {}",
                many(count, "unit"),
                chart.title,
                count + short
            );
            let at = force.map_or_else(|| self.army.chart_span(), |force| force.span);
            let cites = own_or(&definition.cites, &chart.cites);
            let mut issue = Issue::new(&codes::SLOT_TOO_FEW, at, message)
                .label(format!("{short} more needed"))
                .rule(definition.span, cites);
            issue = issue.counted(self, units);
            issue.about.slot = Some((filled.force, slot));
            issues.push(issue);
        }
    }

    /// Units whose unlocks are not paid, one issue for each unlock.
    fn unpaid(&self, filled: &Filled<'g>, chart: &'g Chart, issues: &mut Vec<Issue>) {
        for (place, unlock) in chart.unlocks.iter().enumerate() {
            let of_unlock = filled.answer.helpers.iter().filter(|helped| helped.unlock == place);
            let (unpaid, paid): (Vec<_>, Vec<_>) = of_unlock.partition(|helped| helped.missing > 0);
            let Some(unit) = unpaid.last().and_then(|helped| filled.units.get(helped.unit)) else {
                continue;
            };
            let by: Vec<String> = unlock
                .by
                .iter()
                .filter_map(|slot| chart.slots.get(*slot))
                .map(|slot| slot_title(self.game, filled.chart, &slot.id).to_lowercase())
                .collect();
            let missing: i64 = unpaid.iter().map(|helped| helped.missing).sum();
            let needs = many(unlock.count, "unit");
            let others = if unpaid.len() > 1 {
                format!(" and {} more", unpaid.len() - 1)
            } else {
                String::new()
            };
            let each = if unpaid.len() > 1 { " each" } else { "" };
            let verb = if unpaid.len() > 1 { "need" } else { "needs" };
            let message = format!(
                "{}{others} {verb} {needs}{each} of {} to unlock: {missing} missing",
                self.army.unit_title(*unit),
                either(&by)
            );
            let mut issue = Issue::new(&codes::UNLOCK_UNPAID, self.unit_span(*unit), message)
                .label("not unlocked")
                .rule(unlock.span, &unlock.cites);
            let units = unpaid.iter().filter_map(|helped| filled.units.get(helped.unit).copied());
            issue = issue.counted(self, units.collect::<Vec<_>>());
            for helped in paid {
                if let Some(unit) = filled.units.get(helped.unit) {
                    let helpers: Vec<&str> = helped
                        .by
                        .iter()
                        .filter_map(|unit| filled.units.get(*unit))
                        .map(|unit| self.army.unit_title(*unit))
                        .collect();
                    let text = format!(
                        "{} unlocked by {}",
                        self.army.unit_title(*unit),
                        helpers.join(", ")
                    );
                    issue = issue.cause(text, self.unit_span(*unit), &unlock.cites);
                }
            }
            if let Some(cites) = &chart.unlocks_once {
                issue.cites.extend(cites.iter().map(|cite| cite.id.clone()));
            }
            issues.push(issue);
        }
    }

    /// Trades that changed a slot's maximum, or could not change it enough.
    fn trades_as_causes(
        &self,
        filled: &Filled<'g>,
        chart: &'g Chart,
        slot: usize,
        mut issue: Issue,
    ) -> Issue {
        for (trade, times) in chart.trades.iter().zip(&filled.answer.trades) {
            if trade.give.1 != slot && trade.get.1 != slot {
                continue;
            }
            cite(&mut issue, &trade.cites);
            if *times > 0 {
                let name = |slot: usize| {
                    chart
                        .slots
                        .get(slot)
                        .map(|slot| slot_title(self.game, filled.chart, &slot.id).to_lowercase())
                        .unwrap_or_default()
                };
                let (give, get) =
                    (trade.give.0.saturating_mul(*times), trade.get.0.saturating_mul(*times));
                let text =
                    format!("{give} {} traded for {get} {}", name(trade.give.1), name(trade.get.1));
                issue = issue.cause(text, trade.span, &trade.cites);
            }
        }
        issue
    }

    /// Grants that would have taken these units, and are used up.
    fn grants_as_causes(
        &self,
        filled: &Filled<'g>,
        extra: &[UnitIndex],
        mut issue: Issue,
    ) -> Issue {
        for (place, (grant, most)) in filled.grants.iter().zip(&filled.granted).enumerate() {
            let reaches = |unit: &UnitIndex| {
                let at = filled.units.iter().position(|one| one == unit);
                at.and_then(|at| filled.problem.units.get(at))
                    .is_some_and(|places| places.grants.contains(&place))
            };
            if extra.iter().any(reaches) {
                let used = filled
                    .answer
                    .places
                    .iter()
                    .filter(|one| matches!(one, Some(Place::Slot { grant: Some(one), .. }) if *one == place));
                let slot = slot_title(self.game, filled.chart, &grant.slot);
                let text = format!(
                    "by this line {slot} takes {most} of them, and it has {}",
                    used.count()
                );
                issue = issue.cause(text, grant.span, &grant.cites);
                cite(&mut issue, &grant.cites);
            }
        }
        issue
    }
}

/// Adds rules that bear on an issue.
fn cite(issue: &mut Issue, cites: &[Cite]) {
    for one in cites {
        if !issue.cites.contains(&one.id) {
            issue.cites.push(one.id.clone());
        }
    }
}

/// What a line cites, or else what stands around it.
fn own_or<'c>(own: &'c [Cite], around: &'c [Cite]) -> &'c [Cite] {
    if own.is_empty() { around } else { own }
}
