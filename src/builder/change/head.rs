//! What is said of the list itself.

use crate::builder::change::Done;
use crate::builder::stated::state;
use crate::builder::{Change, HeadChange, charts_of, find, resolve_name};
use crate::list::Spanned;
use crate::model::NodeKind;

impl Change<'_, '_> {
    pub fn set_head(&mut self, change: &HeadChange) -> Done {
        let at = self.list.span;
        let text = |text: &String| (!text.is_empty()).then(|| Spanned::new(text.clone(), at));
        if let Some(name) = &change.name {
            self.list.name = text(name);
        }
        if let Some(player) = &change.player {
            self.list.player = text(player);
        }
        if let Some(chart) = &change.chart {
            let charts = charts_of(self.game, find::faction_of(self.game, &self.list));
            let known: Vec<(String, String)> =
                charts.into_iter().map(|(_, one)| (one.id.clone(), one.title.clone())).collect();
            let id = resolve_name("chart", chart, &known)?;
            self.list.chart = Some(Spanned::new(id.to_owned(), at));
        }
        if let Some(points) = change.points {
            self.list.points = Some(Spanned::new(points, at));
        }
        for (key, word) in &change.stated {
            state(self.game, NodeKind::Army, &mut self.list.others, (key, word), at)?;
        }
        Ok(())
    }
}
