//! `orbat event serve`: players send and change lists, organisers look at them, nobody sees what is
//! not theirs, and nothing that was acknowledged is ever lost. All of it on both stores.
#![cfg(unix)]
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test may fail loudly"
)]

#[path = "event_serve/browser.rs"]
mod browser;
#[path = "event_serve/postgres.rs"]
mod postgres;
#[path = "event_serve/server.rs"]
mod server;
mod support;

use std::fs;
use std::sync::Mutex;
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

use postgres::Postgres;
use server::Server;
use support::root;

/// A place for a store that goes with the test.
struct Folder(std::path::PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("orbat-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn store(&self) -> String {
        self.0.join("lists.db").to_string_lossy().into_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn anna() -> String {
    fs::read_to_string(root().join("examples/events/spring-open/anna.txt")).unwrap()
}

fn send(server: &Server, name: &str, list: &str) -> String {
    let sent = server.asked("send", None, &json!({ "name": name, "list": list }));
    sent["key"].as_str().unwrap().to_owned()
}

/// What must hold whatever the store is.
fn a_tournament(store: &str) {
    let server = Server::start(store, &[]);
    let desk = server.desk_key.clone();
    let event = server.asked("event", None, &json!({}));
    assert_eq!(event["title"], "Spring Open");
    assert_eq!(event["is_closed"], false);

    // A verdict before anything is kept.
    let read = server.asked("read", None, &json!({ "list": anna() }));
    assert_eq!(read["entry"]["verdict"], "legal", "{read}");
    assert_eq!(server.rows().len(), 0);

    let (anna_key, bruno) =
        (send(&server, "Anna", &anna()), send(&server, "Bruno", "Enforcers\nCaptain"));
    let rows = server.rows();
    assert_eq!(rows.len(), 2);
    assert_eq!((&rows[0]["player"], &rows[0]["verdict"]), (&json!("Anna"), &json!("legal")));
    assert_eq!(rows[1]["verdict"], "illegal");

    // A changed list is a further revision; the first stays.
    server.asked(
        "revise",
        Some(&bruno),
        &json!({ "name": "Bruno", "team": "North", "list": anna() }),
    );
    let mine = server.asked("mine", Some(&bruno), &json!({}));
    assert_eq!(mine["latest"]["number"], 2);
    assert_eq!(mine["history"].as_array().unwrap().len(), 2);
    let rows = server.rows();
    assert!(rows[1]["findings"][0]["text"].as_str().unwrap().contains("same army"), "{rows:?}");
    let id = rows[1]["id"].as_str().unwrap().to_owned();
    let list = server.asked("list", Some(&desk), &json!({ "id": id }));
    assert!(list["revisions"][0]["list"].as_str().unwrap().contains("Captain"));

    // Decisions need a reason, and can be taken back.
    let decision =
        |reason: &str| json!({ "id": id, "decision": { "verdict": "illegal", "reason": reason } });
    assert_eq!(server.call("decide", Some(&desk), &decision(" ")).0, 422);
    let decided = server.asked("decide", Some(&desk), &decision("no painted models"));
    assert_eq!(decided["rows"][1]["decision"]["reason"], "no painted models");
    let undone = server.asked("decide", Some(&desk), &json!({ "id": id, "decision": null }));
    assert_eq!(undone["rows"][1]["decision"], Value::Null);

    // Nothing is shown before it is published.
    assert_eq!(server.call("published", None, &json!({})).0, 404);
    server.asked("publish", Some(&desk), &json!({ "on": true }));
    let published = server.asked("published", None, &json!({}));
    assert_eq!(published.as_array().unwrap().len(), 2);

    // After the lock no list is taken, and what counts stays what it was.
    server.asked("lock", Some(&desk), &json!({ "on": true }));
    for (call, key, body) in [
        ("send", None, json!({ "name": "Late", "list": anna() })),
        ("revise", Some(&anna_key), json!({ "name": "Anna", "list": "Captain" })),
        ("withdraw", Some(&anna_key), json!({})),
    ] {
        assert_eq!(server.call(call, key.map(String::as_str), &body).0, 403, "{call}");
    }
    server.asked("lock", Some(&desk), &json!({ "on": false }));
    server.asked("withdraw", Some(&anna_key), &json!({}));
    assert_eq!(server.rows().len(), 1);

    // The same store for another event is refused.
    let output = server::orbat(&[
        "event",
        "serve",
        "examples/events/long-weekend.orbat",
        "--store",
        store,
        "--port",
        "0",
    ]);
    assert_eq!(output.status.code(), Some(2));
    let words = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(words.contains("another event, `spring_open`"), "{words}");

    // A second start lets the first key in, unless it is told otherwise.
    drop(server);
    let again = Server::start(store, &[]);
    assert_eq!(again.call("lists", Some(&desk), &json!({})).0, 200);
    drop(again);
    let fresh = Server::start(store, &["--new-key"]);
    assert_eq!(fresh.call("lists", Some(&desk), &json!({})).0, 401);
    assert_eq!(fresh.rows().len(), 1);
}

/// Kills the server while lists come in; every one that it acknowledged is there afterwards.
fn killed_at_any_instant(store: &str, rounds: u64) {
    for round in 0..rounds {
        let mut server = Server::start(store, &[]);
        let acknowledged: Mutex<Vec<(String, String)>> = Mutex::default();
        let address = server.address.clone();
        thread::scope(|scope| {
            for player in 0..4 {
                let (address, acknowledged) = (&address, &acknowledged);
                scope.spawn(move || {
                    for number in 0..1_000 {
                        let name = format!("r{round} p{player} n{number}");
                        let body = json!({ "name": name, "list": format!("Captain {name}") });
                        let Some((200, sent)) = server::try_call(address, "send", None, &body)
                        else {
                            return;
                        };
                        let key = sent["key"].as_str().unwrap().to_owned();
                        acknowledged.lock().unwrap().push((key, name));
                    }
                });
            }
            // On a busy machine the first answer takes long; the instant counts from there.
            let began = std::time::Instant::now();
            while acknowledged.lock().unwrap().is_empty() && began.elapsed().as_secs() < 60 {
                thread::sleep(Duration::from_millis(5));
            }
            thread::sleep(Duration::from_millis(30 + 70 * round));
            server.kill();
        });
        let acknowledged = acknowledged.into_inner().unwrap();
        assert!(!acknowledged.is_empty(), "nothing was sent in round {round}");
        let server = Server::start(store, &[]);
        for (key, name) in acknowledged {
            let mine = server.asked("mine", Some(&key), &json!({}));
            assert_eq!(mine["latest"]["name"], name.as_str());
        }
    }
}

#[test]
fn a_tournament_is_kept_in_sqlite() {
    let folder = Folder::new("tournament");
    a_tournament(&folder.store());
}

#[test]
fn a_kill_loses_nothing_in_sqlite() {
    let folder = Folder::new("kill");
    killed_at_any_instant(&folder.store(), 3);
}

#[test]
fn postgres_keeps_the_same() {
    let Some(postgres) = Postgres::start() else { return };
    a_tournament(&postgres.url("tournament"));
    killed_at_any_instant(&postgres.url("kill"), 2);
    two_servers_share(&postgres.url("shared"));
}

/// A list that one server takes is there on the other, and two changes at once are two revisions.
fn two_servers_share(store: &str) {
    let (one, other) = (Server::start(store, &[]), Server::start(store, &[]));
    let key = send(&one, "Anna", &anna());
    assert_eq!(other.asked("mine", Some(&key), &json!({}))["latest"]["name"], "Anna");
    thread::scope(|scope| {
        for server in [&one, &other] {
            let key = &key;
            scope.spawn(move || {
                for _ in 0..10 {
                    server.asked("revise", Some(key), &json!({ "name": "Anna", "list": anna() }));
                }
            });
        }
    });
    let mine = one.asked("mine", Some(&key), &json!({}));
    assert_eq!(mine["latest"]["number"], 21);
    one.asked("lock", Some(&one.desk_key), &json!({ "on": true }));
    assert_eq!(other.call("send", None, &json!({ "name": "Late", "list": anna() })).0, 403);
}

#[test]
fn nobody_reads_what_is_not_theirs() {
    let folder = Folder::new("keys");
    let server = Server::start(&folder.store(), &[]);
    let (anna_key, bruno) = (send(&server, "Anna", &anna()), send(&server, "Bruno", &anna()));
    let (anna_id, secret) = anna_key.split_once('.').unwrap();
    let (bruno_id, _) = bruno.split_once('.').unwrap();
    assert_eq!(secret.len(), 48);
    let others = [
        String::new(),
        anna_id.to_owned(),
        format!("{anna_id}."),
        format!("{bruno_id}.{secret}"),
        format!("{anna_key}0"),
        format!("{anna_id}.{}", "0".repeat(48)),
        server.desk_key.clone(),
        "' OR 1=1 --.x".to_owned(),
    ];
    for key in &others {
        for call in ["mine", "revise", "withdraw"] {
            let body = json!({ "name": "x", "list": "x" });
            assert_eq!(server.call(call, Some(key), &body).0, 401, "{call} with {key}");
        }
    }
    // Another start, because each wrong key counts.
    let server = Server::start(&folder.store(), &[]);
    for call in ["lists", "list", "decide", "lock", "publish", "export"] {
        let body = json!({ "id": anna_id, "on": true });
        assert_eq!(server.call(call, Some(&anna_key), &body).0, 401, "{call}");
        assert_eq!(server.call(call, None, &body).0, 401, "{call}");
    }
    // Guessing ends soon, for this address alone.
    let guesses = (0..60).map(|_| server.call("mine", Some("a.b"), &json!({})).0);
    assert!(guesses.into_iter().any(|status| status == 429));
    // Keys stand nowhere in the store, only their hashes.
    for file in fs::read_dir(&folder.0).unwrap() {
        let bytes = fs::read(file.unwrap().path()).unwrap();
        let found = bytes.windows(secret.len()).any(|window| window == secret.as_bytes());
        assert!(!found, "the store holds a key");
    }
}

#[test]
fn nasty_requests_are_refused_and_the_server_lives() {
    let folder = Folder::new("nasty");
    let server = Server::start(&folder.store(), &[]);
    let long = "x".repeat(1 << 20);
    for (call, body, status) in [
        ("send", json!({ "name": "", "list": "x" }), 422),
        ("send", json!({ "name": "n".repeat(81), "list": "x" }), 413),
        ("send", json!({ "name": "n", "team": "t".repeat(81), "list": "x" }), 413),
        ("send", json!({ "name": "n", "list": " \n" }), 422),
        ("send", json!({ "name": "n", "list": format!("{long}x") }), 413),
        ("send", json!({ "name": "n" }), 400),
        ("send", json!({ "name": "n", "list": "x", "admin": true }), 400),
        ("read", json!({ "list": format!("{long}x") }), 413),
        ("read", json!({ "file": { "name": "a.docx", "base64": "????" } }), 400),
        ("read", json!({ "file": { "name": "a.docx", "base64": "UEsDBA" } }), 422),
        ("read", json!({ "list": "Captain", "answer": [7, 7] }), 422),
        ("nothing", json!({}), 404),
    ] {
        assert_eq!(server.call(call, None, &body).0, status, "{call} {:.80}", body.to_string());
    }
    // Far too much is not even read: the answer may be lost with the connection.
    let body = json!({ "name": "n", "list": long.repeat(3) });
    let refused = server::try_call(&server.address, "send", None, &body);
    assert!(refused.is_none_or(|(status, _)| status == 413));
    // Names that would run, break a table or be a formula are only names.
    let name = "=1+1 <script>alert(1)</script> \u{1b}[31m' ; DROP TABLE orbat_player --";
    send(&server, name, &anna());
    send(&server, "nul \0 byte", "Enforcers\nCaptain \0");
    assert_eq!(server.rows().len(), 2);
    assert!(server.rows()[0]["player"].as_str().unwrap().contains("DROP TABLE"));
    // Another page may not ask, whatever key it has.
    let foreign = server.raw("event", "Origin: http://evil.example\r\n", "{}");
    assert!(foreign.starts_with("HTTP/1.1 403"), "{foreign}");
    let foreign = server.raw_as("evil.example", "event", "", "{}");
    assert!(foreign.starts_with("HTTP/1.1 403"), "{foreign}");
    for path in ["../event", "..%2f..%2fetc/passwd", "event/x"] {
        let answer = server.raw(path, "", "{}");
        assert!(answer.starts_with("HTTP/1.1 40"), "{path}: {answer}");
    }
    assert_eq!(server.call("event", None, &json!({})).0, 200);
}

#[test]
fn a_hall_of_players_gets_answers() {
    let folder = Folder::new("hall");
    let server = Server::start(&folder.store(), &[]);
    thread::scope(|scope| {
        for player in 0..50 {
            let server = &server;
            scope.spawn(move || {
                let name = format!("Player {player}");
                assert_eq!(server.call("read", None, &json!({ "list": anna() })).0, 200);
                let key = send(server, &name, &anna());
                server.asked("revise", Some(&key), &json!({ "name": name, "list": anna() }));
                assert_eq!(server.asked("mine", Some(&key), &json!({}))["latest"]["number"], 2);
            });
        }
    });
    assert_eq!(server.rows().len(), 50);
    let archive =
        server.raw("export", &format!("Authorization: Bearer {}\r\n", server.desk_key), "{}");
    assert!(archive.contains("application/zip"), "{:.200}", archive);
}

#[test]
fn organisers_answer_questions_and_save_everything() {
    let folder = Folder::new("answer");
    let server = Server::start(&folder.store(), &[]);
    let desk = Some(server.desk_key.as_str());
    let text = "Enforcers, Strike force\n\nCaptain - 90 pts\nEnginers or Ghosts\n";
    let key = send(&server, "Vera", text);
    let id = server.rows()[0]["id"].as_str().unwrap().to_owned();
    let list = server.asked("list", desk, &json!({ "id": id }));
    let questions = list["entry"]["questions"].as_array().unwrap();
    let at = questions.iter().position(|asked| asked["candidates"][0].is_string()).unwrap();
    let answer = json!({ "id": id, "answer": [at, 0] });
    assert_eq!(server.call("answer", Some(&key), &answer).0, 401, "players answer their own");
    server.asked("answer", desk, &answer);
    let after = server.asked("list", desk, &json!({ "id": id }));
    let left = after["entry"]["questions"].as_array().unwrap().len();
    assert!(left < questions.len(), "{after:#}");
    // The player sees it as a further revision; the first is kept.
    assert_eq!(server.asked("mine", Some(&key), &json!({}))["latest"]["number"], 2);
    assert_eq!(after["revisions"][0]["list"], text);
    let far = json!({ "id": id, "answer": [99, 0] });
    assert_eq!(server.call("answer", desk, &far).0, 422);
    let decision = json!({ "verdict": "legal", "reason": "agreed" });
    server.asked("decide", desk, &json!({ "id": id, "decision": decision }));
    server.asked("lock", desk, &json!({ "on": true }));
    assert_eq!(server.call("answer", desk, &answer).0, 422, "the lists are locked");
    let files = server.archive("export");
    let names: Vec<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
    for name in [
        "report.html",
        "results.csv",
        "results.json",
        "results.xml",
        "replies/001-vera.txt",
        "replies/001-vera.html",
        "printouts/001-vera-open.txt",
        "printouts/001-vera-closed.html",
        "lists/001-vera.txt",
        "manifest.json",
    ] {
        assert!(names.contains(&name), "{name} is missing: {names:?}");
    }
    let (_, manifest) = files.iter().find(|(name, _)| name == "manifest.json").unwrap();
    let path = folder.0.join("manifest.json");
    fs::write(&path, manifest).unwrap();
    let path = path.to_str().unwrap();
    let event = "examples/events/spring-open.orbat";
    let verified = server::orbat(&["event", "verify", path, "--event", event]);
    let said = String::from_utf8(verified.stdout).unwrap();
    assert_eq!(verified.status.code(), Some(0), "{said}");
    assert!(said.contains("not signed") && !said.contains("Unchanged"), "{said}");
}

/// `ORBAT_MINUTE=1` makes it fifty players for a minute; it is for an optimised program.
#[test]
fn players_at_once_get_no_error() {
    let folder = Folder::new("minute");
    let server = Server::start(&folder.store(), &[]);
    let is_long = std::env::var_os("ORBAT_MINUTE").is_some();
    let (players, time) = if is_long { (50, 60) } else { (8, 2) };
    let time = Duration::from_secs(time);
    let took: Mutex<Vec<Duration>> = Mutex::default();
    let began = std::time::Instant::now();
    thread::scope(|scope| {
        for player in 0..players {
            let (server, took) = (&server, &took);
            scope.spawn(move || {
                let name = format!("Player {player}");
                let body = json!({ "name": name, "list": anna() });
                let key = send(server, &name, &anna());
                let calls = ["read", "mine", "event", "revise"];
                for (at, call) in calls.iter().cycle().enumerate() {
                    if at >= calls.len() && began.elapsed() > time {
                        break;
                    }
                    let asked = std::time::Instant::now();
                    let read = json!({ "list": anna() });
                    let body = match *call {
                        "read" => &read,
                        "revise" => &body,
                        _ => &json!({}),
                    };
                    server.asked(call, Some(&key), body);
                    took.lock().unwrap().push(asked.elapsed());
                    // As people do: they look at the answer.
                    thread::sleep(Duration::from_millis(600));
                }
            });
        }
    });
    let mut took = took.into_inner().unwrap();
    took.sort_unstable();
    let at = |share: usize| took[(took.len() - 1) * share / 100];
    eprintln!(
        "{} answers to {players} players, half within {:?}, 99 of 100 within {:?}, all within {:?}",
        took.len(),
        at(50),
        at(99),
        at(100)
    );
    assert!(took.len() >= 4 * players, "{}", took.len());
}
