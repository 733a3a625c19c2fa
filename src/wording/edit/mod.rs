//! Edits in words. Start at [`edit`]; `join` puts several into one sentence.

pub(crate) mod join;
pub(crate) mod names;
mod plain;
pub(crate) mod verb;

use std::fmt;

use crate::engine::Session;
use crate::list::{
    Edit, ForceKey, ForceRef, HeadKey, Holder, LineId, Models, Scalar, UnitKey, UnitLine,
};
use crate::source::Sources;
use crate::wording::edit::verb::Verb;
use crate::wording::option_words;

/// The parts of a sentence about an edit, kept apart so that `join` can combine several:
/// `take 6 instead of 9 models of Hands (line 6)`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct EditWords {
    pub verb: String,
    pub number: Option<i64>,
    /// The number that stands in the list now.
    pub before: Option<i64>,
    pub object: Object,
    /// The words between the object and its owner: ` of `.
    pub preposition: String,
    /// The owner of the object, or the place it goes to.
    pub owner: String,
    /// The line of the file that the edit is about.
    pub line: Option<usize>,
    pub rest: String,
    /// Replaces the object for readers who do not see the file.
    pub plain: Option<String>,
    /// Replaces the verb for those readers, if it differs.
    pub plain_verb: Option<&'static str>,
}

/// What an edit is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Object {
    Models,
    Units,
    /// A name, the same after any number.
    Named(String),
}

impl Default for Object {
    fn default() -> Self {
        Object::Named(String::new())
    }
}

impl Object {
    /// The noun after a number.
    fn counted(&self, only_one: bool) -> &str {
        match self {
            Object::Models if only_one => "model",
            Object::Models => "models",
            Object::Units if only_one => "unit",
            Object::Units => "units",
            Object::Named(name) => name,
        }
    }
}

impl fmt::Display for EditWords {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} ", self.verb)?;
        if let Some(number) = self.number {
            write!(formatter, "{number} ")?;
        }
        if let Some(before) = self.before {
            write!(formatter, "instead of {before} ")?;
        }
        let only_one = self.number == Some(1) && self.before.is_none();
        write!(formatter, "{}{}", self.object.counted(only_one), self.place())?;
        if let Some(line) = self.line {
            write!(formatter, " (line {line})")?;
        }
        formatter.write_str(&self.rest)
    }
}

/// The list that edits are worded by: the list before the edits.
#[derive(Clone, Copy)]
pub(crate) struct EditContext<'s, 'a, 'g> {
    pub session: &'s Session<'a, 'g>,
    pub sources: &'s Sources,
}

/// What a thing in the list is called, and the line it stands on.
type NamedPlace = (String, Option<usize>);

pub(crate) fn edit(context: EditContext<'_, '_, '_>, edit: &Edit) -> EditWords {
    let verb = Verb::of(context.list(), edit);
    // The file "writes" what the army "sets".
    let plain_verb = (verb == Verb::Write).then_some("set");
    let verb = match verb {
        Verb::LetJoin(guest) => format!("let {} join", context.called(&guest).0),
        verb => verb.text().to_owned(),
    };
    EditWords { verb, plain: context.plain(edit), plain_verb, ..context.words(edit) }
}

/// The fix that replaces an old name by the new one.
pub(crate) fn new_name(old: &str, now: &str, line: usize) -> String {
    format!("write `{now}` for `{old}` in line {line}")
}

/// Words about an edit, without its verb.
fn words(object: impl Into<String>) -> EditWords {
    EditWords { object: Object::Named(object.into()), ..EditWords::default() }
}

fn counted_words(object: Object) -> EditWords {
    EditWords { object, ..EditWords::default() }
}

impl EditWords {
    fn of(self, preposition: &str, (name, line): NamedPlace) -> Self {
        EditWords { preposition: format!(" {preposition} "), owner: name, line, ..self }
    }

    /// Its owner with the preposition; empty if it has none.
    fn place(&self) -> String {
        format!("{}{}", self.preposition, self.owner)
    }

    fn number(self, number: i64, before: Option<i64>) -> Self {
        EditWords { number: Some(number), before, ..self }
    }

    fn line(self, line: Option<usize>) -> Self {
        EditWords { line, ..self }
    }

    fn rest(self, rest: impl Into<String>) -> Self {
        EditWords { rest: rest.into(), ..self }
    }

    /// The same for readers who do not see the file: without line numbers and the spelling of the
    /// file.
    pub(crate) fn without_file(&self) -> Self {
        let mut words = EditWords { line: None, ..self.clone() };
        if let Some(object) = words.plain.take() {
            words.object = Object::Named(object);
            if let Some(verb) = words.plain_verb {
                words.verb = verb.to_owned();
            }
        }
        words
    }
}

