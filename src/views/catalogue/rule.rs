//! The page of a rule of a game's book: the lines of data that cite it, in words, with their
//! places.

use serde::Serialize;

use crate::analysis::unworded::is_hard;
use crate::model::{Game, Requirement, Rule, RuleContent};
use crate::source::Sources;
use crate::wording::sentence::cited::cited;
use crate::wording::sentence::place::sentence_at;
use crate::wording::sentence::{Speaker, nothing_known};

/// A rule of the book, or one that only the data names.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct RuleView {
    pub id: String,
    pub system: String,
    pub game: String,
    /// The titles of the rules that carry it.
    pub titles: Vec<String>,
    /// What its lines say, each with its place.
    pub lines: Vec<RuleLine>,
    /// Lists that obey it and lists that break it, where the game comes with such lists.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub obeyed_by: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub broken_by: Vec<String>,
}

/// What one line of the data says.
#[derive(Debug, Clone, Serialize, PartialEq, Eq)]
pub(crate) struct RuleLine {
    pub words: String,
    pub file: String,
    pub line: usize,
}

/// The page of a rule; none if no line of the game cites it.
pub(crate) fn rule(game: &Game, sources: &Sources, id: &str) -> Option<RuleView> {
    let spans = cited(game, id);
    if spans.is_empty() {
        return None;
    }
    let speaker = Speaker::new(game, &nothing_known);
    let mut titles: Vec<String> = Vec::new();
    let mut lines: Vec<RuleLine> = Vec::new();
    for span in spans {
        let carried = game.rules.values().find(|rule| rule.span == span);
        let words = match carried {
            Some(rule) => {
                titles.extend(rule.title.clone().filter(|title| !titles.contains(title)));
                demands(&speaker, rule)
            }
            None => sentence_at(game, span).into_iter().map(|sentence| sentence.text).collect(),
        };
        let file = sources.get(span.source).path().to_owned();
        let line = sources.place(span).line;
        let words = if words.is_empty() { vec![String::new()] } else { words };
        for words in words {
            let told = RuleLine { words, file: file.clone(), line };
            if !lines.contains(&told) {
                lines.push(told);
            }
        }
    }
    Some(RuleView {
        id: id.to_owned(),
        system: game.id.clone(),
        game: game.title.clone(),
        titles,
        lines,
        obeyed_by: Vec::new(),
        broken_by: Vec::new(),
    })
}

/// What a rule requires, a sentence each. For a rule that only names built-in checks, what they
/// find.
pub(super) fn demands<'g>(speaker: &Speaker<'_, 'g>, rule: &'g Rule) -> Vec<String> {
    match &rule.content {
        RuleContent::Covers(codes) => {
            codes.iter().map(|code| format!("rules out: {}", code.title)).collect()
        }
        RuleContent::Clauses(clauses) => {
            let mut all = Vec::new();
            for clause in clauses {
                let visited: Vec<String> =
                    clause.binders.iter().map(|binder| speaker.visited(binder).one()).collect();
                let each = match visited.as_slice() {
                    [] => String::new(),
                    visited => format!("for each {}: ", visited.join(", each ")),
                };
                let inner = speaker.visiting(&clause.binders);
                // A requirement too complex for a sentence is left to the rule's title.
                let is_told = |requirement: &&'g Requirement| {
                    rule.title.is_none() || !is_hard(&requirement.condition)
                };
                all.extend(clause.requirements.iter().filter(is_told).map(|requirement| {
                    format!("{each}{}", inner.sentence(&requirement.condition))
                }));
            }
            all
        }
    }
}

/// The ids of all rules that a game names or cites.
pub(crate) fn rule_ids(game: &Game) -> Vec<&str> {
    let own = game.rules.values().map(|rule| rule.id.as_str());
    let mut all: Vec<&str> = own.chain(game.cited.iter().map(String::as_str)).collect();
    all.sort_unstable();
    all.dedup();
    all
}
