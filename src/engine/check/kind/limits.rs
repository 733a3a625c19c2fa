//! Sets of allowed numbers: from a minimum to a maximum, either every number or only some. Start at
//! [`Limits`].

use crate::model::Steps;

/// Sums of several lines are enumerated up to this number; beyond it, only their ends matter.
const MOST_SUMMED: i64 = 1000;

/// Bounds are clamped to this number, which no list reaches, so that sums of bounds do not
/// overflow.
const FURTHEST: i64 = 1_000_000_000_000;

pub(crate) fn bounded(number: i64) -> i64 {
    number.clamp(-FURTHEST, FURTHEST)
}

/// The minimum and the maximum, and which numbers between them are allowed. Without a maximum there
/// is no upper end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limits {
    pub low: i64,
    pub high: Option<i64>,
    pub steps: Steps,
    /// The number that steps are counted from. It stays the same when changes move the ends.
    from: i64,
}

impl Limits {
    /// Every number between two ends.
    pub(crate) fn every(low: i64, high: Option<i64>) -> Self {
        let (low, high) = (bounded(low), high.map(bounded));
        Limits { low, high, steps: Steps::Every, from: low }
    }

    pub(crate) fn new(low: i64, high: Option<i64>, steps: &Steps) -> Self {
        let mut limits = Limits { steps: steps.clone(), ..Limits::every(low, high) };
        limits.high = limits.last();
        limits
    }

    pub(crate) fn admit(&self, count: i64) -> bool {
        self.low <= count
            && self.high.is_none_or(|high| count <= high)
            && self.steps.include(count, self.from)
    }

    /// The least allowed number that is at least `count`.
    pub(crate) fn from(&self, count: i64) -> Option<i64> {
        let count = count.max(self.low);
        let next = match &self.steps {
            Steps::Every => count,
            Steps::By(by) => count.saturating_add((self.from - count).rem_euclid(*by)),
            Steps::Only(numbers) => *numbers.iter().find(|number| **number >= count)?,
        };
        self.high.is_none_or(|high| next <= high).then_some(next)
    }

    /// The greatest allowed number that is at most `count`.
    pub(crate) fn up_to(&self, count: i64) -> Option<i64> {
        let count = self.high.map_or(count, |high| count.min(high));
        let next = match &self.steps {
            Steps::Every => count,
            Steps::By(by) => count.saturating_sub((count - self.from).rem_euclid(*by)),
            Steps::Only(numbers) => *numbers.iter().rev().find(|number| **number <= count)?,
        };
        (next >= self.low).then_some(next)
    }

    /// The allowed numbers in ascending order; endless if there is no maximum.
    pub(crate) fn numbers(&self) -> impl Iterator<Item = i64> + '_ {
        std::iter::successors(self.from(self.low), |number| self.from(number.checked_add(1)?))
    }

    /// The greatest allowed number; none if there is no maximum.
    fn last(&self) -> Option<i64> {
        let high = self.high?;
        Some(self.up_to(high).unwrap_or(high))
    }

    /// Moves the upper end. If only listed numbers are allowed and all are lower, the new end is
    /// added to them; steps continue up to it.
    pub(crate) fn set_high(&mut self, high: Option<i64>) {
        let high = high.map(bounded);
        if let (Steps::Only(numbers), Some(high)) = (&mut self.steps, high)
            && numbers.last().is_none_or(|last| *last < high)
        {
            numbers.push(high);
        }
        self.high = high;
        self.high = self.last();
    }

    /// Moves the lower end. If only listed numbers are allowed and all are higher, the new end is
    /// added to them; steps continue down to it.
    pub(crate) fn set_low(&mut self, low: i64) {
        let low = bounded(low);
        if let Steps::Only(numbers) = &mut self.steps
            && numbers.first().is_none_or(|first| *first > low)
        {
            numbers.insert(0, low);
        }
        self.low = low;
        self.low = self.from(low).unwrap_or(low);
    }

    /// The limits of a sum of several numbers, each within these limits.
    pub(crate) fn times(&self, copies: i64) -> Self {
        if copies == 1 {
            return self.clone();
        }
        let ends = Limits::every(
            self.low.saturating_mul(copies),
            self.high.map(|high| high.saturating_mul(copies)),
        );
        match &self.steps {
            Steps::Every => ends,
            Steps::By(by) => Limits { steps: Steps::By(*by), ..ends },
            Steps::Only(_) if copies > MOST_SUMMED => ends,
            Steps::Only(_) => (0..copies).fold(Limits::every(0, Some(0)), |sum, _| sum.plus(self)),
        }
    }

    /// The limits of a sum of two numbers, one within these limits and one within the others.
    pub(crate) fn plus(&self, other: &Self) -> Self {
        let ends = Limits::every(
            self.low.saturating_add(other.low),
            self.high.zip(other.high).map(|(high, other)| high.saturating_add(other)),
        );
        // A fixed number only shifts the other limits.
        for (fixed, varies) in [(self, other), (other, self)] {
            if fixed.high == Some(fixed.low) {
                return varies.moved(fixed.low, ends);
            }
        }
        let most = ends.high.unwrap_or(i64::MAX);
        if self.steps == Steps::Every && other.steps == Steps::Every || most > MOST_SUMMED {
            return ends;
        }
        let sums =
            self.numbers().flat_map(|number| other.numbers().map(move |second| number + second));
        let mut sums: Vec<i64> = sums.collect();
        sums.sort_unstable();
        sums.dedup();
        Limits { steps: Steps::only(sums), ..ends }
    }

    /// The allowed numbers from 0 up that meet a condition; `None` if no number does.
    pub(crate) fn retain(&self, keep: impl Fn(i64) -> bool) -> Option<Self> {
        let first = self.from(self.low.max(0));
        let numbers = std::iter::successors(first, |number| self.from(number + 1));
        let numbers = numbers.take_while(|number| *number <= MOST_SUMMED);
        let kept: Vec<i64> = numbers.filter(|number| keep(*number)).collect();
        let (low, high) = (*kept.first()?, kept.last().copied());
        Some(Limits::new(low, high, &Steps::only(kept)))
    }

    fn moved(&self, by: i64, ends: Self) -> Self {
        let steps = match &self.steps {
            Steps::Only(numbers) => {
                Steps::Only(numbers.iter().map(|number| number.saturating_add(by)).collect())
            }
            steps => steps.clone(),
        };
        Limits { steps, from: self.from.saturating_add(by), ..ends }
    }
}

