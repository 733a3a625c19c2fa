//! Queries for what bodies contain, and an index of which bodies contain it. The index is made once
//! per game, so that evaluation visits only bodies where there is something to find.

use rustc_hash::FxHashSet;

use crate::model::{
    Alteration, AlteredFacts, AttributeId, Body, CategoryId, Change, ChangeKind, ChooseId,
    CurrencyId, DeriveId, Effect, ForEach, Game, KeywordId, Price, When,
};

/// What to look for in bodies; for changes, the fact they change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum BodyQuery<'s> {
    Category(CategoryId),
    Attribute(AttributeId),
    Stat(&'s str),
    Keywords,
    /// A single keyword. What it depends on may depend on another keyword.
    Keyword(KeywordId),
    Prices,
    /// Prices in one currency.
    PricesIn(CurrencyId),
    Caps,
    Limits,
    Permits,
    Brings,
    Joins,
    Rides,
    Rules,
    Grants,
    Derives,
    /// Bounds on the number of models.
    Size,
    /// Bounds on a choice.
    Bounds(ChooseId),
    Hide,
    Weapons,
    Title,
    Notes,
}

/// A set of query kinds, one bit each. Visiting blocks have a bit of their own.
pub(crate) type KindSet = u32;

const VISITS: KindSet = 1 << 31;

impl BodyQuery<'_> {
    pub(crate) fn bit(self) -> KindSet {
        1 << match self {
            BodyQuery::Category(_) => 0,
            BodyQuery::Attribute(_) => 1,
            BodyQuery::Stat(_) => 2,
            BodyQuery::Keywords | BodyQuery::Keyword(_) => 3,
            BodyQuery::Prices | BodyQuery::PricesIn(_) => 4,
            BodyQuery::Caps => 5,
            BodyQuery::Permits => 6,
            BodyQuery::Brings => 7,
            BodyQuery::Joins => 8,
            BodyQuery::Rides => 9,
            BodyQuery::Rules => 10,
            BodyQuery::Grants => 11,
            BodyQuery::Derives => 12,
            BodyQuery::Size => 13,
            BodyQuery::Bounds(_) => 14,
            BodyQuery::Hide => 15,
            BodyQuery::Weapons => 16,
            BodyQuery::Limits => 17,
            BodyQuery::Title => 18,
            BodyQuery::Notes => 19,
        }
    }

    /// Whether it asks for a fact that changes can alter.
    pub(crate) fn is_fact(self) -> bool {
        use BodyQuery::{Attribute, Category, Stat, Title};
        matches!(self, Category(_) | Attribute(_) | Stat(_) | Title)
    }

    /// Whether this change alters what the query asks for.
    pub(crate) fn is_changed_by(self, change: &Change) -> bool {
        match (self, &change.kind) {
            (BodyQuery::Category(id), ChangeKind::Add(category) | ChangeKind::Remove(category)) => {
                *category == id
            }
            (BodyQuery::Attribute(id), ChangeKind::Attribute(attribute, _)) => *attribute == id,
            (BodyQuery::Stat(name), ChangeKind::Stat(stat, _)) => stat == name,
            (BodyQuery::Title, ChangeKind::Title(_)) => true,
            _ => false,
        }
    }

    /// Whether a body itself contains it.
    fn stands_in(self, body: &Body) -> bool {
        let changes = |test: &dyn Fn(&ChangeKind) -> bool| {
            body.effects
                .iter()
                .any(|effect| matches!(effect, Effect::Change(change) if test(&change.kind)))
        };
        match self {
            BodyQuery::Category(id) => changes(
                &|kind| matches!(kind, ChangeKind::Add(category) | ChangeKind::Remove(category) if *category == id),
            ),
            BodyQuery::Attribute(id) => changes(
                &|kind| matches!(kind, ChangeKind::Attribute(attribute, _) if *attribute == id),
            ),
            BodyQuery::Stat(name) => {
                changes(&|kind| matches!(kind, ChangeKind::Stat(stat, _) if stat == name))
            }
            BodyQuery::Keywords => {
                !body.keywords.is_empty() || changes(&|kind| matches!(kind, ChangeKind::Lose(_)))
            }
            BodyQuery::Keyword(id) => {
                body.keywords.iter().any(|used| used.keyword == id)
                    || changes(
                        &|kind| matches!(kind, ChangeKind::Lose(lost) if lost.is_none_or(|lost| lost == id)),
                    )
            }
            BodyQuery::PricesIn(currency) => {
                let is_of = |price: &Price| price.amounts.iter().any(|(of, _)| *of == currency);
                body.prices.iter().any(|line| is_of(&line.price))
                    || changes(&|kind| matches!(kind, ChangeKind::Cost(price) if is_of(price)))
            }
            BodyQuery::Prices => {
                !body.prices.is_empty() || changes(&|kind| matches!(kind, ChangeKind::Cost(_)))
            }
            BodyQuery::Caps => !body.caps.is_empty(),
            BodyQuery::Limits => !body.limits.is_empty(),
            BodyQuery::Permits => !body.permits.is_empty(),
            BodyQuery::Brings => !body.brings.is_empty(),
            BodyQuery::Joins => !body.joins.is_empty(),
            BodyQuery::Rides => !body.rides.is_empty(),
            BodyQuery::Rules => !body.rules.is_empty() || !body.waives.is_empty(),
            BodyQuery::Grants => !body.grants.is_empty(),
            BodyQuery::Derives => !body.derives.is_empty(),
            BodyQuery::Size => {
                changes(&|kind| matches!(kind, ChangeKind::Bound { choose: None, .. }))
            }
            BodyQuery::Bounds(id) => changes(
                &|kind| matches!(kind, ChangeKind::Bound { choose: Some(bounded), .. } if *bounded == id),
            ),
            BodyQuery::Hide => changes(&|kind| matches!(kind, ChangeKind::Hide)),
            BodyQuery::Weapons => !body.weapons.is_empty(),
            BodyQuery::Notes => !body.notes.is_empty(),
            BodyQuery::Title => changes(&|kind| matches!(kind, ChangeKind::Title(_))),
        }
    }

    /// Whether a body, or a conditional block in it, contains it.
    pub(crate) fn is_in(self, body: &Body) -> bool {
        self.stands_in(body)
            || body.effects.iter().any(|effect| match effect {
                Effect::When(when) => self.is_in(&when.body),
                Effect::Change(_) | Effect::ForEach(_) => false,
            })
    }
}

