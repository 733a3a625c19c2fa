//! Checks the game's own rules, applies exemptions, and gives built-in checks the citations and
//! weights of the rules that cover them.

use std::hash::BuildHasher;

use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::diagnostic::Code;
use crate::engine::army::{NodeId, NodeIs, UnitIndex};
use crate::engine::check::kind::{BrokenRule, ProblemKind, Subject};
use crate::engine::check::problem::Problem;
use crate::engine::eval::{BodyItem, BodyQuery, Env, Evaluator, OptionReach, Value};
use crate::model::{
    Body, Clause, Effect, Expr, ExprKind, Fact, NodeKind, Requirement, Rule, RuleContent, RuleId,
    TextPart, VariableId, Waive,
};
use crate::source::Span;

/// The rules and exemptions in force for an army.
pub(crate) struct RulesInForce<'g> {
    /// Each rule with the node it stands in or visits.
    rules: Vec<(RuleId, Env<'g>, NodeId)>,
    waives: Vec<(&'g Waive, Env<'g>, usize)>,
}

impl RulesInForce<'_> {
    /// The number of rules.
    pub(crate) fn len(&self) -> usize {
        self.rules.len()
    }

    /// These rules in force, reduced to a single rule.
    pub(crate) fn only(mut self, rule: usize) -> Self {
        self.rules = self.rules.into_iter().skip(rule).take(1).collect();
        self
    }
}

