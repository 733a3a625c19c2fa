//! How the work of searches grows with the list: judged lists times their units, at n, 2n and 4n.
//! Nothing here looks at a clock.

use orbat::internals::builder::{Builder, CompleteOptions, Completion};
use orbat::internals::engine::Ruleset;

use crate::search::sources_of;
use crate::{read, small_game};

/// A game without an end to its slots.
const WIDE: &str = r#"system wide "Wide" {
  cost pts "points"
  profile model "Model" { SP int }
  category boss "Bosses", crew "Crew"
  chart band "Band" { slot boss 1..3  slot crew 2.. }
  model man "Man" { SP 5 }
  unit chief "Chief" : boss { models 1 man at 40  option banner "Banner" +7 }
  unit deputy "Deputy" : boss { models 1 man at 25  choose tool "Tool" 1 { rope "Rope" +3  whip "Whip" +5 } }
  unit hands "Hands" : crew { models 3..6 man at 9  option flag "Flag" +3 }
  unit cooks "Cooks" : crew { models 2..4 man at 11 }
}
"#;

/// So many units of crew, all different in size and option as far as they can be.
fn list(units: usize, head: &str, first: &str) -> String {
    let mut text = format!("orbat: 1\nsystem: wide\nchart: band\npoints: 1000000\n{head}units:\n");
    text += first;
    for number in 0..units {
        match number % 3 {
            0 => text += &format!("  - {{unit: hands, models: {}}}\n", 3 + number % 4),
            1 => text += "  - {unit: hands, models: 5, options: flag}\n",
            _ => text += &format!("  - {{unit: cooks, models: {}}}\n", 2 + number % 3),
        }
    }
    text
}

/// What a search costs for a list of so many units.
fn cost(units: usize, text: &str, search: &dyn Fn(&Builder<'_, '_>, &str)) -> f64 {
    let game = small_game(WIDE);
    let rules = Ruleset::new(&game);
    let builder = Builder::new(&rules);
    search(&builder, text);
    builder.judged() as f64 * units as f64
}

/// Twice the units may cost a little more than twice as much.
fn is_linear(name: &str, of: &dyn Fn(usize) -> String, search: &dyn Fn(&Builder<'_, '_>, &str)) {
    let costs: Vec<f64> = [40, 80, 160].map(|units| cost(units, &of(units), search)).to_vec();
    for pair in costs.windows(2) {
        assert!(pair[0] > 0.0 && pair[1] <= pair[0] * 2.5, "{name}: {costs:?}");
    }
}

#[test]
fn completing_grows_with_the_list() {
    let complete = |builder: &Builder<'_, '_>, text: &str| {
        let options = CompleteOptions { spend: false, seed: 1, should_continue: &|_| true };
        let done = builder.complete(&read(text), &options);
        assert!(matches!(done, Completion::Done { .. }));
    };
    is_linear("complete", &|units| list(units, "", ""), &complete);
}

#[test]
fn impossible_lists_are_given_up_in_time() {
    let complete = |builder: &Builder<'_, '_>, text: &str| {
        let options = CompleteOptions { spend: false, seed: 1, should_continue: &|_| true };
        let done = builder.complete(&read(text), &options);
        assert!(matches!(done, Completion::Impossible { .. }));
    };
    let bosses = "  - {unit: chief, count: 2}\n  - {unit: deputy, options: rope, count: 2}\n";
    is_linear("impossible", &|units| list(units, "", bosses), &complete);
}

#[test]
fn repairing_grows_with_the_list() {
    let repair = |builder: &Builder<'_, '_>, text: &str| {
        let found = builder.repair(&sources_of(text), &read(text), &|_| true);
        let way = found.ways.first().expect("a repair");
        assert_eq!(way.changes.len(), 3, "{:?}", way.changes);
    };
    let faults = "  - chief\n  - {unit: hands, models: 9}\n  - {unit: cooks, models: 7}\n  - {unit: hands, models: 4, options: {flag: 3}}\n";
    is_linear("fix", &|units| list(units, "", faults), &repair);
}

#[test]
fn suggesting_grows_with_the_list() {
    let suggest = |builder: &Builder<'_, '_>, text: &str| {
        assert!(!builder.suggest(&read(text)).is_empty());
    };
    is_linear("suggest", &|units| list(units, "", "  - chief\n"), &suggest);
}
