//! How fast lists become printouts: the view of a list, and pages made of it, by number of cards.
//!
//! `cargo bench --bench print`. Times are the best of several runs. Beside each stands what the
//! same view takes as JSON: how long it takes just to write it down.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use std::hint::black_box;
use std::time::{Duration, Instant};

use orbat::internals::engine::Ruleset;
use orbat::internals::list::load_list;
use orbat::internals::render::{OutputFormat, PrintJob, Renderer, Sheet};
use orbat::internals::resolve::{Compiled, Library};
use orbat::internals::source::Embedded;
use orbat::internals::views::Paper;

const ROUNDS: usize = 9;

/// The best time of one call.
fn best<T>(mut work: impl FnMut() -> T) -> Duration {
    let round = |work: &mut dyn FnMut() -> T| {
        let start = Instant::now();
        black_box(work());
        start.elapsed()
    };
    (0..ROUNDS).map(|_| round(&mut work)).min().unwrap()
}

/// An army of so many units, no two of them alike: each has a name of its own, and so a card of its
/// own.
fn army(units: usize) -> String {
    let mut text = String::from(
        "orbat: 1\nname: Many\nsystem: warzone\nfaction: bauhaus\nchart: gargantuan\npoints: 100000\nunits:\n  - unit: kapitan\n",
    );
    for number in 1..units {
        text += match number % 3 {
            0 => "  - unit: venusian_rangers\n    models: 8\n",
            1 => "  - unit: hussars\n    models: 10\n    options: {lmg: 1}\n",
            _ => "  - unit: juggernauts\n",
        };
        text += &format!("    name: Number {number}\n");
    }
    text
}

/// What judging such an army takes, what the view of it takes with the judging, and the view.
fn paper(units: usize) -> (Duration, Duration, Paper) {
    let Compiled { game, mut sources, .. } = Library::open(&[&Embedded]).compile("warzone");
    let game = game.unwrap();
    let checker = Ruleset::new(&game);
    let source = sources.add("list.yaml", army(units));
    let (list, found) = load_list(&sources, source);
    let list = list.unwrap();
    let judged =
        best(|| orbat::internals::builder::judge(&checker, &sources, source, &list, &found));
    let viewed = best(|| {
        orbat::internals::builder::paper(&checker, &sources, source, &list, &found).unwrap()
    });
    let paper = orbat::internals::builder::paper(&checker, &sources, source, &list, &found);
    let paper = paper.unwrap();
    assert_eq!(paper.cards.len(), units, "no two units are alike");
    (judged, viewed, paper)
}

fn job(paper: Paper, sheets: &[Sheet]) -> PrintJob {
    PrintJob { sheets: sheets.to_vec(), ..PrintJob::new(vec![paper]) }
}

fn millis(time: Duration) -> String {
    format!("{:8.2} ms", time.as_secs_f64() * 1e3)
}

fn main() {
    let ready = best(|| Renderer::new(OutputFormat::Html, &[]).unwrap());
    println!("templates made ready: {}\n", millis(ready).trim());
    let press = Renderer::new(OutputFormat::Html, &[]).unwrap();
    let heads = ["judged", "view", "roster", "cards", "all sheets", "as JSON"]
        .map(|head| format!("{head:>11}"));
    println!("{:<6} {} {:>10} {:>10}", "units", heads.join(" "), "rosters/s", "cards/s");
    for units in [10, 50, 100, 200, 400] {
        let (judged, view, paper) = paper(units);
        let print = |sheets: &[Sheet]| {
            let job = job(paper.clone(), sheets);
            best(|| press.print(&job).unwrap())
        };
        let (roster, cards) = (print(&[Sheet::Roster]), print(&[Sheet::Cards]));
        let all = print(&[Sheet::Roster, Sheet::Cards, Sheet::Reference]);
        let whole = job(paper.clone(), &[Sheet::Cards]);
        let json = best(|| serde_json::to_string(&whole).unwrap());
        let times = [judged, view, roster, cards, all, json].map(millis);
        let (rosters, cards) = (1.0 / roster.as_secs_f64(), units as f64 / cards.as_secs_f64());
        println!("{units:<6} {} {rosters:>10.0} {cards:>10.0}", times.join(" "));
    }
}
