//! Changes that a player asks for by name, such as `orbat add` and `orbat set` make.
//!
//! [`ListEditor`] looks the names up and turns the request into [`Edit`]s. `unit` handles changes
//! to a unit, `force` to a force, `design` to a design, and `head` to the list itself.

pub(crate) mod design;
mod force;
pub(crate) mod head;
pub(crate) mod unit;

use crate::builder::address::{UnitLookup, UnitRef};
use crate::builder::derived::{is_sum, put_right, wrong};
use crate::builder::force::{PossibleForce, possible_forces, stations, with_new_forces};
use crate::builder::{Builder, find};
use crate::diagnostic::codes;
use crate::engine::{Assessment, Number, ProblemKey, Ruleset};
use crate::list::{Edit, EditError, ForceRef, LineId, List, Points, UnitLine};
use crate::model::Game;
use crate::source::Sources;
use crate::wording::problem::slot::slot;
use crate::wording::{LookupError, Quantity, Remark, force_title, price_words};

/// Changes to a unit. `None` leaves a key as it is, an empty text removes it.
#[derive(Debug, Clone, Default)]
pub struct UnitChange {
    /// How many models it has.
    pub models: Option<i64>,
    /// The design of the list that all its models use.
    pub design: Option<String>,
    /// How many such units its line stands for.
    pub count: Option<i64>,
    /// The player's own name for it.
    pub name: Option<String>,
    /// The id by which other lines refer to it.
    pub id: Option<String>,
    /// The slot it takes, by id or title.
    pub slot: Option<String>,
    /// Options to take by name, and how often in all; `None` takes the option once more.
    pub take: Vec<(String, Option<i64>)>,
    /// Options to drop, by name.
    pub drop: Vec<String>,
    /// The unit it joins.
    pub join: Option<String>,
    /// The unit it rides in.
    pub ride: Option<String>,
    /// The force it stands in; empty for the army itself.
    pub force: Option<String>,
    /// Values for the keys that the game defines for units.
    pub stated: Vec<(String, String)>,
    /// Notes to add; an empty one removes those there are.
    pub notes: Vec<String>,
}

/// Changes to the head of a list. `None` leaves a key as it is, an empty text removes it.
#[derive(Debug, Clone, Default)]
pub struct HeadChange {
    /// The name of the list.
    pub name: Option<String>,
    /// Whose list it is.
    pub player: Option<String>,
    /// The chart it is built by, by id or title. It can be replaced but not removed.
    pub chart: Option<String>,
    /// The points limit; no amounts remove it.
    pub points: Option<Points>,
    /// Values for the keys that the game defines for armies.
    pub stated: Vec<(String, String)>,
    /// The faction of the army, by id or title.
    pub faction: Option<String>,
    /// The event it is for, by id or title.
    pub event: Option<String>,
    /// The faction of the opponent, by id or title.
    pub opponent: Option<String>,
    /// Optional rules to play with, by id or title, and whether to play with each.
    pub optional: Vec<(String, bool)>,
    /// Options of the army to take by name, and how often in all; `None` takes one once more.
    pub take: Vec<(String, Option<i64>)>,
    /// Options of the army to drop, by name.
    pub drop: Vec<String>,
    /// Cards of the deck by id or title, and how many of each.
    pub cards: Vec<(String, i64)>,
    /// Notes to add; an empty one removes those there are.
    pub notes: Vec<String>,
}

/// Changes to a design of the list.
#[derive(Debug, Clone, Default)]
pub struct DesignChange {
    /// The model it is made from, by id or title. A new design needs one.
    pub model: Option<String>,
    /// Characteristics and their values.
    pub picks: Vec<(String, i64)>,
    /// Options to take by name, and how often in all; `None` takes the option once more.
    pub take: Vec<(String, Option<i64>)>,
    /// Options to drop, by name.
    pub drop: Vec<String>,
}

