//! Makes a PDF with an installed browser, which prints the page without a window.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use indicatif::ProgressBar;

use super::Failure;
use super::print_server::Server;
use crate::source::{NamedFiles, SourceProvider};
use crate::workspace::save::TemporaryFolder;

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

/// A browser that takes longer than this hangs.
const PATIENCE: Duration = Duration::from_secs(300);

/// The largest PDF that is read, in bytes.
const LARGEST: usize = 1 << 30;

/// The page as PDF.
pub(crate) fn pdf(html: &str) -> Result<Vec<u8>, Failure> {
    let browser = find()?;
    let folder = TemporaryFolder::new()
        .ok_or_else(|| Failure::Usage("there is no room for temporary files".to_owned()))?;
    let paper = folder.path().join("page.pdf");
    let cannot = |reason: String| {
        Failure::Usage(format!("the browser `{}` made no PDF: {reason}", browser.display()))
    };
    let server = Server::new(html).map_err(|error| cannot(error.to_string()))?;
    let mut command = Command::new(&browser);
    command.args([
        "--headless",
        "--disable-gpu",
        "--no-first-run",
        "--disable-extensions",
        "--disable-background-networking",
    ]);
    command.args([
        "--disable-component-update",
        "--disable-sync",
        "--no-pdf-header-footer",
        "--hide-scrollbars",
    ]);
    // The page may load nothing from elsewhere: no other host resolves.
    command.arg("--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1");
    command.arg(with_path("--user-data-dir=", &folder.path().join("profile")));
    command.arg(with_path("--print-to-pdf=", &paper));
    if runs_as_root() {
        // Browsers refuse to run as root otherwise. The page is our own and loads nothing.
        command.arg("--no-sandbox");
    }
    command.arg(server.address()).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let child = command.spawn().map_err(|error| cannot(error.to_string()))?;
    wait(child).map_err(cannot)?;
    let file = paper.to_string_lossy();
    match NamedFiles::new(vec![paper.clone()], LARGEST).read(&file) {
        Ok(bytes) if bytes.starts_with(b"%PDF") => Ok(bytes),
        _ => Err(cannot(
            "it ended without writing one. Print the page yourself: `--to html`".to_owned(),
        )),
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
                path.display()
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

fn with_path(flag: &str, path: &Path) -> OsString {
    let mut argument = OsString::from(flag);
    argument.push(path);
    argument
}

#[cfg(target_os = "linux")]
fn runs_as_root() -> bool {
    let uid = std::os::unix::fs::MetadataExt::uid;
    Path::new("/proc/self").metadata().is_ok_and(|own| uid(&own) == 0)
}

#[cfg(not(target_os = "linux"))]
fn runs_as_root() -> bool {
    false
}

/// Waits for the browser with a spinner, and kills it when it takes too long.
fn wait(mut child: Child) -> Result<(), String> {
    let spinner = ProgressBar::new_spinner().with_message("printing to PDF");
    let start = Instant::now();
    let outcome = loop {
        match child.try_wait() {
            Ok(Some(status)) if status.success() => break Ok(()),
            Ok(Some(status)) => break Err(format!("it ended with {status}")),
            Ok(None) if start.elapsed() > PATIENCE => {
                let _ = child.kill();
                let _ = child.wait();
                break Err(format!("it had not ended after {} seconds", PATIENCE.as_secs()));
            }
            Ok(None) => sleep(Duration::from_millis(20)),
            Err(error) => break Err(error.to_string()),
        }
        spinner.tick();
    };
    spinner.finish_and_clear();
    outcome
}
