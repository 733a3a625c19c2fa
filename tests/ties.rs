//! Ties decided for the player agree with a plain evaluation that tries everybody: one value that
//! hangs on another, one that stands alone, and rules and grants that read them.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test may fail loudly"
)]

use std::fmt::Write;

use orbat::internals::diagnostic::{Diagnostic, Severity};
use orbat::internals::engine::Ruleset;
use orbat::internals::list::load_list;
use orbat::internals::resolve::Library;
use orbat::internals::source::{Memory, SourceProvider, Sources};

const GAMES: usize = 250;
const LISTS: usize = 40;

/// Numbers that are the same in every run.
struct Rng(u64);

impl Rng {
    fn below(&mut self, most: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % most
    }

    fn is_one_of(&mut self, several: usize) -> bool {
        self.below(several) == 0
    }
}

/// A kind of boss; the others are mobs.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Boss {
    rank: usize,
    is_red: bool,
    is_blue: bool,
}

/// Who is taken for each value: places among the bosses of the list.
struct Taken<'l> {
    bosses: &'l [Boss],
    mobs: usize,
    head: Option<usize>,
    second: Option<usize>,
    reddest: Option<usize>,
}

impl Taken<'_> {
    fn is_red(&self, boss: Option<usize>) -> bool {
        boss.is_some_and(|boss| self.bosses[boss].is_red)
    }

    fn is_blue(&self, boss: Option<usize>) -> bool {
        boss.is_some_and(|boss| self.bosses[boss].is_blue)
    }
}

/// What a rule requires, and what that comes to.
type Requirement = (&'static str, fn(&Taken<'_>) -> bool);

const REQUIREMENTS: &[Requirement] = &[
    ("head is red", |taken| taken.is_red(taken.head)),
    ("not (head is blue)", |taken| !taken.is_blue(taken.head)),
    ("not (second is red)", |taken| !taken.is_red(taken.second)),
    ("second = none or second is blue", |taken| {
        taken.second.is_none() || taken.is_blue(taken.second)
    }),
    ("head = none or reddest != head", |taken| taken.head.is_none() || taken.reddest != taken.head),
    ("reddest = none or reddest is blue or second is red", |taken| {
        taken.reddest.is_none() || taken.is_blue(taken.reddest) || taken.is_red(taken.second)
    }),
    ("count(units where mob) <= (if second is blue then 1 else 2)", |taken| {
        taken.mobs <= if taken.is_blue(taken.second) { 1 } else { 2 }
    }),
];

fn game(kinds: &[Boss], rules: &[Requirement]) -> String {
    let mut text =
        "system s \"S\" {\n  cost pts \"points\"\n  profile model \"Model\" { LD int }\n  \
        category boss, mob, guard, red, blue\n  model man \"Man\" { LD 1 }\n  \
        chart c \"C\" { slot boss 0.. slot mob 0..1 slot guard 0..1 }\n  \
        grant slot guard to (mob) up to 1 when head is red\n  \
        derive head \"Head\" = highest LD of units where boss\n  \
        derive second \"Second\" = highest LD of units where boss and self != head\n  \
        derive reddest \"Reddest\" = highest LD of units where red\n  \
        unit mobs \"Mobs\" : mob { models 1 man }\n"
            .to_owned();
    for (at, boss) in kinds.iter().enumerate() {
        let red = if boss.is_red { ", red" } else { "" };
        let blue = if boss.is_blue { ", blue" } else { "" };
        let rank = boss.rank;
        writeln!(text, "  unit b{at} \"B{at}\" : boss{red}{blue} {{ models 1 m{at} model m{at} {{ LD {rank} }} }}")
            .unwrap();
    }
    for (at, (rule, _)) in rules.iter().enumerate() {
        writeln!(text, "  rule r{at} \"R{at}\" {{ require {rule} }}").unwrap();
    }
    text.push_str("}\n");
    text
}

