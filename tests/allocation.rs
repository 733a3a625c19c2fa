//! The allocator against full enumeration on small random problems, and on charts whose answers are
//! known.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use orbat::Budget;
use orbat::internals::engine::allocate::allocate;
use orbat::internals::engine::allocate::{
    Allocation, AllocationInput, AllowedPlacements, Grant, Helped, Placement, SlotBounds, Trade,
    Unlock,
};
use std::collections::HashMap;

/// Unplaced, short, missing, trades, position.
type Tuple = (i64, i64, i64, i64, i64);

// ---- random problems ----

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

    fn number(&mut self, end: u64) -> i64 {
        self.below(end) as i64
    }

    fn some(&mut self, end: usize, one_in: u64) -> Vec<usize> {
        (0..end).filter(|_| self.below(one_in) == 0).collect()
    }
}

fn random_allocation(random: &mut Random) -> AllocationInput {
    let slots = 1 + random.index(4);
    let wide = random.below(3) == 0;
    let bounds = |random: &mut Random| {
        let min = if random.below(3) == 0 { random.number(3) } else { 0 };
        let max = (random.below(3) > 0)
            .then(|| min + random.number(4))
            .map(|max| max - i64::from(random.below(20) == 0));
        SlotBounds { min, max }
    };
    let kinds = 1 + random.index(6);
    let (grants, offers) = (random.index(3), random.index(3));
    let kind = |random: &mut Random| AllowedPlacements {
        slots: random.some(slots, if wide { 2 } else { 3 }),
        grants: random.some(grants, 3),
        offers: random.some(offers, 4),
    };
    let kinds: Vec<AllowedPlacements> = (0..kinds).map(|_| kind(random)).collect();
    let trade = |random: &mut Random| Trade {
        give: (random.number(3), random.index(slots)),
        get: (random.number(3), random.index(slots)),
        most: random.number(3),
    };
    let unlock = |random: &mut Random| Unlock {
        slots: random.some(slots, 2).into_iter().map(|slot| (slot, random.below(2) == 0)).collect(),
        count: random.number(4),
        by: random.some(slots, 2),
    };
    AllocationInput {
        slots: (0..slots).map(|_| bounds(random)).collect(),
        units: (0..random.index(7)).map(|_| kinds[random.index(kinds.len())].clone()).collect(),
        grants: (0..grants)
            .map(|_| Grant { slot: random.index(slots), most: random.number(4) })
            .collect(),
        offers: (0..offers).map(|_| random.number(3)).collect(),
        trades: (0..random.index(3)).map(|_| trade(random)).collect(),
        unlocks: (0..random.index(3)).map(|_| unlock(random)).collect(),
        unlocks_once: random.below(2) == 0,
    }
}

// ---- enumeration ----

fn places_of(allocation: &AllocationInput, unit: &AllowedPlacements) -> Vec<Placement> {
    let own = unit.slots.iter().map(|slot| Placement::Slot { slot: *slot, grant: None });
    let granted = unit
        .grants
        .iter()
        .map(|grant| Placement::Slot { slot: allocation.grants[*grant].slot, grant: Some(*grant) });
    own.chain(granted).chain(unit.offers.iter().map(|offer| Placement::Offer(*offer))).collect()
}

fn position(allocation: &AllocationInput, place: Placement) -> i64 {
    let position = match place {
        Placement::Slot { slot, grant } => 2 * slot + usize::from(grant.is_some()),
        Placement::Offer(offer) => 2 * allocation.slots.len() + offer,
    };
    position as i64
}

/// Numbers per slot, then per grant, then per offer, then the unplaced.
type Numbers = Vec<i64>;

