//! Locking lists.

use std::collections::BTreeMap;

use rayon::prelude::*;

use super::{FORM, LockedDecision, LockedList, Manifest, Marked, SecretKey, UnitMark, seal};
use crate::desk::event::{DeskEntry, DeskVerdict, EventDesk};
use crate::desk::read::fold::fold;
use crate::diagnostic::did_you_mean;
use crate::list::to_link;
use crate::views::{Paper, unit};

/// What an organiser decides against the verdict of the rules: `Anna=legal: played last year too`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Override {
    pub(crate) player: String,
    pub(crate) verdict: DeskVerdict,
    pub(crate) reason: String,
}

impl Override {
    /// Reads one as it is typed.
    pub(crate) fn read(text: &str) -> Option<Self> {
        let (player, rest) = text.split_once('=')?;
        let (verdict, reason) = rest.split_once(':')?;
        let verdict = match verdict.trim() {
            "legal" => DeskVerdict::Legal,
            "illegal" => DeskVerdict::Illegal,
            _ => return None,
        };
        let (player, reason) = (player.trim().to_owned(), reason.trim().to_owned());
        let is_whole = !player.is_empty() && !reason.is_empty();
        is_whole.then_some(Override { player, verdict, reason })
    }
}

impl EventDesk<'_> {
    /// The manifest of these submissions. `at` is when, in whatever form the caller likes.
    pub(crate) fn lock(
        &self,
        entries: &[DeskEntry],
        overrides: &[Override],
        at: &str,
        key: Option<&SecretKey>,
    ) -> Result<Manifest, String> {
        let mut decisions: Vec<Option<LockedDecision>> = vec![None; entries.len()];
        for wanted in overrides {
            let player = fold(&wanted.player);
            let mut found = false;
            for (entry, decision) in entries.iter().zip(&mut decisions) {
                if fold(&entry.player) == player {
                    let (verdict, reason) = (wanted.verdict, wanted.reason.clone());
                    *decision = Some(LockedDecision { verdict, reason });
                    found = true;
                }
            }
            if !found {
                let known = entries.iter().map(|entry| entry.player.as_str());
                let near = did_you_mean(&wanted.player, known)
                    .map(|near| format!("; did you mean `{near}`?"));
                let near = near.unwrap_or_default();
                return Err(format!("no list is of the player `{}`{near}", wanted.player));
            }
        }
        let mut manifest = self.manifest(entries, decisions, at);
        manifest.signature = key.map(|key| key.sign(&manifest.seal));
        Ok(manifest)
    }

    /// The manifest of these submissions, with what was decided about each, unsigned.
    pub(crate) fn manifest(
        &self,
        entries: &[DeskEntry],
        decisions: Vec<Option<LockedDecision>>,
        at: &str,
    ) -> Manifest {
        let mut lists: Vec<LockedList> =
            entries.par_iter().map(|entry| self.locked(entry)).collect();
        for (list, decision) in lists.iter_mut().zip(decisions) {
            list.decision = decision;
        }
        let manifest = Manifest {
            form: FORM.to_owned(),
            event: self.event_mark(),
            game: self.game_mark(),
            locked: at.to_owned(),
            units: self.unit_marks(),
            lists,
            seals: BTreeMap::new(),
            seal: String::new(),
            signature: None,
        };
        manifest.sealed()
    }

    fn locked(&self, entry: &DeskEntry) -> LockedList {
        let paper = entry.list.as_deref().and_then(|list| self.paper(list));
        LockedList {
            number: entry.number,
            player: entry.player.clone(),
            team: entry.team.clone(),
            faction: entry.faction.clone(),
            points: entry.points.map(|points| points.to_string()),
            verdict: entry.verdict,
            decision: None,
            fingerprint: entry.fingerprint.clone(),
            list: entry.list.as_deref().map(to_link),
            costs: paper.as_ref().map(costs).unwrap_or_default(),
            seal: String::new(),
        }
    }

    /// The event as it is now.
    pub(super) fn event_mark(&self) -> Marked {
        Marked {
            id: self.event.clone(),
            title: self.title.clone(),
            version: self.version.clone(),
            mark: self.own_mark(),
        }
    }

    /// The data as it is now.
    pub(super) fn game_mark(&self) -> Marked {
        let game = self.game();
        Marked {
            id: game.id.clone(),
            title: game.title.clone(),
            version: game.version.clone(),
            mark: self.data_mark(),
        }
    }

    /// Every unit of the game as it is now.
    pub(super) fn unit_marks(&self) -> BTreeMap<String, UnitMark> {
        let ids: Vec<_> = self.game().units().map(|(id, _)| id).collect();
        let marked = ids.par_iter().map(|id| {
            let mut view = unit(self.rules(), self.sources(), *id);
            // Where it stands in a file says nothing of it.
            (view.file, view.line) = (String::new(), 0);
            let mark = seal(&view).chars().take(16).collect();
            let points = view.points.map(|points| points.to_string());
            let title = view.name.clone();
            // Two factions may have units of one id.
            let faction = view.faction.as_ref().map(|faction| format!("{faction}/"));
            let id = faction.unwrap_or_default() + &view.id;
            (id, UnitMark { title, points, mark })
        });
        marked.collect::<Vec<_>>().into_iter().collect()
    }
}

/// What each unit of a list costs, by its id.
pub(super) fn costs(paper: &Paper) -> BTreeMap<String, String> {
    let groups = paper.forces.iter().flat_map(|force| &force.groups);
    let units = groups.flat_map(|group| &group.units);
    units.filter_map(|unit| Some((unit.id.clone(), unit.points?.to_string()))).collect()
}
