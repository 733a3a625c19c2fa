//! Finds names that were written in some way: exactly, in another number, with slips of the pen, in
//! part, shortened. Every answer has a score, so that the caller can tell what is certain.

use rustc_hash::FxHashMap;

use crate::desk::read::fold::{fold, stem, without_spaces};

/// How alike two names are, in thousandths.
pub(crate) type Score = u32;

/// The same name, but for capitals, accents, spaces and marks.
pub(crate) const SAME: Score = 1000;
/// The same in another number: `Hussar`, `Hussars`.
pub(crate) const SAME_STEM: Score = 970;
/// From this score on a name is accepted even if no price confirms it.
pub(crate) const CLOSE: Score = 850;
/// From this score on a name may be what was meant, if no other comes near.
pub(crate) const NEAR: Score = 780;
/// How much lower all other names must score.
pub(crate) const MARGIN: Score = 110;
/// Names with a lower score are not considered.
pub(crate) const FAR: Score = 480;

/// Something that a name may mean, and how well it fits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Match<T> {
    pub term: T,
    pub score: Score,
}

/// What a name means.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Meaning<T> {
    /// No doubt: it is this name.
    Sure(T),
    /// Misspelt or shortened, but nothing else is near.
    Likely(T),
    /// Any of these, the likeliest first.
    Unsure(Vec<T>),
    Unknown,
}

#[derive(Debug, Clone)]
struct IndexedName<T> {
    term: T,
    folded: String,
    squeezed: String,
    /// What is taken off the score if this name is the one that was written.
    less: Score,
}

/// Names of things, made ready for being looked up.
#[derive(Debug, Clone)]
pub(crate) struct Index<T> {
    names: Vec<IndexedName<T>>,
    exact: FxHashMap<String, Vec<u32>>,
    stems: FxHashMap<String, Vec<u32>>,
    grams: FxHashMap<[u8; 3], Vec<u32>>,
}

impl<T> Default for Index<T> {
    fn default() -> Self {
        Index {
            names: Vec::new(),
            exact: FxHashMap::default(),
            stems: FxHashMap::default(),
            grams: FxHashMap::default(),
        }
    }
}

/// How many names are compared letter by letter.
const SHORTLIST: usize = 24;

impl<T: Copy + Eq> Index<T> {
    /// Adds a name of something.
    pub(crate) fn add(&mut self, name: &str, term: T) {
        self.add_weaker(name, term, 0);
    }

    /// Adds a name that counts only where no better one fits.
    pub(crate) fn add_weaker(&mut self, name: &str, term: T, less: Score) {
        let folded = fold(name);
        let squeezed = without_spaces(&folded);
        let twin = |at: &u32| self.names.get(*at as usize).is_some_and(|known| known.term == term);
        let is_known = self.exact.get(&squeezed).is_some_and(|known| known.iter().any(twin));
        if squeezed.is_empty() || is_known {
            return;
        }
        let at = u32::try_from(self.names.len()).unwrap_or(u32::MAX);
        self.stems.entry(stem(&folded)).or_default().push(at);
        for gram in grams(&squeezed) {
            let places = self.grams.entry(gram).or_default();
            if places.last() != Some(&at) {
                places.push(at);
            }
        }
        self.exact.entry(squeezed.clone()).or_default().push(at);
        self.names.push(IndexedName { term, folded, squeezed, less });
    }

    /// Everything that a name may mean, the likeliest first.
    pub(crate) fn find(&self, written: &str, keep: &dyn Fn(T) -> bool) -> Vec<Match<T>> {
        let folded = fold(written);
        let squeezed = without_spaces(&folded);
        // Nobody writes a name of this length.
        if squeezed.is_empty() || squeezed.len() > 80 {
            return Vec::new();
        }
        let mut found: Vec<Match<T>> = Vec::new();
        let mut add = |known: &IndexedName<T>, score: Score| {
            let score = score.saturating_sub(known.less);
            match found.iter_mut().find(|other| other.term == known.term) {
                Some(other) => other.score = other.score.max(score),
                None => found.push(Match { term: known.term, score }),
            }
        };
        for (map, key, score) in
            [(&self.exact, &squeezed, SAME), (&self.stems, &stem(&folded), SAME_STEM)]
        {
            for known in self.known(map.get(key).into_iter().flatten().copied()) {
                if keep(known.term) {
                    add(known, score);
                }
            }
        }
        for known in self.known(self.shortlist(&squeezed)) {
            if keep(known.term) {
                let score = likeness(&folded, &squeezed, known);
                if score >= FAR {
                    add(known, score);
                }
            }
        }
        found.sort_by_key(|found| std::cmp::Reverse(found.score));
        found
    }

