//! What the page in a browser asks: the calls, and the server that carries them.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test may fail loudly"
)]

mod support;

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::sync::LazyLock;

use orbat::Data;
use orbat::web::{respond, respond_in_parts};
use serde_json::{Value, json};
use support::schema::objection;
use support::{files_below, root};

static DATA: LazyLock<Data> = LazyLock::new(|| Data::open(&[]).unwrap());

fn call(name: &str, body: &Value) -> (u16, Value) {
    let answer = respond(&DATA, name, &body.to_string(), &|_| true);
    (answer.status, serde_json::from_str(&answer.body).unwrap())
}

/// The answer to a call that must succeed.
fn asked(name: &str, body: Value) -> Value {
    let (status, answer) = call(name, &body);
    assert_eq!(status, 200, "{name} {body}: {answer}");
    answer
}

fn examples() -> Vec<(String, String)> {
    let files = files_below(&root().join("examples"), "yaml");
    assert!(files.len() > 20);
    let text = |path: &std::path::PathBuf| fs::read_to_string(path).unwrap();
    files.iter().map(|path| (path.display().to_string(), text(path))).collect()
}

fn units(view: &Value) -> Vec<Value> {
    let all = |value: &Value, key: &str| value[key].as_array().cloned().unwrap_or_default();
    let groups = all(view, "forces").into_iter().flat_map(|force| all(&force, "groups"));
    groups.collect::<Vec<_>>().iter().flat_map(|group| all(group, "units")).collect()
}

#[test]
fn the_page_is_told_what_check_says() {
    for (name, text) in examples() {
        let view = &asked("turn", json!({ "list": text }))["view"];
        let report = asked("check", json!({ "list": text }));
        for key in ["legal", "points", "limit", "fingerprint", "data"] {
            assert_eq!(view[key], report[key], "{name}: {key}");
        }
        assert_eq!(units(view).len(), report["units"].as_array().unwrap().len(), "{name}");
        let messages = |value: &Value| -> Vec<String> {
            let issues = value["issues"].as_array().unwrap();
            issues.iter().map(|issue| issue["message"].as_str().unwrap().to_lowercase()).collect()
        };
        assert_eq!(messages(view), messages(&report), "{name}");
    }
}

/// Unfinished is not wrong: what only additions mend is to be added.
#[test]
fn an_empty_list_is_not_wrong() {
    for system in asked("systems", json!({})).as_array().unwrap() {
        let game = asked("game", json!({ "system": system["id"] }));
        for faction in game["factions"].as_array().unwrap() {
            let new = json!({ "system": system["id"], "faction": faction["id"], "points": 1000 });
            let new = if system["id"] == "warzone" {
                json!({ "system": "warzone", "faction": faction["id"], "chart": "standard", "points": 1000 })
            } else {
                new
            };
            let list = asked("new", new)["list"].clone();
            let view = &asked("turn", json!({ "list": list }))["view"];
            assert_eq!(view["to_fix"], 0, "{}: {}", faction["id"], view["issues"]);
        }
    }
}

#[test]
fn every_offered_fix_mends_what_it_says() {
    for (name, text) in examples() {
        let view = &asked("turn", json!({ "list": text }))["view"];
        for issue in view["issues"].as_array().unwrap() {
            for fix in issue["fixes"].as_array().unwrap() {
                let changes = json!([{ "edits": fix["edits"] }]);
                let after = asked("turn", json!({ "list": text, "changes": changes }));
                let errors = |view: &Value| {
                    view["to_fix"].as_u64().unwrap() + view["to_add"].as_u64().unwrap()
                };
                let mended = errors(view) - errors(&after["view"]);
                assert_eq!(json!(mended), fix["mends"], "{name}: {}", fix["text"]);
                let moved =
                    after["view"]["points"].as_i64().unwrap() - view["points"].as_i64().unwrap();
                assert_eq!(json!(moved), fix["points"], "{name}: {}", fix["text"]);
                let text = fix["text"].as_str().unwrap();
                assert!(!text.contains("(line "), "a page shows no lines: {text}");
            }
        }
    }
}

