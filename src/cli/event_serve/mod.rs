//! `orbat event serve`: the tournament desk as a page. Players send their lists, organisers look at
//! them.
//!
//! The server only transports messages: [`OnlineDesk`] answers. `limits` says how often an address
//! may ask; the guard of `orbat serve` decides which pages may ask at all.

mod limits;

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use axum::Router;
use axum::body::Body;
use axum::extract::{ConnectInfo, Path, State};
use axum::http::{HeaderMap, HeaderName, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use clap::Args;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;
use tokio::time::timeout;

use super::event::{FoundEvent, open_event};
use super::output::{FAINT, TITLE, complain, print, styled};
use super::serve::{LAST_TIME, assets, body, guard, named, nothing, refusal, words};
use super::{Failure, Global, Outcome};
use crate::desk::online::{Ask, OnlineDesk, Reply};
use crate::desk::store::Store;
use limits::RateLimits;

/// Let players send their lists to a page, and look at them there
#[derive(Args)]
#[command(after_help = include_str!("../../../docs/help/event-serve.txt").trim_ascii_end())]
pub(crate) struct EventServeArguments {
    /// The event: its file (.orbat), or its id in the data
    #[arg(value_name = "EVENT")]
    event: PathBuf,
    /// Where lists are kept: a file, or the URL of a PostgreSQL database
    #[arg(long, value_name = "FILE|URL")]
    store: String,
    /// The game, if several have an event of this id
    #[arg(long, value_name = "GAME")]
    system: Option<String>,
    /// The port; 0 takes any that is free
    #[arg(long, value_name = "N", default_value_t = 7879)]
    port: u16,
    /// The address to listen on. Others than this machine's own let other people in
    #[arg(long, value_name = "IP", default_value = "127.0.0.1")]
    host: IpAddr,
    /// A name by which players reach the server: `lists.example.org`. May be repeated
    #[arg(long, value_name = "NAME")]
    name: Vec<String>,
    /// A proxy in front of the server states who asks, in `X-Forwarded-For`
    #[arg(long)]
    behind_proxy: bool,
    /// Shut out organisers who were let in at earlier starts
    #[arg(long)]
    new_key: bool,
}

/// The largest body of a request: a document of a megabyte, in base64.
const LARGEST_BODY: usize = 3 << 19;
/// How long a request may wait for others to be answered.
const WAITING_TIME: Duration = Duration::from_secs(10);

/// What all requests share.
struct ServerState {
    desk: OnlineDesk<'static>,
    limits: RateLimits,
    /// Limits how many lists are judged at once.
    workers: Semaphore,
    behind_proxy: bool,
}

type Server = Arc<ServerState>;

pub(crate) fn run(global: &Global, arguments: &EventServeArguments) -> Outcome {
    let found = open_event(global, &arguments.event, arguments.system.as_deref())?;
    // Requests are answered until the program ends, so the data lives as long.
    let found: &'static FoundEvent = Box::leak(Box::new(found));
    let desk = found.desk()?;
    let store = Store::open(&arguments.store, &found.event).map_err(|error| {
        Failure::Usage(format!("the store `{}` cannot be used: {error}", place(&arguments.store)))
    })?;
    let stored = |error| Failure::Usage(format!("the store cannot be written: {error}"));
    if arguments.new_key {
        store.remove_organisers().map_err(stored)?;
    }
    let key = store.add_organiser(now()).map_err(stored)?;
    let cores = std::thread::available_parallelism().map_or(2, usize::from);
    let shared = Arc::new(ServerState {
        desk: OnlineDesk::new(desk, store),
        limits: RateLimits::default(),
        workers: Semaphore::new(cores * 2),
        behind_proxy: arguments.behind_proxy,
    });
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
    let runtime = runtime.map_err(|error| Failure::Usage(format!("cannot start: {error}")))?;
    let address = SocketAddr::new(arguments.host, arguments.port);
    let names = arguments.name.clone().into();
    let served = runtime.block_on(serve(address, names, key.as_str(), shared));
    runtime.shutdown_timeout(LAST_TIME);
    served.map_err(|error| Failure::Usage(words(address, &error)))
}

/// The place of a store without its password.
fn place(store: &str) -> String {
    match store.split_once("://").zip(store.rsplit_once('@')) {
        Some(((scheme, _), (_, host))) => format!("{scheme}://{host}"),
        None => store.to_owned(),
    }
}

fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}