    fn known(
        &self,
        places: impl IntoIterator<Item = u32>,
    ) -> impl Iterator<Item = &IndexedName<T>> {
        places.into_iter().filter_map(|at| self.names.get(at as usize))
    }

    /// The names that share most groups of three letters.
    fn shortlist(&self, squeezed: &str) -> Vec<u32> {
        let mut shared: FxHashMap<u32, u32> = FxHashMap::default();
        for gram in grams(squeezed) {
            for at in self.grams.get(&gram).into_iter().flatten() {
                *shared.entry(*at).or_default() += 1;
            }
        }
        let mut all: Vec<(u32, u32)> = shared.into_iter().map(|(at, count)| (count, at)).collect();
        all.sort_unstable_by_key(|(count, at)| (std::cmp::Reverse(*count), *at));
        all.into_iter().take(SHORTLIST).map(|(_, at)| at).collect()
    }

    /// Whether a name is one of these exactly.
    pub(crate) fn exactly(&self, written: &str) -> Option<T> {
        let places = self.exact.get(&without_spaces(&fold(written)))?;
        let mut known = self.known(places.iter().copied());
        let first = known.next()?.term;
        known.all(|other| other.term == first).then_some(first)
    }

    /// The words of a name that no name of the thing has: something else that was said.
    pub(crate) fn unexplained(&self, written: &str, term: T) -> Option<String> {
        let folded = fold(written);
        let squeezed = without_spaces(&folded);
        let rest = |known: &IndexedName<T>| -> Vec<&str> {
            if slips(&squeezed, &known.squeezed) >= NEAR {
                return Vec::new();
            }
            let names: Vec<&str> = known.folded.split(' ').collect();
            let is_said = |word: &&str| {
                names.iter().any(|name| is_same_word(word, name) || is_short_for(word, name))
            };
            folded.split(' ').filter(|word| !is_said(word)).collect()
        };
        let known = self.names.iter().filter(|known| known.term == term);
        let least = known.map(rest).min_by_key(Vec::len)?;
        (!least.is_empty()).then(|| least.join(" "))
    }

    /// What a name means, as far as names alone tell.
    pub(crate) fn meaning(&self, written: &str, keep: &dyn Fn(T) -> bool) -> Meaning<T> {
        meaning(&self.find(written, keep))
    }
}

/// What these matches tell.
pub(crate) fn meaning<T: Copy>(found: &[Match<T>]) -> Meaning<T> {
    let Some(best) = found.first() else { return Meaning::Unknown };
    let second = found.get(1).map_or(0, |second| second.score);
    match best.score {
        // Two of the same name; one in another number is further away than one as written.
        score if score >= SAME_STEM && second < score => Meaning::Sure(best.term),
        score if score >= NEAR && second + MARGIN <= score => Meaning::Likely(best.term),
        score if score >= FAR => {
            let near = found.iter().filter(|other| other.score + 2 * MARGIN >= score);
            Meaning::Unsure(near.take(6).map(|found| found.term).collect())
        }
        _ => Meaning::Unknown,
    }
}

/// Groups of three letters, with the edges of the name.
fn grams(squeezed: &str) -> impl Iterator<Item = [u8; 3]> {
    let edged: Vec<u8> = [b"$", squeezed.as_bytes(), b"$"].concat();
    let all: Vec<[u8; 3]> =
        edged.windows(3).filter_map(|window| <[u8; 3]>::try_from(window).ok()).collect();
    all.into_iter()
}

fn likeness<T>(folded: &str, squeezed: &str, known: &IndexedName<T>) -> Score {
    let typed = slips(squeezed, &known.squeezed);
    typed.max(by_words(folded, &known.folded)).min(SAME_STEM - 10)
}