/// What the catalogue says fits leaves the list as legal as it was, at the price it says.
#[test]
fn what_fits_can_be_added_at_its_price() {
    for (name, text) in examples().into_iter().step_by(3) {
        let view = &asked("turn", json!({ "list": text }))["view"];
        let catalogue = asked("catalogue", json!({ "list": text }));
        let rows = catalogue["units"].as_array().unwrap();
        assert!(!rows.is_empty(), "{name}");
        let groups: Vec<&Value> =
            catalogue["groups"].as_array().unwrap().iter().map(|group| &group["id"]).collect();
        for row in rows {
            assert!(groups.contains(&&row["group"]), "{name}: {row}");
            assert_eq!(row["fits"] == true, row["why"].as_array().unwrap().is_empty(), "{row}");
        }
        for row in rows.iter().filter(|row| row["fits"] == true).take(4) {
            let add = json!([{ "add": { "unit": row["unit"], "to": row["to"] } }]);
            let after = asked("turn", json!({ "list": text, "changes": add }));
            assert!(after["unit"].is_string(), "{name}: {row}");
            assert_eq!(after["view"]["to_fix"], view["to_fix"], "{name}: {}", row["title"]);
            let moved =
                after["view"]["points"].as_i64().unwrap() - view["points"].as_i64().unwrap();
            assert_eq!(json!(moved), row["points"], "{name}: {}", row["title"]);
        }
    }
}

/// Rows are told as they are found, and one can be asked about alone. One that is stopped says so.
#[test]
fn the_catalogue_is_told_row_by_row() {
    let text = fs::read_to_string(root().join("examples/firefight/patrol.yaml")).unwrap();
    let body = json!({ "list": text }).to_string();
    let told = std::sync::Mutex::new(Vec::new());
    let tell = |part: String| told.lock().unwrap().push(part);
    let answer = respond_in_parts(&DATA, "catalogue", &body, &|_| true, &tell);
    let answer: Value = serde_json::from_str(&answer.body).unwrap();
    assert_eq!(answer["is_whole"], true);
    let told: Vec<Value> =
        told.into_inner().unwrap().iter().map(|part| serde_json::from_str(part).unwrap()).collect();
    let found: Vec<&Value> = told.iter().filter_map(|part| part.get("found")).collect();
    let groups = found[0]["groups"].as_array().unwrap();
    assert!(answer["groups"].as_array().unwrap().iter().all(|group| groups.contains(group)));
    let rows: Vec<&Value> = found[1..].iter().map(|part| &part["unit"]).collect();
    let all = answer["units"].as_array().unwrap();
    assert_eq!(rows.len(), all.len());
    assert!(all.iter().all(|row| rows.contains(&row)));
    let marines = asked("catalogue", json!({ "list": text, "unit": "marines" }));
    let of_all: Vec<&Value> = all.iter().filter(|row| row["unit"] == "marines").collect();
    assert_eq!(marines["units"].as_array().unwrap().iter().collect::<Vec<_>>(), of_all);
    let asked = std::sync::atomic::AtomicUsize::new(0);
    let few = |_: &str| asked.fetch_add(1, std::sync::atomic::Ordering::Relaxed) < 3;
    let stopped = respond(&DATA, "catalogue", &body, &few);
    let stopped: Value = serde_json::from_str(&stopped.body).unwrap();
    assert_eq!(stopped["is_whole"], false);
    assert!(stopped["units"].as_array().unwrap().len() <= 3);
}

/// A force of another faction says which it may have, and takes another.
#[test]
fn allied_forces_may_change_their_faction() {
    let data = Data::open(&[root().join("tests/verdicts/allied")]).unwrap();
    let ask = |call: &str, body: Value| {
        let answer = respond(&data, call, &body.to_string(), &|_| true);
        assert_eq!(answer.status, 200, "{call}: {}", answer.body);
        serde_json::from_str::<Value>(&answer.body).unwrap()
    };
    let list = fs::read_to_string(root().join("tests/verdicts/allied/ally.ok.yaml")).unwrap();
    let view = &ask("turn", json!({ "list": list }))["view"];
    let forces = view["forces"].as_array().unwrap();
    let name = &forces.iter().find(|force| force["faction"] == "Lake").unwrap()["name"];
    let sheet = ask("force", json!({ "list": list, "force": name }));
    assert_eq!(sheet["faction"], "lake");
    let factions: Vec<&str> = sheet["factions"]
        .as_array()
        .unwrap()
        .iter()
        .map(|faction| faction["id"].as_str().unwrap())
        .collect();
    assert_eq!(factions, ["lake", "wood"]);
    let changes = json!([{ "force": { "force": name, "faction": "wood" } }]);
    let after = ask("turn", json!({ "list": list, "changes": changes }));
    assert!(!after["list"].as_str().unwrap().contains("faction: lake"), "{}", after["list"]);
}

