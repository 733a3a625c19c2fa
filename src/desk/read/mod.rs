//! Reads pasted text: what an app copied, what a forum shows, what a player typed. Knows no program
//! by its signature, only how lists are written: heads, headings, counts, prices, nesting, and the
//! names of the data.
//!
//! Start at [`TextReader`]. `line` and `segment` take a line apart, `index` finds names, `scan`
//! decides what each line is, `unit` works a unit out against its price, `assemble` makes the list.
//! What is not certain becomes a [`Question`]; nothing is guessed in silence.

pub(crate) mod answers;
pub(crate) mod assemble;
pub(crate) mod confirm;
pub(crate) mod design;
pub(crate) mod draft;
pub(crate) mod fold;
pub(crate) mod head;
pub(crate) mod index;
#[cfg(any(test, not(feature = "terminal")))]
mod letters;
pub(crate) mod lexicon;
pub(crate) mod line;
pub(crate) mod menu;
pub(crate) mod reading;
pub(crate) mod scan;
pub(crate) mod segment;
pub(crate) mod unit;
pub(crate) mod words;

pub use draft::LineKind;
pub use reading::{IdAndTitle, Question, QuestionSubject, ReadLine, Reading, TextKind, TextRemark};

use crate::desk::read::assemble::assemble;
use crate::desk::read::draft::{Draft, UnreadLine};
use crate::desk::read::lexicon::Lexicon;
use crate::desk::read::line::lines;
use crate::desk::read::scan::{CutLine, Scan, cut};
use crate::engine::Ruleset;
use crate::list::list_text;
use crate::model::Game;
use crate::number::Number;

/// What is known about a text before it is read.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct ReadHints {
    /// The id of the faction.
    pub faction: Option<String>,
    /// The id of the chart.
    pub chart: Option<String>,
    /// The id of the event.
    pub event: Option<String>,
    /// The points agreed on.
    pub points: Option<i64>,
}

/// Reads texts of one game. Make it once and use it for every text.
pub struct TextReader<'g> {
    rules: Ruleset<'g>,
    lexicon: Lexicon<'g>,
}

/// A text longer than this is no list.
const MOST_LINES: usize = 5_000;
/// How much of a longer line is read.
const LONGEST_LINE: usize = 2_000;
/// The most units that are worked out.
const MOST_UNITS: usize = 400;

impl<'g> TextReader<'g> {
    /// A reader of texts of this game.
    pub fn new(game: &'g Game) -> Self {
        TextReader { rules: Ruleset::new(game), lexicon: Lexicon::new(game, None) }
    }

    /// A reader of texts sent to an event, with the names and answers that it knows. An event that
    /// the game does not have knows none.
    pub fn for_event(game: &'g Game, event: &str) -> Self {
        let event = game.events.iter().find(|(_, known)| known.id == event).map(|(id, _)| id);
        TextReader { rules: Ruleset::new(game), lexicon: Lexicon::new(game, event) }
    }

    /// How much of a text is about this game, to find out which game it is of.
    pub fn familiarity(&self, text: &str) -> usize {
        head::familiarity(&self.lexicon, &self.cut(text))
    }

    fn cut(&self, text: &str) -> Vec<CutLine> {
        let lines = lines(text).into_iter().take(MOST_LINES);
        let short = lines.map(|mut line| {
            if line.text.len() > LONGEST_LINE {
                line.text = line.text.chars().take(LONGEST_LINE).collect();
            }
            line
        });
        cut(&self.lexicon, short.collect())
    }

