//! Works out one unit: which of all that its lines may mean costs what the text says and can be
//! taken. What remains open is left as a doubt.

mod parts;
mod sizes;
mod ways;

use self::parts::{MatchedParts, with_inner};
use self::ways::{Spread, combinations};
use crate::desk::read::draft::{DraftPart, UnitDraft};
use crate::desk::read::index::CLOSE;
use crate::desk::read::lexicon::Lexicon;
use crate::desk::read::menu::UnitMenu;
use crate::diagnostic::{Code, Family, codes};
use crate::engine::{Offered, Ruleset};
use crate::list::{Edit, Holder, Ignored, LineId, List, Models, UnitLine};
use crate::model::EntryId;
use crate::number::Number;
use crate::views::fingerprint;

/// Something about a unit that its lines leave open.
#[derive(Debug, Clone)]
pub(crate) enum Doubt {
    /// A part that may be any of these, by id and title.
    Part { line: usize, written: String, candidates: Vec<(String, String)> },
    /// The number may be of models or of units.
    Number { line: usize, written: String, candidates: Vec<(String, String)> },
    /// Several ways to read the unit cost and fit the same.
    Reading { line: usize, written: String, candidates: Vec<(String, String)> },
    /// What it costs is not what the text says.
    Price { line: usize, written: String, stated: Number, cost: Number },
}

/// A unit worked out.
#[derive(Debug, Clone)]
pub(crate) struct ReadUnit {
    pub line: UnitLine,
    pub entry: EntryId,
    pub cost: Option<Number>,
    /// The text states its price, and that is what it costs.
    pub is_confirmed: bool,
    /// That price is one of several units of the line.
    pub is_each: bool,
    pub doubts: Vec<Doubt>,
    /// What was understood on which line.
    pub understood: Vec<(usize, String)>,
    /// Other ways to read it at the same price, which only a fingerprint can tell apart.
    pub others: Vec<UnitLine>,
    /// The same for the same unit with the same equipment.
    pub identity: Option<String>,
    /// How many models it has.
    models: i64,
    /// How wrong it is: less is better.
    errors: usize,
}

pub(crate) struct UnitReader<'a, 'g> {
    pub rules: &'a Ruleset<'g>,
    pub lexicon: &'a Lexicon<'g>,
    /// The list without units.
    pub base: &'a List,
}

impl<'a, 'g> UnitReader<'a, 'g> {
    /// Works a unit out: the best of all entries it may be.
    pub(crate) fn work(&self, draft: &UnitDraft) -> Option<ReadUnit> {
        let mut all: Vec<ReadUnit> =
            draft.entries.iter().filter_map(|entry| self.with_entry(draft, *entry)).collect();
        let rank = |worked: &ReadUnit| {
            let is_off = draft.price.is_some() && !worked.is_confirmed;
            let unknown =
                worked.doubts.iter().filter(|doubt| matches!(doubt, Doubt::Part { .. })).count();
            (is_off, unknown, worked.errors)
        };
        all.sort_by_key(rank);
        let best = rank(all.first()?);
        let tied = all.iter().filter(|worked| rank(worked) == best).count();
        let titles: Vec<(String, String)> =
            all.iter().map(|worked| self.named(worked.entry)).collect();
        let mut first = all.into_iter().next()?;
        let is_far = (draft.score < CLOSE && !first.is_confirmed) || draft.lacks_price;
        if tied > 1 || (titles.len() > 1 && !first.is_confirmed) || is_far {
            let (line, written) = (draft.line, draft.written.clone());
            first.doubts.push(Doubt::Part { line, written, candidates: titles });
        }
        Some(first)
    }

    fn named(&self, entry: EntryId) -> (String, String) {
        let entry = &self.rules.book.game.entries[entry];
        (entry.id.clone(), entry.title.clone())
    }

