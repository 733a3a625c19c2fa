//! What is said of the list itself.

use super::{Change, Done, HeadChange};
use crate::build::find::{self, Unknown};
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
            let known: Vec<(&str, &str)> = self.game.charts.values().map(|one| (one.id.as_str(), one.title.as_str())).collect();
            let found = known.iter().find(|(id, title)| *id == chart || find::simple(title) == find::simple(chart));
            let near = || crate::diagnostic::did_you_mean(chart, known.iter().map(|(id, _)| *id));
            let unknown = || {
                let ids = || known.iter().map(|(id, _)| *id).collect::<Vec<_>>().join(", ");
                let hint = near().map_or_else(|| format!("there is {}", ids()), |near| format!("did you mean `{near}`?"));
                Unknown(format!("there is no chart `{chart}`; {hint}"))
            };
            let (id, _) = found.ok_or_else(unknown)?;
            self.list.chart = Some(Located::new((*id).to_owned(), at));
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