/// All numbers that some assignment has, with the smallest sum of positions for each.
fn all_numbers(allocation: &AllocationInput) -> HashMap<Numbers, i64> {
    let (slots, grants, offers) =
        (allocation.slots.len(), allocation.grants.len(), allocation.offers.len());
    let mut all = HashMap::from([(vec![0; slots + grants + offers + 1], 0)]);
    for unit in &allocation.units {
        let mut next: HashMap<Numbers, i64> = HashMap::new();
        let options = places_of(allocation, unit);
        for (numbers, sum) in &all {
            for place in options.iter().copied().map(Some).chain([None]) {
                let mut numbers = numbers.clone();
                match place {
                    Some(Placement::Slot { slot, grant }) => {
                        numbers[slot] += 1;
                        grant.into_iter().for_each(|grant| numbers[slots + grant] += 1);
                    }
                    Some(Placement::Offer(offer)) => numbers[slots + grants + offer] += 1,
                    None => numbers[slots + grants + offers] += 1,
                }
                let sum = sum + place.map_or(0, |place| position(allocation, place));
                let entry = next.entry(numbers).or_insert(sum);
                *entry = sum.min(*entry);
            }
        }
        all = next;
    }
    all
}

/// All trades that keep the floors, with the maxima they lead to.
fn all_trades(allocation: &AllocationInput) -> Vec<(i64, Vec<Option<i64>>)> {
    let mut all = vec![Vec::new()];
    for trade in &allocation.trades {
        all = all
            .iter()
            .flat_map(|times: &Vec<i64>| {
                (0..=trade.most).map(|more| [times.as_slice(), &[more]].concat())
            })
            .collect();
    }
    let legal = all.into_iter().map(|times| (times.iter().sum(), maxima(allocation, &times)));
    legal.filter(|(_, maxima)| floors_hold(allocation, maxima)).collect()
}

fn maxima(allocation: &AllocationInput, times: &[i64]) -> Vec<Option<i64>> {
    let mut maxima: Vec<Option<i64>> =
        allocation.slots.iter().map(|slot| slot.max.map(|max| max.max(0))).collect();
    for (trade, times) in allocation.trades.iter().zip(times) {
        maxima[trade.give.1] = maxima[trade.give.1].map(|max| max - trade.give.0 * times);
        maxima[trade.get.1] = maxima[trade.get.1].map(|max| max + trade.get.0 * times);
    }
    maxima
}

fn floors_hold(allocation: &AllocationInput, maxima: &[Option<i64>]) -> bool {
    allocation.slots.iter().zip(maxima).all(|(slot, max)| match (max, slot.max) {
        (Some(max), Some(before)) => *max >= slot.min.max(0).min(before.max(0)),
        _ => true,
    })
}

/// Missing helpers, unit by unit: one line per wanted helper, matched to units.
fn missing(allocation: &AllocationInput, numbers: &[i64]) -> i64 {
    let slots = 0..allocation.slots.len();
    let standing: Vec<usize> = slots.flat_map(|slot| vec![slot; numbers[slot] as usize]).collect();
    let mut wanted = Vec::new();
    for unlock in &allocation.unlocks {
        for (unit, slot) in standing.iter().enumerate() {
            let Some((_, free)) = unlock.slots.iter().find(|(needing, _)| needing == slot) else {
                continue;
            };
            if *free && !standing[..unit].contains(slot) {
                continue;
            }
            let may: Vec<usize> = (0..standing.len())
                .filter(|by| *by != unit && unlock.by.contains(&standing[*by]))
                .collect();
            wanted.extend((0..unlock.count).map(|nth| (nth, may.clone())));
        }
    }
    if !allocation.unlocks_once {
        return wanted.iter().filter(|(nth, may)| may.len() as i64 <= *nth).count() as i64;
    }
    let mut taken: Vec<Option<usize>> = vec![None; standing.len()];
    let lines: Vec<Vec<usize>> = wanted.into_iter().map(|(_, may)| may).collect();
    (0..lines.len())
        .filter(|line| !matched(*line, &lines, &mut taken, &mut vec![false; standing.len()]))
        .count() as i64
}

