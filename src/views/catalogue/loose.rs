//! What loose blocks of a game, outside any entry, give to a unit: choices, keywords, whom it may
//! join, how often it may be taken.

use crate::model::{Body, KeywordUse};
use crate::source::Span;
use crate::views::ChoiceView;
use crate::views::catalogue::gear::keywords;
use crate::views::catalogue::offer::Offers;
use crate::views::preview::visits::Visit;

/// The parts they add to the page of a unit.
#[derive(Default)]
pub(crate) struct Loose<'g> {
    pub choices: Vec<ChoiceView>,
    pub limits: Vec<String>,
    pub keywords: Vec<&'g KeywordUse>,
    /// Keywords under a condition, for the glossary.
    pub conditional_keywords: Vec<&'g KeywordUse>,
}

impl<'g> Loose<'g> {
    pub(crate) fn of(offers: &Offers<'_, 'g>) -> Self {
        let mut loose = Loose::default();
        for visit in offers.preview.visits() {
            loose.add(offers, &visit);
        }
        loose
    }

    fn add(&mut self, offers: &Offers<'_, 'g>, visit: &Visit<'g>) {
        let body: &'g Body = &visit.each.body;
        let chart =
            visit.chart.map(|id| format!("with the chart {}", offers.game.charts[id].title));
        let only = chart.as_ref().map(|chart| format!("only {chart}"));
        let open: Vec<String> =
            visit.open.iter().map(|condition| offers.as_written(condition.span)).collect();
        for mut choice in offers.of(body, 0) {
            if let Some(only) = &only {
                choice = choice.under(Some(only), "");
            }
            self.choices.push(
                open.iter().rev().fold(choice, |choice, condition| choice.under(None, condition)),
            );
        }
        let name = visit.each.binders.first().and_then(|binder| binder.name.as_deref());
        let spans = offers.statement_spans(body).into_iter();
        let mut statements: Vec<String> =
            spans.map(|span| statement(offers, visit, name, span)).collect();
        statements.extend(offers.changes(body).into_iter().map(|change| explained(change, name)));
        let mut terms: Vec<String> = chart.into_iter().collect();
        terms.extend((!open.is_empty()).then(|| format!("when {}", open.join(" and "))));
        if terms.is_empty() {
            self.keywords.extend(&body.keywords);
            self.limits.extend(statements);
            return;
        }
        self.conditional_keywords.extend(&body.keywords);
        let names: Vec<String> =
            keywords(offers.game, &body.keywords).into_iter().map(|keyword| keyword.name).collect();
        statements.extend((!names.is_empty()).then(|| format!("has {}", names.join(", "))));
        let terms = terms.join(", ");
        self.limits.extend(statements.into_iter().map(|statement| format!("{terms}: {statement}")));
    }
}

fn statement<'g>(
    offers: &Offers<'_, 'g>,
    visit: &Visit<'g>,
    name: Option<&str>,
    span: Span,
) -> String {
    let written = offers.as_written(span);
    let admitted =
        name.filter(|name| has_word(&written, name)).and_then(|_| admitted(offers, visit, span));
    admitted.unwrap_or_else(|| explained(written, name))
}

/// Says that the block's name for the unit means this unit.
fn explained(statement: String, name: Option<&str>) -> String {
    match name.filter(|name| has_word(&statement, name)) {
        Some(name) => format!("{statement} ({name}: this unit)"),
        None => statement,
    }
}

/// A `may join` or `may ride` with the names of the units it admits instead of its condition.
fn admitted<'g>(offers: &Offers<'_, 'g>, visit: &Visit<'g>, span: Span) -> Option<String> {
    let body: &'g Body = &visit.each.body;
    let joins = body.joins.iter().map(|join| (join.span, &join.hosts));
    let rides = body.rides.iter().map(|ride| (ride.span, &ride.carriers));
    let (_, condition) = joins.chain(rides).find(|(statement, _)| *statement == span)?;
    let hosts = offers.preview.hosts(visit, condition)?;
    let names: Vec<&str> =
        hosts.iter().map(|host| offers.game.entries[*host].title.as_str()).collect();
    let names = if names.is_empty() { "nobody".to_owned() } else { names.join(", ") };
    let part = |start, end| offers.as_written(Span::new(span.source, start, end));
    let before = part(span.start(), condition.span.start());
    let behind = part(condition.span.end(), span.end());
    let (before, behind) = match (before.strip_suffix('('), behind.strip_prefix(')')) {
        (Some(before), Some(behind)) => (before.trim_end(), behind.trim_start()),
        _ => (before.as_str(), behind.as_str()),
    };
    let parts = [before, &names, behind].into_iter().filter(|part| !part.is_empty());
    Some(parts.collect::<Vec<_>>().join(" "))
}

fn has_word(text: &str, word: &str) -> bool {
    text.split(|char: char| !(char.is_alphanumeric() || char == '_')).any(|part| part == word)
}
