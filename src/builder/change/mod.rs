//! Changes that a player asks for by name: to a unit, to the head of a list.

pub(crate) mod head;
pub(crate) mod unit;

use crate::builder::address::{UnitLookup, UnitRef};
use crate::builder::derived::{is_sum, put_right, wrong};
use crate::builder::force::{forces, further_force, stations, with_force};
use crate::builder::{Builder, LookupError, find};
use crate::diagnostic::codes;
use crate::engine::{Assessment, Ruleset};
use crate::list::{Edit, EditError, ForceRef, LineId, List, UnitLine};
use crate::model::Game;
use crate::source::Sources;
use crate::wording::force_title;

/// What is to be said of a unit. What is left out stays as it is; an empty text takes it out.
#[derive(Debug, Clone, Default)]
pub struct UnitChange {
    pub models: Option<i64>,
    /// A design of the list that its models are of.
    pub design: Option<String>,
    pub count: Option<i64>,
    pub name: Option<String>,
    pub id: Option<String>,
    pub slot: Option<String>,
    /// Options by name, and how often in all; none is once more.
    pub take: Vec<(String, Option<i64>)>,
    pub drop: Vec<String>,
    /// The unit it joins.
    pub join: Option<String>,
    pub ride: Option<String>,
    /// The force it stands in; empty for the army itself.
    pub force: Option<String>,
    /// Words behind keys that the game gives units.
    pub stated: Vec<(String, String)>,
}

/// What is to be said of the list itself.
#[derive(Debug, Clone, Default)]
pub struct HeadChange {
    pub name: Option<String>,
    pub player: Option<String>,
    pub chart: Option<String>,
    pub points: Option<i64>,
    /// Words behind keys that the game gives armies.
    pub stated: Vec<(String, String)>,
}

/// Units that a change of another one names.
#[derive(Clone, Copy)]
pub(crate) struct Others {
    host: Option<LineId>,
    carrier: Option<LineId>,
}

/// A list that is being changed.
pub struct Change<'c, 'g> {
    pub rules: &'c Ruleset<'g>,
    pub game: &'g Game,
    /// Where the text of the list stands.
    pub sources: &'c Sources,
    pub list: List,
}

type Done<T = ()> = Result<T, LookupError>;

/// What the player should know of a change besides the change.
pub type Remarks = Vec<String>;

impl Change<'_, '_> {
    /// Adds a unit of the army book; in the force given, or where it stands best.
    pub fn add(&mut self, name: &str, change: &UnitChange) -> Done<Remarks> {
        self.with_sums(|list| list.add_unit(name, change))
    }

    /// Removes a unit; one of them if its line is several.
    pub fn remove(&mut self, name: &str) -> Done<Remarks> {
        self.with_sums(|list| list.remove_unit(name))
    }

    /// Changes a unit of the list; of a line of several just the one that was named, or else all of
    /// them.
    pub fn set(&mut self, name: &str, change: &UnitChange) -> Done<Remarks> {
        self.with_sums(|list| list.change_unit(name, change))
    }

    /// Makes a change; sums that the list states and that were right before follow it.
    fn with_sums(&mut self, work: impl FnOnce(&mut Self) -> Done<Remarks>) -> Done<Remarks> {
        let before = wrong(self.rules, &self.list);
        let mut remarks = work(self)?;
        let mut now = wrong(self.rules, &self.list);
        now.retain(|name| !before.contains(name) && is_sum(&self.list, name));
        self.list = put_right(self.rules, &self.list, &now);
        for (name, value) in self.list.derived.iter().filter(|(name, _)| now.contains(name)) {
            remarks.push(format!(
                "The list states `{}`, which is {} now.",
                name.value,
                value.words()
            ));
        }
        Ok(remarks)
    }

