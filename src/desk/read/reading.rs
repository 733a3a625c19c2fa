//! What reading a text gives: the list, what each line was taken for, and every question that the
//! text leaves open.

use serde::Serialize;

use crate::desk::read::draft::LineKind;
use crate::number::Number;
use crate::views::Amount;

/// What a text is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum TextKind {
    /// A list, understood without questions.
    List,
    /// A list with questions that somebody must answer.
    Questions,
    /// No list at all.
    NotAList,
}

/// A text as it was understood.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct Reading {
    /// What it is.
    pub kind: TextKind,
    /// The id of the game.
    pub system: Option<String>,
    /// Who plays it, if the text says.
    pub player: Option<String>,
    /// The player's team, if the text says.
    pub team: Option<String>,
    /// What stands at its top and is nothing else: the name of the list, or of the player.
    #[serde(skip)]
    pub(crate) title: Option<String>,
    /// The lines at which further lists begin.
    #[serde(skip)]
    pub(crate) begins: Vec<usize>,
    /// Every line of the text.
    pub lines: Vec<ReadLine>,
    /// What is not certain.
    pub questions: Vec<Question>,
    /// Statements of the text that are wrong but change nothing.
    pub remarks: Vec<TextRemark>,
    /// The list as YAML, with the likeliest answer to each question.
    pub list: Option<String>,
}

impl Reading {
    /// A text that is no list.
    pub(crate) fn not_a_list(lines: Vec<ReadLine>) -> Self {
        Reading {
            kind: TextKind::NotAList,
            system: None,
            player: None,
            team: None,
            title: None,
            begins: Vec::new(),
            lines,
            questions: Vec::new(),
            remarks: Vec::new(),
            list: None,
        }
    }
}

/// A line and what it was taken for.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct ReadLine {
    /// From 1.
    pub number: usize,
    /// As it stands in the text.
    pub text: String,
    /// What it is.
    pub kind: LineKind,
    /// What was understood: titles of units and of what they take.
    pub understood: Vec<String>,
}

/// Something that the text leaves open.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Question {
    /// The line, if it is about one.
    pub line: Option<usize>,
    /// What is written there.
    pub written: String,
    /// What is asked.
    pub about: QuestionSubject,
    /// What it may be, the likeliest first.
    pub candidates: Vec<IdAndTitle>,
}

/// What a question is about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum QuestionSubject {
    /// Which game it is.
    System,
    /// Which faction it is.
    Faction,
    /// Which chart it uses.
    Chart,
    /// Which unit a line names.
    Unit,
    /// What stands at a unit.
    Part {
        /// The title of the unit.
        unit: String,
    },
    /// Whether a number is of models or of units.
    Number {
        /// The title of the unit.
        unit: String,
    },
    /// The unit costs something else.
    Price {
        /// The title of the unit.
        unit: String,
        /// What the text says.
        stated: Amount,
        /// What it costs.
        cost: Amount,
    },
    /// What is missing or read wrongly: the text adds up to something else.
    Total {
        /// What the text says.
        stated: Amount,
        /// What the army costs as read.
        cost: Amount,
    },
    /// Whether another list begins here.
    AnotherList,
    /// Whether a heading begins a force.
    Force,
    /// Which unit another one joins or rides in.
    Partner {
        /// The title of the unit.
        unit: String,
    },
    /// What the army states.
    Key {
        /// The title of what is stated.
        key: String,
    },
    /// The text states the fingerprint of another army.
    Fingerprint,
}

/// A thing by id and title.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct IdAndTitle {
    /// Its id in the data.
    pub id: String,
    /// What people call it.
    pub title: String,
}

impl IdAndTitle {
    pub(crate) fn new(id: &str, title: &str) -> Self {
        IdAndTitle { id: id.to_owned(), title: title.to_owned() }
    }
}

/// A wrong statement of the text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum TextRemark {
    /// A sum is wrong.
    Total {
        /// The line that states it.
        line: usize,
        /// What it says.
        stated: Amount,
        /// What the army costs.
        cost: Amount,
    },
}

pub(crate) fn amount(number: Number) -> Amount {
    Amount::from(number)
}
