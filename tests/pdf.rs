//! The browser that prints a PDF: it ends with the program, leaves nothing, and reaches nobody.
#![cfg(unix)]
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test may fail loudly"
)]

mod support;

use std::fs;
use std::net::{TcpListener, UdpSocket};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process, test_kill_process};
use support::browser::{browser, pages};
use support::program::{folder, succeeds};
use support::root;

const LIST: &str = "examples/firefight/patrol.yaml";

/// A browser that hangs, with a child of its own. It leaves the numbers of both and a profile.
const HANGING: &str = r#"#!/bin/sh
for argument; do
  case "$argument" in --user-data-dir=*) profile="${argument#--user-data-dir=}" ;; esac
done
mkdir -p "$profile/Default"
echo x > "$profile/Default/Cookies"
sleep 1000 &
echo "$$ $! $profile" > "$OUT.part"
mv "$OUT.part" "$OUT"
wait
"#;

/// The program while its browser hangs.
struct Hanging {
    program: Child,
    /// The browser and its child.
    processes: [Pid; 2],
    profile: PathBuf,
}

impl Hanging {
    fn start(own: &Path) -> Self {
        let (script, out) = (own.join("browser"), own.join("out"));
        fs::write(&script, HANGING).unwrap();
        assert!(Command::new("chmod").arg("+x").arg(&script).status().unwrap().success());
        let _ = fs::remove_file(&out);
        let program = Command::new(env!("CARGO_BIN_EXE_orbat"))
            .args(["print", LIST, "-o", own.join("page.pdf").to_str().unwrap()])
            .current_dir(root())
            .env("ORBAT_BROWSER", &script)
            .env("OUT", &out)
            .env("TMPDIR", own)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        until("the browser starts", || out.exists());
        let text = fs::read_to_string(&out).unwrap();
        let words: Vec<&str> = text.split_whitespace().collect();
        let pid = |word: &str| Pid::from_raw(word.parse().unwrap()).unwrap();
        let processes = [pid(words[0]), pid(words[1])];
        Hanging { program, processes, profile: PathBuf::from(words[2]) }
    }

    fn is_running(&self) -> bool {
        self.processes.iter().any(|pid| is_alive(*pid))
    }
}

/// Whether a process runs; one that has ended and that nobody asked for does not.
fn is_alive(pid: Pid) -> bool {
    let stat = fs::read_to_string(format!("/proc/{}/stat", pid.as_raw_nonzero()));
    let is_zombie = stat.is_ok_and(|stat| stat.contains(") Z "));
    test_kill_process(pid).is_ok() && !is_zombie
}

/// Waits for something that is bound to happen. Only a failing test waits long.
fn until(what: &str, holds: impl Fn() -> bool) {
    for _ in 0..6_000 {
        if holds() {
            return;
        }
        sleep(Duration::from_millis(10));
    }
    panic!("waited in vain: {what}");
}

fn left_in(own: &Path) -> Vec<String> {
    let names = fs::read_dir(own).unwrap().map(|entry| entry.unwrap().file_name());
    names
        .map(|name| name.into_string().unwrap())
        .filter(|name| name.starts_with("orbat-"))
        .collect()
}

#[test]
fn the_browser_ends_with_the_program_on_every_signal() {
    let own = folder("pdf-signals", &[("keep", "")]);
    for signal in [Signal::INT, Signal::TERM, Signal::HUP] {
        let mut hanging = Hanging::start(&own);
        assert!(hanging.is_running() && hanging.profile.exists());
        kill_process(Pid::from_child(&hanging.program), signal).unwrap();
        // All is gone when the program is; only dying may take a moment.
        assert_eq!(hanging.program.wait().unwrap().code(), Some(130), "{signal:?}");
        until("the browser ends", || !hanging.is_running());
        assert_eq!(left_in(&own), Vec::<String>::new(), "{signal:?}");
        assert!(!own.join("page.pdf").exists());
    }
    fs::remove_dir_all(own).unwrap();
}

