//! The process that runs the browser. It reads the page from standard input, writes the number of
//! cards and the PDF to standard output or the reason why there is none to standard error, and ends
//! everything when standard input closes.

use std::env;
use std::ffi::{OsStr, OsString};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use super::Printed;
use super::processes::Processes;
use super::server::PrintServer;
use crate::source::{NamedFiles, SourceProvider};
use crate::workspace::save::TemporaryFolder;

/// The argument that makes this program a keeper. No command is called like that.
const KEEPER: &str = "--keep-browser";

/// A browser that takes longer than this hangs.
const TIMEOUT: Duration = Duration::from_secs(120);

/// The largest page, in bytes.
const LARGEST_PAGE: u64 = 1 << 30;

/// Starts this program as the keeper of a browser.
pub(super) fn command(browser: &Path) -> io::Result<Command> {
    let mut command = Command::new(env::current_exe()?);
    command.arg(KEEPER).arg(browser);
    // Ctrl-C is meant for the process that waits. The keeper has to tidy up after it.
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    Ok(command)
}

/// Works as a keeper if this process was started as one; the exit code then.
pub(crate) fn keep() -> Option<u8> {
    let mut arguments = env::args_os().skip(1);
    if arguments.next().as_deref() != Some(OsStr::new(KEEPER)) {
        return None;
    }
    let browser = PathBuf::from(arguments.next()?);
    // If writing fails there is nobody left to tell.
    Some(match print(&browser) {
        Ok(printed) => write(&printed).map_or(1, |()| 0),
        Err(reason) => {
            let _ = io::stderr().write_all(reason.as_bytes());
            1
        }
    })
}

/// What is written to standard output: how many cards there are, 0 if that is not known, and the
/// PDF.
fn write(printed: &Printed) -> io::Result<()> {
    let mut output = io::stdout().lock();
    output.write_all(&printed.cards.unwrap_or(0).to_be_bytes())?;
    output.write_all(&printed.pdf)
}

/// The other end of `write`.
pub(super) fn read(output: &mut impl Read) -> io::Result<Printed> {
    let mut cards = [0; 4];
    output.read_exact(&mut cards)?;
    let cards = Some(u32::from_be_bytes(cards)).filter(|cards| *cards > 0);
    let mut pdf = Vec::new();
    output.take(super::LARGEST).read_to_end(&mut pdf)?;
    Ok(Printed { pdf, cards })
}

fn print(browser: &Path) -> Result<Printed, String> {
    let words = |error: io::Error| error.to_string();
    let html = read_page().map_err(words)?;
    let stop = stop_when_alone();
    // Dropped from the last to the first: a browser that runs would write to its folder.
    let folder = TemporaryFolder::new()
        .map_err(|error| format!("there is no room for temporary files: {error}"))?;
    let server = PrintServer::new(html).map_err(words)?;
    let paper = folder.path().join("page.pdf");
    let command = browser_command(browser, folder.path(), &paper, &server);
    let mut processes = Processes::spawn(command).map_err(words)?;
    processes.wait(TIMEOUT, &stop)?;
    let file = paper.to_string_lossy().into_owned();
    match NamedFiles::new(vec![paper], super::LARGEST as usize).read(&file) {
        Ok(pdf) if pdf.starts_with(b"%PDF") => Ok(Printed { pdf, cards: server.cards() }),
        _ => Err("it ended without writing one. Print the page yourself: `--to html`".to_owned()),
    }
}

/// Standard input begins with the length of the page.
fn read_page() -> io::Result<Vec<u8>> {
    let mut input = io::stdin().lock();
    let mut length = [0; 8];
    input.read_exact(&mut length)?;
    let length = u64::from_be_bytes(length).min(LARGEST_PAGE);
    let mut page = Vec::new();
    input.take(length).read_to_end(&mut page)?;
    Ok(page)
}

/// Becomes true when standard input closes, or somebody wants this process to end.
fn stop_when_alone() -> Arc<AtomicBool> {
    let stop = Arc::new(AtomicBool::new(false));
    let (alone, ended) = (stop.clone(), stop.clone());
    thread::spawn(move || {
        let _ = io::stdin().read(&mut [0]);
        alone.store(true, Ordering::Relaxed);
    });
    let _ = ctrlc::set_handler(move || ended.store(true, Ordering::Relaxed));
    stop
}

fn browser_command(browser: &Path, folder: &Path, paper: &Path, server: &PrintServer) -> Command {
    let mut command = Command::new(browser);
    // What it would leave elsewhere when it is killed goes with the folder.
    command.envs(["TMPDIR", "TMP", "TEMP"].map(|name| (name, folder)));
    command.args(["--headless", "--disable-gpu", "--no-first-run", "--disable-extensions"]);
    command.args(["--disable-background-networking", "--disable-component-update"]);
    command.args(["--disable-sync", "--disable-breakpad", "--disable-crash-reporter"]);
    command.args(["--no-pdf-header-footer", "--hide-scrollbars"]);
    // Every connection, even to this machine, goes to our server, which has the page and refuses
    // the rest. Nothing goes another way: no other name resolves, and no packet passes a
    // proxy.
    command.arg(format!("--proxy-server=http://{}", server.address()));
    command.arg("--proxy-bypass-list=<-loopback>");
    command.arg("--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1");
    command.args(["--disable-quic", "--webrtc-ip-handling-policy=disable_non_proxied_udp"]);
    // The same, as older browsers call it.
    command.arg("--force-webrtc-ip-handling-policy=disable_non_proxied_udp");
    command.arg(with_path("--user-data-dir=", &folder.join("profile")));
    command.arg(with_path("--print-to-pdf=", paper));
    if runs_as_root() {
        // Browsers refuse to run as root otherwise.
        command.arg("--no-sandbox");
    }
    command.arg(server.page());
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command
}

fn with_path(flag: &str, path: &Path) -> OsString {
    let mut argument = OsString::from(flag);
    argument.push(path);
    argument
}

#[cfg(unix)]
fn runs_as_root() -> bool {
    cfg!(target_os = "linux") && rustix::process::geteuid().is_root()
}

#[cfg(not(unix))]
fn runs_as_root() -> bool {
    false
}