fn matched(
    line: usize,
    lines: &[Vec<usize>],
    taken: &mut [Option<usize>],
    seen: &mut [bool],
) -> bool {
    for by in lines[line].iter().copied() {
        if std::mem::replace(&mut seen[by], true) {
            continue;
        }
        if taken[by].is_none_or(|other| matched(other, lines, taken, seen)) {
            taken[by] = Some(line);
            return true;
        }
    }
    false
}

fn enumerated(allocation: &AllocationInput) -> Tuple {
    let (slots, grants) = (allocation.slots.len(), allocation.grants.len());
    let trades = all_trades(allocation);
    let mut best: Option<Tuple> = None;
    for (numbers, sum) in all_numbers(allocation) {
        let granted = numbers[slots..]
            .iter()
            .zip(&allocation.grants)
            .all(|(number, grant)| *number <= grant.most);
        let offered = numbers[slots + grants..]
            .iter()
            .zip(&allocation.offers)
            .all(|(number, most)| number <= most);
        let held = |maxima: &[Option<i64>]| {
            maxima.iter().zip(&numbers).all(|(max, number)| max.is_none_or(|max| *number <= max))
        };
        let traded =
            trades.iter().filter(|(_, maxima)| held(maxima)).map(|(times, _)| *times).min();
        let Some(traded) = traded.filter(|_| granted && offered) else {
            continue;
        };
        let unplaced = *numbers.last().unwrap();
        let short = allocation
            .slots
            .iter()
            .zip(&numbers)
            .map(|(slot, number)| (slot.min - number).max(0))
            .sum();
        if best.is_none_or(|best| (unplaced, short) <= (best.0, best.1)) {
            let tuple = (unplaced, short, missing(allocation, &numbers), traded, sum);
            best = Some(best.map_or(tuple, |best| best.min(tuple)));
        }
    }
    best.unwrap()
}

// ---- checks of an answer ----

fn tuple(allocation: &AllocationInput, answer: &Allocation) -> Tuple {
    (
        answer.places.iter().filter(|place| place.is_none()).count() as i64,
        answer.short.iter().sum(),
        answer.helpers.iter().map(|helped| helped.missing).sum(),
        answer.trades.iter().sum(),
        answer.places.iter().flatten().map(|place| position(allocation, *place)).sum(),
    )
}

fn check(allocation: &AllocationInput, answer: &Allocation) {
    check_places(allocation, answer);
    check_helpers(allocation, answer);
    for (later, unit) in allocation.units.iter().enumerate() {
        if let Some(earlier) = (0..later).rev().find(|earlier| allocation.units[*earlier] == *unit)
        {
            let at = |unit: usize| {
                answer.places[unit].map_or(i64::MAX, |place| position(allocation, place))
            };
            assert!(at(earlier) <= at(later), "units {earlier} and {later} are out of order");
        }
    }
}

fn check_places(allocation: &AllocationInput, answer: &Allocation) {
    assert_eq!(answer.places.len(), allocation.units.len());
    assert_eq!(answer.trades.len(), allocation.trades.len());
    assert_eq!(answer.maxima, maxima(allocation, &answer.trades));
    assert!(floors_hold(allocation, &answer.maxima));
    assert!(
        allocation
            .trades
            .iter()
            .zip(&answer.trades)
            .all(|(trade, times)| (0..=trade.most).contains(times))
    );
    for (unit, place) in allocation.units.iter().zip(&answer.places) {
        assert!(place.is_none_or(|place| places_of(allocation, unit).contains(&place)));
    }
    let number = |is: &dyn Fn(Placement) -> bool| {
        answer.places.iter().flatten().filter(|place| is(**place)).count() as i64
    };
    for (index, slot) in allocation.slots.iter().enumerate() {
        let number =
            number(&|place| matches!(place, Placement::Slot { slot, .. } if slot == index));
        assert!(answer.maxima[index].is_none_or(|max| number <= max));
        assert_eq!(answer.short[index], (slot.min - number).max(0));
    }
    for (index, grant) in allocation.grants.iter().enumerate() {
        assert!(
            number(
                &|place| matches!(place, Placement::Slot { grant: Some(by), .. } if by == index)
            ) <= grant.most
        );
    }
    for (index, most) in allocation.offers.iter().enumerate() {
        assert!(number(&|place| place == Placement::Offer(index)) <= *most);
    }
}

