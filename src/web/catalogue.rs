//! Every unit that an army might have: what it costs, where it would go, and why it does not fit.

use serde::{Deserialize, Serialize};

use crate::builder::candidate::Candidate;
use crate::builder::derived::without_numbers;
use crate::builder::find::{self, faction_of, is_native};
use crate::builder::force::{
    PossibleForce, factions_of, possible_forces, stations, with_new_forces,
};
use crate::builder::{Builder, Suggestion};
use crate::diagnostic::codes;
use crate::engine::{AssessedForce, AssessedUnit, ProblemKey, Ruleset};
use crate::list::{Edit, ForceRef, LineId, List, UnitLine};
use crate::model::{ChartId, Entry, EntryId, Game};
use crate::views::{Amount, Card, Cost, told, unit_card};
use crate::web::Watch;
use crate::web::issue::sentence;
use crate::web::open::{AboutList, CallError, open_whole};
use crate::wording::force_title;
use crate::wording::problem::slot::slot as slot_title;
use crate::workspace::Data;

/// What may be added to a list.
#[derive(Debug, Serialize)]
pub(crate) struct Catalogue {
    /// The slots of the charts in use, in order, then groups for units without one.
    pub groups: Vec<Group>,
    pub units: Vec<CatalogueRow>,
    /// Whether every unit was looked at.
    pub is_whole: bool,
}

/// What is told of a catalogue before its end: first the groups, then each row.
#[derive(Debug, Serialize)]
#[serde(rename_all = "snake_case")]
enum CataloguePart<'c> {
    Groups(&'c [Group]),
    Unit(&'c CatalogueRow),
}

/// Units that belong together: a slot, or a category where there are no slots.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct Group {
    pub id: String,
    pub title: String,
}

/// A unit that might be added.
#[derive(Debug, Serialize)]
pub(crate) struct CatalogueRow {
    pub unit: String,
    pub title: String,
    /// The id of its group.
    pub group: String,
    /// The least it costs here, with what it must take.
    pub points: Option<Amount>,
    pub other_costs: Vec<Cost>,
    pub models: i64,
    /// The force it would stand in; none for the army itself.
    pub force: Option<String>,
    /// Whether that force would be new.
    pub begins_force: bool,
    /// The title of the slot it would fill.
    pub slot: Option<String>,
    /// Where `add` puts it.
    pub to: ForceRef,
    pub fits: bool,
    /// Why it does not fit.
    pub why: Vec<String>,
    /// Whether it brings the list nearer to being legal.
    pub needed: bool,
    pub unique: bool,
    /// How many of it the list has.
    pub in_list: usize,
    /// Further words to find it by.
    pub words: Vec<String>,
}

