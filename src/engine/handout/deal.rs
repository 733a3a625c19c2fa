//! Deals items one by one, and uses the integer program where that fails.

use std::cmp::Reverse;

use super::program::{HandoutPlan, solve};
use super::{EquippedModels, Handout, HandoutItem, ItemTarget, UNWANTED, Weapon};

/// Hands everything out.
pub(super) fn deal(handout: &Handout) -> Vec<EquippedModels> {
    let mut dealer = Dealer { handout, plans: Vec::new() };
    let (mut parts, mut failed) = dealer.attempt();
    if failed.is_empty() {
        return parts;
    }
    let component = components(handout);
    while let Some(first) = failed.iter().find(|item| !dealer.is_planned(**item)) {
        let wanted = component.get(*first);
        let items: Vec<usize> =
            (0..handout.items.len()).filter(|item| component.get(*item) == wanted).collect();
        // An item that competes with no other has already been handed out as far as possible.
        let swaps = handout.items.get(*first).is_some_and(|item| !item.swaps.is_empty());
        let plan = (swaps || items.len() > 1).then(|| solve(handout, &items)).flatten();
        dealer.plans.push((items, plan));
        (parts, failed) = dealer.attempt();
    }
    parts
}

struct Dealer<'h> {
    handout: &'h Handout,
    /// Items that were planned together. If the solver failed there is no plan, and they are dealt
    /// one by one as far as possible.
    plans: Vec<(Vec<usize>, Option<HandoutPlan>)>,
}

impl Dealer<'_> {
    fn is_planned(&self, item: usize) -> bool {
        self.plans.iter().any(|(items, _)| items.contains(&item))
    }

    /// Deals everything, by plan where there is one. Also returns the items that failed.
    fn attempt(&self) -> (Vec<EquippedModels>, Vec<usize>) {
        let planned = |item: usize| {
            self.plans.iter().any(|(items, plan)| plan.is_some() && items.contains(&item))
        };
        let mut parts: Vec<EquippedModels> = Vec::with_capacity(self.handout.classes.len());
        for (class, models) in self.handout.classes.iter().enumerate() {
            let items = self.for_all(class, &planned);
            parts.push(EquippedModels { class, count: models.count, items });
        }
        for plan in self.plans.iter().filter_map(|(_, plan)| plan.as_ref()) {
            parts = lay_out(parts, plan);
        }
        for (index, item) in self.handout.items.iter().enumerate() {
            if !planned(index) && matches!(item.to, ItemTarget::Some { .. }) {
                self.deal_item(&mut parts, index, item);
            }
        }
        let failed = |item: usize| {
            self.handout.unmet(&parts, item) > 0
                || parts.iter().any(|part| self.is_unwanted(part, item))
        };
        let failed = (0..self.handout.items.len()).filter(|item| failed(*item)).collect();
        (parts, failed)
    }

    fn is_unwanted(&self, part: &EquippedModels, item: usize) -> bool {
        part.items.contains(&item) && self.handout.rank(part.class, item) >= Some(UNWANTED)
    }

    /// The items that all models of a class get: those that find what they replace, added until no
    /// more do.
    fn for_all(&self, class: usize, planned: &dyn Fn(usize) -> bool) -> Vec<usize> {
        let handout = self.handout;
        let mut items = Vec::new();
        let mut grown = true;
        while grown {
            grown = false;
            for item in 0..handout.items.len() {
                if planned(item) || !handout.misses(class, &items, item) {
                    continue;
                }
                items.push(item);
                match handout.can_bear(class, &items) {
                    true => grown = true,
                    false => _ = items.pop(),
                }
            }
        }
        items
    }

    /// Gives an item to models one after another: the lowest rank first, then the models with the
    /// fewest items.
    fn deal_item(&self, parts: &mut Vec<EquippedModels>, index: usize, item: &HandoutItem) {
        let ItemTarget::Some { models, .. } = item.to else { return };
        let mut left = models;
        while left > 0 {
            let free = parts.iter().enumerate().filter_map(|(at, part)| {
                let rank = self.handout.rank(part.class, index)?;
                self.may_get(part, index).then(|| (rank, self.singles(part), Reverse(at)))
            });
            let Some((_, _, Reverse(at))) = free.min() else { return };
            let Some(part) = parts.get_mut(at) else { return };
            let taken = part.count.min(left);
            left -= taken;
            let mut with = EquippedModels { count: taken, ..part.clone() };
            with.items.push(index);
            if part.count > taken {
                part.count -= taken;
                parts.insert(at + 1, with);
            } else {
                *part = with;
            }
        }
    }

    fn may_get(&self, part: &EquippedModels, item: usize) -> bool {
        if part.items.iter().any(|other| self.handout.excludes(*other, item)) {
            return false;
        }
        let mut items = part.items.clone();
        items.push(item);
        self.handout.can_bear(part.class, &items)
    }

    /// How many items a model has that are not for all models of its class.
    fn singles(&self, part: &EquippedModels) -> usize {
        let items = part.items.iter().filter_map(|item| self.handout.items.get(*item));
        items.filter(|item| matches!(item.to, ItemTarget::Some { .. })).count()
    }
}

