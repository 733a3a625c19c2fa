//! The builder in a real browser, as people use it. Skipped where there is no Chromium with its
//! driver, unless `CI` is set.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test may fail loudly"
)]

mod support;

use std::fs;
use std::future::Future;
use std::path::Path;

use fantoccini::actions::{InputSource, KeyAction, KeyActions};
use fantoccini::key::Key;
use serde_json::json;
use support::{Page, Running, Window, has_browser};

/// Runs a test in a window on a server of its own.
fn in_browser<F: Future<Output = ()>>(window: Window, test: impl FnOnce(Page) -> F) {
    if !has_browser() {
        return;
    }
    let server = Running::server();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let page = Page::open(&format!("http://localhost:{}/", server.port), window).await;
        let client = page.client.clone();
        test(page).await;
        client.close().await.unwrap();
    });
}

fn example(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples").join(name);
    fs::read_to_string(path).unwrap()
}

/// Begins a list by four taps.
async fn begin(page: &mut Page, game: &str, faction: &str) {
    page.taps = 0;
    page.tap("a", "New list").await;
    page.tap(".gt", game).await;
    page.tap(".pick button", faction).await;
    page.tap(".sf button", "Start").await;
    assert_eq!(page.taps, 4, "a new list takes four taps");
    page.until("document.querySelector('.verdict') && document.querySelector('.pts .big').textContent === '0'").await;
}

/// Keeps a text as a list.
async fn import(page: &mut Page, text: &str) {
    page.address("#/import").await;
    page.find("textarea", "").await;
    let set = "const field = document.querySelector('dialog textarea'); field.value = arguments[0]; field.dispatchEvent(new Event('input'))";
    page.run(set, vec![json!(text)]).await;
    page.tap(".sf button", "Open").await;
    page.until("document.querySelector('.verdict')").await;
}

async fn build_in(page: &mut Page, game: &str, faction: &str) {
    begin(page, game, faction).await;
    // A unit by hand: two taps, the next one more.
    page.taps = 0;
    page.tap(".dock a", "Add unit").await;
    page.tap(".ar:not(.no) .plus", "").await;
    assert_eq!(page.taps, 2);
    page.until("document.querySelectorAll('a[data-unit]').length > 0").await;
    page.tap("dialog .sh .ib", "Close").await;
    // The rest by two taps.
    page.taps = 0;
    page.tap(".dock a", "Spend").await;
    page.tap("button", "Take it").await;
    assert_eq!(page.taps, 2);
    page.verdict("Legal").await;
    let name = page.text_of("h1").await;
    let points = page.text_of(".pts .big").await;

    // Breaks it, and mends it by the fix that is offered: two taps.
    page.tap(".dock a", "Add unit").await;
    page.tap(".ar.no .plus", "").await;
    page.verdict("to fix").await;
    page.tap("dialog .sh .ib", "Close").await;
    page.taps = 0;
    page.tap(".verdict", "to fix").await;
    page.tap(".fx.best", "").await;
    assert_eq!(page.taps, 2);
    page.verdict("Legal").await;

    // Undo survives a reload.
    page.client.refresh().await.unwrap();
    page.until("document.querySelector('.verdict')").await;
    page.verdict("Legal").await;
    if page.run("return Boolean(document.querySelector('dialog[open]'))", Vec::new()).await
        == json!(true)
    {
        page.tap("dialog .sh .ib", "Close").await;
    }
    page.tap(".head button", "Undo").await;
    page.verdict("to fix").await;
    page.tap(".head button", "Undo").await;
    page.verdict("Legal").await;
    assert_eq!(page.text_of(".pts .big").await, points);
    page.tap(".head button", "Redo").await;
    page.verdict("to fix").await;
    page.tap(".head button", "Undo").await;
    page.verdict("Legal").await;

    // Shares it: three taps. The link opens as a copy.
    page.taps = 0;
    page.tap(".dock a", "More").await;
    page.tap(".pick a", "Share").await;
    page.find("button", "Copy link").await;
    assert_eq!(page.taps, 2);
    let own = page.hash().await;
    let link = page.run("return import('./engine.js').then(({ ask }) => import('./store.js').then(store => store.get(location.hash.split('/')[2])).then(record => ask('share', { list: record.text })).then(shared => shared.fragment))", Vec::new()).await;
    page.address(&format!("#{}", link.as_str().unwrap())).await;
    page.tap(".sf button", "Keep a copy").await;
    page.verdict("Legal").await;
    assert_ne!(page.hash().await, own);
    assert_eq!(page.text_of("h1").await, name);

    // Prints it.
    page.tap(".dock a", "More").await;
    page.tap(".pick a", "Print").await;
    page.tap(".sf button", "Open the print view").await;
    let windows = loop {
        let windows = page.client.windows().await.unwrap();
        if windows.len() > 1 {
            break windows;
        }
    };
    page.client.switch_to_window(windows[1].clone()).await.unwrap();
    page.until("document.querySelector('.roster')").await;
    page.until(&format!("document.body.textContent.includes({name:?})")).await;
    page.until("document.querySelectorAll('.sheet, .cards .card').length > 0").await;
    page.is_sound(&format!("{game}: print")).await;
    page.client.close_window().await.unwrap();
    page.client.switch_to_window(windows[0].clone()).await.unwrap();
    page.tap("dialog .sh .ib", "Close").await;
    page.is_sound(game).await;
    page.address("#/").await;
}