#[test]
fn the_browser_ends_when_the_program_is_killed() {
    let own = folder("pdf-killed", &[("keep", "")]);
    let mut hanging = Hanging::start(&own);
    hanging.program.kill().unwrap();
    hanging.program.wait().unwrap();
    until("the browser ends", || !hanging.is_running());
    until("its folder is deleted", || left_in(&own).is_empty());
    fs::remove_dir_all(own).unwrap();
}

/// Power may fail, or somebody may kill everything. What is left then is cleaned up by the next
/// run.
#[test]
fn folders_that_nobody_uses_are_deleted_by_the_next_run() {
    let own = folder(
        "pdf-leftovers",
        &[
            ("orbat-0123456789abcdef/in-use", ""),
            ("orbat-0123456789abcdef/profile/Cookies", "x"),
            ("orbat-mine/in-use", "x"),
        ],
    );
    fs::create_dir(own.join("orbat-fedcba9876543210")).unwrap();
    let mut hanging = Hanging::start(&own);
    let left = left_in(&own);
    assert_eq!(left.len(), 2, "{left:?}");
    assert!(left.contains(&"orbat-mine".to_owned()), "{left:?}");
    kill_process(Pid::from_child(&hanging.program), Signal::TERM).unwrap();
    hanging.program.wait().unwrap();
    assert_eq!(left_in(&own), ["orbat-mine"]);
    fs::remove_dir_all(own).unwrap();
}

/// Everything a page can do to reach a service on this machine.
const HOSTILE: &str = include_str!("support/hostile.html");

#[test]
fn a_page_reaches_no_service_of_this_machine() {
    if browser().is_none() {
        return;
    }
    let tcp = TcpListener::bind("127.0.0.1:0").unwrap();
    tcp.set_nonblocking(true).unwrap();
    let address = tcp.local_addr().unwrap();
    let udp = UdpSocket::bind(address).unwrap();
    udp.set_nonblocking(true).unwrap();
    let own = folder(
        "pdf-loopback",
        &[("templates/page.html", &HOSTILE.replace("PORT", &address.port().to_string()))],
    );
    let pdf = own.join("page.pdf");
    let templates = own.join("templates");
    succeeds(&[
        "print",
        LIST,
        "--template",
        templates.to_str().unwrap(),
        "-o",
        pdf.to_str().unwrap(),
    ]);
    assert!(pages(&fs::read(&pdf).unwrap()) >= 1);
    assert!(tcp.accept().is_err(), "something connected");
    assert!(udp.recv_from(&mut [0; 64]).is_err(), "something sent a packet");
    fs::remove_dir_all(own).unwrap();
}

/// The same with a real browser: it puts files into the folder for temporary ones, too.
#[test]
fn a_real_browser_leaves_nothing_when_it_is_stopped() {
    if browser().is_none() {
        return;
    }
    let own = folder("pdf-stopped", &[("tmp/keep", ""), ("templates/page.html", ENDLESS)]);
    let tmp = own.join("tmp");
    let mut program = Command::new(env!("CARGO_BIN_EXE_orbat"))
        .args(["print", LIST, "-o", own.join("page.pdf").to_str().unwrap()])
        .args(["--template", own.join("templates").to_str().unwrap()])
        .current_dir(root())
        .env("TMPDIR", &tmp)
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    // It has a profile when it runs.
    let profile = || {
        let folders = fs::read_dir(&tmp).unwrap().map(|entry| entry.unwrap().path());
        folders.into_iter().any(|folder| folder.join("profile/Default").exists())
    };
    until("the browser starts", profile);
    kill_process(Pid::from_child(&program), Signal::TERM).unwrap();
    assert_eq!(program.wait().unwrap().code(), Some(130));
    let left: Vec<_> =
        fs::read_dir(&tmp).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left, ["keep"]);
    fs::remove_dir_all(own).unwrap();
}

const ENDLESS: &str = "<!doctype html><title>x</title><p>x</p><script>while (true) {}</script>";
