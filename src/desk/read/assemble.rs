//! Makes the list of what was read: the head, the units in their forces, who joins whom; then
//! compares what it costs and what it is with what the text states.

use crate::desk::read::confirm::confirm;
use crate::desk::read::draft::{Draft, Part, Role, UnitDraft};
use crate::desk::read::fold::fold;
use crate::desk::read::head::value_text;
use crate::desk::read::index::{Meaning, NEAR};
use crate::desk::read::lexicon::Lexicon;
use crate::desk::read::menu::{Pick, UnitMenu};
use crate::desk::read::reading::{About, Named, Question, TextRemark, amount};
use crate::desk::read::unit::{Doubt, Worked, Worker};
use crate::engine::Ruleset;
use crate::list::{
    Design, Edit, ForceLine, GameKey, GameValue, Holder, Ignored, List, Points, Scalar, Spanned,
};
use crate::model::{AttributeId, AttributeType, Game};
use crate::number::Number;
use crate::source::{SourceId, Span};

/// A list made of a text.
pub(crate) struct Assembled {
    pub list: List,
    pub questions: Vec<Question>,
    pub remarks: Vec<TextRemark>,
    /// What was understood on which line.
    pub understood: Vec<(usize, String)>,
    /// Lines whose parts remain open.
    pub unclear: Vec<usize>,
}

/// A list that says nothing but its game and what the head states.
pub(crate) fn head_list(rules: &Ruleset<'_>, draft: &Draft) -> (List, Vec<Question>) {
    let game = rules.book.game;
    let span = Span::nowhere(SourceId::new(0));
    let mut list = List::of_one(&game.id, "", span);
    list.units.clear();
    let named = |text: &str| Spanned::new(text.to_owned(), span);
    list.name = draft.name.as_deref().map(named);
    list.player = draft.player.as_deref().map(named);
    list.faction = draft.faction.map(|id| named(&game.factions[id].id));
    list.chart = draft.chart.map(|id| named(&game.charts[id].id));
    list.event = draft.event.map(|id| named(&game.events[id].id));
    list.opponent = draft.opponent.map(|id| named(&game.factions[id].id));
    list.optional = draft.optional.iter().map(|id| named(&game.optionals[*id].id)).collect();
    list.points = draft.limit.map(|limit| Points::new([(None, limit)]));
    list.deck = draft
        .deck
        .iter()
        .map(|(card, count)| (named(&game.entries[*card].id), Spanned::new(*count, span)))
        .collect();
    list.designs = draft
        .designs
        .iter()
        .map(|design| Design {
            name: named(&design.name),
            model: named(&design.model),
            picks: design
                .picks
                .iter()
                .map(|(name, value)| (named(name), Spanned::new(*value, span)))
                .collect(),
            options: Vec::new(),
        })
        .collect();
    let mut questions = Vec::new();
    for (attribute, line, segment) in &draft.keys {
        let text = value_text(segment);
        match scalar(game, *attribute, &text, span) {
            Some(value) => list.others.push(key(game, *attribute, value, span)),
            None => questions.push(unknown_key(game, *attribute, *line, &text)),
        }
    }
    design_options(rules, draft, &mut list);
    army_options(rules, draft, &mut list, &mut questions);
    (list, questions)
}

fn key(game: &Game, attribute: AttributeId, value: Scalar, span: Span) -> GameKey {
    let name = Spanned::new(game.attributes[attribute].id.clone(), span);
    GameKey { key: name, value: GameValue::Scalars(vec![value]) }
}

fn unknown_key(game: &Game, attribute: AttributeId, line: usize, written: &str) -> Question {
    let title = game.attributes[attribute].title.clone();
    Question {
        line: Some(line),
        written: written.to_owned(),
        about: About::Key { key: title },
        candidates: Vec::new(),
    }
}

/// A value that an attribute may have.
fn scalar(game: &Game, attribute: AttributeId, text: &str, span: Span) -> Option<Scalar> {
    let name = |text: &str| Scalar::Text(Spanned::new(text.to_owned(), span));
    let folded = fold(text);
    match game.attributes[attribute].shape {
        AttributeType::Int => {
            text.trim().parse().ok().map(|number| Scalar::Int(Spanned::new(number, span)))
        }
        AttributeType::Text => Some(name(text)),
        AttributeType::Category => {
            let categories = game.categories.values();
            let mut found = categories
                .filter(|category| fold(&category.title) == folded || fold(&category.id) == folded);
            found.next().map(|category| name(&category.id))
        }
        AttributeType::Choice(choices) => {
            let mut words = game.choices[choices].names();
            words.find(|word| fold(word) == folded).map(name)
        }
    }
}