/// The other units that a change of a unit names.
#[derive(Clone, Copy)]
pub(crate) struct OtherUnits {
    host: Option<LineId>,
    carrier: Option<LineId>,
}

/// A list that is being changed.
pub struct ListEditor<'c, 'g> {
    /// The rules that the list is changed under.
    pub rules: &'c Ruleset<'g>,
    /// The game of these rules.
    pub game: &'g Game,
    /// Holds the text of the list: units can be named by their line number.
    pub sources: &'c Sources,
    /// The list as changed so far.
    pub list: List,
}

type LookupResult<T = ()> = Result<T, LookupError>;

/// Side effects of a change that the player should know about.
pub type Remarks = Vec<Remark>;

impl ListEditor<'_, '_> {
    /// Adds a unit to the given force, or to the one where it causes the fewest errors.
    pub fn add(&mut self, name: &str, change: &UnitChange) -> LookupResult<Remarks> {
        self.with_sums(|list| list.add_unit(name, change))
    }

    /// Removes a unit; if its line stands for several, one of them.
    pub fn remove(&mut self, name: &str) -> LookupResult<Remarks> {
        self.with_sums(|list| list.remove_unit(name))
    }

    /// Changes a unit. If its line stands for several, only the one that is named changes; a name
    /// that means the whole line changes all of them.
    pub fn set(&mut self, name: &str, change: &UnitChange) -> LookupResult<Remarks> {
        self.with_sums(|list| list.change_unit(name, change))
    }

    /// Makes edits. Returns the line of the unit or force that the last one added.
    pub(crate) fn apply(&mut self, edits: &[Edit]) -> LookupResult<Option<LineId>> {
        let mut added = None;
        self.with_sums(|change| {
            for edit in edits {
                added = change.make(edit)?;
            }
            Ok(Vec::new())
        })?;
        Ok(added)
    }

    /// Replaces the list with the result of a search.
    pub(crate) fn replace(&mut self, list: List) -> LookupResult {
        self.with_sums(|change| {
            change.list = list;
            Ok(Vec::new())
        })
        .map(drop)
    }

    /// The line of a unit by its id in the verdict, with no other unit on it.
    pub(crate) fn own_line(&mut self, id: &str) -> LookupResult<LineId> {
        let assessment = self.assess();
        let unit = assessment.units.iter().find(|unit| unit.id == id).ok_or_else(gone)?;
        let copies = assessment.units.iter().filter(|other| other.line == unit.line);
        let copies: Vec<String> = copies.map(|other| other.id.clone()).collect();
        let meant = UnitRef {
            line: unit.line,
            title: unit.title.clone(),
            number: 0,
            copy: copies.iter().position(|copy| copy == id),
            copies,
        };
        self.part(&meant, &mut Vec::new())
    }

    /// Adds a copy of a unit, without its joins and transport.
    pub(crate) fn duplicate(&mut self, unit: LineId) -> LookupResult<Option<LineId>> {
        let like = self.line(unit)?.clone();
        let line = UnitLine {
            id: None,
            name: None,
            count: None,
            rides: None,
            joined: Vec::new(),
            unit: self.list.added(like.unit.value.clone()),
            ..like
        };
        let to = ForceRef::from(self.list.force_of(unit));
        self.apply(&[Edit::AddUnit { line: Box::new(line), to }])
    }

    /// Changes the unit of a line. The units it joins and rides in are given by their ids in the
    /// verdict.
    pub(crate) fn set_line(&mut self, line: LineId, change: &UnitChange) -> LookupResult<Remarks> {
        self.with_sums(|list| {
            let own = |list: &mut Self, id: &Option<String>| match id.as_deref() {
                None | Some("") => Ok(None),
                Some(id) => list.own_line(id).map(Some),
            };
            let others =
                OtherUnits { host: own(list, &change.join)?, carrier: own(list, &change.ride)? };
            list.set_unit(line, change, others).map(|()| Vec::new())
        })
    }

