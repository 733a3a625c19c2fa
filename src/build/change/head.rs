//! What is said of the list itself.

use super::{Change, Done, HeadChange};
use crate::build::find::{self, one_of};
use crate::build::fresh::charts_of;
use crate::build::stated::state;
use crate::model::NodeKind;
use crate::roster::Located;

impl Change<'_, '_> {
    pub fn set_head(&mut self, change: &HeadChange) -> Done {
        let at = self.list.span;
        let text = |text: &String| (!text.is_empty()).then(|| Located::new(text.clone(), at));
        if let Some(name) = &change.name {
            self.list.name = text(name);
        }
        if let Some(player) = &change.player {
            self.list.player = text(player);
        }
        if let Some(chart) = &change.chart {
            let charts = charts_of(self.game, find::faction_of(self.game, &self.list));
            let known: Vec<(String, String)> = charts.into_iter().map(|(_, one)| (one.id.clone(), one.title.clone())).collect();
            let id = one_of("chart", chart, &known)?;
            self.list.chart = Some(Located::new(id.to_owned(), at));
        }
        if let Some(points) = change.points {
            self.list.points = Some(Located::new(points, at));
        }
        for (key, word) in &change.stated {
            state(self.game, NodeKind::Army, &mut self.list.others, (key, word), at)?;
        }
        Ok(())
    }
}
