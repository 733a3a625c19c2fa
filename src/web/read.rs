//! Pasted text of any kind as a list, with what is not certain as questions.

use serde::{Deserialize, Serialize};

use crate::desk::{self, IdAndTitle, LineKind, QuestionSubject, ReadHints, TextKind};
use crate::web::open::CallError;
use crate::workspace::Data;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ReadAsk {
    text: String,
    /// What the text does not tell.
    #[serde(default)]
    system: Option<String>,
    #[serde(default)]
    faction: Option<String>,
    #[serde(default)]
    chart: Option<String>,
    #[serde(default)]
    points: Option<i64>,
}

/// A text as it was understood.
#[derive(Debug, Serialize)]
pub(crate) struct ReadAnswer {
    pub kind: TextKind,
    /// The id of the game.
    pub system: Option<String>,
    /// The lines that say something.
    pub lines: Vec<LineRow>,
    pub questions: Vec<QuestionRow>,
    /// What the text says that is wrong but changes nothing.
    pub remarks: Vec<String>,
    /// The list, with the likeliest answer to each question.
    pub list: Option<String>,
}

#[derive(Debug, Serialize)]
pub(crate) struct LineRow {
    pub number: usize,
    pub text: String,
    pub kind: LineKind,
    pub understood: Vec<String>,
}

#[derive(Debug, Serialize)]
pub(crate) struct QuestionRow {
    /// The line, if it is about one.
    pub line: Option<usize>,
    /// What is written there.
    pub written: String,
    /// The question in words.
    pub ask: String,
    /// The word that introduces an answer; none if it replaces what is written in the text.
    pub hint: Option<&'static str>,
    /// What it may be, the likeliest first.
    pub candidates: Vec<IdAndTitle>,
}

pub(crate) fn read(data: &Data, asked: &ReadAsk) -> Result<ReadAnswer, CallError> {
    let hints = ReadHints {
        faction: asked.faction.clone(),
        chart: asked.chart.clone(),
        points: asked.points,
        ..ReadHints::default()
    };
    let reading = desk::read_text(data, asked.system.as_deref(), &asked.text, &hints)?;
    let lines = reading.lines.into_iter().filter(|line| line.kind != LineKind::Blank);
    let row = |question: desk::Question| QuestionRow {
        ask: desk::ask(&question),
        hint: hint(&question.about),
        line: question.line,
        written: question.written,
        candidates: question.candidates,
    };
    Ok(ReadAnswer {
        kind: reading.kind,
        system: reading.system,
        lines: lines
            .map(|line| LineRow {
                number: line.number,
                text: line.text,
                kind: line.kind,
                understood: line.understood,
            })
            .collect(),
        questions: reading.questions.into_iter().map(row).collect(),
        remarks: reading.remarks.iter().map(desk::remark).collect(),
        list: reading.list,
    })
}

fn hint(about: &QuestionSubject) -> Option<&'static str> {
    match about {
        QuestionSubject::System => Some("system"),
        QuestionSubject::Faction => Some("faction"),
        QuestionSubject::Chart => Some("chart"),
        _ => None,
    }
}
