//! An answer in parts, a line of JSON each: what a search does, what it has found, and at the end
//! `{"status": 200, "answer": …}`. Asked for by `Accept: application/x-ndjson`.

use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};

use axum::body::Body;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use futures_core::Stream;
use tokio::sync::mpsc::{Receiver, channel};
use tokio::task::spawn_blocking;

use super::CancelOnDrop;
use crate::web::WebAnswer;

const KIND: &str = "application/x-ndjson";

/// How many lines wait for a slow reader. Those before the answer are left out when there are more.
const MOST_WAITING: usize = 64;

pub(super) fn are_wanted(headers: &HeaderMap) -> bool {
    let accepted = headers.get(header::ACCEPT).and_then(|value| value.to_str().ok());
    accepted.is_some_and(|accepted| accepted.contains(KIND))
}

/// Lines as they come. The search ends when nobody reads them any more.
struct Lines {
    heard: Receiver<String>,
    _gone: CancelOnDrop,
}

impl Stream for Lines {
    type Item = Result<String, Infallible>;

    fn poll_next(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.get_mut().heard.poll_recv(context).map(|line| line.map(Ok))
    }
}

pub(super) fn send(
    gone: CancelOnDrop,
    answer: impl FnOnce(&(dyn Fn(String) + Sync)) -> WebAnswer + Send + 'static,
) -> Response {
    let (told, heard) = channel(MOST_WAITING);
    spawn_blocking(move || {
        let WebAnswer { status, body } = answer(&|part| {
            let _ = told.try_send(part + "\n");
        });
        let _ = told.blocking_send(format!("{{\"status\":{status},\"answer\":{body}}}\n"));
    });
    let lines = Lines { heard, _gone: gone };
    ([(header::CONTENT_TYPE, KIND)], Body::from_stream(lines)).into_response()
}
