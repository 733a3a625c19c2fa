//! What a page in a browser asks: one pure function, JSON in and JSON out, without files or a
//! clock.
//!
//! Start at [`respond`]. `orbat serve` calls it for requests over HTTP, the static site calls it as
//! WebAssembly. A list is its text: every question brings the text, every change answers with the
//! new one, so nothing is kept between two calls. `docs/serve.md` and `docs/openapi.json` describe
//! the calls.

pub(crate) mod army;
pub(crate) mod begin;
pub(crate) mod catalogue;
pub(crate) mod change;
pub(crate) mod collection;
pub(crate) mod compare;
pub(crate) mod design;
pub(crate) mod force;
pub(crate) mod issue;
pub(crate) mod menu;
pub(crate) mod open;
pub(crate) mod paper;
pub(crate) mod playground;
pub(crate) mod read;
pub(crate) mod search;
pub(crate) mod turn;
pub(crate) mod unit;

use std::sync::Mutex;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::workspace::Data;
use open::CallError;

/// The largest body of a request, in bytes.
pub const LARGEST_BODY: usize = 1 << 20;

/// What is answered, with the status that HTTP gives it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct WebAnswer {
    /// 200, or 4xx if the question cannot be answered.
    pub status: u16,
    /// JSON: the answer, or `{"error": "…"}`.
    pub body: String,
}

/// Ends long searches: asked regularly, from any thread, with what is being done; `false` stops
/// with the best so far.
pub type ShouldContinue<'w> = &'w (dyn Fn(&str) -> bool + Sync);

/// Answers one call.
pub fn respond(
    data: &Data,
    call: &str,
    body: &str,
    should_continue: ShouldContinue<'_>,
) -> WebAnswer {
    respond_in_parts(data, call, body, should_continue, &|_| ())
}

/// Answers one call. What a search does and finds is sent before its end: `{"doing": "…"}` and
/// `{"found": …}`.
pub fn respond_in_parts(
    data: &Data,
    call: &str,
    body: &str,
    should_continue: ShouldContinue<'_>,
    tell: &(dyn Fn(String) + Sync),
) -> WebAnswer {
    let watch = Watch::new(should_continue, tell);
    let answered = if body.len() > LARGEST_BODY {
        Err(CallError::new(413, "the request is larger than 1 MB"))
    } else {
        answer(data, call, body, &watch)
    };
    match answered {
        Ok(body) => WebAnswer { status: 200, body },
        Err(fault) => WebAnswer { status: fault.status, body: fault.json() },
    }
}

/// Who waits for a search: told what is done, each thing once, and what is found.
pub(crate) struct Watch<'w> {
    should_continue: ShouldContinue<'w>,
    tell: &'w (dyn Fn(String) + Sync),
    /// What was reported last.
    doing: Mutex<String>,
}

impl<'w> Watch<'w> {
    fn new(should_continue: ShouldContinue<'w>, tell: &'w (dyn Fn(String) + Sync)) -> Self {
        Watch { should_continue, tell, doing: Mutex::default() }
    }

    /// Whether the search may go on.
    pub(crate) fn may_do(&self, doing: &str) -> bool {
        if let Ok(mut last) = self.doing.lock()
            && *last != doing
        {
            doing.clone_into(&mut last);
            (self.tell)(serde_json::json!({ "doing": doing }).to_string());
        }
        (self.should_continue)(doing)
    }

    pub(crate) fn found(&self, found: &impl Serialize) {
        (self.tell)(serde_json::json!({ "found": found }).to_string());
    }
}

type CallResult = Result<String, CallError>;

fn answer(data: &Data, call: &str, body: &str, watch: &Watch<'_>) -> CallResult {
    match call {
        "systems" => json(&begin::systems(data)),
        "game" => json(&begin::game(data, &asked(body)?)?),
        "new" => json(&begin::new(data, &asked(body)?)?),
        "turn" => json(&turn::turn(data, &asked(body)?)?),
        "check" => json(&turn::check(data, &asked(body)?)?),
        "catalogue" => json(&catalogue::catalogue(data, &asked(body)?, watch)?),
        "suggest" => json(&catalogue::suggest(data, &asked(body)?)?),
        "card" => json(&catalogue::card(data, &asked(body)?)?),
        "unit" => json(&unit::unit(data, &asked(body)?)?),
        "army" => json(&army::army(data, &asked(body)?)?),
        "design" => json(&design::design(data, &asked(body)?)?),
        "force" => json(&force::force(data, &asked(body)?)?),
        "fix" => json(&search::fix(data, &asked(body)?, watch)?),
        "complete" => json(&search::complete(data, &asked(body)?, watch)?),
        "read" => json(&read::read(data, &asked(body)?)?),
        "compare" => json(&compare::compare(data, &asked(body)?)?),
        "collection" => json(&collection::collection(data, &asked(body)?)?),
        "owned" => json(&collection::owned(data, &asked(body)?)?),
        "share" => json(&paper::share(data, &asked(body)?)?),
        "link" => json(&paper::link(&asked(body)?)?),
        "playground" => json(&playground::playground(&asked(body)?)?),
        "print" => json(&paper::print(data, &asked(body)?)?),
        _ => Err(CallError::new(404, "there is no such call")),
    }
}

fn asked<T: DeserializeOwned>(body: &str) -> Result<T, CallError> {
    serde_json::from_str(body)
        .map_err(|error| CallError::new(400, format!("the request is wrong: {error}")))
}

fn json(value: &impl Serialize) -> CallResult {
    serde_json::to_string(value).map_err(|error| CallError::new(500, error.to_string()))
}
