//! Mails (`.eml`): who sent it, what it says, and what is attached.

use super::document::html_text;
use super::{DEEPEST_ARCHIVE, Inbox, SubmissionError, ending};
use crate::desk::decode;

/// Parts of a mail inside each other, and in all.
const DEEPEST_PART: usize = 6;
const MOST_PARTS: usize = 200;
/// Files that may be lists. A mail also carries logos and signatures.
const LISTS: [&str; 12] =
    ["yaml", "yml", "json", "txt", "docx", "xlsx", "csv", "tsv", "html", "htm", "zip", "eml"];
/// A body with so many lines that hold a number is a list, even if files are attached.
const LINES_OF_A_LIST: usize = 4;

/// What a mail holds.
#[derive(Default)]
struct Mail {
    plain: Vec<String>,
    pages: Vec<String>,
    /// Names and bytes.
    files: Vec<(String, Vec<u8>)>,
    parts: usize,
}

impl Inbox {
    /// Adds the list of a mail, or those attached to it, with its sender as the player.
    pub(super) fn add_mail(&mut self, origin: &str, bytes: &[u8], depth: usize) {
        let (head, _) = split_head(bytes);
        let sender = field(&head, "From").map(|from| sender(&from));
        let mut mail = Mail::default();
        mail.read(bytes, 0);
        let first = self.submissions.len();
        for (name, bytes) in &mail.files {
            let inner = format!("{origin}/{name}");
            if depth < DEEPEST_ARCHIVE {
                self.add_bytes(&inner, bytes, depth + 1);
            } else {
                self.bad(inner, SubmissionError::Nested);
            }
        }
        let body = mail.body();
        let numbered = body.lines().filter(|line| line.contains(|char: char| char.is_numeric()));
        if mail.files.is_empty() || numbered.count() >= LINES_OF_A_LIST {
            self.add_text(origin, &body);
        }
        for submission in self.submissions.iter_mut().skip(first) {
            submission.sender.clone_from(&sender);
        }
    }
}

impl Mail {
    fn body(&self) -> String {
        let body = match self.plain.is_empty() {
            true => self.pages.iter().map(|page| html_text(page)).collect::<Vec<_>>().join("\n"),
            false => self.plain.join("\n"),
        };
        // What was quoted of another mail is not this one's.
        body.lines().filter(|line| !line.starts_with('>')).collect::<Vec<_>>().join("\n")
    }

    /// Reads a part and those inside it.
    fn read(&mut self, part: &[u8], depth: usize) {
        self.parts += 1;
        if depth > DEEPEST_PART || self.parts > MOST_PARTS {
            return;
        }
        let (head, body) = split_head(part);
        let kind = field(&head, "Content-Type").unwrap_or_default();
        let lower = kind.to_ascii_lowercase();
        if lower.starts_with("multipart/")
            && let Some(boundary) = parameter(&kind, "boundary")
        {
            for inner in parts(body, &boundary) {
                self.read(inner, depth + 1);
            }
            return;
        }
        let coding = field(&head, "Content-Transfer-Encoding").unwrap_or_default();
        let bytes = match coding.trim().to_ascii_lowercase().as_str() {
            "base64" => base64(body),
            "quoted-printable" => quoted_printable(body, false),
            _ => body.to_vec(),
        };
        let disposition = field(&head, "Content-Disposition").unwrap_or_default();
        let name = parameter(&disposition, "filename").or_else(|| parameter(&kind, "name"));
        let is_attached = disposition.to_ascii_lowercase().starts_with("attachment");
        match name.map(|name| words(&name)) {
            Some(name) if LISTS.contains(&ending(&name).as_str()) => self.files.push((name, bytes)),
            Some(_) => {}
            None if is_attached => {}
            None if lower.starts_with("message/") => self.read(&bytes, depth + 1),
            None if lower.starts_with("text/html") => self.pages.push(in_charset(&bytes, &kind)),
            None if lower.is_empty() || lower.starts_with("text/") => {
                self.plain.push(in_charset(&bytes, &kind));
            }
            None => {}
        }
    }
}