/// A unit in one of the places it might stand.
struct TriedPlace {
    candidate: Candidate,
    to: ForceRef,
    line: LineId,
    begins_force: bool,
    fits: bool,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CatalogueAsk {
    list: String,
    /// The title of a force of the list: only what may stand there is listed.
    #[serde(default)]
    force: Option<String>,
    /// The only unit that is asked about.
    #[serde(default)]
    unit: Option<String>,
}

pub(crate) fn catalogue(
    data: &Data,
    asked: &CatalogueAsk,
    watch: &Watch<'_>,
) -> Result<Catalogue, CallError> {
    let opened = open_whole(data, &asked.list)?;
    let rules = Ruleset::new(opened.game);
    let builder = Builder::new(&rules);
    // Every addition would make the sums that the list states wrong.
    let base = builder.candidate(without_numbers(&opened.list));
    let named = asked.force.as_deref().filter(|force| !force.is_empty());
    let force = named.map(|force| find::force(opened.game, &base.list, force)).transpose()?;
    let places = PossiblePlaces::of(&builder, &base, force);
    let units = units(&builder, &base, asked.unit.as_deref());
    watch.found(&CataloguePart::Groups(&groups(opened.game, &base, force)));
    let mut rows: Vec<CatalogueRow> = Vec::new();
    let mut is_whole = true;
    for unit in units {
        if !watch.may_do("looking at what may be added") {
            is_whole = false;
            break;
        }
        if let Some(row) = row(&builder, &base, &places, unit) {
            watch.found(&CataloguePart::Unit(&row));
            rows.push(row);
        }
    }
    let mut groups = groups(opened.game, &base, force);
    groups.retain(|group| is_slot(group) || rows.iter().any(|row| row.group == group.id));
    let place = |row: &CatalogueRow| groups.iter().position(|group| group.id == row.group);
    rows.sort_by(|a, b| (place(a), !a.fits, &a.title).cmp(&(place(b), !b.fits, &b.title)));
    Ok(Catalogue { groups, units: rows, is_whole })
}

/// The units to look at: all that some force of the list might have, by their titles.
fn units(builder: &Builder<'_, '_>, base: &Candidate, only: Option<&str>) -> Vec<EntryId> {
    let game = builder.game;
    let mut factions: Vec<_> = factions_of(game, &base.list).into_iter().map(Some).collect();
    factions.extend(factions.is_empty().then_some(None));
    let mut units = builder.all_units(&base.list);
    units.retain(|unit| {
        let entry = &game.entries[*unit];
        only.is_none_or(|id| entry.id == id)
            && (factions.iter().any(|faction| is_native(*faction, entry))
                || base.assessment.units.iter().any(|known| known.entry == *unit))
    });
    units.sort_by_key(|unit| &game.entries[*unit].title);
    units
}

/// Everywhere a unit might stand.
struct PossiblePlaces<'c> {
    /// The only force that is asked about.
    force: Option<LineId>,
    keys: Vec<ProblemKey>,
    /// The list itself, and with each further force.
    lists: Vec<(std::borrow::Cow<'c, List>, Vec<ForceRef>, Option<ForceRef>)>,
    /// The same list without units, to see where a unit belongs.
    empty: List,
}

impl<'c> PossiblePlaces<'c> {
    fn of(builder: &Builder<'_, '_>, base: &'c Candidate, force: Option<LineId>) -> Self {
        let game = builder.game;
        let known =
            force.map_or_else(|| stations(game, &base.list), |of| vec![ForceRef::Force(of)]);
        let mut lists = vec![(std::borrow::Cow::Borrowed(&base.list), known, None)];
        // While an earlier force must still be filled, no further one is offered.
        if force.is_none() && !base.has_error(&codes::FORCE_NOT_FULL) {
            let possible = possible_forces(game, &base.list);
            for to in possible.iter().flat_map(PossibleForce::stations) {
                if let Some((list, force)) = with_new_forces(&base.list, &to) {
                    let list = std::borrow::Cow::Owned(list);
                    lists.push((list, vec![ForceRef::Force(force)], Some(to)));
                }
            }
        }
        let mut empty = base.list.clone();
        let lines: Vec<_> = empty.unit_lines().map(UnitLine::line).collect();
        for unit in lines {
            // A line that was removed together with another need not be removed again.
            let _ = Edit::RemoveLine { unit }.apply(&mut empty);
        }
        PossiblePlaces { force, keys: base.assessment.keys(), lists, empty }
    }
}

/// The row of a unit; none if no army of the list's faction may have it.
fn row(
    builder: &Builder<'_, '_>,
    base: &Candidate,
    places: &PossiblePlaces<'_>,
    unit: EntryId,
) -> Option<CatalogueRow> {
    let entry = &builder.game.entries[unit];
    let best = best(builder, base, places, unit)?;
    let is_barred = |code| {
        best.candidate
            .assessment
            .new_errors(&places.keys)
            .iter()
            .any(|e| std::ptr::eq(e.code, code))
    };
    if !best.fits && (is_barred(&codes::UNIT_NOT_AVAILABLE) || is_barred(&codes::UNIT_NOT_BROUGHT))
    {
        return None;
    }
    let why = builder.why_not(base, &best.candidate, &places.keys);
    let assessed = best.candidate.unit(best.line);
    let slot = assessed.and_then(|unit| unit.slot);
    let listed = slot.or_else(|| expected_slot(builder, places, unit, &best));
    let costs = best.candidate.prices_over(base);
    let list = &best.candidate.list;
    Some(CatalogueRow {
        unit: entry.id.clone(),
        title: entry.title.clone(),
        group: group_id(builder.game, entry, listed, places.force.is_some() || !has_forces(base)),
        points: crate::views::points(Some(&costs)),
        other_costs: told(&crate::views::others(builder.game, Some(&costs))),
        models: assessed.map_or(0, |unit| unit.size),
        force: list.force_of(best.line).map(|force| force_title(builder.game, list, force)),
        begins_force: best.begins_force,
        slot: slot.map(|(chart, at)| slot_title(builder.game, chart, at).to_owned()),
        fits: best.fits,
        why: why.iter().map(|why| sentence(why)).collect(),
        needed: best.fits && best.candidate.distance() < base.distance(),
        unique: entry.unique,
        in_list: base.assessment.units.iter().filter(|known| known.entry == unit).count(),
        words: words(builder.game, entry),
        to: best.to,
    })
}

/// The place where a unit fits, or where it causes the fewest errors.
fn best(
    builder: &Builder<'_, '_>,
    base: &Candidate,
    places: &PossiblePlaces<'_>,
    unit: EntryId,
) -> Option<TriedPlace> {
    let mut best: Option<(usize, TriedPlace)> = None;
    for (list, stations, new) in &places.lists {
        for station in stations {
            let Some((candidate, line)) = builder.with_unit(list, unit, station) else { continue };
            if !candidate.has_more_units(base) {
                continue; // it comes with another, written or not
            }
            let fits = candidate.is_as_legal_as(base, &places.keys);
            let errors = candidate.assessment.new_errors(&places.keys).len();
            let to = new.clone().unwrap_or_else(|| station.clone());
            let begins_force = new.is_some();
            let tried = TriedPlace { candidate, to, line, begins_force, fits };
            if fits {
                return Some(tried);
            }
            if best.as_ref().is_none_or(|(fewest, _)| errors < *fewest) {
                best = Some((errors, tried));
            }
        }
    }
    let (_, tried) = best?;
    // A word of its own may let it fit.
    let worded = builder
        .worded(&tried.candidate, tried.line)
        .into_iter()
        .find(|worded| worded.is_as_legal_as(base, &places.keys));
    Some(match worded {
        Some(candidate) => TriedPlace { candidate, fits: true, ..tried },
        None => tried,
    })
}

/// The slot that a unit would fill in an army without units.
fn expected_slot(
    builder: &Builder<'_, '_>,
    places: &PossiblePlaces<'_>,
    unit: EntryId,
    best: &TriedPlace,
) -> Option<(ChartId, usize)> {
    let to = match &best.to {
        ForceRef::New { .. } => return None,
        to => to,
    };
    let (alone, line) = builder.with_unit(&places.empty, unit, to)?;
    alone.unit(line).and_then(|unit: &AssessedUnit| unit.slot)
}

const WITHOUT: &str = "category:";

fn group_id(
    game: &Game,
    entry: &Entry,
    slot: Option<(ChartId, usize)>,
    is_by_slot: bool,
) -> String {
    match slot {
        // Several forces are listed by category: a slot stands once in each.
        Some((chart, at)) if is_by_slot => {
            let slot = game.charts[chart].slots.get(at);
            slot.map(|slot| slot.id.clone()).unwrap_or_default()
        }
        _ => {
            let first = entry.categories.first();
            let id = first.map(|id| game.categories[*id].id.as_str()).unwrap_or_default();
            format!("{WITHOUT}{id}")
        }
    }
}

fn has_forces(base: &Candidate) -> bool {
    base.list.force_lines().next().is_some()
}

/// The groups that rows may be in, in order.
fn groups(game: &Game, base: &Candidate, only: Option<LineId>) -> Vec<Group> {
    let mut all: Vec<Group> = Vec::new();
    let is_shown = |force: &&AssessedForce| match only {
        Some(_) => force.line == only,
        None => !has_forces(base),
    };
    for force in base.assessment.forces.iter().filter(is_shown) {
        for (at, slot) in game.charts[force.chart].slots.iter().enumerate() {
            let title = slot_title(game, force.chart, at).to_owned();
            all.push(Group { id: slot.id.clone(), title });
        }
    }
    all.extend(game.categories.values().map(|category| Group {
        id: format!("{WITHOUT}{}", category.id),
        title: category.title.clone(),
    }));
    all.push(Group { id: WITHOUT.to_owned(), title: String::new() });
    all
}

/// Whether a group is a slot, which is shown though nothing could fill it.
fn is_slot(group: &Group) -> bool {
    !group.id.starts_with(WITHOUT)
}

/// Keywords, categories and names in other languages, by which people look for units.
fn words(game: &Game, entry: &Entry) -> Vec<String> {
    let categories = entry.categories.iter().map(|id| game.categories[*id].title.clone());
    let own = entry.body.keywords.iter();
    let models = entry.body.models.iter().flat_map(|line| &game.entries[line.model].body.keywords);
    let keywords =
        own.chain(models).map(|keyword| game.keywords[keyword.keyword].name.replace('_', " "));
    let aliases = game.aliases_of(entry.span, None).map(|alias| alias.title.clone());
    let mut all: Vec<String> = categories.chain(keywords).chain(aliases).collect();
    all.sort();
    all.dedup();
    all
}

/// Units that may be added, with what each makes possible, as `orbat suggest` gives them.
pub(crate) fn suggest(data: &Data, asked: &AboutList) -> Result<Vec<Suggestion>, CallError> {
    let opened = open_whole(data, &asked.list)?;
    let rules = Ruleset::new(opened.game);
    Ok(Builder::new(&rules).suggest(&opened.list))
}

/// A unit to look at before it is added.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CardAsk {
    list: String,
    unit: String,
}

pub(crate) fn card(data: &Data, asked: &CardAsk) -> Result<Card, CallError> {
    let opened = open_whole(data, &asked.list)?;
    let rules = Ruleset::new(opened.game);
    let entry = find::entry(&rules, &opened.list, &asked.unit)?;
    let faction = faction_of(opened.game, &opened.list);
    unit_card(&rules, &opened.sources, faction, entry)
        .ok_or_else(|| CallError::new(404, "there is no card of this unit"))
}
