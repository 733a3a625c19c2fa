//! Serves one page to the browser on this machine, as the proxy for all it asks for: everything but the
//! page is refused. A page opened from a file could show other files; a page from a server cannot,
//! whatever its template says.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// A name that nobody can have.
const PAGE: &str = "http://orbat.invalid/page";

/// The page may use only what it contains, and its scripts may only lay it out.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; \
                      img-src data:; font-src data:; form-action 'none'; base-uri 'none'; \
                      sandbox allow-scripts";

/// The longest request, in bytes.
const LONGEST: u64 = 16 << 10;

pub(super) struct Server {
    address: SocketAddr,
    done: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Server {
    pub(super) fn new(page: Vec<u8>) -> io::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
        let address = listener.local_addr()?;
        let done = Arc::new(AtomicBool::new(false));
        let (page, ended) = (Arc::new(page), done.clone());
        let thread = thread::spawn(move || {
            for stream in listener.incoming() {
                if ended.load(Ordering::Relaxed) {
                    break;
                }
                let (Ok(stream), page) = (stream, page.clone()) else { continue };
                // Browsers open connections ahead and let them wait, so each has a thread. A bad
                // request gets no answer; only our browser needs one.
                thread::spawn(move || drop(answer(&stream, &page)));
            }
        });
        Ok(Server { address, done, thread: Some(thread) })
    }

    /// The address of the proxy.
    pub(super) fn address(&self) -> SocketAddr {
        self.address
    }

    /// The page, for a browser that uses the proxy.
    pub(super) fn page(&self) -> &'static str {
        PAGE
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.done.store(true, Ordering::Relaxed);
        // Wakes the thread, which then ends.
        let woken = TcpStream::connect(self.address);
        if let (Ok(_), Some(thread)) = (woken, self.thread.take()) {
            let _ = thread.join();
        }
    }
}

fn answer(mut stream: &TcpStream, page: &[u8]) -> io::Result<()> {
    stream.set_read_timeout(Some(Duration::from_secs(5)))?;
    stream.set_write_timeout(Some(Duration::from_secs(30)))?;
    let mut asked = BufReader::new(stream.take(LONGEST));
    let mut first = String::new();
    asked.read_line(&mut first)?;
    let mut line = String::new();
    while asked.read_line(&mut line)? > 2 {
        line.clear();
    }
    let (status, body) = if first.starts_with(&format!("GET {PAGE} ")) {
        ("200 OK", page)
    } else {
        ("403 Forbidden", &[][..])
    };
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: text/html; charset=utf-8\r\nContent-Security-Policy: {POLICY}\r\n\
         Content-Length: {}\r\nConnection: close\r\n\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes())?;
    stream.write_all(body)
}
