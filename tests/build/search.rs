//! Suggestions and completion against the validator and against trying everything.

use orbat::internals::builder::{Builder, CompleteOptions, Completion, Conflict, Proof, charts_of};
use orbat::internals::engine::Problem;
use orbat::internals::engine::Ruleset;
use orbat::internals::list::{Edit, ForceRef, List, Models, OptionPick, Spanned, UnitLine};
use orbat::internals::source::Sources;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

use crate::{game, read, small_game};

pub(crate) fn errors(rules: &Ruleset<'_>, list: &List) -> usize {
    rules.problems(list).iter().filter(|issue| issue.is_error()).count()
}

fn wish(spend: bool, seed: u64) -> CompleteOptions<'static> {
    CompleteOptions { spend, seed, should_continue: &|_| true }
}

/// A game with most sorts of rules, small enough to try everything.
pub(crate) const SMALL: &str = r#"system small "Small" {
  cost pts "points"
  profile model "Model" { SP int }
  category boss "Bosses", crew "Crew", gun "Guns"
  chart band "Band" { slot boss 1..1  slot crew 1..3  slot gun 0..2  unlock gun by 1 of crew }
  chart mob "Mob" { slot boss 0..2  slot crew 2..5 }
  model man "Man" { SP 5 }
  unit chief "Chief" : boss unique { models 1 man at 40  option banner "Banner" +7 }
  unit deputy "Deputy" : boss { models 1 man at 25  choose tool "Tool" 1 { rope "Rope" +3  whip "Whip" +5 } }
  unit hands "Hands" : crew { models 3..6 man at 9 }
  unit cooks "Cooks" : crew { models 2..4 man at 11  at most 1 in army }
  unit cannon "Cannon" : gun { models 2 man at 20 }
  rule steady "A cook for a cannon" { require count(cannon in army) <= 2 * count(cooks in army) }
}
"#;

pub(crate) const UNITS: &[&str] = &["chief", "deputy", "hands", "cooks", "cannon"];

/// Any list of the small game: some units, sizes that may be wrong, either chart.
pub(crate) fn small_list(units: usize) -> impl Strategy<Value = String> {
    let unit = (0..UNITS.len(), prop::option::of(1..8_i64)).prop_map(|(unit, models)| {
        let models = models.map(|models| format!("\n    models: {models}")).unwrap_or_default();
        format!("  - unit: {}{models}\n", UNITS[unit])
    });
    (prop::collection::vec(unit, 0..=units), any::<bool>(), 60..260_i64).prop_map(
        |(units, mob, points)| {
            let chart = if mob { "mob" } else { "band" };
            format!(
                "orbat: 1\nsystem: small\nchart: {chart}\npoints: {points}\nunits:\n{}",
                units.concat()
            )
        },
    )
}

/// Everything that was taken is still, as often or more.
fn holds(after: &[OptionPick], before: &[OptionPick]) -> bool {
    let times = |taken: &OptionPick| taken.times.as_ref().map_or(1, |times| times.value);
    let same = |now: &OptionPick, taken: &OptionPick| {
        now.name == taken.name && times(now) >= times(taken) && holds(&now.inner, &taken.inner)
    };
    before.iter().all(|taken| after.iter().any(|now| same(now, taken)))
}

/// Every line of the first list stands in the second as it was, or with more.
fn keeps(before: &List, after: &List) -> bool {
    let mut left: Vec<UnitLine> = after.unit_lines().cloned().collect();
    before.unit_lines().all(|line| {
        let same = |now: &UnitLine| {
            now.unit == line.unit
                && now.unit.span == line.unit.span
                && (now.models == line.models || line.models == Models::Unstated)
                && holds(&now.options, &line.options)
                && now.joined == line.joined
        };
        left.iter().position(same).map(|at| left.remove(at)).is_some()
    })
}

pub(crate) fn config(cases: u32, seed: u64) -> ProptestConfig {
    ProptestConfig {
        cases,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(seed),
        ..ProptestConfig::default()
    }
}

