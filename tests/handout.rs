//! Handing out options that replace weapons, against full enumeration on small random units.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use orbat::internals::engine::handout::{
    Class, EquippedModels, Handout, HandoutItem, ItemTarget, Swap, UNWANTED, Weapon, hand_out,
};
use std::collections::HashMap;

const CASES: u64 = 10_000;

// ---- random units ----

struct Random(u64);

impl Random {
    fn below(&mut self, end: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % end
    }

    fn index(&mut self, end: usize) -> usize {
        self.below(end as u64) as usize
    }

    fn weapons(&mut self, least: u64, most: u64) -> Vec<Weapon> {
        let count = least + self.below(most - least + 1);
        (0..count).map(|_| self.index(WEAPONS)).collect()
    }
}

const WEAPONS: usize = 3;

fn random_handout(random: &mut Random) -> Handout {
    let counted = |weapons: Vec<Weapon>| weapons.into_iter().map(|weapon| (weapon, 1)).collect();
    let classes: Vec<Class> = (0..1 + random.index(3))
        .map(|_| Class {
            count: 1 + random.below(3) as i64,
            carries: counted(random.weapons(0, 4)),
        })
        .collect();
    let items = 1 + random.index(4);
    let items = (0..items)
        .map(|item| HandoutItem {
            gives: if random.below(4) == 0 { counted(random.weapons(1, 1)) } else { Vec::new() },
            swaps: (0..[0, 1, 1, 1, 1, 2][random.index(6)])
                .map(|_| {
                    let most = 1 + u64::from(random.below(4) == 0);
                    let swap = Swap { old: random.weapons(1, most), new: random.weapons(0, 2) };
                    (swap, 1 + i64::from(random.below(8) == 0))
                })
                .collect(),
            to: random_target(random, item, classes.len()),
        })
        .collect();
    Handout::new(classes, items)
}

fn random_target(random: &mut Random, item: usize, classes: usize) -> ItemTarget {
    let some: Vec<usize> = (0..classes).filter(|_| random.below(4) > 0).collect();
    if random.below(3) == 0 {
        return ItemTarget::All { classes: some, strict: random.below(4) == 0 };
    }
    let rank =
        |random: &mut Random| if random.below(5) == 0 { UNWANTED } else { random.below(2) as u8 };
    ItemTarget::Some {
        classes: some.into_iter().map(|class| (class, rank(random))).collect(),
        models: 1 + random.below(3) as i64,
        // Now and then the same option is taken in two lines of a list.
        kind: if random.below(6) == 0 { 0 } else { item },
    }
}

// ---- enumeration ----

/// Whether the swaps can be made in some order: all orders are tried.
fn orderable(kit: &[i64; WEAPONS], swaps: &[&Swap]) -> bool {
    swaps.is_empty()
        || (0..swaps.len()).any(|first| {
            let mut kit = *kit;
            swaps[first].old.iter().for_each(|weapon| kit[*weapon] -= 1);
            if kit.iter().any(|count| *count < 0) {
                return false;
            }
            swaps[first].new.iter().for_each(|weapon| kit[*weapon] += 1);
            let rest: Vec<&Swap> =
                (0..swaps.len()).filter(|at| *at != first).map(|at| swaps[at]).collect();
            orderable(&kit, &rest)
        })
}

fn bearable(handout: &Handout, class: usize, items: &[usize]) -> bool {
    let mut kit = [0; WEAPONS];
    let gives = items.iter().flat_map(|item| &handout.items[*item].gives);
    for (weapon, count) in handout.classes[class].carries.iter().chain(gives) {
        kit[*weapon] += count;
    }
    let swaps = items.iter().flat_map(|item| &handout.items[*item].swaps);
    let swaps: Vec<&Swap> =
        swaps.flat_map(|(swap, times)| (0..*times).map(move |_| swap)).collect();
    orderable(&kit, &swaps)
}

/// Whether a model should have an item that is for all of its class: it must, or some time has
/// all that one of its swaps takes.
fn missed(handout: &Handout, class: usize, items: &[usize], item: usize) -> bool {
    let wanted = &handout.items[item];
    let ItemTarget::All { classes, strict } = &wanted.to else { return false };
    if !classes.contains(&class) || items.contains(&item) {
        return false;
    }
    let ever = |own: usize, (swap, _): &(Swap, i64)| {
        let mut kit = [0; WEAPONS];
        for (weapon, count) in &handout.classes[class].carries {
            kit[*weapon] += count;
        }
        for other in items.iter().copied().chain([item]) {
            for (weapon, count) in &handout.items[other].gives {
                kit[*weapon] += count;
            }
            for (at, (swap, times)) in handout.items[other].swaps.iter().enumerate() {
                if (other, at) != (item, own) {
                    swap.new.iter().for_each(|weapon| kit[*weapon] += times);
                }
            }
        }
        swap.old.iter().for_each(|weapon| kit[*weapon] -= 1);
        kit.iter().all(|count| *count >= 0)
    };
    *strict || wanted.swaps.iter().enumerate().all(|(at, swap)| ever(at, swap))
}

