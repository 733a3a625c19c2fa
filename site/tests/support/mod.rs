//! A page of the builder in a real browser: what a person does there, step by step.
#![allow(dead_code, unreachable_pub, reason = "each test binary uses a part of it")]

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use fantoccini::elements::Element;
use fantoccini::wd::{WebDriverCompatibleCommand, WindowHandle};
use fantoccini::{Client, ClientBuilder, Locator};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};

/// How long something may take to appear. The machine may be slow and busy.
const PATIENCE: Duration = Duration::from_secs(60);

/// A command of the driver that the client has no method for.
#[derive(Debug)]
struct Raw {
    path: &'static str,
    body: Value,
}

impl WebDriverCompatibleCommand for Raw {
    fn endpoint(
        &self,
        base: &url::Url,
        session: Option<&str>,
    ) -> Result<url::Url, url::ParseError> {
        base.join(&format!("session/{}/{}", session.unwrap_or_default(), self.path))
    }

    fn method_and_body(&self, _: &url::Url) -> (http::Method, Option<String>) {
        (http::Method::POST, Some(self.body.to_string()))
    }
}

/// A program that prints where it listens.
pub struct Running {
    child: Child,
    pub port: u16,
}

impl Running {
    /// Starts it, and anew if it ends at once: a port that was free may be taken before it is bound.
    fn start(command: &mut Command) -> Self {
        (0..5).find_map(|_| Running::try_start(command)).expect("it says where it listens")
    }

    fn try_start(command: &mut Command) -> Option<Self> {
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let port = loop {
            let Some(line) = lines.next() else {
                child.wait().unwrap();
                return None;
            };
            let line = line.unwrap();
            let last = line.trim_end_matches(['.', '/']).rsplit([':', ' ']).next();
            if let Some(port) = last.and_then(|word| word.parse().ok()).filter(|port| *port > 0)
                && !line.starts_with("Starting")
            {
                break port;
            }
        };
        // What else it prints must not fill the pipe.
        std::thread::spawn(move || lines.for_each(drop));
        Some(Running { child, port })
    }

    pub fn server() -> Self {
        Running::server_with("--port", Path::new("0"))
    }

    /// A server with a further option: where the files of the page are, or further games.
    pub fn server_with(option: &str, value: &Path) -> Self {
        // Tests stand two folders below the program.
        let test = std::env::current_exe().unwrap();
        let program = test.parent().and_then(Path::parent).unwrap().join("orbat");
        assert!(program.exists(), "{} is missing: run `cargo build` first", program.display());
        let mut command = Command::new(program);
        command.arg("serve");
        if option != "--port" {
            command.args(["--port", "0"]);
        }
        // Whoever works on the page tries it without building the program anew.
        if let Some(web) = std::env::var_os("ORBAT_ASSETS").filter(|_| option != "--assets") {
            command.arg("--assets").arg(web);
        }
        Running::start(command.arg(option).arg(value))
    }
}

impl Running {
    /// Ends it at once.
    pub fn stop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.stop();
    }
}

/// A folder for what the browser keeps, removed at the end.
struct Profile(PathBuf);

impl Profile {
    fn new(number: u16) -> Self {
        let name = format!("orbat-browser-{}-{number}", std::process::id());
        Profile(std::env::temp_dir().join(name))
    }
}