fn design_options(rules: &Ruleset<'_>, draft: &Draft, list: &mut List) {
    for design in &draft.designs {
        let holder = Holder::Design(design.name.clone());
        for option in &design.options {
            let menu = UnitMenu::of_holder(rules, list, &holder);
            let (times, name) = match option.split_once(' ') {
                Some((times, name)) if times.parse::<i64>().is_ok() => (times.parse().ok(), name),
                _ => (None, option.as_str()),
            };
            if let Meaning::Sure(Pick::Offer(at)) | Meaning::Likely(Pick::Offer(at)) =
                menu.index.meaning(name, &|_| true)
                && let Some(offer) = menu.offers.get(at)
            {
                let edit = Edit::TakeOption { of: holder.clone(), offer: offer.offer(), times };
                *list = edit.applied_to(list).unwrap_or_else(|_| list.clone());
            }
        }
    }
}

/// Options of the army itself.
fn army_options(
    rules: &Ruleset<'_>,
    draft: &Draft,
    list: &mut List,
    questions: &mut Vec<Question>,
) {
    for part in &draft.parts {
        let menu = UnitMenu::of_holder(rules, list, &Holder::Army);
        match menu.index.meaning(&part.segment.name, &|pick| pick != Pick::Choice) {
            Meaning::Sure(Pick::Offer(at)) | Meaning::Likely(Pick::Offer(at)) => {
                let Some(offer) = menu.offers.get(at) else { continue };
                let times = part.segment.count.map(|count| count.number);
                let edit = Edit::TakeOption {
                    of: Holder::Army,
                    offer: offer.offer(),
                    times: times.or(Some(1)),
                };
                *list = edit.applied_to(list).unwrap_or_else(|_| list.clone());
            }
            Meaning::Unsure(picks) => {
                let candidates = picks.iter().filter_map(|pick| match pick {
                    Pick::Offer(at) => {
                        menu.offers.get(*at).map(|offer| Named::new(&offer.flag(), &offer.title))
                    }
                    _ => None,
                });
                questions.push(Question {
                    line: Some(part.line),
                    written: part.segment.name.clone(),
                    about: About::Key { key: "the army".to_owned() },
                    candidates: candidates.collect(),
                });
            }
            _ => {}
        }
    }
}

/// Makes the list.
pub(crate) fn assemble(rules: &Ruleset<'_>, lexicon: &Lexicon<'_>, draft: &Draft) -> Assembled {
    let game = rules.book.game;
    let (mut list, mut questions) = head_list(rules, draft);
    let worker = Worker { rules, base: &list };
    let worked: Vec<Option<Worked>> = draft.units.iter().map(|unit| worker.work(unit)).collect();
    let mut understood = Vec::new();
    let mut unclear = Vec::new();
    let span = list.span;
    let mut lines: Vec<(usize, crate::list::UnitLine)> = Vec::new();
    for (at, (unit, worked)) in draft.units.iter().zip(&worked).enumerate() {
        let Some(worked) = worked else { continue };
        let title = game.entries[worked.entry].title.clone();
        questions.extend(worked.doubts.iter().map(|doubt| asked(doubt, &title)));
        unclear.extend(worked.doubts.iter().filter_map(open_line));
        understood.extend(worked.understood.iter().cloned());
        let mut line = worked.line.clone();
        line.line = Ignored(list.ids.0.give());
        line.name = unit.name.as_ref().map(|name| Spanned::new(name.clone(), span));
        for part in &unit.parts {
            if let Role::Key(attribute) = part.role {
                let text = value_text(&part.segment);
                match scalar(game, attribute, &text, span) {
                    Some(value) => {
                        line.others.push(key(game, attribute, value, span));
                        understood.push((part.line, text));
                    }
                    None => questions.push(unknown_key(game, attribute, part.line, &text)),
                }
            }
        }
        lines.push((at, line));
    }
    pair(lexicon, draft, &worked, &mut lines, &mut questions);
    place(rules, draft, &mut list, lines, &mut questions);
    settle_chart(rules, draft, &mut list, &mut questions);
    let mut remarks = Vec::new();
    settle_points(rules, draft, &mut list, &mut remarks);
    if confirm(rules, draft, &worked, &mut list, &mut questions) {
        unclear.clear();
        remarks.clear();
    }
    Assembled { list, questions, remarks, understood, unclear }
}

