//! Changes that a page makes to a list.
//!
//! Controls that the server describes carry their [`Edit`]s, which the page sends back as they are;
//! what a player types or picks by name has a change of its own.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::builder::force::with_new_forces;
use crate::builder::{self, Builder, DesignChange, HeadChange, UnitChange, find};
use crate::engine::Ruleset;
use crate::list::{Edit, ForceRef, LineId, List, ModelLine, Models, Points};
use crate::web::issue::sentence;
use crate::web::open::{CallError, Opened};

/// A change to a list.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum ChangeRequest {
    /// Adds a unit with everything it must take.
    Add { unit: String, to: ForceRef },
    /// Removes a unit.
    Remove { unit: String },
    /// Adds another unit like this one.
    Duplicate { unit: String },
    /// Gives one of several units of a line a line of its own.
    Part { unit: String },
    /// Edits as the server gave them.
    Edits(Vec<Edit>),
    /// Sets how many models a unit has.
    Models(ModelsChange),
    /// Sets what a unit states.
    Unit(Box<UnitFields>),
    /// Sets what the list itself states.
    Head(Box<HeadFields>),
    /// Adds or changes a design.
    Design(DesignFields),
    /// Removes a design.
    RemoveDesign { design: String },
    /// Sets what the list says about a force.
    Force(Box<ForceFields>),
    /// Removes a force with its units.
    RemoveForce { force: String },
    /// Replaces all notes of the list.
    Notes { notes: Vec<String> },
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ModelsChange {
    unit: String,
    /// So many in all.
    #[serde(default)]
    total: Option<i64>,
    /// So many of each kind.
    #[serde(default)]
    kinds: Vec<KindCount>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct KindCount {
    model: String,
    /// Whether it is one of the player's designs.
    #[serde(default)]
    design: bool,
    count: i64,
}

/// What a unit states. An empty text removes it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct UnitFields {
    unit: String,
    #[serde(default)]
    name: Option<String>,
    #[serde(default)]
    slot: Option<String>,
    /// The id of the unit it joins.
    #[serde(default)]
    join: Option<String>,
    /// The id of the unit it rides in.
    #[serde(default)]
    ride: Option<String>,
    #[serde(default)]
    keys: BTreeMap<String, String>,
    #[serde(default)]
    notes: Option<Vec<String>>,
}

/// What the list itself states. An empty text removes it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct HeadFields {
    #[serde(default)]
    name: Option<String>,
    #[serde(default)]
    player: Option<String>,
    #[serde(default)]
    faction: Option<String>,
    #[serde(default)]
    chart: Option<String>,
    #[serde(default)]
    points: Option<Points>,
    #[serde(default)]
    event: Option<String>,
    #[serde(default)]
    opponent: Option<String>,
    #[serde(default)]
    optional: BTreeMap<String, bool>,
    #[serde(default)]
    keys: BTreeMap<String, String>,
    #[serde(default)]
    cards: BTreeMap<String, i64>,
}

/// What the list says about a force. An empty text removes it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ForceFields {
    force: String,
    #[serde(default)]
    name: Option<String>,
    #[serde(default)]
    faction: Option<String>,
    #[serde(default)]
    chart: Option<String>,
    #[serde(default)]
    points: Option<Points>,
    #[serde(default)]
    keys: BTreeMap<String, String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct DesignFields {
    design: String,
    /// A design that a new one says the same as.
    #[serde(default)]
    like: Option<String>,
    /// What it is called from now on.
    #[serde(default)]
    name: Option<String>,
    #[serde(default)]
    model: Option<String>,
    #[serde(default)]
    picks: BTreeMap<String, i64>,
}

/// A changed list.
pub(crate) struct Changed {
    pub text: String,
    /// The id of the unit that was added or changed last.
    pub unit: Option<String>,
    pub remarks: Vec<String>,
}