impl Drop for Profile {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A window of the browser.
pub struct Page {
    pub client: Client,
    pub address: String,
    /// How many taps there were.
    pub taps: usize,
    _profile: Profile,
    _driver: Running,
}

/// Whether there is a browser with its driver. Where tests must run, its absence is a failure.
pub fn has_browser() -> bool {
    let has = |program: &str| {
        let found = Command::new(program).arg("--version").stdout(Stdio::null()).status();
        found.is_ok_and(|status| status.success())
    };
    let is_there = has("chromedriver") && has("chromium");
    assert!(is_there || std::env::var_os("CI").is_none(), "chromium and chromedriver are missing");
    if !is_there {
        println!("skipped: chromium and chromedriver are not installed");
    }
    is_there
}

/// How wide and high the window is.
#[derive(Clone, Copy)]
pub enum Window {
    Phone,
    /// A phone whose owner reads text at twice its size.
    LargeText,
    /// Between the two: no panes yet, but room for columns.
    Tablet,
    Desk,
}

impl Page {
    pub async fn open(address: &str, window: Window) -> Self {
        let driver = Running::start(Command::new("chromedriver").arg("--port=0"));
        let profile = Profile::new(driver.port);
        let mut arguments = vec![
            "--headless=new".to_owned(),
            "--no-sandbox".to_owned(),
            "--disable-gpu".to_owned(),
            "--no-first-run".to_owned(),
            "--disable-background-networking".to_owned(),
            "--disable-component-update".to_owned(),
            "--disable-sync".to_owned(),
            "--lang=en".to_owned(),
            // Nothing but this machine can be reached.
            "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1"
                .to_owned(),
            format!("--user-data-dir={}", profile.0.display()),
        ];
        let mut options = json!({});
        match window {
            Window::Desk => arguments.push("--window-size=1280,900".to_owned()),
            Window::Phone | Window::LargeText | Window::Tablet => {
                let (width, height) =
                    if matches!(window, Window::Tablet) { (768, 1024) } else { (360, 740) };
                let metrics =
                    json!({ "width": width, "height": height, "pixelRatio": 2, "touch": true });
                options["mobileEmulation"] = json!({ "deviceMetrics": metrics });
            }
        }
        options["args"] = json!(arguments);
        if matches!(window, Window::LargeText) {
            options["prefs"] = json!({ "webkit": { "webprefs": { "default_font_size": 32 } } });
        }
        let wanted =
            json!({ "goog:chromeOptions": options, "goog:loggingPrefs": { "browser": "ALL" } });
        let Value::Object(wanted) = wanted else { unreachable!("it is an object") };
        let client = ClientBuilder::new(HttpConnector::new())
            .capabilities(wanted)
            .connect(&format!("http://127.0.0.1:{}", driver.port))
            .await
            .unwrap();
        let address = address.to_owned();
        client.goto(&address).await.unwrap();
        Page { client, address, taps: 0, _profile: profile, _driver: driver }
    }