fn open_line(doubt: &Doubt) -> Option<usize> {
    match doubt {
        Doubt::Part { line, .. } => Some(*line),
        _ => None,
    }
}

fn asked(doubt: &Doubt, unit: &str) -> Question {
    let named = |candidates: &[(String, String)]| {
        candidates.iter().map(|(id, title)| Named::new(id, title)).collect()
    };
    let unit = unit.to_owned();
    match doubt {
        Doubt::Part { line, written, candidates } => Question {
            line: Some(*line),
            written: written.clone(),
            about: About::Part { unit },
            candidates: named(candidates),
        },
        Doubt::Number { line, written, candidates } => Question {
            line: Some(*line),
            written: written.clone(),
            about: About::Number { unit },
            candidates: named(candidates),
        },
        Doubt::Reading { line, written, candidates } => Question {
            line: Some(*line),
            written: written.clone(),
            about: About::Part { unit },
            candidates: named(candidates),
        },
        Doubt::Price { line, written, stated, cost } => Question {
            line: Some(*line),
            written: written.clone(),
            about: About::Price { unit, stated: amount(*stated), cost: amount(*cost) },
            candidates: Vec::new(),
        },
    }
}

/// Finds the units that others join or ride in, and gives them ids where a name is not enough.
fn pair(
    lexicon: &Lexicon<'_>,
    draft: &Draft,
    worked: &[Option<Worked>],
    lines: &mut [(usize, crate::list::UnitLine)],
    questions: &mut Vec<Question>,
) {
    let game = lexicon.game;
    let mut taken: Vec<usize> = Vec::new();
    for (own, unit) in draft.units.iter().enumerate() {
        for part in unit
            .parts
            .iter()
            .filter(|part| matches!(part.role, Role::JoinedBy | Role::Joins | Role::RidesIn))
        {
            let candidates = partners(lexicon, draft, worked, own, part);
            let free = candidates
                .iter()
                .copied()
                .find(|other| part.role == Role::RidesIn || !taken.contains(other));
            let free = free.or(candidates.first().copied());
            let title = worked
                .get(own)
                .and_then(Option::as_ref)
                .map(|worked| game.entries[worked.entry].title.clone());
            let Some(other) = free else {
                let unit = title.unwrap_or_default();
                let about = About::Partner { unit };
                questions.push(Question {
                    line: Some(part.line),
                    written: part.segment.name.clone(),
                    about,
                    candidates: Vec::new(),
                });
                continue;
            };
            let identity = |at: &usize| {
                worked.get(*at).and_then(Option::as_ref).and_then(|worked| worked.identity.clone())
            };
            let is_same =
                |at: &usize| part.role != Role::RidesIn && identity(at) == identity(&other);
            if !candidates.iter().all(|at| *at == other || is_same(at) || taken.contains(at)) {
                let named: Vec<Option<String>> =
                    candidates.iter().map(|at| reference(lines, *at)).collect();
                let unit = title.unwrap_or_default();
                let candidates = named
                    .iter()
                    .flatten()
                    .map(|name| Named::new(name, &part.segment.name))
                    .collect();
                let about = About::Partner { unit };
                questions.push(Question {
                    line: Some(part.line),
                    written: part.segment.name.clone(),
                    about,
                    candidates,
                });
            }
            if part.role != Role::RidesIn {
                taken.push(if part.role == Role::JoinedBy { other } else { own });
            }
            match part.role {
                Role::JoinedBy => join(lines, own, other),
                Role::Joins => join(lines, other, own),
                _ => {
                    let name = reference(lines, other);
                    if let (Some(name), Some((_, line))) =
                        (name, lines.iter_mut().find(|(at, _)| *at == own))
                    {
                        line.rides = Some(Spanned::new(name, line.unit.span));
                    }
                }
            }
        }
    }
}

