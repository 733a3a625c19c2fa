//! Forces inside forces agree with a plain evaluation that tries every way: how many there are,
//! which units find a slot, which forces are full, what they cost, and whose units allies are.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test may fail loudly"
)]

use std::fmt::Write;

use orbat::internals::engine::Ruleset;
use orbat::internals::list::load_list;
use orbat::internals::resolve::Library;
use orbat::internals::source::{Memory, SourceProvider, Sources};

const GAMES: usize = 500;
const LISTS: usize = 20;

/// The units: each has the categories that its letters name. The game has one of each, and so has
/// every faction.
const UNITS: &[&str] = &["a", "b", "c", "ab", "bc"];

/// The first is that of the army.
const FACTIONS: &[&str] = &["north", "south", "east"];

#[derive(Clone, Copy)]
struct Unit {
    letters: &'static str,
    /// Its faction; none for a unit of the game.
    home: Option<usize>,
}

impl Unit {
    fn id(self) -> String {
        let home = self.home.map(|home| format!("_{}", FACTIONS[home])).unwrap_or_default();
        format!("u_{}{home}", self.letters)
    }
}

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

/// A slot takes the units with its letter.
struct Slot {
    letter: char,
    min: usize,
    max: Option<usize>,
}

struct Kind {
    id: String,
    min: usize,
    max: Option<usize>,
    is_full_first: bool,
    is_allied: bool,
    /// What a force may cost; every unit costs one.
    most: Option<usize>,
    holds: Option<char>,
    chart: Option<Vec<Slot>>,
    inside: Vec<Kind>,
}

struct Force {
    /// The faction that it states.
    faction: Option<usize>,
    units: Vec<Unit>,
    /// For each kind inside, its forces.
    inside: Vec<Vec<Force>>,
}

fn kind(rng: &mut Rng, id: String, depth: usize) -> Kind {
    let min = rng.below(2);
    let count = if depth == 0 { 1 + rng.below(2) } else { rng.below(4 - depth) };
    let inside = (0..count.min(2)).map(|at| kind(rng, format!("{id}_{at}"), depth + 1)).collect();
    let slot = |rng: &mut Rng, letter| {
        let min = rng.below(2);
        let max = if rng.is_one_of(4) { None } else { Some((min + rng.below(3)).max(1)) };
        Slot { letter, min, max }
    };
    let letters: Vec<char> = "abc".chars().filter(|_| !rng.is_one_of(3)).collect();
    let has_chart = !letters.is_empty() && !rng.is_one_of(4);
    Kind {
        id,
        min,
        max: if rng.is_one_of(3) { None } else { Some((min + rng.below(2)).max(1)) },
        is_full_first: rng.is_one_of(2),
        is_allied: depth > 0 && rng.is_one_of(3),
        most: (depth > 0 && rng.is_one_of(4)).then(|| 2 + rng.below(6)),
        holds: rng.is_one_of(4).then(|| ['a', 'b', 'c'][rng.below(3)]),
        chart: has_chart.then(|| letters.into_iter().map(|letter| slot(rng, letter)).collect()),
        inside,
    }
}

fn range(min: usize, max: Option<usize>) -> String {
    format!("{min}..{}", max.map(|max| max.to_string()).unwrap_or_default())
}

fn write_body(kind: &Kind, text: &mut String) {
    text.push_str(" {");
    if let Some(letter) = kind.holds {
        write!(text, " holds {letter}").unwrap();
    }
    if let Some(most) = kind.most {
        write!(text, " at most {most} in force as {}_cost", kind.id).unwrap();
    }
    for inner in &kind.inside {
        write!(text, " {} \"{}\" {}", inner.id, inner.id, range(inner.min, inner.max)).unwrap();
        text.push_str(if inner.is_full_first { " each full before the next" } else { "" });
        text.push_str(if inner.is_allied { " allied" } else { "" });
        write_body(inner, text);
    }
    text.push_str(" }");
}

fn write_charts(kind: &Kind, text: &mut String) {
    if let Some(slots) = &kind.chart {
        write!(text, "  chart of_{} \"C\" for {} {{", kind.id, kind.id).unwrap();
        for slot in slots {
            write!(text, " slot {} {}", slot.letter, range(slot.min, slot.max)).unwrap();
        }
        text.push_str(" }\n");
    }
    kind.inside.iter().for_each(|inner| write_charts(inner, text));
}