async fn serve(
    address: SocketAddr,
    names: guard::OwnNames,
    key: &str,
    shared: Server,
) -> io::Result<()> {
    let listener = TcpListener::bind(address).await?;
    let own = listener.local_addr()?;
    let page = match names.first() {
        Some(name) => format!("https://{name}/"),
        None => format!("http://{}/", named(own)),
    };
    print(&format!("{} {page}\n", styled(TITLE, "Players send their lists at")));
    print(&format!("{} {page}#desk={key}\n", styled(TITLE, "Organisers open")));
    let hint = "Whoever has the second address sees every list. Ctrl-C ends the server; what was \
                sent stays in the store.\n";
    print(&styled(FAINT, hint).to_string());
    let app = router(names, shared).into_make_service_with_connect_info::<SocketAddr>();
    let (told, heard) = tokio::sync::oneshot::channel::<()>();
    let serving = axum::serve(listener, app).with_graceful_shutdown(async move {
        let _ = tokio::signal::ctrl_c().await;
        let _ = told.send(());
    });
    tokio::select! {
        served = serving.into_future() => served,
        () = async { let _ = heard.await; tokio::time::sleep(LAST_TIME).await } => Ok(()),
    }
}

fn router(names: guard::OwnNames, shared: Server) -> Router {
    Router::new()
        .route("/api/{call}", post(call))
        .route("/", get(async || assets::answer(None, "desk.html")))
        .route("/{*path}", get(async |Path(path): Path<String>| assets::answer(None, &path)))
        .fallback(nothing)
        .layer(axum::middleware::from_fn_with_state(names, guard::guard))
        .with_state(shared)
}

/// Who asks: the other end of the connection, or whom the proxy saw.
fn asker(shared: &ServerState, headers: &HeaderMap, peer: SocketAddr) -> IpAddr {
    let forwarded = headers.get(HeaderName::from_static("x-forwarded-for"));
    let stated = forwarded
        .filter(|_| shared.behind_proxy)
        .and_then(|list| list.to_str().ok()?.rsplit(',').next()?.trim().parse().ok());
    stated.unwrap_or(peer.ip())
}

async fn call(
    State(shared): State<Server>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    Path(call): Path<String>,
    headers: HeaderMap,
    body: Body,
) -> Response {
    let asker = asker(&shared, &headers, peer);
    if !shared.limits.allows(asker, &call) {
        return busy(StatusCode::TOO_MANY_REQUESTS, "too many requests; wait a few seconds");
    }
    if !guard::is_json(&headers) {
        return refusal(StatusCode::UNSUPPORTED_MEDIA_TYPE, "send application/json");
    }
    let text = match body::text(body, LARGEST_BODY).await {
        Ok(text) => text,
        Err(refusal) => return refusal,
    };
    let key = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    let key = key.and_then(|value| value.strip_prefix("Bearer ")).map(str::to_owned);
    let Ok(Ok(worker)) = timeout(WAITING_TIME, shared.workers.acquire()).await else {
        return busy(StatusCode::SERVICE_UNAVAILABLE, "the desk is busy; try again");
    };
    let answering = shared.clone();
    let answered = spawn_blocking(move || {
        let ask = Ask { call: &call, key: key.as_deref(), body: &text, now: now() };
        answering.desk.respond(&ask)
    })
    .await;
    drop(worker);
    let Ok((reply, log)) = answered else {
        return refusal(
            StatusCode::INTERNAL_SERVER_ERROR,
            "something went wrong; nothing was changed",
        );
    };
    if let Some(log) = log {
        complain(&format!("the store: {log}"));
    }
    if reply.status == StatusCode::UNAUTHORIZED {
        shared.limits.count_wrong_key(asker);
    }
    response(reply)
}

fn busy(status: StatusCode, message: &str) -> Response {
    ([(header::RETRY_AFTER, "3")], refusal(status, message)).into_response()
}

fn response(reply: Reply) -> Response {
    let status = StatusCode::from_u16(reply.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let headers = [(header::CONTENT_TYPE, reply.kind), (header::CACHE_CONTROL, "no-store")];
    (status, headers, reply.body).into_response()
}
