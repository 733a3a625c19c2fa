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
    if has_browser() {
        in_browser_at(&Running::server(), window, test);
    }
}

fn in_browser_at<F: Future<Output = ()>>(
    server: &Running,
    window: Window,
    test: impl FnOnce(Page) -> F,
) {
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
    // A unit by hand: two taps.
    page.taps = 0;
    page.tap(".dock a", "Add unit").await;
    page.tap(".ar:not(.no) .plus", "").await;
    assert_eq!(page.taps, 2);
    page.until("document.querySelectorAll('a[data-unit]').length > 0").await;
    page.until("/^Added .*\\d/.test(document.getElementById('live').textContent)").await;
    page.tap("dialog .sh .ib", "Close").await;
    // The rest by two taps. One unit may be legal by itself, so the verdict alone tells nothing.
    let begun = page.text_of(".pts .big").await;
    page.taps = 0;
    page.tap(".dock a", "Spend").await;
    page.tap("button", "Take it").await;
    assert_eq!(page.taps, 2);
    page.until(&format!("document.querySelector('.pts .big').textContent !== {begun:?}")).await;
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
    page.tap("button", "Copy link").await;
    assert_eq!(page.taps, 3);
    let own = page.hash().await;
    let link = page.run("return import('./engine.js').then(({ ask }) => import('./store.js').then(store => store.get(location.hash.split('/')[2])).then(record => ask('share', { list: record.text })).then(shared => shared.fragment))", Vec::new()).await;
    assert!(page.text_of(".lnk code").await.contains("#o1."));
    page.address(&format!("#{}", link.as_str().unwrap())).await;
    page.tap(".sf button", "Keep a copy").await;
    page.verdict("Legal").await;
    assert_ne!(page.hash().await, own);
    assert_eq!(page.text_of("h1").await, name);

    // Prints it.
    page.tap(".dock a", "More").await;
    page.tap(".pick a", "Print").await;
    page.tap(".sf a", "Open the print view").await;
    let windows = page.windows(2).await;
    page.client.switch_to_window(windows[1].clone()).await.unwrap();
    page.until("document.querySelector('.roster')").await;
    page.until(&format!("document.body.textContent.includes({name:?})")).await;
    page.until("document.querySelectorAll('.sheet, .page').length > 0").await;
    // It is laid out: the last sheet is known, and no page holds more than it shows.
    page.until("document.querySelector('.last')").await;
    page.is_sound(&format!("{game}: print")).await;
    // A reload finds it again: it needs nothing of the page that opened it.
    page.client.refresh().await.unwrap();
    page.until("document.querySelector('.roster') && document.querySelector('.last')").await;
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

/// A toast stays within the screen from its first moment on, over a sheet and without one.
#[test]
fn a_toast_is_narrow_while_it_rises() {
    in_browser(Window::Phone, |mut page| async move {
        import(&mut page, &example("warzone/third-venusian.yaml")).await;
        let own = page.hash().await;
        page.address(&format!("{own}/add")).await;
        page.tap(".ar:not(.no) .plus", "Add Baron Leopold").await;
        page.until("document.querySelector('dialog .toast')").await;
        page.is_narrow("toast over a sheet").await;
        page.address("#/").await;
        page.until("!document.querySelector('dialog .toast') && document.querySelector('.toast')")
            .await;
        page.is_narrow("toast on the shelf").await;
        page.is_sound("toast").await;
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
        // So do those of options: each tap counts from what the one before has left.
        import(&mut page, &example("at43/ava-landing.yaml")).await;
        page.tap("a[data-unit]", "Steel Troopers").await;
        page.find(".step button", "Less: Missile launcher").await;
        let twice = "const less = document.querySelector('dialog button[aria-label=\"Less: Missile launcher\"]'); less.click(); less.click();";
        let count = "document.querySelector('dialog .step[aria-label=\"Missile launcher\"] output').textContent";
        page.until(&format!("{count} === '2'")).await;
        page.run(twice, Vec::new()).await;
        page.until(&format!("{count} === '0'")).await;
        page.tap("dialog .sh .ib", "Close").await;
        page.address("#/").await;
        page.tap(".lc a", "Third Venusian").await;
        page.verdict("to fix").await;
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
        // A unit by two taps, the next by one.
        page.taps = 0;
        page.tap(".slot .plus", "Add to Troops").await;
        page.tap(".ar:not(.no) .plus", "Add Hussars").await;
        page.until(&format!("{UNITS} === 1")).await;
        assert_eq!(page.taps, 2);
        page.tap(".ar:not(.no) .plus", "Add Hussars").await;
        page.until(&format!("{UNITS} === 2")).await;
        assert_eq!(page.taps, 3);
        // Back closes a sheet, and a closed one does not come back.
        page.tap("dialog .sh .ib", "Close").await;
        page.until("!document.querySelector('dialog[open]')").await;
        page.client.back().await.unwrap();
        page.until("document.querySelector('.shelf')").await;
        page.is_sound("taps").await;
    });
}

/// The parts of a list, each with an address.
const PARTS: &[&str] = &[
    "", "add", "issues", "spend", "share", "print", "details", "history", "more", "compare",
    "source", "keys",
];

/// Nothing is awaited any more.
const STILL: &str =
    "!document.body.textContent.includes('One moment') && !document.querySelector('.wait, .stale')";

async fn look(page: &Page, address: &str) {
    page.address(address).await;
    page.until(STILL).await;
    page.is_accessible(address).await;
    page.is_sound(address).await;
}

/// Goes to every screen there is, with lists that have something to show there.
async fn every_screen(page: &mut Page, list: &str, unit: &str) {
    page.until("document.querySelector('h1')").await;
    page.is_accessible("empty shelf").await;
    for part in ["new", "import", "settings", "playground", "owned", "owned/warzone"] {
        look(page, &format!("#/{part}")).await;
    }
    // A new list, step by step.
    page.address("#/new").await;
    page.tap(".gt", "Warzone").await;
    page.find(".pick button", "Capitol").await;
    page.is_accessible("new: faction").await;
    page.tap(".pick button", "Capitol").await;
    page.find(".sf button", "Start").await;
    page.is_accessible("new: points").await;
    import(page, &example(list)).await;
    let own = page.hash().await;
    for part in PARTS.iter().map(|part| (*part).to_owned()).chain([format!("unit/{unit}")]) {
        look(page, &format!("{own}/{part}")).await;
    }
    let link = page.run("return import('./engine.js').then(({ ask }) => import('./store.js').then(store => store.get(location.hash.split('/')[2])).then(record => ask('share', { list: record.text })).then(shared => shared.fragment))", Vec::new()).await;
    // What only some games have: forces, a deck, designs.
    import(page, &example("at43/first-company.yaml")).await;
    let forces = page.hash().await;
    look(page, &format!("{forces}/force/Platoon 1")).await;
    import(page, &example("warzone/cathedral-guard.yaml")).await;
    page.tap(".tabs button", "Deck").await;
    page.find(".dk", "").await;
    page.is_accessible("deck").await;
    page.is_narrow("deck").await;
    import(page, &example("mad_minute/own-hive.yaml")).await;
    let designs = page.hash().await;
    page.tap(".tabs button", "Designs").await;
    page.find(".dg", "").await;
    page.is_accessible("designs").await;
    look(page, &format!("{designs}/design/drone")).await;
    page.address(&format!("#{}", link.as_str().unwrap())).await;
    page.find(".sf button", "Keep a copy").await;
    page.is_accessible("link").await;
    page.address("#/").await;
    page.until("document.querySelector('.lc')").await;
    page.is_accessible("shelf").await;
    look(page, &format!("#/menu/{}", own.rsplit('/').next().unwrap())).await;
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

#[test]
fn every_screen_is_accessible_on_a_tablet() {
    in_browser(Window::Tablet, |mut page| async move {
        every_screen(&mut page, "firefight/patrol.yaml", "marines").await;
    });
}

#[test]
fn every_screen_is_accessible_at_twice_the_size() {
    in_browser(Window::LargeText, |mut page| async move {
        every_screen(&mut page, "warzone/third-venusian.yaml", "hussars").await;
        // Who wants no motion gets none.
        let moving = "return [...document.styleSheets].flatMap(sheet => [...sheet.cssRules]).some(rule => rule.conditionText?.includes('prefers-reduced-motion'))";
        assert_eq!(page.run(moving, Vec::new()).await, json!(true));
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
        press(&page, '+').await;
        page.until("document.querySelector('.pane.r .step output').textContent === '7'").await;
        page.until("/7|models|Legal|to add/.test(document.getElementById('live').textContent)")
            .await;
        // All keys are shown over the list, and Escape leads back to it.
        press(&page, '?').await;
        page.find("dialog h2", "Keyboard").await;
        page.until("document.activeElement.matches('dialog h2')").await;
        press(&page, char::from(Key::Escape)).await;
        page.until("!document.querySelector('dialog[open]') && document.querySelector('.panes')")
            .await;
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
        // Names in data, too.
        page.address("#/playground").await;
        page.find("textarea", "").await;
        let data =
            page.run("return document.querySelector('dialog textarea').value", Vec::new()).await;
        let hostile =
            data.as_str().unwrap().replace("Paper boats", "<img src=x onerror=window.hit=1>");
        page.fill("textarea", &hostile.replace("1..4", "3..4")).await;
        page.find(".iss", "needs 3").await;
        page.fill(
            "textarea",
            &hostile.replace("models 3..6", "models <script>window.hit=1</script>"),
        )
        .await;
        page.find(".iss", "Line").await;
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
        // Nor on paper, or on the page to play from.
        let id = own.rsplit('/').next().unwrap();
        for (sheets, shown) in [("roster.cards.reference", ".roster"), ("play", ".unit .box")] {
            page.client.goto("about:blank").await.unwrap();
            let address = format!("{}print.html#{id}/{sheets}", page.address);
            page.client.goto(&address).await.unwrap();
            page.until(&format!("document.querySelector({shown:?})")).await;
            page.until("document.body.textContent.includes('onerror=window.hit=1')").await;
            assert_eq!(page.run("return window.hit ?? null", Vec::new()).await, json!(null));
        }
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

/// How many units the list on the screen has.
const UNITS: &str = "document.querySelectorAll('a[data-unit]').length";

#[test]
fn pasted_text_is_read_with_its_questions() {
    in_browser(Window::Phone, |mut page| async move {
        let paste = "const field = document.querySelector('dialog textarea'); field.value = arguments[0]; field.dispatchEvent(new Event('input'))";
        // A text without questions is kept at once.
        page.address("#/import").await;
        page.find("textarea", "").await;
        page.run(
            paste,
            vec![json!(
                "Warzone, Bauhaus, Standard, 1000 points\n\n5 Venusian Rangers\n10 Hussars\n"
            )],
        )
        .await;
        page.tap(".sf button", "Open").await;
        page.until("document.querySelector('a[data-unit], dialog .lines')").await;
        if page.hash().await.starts_with("#/import") {
            page.tap(".sf button", "Take it as read").await;
        }
        page.until(&format!("{UNITS} === 2")).await;
        // One that is not certain is asked about; the answer is a tap.
        page.address("#/import").await;
        page.find("textarea", "").await;
        page.run(paste, vec![json!("Warzone, Bauhaus, Standard, 1000 points\n\n10 Hussars\n5 Venusan Rangrs\n1 Juggernaut Hussar thing\n")]).await;
        page.tap(".sf button", "Open").await;
        page.find("h3", "question").await;
        page.is_accessible("questions").await;
        page.is_sound("questions").await;
        let questions = "document.querySelectorAll('dialog .iss').length";
        let before = page.run(&format!("return {questions}"), Vec::new()).await.as_i64().unwrap();
        page.tap(".iss .chip", "").await;
        page.until(&format!("!document.querySelector('dialog .iss') || {questions} < {before}"))
            .await;
        if page.hash().await.starts_with("#/import") {
            page.tap(".sf button", "Take it as read").await;
        }
        page.until(&format!("{UNITS} >= 2")).await;
        // What is no list is refused in words.
        page.address("#/import").await;
        page.find("textarea", "").await;
        page.run(paste, vec![json!("Buy milk and two loaves.")]).await;
        page.tap(".sf button", "Open").await;
        page.find(".note.bad", "names a unit").await;
        page.is_accessible("no list").await;
    });
}

#[test]
fn the_models_one_owns_are_kept_to() {
    in_browser(Window::Phone, |mut page| async move {
        import(&mut page, &example("warzone/third-venusian.yaml")).await;
        let own = page.hash().await;
        page.address("#/owned/warzone").await;
        page.find("#models", "").await;
        let search = "const field = document.querySelector('#models'); field.value = 'Hussars'; field.dispatchEvent(new Event('input'))";
        page.run(search, Vec::new()).await;
        page.tap(".step button", "More: Hussars").await;
        page.tap(".step button", "More: Hussars").await;
        page.until("document.querySelector('.step output').textContent === '2'").await;
        page.is_accessible("models").await;
        page.address(&format!("{own}/issues")).await;
        page.find(".lack li", "2 of 15").await;
        page.is_accessible("lack").await;
        page.address(&format!("{own}/spend")).await;
        page.tap("button", "Only models I own").await;
        page.find(".note", "13 short").await;
        page.is_sound("models").await;
    });
}

/// The page with an engine in a worker that asks the server, but traps and never ends at a word.
fn with_worker(worker: &str) -> std::path::PathBuf {
    let web = Path::new(env!("CARGO_MANIFEST_DIR")).join("../web");
    let folder = std::env::temp_dir().join(format!("orbat-worker-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let index = fs::read_to_string(web.join("index.html")).unwrap();
    let meta = "<head>\n<meta name=\"orbat-worker\" content=\"test-worker.js\">";
    fs::write(folder.join("index.html"), index.replace("<head>", meta)).unwrap();
    fs::write(folder.join("test-worker.js"), worker).unwrap();
    // It is no installed app.
    fs::write(folder.join("sw.js"), "").unwrap();
    folder
}

#[test]
fn a_trapped_engine_and_a_stopped_search_lose_nothing() {
    if !has_browser() {
        return;
    }
    let folder = with_worker(
        "onmessage = async ({ data: { id, call, body } }) => {
           if (call === 'catalogue' && body.includes('Slow') && !JSON.parse(body).unit) {
             postMessage({ id, part: JSON.stringify({ found: { groups: [{ id: 'troops', title: 'Troops' }] } }) });
             postMessage({ id, part: JSON.stringify({ found: { unit: { unit: 'marines', title: 'Marines', group: 'troops', points: 120, other_costs: [], models: 5, force: null, begins_force: false, slot: 'Troops', to: 'army', fits: true, why: [], needed: false, unique: false, in_list: 2, words: [] } } }) });
           } else if (body.includes('Trap')) setTimeout(() => { throw new Error('trapped'); });
           else if (call === 'complete') {
             const list = JSON.parse(body).list;
             postMessage({ id, part: JSON.stringify({ doing: 'spending what is left' }) });
             postMessage({ id, part: JSON.stringify({ found: { added: [{ title: 'One', models: 1, points: 5, grown: false }], points: 5, moved: 5, left: 1, proven: false, list } }) });
           } else {
             const answer = await fetch('api/' + call, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
             postMessage({ id, status: answer.status, body: await answer.text() });
           }
         };",
    );
    let server = Running::server_with("--assets", &folder);
    in_browser_at(&server, Window::Phone, |mut page| async move {
        import(&mut page, &example("firefight/patrol.yaml")).await;
        let name = page.text_of("h1").await;
        // The engine dies at this name: that is said, and the list is as it was.
        page.tap(".dock a", "More").await;
        page.tap(".pick a", "Details").await;
        page.find("input", "").await;
        let rename = "const field = document.querySelector('dialog input'); field.value = arguments[0]; field.dispatchEvent(new Event('change'))";
        page.run(rename, vec![json!("Trap")]).await;
        page.until("document.querySelector('.toast')?.textContent.includes('started anew')").await;
        assert_eq!(page.text_of("h1").await, name);
        // A new one answers at once.
        page.run(rename, vec![json!("Better")]).await;
        page.until("document.querySelector('h1').textContent === 'Better'").await;
        page.tap("dialog .sh .ib", "Close").await;
        // A search shows what it does and finds, and stops when it is told to.
        page.tap(".dock a", "Spend").await;
        page.find(".prop", "One").await;
        page.find("p", "Spending what is left").await;
        page.tap("button", "Stop").await;
        page.until("!document.querySelector('dialog .wait')").await;
        page.find(".prop", "One").await;
        page.tap("dialog .sh .ib", "Close").await;
        // A look at what may be added that does not end keeps nobody from adding what it has found.
        page.tap(".dock a", "More").await;
        page.tap(".pick a", "Details").await;
        page.find("input", "").await;
        page.run(rename, vec![json!("Slow")]).await;
        page.until("document.querySelector('h1').textContent === 'Slow'").await;
        page.tap("dialog .sh .ib", "Close").await;
        let before = page.run(&format!("return {UNITS}"), Vec::new()).await.as_i64().unwrap();
        page.tap(".dock a", "Add unit").await;
        page.tap(".ar .plus", "Add Marines").await;
        page.tap(".ar .plus", "Add Marines").await;
        page.until(&format!("{UNITS} === {}", before + 2)).await;
        page.until("document.querySelector('dialog .stale')").await;
        page.tap("dialog .sh .ib", "Close").await;
        page.client.refresh().await.unwrap();
        page.until(&format!("{UNITS} === {}", before + 2)).await;
        page.tap(".dock a", "More").await;
        page.tap(".pick a", "Details").await;
        page.find("input", "").await;
        page.run(rename, vec![json!("Quick")]).await;
        page.until("document.querySelector('h1').textContent === 'Quick'").await;
        page.tap("dialog .sh .ib", "Close").await;
        // Taps are answered meanwhile and afterwards.
        let before = page.run(&format!("return {UNITS}"), Vec::new()).await.as_i64().unwrap();
        page.tap(".dock a", "Add unit").await;
        page.tap(".ar .plus", "").await;
        page.until(&format!("{UNITS} === {}", before + 1)).await;
    });
    let _ = fs::remove_dir_all(&folder);
}

#[test]
fn a_full_disk_and_a_killed_tab_lose_nothing() {
    in_browser(Window::Phone, |mut page| async move {
        import(&mut page, &example("firefight/patrol.yaml")).await;
        let before = page.run(&format!("return {UNITS}"), Vec::new()).await.as_i64().unwrap();
        for full in [
            "throw new DOMException('full', 'QuotaExceededError')",
            "this.transaction.abort(); return put.apply(this, arguments)",
        ] {
            page.until("!document.querySelector('.toast')").await;
            page.run(&format!("window.put ??= IDBObjectStore.prototype.put; const put = window.put; IDBObjectStore.prototype.put = function () {{ {full}; }}"), Vec::new()).await;
            page.tap(".dock a", "Add unit").await;
            page.tap(".ar .plus", "").await;
            page.find(".toast, .toast span", "").await;
            page.until(&format!("document.querySelector('.toast') && {UNITS} === {before}")).await;
            page.run("IDBObjectStore.prototype.put = window.put", Vec::new()).await;
            page.run("document.querySelector('.toast .ib').click()", Vec::new()).await;
            page.tap("dialog .sh .ib", "Close").await;
        }
        // A tab that ends in the middle of writing leaves the list as it was, or as it is, with its
        // past.
        for _ in 0..4 {
            let write = "const id = location.hash.split('/')[2]; import('./store.js').then(async store => { const list = await store.get(id); store.save({ ...list, text: list.text + '\\n' }, { label: 'x', text: list.text + '\\n', points: list.points }); location.reload(); })";
            page.run(write, Vec::new()).await;
            page.until("document.querySelector('.verdict')").await;
            let whole = "const done = arguments[arguments.length - 1];
                const id = location.hash.split('/')[2];
                import('./store.js').then(async store => {
                  const [list, journal] = [await store.get(id), await store.journal(id)];
                  done(journal.length === list.last + 1 && journal[list.pos].text === list.text);
                })";
            assert_eq!(page.client.execute_async(whole, Vec::new()).await.unwrap(), json!(true));
        }
    });
}

#[test]
fn new_data_are_shown_and_taken_for_all_lists_at_once() {
    in_browser(Window::Phone, |mut page| async move {
        for name in ["firefight/patrol.yaml", "warzone/third-venusian.yaml"] {
            import(&mut page, &example(name)).await;
        }
        // As if they had been judged a year ago.
        let age = "const done = arguments[arguments.length - 1];
            import('./store.js').then(async store => {
              for (const list of await store.all()) {
                const prices = Object.fromEntries(Object.keys(list.prices).map((id, at) => [id, at ? list.prices[id] : 1]));
                await store.save({ ...list, data: 'old', points: 7, to_fix: 0, prices });
              }
              done();
            })";
        page.client.execute_async(age, Vec::new()).await.unwrap();
        page.address("#/").await;
        page.taps = 0;
        page.tap(".note a", "Show the difference").await;
        page.find("li", "7 → 953").await;
        page.find("li li", "1 → ").await;
        assert_eq!(page.taps, 1);
        page.is_accessible("new data").await;
        page.tap(".sf button", "Bring all 2 up to date").await;
        page.until("document.querySelectorAll('.lc').length === 2 && !document.body.textContent.includes('New data for')").await;
        page.tap(".lc a", "Third Venusian").await;
        page.verdict("to fix").await;
        // The past is still there.
        page.tap(".dock a", "More").await;
        page.tap(".pick a", "History").await;
        page.find("li", "Brought up to date").await;
        page.find("li button", "Go back").await;
        page.is_sound("new data").await;
    });
}

#[test]
fn many_lists_are_kept_in_order_and_come_back() {
    in_browser(Window::Phone, |mut page| async move {
        for name in ["firefight/patrol.yaml", "firefight/landing.yaml"] {
            import(&mut page, &example(name)).await;
        }
        let (first, second) = (page.text_of("h1").await, "Compare");
        // Compare two.
        page.tap(".dock a", "More").await;
        page.tap(".pick a", second).await;
        page.tap(".pick a", "").await;
        page.find("table", "B−A").await;
        page.is_accessible("comparison").await;
        page.address("#/").await;
        page.until("document.querySelectorAll('.lc').length === 2").await;
        // Into a folder, and only what is in it.
        page.tap(".lc a.lm", &first).await;
        page.find("input", "").await;
        page.run("const field = document.querySelector('dialog input'); field.value = 'Club'; field.dispatchEvent(new Event('change'))", Vec::new()).await;
        page.tap(".chip", "Club").await;
        page.until("document.querySelectorAll('.lc').length === 1").await;
        page.is_accessible("folder").await;
        page.tap(".chip", "All").await;
        page.tap(".chip", "Club").await;
        page.until("document.querySelectorAll('.lc').length === 2").await;
        // Delete, and regret it.
        page.tap(".lc a.lm", &first).await;
        page.tap(".pick button", "Delete").await;
        page.until("document.querySelectorAll('.lc').length === 1").await;
        page.tap(".toast button", "Undo").await;
        page.until("document.querySelectorAll('.lc').length === 2").await;
        // So it does later, from the settings.
        page.tap(".lc a.lm", &first).await;
        page.tap(".pick button", "Delete").await;
        page.until("document.querySelectorAll('.lc').length === 1").await;
        page.client.refresh().await.unwrap();
        page.address("#/settings").await;
        page.tap(".pick button", &first).await;
        page.until("!document.querySelector('dialog .pick')").await;
        page.tap("dialog .sh .ib", "Close").await;
        page.until("document.querySelectorAll('.lc').length === 2").await;
        // A copy.
        page.tap(".lc a.lm", &first).await;
        page.tap(".pick button", "Duplicate").await;
        page.until(&format!("document.querySelector('h1')?.textContent === {first:?} && document.querySelector('.verdict')")).await;
        page.tap(".dock a", "More").await;
        page.tap(".pick button", "Delete").await;
        page.until("document.querySelectorAll('.lc').length === 2").await;
        // All of them to a file, and back.
        page.run("const make = URL.createObjectURL; URL.createObjectURL = blob => { blob.text().then(text => { window.saved = text; }); return make.call(URL, blob); }", Vec::new()).await;
        page.address("#/settings").await;
        page.tap("button", "Save all to a file").await;
        page.until("window.saved").await;
        let saved = page.run("return window.saved", Vec::new()).await;
        let all = "const done = arguments[arguments.length - 1]; import('./store.js').then(async store => { for (const list of await store.all()) await store.drop(list.id); done(); })";
        page.client.execute_async(all, Vec::new()).await.unwrap();
        page.client.refresh().await.unwrap();
        page.address("#/import").await;
        page.fill("textarea", saved.as_str().unwrap()).await;
        page.tap(".sf button", "Open").await;
        page.until("document.querySelectorAll('.lc').length === 2").await;
        page.find(".lc", "Club").await;
        // What is here already is not doubled.
        page.address("#/import").await;
        page.fill("textarea", saved.as_str().unwrap()).await;
        page.tap(".sf button", "Open").await;
        page.find(".toast, .toast span", "0 lists").await;
        page.until("document.querySelectorAll('.lc').length === 2").await;
        // Several files at once: those that are no lists are named.
        let drop = "const files = new DataTransfer();
            files.items.add(new File([arguments[0]], 'one.yaml'));
            files.items.add(new File(['Buy milk.'], 'milk.txt'));
            const input = document.querySelector('input[type=file]');
            input.files = files.files;
            input.dispatchEvent(new Event('change'));";
        page.address("#/import").await;
        page.find(".filer", "").await;
        page.run(drop, vec![json!(example("at43/ava-landing.yaml"))]).await;
        page.find(".toast, .toast span", "milk.txt").await;
        page.until("document.querySelectorAll('.lc').length === 3").await;
        page.is_sound("many lists").await;
    });
}

#[test]
fn models_are_designed_by_taps() {
    in_browser(Window::Phone, |mut page| async move {
        import(&mut page, &example("mad_minute/own-hive.yaml")).await;
        page.tap(".tabs button", "Designs").await;
        page.tap(".dg a", "drone").await;
        page.fill("dialog input", "Worker").await;
        page.find("h2", "Worker").await;
        page.tap(".sf button", "Duplicate").await;
        page.find("h2", "Worker 1").await;
        page.tap(".step button", "More: Move").await;
        page.until("document.querySelector('.step output').textContent === '8'").await;
        page.tap("dialog .sh .ib", "Close").await;
        page.find(".dg", "Worker 1").await;
        page.until("document.querySelectorAll('.dg').length === 7").await;
        // A name that is taken is refused in words.
        page.tap(".dg a", "Worker 1").await;
        page.fill("dialog input", "mother").await;
        page.find(".toast, .toast span", "another design").await;
        page.tap(".sf button", "Remove").await;
        page.until("document.querySelectorAll('.dg').length === 6").await;
        page.tap(".tabs button", "Units").await;
        page.find("a[data-unit]", "30 Worker").await;
        page.verdict("Legal").await;
    });
}

#[test]
fn the_page_to_play_from_remembers() {
    in_browser(Window::Phone, |mut page| async move {
        import(&mut page, &example("warzone/third-venusian.yaml")).await;
        let own = page.hash().await;
        page.tap(".dock a", "More").await;
        page.tap(".pick a", "Play").await;
        page.until("document.querySelector('.unit .box')").await;
        page.tap(".unit .box", "").await;
        page.until("document.querySelectorAll('.box[aria-pressed=true]').length === 1").await;
        page.is_sound("play").await;
        page.is_accessible("play").await;
        page.client.refresh().await.unwrap();
        page.until("document.querySelectorAll('.box[aria-pressed=true]').length === 1").await;
        page.tap(".views button", "Army").await;
        page.tap("a", "Back to the list").await;
        page.verdict("to fix").await;
        assert_eq!(page.hash().await, own);
    });
}

/// A list of the cases of the engine, without what it expects.
fn case(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/verdicts").join(name);
    let text = fs::read_to_string(path).unwrap();
    text.split("derived:").next().unwrap().to_owned()
}

fn in_browser_with<F: Future<Output = ()>>(data: &str, test: impl FnOnce(Page) -> F) {
    if has_browser() {
        let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/verdicts").join(data);
        in_browser_at(&Running::server_with("--data", &data), Window::Phone, test);
    }
}

#[test]
fn allied_forces_are_begun_and_changed_by_taps() {
    in_browser_with("allied", |mut page| async move {
        import(&mut page, "orbat: 1\nsystem: alliance\nfaction: hill\nchart: band\npoints: 400\nunits: [lancers]\n").await;
        let own = page.hash().await;
        // A unit of the lake begins a force of the lake.
        page.tap(".dock a", "Add unit").await;
        page.find(".ar", "begins").await;
        page.tap(".ar:not(.no) .plus", "Add Rowers").await;
        page.until("document.querySelector('.force')?.textContent.includes('Lake')").await;
        page.tap("dialog .sh .ib", "Close").await;
        // Its name, its points, its own option.
        page.tap(".force .ph a", "").await;
        page.find("input", "").await;
        let set = "const [at, text] = arguments; const field = document.querySelectorAll('dialog input')[at]; field.value = text; field.dispatchEvent(new Event('change'))";
        page.run(set, vec![json!(1), json!("90")]).await;
        page.tap(".op", "Banner").await;
        page.until("document.querySelector('dialog .op[aria-checked=true]')?.textContent.includes('Banner')").await;
        page.is_accessible("a force").await;
        page.run(set, vec![json!(0), json!("Boats")]).await;
        page.until("document.querySelector('.force h2')?.textContent === 'Boats'").await;
        let text = "return import('./store.js').then(store => store.get(location.hash.split('/')[2])).then(record => record.text)";
        let written = page.run(text, Vec::new()).await;
        for part in ["name: Boats", "faction: lake", "points: 90", "banner"] {
            assert!(written.as_str().unwrap().contains(part), "{part}: {written}");
        }
        // Another faction: what it has no more is said, and the list stays.
        page.address(&format!("{own}/force/Boats")).await;
        page.find("select", "").await;
        let choose = "const field = document.querySelector('dialog select'); field.value = 'wood'; field.dispatchEvent(new Event('change'))";
        page.run(choose, Vec::new()).await;
        page.until("document.querySelector('.force')?.textContent.includes('Wood')").await;
        page.verdict("to fix").await;
        page.tap("dialog .sh .ib", "Close").await;
        page.tap(".head button", "Undo").await;
        page.until("document.querySelector('.force')?.textContent.includes('Lake')").await;
        page.is_sound("allied").await;
    });
}

#[test]
fn forces_inside_forces_are_built_by_taps() {
    in_browser_with("nested", |mut page| async move {
        import(&mut page, &case("nested/company.ok.yaml")).await;
        let own = page.hash().await;
        page.verdict("Legal").await;
        let forces = "document.querySelectorAll('.force').length";
        let before = page.run(&format!("return {forces}"), Vec::new()).await.as_i64().unwrap();
        // Into one force inside another, by its own plus.
        page.tap(".force.depth-1 .slot .plus", "Add to Rifles, Platoon 2 / Section 1").await;
        page.tap(".ar .plus", "Add Rifles").await;
        page.until("document.querySelector('.toast')?.textContent.includes('Added Rifles')").await;
        page.tap("dialog .sh .ib", "Close").await;
        // Options and words of the outer and the inner force.
        page.address(&format!("{own}/force/First%20%2F%20Section%201")).await;
        page.tap(".chip", "attack").await;
        page.until("document.querySelector('dialog .chip[aria-pressed=true]')?.textContent.includes('attack')").await;
        page.tap(".op", "Blue").await;
        page.until(
            "document.querySelector('dialog .op[aria-checked=true]')?.textContent.includes('Blue')",
        )
        .await;
        page.is_accessible("a section").await;
        // A force goes with its units, and comes back.
        page.tap(".sf button", "Remove").await;
        page.until(&format!("{forces} === {}", before - 1)).await;
        page.tap(".toast button", "Undo").await;
        page.until(&format!("{forces} === {before}")).await;
        page.is_sound("nested").await;
    });
}

#[test]
fn several_currencies_are_shown_and_kept_to() {
    in_browser_with("currencies", |mut page| async move {
        page.tap("a", "New list").await;
        page.tap(".gt", "Fireteams").await;
        page.tap(".pick button", "The League").await;
        page.find(".nm", "SWC").await;
        page.run("const field = document.querySelector('dialog .nm input'); field.value = '1'; field.dispatchEvent(new Event('input'))", Vec::new()).await;
        page.tap(".sf button", "Start").await;
        page.until("document.querySelector('.pts p')?.textContent.includes('0 of 1 SWC')").await;
        page.tap(".dock a", "Add unit").await;
        page.tap(".ar .plus", "Add War engine").await;
        page.until("document.querySelector('.pts p')?.textContent.includes('2 of 1 SWC')").await;
        page.tap("dialog .sh .ib", "Close").await;
        page.verdict("to fix").await;
        page.is_accessible("currencies").await;
        page.is_sound("currencies").await;
    });
}

/// The page asks to be kept, says where that is not certain, and offers to be installed.
#[test]
fn lists_are_cared_for() {
    in_browser(Window::Phone, |mut page| async move {
        let grant = "const [yes] = arguments; navigator.storage.persisted = async () => window.asked === true && yes; navigator.storage.persist = async () => { window.asked = true; return yes; };";
        page.run(grant, vec![json!(false)]).await;
        import(&mut page, &example("firefight/patrol.yaml")).await;
        page.until("window.asked").await;
        page.address("#/").await;
        page.find(".note", "may delete them").await;
        page.is_accessible("warning").await;
        page.run("URL.createObjectURL = () => 'data:,'", Vec::new()).await;
        page.tap(".note button", "Save all to a file").await;
        page.until("!document.querySelector('.note')").await;
        // Where the browser keeps them there is nothing to warn of.
        page.run("localStorage.removeItem('saved-all')", Vec::new()).await;
        page.run(grant, vec![json!(true)]).await;
        import(&mut page, &example("warzone/third-venusian.yaml")).await;
        page.address("#/").await;
        page.until(
            "document.querySelectorAll('.lc').length === 2 && !document.querySelector('.note')",
        )
        .await;
        page.address("#/settings").await;
        page.find("p", "keeps your lists until you delete them").await;
        page.tap("dialog .sh .ib", "Close").await;
        // What the browser offers in its own words is offered in ours, once.
        let offer = "const offer = new Event('beforeinstallprompt', { cancelable: true }); offer.prompt = async () => { window.prompted = true; }; dispatchEvent(offer);";
        page.run(offer, Vec::new()).await;
        page.find(".note", "can be installed").await;
        page.tap(".note button", "Install").await;
        page.until("window.prompted && !document.querySelector('.note')").await;
        page.is_sound("cared for").await;
    });
}

/// A link before the camera becomes a list; the roster becomes a picture.
#[test]
fn codes_are_scanned_and_pictures_made() {
    in_browser(Window::Phone, |mut page| async move {
        import(&mut page, &example("firefight/patrol.yaml")).await;
        let own = page.hash().await;
        page.address(&format!("{own}/share")).await;
        page.find(".qr", "").await;
        let save = "window.saved = []; const make = URL.createObjectURL; URL.createObjectURL = blob => { window.saved.push(blob.type); return make.call(URL, blob); }; navigator.canShare = undefined;";
        page.run(save, Vec::new()).await;
        page.tap("button", "Picture").await;
        page.until("window.saved.includes('image/png')").await;
        for (form, sign) in
            [("Markdown", "**"), ("Discord", "- Captain"), ("BBCode", "[b]"), ("YAML", "orbat: 1")]
        {
            page.tap(".seg button", form).await;
            page.find(".txt", sign).await;
        }
        let link = page.run("return import('./engine.js').then(({ ask }) => import('./store.js').then(store => store.get(location.hash.split('/')[2])).then(record => ask('share', { list: record.text, base: location.origin + '/' })).then(shared => shared.link))", Vec::new()).await;
        // A camera that shows the code after a moment.
        let camera = "const [link] = arguments; let looks = 0;
            navigator.mediaDevices.getUserMedia = async () => { const canvas = document.createElement('canvas'); canvas.getContext('2d').fillRect(0, 0, 9, 9); window.stream = canvas.captureStream(9); return window.stream; };
            window.BarcodeDetector = class { async detect() { looks += 1; return looks > 2 ? [{ rawValue: link }] : []; } };";
        page.run(camera, vec![link]).await;
        page.address("#/import").await;
        page.tap("button", "Scan").await;
        page.verdict("Legal").await;
        assert_ne!(page.hash().await, own);
        page.until("window.stream.getTracks().every(track => track.readyState === 'ended')").await;
        page.is_sound("scanned").await;
    });
}

/// A server that is gone is told of in words; the list is as it was.
#[test]
fn a_server_that_is_gone_loses_nothing() {
    if !has_browser() {
        return;
    }
    let mut server = Running::server();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let address = format!("http://localhost:{}/", server.port);
        let mut page = Page::open(&address, Window::Phone).await;
        import(&mut page, &example("firefight/patrol.yaml")).await;
        let before = page.run(&format!("return {UNITS}"), Vec::new()).await.as_i64().unwrap();
        page.tap(".dock a", "Add unit").await;
        page.find(".ar .plus", "").await;
        page.until(STILL).await;
        server.stop();
        page.tap(".ar .plus", "").await;
        page.find(".toast, .toast span", "does not answer").await;
        assert_eq!(page.run(&format!("return {UNITS}"), Vec::new()).await, json!(before));
        let kept = "return import('./store.js').then(store => store.journal(location.hash.split('/')[2])).then(journal => journal.length)";
        assert_eq!(page.run(kept, Vec::new()).await, json!(1));
        // A search says so as well, and ends.
        page.tap("dialog .sh .ib", "Close").await;
        page.tap(".dock a", "Spend").await;
        page.find("button", "Try again").await;
        page.client.clone().close().await.unwrap();
    });
}

/// Whoever leaves a list while it is looked at hears nothing of it.
#[test]
fn leaving_a_list_is_silent() {
    in_browser(Window::Desk, |mut page| async move {
        for name in ["at43/ava-landing.yaml", "warzone/third-venusian.yaml"] {
            import(&mut page, &example(name)).await;
            page.address("#/").await;
            page.until("document.querySelector('.lc')").await;
        }
        let watch = "window.said = []; new MutationObserver(() => { const toast = document.querySelector('.toast span'); if (toast) window.said.push(toast.textContent); }).observe(document.body, { childList: true, subtree: true })";
        page.run(watch, Vec::new()).await;
        for _ in 0..3 {
            page.run("location.hash = document.querySelector('.lc h2 a').hash", Vec::new()).await;
            page.until("document.querySelector('.verdict')").await;
            page.address("#/").await;
            page.until("document.querySelector('.lc')").await;
        }
        // One look comes after the other: once the last has ended, all have.
        page.run("location.hash = document.querySelector('.lc h2 a').hash", Vec::new()).await;
        page.until("document.querySelector('.pane.l .ar')").await;
        page.until(STILL).await;
        assert_eq!(page.run("return window.said", Vec::new()).await, json!([]));
        page.is_sound("leaving").await;
    });
}
