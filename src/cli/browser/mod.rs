//! Makes a PDF with an installed browser, which prints the page without a window.
//!
//! The browser is run by a second process of this program, the keeper. It ends the browser and
//! deletes its files as soon as nobody waits for the PDF any more, even if this process is killed.

mod keeper;
mod processes;
mod server;

use crate::cli::output::shown;
use std::env;
use std::io::{Read, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use indicatif::ProgressBar;

use super::Failure;
pub(crate) use keeper::keep;

/// Names of browsers that can print to a file.
const NAMES: &[&str] = &[
    "chromium",
    "chromium-browser",
    "google-chrome-stable",
    "google-chrome",
    "chrome",
    "microsoft-edge-stable",
    "microsoft-edge",
    "msedge",
    "brave-browser",
    "vivaldi",
];

/// Where they are installed if not on the `PATH`.
const PLACES: &[&str] = &[
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
    "/Applications/Brave Browser.app/Contents/MacOS/Brave Browser",
    "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
    "C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe",
    "C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe",
    "C:\\Program Files\\Microsoft\\Edge\\Application\\msedge.exe",
];

/// The largest PDF that is read, in bytes.
const LARGEST: u64 = 1 << 28;

/// A page as a browser has printed it.
pub(crate) struct Printed {
    pub(crate) pdf: Vec<u8>,
    /// How many cards are cut, if the page says so.
    pub(crate) cards: Option<u32>,
}

/// The page as PDF.
pub(crate) fn pdf(html: &str) -> Result<Printed, Failure> {
    let browser = find()?;
    let cannot = |reason: &str| {
        Failure::Usage(format!("the browser `{}` made no PDF: {reason}", shown(&browser)))
    };
    let mut command = keeper::command(&browser).map_err(|error| cannot(&error.to_string()))?;
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut keeper = command.spawn().map_err(|error| cannot(&error.to_string()))?;
    let wait = KeeperPipe::new(&mut keeper);
    wait.send(html);
    let spinner = ProgressBar::new_spinner().with_message("printing to PDF");
    spinner.enable_steady_tick(Duration::from_millis(100));
    let outcome = receive(&mut keeper);
    spinner.finish_and_clear();
    if wait.is_over() {
        return Err(Failure::Interrupted);
    }
    outcome.map_err(|reason| cannot(&reason))
}

/// What the keeper has to say: the PDF, or why there is none.
fn receive(keeper: &mut Child) -> Result<Printed, String> {
    let mut printed = None;
    let mut reason = String::new();
    if let (Some(mut output), Some(errors)) = (keeper.stdout.take(), keeper.stderr.take()) {
        // Without a PDF there is a reason.
        printed = keeper::read(&mut output).ok();
        // Output that cannot be read is ignored.
        let _ = errors.take(LARGEST).read_to_string(&mut reason);
    }
    let status = keeper.wait().map_err(|error| error.to_string())?;
    match (printed, reason.trim()) {
        (Some(printed), _) if status.success() && printed.pdf.starts_with(b"%PDF") => Ok(printed),
        (_, "") => Err(format!("it ended with {status}")),
        (_, reason) => Err(reason.to_owned()),
    }
}

/// The open end of a pipe, which tells the keeper that somebody waits. It closes with this process,
/// however that ends; signals close it before, so that nothing is left when the process ends.
struct KeeperPipe {
    pipe: Arc<Mutex<Option<ChildStdin>>>,
}

impl KeeperPipe {
    fn new(keeper: &mut Child) -> Self {
        let pipe = Arc::new(Mutex::new(keeper.stdin.take()));
        let closed = pipe.clone();
        // If there can be no handler, the signal ends this process and so closes the pipe.
        let _ = ctrlc::set_handler(move || {
            closed.lock().unwrap_or_else(PoisonError::into_inner).take();
        });
        KeeperPipe { pipe }
    }

    fn send(&self, html: &str) {
        let mut pipe = self.pipe.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(pipe) = pipe.as_mut() {
            // If the keeper has stopped reading, its answer says why.
            let length = (html.len() as u64).to_be_bytes();
            let _ = pipe.write_all(&length).and_then(|()| pipe.write_all(html.as_bytes()));
        }
    }

    /// Whether a signal has ended it.
    fn is_over(&self) -> bool {
        self.pipe.lock().unwrap_or_else(PoisonError::into_inner).is_none()
    }
}

/// The browser named by `ORBAT_BROWSER`, or the first installed one.
fn find() -> Result<PathBuf, Failure> {
    if let Some(path) =
        env::var_os("ORBAT_BROWSER").filter(|path| !path.is_empty()).map(PathBuf::from)
    {
        let on_path = on_path(&path.to_string_lossy());
        return Some(path.clone()).filter(|path| path.is_file()).or(on_path).ok_or_else(|| {
            Failure::Usage(format!(
                "ORBAT_BROWSER says `{}`, and there is no such program",
                shown(&path)
            ))
        });
    }
    let by_name = NAMES.iter().find_map(|name| on_path(name));
    let by_place = || PLACES.iter().map(PathBuf::from).find(|path| path.is_file());
    by_name.or_else(by_place).ok_or_else(|| {
        Failure::Usage(
            "a PDF is printed by Chromium, Chrome or Edge, and none was found. Install one, say where it is with ORBAT_BROWSER, \
             or write the page with `--to html` and print it in any browser"
                .to_owned(),
        )
    })
}

fn on_path(name: &str) -> Option<PathBuf> {
    let folders = env::var_os("PATH")?;
    let names = [name.to_owned(), format!("{name}.exe")];
    env::split_paths(&folders)
        .flat_map(|folder| names.clone().map(|name| folder.join(name)))
        .find(|path| path.is_file())
}