    /// Reads a text. Never fails: a text that is no list is reported as such.
    pub fn read(&self, text: &str, hints: &ReadHints) -> Reading {
        let game = self.rules.book.game;
        let cut = self.cut(text);
        let (designs, is_design) = design::designs(&self.lexicon, &cut);
        let mut draft = Draft { designs, ..Draft::default() };
        let stated = hints.faction.as_deref().and_then(|id| game.faction(id));
        let factions = stated.map_or_else(|| head::factions(&self.lexicon, &cut), |id| vec![id]);
        draft.faction = factions.first().copied();
        if factions.len() > 1 {
            draft.factions = factions;
        }
        draft.chart = hints
            .chart
            .as_deref()
            .and_then(|id| game.charts.iter().find(|(_, chart)| chart.id == id))
            .map(|(id, _)| id);
        draft.event = hints
            .event
            .as_deref()
            .and_then(|id| game.events.iter().find(|(_, event)| event.id == id))
            .map(|(id, _)| id);
        draft.limit = hints.points.map(Number::whole);
        let (base, _) = assemble::head_list(&self.rules, &self.lexicon, &draft);
        let mut draft: Draft =
            Scan::new(&self.rules, &self.lexicon, draft, base).run(&cut, &is_design);
        draft.units.truncate(MOST_UNITS);
        let read_lines = |draft: &Draft| -> Vec<ReadLine> {
            let kinds = cut.iter().zip(&draft.kinds);
            kinds
                .map(|(cut, kind)| ReadLine {
                    number: cut.line.number,
                    text: cut.line.raw.clone(),
                    kind: *kind,
                    understood: Vec::new(),
                })
                .collect()
        };
        if is_no_list(&draft) {
            return Reading::not_a_list(read_lines(&draft));
        }
        let made = assemble(&self.rules, &self.lexicon, &draft);
        let mut lines = read_lines(&draft);
        for (number, words) in made.understood {
            if let Some(line) = number.checked_sub(1).and_then(|at| lines.get_mut(at)) {
                line.understood.push(words);
            }
        }
        let is_certain = draft.fingerprint.is_some() && made.questions.is_empty();
        for number in made.unclear {
            if let Some(line) = number
                .checked_sub(1)
                .and_then(|at| lines.get_mut(at))
                .filter(|line| line.kind == LineKind::Part)
            {
                line.kind = LineKind::Unclear;
            }
        }
        let mut questions = Vec::new();
        if !is_certain {
            questions.extend(self.about_faction(&draft));
            // A price that is smaller than that of the army is not the army's.
            let is_part = |line: &&UnreadLine| line.price.is_some_and(|price| price < made.cost);
            let lost: Vec<UnreadLine> = draft.early.iter().filter(is_part).cloned().collect();
            draft.unclear.extend(lost);
            // One that is the same is: `That makes 220 points.`
            draft.unclear.retain(|line| line.is_near || line.price != Some(made.cost));
            questions.extend(self.about_lines(&draft));
        }
        questions.extend(made.questions);
        questions.sort_by_key(|question| question.line);
        let list = Some(list_text(&made.list));
        Reading {
            kind: if questions.is_empty() { TextKind::List } else { TextKind::Questions },
            system: Some(game.id.clone()),
            player: draft.player.clone(),
            team: draft.team.clone(),
            title: draft.name.clone(),
            begins: begins(&draft),
            lines,
            questions,
            remarks: made.remarks,
            list,
        }
    }

    fn about_faction(&self, draft: &Draft) -> Option<Question> {
        let game = self.rules.book.game;
        let named = |id: &crate::model::FactionId| {
            IdAndTitle::new(&game.factions[*id].id, &game.factions[*id].title)
        };
        let candidates: Vec<IdAndTitle> = draft.factions.iter().map(named).collect();
        (candidates.len() > 1).then(|| Question {
            line: None,
            written: String::new(),
            about: QuestionSubject::Faction,
            candidates,
        })
    }

    fn about_lines(&self, draft: &Draft) -> Vec<Question> {
        let game = self.rules.book.game;
        let named = |id: &crate::model::EntryId| {
            IdAndTitle::new(&game.entries[*id].id, &game.entries[*id].title)
        };
        let asked = draft.unclear.iter().map(|unclear| Question {
            line: Some(unclear.line),
            written: unclear.written.clone(),
            about: QuestionSubject::Unit,
            candidates: unclear.units.iter().map(named).collect(),
        });
        let others = draft.others.iter().map(|(line, written)| Question {
            line: Some(*line),
            written: written.clone(),
            about: QuestionSubject::AnotherList,
            candidates: Vec::new(),
        });
        asked.chain(others).collect()
    }
}

/// How many lines a head has above the line that names the faction.
const HIGHEST_HEAD: usize = 4;

/// The lines at which further lists begin: what stands above the name of a faction and is neither
/// unit nor sum belongs to its head.
fn begins(draft: &Draft) -> Vec<usize> {
    let is_body = |line: usize| {
        let kind = draft.kinds.get(line.saturating_sub(1));
        matches!(kind, None | Some(LineKind::Unit | LineKind::Part | LineKind::Total))
            || draft.totals.iter().any(|(sum, _)| *sum == line)
    };
    let first = |(line, _): &(usize, String)| {
        let above = (1..*line).rev().take(HIGHEST_HEAD).take_while(|line| !is_body(*line));
        above.last().unwrap_or(*line)
    };
    let mut lines: Vec<usize> = draft.others.iter().map(first).collect();
    lines.dedup();
    lines
}

/// Whether nothing suggests that a text is a list: no unit, or a single one by chance among other
/// lines.
fn is_no_list(draft: &Draft) -> bool {
    let counts = |kind: LineKind| draft.kinds.iter().filter(|known| **known == kind).count();
    let strange = counts(LineKind::Unclear) + counts(LineKind::Skipped);
    let known = draft.units.len();
    let near = draft.unclear.iter().filter(|unclear| unclear.is_near).count();
    if known == 0 {
        // Whoever names a faction means a list, even if none of its units can be told.
        return near == 0 && (draft.faction.is_none() || draft.unclear.len() < 2);
    }
    // Everyday words resemble the names of some units; real lists have exact names or prices.
    let is_told = |unit: &&draft::UnitDraft| {
        unit.score >= index::SAME_STEM || unit.price.is_some() || !unit.bare.is_empty()
    };
    let told = draft.units.iter().filter(is_told).count();
    (told == 0 && strange + known > 1)
        || (known == 1
            && strange > 6
            && draft.units.iter().all(|unit| unit.price.is_none())
            && draft.fingerprint.is_none())
}
