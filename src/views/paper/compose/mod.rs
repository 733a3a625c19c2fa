//! Composes the [`Paper`] of a list: the army as equipped, with all values in the game's notation.

pub(crate) mod boxes;
pub(crate) mod card;
pub(crate) mod deck;
pub(crate) mod faction;
pub(crate) mod gear;
pub(crate) mod reference;
pub(crate) mod roster;
pub(crate) mod stats;

use crate::engine::Session;
use crate::engine::army::{Chosen, NodeId, NodeIs, UnitIndex};
use crate::engine::eval::{Evaluator, Value};
use crate::engine::slots::Filled;
use crate::list::{Design, OptionPick, to_link};
use crate::model::{Owner, Shown};
use crate::source::{SourceId, Sources, Span};
use crate::views::paper::Play;
use crate::views::paper::arms::Arms;
use crate::views::paper::palette::Palette;
use crate::views::{
    Amount, DeckPart, DesignPart, ForcePart, IssueView, PLAIN_ACCENT, PROGRAM, Paper, PaperIssue,
    Report, TakenOption, Title, TitledText, data_mark, told, verdict,
};

/// Everything a printout of a list may show. Start here. If the budget runs out, returns the report
/// that says so: missing values would go unnoticed on paper.
pub(crate) fn paper(
    session: &Session<'_, '_>,
    report: &Report,
    sources: &Sources,
    source: SourceId,
) -> Result<Paper, Box<Report>> {
    let paper = composed(session, report, sources.get(source).text());
    match verdict::undecided(session, sources, source) {
        Some(undecided) => Err(Box::new(undecided)),
        None => Ok(paper),
    }
}

/// `text` is the list as written.
fn composed(session: &Session<'_, '_>, report: &Report, text: &str) -> Paper {
    let evaluator = session.evaluator();
    let (army, game) = (&evaluator.army, evaluator.game);
    let title = |id: &str, title: &str| Title { id: id.to_owned(), title: title.to_owned() };
    let faction = |id| title(&game.factions[id].id, &game.factions[id].title);
    let (cards, places) = evaluator.cards();
    let decks = evaluator.deck_parts();
    Paper {
        name: report.list.clone(),
        player: report.player.clone(),
        system: title(&game.id, &game.title),
        faction: army.faction.map(faction),
        chart: army.chart.map(|id| title(&game.charts[id].id, &game.charts[id].title)),
        event: army.event.map(|id| title(&game.events[id].id, &game.events[id].title)),
        opponent: army.opponent.map(faction),
        points: report.points,
        limit: report.limit,
        other_costs: told(&report.other_costs),
        currency: report.titles.currency.clone(),
        models: army.units.iter().map(|unit| unit.size).fold(0, i64::saturating_add),
        legal: report.legal,
        issues: report.issues.iter().map(issue).collect(),
        more_issues: report.more_issues,
        chosen: evaluator.chosen_by_army(),
        values: report
            .derived
            .values
            .iter()
            .filter(|derived| !derived.value.is_null())
            .map(value)
            .collect(),
        forces: evaluator.force_parts(&unplaced(session.slots()), report, &places),
        designs: evaluator.design_parts(),
        marks: deck::marks(game, &decks),
        decks,
        notes: army.list.notes.iter().map(|note| note.value.clone()).collect(),
        fingerprint: report.fingerprint.clone(),
        link: Some(to_link(text)),
        data: data_mark(game),
        versions: report.titles.versions.clone(),
        program: PROGRAM.to_owned(),
        palette: Palette::of(&evaluator.accent()),
        arms: Arms::of(game, evaluator.owner()),
        pictures: Vec::new(),
        accent: evaluator.accent(),
        play: Play::of(game),
        cards,
        reference: evaluator.reference(),
    }
    .with_pictures(game)
}

/// The units of a list and what its army chose, without cards and texts: less than a [`Paper`], and
/// faster.
#[derive(Debug, Clone, Default)]
pub(crate) struct Outline {
    pub accent: Option<String>,
    pub models: i64,
    pub forces: Vec<ForcePart>,
    pub chosen: Vec<TitledText>,
    pub values: Vec<TitledText>,
    pub decks: Vec<DeckPart>,
    /// The names of the player's designs.
    pub designs: Vec<String>,
    pub notes: Vec<String>,
}

/// The outline of a list.
pub(crate) fn outline(session: &Session<'_, '_>, report: &Report) -> Outline {
    let evaluator = session.evaluator();
    let army = &evaluator.army;
    let values = report.derived.values.iter().filter(|derived| !derived.value.is_null());
    Outline {
        accent: Some(evaluator.accent()),
        models: army.units.iter().map(|unit| unit.size).fold(0, i64::saturating_add),
        forces: evaluator.force_parts(&unplaced(session.slots()), report, &[]),
        chosen: evaluator.chosen_by_army(),
        values: values.map(value).collect(),
        decks: evaluator.deck_parts(),
        designs: army.list.designs.iter().map(|design| design.name.value.clone()).collect(),
        notes: army.list.notes.iter().map(|note| note.value.clone()).collect(),
    }
}

