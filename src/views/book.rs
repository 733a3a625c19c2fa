//! A whole game as a book to browse: what every faction may take, all keywords, all rules. Start at
//! [`book`].

use serde::Serialize;

use crate::engine::Ruleset;
use crate::model::{Expr, ExprKind, FactionId, Game, KeywordId, Owner, Range, TextPart};
use crate::source::Sources;
use crate::views::catalogue::army::ArmyView;
use crate::views::catalogue::rule::RuleView;
use crate::views::paper::palette::Palette;
use crate::views::{
    GearView, KeywordView, PLAIN_ACCENT, UnitView, army, open_units, rule, rule_ids, thing, unit,
};
use crate::wording::sentence::{Speaker, nothing_known};

/// Everything the pages of a book show.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Book {
    pub id: String,
    pub name: String,
    pub version: Option<String>,
    pub currency: String,
    pub palette: Palette,
    /// What every army may take, then the factions.
    pub chapters: Vec<Chapter>,
    pub sections: Vec<GlossarySection>,
    pub rules: Vec<RuleView>,
}

/// A faction, or everything that belongs to no faction.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Chapter {
    /// The name of its file.
    pub file: String,
    pub name: String,
    pub palette: Palette,
    pub army: ArmyView,
    pub headings: Vec<CategorySection>,
    /// Units of the game itself that the faction may take too.
    pub shared: Vec<PageLink>,
    /// Charts of the game itself that the faction may use too.
    pub shared_charts: Vec<PageLink>,
    pub charts: Vec<ChartPicture>,
}

/// The units of one category.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct CategorySection {
    pub name: String,
    pub units: Vec<UnitPage>,
}

#[derive(Debug, Clone, Serialize)]
pub(crate) struct UnitPage {
    #[serde(flatten)]
    pub unit: UnitView,
    pub by_options: Vec<GearView>,
    pub glossary: Vec<KeywordView>,
}

#[derive(Debug, Clone, Serialize)]
pub(crate) struct PageLink {
    pub id: String,
    pub name: String,
}

/// A chart as boxes to fill.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct ChartPicture {
    pub id: String,
    pub slots: Vec<SlotPicture>,
}

#[derive(Debug, Clone, Serialize)]
pub(crate) struct SlotPicture {
    pub name: String,
    pub range: String,
    /// How many units the slot needs, and how many more it takes; together at most `MOST_BOXES`. A
    /// slot without a maximum takes one more.
    pub must: i64,
    pub may: i64,
    /// Whether the slot takes more units than there are boxes.
    pub open: bool,
}

#[derive(Debug, Clone, Serialize)]
pub(crate) struct GlossarySection {
    pub name: String,
    pub keywords: Vec<GlossaryEntry>,
}

#[derive(Debug, Clone, Serialize)]
pub(crate) struct GlossaryEntry {
    pub id: String,
    pub name: String,
    pub text: Vec<TextRun>,
    /// The titles of the units that have this or may get it.
    pub units: Vec<String>,
}

/// A piece of a text; if it has an id, it links to that keyword.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct TextRun {
    pub text: String,
    pub link: Option<String>,
}

/// The greatest number of boxes drawn for a slot.
const MOST_BOXES: i64 = 12;

/// The book of a game. `progress` is called with the name of each chapter.
pub(crate) fn book(rules: &Ruleset<'_>, sources: &Sources, progress: &mut dyn FnMut(&str)) -> Book {
    let game = rules.book.game;
    let factions = game.factions.ids().map(Some);
    let mut chapters: Vec<Chapter> = Vec::new();
    for faction in std::iter::once(None).chain(factions) {
        progress(faction.map_or(&game.title, |id| &game.factions[id].title));
        chapters.push(chapter(rules, sources, faction));
    }
    Book {
        id: game.id.clone(),
        name: game.title.clone(),
        version: game.version.clone(),
        currency: game
            .currencies
            .values()
            .next()
            .map_or(String::new(), |first| first.title.clone()),
        palette: palette(game, Owner::System),
        chapters,
        sections: glossary(rules, sources),
        rules: rule_ids(game).into_iter().filter_map(|id| rule(game, sources, id)).collect(),
    }
}

fn palette(game: &Game, owner: Owner) -> Palette {
    Palette::of(game.layout.accent(owner).unwrap_or(PLAIN_ACCENT))
}