/// Every control of a unit does what it shows.
#[test]
fn controls_of_units_work() {
    let mut tried = 0;
    for (name, text) in examples().into_iter().step_by(2) {
        let view = &asked("turn", json!({ "list": text }))["view"];
        for unit in units(view).iter().take(3) {
            let sheet = asked("unit", json!({ "list": text, "unit": unit["id"] }));
            assert_eq!(sheet["points"], unit["points"], "{name}: {}", unit["id"]);
            let mut first = Vec::new();
            if sheet["shares_line"] == true {
                first.push(json!({ "part": { "unit": unit["id"] } }));
            }
            for choice in sheet["choices"].as_array().unwrap() {
                for option in choice["options"].as_array().unwrap().iter().take(4) {
                    for (key, by) in [("more", 1), ("less", -1)] {
                        let Some(edits) = option[key].as_array() else { continue };
                        let mut changes = first.clone();
                        changes.push(json!({ "edits": edits }));
                        let after = asked("turn", json!({ "list": text, "changes": changes }));
                        let again =
                            asked("unit", json!({ "list": after["list"], "unit": after["unit"] }));
                        let taken = |sheet: &Value| -> Option<i64> {
                            let choices = sheet["choices"].as_array()?.iter();
                            let same = choices.filter(|known| {
                                known["title"] == choice["title"] && known["of"] == choice["of"]
                            });
                            same.flat_map(|known| known["options"].as_array().unwrap())
                                .find(|known| known["option"] == option["option"])
                                .and_then(|known| known["taken"].as_i64())
                        };
                        let before = option["taken"].as_i64().unwrap();
                        // An option whose choice has closed with it is gone.
                        if let Some(now) = taken(&again) {
                            assert_eq!(now, before + by, "{name}: {} {key}", option["title"]);
                        }
                        tried += 1;
                    }
                }
            }
        }
    }
    assert!(tried > 50, "only {tried} controls");
}

#[test]
fn links_hold_the_list_and_are_short() {
    let mut lengths = Vec::new();
    for (name, text) in examples() {
        let shared = asked("share", json!({ "list": text }));
        let back = asked("link", json!({ "link": shared["fragment"] }));
        let told = |list: &Value| asked("check", json!({ "list": list }))["fingerprint"].clone();
        assert_eq!(told(&back["list"]), told(&json!(text)), "{name}");
        lengths.push(shared["fragment"].as_str().unwrap().len());
    }
    lengths.sort_unstable();
    let median = lengths[lengths.len() / 2];
    assert!(median < 400, "{median}: {lengths:?}");
}

/// What looks like a comment inside of a text is none.
#[test]
fn links_lose_no_text() {
    let list = "# gone\norbat: 1\nsystem: firefight\nfaction: enforcers\nnotes: |\n  # kept\n  and this\nunits:\n  - marines\n";
    let shared = asked("share", json!({ "list": list }));
    let back = asked("link", json!({ "link": shared["fragment"] }));
    assert!(back["list"].as_str().unwrap().contains("# kept"), "{back}");
}

#[test]
fn a_list_can_be_finished_and_printed() {
    let new = json!({ "system": "firefight", "faction": "enforcers", "points": 500, "name": "<b>Bold</b>" });
    let list = asked("new", new)["list"].clone();
    let done = asked("complete", json!({ "list": list, "spend": true, "proposals": 2 }));
    let proposal = &done["proposals"][0];
    let view = &asked("turn", json!({ "list": proposal["list"] }))["view"];
    assert_eq!(view["legal"], true);
    assert_eq!(view["points"], proposal["points"]);
    let printed = asked("print", json!({ "list": proposal["list"], "sheets": ["roster"] }));
    let html = printed["html"].as_str().unwrap();
    assert!(html.contains("&lt;b&gt;Bold&lt;&#x2F;b&gt;") || html.contains("&lt;b&gt;Bold"));
    assert!(!html.contains("<b>Bold</b>"));
    let played = asked("print", json!({ "list": proposal["list"], "sheets": ["play"] }));
    assert!(played["html"].as_str().unwrap().contains("data-turns"));
}

#[test]
fn a_wrong_list_is_mended_as_a_whole() {
    let text = fs::read_to_string(root().join("examples/warzone/third-venusian.yaml")).unwrap();
    let found = asked("fix", json!({ "list": text }));
    let way = &found["ways"][0];
    let view = &asked("turn", json!({ "list": way["list"] }))["view"];
    assert_eq!(view["legal"], true);
    assert_eq!(view["points"], way["points"]);
}

