//! Options and choices: how many, whether they are open, and whom they go to.

use crate::engine::check::Issue;
use crate::engine::check::size::Bounds;
use crate::engine::eval::{BodyQuery, Env, Evaluator, Item, Number, Reach, Value};
use crate::wording::bounds_words;
use smallvec::SmallVec;

use crate::diagnostic::codes;
use crate::engine::army::{Guard, Menu, NodeId, NodeIs, OptionNode, Point};
use crate::model::{
    Body, BoundTo, Change, ChangeKind, ChooseId, Cite, EntryId, ExprKind, Target, VariableId,
};
use crate::source::Span;

impl<'g> Evaluator<'_, 'g> {
    pub(crate) fn check_options(&self, issues: &mut Vec<Issue>) {
        let army = &self.army;
        for id in (0..army.nodes.len()).map(|index| NodeId(index as u32)) {
            match &army.node(id).is {
                NodeIs::Gear => {}
                NodeIs::Option(option) => {
                    self.check_option(id, option, issues);
                    self.check_choices(id, issues);
                }
                _ => self.check_choices(id, issues),
            }
        }
        self.check_replaced_leaders(issues);
    }

    /// Everything a node is offered: by its entry, and by blocks elsewhere that visit it.
    pub(crate) fn menus(&self, id: NodeId) -> Vec<Menu<'g>> {
        let army = &self.army;
        let bodies: Vec<&'g Body> = match &army.node(id).is {
            NodeIs::Army => {
                let faction = army.faction.map(|faction| &self.game.factions[faction].army);
                std::iter::once(&self.game.army).chain(faction).collect()
            }
            NodeIs::Force(place) => army
                .forces
                .get(*place)
                .map(|force| &self.game.forces[force.kind].body)
                .into_iter()
                .collect(),
            _ => Vec::new(),
        };
        bodies.into_iter().map(|body| Menu::of(self.game, body)).collect()
    }

    fn check_choices(&self, id: NodeId, issues: &mut Vec<Issue>) {
        self.menus(id).iter().for_each(|menu| self.check_menu(id, menu, issues));
        self.offered_menus(id).iter().for_each(|menu| self.check_menu(id, menu, issues));
    }

    fn check_menu(&self, id: NodeId, menu: &Menu<'g>, issues: &mut Vec<Issue>) {
        for point in &menu.points {
            self.check_point(id, menu, point, issues);
        }
    }

    /// One choice: how many of it were taken.
    fn check_point(&self, id: NodeId, menu: &Menu<'g>, point: &Point<'g>, issues: &mut Vec<Issue>) {
        let choose = &self.game.chooses[point.choose];
        let taken: SmallVec<[NodeId; 8]> =
            self.army.children(id).filter(|child| self.comes_from(*child, point.choose)).collect();
        // Nothing taken of what need not be taken: nothing to say.
        let optional = match point.range.low.as_ref().map(|low| &low.kind) {
            None | Some(ExprKind::Number(0)) => !self.contents.raised.contains(&point.choose),
            Some(_) => false,
        };
        if taken.is_empty() && optional {
            return;
        }
        let open = self.is_open(id, &point.guards);
        if taken.is_empty() && !open {
            return;
        }
        let count =
            taken.iter().map(|child| self.army.node(*child).count).fold(0, i64::saturating_add);
        let bounds = self.choice_bounds(id, point);
        let hidden = self.is_hidden(id, menu, point);
        if let Some(hidden) = hidden {
            for child in
                taken.iter().filter(|child| open && self.is_innermost(**child, point.choose))
            {
                self.not_available(*child, hidden.span, &hidden.cites, issues);
            }
        }
        // What is closed is told of each option taken from it.
        if hidden.is_some() || !open {
            return;
        }
        let unit = self.army.node(id).unit;
        let owner = self.title(id);
        let defined = point.include.map_or(choose.span, |include| include.span);
        let cites = point
            .include
            .filter(|include| !include.cites.is_empty())
            .map_or(&choose.cites, |include| &include.cites);
        let issue = |code, at, message: String| {
            let mut issue = Issue::new(code, at, message).rule(defined, cites);
            if let Some(change) = bounds.altered {
                issue = issue.cause("the bound was changed here", change.span, &change.cites);
            }
            issue
        };
        if bounds.high.is_some_and(|high| count > high) {
            let at =
                taken.last().map_or(self.army.node(id).span, |last| self.army.node(*last).span);
            let message = format!(
                "{owner} takes {count} of {}, {}",
                choose.title,
                bounds_words(0, bounds.high)
            );
            let issue = issue(&codes::OPTION_TOO_MANY, at, message);
            issues.extend(taken.last().map(|last| issue.about_option(*last, unit)));
        } else if count < bounds.low && !self.lost_options {
            let known: Vec<String> = choose
                .members
                .iter()
                .map(|member| self.game.entries[member.entry].id.clone())
                .collect();
            let message = format!(
                "{owner} takes {count} of {}, it must take {}",
                choose.title,
                bounds_words(bounds.low, bounds.high)
            );
            let mut issue = issue(&codes::OPTION_TOO_FEW, self.army.node(id).span, message);
            if !known.is_empty() {
                issue = issue.help(format!("choose from {}", known.join(", ")));
            }
            issues.push(unit.into_iter().fold(issue, Issue::about_unit));
        }
    }

    /// Whether a choice is the one an option was taken from, and none further inside.
    fn is_innermost(&self, option: NodeId, choose: ChooseId) -> bool {
        matches!(&self.army.node(option).is, NodeIs::Option(option) if option.offer.chooses.first() == Some(&choose))
    }

    /// Whether the blocks around something are open for a node.
    pub(crate) fn is_open(&self, id: NodeId, guards: &[Guard<'g>]) -> bool {
        let mut env = Env::at(id);
        self.opens(id, guards, &mut env)
    }

    fn opens(&self, id: NodeId, guards: &[Guard<'g>], env: &mut Env<'g>) -> bool {
        let Some((first, rest)) = guards.split_first() else { return true };
        match first {
            Guard::When(when) => self.holds(&when.condition, env) && self.opens(id, rest, env),
            Guard::ForEach(each) => {
                let mut open = false;
                self.visited(each, id, env, &mut |env, _| open = open || self.opens(id, rest, env));
                open
            }
        }
    }

    fn choice_bounds(&self, id: NodeId, point: &Point<'g>) -> Bounds<'g> {
        let mut bounds = self.bounds(point.range, &mut Env::at(id));
        let sought = BodyQuery::Bounds(point.choose);
        let mut receive = |item: Item<'g>, env: &mut Env<'g>, _: usize| {
            if let Item::Change(change) = item
                && let ChangeKind::Bound { upper, choose: Some(one), to } = &change.kind
                && *one == point.choose
            {
                bounds.altered = Some(change);
                let bound = if *upper { bounds.high } else { Some(bounds.low) };
                let new = match to {
                    BoundTo::By(amount) => bound.map(|bound| bound.saturating_add(*amount)),
                    BoundTo::To(expr) if *upper => self.number(expr, env).map(Number::floor),
                    BoundTo::To(expr) => self.number(expr, env).map(Number::ceil),
                };
                match (upper, new) {
                    (true, new) => bounds.high = new,
                    (false, Some(new)) => bounds.low = new,
                    (false, None) => {}
                }
            }
        };
        for body in self.choice_bodies(point).filter(|body| sought.is_in(body)) {
            self.walk(body, &mut Env::at(id), 0, sought, &mut receive);
        }
        self.in_force(id, Reach::Whole, sought, &mut receive);
        bounds
    }

    /// The braces of a choice and of the line that includes it.
    fn choice_bodies(&self, point: &Point<'g>) -> impl Iterator<Item = &'g Body> + use<'g> {
        std::iter::once(&self.game.chooses[point.choose].body)
            .chain(point.include.map(|include| &include.body))
    }

    /// Where a choice, or one around it, is hidden.
    pub(crate) fn is_hidden(
        &self,
        id: NodeId,
        menu: &Menu<'g>,
        point: &Point<'g>,
    ) -> Option<&'g Change> {
        let here = self.choice_bodies(point).find_map(|body| self.hides(body, &mut Env::at(id)));
        here.or_else(|| {
            point
                .within
                .and_then(|outer| menu.points.get(outer))
                .and_then(|outer| self.is_hidden(id, menu, outer))
        })
    }

    /// Where a body says `hide`, if its conditions hold.
    fn hides(&self, body: &'g Body, env: &mut Env<'g>) -> Option<&'g Change> {
        if !BodyQuery::Hide.is_in(body) {
            return None;
        }
        let mut hidden = None;
        self.walk(body, env, 0, BodyQuery::Hide, &mut |item, _, _| {
            if let Item::Change(change @ Change { kind: ChangeKind::Hide, .. }) = item {
                hidden = Some(change);
            }
        });
        hidden
    }

    fn not_available(&self, id: NodeId, defined: Span, because: &[Cite], issues: &mut Vec<Issue>) {
        let node = self.army.node(id);
        let NodeIs::Option(option) = &node.is else { return };
        // What goes without saying is told only if it never can be taken there.
        if option.automatic && (!option.offer.drawn || self.in_pool(id, option)) {
            return;
        }
        let title = self.title(id);
        let message = format!("{title} is not open to {} here", self.title(node.parent));
        // The line of the option, the choices around it, what shuts it out: whatever cites a rule.
        let own = option.offer.terms.map_or(&[][..], |terms| &terms.cites);
        let around =
            option.offer.chooses.iter().flat_map(|choose| &self.game.chooses[*choose].cites);
        let mut cites: Vec<Cite> = Vec::new();
        for cite in because.iter().chain(own).chain(around) {
            if !cites.iter().any(|known| known.id == cite.id) {
                cites.push(cite.clone());
            }
        }
        let issue =
            Issue::new(&codes::OPTION_NOT_AVAILABLE, node.span, message).rule(defined, &cites);
        issues.push(issue.about_option(id, node.unit));
    }

    /// One option that is taken.
    fn check_option(&self, id: NodeId, option: &OptionNode<'g>, issues: &mut Vec<Issue>) {
        let node = self.army.node(id);
        let Some(entry) = node.entry else { return };
        let known = issues.len();
        if !self.is_open(node.parent, &option.offer.guards) {
            // The outermost block that is closed.
            let guards = &option.offer.guards;
            let open = |count: &usize| {
                guards.get(..*count).is_some_and(|outer| self.is_open(node.parent, outer))
            };
            let closed = (1..=guards.len()).take_while(open).count();
            let (span, cites) = match guards.get(closed) {
                Some(Guard::When(when)) => (when.span, when.cites.as_slice()),
                Some(Guard::ForEach(each)) => (each.span, each.cites.as_slice()),
                None => (option.offer.span, &[][..]),
            };
            self.not_available(id, span, cites, issues);
        } else if let Some(hidden) = self.is_hidden_itself(id) {
            self.not_available(id, hidden.span, &hidden.cites, issues);
        } else if !self.in_pool(id, option) {
            self.not_available(id, option.offer.span, &[], issues);
        }
        let cites = option.offer.terms.map_or(&[][..], |terms| &terms.cites);
        let times = match option.offer.times() {
            Some(range) => Some(self.bounds(range, &mut Env::at(node.parent))),
            // A line of its own means once; in a choice the choice decides.
            None => option.offer.chooses.is_empty().then_some(Bounds {
                low: 0,
                high: Some(1),
                altered: None,
            }),
        };
        let same = |other: &NodeId| {
            self.army.node(*other).entry == Some(entry)
                && matches!(self.army.node(*other).is, NodeIs::Option(_))
        };
        let all: Vec<NodeId> = self.army.children(node.parent).filter(same).collect();
        let count =
            all.iter().map(|other| self.army.node(*other).count).fold(0, i64::saturating_add);
        if let Some(bounds) = times.filter(|bounds| {
            all.last() == Some(&id) && bounds.high.is_some_and(|high| count > high)
        }) {
            let owner = self.title(node.parent);
            let message = format!(
                "{owner} takes {} {count} times, {}",
                self.title(id),
                bounds_words(0, bounds.high)
            );
            let issue = Issue::new(&codes::OPTION_TOO_MANY, node.span, message)
                .rule(option.offer.span, cites);
            issues.push(issue.about_option(id, node.unit));
        }
        // What may not be taken needs nobody to go to.
        if option.unassigned > 0 && issues.len() == known {
            let owner = self.title(node.parent);
            let message = format!(
                "{owner} has too few models for {}: {} too many",
                self.title(id),
                option.unassigned
            );
            let issue = Issue::new(&codes::OPTION_NO_TARGET, node.span, message)
                .rule(option.offer.span, cites);
            issues.push(issue.about_option(id, node.unit));
        }
    }

    /// Where something in force for a node says `hide`.
    pub(crate) fn is_hidden_itself(&self, id: NodeId) -> Option<&'g Change> {
        let mut hidden = None;
        self.in_force(id, Reach::Itself, BodyQuery::Hide, &mut |item, _, _| {
            if let Item::Change(change @ Change { kind: ChangeKind::Hide, .. }) = item {
                hidden = Some(change);
            }
        });
        hidden
    }

    /// Whether an option that was drawn from a pool meets the pool's condition.
    fn in_pool(&self, id: NodeId, option: &OptionNode<'g>) -> bool {
        let (Some(choose), Some(entry)) = (option.offer.chooses.first(), self.army.node(id).entry)
        else {
            return true;
        };
        if !option.offer.drawn {
            return true;
        }
        let depth = option
            .offer
            .guards
            .iter()
            .map(|guard| if let Guard::ForEach(each) = guard { each.binders.len() } else { 0 })
            .sum();
        self.meets_pool(*choose, entry, self.army.node(id).parent, depth)
    }

    /// Whether an entry meets the condition of a choice's pool. The choice is offered to a node,
    /// inside of so many variables.
    pub(crate) fn meets_pool(
        &self,
        choose: ChooseId,
        entry: EntryId,
        node: NodeId,
        depth: usize,
    ) -> bool {
        let pool = self.game.chooses[choose].pool.as_ref();
        let Some(condition) = pool.and_then(|pool| pool.condition.as_ref()) else { return true };
        let mut env = Env::at(node);
        env.set(VariableId(depth), Value::Entry(entry));
        self.holds(condition, &mut env)
    }

    /// A model that replaced the leader takes none of the options for single models or leaders.
    fn check_replaced_leaders(&self, issues: &mut Vec<Issue>) {
        for index in self.army.unit_indices() {
            let unit = self.army.unit(index);
            let replaces = |id: &NodeId| match &self.army.node(*id).is {
                NodeIs::Option(option) => {
                    option.offer.terms.is_some_and(|terms| terms.replaces_leader.is_some())
                }
                _ => false,
            };
            let Some(replacement) = self.army.children(unit.node).find(replaces) else { continue };
            let Some(NodeIs::Model(leader)) = unit.leader.map(|leader| &self.army.node(leader).is)
            else {
                continue;
            };
            for id in &leader.given {
                let NodeIs::Option(option) = &self.army.node(*id).is else { continue };
                if !matches!(option.target, Some(Target::OneModel | Target::Leader)) || replaces(id)
                {
                    continue;
                }
                let NodeIs::Option(cause) = &self.army.node(replacement).is else { continue };
                let message = format!(
                    "{} leads the unit and takes none of its options: {} has nobody to go to",
                    self.title(replacement),
                    self.title(*id)
                );
                let cites = cause.offer.terms.map_or(&[][..], |terms| &terms.cites);
                let issue =
                    Issue::new(&codes::OPTION_LEADER_REPLACED, self.army.node(*id).span, message)
                        .rule(cause.offer.span, cites);
                issues.push(issue.about_option(*id, Some(index)));
            }
        }
    }
}
