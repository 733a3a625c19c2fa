//! Why a change that a player asks for by name is refused: the reason as data, and the sentence for
//! it. Start at [`LookupError`]; [`Remark`] is what a successful change reports.

use std::fmt;

use serde::Serialize;

use crate::diagnostic::as_question;
use crate::list::EditError;
use crate::wording::{either, many, models_words};

/// How many names a message lists.
const MOST_NAMED: usize = 8;

/// What a player may have meant by an unknown name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum NameAlternatives {
    /// The name that was probably meant.
    Near(String),
    /// The ids of everything that exists.
    Known(Vec<String>),
    /// The units of a faction, if there are too many to list.
    UnitsOf(Option<String>),
}

/// A line of the list that a name could mean.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PossibleLine {
    /// The number of the line in the file.
    pub line: usize,
    /// What its units are called in verdicts; none if the game does not know the unit.
    pub ids: Vec<String>,
    /// The unit as written.
    pub unit: String,
    /// How many models it has, if that is known.
    pub models: Option<i64>,
    /// The options it takes, in words.
    pub options: Vec<String>,
}

/// Why a change was refused: usually a name that is unknown or ambiguous.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum LookupError {
    /// Nothing of this kind has the name.
    Unknown {
        /// What was looked for: `slot`, `chart`.
        what: String,
        /// The name.
        name: String,
        /// What it could have been.
        instead: NameAlternatives,
    },
    /// Several things of this kind have the name.
    Ambiguous {
        /// What was looked for, in the plural.
        what: String,
        /// The name.
        name: String,
        /// The ids of everything it could mean.
        ids: Vec<String>,
    },
    /// A unit or choice offers nothing of this name.
    NotOffered {
        /// The unit.
        of: String,
        /// The choice of the unit, if one was named.
        #[serde(skip_serializing_if = "Option::is_none")]
        choice: Option<String>,
        /// `choice` or `option`.
        what: String,
        /// The name.
        name: String,
        /// What it could have been.
        instead: Box<NameAlternatives>,
    },
    /// A word follows `=` where an option takes a number.
    OptionNotChoice {
        /// The option.
        option: String,
        /// The unit that offers it.
        unit: String,
    },
    /// Several choices of a unit have an option of this name.
    InSeveralChoices {
        /// The option.
        option: String,
        /// The choices.
        choices: Vec<String>,
    },
    /// The list has no such force.
    NoSuchForce {
        /// The name.
        name: String,
        /// The numbers and titles of its forces, in order.
        forces: Vec<(String, String)>,
    },
    /// No unit of the list has this name.
    NoUnitCalled {
        /// The name.
        name: String,
        /// The name that was probably meant.
        near: Option<String>,
    },
    /// No unit stands on this line.
    NoUnitOnLine {
        /// The line as written.
        line: String,
        /// The lines that hold units.
        lines: Vec<usize>,
    },
    /// Several lines of the list have this name.
    SeveralUnits {
        /// The name.
        name: String,
        /// The lines.
        lines: Vec<PossibleLine>,
    },
    /// The game does not know the unit of this line.
    UnitUnknown {
        /// The title of the game.
        game: String,
        /// The unit as written.
        unit: String,
        /// The number of its line in the file.
        line: usize,
    },
    /// A number was expected.
    NotANumber {
        /// The key.
        key: String,
        /// What was said.
        said: String,
        /// The largest number allowed.
        most: i64,
    },
    /// The key cannot have this value.
    NotAValue {
        /// The key.
        key: String,
        /// What was said.
        said: String,
    },
    /// The rules object: the message of their problem.
    AgainstRules(String),
    /// The change would let several units join another at once.
    SeveralJoin {
        /// The line of these units and what each is called; none for units that are to be added.
        line: Option<(usize, Vec<String>)>,
    },
    /// The change would let a unit join itself or ride in itself.
    WithItself {
        /// Its title.
        unit: String,
        /// Whether it would ride, not join.
        rides: bool,
    },
    /// A name refers to a line that stands for several units.
    StandsForSeveral {
        /// The name.
        unit: String,
    },
    /// The unit's models are stated line by line, so a total cannot be set.
    ModelsByLine {
        /// The unit as written.
        unit: String,
    },
    /// A new design does not say which model it is made from.
    NoModelToDesign {
        /// The name of the design.
        design: String,
        /// The models that leave something to the player.
        models: Vec<String>,
    },
    /// The name of a design is already the name of another design or of a model.
    DesignTaken {
        /// The name.
        design: String,
    },
    /// The edit does not fit the list.
    Edit(EditError),
}