/// A list as somebody types it, with a name that may be two units.
const PASTED: &str = "Bauhaus 1000 points\n\n10 Hussars\n5 Venusian Rangers\nVenusian Kapitan\n";

const OWNED: &str = "orbat: 1\nsystem: warzone\nunits:\n  hussars: 4\n  venusian_rangers: 20\n";

#[test]
fn pasted_text_becomes_a_list() {
    let read = asked("read", json!({ "text": PASTED, "system": "warzone" }));
    assert_eq!(read["system"], "warzone", "{read}");
    let view = &asked("turn", json!({ "list": read["list"] }))["view"];
    assert_eq!(units(view).len(), 3, "{read}");
    assert_eq!(view["faction"]["id"], "bauhaus");
    let read = asked("read", json!({ "text": "Buy milk, two loaves and the paper." }));
    assert_eq!(read["kind"], "not_a_list");
    assert!(read["list"].is_null());
    let answer = call("read", &json!({ "text": "x", "system": "chess" }));
    assert_eq!(answer.0, 404);
}

#[test]
fn a_collection_tells_what_is_lacking() {
    let list = asked("read", json!({ "text": PASTED, "system": "warzone" }))["list"].clone();
    let lack = asked("owned", json!({ "list": list, "owned": OWNED }));
    assert_eq!(lack["enough"], false);
    let short: Vec<(i64, i64)> = lack["short"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| (row["short"].as_i64().unwrap(), row["owned"].as_i64().unwrap()))
        .collect();
    assert!(short.contains(&(6, 4)) && short.contains(&(1, 0)), "{lack}");
    let shelf = asked("collection", json!({ "system": "warzone", "owned": OWNED }));
    let row = |id: &str| {
        let units = shelf["units"].as_array().unwrap();
        units.iter().find(|row| row["unit"] == id).unwrap().clone()
    };
    assert_eq!(row("hussars")["count"], 4);
    assert!(row("kapitan")["count"].is_null());
    for wrong in [
        "orbat: 1\nsystem: warzone\nunits: {nobody: 3}\n",
        "{",
        "orbat: 1\nsystem: at43\nunits: {}\n",
    ] {
        let (status, answer) = call("owned", &json!({ "list": list, "owned": wrong }));
        assert_eq!(status, 422, "{answer}");
        assert!(answer["error"].as_str().unwrap().contains("collection"), "{answer}");
    }
}

#[test]
fn forces_inside_forces_have_sheets_and_places() {
    let data = Data::open(&[root().join("tests/verdicts/nested")]).unwrap();
    let ask = |call: &str, body: Value| {
        let answer = respond(&data, call, &body.to_string(), &|_| true);
        assert_eq!(answer.status, 200, "{call}: {}", answer.body);
        serde_json::from_str::<Value>(&answer.body).unwrap()
    };
    let list = fs::read_to_string(root().join("tests/verdicts/nested/company.ok.yaml")).unwrap();
    let list = list.split("derived:").next().unwrap();
    let view = &ask("turn", json!({ "list": list }))["view"];
    let forces: Vec<&Value> = view["forces"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|force| force["name"].is_string())
        .collect();
    assert!(forces.iter().any(|force| force["depth"] == 1), "{view}");
    for force in &forces {
        let name = &force["name"];
        let sheet = ask("force", json!({ "list": list, "force": name }));
        assert!(sheet["title"].is_string());
        // What is added there stands there.
        let rows = ask("catalogue", json!({ "list": list, "force": name }));
        for row in rows["units"].as_array().unwrap() {
            assert_eq!(row["begins_force"], false, "{row}");
            assert_eq!(row["force"], *name, "{row}");
        }
        let changes = json!([{ "force": { "force": name, "name": "Renamed" } }]);
        let after = ask("turn", json!({ "list": list, "changes": changes }));
        assert!(after["list"].as_str().unwrap().contains("name: Renamed"));
        let changes = json!([{ "remove_force": { "force": name } }]);
        let after = &ask("turn", json!({ "list": list, "changes": changes }))["view"];
        assert!(
            after["forces"].as_array().unwrap().len() < view["forces"].as_array().unwrap().len()
        );
    }
    let (status, _) =
        call("force", &json!({ "list": "orbat: 1\nsystem: warzone\n", "force": "x" }));
    assert_eq!(status, 404);
}