proptest! {
    #![proptest_config(config(60, 5))]

    #[test]
    fn completed_lists_are_legal_and_keep_everything(text in small_list(3), seed in 0..50_u64, spend in any::<bool>()) {
        let game = small_game(SMALL);
        let rules = Ruleset::new(&game);
        let builder = Builder::new(&rules);
        let list = read(&text);
        match builder.complete(&list, &wish(spend, seed)) {
            Completion::Done { list: done, points, proof } => {
                prop_assert_eq!(errors(&rules, &done), 0);
                prop_assert!(keeps(&list, &done), "{}\n{:#?}", &text, &done.units);
                let limit = list.points.as_ref().unwrap().amounts().next().unwrap().1;
                prop_assert_eq!(proof == Proof::LimitReached, spend && points == limit);
                let again = builder.complete(&list, &wish(spend, seed));
                let same = matches!(again, Completion::Done { list, .. } if list == done);
                prop_assert!(same, "another list for the same seed");
            }
            // Where nothing but additions would do, trying must not find two of them either.
            Completion::Impossible { culprits, .. } => {
                prop_assert!(!two_additions_do(&rules, &list), "{text}");
                let few = matches!(&culprits, Conflict::Units { units, .. } if !units.is_empty() && units.len() <= list.units.len());
                prop_assert!(few || matches!(culprits, Conflict::Head(_)));
            }
        }
    }

    #[test]
    fn suggestions_leave_a_list_as_legal_as_it_is(text in small_list(3)) {
        let game = small_game(SMALL);
        let rules = Ruleset::new(&game);
        let builder = Builder::new(&rules);
        let list = read(&text);
        let before = errors(&rules, &list);
        let suggested = builder.suggest(&list);
        for unit in UNITS.iter().filter(|unit| **unit != "deputy") {
            let with = with_unit(&list, unit);
            // What costs anything is not for a list that is over its points already.
            let is_over = rules.problems(&with).iter().any(|issue| issue.code().name == "points.over_limit");
            let fits = !is_over && errors(&rules, &with) <= before && new_codes(&rules, &list, &with).is_empty();
            prop_assert_eq!(suggested.iter().any(|suggestion| suggestion.unit == *unit), fits, "{}\n{}", unit, &text);
        }
    }
}

pub(crate) fn sources_of(text: &str) -> Sources {
    let mut sources = Sources::default();
    sources.add("list.yaml", text);
    sources
}

fn with_unit(list: &List, unit: &str) -> List {
    let line = Box::new(UnitLine::new(Spanned::new(unit.to_owned(), list.span)));
    Edit::AddUnit { line, to: ForceRef::Army }.applied_to(list).unwrap()
}

fn new_codes(rules: &Ruleset<'_>, before: &List, after: &List) -> Vec<&'static str> {
    // A limit that is broken by more units is another fault.
    let units = |problem: &Problem<'_>| {
        if problem.code().name.ends_with("too_many") { problem.units.len() } else { 0 }
    };
    let key = |problem: &Problem<'_>| (problem.code().name, problem.defined_at, units(problem));
    let mut known: Vec<_> =
        rules.problems(before).iter().filter(|problem| problem.is_error()).map(key).collect();
    let after = rules.problems(after);
    let new = after.iter().filter(|issue| issue.is_error()).filter(|issue| {
        match known.iter().position(|error| *error == key(issue)) {
            Some(at) => {
                known.remove(at);
                false
            }
            None => true,
        }
    });
    new.map(|problem| problem.code().name).collect()
}

fn two_additions_do(rules: &Ruleset<'_>, list: &List) -> bool {
    let with = |list: &List| UNITS.iter().map(|unit| with_unit(list, unit)).collect::<Vec<_>>();
    with(list).iter().any(|list| {
        errors(rules, list) == 0 || with(list).iter().any(|two| errors(rules, two) == 0)
    })
}

/// A legal army of every faction on every chart, from nothing, at the points people play.
#[test]
fn every_faction_and_chart_is_completed() {
    for (system, points) in [
        ("at43", 2000),
        ("dark_age", 750),
        ("firefight", 1500),
        ("mad_minute", 500),
        ("warzone", 1500),
    ] {
        let game = game(system);
        let rules = Ruleset::new(&game);
        let builder = Builder::new(&rules);
        for (id, faction) in game.factions.iter() {
            let charts: Vec<String> = charts_of(&game, Some(id))
                .into_iter()
                .map(|(_, chart)| format!("chart: {}\n", chart.id))
                .collect();
            let charts = if charts.is_empty() { vec![String::new()] } else { charts };
            for (at, chart) in charts.iter().enumerate() {
                let text = format!(
                    "orbat: 1\nsystem: {system}\nfaction: {}\n{chart}points: {points}\n",
                    faction.id
                );
                let list = read(&text);
                // Spending is measured by the benchmark; here one chart of each faction will do.
                let spend = at == 0;
                match builder.complete(&list, &wish(spend, 1)) {
                    Completion::Done { list, .. } => {
                        assert_eq!(errors(&rules, &list), 0, "{text}");
                        assert!(orbat::internals::list::rewrite(&text, &list).is_ok(), "{text}");
                        assert!(!spend || list.unit_lines().next().is_some(), "{text}");
                    }
                    Completion::Impossible { remaining, .. } => panic!("{text}{remaining:?}"),
                }
            }
        }
    }
}

