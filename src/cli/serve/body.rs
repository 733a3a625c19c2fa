//! The body of a request as text: bounded in size and time.

use std::future::poll_fn;
use std::pin::pin;

use axum::body::Body;
use axum::http::StatusCode;
use axum::response::Response;
use futures_core::Stream;
use tokio::time::timeout;

use super::{BODY_TIME, refusal};

/// The text of a body, or why there is none. What is too large is still heard to its end: whoever
/// is cut off while sending never reads the answer.
pub(in crate::cli) async fn text(body: Body, most: usize) -> Result<String, Response> {
    let bytes = match timeout(BODY_TIME, bytes(body, most)).await {
        Ok(Some(Ok(bytes))) => bytes,
        Ok(Some(Err(TooLarge))) => {
            let message = format!("the request is larger than {} KB", most >> 10);
            return Err(refusal(StatusCode::PAYLOAD_TOO_LARGE, &message));
        }
        Ok(None) => return Err(refusal(StatusCode::BAD_REQUEST, "the request broke off")),
        Err(_) => {
            let message = "the request took too long to arrive";
            return Err(refusal(StatusCode::REQUEST_TIMEOUT, message));
        }
    };
    String::from_utf8(bytes)
        .map_err(|_| refusal(StatusCode::BAD_REQUEST, "the request is not UTF-8"))
}

struct TooLarge;

/// What arrives of a body; none if it breaks off.
async fn bytes(body: Body, most: usize) -> Option<Result<Vec<u8>, TooLarge>> {
    let mut parts = pin!(body.into_data_stream());
    let mut kept = Ok(Vec::new());
    while let Some(part) = poll_fn(|context| parts.as_mut().poll_next(context)).await {
        let part = part.ok()?;
        kept = kept.and_then(|mut kept: Vec<u8>| {
            if kept.len().saturating_add(part.len()) > most {
                return Err(TooLarge);
            }
            kept.extend_from_slice(&part);
            Ok(kept)
        });
    }
    Some(kept)
}
