//! Counts what a game defines, and finds the rules that no list breaks.

use rustc_hash::FxHashSet;
use serde::Serialize;

use crate::model::{
    EntryKind, FactionId, Game, Keyword, KeywordId, Owner, Rule, RuleContent, SectionId,
};
use crate::source::{Sources, Span};
use crate::views::{Coverage, IssueView};

/// What a game or one of its factions defines.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Counts {
    pub units: usize,
    pub options: usize,
    /// Weapons, spells and whatever else has a profile, models included.
    pub entries: usize,
    pub charts: usize,
}

#[derive(Debug, Clone, Serialize)]
pub struct FactionStats {
    pub id: String,
    pub name: String,
    #[serde(flatten)]
    pub counts: Counts,
}

#[derive(Debug, Clone, Serialize)]
pub struct GameStats {
    pub id: String,
    pub name: String,
    /// What the system itself defines.
    pub own: Counts,
    pub factions: Vec<FactionStats>,
    pub total: Counts,
    pub keywords: usize,
    /// Keywords of sections that only explain terms of the rules: nothing has any of them.
    pub terms: usize,
    /// Other keywords that nothing has.
    pub unused_keywords: Vec<String>,
    /// Rules of the book that some line cites, and rules of the data that have no number.
    pub rules: usize,
    /// Rules that no case breaks; absent if there are no cases.
    pub never_broken: Option<Vec<String>>,
    /// What else the cases exercise; absent if there are no cases.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub coverage: Option<Coverage>,
}

/// Counts what a game defines. `issues` are the issues of its cases, if it has any.
pub fn game_stats(game: &Game, sources: &Sources, issues: Option<&[IssueView]>) -> GameStats {
    let own = counts(game, Owner::System);
    let factions: Vec<FactionStats> =
        game.factions.iter().map(|(id, _)| faction_stats(game, id)).collect();
    let mut total = own.clone();
    for faction in &factions {
        total.units += faction.counts.units;
        total.options += faction.counts.options;
        total.entries += faction.counts.entries;
        total.charts += faction.counts.charts;
    }
    let (terms, unused) = idle_keywords(game);
    let rules = rules(game);
    let never_broken = issues.map(|issues| {
        let whole = rules.iter().filter(|rule| !rule.is_broken(sources, issues));
        whole.map(StatedRule::name).collect()
    });
    GameStats {
        id: game.id.clone(),
        name: game.title.clone(),
        own,
        factions,
        total,
        keywords: game.keywords.len(),
        terms: terms.len(),
        unused_keywords: unused.iter().map(|keyword| keyword.name.clone()).collect(),
        rules: rules.len(),
        never_broken,
        coverage: None,
    }
}

fn faction_stats(game: &Game, id: FactionId) -> FactionStats {
    let faction = &game.factions[id];
    FactionStats {
        id: faction.id.clone(),
        name: faction.title.clone(),
        counts: counts(game, Owner::Faction(id)),
    }
}

fn counts(game: &Game, owner: Owner) -> Counts {
    let mut counts = Counts::default();
    for entry in game.entries.values().filter(|entry| entry.owner == owner) {
        match entry.kind {
            EntryKind::Unit => counts.units += 1,
            EntryKind::Option => counts.options += 1,
            EntryKind::Profile(_) => counts.entries += 1,
            EntryKind::Card(_) => {}
        }
    }
    counts.charts = game.charts.values().filter(|chart| chart.owner == owner).count();
    counts
}

/// Keywords that nothing has: first those of wholly unused sections, then the others.
fn idle_keywords(game: &Game) -> (Vec<&Keyword>, Vec<&Keyword>) {
    let given = game.each_body().flat_map(|body| {
        body.keywords.iter().chain(body.modes.iter().flat_map(|mode| &mode.keywords))
    });
    let used: FxHashSet<KeywordId> = given.map(|keyword_use| keyword_use.keyword).collect();
    let sections: FxHashSet<SectionId> =
        used.iter().filter_map(|id| game.keywords[*id].section).collect();
    let idle =
        game.keywords.iter().filter(|(id, _)| !used.contains(id)).map(|(_, keyword)| keyword);
    idle.partition(|keyword| keyword.section.is_some_and(|section| !sections.contains(&section)))
}

/// A rule of the book, or a rule of the data that has no number in the book.
enum StatedRule<'g> {
    Numbered(&'g str),
    Named(&'g Rule),
}

fn rules(game: &Game) -> Vec<StatedRule<'_>> {
    let numbered = game.cited.iter().map(|id| StatedRule::Numbered(id));
    let named =
        game.rules.values().filter(|rule| !game.cited.contains(&rule.id)).map(StatedRule::Named);
    numbered.chain(named).collect()
}

impl StatedRule<'_> {
    fn name(&self) -> String {
        match self {
            StatedRule::Numbered(id) => (*id).to_owned(),
            StatedRule::Named(rule) => rule.id.clone(),
        }
    }

    fn is_broken(&self, sources: &Sources, issues: &[IssueView]) -> bool {
        issues.iter().any(|issue| match self {
            StatedRule::Numbered(id) => issue.cites.iter().any(|cite| cite == id),
            StatedRule::Named(rule) => match &rule.content {
                RuleContent::Covers(checks) => checks.contains(&issue.code),
                RuleContent::Clauses(clauses) => {
                    let mut places = clauses
                        .iter()
                        .flat_map(|clause| &clause.requirements)
                        .map(|requirement| requirement.span);
                    places.any(|span| stands_at(sources, span, issue))
                }
            },
        })
    }
}

fn stands_at(sources: &Sources, span: Span, issue: &IssueView) -> bool {
    let file = sources.get(span.source).path();
    issue
        .defined_at
        .as_ref()
        .is_some_and(|at| at.file == file && at.line == sources.place(span).line)
}
