//! Choices and their options.

use serde::Serialize;

use crate::analysis::Referent;
use crate::model::{
    Body, ChooseId, Effect, EntryId, EntryKind, Expr, ExprKind, Game, Include, Included, Member,
    Price, Range, Terms,
};
use crate::number::Number;
use crate::source::Sources;
use crate::views::catalogue::gear::{conditional, gear, keywords, plain};
use crate::views::preview::Preview;
use crate::views::{GearView, KeywordView, TermView};
use crate::wording::{RangeText, target_words};

/// A choice with its options, or a single option outside any choice.
#[derive(Debug, Clone, Serialize)]
pub struct ChoiceView {
    pub id: String,
    pub name: String,
    /// How many may be taken, as written in the data: `0..1`.
    pub range: String,
    /// The same in words: `up to 2`.
    pub range_words: String,
    /// The same for an option that stands alone: `once`.
    pub times_words: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target: Option<String>,
    /// The option taken if the list names none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub default: Option<String>,
    /// The condition under which it is available, as written in the data.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub when: Option<String>,
    /// The same in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub when_words: Option<String>,
    /// What must or must not be taken for it to be available: `only with Elder`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub only: Vec<String>,
    /// Whether it depends on what the army has chosen.
    #[serde(skip)]
    pub by_army: bool,
    pub options: Vec<OptionView>,
    /// Nested choices.
    pub choices: Vec<ChoiceView>,
    /// What limits and changes it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub limits: Vec<TermView>,
}

#[derive(Debug, Clone, Serialize)]
pub struct OptionView {
    pub id: String,
    pub name: String,
    /// The price as written in the data: `8`, `2 * unit.size`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub price: Option<String>,
    /// What it adds to the price, in words: `+8`, `+2 per model`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub price_words: Option<String>,
    pub per_model: bool,
    pub unique: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target: Option<String>,
    /// What it replaces, and with what.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub replaces: Option<(Vec<String>, Vec<String>)>,
    /// How often it may be taken, if not just once: `0..3`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub times: Option<String>,
    /// The same in words: `up to 3 times`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub times_words: Option<String>,
    /// Choices that come with it.
    pub choices: Vec<ChoiceView>,
    /// What it changes: `LD +1`, `Rank 2`.
    pub changes: Vec<String>,
    pub keywords: Vec<KeywordView>,
    /// Keywords it gives under a condition.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub conditional_keywords: Vec<KeywordView>,
    pub notes: Vec<String>,
    /// What must or must not be taken for it to be available.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub only: Vec<String>,
    /// How often it may be taken, what it brings, and what changes under a condition.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub limits: Vec<TermView>,
    /// The weapons and the like that it is or gives.
    pub gear: Vec<GearView>,
    /// The models it adds or swaps in, and how many.
    #[serde(skip)]
    pub(crate) models: Vec<(EntryId, RangeText)>,
}

/// All options of these choices, including nested ones, in display order.
pub(crate) fn each_option(choices: &[ChoiceView]) -> Vec<&OptionView> {
    let mut all = Vec::new();
    for choice in choices {
        for option in &choice.options {
            all.push(option);
            all.extend(each_option(&option.choices));
        }
        all.extend(each_option(&choice.choices));
    }
    all
}

/// Describes choices. A formula whose value depends on a list is put into words.
#[derive(Clone, Copy)]
pub(crate) struct Offers<'a, 'g> {
    pub game: &'g Game,
    pub sources: &'a Sources,
    pub preview: &'a Preview<'a, 'g>,
    /// What names in formulas refer to.
    who: Referent,
}

/// How deep nested choices are followed: a group may include itself through other groups.
const DEEPEST: usize = 8;

impl<'a, 'g> Offers<'a, 'g> {
    pub(crate) fn new(preview: &'a Preview<'a, 'g>, sources: &'a Sources) -> Self {
        Offers { game: preview.game(), sources, preview, who: preview.subject() }
    }

    /// The same, with names that refer to `who`.
    pub(crate) fn about(&self, who: Referent) -> Self {
        Offers { who, ..*self }
    }

    /// The value of a formula, if no list can change it.
    pub(crate) fn number(&self, formula: &'g Expr) -> Option<Number> {
        self.preview.number(formula, self.who)
    }

