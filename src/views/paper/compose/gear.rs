//! Tables of weapons and everything else with a profile.

use crate::engine::army::{NodeId, NodeIs};
use crate::engine::eval::{BodyItem, BodyQuery, Env, Evaluator, OptionReach};
use crate::model::{Body, Characteristic, EntryId, KeywordUse, Mode, ProfileId, Side, Stat};
use crate::views::catalogue::gear::keywords;
use crate::views::paper::compose::stats::as_stated;
use crate::views::{GearRow, GearTable, KeywordView, ModeRow, column_names, shown_columns};

impl<'g> Evaluator<'_, 'g> {
    /// Everything with a profile that a unit or the army has.
    pub(crate) fn gear_nodes(&self, id: NodeId) -> Vec<NodeId> {
        let is_gear = |id: &NodeId| {
            let node = self.army.node(*id);
            matches!(node.is, NodeIs::Gear | NodeIs::Option(_))
                && node.entry.is_some_and(|entry| self.profile_of(entry).is_some())
                && self.army.carried_below(*id, node.parent) > 0
        };
        let of_army = |node: &NodeId| self.army.node(*node).unit.is_none();
        self.army
            .below(id)
            .filter(|node| is_gear(node) && (id != NodeId::ARMY || of_army(node)))
            .collect()
    }

    /// A table for each kind, with identical gear in one row. Gear that options would bring comes
    /// last.
    pub(crate) fn gear_tables(
        &self,
        owner: NodeId,
        nodes: &[NodeId],
        offered: &[EntryId],
    ) -> Vec<GearTable> {
        let mut tables: Vec<(ProfileId, GearTable)> = Vec::new();
        for node in nodes {
            let Some(profile) =
                self.army.node(*node).entry.and_then(|entry| self.profile_of(entry))
            else {
                continue;
            };
            let row = self.gear_row(owner, *node, profile);
            let at = tables.iter().position(|(known, _)| *known == profile).unwrap_or_else(|| {
                tables.push((profile, gear_table(self.game, profile)));
                tables.len() - 1
            });
            let Some((_, table)) = tables.get_mut(at) else { continue };
            match table
                .rows
                .iter_mut()
                .find(|known| GearRow { count: row.count, ..(*known).clone() } == row)
            {
                Some(known) => {
                    known.count =
                        known.count.zip(row.count).map(|(known, more)| known.saturating_add(more))
                }
                None => table.rows.push(row),
            }
        }
        // Rows of an attack group stay together.
        for (_, table) in &mut tables {
            let groups: Vec<Option<String>> =
                table.rows.iter().map(|row| row.group.clone()).collect();
            table.rows.sort_by_key(|row| groups.iter().position(|group| *group == row.group));
        }
        offered.iter().for_each(|entry| self.add_offered(&mut tables, *entry));
        tables
            .into_iter()
            .map(|(profile, table)| table.measured(&shown_columns(self.game, profile)))
            .collect()
    }

    fn gear_row(&self, owner: NodeId, id: NodeId, profile: ProfileId) -> GearRow {
        let node = self.army.node(id);
        let columns = shown_columns(self.game, profile);
        let body: Option<&'g Body> = node.entry.map(|entry| &self.game.entries[entry].body);
        let modes = body.map(|body| body.modes.as_slice()).unwrap_or_default();
        GearRow {
            name: self.title(id),
            count: Some(self.army.carried_below(id, owner)),
            group: node.entry.and_then(|entry| self.attack_group(id, entry)),
            values: columns.iter().map(|characteristic| self.printed(id, characteristic)).collect(),
            keywords: names(&self.views(self.keywords(id))),
            texts: Vec::new(),
            notes: self.notes(id),
            modes: modes.iter().map(|mode| self.mode_row(id, mode, &columns)).collect(),
            boxes: self.boxes_of(id),
        }
    }

    /// Adds a weapon that an option would bring, unless the unit already has it.
    fn add_offered(&self, tables: &mut Vec<(ProfileId, GearTable)>, id: EntryId) {
        let entry = &self.game.entries[id];
        let Some(profile) = self.profile_of(id) else { return };
        let at = tables.iter().position(|(known, _)| *known == profile).unwrap_or_else(|| {
            tables.push((profile, gear_table(self.game, profile)));
            tables.len() - 1
        });
        let Some((_, table)) = tables
            .get_mut(at)
            .filter(|(_, table)| !table.rows.iter().any(|row| row.name == entry.title))
        else {
            return;
        };
        let columns = shown_columns(self.game, profile);
        table.rows.push(GearRow {
            name: entry.title.clone(),
            count: None,
            group: None,
            values: self.stated_values(&entry.body.stats, &columns),
            keywords: names(&self.views(&entry.body.keywords)),
            texts: Vec::new(),
            notes: self.stated_notes(&entry.body),
            modes: entry
                .body
                .modes
                .iter()
                .map(|mode| self.mode_row(NodeId::ARMY, mode, &columns))
                .collect(),
            boxes: Vec::new(),
        });
    }

    fn stated_values(&self, stats: &[Stat], columns: &[&Characteristic]) -> Vec<String> {
        let value = |characteristic: &&Characteristic| {
            stats
                .iter()
                .find(|stat| stat.name == characteristic.name)
                .map(|stat| as_stated(self, &stat.value))
        };
        columns.iter().map(|characteristic| value(characteristic).unwrap_or_default()).collect()
    }

    fn mode_row(&self, id: NodeId, mode: &'g Mode, columns: &[&Characteristic]) -> ModeRow {
        ModeRow {
            name: mode.title.clone(),
            values: self.stated_values(&mode.stats, columns),
            keywords: names(&self.views(&mode.keywords)),
            texts: Vec::new(),
            notes: mode.notes.iter().map(|note| self.text(note, &mut Env::at(id))).collect(),
        }
    }

    /// The choice with the word `mounted` that an option was taken from.
    fn mounted(&self, option: NodeId) -> Option<String> {
        let NodeIs::Option(option) = &self.army.node(option).is else { return None };
        let mut chooses = option.offer.chooses.iter().map(|choose| &self.game.chooses[*choose]);
        chooses.find(|choose| choose.mounted).map(|choose| choose.title.clone())
    }

    /// Where a weapon is mounted, or the attack group in which the unit, the model or an option of
    /// theirs gives it.
    fn attack_group(&self, id: NodeId, weapon: EntryId) -> Option<String> {
        if let Some(place) = self.mounted(id) {
            return Some(place);
        }
        let parent = self.army.node(id).parent;
        let unit = self.army.node(id).unit.map(|unit| self.army.unit(unit).node)?;
        let options = self
            .army
            .below(unit)
            .filter(|node| matches!(self.army.node(*node).is, NodeIs::Option(_)));
        let gives = |node: &NodeId| match &self.army.node(*node).is {
            NodeIs::Option(option) => {
                let replacing = option.offer.terms.and_then(|terms| terms.replacing.as_ref());
                let body = self.army.node(*node).entry.map(|entry| &self.game.entries[entry].body);
                let given = body.into_iter().flat_map(|body| &body.weapons);
                replacing.is_some_and(|replacing| replacing.new.contains(&weapon))
                    || given.into_iter().any(|group| group.weapons.contains(&weapon))
            }
            _ => false,
        };
        let options: Vec<NodeId> = options.collect();
        let given = options.iter().filter(|node| gives(node));
        if let Some(place) = given.into_iter().find_map(|option| self.mounted(*option)) {
            return Some(place);
        }
        let holders = [parent, unit].into_iter().chain(options);
        let bodies = holders
            .filter_map(|node| self.army.node(node).entry)
            .map(|entry| &self.game.entries[entry].body);
        let mut groups = bodies.flat_map(|body| &body.weapons);
        groups.find(|group| group.title.is_some() && group.weapons.contains(&weapon))?.title.clone()
    }

    /// The notes in force for a node: its own, and those of blocks whose condition holds or that
    /// visit it.
    pub(crate) fn notes(&self, id: NodeId) -> Vec<String> {
        let mut notes = Vec::new();
        self.in_force(id, OptionReach::Itself, BodyQuery::Notes, &mut |item, env, _| {
            if let BodyItem::Body(body) = item {
                for note in &body.notes {
                    let note = self.text(note, env);
                    // Several models may give the same note; print it once.
                    if !notes.contains(&note) {
                        notes.push(note);
                    }
                }
            }
        });
        notes
    }

    /// The notes of something that the list does not take.
    pub(crate) fn stated_notes(&self, body: &'g Body) -> Vec<String> {
        body.notes.iter().map(|note| self.text(note, &mut Env::at(NodeId::ARMY))).collect()
    }

    pub(crate) fn views<'u>(
        &self,
        uses: impl IntoIterator<Item = &'u KeywordUse>,
    ) -> Vec<KeywordView> {
        keywords(self.game, uses)
    }
}