    /// Makes a change, and updates the sums that the list states and that were right before.
    fn with_sums(
        &mut self,
        work: impl FnOnce(&mut Self) -> LookupResult<Remarks>,
    ) -> LookupResult<Remarks> {
        let before = wrong(self.rules, &self.list);
        let mut remarks = work(self)?;
        let mut now = wrong(self.rules, &self.list);
        now.retain(|name| !before.contains(name) && is_sum(&self.list, name));
        self.list = put_right(self.rules, &self.list, &now);
        for (name, value) in self.list.derived.iter().filter(|(name, _)| now.contains(name)) {
            remarks.push(Remark::Updated { name: name.value.clone(), value: value.words() });
        }
        Ok(remarks)
    }

    fn add_unit(&mut self, name: &str, change: &UnitChange) -> LookupResult<Remarks> {
        let entry = &self.game.entries[find::entry(self.rules, &self.list, name)?];
        if change.count.is_some_and(|count| count > 1)
            && change.join.as_ref().is_some_and(|host| !host.is_empty())
        {
            return Err(LookupError::SeveralJoin { line: None });
        }
        let mut remarks = Vec::new();
        let others = self.others(self.named(change)?, &mut remarks)?;
        let line = UnitLine::new(self.list.added(entry.id.clone()));
        let to = match &change.force {
            Some(name) => self.force(name, &line)?,
            None => self.station_of(&line),
        };
        let added = self.make(&Edit::AddUnit { line: Box::new(line), to })?;
        let unit = added.ok_or_else(gone)?;
        self.set_unit(unit, change, others)?;
        if change.models.is_none() {
            self.raise_size(unit);
        }
        remarks.extend(self.added(unit));
        Ok(remarks)
    }

    /// The remark on an added unit: its cost, slot and force.
    fn added(&self, unit: LineId) -> Option<Remark> {
        let assessment = self.assess();
        let units: Vec<_> = assessment.units.iter().filter(|known| known.line == unit).collect();
        let first = units.first()?;
        let costs = self.game.currencies.iter().map(|(id, currency)| {
            let mut costs = units.iter().filter_map(|unit| unit.costs.get(id.index()));
            let sum = costs.try_fold(Number::ZERO, |sum, cost| sum.plus(*cost));
            Some((Quantity::Number(sum?), currency.title.as_str()))
        });
        let force = first
            .force
            .and_then(|force| assessment.forces.iter().find(|known| known.force == Some(force)));
        Some(Remark::Added {
            units: units.len(),
            title: first.title.clone(),
            cost: price_words(costs.flatten()),
            slot: first.slot.map(|(chart, at)| slot(self.game, chart, at).to_owned()),
            force: force
                .and_then(|force| force.line)
                .map(|line| force_title(self.game, &self.list, line)),
        })
    }

    /// States a larger size where the army asks for more models than the entry does.
    fn raise_size(&mut self, unit: LineId) {
        let builder = Builder::new(self.rules);
        if let Some(sized) = builder.sized(&builder.candidate(self.list.clone()), unit) {
            self.list = sized.list;
        }
    }

    /// A force by its name, for a unit; an empty name is the army itself.
    fn force(&mut self, name: &str, line: &UnitLine) -> LookupResult<ForceRef> {
        if name.is_empty() {
            return Ok(ForceRef::Army);
        }
        let found = find::force(self.game, &self.list, name);
        found.or_else(|unknown| self.next_force(name, line).ok_or(unknown)).map(ForceRef::Force)
    }

    /// The place where a unit causes the fewest errors, later forces first. Begins a force if a
    /// required one is missing.
    fn station_of(&mut self, line: &UnitLine) -> ForceRef {
        let before = self.assess().keys();
        let mut stations = stations(self.game, &self.list);
        let army = stations.pop();
        let possible = possible_forces(self.game, &self.list);
        let missing = possible
            .iter()
            .filter(|force| force.is_first && (force.is_needed || force.is_allied()));
        let stations = stations.into_iter().rev().chain(army);
        let stations = stations.chain(missing.flat_map(PossibleForce::stations));
        let best = stations.min_by_key(|to| self.errors_in(&self.list, line, to, &before));
        best.unwrap_or(ForceRef::Army)
    }