impl<'g> Evaluator<'_, 'g> {
    pub(crate) fn law(&self) -> RulesInForce<'g> {
        let mut law = RulesInForce { rules: Vec::new(), waives: Vec::new() };
        for id in self.holders(BodyQuery::Rules) {
            self.in_force(id, OptionReach::Itself, BodyQuery::Rules, &mut |item, env, depth| {
                if let BodyItem::Body(body) = item {
                    law.rules.extend(body.rules.iter().map(|rule| (*rule, env.clone(), id)));
                    law.waives.extend(body.waives.iter().map(|waive| (waive, env.clone(), depth)));
                }
            });
        }
        if self.contents.choices_have_rules {
            let all = (0..self.army.nodes.len()).map(|index| NodeId(index as u32));
            all.for_each(|id| self.rules_of_choices(id, &mut law));
        }
        let decks = self.game.decks.values().filter(|deck| self.in_play(deck));
        law.rules.extend(
            decks
                .flat_map(|deck| &deck.rules)
                .map(|rule| (*rule, Env::at(NodeId::ARMY), NodeId::ARMY)),
        );
        law
    }

    /// Adds the rules in the braces of the choices that a node is offered.
    fn rules_of_choices(&self, id: NodeId, law: &mut RulesInForce<'g>) {
        let own = self.menus(id);
        let of_entry = self.army.node(id).entry.and_then(|entry| self.book.menu(entry));
        for point in own.iter().chain(of_entry).flat_map(|menu| &menu.points) {
            let rules = &self.game.chooses[point.choose].body.rules;
            if !rules.is_empty() && self.is_open(id, &point.guards) {
                law.rules.extend(rules.iter().map(|rule| (*rule, Env::at(id), id)));
            }
        }
    }

    pub(crate) fn check_rules(&self, law: &RulesInForce<'g>, problems: &mut Vec<Problem<'g>>) {
        for (id, env, node) in &law.rules {
            let rule = &self.game.rules[*id];
            if let RuleContent::Clauses(clauses) = &rule.content {
                // If unknown units were left out, rules about the whole army cannot be judged.
                for clause in
                    clauses.iter().filter(|clause| !self.lost_units || !clause.binders.is_empty())
                {
                    self.watch_ties(problems, |problems| {
                        self.check_clause(law, (*id, *node), clause, env.clone(), problems);
                    });
                }
            }
        }
    }

    fn check_clause(
        &self,
        law: &RulesInForce<'g>,
        (id, node): (RuleId, NodeId),
        clause: &'g Clause,
        mut env: Env<'g>,
        problems: &mut Vec<Problem<'g>>,
    ) {
        // The rules of a chart are about the army, whichever force uses the chart.
        let subject = if self.is_of_chart(node, id) { NodeId::ARMY } else { node };
        self.each(&clause.binders, &mut env, &mut |env| {
            for requirement in &clause.requirements {
                if !self.is_met(&requirement.condition, env) {
                    let first = clause.binders.first().map(|binder| env.variable(binder.variable));
                    let about = first
                        .filter(|value| value.node().is_some())
                        .unwrap_or(Value::Node(subject));
                    if !self.is_waived(law, id, Some(&about)) {
                        problems.push(self.broken(
                            &self.game.rules[id],
                            subject,
                            clause,
                            requirement,
                            env,
                        ));
                    }
                }
            }
            problems.len() < MOST_PROBLEMS
        });
    }

    /// Whether a rule in force for a force stands in its chart.
    fn is_of_chart(&self, node: NodeId, rule: RuleId) -> bool {
        fn holds(body: &Body, rule: RuleId) -> bool {
            let inside =
                |effect: &Effect| matches!(effect, Effect::When(when) if holds(&when.body, rule));
            body.rules.contains(&rule) || body.effects.iter().any(inside)
        }
        let NodeIs::Force(place) = self.army.node(node).is else { return false };
        let chart = self.army.forces.get(place).and_then(|force| force.chart);
        chart.is_some_and(|chart| holds(&self.game.charts[chart].body, rule))
    }

    fn broken(
        &self,
        rule: &'g Rule,
        owner: NodeId,
        clause: &'g Clause,
        requirement: &'g Requirement,
        env: &mut Env<'g>,
    ) -> Problem<'g> {
        let bound: Vec<Value<'g>> =
            clause.binders.iter().map(|binder| env.variable(binder.variable)).collect();
        let subject = bound.iter().find_map(Value::node).or(Some(owner));
        // A problem about a definition points at the place where it was last taken.
        let of_entry: Vec<NodeId> =
            bound.iter().flat_map(|value| self.nodes_taken(value)).collect();
        let at = of_entry
            .last()
            .copied()
            .or(subject)
            .map_or_else(|| self.army.span(), |node| self.span_of(node));
        let nodes =
            of_entry.into_iter().chain((owner != NodeId::ARMY).then_some(owner)).map(Value::Node);
        let mut units: Vec<UnitIndex> =
            nodes.chain(bound).filter_map(|value| self.unit_of(&value)).collect();
        self.units_counted(&requirement.condition, env, &mut units);
        units.dedup();
        let mut unique: Vec<UnitIndex> = Vec::new();
        units.into_iter().for_each(|unit| {
            if !unique.contains(&unit) {
                unique.push(unit)
            }
        });
        let subject = subject.map_or(Subject::Army, |node| self.subject(node));
        let broken = BrokenRule { rule, requirement, env: env.clone(), subject };
        let mut problem = Problem::new(ProblemKind::Rule(Box::new(broken)), at)
            .rule(requirement.span, &rule.cites)
            .counted(unique);
        if rule.cites.is_empty() {
            problem.cites.push(&rule.id);
        }
        problem.severity = rule.weight;
        problem
    }

    /// The nodes that take a definition; none for other values.
    fn nodes_taken(&self, value: &Value<'g>) -> Vec<NodeId> {
        let Value::Entry(entry) = value else { return Vec::new() };
        self.army
            .below(NodeId::ARMY)
            .filter(|id| self.army.node(*id).entry == Some(*entry))
            .filter(|id| !matches!(self.army.node(*id).is, NodeIs::Gear))
            .collect()
    }

    fn unit_of(&self, value: &Value<'g>) -> Option<UnitIndex> {
        value.node().and_then(|node| self.army.node(node).unit)
    }

    /// The span for problems about a node.
    fn span_of(&self, id: NodeId) -> Span {
        match self.army.node(id).is {
            NodeIs::Army => self.army.span(),
            _ => self.army.node(id).span,
        }
    }

    /// The units in the sets that a condition counts.
    fn units_counted(&self, expr: &'g Expr, env: &mut Env<'g>, units: &mut Vec<UnitIndex>) {
        let set = match &expr.kind {
            ExprKind::CountDistinct(set) => Some(match &set.kind {
                ExprKind::Each { set, .. } => set.as_ref(),
                _ => set.as_ref(),
            }),
            ExprKind::Count(set) | ExprKind::NotEmpty(set) => Some(set.as_ref()),
            ExprKind::Fold { set, .. } | ExprKind::Quantified { set, .. } => Some(set.as_ref()),
            _ => None,
        };
        // A derived value of the army is counted from units as well.
        if let ExprKind::Fact(_, Fact::Derive(derive)) = &expr.kind
            && self.game.derives[*derive].on == NodeKind::Army
        {
            self.units_counted(
                &self.game.derives[*derive].value,
                &mut Env::at(NodeId::ARMY),
                units,
            );
            return;
        }
        if let Some(set) = set {
            self.visit(set, env, &mut |_, value, _| {
                units.extend(self.unit_of(&value));
                units.len() < MOST_PROBLEMS
            });
            return;
        }
        expr.children(|child| self.units_counted(child, env, units));
    }

    /// Whether a rule is waived, for the unit it is about or for all.
    fn is_waived(&self, law: &RulesInForce<'g>, rule: RuleId, about: Option<&Value<'g>>) -> bool {
        // The faction of an allied force waives rules only for that force.
        let is_for = |env: &Env<'g>| {
            env.army == NodeId::ARMY
                || about
                    .and_then(Value::node)
                    .is_some_and(|node| node == env.army || self.army.is_below(node, env.army))
        };
        let waives = law.waives.iter().filter(|(waive, ..)| waive.rules.contains(&rule));
        waives.filter(|(_, env, _)| is_for(env)).any(|(waive, env, depth)| match &waive.condition {
            None => true,
            Some(condition) => about.and_then(|value| self.unit_of(value)).is_some_and(|unit| {
                let mut env = env.clone();
                env.set(VariableId(*depth), Value::Node(self.army.unit(unit).node));
                self.holds(condition, &mut env)
            }),
        })
    }

    /// Gives problems of built-in checks the citations and weights of the rules that cover them,
    /// and drops waived problems.
    pub(crate) fn name_checks(&self, law: &RulesInForce<'g>, problems: &mut Vec<Problem<'g>>) {
        let covers = |rule: &RuleId, code: &'static Code| match &self.game.rules[*rule].content {
            RuleContent::Covers(codes) => codes.contains(&code),
            RuleContent::Clauses(_) => false,
        };
        problems.retain_mut(|problem| {
            let Some((id, ..)) = law.rules.iter().find(|(rule, ..)| covers(rule, problem.code()))
            else {
                return true;
            };
            let rule = &self.game.rules[*id];
            let about = problem.units.last().map(|unit| Value::Node(self.army.unit(*unit).node));
            if self.is_waived(law, *id, about.as_ref()) {
                return false;
            }
            problem.cite(&rule.cites);
            problem.defined_at.get_or_insert(rule.span);
            problem.severity = rule.weight;
            true
        });
    }

    /// Keeps one of several equal problems, since two forces may share a chart and a unit may be
    /// visited twice.
    pub(crate) fn drop_repeated(&self, problems: &mut Vec<Problem<'g>>) {
        let mut seen: FxHashMap<u64, Vec<usize>> = FxHashMap::default();
        let mut kept: Vec<Problem<'g>> = Vec::with_capacity(problems.len());
        for problem in problems.drain(..) {
            let hash = FxBuildHasher.hash_one((problem.at, &problem.units));
            let alike = seen.entry(hash).or_default();
            let is_told = |place: &usize| {
                kept.get(*place).is_some_and(|known| {
                    (known.at, &known.units) == (problem.at, &problem.units)
                        && known.kind == problem.kind
                        && self.says_the_same(&known.kind, &problem.kind)
                })
            };
            if !alike.iter().any(is_told) {
                alike.push(kept.len());
                kept.push(problem);
            }
        }
        *problems = kept;
    }

    /// Whether the values in the texts of two broken rules have the same titles.
    fn says_the_same(&self, first: &ProblemKind<'g>, other: &ProblemKind<'g>) -> bool {
        let (ProblemKind::Rule(first), ProblemKind::Rule(other)) = (first, other) else {
            return true;
        };
        let (mut first_env, mut other_env) = (first.env.clone(), other.env.clone());
        let parts = first.requirement.say.iter().flat_map(|say| &say.parts);
        parts.into_iter().all(|part| match part {
            TextPart::Value(expr) => {
                let values = (self.value(expr, &mut first_env), self.value(expr, &mut other_env));
                self.have_same_title(&values.0, &values.1)
            }
            _ => true,
        })
    }

    fn have_same_title(&self, first: &Value<'g>, other: &Value<'g>) -> bool {
        match (first, other) {
            (Value::Node(first), Value::Node(other)) => {
                self.subject(*first) == self.subject(*other)
            }
            (Value::Set(first), Value::Set(other)) => {
                first.len() == other.len()
                    && first
                        .iter()
                        .zip(other.iter())
                        .all(|((first, _), (other, _))| self.have_same_title(first, other))
            }
            (first, other) => first == other,
        }
    }
}

/// The most problems that are reported; nobody reads more.
pub(crate) const MOST_PROBLEMS: usize = 200;