fn data(top: &Kind) -> String {
    let mut text = "system s \"S\" {\n  cost pts \"points\"\n  profile model \"M\" { M int }\n  category a, b, c\n  model man \"Man\" { M 1 }\n".to_owned();
    let units = |home: Option<usize>| {
        let lines = UNITS.iter().map(|letters| {
            let unit = Unit { letters, home };
            let categories: Vec<String> = letters.chars().map(String::from).collect();
            let (id, categories) = (unit.id(), categories.join(", "));
            format!("  unit {id} \"U\" : {categories} {{ models 1 man at 1 }}\n")
        });
        lines.collect::<String>()
    };
    text.push_str(&units(None));
    write!(text, "  force {} \"Top\"", top.id).unwrap();
    write_body(top, &mut text);
    text.push('\n');
    write_charts(top, &mut text);
    text.push_str("}\n");
    for (at, faction) in FACTIONS.iter().enumerate() {
        writeln!(text, "faction {faction} \"F\" of s {{\n{}}}", units(Some(at))).unwrap();
    }
    text
}

fn force(rng: &mut Rng, kind: &Kind, around: usize) -> Force {
    // Mostly another than that of the force around, as it should be.
    let other = (around + 1 + rng.below(FACTIONS.len() - 1)) % FACTIONS.len();
    let stated = match rng.below(12) {
        0 => None,
        1 => Some(around),
        _ => Some(other),
    };
    let faction = stated.filter(|_| kind.is_allied);
    let own = faction.unwrap_or(around);
    // Mostly as many as there should be, so that many lists are legal.
    let count = |rng: &mut Rng, kind: &Kind| match rng.below(8) {
        0 => rng.below(4),
        _ => kind.min + rng.below(kind.max.map_or(3, |max| max - kind.min + 1)),
    };
    let inside = kind.inside.iter().map(|inner| {
        let count = count(rng, inner);
        (0..count).map(|_| force(rng, inner, own)).collect()
    });
    let inside = inside.collect();
    let mut units = Vec::new();
    for slot in kind.chart.iter().flatten() {
        let fitting: Vec<&'static str> =
            UNITS.iter().copied().filter(|unit| unit.contains(slot.letter)).collect();
        let most = slot.max.unwrap_or(slot.min + 2);
        let wanted = if rng.is_one_of(2) { most } else { slot.min };
        let wanted = if rng.is_one_of(12) { rng.below(4) } else { wanted };
        for _ in 0..wanted.min(3) {
            let letters = fitting[rng.below(fitting.len())];
            units.push(unit(rng, letters, own));
        }
    }
    if rng.is_one_of(8) {
        let letters = UNITS[rng.below(UNITS.len())];
        units.push(unit(rng, letters, own));
    }
    Force { faction, units, inside }
}

/// Mostly a unit that the faction may take.
fn unit(rng: &mut Rng, letters: &'static str, of: usize) -> Unit {
    let home = match rng.below(30) {
        0 => Some(rng.below(FACTIONS.len())),
        1..=14 => Some(of),
        _ => None,
    };
    Unit { letters, home }
}

fn write_force(force: &Force, kind: &Kind, column: usize, text: &mut String) {
    let units: Vec<String> = force.units.iter().map(|unit| unit.id()).collect();
    writeln!(text, "units: [{}]", units.join(", ")).unwrap();
    if let Some(faction) = force.faction {
        writeln!(text, "{:column$}faction: {}", "", FACTIONS[faction]).unwrap();
    }
    for (inner, forces) in kind.inside.iter().zip(&force.inside) {
        if forces.is_empty() {
            continue;
        }
        writeln!(text, "{:column$}{}s:", "", inner.id).unwrap();
        for force in forces {
            write!(text, "{:column$}  - ", "").unwrap();
            write_force(force, inner, column + 4, text);
        }
    }
}

/// Whether every unit finds a slot and every slot is within its bounds, in some way.
fn fits(units: &[&str], slots: &[(char, usize, Option<usize>)], counts: &mut [usize]) -> bool {
    let Some((unit, rest)) = units.split_first() else {
        return slots.iter().zip(counts.iter()).all(|((_, min, _), count)| count >= min);
    };
    (0..slots.len()).any(|at| {
        let (letter, _, max) = slots[at];
        if !unit.contains(letter) || max.is_some_and(|max| counts[at] >= max) {
            return false;
        }
        counts[at] += 1;
        let found = fits(rest, slots, counts);
        counts[at] -= 1;
        found
    })
}

/// Whether a force and those inside it are as they should be.
fn is_legal(force: &Force, kind: &Kind, around: usize) -> bool {
    if kind.is_allied && force.faction.is_none_or(|faction| faction == around) {
        return false;
    }
    let own = force.faction.unwrap_or(around);
    if force.units.iter().any(|unit| unit.home.is_some_and(|home| home != own))
        || kind.most.is_some_and(|most| size(force) > most)
    {
        return false;
    }
    let needy: Vec<&str> = needy(force, kind);
    let placed = match &kind.chart {
        Some(slots) => {
            let slots: Vec<_> =
                slots.iter().map(|slot| (slot.letter, slot.min, slot.max)).collect();
            fits(&needy, &slots, &mut vec![0; slots.len()])
        }
        None => needy.is_empty() || !kind.inside.iter().any(|inner| inner.min > 0),
    };
    placed
        && kind.inside.iter().zip(&force.inside).all(|(inner, forces)| {
            let open = forces.iter().filter(|force| has_room(force, inner)).count();
            forces.len() >= inner.min
                && inner.max.is_none_or(|max| forces.len() <= max)
                && (!inner.is_full_first || open <= 1)
                && forces.iter().all(|force| is_legal(force, inner, own))
        })
}