    /// The value of a formula while nothing is chosen.
    pub(crate) fn bare_number(&self, formula: &'g Expr) -> Option<Number> {
        self.preview.bare_number(formula, self.who)
    }

    pub(crate) fn of(&self, body: &'g Body, depth: usize) -> Vec<ChoiceView> {
        if depth > DEEPEST {
            return Vec::new();
        }
        let chooses = body.chooses.iter().map(|id| self.choose(*id, None, depth));
        let options = body.options.iter().map(|member| self.alone(member, depth));
        let includes = body.includes.iter().map(|include| self.include(include, depth));
        let mut all: Vec<ChoiceView> = chooses.chain(options).chain(includes).collect();
        for effect in &body.effects {
            let Effect::When(when) = effect else { continue };
            let inner = self.of(&when.body, depth + 1);
            let condition = Condition {
                only: self.speak(|speaker| speaker.needs(&when.condition, false)),
                words: self.speak(|speaker| speaker.sentence(&when.condition)),
                source: self.as_written(when.condition.span),
            };
            let by_army = self.is_of_army(&when.condition);
            all.extend(inner.into_iter().map(|choice| {
                let by_army = by_army || choice.by_army;
                ChoiceView { by_army, ..choice.under(&condition) }
            }));
        }
        all
    }

    fn choose(&self, id: ChooseId, include: Option<&'g Include>, depth: usize) -> ChoiceView {
        let choose = &self.game.chooses[id];
        let members = choose.members.iter().map(|member| (member.entry, Some(&member.terms)));
        let drawn = if choose.pool.is_some() { self.preview.pool(id) } else { Vec::new() };
        let options =
            members.chain(drawn).map(|(entry, terms)| self.option(entry, terms, depth)).collect();
        let range = include.and_then(|include| include.range.as_ref()).unwrap_or(&choose.range);
        let range = self.range(range);
        let here = include.map(|include| self.statements(&include.body)).unwrap_or_default();
        let beside = include.map(|include| self.of(&include.body, depth + 1)).unwrap_or_default();
        ChoiceView {
            id: choose.id.clone(),
            name: choose.title.clone(),
            range: range.text(),
            range_words: range.words(),
            times_words: range.times_words(),
            target: choose.target.map(|target| target_words(self.game, target)),
            default: choose.default.map(|entry| self.game.entries[entry].title.clone()),
            when: None,
            when_words: None,
            only: self
                .only(&choose.body)
                .into_iter()
                .chain(include.into_iter().flat_map(|include| self.only(&include.body)))
                .collect(),
            by_army: self.needs_army(&choose.body),
            options,
            choices: self.of(&choose.body, depth + 1).into_iter().chain(beside).collect(),
            limits: self.statements(&choose.body).into_iter().chain(here).collect(),
        }
    }

    fn include(&self, include: &'g Include, depth: usize) -> ChoiceView {
        match include.what {
            Included::Choose(id) => self.choose(id, Some(include), depth),
            Included::Entry(id) => {
                let mut choice = self.single(self.option(id, None, depth), include.range.as_ref());
                choice.limits = self.statements(&include.body);
                choice.only = self.only(&include.body);
                choice
            }
        }
    }

    fn alone(&self, member: &'g Member, depth: usize) -> ChoiceView {
        self.single(
            self.option(member.entry, Some(&member.terms), depth),
            member.terms.times.as_ref(),
        )
    }

    /// An option outside any choice is shown as a choice of its own.
    fn single(&self, option: OptionView, range: Option<&'g Range>) -> ChoiceView {
        let range = range
            .map_or_else(|| RangeText::of_numbers(Some(0), Some(1)), |range| self.range(range));
        ChoiceView {
            id: option.id.clone(),
            name: option.name.clone(),
            range: range.text(),
            range_words: range.words(),
            times_words: range.times_words(),
            target: None,
            default: None,
            when: None,
            when_words: None,
            only: Vec::new(),
            by_army: false,
            options: vec![option],
            choices: Vec::new(),
            limits: Vec::new(),
        }
    }

