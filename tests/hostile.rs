//! Input that nobody writes on purpose: nothing panics, nothing runs away, and what is wrong is
//! said.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test may fail loudly"
)]

#[path = "hostile/lists.rs"]
mod lists;
mod support;

use std::fs;

use orbat::internals::engine::Ruleset;
use orbat::internals::resolve::{Compiled, Library};
use orbat::internals::source::{Disk, LARGEST_FILE, Memory, SourceProvider};
use proptest::prelude::*;
use support::{BASE, compile_files, found, found_in_example, root};

fn bytes(bytes: impl Into<Vec<u8>>) -> Vec<Compiled> {
    compile_files(&[("case.orbat".to_owned(), bytes.into())])
}

fn one(compiled: &[Compiled], expected: &str) {
    assert_eq!(found(compiled), [expected]);
}

#[test]
fn a_file_that_is_not_utf8_is_refused_at_its_first_wrong_byte() {
    one(
        &bytes(*b"faction f \"F\" of x {\n  unit a \"\xff\" { }\n}\n"),
        "case.orbat:  2:11  source.not_utf8",
    );
}

#[test]
fn a_file_that_is_too_large_is_refused() {
    let compiled = bytes(vec![b' '; LARGEST_FILE + 1]);
    one(&compiled, "case.orbat:  1:1   source.too_large");
}

#[test]
fn a_file_without_definitions_is_refused() {
    for text in ["", "\n\n", "// only a comment\n", "\u{FEFF}"] {
        one(&bytes(text), "case.orbat:  1:1   source.empty");
    }
}

#[test]
fn nesting_is_bounded() {
    for (open, close) in [("{", "}"), ("(", ")")] {
        for text in [open.repeat(100_000), open.repeat(100_000) + &close.repeat(100_000)] {
            let compiled = bytes(format!(
                "faction f \"F\" of x {{\n  unit a \"A\" : troop {{ {text} }}\n}}\n"
            ));
            let found = found(&compiled);
            assert!(
                matches!(found.as_slice(), [only] if only.ends_with("syntax.too_deep")),
                "{found:?}"
            );
        }
    }
}

#[test]
fn expressions_and_chains_are_bounded() {
    let deep = |text: String| bytes(format!("faction f \"F\" of x {{\n{text}\n}}\n"));
    deep(format!("  rule r \"R\" {{ require {} army.points = 1 }}", "not ".repeat(100_000)));
    deep(format!("  derive d \"D\" = {}1", "-".repeat(100_000)));
    deep(format!("  derive d \"D\" = {} 1", "if 1 = 1 then 1 else ".repeat(20_000)));
    deep(format!("  derive d \"D\" = 1{}", " + 1".repeat(100_000)));
    deep((0..20_000).map(|n| format!("  derive d{n} \"D\" = d{} + 1\n", n + 1)).collect());
    deep(
        (0..5_000)
            .map(|n| format!("  unit u{n} \"U\" : troop extends u{} {{ }}\n", n + 1))
            .collect(),
    );
}

/// Thirty-six small files, each of which uses the next two: two to the power of eighteen ways to
/// the last.
#[test]
fn parts_that_use_each_other_are_taken_once() {
    let part =
        |n: usize| format!("use \"p{}.orbat\"\nuse \"p{}.orbat\"\ncategory c{n}\n", n + 1, n + 2);
    let mut files: Vec<(String, Vec<u8>)> =
        (0..36).map(|n| (format!("p{n}.orbat"), part(n).into_bytes())).collect();
    files.push(("p36.orbat".to_owned(), b"category c36\n".to_vec()));
    files.push(("p37.orbat".to_owned(), b"category c37\n".to_vec()));
    files.push(("f.orbat".to_owned(), b"faction f \"F\" of x {\n  use \"p0.orbat\"\n}\n".to_vec()));
    let compiled = compile_files(&files);
    let found = found_in_example(&compiled, &[]);
    assert!(found.is_empty(), "{found:?}");
    let categories =
        compiled.iter().flat_map(|one| &one.game).map(|game| game.categories.len()).max();
    assert!(categories >= Some(38), "{categories:?}");
}

