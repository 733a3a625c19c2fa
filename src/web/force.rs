//! What the list says about a force, with its controls.

use serde::{Deserialize, Serialize};

use crate::builder::find;
use crate::builder::force::{allied_factions, faction_at};
use crate::builder::{HeadChange, ListEditor, charts_of};
use crate::engine::Ruleset;
use crate::engine::army::{ForceKinds, forces_in_order};
use crate::list::{ForceLine, Holder, LineId, List};
use crate::model::{ForceId, Game, NodeKind};
use crate::views::Title;
use crate::views::catalogue::chosen::chosen;
use crate::web::army::{AgreedPoints, ChartChoice, agreed, stated};
use crate::web::menu::{Choice, choices};
use crate::web::open::{CallError, Opened, open_whole};
use crate::web::unit::KeyControl;
use crate::wording::force_title;
use crate::workspace::Data;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ForceAsk {
    list: String,
    /// Its title, as in the verdict.
    force: String,
}

/// A force as its sheet shows it.
#[derive(Debug, Serialize)]
pub(crate) struct ForceSheet {
    pub title: String,
    /// The player's own name for it.
    pub name: Option<String>,
    /// Amounts agreed on for it, by currency.
    pub points: Vec<AgreedPoints>,
    /// Factions that it may have instead of the army's; none if it has the army's.
    pub factions: Vec<Title>,
    pub faction: Option<String>,
    /// Charts that it may name.
    pub charts: Vec<ChartChoice>,
    /// Keys that the game defines for forces.
    pub keys: Vec<KeyControl>,
    pub choices: Vec<Choice>,
}

pub(crate) fn force(data: &Data, asked: &ForceAsk) -> Result<ForceSheet, CallError> {
    let opened = open_whole(data, &asked.list)?;
    let (game, list) = (opened.game, &opened.list);
    let rules = Ruleset::new(game);
    let lost = || CallError::new(404, format!("the list has no force `{}`", asked.force));
    let line = find::force(game, list, &asked.force).map_err(|_| lost())?;
    let written = list.force(line).ok_or_else(lost)?;
    let listed = forces_in_order(game, list);
    let listed = listed.iter().find(|known| known.line.line() == line).ok_or_else(lost)?;
    let faction = find::faction_of(game, list);
    let keys = chosen(game, NodeKind::Force(Some(listed.kind)), faction);
    Ok(ForceSheet {
        title: force_title(game, list, line),
        name: written.name.as_ref().map(|name| name.value.clone()),
        points: agreed(game, written.points.as_ref()),
        factions: factions(game, list, line, listed.kind),
        faction: written.faction.as_ref().map(|faction| faction.value.clone()),
        charts: charts(&rules, &opened, &asked.force, written),
        keys: keys
            .into_iter()
            .map(|key| KeyControl { stated: stated(&written.others, &key.id), key })
            .collect(),
        choices: choices(&rules, list, &Holder::Force(line), &[]),
    })
}

/// The factions that a force of a kind may have where it stands.
fn factions(game: &Game, list: &List, line: LineId, kind: ForceId) -> Vec<Title> {
    let around = faction_at(ForceKinds::of(game, list), list, list.force_around(line));
    let may_be = allied_factions(ForceKinds::of(game, list), kind, around).into_iter();
    let title = |id| {
        let faction = &game.factions[id];
        Title { id: faction.id.clone(), title: faction.title.clone() }
    };
    may_be.map(title).collect()
}

/// The charts that a force may name without a further error, and the one it names.
fn charts<'g>(
    rules: &Ruleset<'g>,
    opened: &Opened<'g>,
    name: &str,
    written: &ForceLine,
) -> Vec<ChartChoice> {
    let (game, list) = (opened.game, &opened.list);
    let Some(now) = written.chart.as_ref().map(|chart| chart.value.as_str()) else {
        return Vec::new();
    };
    let own = written.faction.as_ref().and_then(|faction| game.faction(&faction.value));
    let mut known = charts_of(game, own.or_else(|| find::faction_of(game, list)));
    known.dedup_by_key(|(id, _)| *id);
    let before = rules.assess(list).errors.len();
    let choice = |id: &str, title: &str| {
        let mut work = ListEditor { rules, game, sources: &opened.sources, list: list.clone() };
        let change = HeadChange { chart: Some(id.to_owned()), ..HeadChange::default() };
        let errors = match work.set_force(name, &change) {
            Ok(()) => rules.assess(&work.list).errors.len(),
            Err(_) => usize::MAX,
        };
        let chosen = id == now;
        (chosen || errors <= before).then(|| ChartChoice {
            id: id.to_owned(),
            title: title.to_owned(),
            chosen,
            errors,
        })
    };
    known.into_iter().filter_map(|(_, chart)| choice(&chart.id, &chart.title)).collect()
}
