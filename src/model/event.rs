//! Tournaments: what they allow, the lists and teams they ask for, and what their organisers have
//! learned of what players write.

use super::{Binder, Body, ChartId, Cite, EntryId, EventId, OptionalId, Range, SomeFactions};
use crate::source::Span;

/// An overlay for a tournament, or for one of the lists that its players have.
#[derive(Debug)]
pub struct Event {
    /// The id; for one list of an event it is `EVENT.LIST`.
    pub id: String,
    pub title: String,
    pub version: Option<String>,
    pub span: Span,
    /// The event that this list belongs to.
    pub within: Option<EventId>,
    /// The lists that each player has; none if there is only one.
    pub lists: Vec<EventPart>,
    pub points: Option<Range>,
    /// The charts a list may use; empty means any.
    pub charts: Vec<ChartId>,
    /// The factions that may play.
    pub factions: Option<AllowedFactions>,
    /// Optional rules that are switched on or off for all lists.
    pub optionals: Vec<OptionalSwitch>,
    /// The body; for one list of an event it includes the event's own.
    pub body: Body,
    /// Limits that count over all lists of a player or team.
    pub shared: Vec<SharedCap>,
    pub teams: Option<Teams>,
    pub deadline: Option<Deadline>,
    /// How often a list may be revised after the first verdict.
    pub revisions: Option<i64>,
    pub answers: Vec<Answer>,
    /// A hash of the event, leaving out names and answers.
    pub digest: [u8; 8],
    pub cites: Vec<Cite>,
}

/// One of several lists that each player of an event has.
#[derive(Debug, Clone)]
pub struct EventPart {
    /// The requirements of the list, as an event titled after both.
    pub event: EventId,
    /// Its own title.
    pub title: String,
}

/// `factions lakes, hills`
#[derive(Debug, Clone)]
pub struct AllowedFactions {
    pub of: SomeFactions,
    pub span: Span,
    pub cites: Vec<Cite>,
}

/// `optional heroes off`
#[derive(Debug, Clone)]
pub struct OptionalSwitch {
    pub rule: OptionalId,
    pub is_on: bool,
    pub span: Span,
    pub cites: Vec<Cite>,
}

/// The lists that a limit counts together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Across {
    Player,
    Team,
}

/// What a shared limit counts.
#[derive(Debug, Clone)]
pub enum SharedThings {
    Factions,
    /// Each entry that the binder visits.
    Entries(Box<Binder>),
}

/// `at most 1 of any unit where unique in team`
#[derive(Debug, Clone)]
pub struct SharedCap {
    pub most: i64,
    pub of: SharedThings,
    pub across: Across,
    pub span: Span,
    pub cites: Vec<Cite>,
}

/// `teams of 3`
#[derive(Debug, Clone)]
pub struct Teams {
    pub low: i64,
    pub high: Option<i64>,
    pub span: Span,
    pub cites: Vec<Cite>,
}

/// `deadline "2027-03-05 20:00"`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Deadline {
    /// As written.
    pub words: String,
    /// In milliseconds since 1970.
    pub at: i64,
}

/// `answer "Sgt Carter" of riflemen is captain`
#[derive(Debug, Clone)]
pub struct Answer {
    pub written: String,
    /// The unit that the text is part of.
    pub of: Option<EntryId>,
    pub meant: AnswerMeaning,
    pub span: Span,
}

/// What a player's text means.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AnswerMeaning {
    /// Something that does not matter.
    Nothing,
    Unit(EntryId),
    /// The id of an option, design or model of the unit.
    Part(String),
}

/// A further title of something, in some language.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Alias {
    /// A tag such as `de`.
    pub language: String,
    pub title: String,
    /// The event that defines it; other events ignore it.
    pub event: Option<EventId>,
    pub span: Span,
}

impl Deadline {
    /// Parses `2027-03-05`, which means the end of that day, or `2027-03-05 20:00`, perhaps
    /// followed by `+01:00`. Without an offset the time is UTC.
    pub fn parse(words: &str) -> Option<Self> {
        let mut parts = words.split_whitespace();
        let mut date = parts.next()?.splitn(3, '-');
        let mut number = |digits: usize| -> Option<i64> {
            let part = date.next()?;
            let plain = part.len() == digits && part.bytes().all(|byte| byte.is_ascii_digit());
            plain.then(|| part.parse().ok()).flatten()
        };
        let (year, month, day) = (number(4)?, number(2)?, number(2)?);
        if !(1970..=9999).contains(&year) || !(1..=12).contains(&month) {
            return None;
        }
        if day < 1 || day > days_of(year, month) {
            return None;
        }
        let minutes = match parts.next() {
            Some(clock) => clock_minutes(clock)?,
            None => 24 * 60,
        };
        let zone = match parts.next() {
            None => 0,
            Some(zone) => {
                let sign = if zone.starts_with('-') { -1 } else { 1 };
                sign * clock_minutes(zone.strip_prefix(['+', '-'])?)?
            }
        };
        if parts.next().is_some() {
            return None;
        }
        let at = (days_since_1970(year, month, day) * 24 * 60 + minutes - zone) * 60_000;
        Some(Deadline { words: words.to_owned(), at })
    }
}

/// `20:00`
fn clock_minutes(clock: &str) -> Option<i64> {
    let (hours, minutes) = clock.split_once(':')?;
    let number = |part: &str| -> Option<i64> {
        let plain = part.len() == 2 && part.bytes().all(|byte| byte.is_ascii_digit());
        plain.then(|| part.parse().ok()).flatten()
    };
    let (hours, minutes) = (number(hours)?, number(minutes)?);
    (hours < 24 && minutes < 60).then_some(hours * 60 + minutes)
}

fn is_leap(year: i64) -> bool {
    (year % 4 == 0 && year % 100 != 0) || year % 400 == 0
}

fn days_of(year: i64, month: i64) -> i64 {
    match month {
        2 if is_leap(year) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

fn days_since_1970(year: i64, month: i64, day: i64) -> i64 {
    let years: i64 = (1970..year).map(|year| if is_leap(year) { 366 } else { 365 }).sum();
    let months: i64 = (1..month).map(|month| days_of(year, month)).sum();
    years + months + day - 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deadlines_are_points_in_time() {
        let at = |words: &str| Deadline::parse(words).map(|deadline| deadline.at / 60_000);
        assert_eq!(at("1970-01-01 00:00"), Some(0));
        assert_eq!(at("1970-01-01"), Some(24 * 60));
        assert_eq!(at("2000-03-01 00:00"), Some(11_017 * 24 * 60));
        assert_eq!(at("2027-03-05 20:00 +01:00"), at("2027-03-05 19:00"));
        assert_eq!(at("2027-03-05 20:00 -05:30"), at("2027-03-06 01:30"));
        assert_eq!(at("2028-02-29"), at("2028-03-01 00:00"));
        let wrong = ["2027-02-29", "2027-13-01", "27-01-01", "2027-1-1", "2027-01-00", "soon", ""];
        let more = [
            "2027-01-01 24:00",
            "2027-01-01 8:00",
            "2027-01-01 20:00 01:00",
            "2027-01-01 20:00 Z x",
        ];
        for words in wrong.into_iter().chain(more) {
            assert_eq!(at(words), None, "{words}");
        }
    }
}
