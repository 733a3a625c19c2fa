//! Pages as a browser lays them out.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may fail loudly")]

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const NAMES: &[&str] =
    &["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "microsoft-edge"];

/// The browser, if there is one. Where all tests must run it must be there.
pub fn browser() -> Option<PathBuf> {
    let folders: Vec<PathBuf> = std::env::split_paths(&std::env::var_os("PATH").unwrap()).collect();
    let found = NAMES
        .iter()
        .flat_map(|name| folders.iter().map(move |folder| folder.join(name)))
        .find(|path| path.is_file());
    if found.is_none() {
        assert!(std::env::var_os("CI").is_none(), "page tests need Chromium, and CI is set");
        eprintln!("skipped: no Chromium or Chrome was found on the path");
    }
    found
}

/// Runs a script in a page that has been laid out, in a window of that width, and gives what it
/// returns.
pub fn evaluate(browser: &Path, page: &Path, width: usize, script: &str) -> serde_json::Value {
    let html = std::fs::read_to_string(page).unwrap();
    let probe = format!(
        "<pre id=\"probe\"></pre><script>window.addEventListener('load', function () {{ document.getElementById('probe').textContent = '@@' + encodeURIComponent(JSON.stringify((function () {{ {script} }})())) + '@@'; }});</script></body>"
    );
    let probed = page.with_extension(format!("{width}.probe.html"));
    std::fs::write(&probed, html.replacen("</body>", &probe, 1)).unwrap();
    let profile = page.with_extension(format!("{width}.profile"));
    let mut command = Command::new(browser);
    command.args([
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--no-first-run",
        "--disable-background-networking",
    ]);
    command.args([
        "--disable-component-update",
        "--disable-sync",
        "--hide-scrollbars",
        "--dump-dom",
    ]);
    command
        .arg(format!("--window-size={width},2000"))
        .arg(format!("--user-data-dir={}", profile.display()));
    let output =
        command.arg(format!("file://{}", probed.display())).stdin(Stdio::null()).output().unwrap();
    let dom = String::from_utf8_lossy(&output.stdout).into_owned();
    let said = dom
        .split("id=\"probe\">@@")
        .nth(1)
        .and_then(|rest| rest.split("@@").next())
        .unwrap_or_else(|| panic!("{}: the page said nothing\n{dom}", page.display()));
    serde_json::from_str(&decoded(said)).unwrap()
}

/// Percent signs taken back.
fn decoded(text: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte != b'%' {
            bytes.push(byte);
            continue;
        }
        let digits = [rest.next().unwrap(), rest.next().unwrap()];
        bytes.push(u8::from_str_radix(std::str::from_utf8(&digits).unwrap(), 16).unwrap());
    }
    String::from_utf8(bytes).unwrap()
}

/// The number of pages of a PDF.
pub fn pages(pdf: &[u8]) -> usize {
    pdf.split(|byte| *byte == b'\n').filter(|line| line.ends_with(b"/Type /Page")).count()
}
