//! How fast lists are completed from nothing: every faction on every chart of the games that come
//! with the program, at the usual points.
//!
//! `cargo bench --bench complete`. One run each, because that is what a player waits for; the data
//! is loaded before.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use std::time::Instant;

use orbat::internals::builder::{Builder, CompleteOptions, Completion, Proof, charts_of};
use orbat::internals::engine::Ruleset;
use orbat::internals::list::load_list;
use orbat::internals::resolve::Library;
use orbat::internals::source::{Embedded, Sources};

/// The points that people play each game at.
const USUAL: &[(&str, i64)] = &[
    ("at43", 2000),
    ("dark_age", 750),
    ("firefight", 1500),
    ("mad_minute", 500),
    ("warzone", 1000),
];

fn main() {
    let wanted: Vec<String> =
        std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    let library = Library::open(&[&Embedded]);
    let (mut all, mut proven, mut slow) = (0, 0, 0);
    for (system, points) in USUAL
        .iter()
        .filter(|(system, _)| wanted.is_empty() || wanted.iter().any(|one| one == system))
    {
        let game = library.compile(system).game.unwrap();
        let rules = Ruleset::new(&game);
        let builder = Builder::new(&rules);
        for (id, faction) in game.factions.iter() {
            let mut charts: Vec<Option<&str>> = charts_of(&game, Some(id))
                .into_iter()
                .map(|(_, chart)| Some(chart.id.as_str()))
                .collect();
            if charts.is_empty() {
                charts.push(None);
            }
            for chart in charts {
                // The two largest charts of one game begin with more than that.
                let points = if ["mega", "gargantuan"].contains(&chart.unwrap_or("")) {
                    points * 2
                } else {
                    *points
                };
                let chart_line = chart.map(|chart| format!("chart: {chart}\n")).unwrap_or_default();
                let text = format!(
                    "orbat: 1\nsystem: {system}\nfaction: {}\n{chart_line}points: {points}\n",
                    faction.id
                );
                let mut sources = Sources::default();
                let source = sources.add("list.yaml", text);
                let list = load_list(&sources, source).0.unwrap();
                let began = Instant::now();
                let done = builder.complete(
                    &list,
                    &CompleteOptions {
                        spend: true,
                        seed: 1,
                        should_continue: &|_| began.elapsed().as_secs() < 10,
                    },
                );
                let time = began.elapsed();
                let words = match &done {
                    Completion::Done { list, points: spent, proof } => {
                        assert!(rules.problems(list).iter().all(|issue| !issue.is_error()));
                        proven += usize::from(*proof == Proof::LimitReached);
                        format!(
                            "{spent} of {points}{}",
                            if *proof == Proof::LimitReached { ", proven" } else { "" }
                        )
                    }
                    Completion::Impossible { remaining, .. } => format!("IMPOSSIBLE {remaining:?}"),
                };
                all += 1;
                slow += usize::from(time.as_secs_f64() > 1.0);
                println!(
                    "{system:<11} {:<15} {:<14} {:8.1} ms   {words}",
                    faction.id,
                    chart.unwrap_or("-"),
                    time.as_secs_f64() * 1e3
                );
            }
        }
    }
    println!("{all} lists, {proven} proven best, {slow} took more than a second");
}