    fn add_unit(&mut self, name: &str, change: &UnitChange) -> Done<Remarks> {
        let entry = &self.game.entries[find::entry(self.game, &self.list, name)?];
        if change.count.is_some_and(|count| count > 1)
            && change.join.as_ref().is_some_and(|host| !host.is_empty())
        {
            return Err(LookupError(
                "several units cannot join another at once: add them one by one".to_owned(),
            ));
        }
        let mut remarks = Vec::new();
        let others = self.others(self.named(change)?, &mut remarks)?;
        let line = UnitLine::new(self.list.added(entry.id.clone()));
        let to = match &change.force {
            Some(name) => self.force(name)?,
            None => self.station_of(&line),
        };
        let added = self.make(&Edit::AddUnit { line: Box::new(line), to })?;
        let unit = added.ok_or_else(gone)?;
        self.set_unit(unit, change, others)?;
        if change.models.is_none() {
            self.raise_size(unit);
        }
        Ok(remarks)
    }

    /// Where the army asks for more models than the entry does, they are stated.
    fn raise_size(&mut self, unit: LineId) {
        let builder = Builder::new(self.rules);
        if let Some(sized) = builder.sized(&builder.candidate(self.list.clone()), unit) {
            self.list = sized.list;
        }
    }

    /// A force by its name; nothing is the army itself.
    fn force(&mut self, name: &str) -> Done<ForceRef> {
        if name.is_empty() {
            return Ok(ForceRef::Army);
        }
        let found = find::force(self.game, &self.list, name);
        found.or_else(|unknown| self.next_force(name).ok_or(unknown)).map(ForceRef::Force)
    }

    /// Where a unit stands best: where it brings no error, the last force first; a force is begun
    /// if there is none.
    fn station_of(&mut self, line: &UnitLine) -> ForceRef {
        if forces(self.game, &self.list).is_empty()
            && let Some((begun, _)) = with_force(self.game, &self.list)
            && self.needs_force(&begun)
        {
            self.list = begun;
        }
        let before = self.rules.assess(&self.list).keys();
        let errors = |to: &ForceRef| {
            let edit = Edit::AddUnit { line: Box::new(line.clone()), to: to.clone() };
            let list = edit.applied_to(&self.list).ok()?;
            Some(self.rules.assess(&list).new_errors(&before).len())
        };
        let mut stations = stations(self.game, &self.list);
        let army = stations.pop();
        let stations = stations.into_iter().rev().chain(army);
        stations.min_by_key(|to| errors(to).unwrap_or(usize::MAX)).unwrap_or(ForceRef::Army)
    }

    /// Begins the next force, by what verdicts would call it.
    fn next_force(&mut self, name: &str) -> Option<LineId> {
        let (begun, force) = further_force(self.game, &self.list)?;
        let title = force_title(self.game, &begun, force);
        (find::simple(&title) == find::simple(name)).then(|| self.list = begun).map(|()| force)
    }

    /// Whether units of this game stand in forces inside the army.
    fn needs_force(&self, begun: &List) -> bool {
        let before = self.rules.assess(&self.list);
        let mended = before.new_errors(&self.rules.assess(begun).keys());
        mended.iter().any(|issue| issue.code == &codes::FORCE_TOO_FEW)
    }

    fn remove_unit(&mut self, name: &str) -> Done<Remarks> {
        let assessment = self.assess();
        let UnitRef { line, number, copies, .. } = self.lookup(&assessment).any_line(name)?;
        self.make(&Edit::RemoveUnit { unit: line })?;
        Ok(match copies.len() {
            0 | 1 => Vec::new(),
            many => vec![format!("Line {number} is {many} units; one of them is removed.")],
        })
    }

    fn change_unit(&mut self, name: &str, change: &UnitChange) -> Done<Remarks> {
        let assessment = self.assess();
        let meant = self.lookup(&assessment).line(name)?;
        let to = change.force.as_ref().map(|force| self.force(force)).transpose()?;
        let named = self.named(change)?;
        for (other, verb) in named.iter().zip(["join", "ride in"]) {
            let is_it = |other: &UnitRef| {
                other.line == meant.line && (meant.copy.is_none() || meant.copy == other.copy)
            };
            if other.as_ref().is_some_and(is_it) {
                return Err(LookupError(format!("{} cannot {verb} itself", meant.title)));
            }
        }
        let joins = matches!(named, [Some(_), _]);
        let mut remarks = Vec::new();
        let many = meant.copies.len();
        if many > 1 && meant.copy.is_none() {
            let [number, copies] = [meant.number.to_string(), meant.copies.join(", ")];
            if joins {
                return Err(LookupError(format!(
                    "line {number} is {many} units; say which one joins: {copies}"
                )));
            }
            remarks.push(format!("Line {number} is {many} units, and all of them change. One alone is called {copies}."));
        }
        let others = self.others(named, &mut remarks)?;
        let unit = self.part(&meant, &mut remarks)?;
        self.set_unit(unit, change, others)?;
        if let Some(to) = to {
            match (Edit::MoveUnit { unit, to }).apply(&mut self.list) {
                Ok(_) | Err(EditError::NothingToDo) => {}
                Err(error) => return Err(refused(error)),
            }
        }
        Ok(remarks)
    }

