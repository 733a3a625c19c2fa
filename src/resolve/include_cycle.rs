//! Finds definitions that include or bring themselves: a list that takes one would never end.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::diagnostic::{Diagnostic, codes};
use crate::model::{Body, ChooseId, EntryId, Game, Included};
use crate::resolve::Resolver;
use crate::source::Span;
use crate::syntax::with_stack;

/// A definition that holds others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum IncludingItem {
    Choose(ChooseId),
    Entry(EntryId),
}

impl Resolver<'_> {
    /// Reports every `include` or `brings` that leads back to the definition it stands in.
    pub(crate) fn check_includes(&mut self) {
        let entries = self.game.entries.ids().map(IncludingItem::Entry);
        let all: Vec<IncludingItem> =
            self.game.chooses.ids().map(IncludingItem::Choose).chain(entries).collect();
        let mut problems = Vec::new();
        for &holder in &all {
            for (target, span) in included(body_of(&self.game, holder)) {
                if reaches(&self.game, target, holder) {
                    let message = "this leads back to the definition it stands in";
                    let diagnostic = codes::INCLUDE_CYCLE.at(span, message);
                    problems.push(
                        diagnostic
                            .help("a list that takes it would never end; remove one of the two"),
                    );
                }
            }
        }
        if problems.is_empty() {
            problems.extend(self.too_much(&all));
        }
        problems.into_iter().for_each(|problem| self.report(problem));
    }

    /// Reports definitions that hold too much through their includes: two includes per level double
    /// the size with every level.
    fn too_much(&self, all: &[IncludingItem]) -> Vec<Diagnostic> {
        let mut sizes: FxHashMap<IncludingItem, usize> = FxHashMap::default();
        let mut problems = Vec::new();
        for holder in all {
            let small = |(target, _): &(IncludingItem, Span)| {
                sizes.get(target).is_none_or(|size| *size <= MOST_HELD)
            };
            let includes = included(body_of(&self.game, *holder));
            let told = !includes.iter().all(small);
            let size = size_of(&self.game, *holder, &mut sizes);
            if let Some((_, span)) = includes.first().filter(|_| size > MOST_HELD && !told) {
                let message = format!("this includes more than {MOST_HELD} things");
                problems.push(
                    codes::TOO_DEEP
                        .at(*span, message)
                        .help("include less, or let a list take it once"),
                );
            }
        }
        problems
    }
}

/// The most that one definition may hold through its includes. Real data stays below a thousand.
const MOST_HELD: usize = 20_000;

/// The size of a definition, with everything counted as often as it is offered. Cycles have been
/// ruled out.
fn size_of(
    game: &Game,
    holder: IncludingItem,
    sizes: &mut FxHashMap<IncludingItem, usize>,
) -> usize {
    if let Some(known) = sizes.get(&holder) {
        return *known;
    }
    // Should there be a cycle after all, the holder being counted counts as one.
    sizes.insert(holder, 1);
    let inside =
        held(game, holder).into_iter().map(|inner| with_stack(|| size_of(game, inner, sizes)));
    let size = inside.fold(1, usize::saturating_add);
    sizes.insert(holder, size);
    size
}

fn body_of(game: &Game, holder: IncludingItem) -> &Body {
    match holder {
        IncludingItem::Choose(id) => &game.chooses[id].body,
        IncludingItem::Entry(id) => &game.entries[id].body,
    }
}

fn included(body: &Body) -> Vec<(IncludingItem, Span)> {
    let includes = body.includes.iter().map(|include| match include.what {
        Included::Choose(id) => (IncludingItem::Choose(id), include.span),
        Included::Entry(id) => (IncludingItem::Entry(id), include.span),
    });
    includes
        .chain(body.brings.iter().map(|brings| (IncludingItem::Entry(brings.unit), brings.span)))
        .collect()
}

/// Everything a definition holds: what it includes and brings, its choices and options.
fn held(game: &Game, holder: IncludingItem) -> Vec<IncludingItem> {
    let body = body_of(game, holder);
    let mut all: Vec<IncludingItem> =
        included(body).into_iter().map(|(target, _)| target).collect();
    all.extend(body.chooses.iter().map(|id| IncludingItem::Choose(*id)));
    all.extend(body.options.iter().map(|member| IncludingItem::Entry(member.entry)));
    if let IncludingItem::Choose(id) = holder {
        all.extend(
            game.chooses[id].members.iter().map(|member| IncludingItem::Entry(member.entry)),
        );
    }
    all
}

fn reaches(game: &Game, from: IncludingItem, to: IncludingItem) -> bool {
    let mut seen: FxHashSet<IncludingItem> = FxHashSet::default();
    let mut waiting = vec![from];
    while let Some(holder) = waiting.pop() {
        if holder == to {
            return true;
        }
        // Army books hold far less: give up rather than search forever.
        if seen.len() < 10_000 && seen.insert(holder) {
            waiting.extend(held(game, holder));
        }
    }
    false
}
