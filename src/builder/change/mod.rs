//! Changes that a player asks for by name: to a unit, to the head of a list.

pub(crate) mod head;
pub(crate) mod unit;

use crate::builder::address::{UnitLookup, UnitRef};
use crate::builder::candidate::mark;
use crate::builder::derived::{is_sum, put_right, wrong};
use crate::builder::force::{force_places, further_force, with_force};
use crate::builder::reference::id_for_another;
use crate::builder::{Builder, LookupError, find};
use crate::diagnostic::codes;
use crate::engine::{Assessment, Checker};
use crate::list::{
    Edit, Ignored, List, Spanned, UnitLine, UnitPlace, places, sort, unit_mut, units_mut,
};
use crate::model::Game;
use crate::source::{Sources, Span};

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

/// Units that a change of another one names, by where they stand.
#[derive(Clone, Copy)]
pub(crate) struct Others {
    host: Option<Span>,
    carrier: Option<Span>,
}

/// A list that is being changed.
pub struct Change<'c, 'g> {
    pub checker: &'c Checker<'g>,
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
        let before = wrong(self.checker, &self.list);
        let mut remarks = work(self)?;
        let mut now = wrong(self.checker, &self.list);
        now.retain(|name| !before.contains(name) && is_sum(&self.list, name));
        self.list = put_right(self.checker, &self.list, &now);
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
        let place = match &change.force {
            Some(name) => self.home(name)?,
            None => self.home_of(&entry.id),
        };
        let at = mark(&self.list);
        let id = id_for_another(&self.list, &entry.id).map(|id| Spanned::new(id, at));
        let mut line = UnitLine { id, ..UnitLine::new(Spanned::new(entry.id.clone(), at)) };
        line.line = Ignored(self.list.ids.0.give());
        let units = units_mut(&mut self.list, place)
            .ok_or_else(|| LookupError("there is no such force".to_owned()))?;
        units.push(line);
        sort(&mut self.list);
        self.set_unit(at, change, others)?;
        if change.models.is_none() {
            self.raise_size(at);
        }
        Ok(remarks)
    }

    /// Where the army asks for more models than the entry does, they are stated.
    fn raise_size(&mut self, at: Span) {
        let bench = Builder { checker: self.checker, game: self.game, stock: None };
        if let Some(sized) = bench.sized(&bench.draft(self.list.clone()), at) {
            self.list = sized.list;
        }
    }

    /// A force by its name; nothing is the army itself.
    fn home(&mut self, name: &str) -> Done<Option<(usize, usize)>> {
        if name.is_empty() {
            return Ok(None);
        }
        match find::force(self.game, &self.list, &self.assess(), name) {
            Ok(place) => Ok(Some(place)),
            Err(unknown) => self.next_force(name).map(Some).ok_or(unknown),
        }
    }

    /// Where a unit stands best: where it brings no error, the last force first; a force is begun
    /// if there is none.
    fn home_of(&mut self, unit: &str) -> Option<(usize, usize)> {
        let places = force_places(self.game, &self.list);
        if places.is_empty()
            && self.needs_force()
            && let Some(begun) = with_force(self.game, &self.list)
        {
            self.list = begun;
        }
        let places = force_places(self.game, &self.list);
        let before = self.checker.assess(&self.list).keys();
        let errors = |place: Option<(usize, usize)>| {
            let line = Box::new(UnitLine::new(Spanned::new(unit.to_owned(), self.list.span)));
            let list = Edit::AddUnit { line, force: place }.apply(&self.list)?;
            Some(self.checker.assess(&list).new_errors(&before).len())
        };
        let homes: Vec<Option<(usize, usize)>> =
            places.into_iter().rev().map(Some).chain(std::iter::once(None)).collect();
        homes.into_iter().min_by_key(|place| errors(*place).unwrap_or(usize::MAX)).flatten()
    }

    /// Begins the next force, by what verdicts would call it.
    fn next_force(&mut self, name: &str) -> Option<(usize, usize)> {
        let (begun, place) = further_force(self.game, &self.list)?;
        let number = force_places(self.game, &begun).iter().position(|one| *one == place);
        let forces = self.checker.assess(&begun).forces;
        let new = forces.into_iter().find(|one| one.force.is_some() && one.force == number)?;
        (find::simple(&new.title) == find::simple(name)).then(|| self.list = begun).map(|()| place)
    }

    /// Whether units of this game stand in forces inside the army.
    fn needs_force(&self) -> bool {
        with_force(self.game, &self.list).is_some_and(|list| {
            let before = self.checker.assess(&self.list);
            before
                .new_errors(&self.checker.assess(&list).keys())
                .iter()
                .any(|issue| issue.code == &codes::FORCE_TOO_FEW)
        })
    }

    fn remove_unit(&mut self, name: &str) -> Done<Remarks> {
        let assessment = self.assess();
        let UnitRef { place, title, number, copies, .. } = self.roll(&assessment).any_line(name)?;
        self.list = Edit::RemoveUnit(place)
            .apply(&self.list)
            .ok_or_else(|| LookupError(format!("{title} cannot be removed")))?;
        Ok(match copies.len() {
            0 | 1 => Vec::new(),
            many => vec![format!("Line {number} is {many} units; one of them is removed.")],
        })
    }

    fn change_unit(&mut self, name: &str, change: &UnitChange) -> Done<Remarks> {
        let assessment = self.assess();
        let meant = self.roll(&assessment).line(name)?;
        let home = change.force.as_ref().map(|force| self.home(force)).transpose()?;
        let named = self.named(change)?;
        for (other, verb) in named.iter().zip(["join", "ride in"]) {
            let is_it = |other: &UnitRef| {
                other.at == meant.at && (meant.copy.is_none() || meant.copy == other.copy)
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
        let at = self.part(&meant, &mut remarks)?;
        self.set_unit(at, change, others)?;
        if let Some(force) = home {
            let place = self.place_at(at)?;
            self.list = Edit::MoveUnit { place, force }
                .apply(&self.list)
                .unwrap_or_else(|| self.list.clone());
        }
        Ok(remarks)
    }

    /// Parts the unit that is meant from a line of several, so that it can differ from the others.
    /// Says where it stands then.
    fn part(&mut self, meant: &UnitRef, remarks: &mut Remarks) -> Done<Span> {
        let new = mark(&self.list);
        let place = self.place_at(meant.at)?;
        let line = self.line_at(meant.at)?;
        // Another one of them may stand alone already.
        let many = line.count.as_ref().map_or(1, |count| count.value);
        let Some(copy) = meant.copy.filter(|_| many > 1) else { return Ok(meant.at) };
        let count = |many: i64| (many > 1).then(|| Spanned::new(many, meant.at));
        // Others speak of the first one, so its line stays its own.
        let (stays, goes) = if copy == 0 { (1, many - 1) } else { (many - 1, 1) };
        line.count = count(stays);
        let line = line.clone();
        let parted = UnitLine {
            line: Ignored(self.list.ids.0.give()),
            unit: Spanned::new(line.unit.value.clone(), new),
            count: count(goes),
            id: None,
            ..line
        };
        units_mut(&mut self.list, place.force)
            .into_iter()
            .for_each(|units| units.push(parted.clone()));
        sort(&mut self.list);
        remarks.push(format!(
            "Line {} was {many} units; the one that changes stands on a line of its own now.",
            meant.number
        ));
        Ok(if copy == 0 { meant.at } else { new })
    }

    fn assess(&self) -> Assessment {
        self.checker.assess(&self.list)
    }

    fn roll<'r>(&'r self, assessment: &'r Assessment) -> UnitLookup<'r> {
        UnitLookup { game: self.game, sources: self.sources, list: &self.list, assessment }
    }

    /// The units that a change names: the host and the carrier. They are looked up before anything
    /// changes: what verdicts call them may change too.
    fn named(&self, change: &UnitChange) -> Done<[Option<UnitRef>; 2]> {
        let assessment = self.assess();
        let find = |name: &Option<String>| match name.as_deref() {
            None | Some("") => Ok(None),
            Some(name) => self.roll(&assessment).line(name).map(Some),
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

    /// The unit whose name stands there.
    fn place_at(&self, at: Span) -> Done<UnitPlace> {
        let found = places(&self.list)
            .into_iter()
            .find(|(_, line)| line.unit.span == at)
            .map(|(place, _)| place);
        found.ok_or_else(|| LookupError("the unit is gone".to_owned()))
    }

    fn line_at(&mut self, at: Span) -> Done<&mut UnitLine> {
        let place = self.place_at(at)?;
        unit_mut(&mut self.list, place).ok_or_else(|| LookupError("the unit is gone".to_owned()))
    }
}
