//! Random sequences of changes: whatever is asked for, the text says exactly that afterwards, and
//! nothing else in it changes.

use std::fs;

use orbat::internals::builder::{HeadChange, ListEditor, UnitChange};
use orbat::internals::engine::Ruleset;
use orbat::internals::list::{Holder, List, UnitLine, rewrite};
use orbat::internals::model::Game;
use orbat::internals::source::Sources;

use crate::support::{files_below, root};
use crate::{game, read};

/// A small generator: the same numbers in every run.
struct Rng(u64);

impl Rng {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 11).unwrap() % sides.max(1)
    }

    fn pick<'a, T>(&mut self, all: &'a [T]) -> Option<&'a T> {
        all.get(self.roll(all.len()))
    }
}

/// Lists that nobody should write, and that are lists all the same.
const NASTY: &[(&str, &str)] = &[
    (
        "warzone",
        "---\n# ünïcode 🎲\n\"orbat\": 1 # eins\n'system': warzone\nfaction:    bauhaus\nchart:\n  standard # below\n\n\n# before units\nunits:  # the units\n# at the margin\n  # the boss\n  -   unit: kapitan   # wide\n      'name': \"Jürgen: der Große\" # ✓\n  # two squads\n\n  -\n    # below the dash\n    id: h\n    \"unit\": 'hussars'\n    models:\n      # all of them\n      hussar: 10   # ten\n    options:   # guns\n      # loud ones\n      lmg: 1     # loud\n      # far ones\n      \"rockets\": 1 # far\n      # end of guns\n    joined:\n      # a friend\n      - varg_rider   # rides\n  - varg_rider # alone\n  - unit: blitzers\n    count: 2 # twice\n    options: [ rockets , # r\n      'iron_will' ]\n    notes: |\n      # no comment\n      two lines\n  # last words\n# margin again\ndeck: {ambush: 3,   \"forced_march\": 2}  # cards\n...\n",
    ),
    (
        "at43",
        "# two platoons\norbat: 1\nsystem: at43\nfaction: una\nchart: una_army\npoints: 3000\nplatoons:\n# alpha\n- name: Alpha\n  units:\n  # first\n  - unit: steel_troopers\n    # inside\n    models: 9\n    options:\n      # kit\n      kit:\n        # two\n        missile_man: 2 # m\n        jammer_man: 1\n      command: lieutenant # l\n    joined: [ borz ] # hero\n  - borz # b\n  # bravo follows\n- units:\n      # deep\n      - unit: fire_toads\n        count: 3\n        options: {right_arm: missiles,\n          # c\n          command: lieutenant}\n      - {unit: hale, name: 'H # no comment'} # flow\n  name: Bravo # behind\n# end",
    ),
    (
        "warzone",
        "orbat: 1\nsystem: warzone\nfaction: &f bauhaus\nchart: standard\nunits:\n  - kapitan\n  # the pattern\n  - &a # anchored\n    unit: hussars\n    options: &o\n      # guns\n      lmg: 1\n  # alike\n  - *a\n  - <<: *a # merged\n    models: 7\n  - unit: blitzers\n    options: {rockets: 1}\n    # as above\n    <<: *a\n  - &v varg_rider # free\n",
    ),
    (
        "firefight",
        "{ \"orbat\" : 1, # one\n  \"system\": \"firefight\", \"faction\": \"enforcers\",\n  # the units\n  \"units\": [\n    # boss\n    \"captain\", # c\n    { \"unit\": \"marines\", \"models\": 8, # eight\n      \"options\": { \"launcher_man\": true } },\n    # more\n    {\"unit\": \"marines\", \"count\": 2}\n  ] # end\n}\n",
    ),
];