fn join(lines: &mut [(usize, crate::list::UnitLine)], host: usize, guest: usize) {
    let name = reference(lines, guest);
    if let (Some(name), Some((_, line))) = (name, lines.iter_mut().find(|(at, _)| *at == host))
        && !line.joined.iter().any(|known| known.value == name)
    {
        let name = Spanned::new(name, line.unit.span);
        line.joined.push(name);
    }
}

/// What other lines call a unit: the id of its entry where no other unit has it.
fn reference(lines: &mut [(usize, crate::list::UnitLine)], at: usize) -> Option<String> {
    let entry = lines.iter().find(|(place, _)| *place == at)?.1.unit.value.clone();
    let same: Vec<usize> = lines
        .iter()
        .filter(|(_, line)| line.unit.value == entry)
        .map(|(place, _)| *place)
        .collect();
    let is_alone = same.len() == 1;
    let number = same.iter().position(|place| *place == at)? + 1;
    let ids: Vec<String> =
        lines.iter().filter_map(|(_, line)| Some(line.id.as_ref()?.value.clone())).collect();
    let (_, line) = lines.iter_mut().find(|(place, _)| *place == at)?;
    if let Some(id) = &line.id {
        return Some(id.value.clone());
    }
    if is_alone && line.count.as_ref().is_none_or(|count| count.value == 1) {
        return Some(entry);
    }
    let mut id = format!("{entry}_{number}");
    while ids.contains(&id) {
        id.push('x');
    }
    line.id = Some(Spanned::new(id.clone(), line.unit.span));
    Some(id)
}

/// The units that a name may mean, by title or by the player's own name; the nearest first.
fn partners(
    lexicon: &Lexicon<'_>,
    draft: &Draft,
    worked: &[Option<Worked>],
    own: usize,
    part: &Part,
) -> Vec<usize> {
    let folded = fold(&part.segment.name);
    let is_named = |at: usize, unit: &UnitDraft| {
        let title = worked
            .get(at)
            .and_then(Option::as_ref)
            .map(|worked| fold(&lexicon.game.entries[worked.entry].title));
        unit.name.as_ref().is_some_and(|name| fold(name) == folded)
            || (unit.name.is_none() && title.as_deref() == Some(folded.as_str()))
    };
    let by_name = |at: &usize| draft.units.get(*at).is_some_and(|unit| is_named(*at, unit));
    let all = (0..draft.units.len()).filter(|at| *at != own);
    let mut found: Vec<usize> = all.clone().filter(by_name).collect();
    if found.is_empty() {
        let meant = lexicon.units.find(&part.segment.name, &|_| true);
        let best = meant.first().map_or(0, |found| found.score);
        let entries: Vec<_> = meant
            .iter()
            .filter(|found| found.score == best && best >= NEAR)
            .map(|found| found.term)
            .collect();
        found = all
            .filter(|at| {
                worked
                    .get(*at)
                    .and_then(Option::as_ref)
                    .is_some_and(|worked| entries.contains(&worked.entry))
            })
            .collect();
    }
    let force = draft.units.get(own).and_then(|unit| unit.force);
    found.sort_by_key(|at| draft.units.get(*at).is_none_or(|unit| unit.force != force));
    found
}

/// Puts the units into the army and its forces.
fn place(
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
            about: About::Force,
            candidates: vec![Named::new(&kind.id, &kind.title)],
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
fn settle_chart(
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
                about: About::Chart,
                candidates: candidates
                    .map(|(_, chart)| Named::new(&chart.id, &chart.title))
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
fn settle_points(
    rules: &Ruleset<'_>,
    draft: &Draft,
    list: &mut List,
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
    let whole = draft.totals.iter().filter(|(_, sum)| Some(*sum) != limit_of(list));
    let wrong = whole.max_by_key(|(line, sum)| (*sum, *line));
    let is_stated = draft.totals.iter().any(|(_, sum)| *sum == cost);
    if let Some((line, stated)) = wrong.filter(|_| !is_stated) {
        remarks.push(TextRemark::Total {
            line: *line,
            stated: amount(*stated),
            cost: amount(cost),
        });
    }
}

fn limit_of(list: &List) -> Option<Number> {
    list.points.as_ref()?.amounts().find(|(name, _)| name.is_none()).map(|(_, amount)| amount)
}