    /// How many new errors a unit causes in a place: the lasting ones, and all.
    fn errors_in(
        &self,
        list: &List,
        line: &UnitLine,
        to: &ForceRef,
        before: &[ProblemKey],
    ) -> (usize, usize) {
        let edit = Edit::AddUnit { line: Box::new(line.clone()), to: to.clone() };
        let Ok(list) = edit.applied_to(list) else { return (usize::MAX, 0) };
        let assessment = self.rules.assess(&list);
        let new = assessment.new_errors(before);
        // More units and forces can be added later.
        let later = [&codes::SLOT_TOO_FEW, &codes::FORCE_TOO_FEW];
        (new.iter().filter(|error| !later.contains(&error.code)).count(), new.len())
    }

    /// Begins the next force, and the forces around it, if verdicts would give it this name. Of
    /// several charts it uses the best one for the unit.
    fn next_force(&mut self, name: &str, line: &UnitLine) -> Option<LineId> {
        let before = self.assess().keys();
        let all = possible_forces(self.game, &self.list);
        // A bare number refers to an existing force.
        let last = name.rsplit('/').next().unwrap_or_default();
        if last.trim().parse::<usize>().is_ok() {
            return None;
        }
        let is_named = |(list, force): &(List, LineId)| {
            find::force(self.game, list, name).is_ok_and(|found| found == *force)
        };
        let lists = all
            .iter()
            .flat_map(PossibleForce::stations)
            .filter_map(|to| with_new_forces(&self.list, &to));
        let (list, force) = lists.filter(is_named).min_by_key(|(list, force)| {
            self.errors_in(list, line, &ForceRef::Force(*force), &before)
        })?;
        self.list = list;
        Some(force)
    }

    /// Removes the whole line of a unit, even if it stands for several.
    pub fn remove_line(&mut self, name: &str) -> LookupResult<Remarks> {
        self.with_sums(|list| {
            let assessment = list.assess();
            let unit = list.lookup(&assessment).any_line(name)?.line;
            list.make(&Edit::RemoveLine { unit }).map(|_| Vec::new())
        })
    }

    /// Removes a force with all its units.
    pub fn remove_force(&mut self, name: &str) -> LookupResult<Remarks> {
        self.with_sums(|list| {
            let force = find::force(list.game, &list.list, name)?;
            list.make(&Edit::RemoveForce { force }).map(|_| Vec::new())
        })
    }

    fn remove_unit(&mut self, name: &str) -> LookupResult<Remarks> {
        let assessment = self.assess();
        let UnitRef { line, number, copies, .. } = self.lookup(&assessment).any_line(name)?;
        self.make(&Edit::RemoveUnit { unit: line })?;
        Ok(match copies.len() {
            0 | 1 => Vec::new(),
            units => vec![Remark::OneRemoved { line: number, units }],
        })
    }