/// Units that have no slot because none was free.
fn unplaced(filled: &[Filled<'_>]) -> Vec<UnitIndex> {
    let places = filled.iter().flat_map(|chart| chart.units.iter().zip(&chart.answer.places));
    places.filter(|(_, place)| place.is_none()).map(|(unit, _)| *unit).collect()
}

fn value(derived: &crate::views::DerivedValue) -> TitledText {
    TitledText { title: derived.title.clone(), value: derived.words.clone() }
}

/// An option in the notation of lists: `2 grenades`, `badge: star`.
fn taken_words(pick: &OptionPick) -> String {
    let times = pick
        .times
        .as_ref()
        .filter(|times| times.value != 1)
        .map_or_else(String::new, |times| format!("{} ", times.value));
    let inner: Vec<String> = pick.inner.iter().map(taken_words).collect();
    let inner = if inner.is_empty() { String::new() } else { format!(": {}", inner.join(", ")) };
    format!("{times}{}{inner}", pick.name.value)
}

fn issue(issue: &IssueView) -> PaperIssue {
    PaperIssue {
        severity: issue.severity,
        code: issue.code.name.to_owned(),
        rules: issue.cites.clone(),
        message: issue.message.clone(),
        fixes: issue.plain_fixes.clone(),
        units: issue.units.clone(),
    }
}

/// Where the list names options, including nested ones.
fn places(picks: &[OptionPick]) -> Vec<Span> {
    picks.iter().flat_map(|pick| [vec![pick.name.span], places(&pick.inner)].concat()).collect()
}

impl<'g> Evaluator<'_, 'g> {
    fn design_parts(&self) -> Vec<DesignPart> {
        let pick = |(name, amount): &(crate::list::Name, crate::list::SpannedNumber)| TitledText {
            title: name.value.clone(),
            value: amount.value.to_string(),
        };
        let designs = self.army.list.designs.iter().enumerate();
        let part = |(place, design): (usize, &Design)| {
            let follows = |model: &&NodeId| matches!(&self.army.node(**model).is, NodeIs::Model(model) if model.design == Some(place));
            let model = self.army.models.iter().find(follows).copied();
            let (options, option_titles) =
                self.options_of_design(model, design).into_iter().unzip();
            DesignPart {
                id: design.name.value.clone(),
                model: design.model.value.clone(),
                title: model
                    .and_then(|model| self.army.node(model).entry)
                    .map_or(&design.model.value, |entry| &self.game.entries[entry].title)
                    .clone(),
                picks: design.picks.iter().map(pick).collect(),
                options,
                option_titles,
            }
        };
        designs.map(part).collect()
    }

    /// What a design takes beyond defaults, as ids and titles: read from a model that uses the
    /// design, or from the list if no model does.
    fn options_of_design(&self, model: Option<NodeId>, design: &Design) -> Vec<(String, String)> {
        let Some(model) = model else {
            let words = design.options.iter().map(taken_words);
            return words.map(|words| (words.clone(), words)).collect();
        };
        let places = places(&design.options);
        let mut all = Vec::new();
        for id in self.army.below(model) {
            let node = self.army.node(id);
            let (NodeIs::Option(option), Some(entry)) = (&node.is, node.entry) else { continue };
            if !option.is_default && places.contains(&node.span) {
                let times =
                    if node.count == 1 { String::new() } else { format!("{} ", node.count) };
                let entry = &self.game.entries[entry];
                all.push((format!("{times}{}", entry.id), format!("{times}{}", entry.title)));
            }
        }
        all
    }

    /// The army's faction, or else its game.
    fn owner(&self) -> Owner {
        self.army.faction.map_or(Owner::System, Owner::Faction)
    }

    /// The colour of the army's faction or game.
    fn accent(&self) -> String {
        self.game.layout.accent(self.owner()).unwrap_or(PLAIN_ACCENT).to_owned()
    }

    /// Options of the army, chosen attributes and optional rules.
    fn chosen_by_army(&self) -> Vec<TitledText> {
        let mut lines: Vec<TitledText> = Vec::new();
        for option in self.army.children(NodeId::ARMY) {
            let node = self.army.node(option);
            let NodeIs::Option(taken) = &node.is else { continue };
            let inner = self.army.below(option).map(|inner| self.title(inner));
            let title = self.title(option);
            let title = if node.count == 1 { title } else { format!("{} {title}", node.count) };
            let words: Vec<String> = std::iter::once(title).chain(inner).collect();
            // An option without an alternative is no choice; the army's card explains it.
            if let Some(choose) = taken.offer.chooses.first() {
                lines.push(TitledText {
                    title: self.game.chooses[*choose].title.clone(),
                    value: words.join(", "),
                });
            } else if !taken.is_default {
                lines.push(TitledText { title: "Option".to_owned(), value: words.join(", ") });
            }
        }
        lines.extend(self.chosen_lines(NodeId::ARMY));
        let rules = self.army.optional.iter().map(|id| self.game.optionals[*id].title.as_str());
        let rules: Vec<&str> = rules.collect();
        if !rules.is_empty() {
            lines.push(TitledText { title: "Optional rules".to_owned(), value: rules.join(", ") });
        }
        lines
    }

    /// What the list states about a node under the game's own keys.
    fn chosen_lines(&self, id: NodeId) -> Vec<TitledText> {
        let node = self.army.node(id);
        let chosen = match node.is {
            NodeIs::Army => self.army.chosen.as_slice(),
            NodeIs::Unit => {
                node.unit.map_or(&[][..], |unit| self.army.unit(unit).chosen.as_slice())
            }
            NodeIs::Force(place) => {
                self.army.forces.get(place).map_or(&[][..], |force| force.chosen.as_slice())
            }
            _ => &[],
        };
        let line = |stated: &Chosen<'_>| {
            let attribute = &self.game.attributes[stated.attribute];
            let value = self.words(&self.attribute(id, stated.attribute));
            // Units that do not state it have the default.
            let is_default = self.is_default(stated);
            (!is_default).then(|| TitledText { title: attribute.title.clone(), value })
        };
        chosen.iter().filter_map(line).collect()
    }

    /// The values of a unit that the game puts on cards.
    fn facts(&self, id: NodeId) -> Vec<TitledText> {
        let mut lines = Vec::new();
        for shown in &self.game.layout.shown {
            let (title, value) = match shown {
                Shown::Derive(derive) => {
                    (self.game.derives[*derive].label(), self.derived(id, *derive))
                }
                Shown::Attribute(attribute) => {
                    let declared = &self.game.attributes[*attribute];
                    let value = self.attribute(id, *attribute);
                    // A default of 0 says nothing, such as a rank that most units lack.
                    let is_default = value == self.stated_attribute(*attribute, &[]);
                    let says_nothing = is_default && value == Value::whole(0);
                    (declared.title.clone(), if says_nothing { Value::None } else { value })
                }
            };
            let is_empty = matches!(&value, Value::Set(all) if all.is_empty());
            if !value.is_none() && !is_empty {
                lines.push(TitledText { title, value: self.words(&value) });
            }
        }
        lines
    }

    /// The options taken below a node, each followed by its nested options.
    fn options_taken(&self, id: NodeId) -> Vec<TakenOption> {
        let mut all = Vec::new();
        for child in self.army.children(id) {
            match &self.army.node(child).is {
                NodeIs::Option(_) => self.take(child, None, 0, &mut all),
                NodeIs::Model(_) => {
                    let model = self.title(child);
                    let own = self
                        .army
                        .children(child)
                        .filter(|own| matches!(self.army.node(*own).is, NodeIs::Option(_)));
                    own.for_each(|own| self.take(own, Some(&model), 0, &mut all));
                }
                _ => {}
            }
        }
        let kinds = self.kinds(id);
        for option in &mut all {
            let own = kinds.iter().find(|kind| option.model.as_ref() == Some(&kind.name));
            option.all = own.is_some_and(|kind| kind.count == option.count);
        }
        all
    }

    fn take(&self, id: NodeId, model: Option<&str>, depth: usize, all: &mut Vec<TakenOption>) {
        let node = self.army.node(id);
        let (NodeIs::Option(option), Some(entry)) = (&node.is, node.entry) else { return };
        if !option.is_default {
            let unit = node.unit.map_or(NodeId::ARMY, |unit| self.army.unit(unit).node);
            let taken = TakenOption {
                id: self.game.entries[entry].id.clone(),
                name: self.title(id),
                count: self.army.copies_below(id, unit),
                all: false,
                points: self
                    .cost(id)
                    .filter(|cost| *cost != crate::engine::eval::Number::ZERO)
                    .map(Amount::from),
                other_costs: self.told_costs(id),
                model: model.map(str::to_owned),
                depth,
            };
            let same = |known: &TakenOption| {
                known.id == taken.id && known.model == taken.model && known.depth == taken.depth
            };
            match all.iter_mut().find(|known| model.is_some() && same(known)) {
                // More models have the same option.
                Some(known) => known.count = known.count.saturating_add(taken.count),
                None => all.push(taken),
            }
        }
        let inner = if option.is_default { depth } else { depth + 1 };
        self.army.children(id).for_each(|child| self.take(child, model, inner, all));
    }
}
