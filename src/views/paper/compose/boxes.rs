//! Boxes to tick, and tracks of values that change in play.

use crate::engine::army::{NodeId, NodeIs};
use crate::engine::eval::{Evaluator, Value};
use crate::model::{Boxes, Game, NodeKind};
use crate::views::{BoxRow, Track};

/// The greatest number of boxes in a row.
const MOST: i64 = 200;

impl<'g> Evaluator<'_, 'g> {
    /// The boxes of a unit: for each kind of model, a row for each characteristic that is ticked
    /// off.
    pub(crate) fn model_boxes(&self, models: &[NodeId]) -> Vec<BoxRow> {
        let mut rows: Vec<BoxRow> = Vec::new();
        if self.game.layout.boxes.is_empty() {
            return rows;
        }
        for id in models {
            let mut own = self.boxes_of(*id);
            if own.is_empty() {
                own.push(BoxRow { title: "Models".to_owned(), ..BoxRow::of_one_model() });
            }
            let leads = matches!(&self.army.node(*id).is, NodeIs::Model(model) if model.leads);
            for mut row in own {
                row.model = Some(self.title(*id));
                row.models = self.army.node(*id).count;
                row.leads = leads;
                match rows.iter_mut().find(|known| known.same_sort(&row)) {
                    Some(known) => {
                        known.models = known.models.saturating_add(row.models);
                        known.leads |= row.leads;
                    }
                    None => rows.push(row),
                }
            }
        }
        // If all models are alike, they need no names.
        if self.are_alike(models) {
            rows.iter_mut().for_each(|row| row.model = None);
        }
        // A single box for a single model is no help.
        let alone = rows.len() == 1 && rows.iter().all(|row| row.each == 1 && row.models == 1);
        rows.retain(|row| !alone && row.each.saturating_mul(row.models) <= MOST);
        rows
    }

    fn are_alike(&self, models: &[NodeId]) -> bool {
        let titles: Vec<String> = models.iter().map(|id| self.title(*id)).collect();
        titles.windows(2).all(|pair| matches!(pair, [first, second] if first == second))
    }

    /// A row for each characteristic of a node that is ticked off.
    pub(crate) fn boxes_of(&self, id: NodeId) -> Vec<BoxRow> {
        let layout = &self.game.layout;
        let Some(profile) = self.army.node(id).entry.and_then(|entry| self.profile_of(entry))
        else {
            return Vec::new();
        };
        let row = |boxes: &'g Boxes| {
            let stat = self.game.profiles[profile].characteristic(&boxes.stat)?;
            let value = self.stat(id, &stat.name, boxes.part.as_deref());
            let each = value.number()?.to_whole().filter(|each| *each > 0)?;
            let title = stat.label();
            let title = match &boxes.part {
                Some(part) if several_parts(self.game, &boxes.stat) => {
                    format!("{title}, {}", part.replace('_', " "))
                }
                _ => title.to_owned(),
            };
            let hidden = layout
                .columns
                .iter()
                .any(|(id, columns)| *id == profile && !columns.contains(&stat.name));
            let value = hidden.then(|| self.printed(id, stat));
            Some(BoxRow { title, value, each, ..BoxRow::of_one_model() })
        };
        layout.boxes.iter().filter_map(row).collect()
    }

    /// The tracks of a unit and its models; identical models once.
    pub(crate) fn tracks(&self, unit: NodeId, models: &[NodeId]) -> Vec<Track> {
        let mut tracks: Vec<Track> = Vec::new();
        for id in &self.game.layout.tracks {
            let derive = &self.game.derives[*id];
            let title = derive.label();
            let nodes: &[NodeId] = if derive.on == NodeKind::Unit { &[unit] } else { models };
            for node in nodes {
                let Value::Set(row) = self.derived(*node, *id) else { continue };
                let model = (*node != unit).then(|| self.title(*node));
                let values = row.iter().map(|(value, _)| self.words(value)).collect();
                let track = Track { title: title.clone(), model, values };
                // A single value is in the table already.
                if track.values.len() > 1 && !tracks.contains(&track) {
                    tracks.push(track);
                }
            }
        }
        if self.are_alike(models) {
            tracks.iter_mut().for_each(|track| track.model = None);
        }
        tracks
    }
}

/// Whether a characteristic has several rows of boxes, which then need titles.
fn several_parts(game: &Game, stat: &str) -> bool {
    game.layout.boxes.iter().filter(|boxes| boxes.stat == stat).count() > 1
}

impl BoxRow {
    fn of_one_model() -> Self {
        BoxRow { title: String::new(), model: None, value: None, each: 1, models: 1, leads: false }
    }

    fn same_sort(&self, other: &Self) -> bool {
        (&self.title, &self.model, &self.value, self.each)
            == (&other.title, &other.model, &other.value, other.each)
    }
}