/// The list after the changes.
pub(crate) fn change(opened: &Opened<'_>, changes: &[ChangeRequest]) -> Result<Changed, CallError> {
    let rules = Ruleset::new(opened.game);
    let mut work = ChangeRun {
        change: builder::ListEditor {
            rules: &rules,
            game: opened.game,
            sources: &opened.sources,
            list: opened.list.clone(),
        },
        unit: None,
        remarks: Vec::new(),
    };
    changes.iter().try_for_each(|change| work.make(change))?;
    let list = &work.change.list;
    let session = rules.session(list);
    let id = work.unit.and_then(|line| session.unit_of(line));
    Ok(Changed {
        unit: id.map(|unit| session.evaluator().army.unit(unit).id.clone()),
        text: opened.with(list)?,
        remarks: work.remarks,
    })
}

struct ChangeRun<'w, 'g> {
    change: builder::ListEditor<'w, 'g>,
    /// The line of the unit that was added or changed last.
    unit: Option<LineId>,
    remarks: Vec<String>,
}

impl ChangeRun<'_, '_> {
    fn make(&mut self, change: &ChangeRequest) -> Result<(), CallError> {
        match change {
            ChangeRequest::Add { unit, to } => self.add(unit, to)?,
            ChangeRequest::Remove { unit } => {
                let unit = self.line(unit)?;
                self.change.apply(&[Edit::RemoveUnit { unit }])?;
            }
            ChangeRequest::Duplicate { unit } => {
                let line = self.line(unit)?;
                self.unit = self.change.duplicate(line)?;
            }
            ChangeRequest::Part { unit } => self.unit = Some(self.change.own_line(unit)?),
            ChangeRequest::Edits(edits) => {
                let lines = edits.iter().flat_map(Edit::lines).next_back();
                let added = self.change.apply(edits)?;
                self.unit = added.or(lines);
            }
            ChangeRequest::Models(models) => self.models(models)?,
            ChangeRequest::Unit(fields) => self.unit(fields)?,
            ChangeRequest::Head(fields) => self.change.set_head(&head_change(fields))?,
            ChangeRequest::Design(fields) => self.design(fields)?,
            ChangeRequest::RemoveDesign { design } => self.change.remove_design(design)?,
            ChangeRequest::Force(fields) => {
                let change = HeadChange {
                    name: fields.name.clone(),
                    faction: fields.faction.clone(),
                    chart: fields.chart.clone(),
                    points: fields.points.clone(),
                    stated: stated(&fields.keys),
                    ..HeadChange::default()
                };
                self.change.set_force(&fields.force, &change)?;
            }
            ChangeRequest::RemoveForce { force } => {
                let remarks = self.change.remove_force(force)?;
                self.tell(&remarks);
            }
            ChangeRequest::Notes { notes } => {
                self.change.apply(&[Edit::SetNotes { unit: None, notes: notes.clone() }])?;
            }
        }
        Ok(())
    }

    fn tell(&mut self, remarks: &[builder::Remark]) {
        self.remarks.extend(remarks.iter().map(|remark| sentence(&remark.to_string())));
    }

    fn add(&mut self, unit: &str, to: &ForceRef) -> Result<(), CallError> {
        let entry = find::entry(self.change.rules, &self.change.list, unit)?;
        let (list, to) = match with_new_forces(&self.change.list, to) {
            Some((list, force)) => (list, ForceRef::Force(force)),
            None => (self.change.list.clone(), to.clone()),
        };
        let builder = Builder::new(self.change.rules);
        let added = builder.with_unit(&list, entry, &to);
        let (added, line) =
            added.ok_or_else(|| CallError::new(422, "the list has no such force any more"))?;
        // A word of its own may let it fit, as the catalogue has found.
        let base = builder.candidate(self.change.list.clone());
        let keys = base.assessment.keys();
        let worded = if added.is_as_legal_as(&base, &keys) {
            None
        } else {
            let worded = builder.worded(&added, line);
            worded.into_iter().find(|worded| worded.is_as_legal_as(&base, &keys))
        };
        self.change.replace(worded.unwrap_or(added).list)?;
        self.unit = Some(line);
        Ok(())
    }

    /// The line of a unit, split off from others that share it.
    fn line(&mut self, unit: &str) -> Result<LineId, CallError> {
        Ok(self.change.own_line(unit)?)
    }