    /// Parts the unit that is meant from a line of several, so that it can differ from the others.
    /// Says which line is its own then.
    fn part(&mut self, meant: &UnitRef, remarks: &mut Remarks) -> Done<LineId> {
        let line = self.line(meant.line)?;
        // Another one of them may stand alone already.
        let many = line.copies();
        let Some(copy) = meant.copy.filter(|_| many > 1) else { return Ok(meant.line) };
        // Others speak of the first one, so its line stays its own.
        let (stays, goes) = if copy == 0 { (1, many - 1) } else { (many - 1, 1) };
        let parted = UnitLine { id: None, ..line.clone() };
        let to = ForceRef::from(self.list.force_of(meant.line));
        let added = self.make(&Edit::AddUnit { line: Box::new(parted), to })?;
        let new = added.ok_or_else(gone)?;
        self.make(&Edit::SetCount { unit: meant.line, count: stays })?;
        self.make(&Edit::SetCount { unit: new, count: goes })?;
        remarks.push(format!(
            "Line {} was {many} units; the one that changes stands on a line of its own now.",
            meant.number
        ));
        Ok(if copy == 0 { meant.line } else { new })
    }

    fn assess(&self) -> Assessment {
        self.rules.assess(&self.list)
    }

    fn lookup<'r>(&'r self, assessment: &'r Assessment) -> UnitLookup<'r> {
        UnitLookup { game: self.game, sources: self.sources, list: &self.list, assessment }
    }

    /// The units that a change names: the host and the carrier. They are looked up before anything
    /// changes: what verdicts call them may change too.
    fn named(&self, change: &UnitChange) -> Done<[Option<UnitRef>; 2]> {
        let assessment = self.assess();
        let find = |name: &Option<String>| match name.as_deref() {
            None | Some("") => Ok(None),
            Some(name) => self.lookup(&assessment).line(name).map(Some),
        };
        Ok([find(&change.join)?, find(&change.ride)?])
    }

    /// Puts each of them on a line of its own.
    fn others(
        &mut self,
        [host, carrier]: [Option<UnitRef>; 2],
        remarks: &mut Remarks,
    ) -> Done<Others> {
        let mut alone = |meant: Option<UnitRef>| {
            // Any one of several will do; the last is one that nobody speaks of.
            let one = |meant: UnitRef| UnitRef {
                copy: meant.copy.or(meant.copies.len().checked_sub(1)),
                ..meant
            };
            meant.map(|meant| self.part(&one(meant), remarks)).transpose()
        };
        Ok(Others { host: alone(host)?, carrier: alone(carrier)? })
    }

    fn line(&self, unit: LineId) -> Done<&UnitLine> {
        self.list.unit(unit).ok_or_else(gone)
    }

    /// Makes an edit, and says which line it added.
    fn make(&mut self, edit: &Edit) -> Done<Option<LineId>> {
        edit.apply(&mut self.list).map_err(refused)
    }
}

fn gone() -> LookupError {
    refused(EditError::NoSuchUnit)
}

fn refused(error: EditError) -> LookupError {
    let why = match error {
        EditError::NoSuchUnit => "the unit is gone",
        EditError::NoSuchForce => "there is no such force",
        EditError::NotThere => "there is nothing of the kind to change",
        EditError::NothingToDo => "there is nothing to change",
    };
    LookupError(why.to_owned())
}
