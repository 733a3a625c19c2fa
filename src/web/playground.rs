//! A place to try data: the text of a game, what is wrong with it, and a list judged by it.

use serde::{Deserialize, Serialize};

use crate::diagnostic::{Diagnostic, Severity};
use crate::source::{Memory, Sources};
use crate::web::issue::sentence;
use crate::web::open::CallError;
use crate::web::turn::{ListView, view};
use crate::workspace::Data;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PlaygroundAsk {
    /// The text of the data, which must define a game of its own.
    data: String,
    /// The text of a list.
    #[serde(default)]
    list: String,
}

#[derive(Debug, Serialize)]
pub(crate) struct Playground {
    pub diagnostics: Vec<Mistake>,
    /// The verdict on the list; none while the data has errors.
    pub view: Option<ListView>,
}

/// What is wrong with the data.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Mistake {
    pub severity: Severity,
    pub code: &'static str,
    pub message: String,
    pub help: Option<String>,
    pub line: usize,
    pub column: usize,
}

pub(crate) fn playground(asked: &PlaygroundAsk) -> Result<Playground, CallError> {
    let files = Memory::default().with("game.orbat", asked.data.as_bytes());
    let data = Data::of(&[&files]);
    let mut diagnostics = Vec::new();
    for system in data.systems() {
        let compiled = data.library().compile(&system.id);
        add(&compiled.diagnostics, &compiled.sources, &mut diagnostics);
    }
    let rest = data.library().compile_rest();
    add(&rest.diagnostics, &rest.sources, &mut diagnostics);
    let is_wrong = diagnostics.iter().any(|mistake| mistake.severity == Severity::Error);
    let view =
        if is_wrong || asked.list.is_empty() { None } else { Some(view(&data, &asked.list)?) };
    Ok(Playground { diagnostics, view })
}

fn add(found: &[Diagnostic], sources: &Sources, all: &mut Vec<Mistake>) {
    for diagnostic in found {
        let place = sources.place(diagnostic.at.span);
        let mistake = Mistake {
            severity: diagnostic.code.severity,
            code: diagnostic.code.name,
            message: sentence(&diagnostic.message),
            help: diagnostic.help.as_deref().map(sentence),
            line: place.line,
            column: place.column,
        };
        if !all.contains(&mistake) {
            all.push(mistake);
        }
    }
}
