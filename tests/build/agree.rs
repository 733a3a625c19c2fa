//! Whatever a search calls legal is legal by the verdict on the text that it writes: for every list
//! of every folder of cases.

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use orbat::internals::builder::{Builder, CompleteOptions, Completion};
use orbat::internals::engine::Ruleset;
use orbat::internals::list::{List, load_list, rewrite};
use orbat::internals::source::Sources;

use crate::command::{folder, says};
use crate::support::verdict::{Table, Tables};
use crate::support::{files_below, root};

/// How often a search may ask whether to go on: enough for some answer, and the same on every
/// machine.
const PATIENCE: usize = 16;

/// One list in so many is repaired, too. The ledger has a test of its own for that.
const REPAIRED: usize = 40;

/// What a search says of a list that the verdict does not, if anything.
fn disagreement(table: &mut Table, text: &str, repairs: bool) -> Option<String> {
    let verdict = table.judge("list.yaml", text).legal;
    let mut sources = Sources::default();
    let source = sources.add("list.yaml", text);
    let (Some(list), found) = load_list(&sources, source) else { return None };
    // Commands refuse what cannot be read as a whole, and lists of other games.
    if !found.is_empty() || list.system.value != table.game.id {
        return None;
    }
    let rules = Ruleset::new(&table.game);
    let list = rules.with_new_names(&list).unwrap_or(list);
    if rules.assess(&list).is_legal() != verdict {
        return Some(format!("a search calls it {}", if verdict { "illegal" } else { "legal" }));
    }
    let builder = Builder::new(&rules);
    let asked = AtomicUsize::new(0);
    let should_continue = |_: &str| asked.fetch_add(1, Ordering::Relaxed) < PATIENCE;
    let options = CompleteOptions { spend: false, seed: 1, should_continue: &should_continue };
    let mut written: Vec<(List, bool)> = Vec::new();
    if let Completion::Done { list, .. } = builder.complete(&list, &options) {
        written.push((*list, true));
    }
    if repairs {
        let repair = builder.repair(&sources, &list, &|_| true);
        written.extend(repair.ways.into_iter().map(|way| (way.list, true)));
        written.extend(repair.partial.into_iter().map(|partial| (partial.repairs.list, false)));
    }
    written.into_iter().find_map(|(list, is_legal)| {
        let new = rewrite(text, &list).ok()?;
        let legal = table.judge("list.yaml", &new).legal;
        (legal != is_legal).then(|| format!("said {is_legal}, judged {legal}:\n{new}"))
    })
}

#[test]
fn what_is_called_legal_is_judged_legal() {
    let mut tables = Tables::default();
    let mut count = 0;
    let mut wrong = String::new();
    let lists: Vec<_> = files_below(&root().join("tests"), "yaml");
    for (number, path) in lists.iter().enumerate() {
        let Ok(text) = fs::read_to_string(path) else { continue };
        if !is_list(path, &text) {
            continue;
        }
        count += 1;
        let table = tables.table_of(path, &text);
        let is_of_ledger = path.starts_with(root().join("tests/ledger"));
        let repairs = !is_of_ledger && number % REPAIRED == 0;
        if let Some(said) = disagreement(table, &text, repairs) {
            wrong += &format!("{}: {said}\n", path.strip_prefix(root()).unwrap().display());
        }
    }
    assert!(count > 1_000, "only {count} lists");
    assert!(wrong.is_empty(), "{wrong}");
}

/// Collections and other files beside lists are none.
fn is_list(path: &Path, text: &str) -> bool {
    let is_owned = path.file_stem().is_some_and(|stem| stem.to_string_lossy().contains("owned"));
    !is_owned && text.lines().any(|line| line.starts_with("units:") || line.contains("units"))
}

/// A misspelt name under `derived` was set aside as a sum, and the list was called legal.
#[test]
fn a_misspelt_sum_is_not_called_legal() {
    let folder = folder("agree-derived");
    let text = "orbat: 1\nsystem: firefight\nfaction: enforcers\nderived: {comand_dice: 5}\nunits:\n  - unit: captain\n  - unit: marines\n";
    fs::write(folder.join("a.yaml"), text).unwrap();
    let said = says(&folder, 1, &["complete", "a.yaml"]);
    assert!(!said.contains("legal as it is") && said.contains("derived"), "{said}");
    assert_eq!(fs::read_to_string(folder.join("a.yaml")).unwrap(), text);
    fs::remove_dir_all(folder).unwrap();
}