#[test]
fn a_search_tells_what_it_does_and_finds() {
    let new = asked("new", json!({ "system": "firefight", "faction": "enforcers", "points": 500 }));
    let body = json!({ "list": new["list"], "spend": true, "proposals": 2 }).to_string();
    let told = std::sync::Mutex::new(Vec::new());
    let tell = |part: String| told.lock().unwrap().push(part);
    let answer = respond_in_parts(&DATA, "complete", &body, &|_| true, &tell);
    let told: Vec<Value> =
        told.into_inner().unwrap().iter().map(|part| serde_json::from_str(part).unwrap()).collect();
    assert!(told.iter().any(|part| part["doing"] == "making the list legal"), "{told:?}");
    let found: Vec<&Value> = told.iter().filter_map(|part| part.get("found")).collect();
    let answer: Value = serde_json::from_str(&answer.body).unwrap();
    let all = answer["proposals"].as_array().unwrap();
    assert_eq!(found.len(), all.len());
    assert!(all.iter().all(|proposal| found.contains(&proposal)));
    // One that is stopped at once has an answer, too.
    let stopped = respond(&DATA, "complete", &body, &|_| false);
    assert_eq!(stopped.status, 200, "{}", stopped.body);
}

#[test]
fn designs_are_renamed_and_copied() {
    let text = fs::read_to_string(root().join("examples/mad_minute/own-hive.yaml")).unwrap();
    let before = asked("turn", json!({ "list": text }))["view"].clone();
    let changes = json!([
        { "design": { "design": "drone", "name": "Small one" } },
        { "design": { "design": "drone", "like": "Small one", "picks": { "Move": 8 } } },
    ]);
    let after = asked("turn", json!({ "list": text, "changes": changes }));
    for same in ["points", "legal", "models"] {
        assert_eq!(after["view"][same], before[same], "{after}");
    }
    let army = asked("army", json!({ "list": after["list"] }));
    let row = |name: &str| {
        let mut rows = army["designs"].as_array().unwrap().iter();
        rows.find(|row| row["name"] == name).unwrap_or_else(|| panic!("{name}: {army}")).clone()
    };
    let (first, copy) = (row("Small one"), row("drone"));
    assert_eq!((first["models"].as_i64(), first["points"].as_i64()), (Some(30), Some(4)));
    assert_eq!((copy["models"].as_i64(), copy["model"] == first["model"]), (Some(0), true));
    assert!(copy["points"].as_i64() > Some(4), "{copy}");
    let sheet = asked("design", json!({ "list": after["list"], "design": "Small one" }));
    assert_eq!((&sheet["points"], &sheet["models"]), (&first["points"], &first["models"]));
    // A name means one thing.
    for taken in ["mother", army["models"][0]["id"].as_str().unwrap()] {
        let changes = json!([{ "design": { "design": "drone", "name": taken } }]);
        let (status, answer) = call("turn", &json!({ "list": text, "changes": changes }));
        assert_eq!(status, 422, "{answer}");
        assert!(answer["error"].as_str().unwrap().contains("another design"), "{answer}");
    }
}

#[test]
fn units_of_one_line_change_alone() {
    let text = "orbat: 1\nsystem: warzone\nfaction: bauhaus\nchart: standard\npoints: 1000\nunits:\n  - unit: hussars\n    count: 3\n";
    let view = &asked("turn", json!({ "list": text }))["view"];
    let ids: Vec<Value> = units(view).iter().map(|unit| unit["id"].clone()).collect();
    assert_eq!(ids.len(), 3);
    let changes = json!([{ "models": { "unit": ids[1], "total": 8 } }]);
    let after = asked("turn", json!({ "list": text, "changes": changes }));
    let mut sizes: Vec<i64> =
        units(&after["view"]).iter().map(|unit| unit["models"].as_i64().unwrap()).collect();
    sizes.sort_unstable();
    assert_eq!(sizes, [5, 5, 8]);
    let removed =
        asked("turn", json!({ "list": text, "changes": [{ "remove": { "unit": ids[0] } }] }));
    assert_eq!(units(&removed["view"]).len(), 2);
    let doubled =
        asked("turn", json!({ "list": text, "changes": [{ "duplicate": { "unit": ids[2] } }] }));
    assert_eq!(units(&doubled["view"]).len(), 4);
}

