//! Collects the options that are offered to the army and to its forces, units and designs. Start at
//! [`Offered`].

use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use crate::engine::army::{Book, Menu, NodeId, NodeIs, UnitIndex, pool};
use crate::engine::eval::Evaluator;
use crate::list::Offer;
use crate::model::{ChooseId, EntryId, EntryKind, Picks, Stat, StatValue};

/// An option that is offered, and where a list writes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Offered {
    /// The model of the unit it is offered to; none for the holder itself.
    pub model: Option<String>,
    /// The options around it, the outermost first.
    pub within: Vec<String>,
    pub choose: Option<(String, String)>,
    pub option: String,
    pub title: String,
    /// Whether two offers share this id, so that the choice must be named too.
    pub is_ambiguous: bool,
}

impl Offered {
    /// The unambiguous name of the offer, with its choice where two offers share its id.
    pub fn flag(&self) -> String {
        match &self.choose {
            Some((choose, _)) if self.is_ambiguous => format!("{choose}.{}", self.option),
            _ => self.option.clone(),
        }
    }

    /// The offer as an edit names it.
    pub fn offer(&self) -> Offer {
        Offer {
            model: self.model.clone(),
            within: self.within.clone(),
            choice: self.choose.as_ref().map(|(id, _)| id.clone()),
            option: self.option.clone(),
            is_ambiguous: self.is_ambiguous,
        }
    }
}

/// Everything in the menus of the army or a force, and of the options they take.
pub(crate) fn of_force(evaluator: &Evaluator<'_, '_>, node: NodeId) -> Vec<Offered> {
    let mut all = Vec::new();
    add(evaluator, None, node, None, &[], &mut all);
    add_taken(evaluator, None, node, &mut all);
    all
}

/// Everything that the models of a design are offered; if no unit follows it yet, what the design's
/// model is offered.
pub(crate) fn of_design(evaluator: &Evaluator<'_, '_>, design: usize) -> Vec<Offered> {
    let army = &evaluator.army;
    let follows = |node: &NodeId| matches!(&army.node(*node).is, NodeIs::Model(model) if model.design == Some(design));
    let mut all = Vec::new();
    for unit in &army.units {
        if let Some(model) = army.children(unit.node).find(follows) {
            add(evaluator, Some(unit.entry), model, None, &[], &mut all);
            add_taken(evaluator, Some(unit.entry), model, &mut all);
            return all;
        }
    }
    let model = army.list.designs.get(design).and_then(|design| {
        let mut entries = evaluator.game.entries.iter();
        entries.find(|(_, entry)| {
            entry.id == design.model.value && matches!(entry.kind, EntryKind::Profile(_))
        })
    });
    let menu = model.and_then(|(model, _)| evaluator.book.menu(model));
    add_menus(evaluator, None, None, menu, None, &[], &mut all);
    all
}

/// The characteristics that a design leaves to the player, with the numbers to choose from.
pub(crate) fn picks_of_design<'g>(
    evaluator: &Evaluator<'_, 'g>,
    design: usize,
) -> Vec<(&'g str, &'g Picks)> {
    let army = &evaluator.army;
    let model = army
        .nodes
        .iter()
        .find(|node| matches!(&node.is, NodeIs::Model(model) if model.design == Some(design)));
    let Some(entry) = model.and_then(|model| model.entry) else { return Vec::new() };
    let stats = evaluator.game.entries[entry].body.stats.iter();
    let pick = |stat: &'g Stat| match &stat.value {
        StatValue::Pick(picks) => Some((stat.name.as_str(), picks)),
        _ => None,
    };
    stats.filter_map(pick).collect()
}