    fn models(&mut self, asked: &ModelsChange) -> Result<(), CallError> {
        let unit = self.line(&asked.unit)?;
        self.unit = Some(unit);
        let edit = match asked.total {
            Some(total) => self.total_edit(unit, total),
            None => Edit::SetModels { unit, models: self.kinds(unit, &asked.kinds) },
        };
        self.change.apply(&[edit])?;
        Ok(())
    }

    fn total_edit(&self, unit: LineId, total: i64) -> Edit {
        let list: &List = &self.change.list;
        let line = list.unit(unit);
        match line.map(|line| &line.models) {
            Some(Models::Lines(lines)) if lines.len() == 1 => {
                Edit::SetModelCount { unit, row: 0, count: total }
            }
            _ => Edit::SetModels { unit, models: Models::Total(list.added(total)) },
        }
    }

    /// Lines of models with these numbers, in the order there is, with the options they have.
    fn kinds(&self, unit: LineId, kinds: &[KindCount]) -> Models {
        let list: &List = &self.change.list;
        let known: Vec<ModelLine> = match list.unit(unit).map(|line| &line.models) {
            Some(Models::Lines(lines)) => lines.clone(),
            _ => Vec::new(),
        };
        let place = |kind: &KindCount| {
            known.iter().position(|line| line.model.value == kind.model).unwrap_or(usize::MAX)
        };
        let mut wanted: Vec<&KindCount> = kinds.iter().filter(|kind| kind.count > 0).collect();
        wanted.sort_by_key(|kind| place(kind));
        let line = |kind: &KindCount| {
            let options = known.get(place(kind)).map(|line| line.options.clone());
            ModelLine {
                model: list.added(kind.model.clone()),
                design: Some(kind.design),
                count: Some(list.added(kind.count)),
                options: options.unwrap_or_default(),
            }
        };
        Models::Lines(wanted.into_iter().map(line).collect())
    }

    fn design(&mut self, fields: &DesignFields) -> Result<(), CallError> {
        if let Some(like) = &fields.like {
            self.change.copy_design(like, &fields.design)?;
        }
        let picks = fields.picks.iter().map(|(stat, value)| (stat.clone(), *value));
        let change = DesignChange {
            model: fields.model.clone(),
            picks: picks.collect(),
            ..DesignChange::default()
        };
        self.change.set_design(&fields.design, &change)?;
        if let Some(name) = fields.name.as_ref().filter(|name| !name.is_empty()) {
            self.change.rename_design(&fields.design, name)?;
        }
        Ok(())
    }

    fn unit(&mut self, fields: &UnitFields) -> Result<(), CallError> {
        let change = UnitChange {
            name: fields.name.clone(),
            slot: fields.slot.clone(),
            join: fields.join.clone(),
            ride: fields.ride.clone(),
            stated: stated(&fields.keys),
            notes: match &fields.notes {
                Some(notes) => {
                    std::iter::once(String::new()).chain(notes.iter().cloned()).collect()
                }
                None => Vec::new(),
            },
            ..UnitChange::default()
        };
        let line = self.line(&fields.unit)?;
        let remarks = self.change.set_line(line, &change)?;
        self.tell(&remarks);
        self.unit = Some(line);
        Ok(())
    }
}

fn stated(keys: &BTreeMap<String, String>) -> Vec<(String, String)> {
    keys.iter().map(|(key, word)| (key.clone(), word.clone())).collect()
}

fn head_change(fields: &HeadFields) -> HeadChange {
    HeadChange {
        name: fields.name.clone(),
        player: fields.player.clone(),
        faction: fields.faction.clone(),
        chart: fields.chart.clone(),
        points: fields.points.clone(),
        event: fields.event.clone(),
        opponent: fields.opponent.clone(),
        optional: fields.optional.iter().map(|(rule, plays)| (rule.clone(), *plays)).collect(),
        stated: stated(&fields.keys),
        cards: fields.cards.iter().map(|(card, count)| (card.clone(), *count)).collect(),
        ..HeadChange::default()
    }
}