impl std::error::Error for LookupError {}

impl fmt::Display for LookupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown { what, name, instead } => {
                write!(f, "there is no {what} `{name}`{}", instead_words(instead))
            }
            Self::Ambiguous { what, name, ids } => {
                write!(f, "`{name}` matches several {what}: {}", listed(&quoted(ids)))
            }
            Self::NotOffered { of, choice, what, name, instead } => {
                let choice = choice.as_ref().map(|choice| format!("the choice `{choice}` of "));
                let choice = choice.unwrap_or_default();
                write!(f, "{choice}{of} has no {what} `{name}`{}", instead_words(instead))
            }
            Self::OptionNotChoice { option, unit } => write!(
                f,
                "`{option}` is an option of {unit}, not a choice: after `=` write how many times to take it"
            ),
            Self::InSeveralChoices { option, choices } => {
                let ways: Vec<String> =
                    choices.iter().map(|choice| format!("`{choice}={option}`")).collect();
                write!(f, "several choices have an option `{option}`: write {}", either(&ways))
            }
            Self::NoSuchForce { name, forces } => f.write_str(&no_such_force(name, forces)),
            Self::NoUnitCalled { name, near } => {
                let hint = near.as_ref().map(|near| format!("; {}", as_question(near)));
                write!(f, "no unit in this list is called `{name}`{}", hint.unwrap_or_default())
            }
            Self::NoUnitOnLine { line, lines } => f.write_str(&no_unit_on_line(line, lines)),
            Self::SeveralUnits { name, lines } => f.write_str(&several_units(name, lines)),
            Self::UnitUnknown { game, unit, line } => {
                write!(f, "{game} has no unit `{unit}` (line {line}): it can only be removed")
            }
            Self::NotANumber { key, said, most } => {
                write!(f, "`{key}` is a number from 0 to {most}, not `{said}`")
            }
            Self::NotAValue { key, said } => write!(f, "`{key}` cannot be `{said}`"),
            Self::AgainstRules(message) => f.write_str(message),
            Self::SeveralJoin { line } => f.write_str(&several_join(line.as_ref())),
            Self::WithItself { unit, rides } => {
                write!(f, "{unit} cannot {} itself", if *rides { "ride in" } else { "join" })
            }
            Self::StandsForSeveral { unit } => {
                write!(f, "`{unit}` stands for several units: name one of them")
            }
            Self::ModelsByLine { unit } => {
                write!(f, "`{unit}` lists its models one by one: edit those lines by hand")
            }
            Self::NoModelToDesign { design, models } if models.is_empty() => {
                write!(f, "`{design}` cannot be added: this game has no models to design")
            }
            Self::NoModelToDesign { design, models } => {
                write!(f, "the list has no design `{design}`; for a new one say --model")?;
                write!(f, ", one of {}", listed(models))
            }
            Self::DesignTaken { design } => {
                write!(f, "`{design}` is the name of another design or model")
            }
            Self::Edit(error) => error.fmt(f),
        }
    }
}

fn instead_words(instead: &NameAlternatives) -> String {
    match instead {
        NameAlternatives::Near(name) => format!("; {}", as_question(name)),
        NameAlternatives::Known(names) if names.is_empty() => {
            ": there is nothing to choose from".to_owned()
        }
        NameAlternatives::Known(names) => format!("; choose from {}", listed(names)),
        NameAlternatives::UnitsOf(faction) => {
            format!("; `orbat units {}` lists them", faction.as_deref().unwrap_or("FACTION"))
        }
    }
}

