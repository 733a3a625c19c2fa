//! Hands out competing items with an integer program: how many models of each class get which set
//! of items. Start at `solve`.

use super::sets::sets_of;
use super::{EquippedModels, Handout, ItemTarget, UNWANTED, models as count_models, total};
use crate::engine::slots::allocate::model::{Model, Term, Var};

/// Which models get which of the planned items; it says nothing about other items.
pub(super) type HandoutPlan = Vec<EquippedModels>;

/// The most sets that are listed for all classes together.
const MOST_SETS: usize = 1_000;

/// The most branches the solver makes before its best answer so far is taken.
const MOST_BRANCHES: u64 = 200;

/// The best way to hand out these items. None if the solver failed.
pub(super) fn solve(handout: &Handout, items: &[usize]) -> Option<HandoutPlan> {
    let mut program = Program { handout, items, model: Model::default(), shares: Vec::new() };
    for (class, models) in handout.classes.iter().enumerate() {
        program.class(class, models.count);
    }
    let goals = program.goals();
    let mut values = Vec::new();
    for goal in goals.iter().filter(|goal| !goal.is_empty()) {
        let gap = program.gap(goal);
        let solved = program.model.nearly_minimise(goal, &values, gap, MOST_BRANCHES);
        // If a goal is too hard for the solver, the best answer for the earlier goals stands.
        let Some(solved) = solved else {
            handout.is_cut.set(true);
            break;
        };
        if !solved.is_best {
            handout.is_cut.set(true);
        }
        program.model.at_most(goal.clone(), solved.objective);
        values = solved.values;
    }
    let steps = usize::try_from(program.model.steps()).unwrap_or(usize::MAX);
    handout.count_steps(steps);
    program.plan(&values)
}

struct Program<'p> {
    handout: &'p Handout,
    items: &'p [usize],
    model: Model,
    /// The sets that models of each class may get, with the number of models as a variable.
    shares: Vec<Share>,
}

struct Share {
    class: usize,
    items: Vec<usize>,
    models: Var,
}

impl Program<'_> {
    /// Every model of a class gets one of the sets it can bear.
    fn class(&mut self, class: usize, count: i64) {
        let mut row = Vec::new();
        let most = MOST_SETS / self.handout.classes.len().max(1);
        for items in sets_of(self.handout, class, self.items, most) {
            let models = self.model.whole(count);
            row.push((models, 1));
            self.shares.push(Share { class, items, models });
        }
        self.model.exact(row, count);
    }

    /// The goals, the most important first: hand out as much as possible, give nothing to unwanted
    /// models, let the last items fail rather than the first, and keep the ranks.
    fn goals(&mut self) -> [Vec<Term>; 4] {
        let (mut unmet, mut blamed) = (Vec::new(), Vec::new());
        let many = i64::try_from(self.items.len()).unwrap_or(i64::MAX);
        for (place, item) in self.items.iter().enumerate() {
            // The earlier an item comes, the more it costs to leave it out.
            let weight = many - i64::try_from(place).unwrap_or(0);
            for (var, factor) in self.unmet(*item) {
                unmet.push((var, factor));
                blamed.push((var, factor * weight));
            }
        }
        let ranks = |unwanted: bool| {
            let mut terms = Vec::new();
            for share in &self.shares {
                let ranks = share.items.iter().filter_map(|item| {
                    self.handout
                        .rank(share.class, *item)
                        .filter(|rank| (*rank >= UNWANTED) == unwanted)
                });
                let sum: i64 = ranks.map(i64::from).sum();
                if sum > 0 {
                    terms.push((share.models, sum));
                }
            }
            terms
        };
        let (unwanted, ranks) = (ranks(true), ranks(false));
        [unmet, unwanted, blamed, ranks]
    }

    /// A relative gap that amounts to less than one unit: results are whole numbers, so a smaller
    /// gap gains nothing.
    fn gap(&self, goal: &[Term]) -> f64 {
        let models = total(self.handout.classes.iter().map(|class| class.count));
        let wanted = self.items.iter().filter_map(|item| self.handout.items.get(*item));
        let wanted = total(wanted.map(|item| match item.to {
            ItemTarget::Some { models, .. } => models,
            ItemTarget::All { .. } => models.max(1),
        }));
        let factor = goal.iter().map(|(_, factor)| *factor).max().unwrap_or(1);
        0.9 / wanted.saturating_mul(factor).max(1) as f64
    }

    /// The terms that count how much of an item is left over.
    fn unmet(&mut self, item: usize) -> Vec<Term> {
        let Some(wanted) = self.handout.items.get(item) else { return Vec::new() };
        let bearers = self.shares.iter().filter(|share| share.items.contains(&item));
        let mut row: Vec<Term> = bearers.map(|share| (share.models, 1)).collect();
        match &wanted.to {
            ItemTarget::Some { models, .. } => {
                let left = self.model.whole(*models);
                row.push((left, 1));
                self.model.exact(row, *models);
                vec![(left, 1)]
            }
            ItemTarget::All { classes, .. } => {
                let misses = |share: &&Share| self.handout.misses(share.class, &share.items, item);
                let missed = self.shares.iter().filter(misses);
                let mut terms: Vec<Term> = missed.map(|share| (share.models, 1)).collect();
                if !classes.is_empty() {
                    // One counts as left over if no model has the item and none lacks it.
                    let nobody = self.model.whole(1);
                    let somebody = row.iter().chain(&terms).map(|(var, _)| (*var, -1));
                    let somebody = somebody.chain([(nobody, -1)]).collect();
                    self.model.at_most(somebody, -1);
                    terms.push((nobody, 1));
                }
                terms
            }
        }
    }

    /// The plan, if it gives every model something.
    fn plan(&self, values: &[i64]) -> Option<HandoutPlan> {
        let count = |share: &Share| values.get(share.models).copied().unwrap_or(0);
        let mut plan: HandoutPlan = Vec::new();
        for share in self.shares.iter().filter(|share| count(share) > 0) {
            let items = share.items.clone();
            plan.push(EquippedModels { class: share.class, count: count(share), items });
        }
        let whole = self.handout.classes.iter().enumerate().all(|(class, models)| {
            count_models(plan.iter().filter(|part| part.class == class)) == models.count
        });
        whole.then_some(plan)
    }
}
