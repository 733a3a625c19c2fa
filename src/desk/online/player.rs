//! The calls of players: what the event is, what a list comes to, sending and changing it.

use serde::{Deserialize, Serialize};

use super::{Ask, CallResult, OnlineDesk, Refusal, answer, asked, json};
use crate::desk::event::DeskEntry;
use crate::desk::read::Question;
use crate::desk::store::{Record, Revision, Sent};
use crate::desk::submission::Inbox;
use crate::desk::tidy;
use crate::list::LARGEST_LIST;
use crate::views::EventView;

/// The longest name, in characters.
const LONGEST_NAME: usize = 80;

#[derive(Serialize)]
struct EventAnswer<'e> {
    #[serde(flatten)]
    event: &'e EventView,
    closes: Option<i64>,
    is_closed: bool,
    is_published: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ReadAsk {
    /// The text of the list, as pasted.
    #[serde(default)]
    list: String,
    /// A file instead, in base64, with its name.
    file: Option<FileAsk>,
    /// Which candidate a question gets: numbers from 0.
    answer: Option<(usize, usize)>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FileAsk {
    name: String,
    base64: String,
}

#[derive(Serialize)]
struct ReadAnswer<'e> {
    list: &'e str,
    entry: &'e DeskEntry,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SendAsk {
    name: String,
    #[serde(default)]
    team: String,
    list: String,
}

#[derive(Serialize)]
struct SendAnswer<'e> {
    /// The key with which the player returns.
    #[serde(skip_serializing_if = "Option::is_none")]
    key: Option<String>,
    entry: &'e DeskEntry,
    number: i64,
    sent: i64,
}

#[derive(Serialize)]
struct MineAnswer<'e> {
    latest: &'e Revision,
    /// When each revision was sent.
    history: Vec<i64>,
    entry: &'e DeskEntry,
    is_closed: bool,
    is_locked: bool,
}

impl OnlineDesk<'_> {
    pub(super) fn event(&self, ask: &Ask<'_>) -> CallResult {
        json(&EventAnswer {
            event: &self.desk.view(),
            closes: self.desk.closes(),
            is_closed: self.is_closed(ask.now)?,
            is_published: self.store.is_published()?,
        })
    }

    /// The verdict on a list that is not sent yet.
    pub(super) fn read(&self, ask: &Ask<'_>) -> CallResult {
        let asked: ReadAsk = asked(ask)?;
        let mut list = match &asked.file {
            Some(file) => text_of(file)?,
            None => asked.list,
        };
        check_length(&list)?;
        if let Some((question, candidate)) = asked.answer {
            list = self.with_answer(&list, (question, candidate))?;
        }
        json(&ReadAnswer { entry: &self.verdicts.judge(&self.desk, "", "", &list), list: &list })
    }

    /// A text with one of its questions answered by one of the candidates.
    pub(super) fn with_answer(
        &self,
        list: &str,
        (question, candidate): (usize, usize),
    ) -> Result<String, Refusal> {
        let questions = self.desk.questions(list);
        let question: Option<&Question> = questions.get(question);
        let chosen = question.and_then(|question| question.candidates.get(candidate));
        let (question, chosen) = question
            .zip(chosen)
            .ok_or(Refusal::Senseless("the text has changed since it was read"))?;
        Ok(answer::answered(&tidy(list), question, chosen))
    }

    pub(super) fn send(&self, ask: &Ask<'_>) -> CallResult {
        let asked: SendAsk = asked(ask)?;
        let sent = checked(&asked)?;
        if self.is_closed(ask.now)? {
            return Err(Refusal::Closed);
        }
        let (id, key) = self.store.add(&sent, ask.now)?;
        let entry = self.verdicts.judge(&self.desk, sent.name, sent.team, sent.list);
        let key = Some(format!("{id}.{}", key.as_str()));
        json(&SendAnswer { key, entry: &entry, number: 1, sent: ask.now })
    }

    pub(super) fn mine(&self, ask: &Ask<'_>) -> CallResult {
        let id = self.player_of(ask)?;
        let revisions = self.store.revisions(&id)?;
        let latest = revisions.last().cloned().ok_or(Refusal::AccessKey)?;
        let record = Record { id, latest };
        json(&MineAnswer {
            history: revisions.iter().map(|revision| revision.sent).collect(),
            entry: &self.verdicts.of(&self.desk, &record),
            latest: &record.latest,
            is_closed: self.is_closed(ask.now)?,
            is_locked: self.store.locked()?.is_some(),
        })
    }

    pub(super) fn revise(&self, ask: &Ask<'_>) -> CallResult {
        let id = self.player_of(ask)?;
        let asked: SendAsk = asked(ask)?;
        let sent = checked(&asked)?;
        if self.is_closed(ask.now)? {
            return Err(Refusal::Closed);
        }
        let number = self.store.revise(&id, &sent, ask.now)?;
        let entry = self.verdicts.judge(&self.desk, sent.name, sent.team, sent.list);
        json(&SendAnswer { key: None, entry: &entry, number, sent: ask.now })
    }

    /// Takes a list back. It stays in the store, marked.
    pub(super) fn withdraw(&self, ask: &Ask<'_>) -> CallResult {
        let id = self.player_of(ask)?;
        if self.is_closed(ask.now)? {
            return Err(Refusal::Closed);
        }
        let revisions = self.store.revisions(&id)?;
        let latest = revisions.last().ok_or(Refusal::AccessKey)?;
        let sent =
            Sent { name: &latest.name, team: &latest.team, list: &latest.list, is_withdrawn: true };
        let number = self.store.revise(&id, &sent, ask.now)?;
        json(&serde_json::json!({ "number": number }))
    }
}

fn check_length(list: &str) -> Result<(), Refusal> {
    if list.len() > LARGEST_LIST { Err(Refusal::TooLong("list")) } else { Ok(()) }
}

fn checked(asked: &SendAsk) -> Result<Sent<'_>, Refusal> {
    let (name, team) = (asked.name.trim(), asked.team.trim());
    if name.is_empty() {
        return Err(Refusal::Senseless("state your name"));
    }
    if name.chars().count() > LONGEST_NAME {
        return Err(Refusal::TooLong("name"));
    }
    if team.chars().count() > LONGEST_NAME {
        return Err(Refusal::TooLong("name of the team"));
    }
    if asked.list.trim().is_empty() {
        return Err(Refusal::Senseless("the list is empty"));
    }
    check_length(&asked.list)?;
    Ok(Sent { name, team, list: &asked.list, is_withdrawn: false })
}

/// The text of a file: a document, a page, a mail, a list. Of several lists in it the first.
fn text_of(file: &FileAsk) -> Result<String, Refusal> {
    let bytes = crate::list::from_base64url(&file.base64)
        .ok_or_else(|| Refusal::Malformed("the file is damaged".to_owned()))?;
    let mut inbox = Inbox::default();
    let name = file.name.rsplit(['/', '\\']).next().unwrap_or_default();
    inbox.add_bytes(name, &bytes, 2);
    let first = inbox.submissions.first().and_then(|submission| submission.content.text());
    first.map(str::to_owned).ok_or(Refusal::Senseless("the file holds no text that can be read"))
}