/// One random change; none if it was refused by name.
fn change(dice: &mut Rng, work: &mut ListEditor<'_, '_>, game: &Game) -> Option<Asked> {
    let units: Vec<String> =
        work.rules.assess(&work.list).units.iter().map(|unit| unit.id.clone()).collect();
    let unit = match dice.pick(&units) {
        Some(id) if dice.roll(3) == 0 => format!("{id}-1"),
        Some(id) => id.clone(),
        None => String::new(),
    };
    let other = dice.pick(&units).cloned().unwrap_or_default();
    let mut wanted = UnitChange::default();
    match dice.roll(13) {
        0 | 1 => {
            let all: Vec<String> = game.units().map(|(_, unit)| unit.id.clone()).collect();
            let name = dice.pick(&all)?;
            wanted.models = (dice.roll(2) == 0).then(|| dice.roll(9) as i64);
            wanted.join = (dice.roll(4) == 0).then_some(other);
            return work.add(name, &wanted).ok().map(|_| Asked::GameKey);
        }
        2 => return work.remove(&unit).ok().map(|_| Asked::Removal),
        3 => {
            let points = Some((dice.roll(3000) as i64).into());
            let name = Some(
                ["", "plain", "Über: alles # 1", "yes", "1.5", "- x"][dice.roll(6)].to_owned(),
            );
            return work
                .set_head(&HeadChange { name, points, ..HeadChange::default() })
                .ok()
                .map(|()| Asked::GameKey);
        }
        4 => wanted.models = Some(dice.roll(12) as i64),
        5 => wanted.join = Some(if dice.roll(3) == 0 { String::new() } else { other }),
        6 => wanted.ride = Some(if dice.roll(3) == 0 { String::new() } else { other }),
        7 | 8 => {
            wanted.force = Some(["", "1", "2"][dice.roll(3)].to_owned());
            return work.set(&unit, &wanted).ok().map(|_| Asked::Move);
        }
        9 => wanted.count = Some(1 + dice.roll(3) as i64),
        10 => wanted.name = Some(["", "Ä 'b' \"c\"", "#1", "a: b"][dice.roll(4)].to_owned()),
        _ => {
            let lines: Vec<UnitLine> = work.list.unit_lines().cloned().collect();
            let line = dice.pick(&lines)?;
            let offered = work.rules.session(&work.list).offered(&Holder::Unit(line.line()));
            let option = dice.pick(&offered)?;
            let name = match &option.choose {
                Some((choose, _)) => format!("{choose}={}", option.option),
                None => option.option.clone(),
            };
            wanted.take.push((name, [None, Some(0), Some(2)][dice.roll(3)]));
            let unit = line.id.as_ref().unwrap_or(&line.unit).value.clone();
            return work.set(&unit, &wanted).ok().map(|_| Asked::GameKey);
        }
    }
    work.set(&unit, &wanted).ok().map(|_| Asked::GameKey)
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Asked {
    Removal,
    Move,
    GameKey,
}

fn same(a: &List, b: &List) -> bool {
    List { span: b.span, deck_at: b.deck_at, incomplete: b.incomplete, ..a.clone() } == *b
}

/// Lines that are comments and nothing else. Those in a text of several lines are none, but they
/// stay as well.
fn comments(text: &str, is_move: bool) -> Vec<&str> {
    let lines = text.lines().filter(|line| line.trim_start().starts_with('#'));
    let mut all: Vec<&str> =
        lines.map(|line| if is_move { line.trim_start() } else { line }).collect();
    all.sort_unstable();
    all
}

/// The lines of a text that belong to no unit that has changed.
fn untouched<'t>(text: &'t str, before: &List, after: &List) -> Vec<&'t str> {
    let left = |line: &UnitLine| {
        let is_it = |other: &UnitLine| {
            after.force_of(other.line()) == before.force_of(line.line())
                && other == line
                && other.line() == line.line()
        };
        after.unit_lines().any(is_it)
    };
    let start_of = |at: usize| text[..at].rfind('\n').map_or(0, |at| at + 1);
    let mut touched = vec![false; text.lines().count()];
    for line in before.unit_lines().filter(|line| !left(line)) {
        let number = text[..start_of(line.unit.span.start())].matches('\n').count();
        let lines: Vec<&str> = text.lines().collect();
        let dash = (0..=number).rev().find(|at| lines[*at].trim_start().starts_with('-')).unwrap();
        let column = |at: usize| lines[at].len() - lines[at].trim_start().len();
        touched[dash] = true;
        for at in dash + 1..lines.len() {
            let words = lines[at].trim_start();
            if at > number
                && !words.is_empty()
                && !words.starts_with('#')
                && column(at) <= column(dash)
            {
                break;
            }
            // What it says in its own comments goes with it.
            touched[at] = touched[at] || !words.starts_with('#') || column(at) > column(dash);
        }
        let above = (0..dash).rev().take_while(|at| {
            lines[*at].trim_start().starts_with('#') && column(*at) == column(dash)
        });
        above.for_each(|at| touched[at] = true);
    }
    text.lines()
        .zip(touched)
        .filter(|(line, touched)| !touched && !line.trim().is_empty())
        .map(|(line, _)| line)
        .collect()
}

