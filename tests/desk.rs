//! The tournament desk: pasted text read back, in our own forms and in those of other programs.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test may fail loudly"
)]

#[path = "desk/corpus.rs"]
mod corpus;
#[path = "desk/event.rs"]
mod event;
#[path = "desk/strangers.rs"]
mod strangers;
mod support;

use std::collections::BTreeMap;
use std::fs;

use corpus::{Dice, FAMILIES, Meant, NO_LISTS};
use orbat::internals::builder::{draft_paper, single_edits};
use orbat::internals::engine::Ruleset;
use orbat::internals::list::load_list;
use orbat::internals::render::{OutputFormat, PrintJob, Renderer, Sheet};
use orbat::{Data, Paper, ReadHints, SourceId, Sources, TextKind, TextReader, decode};
use support::{files_below, root};

const FORMS: [(&str, OutputFormat); 4] = [
    ("text", OutputFormat::Text),
    ("markdown", OutputFormat::Markdown),
    ("discord", OutputFormat::Discord),
    ("bbcode", OutputFormat::Bbcode),
];

/// A list in YAML, as it would be printed.
fn paper(rules: &Ruleset<'_>, sources: &Sources, text: &str) -> Option<Paper> {
    let sources = sources.with_list_of(&Sources::of_list("list.yaml", text));
    let (list, found) = load_list(&sources, SourceId::LIST);
    let list = list.filter(|_| found.is_empty())?;
    draft_paper(rules, &sources, SourceId::LIST, &list).ok()
}

fn fingerprint(rules: &Ruleset<'_>, sources: &Sources, text: &str) -> Option<String> {
    paper(rules, sources, text)?.fingerprint
}

/// Lists whose printouts leave out what tells them apart: a player's name with a comma in it where
/// names have no marks, a faction's two words for one thing, a model that leads twice, a power
/// twice for two reasons. They must be asked about.
const LOSSY: &[&str] = &["clones-of-manon", "DA-02.bad.3", "MM-04.bad.2", "once_each.bad.4"];

