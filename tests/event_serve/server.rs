//! The program as a server, and requests to it.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Output, Stdio};

use serde_json::{Value, json};

use super::support::root;

pub(crate) struct Server {
    program: Child,
    pub(crate) address: String,
    pub(crate) desk_key: String,
}

pub(crate) fn orbat(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_orbat")).args(arguments).current_dir(root()).output().unwrap()
}

impl Server {
    pub(crate) fn start(store: &str, more: &[&str]) -> Self {
        let mut program = Command::new(env!("CARGO_BIN_EXE_orbat"))
            .args(["event", "serve", "examples/events/spring-open.orbat"])
            .args(["--store", store, "--port", "0"])
            .args(more)
            .current_dir(root())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(program.stdout.as_mut().unwrap()).lines();
        let mut next = || lines.next().unwrap().unwrap();
        let (page, desk) = (next(), next());
        let address =
            page.split("http://localhost").nth(1).unwrap().trim_end_matches('/').to_owned();
        let address = format!("127.0.0.1{address}");
        let desk_key = desk.split("#desk=").nth(1).unwrap().trim().to_owned();
        Server { program, address, desk_key }
    }

    /// The status and the answer.
    pub(crate) fn call(&self, call: &str, key: Option<&str>, body: &Value) -> (u16, Value) {
        try_call(&self.address, call, key, body).unwrap()
    }

    /// The answer of a call that must succeed.
    pub(crate) fn asked(&self, call: &str, key: Option<&str>, body: &Value) -> Value {
        let (status, answer) = self.call(call, key, body);
        assert_eq!(status, 200, "{call}: {answer}");
        answer
    }

    pub(crate) fn rows(&self) -> Vec<Value> {
        let lists = self.asked("lists", Some(&self.desk_key), &json!({}));
        lists["rows"].as_array().unwrap().clone()
    }

    /// The files of an archive that organisers ask for.
    pub(crate) fn archive(&self, call: &str) -> Vec<(String, Vec<u8>)> {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        let request = format!(
            "POST /api/{call} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
             Content-Length: 2\r\nConnection: close\r\nAuthorization: Bearer {}\r\n\r\n{{}}",
            self.desk_key
        );
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).unwrap();
        let at = answer.windows(4).position(|window| window == b"\r\n\r\n").unwrap() + 4;
        let mut archive = zip::ZipArchive::new(std::io::Cursor::new(&answer[at..])).unwrap();
        (0..archive.len())
            .map(|at| {
                let mut file = archive.by_index(at).unwrap();
                let mut bytes = Vec::new();
                file.read_to_end(&mut bytes).unwrap();
                (file.name().unwrap().into_owned(), bytes)
            })
            .collect()
    }

    pub(crate) fn raw(&self, call: &str, headers: &str, body: &str) -> String {
        self.raw_as("localhost", call, headers, body)
    }

    pub(crate) fn raw_as(&self, host: &str, call: &str, headers: &str, body: &str) -> String {
        request(&self.address, host, call, headers, body).unwrap()
    }

    /// Ends it as a power cut would.
    pub(crate) fn kill(&mut self) {
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.kill();
    }
}

/// The status and the answer; none if the server is gone.
pub(crate) fn try_call(
    address: &str,
    call: &str,
    key: Option<&str>,
    body: &Value,
) -> Option<(u16, Value)> {
    let key = key.map(|key| format!("Authorization: Bearer {key}\r\n")).unwrap_or_default();
    let answer = request(address, "localhost", call, &key, &body.to_string())?;
    let (head, body) = answer.split_once("\r\n\r\n")?;
    let status = head.split(' ').nth(1)?.parse().ok()?;
    // An answer that was cut off acknowledges nothing.
    Some((status, serde_json::from_str(body).ok()?))
}

fn request(address: &str, host: &str, call: &str, headers: &str, body: &str) -> Option<String> {
    let mut stream = TcpStream::connect(address).ok()?;
    let request = format!(
        "POST /api/{call} HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n\
         Content-Length: {}\r\nConnection: close\r\n{headers}\r\n{body}",
        body.len()
    );
    // A server that refuses early need not read everything.
    let _ = stream.write_all(request.as_bytes());
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    (!answer.is_empty()).then(|| String::from_utf8_lossy(&answer).into_owned())
}
