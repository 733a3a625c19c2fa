//! How many models of which kind a unit has, and which of them an option goes to.

use super::Binder;
use super::options::{Choice, literal};
use crate::diagnostic::{Diagnostic, codes};
use crate::model::{Body, EntryId, ExprKind, ModelRole, ModelsLine, Range, Target};
use crate::roster::list::{ModelLine, Models, UnitLine};

/// Models that are alike.
pub(super) struct Group<'g> {
    pub entry: EntryId,
    pub count: i64,
    pub line: Option<&'g ModelsLine>,
    pub role: ModelRole,
    pub leads: bool,
    pub design: Option<usize>,
    /// What these models take themselves.
    pub own: Vec<Choice<'g>>,
    /// Options of the unit that go to them, by their places among the unit's choices.
    pub given: Vec<usize>,
}

impl<'g> Group<'g> {
    fn new(line: &'g ModelsLine, count: i64) -> Self {
        let (entry, role) = (line.model, line.role);
        Group { entry, count, line: Some(line), role, leads: false, design: None, own: Vec::new(), given: Vec::new() }
    }
}

impl<'g, 'l> Binder<'g, 'l> {
    /// The groups of models of a unit, before options single any of them out.
    pub(super) fn groups(&mut self, unit: &'l UnitLine, body: &'g Body, choices: &mut Vec<Choice<'g>>) -> Vec<Group<'g>> {
        let own: Vec<&'g ModelsLine> = body.models.iter().collect();
        let brought = self.lines_of_options(choices);
        let mut groups = Vec::new();
        match &unit.models {
            Models::Unstated => groups.extend(own.iter().map(|line| Group::new(line, literal(&line.range)))),
            Models::Total(total) => groups.extend(own.iter().zip(fill(&own, total.value)).map(|(line, count)| Group::new(line, count))),
            Models::Lines(lines) => {
                let named = self.named_lines(lines, &own, &brought, choices);
                groups.extend(named);
            }
        }
        let stated = |line: &ModelsLine| match &unit.models {
            Models::Lines(lines) => lines.iter().any(|one| self.is_named(one, line.model)),
            _ => false,
        };
        let unstated: Vec<_> = brought.iter().filter(|(line, _)| !stated(line)).collect();
        groups.extend(unstated.into_iter().map(|(line, times)| Group::new(line, literal(&line.range).saturating_mul(*times))));
        groups.retain(|group| group.count > 0);
        groups
    }

    /// Models that come with options taken.
    fn lines_of_options(&self, choices: &[Choice<'g>]) -> Vec<(&'g ModelsLine, i64)> {
        let mut lines = Vec::new();
        for choice in choices {
            let body = &self.army.game.entries[choice.offer.entry].body;
            if self.army.game.entries[choice.offer.entry].kind == crate::model::EntryKind::Option {
                lines.extend(body.models.iter().map(|line| (line, choice.times)));
            }
            lines.extend(self.lines_of_options(&choice.inner));
        }
        lines
    }

    fn is_named(&self, line: &ModelLine, model: EntryId) -> bool {
        let name = match self.design(line) {
            Some(design) => self.army.list.designs.get(design).map_or("", |design| &design.model.value),
            None => &line.model.value,
        };
        self.army.game.entries[model].id == name
    }

    fn design(&self, line: &ModelLine) -> Option<usize> {
        self.army.list.designs.iter().position(|design| design.name.value == line.model.value)
    }

    /// Groups for lines of models that the list names one by one.
    fn named_lines(
        &mut self,
        lines: &'l [ModelLine],
        own: &[&'g ModelsLine],
        brought: &[(&'g ModelsLine, i64)],
        choices: &mut Vec<Choice<'g>>,
    ) -> Vec<Group<'g>> {
        let all: Vec<&'g ModelsLine> = own.iter().copied().chain(brought.iter().map(|(line, _)| *line)).collect();
        let mut used = vec![0_i64; all.len()];
        let mut groups = Vec::new();
        for line in lines {
            let places: Vec<usize> = (0..all.len()).filter(|at| all.get(*at).is_some_and(|one| self.is_named(line, one.model))).collect();
            if places.is_empty() {
                let known: Vec<&str> = all.iter().map(|one| self.army.game.entries[one.model].id.as_str()).collect();
                let help = format!("its models are {}", known.join(", "));
                let message = format!("this unit has no model `{}`", line.model.value);
                let diagnostic = Diagnostic::new(&codes::LIST_UNKNOWN_NAME, line.model.span, message);
                self.report(diagnostic.suggest(&line.model.value, known).help(help));
                continue;
            }
            let least = places.iter().filter_map(|at| all.get(*at)).map(|one| literal(&one.range)).sum::<i64>();
            let mut left = line.count.as_ref().map_or(least.max(1), |count| count.value);
            let last = places.last().copied();
            for at in places {
                let (Some(one), Some(used)) = (all.get(at), used.get_mut(at)) else { continue };
                let room = most(&one.range).map_or(left, |most| (most - *used).clamp(0, left));
                // What is too much stays with the last line: the check of sizes says so.
                let count = if last == Some(at) { left } else { room };
                *used += count;
                left -= count;
                if count > 0 {
                    let mut group = Group::new(one, count);
                    group.design = self.design(line);
                    groups.push(group);
                }
            }
            let group = groups.len().saturating_sub(1);
            self.options_of_line(line, group, &mut groups, choices);
        }
        // Lines that are not named have their least number.
        let named = |one: &ModelsLine| lines.iter().any(|line| self.is_named(line, one.model));
        let unnamed: Vec<&'g ModelsLine> = own.iter().copied().filter(|one| !named(one)).collect();
        groups.extend(unnamed.into_iter().map(|one| Group::new(one, literal(&one.range))));
        groups.sort_by_key(|group| own.iter().position(|one| group.line.is_some_and(|line| std::ptr::eq(*one, line))));
        groups
    }

    /// Options written under a line of models are the model's own, or options of the unit meant for this model.
    fn options_of_line(&mut self, line: &'l ModelLine, at: usize, groups: &mut [Group<'g>], choices: &mut Vec<Choice<'g>>) {
        let Some(group) = groups.get_mut(at) else { return };
        let list = self.army.list;
        let designed = group.design.and_then(|design| list.designs.get(design)).map_or(&[][..], |design| &design.options);
        let book = self.book;
        let Some(menu) = book.menu(group.entry) else { return };
        let mut own = self.choices(&[menu], designed, 0);
        let (mine, units): (Vec<_>, Vec<_>) = line.options.iter().partition(|one| self.offers(menu, one));
        for one in mine {
            own.extend(self.choices(&[menu], std::slice::from_ref(one), 0));
        }
        self.automatic(&[menu], &mut own, line.model.span);
        group.own = own;
        for one in units {
            choices.extend(self.unit_choices_for(one, at));
        }
    }

    /// Spreads options over the models they go to, parting groups where only some of them take one.
    pub(super) fn assign(&mut self, groups: &mut Vec<Group<'g>>, choices: &mut [Choice<'g>]) {
        lead(groups);
        for choice in choices.iter() {
            if let Some(model) = choice.offer.terms.and_then(|terms| terms.replaces_leader) {
                replace_leader(groups, model);
            }
        }
        for (index, choice) in choices.iter_mut().enumerate() {
            let target = crate::roster::menu::Menu::target(self.army.game, &choice.offer);
            match target {
                None => {}
                Some(Target::All) => groups.iter_mut().for_each(|group| group.given.push(index)),
                Some(Target::Model(model)) => {
                    groups.iter_mut().filter(|group| group.entry == model).for_each(|group| group.given.push(index));
                }
                Some(Target::Leader) => {
                    part_leader(groups);
                    groups.iter_mut().filter(|group| group.leads).for_each(|group| group.given.push(index));
                }
                Some(Target::NotLeader) => {
                    part_leader(groups);
                    groups.iter_mut().filter(|group| !group.leads).for_each(|group| group.given.push(index));
                }
                Some(Target::OneModel) => {
                    part_leader(groups);
                    choice.homeless = self.give_one_by_one(groups, index, choice);
                }
            }
        }
    }

    /// Gives each copy to another model: those without such options first, the leader last. Returns how many found none.
    fn give_one_by_one(&self, groups: &mut Vec<Group<'g>>, index: usize, choice: &Choice<'g>) -> i64 {
        let mut left = choice.times;
        let old: &[EntryId] = choice.offer.terms.and_then(|terms| terms.replacing.as_ref()).map_or(&[], |replacing| &replacing.old);
        // Models of the line it was written under; models that can, before those that carry something already.
        let rank = |group: &Group<'g>, at: usize| {
            let elsewhere = choice.group.is_some_and(|wanted| wanted != at);
            let lacks = !old.is_empty() && !old.iter().all(|weapon| self.carries(group, *weapon));
            (elsewhere, group.leads, group.role == ModelRole::Added && lacks, lacks, group.given.len(), std::cmp::Reverse(at))
        };
        while left > 0 {
            let free = groups.iter().enumerate().filter(|(_, group)| !group.given.contains(&index));
            let Some((at, _)) = free.min_by_key(|(at, group)| rank(group, *at)) else { break };
            let Some(group) = groups.get_mut(at) else { break };
            if group.count > left {
                group.count -= left;
                let mut taken = Group { count: left, given: group.given.clone(), own: group.own.clone(), leads: false, ..*group };
                taken.given.push(index);
                groups.insert(at + 1, taken);
                left = 0;
            } else {
                left -= group.count;
                group.given.push(index);
            }
        }
        left
    }

    fn carries(&self, group: &Group<'g>, weapon: EntryId) -> bool {
        let body = &self.army.game.entries[group.entry].body;
        body.weapons.iter().flat_map(|group| &group.weapons).any(|one| *one == weapon)
    }
}

/// Numbers for each line that make up a total: the least of each first, then as much as each takes, in text order.
fn fill(lines: &[&ModelsLine], total: i64) -> Vec<i64> {
    let mut counts: Vec<i64> = Vec::new();
    let mut left = total;
    for line in lines {
        let least = literal(&line.range).clamp(0, left.max(0));
        counts.push(least);
        left -= least;
    }
    for (line, count) in lines.iter().zip(&mut counts) {
        let room = most(&line.range).map_or(left, |most| (most - *count).clamp(0, left));
        *count += room;
        left -= room;
    }
    // Too many for all of them: the last line that may vary is over its bound.
    let varies = |line: &&ModelsLine| most(&line.range) != Some(literal(&line.range));
    let last = lines.iter().rposition(varies).unwrap_or(lines.len().saturating_sub(1));
    if let Some(count) = counts.get_mut(last) {
        *count += left;
    }
    counts
}

/// The most of a range, where it is a plain number.
fn most(range: &Range) -> Option<i64> {
    match range.high.as_ref().map(|high| &high.kind) {
        Some(ExprKind::Number(number)) => Some(*number),
        _ => None,
    }
}

/// The first model leads, unless a line says which does; added ones never do.
fn lead(groups: &mut [Group<'_>]) {
    let leading = groups.iter().position(|group| group.role == ModelRole::Leading);
    let first = leading.or_else(|| groups.iter().position(|group| group.role == ModelRole::Ordinary));
    if let Some(group) = first.and_then(|at| groups.get_mut(at)) {
        group.leads = true;
    }
}

/// Makes the leader a group of one.
fn part_leader(groups: &mut Vec<Group<'_>>) {
    let Some(at) = groups.iter().position(|group| group.leads && group.count > 1) else { return };
    let Some(group) = groups.get_mut(at) else { return };
    group.count -= 1;
    group.leads = false;
    let leader = Group { count: 1, leads: true, given: group.given.clone(), own: group.own.clone(), ..*group };
    groups.insert(at, leader);
}

fn replace_leader<'g>(groups: &mut Vec<Group<'g>>, model: EntryId) {
    part_leader(groups);
    if let Some(leader) = groups.iter_mut().find(|group| group.leads) {
        (leader.entry, leader.role) = (model, ModelRole::Leading);
        leader.own = Vec::new();
    }
}
