//! The desk as a page: what players and organisers ask over the network, JSON in and JSON out, with
//! neither sockets nor a clock.
//!
//! Start at [`OnlineDesk::respond`]. `player` holds the calls of players, `organiser` those of
//! organisers, `answer` what a chosen candidate makes of a text, `judged` keeps verdicts. Who asks
//! is known by a key in the request; a player's key opens one list and nothing else.

mod answer;
mod export;
mod judged;
mod organiser;
mod player;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::desk::event::EventDesk;
use crate::desk::store::{AccessKey, Store, StoreError};
use judged::Verdicts;

/// An event on the network.
pub(crate) struct OnlineDesk<'g> {
    desk: EventDesk<'g>,
    store: Store,
    verdicts: Verdicts,
}

/// What is asked: the call, the key of who asks, its arguments, and when.
pub(crate) struct Ask<'a> {
    /// The name of the call.
    pub(crate) call: &'a str,
    /// As the request states it.
    pub(crate) key: Option<&'a str>,
    /// JSON.
    pub(crate) body: &'a str,
    /// Milliseconds since 1970.
    pub(crate) now: i64,
}

/// What is answered.
#[derive(Debug)]
pub(crate) struct Reply {
    /// 200, or the status of a refusal.
    pub(crate) status: u16,
    /// Its media type.
    pub(crate) kind: &'static str,
    /// The answer.
    pub(crate) body: Vec<u8>,
}

const JSON: &str = "application/json";

/// Why a call is not answered.
#[derive(Debug)]
enum Refusal {
    /// The request is malformed.
    Malformed(String),
    /// There is no such call or list.
    Unknown,
    /// The key is wrong, or not for this.
    AccessKey,
    /// The deadline has passed.
    Closed,
    /// The request makes no sense at the moment.
    Senseless(&'static str),
    /// Something is too long.
    TooLong(&'static str),
    /// The store does not work.
    Store(String),
}

impl From<StoreError> for Refusal {
    fn from(error: StoreError) -> Self {
        Refusal::Store(error.to_string())
    }
}

impl Refusal {
    fn status(&self) -> u16 {
        match self {
            Refusal::Malformed(_) => 400,
            Refusal::AccessKey => 401,
            Refusal::Closed => 403,
            Refusal::Unknown => 404,
            Refusal::TooLong(_) => 413,
            Refusal::Senseless(_) => 422,
            Refusal::Store(_) => 503,
        }
    }

    fn words(&self) -> String {
        match self {
            Refusal::Malformed(why) => format!("the request is wrong: {why}"),
            Refusal::AccessKey => "this key opens nothing here".to_owned(),
            Refusal::Closed => "lists are no longer taken".to_owned(),
            Refusal::Unknown => "there is nothing here".to_owned(),
            Refusal::TooLong(what) => format!("the {what} is too long"),
            Refusal::Senseless(why) => (*why).to_owned(),
            // What a database says may name its files; the log of the server has it.
            Refusal::Store(_) => "the desk cannot reach its store; nothing was kept".to_owned(),
        }
    }
}

type CallResult = Result<Reply, Refusal>;

impl<'g> OnlineDesk<'g> {
    /// An event with its store.
    pub(crate) fn new(desk: EventDesk<'g>, store: Store) -> Self {
        OnlineDesk { desk, store, verdicts: Verdicts::default() }
    }

    /// Answers one call. The second part is what the log should know.
    pub(crate) fn respond(&self, ask: &Ask<'_>) -> (Reply, Option<String>) {
        match self.answer(ask) {
            Ok(reply) => (reply, None),
            Err(refusal) => {
                let body = serde_json::json!({ "error": refusal.words() }).to_string();
                let reply = Reply { status: refusal.status(), kind: JSON, body: body.into_bytes() };
                let log = match refusal {
                    Refusal::Store(why) => Some(why),
                    _ => None,
                };
                (reply, log)
            }
        }
    }

    fn answer(&self, ask: &Ask<'_>) -> CallResult {
        match ask.call {
            "event" => self.event(ask),
            "read" => self.read(ask),
            "send" => self.send(ask),
            "mine" => self.mine(ask),
            "revise" => self.revise(ask),
            "withdraw" => self.withdraw(ask),
            "published" => self.published(),
            "lists" => self.lists(ask),
            "list" => self.list(ask),
            "decide" => self.decide(ask),
            "answer" => self.answer_question(ask),
            "lock" => self.lock(ask),
            "publish" => self.publish(ask),
            "export" => self.export(ask),
            _ => Err(Refusal::Unknown),
        }
    }

    /// Refuses everybody but organisers.
    fn check_organiser(&self, ask: &Ask<'_>) -> Result<(), Refusal> {
        let key = AccessKey::given(ask.key.ok_or(Refusal::AccessKey)?);
        if self.store.is_organiser(&key)? { Ok(()) } else { Err(Refusal::AccessKey) }
    }

    /// The player to whom the key belongs. A key is the player's id, a dot, and the secret.
    fn player_of(&self, ask: &Ask<'_>) -> Result<String, Refusal> {
        let (id, secret) = ask.key.and_then(|key| key.split_once('.')).ok_or(Refusal::AccessKey)?;
        let known = self.store.player_hash(id)?.ok_or(Refusal::AccessKey)?;
        if AccessKey::given(secret).hash().is_same(&known) {
            Ok(id.to_owned())
        } else {
            Err(Refusal::AccessKey)
        }
    }

    /// Whether the deadline has passed.
    fn is_closed(&self, now: i64) -> Result<bool, Refusal> {
        let closes = self.desk.closes();
        Ok(closes.is_some_and(|closes| now > closes) || self.store.locked()?.is_some())
    }
}

fn asked<T: DeserializeOwned>(ask: &Ask<'_>) -> Result<T, Refusal> {
    serde_json::from_str(ask.body).map_err(|error| Refusal::Malformed(error.to_string()))
}

fn json(value: &impl Serialize) -> CallResult {
    let body = serde_json::to_vec(value).map_err(|error| Refusal::Malformed(error.to_string()))?;
    Ok(Reply { status: 200, kind: JSON, body })
}