/// By the letters that would have to change.
fn slips(written: &str, known: &str) -> Score {
    let longest = written.len().max(known.len());
    if longest == 0 || written.len().abs_diff(known.len()) * 2 > longest {
        return 0;
    }
    let distance = strsim::damerau_levenshtein(written, known);
    // One letter of three or four makes another word.
    let weight = if longest < 5 { 1500 } else { 1000 };
    SAME.saturating_sub(u32::try_from(distance * weight / longest).unwrap_or(SAME))
}

/// By words: some left out, some shortened, some added.
fn by_words(written: &str, known: &str) -> Score {
    let wrote: Vec<&str> = written.split(' ').collect();
    let names: Vec<&str> = known.split(' ').collect();
    if wrote.len() > 12 || names.len() > 12 {
        return 0;
    }
    let mut free: Vec<Option<&str>> = names.iter().copied().map(Some).collect();
    let (mut letters, mut lost, mut shortened) = (0, 0, false);
    for word in &wrote {
        let at = free.iter().position(|name| name.is_some_and(|name| is_same_word(word, name)));
        let at = at.or_else(|| {
            let at = free.iter().position(|name| name.is_some_and(|name| is_short_for(word, name)));
            shortened |= at.is_some();
            at
        });
        match at.and_then(|at| free.get_mut(at)).and_then(Option::take) {
            Some(name) => letters += name.len(),
            None => lost += word.len(),
        }
    }
    let in_known: usize = names.iter().map(|name| name.len()).sum();
    let in_written: usize = wrote.iter().map(|word| word.len()).sum();
    if letters == 0 || (letters < 3 && in_known > 3) {
        return 0;
    }
    let part = |of: usize, all: usize| u32::try_from(160 * of / all.max(1)).unwrap_or(0);
    let base = if shortened { 770 } else { 790 };
    match (lost, letters == in_known) {
        (0, true) => {
            if shortened {
                900
            } else {
                940
            }
        }
        (0, false) => base + part(letters, in_known),
        // A word that the name does not have may be something else that was said.
        (_, true) => (640 + part(letters, in_written)).min(NEAR - 1),
        _ => 420 + part(letters.saturating_sub(lost), in_known.max(in_written)),
    }
}

fn is_same_word(word: &str, name: &str) -> bool {
    word == name
        || (word.len() > 3 && name.len() > 3 && stem(word) == stem(name))
        || (word.len() > 4 && name.len() > 4 && slips(word, name) >= 800)
}

/// `sgt` for `sergeant`, `hvy` for `heavy`, `lieut` for `lieutenant`: letters in their order, the
/// first the same. More than four letters that are not its beginning are a slip, not a short form.
fn is_short_for(word: &str, name: &str) -> bool {
    if word.len() < 2 || word.len() >= name.len() || word.bytes().any(|byte| byte.is_ascii_digit())
    {
        return false;
    }
    let mut rest = name.bytes();
    let in_order = word.bytes().all(|byte| rest.any(|other| other == byte));
    let is_short = word.len() <= 4 || name.starts_with(word);
    in_order && is_short && word.bytes().next() == name.bytes().next()
}

#[cfg(test)]
mod tests {
    use super::{Index, Meaning};

    fn index() -> Index<u8> {
        let mut index = Index::default();
        let names = ["Hussars", "Venusian Marshal", "GBT-49 Grizzly", "Zephyr's Blessing", "Medic"];
        for (at, name) in names.into_iter().enumerate() {
            index.add(name, at as u8);
        }
        index.add("Mechanic", 5);
        index.add("Kapitan of the guard", 6);
        index.add("Kapitan of the line", 7);
        index
    }

    #[test]
    fn spelling_decides() {
        let index = index();
        let meaning = |name: &str| index.meaning(name, &|_| true);
        assert_eq!(meaning("HUSSARS"), Meaning::Sure(0));
        assert_eq!(meaning("Hussar"), Meaning::Sure(0));
        assert_eq!(meaning("zephyrs blessing"), Meaning::Sure(3));
        assert_eq!(meaning("Husars"), Meaning::Likely(0));
        assert_eq!(meaning("Grizzly"), Meaning::Likely(2));
        assert_eq!(meaning("Ven. Marshal"), Meaning::Likely(1));
        assert_eq!(meaning("Kapitan"), Meaning::Unsure(vec![7, 6]));
        assert_eq!(meaning("Lunch"), Meaning::Unknown);
        assert!(!matches!(meaning("Mechic"), Meaning::Sure(_) | Meaning::Likely(_)));
    }
}
