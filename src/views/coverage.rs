//! Which parts of a game a set of lists exercises, and which none of them does: units and options
//! nobody takes, ends of ranges nobody reaches, slots nobody fills, limits nobody breaks,
//! conditions that always or never hold.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;
use serde::Serialize;

use crate::engine::army::{NodeId, NodeIs};
use crate::engine::eval::{Env, Evaluator};
use crate::engine::{Ruleset, Session};
use crate::list::List;
use crate::model::{Body, ChooseId, Effect, EntryKind, Expr, Game, Range};
use crate::source::{Sources, Span};
use crate::views::IssueView;

/// A place in the data, the same in every compilation.
type PlaceInFile = (String, usize);

/// What lists have done so far.
#[derive(Debug, Clone, Default)]
pub(crate) struct Exercised {
    taken: BTreeSet<PlaceInFile>,
    reached: BTreeSet<PlaceInFile>,
    held: BTreeSet<PlaceInFile>,
    failed: BTreeSet<PlaceInFile>,
}

impl Exercised {
    /// Merges what other lists have exercised.
    pub(crate) fn add(&mut self, other: Exercised) {
        self.taken.extend(other.taken);
        self.reached.extend(other.reached);
        self.held.extend(other.held);
        self.failed.extend(other.failed);
    }
}

/// What a list exercises of its game.
pub(crate) fn exercised(rules: &Ruleset<'_>, sources: &Sources, list: &List) -> Exercised {
    let session = Session::new(rules, list);
    let mut walk = Walk { evaluator: session.evaluator(), sources, found: Exercised::default() };
    walk.nodes();
    for filled in session.slots() {
        let chart = &rules.book.game.charts[filled.chart];
        for (place, slot) in chart.slots.iter().enumerate() {
            let count = i64::try_from(filled.in_slot(place).count()).unwrap_or(i64::MAX);
            if count > 0 {
                walk.found.taken.insert(place_of(sources, slot.span));
            }
            walk.range(&slot.range, NodeId::ARMY, count);
        }
    }
    walk.found
}

fn place_of(sources: &Sources, span: Span) -> PlaceInFile {
    (sources.get(span.source).path().to_owned(), span.start())
}

struct Walk<'w, 'a, 'g> {
    evaluator: &'w Evaluator<'a, 'g>,
    sources: &'w Sources,
    found: Exercised,
}

impl<'g> Walk<'_, '_, 'g> {
    fn nodes(&mut self) {
        let (army, game) = (&self.evaluator.army, self.evaluator.game);
        for (id, node) in (0..).map(NodeId).zip(&army.nodes) {
            if let Some(entry) = node.entry {
                let entry = &game.entries[entry];
                self.found.taken.insert(place_of(self.sources, entry.span));
                self.body(&entry.body, id);
            }
            for (body, _) in self.evaluator.bodies(id) {
                self.body(body, id);
            }
            self.counts(id);
        }
    }