#[test]
fn wrong_questions_get_a_clear_answer() {
    let list = "orbat: 1\nsystem: warzone\nunits: []\n";
    let deep = "[".repeat(5000);
    let many: String = (0..10_000).map(|_| "  - hussars\n").collect();
    let many = format!("orbat: 1\nsystem: warzone\nfaction: bauhaus\nunits:\n{many}");
    for (name, body, status) in [
        ("turn", "{".to_owned(), 400),
        ("turn", deep, 400),
        ("turn", json!({ "list": 7 }).to_string(), 400),
        ("turn", json!({ "list": list, "more": 1 }).to_string(), 400),
        ("turn", format!("\"{}\"", "a".repeat(1 << 20)), 413),
        ("nonsense", "{}".to_owned(), 404),
        ("game", json!({ "system": "chess" }).to_string(), 404),
        ("unit", json!({ "list": list, "unit": "nobody" }).to_string(), 404),
        ("unit", json!({ "list": "{", "unit": "nobody" }).to_string(), 422),
        ("catalogue", json!({ "list": many }).to_string(), 422),
        ("link", json!({ "link": "o1.AAAA" }).to_string(), 422),
        (
            "turn",
            json!({ "list": list, "changes": vec![json!({ "notes": { "notes": [] } }); 101] })
                .to_string(),
            400,
        ),
        ("complete", json!({ "list": list, "proposals": -1 }).to_string(), 400),
        ("turn", "{\"list\": \"\\ud800\"}".to_owned(), 400),
        ("turn", "{\"list\": \"\", \"list\": \"\"}".to_owned(), 400),
        ("turn", "{\"list\": NaN}".to_owned(), 400),
        ("turn", "null".to_owned(), 400),
        ("turn", String::new(), 400),
        ("owned", json!({ "list": list, "owned": "[".repeat(100_000) }).to_string(), 422),
        ("link", json!({ "link": "https://example.org/" }).to_string(), 422),
        (
            "turn",
            json!({ "list": list, "changes": [{ "add": { "unit": "x", "to": "army" } }] })
                .to_string(),
            422,
        ),
        (
            "turn",
            json!({ "list": list, "changes": [{ "remove": { "unit": "x" } }] }).to_string(),
            422,
        ),
    ] {
        let answer = respond(&DATA, name, &body, &|_| true);
        assert_eq!(answer.status, status, "{name}: {}", answer.body);
        let said: Value = serde_json::from_str(&answer.body).unwrap();
        assert!(said["error"].as_str().is_some_and(|error| error.len() > 10), "{name}: {said}");
    }
    // A text that is no list is answered with what is wrong in it.
    for text in ["", "{", "orbat: 1\nsystem: chess\n", "[1, 2]", &many] {
        let view = &asked("turn", json!({ "list": text }))["view"];
        assert_eq!(view["readable"], false, "{text:.40}");
        assert!(!view["issues"].as_array().unwrap().is_empty());
    }
}

