//! The cards of units and of the army itself.

use crate::engine::army::{NodeId, NodeIs, UnitIndex};
use crate::engine::eval::Evaluator;
use crate::engine::eval::keyword::same_use;
use crate::model::{Argument, CategoryId, EntryId, Game, KeywordUse, ProfileId, Symbolised};
use crate::views::paper::arms::{Arms, symbol_of};
use crate::views::paper::compose::gear::{beyond_tables, names};
use crate::views::paper::compose::stats::NOTHING;
use crate::views::{Amount, Card, ModelRow, ModelTable, OptionText, column_names, shown_columns};
use crate::wording::many;

impl<'g> Evaluator<'_, 'g> {
    /// All cards, identical ones once, and for each unit the index of its card. The army's own card
    /// comes first.
    pub(crate) fn cards(&self) -> (Vec<Card>, Vec<usize>) {
        let mut cards: Vec<Card> = self.army_card().into_iter().collect();
        let mut places = vec![0; self.army.units.len()];
        let mut counts = vec![1; cards.len()];
        for index in self.as_written() {
            let card = self.card(index, &[]);
            let place = cards.iter().position(|known| *known == card).unwrap_or(cards.len());
            match counts.get_mut(place) {
                Some(count) => *count += 1,
                None => {
                    cards.push(card);
                    counts.push(1);
                }
            }
            if let Some(own) = places.get_mut(index.index()) {
                *own = place;
            }
        }
        for (card, count) in cards.iter_mut().zip(counts) {
            card.count = count;
        }
        (cards, places)
    }

    /// The units in the order of the list.
    pub(crate) fn as_written(&self) -> Vec<UnitIndex> {
        let mut all: Vec<UnitIndex> = self.army.unit_indices().collect();
        all.sort_by_key(|unit| self.army.node(self.army.unit(*unit).node).span.start());
        all
    }

    /// The card of a unit; `offered` is what its options could bring.
    pub(crate) fn card(&self, index: UnitIndex, offered: &[EntryId]) -> Card {
        let unit = self.army.unit(index);
        let entry = &self.game.entries[unit.entry];
        let models = self.models_of(unit.node);
        let gear = self.gear_nodes(unit.node);
        let (upgrades, options) = self.options_of(unit.node);
        let name = self.unit_title(index);
        let titles =
            |units: &[UnitIndex]| units.iter().map(|unit| self.unit_title(*unit)).collect();
        let joined: Vec<UnitIndex> = unit.joined.iter().map(|(unit, _)| *unit).collect();
        let categories = self.game.categories.iter().filter(|(id, category)| {
            category.defined.is_none() && self.in_category(unit.node, *id)
        });
        let mut categories: Vec<_> =
            categories.map(|(id, category)| (id, category.title.clone())).collect();
        let order = |id| entry.categories.iter().position(|own| *own == id).unwrap_or(usize::MAX);
        categories.sort_by_key(|(id, _)| order(*id));
        let kinds: Vec<CategoryId> = categories.iter().map(|(id, _)| *id).collect();
        let offered = [self.named_by_keywords(unit.node), offered.to_vec()].concat();
        let tables = self.gear_tables(unit.node, &gear, &offered);
        Card {
            unit: entry.id.clone(),
            title: Some(self.title_of_unit(index)).filter(|title| *title != name),
            name,
            count: 1,
            unique: entry.unique,
            categories: categories
                .into_iter()
                .filter(|(id, _)| !self.game.layout.hidden.contains(id))
                .map(|(_, title)| title)
                .collect(),
            size: if unit.size == 0 { String::new() } else { many(unit.size, "model") },
            points: self.cost(unit.node).map(Amount::from),
            other_costs: self.told_costs(unit.node),
            from: false,
            currency: currency(self.game),
            facts: self.facts(unit.node),
            models: self.model_tables(&models),
            keywords: beyond_tables(self.views(self.all_keywords(unit.node, &gear)), &tables),
            gear: tables,
            tracks: self.tracks(unit.node, &models),
            // A unit without models is ticked off itself.
            boxes: match models.is_empty() {
                true => self.model_boxes(&[unit.node]),
                false => self.model_boxes(&models),
            },
            upgrades,
            options,
            notes: self.notes(unit.node),
            joined: titles(&joined),
            joins: titles(&unit.joins),
            rides: unit.rides.map(|(unit, _)| self.unit_title(unit)).into_iter().collect(),
            riders: titles(&unit.riders),
            choices: Vec::new(),
            symbol: self.symbol(unit.entry, &kinds),
            portrait: self.game.layout.portrait(shown(unit.entry, &kinds)).map(str::to_owned),
        }
    }

    /// The symbol stated for a unit, or for the first of its categories that has one; or else a
    /// symbol shared by its whole first category.
    fn symbol(&self, entry: EntryId, categories: &[CategoryId]) -> String {
        let of = shown(entry, categories);
        let kind = categories
            .first()
            .map_or(&self.game.entries[entry].id, |first| &self.game.categories[*first].id);
        self.game.layout.symbol(of).unwrap_or_else(|| symbol_of(kind)).to_owned()
    }

    /// The card of the army itself: orders and the like, and the texts of its options.
    fn army_card(&self) -> Option<Card> {
        let gear = self.gear_nodes(NodeId::ARMY);
        let (_, options) = self.options_of(NodeId::ARMY);
        let notes = self.army_notes();
        if gear.is_empty() && options.is_empty() && notes.is_empty() {
            return None;
        }
        let faction = self.army.faction.map(|faction| &self.game.factions[faction]);
        let (id, name) = faction
            .map_or((&self.game.id, &self.game.title), |faction| (&faction.id, &faction.title));
        Some(Card {
            unit: id.clone(),
            name: name.clone(),
            title: None,
            count: 1,
            unique: false,
            categories: vec!["The whole army".to_owned()],
            size: String::new(),
            points: None,
            other_costs: Vec::new(),
            from: false,
            currency: currency(self.game),
            facts: Vec::new(),
            models: Vec::new(),
            gear: self.gear_tables(NodeId::ARMY, &gear, &[]),
            tracks: Vec::new(),
            boxes: Vec::new(),
            upgrades: Vec::new(),
            options,
            keywords: self.views(self.all_keywords(NodeId::ARMY, &gear)),
            notes,
            joined: Vec::new(),
            joins: Vec::new(),
            rides: Vec::new(),
            riders: Vec::new(),
            choices: Vec::new(),
            symbol: Arms::of(self.game, self.owner()).charge,
            portrait: None,
        })
    }

    /// The notes on the army, then on each of its forces.
    fn army_notes(&self) -> Vec<String> {
        let mut of_forces: Vec<(String, Vec<String>)> = Vec::new();
        for force in &self.army.forces {
            for note in self.notes(force.node) {
                let title = self.title(force.node);
                match of_forces.iter_mut().find(|(known, _)| *known == note) {
                    Some((_, titles)) => titles.push(title),
                    None => of_forces.push((note, vec![title])),
                }
            }
        }
        let of_forces = of_forces.into_iter();
        let named = of_forces.map(|(note, titles)| format!("{}: {note}", titles.join(", ")));
        self.notes(NodeId::ARMY).into_iter().chain(named).collect()
    }

    pub(crate) fn models_of(&self, unit: NodeId) -> Vec<NodeId> {
        let below = self.army.below(unit);
        below.filter(|node| matches!(self.army.node(*node).is, NodeIs::Model(_))).collect()
    }

    /// A table for each profile, models with the same values in one row.
    fn model_tables(&self, models: &[NodeId]) -> Vec<ModelTable> {
        let own = |id: NodeId| self.own_keywords(id);
        let everybody: Vec<&'g KeywordUse> =
            models.split_first().map_or_else(Vec::new, |(first, rest)| {
                let shared = |keyword_use: &&&'g KeywordUse| {
                    rest.iter().all(|id| own(*id).iter().any(|other| same_use(other, keyword_use)))
                };
                own(*first).iter().filter(shared).copied().collect()
            });
        let mut tables: Vec<(ProfileId, ModelTable, Vec<RowModels>)> = Vec::new();
        for id in models {
            let Some(entry) = self.army.node(*id).entry else { continue };
            let Some(profile) = self.profile_of(entry) else { continue };
            let uses = own(*id);
            let apart = uses
                .iter()
                .copied()
                .filter(|keyword_use| !everybody.iter().any(|other| same_use(other, keyword_use)));
            let apart = names(&self.views(apart)).join(", ");
            let row = self.model_row(*id, profile);
            let at = tables.iter().position(|(known, ..)| *known == profile).unwrap_or_else(|| {
                tables.push((profile, self.model_table(profile), Vec::new()));
                tables.len() - 1
            });
            let Some((_, table, parts)) = tables.get_mut(at) else { continue };
            let count = self.army.copies_below(*id, self.unit_above(*id));
            let place =
                table.rows.iter().position(|known| alike(known, &row)).unwrap_or_else(|| {
                    table.rows.push(row.clone());
                    table.rows.len() - 1
                });
            if let Some(known) = table.rows.get_mut(place) {
                known.leads |= row.leads;
            }
            match parts.iter_mut().find(|part| part.row == place && part.keywords == apart) {
                Some(part) => part.count = part.count.saturating_add(count),
                None => parts.push(RowModels { row: place, keywords: apart, count }),
            }
        }
        tables
            .into_iter()
            .map(|(profile, table, parts)| {
                counted(table, &parts).measured(&shown_columns(self.game, profile))
            })
            .collect()
    }

    fn model_table(&self, profile: ProfileId) -> ModelTable {
        let columns = column_names(self.game, &shown_columns(self.game, profile));
        ModelTable {
            title: self.game.profiles[profile].title.clone(),
            width: 0,
            columns,
            rows: Vec::new(),
        }
    }

    /// The values of a model; empty if the data has none yet.
    fn model_row(&self, id: NodeId, profile: ProfileId) -> ModelRow {
        let mut values: Vec<String> = shown_columns(self.game, profile)
            .iter()
            .map(|characteristic| self.printed(id, characteristic))
            .collect();
        if values.iter().all(|value| value == NOTHING) {
            values.clear();
        }
        ModelRow {
            name: self.title(id),
            count: String::new(),
            leads: matches!(&self.army.node(id).is, NodeIs::Model(model) if model.leads),
            values,
            texts: Vec::new(),
            keywords: Vec::new(),
            notes: self.notes(id),
        }
    }

    fn unit_above(&self, id: NodeId) -> NodeId {
        self.army.node(id).unit.map_or(NodeId::ARMY, |unit| self.army.unit(unit).node)
    }

    /// The options of a unit or the army: first the names of options without a text, unless the
    /// tables show what they give; then the options with a text.
    fn options_of(&self, owner: NodeId) -> (Vec<String>, Vec<OptionText>) {
        let (mut upgrades, mut texts): (Vec<OptionText>, Vec<OptionText>) =
            (Vec::new(), Vec::new());
        for id in self.army.below(owner) {
            let node = self.army.node(id);
            let (NodeIs::Option(option), Some(entry)) = (&node.is, node.entry) else { continue };
            if (owner == NodeId::ARMY && node.unit.is_some()) || self.profile_of(entry).is_some() {
                continue;
            }
            let body = &self.game.entries[entry].body;
            let notes = self.notes(id);
            let gives = option
                .offer
                .terms
                .is_some_and(|terms| terms.replacing.is_some() || terms.replaces_leader.is_some());
            let is_seen = gives
                || option.is_default
                || !(body.weapons.is_empty() && body.models.is_empty() && body.keywords.is_empty());
            if notes.is_empty() && is_seen {
                continue;
            }
            let kept = if notes.is_empty() { &mut upgrades } else { &mut texts };
            let count = self.army.copies_below(id, owner);
            match kept.iter_mut().find(|known| known.name == self.title(id) && known.texts == notes)
            {
                Some(known) => known.count = known.count.saturating_add(count),
                None => kept.push(OptionText { name: self.title(id), count, texts: notes }),
            }
        }
        let named = |option: OptionText| {
            if option.count > 1 { format!("{} {}", option.count, option.name) } else { option.name }
        };
        (upgrades.into_iter().map(named).collect(), texts)
    }

    /// Things with a profile that keywords name, such as powers.
    fn named_by_keywords(&self, unit: NodeId) -> Vec<EntryId> {
        let arguments =
            self.all_keywords(unit, &[]).into_iter().flat_map(|keyword_use| &keyword_use.arguments);
        let entries = arguments.filter_map(|argument| {
            if let Argument::Entry(entry) = argument { Some(*entry) } else { None }
        });
        entries.filter(|entry| self.profile_of(*entry).is_some()).collect()
    }

    /// The keywords of a node, its models and its gear, including modes.
    pub(crate) fn all_keywords(&self, owner: NodeId, gear: &[NodeId]) -> Vec<&'g KeywordUse> {
        let mut all: Vec<&'g KeywordUse> = self.own_keywords(owner).to_vec();
        if owner != NodeId::ARMY {
            self.models_of(owner)
                .into_iter()
                .for_each(|model| all.extend(self.own_keywords(model).iter()));
        }
        for id in gear {
            all.extend(self.keywords(*id));
            let entry = self.army.node(*id).entry.map(|entry| &self.game.entries[entry]);
            all.extend(
                entry
                    .into_iter()
                    .flat_map(|entry| &entry.body.modes)
                    .flat_map(|mode| &mode.keywords),
            );
        }
        all
    }
}

