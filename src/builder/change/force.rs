//! Changes to a force: its name, faction, chart, points, options and keys.

use crate::builder::change::LookupResult;
use crate::builder::points::merged;
use crate::builder::stated::key_edit;
use crate::builder::{HeadChange, ListEditor, charts_of, find, resolve_name};
use crate::engine::army::forces_in_order;
use crate::list::{Edit, EditError, ForceKey, Holder};
use crate::model::NodeKind;
use crate::wording::LookupError;

impl ListEditor<'_, '_> {
    /// Changes what the list says about a force. Keys of `change` that forces do not have are
    /// ignored.
    pub fn set_force(&mut self, name: &str, change: &HeadChange) -> LookupResult {
        let force = find::force(self.game, &self.list, name)?;
        let lost = || LookupError::Edit(EditError::NoSuchForce);
        let listed = forces_in_order(self.game, &self.list);
        let kind = listed.iter().find(|known| known.line.line() == force).map(|known| known.kind);
        let line = self.list.force(force).ok_or_else(lost)?;
        let mut edits = Vec::new();
        if let Some(name) = &change.name {
            let value = Some(name.clone()).filter(|name| !name.is_empty());
            edits.push(Edit::SetForceText { force, key: ForceKey::Name, value });
        }
        let titled = |id: &str, title: &str| (id.to_owned(), title.to_owned());
        let mut faction = line.faction.as_ref().map(|name| name.value.clone());
        if let Some(name) = &change.faction {
            let known = self.game.factions.values();
            let known: Vec<_> = known.map(|of| titled(&of.id, &of.title)).collect();
            faction = match name.as_str() {
                "" => None,
                name => Some(resolve_name("faction", name, &known)?.to_owned()),
            };
            let (key, value) = (ForceKey::Faction, faction.clone());
            edits.push(Edit::SetForceText { force, key, value });
        }
        if let Some(name) = &change.chart {
            let own = faction.and_then(|id| self.game.faction(&id));
            let army = find::faction_of(self.game, &self.list);
            let charts = charts_of(self.game, army).into_iter();
            let charts =
                charts.chain(own.into_iter().flat_map(|own| charts_of(self.game, Some(own))));
            let known: Vec<_> = charts.map(|(_, chart)| titled(&chart.id, &chart.title)).collect();
            let chart = resolve_name("chart", name, &known)?.to_owned();
            edits.push(Edit::SetForceChart { force, chart });
        }
        if let Some(points) = &change.points {
            let is_stated = points.amounts().next().is_some();
            let points = merged(self.game, line.points.as_ref(), points)?;
            edits.push(Edit::SetForcePoints { force, points: Some(points).filter(|_| is_stated) });
        }
        let of = Holder::Force(force);
        for (key, word) in &change.stated {
            let kind = NodeKind::Force(kind);
            edits.push(key_edit(self.game, &self.list, kind, of.clone(), key, word)?);
        }
        edits.iter().try_for_each(|edit| self.make(edit).map(drop))?;
        self.take_all(&of, name, &change.take, &change.drop)
    }
}
