//! What loose blocks of a game (outside any entry) add to a unit: choices, keywords, units it may
//! join, how often it may be taken.

use crate::model::{Body, Effect, Expr, ExprKind, KeywordUse, VariableId};
use crate::views::catalogue::gear::keywords;
use crate::views::catalogue::offer::{Condition, Offers};
use crate::views::preview::visits::LooseVisit;
use crate::views::{ChoiceView, TermView};
use crate::wording::either;
use crate::wording::sentence::body::StatementWords;

/// The parts that loose blocks add to the page of a unit.
#[derive(Default)]
pub(crate) struct LooseParts<'g> {
    pub choices: Vec<ChoiceView>,
    pub limits: Vec<TermView>,
    pub keywords: Vec<&'g KeywordUse>,
    /// Keywords under a condition, for the glossary.
    pub conditional_keywords: Vec<&'g KeywordUse>,
}

impl<'g> LooseParts<'g> {
    pub(crate) fn of(offers: &Offers<'_, 'g>) -> Self {
        let mut loose = LooseParts::default();
        for visit in offers.preview.visits() {
            loose.add(offers, &visit);
        }
        loose
    }

    fn add(&mut self, offers: &Offers<'_, 'g>, visit: &LooseVisit<'g>) {
        let body: &'g Body = &visit.each.body;
        let chart =
            visit.chart.map(|id| format!("with the chart {}", offers.game.charts[id].title));
        let only = chart.as_ref().map(|chart| Condition {
            only: Some(format!("only {chart}")),
            words: String::new(),
            source: String::new(),
        });
        let open: Vec<Condition> =
            visit.open.iter().map(|condition| open_condition(offers, condition)).collect();
        for choice in offers.of(body, 0) {
            let choice = only.iter().fold(choice, |choice, only| choice.under(only));
            self.choices
                .push(open.iter().rev().fold(choice, |choice, condition| choice.under(condition)));
        }
        let mut statements = self.statements(offers, visit);
        let mut terms: Vec<String> = chart.into_iter().collect();
        let all = offers.speak(|speaker| speaker.inside(1).sentence_of_all(&visit.open));
        terms.extend((!open.is_empty()).then(|| format!("if {all}")));
        if terms.is_empty() {
            self.keywords.extend(&body.keywords);
            self.limits.extend(statements);
            return;
        }
        self.conditional_keywords.extend(&body.keywords);
        let names: Vec<String> =
            keywords(offers.game, &body.keywords).into_iter().map(|keyword| keyword.name).collect();
        let has = format!("has {}", names.join(", "));
        let has = TermView { words: has, source: offers.as_written(visit.each.span) };
        statements.extend((!names.is_empty()).then_some(has));
        let terms = terms.join(", ");
        self.limits.extend(statements.into_iter().map(|statement| TermView {
            words: format!("{terms}: {}", statement.words),
            ..statement
        }));
    }

    /// What the block says about the unit, in words.
    fn statements(&self, offers: &Offers<'_, 'g>, visit: &LooseVisit<'g>) -> Vec<TermView> {
        let body: &'g Body = &visit.each.body;
        let told = offers.speak(|speaker| {
            let speaker = speaker.inside(visit.each.binders.len());
            let mut all = speaker.relations(body);
            for join in &body.joins {
                let hosts = admitted(offers, visit, &join.hosts);
                let told = all.iter_mut().find(|told| told.span == join.span);
                if let (Some(told), Some(hosts)) = (told, hosts) {
                    told.words = speaker.join_of(join, hosts);
                }
            }
            for ride in &body.rides {
                let carriers = admitted(offers, visit, &ride.carriers);
                let told = all.iter_mut().find(|told| told.span == ride.span);
                if let (Some(told), Some(carriers)) = (told, carriers) {
                    told.words = format!("may ride in {carriers}");
                }
            }
            for effect in &body.effects {
                let (span, words) = match effect {
                    Effect::Change(change) => (change.span, Some(speaker.change(change))),
                    Effect::When(when) => (when.span, speaker.when(when)),
                    Effect::ForEach(each) => (each.span, speaker.for_each(each)),
                };
                all.extend(words.map(|words| StatementWords::new(span, words)));
            }
            let notes = body.notes.iter().map(|note| speaker.text(note));
            all.extend(notes.map(|note| StatementWords::new(visit.each.span, note)));
            all
        });
        offers.terms(told)
    }
}

fn open_condition<'g>(offers: &Offers<'_, 'g>, condition: &'g Expr) -> Condition {
    Condition {
        only: offers.speak(|speaker| speaker.needs(condition, false)),
        words: offers.speak(|speaker| speaker.inside(1).sentence(condition)),
        source: offers.as_written(condition.span),
    }
}

/// The names of the units that a `may join` or `may ride` admits, if its condition depends on the
/// unit.
fn admitted<'g>(
    offers: &Offers<'_, 'g>,
    visit: &LooseVisit<'g>,
    condition: &'g Expr,
) -> Option<String> {
    let variable = visit.each.binders.first()?.variable;
    if !mentions(condition, variable) {
        return None;
    }
    let hosts = offers.preview.hosts(visit, condition)?;
    let names: Vec<&str> =
        hosts.iter().map(|host| offers.game.entries[*host].title.as_str()).collect();
    Some(if names.is_empty() { "nobody".to_owned() } else { either(&names) })
}

fn mentions(expr: &Expr, variable: VariableId) -> bool {
    let mut found = matches!(expr.kind, ExprKind::Variable(known) if known == variable);
    expr.children(|child| found |= mentions(child, variable));
    found
}