pub(crate) fn currency(game: &Game) -> String {
    game.currencies.values().next().map(|currency| currency.title.clone()).unwrap_or_default()
}

/// The models of a row that have further keywords.
struct RowModels {
    row: usize,
    keywords: String,
    count: i64,
}

/// Fills in the number of models of each row and their further keywords. A table without values has
/// no columns.
fn counted(mut table: ModelTable, parts: &[RowModels]) -> ModelTable {
    for (place, row) in table.rows.iter_mut().enumerate() {
        let here = || parts.iter().filter(move |part| part.row == place);
        let all = here().map(|part| part.count).fold(0, i64::saturating_add);
        row.count = all.to_string();
        let words = |part: &RowModels| match part.count {
            count if count == all => part.keywords.clone(),
            count => format!("{count} with {}", part.keywords),
        };
        row.keywords = here().filter(|part| !part.keywords.is_empty()).map(words).collect();
    }
    if table.rows.iter().all(|row| row.values.is_empty()) {
        table.columns.clear();
    }
    table
}

fn alike(row: &ModelRow, other: &ModelRow) -> bool {
    (&row.name, &row.values, &row.notes) == (&other.name, &other.values, &other.notes)
}

/// Where a unit may get its symbol or portrait from: itself, then its categories.
fn shown(entry: EntryId, categories: &[CategoryId]) -> impl Iterator<Item = Symbolised> {
    let categories = categories.iter().copied().map(Symbolised::Category);
    std::iter::once(Symbolised::Unit(entry)).chain(categories)
}
