use serde::Serialize;

use super::gear::{GearView, KeywordView, gear, keywords, plain, written};
use super::unit::attribute_words;
use crate::model::{
    Alteration, Body, BoundTo, ChangeKind, ChooseId, Effect, EntryId, EntryKind, Expr, ExprKind, Game, Included, Member,
    PoolSource, Price, Range, Target, Terms,
};
use crate::source::Sources;

/// A choice with its options, or an option standing alone.
#[derive(Debug, Clone, Serialize)]
pub struct ChoiceView {
    pub id: String,
    pub name: String,
    /// How many may be taken, as written: `0..1`.
    pub range: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target: Option<String>,
    /// The option that is taken where the list says nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub default: Option<String>,
    pub options: Vec<OptionView>,
    /// Choices inside this one.
    pub choices: Vec<ChoiceView>,
}

#[derive(Debug, Clone, Serialize)]
pub struct OptionView {
    pub id: String,
    pub name: String,
    /// As written: `8`, `2 * unit.size`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub price: Option<String>,
    pub per_model: bool,
    pub unique: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target: Option<String>,
    /// What it replaces, and by what.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub replaces: Option<(Vec<String>, Vec<String>)>,
    /// How many times it may be taken, if not just once: `0..3`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub times: Option<String>,
    /// Choices that come with it.
    pub choices: Vec<ChoiceView>,
    /// What it changes: `LD +1`, `Rank 2`.
    pub changes: Vec<String>,
    pub keywords: Vec<KeywordView>,
    pub notes: Vec<String>,
    /// What it is or gives, if that has a profile.
    pub gear: Vec<GearView>,
}

/// Describes offers; formulas are shown as they stand in the source.
pub(super) struct Offers<'g> {
    pub game: &'g Game,
    pub sources: &'g Sources,
}

/// How deep choices are followed: a group may include itself through others.
const DEEPEST: usize = 8;

