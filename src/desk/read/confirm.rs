//! Compares the army with the fingerprint that a text states. A printout leaves out what no reader
//! misses: who decides a tie, which slot was meant, whether points were agreed on. If the army as
//! read is another, those are tried; if one of them is the army stated, nothing is left to ask.

use crate::desk::read::draft::Draft;
use crate::desk::read::fold::fold;
use crate::desk::read::reading::{Question, QuestionSubject};
use crate::desk::read::unit::ReadUnit;
use crate::engine::Ruleset;
use crate::list::{GameValue, LineId, List, Scalar, UnitLine};
use crate::model::Chart;
use crate::views::fingerprint;

/// How many armies are compared.
const MOST_ARMIES: usize = 600;

/// Something that a printout does not say.
enum OmittedFact<'d> {
    NoPoints,
    NoChart,
    NoForces,
    /// A unit that a derived value names.
    Derived(&'d str, LineId),
    /// The slot of a unit, or of all units.
    Slot(Option<LineId>),
    /// Any slot, for a unit that no heading puts into one.
    AnySlot(LineId, &'d str),
    /// Which of several units of a name another one rides in.
    Rides(LineId, LineId),
    /// An option of the unit that one of its lines of models takes.
    Moved(LineId, usize, usize),
    /// Another way to read a unit.
    Unit(LineId, &'d UnitLine),
}

/// Whether the army is the one that the text states, perhaps after something unsaid is added. Then
/// there are no questions any more.
pub(crate) fn confirm(
    rules: &Ruleset<'_>,
    draft: &Draft,
    worked: &[Option<ReadUnit>],
    list: &mut List,
    questions: &mut Vec<Question>,
) -> bool {
    let Some(stated) = &draft.fingerprint else { return false };
    let is_meant = |list: &List| {
        fingerprint::of_army(rules.session(list).evaluator()).as_ref() == Some(stated)
    };
    let unsaid = unsaid(rules, draft, worked, list);
    let meant = std::iter::once(list.clone())
        .chain(unsaid.iter().map(|fact| with(rules, draft, list, &[fact])))
        .chain(pairs(&unsaid).map(|(fact, other)| with(rules, draft, list, &[fact, other])))
        .take(MOST_ARMIES)
        .find(is_meant);
    if let Some(meant) = meant {
        *list = meant;
        questions.clear();
        return true;
    }
    let (written, about) = (stated.clone(), QuestionSubject::Fingerprint);
    questions.push(Question { line: None, written, about, candidates: Vec::new() });
    false
}

fn pairs<'u, 'd>(
    all: &'u [OmittedFact<'d>],
) -> impl Iterator<Item = (&'u OmittedFact<'d>, &'u OmittedFact<'d>)> {
    let places = all.iter().enumerate();
    places.flat_map(|(at, fact)| all.iter().skip(at + 1).map(move |other| (fact, other)))
}

fn unsaid<'d, 'g: 'd>(
    rules: &'d Ruleset<'g>,
    draft: &'d Draft,
    worked: &'d [Option<ReadUnit>],
    list: &List,
) -> Vec<OmittedFact<'d>> {
    let game = rules.book.game;
    let mut all = Vec::new();
    if draft.limit.is_none() && list.points.is_some() {
        all.push(OmittedFact::NoPoints);
    }
    if list.chart.is_some() {
        all.push(OmittedFact::NoChart);
    }
    if list.force_lines().next().is_some() {
        all.push(OmittedFact::NoForces);
    }
    for (derive, words) in &draft.derived {
        let folded = fold(words);
        for unit in list.unit_lines() {
            let title =
                rules.book.unit(&unit.unit.value).map(|entry| fold(&game.entries[entry].title));
            let name = unit.name.as_ref().map(|name| fold(&name.value));
            if [title, name].contains(&Some(folded.clone())) {
                all.push(OmittedFact::Derived(&game.derives[*derive].id, unit.line()));
            }
        }
    }
    all.push(OmittedFact::Slot(None));
    all.extend(list.unit_lines().map(|unit| OmittedFact::Slot(Some(unit.line()))));
    let lines: Vec<LineId> = in_order(draft, worked, list);
    for (unit, line) in list.unit_lines().map(|unit| (unit, unit.line())) {
        let options = 0..unit.options.len();
        if let crate::list::Models::Lines(rows) = &unit.models {
            all.extend(options.flat_map(|option| {
                (0..rows.len()).map(move |row| OmittedFact::Moved(line, option, row))
            }));
        }
        if let Some(carrier) = &unit.rides {
            let entry = list
                .unit_lines()
                .find(|other| other.id.as_ref() == Some(carrier))
                .map(|other| &other.unit);
            let same = list.unit_lines().filter(|other| Some(&other.unit) == entry);
            all.extend(same.map(|other| OmittedFact::Rides(line, other.line())));
        }
    }
    let charts = charts(rules, list);
    let slots: Vec<&'d str> =
        charts.iter().flat_map(|chart| &chart.slots).map(|slot| slot.id.as_str()).collect();
    if list.unit_lines().count() <= 12 {
        all.extend(
            lines
                .iter()
                .flat_map(|line| slots.iter().map(|slot| OmittedFact::AnySlot(*line, slot))),
        );
    }
    for (worked, line) in worked.iter().flatten().zip(lines) {
        all.extend(worked.others.iter().map(|other| OmittedFact::Unit(line, other)));
    }
    all
}

