//! Serves one page to the browser on this machine, as the proxy for all it asks for: everything but
//! the page is refused. A page opened from a file could show other files; a page from a server
//! cannot, whatever its template says.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// A name that nobody can have.
const PAGE: &str = "http://orbat.invalid/page";

/// What the page asks for to tell how many cards it was laid out as; the number follows.
const CARDS: &str = "http://orbat.invalid/cards/";

/// The page may use only what it contains, and its scripts may only lay it out and count its cards.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; \
                      img-src data:; font-src data:; connect-src http://orbat.invalid/cards/; \
                      form-action 'none'; base-uri 'none'; sandbox allow-scripts";

/// Only the browser knows how many cards there are. The page keeps their number; this tells it,
/// before the page is printed.
const COUNT: &str = "<script>window.addEventListener('load', function () { \
                     var cards = document.documentElement.dataset.cards, said = new XMLHttpRequest(); \
                     if (!cards) return; \
                     try { said.open('GET', '/cards/' + cards, false); said.send(); } catch (error) {} \
                     });</script>";

/// The longest request, in bytes.
const LONGEST: u64 = 16 << 10;

pub(super) struct PrintServer {
    address: SocketAddr,
    cards: Arc<OnceLock<u32>>,
    done: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl PrintServer {
    pub(super) fn new(mut page: Vec<u8>) -> io::Result<Self> {
        page.extend_from_slice(COUNT.as_bytes());
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
        let address = listener.local_addr()?;
        let done = Arc::new(AtomicBool::new(false));
        let cards = Arc::new(OnceLock::new());
        let (page, counted, ended) = (Arc::new(page), cards.clone(), done.clone());
        let thread = thread::spawn(move || {
            for stream in listener.incoming() {
                if ended.load(Ordering::Relaxed) {
                    break;
                }
                let Ok(stream) = stream else { continue };
                let (page, counted) = (page.clone(), counted.clone());
                // Browsers open connections ahead and let them wait, so each has a thread. A bad
                // request gets no answer; only our browser needs one.
                thread::spawn(move || drop(answer(&stream, &page, &counted)));
            }
        });
        Ok(PrintServer { address, cards, done, thread: Some(thread) })
    }

    /// The address of the proxy.
    pub(super) fn address(&self) -> SocketAddr {
        self.address
    }

    /// The page, for a browser that uses the proxy.
    pub(super) fn page(&self) -> &'static str {
        PAGE
    }

    /// How many cards the page was laid out as, if it has told.
    pub(super) fn cards(&self) -> Option<u32> {
        self.cards.get().copied()
    }
}

impl Drop for PrintServer {
    fn drop(&mut self) {
        self.done.store(true, Ordering::Relaxed);
        // Wakes the thread, which then ends.
        let woken = TcpStream::connect(self.address);
        if let (Ok(_), Some(thread)) = (woken, self.thread.take()) {
            let _ = thread.join();
        }
    }
}

fn answer(mut stream: &TcpStream, page: &[u8], cards: &OnceLock<u32>) -> io::Result<()> {
    stream.set_read_timeout(Some(Duration::from_secs(5)))?;
    stream.set_write_timeout(Some(Duration::from_secs(30)))?;
    let mut asked = BufReader::new(stream.take(LONGEST));
    let mut first = String::new();
    asked.read_line(&mut first)?;
    let mut line = String::new();
    while asked.read_line(&mut line)? > 2 {
        line.clear();
    }
    let address = first.strip_prefix("GET ").and_then(|rest| rest.split(' ').next());
    let number = address.and_then(|address| address.strip_prefix(CARDS)?.parse().ok());
    let (status, body) = match (address, number) {
        (Some(PAGE), _) => ("200 OK", page),
        (_, Some(number)) => {
            cards.get_or_init(|| number);
            ("204 No Content", &[][..])
        }
        _ => ("403 Forbidden", &[][..]),
    };
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: text/html; charset=utf-8\r\nContent-Security-Policy: {POLICY}\r\n\
         Content-Length: {}\r\nConnection: close\r\n\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes())?;
    stream.write_all(body)
}
