//! A lint: formulas that players see but no generated sentence words well, so that their author
//! should supply the words.

use crate::diagnostic::{Diagnostic, codes};
use crate::model::{
    Alteration, Body, BoundTo, Change, ChangeKind, Effect, Expr, ExprKind, Game, GrantTo, Op,
    Price, Range, RuleContent, Terms,
};

/// The most calculations that a sentence can express.
const MOST_STEPS: usize = 4;

/// The most different questions a condition may ask.
const MOST_QUESTIONS: usize = 6;

/// Warns about formulas that would read badly.
pub(super) fn check(game: &Game, warnings: &mut Vec<Diagnostic>) {
    let mut told = Vec::new();
    for chart in game.charts.values() {
        chart.slots.iter().for_each(|slot| {
            range(&slot.range, &mut told);
            told.push(&slot.takes);
        });
        told.extend(chart.trades.iter().map(|trade| &trade.most));
        told.extend(chart.offers.iter().flat_map(|offers| &offers.offers).map(|(_, whom)| whom));
    }
    for force in game.forces.values() {
        force.range.iter().for_each(|of| range(of, &mut told));
    }
    for deck in game.decks.values() {
        deck.size.iter().chain(&deck.copies).for_each(|of| range(of, &mut told));
        told.extend(&deck.when);
    }
    for choose in game.chooses.values() {
        range(&choose.range, &mut told);
        choose.members.iter().for_each(|member| terms(&member.terms, &mut told));
    }
    game.each_body().for_each(|of| body(of, &mut told));
    for rule in game.rules.values() {
        let RuleContent::Clauses(clauses) = &rule.content else { continue };
        // A requirement with its own message needs no generated sentence.
        let silent = clauses.iter().flat_map(|clause| &clause.requirements);
        let silent = silent.filter(|requirement| requirement.say.is_none());
        told.extend(silent.map(|requirement| &requirement.condition));
    }
    told.sort_by_key(|formula| formula.span);
    told.dedup_by_key(|formula| formula.span);
    let hard = told.into_iter().filter(|formula| is_hard(formula));
    warnings.extend(hard.map(|formula| {
        Diagnostic::new(
            &codes::NEEDS_WORDS,
            formula.span,
            "this is too complex to be told to players in a sentence",
        )
        .help("say it in your own words: `(… as \"one per 500 points\")`")
    }));
}

fn range<'g>(range: &'g Range, told: &mut Vec<&'g Expr>) {
    told.extend(range.low.iter().chain(&range.high));
}

fn price<'g>(price: &'g Price, told: &mut Vec<&'g Expr>) {
    told.extend(price.amounts.iter().map(|(_, amount)| amount));
}

fn terms<'g>(terms: &'g Terms, told: &mut Vec<&'g Expr>) {
    terms.price.iter().for_each(|of| price(of, told));
    terms.times.iter().for_each(|of| range(of, told));
}

fn body<'g>(body: &'g Body, told: &mut Vec<&'g Expr>) {
    for line in &body.models {
        range(&line.range, told);
        if let Some(of) = &line.price {
            price(&of.price, told);
            of.then.iter().for_each(|then| price(then, told));
        }
    }
    body.groups.iter().for_each(|group| range(&group.range, told));
    body.options.iter().for_each(|member| terms(&member.terms, told));
    body.includes
        .iter()
        .filter_map(|include| include.range.as_ref())
        .for_each(|of| range(of, told));
    let caps = body.caps.iter().filter(|cap| cap.words.is_none());
    for cap in caps {
        told.push(&cap.most);
        told.extend(cap.of.iter().filter_map(|binder| binder.condition.as_ref()));
    }
    told.extend(body.limits.iter().filter(|limit| limit.say.is_none()).map(|limit| &limit.most));
    body.prices.iter().for_each(|line| price(&line.price, told));
    told.extend(body.joins.iter().map(|join| &join.hosts));
    told.extend(body.joins.iter().filter_map(|join| join.most_each.as_ref()));
    told.extend(body.rides.iter().map(|ride| &ride.carriers));
    body.brings.iter().for_each(|brings| range(&brings.range, told));
    for grant in &body.grants {
        let (GrantTo::Entry(to) | GrantTo::Units(to)) = &grant.to;
        told.extend([to, &grant.up_to]);
        told.extend(&grant.when);
    }
    for permit in body.permits.iter().filter(|permit| permit.say.is_none()) {
        told.extend(permit.of.set());
        told.extend(&permit.when);
    }
    told.extend(body.waives.iter().filter_map(|waive| waive.condition.as_ref()));
    for effect in &body.effects {
        match effect {
            Effect::Change(of) => change(of, told),
            Effect::When(when) => told.push(&when.condition),
            Effect::ForEach(each) => {
                told.extend(each.binders.iter().filter_map(|binder| binder.condition.as_ref()));
            }
        }
    }
}

fn change<'g>(change: &'g Change, told: &mut Vec<&'g Expr>) {
    match &change.kind {
        ChangeKind::Stat(_, Alteration::SetTo(value))
        | ChangeKind::Attribute(_, Alteration::SetTo(value))
        | ChangeKind::Bound { to: BoundTo::To(value), .. } => told.push(value),
        ChangeKind::Cost(of) => price(of, told),
        _ => {}
    }
}

/// Whether no generated sentence words a formula well.
pub(crate) fn is_hard(formula: &Expr) -> bool {
    steps(formula) > MOST_STEPS || questions(formula) > MOST_QUESTIONS
}

/// How many calculations follow each other. A formula with words of its own counts as none.
fn steps(expr: &Expr) -> usize {
    if expr.words.is_some() {
        return 0;
    }
    let own = match &expr.kind {
        ExprKind::Binary(Op::Add | Op::Subtract | Op::Multiply | Op::Div, ..) => 1,
        ExprKind::Binary(Op::Divide, left, right) => {
            // A fraction counts as a number.
            let is_number = |side: &Expr| matches!(side.kind, ExprKind::Number(_));
            usize::from(!(is_number(left) && is_number(right)))
        }
        ExprKind::If(..) | ExprKind::Fold { .. } => 2,
        ExprKind::Otherwise(..)
        | ExprKind::Extreme { .. }
        | ExprKind::Round(..)
        | ExprKind::Highest { .. }
        | ExprKind::Quantified { .. }
        | ExprKind::Each { .. } => 1,
        _ => 0,
    };
    let mut sum = own;
    expr.children(|child| sum += steps(child));
    sum
}

/// How many things a condition asks about; names joined by `or` count as one.
fn questions(expr: &Expr) -> usize {
    if expr.words.is_some() {
        return 0;
    }
    match &expr.kind {
        ExprKind::Binary(Op::Or | Op::And, left, right) if is_name(left) && is_names(right) => 1,
        ExprKind::Binary(Op::Or | Op::And, left, right) if is_names(left) && is_name(right) => 1,
        ExprKind::Binary(Op::Or | Op::And, left, right) => questions(left) + questions(right),
        ExprKind::Not(inner) => questions(inner),
        ExprKind::Where { set, condition, .. } => questions(set) + questions(condition),
        _ => 1,
    }
}

fn is_name(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Is(..) | ExprKind::Fact(..) | ExprKind::NotEmpty(_))
}

fn is_names(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Binary(Op::Or | Op::And, left, right) => is_names(left) && is_names(right),
        _ => is_name(expr),
    }
}