#[test]
fn a_new_user_builds_a_legal_list_in_every_game() {
    in_browser(Window::Phone, |mut page| async move {
        for (game, faction) in [
            ("Warzone", "Bauhaus"),
            ("Firefight", "Enforcers"),
            ("AT-43", "U.N.A."),
            ("Dark Age", "Forsaken"),
            ("Mad Minute", "The Ninth Regiment"),
        ] {
            build_in(&mut page, game, faction).await;
        }
    });
}

#[test]
fn taps_are_few() {
    in_browser(Window::Phone, |mut page| async move {
        import(&mut page, &example("warzone/third-venusian.yaml")).await;
        // One model more.
        page.taps = 0;
        page.tap("a[data-unit]", "5 Hussars").await;
        page.tap(".step button", "More: Models").await;
        page.until("document.querySelector('.step output').textContent === '6'").await;
        assert_eq!(page.taps, 2);
        // Steppers keep up with fast taps.
        for _ in 0..3 {
            page.tap(".step button", "More: Models").await;
        }
        page.until("document.querySelector('.step output').textContent === '9'").await;
        page.tap("dialog .sh .ib", "Close").await;
        // Learn why, and mend everything.
        page.taps = 0;
        page.tap(".verdict", "to fix").await;
        page.tap(".fx.best", "").await;
        page.verdict("Legal").await;
        assert_eq!(page.taps, 2);
        page.tap("dialog .sh .ib", "Close").await;
        // Remove, and regret it.
        let before = page.text_of(".pts .big").await;
        page.taps = 0;
        page.tap("a[data-unit]", "Venusian Kapitan").await;
        page.tap(".sf button", "Remove").await;
        page.until(
            "!document.body.textContent.includes('Kapitan·') && document.querySelector('.toast')",
        )
        .await;
        assert_eq!(page.taps, 2);
        page.tap(".toast button", "Undo").await;
        page.until(&format!("document.querySelector('.pts .big').textContent === {before:?}"))
            .await;
        assert_eq!(page.taps, 3);
        // The same kind of list once more: two taps.
        page.address("#/").await;
        begin(&mut page, "Warzone", "Bauhaus").await;
        page.address("#/").await;
        page.taps = 0;
        page.tap("a", "New list").await;
        page.tap(".again", "Bauhaus").await;
        page.verdict("to add").await;
        assert_eq!(page.taps, 2);
        page.is_sound("taps").await;
    });
}