    /// Compares the numbers of models and options of a node with their ranges.
    fn counts(&mut self, id: NodeId) {
        let (army, game) = (&self.evaluator.army, self.evaluator.game);
        let mut models: FxHashMap<Span, (&'g Range, i64)> = FxHashMap::default();
        let mut options: FxHashMap<ChooseId, i64> = FxHashMap::default();
        let mut times: FxHashMap<Span, (&'g Range, i64)> = FxHashMap::default();
        for child in army.children(id) {
            let node = army.node(child);
            match &node.is {
                NodeIs::Model(model) => {
                    if let Some(line) = model.line {
                        let known = models.entry(line.span).or_insert((&line.range, 0));
                        known.1 = known.1.saturating_add(node.count);
                    }
                }
                NodeIs::Option(option) => {
                    for choose in &option.offer.chooses {
                        let known = options.entry(*choose).or_default();
                        *known = known.saturating_add(node.count);
                    }
                    if let Some(range) = option.offer.times() {
                        let known = times.entry(option.offer.span).or_insert((range, 0));
                        known.1 = known.1.saturating_add(node.count);
                    }
                }
                _ => {}
            }
        }
        for (range, count) in models.into_values().chain(times.into_values()) {
            self.range(range, id, count);
        }
        for (choose, count) in options {
            self.range(&game.chooses[choose].range, id, count);
        }
    }

    /// Notes which end of a range a number reaches.
    fn range(&mut self, range: &'g Range, this: NodeId, count: i64) {
        for end in range.low.iter().chain(&range.high) {
            let value = self.evaluator.value(end, &mut Env::at(this)).number();
            if value == Some(crate::number::Number::whole(count)) {
                self.found.reached.insert(place_of(self.sources, end.span));
            }
        }
    }

    fn body(&mut self, body: &'g Body, this: NodeId) {
        self.effects(body, &mut Env::at(this), 0);
    }

    fn effects(&mut self, body: &'g Body, env: &mut Env<'g>, depth: usize) {
        if depth > DEEPEST {
            return;
        }
        let count = u32::try_from(self.evaluator.army.nodes.len()).unwrap_or(u32::MAX);
        for effect in &body.effects {
            match effect {
                Effect::Change(_) => {}
                Effect::When(when) => {
                    let holds = self.evaluator.value(&when.condition, env).holds();
                    let place = place_of(self.sources, when.condition.span);
                    if holds {
                        self.found.held.insert(place);
                        self.effects(&when.body, env, depth + 1);
                    } else {
                        self.found.failed.insert(place);
                    }
                }
                Effect::ForEach(each) => {
                    let mut inside: Vec<Env<'g>> = Vec::new();
                    for id in (0..count).map(NodeId) {
                        let mut visit = env.clone();
                        self.evaluator.visited(each, id, &mut visit, &mut |env, _| {
                            inside.push(env.clone());
                        });
                    }
                    if !inside.is_empty() {
                        self.found.taken.insert(place_of(self.sources, each.span));
                    }
                    for mut env in inside {
                        self.effects(&each.body, &mut env, depth + 1);
                    }
                }
            }
        }
    }
}

/// How deep nested blocks are followed.
const DEEPEST: usize = 16;

/// Which parts of a game the lists exercise.
#[derive(Debug, Clone, Serialize)]
pub struct Coverage {
    pub units: Covered,
    pub options: Covered,
    /// Ends of the ranges of models, choices, options and slots: reached or broken.
    pub bounds: Covered,
    /// Slots that a unit fills.
    pub slots: Covered,
    /// `at most` and `limit`: broken.
    pub limits: Covered,
    /// Conditions of blocks that hold for one list and not for another, and blocks that visit
    /// something.
    pub conditions: Covered,
}

/// How many things of a kind there are, and which of them no list exercises.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Covered {
    pub all: usize,
    pub idle: Vec<Idle>,
}

/// Something that no list exercises.
#[derive(Debug, Clone, Serialize)]
pub struct Idle {
    pub what: String,
    pub file: String,
    pub line: usize,
}

impl Coverage {
    /// Each kind with its name.
    pub fn kinds(&self) -> [(&'static str, &Covered); 6] {
        [
            ("units", &self.units),
            ("options", &self.options),
            ("bounds", &self.bounds),
            ("slots", &self.slots),
            ("limits", &self.limits),
            ("conditions", &self.conditions),
        ]
    }
}

/// Compares a game with what lists have done, and with the problems that they have.
pub(crate) fn coverage(
    game: &Game,
    sources: &Sources,
    done: &Exercised,
    issues: &[IssueView],
) -> Coverage {
    let broken: BTreeSet<(&str, usize)> = issues
        .iter()
        .filter_map(|issue| issue.defined_at.as_ref())
        .map(|at| (at.file.as_str(), at.line))
        .collect();
    let tally = Tally { sources, broken };
    let entries = |kind: fn(EntryKind) -> bool| {
        let all = game.entries.values().filter(move |entry| kind(entry.kind));
        all.map(|entry| (entry.span, entry.id.clone()))
    };
    let taken = |place: &PlaceInFile| done.taken.contains(place);
    let mut bounds: Vec<(Span, String)> = Vec::new();
    let mut blocks: Vec<(Span, String)> = Vec::new();
    let mut limits: Vec<(Span, String)> = Vec::new();
    let text = |span: Span| one_line(sources.text(span));
    for choose in game.chooses.values() {
        ends(&choose.range, &choose.id, &mut bounds);
    }
    for chart in game.charts.values() {
        for slot in &chart.slots {
            ends(&slot.range, &format!("{} of {}", slot.id, chart.id), &mut bounds);
        }
    }
    let members = game.chooses.values().flat_map(|choose| &choose.members);
    let members = members.chain(game.each_body().flat_map(|body| &body.options));
    for member in members {
        if let Some(times) = &member.terms.times {
            ends(times, &game.entries[member.entry].id, &mut bounds);
        }
    }
    for body in game.each_body() {
        for line in &body.models {
            ends(&line.range, &game.entries[line.model].id, &mut bounds);
        }
        limits.extend(body.caps.iter().map(|cap| (cap.span, text(cap.span))));
        limits.extend(body.limits.iter().map(|limit| (limit.span, text(limit.span))));
        for effect in &body.effects {
            match effect {
                Effect::Change(_) => {}
                Effect::When(when) => {
                    blocks
                        .push((when.condition.span, format!("when {}", text(when.condition.span))));
                }
                Effect::ForEach(each) => blocks.push((each.span, head(&text(each.span)))),
            }
        }
    }
    let slots = game.charts.values().flat_map(|chart| {
        chart.slots.iter().map(|slot| (slot.span, format!("{} of {}", slot.id, chart.id)))
    });
    let both = |place: &PlaceInFile| {
        taken(place) || (done.held.contains(place) && done.failed.contains(place))
    };
    Coverage {
        units: tally.of(entries(|kind| kind == EntryKind::Unit), &taken),
        options: tally.of(entries(|kind| kind == EntryKind::Option), &taken),
        bounds: tally.of(bounds, &|place| done.reached.contains(place)),
        slots: tally.of(slots, &taken),
        limits: tally.of(limits, &|_| false),
        conditions: tally.of(blocks, &both),
    }
}

/// The ends of a range that lists can reach or break.
fn ends(range: &Range, what: &str, bounds: &mut Vec<(Span, String)>) {
    let is_zero = |end: &&Expr| !matches!(end.kind, crate::model::ExprKind::Number(0));
    let (low, high) = (range.low.as_ref().filter(is_zero), range.high.as_ref());
    if let (Some(low), Some(high)) = (low, high)
        && low.span == high.span
    {
        return; // nothing to choose
    }
    bounds.extend(low.map(|end| (end.span, format!("the least of {what}"))));
    bounds.extend(high.map(|end| (end.span, format!("the most of {what}"))));
}

/// A text without line breaks, not too long.
fn one_line(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let line = words.join(" ");
    match line.char_indices().nth(70) {
        Some((end, _)) => format!("{}…", line.get(..end).unwrap_or(&line)),
        None => line,
    }
}

/// The text before the braces of a block.
fn head(text: &str) -> String {
    text.split('{').next().unwrap_or(text).trim().to_owned()
}

struct Tally<'t> {
    sources: &'t Sources,
    /// Files and lines of the rules that some list breaks.
    broken: BTreeSet<(&'t str, usize)>,
}

impl Tally<'_> {
    fn of(
        &self,
        all: impl IntoIterator<Item = (Span, String)>,
        is_exercised: &dyn Fn(&PlaceInFile) -> bool,
    ) -> Covered {
        let mut seen: BTreeSet<PlaceInFile> = BTreeSet::new();
        let mut covered = Covered::default();
        for (span, what) in all {
            let place = place_of(self.sources, span);
            if !seen.insert(place.clone()) {
                continue;
            }
            covered.all += 1;
            let line = self.sources.place(span).line;
            if !is_exercised(&place) && !self.broken.contains(&(place.0.as_str(), line)) {
                covered.idle.push(Idle { what, file: place.0, line });
            }
        }
        covered.idle.sort_by(|a, b| (&a.file, a.line, &a.what).cmp(&(&b.file, b.line, &b.what)));
        covered
    }
}