/// Keys of the head, of sums that follow, and of lists that were empty.
fn may_change(line: &str) -> bool {
    ["name:", "points:", "derived:", "units:", "platoons:", "{"]
        .iter()
        .any(|key| line.trim_start_matches('-').trim_start().starts_with(key))
}

fn run(game: &Game, start: &str, seed: u64, steps: usize, refusals: &mut Vec<String>) -> usize {
    let rules = Ruleset::new(game);
    let mut dice = Rng(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
    let mut text = start.to_owned();
    let mut made = 0;
    for _ in 0..steps {
        let list = read(&text);
        let mut sources = Sources::default();
        sources.add("list.yaml", text.as_str());
        let mut work = ListEditor { rules: &rules, game, sources: &sources, list: list.clone() };
        let Some(asked) = change(&mut dice, &mut work, game) else { continue };
        let new = match rewrite(&text, &work.list) {
            Ok(new) => new,
            // What is written once and said twice cannot change in one of both places.
            Err(why) if why.0.contains("(an alias)") && start.contains('*') => continue,
            Err(why) => {
                refusals.push(format!(
                    "{}\n{text}\n{:?}",
                    why.0,
                    work.list.unit_lines().collect::<Vec<_>>()
                ));
                continue;
            }
        };
        assert!(same(&read(&new), &work.list), "{text}\n=>\n{new}");
        if asked != Asked::Removal {
            let (before, now) =
                (comments(&text, asked == Asked::Move), comments(&new, asked == Asked::Move));
            assert_eq!(before, now, "{seed}: a comment is gone\n{text}\n=>\n{new}");
        }
        if !start.starts_with('{') {
            let mut lines = new.lines();
            for line in
                untouched(&text, &list, &work.list).into_iter().filter(|line| !may_change(line))
            {
                assert!(
                    lines.any(|other| other == line),
                    "{seed}: {asked:?} `{line}` is gone or elsewhere\n{text}\n=>\n{new}"
                );
            }
        }
        made += 1;
        text = new;
    }
    made
}

fn cases() -> u64 {
    std::env::var("ORBAT_FUZZ_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(6)
}

#[test]
fn nasty_lists_survive_anything() {
    let mut refusals = Vec::new();
    let mut made = 0;
    for (system, text) in NASTY {
        let game = game(system);
        let unix = (*text).to_owned();
        for text in [unix.clone(), unix.replace('\n', "\r\n"), unix.trim_end().to_owned()] {
            for seed in 0..cases() * 2 {
                made += run(&game, &text, seed, 8, &mut refusals);
            }
        }
    }
    assert!(
        refusals.is_empty(),
        "{} of {made} are refused, such as\n{}",
        refusals.len(),
        refusals[0]
    );
    assert!(made > 200, "{made}");
}

#[test]
fn examples_survive_anything() {
    let mut refusals = Vec::new();
    let mut made = 0;
    for system in ["at43", "dark_age", "firefight", "mad_minute", "warzone"] {
        let game = game(system);
        for path in files_below(&root().join("examples").join(system), "yaml") {
            let text = fs::read_to_string(&path).unwrap();
            for seed in 0..cases() {
                made += run(&game, &text, seed, 5, &mut refusals);
            }
        }
    }
    assert!(
        refusals.is_empty(),
        "{} of {made} are refused, such as\n{}",
        refusals.len(),
        refusals[0]
    );
    assert!(made > 200, "{made}");
}
