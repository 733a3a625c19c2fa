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
    let mut silent = Vec::new();
    for (family, tally) in &tallies {
        let Tally { texts, units, units_right, options, options_right, questions, .. } = tally;
        println!(
            "{family:14} {texts} texts: units {units_right}/{units}, options {options_right}/{options}, questions {questions}, silent errors {}",
            tally.silent.len()
        );
        silent.extend(&tally.silent);
    }
    assert!(tallies.values().map(|tally| tally.texts).sum::<usize>() >= 300);
    assert!(
        silent.is_empty(),
        "{} silent errors\n{}",
        silent.len(),
        silent.iter().take(12).map(|text| text.as_str()).collect::<Vec<_>>().join("\n")
    );
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
    write("z-good.txt", list.as_bytes());
    std::os::unix::fs::symlink(&folder, folder.join("j-loop")).unwrap();
    let pipe = folder.join("k-pipe.txt");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let found = verdicts("examples/events/spring-open.orbat", &[&folder]);
    fs::remove_dir_all(&folder).unwrap();
    let of = |player: &str| {
        found.iter().find(|(name, _)| name == player).map(|(_, verdict)| verdict.as_str())
    };
    assert_eq!(found.len(), 12, "{found:?}");
    assert_eq!((of("a-good"), of("z-good")), (Some("legal"), Some("legal")), "{found:?}");
    for bad in ["b-empty", "c-broken", "d-broken", "g-large", "h-link", "i-not", "j-loop", "k-pipe"]
    {
        assert_eq!(of(bad), Some("unreadable"), "{bad}: {found:?}");
    }
    assert_eq!(of("e-long"), Some("not_a_list"));
}
