//! Emblems and portraits: shown on every sheet, part of the data, and nothing in them but a
//! picture.

use std::fs;

use super::support::browser::{browser, evaluate};
use super::support::program::{fails, folder, succeeds};

const DATA: &str = r#"system drawn "Drawn" {
  cost pts "points"
  profile model "Model" { Move int }
  category troop "Troops"
  chart std "Std" { slot troop 0..9 }
  faction_layout
  unit men "Men" : troop { models 1..5 man at 5  model man "Man" { Move 5 } }
  unit dogs "Dogs" : troop { models 1..5 dog at 5  model dog "Dog" { Move 9 } }
  deck signs "Signs" { size 0..9  types sign  card moon "Moon" : sign { note "Shines." } }
}
"#;

const LIST: &str = "orbat: 1\nsystem: drawn\nunits: [men, dogs]\ndeck: {moon: 1}\n";

const MARK: &str = r##"<?xml version="1.0"?><!-- made by hand -->
<svg xmlns="http://www.w3.org/2000/svg" xmlns:x="urn:x" viewBox="0 0 40 20" x:secret="note">
<title>secret note</title><rect width="40" height="20" fill="#0a0"/></svg>"##;

fn with(layout: &str) -> String {
    DATA.replace("faction_layout", &format!("layout card {{ {layout} }}"))
}

#[test]
fn pictures_are_shown_and_belong_to_the_data() {
    let layout = "emblem \"art/mark.svg\"  portrait \"art/mark.svg\" for men  portrait \"art/sign.svg\" for sign";
    let data = with(layout);
    let sign = MARK.replace("#0a0", "#00a");
    let files = [
        ("data/g.orbat", data.as_str()),
        ("data/art/mark.svg", MARK),
        ("data/art/sign.svg", &sign),
        ("list.yaml", LIST),
    ];
    let own = folder("print-pictures", &files);
    let path = |name: &str| own.join(name).display().to_string();
    let (data, list) = (path("data"), path("list.yaml"));
    let page = |more: &[&str]| {
        let start = ["--data", &data, "print", &list, "-o", "-"];
        succeeds(&[&start, more].concat())
    };
    let all = page(&[]);
    // Each is there once, however often it is shown, and without what the author did not draw.
    assert_eq!(all.matches("data:image/svg+xml;base64,").count(), 2);
    assert!(!all.contains("secret note") && !all.contains("made by hand"));
    // The men and the card of the deck have portraits, the dogs the symbol of their kind.
    assert_eq!(all.matches("<svg class=\"portrait\"").count(), 2);
    assert_eq!(all.matches("class=\"sym\"").count(), 1);
    assert!(page(&["--look", "plain"]).contains("style=\"filter: grayscale(1)\""));
    assert!(page(&["--sheet", "play"]).contains("#picture-1-"));
    let mark = |page: &str| {
        let at = page.rfind("list orbat1-").unwrap();
        page[at..].split(['<', '\n']).next().unwrap().to_owned()
    };
    let before = mark(&page(&["--to", "text", "--sheet", "roster"]));
    if let Some(browser) = browser() {
        let file = own.join("page.html");
        fs::write(&file, &all).unwrap();
        // It is loaded, and it is drawn where the card shows it.
        let probe = "const pictures = [...document.querySelectorAll('image')].map(image => image.href.baseVal.slice(0, 26));
            const box = document.querySelector('.portrait').getBoundingClientRect();
            const asked = performance.getEntriesByType('resource').filter(entry => !entry.name.startsWith('data:'));
            return [pictures, box.width > 100 && box.height > 20, asked.length];";
        let data = "data:image/svg+xml;base64,";
        assert_eq!(
            evaluate(&browser, &file, 1200, probe),
            serde_json::json!([[data, data], true, 0])
        );
    }
    fs::write(own.join("data/art/mark.svg"), MARK.replace("#0a0", "#0b0")).unwrap();
    assert_ne!(mark(&page(&["--to", "text", "--sheet", "roster"])), before);
}

#[cfg(unix)]
#[test]
fn pictures_stay_in_the_folder_of_the_data() {
    let data = with("portrait \"link.svg\" for men");
    let files = [("secret.svg", MARK), ("data/g.orbat", data.as_str())];
    let own = folder("print-picture-link", &files);
    std::os::unix::fs::symlink(own.join("secret.svg"), own.join("data/link.svg")).unwrap();
    let said = fails(1, &["data", "check", own.join("data").to_str().unwrap()]);
    assert!(said.contains("`link.svg` cannot be shown: it lies outside the data folder"), "{said}");
    // A pipe is not waited for.
    fs::remove_file(own.join("data/link.svg")).unwrap();
    let pipe = own.join("data/link.svg");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let said = fails(1, &["data", "check", own.join("data").to_str().unwrap()]);
    assert!(said.contains("it is no file"), "{said}");
}

#[test]
fn a_file_names_no_more_pictures_than_anybody_needs() {
    let lines: String = (0..501).map(|at| format!("portrait \"{at}.svg\" for men ")).collect();
    let data = with(&lines);
    let names: Vec<String> = (0..501).map(|at| format!("data/{at}.svg")).collect();
    let mut files = vec![("data/g.orbat", data.as_str())];
    files.extend(names.iter().map(|name| (name.as_str(), MARK)));
    let own = folder("print-many-pictures", &files);
    let said = fails(1, &["data", "check", own.join("data").to_str().unwrap()]);
    assert!(said.contains("`500.svg` cannot be shown: too many pictures"), "{said}");
    assert!(!said.contains("`499.svg`"), "{said}");
}
