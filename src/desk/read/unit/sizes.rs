//! All that the numbers of a unit may mean: models, kinds of models, or several units.

use super::UnitReader;
use crate::desk::read::draft::UnitDraft;
use crate::desk::read::fold::fold;
use crate::desk::read::menu::Pick;
use crate::engine::army::model_lines;
use crate::list::{LineId, List, ModelLine, Models};

impl UnitReader<'_, '_> {
    /// The kinds of models that a unit may have.
    fn kinds(&self, list: &List) -> Vec<String> {
        let game = self.rules.book.game;
        let entry = list.units.first().and_then(|unit| self.rules.book.unit(&unit.unit.value));
        let lines = entry.map(|entry| model_lines(&game.entries[entry].body)).unwrap_or_default();
        lines.iter().map(|(line, _)| game.entries[line.model].id.clone()).collect()
    }

    /// All that the numbers of a unit may mean.
    pub(super) fn sizes(
        &self,
        draft: &UnitDraft,
        list: &List,
        id: LineId,
        kinds: &[(Pick, i64)],
    ) -> Vec<PossibleSize> {
        let session = self.rules.session(list);
        let limits = session.sizes(id);
        let admits = |count: i64| limits.as_ref().is_none_or(|limits| limits.admit(count));
        let game = self.rules.book.game;
        let total = |count: i64| Models::Total(list.added(count));
        let mut bases: Vec<(Models, bool)> = Vec::new();
        let sum: i64 = kinds.iter().map(|(_, count)| *count).fold(0, i64::saturating_add);
        let by_kind: Vec<ModelLine> = kinds
            .iter()
            .filter_map(|(pick, count)| {
                let (name, design) = match pick {
                    Pick::Model(model) => (game.entries[*model].id.clone(), false),
                    Pick::Design(at) => (list.designs.get(*at)?.name.value.clone(), true),
                    _ => return None,
                };
                Some(ModelLine {
                    model: list.added(name),
                    design: Some(design),
                    count: Some(list.added(*count)),
                    options: Vec::new(),
                })
            })
            .collect();
        let mut merged: Vec<ModelLine> = Vec::new();
        for line in by_kind {
            match merged.iter_mut().find(|known| known.model == line.model) {
                Some(known) => {
                    let more = line.count.map_or(0, |count| count.value);
                    known.count = known.count.take().map(|count| {
                        crate::list::Spanned::new(count.value.saturating_add(more), count.span)
                    });
                }
                None => merged.push(line),
            }
        }
        if !merged.is_empty() {
            bases.push((Models::Lines(merged), false));
            bases.push((total(sum), false));
        } else if !list.designs.is_empty() {
            // A unit of designs that the text does not name: any of them.
            let count = draft.models.or(draft.count.map(|count| count.number)).unwrap_or(1);
            let named = |design: &&crate::list::Design| {
                let name = fold(&design.name.value);
                let inside = draft.parts.iter().flat_map(|part| &part.segment.inside);
                let targets = draft.parts.iter().filter_map(|part| part.target.as_deref());
                inside
                    .map(|inner| inner.name.as_str())
                    .chain(targets)
                    .any(|inner| fold(inner) == name)
            };
            let told: Vec<&crate::list::Design> = list.designs.iter().filter(named).collect();
            let all = if told.is_empty() { list.designs.iter().collect() } else { told };
            bases.extend(
                all.iter()
                    .map(|design| (Models::of_design(list, &design.name.value, count), false)),
            );
        }
        bases.extend(draft.models.map(|count| (total(count), false)));
        // All models may be of one kind.
        let kinds_of_entry: Vec<_> = self.kinds(list);
        if let (Some(count), true, true) = (
            draft.models.or(draft.count.map(|count| count.number)),
            kinds.is_empty(),
            kinds_of_entry.len() > 1,
        ) {
            bases.push((total(count), false));
            bases.extend(kinds_of_entry.iter().map(|kind| {
                let (model, count) = (list.added(kind.clone()), Some(list.added(count)));
                (
                    Models::Lines(vec![ModelLine {
                        model,
                        design: Some(false),
                        count,
                        options: Vec::new(),
                    }]),
                    false,
                )
            }));
        }
        bases.extend(
            draft.bare.iter().filter(|count| admits(**count)).map(|count| (total(*count), true)),
        );
        let mut all: Vec<PossibleSize> = Vec::new();
        let number =
            draft.count.map(|count| count.number).filter(|count| (1..=1000).contains(count));
        for (models, uses_bare) in bases {
            let size = match &models {
                Models::Total(count) => count.value,
                Models::Lines(lines) => {
                    lines.iter().filter_map(|line| Some(line.count.as_ref()?.value)).sum()
                }
                Models::Unstated => sum,
            };
            // `2x Hussars` over lines for ten models.
            let count = number.filter(|number| *number != size && *number <= 20).unwrap_or(1);
            push(&mut all, models.clone(), 1, uses_bare, one_unit(size));
            if count > 1 {
                push(&mut all, models, count, uses_bare, units(count));
            }
        }
        if let Some(number) = number {
            if admits(number) && number > 0 {
                push(&mut all, total(number), 1, false, one_unit(number));
            }
            let is_units = number > 1
                && number <= 30
                && draft.count.is_some_and(|count| count.is_times || !admits(number));
            if is_units {
                push(&mut all, Models::Unstated, number, false, units(number));
            }
            if !admits(number) {
                push(&mut all, total(number), 1, false, one_unit(number));
            }
        }
        if all.is_empty()
            || (number.is_none_or(|number| number == 1)
                && kinds.is_empty()
                && draft.models.is_none())
        {
            push(&mut all, Models::Unstated, 1, false, "one unit".to_owned());
        }
        all
    }
}

fn push(all: &mut Vec<PossibleSize>, models: Models, count: i64, uses_bare: bool, words: String) {
    if !all.iter().any(|size| size.models == models && size.count == count) {
        all.push(PossibleSize { models, count, uses_bare, words });
    }
}

fn units(count: i64) -> String {
    format!("{count} units")
}

fn one_unit(size: i64) -> String {
    if size == 1 { "one model".to_owned() } else { format!("one unit of {size} models") }
}

/// How many models a unit may have and how many such units there may be.
pub(super) struct PossibleSize {
    pub models: Models,
    pub count: i64,
    /// A number in brackets is the number of models.
    pub uses_bare: bool,
    pub words: String,
}