/// The lines of the head, those that go on in the next put together, and the body.
fn split_head(part: &[u8]) -> (Vec<String>, &[u8]) {
    let ends = |mark: &[u8]| {
        part.windows(mark.len()).position(|window| window == mark).map(|at| (at, mark.len()))
    };
    let end = [ends(b"\r\n\r\n"), ends(b"\n\n")].into_iter().flatten().min();
    let (at, length) = end.unwrap_or((part.len(), 0));
    let head = String::from_utf8_lossy(part.get(..at).unwrap_or_default()).into_owned();
    let mut lines: Vec<String> = Vec::new();
    for line in head.lines() {
        match lines.last_mut() {
            Some(last) if line.starts_with([' ', '\t']) => last.push_str(line),
            _ => lines.push(line.to_owned()),
        }
    }
    (lines, part.get(at + length..).unwrap_or_default())
}

fn field(head: &[String], name: &str) -> Option<String> {
    let mut fields = head.iter().filter_map(|line| line.split_once(':'));
    fields
        .find(|(key, _)| key.trim().eq_ignore_ascii_case(name))
        .map(|(_, value)| value.trim().to_owned())
}

/// A parameter of a field: the boundary of `multipart/mixed; boundary="x"`.
fn parameter(field: &str, name: &str) -> Option<String> {
    let parameters = field.split(';').skip(1).filter_map(|part| part.split_once('='));
    let mut found = parameters.filter(|(key, _)| {
        let key = key.trim().trim_end_matches('*');
        key.eq_ignore_ascii_case(name)
    });
    let (key, value) = found.next()?;
    let value = value.trim().trim_matches('"');
    if key.trim().ends_with('*') {
        // `UTF-8''J%C3%A4ger.yaml`
        let coded = value.splitn(3, '\'').nth(2).unwrap_or(value);
        return Some(decode(&escaped(coded.as_bytes(), b'%')));
    }
    Some(value.to_owned())
}

fn parts<'b>(body: &'b [u8], boundary: &str) -> Vec<&'b [u8]> {
    let mark = format!("--{boundary}").into_bytes();
    let mut starts: Vec<usize> = Vec::new();
    let mut at = 0;
    for line in body.split_inclusive(|byte| *byte == b'\n') {
        if line.starts_with(&mark) {
            starts.push(at);
        }
        at += line.len();
    }
    let ends = starts.iter().skip(1).copied().chain([body.len()]);
    let pieces = starts.iter().zip(ends).filter_map(|(start, end)| body.get(*start..end));
    let inner = |piece: &'b [u8]| {
        let line = piece.iter().position(|byte| *byte == b'\n')? + 1;
        let is_end = piece.get(mark.len()..)?.starts_with(b"--");
        piece.get(line..).filter(|_| !is_end)
    };
    pieces.filter_map(inner).take(MOST_PARTS).collect()
}

/// The text of a part in the encoding that it states, or else in the likeliest.
fn in_charset(bytes: &[u8], kind: &str) -> String {
    let stated = parameter(kind, "charset");
    let known = stated.and_then(|name| encoding_rs::Encoding::for_label(name.as_bytes()));
    match known {
        Some(encoding) => crate::desk::tidy(&encoding.decode(bytes).0),
        None => decode(bytes),
    }
}

/// The name in `"Anna" <anna@example.org>`; of an address alone what stands before `@`.
fn sender(from: &str) -> String {
    let from = words(from);
    let (name, address) = from.split_once('<').unwrap_or(("", &from));
    let name = name.trim().trim_matches('"').trim();
    match name.is_empty() {
        true => address.split('@').next().unwrap_or_default().trim().to_owned(),
        false => name.to_owned(),
    }
}

/// A text with encoded words: `=?UTF-8?Q?J=C3=A4ger?=`.
fn words(text: &str) -> String {
    let mut rest = text;
    let mut plain = String::new();
    while let Some((before, coded)) = rest.split_once("=?") {
        let mut pieces = coded.splitn(4, '?');
        let word = (pieces.next(), pieces.next(), pieces.next(), pieces.next());
        let (Some(charset), Some(coding), Some(letters), Some(after)) = word else { break };
        let Some(after) = after.strip_prefix('=') else { break };
        let bytes = match coding {
            "B" | "b" => base64(letters.as_bytes()),
            _ => quoted_printable(letters.as_bytes(), true),
        };
        // White space between two encoded words does not count.
        if !(plain.ends_with(|_| true) && before.trim().is_empty()) {
            plain.push_str(before);
        }
        plain.push_str(&in_charset(&bytes, &format!("; charset={charset}")));
        rest = after;
    }
    plain + rest
}

