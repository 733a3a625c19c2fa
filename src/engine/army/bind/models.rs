//! Works out how many models of each kind a unit has, as groups of alike models.

use crate::engine::army::bind::Binder;
use crate::engine::army::bind::items::Path;
use crate::engine::army::bind::options::Choice;
use crate::engine::army::{Menu, model_lines};
use crate::engine::check::Problem;
use crate::engine::check::kind::{Limits, ListKind, share};
use crate::list::{ModelLine, Models, UnitLine};
use crate::model::{Body, EntryId, EntryKind, ExprKind, ModelRole, ModelsLine, Range, Steps};

/// Models that are alike.
#[derive(Clone)]
pub(crate) struct Group<'g> {
    pub entry: EntryId,
    pub count: i64,
    pub line: Option<&'g ModelsLine>,
    pub role: ModelRole,
    pub leads: bool,
    /// Whether the model replaced the leader. Such a model takes no options that are for the squad.
    pub replacement: bool,
    pub design: Option<usize>,
    /// The index of the model line in the list that the group was written on.
    pub written: Option<usize>,
    /// What these models take themselves.
    pub own: Vec<Choice<'g>>,
    /// Whether none of those options are written in the list.
    pub own_is_automatic: bool,
    /// Options of the unit that go to these models, by their positions among the unit's choices.
    pub given: Vec<Path>,
    /// The weapons that each model carries, with their counts.
    pub weapons: Vec<(EntryId, i64)>,
}

impl<'g> Group<'g> {
    /// Stands in for the models of a unit that has none.
    pub(crate) fn of_unit(unit: EntryId) -> Self {
        Group {
            entry: unit,
            count: 1,
            line: None,
            role: ModelRole::Added,
            leads: false,
            replacement: false,
            design: None,
            written: None,
            own: Vec::new(),
            own_is_automatic: false,
            given: Vec::new(),
            weapons: Vec::new(),
        }
    }

    fn new(line: &'g ModelsLine, count: i64) -> Self {
        Group { count, line: Some(line), role: line.role, ..Group::of_unit(line.model) }
    }
}

