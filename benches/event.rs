//! How fast `orbat event check` judges what was sent, and how much memory it holds: lists in YAML,
//! pasted text, and a mix of everything, on one core and on all, beside a yardstick in the same
//! run.
//!
//! `cargo bench --bench event`; `docs/performance.md` holds the last figures. The yardstick reads
//! the same files, unpacks nothing, and parses a list of the same size with `serde_json`: what
//! remains if judging took no time.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const EVENT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/events/spring-open.orbat");
const UNITS: [&str; 6] = ["marines", "ghosts", "engineers", "marines", "carrier", "pathfinders"];

/// A list of four to nine units; no two are of one player.
fn yaml(number: usize) -> String {
    let units: String = UNITS
        .iter()
        .cycle()
        .skip(number)
        .take(3 + number % 6)
        .map(|unit| format!("  - {unit}\n"))
        .collect();
    format!(
        "orbat: 1\nplayer: Player {number}\nsystem: firefight\nfaction: enforcers\npoints: 1000\n\
         units:\n  - captain\n  - unit: marines\n    models: {}\n{units}",
        5 + number % 5
    )
}

fn text(number: usize) -> String {
    let names = ["Marines", "Ghosts", "Engineers", "Marines", "Carrier", "Pathfinders"];
    let units: String = names
        .iter()
        .cycle()
        .skip(number)
        .take(3 + number % 6)
        .map(|unit| format!("• {unit}\n"))
        .collect();
    format!(
        "Player: Player {number}\nEnforcers, Strike force, 1000 points\n\n• Captain (90 pts)\n\
         • {}x Marines\n{units}\nsee you there",
        5 + number % 5
    )
}

fn archive(name: &str, text: &str) -> Vec<u8> {
    let mut archive = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    archive.start_file(name, zip::write::SimpleFileOptions::default()).unwrap();
    archive.write_all(text.as_bytes()).unwrap();
    archive.finish().unwrap().into_inner()
}

/// One submission of the mix: what people send, in the shares in which they send it.
fn mixed(number: usize) -> (&'static str, Vec<u8>) {
    match number % 10 {
        0..=5 => ("txt", text(number).into_bytes()),
        6 => ("yaml", yaml(number).into_bytes()),
        7 => {
            let paragraphs: String =
                text(number).lines().map(|line| format!("<w:p><w:t>{line}</w:t></w:p>")).collect();
            ("docx", archive("word/document.xml", &format!("<w:body>{paragraphs}</w:body>")))
        }
        8 => ("zip", archive("list.yaml", &yaml(number))),
        _ if number % 50 == 49 => ("txt", b"Dear all, see you on Saturday.".to_vec()),
        _ => ("eml", format!("From: P {number} <p@example.org>\n\n{}", text(number)).into_bytes()),
    }
}

/// A folder of so many submissions.
fn folder(name: &str, count: usize, each: impl Fn(usize) -> (&'static str, Vec<u8>)) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("orbat-bench-{name}-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    for number in 0..count {
        let (ending, bytes) = each(number);
        fs::write(folder.join(format!("{number:05}.{ending}")), bytes).unwrap();
    }
    folder
}

/// How long the program takes for a folder on so many cores (0: all), and the most memory it holds.
fn check(folder: &Path, cores: usize) -> (Duration, u64) {
    let start = Instant::now();
    let mut program = Command::new(env!("CARGO_BIN_EXE_orbat"))
        .args(["event", "check", EVENT, "--format", "json"])
        .arg(folder)
        .env("RAYON_NUM_THREADS", cores.to_string())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let status = format!("/proc/{}/status", program.id());
    let mut peak = 0;
    while program.try_wait().unwrap().is_none() {
        let text = fs::read_to_string(&status).unwrap_or_default();
        let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kilobytes = line.and_then(|line| line.split_whitespace().next()?.parse().ok());
        peak = peak.max(kilobytes.unwrap_or(0));
        std::thread::sleep(Duration::from_millis(2));
    }
    (start.elapsed(), peak)
}

/// Reads every file and parses a list of the same size as JSON, on one core.
fn yardstick(folder: &Path) -> Duration {
    let json = serde_json::json!({
        "orbat": 1, "player": "Player 1", "system": "firefight", "faction": "enforcers",
        "points": 1000, "units": ["captain", { "unit": "marines", "models": 7 }, "marines", "ghosts",
        "engineers", "marines"],
    })
    .to_string();
    let start = Instant::now();
    for file in fs::read_dir(folder).unwrap() {
        std::hint::black_box(fs::read(file.unwrap().path()).unwrap());
        std::hint::black_box(serde_json::from_str::<serde_json::Value>(&json).unwrap());
    }
    start.elapsed()
}

fn line(what: &str, folder: &Path, count: usize, aim: &str) {
    let rate = |time: Duration| count as f64 / time.as_secs_f64();
    let best = |cores: usize| (0..3).map(|_| check(folder, cores)).min().unwrap();
    let (one, all) = (best(1), best(0));
    let yardstick = (0..3).map(|_| yardstick(folder)).min().unwrap();
    println!(
        "{what:<24} {:>8.0}/s one core {:>8.0}/s all cores {:>5} MB {:>9.0}/s yardstick   {aim}",
        rate(one.0),
        rate(all.0),
        all.1 / 1024,
        rate(yardstick)
    );
    fs::remove_dir_all(folder).unwrap();
}

fn main() {
    // `cargo test --benches` only wants to know that it runs.
    let is_test = std::env::args().any(|argument| argument == "--test");
    let counts: &[usize] = if is_test { &[20] } else { &[1_000, 10_000] };
    for count in counts.iter().copied() {
        let lists = folder("yaml", count, |number| ("yaml", yaml(number).into_bytes()));
        line(&format!("{count} YAML lists"), &lists, count, "20000/s on two cores");
        let texts = folder("text", count, |number| ("txt", text(number).into_bytes()));
        line(&format!("{count} pasted texts"), &texts, count, "2000/s");
        let mix = folder("mixed", count, mixed);
        line(&format!("{count} of everything"), &mix, count, "memory flat");
    }
}