impl Handout {
    /// How well an item suits a class, the lowest rank being the best; none if it may not go there.
    pub(super) fn rank(&self, class: usize, item: usize) -> Option<u8> {
        match &self.items.get(item)?.to {
            ItemTarget::All { .. } => None,
            ItemTarget::Some { classes, .. } => {
                classes.iter().find(|(known, _)| *known == class).map(|(_, rank)| *rank)
            }
        }
    }

    /// Whether two items never go to the same model.
    pub(super) fn excludes(&self, item: usize, other: usize) -> bool {
        let kind = |item: usize| match self.items.get(item)?.to {
            ItemTarget::Some { kind, .. } => Some(kind),
            ItemTarget::All { .. } => None,
        };
        item == other || (kind(item).is_some() && kind(item) == kind(other))
    }
}

/// Splits parts so that the models of each class get what the plan says.
fn lay_out(parts: Vec<EquippedModels>, plan: &HandoutPlan) -> Vec<EquippedModels> {
    let mut plan = plan.clone();
    let mut all = Vec::new();
    for part in parts {
        let mut left = part.count;
        for share in plan.iter_mut().filter(|share| share.class == part.class) {
            let count = share.count.min(left);
            if count > 0 {
                let items = part.items.iter().chain(&share.items).copied().collect();
                all.push(EquippedModels { class: part.class, count, items });
                share.count -= count;
                left -= count;
            }
        }
    }
    all
}

/// Items belong together if they are after the same weapons, or are of the same kind.
fn components(handout: &Handout) -> Vec<usize> {
    let mut contested: Vec<Weapon> = Vec::new();
    for item in &handout.items {
        item.swaps.iter().for_each(|(swap, _)| contested.extend(&swap.old));
    }
    let touches = |item: &HandoutItem| -> Vec<Weapon> {
        let swaps = item.swaps.iter().flat_map(|(swap, _)| swap.old.iter().chain(&swap.new));
        let all = item.gives.iter().map(|(weapon, _)| weapon).chain(swaps).copied();
        all.filter(|weapon| contested.contains(weapon)).collect()
    };
    let touched: Vec<Vec<Weapon>> = handout.items.iter().map(touches).collect();
    let mut component: Vec<usize> = (0..handout.items.len()).collect();
    for item in 0..component.len() {
        for other in 0..item {
            let near = handout.excludes(item, other)
                || touched
                    .get(item)
                    .zip(touched.get(other))
                    .is_some_and(|(own, others)| own.iter().any(|weapon| others.contains(weapon)));
            let (Some(from), Some(to)) = (component.get(item), component.get(other)) else {
                continue;
            };
            let (from, to) = (*from.max(to), *from.min(to));
            if near && from != to {
                component.iter_mut().filter(|known| **known == from).for_each(|known| *known = to);
            }
        }
    }
    component
}
