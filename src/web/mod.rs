//! What a page in a browser asks: one pure function, JSON in and JSON out, without files or a clock.
//!
//! Start at [`respond`]. `orbat serve` calls it for requests over HTTP, the static site calls it as
//! WebAssembly. A list is its text: every question brings the text, every change answers with the
//! new one, so nothing is kept between two calls. `docs/serve.md` and `docs/openapi.json` describe
//! the calls.

pub(crate) mod army;
pub(crate) mod begin;
pub(crate) mod catalogue;
pub(crate) mod change;
pub(crate) mod design;
pub(crate) mod issue;
pub(crate) mod menu;
pub(crate) mod open;
pub(crate) mod paper;
pub(crate) mod playground;
pub(crate) mod search;
pub(crate) mod turn;
pub(crate) mod unit;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::workspace::Data;
use open::Fault;

/// The largest body of a request, in bytes.
pub const LARGEST_BODY: usize = 1 << 20;

/// What is answered, with the status that HTTP gives it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Answer {
    /// 200, or 4xx if the question cannot be answered.
    pub status: u16,
    /// JSON: the answer, or `{"error": "…"}`.
    pub body: String,
}

/// Ends long searches: asked regularly, from any thread, with what is being done; `false` stops with
/// the best so far.
pub type ShouldContinue<'w> = &'w (dyn Fn(&str) -> bool + Sync);

/// Answers one call.
pub fn respond(data: &Data, call: &str, body: &str, go_on: ShouldContinue<'_>) -> Answer {
    let answered = if body.len() > LARGEST_BODY {
        Err(Fault::new(413, "the request is larger than 1 MB"))
    } else {
        answer(data, call, body, go_on)
    };
    match answered {
        Ok(body) => Answer { status: 200, body },
        Err(fault) => Answer { status: fault.status, body: fault.json() },
    }
}

type Answered = Result<String, Fault>;

fn answer(data: &Data, call: &str, body: &str, go_on: ShouldContinue<'_>) -> Answered {
    match call {
        "systems" => json(&begin::systems(data)),
        "game" => json(&begin::game(data, &asked(body)?)?),
        "new" => json(&begin::new(data, &asked(body)?)?),
        "turn" => json(&turn::turn(data, &asked(body)?)?),
        "check" => json(&turn::check(data, &asked(body)?)?),
        "catalogue" => json(&catalogue::catalogue(data, &asked(body)?)?),
        "suggest" => json(&catalogue::suggest(data, &asked(body)?)?),
        "card" => json(&catalogue::card(data, &asked(body)?)?),
        "unit" => json(&unit::unit(data, &asked(body)?)?),
        "army" => json(&army::army(data, &asked(body)?)?),
        "design" => json(&design::design(data, &asked(body)?)?),
        "fix" => json(&search::fix(data, &asked(body)?, go_on)?),
        "complete" => json(&search::complete(data, &asked(body)?, go_on)?),
        "share" => json(&paper::share(data, &asked(body)?)?),
        "link" => json(&paper::link(&asked(body)?)?),
        "play" => json(&paper::play(data, &asked(body)?)?),
        "playground" => json(&playground::playground(&asked(body)?)?),
        "print" => json(&paper::print(data, &asked(body)?)?),
        _ => Err(Fault::new(404, "there is no such call")),
    }
}

fn asked<T: DeserializeOwned>(body: &str) -> Result<T, Fault> {
    serde_json::from_str(body)
        .map_err(|error| Fault::new(400, format!("the request is wrong: {error}")))
}

fn json(value: &impl Serialize) -> Answered {
    serde_json::to_string(value).map_err(|error| Fault::new(500, error.to_string()))
}