fn reaches(handout: &Handout, class: usize, item: usize) -> bool {
    match &handout.items[item].to {
        ItemTarget::All { classes, .. } => classes.contains(&class),
        ItemTarget::Some { classes, .. } => classes.iter().any(|(known, _)| *known == class),
    }
}

fn one_of_each_kind(handout: &Handout, items: &[usize]) -> bool {
    let mut kinds: Vec<usize> = items
        .iter()
        .filter_map(|item| match handout.items[*item].to {
            ItemTarget::Some { kind, .. } => Some(kind),
            ItemTarget::All { .. } => None,
        })
        .collect();
    let all = kinds.len();
    kinds.sort_unstable();
    kinds.dedup();
    kinds.len() == all
}

fn unwanted(handout: &Handout, class: usize, items: &[usize]) -> i64 {
    let rank = |item: &usize| match &handout.items[*item].to {
        ItemTarget::Some { classes, .. } => {
            classes.iter().find(|(known, _)| *known == class).unwrap().1
        }
        ItemTarget::All { .. } => 0,
    };
    items.iter().filter(|item| rank(item) >= UNWANTED).count() as i64
}

/// How many models have each item, and how many should have it and do not.
type State = (Vec<i64>, Vec<i64>);

/// The least that can be left over, and with that the fewest unwanted.
fn best(handout: &Handout) -> (i64, i64) {
    let items = handout.items.len();
    let mut states: HashMap<State, i64> = HashMap::from([((vec![0; items], vec![0; items]), 0)]);
    for (class, models) in handout.classes.iter().enumerate() {
        let sets: Vec<Vec<usize>> = (0..1_usize << items)
            .map(|set| (0..items).filter(|item| set >> item & 1 == 1).collect::<Vec<_>>())
            .filter(|set| set.iter().all(|item| reaches(handout, class, *item)))
            .filter(|set| one_of_each_kind(handout, set) && bearable(handout, class, set))
            .collect();
        for _ in 0..models.count {
            let mut next: HashMap<State, i64> = HashMap::new();
            for ((has, misses), worst) in &states {
                for set in &sets {
                    let (mut has, mut misses) = (has.clone(), misses.clone());
                    set.iter().for_each(|item| has[*item] += 1);
                    let over = (0..items).any(|item| match handout.items[item].to {
                        ItemTarget::Some { models, .. } => has[item] > models,
                        ItemTarget::All { .. } => false,
                    });
                    if over {
                        continue;
                    }
                    for (item, count) in misses.iter_mut().enumerate() {
                        *count += i64::from(missed(handout, class, set, item));
                    }
                    let sum = worst + unwanted(handout, class, set);
                    let known = next.entry((has, misses)).or_insert(sum);
                    *known = (*known).min(sum);
                }
            }
            states = next;
        }
    }
    let left = |(has, misses): &State| -> i64 {
        (0..items)
            .map(|item| match &handout.items[item].to {
                ItemTarget::Some { models, .. } => models - has[item],
                ItemTarget::All { classes, .. } => {
                    let nobody = has[item] == 0 && misses[item] == 0 && !classes.is_empty();
                    misses[item] + i64::from(nobody)
                }
            })
            .sum()
    };
    states.iter().map(|(state, unwanted)| (left(state), *unwanted)).min().unwrap()
}

/// Whether the parts hand out only what can be handed out.
fn holds(handout: &Handout, parts: &[EquippedModels]) {
    for (class, models) in handout.classes.iter().enumerate() {
        let own = parts.iter().filter(|part| part.class == class);
        assert_eq!(own.map(|part| part.count).sum::<i64>(), models.count, "models of {class}");
    }
    for part in parts {
        assert!(part.count > 0 && one_of_each_kind(handout, &part.items), "{part:?}");
        assert!(bearable(handout, part.class, &part.items), "{part:?} cannot be borne");
        assert!(part.items.iter().all(|item| reaches(handout, part.class, *item)), "{part:?}");
    }
    for (item, wanted) in handout.items.iter().enumerate() {
        let bearers = parts.iter().filter(|part| part.items.contains(&item));
        if let ItemTarget::Some { models, .. } = wanted.to {
            assert!(bearers.map(|part| part.count).sum::<i64>() <= models, "too much of {item}");
        }
    }
}

#[test]
fn random_units_are_handed_out_as_well_as_enumeration_can() {
    let mut random = Random(0x5eed_0b1a_7e57_ab1e);
    let (mut complete, mut short) = (0, 0);
    for case in 0..CASES {
        let handout = random_handout(&mut random);
        let dealt = hand_out(&handout);
        holds(&handout, &dealt.parts);
        let unmet: i64 = dealt.unmet.iter().sum();
        let unwanted: i64 = dealt
            .parts
            .iter()
            .map(|part| part.count * unwanted(&handout, part.class, &part.items))
            .sum();
        assert_eq!((unmet, unwanted), best(&handout), "case {case}: {handout:#?}\n{dealt:#?}");
        *(if unmet == 0 { &mut complete } else { &mut short }) += 1;
    }
    // Both sorts must be common, or the test proves little.
    assert!(complete > CASES / 10 && short > CASES / 10, "{complete} complete, {short} short");
}
