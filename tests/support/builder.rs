//! Finds a legal list with a given unit in it, by trying: no test says by hand how each of hundreds
//! of units is taken.

use orbat::internals::engine::Ruleset;
use orbat::internals::engine::SlotKind;
use orbat::internals::engine::{Problem, ProblemKind};
use orbat::internals::list::load_list;
use orbat::internals::model::{
    AttributeType, Bearer, Choose, Entry, EntryId, EntryKind, ExprKind, Game, Included, NodeKind,
    Owner, PoolSource, StatValue,
};
use orbat::internals::source::Sources;

#[derive(Clone, Default)]
pub(crate) struct Draft {
    /// `chart`, the army's own choices and attributes, each a line of the list.
    pub settings: Vec<(String, String)>,
    pub units: Vec<Line>,
}

#[derive(Clone)]
pub(crate) struct Line {
    pub unit: EntryId,
    pub options: Vec<String>,
    /// Another line of the draft that this one has joined.
    pub joins: Option<usize>,
}

pub(crate) struct Builder<'t> {
    pub checker: Ruleset<'t>,
    pub game: &'t Game,
    pub faction: &'t str,
}

/// How far a draft is from being legal. A slot that lacks units says how many it has: each brings
/// it nearer.
fn distance(problems: &[Problem<'_>]) -> i64 {
    let weight = |problem: &Problem<'_>| match problem.kind {
        ProblemKind::Slot(SlotKind::TooFew { count, .. }) => 100 - count,
        _ => 100,
    };
    problems.iter().filter(|problem| problem.is_error()).map(weight).sum()
}

const STEPS: usize = 12;