/// Examples that are legal stay so with whatever is suggested, and completing keeps all that they
/// hold.
#[test]
fn examples_are_completed_and_added_to() {
    for (system, name) in [
        ("firefight", "patrol"),
        ("warzone", "customs-patrol"),
        ("at43", "apes-above"),
        ("mad_minute", "scrap-parade"),
    ] {
        let path = crate::support::root().join(format!("examples/{system}/{name}.yaml"));
        let game = game(system);
        let rules = Ruleset::new(&game);
        let builder = Builder::new(&rules);
        let text = std::fs::read_to_string(path).unwrap();
        let list = read(&text);
        let Completion::Done { list: done, .. } = builder.complete(&list, &wish(true, 3)) else {
            panic!("{name}")
        };
        assert_eq!(errors(&rules, &done), 0, "{name}");
        assert!(keeps(&list, &done), "{name}");
        let written = orbat::internals::list::rewrite(&text, &done)
            .unwrap_or_else(|_| panic!("{name} cannot be written"));
        let mut new = written.lines();
        // A line stays, or goes on where something more is taken.
        let goes_on =
            |new_line: &str, line: &str| new_line.starts_with(line.trim_end_matches(['}', ']']));
        assert!(
            text.lines().all(|line| new.any(|new_line| goes_on(new_line, line))),
            "{name}\n{written}"
        );
        for suggestion in builder
            .suggest(&list)
            .iter()
            .filter(|suggestion| suggestion.options.is_empty() && suggestion.force.is_none())
        {
            assert_eq!(
                errors(&rules, &with_unit(&list, &suggestion.unit)),
                0,
                "{name}: {}",
                suggestion.unit
            );
        }
    }
}

/// What cannot be completed is blamed on the smallest part of the list.
#[test]
fn what_stands_in_the_way_is_named() {
    let game = small_game(SMALL);
    let rules = Ruleset::new(&game);
    let builder = Builder::new(&rules);
    let blamed = |text: &str| match builder.complete(&read(text), &wish(false, 1)) {
        Completion::Impossible { culprits, .. } => culprits,
        Completion::Done { .. } => panic!("completed\n{text}"),
    };
    let units = |text: &str, names: &[(&str, Option<&str>)]| {
        let Conflict::Units { units, smallest: true } = blamed(text) else {
            panic!("{:?}", blamed(text))
        };
        let list = read(text);
        let unit = |id| list.unit(id).unwrap().unit.value.as_str();
        let found: Vec<_> = units.iter().map(|part| (unit(part.unit), part.key)).collect();
        assert_eq!(found, names, "{text}");
    };
    let head = "orbat: 1\nsystem: small\nchart: band\npoints: 200\nunits:\n";
    units(
        &format!("{head}  - hands\n  - unit: hands\n    models: 9\n"),
        &[("hands", Some("models"))],
    );
    // Only one boss may stand in a band.
    let two = format!("{head}  - hands\n  - chief\n  - unit: deputy\n    options: rope\n");
    units(&two, &[("chief", None), ("deputy", None)]);
    // Three together cost too much, any two and what is missing do not.
    let dear = "orbat: 1\nsystem: small\nchart: mob\npoints: 130\nunits:\n  - chief\n  - unit: deputy\n    options: rope\n";
    let three = [("chief", None), ("deputy", None), ("hands", Some("models"))];
    units(&format!("{dear}  - unit: hands\n    models: 6\n"), &three);
    assert_eq!(
        blamed("orbat: 1\nsystem: small\nchart: band\npoints: 20\nunits: []\n"),
        Conflict::Head(vec!["points".to_owned()])
    );
}

#[test]
fn a_collection_bounds_what_is_taken() {
    let game = small_game(SMALL);
    let rules = Ruleset::new(&game);
    let mut sources = Sources::default();
    let source =
        sources.add("owned.yaml", "orbat: 1\nsystem: small\nunits:\n  chief: 1\n  hands: 3\n");
    let (owned, found) = orbat::internals::list::load_owned(&sources, source);
    assert!(found.is_empty());
    // All units of this game take the same model, so the pools are one of four.
    let stock = orbat::internals::builder::Stock::new(&game, &owned.unwrap())
        .unwrap_or_else(|wrong| panic!("{wrong:?}"));
    let builder = Builder::new(&rules).owning(Some(&stock));
    let list = read("orbat: 1\nsystem: small\nchart: band\npoints: 200\n");
    let Completion::Done { list: done, points, .. } = builder.complete(&list, &wish(true, 1))
    else {
        panic!("not completed")
    };
    assert!(done.unit_lines().all(|line| line.unit.value != "cannon"));
    assert_eq!(rules.assess(&done).units.iter().map(|unit| unit.size).sum::<i64>(), 4, "{points}");
    let both = [rules.assess(&done), rules.assess(&done)];
    let short = stock.shortages(&game, &both);
    assert_eq!((short.len(), short[0].needed, short[0].owned, short[0].short), (1, 8, 4, 4));
    assert!(stock.shortages(&game, &both[..1]).is_empty());
    let text = "orbat: 1\nsystem: small\nchart: band\npoints: 200\nunits:\n  - unit: hands\n    models: 6\n";
    assert!(matches!(
        builder.complete(&read(text), &wish(false, 1)),
        Completion::Impossible { .. }
    ));
}