/// Adds what the options that a node has taken offer in turn.
fn add_taken(
    evaluator: &Evaluator<'_, '_>,
    unit: Option<EntryId>,
    node: NodeId,
    all: &mut Vec<Offered>,
) {
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

/// Everything in the menus of a unit, whether or not it may be taken now.
pub(crate) fn of_unit(evaluator: &Evaluator<'_, '_>, unit: UnitIndex) -> Vec<Offered> {
    let army = &evaluator.army;
    let unit = army.unit(unit);
    let mut all = Vec::new();
    add(evaluator, Some(unit.entry), unit.node, None, &[], &mut all);
    let mut models: Vec<EntryId> = Vec::new();
    for child in army.children(unit.node) {
        let node = army.node(child);
        let Some(entry) = node.entry else { continue };
        let id = &evaluator.game.entries[entry].id;
        if let NodeIs::Model(model) = &node.is
            && !models.contains(&entry)
            && model.design.is_none()
        {
            models.push(entry);
            add(evaluator, Some(unit.entry), child, Some(id), &[], &mut all);
        }
    }
    add_taken(evaluator, Some(unit.entry), unit.node, &mut all);
    all
}

/// Adds what one node is offered.
fn add(
    evaluator: &Evaluator<'_, '_>,
    unit: Option<EntryId>,
    node: NodeId,
    model: Option<&String>,
    within: &[String],
    all: &mut Vec<Offered>,
) {
    let own = evaluator.menus(node);
    let menus = own.iter().chain(evaluator.offered_menus(node));
    let force = evaluator.force_around(node);
    add_menus(evaluator, unit, force, menus, model, within, all);
}

/// Adds the contents of these menus.
pub(crate) fn add_menus<'m, 'g: 'm>(
    evaluator: &Evaluator<'_, 'g>,
    unit: Option<EntryId>,
    force: Option<usize>,
    menus: impl IntoIterator<Item = &'m Menu<'g>>,
    model: Option<&String>,
    within: &[String],
    all: &mut Vec<Offered>,
) {
    let (game, army) = (evaluator.game, &evaluator.army);
    let is_here = |offered: &&Offered| offered.model.as_ref() == model && offered.within == within;
    // Use a set, because a pool may contain thousands of entries.
    let before: FxHashSet<Name<'_>> = all.iter().filter(is_here).map(name).collect();
    let mut names: FxHashSet<Name<'g>> = FxHashSet::default();
    let mut times: FxHashMap<&'g str, usize> = FxHashMap::default();
    let mut new: Vec<Offered> = Vec::new();
    let mut push = |entry: EntryId, choose: Option<ChooseId>| {
        let choose =
            choose.map(|id| (game.chooses[id].id.as_str(), game.chooses[id].title.as_str()));
        let (option, title) = (game.entries[entry].id.as_str(), game.entries[entry].title.as_str());
        let name = (choose, option, title);
        if before.contains(&name) || !names.insert(name) {
            return;
        }
        *times.entry(option).or_default() += 1;
        new.push(Offered {
            model: model.cloned(),
            within: within.to_vec(),
            choose: choose.map(|(id, title)| (id.to_owned(), title.to_owned())),
            option: option.to_owned(),
            title: title.to_owned(),
            is_ambiguous: false,
        });
    };
    let unit = unit.map(|unit| &game.entries[unit]);
    let faction = army.faction_at(force);
    let draws = |owner| Book::draws(unit, faction, army.whole_event(), owner);
    for menu in menus {
        for offer in &menu.offers {
            push(offer.entry, offer.chooses.first().copied());
        }
        for point in &menu.points {
            for (entry, _) in pool(game, point.choose, &draws) {
                push(entry, Some(point.choose));
            }
        }
    }
    for offered in &mut new {
        offered.is_ambiguous = times.get(offered.option.as_str()).is_some_and(|times| *times > 1);
    }
    all.append(&mut new);
}

/// The key that distinguishes the offers of one menu: the id and title of the choice, and those of
/// the option.
type Name<'n> = (Option<(&'n str, &'n str)>, &'n str, &'n str);

fn name(offered: &Offered) -> Name<'_> {
    let choose = offered.choose.as_ref().map(|(id, title)| (id.as_str(), title.as_str()));
    (choose, &offered.option, &offered.title)
}

impl<'a, 'g> Evaluator<'a, 'g> {
    /// The index of the nearest force around a node; none for the army itself.
    pub(crate) fn force_around(&self, mut id: NodeId) -> Option<usize> {
        loop {
            match self.army.node(id).is {
                NodeIs::Army => return None,
                NodeIs::Force(place) => return Some(place),
                _ => id = self.army.node(id).parent,
            }
        }
    }

    /// The menus of a node's entry and of the loose blocks that visit it.
    pub(crate) fn offered_menus(&self, id: NodeId) -> SmallVec<[&'a Menu<'g>; 5]> {
        let (army, book) = (&self.army, self.book);
        let node = army.node(id);
        let mut all: SmallVec<[&'a Menu<'g>; 5]> = SmallVec::new();
        all.extend(node.entry.and_then(|entry| book.menu(entry)));
        if matches!(node.is, NodeIs::Unit | NodeIs::Model(_) | NodeIs::Option(_)) {
            let place = node.unit.and_then(|unit| army.unit(unit).force);
            let force = place.and_then(|force| army.forces.get(force));
            let chart = force.map_or(army.chart, |force| force.chart);
            for menus in book.loose_menus(&army.factions_at(place), chart, army.event) {
                all.push(match node.is {
                    NodeIs::Unit => &menus.units,
                    NodeIs::Model(_) => &menus.models,
                    _ => &menus.options,
                });
            }
        }
        all
    }
}