fn check_helpers(allocation: &AllocationInput, answer: &Allocation) {
    let slot_of = |unit: usize| match answer.places[unit] {
        Some(Placement::Slot { slot, .. }) => Some(slot),
        _ => None,
    };
    let mut demanding = Vec::new();
    for (index, unlock) in
        allocation.unlocks.iter().enumerate().filter(|(_, unlock)| unlock.count > 0)
    {
        for unit in 0..allocation.units.len() {
            let Some((slot, free)) =
                unlock.slots.iter().find(|(slot, _)| slot_of(unit) == Some(*slot))
            else {
                continue;
            };
            if !*free || (0..unit).any(|earlier| slot_of(earlier) == Some(*slot)) {
                demanding.push((unit, index));
            }
        }
    }
    let told: Vec<(usize, usize)> =
        answer.helpers.iter().map(|helped| (helped.unit, helped.unlock)).collect();
    assert_eq!(told, demanding);
    for Helped { unit, unlock, by, missing } in &answer.helpers {
        let unlock = &allocation.unlocks[*unlock];
        assert_eq!(by.len() as i64 + missing, unlock.count);
        assert!(*missing >= 0 && !by.contains(unit));
        assert!(by.iter().all(|by| slot_of(*by).is_some_and(|slot| unlock.by.contains(&slot))));
        assert!((1..by.len()).all(|nth| !by[..nth].contains(&by[nth])));
    }
    let mut all: Vec<usize> = answer.helpers.iter().flat_map(|helped| helped.by.clone()).collect();
    all.sort_unstable();
    assert!(!allocation.unlocks_once || all.windows(2).all(|pair| pair[0] != pair[1]));
}

