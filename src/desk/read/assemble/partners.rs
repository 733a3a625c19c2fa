//! Who joins whom, and who rides in what.

use crate::desk::read::draft::{Draft, DraftPart, Role, UnitDraft};
use crate::desk::read::fold::fold;
use crate::desk::read::index::NEAR;
use crate::desk::read::lexicon::Lexicon;
use crate::desk::read::reading::{IdAndTitle, Question, QuestionSubject};
use crate::desk::read::unit::ReadUnit;
use crate::list::Spanned;

/// Finds the units that others join or ride in, and gives them ids where a name is not enough.
pub(super) fn pair(
    lexicon: &Lexicon<'_>,
    draft: &Draft,
    worked: &[Option<ReadUnit>],
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
                let about = QuestionSubject::Partner { unit };
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
                    .map(|name| IdAndTitle::new(name, &part.segment.name))
                    .collect();
                let about = QuestionSubject::Partner { unit };
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

/// The name by which other lines refer to a unit: the id of its entry where no other unit has it.
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
    worked: &[Option<ReadUnit>],
    own: usize,
    part: &DraftPart,
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
