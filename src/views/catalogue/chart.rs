//! The page of an organisation chart: its slots, and the statements and rules in its body.

use serde::Serialize;

use crate::engine::Ruleset;
use crate::model::{Body, Chart, ChartId, Effect, FactionId, Game, Owner, Slot};
use crate::source::Sources;
use crate::views::TermView;
use crate::views::catalogue::gear::plain;
use crate::views::catalogue::offer::Offers;
use crate::views::catalogue::unit::faction_of;
use crate::views::preview::{Preview, list_of_army};
use crate::wording::sentence::Speaker;
use crate::wording::sentence::body::StatementWords;

#[derive(Debug, Clone, Serialize)]
pub(crate) struct ChartView {
    pub id: String,
    pub name: String,
    pub system: String,
    /// The faction; none for a chart that every faction may use.
    pub faction: Option<String>,
    /// The kind of force it is for; none if it is for any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub force: Option<String>,
    pub slots: Vec<SlotView>,
    /// Trades, unlocks and what units offer, then what the chart changes.
    pub terms: Vec<TermView>,
    /// The titles of its rules.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    pub file: String,
    pub line: usize,
}

#[derive(Debug, Clone, Serialize)]
pub(crate) struct SlotView {
    pub id: String,
    pub name: String,
    /// How many units, as written in the data: `1..5`.
    pub range: String,
    /// The same in words: `1 to 5`.
    pub range_words: String,
    /// The range in a few signs: `2–4`.
    #[serde(skip)]
    pub short_range: String,
    /// Which units it takes, as written in the data.
    pub takes: String,
    /// The same in words.
    pub takes_words: String,
}

/// The charts that an army of the faction may use, in the order they are declared.
pub(crate) fn charts_of(game: &Game, faction: Option<FactionId>) -> Vec<ChartId> {
    let may_use = |chart: &Chart| match chart.owner {
        Owner::System => true,
        Owner::Faction(owner) => faction == Some(owner),
        Owner::Event(_) => false,
    };
    let mut all: Vec<ChartId> =
        game.charts.iter().filter(|(_, chart)| may_use(chart)).map(|(id, _)| id).collect();
    // The faction's own charts come first.
    all.sort_by_key(|id| game.charts[*id].owner == Owner::System);
    all
}

pub(crate) fn chart(rules: &Ruleset<'_>, sources: &Sources, id: ChartId) -> ChartView {
    let list = list_of_army(rules.book.game, None);
    view(&Offers::new(&Preview::of_army(rules, &list, None), sources), id)
}

pub(crate) fn view<'g>(offers: &Offers<'_, 'g>, id: ChartId) -> ChartView {
    let (game, chart) = (offers.game, &offers.game.charts[id]);
    let slot = |slot: &'g Slot| SlotView {
        id: slot.id.clone(),
        name: slot.title.clone(),
        range: offers.range(&slot.range).text(),
        range_words: offers.range(&slot.range).words(),
        short_range: offers.range(&slot.range).short(),
        takes: offers.as_written(slot.takes.span),
        takes_words: offers.speak(|speaker| speaker.whom(&slot.takes)),
    };
    let told = offers.speak(|speaker| {
        let trades = chart.trades.iter().map(|line| (line.span, speaker.trade(chart, line)));
        let unlocks = chart.unlocks.iter().map(|line| (line.span, speaker.unlock(chart, line)));
        let given = chart.offers.iter().map(|line| (line.span, speaker.offers(line)));
        let all = trades.chain(unlocks).chain(given);
        all.map(|(span, words)| StatementWords::new(span, words)).collect::<Vec<_>>()
    });
    let mut terms = offers.terms(told);
    terms.extend(chart.unlocks_once.as_ref().map(|_| TermView {
        words: "each unit unlocks at most one other".to_owned(),
        source: "each unit unlocks once".to_owned(),
    }));
    terms.extend(loose_statements(offers, &chart.body));
    ChartView {
        id: chart.id.clone(),
        name: chart.title.clone(),
        system: game.id.clone(),
        faction: faction_of(game, chart.owner),
        force: chart.force.map(|force| game.forces[force].title.clone()),
        slots: chart.slots.iter().map(slot).collect(),
        terms,
        rules: rule_titles(game, &chart.body),
        notes: chart.body.notes.iter().map(plain).collect(),
        file: offers.sources.get(chart.span.source).path().to_owned(),
        line: offers.sources.place(chart.span).line,
    }
}

/// What the body of a chart, faction or game grants, bans, limits and changes.
pub(crate) fn loose_statements<'g>(offers: &Offers<'_, 'g>, body: &'g Body) -> Vec<TermView> {
    offers.terms(offers.speak(|speaker| loose_words(speaker, body)))
}

pub(crate) fn loose_words<'g>(speaker: &Speaker<'_, 'g>, body: &'g Body) -> Vec<StatementWords> {
    let mut all = speaker.permissions(body);
    all.extend(speaker.relations(body));
    for effect in &body.effects {
        let (span, words) = match effect {
            Effect::Change(change) => (change.span, Some(speaker.change(change))),
            Effect::When(when) => (when.span, speaker.when(when)),
            Effect::ForEach(each) => (each.span, speaker.for_each(each)),
        };
        all.extend(words.map(|words| StatementWords::new(span, words)));
    }
    all
}

/// The titles of the rules of a body, without those that only name a built-in check.
pub(crate) fn rule_titles(game: &Game, body: &Body) -> Vec<String> {
    let own = body.rules.iter().map(|rule| &game.rules[*rule]);
    own.filter_map(|rule| {
        matches!(rule.content, crate::model::RuleContent::Clauses(_))
            .then(|| rule.title.clone())
            .flatten()
    })
    .collect()
}