/// Lists names, up to `MOST_NAMED` of them.
fn listed(names: &[String]) -> String {
    let text = names.get(..MOST_NAMED).unwrap_or(names).join(", ");
    match names.len().saturating_sub(MOST_NAMED) {
        0 => text,
        more => format!("{text} and {more} more"),
    }
}

fn quoted(names: &[String]) -> Vec<String> {
    names.iter().map(|name| format!("`{name}`")).collect()
}

fn no_such_force(name: &str, forces: &[(String, String)]) -> String {
    let known: Vec<String> =
        forces.iter().map(|(number, title)| format!("{number} ({title})")).collect();
    if known.is_empty() {
        return format!("this list has no force `{name}`: it has no forces at all");
    }
    format!("this list has no force `{name}`; choose from {}", known.join(", "))
}

fn no_unit_on_line(line: &str, lines: &[usize]) -> String {
    let mut known: Vec<String> = lines.iter().map(|line| format!("@{line}")).collect();
    known.dedup();
    if known.is_empty() {
        return format!("there is no unit on line {line}: the list has no units");
    }
    format!("there is no unit on line {line}; units are on {}", known.join(", "))
}

/// Lists the lines that share a name, each with what tells it apart.
fn several_units(name: &str, lines: &[PossibleLine]) -> String {
    let mut text =
        format!("`{name}` matches {} units in this list; name one by its line:", lines.len());
    for line in lines {
        let ids = if line.ids.is_empty() {
            format!("`{}`, unknown", line.unit)
        } else {
            quoted(&line.ids).join(", ")
        };
        text += &format!("\n  @{}  {ids}", line.line);
        if let Some(models) = line.models {
            text += &format!(", {}", models_words(models));
        }
        if !line.options.is_empty() {
            text += &format!(", with {}", line.options.join(", "));
        }
    }
    text
}

fn several_join(line: Option<&(usize, Vec<String>)>) -> String {
    match line {
        Some((line, copies)) => format!(
            "line {line} is {} units; say which one joins: {}",
            copies.len(),
            copies.join(", ")
        ),
        None => "several units cannot join another at once: add them one by one".to_owned(),
    }
}

/// A side effect of a change that the player should know about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Remark {
    /// All units of a line changed.
    AllChange {
        /// The number of the line in the file.
        line: usize,
        /// What each of its units is called.
        copies: Vec<String>,
    },
    /// A unit was added.
    Added {
        /// How many units were added.
        units: usize,
        /// Its name.
        title: String,
        /// What all of it costs, in words.
        cost: String,
        /// The slot it fills.
        slot: Option<String>,
        /// The force it stands in.
        force: Option<String>,
    },
    /// One unit of a line that stood for several changed, and got a line of its own.
    Split {
        /// The number of the line in the file.
        line: usize,
        /// How many units it stood for.
        units: i64,
    },
    /// One unit of a line that stood for several was removed.
    OneRemoved {
        /// The number of the line in the file.
        line: usize,
        /// How many units it stood for.
        units: usize,
    },
    /// A value that the list states was updated.
    Updated {
        /// The name of the value.
        name: String,
        /// The value now.
        value: String,
    },
}

impl fmt::Display for Remark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::AllChange { line, copies } => write!(
                f,
                "Line {line} stands for {}: all of them change. To change just one, name it: {}.",
                many(copies.len(), "unit"),
                either(copies)
            ),
            Self::Added { units, title, cost, slot, force } => {
                let several = if *units > 1 { format!("{units} × ") } else { String::new() };
                write!(f, "{several}{title}: {cost}")?;
                match (slot, force) {
                    (Some(slot), Some(force)) => write!(f, ", in {slot} of {force}."),
                    (Some(place), None) | (None, Some(place)) => write!(f, ", in {place}."),
                    (None, None) => f.write_str(", in no slot."),
                }
            }
            Self::Split { line, units } => write!(
                f,
                "Line {line} stood for {}; the one that changes now has a line of its own.",
                many(*units, "unit")
            ),
            Self::OneRemoved { line, units } => {
                write!(f, "Line {line} stood for {}; one of them is removed.", many(*units, "unit"))
            }
            Self::Updated { name, value } => {
                write!(f, "The list states `{name}`, which is now {value}.")
            }
        }
    }
}