#[test]
fn agrees_with_enumeration() {
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    let cases = std::env::var("CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(10_000);
    for case in 0..cases {
        let allocation = random_allocation(&mut random);
        let answer = allocate(&allocation, &Budget::default()).unwrap();
        assert_eq!(
            tuple(&allocation, &answer),
            enumerated(&allocation),
            "case {case}: {allocation:?} gave {answer:?}"
        );
        check(&allocation, &answer);
        assert_eq!(answer, allocate(&allocation, &Budget::default()).unwrap());
    }
}

// ---- known charts ----

fn open(min: i64) -> SlotBounds {
    SlotBounds { min, max: None }
}

fn bounded(min: i64, max: i64) -> SlotBounds {
    SlotBounds { min, max: Some(max) }
}

fn units(numbers: &[usize]) -> Vec<AllowedPlacements> {
    let unit =
        |slot: usize| AllowedPlacements { slots: vec![slot], ..AllowedPlacements::default() };
    numbers.iter().enumerate().flat_map(|(slot, number)| vec![unit(slot); *number]).collect()
}

#[test]
fn helpers_of_two_unlocks() {
    let (command, troop, specialist, support) = (0, 1, 2, 3);
    let mut allocation = AllocationInput {
        slots: vec![open(1), open(1), open(0), open(0)],
        unlocks: vec![
            Unlock { slots: vec![(specialist, false), (command, true)], count: 1, by: vec![troop] },
            Unlock {
                slots: vec![(support, false)],
                count: 2,
                by: vec![troop, specialist, command],
            },
        ],
        unlocks_once: true,
        ..AllocationInput::default()
    };
    for code in 0..9_usize.pow(4) {
        let [c, t, s, u] = [code % 9, code / 9 % 9, code / 81 % 9, code / 729];
        allocation.units = units(&[c, t, s, u]);
        let answer = allocate(&allocation, &Budget::default()).unwrap();
        check(&allocation, &answer);
        let expected = c >= 1 && t >= 1 && s + c <= t + 1 && 2 * u <= t + 1;
        assert_eq!(answer.feasible(), expected, "{c} {t} {s} {u}: {answer:?}");
    }
}

fn feasible_exactly_under(slots: [SlotBounds; 2], trades: Vec<Trade>, maxima: &[(usize, usize)]) {
    let mut allocation =
        AllocationInput { slots: slots.to_vec(), trades, ..AllocationInput::default() };
    let heavy_min = slots[1].min as usize;
    for (light, heavy) in (0..9).flat_map(|light| (0..7).map(move |heavy| (light, heavy))) {
        allocation.units = units(&[light, heavy]);
        let answer = allocate(&allocation, &Budget::default()).unwrap();
        check(&allocation, &answer);
        let expected =
            heavy >= heavy_min && maxima.iter().any(|max| light <= max.0 && heavy <= max.1);
        assert_eq!(answer.feasible(), expected, "{light} {heavy}: {answer:?}");
        assert!(
            maxima.contains(&(
                answer.maxima[0].unwrap() as usize,
                answer.maxima[1].unwrap() as usize
            ))
        );
    }
}

#[test]
fn trades_both_ways() {
    let to_heavy = |most| Trade { give: (2, 0), get: (1, 1), most };
    let to_light = Trade { give: (1, 1), get: (2, 0), most: 1 };
    feasible_exactly_under(
        [bounded(0, 2), bounded(0, 1)],
        vec![to_heavy(1), to_light],
        &[(2, 1), (0, 2), (4, 0)],
    );
    let maxima = [(6, 1), (4, 2), (2, 3), (0, 4)];
    feasible_exactly_under([bounded(0, 4), bounded(1, 2)], vec![to_heavy(2), to_light], &maxima);
}

#[test]
fn a_unit_never_helps_itself() {
    let slots = vec![open(0)];
    let unlocks = vec![Unlock { slots: vec![(0, false)], count: 1, by: vec![0] }];
    for unlocks_once in [false, true] {
        for number in 0..4 {
            let units = units(&[number]);
            let allocation = AllocationInput {
                slots: slots.clone(),
                units,
                unlocks: unlocks.clone(),
                unlocks_once,
                ..AllocationInput::default()
            };
            assert_eq!(allocate(&allocation, &Budget::default()).unwrap().feasible(), number != 1);
        }
    }
}

#[test]
fn places_in_chart_order_and_the_last_stay_out() {
    let both = AllowedPlacements { slots: vec![1, 0], ..AllowedPlacements::default() };
    let allocation = AllocationInput {
        slots: vec![bounded(0, 1), bounded(0, 2)],
        units: vec![both; 4],
        ..AllocationInput::default()
    };
    let slots: Vec<Option<usize>> = allocate(&allocation, &Budget::default())
        .unwrap()
        .places
        .iter()
        .map(|place| match place {
            Some(Placement::Slot { slot, .. }) => Some(*slot),
            _ => None,
        })
        .collect();
    assert_eq!(slots, [Some(0), Some(1), Some(1), None]);
}

#[test]
fn indices_out_of_range_are_no_places() {
    let allocation = AllocationInput {
        slots: vec![open(0)],
        units: vec![AllowedPlacements { slots: vec![7], grants: vec![0, 9], offers: vec![3] }],
        grants: vec![Grant { slot: 5, most: 1 }],
        trades: vec![Trade { give: (1, 8), get: (1, 0), most: 2 }],
        unlocks: vec![Unlock { slots: vec![(6, false)], count: 1, by: vec![4] }],
        ..AllocationInput::default()
    };
    assert_eq!(allocate(&allocation, &Budget::default()).unwrap().places, [None]);
}
