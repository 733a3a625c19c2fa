//! The list of a request, read and ready to be asked about.

use serde::Deserialize;

use crate::diagnostic::Diagnostic;
use crate::engine::Ruleset;
use crate::list::{CannotRewrite, List, MOST_UNITS, UnitLine, load_list, rewrite};
use crate::model::Game;
use crate::source::{SourceId, Sources};
use crate::views::{Report, unknown_system, unreadable};
use crate::wording::LookupError;
use crate::workspace::{Data, OpenError};

/// Why a call cannot be answered.
#[derive(Debug, Clone)]
pub(crate) struct CallError {
    pub status: u16,
    message: String,
}

impl CallError {
    pub(crate) fn new(status: u16, message: impl Into<String>) -> Self {
        CallError { status, message: message.into() }
    }

    pub(crate) fn json(&self) -> String {
        serde_json::json!({ "error": self.message }).to_string()
    }
}

impl From<OpenError> for CallError {
    fn from(error: OpenError) -> Self {
        let status = if matches!(error, OpenError::UnknownGame { .. }) { 404 } else { 422 };
        CallError::new(status, error.to_string())
    }
}

impl From<LookupError> for CallError {
    fn from(error: LookupError) -> Self {
        CallError::new(422, error.to_string())
    }
}

impl From<CannotRewrite> for CallError {
    fn from(error: CannotRewrite) -> Self {
        CallError::new(422, error.to_string())
    }
}

/// A request that is about a list and nothing else.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct AboutList {
    /// The text of the list.
    pub list: String,
}

/// A list and its game.
pub(crate) struct Opened<'d> {
    pub game: &'d Game,
    /// The texts of the game and of the list.
    pub sources: Sources,
    pub list: List,
    /// Errors in the text.
    pub read: Vec<Diagnostic>,
}

/// Reads a list; a report on its text if it cannot be understood or its game is not known.
pub(crate) fn open<'d>(
    data: &'d Data,
    text: &str,
) -> Result<Result<Opened<'d>, Box<Report>>, CallError> {
    let texts = Sources::of_list("list.yaml", text);
    let (list, mut read) = load_list(&texts, SourceId::LIST);
    let Some(list) = list.filter(|list| data.has_game(&list.system.value)) else {
        if let (Some(list), _) = load_list(&texts, SourceId::LIST) {
            let known = data.systems().iter().map(|system| system.id.as_str());
            read.push(unknown_system(&list, known));
            return Ok(Err(Box::new(unreadable(&texts, SourceId::LIST, Some(&list), &read))));
        }
        return Ok(Err(Box::new(unreadable(&texts, SourceId::LIST, None, &read))));
    };
    let loaded = data.game(&list.system.value)?;
    let sources = loaded.sources.with_list_of(&texts);
    let renamed = Ruleset::new(&loaded.game).with_new_names(&list);
    Ok(Ok(Opened { game: &loaded.game, sources, list: renamed.unwrap_or(list), read }))
}

/// Reads a list that must be understood for the question to make sense.
pub(crate) fn open_whole<'d>(data: &'d Data, text: &str) -> Result<Opened<'d>, CallError> {
    let unread = |why: Option<&str>| {
        CallError::new(422, format!("the list cannot be read: {}", why.unwrap_or_default()))
    };
    let opened = open(data, text)?
        .map_err(|report| unread(report.issues.first().map(|issue| issue.message.as_str())))?;
    let units = opened.list.unit_lines().map(UnitLine::copies).fold(0, i64::saturating_add);
    if usize::try_from(units).is_ok_and(|units| units > MOST_UNITS) {
        return Err(unread(Some(&format!("it has more than {MOST_UNITS} units"))));
    }
    match opened.read.first() {
        Some(first) => Err(unread(Some(&first.message))),
        None => Ok(opened),
    }
}

impl Opened<'_> {
    pub(crate) fn text(&self) -> &str {
        self.sources.get(SourceId::LIST).text()
    }

    /// The text rewritten to say what `list` says.
    pub(crate) fn with(&self, list: &List) -> Result<String, CallError> {
        Ok(rewrite(self.text(), list)?)
    }
}
