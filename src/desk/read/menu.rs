//! What can stand at a unit: its options, its models, and what it carries anyway.

use rustc_hash::FxHashMap;

use crate::desk::read::fold::{fold, unsheltered};
use crate::desk::read::index::{Index, Match, SAME};
use crate::desk::read::lexicon::Lexicon;
use crate::engine::army::{Menu, model_lines};
use crate::engine::{Offered, Ruleset};
use crate::list::{Holder, LineId, List};
use crate::model::{AnswerMeaning, Body, EntryId, EntryKind, Game};

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
    /// What organisers have answered about this unit; nothing where it does not matter.
    answers: FxHashMap<String, Option<Pick>>,
}

/// What is taken off the score of a name that belongs to what an option gives, not to the option.
const GIVEN: u32 = 25;

impl UnitMenu {
    /// The menu of a unit of a list.
    pub(crate) fn of(
        rules: &Ruleset<'_>,
        lexicon: &Lexicon<'_>,
        list: &List,
        unit: LineId,
    ) -> Self {
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
        let mut menu = Self::named(rules, lexicon, offers);
        if let Some(entry) = entry {
            menu.add_unit(rules, lexicon, entry);
        }
        for (at, design) in list.designs.iter().enumerate() {
            menu.index.add(&design.name.value, Pick::Design(at));
            // Texts list what the models of a design have at their unit.
            let holder = Holder::Design(design.name.value.clone());
            for offer in session.offered(&holder) {
                menu.index.add_weaker(&offer.title, Pick::Gear, 2 * GIVEN);
            }
        }
        if let Some(entry) = entry {
            menu.add_answers(lexicon, entry);
        }
        menu
    }

    /// What organisers have answered about parts of this unit.
    fn add_answers(&mut self, lexicon: &Lexicon<'_>, unit: EntryId) {
        for (written, meant) in lexicon.answers().of_unit(unit) {
            let pick = match meant {
                AnswerMeaning::Part(id) => {
                    let is_it = |offer: &Offered| offer.flag() == *id || offer.option == *id;
                    let offer = self.offers.iter().position(is_it).map(Pick::Offer);
                    // A model, or the name of a design.
                    match offer.or_else(|| self.index.exactly(id)) {
                        Some(pick) => Some(pick),
                        // It is not open to the unit here.
                        None => continue,
                    }
                }
                AnswerMeaning::Nothing | AnswerMeaning::Unit(_) => None,
            };
            self.answers.insert(written.to_owned(), pick);
        }
    }

    /// Everything that a name may mean, the likeliest first. What was answered is certain.
    pub(crate) fn find(&self, written: &str, keep: &dyn Fn(Pick) -> bool) -> Vec<Match<Pick>> {
        if !self.answers.is_empty()
            && let Some(answer) = self.answers.get(&fold(&unsheltered(written)))
        {
            return vec![Match { term: answer.unwrap_or(Pick::Gear), score: SAME }];
        }
        self.index.find(written, keep)
    }

    /// The menu of anything else that takes options.
    pub(crate) fn of_holder(
        rules: &Ruleset<'_>,
        lexicon: &Lexicon<'_>,
        list: &List,
        holder: &Holder,
    ) -> Self {
        Self::named(rules, lexicon, rules.session(list).offered(holder))
    }

    fn named(rules: &Ruleset<'_>, lexicon: &Lexicon<'_>, offers: Vec<Offered>) -> Self {
        let mut index = Index::default();
        for (at, offer) in offers.iter().enumerate() {
            index.add(&offer.title, Pick::Offer(at));
            index.add(&offer.option, Pick::Offer(at));
            for alias in lexicon.part_aliases(&offer.option) {
                index.add(alias, Pick::Offer(at));
            }
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
        UnitMenu { offers, index, answers: FxHashMap::default() }
    }

    fn add_unit(&mut self, rules: &Ruleset<'_>, lexicon: &Lexicon<'_>, unit: EntryId) {
        let game = rules.book.game;
        let body = &game.entries[unit].body;
        let mut gear = weapons(body);
        let lines = model_lines(body);
        for (line, _) in &lines {
            let model = &game.entries[line.model];
            self.index.add(&model.title, Pick::Model(line.model));
            self.index.add(&model.id, Pick::Model(line.model));
            for alias in lexicon.part_aliases(&model.id) {
                self.index.add(alias, Pick::Model(line.model));
            }
            gear.extend(weapons(&model.body));
        }
        let bodies = lines.iter().map(|(line, _)| line.model).chain([unit]);
        for menu in bodies.filter_map(|entry| rules.book.menu(entry)) {
            self.add_given(game, menu, &gear);
        }
        for (_, model) in game.entries.iter() {
            // Texts mention models that come with options, but nobody takes them.
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