fn chapter(rules: &Ruleset<'_>, sources: &Sources, faction: Option<FactionId>) -> Chapter {
    let game = rules.book.game;
    let mut headings: Vec<CategorySection> = Vec::new();
    let mut shared = Vec::new();
    for id in open_units(rules, faction) {
        let entry = &game.entries[id];
        if faction.is_some() && entry.owner == Owner::System && entry.only_for.is_empty() {
            shared.push(PageLink { id: entry.id.clone(), name: entry.title.clone() });
            continue;
        }
        let view = unit(rules, sources, id);
        let page = UnitPage {
            by_options: view.option_gear(),
            glossary: view.glossary().into_iter().cloned().collect(),
            unit: view,
        };
        let first = entry.categories.first();
        let name =
            first.map_or_else(|| "Units".to_owned(), |id| game.categories[*id].title.clone());
        match headings.iter_mut().find(|known| known.name == name) {
            Some(heading) => heading.units.push(page),
            None => headings.push(CategorySection { name, units: vec![page] }),
        }
    }
    let of = faction.map(|id| &game.factions[id]);
    let mut army = army(rules, sources, faction);
    // Charts for all factions are in the common chapter.
    let shared_charts = army.charts.iter().filter(|chart| chart.faction.is_none());
    let shared_charts = shared_charts
        .map(|chart| PageLink { id: chart.id.clone(), name: chart.name.clone() })
        .filter(|_| faction.is_some())
        .collect();
    army.charts.retain(|chart| faction.is_none() || chart.faction.is_some());
    Chapter {
        file: of.map_or("common.html".to_owned(), |of| format!("faction-{}.html", of.id)),
        name: of.map_or("For every army".to_owned(), |of| of.title.clone()),
        palette: palette(game, faction.map_or(Owner::System, Owner::Faction)),
        charts: game
            .charts
            .values()
            .filter(|chart| army.charts.iter().any(|shown| shown.id == chart.id))
            .map(|chart| ChartPicture {
                id: chart.id.clone(),
                slots: chart.slots.iter().map(|slot| picture(&slot.title, &slot.range)).collect(),
            })
            .collect(),
        army,
        headings,
        shared,
        shared_charts,
    }
}

fn picture(name: &str, range: &Range) -> SlotPicture {
    let number = |end: &Option<Expr>| match end.as_ref().map(|end| &end.kind) {
        Some(ExprKind::Number(number)) => Some(*number),
        _ => None,
    };
    let low = number(&range.low).unwrap_or(0);
    let high = number(&range.high);
    let must = low.clamp(0, MOST_BOXES);
    let may = high.unwrap_or(low.saturating_add(1)).saturating_sub(low).clamp(0, MOST_BOXES - must);
    SlotPicture {
        name: name.to_owned(),
        range: crate::wording::RangeText::of_numbers(Some(low), high).short(),
        must,
        may,
        open: high.is_none_or(|high| high > must + may),
    }
}

fn glossary(rules: &Ruleset<'_>, sources: &Sources) -> Vec<GlossarySection> {
    let game = rules.book.game;
    let entry = |id: KeywordId| {
        let view = thing::keyword(rules, sources, id);
        GlossaryEntry { id: view.id, name: view.name, text: runs(game, id), units: view.units }
    };
    let mut all: Vec<GlossarySection> = Vec::new();
    let mut ids: Vec<KeywordId> = game.keywords.ids().collect();
    ids.sort_by_key(|id| (game.keywords[*id].section.is_none(), game.keywords[*id].section));
    for id in ids {
        let section = game.keywords[id].section.map(|section| game.sections[section].title.clone());
        let name = section.unwrap_or_else(|| "Keywords".to_owned());
        match all.last_mut().filter(|last| last.name == name) {
            Some(section) => section.keywords.push(entry(id)),
            None => all.push(GlossarySection { name, keywords: vec![entry(id)] }),
        }
    }
    for section in &mut all {
        section.keywords.sort_by_key(|keyword| keyword.name.to_lowercase());
    }
    all
}

/// The text of a keyword with the names of its parameters, split at links to other keywords.
fn runs<'g>(game: &'g Game, id: KeywordId) -> Vec<TextRun> {
    let keyword = &game.keywords[id];
    let speaker = Speaker::new(game, &nothing_known);
    let run = |part: &'g TextPart| match part {
        TextPart::Plain(text) => TextRun { text: text.clone(), link: None },
        TextPart::Parameter(index) => {
            let name = keyword.parameters.get(*index).map(|parameter| parameter.name.clone());
            TextRun { text: name.unwrap_or_default(), link: None }
        }
        TextPart::Link(other, title) => {
            TextRun { text: title.clone(), link: Some(game.keywords[*other].name.clone()) }
        }
        TextPart::Value(value) => TextRun { text: speaker.sentence(value), link: None },
    };
    keyword.text.parts.iter().map(run).collect()
}