/// The parts of a list, each with an address.
const PARTS: &[&str] = &[
    "", "add", "issues", "spend", "share", "print", "details", "history", "more", "compare",
    "play", "source",
];

async fn every_screen(page: &mut Page, list: &str, unit: &str) {
    page.until("document.querySelector('h1')").await;
    page.is_accessible("empty shelf").await;
    for part in ["new", "import", "settings", "playground"] {
        page.address(&format!("#/{part}")).await;
        page.find("h2", "").await;
        page.is_accessible(part).await;
    }
    import(page, &example(list)).await;
    let own = page.hash().await;
    for part in PARTS.iter().map(|part| (*part).to_owned()).chain([format!("unit/{unit}")]) {
        page.address(&format!("{own}/{part}")).await;
        page.until("!document.body.textContent.includes('One moment') && !document.querySelector('.wait, .stale')").await;
        page.is_accessible(&format!("{list}: {part}")).await;
        page.is_sound(&format!("{list}: {part}")).await;
    }
    page.address("#/").await;
    page.until("document.querySelector('.lc')").await;
    page.is_accessible("shelf").await;
}

#[test]
fn every_screen_is_accessible_on_a_phone() {
    in_browser(Window::Phone, |mut page| async move {
        every_screen(&mut page, "warzone/third-venusian.yaml", "hussars").await;
    });
}

#[test]
fn every_screen_is_accessible_on_a_desk_in_the_dark() {
    in_browser(Window::Desk, |mut page| async move {
        page.run("localStorage.setItem('theme', 'dark'); location.reload()", Vec::new()).await;
        every_screen(&mut page, "at43/first-company.yaml", "newton").await;
    });
}

/// Presses a key.
async fn press(page: &Page, key: char) {
    let keys = KeyActions::new("keys".to_owned())
        .then(KeyAction::Down { value: key })
        .then(KeyAction::Up { value: key });
    page.client.perform_actions(keys).await.unwrap();
}

/// Goes forward to something by the Tab key, and presses Enter.
async fn tab_to(page: &Page, text: &str) {
    let here = "const element = document.activeElement; return (element?.textContent || '') + ' ' + (element?.getAttribute?.('aria-label') || '')";
    for _ in 0..300 {
        let named = page.run(here, Vec::new()).await;
        let is_small = "return document.activeElement !== document.body && document.activeElement.matches('a, button, summary, input')";
        if named.as_str().unwrap_or_default().contains(text)
            && page.run(is_small, Vec::new()).await == json!(true)
        {
            press(page, char::from(Key::Enter)).await;
            return;
        }
        press(page, char::from(Key::Tab)).await;
    }
    panic!("Tab does not lead to {text}");
}

#[test]
fn the_keyboard_is_enough() {
    in_browser(Window::Desk, |page| async move {
        page.until("document.querySelector('h1')").await;
        press(&page, 'n').await;
        page.find(".gt", "Firefight").await;
        tab_to(&page, "Firefight").await;
        page.find(".pick button", "Enforcers").await;
        tab_to(&page, "Enforcers").await;
        page.find(".sf button", "Start").await;
        tab_to(&page, "Start ").await;
        page.verdict("to add").await;
        page.find(".ar .plus", "Add Marines").await;
        press(&page, '/').await;
        page.until("document.activeElement?.id === 'q'").await;
        tab_to(&page, "Add Marines").await;
        page.until("document.querySelectorAll('a[data-unit]').length === 1").await;
        // Through the units, into one, and a model more.
        page.run("document.activeElement.blur()", Vec::new()).await;
        press(&page, 'j').await;
        page.until("document.activeElement?.dataset.unit").await;
        press(&page, char::from(Key::Enter)).await;
        page.find(".pane.r .step button", "More: Models").await;
        tab_to(&page, "More: Models").await;
        page.until("document.querySelector('.pane.r .step output').textContent === '6'").await;
        press(&page, 's').await;
        page.find("button", "Take it").await;
        tab_to(&page, "Take it").await;
        page.verdict("Legal").await;
        page.is_sound("keyboard").await;
    });
}