    fn change_unit(&mut self, name: &str, change: &UnitChange) -> LookupResult<Remarks> {
        let assessment = self.assess();
        let meant = self.lookup(&assessment).line(name)?;
        let line = self.line(meant.line)?.clone();
        let to = change.force.as_ref().map(|force| self.force(force, &line)).transpose()?;
        let named = self.named(change)?;
        for (other, rides) in named.iter().zip([false, true]) {
            let is_it = |other: &UnitRef| {
                other.line == meant.line && (meant.copy.is_none() || meant.copy == other.copy)
            };
            if other.as_ref().is_some_and(is_it) {
                return Err(LookupError::WithItself { unit: meant.title, rides });
            }
        }
        let joins = matches!(named, [Some(_), _]);
        let mut remarks = Vec::new();
        let many = meant.copies.len();
        if many > 1 && meant.copy.is_none() {
            let line = (meant.number, meant.copies.clone());
            if joins {
                return Err(LookupError::SeveralJoin { line: Some(line) });
            }
            remarks.push(Remark::AllChange { line: line.0, copies: line.1 });
        }
        let others = self.others(named, &mut remarks)?;
        let unit = self.part(&meant, &mut remarks)?;
        self.set_unit(unit, change, others)?;
        if let Some(to) = to {
            match (Edit::MoveUnit { unit, to }).apply(&mut self.list) {
                Ok(_) | Err(EditError::NothingToDo) => {}
                Err(error) => return Err(LookupError::Edit(error)),
            }
        }
        Ok(remarks)
    }

    /// Splits one unit off a line that stands for several, so that it can differ from the others.
    /// Returns its line.
    fn part(&mut self, meant: &UnitRef, remarks: &mut Remarks) -> LookupResult<LineId> {
        let line = self.line(meant.line)?;
        // An earlier change may have split this line already.
        let many = line.copies();
        let Some(copy) = meant.copy.filter(|_| many > 1) else { return Ok(meant.line) };
        // References mean the first unit of a line, so the first one keeps the line.
        let (stays, goes) = if copy == 0 { (1, many - 1) } else { (many - 1, 1) };
        let parted = UnitLine { id: None, ..line.clone() };
        let to = ForceRef::from(self.list.force_of(meant.line));
        let added = self.make(&Edit::AddUnit { line: Box::new(parted), to })?;
        let new = added.ok_or_else(gone)?;
        self.make(&Edit::SetCount { unit: meant.line, count: stays })?;
        self.make(&Edit::SetCount { unit: new, count: goes })?;
        remarks.push(Remark::Split { line: meant.number, units: many });
        Ok(if copy == 0 { meant.line } else { new })
    }

    fn assess(&self) -> Assessment {
        self.rules.assess(&self.list)
    }

    fn lookup<'r>(&'r self, assessment: &'r Assessment) -> UnitLookup<'r> {
        UnitLookup { game: self.game, sources: self.sources, list: &self.list, assessment }
    }

    /// The units that a change names: the host and the carrier. They are looked up before anything
    /// changes, because a change can alter what verdicts call them.
    fn named(&self, change: &UnitChange) -> LookupResult<[Option<UnitRef>; 2]> {
        let assessment = self.assess();
        let find = |name: &Option<String>| match name.as_deref() {
            None | Some("") => Ok(None),
            Some(name) => self.lookup(&assessment).line(name).map(Some),
        };
        Ok([find(&change.join)?, find(&change.ride)?])
    }

    /// Gives the host and the carrier lines of their own.
    fn others(
        &mut self,
        [host, carrier]: [Option<UnitRef>; 2],
        remarks: &mut Remarks,
    ) -> LookupResult<OtherUnits> {
        let mut alone = |meant: Option<UnitRef>| {
            let Some(mut meant) = meant else { return Ok(None) };
            // Any copy will do. No reference can mean the last one, so that one is split off.
            meant.copy = meant.copy.or(meant.copies.len().checked_sub(1));
            self.part(&meant, remarks).map(Some)
        };
        Ok(OtherUnits { host: alone(host)?, carrier: alone(carrier)? })
    }

    fn line(&self, unit: LineId) -> LookupResult<&UnitLine> {
        self.list.unit(unit).ok_or_else(gone)
    }

    /// Makes an edit, and returns the line it added, if any.
    fn make(&mut self, edit: &Edit) -> LookupResult<Option<LineId>> {
        edit.apply(&mut self.list).map_err(LookupError::Edit)
    }
}

/// An error for a unit that was just looked up, so users should never see it.
fn gone() -> LookupError {
    LookupError::Edit(EditError::NoSuchUnit)
}
