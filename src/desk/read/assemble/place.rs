//! Puts units into forces, and finds the chart and the points where the text does not state them.

use super::head::{key, scalar};
use crate::desk::read::draft::{Draft, LineKind, Role};
use crate::desk::read::head::value_text;
use crate::desk::read::reading::{IdAndTitle, Question, QuestionSubject, TextRemark, amount};
use crate::desk::read::unit::ReadUnit;
use crate::engine::Ruleset;
use crate::list::{ForceLine, GameKey, GameValue, Ignored, List, Points, Spanned};
use crate::number::Number;

/// Puts the units into the army and its forces.
pub(super) fn place(
    rules: &Ruleset<'_>,
    draft: &Draft,
    list: &mut List,
    lines: Vec<(usize, crate::list::UnitLine)>,
    questions: &mut Vec<Question>,
) {
    let game = rules.book.game;
    let span = list.span;
    let kind = game.forces.values().find(|force| force.range.is_some());
    let Some(kind) = kind else {
        list.units = lines.into_iter().map(|(_, line)| line).collect();
        return;
    };
    let named = |text: &str| Spanned::new(text.to_owned(), span);
    let mut forces: Vec<ForceLine> = Vec::new();
    let drafts: Vec<_> =
        if draft.forces.is_empty() { vec![None] } else { draft.forces.iter().map(Some).collect() };
    for force in &drafts {
        let mut line = ForceLine {
            line: Ignored(list.ids.0.give()),
            name: force.and_then(|force| force.name.as_deref()).map(named),
            chart: force.and_then(|force| force.chart).map(|chart| named(&game.charts[chart].id)),
            faction: None,
            points: None,
            options: Vec::new(),
            units: Vec::new(),
            others: Vec::new(),
            span: Spanned::new((), span),
        };
        for part in force.iter().flat_map(|force| &force.parts) {
            if let Role::Key(attribute) = part.role
                && let Some(value) = scalar(game, attribute, &value_text(&part.segment), span)
            {
                line.others.push(key(game, attribute, value, span));
            }
        }
        forces.push(line);
    }
    for force in draft.forces.iter().filter(|force| force.is_guess) {
        questions.push(Question {
            line: Some(force.line),
            written: force.name.clone().unwrap_or_default(),
            about: QuestionSubject::Force,
            candidates: vec![IdAndTitle::new(&kind.id, &kind.title)],
        });
    }
    let holds = |line: &crate::list::UnitLine| {
        let entry = rules.book.unit(&line.unit.value).map(|id| &game.entries[id]);
        let outer =
            game.forces.values().filter(|force| force.range.is_none() || force.within.is_none());
        let held: Vec<_> = outer.flat_map(|force| force.holds.iter().copied()).collect();
        entry.is_some_and(|entry| entry.categories.iter().any(|category| held.contains(category)))
    };
    for (at, line) in lines {
        let force = draft.units.get(at).and_then(|unit| unit.force);
        let place = match (force, draft.forces.is_empty()) {
            (Some(force), _) => Some(force),
            (None, true) if !holds(&line) => Some(0),
            (None, _) => None,
        };
        match place.and_then(|place| forces.get_mut(place)) {
            Some(force) => force.units.push(line),
            None => list.units.push(line),
        }
    }
    forces.retain(|force| !force.units.is_empty());
    if !forces.is_empty() {
        list.others.push(GameKey { key: named(&kind.key()), value: GameValue::Forces(forces) });
    }
}

/// The chart, where the text does not say it: the only one that the army fits.
pub(super) fn settle_chart(
    rules: &Ruleset<'_>,
    draft: &Draft,
    list: &mut List,
    questions: &mut Vec<Question>,
) {
    let game = rules.book.game;
    let charts = crate::builder::charts_of(game, draft.faction);
    if list.chart.is_some()
        || charts.len() < 2
        || draft.forces.iter().any(|force| force.chart.is_some())
    {
        return;
    }
    let with = |chart: &str| {
        let mut with = list.clone();
        with.chart = Some(with.added(chart.to_owned()));
        with
    };
    let legal: Vec<&str> = charts
        .iter()
        .map(|(_, chart)| chart.id.as_str())
        .filter(|chart| rules.assess(&with(chart)).is_legal())
        .collect();
    let distance = |chart: &&str| rules.assess(&with(chart)).distance();
    match legal.as_slice() {
        [only] => *list = with(only),
        _ => {
            let all = charts.iter().map(|(_, chart)| chart.id.as_str());
            let best =
                if legal.is_empty() { all.min_by_key(distance) } else { legal.first().copied() };
            let likely = if legal.is_empty() {
                charts.iter().map(|(_, chart)| chart.id.as_str()).collect()
            } else {
                legal.clone()
            };
            let candidates = charts.iter().filter(|(_, chart)| likely.contains(&chart.id.as_str()));
            questions.push(Question {
                line: None,
                written: String::new(),
                about: QuestionSubject::Chart,
                candidates: candidates
                    .map(|(_, chart)| IdAndTitle::new(&chart.id, &chart.title))
                    .collect(),
            });
            if let Some(best) = best {
                *list = with(best);
            }
        }
    }
}

/// A sum that is round may be what was agreed on.
const ROUND: i64 = 50;

/// Compares sums with what the army costs, and finds what was agreed on.
pub(super) fn settle_points(
    rules: &Ruleset<'_>,
    draft: &Draft,
    worked: &[Option<ReadUnit>],
    list: &mut List,
    questions: &mut Vec<Question>,
    remarks: &mut Vec<TextRemark>,
) {
    let cost = rules.assess(list).points;
    let is_round = |sum: &Number| sum.to_whole().is_some_and(|sum| sum % ROUND == 0 && sum > 0);
    if list.points.is_none() {
        let limit = draft
            .totals
            .iter()
            .map(|(_, sum)| *sum)
            .filter(|sum| is_round(sum) && *sum >= cost)
            .min();
        list.points = limit.map(|limit| Points::new([(None, limit)]));
    }
    // Of several sums the last stands for the army; those of sections are smaller.
    let is_section =
        |line: usize| draft.kinds.get(line.saturating_sub(1)) == Some(&LineKind::Section);
    let whole = draft.totals.iter().filter(|(_, sum)| Some(*sum) != limit_of(list));
    let wrong =
        whole.filter(|(line, _)| !is_section(*line)).max_by_key(|(line, sum)| (*sum, *line));
    let is_stated = draft.totals.iter().any(|(_, sum)| *sum == cost);
    let Some((line, stated)) = wrong.filter(|_| !is_stated) else { return };
    let (line, sums) = (*line, (amount(*stated), amount(cost)));
    // What is missing may stand on a line that was not taken for a unit; and where units have no
    // prices, the sum is all that tells whether they were read rightly.
    let lost = stated.subtract(cost);
    let is_there = draft.totals.iter().any(|(_, sum)| Some(*sum) == lost);
    if is_there || worked.iter().flatten().any(|unit| !unit.is_confirmed || unit.is_each) {
        let about = QuestionSubject::Total { stated: sums.0, cost: sums.1 };
        let written = stated.to_string();
        questions.push(Question { line: Some(line), written, about, candidates: Vec::new() });
    } else {
        remarks.push(TextRemark::Total { line, stated: sums.0, cost: sums.1 });
    }
}

fn limit_of(list: &List) -> Option<Number> {
    list.points.as_ref()?.amounts().find(|(name, _)| name.is_none()).map(|(_, amount)| amount)
}