#[test]
fn answers_are_as_described() {
    let text = fs::read_to_string(root().join("docs/openapi.json")).unwrap();
    let document: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(document["openapi"], "3.1.0");
    let page = fs::read_to_string(root().join("docs/serve.md")).unwrap();
    let calls: Vec<&String> = document["paths"].as_object().unwrap().keys().collect();
    let told = |call: &str, body: Value| {
        let operation = &document["paths"][format!("/api/{call}")]["post"];
        let asked_for = &operation["requestBody"]["content"]["application/json"]["schema"];
        assert_eq!(objection(&document, asked_for, &body, call), None);
        let schema = &operation["responses"]["200"]["content"]["application/json"]["schema"];
        assert!(schema.is_object(), "{call} is not described");
        assert!(page.contains(&format!("| `{call}` |")), "docs/serve.md lacks {call}");
        let answer = asked(call, body);
        assert_eq!(objection(&document, schema, &answer, call), None);
        answer
    };
    let mut used = vec!["systems", "game", "new", "link", "fix", "complete", "print", "suggest"];
    told("systems", json!({}));
    told("game", json!({ "system": "at43", "faction": "una" }));
    let new = told("new", json!({ "system": "firefight", "faction": "plague", "points": 500 }));
    told("complete", json!({ "list": new["list"], "spend": true, "proposals": 1 }));
    told("suggest", new.clone());
    told("print", json!({ "list": new["list"], "sheets": ["roster"], "letter": true }));
    for (_, text) in examples().into_iter().step_by(3) {
        let list = json!({ "list": text });
        for call in ["check", "turn", "catalogue", "army"] {
            used.push(call);
            told(call, list.clone());
        }
        used.extend(["share", "unit", "card", "design"]);
        let shared = told("share", list.clone());
        told("link", json!({ "link": shared["fragment"] }));
        let view = asked("turn", list)["view"].clone();
        for force in view["forces"].as_array().unwrap().iter().filter(|of| of["name"].is_string()) {
            told("force", json!({ "list": text, "force": force["name"] }));
            used.push("force");
        }
        for unit in units(&view).iter().take(2) {
            told("unit", json!({ "list": text, "unit": unit["id"] }));
            told("card", json!({ "list": text, "unit": unit["unit"] }));
        }
        for design in view["designs"].as_array().unwrap().iter().take(1) {
            told("design", json!({ "list": text, "design": design }));
        }
    }
    let wrong = fs::read_to_string(root().join("examples/firefight/false-start.yaml")).unwrap();
    told("fix", json!({ "list": wrong }));
    used.extend(["read", "collection", "owned"]);
    let pasted = told("read", json!({ "text": PASTED }));
    told("owned", json!({ "list": pasted["list"], "owned": OWNED }));
    told("collection", json!({ "system": "warzone", "owned": OWNED }));
    let lacking = told("complete", json!({ "list": pasted["list"], "owned": OWNED }));
    assert!(!lacking["short"].as_array().unwrap().is_empty());
    used.extend(["playground", "compare"]);
    let patrol = fs::read_to_string(root().join("examples/firefight/patrol.yaml")).unwrap();
    let found = told("compare", json!({ "list": patrol, "other": wrong }));
    assert_eq!(found["is_same_army"], false, "{found}");
    let data = include_str!("support/base.orbat");
    let list = "orbat: 1\nsystem: x\nchart: standard\nunits: [guards]\n";
    let tried = told("playground", json!({ "data": data, "list": list }));
    assert_eq!(tried["view"]["points"], 60, "{tried}");
    let broken = data.replace("slot troop 1..4", "slot trop 1..4");
    let tried = told("playground", json!({ "data": broken, "list": list }));
    assert_eq!(tried["diagnostics"][0]["line"], 28, "{tried}");
    assert!(tried["view"].is_null());
    for call in calls {
        assert!(used.contains(&call.trim_start_matches("/api/")), "{call} is not tried");
    }
    let (status, answer) = call("turn", &json!({}));
    assert_eq!(status, 400);
    assert_eq!(
        objection(&document, &document["components"]["schemas"]["error"], &answer, "error"),
        None
    );
}

// ---- the server

struct Server {
    program: Child,
    port: u16,
}

