//! Checks options and choices: how many are taken, whether they are open, and which models they go
//! to.

use crate::engine::check::kind::{Limits, OptionKind, ProblemKind};
use crate::engine::check::problem::{CauseKind, Problem};
use crate::engine::check::size::SizeBounds;
use crate::engine::eval::{BodyItem, BodyQuery, Env, Evaluator, Number, OptionReach, Value};
use smallvec::SmallVec;

use crate::engine::army::{
    Guard, HandoutFailure, Menu, NodeId, NodeIs, OfferedChoice, OptionNode, Recipients, UnitIndex,
};
use crate::model::{
    Body, BoundTo, Change, ChangeKind, ChooseId, Cite, EntryId, ExprKind, VariableId,
};
use crate::source::Span;

impl<'g> Evaluator<'_, 'g> {
    pub(crate) fn check_options(&self, problems: &mut Vec<Problem<'g>>) {
        let army = &self.army;
        for id in (0..army.nodes.len()).map(|index| NodeId(index as u32)) {
            match &army.node(id).is {
                NodeIs::Gear => {}
                NodeIs::Option(option) => {
                    self.check_option(id, option, problems);
                    self.check_choices(id, problems);
                }
                _ => self.check_choices(id, problems),
            }
        }
        self.check_replaced_leaders(problems);
        self.silence_shortages(problems);
    }

    /// Drops weapon shortages caused by an option that may not be taken: without it, the weapons it
    /// replaces would be there for other options.
    fn silence_shortages(&self, problems: &mut Vec<Problem<'g>>) {
        let is_refused = |problem: &&Problem<'g>| {
            let ProblemKind::Option(kind) = &problem.kind else { return false };
            matches!(kind, OptionKind::NotAvailable { .. } | OptionKind::TooOften { .. })
        };
        let refused = problems.iter().filter(is_refused).filter_map(|problem| problem.option);
        let refused: Vec<NodeId> = refused.collect();
        let is_refused = |unit: Option<&UnitIndex>, entry: EntryId| {
            let mut refused = refused.iter().map(|option| self.army.node(*option));
            refused.any(|node| node.unit.as_ref() == unit && node.entry == Some(entry))
        };
        problems.retain(|problem| match &problem.kind {
            ProblemKind::Option(OptionKind::NothingToReplace { shortage, .. }) => {
                let unit = problem.units.first();
                !shortage.others.iter().any(|(entry, _)| is_refused(unit, *entry))
            }
            _ => true,
        });
    }

    /// The menus of a node: its entry's, and those of blocks elsewhere that visit it.
    pub(crate) fn menus(&self, id: NodeId) -> Vec<Menu<'g>> {
        let army = &self.army;
        let bodies: Vec<&'g Body> = match &army.node(id).is {
            NodeIs::Army => army.own_bodies(),
            NodeIs::Force(place) => {
                army.menu_bodies_of_force(*place).into_iter().map(|(body, _)| body).collect()
            }
            _ => Vec::new(),
        };
        bodies.into_iter().map(|body| Menu::of(self.game, body)).collect()
    }

    fn check_choices(&self, id: NodeId, problems: &mut Vec<Problem<'g>>) {
        self.menus(id).iter().for_each(|menu| self.check_menu(id, menu, problems));
        self.offered_menus(id).iter().for_each(|menu| self.check_menu(id, menu, problems));
    }

    fn check_menu(&self, id: NodeId, menu: &Menu<'g>, problems: &mut Vec<Problem<'g>>) {
        for point in &menu.points {
            self.check_point(id, menu, point, problems);
        }
    }

    /// Checks how many options of a choice were taken.
    fn check_point(
        &self,
        id: NodeId,
        menu: &Menu<'g>,
        point: &OfferedChoice<'g>,
        problems: &mut Vec<Problem<'g>>,
    ) {
        let choose = &self.game.chooses[point.choose];
        let taken: SmallVec<[NodeId; 8]> =
            self.army.children(id).filter(|child| self.comes_from(*child, point.choose)).collect();
        // If nothing is taken and nothing must be, nothing can be wrong.
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
                self.not_available(*child, hidden.span, &hidden.cites, problems);
            }
        }
        // A closed choice is reported with each option taken from it.
        if hidden.is_some() || !open {
            return;
        }
        let unit = self.army.node(id).unit;
        let (owner, limits) = (self.subject(id), bounds.limits);
        let defined = point.include.map_or(choose.span, |include| include.span);
        let cites = point
            .include
            .filter(|include| !include.cites.is_empty())
            .map_or(&choose.cites, |include| &include.cites);
        let choose = point.choose;
        // The last option written is the one too many.
        let last = taken.iter().max_by_key(|child| self.army.node(**child).span.start());
        let (kind, option) = match last {
            Some(last) if limits.high.is_some_and(|high| count > high) => {
                (OptionKind::TooManyOfChoice { owner, choose, count, limits }, Some(*last))
            }
            // A count between two allowed numbers also has too few.
            _ if !limits.admit(count) && !self.lost_options => {
                (OptionKind::TooFewOfChoice { owner, choose, count, limits }, None)
            }
            _ => return,
        };
        let at = self.army.node(option.unwrap_or(id)).span;
        let mut problem = Problem::new(kind, at).rule(defined, cites).concerns(unit);
        // There may be one option too many instead of one too few.
        problem.option = option.or(last.copied());
        if let Some(change) = bounds.altered {
            problem.cause(CauseKind::BoundChanged, change.span, &change.cites);
        }
        problems.push(problem);
    }

    /// Whether an option was taken directly from a choice, and not from a choice inside it.
    fn is_innermost(&self, option: NodeId, choose: ChooseId) -> bool {
        matches!(&self.army.node(option).is, NodeIs::Option(option) if option.offer.chooses.first() == Some(&choose))
    }

    /// Whether the blocks around something are open for a node.
    pub(crate) fn is_open(&self, id: NodeId, guards: &[Guard<'g>]) -> bool {
        self.opens(id, guards, &mut self.env_of_menu(id))
    }

    /// The environment of a menu: for an allied force, `army` means that force.
    fn env_of_menu(&self, id: NodeId) -> Env<'g> {
        let army = match self.army.node(id).is {
            NodeIs::Force(place) => self.army.faction_of_its_own(place).map(|_| id),
            _ => None,
        };
        Env::at(id).in_army(army.unwrap_or(NodeId::ARMY))
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

    pub(crate) fn choice_bounds(&self, id: NodeId, point: &OfferedChoice<'g>) -> SizeBounds<'g> {
        let mut bounds = self.bounds(point.range, &mut self.env_of_menu(id));
        let sought = BodyQuery::Bounds(point.choose);
        let mut receive = |item: BodyItem<'g>, env: &mut Env<'g>, _: usize| {
            if let BodyItem::Change(change) = item
                && let ChangeKind::Bound { upper, choose: Some(bounded), to } = &change.kind
                && *bounded == point.choose
            {
                bounds.altered = Some(change);
                let limits = &mut bounds.limits;
                let bound = if *upper { limits.high } else { Some(limits.low) };
                let new = match to {
                    BoundTo::By(amount) => bound.map(|bound| bound.saturating_add(*amount)),
                    BoundTo::To(expr) if *upper => self.number(expr, env).map(Number::floor),
                    BoundTo::To(expr) => self.number(expr, env).map(Number::ceil),
                };
                match (upper, new) {
                    (true, new) => limits.set_high(new),
                    (false, Some(new)) => limits.set_low(new),
                    (false, None) => {}
                }
            }
        };
        for body in self.choice_bodies(point).filter(|body| sought.is_in(body)) {
            self.walk(body, &mut Env::at(id), 0, sought, &mut receive);
        }
        self.in_force(id, OptionReach::Whole, sought, &mut receive);
        bounds
    }

    /// The braces of a choice and of the line that includes it.
    fn choice_bodies(&self, point: &OfferedChoice<'g>) -> impl Iterator<Item = &'g Body> + use<'g> {
        std::iter::once(&self.game.chooses[point.choose].body)
            .chain(point.include.map(|include| &include.body))
    }

    /// The `hide` line that hides a choice or one around it.
    pub(crate) fn is_hidden(
        &self,
        id: NodeId,
        menu: &Menu<'g>,
        point: &OfferedChoice<'g>,
    ) -> Option<&'g Change> {
        let here = self.choice_bodies(point).find_map(|body| self.hides(body, &mut Env::at(id)));
        here.or_else(|| {
            point
                .within
                .and_then(|outer| menu.points.get(outer))
                .and_then(|outer| self.is_hidden(id, menu, outer))
        })
    }

    /// The `hide` line of a body, if its conditions hold.
    fn hides(&self, body: &'g Body, env: &mut Env<'g>) -> Option<&'g Change> {
        if !BodyQuery::Hide.is_in(body) {
            return None;
        }
        let mut hidden = None;
        self.walk(body, env, 0, BodyQuery::Hide, &mut |item, _, _| {
            if let BodyItem::Change(change @ Change { kind: ChangeKind::Hide, .. }) = item {
                hidden = Some(change);
            }
        });
        hidden
    }

    fn not_available(
        &self,
        id: NodeId,
        defined: Span,
        because: &'g [Cite],
        problems: &mut Vec<Problem<'g>>,
    ) {
        let node = self.army.node(id);
        let NodeIs::Option(option) = &node.is else { return };
        // The player did not write an automatic option, so it is not reported.
        if option.automatic {
            return;
        }
        let (owner, title) = (self.subject(node.parent), self.subject(id));
        let kind = OptionKind::NotAvailable { owner, option: title };
        let mut problem = Problem::new(kind, node.span).of_option(id).concerns(node.unit);
        problem.defined_at = Some(defined);
        // Cite every rule involved: those of the condition, the option and the choices around it.
        problem.cite(because);
        if let Some(terms) = option.offer.terms {
            problem.cite(&terms.cites);
        }
        for choose in &option.offer.chooses {
            problem.cite(&self.game.chooses[*choose].cites);
        }
        problems.push(problem);
    }

    /// Whether an option may be taken: the blocks around it are open, it is not hidden, and its
    /// pool contains it.
    pub(crate) fn is_takable(&self, id: NodeId, option: &OptionNode<'g>) -> bool {
        self.is_open(self.army.node(id).parent, &option.offer.guards)
            && self.is_hidden_itself(id).is_none()
            && self.in_pool(id, option)
    }

    /// Whether the choice an option is taken from is hidden.
    pub(crate) fn is_choice_hidden(&self, id: NodeId, option: &OptionNode<'g>) -> bool {
        let Some(choose) = option.offer.chooses.first() else { return false };
        let parent = self.army.node(id).parent;
        let hidden = |menu: &Menu<'g>| {
            let mut points = menu.points.iter().filter(|point| point.choose == *choose);
            points.any(|point| self.is_hidden(parent, menu, point).is_some())
        };
        self.menus(parent).iter().any(hidden) || self.offered_menus(parent).into_iter().any(hidden)
    }

    /// Checks one option that is taken.
    fn check_option(&self, id: NodeId, option: &OptionNode<'g>, problems: &mut Vec<Problem<'g>>) {
        let node = self.army.node(id);
        let Some(entry) = node.entry else { return };
        let known = problems.len();
        if !self.is_open(node.parent, &option.offer.guards) {
            // Report the outermost closed block.
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
            self.not_available(id, span, cites, problems);
        } else if let Some(hidden) = self.is_hidden_itself(id) {
            self.not_available(id, hidden.span, &hidden.cites, problems);
        } else if !self.in_pool(id, option) {
            self.not_available(id, option.offer.span, &[], problems);
        }
        let cites = option.offer.terms.map_or(&[][..], |terms| &terms.cites);
        let offered_at = option.offer.span;
        let times = match option.offer.times() {
            Some(range) => Some(self.bounds(range, &mut Env::at(node.parent))),
            // An option outside of choices may be taken once; inside a choice, the choice decides.
            None => option
                .offer
                .chooses
                .is_empty()
                .then_some(SizeBounds { limits: Limits::every(0, Some(1)), altered: None }),
        };
        let same = |other: &NodeId| {
            self.army.node(*other).entry == Some(entry)
                && matches!(self.army.node(*other).is, NodeIs::Option(_))
        };
        let all: Vec<NodeId> = self.army.children(node.parent).filter(same).collect();
        let count =
            all.iter().map(|other| self.army.node(*other).count).fold(0, i64::saturating_add);
        if let Some(SizeBounds { limits, .. }) =
            times.filter(|bounds| all.last() == Some(&id) && !bounds.limits.admit(count))
        {
            let (owner, option) = (self.subject(node.parent), self.subject(id));
            let kind = if limits.high.is_some_and(|high| count > high) {
                OptionKind::TooOften { owner, option, count, limits }
            } else {
                OptionKind::TooRarely { owner, option, count, limits }
            };
            let problem = Problem::new(kind, node.span).rule(offered_at, cites);
            problems.push(problem.of_option(id).concerns(node.unit));
        }
        // An option that may not be taken needs no recipients.
        let offered = option.offer.span;
        let failure = option.failure.as_ref().filter(|_| problems.len() == known);
        let failure = failure.filter(|failure| {
            !matches!(failure, HandoutFailure::Weapons(_))
                || !self.is_beyond_choice(id, option, problems)
        });
        if let Some(failure) = failure {
            let (owner, option) = (self.subject(node.parent), self.subject(id));
            let kind = match failure {
                HandoutFailure::Models { excess } => {
                    OptionKind::NoTarget { owner, option, excess: *excess }
                }
                HandoutFailure::Weapons(shortage) => {
                    OptionKind::NothingToReplace { owner, option, shortage: shortage.clone() }
                }
            };
            let problem = Problem::new(kind, node.span).rule(offered, cites);
            problems.push(problem.of_option(id).concerns(node.unit));
        }
    }

    /// Whether it is already reported that too many options were taken from a choice of this
    /// option. What one of them replaces is missing for the next.
    fn is_beyond_choice(
        &self,
        id: NodeId,
        option: &OptionNode<'g>,
        problems: &[Problem<'g>],
    ) -> bool {
        let taker = self.subject(self.army.node(id).parent);
        problems.iter().any(|problem| match &problem.kind {
            ProblemKind::Option(OptionKind::TooManyOfChoice { owner, choose, .. }) => {
                *owner == taker && option.offer.chooses.contains(choose)
            }
            _ => false,
        })
    }

    /// The `hide` line in force for a node, if any.
    pub(crate) fn is_hidden_itself(&self, id: NodeId) -> Option<&'g Change> {
        let mut hidden = None;
        self.in_force(id, OptionReach::Itself, BodyQuery::Hide, &mut |item, _, _| {
            if let BodyItem::Change(change @ Change { kind: ChangeKind::Hide, .. }) = item {
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

    /// Whether an entry meets the condition of the pool of a choice that is offered to a node; the
    /// condition binds the next variable after those already bound.
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
    fn check_replaced_leaders(&self, problems: &mut Vec<Problem<'g>>) {
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
                if !option.recipients.as_ref().is_some_and(Recipients::are_of_squad) || replaces(id)
                {
                    continue;
                }
                let NodeIs::Option(cause) = &self.army.node(replacement).is else { continue };
                let (leader, option) = (self.subject(replacement), self.subject(*id));
                let kind = OptionKind::LeaderReplaced { leader, option };
                let cites = cause.offer.terms.map_or(&[][..], |terms| &terms.cites);
                let at = self.army.node(*id).span;
                let problem = Problem::new(kind, at).rule(cause.offer.span, cites);
                problems.push(problem.of_option(*id).concerns([index]));
            }
        }
    }
}
