//! Points that are left are spent on further units: the solver chooses them, the validator judges the choice.

use super::{Dice, Wish};
use crate::build::bench::{Draft, Home, Workbench};
use crate::build::force::with_force;
use crate::model::EntryId;
use crate::roster::{List, UnitLine};
use crate::source::Span;
use crate::validate::allocate::{Choice, Column, Places, choose};
use crate::validate::{Number, Weighed};

/// Rounds of spending: each may begin a force or use what the last one opened.
const ROUNDS: usize = 6;

/// How often the solver is asked again with what the validator objected to.
const OBJECTIONS: usize = 16;

/// So many units of one entry are chosen at once.
const MOST_ALIKE: u64 = 3;

/// Columns with what each counts, and how much they may come to together.
type Row = (Vec<(usize, i64)>, i64);

/// A way to take a unit.
struct Way {
    entry: EntryId,
    home: Home,
    line: UnitLine,
    column: Column,
    /// The pools of the collection it draws on, and how many models of each.
    models: Vec<(usize, i64)>,
}

impl Workbench<'_, '_> {
    /// The list with as much spent as is found.
    pub(super) fn spend(&self, mut draft: Draft, units: &[EntryId], limit: i64, dice: &mut Dice, wish: &Wish<'_>) -> Draft {
        for _ in 0..ROUNDS {
            let before = draft.weighed.points;
            if before == Number::whole(limit) || !(wish.go_on)("spending what is left") {
                break;
            }
            draft = self.add_units(draft, units, limit, dice, wish);
            draft = self.refine(draft, limit, wish);
            if draft.weighed.points == before {
                match self.begin_force(&draft, units, limit, wish, dice) {
                    Some(begun) => draft = begun,
                    None => break,
                }
            }
        }
        draft
    }

    /// The list with one more force, if it can be made legal.
    fn begin_force(&self, draft: &Draft, units: &[EntryId], limit: i64, wish: &Wish<'_>, dice: &mut Dice) -> Option<Draft> {
        let with = self.draft(with_force(self.game, &draft.list)?);
        let legal = self.make_legal(with, units, wish, dice.below(u64::MAX)).ok()?;
        (legal.weighed.points <= Number::whole(limit) && legal.weighed.points > draft.weighed.points).then_some(legal)
    }

    /// Units that the solver chooses. What the validator objects to is chosen less often next time.
    fn add_units(&self, draft: Draft, units: &[EntryId], limit: i64, dice: &mut Dice, wish: &Wish<'_>) -> Draft {
        let left = limit.saturating_sub(draft.weighed.points.ceil());
        let ways = self.ways(&draft, units, left, dice, wish);
        let mut choice = Choice {
            problems: draft.weighed.forces.iter().map(|force| force.problem.clone()).collect(),
            columns: ways.iter().map(|way| way.column.clone()).collect(),
            budget: left,
            caps: self.caps(&draft, &ways, dice).into_iter().chain(self.stock_rows(&draft, &ways)).collect(),
            one_of: Vec::new(),
            gap: 0.01,
        };
        let mut best = None::<Draft>;
        for _ in 0..OBJECTIONS {
            let Some(counts) = choose(&choice) else { break };
            if counts.iter().all(|count| *count == 0) || !(wish.go_on)("spending what is left") {
                break;
            }
            let taken =
                ways.iter().zip(&counts).flat_map(|(way, count)| std::iter::repeat_n(way, usize::try_from(*count).unwrap_or(0)));
            let Some(full) = self.with_ways(&draft.list, taken) else { break };
            if full.is_as_legal_as(&draft, &[]) {
                best = Some(full);
                break;
            }
            choice.caps.push(objection(&full, &draft, &ways, &counts));
        }
        best.unwrap_or(draft)
    }

