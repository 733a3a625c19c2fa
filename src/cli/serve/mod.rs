//! `orbat serve`: the builder in a browser, from a server on this machine.
//!
//! The server only transports messages: [`respond`](crate::web::respond) answers, the page is
//! embedded. `guard` decides which requests are let in, `body` reads what they bring, `assets` holds
//! the files of the page, `parts` sends what a search finds before its end.

pub(super) mod assets;
pub(super) mod body;
pub(super) mod guard;
mod parts;

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use clap::Args;
use tokio::net::TcpListener;
use tokio::task::spawn_blocking;

use super::output::{FAINT, TITLE, print, styled};
use super::{Failure, Global, Outcome};
use crate::source::Disk;
use crate::web::{LARGEST_BODY, WebAnswer, respond_in_parts};
use crate::workspace::Data;

/// Build lists in the browser, with a server on this machine
#[derive(Args)]
#[command(after_help = include_str!("../../../docs/help/serve.txt").trim_ascii_end())]
pub(crate) struct ServeArguments {
    /// The port; 0 takes any that is free
    #[arg(long, value_name = "N", default_value_t = 7878)]
    port: u16,
    /// The address to listen on. Others than this machine's own let other people in
    #[arg(long, value_name = "IP", default_value = "127.0.0.1")]
    host: IpAddr,
    /// Open the page in the browser
    #[arg(long)]
    open: bool,
    /// Serve the files of the page from this folder, to work on them
    #[arg(long, value_name = "DIR", hide = true)]
    assets: Option<PathBuf>,
}

/// How long a body may take to arrive.
const BODY_TIME: Duration = Duration::from_secs(10);

/// How long a search may take.
const SEARCH_TIME: Duration = Duration::from_secs(20);

/// How long the last answers may take after Ctrl-C.
pub(super) const LAST_TIME: Duration = Duration::from_secs(2);

/// What all requests share.
struct ServerState {
    data: Data,
    assets: Option<Disk>,
    ended: AtomicBool,
}

type Server = Arc<ServerState>;

pub(crate) fn run(global: &Global, arguments: &ServeArguments) -> Outcome {
    let shared = Arc::new(ServerState {
        data: std::mem::ManuallyDrop::into_inner(global.data()?),
        assets: arguments.assets.as_ref().map(Disk::new),
        ended: AtomicBool::new(false),
    });
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
    let runtime = runtime.map_err(|error| Failure::Usage(format!("cannot start: {error}")))?;
    let address = SocketAddr::new(arguments.host, arguments.port);
    let served = runtime.block_on(serve(address, arguments.open, shared));
    // A search that does not end must not keep the program running.
    runtime.shutdown_timeout(LAST_TIME);
    served.map_err(|error| Failure::Usage(words(address, &error)))
}

pub(super) fn words(address: SocketAddr, error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::AddrInUse => {
            format!("{address} is in use by another program; `--port 0` takes a free port")
        }
        io::ErrorKind::PermissionDenied => format!("{address} is not allowed; choose another port"),
        io::ErrorKind::AddrNotAvailable => {
            format!("{} is no address of this machine", address.ip())
        }
        _ => format!("cannot listen on {address}: {error}"),
    }
}

async fn serve(address: SocketAddr, opens: bool, shared: Server) -> io::Result<()> {
    let mut ctrl_c = Box::pin(tokio::signal::ctrl_c());
    // Polled once so that it listens: from here on no signal is missed.
    tokio::select! {
        biased;
        _ = &mut ctrl_c => return Ok(()),
        () = std::future::ready(()) => {}
    }
    let listener = TcpListener::bind(address).await?;
    let own = listener.local_addr()?;
    let page = format!("http://{}/", named(own));
    print(&format!("{} {page}\n", styled(TITLE, "Orbat is at")));
    print(&format!("{}\n", styled(FAINT, "Ctrl-C ends it. Your lists stay in the browser.")));
    if !own.ip().is_loopback() {
        print("Everybody who reaches this machine can use the page; their lists stay with them.\n");
    }
    if opens {
        open_browser(&page);
    }
    let (ending, app) = (shared.clone(), router(shared));
    let end = async move {
        // Without a handler the default ends the program, which is as good.
        let _ = ctrl_c.await;
        ending.ended.store(true, Ordering::Relaxed);
    };
    let (told, heard) = tokio::sync::oneshot::channel::<()>();
    let serving = axum::serve(listener, app).with_graceful_shutdown(async move {
        end.await;
        let _ = told.send(());
    });
    tokio::select! {
        served = serving.into_future() => served,
        // Connections that stay open do not keep the program running.
        () = async { let _ = heard.await; tokio::time::sleep(LAST_TIME).await } => Ok(()),
    }
}