impl<'g, 'l> Binder<'g, 'l, '_> {
    /// The groups of models of a unit, before options split any of them.
    pub(crate) fn groups(
        &mut self,
        unit: &'l UnitLine,
        body: &'g Body,
        choices: &mut Vec<Choice<'g>>,
    ) -> Vec<Group<'g>> {
        let own = self.own_lines(body);
        let brought = self.lines_of_options(choices);
        let mut groups = Vec::new();
        match &unit.models {
            Models::Unstated => {
                let counts = self.fill(body, &own, None, &[]);
                groups.extend(own.iter().zip(counts).map(|(line, count)| Group::new(line, count)));
            }
            Models::Total(total) => {
                let counts = self.fill(body, &own, Some(total.value), &[]);
                groups.extend(own.iter().zip(counts).map(|(line, count)| Group::new(line, count)));
            }
            Models::Lines(lines) => {
                groups.extend(self.named_lines(lines, body, &own, &brought, choices))
            }
        }
        for (line, times) in &brought {
            let stated = matches!(&unit.models, Models::Lines(lines) if lines.iter().any(|stated| self.is_named(stated, line.model)));
            if !stated {
                groups.push(Group::new(line, self.least(&line.range).saturating_mul(*times)));
            }
        }
        groups.retain(|group| group.count > 0);
        groups
    }

    /// The lines of models in a body, including those in closed blocks, which have no models unless
    /// the list names them.
    fn own_lines(&mut self, body: &'g Body) -> Vec<&'g ModelsLine> {
        let lines = model_lines(body);
        self.army.needs_rebind |= lines.iter().any(|(_, whens)| !whens.is_empty());
        lines.into_iter().map(|(line, _)| line).collect()
    }

    /// The lines of models that come with the options taken.
    fn lines_of_options(&self, choices: &[Choice<'g>]) -> Vec<(&'g ModelsLine, i64)> {
        let mut lines = Vec::new();
        for choice in choices {
            let entry = &self.army.game.entries[choice.offer.entry];
            if entry.kind == EntryKind::Option {
                lines.extend(entry.body.models.iter().map(|line| (line, choice.times)));
            }
            lines.extend(self.lines_of_options(&choice.inner));
        }
        lines
    }

    fn is_named(&self, line: &ModelLine, model: EntryId) -> bool {
        let name = match self.design(line) {
            None if line.design == Some(true) => return false,
            Some(design) => {
                self.army.list.designs.get(design).map_or("", |design| &design.model.value)
            }
            None => &line.model.value,
        };
        self.army.game.entries[model].id == name
    }

    fn design(&self, line: &ModelLine) -> Option<usize> {
        self.designs.get(line.model.value.as_str()).copied().filter(|_| line.design != Some(false))
    }

    /// Groups for lines of models that the list names one by one.
    fn named_lines(
        &mut self,
        lines: &'l [ModelLine],
        body: &'g Body,
        own: &[&'g ModelsLine],
        brought: &[(&'g ModelsLine, i64)],
        choices: &mut Vec<Choice<'g>>,
    ) -> Vec<Group<'g>> {
        let all: Vec<&'g ModelsLine> =
            own.iter().copied().chain(brought.iter().map(|(line, _)| *line)).collect();
        let mut used = vec![0_i64; all.len()];
        let mut groups = Vec::new();
        for (written, line) in lines.iter().enumerate() {
            let places: Vec<usize> = (0..all.len())
                .filter(|at| all.get(*at).is_some_and(|own| self.is_named(line, own.model)))
                .collect();
            if places.is_empty() {
                self.unknown_model(line, &all);
                continue;
            }
            let first = groups.len();
            let least = places
                .iter()
                .filter_map(|at| all.get(*at))
                .map(|models| self.least(&models.range))
                .sum::<i64>();
            let mut left = line.count.as_ref().map_or(least.max(1), |count| count.value);
            let last = places.last().copied();
            for at in places {
                let (Some(models), Some(used)) = (all.get(at), used.get_mut(at)) else { continue };
                let room = self
                    .most(&models.range)
                    .map_or(left, |most| (most - *used).clamp(0, left.max(0)));
                // The last line keeps the excess, which the size check reports.
                let count = if last == Some(at) { left } else { room };
                *used += count;
                left -= count;
                if count > 0 {
                    groups.push(Group {
                        design: self.design(line),
                        written: Some(written),
                        ..Group::new(models, count)
                    });
                }
            }
            self.options_of_line(
                line,
                written,
                groups.get_mut(first..).unwrap_or_default(),
                choices,
            );
        }
        // Lines that the list does not name get their minimum.
        let named =
            |models: &ModelsLine| lines.iter().any(|line| self.is_named(line, models.model));
        let unnamed: Vec<&'g ModelsLine> =
            own.iter().copied().filter(|models| !named(models)).collect();
        let counts = self.fill(body, &unnamed, None, &groups);
        groups.extend(
            unnamed.into_iter().zip(counts).map(|(models, count)| Group::new(models, count)),
        );
        groups.sort_by_key(|group| {
            own.iter().position(|models| group.line.is_some_and(|line| std::ptr::eq(*models, line)))
        });
        groups
    }

    fn unknown_model(&mut self, line: &ModelLine, all: &[&'g ModelsLine]) {
        let written = line.model.value.clone();
        let is_design = line.design == Some(true) && self.design(line).is_none();
        let known: Vec<EntryId> = all.iter().map(|models| models.model).collect();
        let names = all.iter().map(|models| self.army.game.entries[models.model].id.as_str());
        let kind = ListKind::UnknownModel { written, is_design, known };
        let problem = Problem::new(kind, line.model.span).suggest(&line.model.value, names);
        let game = self.army.game;
        let known = all.iter().map(|models| &game.entries[models.model]);
        let known = known.map(|model| (model.id.as_str(), model.span));
        self.army.problems.push(problem.was(game, &line.model, known));
    }

    /// Options written under a line of models are the model's own, or the unit's options meant for
    /// this model.
    fn options_of_line(
        &mut self,
        line: &'l ModelLine,
        written: usize,
        groups: &mut [Group<'g>],
        choices: &mut Vec<Choice<'g>>,
    ) {
        let list = self.army.list;
        let (Some(entry), design) = (
            groups.first().map(|group| group.entry),
            groups.first().and_then(|group| group.design),
        ) else {
            return;
        };
        let designed = design
            .and_then(|design| list.designs.get(design))
            .map_or(&[][..], |design| &design.options);
        let menus = self.inner_menus(entry, true);
        let mut own = self.choices(&menus, designed, 0);
        let (mine, units): (Vec<_>, Vec<_>) =
            line.options.iter().partition(|pick| self.is_own(&menus, &pick.name.value));
        for pick in mine {
            own.extend(self.choices(&menus, std::slice::from_ref(pick), 0));
        }
        self.automatic(&menus, &mut own, line.model.span, false);
        for group in groups {
            group.own = own.clone();
        }
        for pick in units {
            choices.extend(self.unit_choices_for(pick, written));
        }
    }

    /// Whether an option written under a model is offered by the model, perhaps by an old name.
    fn is_own(&self, menus: &[&Menu<'g>], name: &str) -> bool {
        let of_unit = || self.current_entry.and_then(|unit| self.book.menu(unit));
        menus.iter().any(|menu| self.offers(menu, name))
            || self.new_option_name(menus, name).is_some()
                && !of_unit().is_some_and(|menu| self.offers(menu, name))
    }

    /// A number for each line, adding up to a total: first each line's minimum, then what groups of
    /// lines still need besides the models already there, then as many as each line takes, in text
    /// order.
    fn fill(
        &mut self,
        body: &'g Body,
        lines: &[&'g ModelsLine],
        total: Option<i64>,
        there: &[Group<'g>],
    ) -> Vec<i64> {
        let closed: Vec<bool> = lines
            .iter()
            .map(|line| !body.models.iter().any(|own| std::ptr::eq(own, *line)))
            .collect();
        let mut counts: Vec<i64> = Vec::new();
        let mut open_lines: Vec<bool> = Vec::new();
        for (line, closed) in lines.iter().zip(&closed) {
            let open = !closed || self.is_open_line(body, line);
            open_lines.push(open);
            counts.push(if open { self.least(&line.range) } else { 0 });
        }
        if let Some(shares) = self.stepped_shares(body, lines, &open_lines, total, there) {
            return shares;
        }
        if let Some(total) = total.filter(|total| counts.iter().sum::<i64>() > *total) {
            // There are too few even for the minimum of each line, so the first lines get them.
            let mut left = total;
            for count in &mut counts {
                *count = (*count).min(left);
                left -= *count;
            }
            return counts;
        }
        for (place, group) in body.groups.iter().enumerate() {
            let inside =
                |member: &&Group<'g>| member.line.is_some_and(|line| line.group == Some(place));
            let needed = self.least(&group.range)
                - there.iter().filter(inside).map(|member| member.count).sum::<i64>();
            let spare = total.map_or(i64::MAX, |total| total - counts.iter().sum::<i64>());
            self.top_up(lines, &mut counts, place, needed, spare);
        }
        let left = total.unwrap_or(0) - counts.iter().sum::<i64>();
        if left > 0 {
            self.spread(body, lines, &mut counts, left);
        }
        counts
    }

    /// Like `fill`, where some numbers between the minimum and the maximum are not allowed: splits
    /// the total, or the least allowed number, over the lines. None if the lines cannot make it up,
    /// or if every number is allowed anyway.
    fn stepped_shares(
        &mut self,
        body: &'g Body,
        lines: &[&'g ModelsLine],
        open: &[bool],
        total: Option<i64>,
        there: &[Group<'g>],
    ) -> Option<Vec<i64>> {
        let groups = body.groups.iter().map(|group| &group.range);
        let mut ranges = lines.iter().map(|line| &line.range).chain(groups);
        if ranges.all(|range| range.steps == Steps::Every) {
            return None;
        }
        let none = Limits::every(0, Some(0));
        let limits: Vec<Limits> = lines
            .iter()
            .zip(open)
            .map(|(line, open)| if *open { self.allowed(&line.range) } else { none.clone() })
            .collect();
        // Lines that are bounded together form one part of the total; every other line is a part of
        // its own.
        let mut parts: Vec<(Option<usize>, Vec<usize>)> = Vec::new();
        for (at, line) in lines.iter().enumerate() {
            match parts.last_mut() {
                Some((group, members)) if line.group.is_some() && *group == line.group => {
                    members.push(at);
                }
                _ => parts.push((line.group, vec![at])),
            }
        }
        let mut allowed: Vec<Limits> = Vec::new();
        for (group, members) in &parts {
            let each = members.iter().filter_map(|at| limits.get(*at));
            let sum = each.fold(none.clone(), |sum, limits| sum.plus(limits));
            let bounded = group.and_then(|group| Some((group, body.groups.get(group)?)));
            allowed.push(match bounded {
                Some((place, group)) => {
                    let there = there
                        .iter()
                        .filter(|other| other.line.is_some_and(|line| line.group == Some(place)));
                    let there: i64 = there.map(|other| other.count).sum();
                    let whole = self.allowed(&group.range);
                    sum.retain(|number| whole.admit(number.saturating_add(there)))?
                }
                None => sum,
            });
        }
        let total = total.unwrap_or_else(|| allowed.iter().map(|part| part.low).sum());
        let shares = share(total, &allowed)?;
        let mut counts = vec![0; lines.len()];
        for ((_, members), part) in parts.iter().zip(shares) {
            let each: Vec<Limits> =
                members.iter().filter_map(|at| limits.get(*at).cloned()).collect();
            for (at, count) in members.iter().zip(share(part, &each)?) {
                *counts.get_mut(*at)? = count;
            }
        }
        Some(counts)
    }

    /// Raises the lines of a group until they add up to a number, as far as there are models to
    /// spare.
    fn top_up(
        &mut self,
        lines: &[&'g ModelsLine],
        counts: &mut [i64],
        group: usize,
        needed: i64,
        spare: i64,
    ) {
        let inside = |line: &ModelsLine| line.group == Some(group);
        let have = lines
            .iter()
            .zip(counts.iter())
            .filter(|(line, _)| inside(line))
            .map(|(_, count)| *count)
            .sum::<i64>();
        let mut left = (needed - have).min(spare);
        for (line, count) in lines.iter().zip(counts).filter(|(line, _)| inside(line)) {
            let room =
                self.most(&line.range).map_or(left, |most| (most - *count).clamp(0, left.max(0)));
            *count += room.max(0);
            left -= room.max(0);
        }
    }

    /// Spreads the remaining models over the lines that have room, and puts the excess on the last
    /// line that may vary.
    fn spread(
        &mut self,
        body: &'g Body,
        lines: &[&'g ModelsLine],
        counts: &mut [i64],
        mut left: i64,
    ) {
        for at in 0..lines.len() {
            let Some(line) = lines.get(at) else { continue };
            let of_group = |group: usize| -> i64 {
                lines
                    .iter()
                    .zip(counts.iter())
                    .filter(|(other, _)| other.group == Some(group))
                    .map(|(_, count)| *count)
                    .sum()
            };
            let group = line.group.and_then(|group| Some((group, body.groups.get(group)?)));
            let group_room =
                group.and_then(|(place, group)| Some(self.most(&group.range)? - of_group(place)));
            let own_room =
                self.most(&line.range).map(|most| most - counts.get(at).copied().unwrap_or(0));
            let room = own_room.unwrap_or(left).min(group_room.unwrap_or(left));
            let room = room.clamp(0, left.max(0));
            if let Some(count) = counts.get_mut(at) {
                *count += room;
                left -= room;
            }
        }
        let varies: Vec<bool> = lines
            .iter()
            .map(|line| self.most(&line.range) != Some(self.least(&line.range)))
            .collect();
        let last =
            varies.iter().rposition(|varies| *varies).unwrap_or(lines.len().saturating_sub(1));
        if let Some(count) = counts.get_mut(last) {
            *count += left;
        }
    }

    /// The minimum of a range: a number, or the value of its formula in the first army.
    pub(crate) fn least(&mut self, range: &'g Range) -> i64 {
        match range.low.as_ref().map(|low| &low.kind) {
            None => 0,
            Some(ExprKind::Number(number)) => *number,
            Some(_) => self.asked(range).map_or(0, |(low, _)| low),
        }
    }

    /// The numbers that a range allows.
    fn allowed(&mut self, range: &'g Range) -> Limits {
        Limits::new(self.least(range), self.most(range), &range.steps)
    }

    pub(crate) fn most(&mut self, range: &'g Range) -> Option<i64> {
        match range.high.as_ref().map(|high| &high.kind)? {
            ExprKind::Number(number) => Some(*number),
            _ => self.asked(range).and_then(|(_, high)| high),
        }
    }
}