    /// The windows, once there are so many.
    pub async fn windows(&self, count: usize) -> Vec<WindowHandle> {
        let began = Instant::now();
        loop {
            let windows = self.client.windows().await.unwrap();
            if windows.len() == count {
                return windows;
            }
            assert!(began.elapsed() < PATIENCE, "never {count} windows");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    pub async fn run(&self, script: &str, arguments: Vec<Value>) -> Value {
        self.client.execute(script, arguments).await.unwrap()
    }

    /// The element that a selector and a text name, once it is there and can be seen.
    pub async fn find(&self, selector: &str, text: &str) -> Element {
        // What moves is not where it was seen when the tap comes.
        let script = "const [selector, text] = arguments;
            if (document.getAnimations().some(animation => animation.playState === 'running' && Number.isFinite(animation.effect.getComputedTiming().endTime))) return false;
            const inside = document.querySelector('dialog[open]') || document;
            const named = element => (element.textContent + ' ' + (element.getAttribute('aria-label') || '')).includes(text);
            const all = [...inside.querySelectorAll(selector), ...document.querySelectorAll('.toast ' + selector)];
            const found = all.find(element => named(element) && element.getClientRects().length);
            document.querySelectorAll('[data-found]').forEach(element => element.removeAttribute('data-found'));
            found?.setAttribute('data-found', '');
            found?.scrollIntoView({ block: 'center', behavior: 'instant' });
            return Boolean(found);";
        let began = Instant::now();
        loop {
            let is_there = self.run(script, vec![json!(selector), json!(text)]).await;
            if is_there == json!(true)
                && let Ok(found) = self.client.find(Locator::Css("[data-found]")).await
            {
                return found;
            }
            assert!(
                began.elapsed() < PATIENCE,
                "no {selector} with {text:?}: {}",
                self.shown().await
            );
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    /// Taps something. What closes a sheet goes back in the browser's history, which takes a
    /// moment.
    pub async fn tap(&mut self, selector: &str, text: &str) {
        let began = Instant::now();
        let before = self.hash().await;
        loop {
            // It may be drawn anew in between.
            let tapped = self.find(selector, text).await.click().await;
            match tapped {
                Ok(()) => break,
                Err(error) => assert!(began.elapsed() < PATIENCE, "{selector} {text}: {error}"),
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        self.taps += 1;
        if text == "Close" {
            self.until(&format!("location.hash !== {before:?}")).await;
        }
    }

    /// Types into a field, as if key by key, and leaves it.
    pub async fn fill(&self, field: &str, text: &str) {
        self.find(field, "").await;
        let script = "const field = (document.querySelector('dialog[open]') || document).querySelector(arguments[0]);
            field.value = arguments[1];
            field.dispatchEvent(new Event('input', { bubbles: true }));
            field.dispatchEvent(new Event('change', { bubbles: true }));";
        self.run(script, vec![json!(field), json!(text)]).await;
    }

    /// Waits until a script says yes.
    pub async fn until(&self, script: &str) {
        let began = Instant::now();
        while self.run(&format!("return Boolean({script})"), Vec::new()).await != json!(true) {
            assert!(began.elapsed() < PATIENCE, "never: {script}: {}", self.shown().await);
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    /// Waits until the verdict reads so.
    pub async fn verdict(&self, words: &str) {
        self.until(&format!(
            "document.querySelector('.verdict')?.textContent.includes({words:?}) && !document.querySelector('.verdict .wait')"
        ))
        .await;
    }

    pub async fn text_of(&self, selector: &str) -> String {
        let text = self.run(
            "return document.querySelector(arguments[0])?.textContent ?? ''",
            vec![json!(selector)],
        );
        text.await.as_str().unwrap_or_default().to_owned()
    }

    /// What can be read, for the message of a failing test.
    async fn shown(&self) -> String {
        let text = self
            .run("return location.hash + ' ' + document.body.innerText.slice(0, 1500)", Vec::new());
        text.await.as_str().unwrap_or_default().to_owned()
    }

    /// Goes to another part of the page by its address.
    pub async fn address(&self, hash: &str) {
        self.run("location.hash = arguments[0]", vec![json!(hash)]).await;
    }

    pub async fn hash(&self) -> String {
        self.run("return location.hash", Vec::new()).await.as_str().unwrap().to_owned()
    }

    /// Nothing went wrong, nothing was asked of elsewhere, nothing is wider than the screen.
    pub async fn is_sound(&self, whence: &str) {
        let log = Raw { path: "se/log", body: json!({ "type": "browser" }) };
        let lines = self.client.issue_cmd(log).await.unwrap();
        // The browser says so of every page that offers to be installed in its own words.
        let is_offer = |line: &&Value| {
            line["message"].as_str().is_some_and(|said| said.contains("beforeinstallpromptevent"))
        };
        let lines = lines.as_array().unwrap().iter().filter(|line| !is_offer(line));
        let messages: Vec<&Value> = lines.map(|line| &line["message"]).collect();
        assert!(messages.is_empty(), "{whence}: {messages:?}");
        let resources = "return performance.getEntriesByType('resource').map(entry => new URL(entry.name).origin)";
        let origins = self.run(resources, Vec::new()).await;
        let origins: BTreeSet<&str> =
            origins.as_array().unwrap().iter().filter_map(Value::as_str).collect();
        let own = self.address.trim_end_matches('/');
        assert!(origins.iter().all(|origin| *origin == own), "{whence}: {origins:?}");
        self.is_narrow(whence).await;
    }

    /// Nothing is wider than the screen, but what scrolls sideways by itself. What moves to its place
    /// is looked at where it begins, too: whether a test comes in time to see it must not matter.
    pub async fn is_narrow(&self, whence: &str) {
        let script = "const moving = document.getAnimations().filter(animation => Number.isFinite(animation.effect.getComputedTiming().endTime));
            const root = document.querySelector('dialog[open]') || document.body;
            const scrolls = ({ parentElement: around }) => around && around !== root
              && (['auto', 'scroll'].includes(getComputedStyle(around).overflowX) && around.scrollWidth > around.clientWidth || scrolls(around));
            const tooWide = () => {
              const wide = [...root.querySelectorAll('*')].filter(element => element.getClientRects().length
                && !element.closest('.vh, svg') && !scrolls(element)
                && (element.getBoundingClientRect().right > innerWidth + 1 || element.getBoundingClientRect().left < -1));
              const all = wide.map(element => element.outerHTML.slice(0, 120));
              const by = document.documentElement.scrollWidth - innerWidth;
              // Where there are panes, they scroll, and the page around them does not.
              const below = document.querySelector('.panes') ? document.documentElement.scrollHeight - innerHeight : 0;
              if (below > 0) all.push(`${below} below the panes`);
              return by > 0 ? [`by ${by}`, ...all] : all;
            };
            const now = tooWide();
            for (const animation of moving) animation.currentTime = 0;
            const atFirst = tooWide();
            for (const animation of moving) animation.finish();
            return [...now, ...atFirst, ...tooWide()];";
        assert_eq!(
            self.run(script, Vec::new()).await,
            json!([]),
            "{whence}: wider than the screen"
        );
    }

    /// No rule of accessibility is broken on the screen.
    pub async fn is_accessible(&self, whence: &str) {
        if self.run("return Boolean(window.axe)", Vec::new()).await != json!(true) {
            self.run(include_str!("../axe/axe.min.js"), Vec::new()).await;
        }
        let script = "const done = arguments[arguments.length - 1];
            Promise.all(document.getAnimations().map(animation => animation.finished.catch(() => {})))
              .then(() => axe.run(document, { resultTypes: ['violations'] }))
              .then(({ violations }) => done(violations.map(({ id, nodes }) => id + ': ' + nodes.map(node => node.html.slice(0, 160)).join(' | '))), error => done([String(error)]));";
        let found = self.client.execute_async(script, Vec::new()).await.unwrap();
        assert_eq!(found, json!([]), "{whence}");
    }
}
