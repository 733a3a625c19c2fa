//! How fast `orbat serve` judges a list over HTTP, beside a handler that does nothing but answer as
//! many bytes, in one run: `cargo bench --bench serve`. With `ORBAT_MINUTE=1` also whether memory
//! stays as it is for a minute.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    missing_docs,
    reason = "a benchmark may fail loudly"
)]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use axum::Router;
use axum::routing::post;

/// A list of 15 units.
const UNITS: [&str; 5] =
    ["hussars", "venusian_rangers", "armoured_hussar_juggernauts", "hussars", "venusian_rangers"];

fn body() -> String {
    let units: String = UNITS.iter().cycle().take(15).map(|unit| format!("  - {unit}\n")).collect();
    let list = format!(
        "orbat: 1\nsystem: warzone\nfaction: bauhaus\nchart: standard\npoints: 2000\nunits:\n{units}"
    );
    serde_json::json!({ "list": list }).to_string()
}

/// A connection that stays open.
struct Connection(BufReader<TcpStream>);

impl Connection {
    fn new(port: u16) -> Self {
        let stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
        stream.set_nodelay(true).unwrap();
        Connection(BufReader::new(stream))
    }

    /// Asks once and answers with the body.
    fn ask(&mut self, path: &str, body: &str) -> Vec<u8> {
        let request = format!(
            "POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        );
        self.0.get_mut().write_all(request.as_bytes()).unwrap();
        let (mut length, mut line) = (0, String::new());
        loop {
            line.clear();
            self.0.read_line(&mut line).unwrap();
            if line == "\r\n" {
                break;
            }
            if let Some(value) = line.to_ascii_lowercase().strip_prefix("content-length:") {
                length = value.trim().parse().unwrap();
            }
        }
        let mut answer = vec![0; length];
        self.0.read_exact(&mut answer).unwrap();
        answer
    }
}

/// Requests a second, the median and the slowest of a hundred.
fn measure(port: u16, path: &str, body: &str) -> (f64, Duration, Duration) {
    let mut connection = Connection::new(port);
    for _ in 0..200 {
        connection.ask(path, body);
    }
    let mut times = Vec::new();
    let began = Instant::now();
    while began.elapsed() < Duration::from_secs(3) {
        let asked = Instant::now();
        connection.ask(path, body);
        times.push(asked.elapsed());
    }
    let rate = times.len() as f64 / began.elapsed().as_secs_f64();
    times.sort_unstable();
    (rate, times[times.len() / 2], times[times.len() * 99 / 100])
}

struct Server(Child, u16);

impl Server {
    fn start() -> Self {
        let mut program = Command::new(env!("CARGO_BIN_EXE_orbat"))
            .args(["serve", "--port", "0"])
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(program.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let port = line.trim().trim_end_matches('/').rsplit(':').next().unwrap().parse().unwrap();
        Server(program, port)
    }

    /// Resident memory in kilobytes, where the system tells.
    fn memory(&self) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.0.id())).ok()?;
        let line = status.lines().find(|line| line.starts_with("VmRSS"))?;
        line.split_whitespace().nth(1)?.parse().ok()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A server whose only handler answers so many bytes.
fn trivial(answer: String) -> u16 {
    let (told, heard) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        let runtime =
            tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
        runtime.unwrap().block_on(async move {
            let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
            told.send(listener.local_addr().unwrap().port()).unwrap();
            let handler = post(move |_: String| async move { answer.clone() });
            axum::serve(listener, Router::new().route("/", handler)).await.unwrap();
        });
    });
    heard.recv().unwrap()
}

fn main() {
    let (server, body) = (Server::start(), body());
    let answer = Connection::new(server.1).ask("/api/check", &body);
    let answer = String::from_utf8(answer).unwrap();
    let plain = measure(trivial(answer), "/", &body);
    let check = measure(server.1, "/api/check", &body);
    for (name, (rate, median, slow)) in [("a trivial handler", plain), ("/api/check", check)] {
        println!(
            "{name:<18} {rate:>8.0} a second, median {median:>9.1?}, 99 of 100 within {slow:.1?}"
        );
    }
    println!("/api/check is at {:.0} % of it", 100.0 * check.0 / plain.0);
    if std::env::var_os("ORBAT_MINUTE").is_some() {
        let before = server.memory();
        let (mut connection, began) = (Connection::new(server.1), Instant::now());
        while began.elapsed() < Duration::from_secs(60) {
            connection.ask("/api/check", &body);
        }
        println!("memory in kilobytes: {before:?} before the minute, {:?} after", server.memory());
    }
}
