//! The current choices of a holder: what is offered, how much is taken, and within which bounds.
//! Closed and hidden choices are left out unless something is taken from them.

use crate::engine::army::{Menu, NodeId, NodeIs, UnitIndex};
use crate::engine::check::kind::Limits;
use crate::engine::eval::{Env, Evaluator};
use crate::engine::offers::{Offered, add_menus};
use crate::engine::{Session, army};
use crate::list::Holder;
use crate::model::{EntryId, EntryKind};

/// A choice, or the options outside of choices in one place.
#[derive(Debug, Clone)]
pub(crate) struct ChoiceState {
    /// Its id and title; none for options outside of choices.
    pub choose: Option<(String, String)>,
    /// How many of its options may be taken.
    pub limits: Limits,
    pub taken: i64,
    pub options: Vec<OptionState>,
}

/// An option of a choice.
#[derive(Debug, Clone)]
pub(crate) struct OptionState {
    pub offered: Offered,
    pub entry: Option<EntryId>,
    pub taken: i64,
    /// How often it may be taken, where its own line says so.
    pub times: Option<Limits>,
}

impl Session<'_, '_> {
    /// Every choice of a holder that is open, or that something is taken from.
    pub(crate) fn choices(&self, of: &Holder) -> Vec<ChoiceState> {
        let evaluator = self.evaluator();
        let army = &evaluator.army;
        let mut all = Vec::new();
        match of {
            Holder::Army => below(evaluator, None, NodeId::ARMY, None, &mut all),
            Holder::Force(line) => {
                let force = army.forces.iter().find(|force| force.line == *line);
                force
                    .into_iter()
                    .for_each(|force| below(evaluator, None, force.node, None, &mut all));
            }
            Holder::Unit(line) | Holder::Models(line, _) => {
                self.unit_of(*line).into_iter().for_each(|unit| of_unit(evaluator, unit, &mut all));
            }
            Holder::Design(name) => {
                let place = self.list().designs.iter().position(|known| known.name.value == *name);
                place.into_iter().for_each(|place| of_design(evaluator, place, &mut all));
            }
        }
        all
    }
}

fn of_unit(evaluator: &Evaluator<'_, '_>, unit: UnitIndex, all: &mut Vec<ChoiceState>) {
    let army = &evaluator.army;
    let unit = army.unit(unit);
    below(evaluator, Some(unit.entry), unit.node, None, all);
    let mut models: Vec<EntryId> = Vec::new();
    for child in army.children(unit.node) {
        let node = army.node(child);
        let Some(entry) = node.entry else { continue };
        let is_own = matches!(&node.is, NodeIs::Model(model) if model.design.is_none());
        if is_own && !models.contains(&entry) {
            models.push(entry);
            let id = &evaluator.game.entries[entry].id;
            add(evaluator, Some(unit.entry), child, Some(id), &[], all);
        }
    }
}

/// The choices of a design: those of the first model that follows it, or else of the design's
/// model.
fn of_design(evaluator: &Evaluator<'_, '_>, design: usize, all: &mut Vec<ChoiceState>) {
    let army = &evaluator.army;
    let follows = |node: &NodeId| matches!(&army.node(*node).is, NodeIs::Model(model) if model.design == Some(design));
    for unit in &army.units {
        if let Some(model) = army.children(unit.node).find(follows) {
            return below(evaluator, Some(unit.entry), model, None, all);
        }
    }
    let Some(design) = army.list.designs.get(design) else { return };
    let mut entries = evaluator.game.entries.iter();
    let model = entries.find(|(_, entry)| {
        entry.id == design.model.value && matches!(entry.kind, EntryKind::Profile(_))
    });
    let menu = model.and_then(|(model, _)| evaluator.book.menu(model));
    let mut offered = Vec::new();
    add_menus(evaluator, None, None, menu, None, &[], &mut offered);
    for offered in offered {
        let is_taken = |pick: &&crate::list::OptionPick| {
            pick.option() == offered.option
                || pick.inner.iter().any(|inner| inner.name.value == offered.option)
        };
        let taken = design.options.iter().filter(is_taken).count();
        let taken = i64::try_from(taken).unwrap_or(i64::MAX);
        let option = OptionState { entry: None, taken, times: None, offered };
        let choose = option.offered.choose.clone();
        match all.iter_mut().find(|known| known.choose == choose && choose.is_some()) {
            Some(known) => {
                known.taken += taken;
                known.options.push(option);
            }
            None => {
                // Without a unit there is nothing to evaluate bounds for, so only plain numbers
                // count.
                let limits = menu
                    .and_then(|menu| bounds_without_unit(evaluator, menu, &option.offered))
                    .unwrap_or_else(|| Limits::every(0, Some(1)));
                all.push(ChoiceState { choose, limits, taken, options: vec![option] });
            }
        }
    }
}

