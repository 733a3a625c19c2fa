//! What can stand at a unit: its options, its models, and what it carries anyway.

use crate::desk::read::index::Index;
use crate::engine::army::{Menu, model_lines};
use crate::engine::{Offered, Ruleset};
use crate::list::{Holder, LineId, List};
use crate::model::{Body, EntryId, EntryKind, Game};

/// What a part of a unit may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Pick {
    /// Something that is taken, by its place among the offers.
    Offer(usize),
    /// A kind of model.
    Model(EntryId),
    /// A design of the list.
    Design(usize),
    /// What it has without taking anything.
    Gear,
    /// The title of a choice.
    Choice,
}

/// The offers of a unit, by name.
#[derive(Debug, Clone, Default)]
pub(crate) struct UnitMenu {
    pub offers: Vec<Offered>,
    pub index: Index<Pick>,
}

/// How much less a name counts that belongs to what an option gives, not to the option.
const GIVEN: u32 = 25;

impl UnitMenu {
    /// The menu of a unit of a list.
    pub(crate) fn of(rules: &Ruleset<'_>, list: &List, unit: LineId) -> Self {
        let session = rules.session(list);
        let offers = session.offered(&Holder::Unit(unit));
        let entry = session.unit_of(unit).map(|index| session.evaluator().army.unit(index).entry);
        let mut offers = offers;
        if !list.designs.is_empty() {
            // What the models of a unit may take, designs have taken.
            let holders =
                list.designs.iter().map(|design| Holder::Design(design.name.value.clone()));
            let of_designs: Vec<Offered> =
                holders.flat_map(|holder| session.offered(&holder)).collect();
            let is_of_design =
                |offer: &Offered| of_designs.iter().any(|other| other.option == offer.option);
            offers.retain(|offer| offer.model.is_none() || !is_of_design(offer));
        }
        let mut menu = Self::named(rules, offers);
        if let Some(entry) = entry {
            menu.add_unit(rules, entry);
        }
        for (at, design) in list.designs.iter().enumerate() {
            menu.index.add(&design.name.value, Pick::Design(at));
            // What the models of a design have is told of at their unit.
            let holder = Holder::Design(design.name.value.clone());
            for offer in session.offered(&holder) {
                menu.index.add_weaker(&offer.title, Pick::Gear, 2 * GIVEN);
            }
        }
        menu
    }

    /// The menu of anything else that takes options.
    pub(crate) fn of_holder(rules: &Ruleset<'_>, list: &List, holder: &Holder) -> Self {
        Self::named(rules, rules.session(list).offered(holder))
    }

    fn named(rules: &Ruleset<'_>, offers: Vec<Offered>) -> Self {
        let mut index = Index::default();
        for (at, offer) in offers.iter().enumerate() {
            index.add(&offer.title, Pick::Offer(at));
            index.add(&offer.option, Pick::Offer(at));
            if let Some((_, title)) = &offer.choose {
                index.add_weaker(title, Pick::Choice, GIVEN);
            }
            for entry in rules.book.entries(&offer.option) {
                for weapon in weapons(&rules.book.game.entries[*entry].body) {
                    index.add_weaker(
                        &rules.book.game.entries[weapon].title,
                        Pick::Offer(at),
                        GIVEN,
                    );
                }
            }
        }
        UnitMenu { offers, index }
    }

    fn add_unit(&mut self, rules: &Ruleset<'_>, unit: EntryId) {
        let game = rules.book.game;
        let body = &game.entries[unit].body;
        let mut gear = weapons(body);
        let lines = model_lines(body);
        for (line, _) in &lines {
            let model = &game.entries[line.model];
            self.index.add(&model.title, Pick::Model(line.model));
            self.index.add(&model.id, Pick::Model(line.model));
            gear.extend(weapons(&model.body));
        }
        let bodies = lines.iter().map(|(line, _)| line.model).chain([unit]);
        for menu in bodies.filter_map(|entry| rules.book.menu(entry)) {
            self.add_given(game, menu, &gear);
        }
        for (_, model) in game.entries.iter() {
            // Models that come with options are told of, not taken.
            if model.parent == Some(unit) && matches!(model.kind, EntryKind::Profile(_)) {
                self.index.add_weaker(&model.title, Pick::Gear, 2 * GIVEN);
            }
        }
        for weapon in gear {
            self.index.add_weaker(&game.entries[weapon].title, Pick::Gear, 2 * GIVEN);
        }
    }

    /// Options by the weapons they give.
    fn add_given(&mut self, game: &Game, menu: &Menu<'_>, gear: &[EntryId]) {
        for offer in &menu.offers {
            let entry = &game.entries[offer.entry];
            let replaced = offer.terms.and_then(|terms| terms.replacing.as_ref());
            let new = replaced.map(|replacing| replacing.new.clone()).unwrap_or_default();
            let given = new.into_iter().chain(weapons(&entry.body));
            let named =
                |offered: &Offered| offered.option == entry.id && offered.title == entry.title;
            let places: Vec<usize> = (0..self.offers.len())
                .filter(|at| self.offers.get(*at).is_some_and(named))
                .collect();
            for weapon in given.filter(|weapon| !gear.contains(weapon)) {
                for at in &places {
                    self.index.add_weaker(&game.entries[weapon].title, Pick::Offer(*at), GIVEN);
                }
            }
        }
    }
}

fn weapons(body: &Body) -> Vec<EntryId> {
    body.weapons.iter().flat_map(|group| group.weapons.iter().copied()).collect()
}