/// How many units a force has, with those of the forces inside it.
fn size(force: &Force) -> usize {
    force.units.len() + force.inside.iter().flatten().map(size).sum::<usize>()
}

/// The units that the force does not hold itself.
fn needy<'f>(force: &'f Force, kind: &Kind) -> Vec<&'f str> {
    let is_held = |unit: &str| kind.holds.is_some_and(|letter| unit.contains(letter));
    force.units.iter().map(|unit| unit.letters).filter(|unit| !is_held(unit)).collect()
}

/// Whether a slot could take more, here or inside, however units are placed; or a force is missing.
fn has_room(force: &Force, kind: &Kind) -> bool {
    let full = kind.chart.as_ref().is_none_or(|slots| {
        let wanted = |slot: &Slot| (slot.letter, slot.max.unwrap_or(slot.min.max(1)), slot.max);
        let slots: Vec<_> = slots.iter().map(wanted).collect();
        fits(&needy(force, kind), &slots, &mut vec![0; slots.len()])
    });
    !full
        || kind.inside.iter().zip(&force.inside).any(|(inner, forces)| {
            forces.len() < inner.min || forces.iter().any(|force| has_room(force, inner))
        })
}

#[test]
fn nested_forces_agree_with_a_plain_evaluation() {
    let mut rng = Rng(13);
    let (mut legal, mut deep, mut allied) = (0, 0, 0);
    for _ in 0..GAMES {
        let top = kind(&mut rng, "k".to_owned(), 0);
        let text = data(&top);
        let memory = Memory::default().with("case.orbat", text.as_str());
        let layers: [&dyn SourceProvider; 1] = [&memory];
        let library = Library::open(&layers);
        let compiled = library.compile("s");
        let game = compiled.game.unwrap_or_else(|| panic!("{:?}\n{text}", compiled.diagnostics));
        let rules = Ruleset::new(&game);
        for _ in 0..LISTS {
            let army = force(&mut rng, &top, 0);
            let mut list = "orbat: 1\nsystem: s\nfaction: north\n".to_owned();
            write_force(&army, &top, 0, &mut list);
            let mut sources = Sources::default();
            let source = sources.add("list.yaml", &list);
            let (read, found) = load_list(&sources, source);
            assert!(found.is_empty(), "{found:?}\n{list}");
            let assessment = rules.assess(&read.unwrap());
            let expected = is_legal(&army, &top, 0);
            assert_eq!(assessment.is_legal(), expected, "{:?}\n{text}\n{list}", assessment.errors);
            legal += usize::from(expected);
            let is_outer = |force: &Force| force.inside.iter().any(|inner| !inner.is_empty());
            let is_deep = army.inside.iter().flatten().any(is_outer);
            deep += usize::from(is_deep);
            allied += usize::from(expected && has_allies(&army));
        }
    }
    // The comparison means something only if both outcomes and depths are common.
    assert!(legal > GAMES * LISTS / 10 && legal < GAMES * LISTS * 9 / 10, "{legal} are legal");
    assert!(deep > GAMES * LISTS / 5, "{deep} nest");
    assert!(allied > GAMES * LISTS / 50, "{allied} are legal and have allies");
}

fn has_allies(force: &Force) -> bool {
    force.faction.is_some() || force.inside.iter().flatten().any(has_allies)
}

/// Nobody has so many forces: the rest is left out, which is said once.
#[test]
fn forces_are_bounded() {
    let read = |forces: usize| {
        let inner = forces - 2;
        let row = vec!["{}"; inner].join(", ");
        let text = format!("orbat: 1\nsystem: s\nxs: [{{ys: [{row}]}}, {{name: last}}]\n");
        let mut sources = Sources::default();
        let source = sources.add("list.yaml", &text);
        let (list, found) = load_list(&sources, source);
        let codes: Vec<&str> = found.iter().map(|diagnostic| diagnostic.code.name).collect();
        (list.unwrap().force_lines().count(), codes.join(" "))
    };
    assert_eq!(read(500), (500, String::new()));
    assert_eq!(read(501), (500, "list.too_large".to_owned()));
    assert_eq!(read(2000), (500, "list.too_large".to_owned()));
}
