//! Every formula of a game, wherever it stands.

use crate::model::{
    Alteration, Binder, Body, BoundTo, Change, ChangeKind, Effect, Expr, Game, GrantTo, Price,
    Range, RuleContent, Terms, Text, TextPart,
};

type Visit<'v, 'g> = &'v mut dyn FnMut(&'g Expr);

/// Calls `visit` with every formula, but not with the parts of one.
pub(crate) fn each<'g>(game: &'g Game, visit: Visit<'_, 'g>) {
    game.categories.values().filter_map(|category| category.defined.as_ref()).for_each(&mut *visit);
    for chart in game.charts.values() {
        for slot in &chart.slots {
            range(&slot.range, visit);
            visit(&slot.takes);
        }
        chart.trades.iter().for_each(|trade| visit(&trade.most));
        chart.offers.iter().flat_map(|offers| &offers.offers).for_each(|(_, to)| visit(to));
    }
    game.forces.values().flat_map(|force| &force.range).for_each(|of| range(of, visit));
    for deck in game.decks.values() {
        deck.size.iter().chain(&deck.copies).for_each(|of| range(of, visit));
        deck.when.iter().for_each(&mut *visit);
        let effects = deck.cards.iter().flat_map(|card| &card.effects);
        effects.for_each(|effect| text(&effect.text, visit));
    }
    for choose in game.chooses.values() {
        range(&choose.range, visit);
        choose.pool.iter().filter_map(|pool| pool.condition.as_ref()).for_each(&mut *visit);
        choose.members.iter().for_each(|member| terms(&member.terms, visit));
    }
    for derive in game.derives.values() {
        binders(&derive.binders, visit);
        visit(&derive.value);
    }
    for rule in game.rules.values() {
        let RuleContent::Clauses(clauses) = &rule.content else { continue };
        for clause in clauses {
            binders(&clause.binders, visit);
            for requirement in &clause.requirements {
                visit(&requirement.condition);
                requirement.say.iter().chain(&requirement.help).for_each(|of| text(of, visit));
            }
        }
    }
    game.sheets.iter().filter_map(|sheet| sheet.when.as_ref()).for_each(&mut *visit);
    game.events.values().flat_map(|event| &event.points).for_each(|of| range(of, visit));
    game.each_body().for_each(|of| body(of, visit));
}

/// Calls `visit` with a formula and all its parts.
pub(crate) fn parts<'g>(expr: &'g Expr, visit: Visit<'_, 'g>) {
    visit(expr);
    expr.children(|child| parts(child, visit));
}

fn range<'g>(range: &'g Range, visit: Visit<'_, 'g>) {
    range.low.iter().chain(&range.high).for_each(visit);
}

fn price<'g>(price: &'g Price, visit: Visit<'_, 'g>) {
    price.amounts.iter().for_each(|(_, amount)| visit(amount));
}

fn terms<'g>(terms: &'g Terms, visit: Visit<'_, 'g>) {
    terms.price.iter().for_each(|of| price(of, visit));
    terms.times.iter().for_each(|of| range(of, visit));
}

fn text<'g>(text: &'g Text, visit: Visit<'_, 'g>) {
    for part in &text.parts {
        if let TextPart::Value(value) = part {
            visit(value);
        }
    }
}

fn binders<'g>(binders: &'g [Binder], visit: Visit<'_, 'g>) {
    for binder in binders {
        visit(&binder.set);
        binder.condition.iter().for_each(&mut *visit);
    }
}

/// Visits the formulas directly in a body; [`Game::each_body`] also gives the blocks nested in it.
fn body<'g>(body: &'g Body, visit: Visit<'_, 'g>) {
    for line in &body.models {
        range(&line.range, visit);
        if let Some(of) = &line.price {
            price(&of.price, visit);
            of.then.iter().for_each(|then| price(then, visit));
        }
    }
    body.groups.iter().for_each(|group| range(&group.range, visit));
    body.options.iter().for_each(|member| terms(&member.terms, visit));
    body.includes.iter().filter_map(|of| of.range.as_ref()).for_each(|of| range(of, visit));
    for cap in &body.caps {
        visit(&cap.most);
        binders(cap.of.as_slice(), visit);
    }
    for limit in &body.limits {
        visit(&limit.most);
        limit.say.iter().chain(&limit.help).for_each(|of| text(of, visit));
    }
    body.prices.iter().for_each(|line| price(&line.price, visit));
    for join in &body.joins {
        visit(&join.hosts);
        join.most_each.iter().for_each(&mut *visit);
    }
    body.rides.iter().for_each(|ride| visit(&ride.carriers));
    body.brings.iter().for_each(|brings| range(&brings.range, visit));
    body.notes
        .iter()
        .chain(body.modes.iter().flat_map(|mode| &mode.notes))
        .for_each(|of| text(of, visit));
    for grant in &body.grants {
        let (GrantTo::Entry(to) | GrantTo::Units(to)) = &grant.to;
        visit(to);
        visit(&grant.up_to);
        binders(grant.each.as_slice(), visit);
        grant.when.iter().for_each(&mut *visit);
    }
    for permit in &body.permits {
        permit.of.set().into_iter().for_each(&mut *visit);
        permit.when.iter().for_each(&mut *visit);
        permit.say.iter().chain(&permit.help).for_each(|of| text(of, visit));
    }
    body.waives.iter().filter_map(|waive| waive.condition.as_ref()).for_each(&mut *visit);
    for effect in &body.effects {
        match effect {
            Effect::Change(of) => change(of, visit),
            Effect::When(when) => visit(&when.condition),
            Effect::ForEach(each) => binders(&each.binders, visit),
        }
    }
}

fn change<'g>(change: &'g Change, visit: Visit<'_, 'g>) {
    match &change.kind {
        ChangeKind::Stat(_, Alteration::SetTo(value))
        | ChangeKind::Attribute(_, Alteration::SetTo(value))
        | ChangeKind::Bound { to: BoundTo::To(value), .. } => visit(value),
        ChangeKind::Cost(of) => price(of, visit),
        ChangeKind::Title(of) => text(of, visit),
        _ => {}
    }
}