/// The lines of the units that were worked out, in the order of the text.
fn in_order(draft: &Draft, worked: &[Option<ReadUnit>], list: &List) -> Vec<LineId> {
    let mut lines: Vec<LineId> = list.unit_lines().map(UnitLine::line).collect();
    lines.sort_unstable();
    debug_assert_eq!(draft.units.len(), worked.len());
    lines
}

fn with(rules: &Ruleset<'_>, draft: &Draft, list: &List, unsaid: &[&OmittedFact<'_>]) -> List {
    let mut list = list.clone();
    for unsaid in unsaid {
        match unsaid {
            OmittedFact::NoPoints => list.points = None,
            OmittedFact::NoChart => list.chart = None,
            OmittedFact::NoForces => {
                let units: Vec<UnitLine> = list.unit_lines().cloned().collect();
                list.others.retain(|other| !matches!(other.value, GameValue::Forces(_)));
                list.units = units;
            }
            OmittedFact::Derived(name, unit) => state(&mut list, name, *unit),
            OmittedFact::Slot(unit) => slots(rules, draft, &mut list, *unit),
            OmittedFact::AnySlot(unit, slot) => {
                let slot = list.added((*slot).to_owned());
                if let Some(line) = list.unit_lines_mut().find(|line| line.line() == *unit) {
                    line.slot = Some(slot);
                }
            }
            OmittedFact::Rides(unit, carrier) => {
                let id = list.added("carrier".to_owned());
                let Some(line) = list.unit_lines_mut().find(|line| line.line() == *carrier) else {
                    continue;
                };
                let id = line.id.get_or_insert(id).clone();
                if let Some(line) = list.unit_lines_mut().find(|line| line.line() == *unit) {
                    line.rides = Some(id);
                }
            }
            OmittedFact::Moved(unit, option, row) => {
                if let Some(line) = list.unit_lines_mut().find(|line| line.line() == *unit)
                    && *option < line.options.len()
                    && let crate::list::Models::Lines(rows) = &mut line.models
                    && let Some(row) = rows.get_mut(*row)
                {
                    row.options.push(line.options.remove(*option));
                }
            }
            OmittedFact::Unit(unit, other) => {
                if let Some(line) = list.unit_lines_mut().find(|line| line.line() == *unit) {
                    line.models = other.models.clone();
                    line.options = other.options.clone();
                    line.count = other.count.clone();
                }
            }
        }
    }
    list
}

/// States a derived value, with an id for the unit where its name is not enough.
fn state(list: &mut List, name: &str, unit: LineId) {
    let name = list.added(name.to_owned());
    let id = list.added("named".to_owned());
    let entry =
        list.unit_lines().find(|line| line.line() == unit).map(|line| line.unit.value.clone());
    let is_alone =
        list.unit_lines().filter(|line| Some(&line.unit.value) == entry.as_ref()).count() == 1;
    let Some(line) = list.unit_lines_mut().find(|line| line.line() == unit) else { return };
    if !is_alone && line.id.is_none() {
        line.id = Some(id);
    }
    let unit = line.id.as_ref().unwrap_or(&line.unit).clone();
    list.derived.push((name, Scalar::Text(unit)));
}

/// The charts of a list and of its forces.
fn charts<'g>(rules: &Ruleset<'g>, list: &List) -> Vec<&'g Chart> {
    let of_forces = list.force_lines().filter_map(|force| force.chart.as_ref());
    let names: Vec<&str> = of_forces.chain(&list.chart).map(|chart| chart.value.as_str()).collect();
    let charts = rules.book.game.charts.values();
    charts.filter(|chart| names.contains(&chart.id.as_str())).collect()
}

/// States the slots that headings name.
fn slots(rules: &Ruleset<'_>, draft: &Draft, list: &mut List, only: Option<LineId>) {
    let charts = charts(rules, list);
    let mut lines: Vec<LineId> = list.unit_lines().map(UnitLine::line).collect();
    lines.sort_unstable();
    for (unit, id) in draft.units.iter().zip(lines) {
        let Some(section) = unit.section.as_deref().filter(|_| only.is_none_or(|only| only == id))
        else {
            continue;
        };
        let slot =
            charts.iter().flat_map(|chart| &chart.slots).find(|slot| fold(&slot.title) == section);
        let Some(slot) = slot.map(|slot| list.added(slot.id.clone())) else { continue };
        if let Some(line) = list.unit_lines_mut().find(|line| line.line() == id) {
            line.slot = Some(slot);
        }
    }
}