/// The address as people write it.
pub(super) fn named(address: SocketAddr) -> String {
    match address.ip() {
        ip if ip.is_loopback() && ip.is_ipv4() => format!("localhost:{}", address.port()),
        _ => address.to_string(),
    }
}

/// Opens a page with the program that the system has for it.
fn open_browser(page: &str) {
    let (program, arguments): (&str, &[&str]) = match std::env::consts::OS {
        "macos" => ("open", &[]),
        "windows" => ("cmd", &["/C", "start", ""]),
        _ => ("xdg-open", &[]),
    };
    let mut command = Command::new(program);
    let command = command.args(arguments).arg(page);
    let silent = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    if silent.spawn().is_err() {
        print("No browser was found; open the address above yourself.\n");
    }
}

fn router(shared: Server) -> Router {
    Router::new()
        .route("/api/{call}", post(call))
        .route("/api/openapi.json", get(assets::openapi))
        .route("/", get(index))
        .route("/{*path}", get(asset))
        .fallback(nothing)
        .layer(axum::middleware::from_fn_with_state(guard::OwnNames::default(), guard::guard))
        .with_state(shared)
}

pub(super) async fn nothing() -> Response {
    refusal(StatusCode::NOT_FOUND, "there is nothing here")
}

async fn index(State(shared): State<Server>) -> Response {
    assets::answer(shared.assets.as_ref(), "index.html")
}

async fn asset(State(shared): State<Server>, Path(path): Path<String>) -> Response {
    assets::answer(shared.assets.as_ref(), &path)
}

/// A refusal as calls are answered.
pub(super) fn refusal(status: StatusCode, message: &str) -> Response {
    let body = serde_json::json!({ "error": message }).to_string();
    (status, [(header::CONTENT_TYPE, "application/json")], body).into_response()
}

/// Sets its flag when the request is gone: answered, or given up by the browser.
struct CancelOnDrop(Arc<AtomicBool>);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

async fn call(
    State(shared): State<Server>,
    Path(call): Path<String>,
    headers: HeaderMap,
    body: Body,
) -> Response {
    if !guard::is_json(&headers) {
        return refusal(StatusCode::UNSUPPORTED_MEDIA_TYPE, "send application/json");
    }
    let text = match body::text(body, LARGEST_BODY).await {
        Ok(text) => text,
        Err(refusal) => return refusal,
    };
    let gone = CancelOnDrop(Arc::default());
    let is_gone = gone.0.clone();
    let began = Instant::now();
    let answer = move |tell: &(dyn Fn(String) + Sync)| {
        let should_continue = |_: &str| {
            !is_gone.load(Ordering::Relaxed)
                && !shared.ended.load(Ordering::Relaxed)
                && began.elapsed() < SEARCH_TIME
        };
        respond_in_parts(&shared.data, &call, &text, &should_continue, tell)
    };
    if parts::are_wanted(&headers) {
        return parts::send(gone, answer);
    }
    match spawn_blocking(move || answer(&|_| ())).await {
        Ok(WebAnswer { status, body }) => {
            let status = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
            (status, [(header::CONTENT_TYPE, "application/json")], body).into_response()
        }
        Err(_) => {
            refusal(StatusCode::INTERNAL_SERVER_ERROR, "something went wrong; nothing was changed")
        }
    }
}
