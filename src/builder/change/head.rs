//! Changes to the head of a list.

use crate::builder::change::Done;
use crate::builder::stated::key_edit;
use crate::builder::{Change, HeadChange, charts_of, find, resolve_name};
use crate::list::{Edit, HeadKey, Holder};
use crate::model::NodeKind;

impl Change<'_, '_> {
    /// Changes the head of the list: its name, chart, points and the keys of its game.
    pub fn set_head(&mut self, change: &HeadChange) -> Done {
        let mut edits = Vec::new();
        for (key, text) in [(HeadKey::Name, &change.name), (HeadKey::Player, &change.player)] {
            let text = text.as_ref().map(|text| Some(text.clone()).filter(|text| !text.is_empty()));
            edits.extend(text.map(|value| Edit::SetHead { key, value }));
        }
        if let Some(chart) = &change.chart {
            let charts = charts_of(self.game, find::faction_of(self.game, &self.list));
            let known: Vec<(String, String)> = charts
                .into_iter()
                .map(|(_, chart)| (chart.id.clone(), chart.title.clone()))
                .collect();
            let value = Some(resolve_name("chart", chart, &known)?.to_owned());
            edits.push(Edit::SetHead { key: HeadKey::Chart, value });
        }
        edits.extend(change.points.map(|points| Edit::SetPoints(Some(points))));
        for (key, word) in &change.stated {
            edits.push(key_edit(self.game, &self.list, NodeKind::Army, Holder::Army, key, word)?);
        }
        edits.iter().try_for_each(|edit| self.make(edit).map(drop))
    }
}
