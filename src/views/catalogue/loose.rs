//! What blocks that stand loose in a game give to a unit: choices, keywords, whom it may join, how
//! often it may be taken.

use crate::model::{Body, KeywordUse};
use crate::views::ChoiceView;
use crate::views::catalogue::gear::keywords;
use crate::views::catalogue::offer::Offers;
use crate::views::preview::visits::Visit;

/// The same parts as a page has.
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
        let only = visit
            .chart
            .map(|chart| format!("only with the chart {}", offers.game.charts[chart].title));
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
        let mut statements = offers.statements(body);
        statements.extend(offers.changes(body));
        // A name for the unit that the block gives is none that the page knows.
        if let Some(name) = visit.each.binders.first().and_then(|binder| binder.name.as_deref()) {
            for statement in statements.iter_mut().filter(|statement| has_word(statement, name)) {
                *statement = admitted(offers, visit, statement)
                    .unwrap_or_else(|| format!("{statement} ({name}: this unit)"));
            }
        }
        let mut terms: Vec<String> =
            only.into_iter().map(|only| only.replacen("only ", "", 1)).collect();
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

/// A `may join` or `may ride` with the names of those it admits in the place of its condition.
fn admitted<'g>(offers: &Offers<'_, 'g>, visit: &Visit<'g>, statement: &str) -> Option<String> {
    let body: &'g Body = &visit.each.body;
    let joins = body.joins.iter().map(|join| (join.span, &join.hosts));
    let rides = body.rides.iter().map(|ride| (ride.span, &ride.carriers));
    let (_, condition) =
        joins.chain(rides).find(|(span, _)| offers.as_written(*span) == statement)?;
    let hosts = offers.preview.hosts(visit, condition)?;
    let names: Vec<&str> =
        hosts.iter().map(|host| offers.game.entries[*host].title.as_str()).collect();
    let names = if names.is_empty() { "nobody".to_owned() } else { names.join(", ") };
    let written = offers.as_written(condition.span);
    Some(statement.replace(&format!("({written})"), &names).replace(&written, &names))
}

fn has_word(text: &str, word: &str) -> bool {
    text.split(|char: char| !(char.is_alphanumeric() || char == '_')).any(|one| one == word)
}