fn quoted_printable(bytes: &[u8], is_word: bool) -> Vec<u8> {
    let text = String::from_utf8_lossy(bytes);
    let joined = text.replace("=\r\n", "").replace("=\n", "");
    let joined = if is_word { joined.replace('_', " ") } else { joined };
    escaped(joined.as_bytes(), b'=')
}

/// Bytes written as a mark and two hexadecimal digits.
fn escaped(bytes: &[u8], mark: u8) -> Vec<u8> {
    let mut plain = Vec::with_capacity(bytes.len());
    let mut rest = bytes;
    while let [first, tail @ ..] = rest {
        let hex = (*first == mark).then(|| tail.get(..2)).flatten();
        let code = hex
            .and_then(|hex| std::str::from_utf8(hex).ok())
            .and_then(|hex| u8::from_str_radix(hex, 16).ok());
        plain.push(code.unwrap_or(*first));
        rest = code.map_or(tail, |_| tail.get(2..).unwrap_or_default());
    }
    plain
}

fn base64(bytes: &[u8]) -> Vec<u8> {
    let letters = bytes.iter().filter_map(|byte| match byte {
        b'+' => Some('-'),
        b'/' => Some('_'),
        byte if byte.is_ascii_alphanumeric() => Some(char::from(*byte)),
        _ => None,
    });
    crate::list::from_base64url(&letters.collect::<String>()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::desk::submission::Content;

    fn sent(mail: &str) -> Vec<(String, Option<String>, Content)> {
        let mut inbox = Inbox::default();
        inbox.add_bytes("a.eml", mail.as_bytes(), 0);
        let all = inbox.submissions.into_iter();
        all.map(|sent| (sent.origin, sent.sender, sent.content)).collect()
    }

    #[test]
    fn attached_files_are_lists_of_the_sender() {
        let mail = "From: =?utf-8?q?J=C3=A4ger=2C_Max?= <max@example.org>\r\nMIME-Version: 1.0\r\n\
                    Content-Type: multipart/mixed;\r\n boundary=\"xyz\"\r\n\r\n--xyz\r\n\
                    Content-Type: text/plain; charset=iso-8859-1\r\n\r\nSch\r\n--xyz\r\n\
                    Content-Type: application/octet-stream\r\nContent-Transfer-Encoding: base64\r\n\
                    Content-Disposition: attachment; filename*=UTF-8''J%C3%A4ger.yaml\r\n\r\n\
                    b3JiYXQ6\r\nIDEK\r\n--xyz\r\nContent-Type: image/png; name=logo.png\r\n\r\nx\r\n\
                    --xyz--\r\n";
        let sent = sent(mail);
        let list = Content::List("orbat: 1\n".to_owned());
        assert_eq!(sent, [("a.eml/Jäger.yaml".to_owned(), Some("Jäger, Max".to_owned()), list)]);
    }

    #[test]
    fn the_text_of_a_mail_is_a_list() {
        let mail = "From: anna@example.org\nContent-Transfer-Encoding: quoted-printable\n\n\
                    5 J=C3=A4ger=\n!\n> quoted\n";
        let text = Content::Text("5 Jäger!".to_owned());
        assert_eq!(sent(mail), [("a.eml".to_owned(), Some("anna".to_owned()), text)]);
    }

    #[test]
    fn nested_mails_end() {
        let mut mail = "From: x\n\nlist".to_owned();
        for _ in 0..50 {
            mail = format!("From: x\nContent-Type: message/rfc822\n\n{mail}");
        }
        assert_eq!(sent(&mail).len(), 1);
        let endless = "From: x\nContent-Type: multipart/mixed; boundary=b\n\n--b\n".to_owned();
        assert_eq!(sent(&(endless + &"--b\n\nx\n".repeat(10_000))).len(), 1);
    }
}