impl<'t> Builder<'t> {
    /// Changes a draft step by step, each time as the best single change does, until it is legal.
    pub(crate) fn complete(&self, mut draft: Draft) -> Result<Draft, Vec<Problem<'t>>> {
        let mut issues = self.judge(&draft);
        for _ in 0..STEPS {
            let before = distance(&issues);
            if before == 0 {
                return Ok(draft);
            }
            let tried = self.moves(&draft, &issues).into_iter().map(|next| {
                let issues = self.judge(&next);
                (distance(&issues), next, issues)
            });
            match tried
                .min_by_key(|(after, next, _)| (*after, next.units.len(), next.settings.len()))
            {
                Some((after, next, found)) if after < before => (draft, issues) = (next, found),
                _ => return Err(issues),
            }
        }
        Err(issues)
    }

    pub(crate) fn with(&self, draft: &Draft, unit: EntryId) -> Draft {
        let mut next = draft.clone();
        next.units.push(Line { unit, options: self.compulsory(unit), joins: None });
        next
    }

    fn moves(&self, draft: &Draft, issues: &[Problem<'_>]) -> Vec<Draft> {
        let mut all = Vec::new();
        let company =
            issues.iter().any(|issue| issue.is_error() && !issue.code().name.starts_with("slot."));
        for (key, value) in self.settings(draft) {
            let mut next = draft.clone();
            next.settings.retain(|(known, _)| *known != key);
            next.settings.push((key, value));
            all.push(next);
        }
        for at in 0..draft.units.len() {
            let Some(line) = draft.units.get(at) else { continue };
            for option in self.options(line.unit) {
                let mut next = draft.clone();
                next.units[at].options.push(option);
                all.push(next);
            }
            for host in
                (0..draft.units.len()).filter(|host| company && *host != at && line.joins.is_none())
            {
                let mut next = draft.clone();
                next.units[at].joins = Some(host);
                all.push(next);
            }
        }
        for (unit, _) in self.takeable() {
            all.push(self.with(draft, unit));
            // Two that only come together.
            for host in (0..draft.units.len()).filter(|_| company) {
                let mut next = self.with(draft, unit);
                next.units.last_mut().unwrap().joins = Some(host);
                all.push(next);
            }
        }
        all
    }

    /// Units the army might take: its own, the system's, and those that others lend.
    pub(crate) fn takeable(&self) -> impl Iterator<Item = (EntryId, &Entry)> {
        let faction =
            self.game.factions.iter().find(|(_, known)| known.id == self.faction).map(|(id, _)| id);
        self.game.units().filter(move |(_, unit)| match unit.owner {
            Owner::System => {
                unit.only_for.is_empty()
                    || faction.is_some_and(|ours| unit.only_for.contains(&ours))
            }
            Owner::Faction(owner) => {
                Some(owner) == faction || faction.is_some_and(|ours| unit.only_for.contains(&ours))
            }
            Owner::Event(_) => false,
        })
    }

    fn settings(&self, draft: &Draft) -> Vec<(String, String)> {
        let mut all: Vec<(String, String)> =
            self.game.charts.values().map(|chart| ("chart".to_owned(), chart.id.clone())).collect();
        let on_army =
            |on: &[Bearer]| on.iter().any(|bearer| matches!(bearer, Bearer::Node(NodeKind::Army)));
        for attribute in self
            .game
            .attributes
            .values()
            .filter(|attribute| attribute.chosen && on_army(&attribute.on))
        {
            if attribute.shape == AttributeType::Category {
                let of_units =
                    draft.units.iter().flat_map(|line| &self.game.entries[line.unit].categories);
                all.extend(of_units.map(|category| {
                    (attribute.id.clone(), self.game.categories[*category].id.clone())
                }));
            }
        }
        let bodies = self
            .game
            .factions
            .values()
            .filter(|faction| faction.id == self.faction)
            .map(|faction| &faction.army);
        for choose in bodies.flat_map(|body| &body.chooses).map(|id| &self.game.chooses[*id]) {
            let members = choose.members.iter().map(|member| &self.game.entries[member.entry].id);
            all.extend(
                members
                    .map(|member| ("options".to_owned(), format!("{{{}: {member}}}", choose.id))),
            );
        }
        all
    }

    /// Everything a unit is offered, as `choice.option` or `option`.
    fn options(&self, unit: EntryId) -> Vec<String> {
        let body = &self.game.entries[unit].body;
        let mut all: Vec<String> =
            body.options.iter().map(|member| self.game.entries[member.entry].id.clone()).collect();
        for choose in self.chooses(unit) {
            all.extend(self.members(choose).into_iter().map(|id| format!("{}.{id}", choose.id)));
        }
        all
    }

    fn members(&self, choose: &Choose) -> Vec<String> {
        let own = choose.members.iter().map(|member| member.entry);
        let pool =
            choose.pool.iter().flat_map(|pool| &pool.from).flat_map(|source| -> Vec<EntryId> {
                match source {
                    PoolSource::Entry(entry) => vec![*entry],
                    PoolSource::Profile(profile) => {
                        let of_profile = |entry: &Entry| {
                            entry.kind == EntryKind::Profile(*profile) && entry.parent.is_none()
                        };
                        self.game
                            .entries
                            .iter()
                            .filter(|(_, entry)| of_profile(entry))
                            .map(|(id, _)| id)
                            .collect()
                    }
                    PoolSource::Choose(inner) => self.game.chooses[*inner]
                        .members
                        .iter()
                        .map(|member| member.entry)
                        .collect(),
                }
            });
        own.chain(pool).map(|entry| self.game.entries[entry].id.clone()).collect()
    }

    fn judge(&self, draft: &Draft) -> Vec<Problem<'t>> {
        let mut sources = Sources::default();
        let source = sources.add("draft.yaml", self.text(draft));
        let (list, found) = load_list(&sources, source);
        assert!(found.is_empty(), "{}\n{found:#?}", self.text(draft));
        self.checker.problems(&list.unwrap())
    }

    /// Whether an option is open to a unit: a pool may hold more than a unit may draw.
    fn accepts(&self, unit: EntryId, option: &str) -> bool {
        let line = Line { unit, options: vec![option.to_owned()], joins: None };
        let issues = self.judge(&Draft { settings: Vec::new(), units: vec![line] });
        !issues
            .iter()
            .any(|issue| matches!(issue.code().name, "option.unknown" | "option.not_available"))
    }

    /// What must be chosen, each time the first that is offered.
    fn compulsory(&self, unit: EntryId) -> Vec<String> {
        let chooses = self.chooses(unit).filter(|choose| choose.default.is_none());
        let many =
            chooses.filter_map(|choose| match choose.range.low.as_ref().map(|low| &low.kind) {
                Some(ExprKind::Number(least @ 1..)) => {
                    Some((choose, usize::try_from(*least).ok()?))
                }
                _ => None,
            });
        let taken = many.flat_map(|(choose, least)| {
            let named = self.members(choose).into_iter().map(|id| format!("{}.{id}", choose.id));
            named.filter(|name| self.accepts(unit, name)).take(least).collect::<Vec<_>>()
        });
        taken.collect()
    }

    /// The choices a unit offers, its own and those it includes.
    fn chooses(&self, unit: EntryId) -> impl Iterator<Item = &Choose> {
        let body = &self.game.entries[unit].body;
        let included = body.includes.iter().filter_map(|include| match include.what {
            Included::Choose(choose) => Some(choose),
            Included::Entry(_) => None,
        });
        body.chooses.iter().copied().chain(included).map(|id| &self.game.chooses[id])
    }

    /// The draft as a list. Where the game nests forces, units stand in the first of the inner
    /// kind, unless the outer holds them.
    pub(crate) fn text(&self, draft: &Draft) -> String {
        let mut text = format!("orbat: 1\nsystem: {}\nfaction: {}\n", self.game.id, self.faction);
        for (key, value) in &draft.settings {
            text += &format!("{key}: {value}\n");
        }
        text += &self.designs(draft);
        let inner = self.game.forces.values().find(|force| force.within.is_some());
        let outer = self.game.forces.values().find(|force| force.within.is_none());
        let held = |line: &Line| {
            let categories = &self.game.entries[line.unit].categories;
            inner.is_none()
                || outer.is_some_and(|force| {
                    categories.iter().any(|category| force.holds.contains(category))
                })
        };
        let (top, nested): (Vec<usize>, Vec<usize>) =
            (0..draft.units.len()).partition(|at| held(&draft.units[*at]));
        text += if top.is_empty() { "" } else { "units:\n" };
        top.iter().for_each(|at| text += &self.line(draft, *at, 2));
        if let Some(inner) = inner.filter(|_| !nested.is_empty()) {
            text += &format!("{}s:\n  - units:\n", inner.id);
            nested.iter().for_each(|at| text += &self.line(draft, *at, 6));
        }
        text
    }

    fn line(&self, draft: &Draft, at: usize, indent: usize) -> String {
        let line = &draft.units[at];
        let lead = " ".repeat(indent);
        let mut text =
            format!("{lead}- id: n{at}\n{lead}  unit: {}\n", self.game.entries[line.unit].id);
        let joined: Vec<String> = (0..draft.units.len())
            .filter(|other| draft.units[*other].joins == Some(at))
            .map(|other| format!("n{other}"))
            .collect();
        if !joined.is_empty() {
            text += &format!("{lead}  joined: [{}]\n", joined.join(", "));
        }
        if !line.options.is_empty() {
            text += &format!("{lead}  options: [{}]\n", line.options.join(", "));
        }
        if let Some((model, count)) = self.designed(line.unit) {
            text += &format!("{lead}  models: [{{design: own_{model}, count: {count}}}]\n");
        }
        text
    }

    /// The model of a unit whose characteristics are left to the player, and how many there must
    /// be.
    fn designed(&self, unit: EntryId) -> Option<(&str, i64)> {
        let line = self.game.entries[unit].body.models.first()?;
        let model = &self.game.entries[line.model];
        let picks = model.body.stats.iter().any(|stat| matches!(stat.value, StatValue::Pick(..)));
        let least = match line.range.low.as_ref().map(|low| &low.kind) {
            Some(ExprKind::Number(number)) => *number,
            _ => 1,
        };
        picks.then_some((model.id.as_str(), least))
    }

    fn designs(&self, draft: &Draft) -> String {
        let mut models: Vec<&str> = draft
            .units
            .iter()
            .filter_map(|line| self.designed(line.unit))
            .map(|(model, _)| model)
            .collect();
        models.sort_unstable();
        models.dedup();
        let mut text = if models.is_empty() { String::new() } else { "designs:\n".to_owned() };
        for id in models {
            let (_, model) = self.game.entries.iter().find(|(_, entry)| entry.id == id).unwrap();
            let picks = model.body.stats.iter().filter_map(|stat| match &stat.value {
                StatValue::Pick(picks) => {
                    Some(format!("{}: {}", stat.name, picks.low.unwrap_or(0)))
                }
                _ => None,
            });
            let must = model
                .body
                .chooses
                .iter()
                .map(|id| &self.game.chooses[*id])
                .filter(|choose| choose.default.is_none());
            let must = must.filter(|choose| {
                matches!(
                    choose.range.low.as_ref().map(|low| &low.kind),
                    Some(ExprKind::Number(1..))
                )
            });
            let must: Vec<String> =
                must.filter_map(|choose| self.members(choose).into_iter().next()).collect();
            let picks: Vec<String> = picks.collect();
            text += &format!(
                "  own_{id}: {{model: {id}, picks: {{{}}}, options: [{}]}}\n",
                picks.join(", "),
                must.join(", ")
            );
        }
        text
    }
}
