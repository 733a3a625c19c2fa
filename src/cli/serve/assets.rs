//! The files of the page, embedded.

use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};

use super::refusal;
use crate::source::{Disk, SourceProvider};

include!(concat!(env!("OUT_DIR"), "/assets.rs"));

/// The description of the calls.
const OPENAPI: &str = include_str!("../../../docs/openapi.json");

pub(super) async fn openapi() -> Response {
    ([(header::CONTENT_TYPE, "application/json")], OPENAPI).into_response()
}

/// A file of the page: from the folder, or as embedded.
pub(in crate::cli) fn answer(folder: Option<&Disk>, path: &str) -> Response {
    let kind = kind(path);
    if let Some(folder) = folder {
        return match folder.read(path) {
            Ok(bytes) => ([(header::CONTENT_TYPE, kind)], bytes).into_response(),
            Err(_) => embedded(path),
        };
    }
    embedded(path)
}

fn embedded(path: &str) -> Response {
    let kind = kind(path);
    match ASSETS.iter().find(|(name, _)| *name == path) {
        Some((_, bytes)) => ([(header::CONTENT_TYPE, kind)], *bytes).into_response(),
        None => refusal(StatusCode::NOT_FOUND, "there is nothing here"),
    }
}

fn kind(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "json" | "webmanifest" => "application/json",
        _ => "text/plain; charset=utf-8",
    }
}