/// The kinds of things that a body and its blocks contain.
pub(crate) fn sorts(body: &Body) -> KindSet {
    let plain = [
        BodyQuery::Keywords,
        BodyQuery::Prices,
        BodyQuery::Caps,
        BodyQuery::Limits,
        BodyQuery::Permits,
        BodyQuery::Brings,
        BodyQuery::Joins,
        BodyQuery::Rides,
        BodyQuery::Rules,
        BodyQuery::Grants,
        BodyQuery::Derives,
        BodyQuery::Size,
        BodyQuery::Hide,
        BodyQuery::Weapons,
        BodyQuery::Title,
        BodyQuery::Notes,
    ];
    let mut all =
        plain.into_iter().filter(|sort| sort.stands_in(body)).fold(0, |all, sort| all | sort.bit());
    for effect in &body.effects {
        all |= match effect {
            Effect::Change(change) => sort_of(change),
            Effect::When(when) => sorts(&when.body),
            Effect::ForEach(_) => VISITS,
        };
    }
    all
}

fn sort_of(change: &Change) -> KindSet {
    match &change.kind {
        ChangeKind::Add(id) | ChangeKind::Remove(id) => BodyQuery::Category(*id).bit(),
        ChangeKind::Attribute(id, _) => BodyQuery::Attribute(*id).bit(),
        ChangeKind::Stat(name, _) => BodyQuery::Stat(name).bit(),
        ChangeKind::Bound { choose: Some(id), .. } => BodyQuery::Bounds(*id).bit(),
        ChangeKind::Bound { choose: None, .. } => BodyQuery::Size.bit(),
        ChangeKind::Cost(_) => BodyQuery::Prices.bit(),
        ChangeKind::Hide => BodyQuery::Hide.bit(),
        ChangeKind::Title(_) => BodyQuery::Title.bit(),
        ChangeKind::Lose(_) => BodyQuery::Keywords.bit(),
    }
}

/// A visiting block, with the conditions around it.
#[derive(Debug, Clone)]
pub(crate) struct VisitBlock<'g> {
    pub each: &'g ForEach,
    pub whens: Vec<&'g When>,
    pub sorts: KindSet,
}

pub(crate) fn blocks<'g>(body: &'g Body) -> Vec<VisitBlock<'g>> {
    let mut all = Vec::new();
    blocks_into(body, &mut Vec::new(), &mut all);
    all
}