impl Server {
    fn start() -> Self {
        let mut program = Command::new(env!("CARGO_BIN_EXE_orbat"))
            .args(["serve", "--port", "0"])
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(program.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let port = line.trim().trim_end_matches('/').rsplit(':').next().unwrap().parse();
        Server { port: port.unwrap_or_else(|_| panic!("no port in {line}")), program }
    }

    fn send(&self, request: &str) -> String {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        String::from_utf8_lossy(&answer).into_owned()
    }

    fn get(&self, path: &str) -> String {
        self.send(&format!(
            "GET {path} HTTP/1.1\r\nHost: localhost:{}\r\nConnection: close\r\n\r\n",
            self.port
        ))
    }

    fn post(&self, path: &str, headers: &str, body: &str) -> String {
        self.send(&format!(
            "POST {path} HTTP/1.1\r\nHost: localhost:{}\r\nConnection: close\r\nContent-Length: {}\r\n{headers}\r\n{body}",
            self.port,
            body.len()
        ))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
}

const JSON: &str = "Content-Type: application/json\r\n";

fn status(answer: &str) -> u16 {
    answer.split(' ').nth(1).and_then(|code| code.parse().ok()).unwrap_or(0)
}

#[test]
fn the_server_gives_the_page_and_answers() {
    let server = Server::start();
    let page = server.get("/");
    assert_eq!(status(&page), 200);
    let head = page.split("\r\n\r\n").next().unwrap().to_lowercase();
    for header in [
        "content-security-policy: default-src 'none'",
        "x-content-type-options: nosniff",
        "referrer-policy: no-referrer",
        "content-type: text/html",
    ] {
        assert!(head.contains(header), "{head}");
    }
    assert!(!head.contains("unsafe"), "{head}");
    // Everything that the page names is there, and its text has nothing that the policy forbids.
    for path in files_below(&root().join("web"), "js") {
        let name = path.strip_prefix(root().join("web")).unwrap().display().to_string();
        assert_eq!(status(&server.get(&format!("/{name}"))), 200, "{name}");
        let text = if name.starts_with("vendor") {
            String::new()
        } else {
            fs::read_to_string(&path).unwrap()
        };
        assert!(!text.contains(" style=$") && !text.contains("innerHTML"), "{name}");
    }
    for name in [
        "/style.css",
        "/icon.svg",
        "/print.html",
        "/print/cards.js",
        "/print/fit.js",
        "/api/openapi.json",
    ] {
        assert_eq!(status(&server.get(name)), 200, "{name}");
    }
    for name in ["/nothing", "/../Cargo.toml", "/%2e%2e/Cargo.toml", "/api/turn"] {
        assert!((400..500).contains(&status(&server.get(name))), "{name}");
    }
    let answer = server.post("/api/systems", JSON, "{}");
    assert_eq!(status(&answer), 200);
    assert!(answer.contains("\"warzone\""));
}

#[test]
fn the_server_refuses_what_it_should_and_lives() {
    let server = Server::start();
    let port = server.port;
    let foreign =
        format!("GET / HTTP/1.1\r\nHost: evil.example:{port}\r\nConnection: close\r\n\r\n");
    assert_eq!(status(&server.send(&foreign)), 403);
    let crossing = format!("{JSON}Origin: http://evil.example\r\n");
    assert_eq!(status(&server.post("/api/systems", &crossing, "{}")), 403);
    assert_eq!(status(&server.post("/api/systems", "Content-Type: text/plain\r\n", "{}")), 415);
    assert_eq!(status(&server.post("/api/turn", JSON, "{\"list\":")), 400);
    assert_eq!(status(&server.post("/api/turn", JSON, &"[".repeat(100_000))), 400);
    assert_eq!(status(&server.post("/api/none", JSON, "{}")), 404);
    let large = format!("{{\"list\": \"{}\"}}", "a".repeat(2 << 20));
    assert_eq!(status(&server.post("/api/turn", JSON, &large)), 413);
    // A search in parts, and one whose reader leaves at once.
    let new = asked("new", json!({ "system": "firefight", "faction": "plague", "points": 500 }));
    let body = json!({ "list": new["list"], "spend": true, "proposals": 1 }).to_string();
    let accept = format!("{JSON}Accept: application/x-ndjson\r\n");
    let parts = server.post("/api/complete", &accept, &body);
    assert_eq!(status(&parts), 200);
    assert!(parts.contains("{\"doing\":") && parts.contains("{\"found\":"), "{parts}");
    assert!(parts.contains("{\"status\":200,\"answer\":{\"proposals\":["), "{parts}");
    let wrong = server.post("/api/complete", &accept, "{}");
    assert!(wrong.contains("{\"status\":400,\"answer\":{\"error\":"), "{wrong}");
    let mut leaving = TcpStream::connect(("127.0.0.1", port)).unwrap();
    let head = format!(
        "POST /api/complete HTTP/1.1\r\nHost: localhost:{port}\r\n{accept}Content-Length: {}\r\n\r\n{body}",
        body.len()
    );
    leaving.write_all(head.as_bytes()).unwrap();
    drop(leaving);
    // Bodies that never come, and connections that say nothing, do not keep others out.
    let mut waiting = Vec::new();
    for _ in 0..20 {
        let mut stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
        let head = format!(
            "POST /api/turn HTTP/1.1\r\nHost: localhost:{port}\r\n{JSON}Content-Length: 100\r\n\r\n{{"
        );
        stream.write_all(head.as_bytes()).unwrap();
        waiting.push(stream);
    }
    assert_eq!(status(&server.get("/")), 200);
    assert_eq!(status(&server.post("/api/systems", JSON, "{}")), 200);
    // They are told why they get no answer.
    let mut late = String::new();
    waiting[0].read_to_string(&mut late).unwrap();
    assert_eq!(status(&late), 408, "{late}");
}

#[cfg(unix)]
#[test]
fn the_server_stops_cleanly() {
    let mut server = Server::start();
    let id = server.program.id().to_string();
    assert_eq!(status(&server.get("/")), 200);
    // A connection that stays open does not keep it.
    let _open = TcpStream::connect(("127.0.0.1", server.port)).unwrap();
    assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    assert!(server.program.wait().unwrap().success());
}

#[test]
fn a_port_in_use_is_told() {
    let server = Server::start();
    let port = server.port.to_string();
    let output = Command::new(env!("CARGO_BIN_EXE_orbat"))
        .args(["serve", "--port", &port])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.contains("in use") && said.contains("--port 0"), "{said}");
}