#[test]
fn names_run_nothing() {
    in_browser(Window::Phone, |mut page| async move {
        let evil = "<img src=x onerror=window.hit=1><script>window.hit=1</script>\\\"'`${7*7}";
        let text = format!(
            "orbat: 1\nname: \"{evil}\"\nplayer: \"{evil}\"\nsystem: firefight\nfaction: enforcers\npoints: 500\nnotes: \"{evil}\"\nunits:\n  - unit: marines\n    name: \"{evil}\"\n    notes: \"{evil}\"\n  - unit: \"{evil}\"\n"
        );
        import(&mut page, &text).await;
        let own = page.hash().await;
        for part in PARTS.iter().chain(&["unit/marines"]) {
            page.address(&format!("{own}/{part}")).await;
            page.until("!document.body.textContent.includes('One moment')").await;
        }
        page.address("#/").await;
        page.until("document.querySelector('.lc')").await;
        // Hostile links are refused in words, and overwrite nothing.
        for link in
            ["#o1.AAAA", "#o1.", "#o9.abcd", "#/l/<img src=x onerror=window.hit=1>", "#/%E0%A4%A"]
        {
            page.address(link).await;
            page.address("#/").await;
            page.until("document.querySelector('.lc')").await;
        }
        assert_eq!(page.run("return window.hit ?? null", Vec::new()).await, json!(null));
        assert_eq!(
            page.run("return document.querySelectorAll('.lc').length", Vec::new()).await,
            json!(1)
        );
    });
}

#[test]
fn two_tabs_do_not_overwrite_each_other() {
    in_browser(Window::Phone, |mut page| async move {
        import(&mut page, &example("firefight/patrol.yaml")).await;
        let own = page.hash().await;
        let first = page.client.window().await.unwrap();
        let second = page.client.new_window(true).await.unwrap().handle;
        page.client.switch_to_window(second.clone()).await.unwrap();
        page.client.goto(&format!("{}{own}", page.address)).await.unwrap();
        page.until("document.querySelector('.verdict')").await;
        let units = "document.querySelectorAll('a[data-unit]').length";
        let before = page.run(&format!("return {units}"), Vec::new()).await.as_i64().unwrap();
        // Each adds a unit; both see both.
        page.tap(".dock a", "Add unit").await;
        page.tap(".ar .plus", "").await;
        page.until(&format!("{units} === {}", before + 1)).await;
        page.client.switch_to_window(first).await.unwrap();
        page.tap(".dock a", "Add unit").await;
        page.tap(".ar .plus", "").await;
        page.until(&format!("{units} === {}", before + 2)).await;
        page.client.switch_to_window(second).await.unwrap();
        page.until(&format!("{units} === {}", before + 2)).await;
    });
}

#[test]
fn it_speaks_german() {
    in_browser(Window::Phone, |mut page| async move {
        page.address("#/settings").await;
        page.tap("button", "Deutsch").await;
        page.find("h2", "Einstellungen").await;
        page.tap("button", "Schließen").await;
        page.find("a", "Neue Liste").await;
        page.client.refresh().await.unwrap();
        page.find("a", "Neue Liste").await;
        // Both languages say the same things.
        let missing = page
            .run("return Promise.all([import('./text/en.js'), import('./text/de.js')]).then(([en, de]) => [...Object.keys(en.default).filter(key => typeof en.default[key] !== typeof de.default[key]), ...Object.keys(de.default).filter(key => !(key in en.default))])", Vec::new())
            .await;
        assert_eq!(missing, json!([]));
        page.is_sound("German").await;
    });
}
