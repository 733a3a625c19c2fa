//! Checks designs: the characteristics picked by the player, and designs that no unit uses.

use crate::diagnostic::Severity;
use crate::engine::Ruleset;
use crate::engine::army::{ModelNode, NodeId, NodeIs};
use crate::engine::check::kind::{
    ByAddress, ListKind, NameKind, OptionKind, PickKind, ProblemKind, Subject,
};
use crate::engine::check::problem::Problem;
use crate::engine::eval::Evaluator;
use crate::engine::session::Judged;
use crate::list::{
    Design, GameValue, Ignored, List, ModelLine, Models, OptionPick, Spanned, UnitLine,
};
use crate::model::{Entry, EntryId, EntryKind, Stat, StatValue};
use crate::source::Span;

impl<'g> Evaluator<'_, 'g> {
    /// Checks what designs pick for the characteristics that are left to the player.
    pub(crate) fn check_designs(&self, problems: &mut Vec<Problem<'g>>) {
        for (place, design) in self.army.list.designs.iter().enumerate() {
            let begin = problems.len();
            match self.model_of_design(place) {
                Some(entry) => self.check_design(place, entry, problems),
                None => problems.push(self.unknown_model(design)),
            }
            if self.is_unused(place) {
                // Unused designs never make an army illegal.
                problems.iter_mut().skip(begin).for_each(|problem| {
                    problem.severity = Severity::Warning;
                });
                let kind = PickKind::Unused { design: place };
                problems.push(warning(Problem::new(kind, design.name.span)));
            }
        }
        for index in self.army.unit_indices() {
            let unit = self.army.unit(index);
            let open = self.army.children(unit.node).find_map(|child| self.unpicked(child));
            if let Some((stat, model)) = open {
                let kind = PickKind::Unsaid { unit: index, stat: &stat.name, model };
                let at = self.army.node(unit.node).span;
                problems.push(Problem::new(kind, at).rule(stat.span, &[]));
            }
        }
    }

    /// A characteristic that a model without a design leaves open.
    fn unpicked(&self, id: NodeId) -> Option<(&'g Stat, EntryId)> {
        let node = self.army.node(id);
        let NodeIs::Model(ModelNode { design: None, .. }) = &node.is else { return None };
        let stats = &self.game.entries[node.entry?].body.stats;
        let stat = stats.iter().find(|stat| matches!(stat.value, StatValue::Pick(..)))?;
        Some((stat, node.entry?))
    }

    fn check_design(&self, place: usize, model: EntryId, problems: &mut Vec<Problem<'g>>) {
        let entry = &self.game.entries[model];
        let Some(design) = self.army.list.designs.get(place) else { return };
        for (name, amount) in &design.picks {
            let stat = entry.body.stats.iter().find(|stat| stat.name == name.value);
            let wrong = match stat.map(|stat| (stat, &stat.value)) {
                Some((stat, StatValue::Pick(picks))) => {
                    (!picks.admit(amount.value)).then_some(PickKind::OutOfRange {
                        stat: &stat.name,
                        picked: amount.value,
                        picks,
                    })
                }
                Some((stat, _)) => Some(PickKind::Fixed { stat: &stat.name, model }),
                None => Some(PickKind::NoSuchStat { written: name.value.clone(), model }),
            };
            if let Some(kind) = wrong {
                let span = stat.map_or(entry.span, |stat| stat.span);
                let problem = Problem::new(kind, amount.span).rule(span, &[]);
                let profile = match entry.kind {
                    EntryKind::Profile(profile) if stat.is_none() => Some(profile),
                    _ => None,
                };
                let known =
                    profile.into_iter().flat_map(|id| &self.game.profiles[id].characteristics);
                let known = known.map(|stat| (stat.name.as_str(), stat.span));
                problems.push(problem.was(self.game, name, known));
            }
        }
        for stat in entry.body.stats.iter().filter(|stat| matches!(stat.value, StatValue::Pick(..)))
        {
            if !design.picks.iter().any(|(name, _)| name.value == stat.name) {
                let kind = PickKind::NotPicked { design: place, stat: &stat.name };
                problems.push(Problem::new(kind, design.name.span).rule(stat.span, &[]));
            }
        }
    }

    /// The model a design is made from: one of a unit that uses the design, or any model of that
    /// name.
    fn model_of_design(&self, place: usize) -> Option<EntryId> {
        let design = self.army.list.designs.get(place)?;
        let nodes = self.army.models.iter().map(|id| self.army.node(*id));
        let mut used = nodes
            .filter(|node| matches!(&node.is, NodeIs::Model(model) if model.design == Some(place)));
        let named = |entry: &Entry| entry.id == design.model.value && is_profile(entry);
        used.find_map(|node| node.entry)
            .or_else(|| self.game.entries.iter().find(|(_, entry)| named(entry)).map(|(id, _)| id))
    }

    fn unknown_model(&self, design: &Design) -> Problem<'g> {
        let profiles = self.game.entries.values().filter(|entry| is_profile(entry));
        let (written, what) = (design.model.value.clone(), NameKind::Model);
        let problem = Problem::new(ListKind::UnknownName { written, what }, design.model.span);
        let near = profiles.clone().map(|entry| entry.id.as_str());
        let known = profiles.map(|entry| (entry.id.as_str(), entry.span));
        problem.suggest(&design.model.value, near).was(self.game, &design.model, known)
    }

    /// Whether no line of the list names a design. False if part of the list could not be read,
    /// because that part may name it.
    fn is_unused(&self, place: usize) -> bool {
        if self.army.list.incomplete {
            return false;
        }
        let Some(design) = self.army.list.designs.get(place) else { return false };
        let names =
            |line: &ModelLine| line.design != Some(false) && line.model.value == design.name.value;
        !self.army.list.unit_lines().any(|unit| match &unit.models {
            Models::Lines(lines) => lines.iter().any(names),
            _ => false,
        })
    }

    /// Checks the options of designs that no unit uses, and the rules they break, in a list with a
    /// single unit that uses the design.
    pub(crate) fn check_unused_designs(
        &self,
        rules: &Ruleset<'g>,
        problems: &mut Vec<Problem<'g>>,
    ) {
        let designs = self.army.list.designs.iter().enumerate();
        for (place, design) in designs.filter(|(place, _)| self.is_unused(*place)) {
            let Some(list) = self.using(place) else { continue };
            let judged = Judged::new(rules, &list, Vec::new(), &self.meter);
            let found =
                judged.problems().iter().filter_map(|problem| of_design(problem, place, design));
            problems.extend(found);
        }
    }

    /// The list reduced to a single unit, which uses the design.
    fn using(&self, place: usize) -> Option<List> {
        let list = self.army.list;
        let model = self.model_of_design(place)?;
        let holds =
            |(_, unit): &(EntryId, &Entry)| unit.body.models.iter().any(|line| line.model == model);
        let (_, unit) = self.game.units().find(holds)?;
        let span = Span::nowhere(list.span.source);
        let named = list.designs.get(place)?.name.clone();
        let line = ModelLine { model: named, design: Some(true), count: None, options: Vec::new() };
        let mut unit = UnitLine::new(Spanned::new(unit.id.clone(), span));
        unit.models = Models::Lines(vec![line]);
        let mut ids = list.ids.0.clone();
        unit.line = Ignored(ids.give());
        let others =
            list.others.iter().filter(|other| !matches!(other.value, GameValue::Forces(_)));
        Some(List {
            units: vec![unit],
            derived: Vec::new(),
            deck: Vec::new(),
            others: others.cloned().collect(),
            ..list.clone()
        })
    }
}

