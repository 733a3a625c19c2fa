//! How much more work twice as much input makes, counted in allocations: no test asks a clock.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may fail loudly")]

use std::fmt::Write;

use allocation_counter::measure;
use orbat::internals::builder::{judge, paper};
use orbat::internals::engine::Ruleset;
use orbat::internals::list::load_list;
use orbat::internals::source::{Memory, SourceId, Sources};
use orbat::{Data, Library, OutputFormat, PrintJob, Renderer};

/// Twice the input may make so many times the work: linear, with room for tables that double.
const MOST: f64 = 2.3;

/// Allocations and bytes for input of size n, 2n and 4n must at most double each time.
fn assert_linear(what: &str, n: usize, work: impl Fn(usize) -> Box<dyn FnOnce()>) {
    let costs = [n, 2 * n, 4 * n].map(|size| {
        let work = work(size);
        let counted = measure(work);
        [counted.count_total as f64, counted.bytes_total as f64, counted.bytes_max as f64]
    });
    for (unit, name) in ["allocations", "bytes", "bytes at once"].iter().enumerate() {
        let [a, b, c] = costs.map(|cost| *cost.get(unit).unwrap());
        assert!(a > 0.0, "{what}: nothing was counted");
        let is_linear = b / a <= MOST && c / b <= MOST;
        assert!(is_linear, "{what}: {a}, {b} and {c} {name} for {n}, {} and {}", 2 * n, 4 * n);
    }
}

/// A game of so many units, each with an option and a rule of its own.
fn game(units: usize) -> String {
    let mut text = String::from(
        "system g \"G\" {\n  cost pts \"points\"\n  profile model \"Model\" { Move int }\n  \
         profile weapon \"Weapon\" { Reach int }\n  keyword Swift \"Moves first.\"\n  \
         category troop \"Troops\"\n  chart any \"Any\" { slot troop 0..1000 }\n  \
         weapon bow \"Bow\" { Reach 18 }\n",
    );
    for unit in 0..units {
        let _ = write!(
            text,
            "  unit u{unit} \"Unit {unit}\" : troop {{\n    models 3..8 man at 5\n    \
             model man \"Man\" {{ Move {} }}\n    weapons bow\n    has Swift\n    \
             option badge \"Badge\" +1\n  }}\n  \
             rule r{unit} \"R{unit}\" {{ require count(u{unit} in army) <= 900 }}\n",
            unit % 9 + 1
        );
    }
    text + "}\n"
}

fn list(units: usize) -> String {
    let mut text = String::from("orbat: 1\nname: Many\nsystem: g\nunits:\n");
    for unit in 0..units {
        let _ = write!(
            text,
            "  - unit: u{}\n    name: Number {unit}\n    models: 5\n    options: [badge]\n",
            unit % 40
        );
    }
    text
}

#[test]
fn work_grows_as_input_does() {
    // Allocations are counted for each thread, so this one does all work.
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).use_current_thread();
    pool.build_global().unwrap();
    let source = Memory::default().with("g.orbat", game(40));
    let data: &'static Data = Box::leak(Box::new(Data::of(&[&source])));
    let game = data.game("g").unwrap_or_else(|error| panic!("{error}"));
    let rules: &'static Ruleset<'static> = Box::leak(Box::new(Ruleset::new(&game.game)));
    let read = |units: usize| {
        let sources = game.sources.with_list_of(&Sources::of_list("list.yaml", list(units)));
        let (list, diagnostics) = load_list(&sources, SourceId::LIST);
        assert!(diagnostics.is_empty());
        (sources, list.unwrap())
    };
    // What is kept for a game is made before anything is counted.
    let (sources, small) = read(10);
    let report = judge(rules, &sources, SourceId::LIST, &small, &[]);
    assert!(report.legal, "{:?}", report.issues);

    assert_linear("reading a list", 100, |units| {
        let text = list(units);
        Box::new(move || {
            let sources = Sources::of_list("list.yaml", text);
            drop(load_list(&sources, SourceId::LIST));
        })
    });
    assert_linear("check", 100, |units| {
        let (sources, list) = read(units);
        Box::new(move || drop(judge(rules, &sources, SourceId::LIST, &list, &[])))
    });
    assert_linear("print", 50, |units| {
        let (sources, list) = read(units);
        Box::new(move || {
            let paper = paper(rules, &sources, SourceId::LIST, &list, &[]).unwrap();
            let renderer = Renderer::new(OutputFormat::Html, &[]).unwrap();
            drop(renderer.print(&PrintJob::new(vec![paper])).unwrap());
        })
    });
    assert_linear("data check", 200, |units| {
        let source = Memory::default().with("g.orbat", self::game(units));
        Box::new(move || {
            let library = Library::open(&[&source]);
            let compiled = library.compile("g");
            assert!(compiled.game.is_some() && compiled.diagnostics.is_empty());
            drop(library.compile_rest());
        })
    });
}
