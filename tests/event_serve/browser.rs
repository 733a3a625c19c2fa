//! The desk in a browser: what players call themselves runs nothing, and other pages reach nothing.

use std::io::{Read, Write};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;

use serde_json::json;

use super::server::Server;
use super::support::browser::browser;
use super::{Folder, anna, send};

/// What a page shows after a while: its document, with what scripts made of it.
fn shown(browser: &Path, profile: &Path, address: &str, width: usize) -> String {
    let output = Command::new(browser)
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run"])
        .args(["--disable-background-networking", "--disable-component-update", "--disable-sync"])
        .args(["--virtual-time-budget=8000", "--dump-dom"])
        .arg(format!("--window-size={width},2000"))
        .arg(format!("--user-data-dir={}", profile.display()))
        .arg(address)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn profile(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("orbat-desk-browser-{}-{name}", std::process::id()))
}

const NAMES: [&str; 4] = [
    "<img src=x onerror=\"document.title='owned'\">",
    "<script>document.title='owned'</script>",
    "\"><svg onload=document.title='owned'>",
    "javascript:document.title='owned'",
];

#[test]
fn names_run_nothing() {
    let Some(browser) = browser() else { return };
    let folder = Folder::new("xss");
    let server = Server::start(&folder.store(), &[]);
    for name in NAMES {
        let list = anna().replace("Anna", name);
        let body = json!({ "name": name, "team": name, "list": format!("{list}\n{name}\n") });
        server.asked("send", None, &body);
    }
    server.asked("publish", Some(&server.desk_key), &json!({ "on": true }));
    let page = format!("http://localhost:{}/", server.address.split(':').nth(1).unwrap());
    let profile = profile("xss");
    let organiser = format!("{page}#desk={}", server.desk_key);
    for (address, is_shown) in [(organiser, true), (format!("{page}#all"), true)] {
        let document = shown(&browser, &profile, &address, 1280);
        let body = document.split("<body").nth(1).unwrap_or_default();
        assert_eq!(body.contains("&lt;img src=x"), is_shown, "{address}: {body:.3000}");
        assert!(!body.contains("<img src=\"x\"") && !body.contains("<img src=x"), "{address}");
        assert!(!body.contains("<svg onload"), "{address}");
        assert!(!document.contains("<title>owned"), "{address}");
        // The key is taken out of the address and stands nowhere on the page.
        assert!(!document.contains(&server.desk_key), "{address}");
    }
    let _ = std::fs::remove_dir_all(&profile);
}

/// A server of somebody else's page.
fn foreign_page(html: String) -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    thread::spawn(move || {
        for stream in listener.incoming() {
            let Ok(mut stream) = stream else { continue };
            let mut request = [0; 4096];
            let _ = stream.read(&mut request);
            let answer = format!(
                "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: {}\r\n\
                 Connection: close\r\n\r\n{html}",
                html.len()
            );
            let _ = stream.write_all(answer.as_bytes());
        }
    });
    port
}

#[test]
fn other_pages_reach_nothing() {
    let Some(browser) = browser() else { return };
    let folder = Folder::new("csrf");
    let server = Server::start(&folder.store(), &[]);
    send(&server, "Anna", &anna());
    let own = server.address.split(':').nth(1).unwrap();
    let key = &server.desk_key;
    let body = json!({ "name": "Eve", "list": anna() }).to_string();
    // Even a page that knows the key of the organiser: forms, plain requests, JSON, frames.
    let html = format!(
        "<!doctype html><title>waiting</title><pre id=log></pre><iframe id=f \
         src='http://localhost:{own}/'></iframe><iframe name=t></iframe>\
         <form target=t method=post enctype='text/plain' action='http://localhost:{own}/api/send'>\
         <input name='{{\"x\":\"' value='\"}}'></form><script>\
         const log = text => document.getElementById('log').append(text + '\\n');\
         document.forms[0].submit();\
         const tried = ['application/json', 'text/plain'].map(kind => \
           fetch('http://localhost:{own}/api/send', {{ method: 'POST', headers: {{ \
           'content-type': kind }}, body: {body} }}).then(() => log('READ'), () => log('refused')));\
         tried.push(fetch('http://localhost:{own}/api/lists', {{ method: 'POST', headers: {{ \
           'content-type': 'application/json', authorization: 'Bearer {key}' }}, body: '{{}}' }})\
           .then(() => log('READ'), () => log('refused')));\
         tried.push(fetch('http://localhost:{own}/api/send', {{ method: 'POST', mode: 'no-cors', \
           body: {body} }}).then(() => log('sent blind')));\
         Promise.all(tried).then(() => log('done'));</script>",
        body = serde_json::to_string(&body).unwrap()
    );
    let port = foreign_page(html);
    let profile = profile("csrf");
    let document = shown(&browser, &profile, &format!("http://127.0.0.1:{port}/"), 800);
    assert!(document.contains("done") && document.contains("refused"), "{document}");
    assert!(!document.contains("READ\n"), "{document}");
    let rows = server.rows();
    assert_eq!(rows.len(), 1, "another page sent a list: {rows:?}");
    let _ = std::fs::remove_dir_all(&profile);
}