impl Offers<'_> {
    pub(super) fn of(&self, body: &Body, depth: usize) -> Vec<ChoiceView> {
        let chooses = body.chooses.iter().map(|id| self.choose(*id, None, depth));
        let options = body.options.iter().map(|member| self.alone(member, depth));
        let includes = body.includes.iter().map(|include| match include.what {
            Included::Choose(id) => self.choose(id, include.range.as_ref(), depth),
            Included::Entry(id) => self.included(id, include.range.as_ref(), depth),
        });
        chooses.chain(options).chain(includes).collect()
    }

    fn choose(&self, id: ChooseId, range: Option<&Range>, depth: usize) -> ChoiceView {
        let choose = &self.game.chooses[id];
        let mut options: Vec<OptionView> =
            choose.members.iter().map(|member| self.option(member.entry, Some(&member.terms), depth)).collect();
        for source in choose.pool.iter().flat_map(|pool| &pool.from) {
            match source {
                PoolSource::Entry(entry) => options.push(self.option(*entry, None, depth)),
                PoolSource::Profile(profile) if choose.pool.as_ref().is_some_and(|pool| pool.condition.is_none()) => {
                    let all = self.game.entries.iter().filter(|(_, entry)| entry.kind == EntryKind::Profile(*profile));
                    options.extend(all.map(|(id, _)| self.option(id, None, depth)));
                }
                _ => {}
            }
        }
        ChoiceView {
            id: choose.id.clone(),
            name: choose.title.clone(),
            range: self.range(range.unwrap_or(&choose.range)),
            target: self.target(choose.target),
            default: choose.default.map(|entry| self.game.entries[entry].title.clone()),
            options,
            choices: if depth < DEEPEST { self.of(&choose.body, depth + 1) } else { Vec::new() },
        }
    }

    fn alone(&self, member: &Member, depth: usize) -> ChoiceView {
        self.single(self.option(member.entry, Some(&member.terms), depth), member.terms.times.as_ref())
    }

    fn included(&self, id: EntryId, range: Option<&Range>, depth: usize) -> ChoiceView {
        self.single(self.option(id, None, depth), range)
    }

    /// An option that stands alone is a choice of one.
    fn single(&self, option: OptionView, range: Option<&Range>) -> ChoiceView {
        ChoiceView {
            id: option.id.clone(),
            name: option.name.clone(),
            range: range.map_or_else(|| "0..1".to_owned(), |range| self.range(range)),
            target: None,
            default: None,
            options: vec![option],
            choices: Vec::new(),
        }
    }

    fn option(&self, id: EntryId, terms: Option<&Terms>, depth: usize) -> OptionView {
        let entry = &self.game.entries[id];
        let names = |ids: &[EntryId]| ids.iter().map(|id| self.game.entries[*id].title.clone()).collect::<Vec<_>>();
        let price = terms.and_then(|terms| terms.price.as_ref()).or_else(|| entry.body.prices.first().map(|line| &line.price));
        let replaces = terms.and_then(|terms| terms.replacing.as_ref()).map(|one| (names(&one.old), names(&one.new)));
        let leader = terms.and_then(|terms| terms.replaces_leader).map(|model| (vec!["the leader".to_owned()], names(&[model])));
        let given = terms.and_then(|terms| terms.replacing.as_ref()).map(|one| one.new.as_slice()).unwrap_or_default();
        let own = entry.body.weapons.iter().flat_map(|group| &group.weapons);
        let itself = matches!(entry.kind, EntryKind::Profile(_)).then_some(&id);
        OptionView {
            id: entry.id.clone(),
            name: entry.title.clone(),
            price: price.map(|price| self.price(price)),
            per_model: terms.is_some_and(|terms| terms.per_model),
            unique: entry.unique,
            target: self.target(terms.and_then(|terms| terms.target)),
            replaces: replaces.or(leader),
            times: terms.and_then(|terms| terms.times.as_ref()).map(|times| self.range(times)),
            choices: if depth < DEEPEST { self.of(&entry.body, depth + 1) } else { Vec::new() },
            changes: self.changes(&entry.body),
            keywords: keywords(self.game, &entry.body.keywords),
            notes: entry.body.notes.iter().map(plain).collect(),
            gear: itself.into_iter().chain(given).chain(own).map(|id| gear(self.game, *id, None)).collect(),
        }
    }

    /// What the body of an option changes, as far as it can be said in a word or two.
    fn changes(&self, body: &Body) -> Vec<String> {
        let models =
            body.models.iter().map(|line| format!("{} {}", self.range(&line.range), self.game.entries[line.model].title));
        let changes = body.effects.iter().filter_map(|effect| match effect {
            Effect::Change(change) => self.change(&change.kind),
            _ => None,
        });
        models.chain(changes).collect()
    }

    fn change(&self, change: &ChangeKind) -> Option<String> {
        let signed = |by: &i64| format!("{by:+}");
        Some(match change {
            ChangeKind::Stat(name, Alteration::By(by)) => format!("{name} {}", signed(by)),
            ChangeKind::Stat(name, Alteration::Set(value)) => format!("{name} {}", written(self.game, value)),
            ChangeKind::Stat(name, Alteration::SetTo(value)) => format!("{name} {}", self.amount(value)),
            ChangeKind::Attribute(id, alteration) => {
                let value = match alteration {
                    Alteration::By(by) => signed(by),
                    Alteration::Set(given) => attribute_words(self.game, given),
                    Alteration::SetTo(value) => self.amount(value),
                };
                format!("{} {value}", self.game.attributes[*id].title)
            }
            ChangeKind::Add(category) => format!("counts as {}", self.game.categories[*category].title),
            ChangeKind::Bound { upper: true, choose: None, to: BoundTo::By(by) } => format!("{} models at most", signed(by)),
            _ => return None,
        })
    }

    fn target(&self, target: Option<Target>) -> Option<String> {
        Some(match target? {
            Target::OneModel => "one model".to_owned(),
            Target::Leader => "the leader".to_owned(),
            Target::All => "all models".to_owned(),
            Target::NotLeader => "a model that is not the leader".to_owned(),
            Target::Model(model) => self.game.entries[model].title.clone(),
        })
    }

    pub(super) fn price(&self, price: &Price) -> String {
        let amount = |(currency, amount): &(crate::model::CurrencyId, Expr)| {
            let amount = self.amount(amount);
            let first = self.game.currencies.ids().next() == Some(*currency);
            if first { amount } else { format!("{amount} {}", self.game.currencies[*currency].title) }
        };
        price.amounts.iter().map(amount).collect::<Vec<_>>().join(", ")
    }

    /// A number, or the formula as it is written.
    pub(super) fn amount(&self, expr: &Expr) -> String {
        match &expr.kind {
            ExprKind::Number(number) => number.to_string(),
            ExprKind::Negate(inner) => format!("-{}", self.amount(inner)),
            // A formula stands in parentheses where it is written, too.
            _ => format!("({})", self.sources.text(expr.span).split_whitespace().collect::<Vec<_>>().join(" ")),
        }
    }

    pub(super) fn range(&self, range: &Range) -> String {
        let bound = |bound: &Option<Expr>| bound.as_ref().map(|bound| self.amount(bound)).unwrap_or_default();
        let (low, high) = (bound(&range.low), bound(&range.high));
        if low == high { low } else { format!("{low}..{high}") }
    }
}