/// Turns a problem of that reduced list into a problem of the design, if it concerns the design.
fn of_design<'g>(problem: &Problem<'g>, place: usize, design: &Design) -> Option<Problem<'g>> {
    let subject = Subject::Design(place);
    let (kind, at) = match &problem.kind {
        ProblemKind::Option(OptionKind::TooFewOfChoice { owner, .. }) if *owner == subject => {
            (problem.kind.clone(), design.name.span)
        }
        ProblemKind::Option(_) if is_written(&design.options, problem.at) => {
            (problem.kind.clone(), problem.at)
        }
        ProblemKind::Rule(broken) if broken.subject == subject => (
            PickKind::BreaksRule { design: place, rule: ByAddress(broken.rule) }.into(),
            design.name.span,
        ),
        _ => return None,
    };
    Some(warning(Problem {
        kind,
        at,
        units: Vec::new(),
        counts_units: false,
        option: None,
        ..problem.clone()
    }))
}

fn is_written(options: &[OptionPick], at: Span) -> bool {
    options.iter().any(|option| option.name.span == at || is_written(&option.inner, at))
}

fn warning(problem: Problem<'_>) -> Problem<'_> {
    Problem { severity: Severity::Warning, ..problem }
}

fn is_profile(entry: &Entry) -> bool {
    matches!(entry.kind, EntryKind::Profile(_))
}