/// The bosses with the highest rank among these; nobody if there are none.
fn highest(bosses: &[Boss], is_meant: impl Fn(usize) -> bool) -> Vec<Option<usize>> {
    let meant: Vec<usize> = (0..bosses.len()).filter(|boss| is_meant(*boss)).collect();
    match meant.iter().map(|boss| bosses[*boss].rank).max() {
        None => vec![None],
        Some(top) => meant.into_iter().filter(|boss| bosses[*boss].rank == top).map(Some).collect(),
    }
}

/// Whether any way to decide the ties obeys all rules, and how many ways there are.
fn is_legal(bosses: &[Boss], mobs: usize, rules: &[Requirement]) -> (bool, usize) {
    let (mut legal, mut ways) = (false, 0);
    for head in highest(bosses, |_| true) {
        for second in highest(bosses, |boss| Some(boss) != head) {
            for reddest in highest(bosses, |boss| bosses[boss].is_red) {
                let taken = Taken { bosses, mobs, head, second, reddest };
                let room = 1 + usize::from(taken.is_red(head));
                legal |= mobs <= room && rules.iter().all(|(_, holds)| holds(&taken));
                ways += 1;
            }
        }
    }
    (legal, ways)
}

#[test]
fn ties_agree_with_a_plain_evaluation() {
    let mut rng = Rng(14);
    let (mut legal, mut illegal) = (0, 0);
    for _ in 0..GAMES {
        let kinds: Vec<Boss> = (0..4)
            .map(|_| Boss {
                rank: 1 + rng.below(2),
                is_red: rng.is_one_of(2),
                is_blue: rng.is_one_of(2),
            })
            .collect();
        let rules: Vec<Requirement> =
            (0..1 + rng.below(2)).map(|_| REQUIREMENTS[rng.below(REQUIREMENTS.len())]).collect();
        let text = game(&kinds, &rules);
        let memory = Memory::default().with("case.orbat", text.as_str());
        let layers: [&dyn SourceProvider; 1] = [&memory];
        let compiled = Library::open(&layers).compile("s");
        let game = compiled.game.unwrap_or_else(|| panic!("{:?}\n{text}", compiled.diagnostics));
        let is_error = |found: &Diagnostic| found.code.severity == Severity::Error;
        assert!(!compiled.diagnostics.iter().any(is_error), "{:?}\n{text}", compiled.diagnostics);
        let rulebook = Ruleset::new(&game);
        for _ in 0..LISTS {
            let taken: Vec<usize> = (0..rng.below(6)).map(|_| rng.below(kinds.len())).collect();
            let mobs = rng.below(3);
            let mut list = "orbat: 1\nsystem: s\nunits:\n  - {unit: mobs, models: 1}\n".to_owned();
            if mobs == 0 {
                list = list.replace("\n  - {unit: mobs, models: 1}", " []");
                list = if taken.is_empty() { list } else { list.replace(" []", "") };
            }
            (1..mobs).for_each(|_| list.push_str("  - mobs\n"));
            taken.iter().for_each(|boss| writeln!(list, "  - b{boss}").unwrap());
            let mut sources = Sources::default();
            let source = sources.add("list.yaml", &list);
            let (read, found) = load_list(&sources, source);
            assert!(found.is_empty(), "{found:?}\n{list}");
            let assessment = rulebook.assess(&read.unwrap());
            let bosses: Vec<Boss> = taken.iter().map(|boss| kinds[*boss]).collect();
            let (expected, ways) = is_legal(&bosses, mobs, &rules);
            assert_eq!(assessment.is_legal(), expected, "{:?}\n{text}\n{list}", assessment.errors);
            legal += usize::from(expected && ways > 1);
            illegal += usize::from(!expected && ways > 1);
        }
    }
    // The comparison means something only if many lists have ties, with both outcomes.
    let lists = GAMES * LISTS;
    assert!(legal > lists / 6 && illegal > lists / 6, "{legal} legal, {illegal} illegal");
}