    pub(crate) fn option(&self, id: EntryId, terms: Option<&'g Terms>, depth: usize) -> OptionView {
        let entry = &self.game.entries[id];
        let names = |ids: &[EntryId]| {
            ids.iter().map(|id| self.game.entries[*id].title.clone()).collect::<Vec<_>>()
        };
        let stated = terms.and_then(|terms| terms.price.as_ref());
        let prices = prices(stated, &entry.body);
        let replaces = terms
            .and_then(|terms| terms.replacing.as_ref())
            .map(|swap| (names(&swap.old), names(&swap.new)));
        let leader = terms.and_then(|terms| terms.replaces_leader);
        let led = leader.map(|model| (vec!["the leader".to_owned()], names(&[model])));
        let inside = self.about(Referent::Option);
        let per_model = terms.is_some_and(|terms| terms.per_model);
        let lines = entry.body.models.iter().map(|line| (line.model, inside.range(&line.range)));
        let times = terms.and_then(|terms| terms.times.as_ref()).map(|times| self.range(times));
        OptionView {
            id: entry.id.clone(),
            name: entry.title.clone(),
            price: joined(&prices, " + ", |price| inside.price_source(price)),
            price_words: joined(&prices, ", ", |price| inside.added(price, per_model)),
            per_model,
            unique: entry.unique,
            target: terms
                .and_then(|terms| terms.target)
                .map(|target| target_words(self.game, target)),
            replaces: replaces.or(led),
            times: times.as_ref().map(RangeText::text),
            times_words: times.as_ref().map(RangeText::times_words),
            choices: inside.of(&entry.body, depth + 1),
            changes: inside.changes(entry),
            keywords: keywords(self.game, &entry.body.keywords),
            conditional_keywords: conditional(self.game, &entry.body),
            notes: entry.body.notes.iter().map(plain).collect(),
            only: self.only(&entry.body),
            limits: inside.statements(&entry.body),
            gear: self.gear(id, terms),
            models: leader
                .map(|model| (model, RangeText::of_numbers(Some(1), Some(1))))
                .into_iter()
                .chain(lines)
                .collect(),
        }
    }

    /// What an option is or gives, with the attack group it is given in.
    fn gear(&self, id: EntryId, terms: Option<&Terms>) -> Vec<GearView> {
        let entry = &self.game.entries[id];
        let itself = matches!(entry.kind, EntryKind::Profile(_)).then_some(&id);
        let given = terms
            .and_then(|terms| terms.replacing.as_ref())
            .map(|swap| swap.new.as_slice())
            .unwrap_or_default();
        let own = entry
            .body
            .weapons
            .iter()
            .flat_map(|group| group.weapons.iter().map(|id| (id, group.title.as_deref())));
        let all = itself.into_iter().chain(given).map(|id| (id, None)).chain(own);
        all.map(|(id, group)| gear(self.game, *id, group)).collect()
    }
}

/// A condition under which something is offered.
pub(crate) struct Condition {
    /// What must be taken, if that is all.
    pub only: Option<String>,
    pub words: String,
    pub source: String,
}

impl ChoiceView {
    /// The same under a further condition.
    pub(crate) fn under(mut self, condition: &Condition) -> Self {
        if let Some(only) = &condition.only {
            self.only.insert(0, only.clone());
            return self;
        }
        self.when = Some(match self.when.take() {
            Some(inner) => format!("({}) and ({inner})", condition.source),
            None => condition.source.clone(),
        });
        self.when_words = Some(match self.when_words.take() {
            Some(inner) => format!("{} and {inner}", condition.words),
            None => condition.words.clone(),
        });
        self
    }
}

/// The prices of an option: the one stated where it is offered, and those in its own body. If there
/// are several, zero prices are left out.
fn prices<'g>(stated: Option<&'g Price>, body: &'g Body) -> Vec<&'g Price> {
    let mut all: Vec<&Price> =
        stated.into_iter().chain(body.prices.iter().map(|line| &line.price)).collect();
    let is_something = |price: &&Price| {
        price.amounts.iter().any(|(_, amount)| !matches!(amount.kind, ExprKind::Number(0)))
    };
    if all.len() > 1 && all.iter().any(is_something) {
        all.retain(is_something);
    }
    all
}

fn joined<'g>(
    prices: &[&'g Price],
    between: &str,
    words: impl FnMut(&'g Price) -> String,
) -> Option<String> {
    let words: Vec<String> = prices.iter().copied().map(words).collect();
    (!words.is_empty()).then(|| words.join(between))
}
