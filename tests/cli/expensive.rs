//! Data that takes more than anybody has: every command ends and says so, and none says otherwise.

use std::path::Path;

use crate::support::program::{fails, folder, succeeds};

const HEAD: &str = "system g \"G\" {\n  cost pts \"points\"\n  profile model \"Model\" { SP int }\n  \
                    category troop \"Troops\"\n  chart std \"Std\" { slot troop 0..50 }\n  \
                    model m \"M\" { SP 5 }\n";
const LIST: &str = "orbat: 1\nsystem: g\nchart: std\nunits: [a]\n";

/// More steps than one list has, whatever the number.
const MUCH: &str = "sum(sum(a * b for a in 1..(9999 * size)) for b in 1..9999)";

fn game(of: &str) -> String {
    format!("{HEAD}{of}\n}}\n")
}

/// Runs a command on a list `l.yaml` of a game with this in it.
fn run(name: &str, of: &str, work: impl Fn(&str, &str)) {
    let folder = folder(name, &[("l.yaml", LIST), ("data/g.orbat", &game(of))]);
    let path = |name: &str| Path::new(&folder).join(name).to_str().unwrap().to_owned();
    work(&path("l.yaml"), &path("data"));
    std::fs::remove_dir_all(&folder).unwrap();
}

/// A value that no rule asks for, but the verdict shows.
#[test]
fn searches_call_no_list_legal_that_check_cannot_decide() {
    let derive = format!(
        "unit a \"A\" : troop {{ models 1..9 m at 1 }}\n  derive d \"D\" = {}",
        MUCH.replace("size", "count(units)")
    );
    run("expensive-value", &derive, |list, data| {
        for command in ["check", "fix", "suggest", "complete", "print", "diff"] {
            let more: &[&str] = match command {
                "print" => &["-o", "-", "--to", "text"],
                "diff" => &[list],
                _ => &[],
            };
            let arguments = [&[command, list, "--data", data], more].concat();
            let output = fails(2, &arguments);
            assert!(output.contains("list.too_expensive"), "{command}: {output}");
            assert!(!output.contains("legal as it is"), "{command}: {output}");
        }
    });
}

/// What only paper shows.
#[test]
fn a_printout_lacks_nothing_silently() {
    let note = format!("unit a \"A\" : troop {{ models 1..9 m at 1  note \"{{{MUCH}}} dice\" }}");
    run("expensive-note", &note, |list, data| {
        succeeds(&["check", list, "--data", data]);
        let output = fails(2, &["print", list, "--data", data, "--to", "text", "-o", "-"]);
        assert!(output.contains("too expensive") && output.contains("nothing was printed"));
        assert!(!output.contains("dice"), "{output}");
    });
}

/// Each alone is within the bounds of one list; together they would take minutes.
#[test]
fn pages_and_suggestions_about_many_units_end() {
    let price = "(sum(sum(a * b for a in 1..(1400 * size)) for b in 1..1400))";
    let mut units = "unit a \"A\" : troop { models 1..9 m at 1 }\n".to_owned();
    for unit in 0..200 {
        units += &format!("  unit u{unit} \"U\" : troop {{ models 1..9 m at {price} }}\n");
    }
    run("expensive-units", &units, |_, data| {
        let output = fails(2, &["units", "g", "--data", data]);
        assert!(output.contains("values are missing"), "{output}");
    });
}