/// Splits a total into numbers, one within each of the limits: as much as possible for the first,
/// then for the next. None if no split is found.
pub(crate) fn share(total: i64, limits: &[Limits]) -> Option<Vec<i64>> {
    if !(0..=MOST_SUMMED).contains(&total) {
        return None;
    }
    // The sums that the parts from each index on can reach, computed from the last index back.
    let size = usize::try_from(total).ok()? + 1;
    let mut reached = vec![vec![false; size]];
    if let Some(none) = reached.first_mut().and_then(|sums| sums.first_mut()) {
        *none = true;
    }
    for part in limits.iter().rev() {
        let rest = reached.last()?;
        let mut sums = vec![false; size];
        for number in part.numbers().take_while(|number| *number <= total) {
            let offset = usize::try_from(number).ok()?;
            for (sum, reached) in sums.iter_mut().skip(offset).zip(rest) {
                *sum |= *reached;
            }
        }
        reached.push(sums);
    }
    let mut left = total;
    let mut shares = Vec::new();
    for (place, part) in limits.iter().enumerate() {
        let rest = reached.get(limits.len() - place - 1)?;
        let fits = |number: &i64| {
            usize::try_from(left - number)
                .is_ok_and(|rest_of| rest.get(rest_of).copied().unwrap_or(false))
        };
        let down = std::iter::successors(part.up_to(left), |number| {
            part.up_to(number.checked_sub(1)?).filter(|next| next < number)
        });
        let share = down.take_while(|number| *number >= 0).find(fits)?;
        left -= share;
        shares.push(share);
    }
    (left == 0).then_some(shares)
}

#[cfg(test)]
mod tests {
    use super::{Limits, share};
    use crate::model::Steps;

    fn only(numbers: &[i64]) -> Limits {
        let (low, high) = (*numbers.first().unwrap(), numbers.last().copied());
        Limits::new(low, high, &Steps::Only(numbers.to_vec()))
    }

    #[test]
    fn the_next_number_is_an_allowed_one() {
        let steps = Limits::new(5, Some(22), &Steps::By(5));
        assert_eq!(steps.numbers().collect::<Vec<_>>(), [5, 10, 15, 20]);
        assert_eq!((steps.from(6), steps.from(21), steps.up_to(19)), (Some(10), None, Some(15)));
        assert!(steps.admit(20) && !steps.admit(22) && !steps.admit(0));
        assert_eq!(only(&[3, 6]).from(4), Some(6));
        assert_eq!(only(&[3, 6]).up_to(5), Some(3));
    }

    #[test]
    fn changed_ends_keep_the_steps() {
        let mut set = only(&[3, 6]);
        set.set_high(Some(9));
        assert_eq!(set.numbers().collect::<Vec<_>>(), [3, 6, 9]);
        set.set_high(Some(4));
        assert_eq!(set.numbers().collect::<Vec<_>>(), [3]);
        let mut steps = Limits::new(5, Some(20), &Steps::By(5));
        steps.set_low(8);
        steps.set_high(Some(25));
        assert_eq!(steps.numbers().collect::<Vec<_>>(), [10, 15, 20, 25]);
    }

    #[test]
    fn sums_are_those_that_can_be_made() {
        let sum = only(&[3, 6]).plus(&Limits::every(0, Some(1)));
        assert_eq!(sum.numbers().collect::<Vec<_>>(), [3, 4, 6, 7]);
        assert_eq!(only(&[3, 6]).times(2).numbers().collect::<Vec<_>>(), [6, 9, 12]);
        let moved = Limits::every(1, Some(1)).plus(&Limits::new(4, None, &Steps::By(5)));
        assert_eq!(moved.numbers().take(3).collect::<Vec<_>>(), [5, 10, 15]);
    }

    #[test]
    fn a_total_is_shared_if_it_can_be() {
        let parts = [only(&[3, 6]), Limits::every(0, Some(2)), only(&[2, 5])];
        for total in 0..20 {
            let brute = (0..=6).rev().flat_map(|a| (0..=2).rev().map(move |b| (a, b)));
            let brute = brute
                .map(|(a, b)| vec![a, b, total - a - b])
                .find(|shares| shares.iter().zip(&parts).all(|(share, part)| part.admit(*share)));
            assert_eq!(share(total, &parts), brute, "{total}");
        }
    }
}
