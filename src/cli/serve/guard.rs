//! Who may ask. A page elsewhere on the web must not use a server on this machine, neither directly
//! nor under a name of its own that leads here.

use axum::extract::{Request, State};
use axum::http::header::{CONTENT_TYPE, HOST, HeaderName, HeaderValue, ORIGIN};
use axum::http::{HeaderMap, Method, StatusCode};
use axum::middleware::Next;
use axum::response::Response;

use super::refusal;

/// The page loads its own files and nothing else.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
     connect-src 'self'; worker-src 'self'; manifest-src 'self'; font-src 'self' data:; base-uri 'none'; \
     form-action 'none'; frame-ancestors 'none'";

const HEADERS: &[(&str, &str)] = &[
    ("content-security-policy", POLICY),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
    ("cache-control", "no-cache"),
];

/// The names by which the server may be asked for, besides addresses and this machine's own name.
pub(in crate::cli) type OwnNames = std::sync::Arc<[String]>;

pub(in crate::cli) async fn guard(
    State(names): State<OwnNames>,
    request: Request,
    next: Next,
) -> Response {
    let mut response = match objection(request.method(), request.headers(), &names) {
        Some(objection) => refusal(StatusCode::FORBIDDEN, objection),
        None => next.run(request).await,
    };
    for (name, value) in HEADERS {
        let name = HeaderName::from_static(name);
        response.headers_mut().entry(name).or_insert(HeaderValue::from_static(value));
    }
    response
}

fn objection(method: &Method, headers: &HeaderMap, names: &[String]) -> Option<&'static str> {
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
    let Some(host) = text(HOST).filter(|host| is_own_name(host, names)) else {
        return Some("open the page by the address that the server prints");
    };
    if matches!(*method, Method::GET | Method::HEAD) {
        return None;
    }
    let is_foreign = match text(ORIGIN) {
        Some(origin) => origin.split_once("://").is_none_or(|(_, own)| own != host),
        // Browsers say where a request comes from; programs need not.
        None => headers.contains_key(ORIGIN),
    };
    let site = text(HeaderName::from_static("sec-fetch-site"));
    let is_foreign = is_foreign || !matches!(site, None | Some("same-origin" | "none"));
    is_foreign.then_some("only the page itself may ask")
}

/// Whether the name can only mean this server: an address, its own name, or one it was given.
fn is_own_name(host: &str, names: &[String]) -> bool {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.parse::<u16>().is_ok() => name,
        _ => host,
    };
    let address = name.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(name);
    let is_given = names.iter().any(|given| given.eq_ignore_ascii_case(name));
    name == "localhost" || is_given || address.parse::<std::net::IpAddr>().is_ok()
}

pub(in crate::cli) fn is_json(headers: &HeaderMap) -> bool {
    let kind = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    kind.split(';').next().unwrap_or_default().trim() == "application/json"
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(method: Method, headers: &[(&'static str, &'static str)]) -> Option<&'static str> {
        let headers = headers
            .iter()
            .map(|(name, value)| (HeaderName::from_static(name), HeaderValue::from_static(value)));
        objection(&method, &headers.collect(), &["desk.example".to_owned()])
    }

    #[test]
    fn names_of_others_are_refused() {
        for own in [
            "localhost:7878",
            "127.0.0.1:7878",
            "[::1]:7878",
            "192.168.1.4:80",
            "localhost",
            "Desk.example:443",
        ] {
            assert_eq!(asked(Method::GET, &[("host", own)]), None, "{own}");
        }
        for foreign in
            ["evil.example", "evil.example:7878", "localhost.evil.example:7878", "", ":7"]
        {
            assert!(asked(Method::GET, &[("host", foreign)]).is_some(), "{foreign}");
        }
        assert!(asked(Method::GET, &[]).is_some());
    }

    #[test]
    fn pages_elsewhere_may_not_post() {
        let host = ("host", "localhost:7878");
        assert_eq!(asked(Method::POST, &[host]), None);
        assert_eq!(asked(Method::POST, &[host, ("origin", "http://localhost:7878")]), None);
        for foreign in
            ["http://evil.example", "null", "http://localhost:1", "http://127.0.0.1:7878"]
        {
            assert!(asked(Method::POST, &[host, ("origin", foreign)]).is_some(), "{foreign}");
        }
        assert!(asked(Method::POST, &[host, ("sec-fetch-site", "cross-site")]).is_some());
        assert!(asked(Method::POST, &[host, ("sec-fetch-site", "same-site")]).is_some());
        assert_eq!(asked(Method::POST, &[host, ("sec-fetch-site", "same-origin")]), None);
    }
}
