//! Boxes to tick, and tracks of values that change in play.

use crate::engine::army::{NodeId, NodeIs};
use crate::engine::eval::{Evaluator, Value};
use crate::model::{Argument, Boxes, Game, KeywordId, NodeKind};
use crate::views::{BoxRow, Track};

/// The greatest number of boxes in a row.
const MOST: i64 = 200;

impl<'g> Evaluator<'_, 'g> {
    /// The boxes of a unit: for each kind of model, a row for each characteristic that is ticked
    /// off in play.
    pub(crate) fn model_boxes(&self, models: &[NodeId]) -> Vec<BoxRow> {
        let mut rows: Vec<BoxRow> = Vec::new();
        if self.game.layout.boxes.is_empty() {
            return rows;
        }
        for id in models {
            let mut own = self.boxes_of(*id);
            let is_model = matches!(self.army.node(*id).is, NodeIs::Model(_));
            if own.is_empty() && is_model {
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
        // A single box for a single model is useless.
        let alone = rows.len() == 1 && rows.iter().all(|row| row.each == 1 && row.models == 1);
        rows.retain(|row| !alone && row.each.saturating_mul(row.models) <= MOST);
        rows
    }

    fn are_alike(&self, models: &[NodeId]) -> bool {
        let titles: Vec<String> = models.iter().map(|id| self.title(*id)).collect();
        titles.windows(2).all(|pair| matches!(pair, [first, second] if first == second))
    }

    /// A row of boxes for each number of a node that is ticked off in play.
    pub(crate) fn boxes_of(&self, id: NodeId) -> Vec<BoxRow> {
        let rows = self.game.layout.boxes.iter().filter_map(|boxes| match boxes {
            Boxes::Stat { stat, part } => self.stat_boxes(id, stat, part.as_deref()),
            Boxes::Keyword(keyword, place) => self.keyword_boxes(id, *keyword, *place),
        });
        rows.collect()
    }

    fn stat_boxes(&self, id: NodeId, stat: &str, part: Option<&str>) -> Option<BoxRow> {
        let profile = self.army.node(id).entry.and_then(|entry| self.profile_of(entry))?;
        let stat = self.game.profiles[profile].characteristic(stat)?;
        let value = self.stat(id, &stat.name, part);
        let each = value.number()?.to_whole().filter(|each| *each > 0)?;
        let title = stat.label();
        let title = match part {
            Some(part) if several_parts(self.game, &stat.name) => {
                format!("{title}, {}", part.replace('_', " "))
            }
            _ => title.to_owned(),
        };
        let hidden = self
            .game
            .layout
            .columns
            .iter()
            .any(|(id, columns)| *id == profile && !columns.contains(&stat.name));
        let value = hidden.then(|| self.printed(id, stat));
        Some(BoxRow { title, value, each, ..BoxRow::of_one_model() })
    }

    /// As many boxes as the highest value of a keyword that a node has.
    fn keyword_boxes(&self, id: NodeId, keyword: KeywordId, place: usize) -> Option<BoxRow> {
        let uses = self.keywords(id).into_iter().filter(|used| used.keyword == keyword);
        let values = uses.filter_map(|used| match used.arguments.get(place) {
            Some(Argument::Int(value)) => Some(*value),
            _ => None,
        });
        let each = values.max().filter(|each| *each > 0)?;
        let title = self.game.keywords[keyword].name.replace('_', " ");
        Some(BoxRow { title, value: None, each, ..BoxRow::of_one_model() })
    }

    /// The tracks of a unit and its models, each once.
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
    let of_it = |boxes: &&Boxes| matches!(boxes, Boxes::Stat { stat: of, .. } if of == stat);
    game.layout.boxes.iter().filter(of_it).count() > 1
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