/// Every example and every list of the ledger, printed in each text form and read back, is the same
/// army.
#[test]
fn our_own_forms_read_back_as_the_same_army() {
    let data = Data::open(&[]).unwrap();
    let only = std::env::var("ORBAT_DESK_ONLY").unwrap_or_default();
    let (mut read, mut wrong) = (0, Vec::new());
    for heading in data.systems() {
        let loaded = data.game(&heading.id).unwrap();
        let (game, sources) = (&loaded.game, &loaded.sources);
        let (rules, reader) = (Ruleset::new(game), TextReader::new(game));
        let folders = [
            root().join("examples").join(&heading.id),
            root().join("tests/ledger").join(&heading.id),
        ];
        for path in folders.iter().flat_map(|folder| files_below(folder, "yaml")) {
            let text = fs::read_to_string(&path).unwrap();
            let Some(paper) = paper(&rules, sources, &text) else { continue };
            let Some(own) = paper.fingerprint.clone() else { continue };
            let name = path.strip_prefix(root()).unwrap().display().to_string();
            if !name.contains(&only) {
                continue;
            }
            for (form, format) in FORMS {
                let job =
                    PrintJob { sheets: vec![Sheet::Roster], ..PrintJob::new(vec![paper.clone()]) };
                let printed = Renderer::new(format, &[]).unwrap().print(&job).unwrap();
                let reading = reader.read(&printed, &ReadHints::default());
                read += 1;
                let back =
                    reading.list.as_deref().and_then(|list| fingerprint(&rules, sources, list));
                let is_lossy = LOSSY.iter().any(|lossy| name.contains(lossy));
                if is_lossy && reading.kind == TextKind::Questions {
                    continue;
                }
                if back.as_ref() != Some(&own) || reading.kind != TextKind::List {
                    let asked: Vec<String> = reading.questions.iter().map(orbat::ask).collect();
                    if !only.is_empty() {
                        println!("{text}\n{printed}\n{}", reading.list.unwrap_or_default());
                    }
                    wrong.push(format!("{name} as {form}: {asked:?}"));
                }
            }
        }
    }
    let mut by_form: BTreeMap<&str, usize> = BTreeMap::new();
    for line in &wrong {
        let form = line.split(" as ").nth(1).unwrap().split(':').next().unwrap();
        *by_form.entry(form).or_default() += 1;
    }
    assert!(
        wrong.is_empty(),
        "{} of {read} differ {by_form:?}:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
    assert!(only.len() > 1 || read > 2000, "only {read} were read");
}

/// Random legal lists of a game: those of examples and ledger, each changed in a few ways.
fn random_lists(
    rules: &Ruleset<'_>,
    sources: &Sources,
    system: &str,
    count: usize,
    dice: &mut Dice,
) -> Vec<Paper> {
    let folders = [root().join("examples").join(system), root().join("tests/ledger").join(system)];
    let texts = folders.iter().flat_map(|folder| files_below(folder, "yaml"));
    let texts: Vec<String> = texts.map(|path| fs::read_to_string(path).unwrap()).collect();
    let mut papers = Vec::new();
    while papers.len() < count {
        let sources =
            sources.with_list_of(&Sources::of_list("list.yaml", &texts[dice.below(texts.len())]));
        let (Some(mut list), found) = load_list(&sources, SourceId::LIST) else { continue };
        if !found.is_empty() || !list.designs.is_empty() || !rules.assess(&list).is_legal() {
            continue;
        }
        for _ in 0..4 {
            let edits = single_edits(rules, &list);
            if edits.is_empty() {
                break;
            }
            let edit = &edits[dice.below(edits.len())];
            if let Ok(changed) = edit.applied_to(&list)
                && rules.assess(&changed).is_legal()
            {
                list = changed;
            }
        }
        let paper = draft_paper(rules, &sources, SourceId::LIST, &list).unwrap();
        let units: usize = paper
            .forces
            .iter()
            .flat_map(|force| &force.groups)
            .map(|group| group.units.len())
            .sum();
        if units >= 2 && paper.legal {
            papers.push(paper);
        }
    }
    papers
}

/// What reading a family of texts came to.
#[derive(Debug, Default)]
struct Tally {
    texts: usize,
    units: usize,
    units_right: usize,
    options: usize,
    options_right: usize,
    questions: usize,
    silent: Vec<String>,
}

/// Texts in the ways of other programs and of people, with noise: whatever is read wrongly is asked
/// about.
#[test]
fn texts_of_every_family_are_read_without_silent_errors() {
    let data = Data::open(&[]).unwrap();
    let mut tallies: BTreeMap<&str, Tally> = BTreeMap::new();
    let per_game =
        std::env::var("ORBAT_DESK_LISTS").ok().and_then(|count| count.parse().ok()).unwrap_or(5);
    for (number, heading) in data.systems().iter().enumerate() {
        let loaded = data.game(&heading.id).unwrap();
        let (rules, reader) = (Ruleset::new(&loaded.game), TextReader::new(&loaded.game));
        let mut dice = Dice::new(number as u64 + 1);
        for (at, list) in random_lists(&rules, &loaded.sources, &heading.id, per_game, &mut dice)
            .iter()
            .enumerate()
        {
            let meant = corpus::meant(list);
            for family in FAMILIES {
                let text = corpus::text(list, family, &mut dice, 6);
                let reading = reader.read(&decode(text.as_bytes()), &ReadHints::default());
                let back =
                    reading.list.as_deref().and_then(|list| paper(&rules, &loaded.sources, list));
                let read = back.as_ref().map(corpus::meant).unwrap_or_default();
                let tally = tallies.entry(family).or_default();
                tally.add(&meant, &read);
                tally.questions += reading.questions.len();
                if read != meant && reading.questions.is_empty() {
                    tally.silent.push(format!(
                        "{} {family} {at}:\n{text}\nmeant {meant:?}\nread  {read:?}\n",
                        heading.id
                    ));
                }
                if std::env::var("ORBAT_DESK_SHOW").is_ok_and(|show| show == *family)
                    && !reading.questions.is_empty()
                {
                    println!(
                        "{text}\n{:?}",
                        reading.questions.iter().map(orbat::ask).collect::<Vec<_>>()
                    );
                }
            }
        }
    }
    assert!(tallies.values().map(|tally| tally.texts).sum::<usize>() >= 300);
    assert_no_silent(&tallies);
}

/// Prints what reading came to; nothing may be wrong without a question.
fn assert_no_silent(tallies: &BTreeMap<&str, Tally>) {
    let mut silent = Vec::new();
    for (family, tally) in tallies {
        let Tally { texts, units, units_right, options, options_right, questions, .. } = tally;
        println!(
            "{family:14} {texts} texts: units {units_right}/{units}, options {options_right}/{options}, questions {questions}, silent errors {}",
            tally.silent.len()
        );
        silent.extend(&tally.silent);
    }
    assert!(
        silent.is_empty(),
        "{} silent errors\n{}",
        silent.len(),
        silent.iter().take(40).map(|text| text.as_str()).collect::<Vec<_>>().join("\n")
    );
}

/// The same for ways of writing that the reader was not made from, and for armies that no example
/// shows.
#[test]
fn texts_of_strangers_are_read_without_silent_errors() {
    let data = Data::open(&[]).unwrap();
    let number = |name: &str| std::env::var(name).ok().and_then(|count| count.parse().ok());
    let per_game: usize = number("ORBAT_DESK_LISTS").unwrap_or(4);
    let seed: u64 = number("ORBAT_DESK_SEED").map_or(7, |seed: usize| seed as u64);
    let mut tallies: BTreeMap<&str, Tally> = BTreeMap::new();
    let systems = data.systems();
    let found: Vec<Vec<Read>> = std::thread::scope(|scope| {
        let works: Vec<_> = systems
            .iter()
            .enumerate()
            .map(|(at, heading)| {
                let data = &data;
                scope.spawn(move || read_strangers(data, &heading.id, at as u64 + seed, per_game))
            })
            .collect();
        works.into_iter().map(|work| work.join().unwrap()).collect()
    });
    for (style, meant, read, questions, words) in found.into_iter().flatten() {
        let tally = tallies.entry(style).or_default();
        tally.add(&meant, &read);
        tally.questions += questions;
        if read != meant && questions == 0 {
            tally.silent.push(words);
        }
    }
    assert_no_silent(&tallies);
}

type Read = (&'static str, Vec<Meant>, Vec<Meant>, usize, String);

fn read_strangers(data: &Data, system: &str, seed: u64, count: usize) -> Vec<Read> {
    let loaded = data.game(system).unwrap();
    let (rules, reader) = (Ruleset::new(&loaded.game), TextReader::new(&loaded.game));
    let mut dice = Dice::new(seed);
    let mut all = Vec::new();
    let mut lists = Vec::new();
    while lists.len() < count {
        lists.extend(strangers::random_list(&rules, &loaded.game, &mut dice));
    }
    for list in lists {
        let empty = Sources::of_list("list.yaml", "");
        let sources = loaded.sources.with_list_of(&empty);
        let Ok(printed) = draft_paper(&rules, &sources, SourceId::LIST, &list) else { continue };
        let meant = corpus::meant(&printed);
        for style in strangers::STYLES {
            let text = strangers::text(&printed, style, &mut dice, 7);
            let bytes = strangers::sent(&text, &mut dice);
            let reading = reader.read(&decode(&bytes), &ReadHints::default());
            let back =
                reading.list.as_deref().and_then(|list| paper(&rules, &loaded.sources, list));
            let read = back.as_ref().map(corpus::meant).unwrap_or_default();
            let asked: Vec<String> = reading.questions.iter().map(orbat::ask).collect();
            let words = format!("{system} {style}\n{text}\nmeant {meant:?}\nread  {read:?}\n");
            if std::env::var("ORBAT_DESK_SHOW").is_ok_and(|show| show == *style || show == "all")
                && !asked.is_empty()
            {
                println!("{words}ASKED {style} {asked:#?}");
            }
            all.push((*style, meant.clone(), read, asked.len(), words));
        }
    }
    all
}

impl Tally {
    fn add(&mut self, meant: &[Meant], read: &[Meant]) {
        self.texts += 1;
        let mut left = read.to_vec();
        for unit in meant {
            self.units += 1;
            self.options += unit.options.len();
            let same = |other: &Meant| other.unit == unit.unit && other.models == unit.models;
            let exact =
                left.iter().position(|other| other == unit).or_else(|| left.iter().position(same));
            if let Some(at) = exact {
                let found = left.remove(at);
                self.units_right += 1;
                self.options_right +=
                    unit.options.iter().filter(|option| found.options.contains(option)).count();
            }
        }
    }
}

#[test]
fn what_is_no_list_is_told_to_be_none() {
    let data = Data::open(&[]).unwrap();
    for text in NO_LISTS {
        let reading = orbat::read_text(&data, None, text, &ReadHints::default()).unwrap();
        assert_eq!(reading.kind, TextKind::NotAList, "{text}");
    }
}

/// The verdicts of `orbat event check`, by player.
#[cfg(unix)]
fn verdicts(event: &str, paths: &[&std::path::Path]) -> Vec<(String, String)> {
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_orbat"))
        .args(["event", "check", event, "--format", "json"])
        .args(paths)
        .current_dir(root())
        .output()
        .unwrap();
    let entries: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let text = |entry: &serde_json::Value, key: &str| entry[key].as_str().unwrap().to_owned();
    let entries = entries.as_array().unwrap().iter();
    entries.map(|entry| (text(entry, "player"), text(entry, "verdict"))).collect()
}

/// Whatever else lies in the folder, every list in it gets its verdict.
#[cfg(unix)]
#[test]
fn one_bad_submission_stops_no_other() {
    let folder = std::env::temp_dir().join(format!("orbat-desk-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let list = "Enforcers\nCaptain (90 Points)\n7x Marines (164 Points)\n";
    let write = |name: &str, bytes: &[u8]| fs::write(folder.join(name), bytes).unwrap();
    write("a-good.txt", list.as_bytes());
    write("b-empty.txt", b"");
    write("c-broken.zip", b"PK\x03\x04 nothing");
    write("d-broken.docx", b"no archive");
    write("e-long.txt", "prose without end\n".repeat(5_000).as_bytes());
    write("f-bytes.txt", &[0xFF, 0xFE, 0x00, 0xD8, 0x01]);
    write("g-large.txt", &vec![b'x'; 17 << 20]);
    write("h-link.txt", b"https://example.org/#o1.AAAA");
    write("i-not.yaml", b"{{{");
    // More lists than a file among others may hold.
    let mut archive = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for number in 0..1_100 {
        let plain = zip::write::SimpleFileOptions::default();
        archive.start_file(format!("{number}.txt"), plain).unwrap();
        std::io::Write::write_all(&mut archive, b"x").unwrap();
    }
    write("l-many.zip", &archive.finish().unwrap().into_inner());
    fs::File::create(folder.join("m-sparse.txt")).unwrap().set_len(1 << 30).unwrap();
    write("z-good.txt", list.as_bytes());
    std::os::unix::fs::symlink(&folder, folder.join("j-loop")).unwrap();
    let pipe = folder.join("k-pipe.txt");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let found = verdicts("examples/events/spring-open.orbat", &[&folder]);
    fs::remove_dir_all(&folder).unwrap();
    let (many, found): (Vec<_>, Vec<_>) = found
        .into_iter()
        .partition(|(name, verdict)| verdict == "not_a_list" && name.parse::<usize>().is_ok());
    assert_eq!(many.len(), 1_000);
    let of = |player: &str| {
        found.iter().find(|(name, _)| name == player).map(|(_, verdict)| verdict.as_str())
    };
    assert_eq!(found.len(), 14, "{found:?}");
    assert_eq!((of("a-good"), of("z-good")), (Some("legal"), Some("legal")), "{found:?}");
    let bad = ["b-empty", "c-broken", "d-broken", "g-large", "h-link", "i-not", "j-loop", "k-pipe"];
    for bad in bad.into_iter().chain(["l-many", "m-sparse"]) {
        assert_eq!(of(bad), Some("unreadable"), "{bad}: {found:?}");
    }
    assert_eq!(of("e-long"), Some("not_a_list"));
}
