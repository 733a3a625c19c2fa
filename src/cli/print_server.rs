//! Serves one page to the browser on this machine. A page opened from a file could show other files;
//! a page from a server cannot, whatever its template says.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// The page may use only what it contains.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:; font-src data:; form-action 'none'";

/// The longest request, in bytes.
const LONGEST: u64 = 16 << 10;

pub(crate) struct Server {
    address: SocketAddr,
    done: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Server {
    pub(crate) fn new(page: &str) -> io::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
        let address = listener.local_addr()?;
        let done = Arc::new(AtomicBool::new(false));
        let (page, ended) = (page.to_owned(), done.clone());
        let thread = thread::spawn(move || {
            for stream in listener.incoming() {
                if ended.load(Ordering::Relaxed) {
                    break;
                }
                // A bad request gets no answer; only our browser needs one.
                let _ = stream.and_then(|stream| answer(&stream, &page));
            }
        });
        Ok(Server { address, done, thread: Some(thread) })
    }

    pub(crate) fn address(&self) -> String {
        format!("http://{}/page", self.address)
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

fn answer(mut stream: &TcpStream, page: &str) -> io::Result<()> {
    stream.set_read_timeout(Some(Duration::from_secs(5)))?;
    stream.set_write_timeout(Some(Duration::from_secs(30)))?;
    let mut asked = BufReader::new(stream.take(LONGEST));
    let mut first = String::new();
    asked.read_line(&mut first)?;
    let mut line = String::new();
    while asked.read_line(&mut line)? > 2 {
        line.clear();
    }
    let (status, body) =
        if first.starts_with("GET /page ") { ("200 OK", page) } else { ("404 Not Found", "") };
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: text/html; charset=utf-8\r\nContent-Security-Policy: {POLICY}\r\n\
         Content-Length: {}\r\nConnection: close\r\n\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes())?;
    stream.write_all(body.as_bytes())
}