fn blocks_into<'g>(body: &'g Body, whens: &mut Vec<&'g When>, all: &mut Vec<VisitBlock<'g>>) {
    for effect in &body.effects {
        match effect {
            Effect::Change(_) => {}
            Effect::When(when) => {
                whens.push(when);
                blocks_into(&when.body, whens, all);
                whens.pop();
            }
            Effect::ForEach(each) => {
                all.push(VisitBlock { each, whens: whens.clone(), sorts: sorts(&each.body) })
            }
        }
    }
}

/// Which bodies of a game contain what, and which facts any change alters. All other facts keep
/// their stated values.
#[derive(Debug)]
pub(crate) struct BodyIndex<'g> {
    pub altered: AlteredFacts<'g>,
    entries: Vec<KindSet>,
    /// The kinds of things that any body contains.
    all: KindSet,
    /// Choices whose minimum some change alters.
    pub raised: FxHashSet<ChooseId>,
    /// Whether rules stand in the braces of any choice.
    pub choices_have_rules: bool,
    /// Derived values for which several elements may tie.
    pub may_tie: Vec<DeriveId>,
    /// Characteristics that changes alter within strict limits, or set by formulas.
    pub watched_stats: FxHashSet<&'g str>,
    /// Attributes that changes alter within strict limits.
    pub strict_attributes: Vec<AttributeId>,
    pub system: Vec<VisitBlock<'g>>,
    pub factions: Vec<Vec<VisitBlock<'g>>>,
    pub charts: Vec<Vec<VisitBlock<'g>>>,
    pub events: Vec<Vec<VisitBlock<'g>>>,
    pub forces: Vec<Vec<VisitBlock<'g>>>,
}

impl<'g> BodyIndex<'g> {
    pub(crate) fn of(game: &'g Game) -> Self {
        let bodies: Vec<&Body> = game.each_body().collect();
        let mut contents = BodyIndex {
            altered: AlteredFacts::by(bodies.iter().copied()),
            all: bodies.iter().map(|body| sorts(body)).fold(0, |all, sorts| all | sorts),
            raised: FxHashSet::default(),
            choices_have_rules: game.chooses.values().any(|choose| !choose.body.rules.is_empty()),
            may_tie: game
                .derives
                .iter()
                .filter(|(_, derive)| derive.may_tie())
                .map(|(id, _)| id)
                .collect(),
            watched_stats: FxHashSet::default(),
            strict_attributes: Vec::new(),
            entries: game.entries.values().map(|entry| sorts(&entry.body)).collect(),
            system: blocks(&game.body),
            factions: game.factions.values().map(|faction| blocks(&faction.body)).collect(),
            charts: game.charts.values().map(|chart| blocks(&chart.body)).collect(),
            events: game.events.values().map(|event| blocks(&event.body)).collect(),
            forces: game.forces.values().map(|force| blocks(&force.body)).collect(),
        };
        for effect in bodies.iter().flat_map(|body| &body.effects) {
            if let Effect::Change(change) = effect
                && let ChangeKind::Bound { upper: false, choose: Some(choose), .. } = &change.kind
            {
                contents.raised.insert(*choose);
            }
            if let Effect::Change(change) = effect
                && let ChangeKind::Stat(name, Alteration::SetTo(_)) = &change.kind
            {
                contents.watched_stats.insert(name);
            }
        }
        let characteristics = game.profiles.values().flat_map(|profile| &profile.characteristics);
        let strict =
            characteristics.filter(|stat| stat.shape.strict).map(|stat| stat.name.as_str());
        contents.watched_stats.extend(strict.filter(|name| contents.altered.stats.contains(name)));
        let attributes = game.attributes.iter().filter(|(_, attribute)| attribute.strict);
        contents.strict_attributes = attributes
            .map(|(id, _)| id)
            .filter(|id| contents.altered.attributes.contains(id))
            .collect();
        contents
    }

    /// Whether anything the query asks for occurs anywhere in the game.
    pub(crate) fn holds(&self, sought: BodyQuery<'_>) -> bool {
        self.all & sought.bit() != 0
    }

    /// Whether an entry's body contains something the query asks for.
    pub(crate) fn entry_has(&self, entry: crate::model::EntryId, sought: BodyQuery<'_>) -> bool {
        self.entries.get(entry.index()).is_some_and(|sorts| sorts & sought.bit() != 0)
    }

    pub(crate) fn entry_sorts(&self, entry: crate::model::EntryId) -> KindSet {
        self.entries.get(entry.index()).copied().unwrap_or(0)
    }

    pub(crate) fn entry_visits(&self, entry: crate::model::EntryId) -> bool {
        self.entries.get(entry.index()).is_some_and(|sorts| sorts & VISITS != 0)
    }
}