fn bounds_without_unit(
    evaluator: &Evaluator<'_, '_>,
    menu: &Menu<'_>,
    offered: &Offered,
) -> Option<Limits> {
    let (id, _) = offered.choose.as_ref()?;
    let point = menu.points.iter().find(|point| evaluator.game.chooses[point.choose].id == *id)?;
    let plain = |bound: &crate::model::Expr| match bound.kind {
        crate::model::ExprKind::Number(number) => Some(number),
        _ => None,
    };
    let low = point.range.low.as_ref().map_or(Some(0), plain)?;
    let high = point.range.high.as_ref().map(plain);
    Some(Limits::new(low, high.unwrap_or(None), &point.range.steps))
}

/// The choices of a node, and of the options it has taken.
fn below(
    evaluator: &Evaluator<'_, '_>,
    unit: Option<EntryId>,
    node: NodeId,
    model: Option<&String>,
    all: &mut Vec<ChoiceState>,
) {
    add(evaluator, unit, node, model, &[], all);
    for child in evaluator.army.children(node) {
        let taken = evaluator.army.node(child);
        if let (NodeIs::Option(option), Some(entry)) = (&taken.is, taken.entry)
            && !option.automatic
        {
            let id = &evaluator.game.entries[entry].id;
            add(evaluator, unit, child, None, std::slice::from_ref(id), all);
        }
    }
}

/// The choices of one node.
fn add(
    evaluator: &Evaluator<'_, '_>,
    unit: Option<EntryId>,
    node: NodeId,
    model: Option<&String>,
    within: &[String],
    all: &mut Vec<ChoiceState>,
) {
    let own = evaluator.menus(node);
    let menus: Vec<&Menu<'_>> = own.iter().chain(evaluator.offered_menus(node)).collect();
    let mut offered = Vec::new();
    add_menus(
        evaluator,
        unit,
        evaluator.force_around(node),
        menus.iter().copied(),
        model,
        within,
        &mut offered,
    );
    let first = all.len();
    for offered in offered {
        let Some(option) = option(evaluator, node, &menus, offered) else { continue };
        let choose = option.offered.choose.clone();
        let known =
            all.iter_mut().skip(first).find(|known| choose.is_some() && known.choose == choose);
        if let Some(known) = known {
            known.options.push(option);
            continue;
        }
        let state = match &choose {
            Some((id, _)) => choice(evaluator, node, &menus, id),
            None => Some((
                option.times.clone().unwrap_or_else(|| Limits::every(0, Some(1))),
                option.taken,
            )),
        };
        if let Some((limits, taken)) = state {
            all.push(ChoiceState { choose, limits, taken, options: vec![option] });
        }
    }
}

/// The bounds of a choice and how much of it is taken; none if it is closed and nothing is taken.
fn choice<'g>(
    evaluator: &Evaluator<'_, 'g>,
    node: NodeId,
    menus: &[&Menu<'g>],
    id: &str,
) -> Option<(Limits, i64)> {
    let game = evaluator.game;
    let mut closed = None;
    for menu in menus {
        for point in menu.points.iter().filter(|point| game.chooses[point.choose].id == id) {
            let children = evaluator.army.children(node);
            let taken = children
                .filter(|child| evaluator.comes_from(*child, point.choose))
                .map(|child| evaluator.army.node(child).count)
                .fold(0, i64::saturating_add);
            let limits = evaluator.choice_bounds(node, point).limits;
            let is_open = evaluator.is_open(node, &point.guards)
                && evaluator.is_hidden(node, menu, point).is_none();
            if is_open {
                return Some((limits, taken));
            }
            if taken > 0 {
                closed = Some((limits, taken));
            }
        }
    }
    closed
}

/// An option, unless it is closed and not taken.
fn option<'g>(
    evaluator: &Evaluator<'_, 'g>,
    node: NodeId,
    menus: &[&Menu<'g>],
    offered: Offered,
) -> Option<OptionState> {
    let (game, army) = (evaluator.game, &evaluator.army);
    let is_it = |entry: EntryId| game.entries[entry].id == offered.option;
    let choose = offered.choose.as_ref().map(|(id, _)| id);
    let is_of_choice =
        |offer: &army::Offer<'_>| offer.chooses.first().map(|id| &game.chooses[*id].id) == choose;
    let taken = army.children(node).filter_map(|child| {
        let node = army.node(child);
        match (&node.is, node.entry) {
            (NodeIs::Option(option), Some(entry))
                if is_it(entry) && !option.automatic && is_of_choice(&option.offer) =>
            {
                Some(node.count)
            }
            _ => None,
        }
    });
    let taken = taken.fold(0, i64::saturating_add);
    let offers = menus.iter().flat_map(|menu| &menu.offers);
    let offer = offers.clone().find(|offer| is_it(offer.entry) && is_of_choice(offer));
    // Entries of a pool are not among the offers; their choice decides whether they are open.
    let is_open = offer.is_none_or(|offer| evaluator.is_open(node, &offer.guards));
    let times = offer
        .and_then(army::Offer::times)
        .map(|range| evaluator.bounds(range, &mut Env::at(node)).limits);
    let entry = offer.map(|offer| offer.entry);
    (is_open || taken > 0).then_some(OptionState { offered, entry, taken, times })
}
