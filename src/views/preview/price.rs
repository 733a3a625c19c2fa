//! The least a unit costs, and whether an army may have it at all.

use crate::analysis::{ConstAnalysis, ExprContext, Referent};
use crate::engine::Ruleset;
use crate::engine::army::NodeId;
use crate::engine::check::kind::OptionKind;
use crate::engine::check::{Problem, ProblemKind};
use crate::engine::eval::{Env, Evaluator, Number};
use crate::engine::offers;
use crate::list::{Edit, Holder, List, ModelLine, Models};
use crate::model::{
    Body, EntryId, Expr, ExprKind, FactionId, ModelsLine, Permit, Permitted, Range,
};
use crate::views::preview::{list_of_unit, model_line};

/// How many choices are made, and how many options of one are tried, to find the least price.
const MOST_CHOICES: usize = 8;
const MOST_MEMBERS: usize = 24;

/// The problems with options of units; all others are ignored.
fn option_problems<'g>(evaluator: &Evaluator<'_, 'g>) -> Vec<Problem<'g>> {
    let mut problems = Vec::new();
    evaluator.check_options(&mut problems);
    // The army's own choices are no part of the unit.
    problems.retain(|problem: &Problem<'_>| !problem.units.is_empty());
    problems
}

/// The least a unit costs, in each currency: smallest size, compulsory options, lowest picks.
/// `None` if the price depends on more than that.
pub(crate) fn least_price(rules: &Ruleset<'_>, unit: EntryId) -> Option<Vec<Number>> {
    let body = &rules.book.game.entries[unit].body;
    let least = price(rules, unit, Models::Unstated)?;
    // Of models with a common bound, take the cheapest kinds.
    let mut lines = Vec::new();
    for group in 0..body.groups.len() {
        let Some(of_group) = least_costly_models(rules, unit, body, group) else {
            return Some(least);
        };
        lines.extend(of_group);
    }
    let filled = if lines.is_empty() { None } else { price(rules, unit, Models::Lines(lines)) };
    Some(filled.filter(|filled| *filled < least).unwrap_or(least))
}

fn price(rules: &Ruleset<'_>, unit: EntryId, models: Models) -> Option<Vec<Number>> {
    let mut list = list_of_unit(rules.book.game, unit, None);
    list.units.iter_mut().for_each(|line| line.models = models.clone());
    for _ in 0..MOST_CHOICES {
        match with_least_costly_choice(rules, &list) {
            Some(better) => list = better,
            None => break,
        }
    }
    costs(rules, &list)
}

/// What the unit of a list costs, the first currency first.
fn costs(rules: &Ruleset<'_>, list: &List) -> Option<Vec<Number>> {
    let mut evaluator = rules.evaluator(list);
    evaluator.strict = true;
    let unit = evaluator.army.units.first()?.node;
    rules.book.game.currencies.ids().map(|currency| evaluator.cost_in(currency, unit)).collect()
}

/// The list with the cheapest options for a choice that lacks some; `None` if no choice does.
fn with_least_costly_choice(rules: &Ruleset<'_>, list: &List) -> Option<List> {
    let evaluator = rules.evaluator(list);
    let of = Holder::Unit(list.units.first()?.line());
    let problems = option_problems(&evaluator);
    let lacking = problems.iter().find_map(|problem| match problem.kind {
        ProblemKind::Option(OptionKind::TooFewOfChoice { choose, .. }) => {
            Some((&rules.book.game.chooses[choose].id, problem.kind.amount()))
        }
        _ => None,
    });
    let (choose, missing) = lacking?;
    let unit = evaluator.army.unit_indices().next()?;
    let offered = offers::of_unit(&evaluator, unit);
    let members = offered
        .iter()
        .filter(|offered| offered.choose.as_ref().is_some_and(|(id, _)| id == choose));
    let taken = members.take(MOST_MEMBERS).filter_map(|offered| {
        // If an option cannot supply all that are missing, it is taken once.
        [Some(missing), None].into_iter().find_map(|times| {
            let edit = Edit::TakeOption { of: of.clone(), offer: offered.offer(), times };
            let with = edit.applied_to(list).ok()?;
            let price = costs(rules, &with)?;
            let is_better =
                times.is_none() || option_problems(&rules.evaluator(&with)).len() < problems.len();
            is_better.then_some((price, with))
        })
    });
    taken.min_by(|(price, _), (other, _)| price.cmp(other)).map(|(_, with)| with)
}

/// The smallest number of models of a group, the cheapest kinds first. `None` if that depends on
/// the list.
fn least_costly_models(
    rules: &Ruleset<'_>,
    unit: EntryId,
    body: &Body,
    group: usize,
) -> Option<Vec<ModelLine>> {
    let game = rules.book.game;
    let least = |range: &Range| range.low.as_ref().map_or(Some(0), number);
    let of_group: Vec<&ModelsLine> =
        body.models.iter().filter(|line| line.group == Some(group)).collect();
    let mut lines: Vec<(Vec<Number>, &ModelsLine, i64)> = Vec::new();
    for line in &of_group {
        // A unit with one model of a kind and no others shows what that kind costs.
        let alone = of_group
            .iter()
            .map(|other| model_line(game, other.model, i64::from(std::ptr::eq(*other, *line))));
        let alone = Models::Lines(alone.collect());
        lines.push((price(rules, unit, alone)?, line, least(&line.range)?));
    }
    lines.sort_by(|(price, ..), (other, ..)| price.cmp(other));
    let whole = least(&body.groups.get(group)?.range)?;
    let counted = lines.iter().map(|(.., count)| *count).fold(0, i64::saturating_add);
    let mut missing = whole.saturating_sub(counted);
    for (_, line, count) in &mut lines {
        let room = line.range.high.as_ref().map_or(Some(i64::MAX), number)?.saturating_sub(*count);
        let more = room.clamp(0, missing.max(0));
        *count += more;
        missing -= more;
    }
    Some(lines.into_iter().map(|(_, line, count)| model_line(game, line.model, count)).collect())
}

/// Whether a `ban` that depends only on the faction keeps a unit out of all its armies.
pub(crate) fn is_shut_out(rules: &Ruleset<'_>, faction: FactionId, unit: EntryId) -> bool {
    let game = rules.book.game;
    let loose = game.body.permits.iter().chain(&game.factions[faction].body.permits);
    let bans: Vec<&Permit> = loose.filter(|permit| !permit.allow).collect();
    if bans.is_empty() {
        return false;
    }
    let constants = ConstAnalysis::in_army(&rules.book, unit, faction);
    let place = ExprContext::at(Referent::Army);
    let list = list_of_unit(game, unit, Some(faction));
    let evaluator = rules.evaluator(&list);
    let Some(node) = evaluator.army.units.first().map(|unit| unit.node) else { return false };
    bans.iter().any(|ban| {
        let mut env = Env::at(NodeId::ARMY);
        let is_constant = match &ban.of {
            Permitted::Units(set) => constants.is_constant_member(set, place),
            Permitted::Named(_) => true,
            Permitted::Parts(_) => false,
        };
        is_constant
            && ban.when.as_ref().is_none_or(|when| {
                constants.is_constant(when, place) && evaluator.holds(when, &mut env)
            })
            && evaluator.is_permitted(ban, &mut env, node)
    })
}

fn number(expr: &Expr) -> Option<i64> {
    match expr.kind {
        ExprKind::Number(number) => Some(number),
        _ => None,
    }
}
