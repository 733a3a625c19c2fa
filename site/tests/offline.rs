//! The static site in a real browser: it works without a server, and without a network once it was
//! visited. `cargo run -p site` must have written it.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test may fail loudly"
)]

mod support;

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use serde_json::json;
use support::{Page, Window, has_browser};

/// Serves a folder until it is told to stop, as any static host would.
struct Host {
    port: u16,
    stopped: Arc<AtomicBool>,
}

impl Host {
    fn new(folder: PathBuf) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let stopped = Arc::new(AtomicBool::new(false));
        let ended = stopped.clone();
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                if ended.load(Ordering::Relaxed) {
                    break;
                }
                let (stream, folder) = (stream.unwrap(), folder.clone());
                std::thread::spawn(move || answer(stream, &folder));
            }
        });
        Host { port, stopped }
    }

    /// From here on nobody answers.
    fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
        let _ = TcpStream::connect(("127.0.0.1", self.port));
    }
}

fn answer(mut stream: TcpStream, folder: &Path) {
    let mut lines = BufReader::new(stream.try_clone().unwrap()).lines();
    let Some(Ok(first)) = lines.next() else { return };
    while lines.next().is_some_and(|line| line.is_ok_and(|line| !line.is_empty())) {}
    let path = first.split(' ').nth(1).unwrap_or("/").split('?').next().unwrap_or("/");
    let name = if path == "/" { "index.html" } else { path.trim_start_matches('/') };
    let kind = match name.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html",
        "js" => "text/javascript",
        "css" => "text/css",
        "svg" => "image/svg+xml",
        "wasm" => "application/wasm",
        "png" => "image/png",
        _ => "application/json",
    };
    let (status, body) = match fs::read(folder.join(name)) {
        Ok(body) => ("200 OK", body),
        Err(_) => ("404 Not Found", Vec::new()),
    };
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
        body.len()
    );
    let _ = stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(&body));
}

fn site() -> PathBuf {
    let target = std::env::var_os("CARGO_TARGET_DIR").map(PathBuf::from);
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let site = target.unwrap_or_else(|| root.join("target")).join("site");
    assert!(site.join("sw.js").exists(), "{} is missing: run `cargo run -p site`", site.display());
    site
}

#[test]
fn it_works_without_a_network() {
    if !has_browser() {
        return;
    }
    let host = Host::new(site());
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let mut page = Page::open(&format!("http://localhost:{}/", host.port), Window::Phone).await;
        page.tap("a", "New list").await;
        page.tap(".gt", "Firefight").await;
        page.tap(".pick button", "Enforcers").await;
        page.tap(".sf button", "Start").await;
        page.verdict("to add").await;
        // The engine is WebAssembly, games come one by one, and nothing is asked of a server.
        let asked = page
            .run("return performance.getEntriesByType('resource').map(entry => new URL(entry.name).pathname)", Vec::new())
            .await;
        let asked = asked.as_array().unwrap();
        assert!(!asked.iter().any(|path| path.as_str().unwrap().starts_with("/api/")), "{asked:?}");
        page.until("navigator.serviceWorker.controller").await;
        page.until("navigator.serviceWorker.controller.state === 'activated'").await;
        let kept = "const done = arguments[arguments.length - 1];
            const look = () => caches.match('games/warzone.json').then(found => found ? done(true) : setTimeout(look, 100));
            look();";
        assert_eq!(page.client.execute_async(kept, Vec::new()).await.unwrap(), json!(true));
        page.is_sound("online").await;

        host.stop();
        page.client.refresh().await.unwrap();
        page.verdict("to add").await;
        page.tap(".dock a", "Add unit").await;
        page.tap(".ar:not(.no) .plus", "").await;
        page.until("document.querySelectorAll('a[data-unit]').length === 1").await;
        page.tap("dialog .sh .ib", "Close").await;
        page.tap(".dock a", "Spend").await;
        page.tap("button", "Take it").await;
        page.verdict("Legal").await;
        // A game that was not looked at before, too.
        page.address("#/").await;
        page.tap("a", "New list").await;
        page.tap(".gt", "Warzone").await;
        page.tap(".pick button", "Capitol").await;
        page.tap(".sf button", "Start").await;
        page.verdict("to add").await;
        page.client.clone().close().await.unwrap();
    });
}
