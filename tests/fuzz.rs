//! The kept corpus of `fuzz/`, and mutations of it, on a stable compiler. See `docs/testing.md`.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test may fail loudly"
)]

mod support;
#[path = "../fuzz/src/lib.rs"]
#[allow(unreachable_pub, reason = "a crate of its own under fuzz/")]
mod targets;

use std::collections::BTreeSet;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use orbat::Edit;
use support::root;

type Target = (&'static str, fn(&[u8]));

const TARGETS: [Target; 4] = [
    ("compile", targets::compile),
    ("judge", targets::judge),
    ("edit", targets::edit),
    ("whole", targets::whole),
];

/// The kept inputs of a target, by name.
fn corpus(target: &str) -> Vec<(String, Vec<u8>)> {
    let folder = root().join("fuzz/corpus").join(target);
    let mut all: Vec<(String, Vec<u8>)> = Vec::new();
    for entry in
        fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
    {
        let path = entry.unwrap().path();
        all.push((
            path.file_name().unwrap().to_string_lossy().into_owned(),
            fs::read(&path).unwrap(),
        ));
    }
    all.sort();
    all
}

/// A small generator: the same numbers in every run.
struct Rng(u64);

impl Rng {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 11).unwrap() % sides.max(1)
    }

    /// A place between lines, words or bytes.
    fn cut(&mut self, bytes: &[u8]) -> usize {
        let at = self.roll(bytes.len() + 1);
        let ends: &[u8] = [&b"\n"[..], b" \n{}:,", b""][self.roll(3)];
        bytes[at..].iter().position(|byte| ends.contains(byte)).map_or(at, |by| at + by)
    }

    /// A piece of a text.
    fn piece<'b>(&mut self, bytes: &'b [u8]) -> &'b [u8] {
        let (a, b) = (self.cut(bytes), self.cut(bytes));
        &bytes[a.min(b)..a.max(b).min(a.min(b) + 400)]
    }

    /// The input with a few changes, mostly pieces of others in other places.
    fn mutated(&mut self, input: &[u8], other: &[u8]) -> Vec<u8> {
        const NUMBERS: [&str; 8] =
            ["0", "-1", "1", "9999", "1000000000", "99999999999999999999", "0.5", "1/0"];
        let mut bytes = input.to_vec();
        for _ in 0..=self.roll(4) {
            let (start, end) = (self.cut(&bytes), self.cut(&bytes));
            let (start, end) = (start.min(end), start.max(end).min(start.min(end) + 200));
            match self.roll(6) {
                0 => drop(bytes.drain(start..end)),
                1 => {
                    let piece = self.piece(&bytes.clone()).to_vec();
                    drop(bytes.splice(start..start, piece));
                }
                2 => drop(bytes.splice(start..end, self.piece(other).to_vec())),
                3 => drop(bytes.splice(start..start, self.piece(other).to_vec())),
                4 => drop(bytes.splice(start..end, NUMBERS[self.roll(8)].bytes())),
                _ => {
                    let byte = u8::try_from(self.roll(256)).unwrap();
                    drop(bytes.splice(start..start, [byte]));
                }
            }
            bytes.truncate(16 << 10);
        }
        bytes
    }
}

#[test]
fn the_corpus_is_there_and_does_no_harm() {
    for (name, target) in TARGETS {
        let inputs = corpus(name);
        assert!(inputs.len() >= 5, "{name}: {} inputs", inputs.len());
        for (input, bytes) in inputs {
            let outcome = catch_unwind(AssertUnwindSafe(|| target(&bytes)));
            assert!(outcome.is_ok(), "fuzz/corpus/{name}/{input}");
        }
    }
}

/// The corpus of `edit` has edits of every kind, in the form they have now.
#[test]
fn the_edits_of_the_corpus_are_edits() {
    let mut kinds = BTreeSet::new();
    for (name, bytes) in corpus("edit") {
        let text = String::from_utf8(bytes).unwrap();
        let (_, edits) = text.split_once(targets::SEPARATOR).unwrap_or_default();
        for line in edits.lines().filter(|_| name == "all-edits") {
            let edit: Result<Edit, _> = serde_json::from_str(line);
            assert!(edit.is_ok(), "{name}: {line}: {edit:?}");
            kinds.insert(line.trim_start_matches('{').split(':').next().unwrap().to_owned());
        }
    }
    assert!(kinds.len() >= 25, "{kinds:?}");
}

/// The same mutations in every run.
#[test]
fn mutations_of_the_corpus_do_no_harm() {
    for (name, target) in TARGETS {
        let inputs = corpus(name);
        let mut rng = Rng(0x9E37_79B9_7F4A_7C15);
        for _ in 0..60 {
            let (_, input) = &inputs[rng.roll(inputs.len())];
            let (_, other) = &inputs[rng.roll(inputs.len())];
            let bytes = rng.mutated(input, other);
            let outcome = catch_unwind(AssertUnwindSafe(|| target(&bytes)));
            assert!(outcome.is_ok(), "{name}:\n{}", String::from_utf8_lossy(&bytes));
        }
    }
}

/// The time that this process has worked, so that a busy machine finds nothing; elsewhere than on
/// Linux the time that has passed.
fn worked(since: Instant) -> Duration {
    let stat = fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let after_name = stat.rsplit(')').next().unwrap_or_default();
    let ticks = after_name.split_whitespace().skip(11).take(2).filter_map(|word| word.parse().ok());
    let ticks: Vec<u64> = ticks.collect();
    match ticks[..] {
        // A tick is a hundredth of a second.
        [user, system] => Duration::from_millis((user + system) * 10),
        _ => since.elapsed(),
    }
}

/// `ORBAT_FUZZ=SECONDS` mutates each corpus for so long. Findings are written to `fuzz/artifacts`.
#[test]
#[ignore = "runs for as long as ORBAT_FUZZ says"]
fn fuzz() {
    let seconds = std::env::var("ORBAT_FUZZ").ok().and_then(|text| text.parse().ok()).unwrap_or(60);
    let wanted = std::env::var("ORBAT_FUZZ_TARGET").ok();
    let mut findings = 0;
    for (name, target) in TARGETS {
        if wanted.as_ref().is_some_and(|wanted| wanted != name) {
            continue;
        }
        let inputs = corpus(name);
        let mut rng = Rng(u64::from(std::process::id()) << 32 | 1);
        let (start, mut runs, mut slowest) = (Instant::now(), 0_u64, Duration::ZERO);
        while start.elapsed() < Duration::from_secs(seconds) {
            let (_, input) = &inputs[rng.roll(inputs.len())];
            let (_, other) = &inputs[rng.roll(inputs.len())];
            let bytes = rng.mutated(input, other);
            let began = worked(start);
            let outcome = catch_unwind(AssertUnwindSafe(|| target(&bytes)));
            let took = worked(start).saturating_sub(began);
            (runs, slowest) = (runs + 1, slowest.max(took));
            if outcome.is_err() || took > Duration::from_secs(2) {
                findings += 1;
                let folder = root().join("fuzz/artifacts").join(name);
                fs::create_dir_all(&folder).unwrap();
                fs::write(folder.join(format!("finding-{findings}")), &bytes).unwrap();
            }
        }
        eprintln!(
            "{name}: {runs} runs, the slowest {} ms, {findings} findings",
            slowest.as_millis()
        );
    }
    assert_eq!(findings, 0, "see fuzz/artifacts");
}