#[test]
fn many_and_long_unknown_names_cost_little() {
    let long = |letter: &str| letter.repeat(200_000);
    let text = format!(
        "faction f \"F\" of x {{\n  category {}\n  unit a \"A\" : {} {{ models 1 b }}\n}}\n",
        long("a"),
        long("b")
    );
    let codes: Vec<String> = found(&bytes(text))
        .iter()
        .map(|found| found.split_whitespace().last().unwrap().to_owned())
        .collect();
    assert_eq!(codes, ["syntax.bad_name", "data.unknown_category", "data.unknown_model"]);
    let units = (0..5_000)
        .map(|n| format!("  unit u{n} \"U\" : troop {{ models 1 guard  weapons nothing{n}  when foo{n} > 2 {{ hide }} }}\n"));
    assert!(
        found(&bytes(format!("faction f \"F\" of x {{\n{}}}\n", units.collect::<String>()))).len()
            <= 100
    );
}

#[test]
fn control_characters_never_reach_a_terminal() {
    let compiled = bytes(
        "faction f \"\u{1b}[31m\u{7}F\" of x {\n  unit a \"\u{1b}]0;x\" : trop { models 1 b }\n}\n",
    );
    assert!(!support::drawn(&compiled).contains('\u{1b}'));
    assert!(
        compiled
            .iter()
            .flat_map(|one| &one.game)
            .flat_map(|game| game.factions.values())
            .all(|faction| !faction.title.contains('\u{1b}'))
    );
}

/// Prices are exact or unknown, never wrong.
#[test]
fn enormous_prices_are_unknown() {
    let text = "faction f \"F\" of x {\n  model b { SP 5 CC - LD - A 20  cost (1000000000 * 1000000000) }\n  \
         unit a \"A\" : troop { models 1000000000 b }\n}\n";
    let compiled = bytes(text);
    let game = compiled.iter().find_map(|one| one.game.as_ref()).unwrap();
    let faction = game.factions.ids().next();
    let checker = Ruleset::new(game);
    let lines = orbat::internals::views::unit_lines(&checker, faction);
    assert!(lines.iter().any(|unit| unit.id == "a" && unit.points.is_none()));
}

#[test]
fn noise_ends_in_bounded_time_with_few_words() {
    let noise = |seed: u64, length: usize| {
        let mut state = seed;
        let mut next = move || {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as u8 % 96 + 31
        };
        (0..length).map(|_| next()).collect::<Vec<u8>>()
    };
    let words: String = "unit a \"A\" : troop { models ) 5 } choose { ".repeat(240_000);
    for text in [
        noise(1, 10_000_000),
        words.into_bytes(),
        vec![b'\n'; 10_000_000],
        b"\"".repeat(1_000_000),
        b"unit ".repeat(2_000_000),
    ] {
        let compiled = bytes(text);
        let count: usize = compiled.iter().map(|one| one.diagnostics.len()).sum();
        assert!((1..=200).contains(&count), "{count} diagnostics");
    }
}

#[test]
fn a_file_that_cannot_be_read_is_reported() {
    struct Broken;
    impl SourceProvider for Broken {
        fn paths(&self) -> Result<Vec<String>, orbat::internals::source::ReadError> {
            Ok(vec!["gone.orbat".to_owned()])
        }
        fn read(&self, _: &str) -> Result<Vec<u8>, orbat::internals::source::ReadError> {
            Err(orbat::internals::source::ReadError::Unreadable("permission denied".to_owned()))
        }
    }
    one(&[Library::open(&[&Broken]).compile_rest()], "gone.orbat:  1:1   source.unreadable");
}

/// A link out of the folder that was given is not followed.
#[cfg(unix)]
#[test]
fn links_do_not_lead_out_of_the_data_folder() {
    let folder = std::env::temp_dir().join(format!("orbat-links-{}", std::process::id()));
    let (inside, outside) = (folder.join("inside"), folder.join("outside"));
    fs::create_dir_all(&inside).unwrap();
    fs::create_dir_all(&outside).unwrap();
    fs::write(outside.join("secret.orbat"), BASE).unwrap();
    let _ = std::os::unix::fs::symlink(outside.join("secret.orbat"), inside.join("link.orbat"));
    let disk = Disk::new(&inside);
    let result = disk.read("link.orbat");
    let climbing = disk.read("../outside/secret.orbat");
    fs::remove_dir_all(&folder).unwrap();
    assert!(result.is_err(), "a link was followed");
    assert!(climbing.is_err(), "`..` was followed");
}