impl EditContext<'_, '_, '_> {
    fn words(&self, edit: &Edit) -> EditWords {
        match edit {
            Edit::AddUnit { line, to } => self.added(line, to),
            Edit::RemoveUnit { unit } => {
                let several = self.list().unit(*unit).is_some_and(|line| line.copies() > 1);
                let (name, line) = self.unit(*unit);
                words(format!("{}{name}", if several { "one " } else { "" })).line(line)
            }
            Edit::MoveUnit { unit, to } => {
                let (name, line) = self.unit(*unit);
                let to = match to {
                    ForceRef::Army => "the army".to_owned(),
                    ForceRef::Force(id) => self.force(*id).0,
                    ForceRef::New { within, forces } => self.new_force(*within, forces),
                };
                words(name).line(line).rest(format!(" to {to}"))
            }
            Edit::RemoveLine { unit } => {
                let (name, line) = self.unit(*unit);
                words(format!("all of {name}")).line(line)
            }
            Edit::SetNotes { unit: Some(unit), .. } => {
                words("other notes").of("for", self.unit(*unit))
            }
            Edit::SetNotes { unit: None, .. } => words("other notes"),
            Edit::AddForce { within, force } => {
                words(self.new_force(*within, std::slice::from_ref(force)))
            }
            Edit::RemoveForce { force } => self.removed_force(*force),
            Edit::SetForceChart { force, chart } => {
                words(self.chart(chart)).of("in", self.force(*force))
            }
            Edit::SetForceText { force, key, value } => {
                let object = match (key, value) {
                    (ForceKey::Faction, Some(faction)) => {
                        return words(self.faction(faction))
                            .of("as the faction of", self.force(*force));
                    }
                    (ForceKey::Faction, None) => "no faction".to_owned(),
                    (ForceKey::Name, Some(name)) => format!("the name {name}"),
                    (ForceKey::Name, None) => "no name".to_owned(),
                };
                words(object).of("for", self.force(*force))
            }
            Edit::SetForcePoints { force, points } => match points {
                Some(points) => words(format!("{points} points")).of("for", self.force(*force)),
                None => words("no points").of("for", self.force(*force)),
            },
            Edit::SetModels { .. }
            | Edit::SetModelCount { .. }
            | Edit::SetCount { .. }
            | Edit::SetUnitText { .. }
            | Edit::Join { .. }
            | Edit::Leave { .. } => self.of_unit(edit),
            Edit::TakeOption { of, offer, times } => {
                let option = self.offered(of, offer);
                let words = match times {
                    Some(times) => words(format!("× {option}")).number(*times, None),
                    None => words(option),
                };
                self.of_holder(words, "for", of)
            }
            Edit::DropOption(path) => {
                let count = if self.times(path) > 1 { "one " } else { "" };
                let object = format!("{count}{}", self.option_at(path));
                self.of_holder(words(object), "of", &path.of)
            }
            Edit::SetTimes { option, times } => {
                let object = format!("× {}", self.option_at(option));
                let words = words(object).number(*times, Some(self.times(option)));
                self.of_holder(words, "of", &option.of)
            }
            Edit::SetOptions { of, .. } => self.of_holder(words("other options"), "for", of),
            Edit::SetKey { of, key, value: Some(value) } => {
                self.of_holder(words(stated(key, value)), "for", of)
            }
            Edit::SetKey { of, key, value: None } => {
                self.of_holder(words(format!("`{key}`")), "of", of)
            }
            Edit::Rename { place, to } => {
                let line = self.span_of(place).map(|span| self.sources.place(span).line);
                let rest = line.map(|line| format!(" in line {line}")).unwrap_or_default();
                words(format!("`{to}`")).rest(rest)
            }
            Edit::SetHead { .. }
            | Edit::SetPoints(_)
            | Edit::DropRule(_)
            | Edit::TakeRule(_)
            | Edit::SetDesign { .. }
            | Edit::RemoveDesign(_)
            | Edit::SetDerived { .. }
            | Edit::ClearDerived
            | Edit::SetCard { .. }
            | Edit::SetPick { .. } => self.of_head(edit),
        }
    }

    fn added(&self, line: &UnitLine, to: &ForceRef) -> EditWords {
        let options = option_words(&line.options);
        let with = match options.as_slice() {
            [] => String::new(),
            options => format!(" with {}", options.join(", ")),
        };
        let words = words(format!("{}{with}", self.title(line)));
        match to {
            ForceRef::Army => words,
            ForceRef::Force(id) => words.of("to", (self.force(*id).0, None)),
            ForceRef::New { within, forces } => {
                words.of("in", (self.new_force(*within, forces), None))
            }
        }
    }

    fn removed_force(&self, force: LineId) -> EditWords {
        let (name, line) = self.force(force);
        let rest = match self.list().force(force).map_or(0, |force| force.units_below().count()) {
            0 => ", which is empty",
            1 => " with its unit",
            _ => " with its units",
        };
        words(name).line(line).rest(rest)
    }

    fn of_unit(&self, edit: &Edit) -> EditWords {
        match edit {
            Edit::SetModels { unit, models: Models::Total(total) } => {
                let now = self.list().unit(*unit).map(|line| &line.models);
                let before = match now {
                    Some(Models::Total(now)) => Some(now.value),
                    _ => None,
                };
                counted_words(Object::Models).number(total.value, before).of("of", self.unit(*unit))
            }
            Edit::SetModels { unit, .. } => words("other models").of("for", self.unit(*unit)),
            Edit::SetModelCount { unit, row, count } => {
                let models = self.list().unit(*unit).map(|line| &line.models);
                let model = match models {
                    Some(Models::Lines(lines)) => lines.get(*row).map(|line| &line.model.value),
                    _ => None,
                };
                let model = model.map_or_else(|| "models".to_owned(), |id| self.option(id));
                let object = format!("× {model}");
                words(object).number(*count, None).of("in", self.unit(*unit))
            }
            Edit::SetCount { unit, count } => {
                counted_words(Object::Units).number(*count, None).of("of", self.unit(*unit))
            }
            Edit::SetUnitText { unit, key: UnitKey::Rides, value: None } => {
                let (name, line) = self.unit(*unit);
                words(name).line(line).rest(" walk")
            }
            Edit::SetUnitText { unit, key, value } => {
                let name = key.name();
                let words = match value {
                    Some(value) => words(format!("`{name}: {value}`")),
                    None => {
                        let now = self.list().unit(*unit).and_then(|line| line.text(*key));
                        let now = now.map_or("", |now| &now.value);
                        words(format!("`{name}: {now}`"))
                    }
                };
                words.of(if value.is_some() { "for" } else { "of" }, self.unit(*unit))
            }
            Edit::Join { host, .. } => {
                let (host, line) = self.unit(*host);
                words(host).line(line)
            }
            Edit::Leave { guest, .. } => {
                let (guest, line) = self.called(guest);
                words(guest).line(line).rest(" stand alone")
            }
            _ => EditWords::default(),
        }
    }

    fn of_head(&self, edit: &Edit) -> EditWords {
        match edit {
            Edit::SetHead { key: HeadKey::Chart, value: Some(chart) } => words(self.chart(chart)),
            Edit::SetHead { key, value: Some(value) } => {
                words(format!("`{}: {value}`", key.name()))
            }
            Edit::SetHead { key, value: None } => {
                let now = self.list().head(*key).map_or("", |now| &now.value);
                words(format!("`{}: {now}`", key.name()))
            }
            Edit::SetPoints(Some(points)) => words(format!("`points: {points}`")),
            Edit::SetPoints(None) => words("`points`"),
            Edit::TakeRule(rule) => words(format!("the optional rule `{rule}`")),
            Edit::SetDesign { design, model } => words(format!("`{design}` from `{model}`")),
            Edit::RemoveDesign(design) => words(format!("the design `{design}`")),
            Edit::DropRule(rule) => {
                let stated = self.list().optional.iter().find(|name| name.value == *rule);
                let line = stated.and_then(|name| self.line_of(name.span));
                words(format!("the optional rule `{rule}`")).line(line)
            }
            Edit::SetDerived { name, value: Some(value) } => words(stated(name, value)),
            Edit::SetDerived { name, value: None } => words(format!("`{name}`")).rest(" unstated"),
            Edit::ClearDerived => words("all of `derived`").rest(" unstated"),
            Edit::SetCard { card, count } => {
                let now = self.list().deck.iter().find(|(name, _)| name.value == *card);
                let title = self.option(card);
                match (now.map(|(_, amount)| amount.value), *count) {
                    (_, 0) => words(format!("the card {title}")),
                    (None, count) => words(format!("× the card {title}")).number(count, None),
                    (now, count) => words(format!("of the card {title}")).number(count, now),
                }
            }
            Edit::SetPick { design, pick, value } => {
                let of = self.list().designs.iter().find(|known| known.name.value == *design);
                let picks = of.map(|design| design.picks.as_slice()).unwrap_or_default();
                let now = picks.iter().find(|(name, _)| name.value == *pick);
                let words = words(format!("for {pick}"))
                    .number(*value, now.map(|(_, amount)| amount.value));
                self.of_holder(words, "of", &Holder::Design(design.clone()))
            }
            _ => EditWords::default(),
        }
    }
}

fn stated(key: &str, value: &Scalar) -> String {
    format!("`{key}: {}`", value.words())
}