    fn with_ways<'w>(&self, list: &List, ways: impl Iterator<Item = &'w Way>) -> Option<Draft> {
        let mut draft = None;
        let mut list = list.clone();
        for way in ways {
            let (next, _) = self.with_line(&list, &way.line, way.home)?;
            list = next.list.clone();
            draft = Some(next);
        }
        draft
    }

    /// The ways to take each unit that fits: bare, as large as it gets, and with everything on top.
    fn ways(&self, draft: &Draft, units: &[EntryId], left: i64, dice: &mut Dice, wish: &Wish<'_>) -> Vec<Way> {
        let mut ways: Vec<Way> = Vec::new();
        let keys = draft.weighed.keys();
        for (entry, home) in self.additions(&draft.list, units) {
            let Some((with, at)) = self.with_unit(&draft.list, entry, home) else { continue };
            // Minima and unlocks are the solver's business, everything else must be right at once.
            let placing = |code: &str| code == "slot.too_few" || code.starts_with("unlock.");
            let fits = with.short <= draft.short && with.weighed.new_errors(&keys).iter().all(|issue| placing(issue.code.name));
            let price = with.price_over(draft).ceil();
            if !fits || price <= 0 || price > left {
                continue;
            }
            if !(wish.go_on)("looking at what may be added") {
                break;
            }
            let forms = self.forms(draft, with, at, left);
            // A part of what there is makes another army of another seed.
            let some = forms.len() as u64;
            let skip = if dice.below(4) == 0 { dice.below(some) } else { some };
            for (number, form) in (0..).zip(forms) {
                if number == skip && some > 1 {
                    continue;
                }
                let column = Column { most: i64::try_from(MOST_ALIKE).unwrap_or(1), ..form.column };
                ways.push(Way { entry, home, column, ..form });
            }
        }
        ways
    }

    /// The forms of a unit, with their prices and where they would stand.
    fn forms(&self, base: &Draft, bare: Draft, at: Span, left: i64) -> Vec<Way> {
        let mut all: Vec<Way> = Vec::new();
        let mut add = |draft: &Draft| {
            let price = draft.price_over(base).ceil();
            if let Some((line, unit)) = self.line_of(draft, at).zip(draft.unit(at))
                && price <= left
                && !all.iter().any(|known| known.column.price == price)
            {
                let column = Column { price, most: 1, stands: stands(&base.weighed, &draft.weighed, at) };
                let models = self.stock.map(|stock| stock.pools_of(unit)).unwrap_or_default();
                all.push(Way { entry: unit.entry, home: None, line: line.clone(), column, models });
            }
        };
        add(&bare);
        let keys = bare.weighed.keys();
        let large = self.largest(&bare, at);
        let large = large.filter(|large| large.is_as_legal_as(&bare, &keys) && large.price_over(base).ceil() <= left);
        large.iter().for_each(&mut add);
        let mut loaded = large.unwrap_or(bare);
        for option in self.offered(&loaded.list, at) {
            let keys = loaded.weighed.keys();
            let with = self.with_option(&loaded.list, at, &option);
            let fits = |with: &Draft| with.is_as_legal_as(&loaded, &keys) && with.price_over(base).ceil() <= left;
            if let Some(with) = with.filter(fits) {
                loaded = with;
            }
        }
        add(&loaded);
        all
    }

    /// The unit with as many models as its entry takes.
    fn largest(&self, draft: &Draft, at: Span) -> Option<Draft> {
        let (_, high) = self.checker.sizes(&draft.list, self.line_of(draft, at)?)?;
        let now = draft.unit(at)?.size;
        self.with_size(&draft.list, at, high.filter(|high| *high > now)?)
    }

    /// The models of the collection that are left: all ways together take no more.
    fn stock_rows(&self, draft: &Draft, ways: &[Way]) -> Vec<Row> {
        let left = self.stock.map(|stock| stock.left(&draft.weighed)).unwrap_or_default();
        let row = |(pool, left): (usize, i64)| {
            let of_pool = |(at, way): (usize, &Way)| Some((at, way.models.iter().find(|(of, _)| *of == pool)?.1));
            (ways.iter().enumerate().filter_map(of_pool).collect(), left.max(0))
        };
        left.into_iter().enumerate().map(row).filter(|(columns, _): &Row| !columns.is_empty()).collect()
    }

    /// How often entries may be taken: as the validator says of two and of three, and by chance fewer.
    fn caps(&self, draft: &Draft, ways: &[Way], dice: &mut Dice) -> Vec<Row> {
        let keys = draft.weighed.keys();
        let mut entries: Vec<EntryId> = ways.iter().map(|way| way.entry).collect();
        entries.dedup();
        let mut caps = Vec::new();
        for entry in entries {
            let columns: Vec<usize> = (0..ways.len()).filter(|at| ways.get(*at).is_some_and(|way| way.entry == entry)).collect();
            let Some(first) = columns.first().and_then(|at| ways.get(*at)) else { continue };
            let mut most = 1;
            while most < MOST_ALIKE {
                let copies = usize::try_from(most + 1).unwrap_or(1);
                let several = self.with_ways(&draft.list, std::iter::repeat_n(first, copies));
                let placing = |code: &str| ["slot.", "unlock.", "points."].iter().any(|family| code.starts_with(family));
                let fit = |several: &Draft| {
                    several.short <= draft.short && several.weighed.new_errors(&keys).iter().all(|issue| placing(issue.code.name))
                };
                if !several.is_some_and(|several| fit(&several)) {
                    break;
                }
                most += 1;
            }
            let most = most - dice.below(most);
            caps.push((columns.into_iter().map(|at| (at, 1)).collect(), i64::try_from(most).unwrap_or(1)));
        }
        caps
    }
}

/// The force that a unit would stand in and its places there, as far as the forces before it know them.
fn stands(before: &Weighed, with: &Weighed, at: Span) -> Option<(usize, Places)> {
    let unit = with.units.iter().position(|unit| unit.at == at)?;
    let force = with.forces.iter().position(|force| force.units.contains(&unit))?;
    let (new, old) = (with.forces.get(force)?, before.forces.get(force)?);
    let place = new.units.iter().position(|one| *one == unit)?;
    let mut places = new.problem.units.get(place)?.clone();
    // A grant or an offer that came with the unit itself is not there yet.
    places.grants.retain(|grant| old.problem.grants.get(*grant).is_some_and(|one| Some(one) == new.problem.grants.get(*grant)));
    places.offers.retain(|offer| old.problem.offers.get(*offer).is_some());
    Some((force, places))
}

/// What the validator objects to, as a bound on columns: those it speaks of may not all be taken together again. If they are
/// all of one entry there are too many of it, in whatever form.
fn objection(full: &Draft, before: &Draft, ways: &[Way], counts: &[i64]) -> Row {
    let mut blamed: Vec<EntryId> = Vec::new();
    for issue in &full.weighed.errors {
        let units = issue.about.units.iter().filter_map(|unit| full.weighed.units.get(unit.index()));
        blamed.extend(units.filter(|unit| before.unit(unit.at).is_none()).map(|unit| unit.entry));
    }
    blamed.sort_unstable();
    blamed.dedup();
    let concerns = |at: &usize| {
        let (Some(way), Some(count)) = (ways.get(*at), counts.get(*at)) else { return false };
        match blamed.as_slice() {
            [] => *count > 0,
            [one] => way.entry == *one,
            several => *count > 0 && several.contains(&way.entry),
        }
    };
    let columns: Vec<usize> = (0..ways.len()).filter(concerns).collect();
    let taken: i64 = columns.iter().filter_map(|at| counts.get(*at)).sum();
    (columns.into_iter().map(|at| (at, 1)).collect(), (taken - 1).max(0))
}