const PIECES: &[&str] = &[
    "{",
    "}",
    "\"",
    "(",
    ")",
    "unit ",
    "if ",
    "..",
    ",",
    " where ",
    "for each ",
    "\n",
    "-",
    "+1",
    "army.",
    "=",
    "//",
    "“",
    "é",
];

/// A faction of the embedded data with a piece cut out, doubled or replaced: near misses find more
/// than noise does.
fn mutated() -> impl Strategy<Value = String> {
    let texts: Vec<String> = support::files_below(&root().join("factions"), "orbat")
        .into_iter()
        .map(|path| fs::read_to_string(path).unwrap())
        .collect();
    (
        any::<prop::sample::Index>(),
        prop::collection::vec(
            (any::<prop::sample::Index>(), 0usize..40, prop::sample::select(PIECES)),
            1..6,
        ),
    )
        .prop_map(move |(which, edits)| {
            let mut text: String = which.get(&texts).clone();
            for (place, cut, piece) in edits {
                let mut at = place.index(text.len());
                while !text.is_char_boundary(at) {
                    at -= 1;
                }
                let mut end = (at + cut).min(text.len());
                while !text.is_char_boundary(end) {
                    end -= 1;
                }
                text.replace_range(at..end.max(at), piece);
            }
            text
        })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_compile_to_something(noise in prop::collection::vec(any::<u8>(), 0..400)) {
        bytes(noise);
    }

    #[test]
    fn damaged_data_compiles_to_something(text in mutated()) {
        let memory = Memory::default().with("case.orbat", text);
        let layers: [&dyn SourceProvider; 2] = [&orbat::internals::source::Embedded, &memory];
        let library = Library::open(&layers);
        for system in library.systems_of_last_layer() {
            library.compile(&system);
        }
        library.compile_rest();
    }
}

/// Titles and texts are shown again and again: a long one would flood whoever reads a verdict.
#[test]
fn long_texts_and_names_are_refused_at_their_beginning() {
    let long = "x".repeat(2_000_000);
    let unit = |title: &str, note: &str| {
        let model = "model b \"B\" { SP 5 CC 10/0 LD 12 A 14 }";
        format!(
            "faction f \"F\" of x {{\n  unit a \"{title}\" : troop {{\n    models 1 b at 5  {model}\n    note \"{note}\"\n  }}\n}}\n"
        )
    };
    one(&bytes(unit(&long, "fine")), "case.orbat:  2:10  syntax.text_too_long");
    one(&bytes(unit("Fine", &long)), "case.orbat:  4:10  syntax.text_too_long");
    let name = "y".repeat(101);
    let named = format!("faction f \"F\" of x {{\n  category {name}\n}}\n");
    one(&bytes(named), "case.orbat:  2:12  syntax.bad_name");
    assert!(found(&bytes(unit(&"x".repeat(2_000), "fine"))).is_empty());
}

#[test]
fn a_folder_with_too_much_in_it_is_refused() {
    let part = "category c\n";
    let mut files: Vec<(String, Vec<u8>)> =
        (0..5_001).map(|at| (format!("{at:05}.orbat"), part.into())).collect();
    let refused = |files: &[(String, Vec<u8>)]| {
        found(&compile_files(files))
            .into_iter()
            .filter(|told| told.contains("source.too_much"))
            .count()
    };
    assert_eq!(refused(&files), 1);
    files.truncate(5_000);
    assert_eq!(refused(&files), 0);
    let large = vec![b' '; LARGEST_FILE];
    let files: Vec<(String, Vec<u8>)> =
        (0..5).map(|at| (format!("{at}.orbat"), large.clone())).collect();
    assert_eq!(refused(&files), 1);
}

/// A longer run: `ORBAT_FUZZ_CASES=100000 cargo test --release --test hostile`.
fn cases() -> u32 {
    std::env::var("ORBAT_FUZZ_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(64)
}