fn gear_table(game: &crate::model::Game, profile: ProfileId) -> GearTable {
    let columns = column_names(game, &shown_columns(game, profile));
    let side = game.layout.sides.iter().rev().find(|(of, _)| *of == profile);
    let side = side.map(|(_, side)| match side {
        Side::Front => "front",
        Side::Back => "back",
    });
    let title = game.profiles[profile].title.clone();
    GearTable { title, side, width: 0, columns, rows: Vec::new() }
}

pub(crate) fn names(views: &[KeywordView]) -> Vec<String> {
    views.iter().map(|view| view.name.clone()).collect()
}

/// Drops keywords that say no more than a row of the tables: `Sniper gun`, "A weapon with Sniper.",
/// next to a weapon of that name with that keyword.
pub(crate) fn beyond_tables(
    mut keywords: Vec<KeywordView>,
    tables: &[GearTable],
) -> Vec<KeywordView> {
    // The number of words in "A weapon with".
    const FEW: usize = 3;
    let is_said = |keyword: &KeywordView, row: &GearRow| {
        let without = |text: String, name: &String| text.replace(name.as_str(), "");
        let rest = row.keywords.iter().fold(keyword.text.clone(), without);
        let is_word = |word: &&str| word.contains(char::is_alphanumeric);
        row.name.eq_ignore_ascii_case(&keyword.name)
            && rest.len() < keyword.text.len()
            && rest.split_whitespace().filter(is_word).count() <= FEW
    };
    let rows = tables.iter().flat_map(|table| &table.rows);
    keywords.retain(|keyword| !rows.clone().any(|row| is_said(keyword, row)));
    keywords
}
