//! What two lists differ in.

use serde::Deserialize;

use crate::builder;
use crate::engine::Ruleset;
use crate::source::SourceId;
use crate::views::{Difference, Paper, difference};
use crate::web::open::{CallError, Opened, open_whole};
use crate::web::paper::too_expensive;
use crate::workspace::Data;

/// Two lists of a game.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CompareAsk {
    /// The text of the first.
    pub list: String,
    /// The text of the other.
    pub other: String,
}

/// What the other list has that the first has not, and the other way round.
pub(crate) fn compare(data: &Data, asked: &CompareAsk) -> Result<Difference, CallError> {
    let (list, other) = (open_whole(data, &asked.list)?, open_whole(data, &asked.other)?);
    if list.game.id != other.game.id {
        return Err(CallError::new(422, "the lists are of two games"));
    }
    Ok(difference(&paper(&list)?, &paper(&other)?))
}

fn paper(opened: &Opened<'_>) -> Result<Paper, CallError> {
    let rules = Ruleset::new(opened.game);
    let paper = builder::draft_paper(&rules, &opened.sources, SourceId::LIST, &opened.list);
    paper.map_err(|report| too_expensive(&report))
}