    fn with_entry(&self, draft: &UnitDraft, entry: EntryId) -> Option<ReadUnit> {
        let (list, id) = self.alone(entry);
        let menu = UnitMenu::of(self.rules, self.lexicon, &list, id);
        let parts = with_inner(&menu, &draft.parts);
        let all: Vec<&DraftPart> = parts.iter().collect();
        let MatchedParts { mut taken, mut kinds, mut understood, mut doubts, mut guesses, open } =
            self.match_parts(&menu, &all);
        // Options inside options are offered once the outer one is taken.
        let mut menu = menu;
        if !open.is_empty() && !taken.is_empty() {
            let first = combinations(&taken).into_iter().next().unwrap_or_default();
            let with = self.build(&list, id, &menu, &first, &Models::Unstated, Spread::Together);
            let inner = UnitMenu::of(self.rules, self.lexicon, &with, id);
            let known = menu.offers.clone();
            let more = self.match_parts(&inner, &open);
            let still_open = more.open;
            kinds.extend(more.kinds);
            understood.extend(more.understood);
            guesses.extend(more.guesses);
            for mut more in more.taken {
                for offer in &mut more.offers {
                    let Some(found) = inner.offers.get(*offer) else { continue };
                    *offer = known.iter().position(|known| known == found).unwrap_or_else(|| {
                        menu.offers.push(found.clone());
                        menu.offers.len() - 1
                    });
                }
                taken.push(more);
            }
            self.doubt_open(&menu, &still_open, &mut doubts);
        } else {
            self.doubt_open(&menu, &open, &mut doubts);
        }
        // Outer options first, so that the inner ones find them.
        taken.sort_by_key(|taken| {
            taken
                .offers
                .first()
                .and_then(|at| menu.offers.get(*at))
                .map_or(0, |offer| offer.within.len())
        });
        let best = self.best_way(draft, &list, id, &menu, &taken, &kinds, &mut doubts)?;
        // A price that fits confirms what was guessed, unless that is free.
        for (offer, doubt) in guesses {
            let has_price = offer.is_some_and(|offer| self.has_price(&list, id, &offer));
            if !(best.is_confirmed && has_price) {
                doubts.push(doubt);
            }
        }
        understood.insert(0, (draft.line, self.rules.book.game.entries[entry].title.clone()));
        Some(ReadUnit { doubts, understood, entry, ..best })
    }

    /// Whether an option changes what the unit costs.
    fn has_price(&self, list: &List, id: LineId, offer: &Offered) -> bool {
        let cost = |list: &List| self.rules.assess(list).costs;
        let edit = Edit::TakeOption { of: Holder::Unit(id), offer: offer.offer(), times: Some(1) };
        edit.applied_to(list).is_ok_and(|with| cost(&with) != cost(list))
    }

    /// A list with one unit and nothing at it.
    fn alone(&self, entry: EntryId) -> (List, LineId) {
        let mut list = self.base.clone();
        let mut line = UnitLine::new(list.added(self.rules.book.game.entries[entry].id.clone()));
        let id = list.ids.0.give();
        line.line = Ignored(id);
        list.units = vec![line];
        (list, id)
    }

    fn assessed(&self, list: &List, entry: EntryId, id: LineId) -> Option<ReadUnit> {
        let fingerprint = fingerprint::of_army(self.rules.session(list).evaluator());
        let assessment = self.rules.assess(list);
        let unit = assessment.units.iter().find(|unit| unit.line == id);
        let errors = assessment.errors.iter().filter(|error| is_about_parts(error.code));
        let unknown =
            assessment.errors.iter().filter(|error| error.code == &codes::OPTION_UNKNOWN).count();
        Some(ReadUnit {
            line: list.units.first()?.clone(),
            entry,
            cost: unit.and_then(|unit| unit.costs.first().copied()),
            is_confirmed: false,
            is_each: false,
            doubts: Vec::new(),
            understood: Vec::new(),
            others: Vec::new(),
            errors: errors.count() + unknown,
            identity: fingerprint,
            models: unit.map_or(0, |unit| unit.models.iter().map(|(_, count)| *count).sum()),
        })
    }
}

/// Whether an error is about what a unit consists of, not about the army around it.
fn is_about_parts(code: &Code) -> bool {
    use Family::{Formula, List, Option, Pick, Value};
    matches!(code.family, Formula | List | Option | Pick | Value)
        || [&codes::UNIT_SIZE, &codes::UNIT_LEADER].contains(&code)
}
