//! `orbat event lock`, `verify`, `recheck` and `key`: what the lists were, and what has changed.

use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use anstyle::AnsiColor;
use clap::Args;

use super::{FoundEvent, SentArguments, open_event};
use crate::cli::output::{FAINT, TITLE, hint, print, print_json, shown, styled, tell};
use crate::cli::{Failure, Format, Global, Outcome, Printing};
use crate::desk::{
    LARGEST_MANIFEST, Manifest, ManifestChange, ManifestChangeKind, Override, PublicKey, SecretKey,
    Verification, utc,
};
use crate::source::{NamedFiles, SourceProvider};
use crate::wording::many;
use crate::workspace::error::TextError;
use crate::workspace::save;

/// Keep what the lists are, so that everybody can tell later what has changed
#[derive(Args)]
#[command(after_help = include_str!("../../../docs/help/event-lock.txt").trim_ascii_end())]
pub(in crate::cli) struct EventLockArguments {
    /// The event: its file (.orbat), or its id in the data
    #[arg(value_name = "EVENT")]
    event: PathBuf,
    /// Folders and files, as for `orbat event check`
    #[arg(required = true, value_name = "SUBMISSION")]
    submissions: Vec<PathBuf>,
    #[command(flatten)]
    sent: SentArguments,
    /// Write the manifest to FILE
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Decide against the verdict of the rules: `Anna=legal: REASON`. May be repeated
    #[arg(long = "override", value_name = "PLAYER=VERDICT: REASON")]
    overrides: Vec<String>,
    /// Sign it with the secret key in FILE
    #[arg(long, value_name = "FILE")]
    key: Option<PathBuf>,
    /// When the lists were locked, in any form [default: now]
    #[arg(long, value_name = "TIME")]
    time: Option<String>,
}

/// Tell exactly what has changed since lists were locked
#[derive(Args)]
#[command(after_help = include_str!("../../../docs/help/event-verify.txt").trim_ascii_end())]
pub(in crate::cli) struct EventVerifyArguments {
    /// The manifest
    #[arg(value_name = "MANIFEST")]
    manifest: PathBuf,
    /// The lists as they are now: folders and files, as for `orbat event check`. Without them only
    /// the manifest, the event and the data are compared
    #[arg(value_name = "SUBMISSION")]
    submissions: Vec<PathBuf>,
    /// The file of the event [default: the event of this id in the data]
    #[arg(long, value_name = "EVENT")]
    event: Option<PathBuf>,
    /// The public key of the organiser
    #[arg(long, value_name = "FILE")]
    key: Option<PathBuf>,
    #[command(flatten)]
    sent: SentArguments,
    #[command(flatten)]
    printing: Printing,
}

/// Judge locked lists again after an update of the data: which cost something else, which are
/// illegal
#[derive(Args)]
pub(in crate::cli) struct EventRecheckArguments {
    /// The manifest
    #[arg(value_name = "MANIFEST")]
    manifest: PathBuf,
    /// The file of the event [default: the event of this id in the data]
    #[arg(long, value_name = "EVENT")]
    event: Option<PathBuf>,
    #[command(flatten)]
    printing: Printing,
}

/// Make a key to sign manifests with
#[derive(Args)]
pub(in crate::cli) struct EventKeyArguments {
    /// Write the secret key to FILE, which only you may read, and the public one to FILE.pub
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

pub(super) fn lock(global: &Global, arguments: &EventLockArguments) -> Outcome {
    let mut overrides = Vec::new();
    for text in &arguments.overrides {
        let wrong = || {
            Failure::Usage(format!(
                "`{text}`: write `PLAYER=legal: REASON` or `PLAYER=illegal: REASON`"
            ))
        };
        overrides.push(Override::read(text).ok_or_else(wrong)?);
    }
    let key = arguments.key.as_deref().map(secret_key).transpose()?;
    let found = open_event(global, &arguments.event, arguments.sent.system.as_deref())?;
    let desk = found.desk()?;
    let inbox = arguments.sent.inbox(&arguments.submissions)?;
    let entries = desk.judge(&inbox.submissions, &|| ());
    let time = arguments.time.clone().unwrap_or_else(now);
    let manifest = desk.lock(&entries, &overrides, &time, key.as_ref()).map_err(Failure::Usage)?;
    tell(&save::write(&arguments.output, manifest.text().as_bytes())?);
    let is_legal = |list: &&crate::desk::LockedList| list.counts_as().is_legal();
    let legal = manifest.lists.iter().filter(is_legal).count();
    let signed = if key.is_some() { "signed" } else { "not signed" };
    print(&format!(
        "{} locked, {legal} of them legal, {signed}. Seal: {}\n",
        many(manifest.lists.len(), "list"),
        manifest.seal
    ));
    if legal < manifest.lists.len() {
        hint("lists that are not legal were locked too; `--override` decides otherwise");
    }
    Ok(())
}

pub(super) fn verify(global: &Global, arguments: &EventVerifyArguments) -> Outcome {
    let key = arguments.key.as_deref().map(public_key).transpose()?;
    let (bytes, manifest) = read_manifest(&arguments.manifest)?;
    let found = event_of(global, &manifest, arguments.event.as_deref())?;
    let desk = found.desk()?;
    let sent = match arguments.submissions.as_slice() {
        [] => None,
        paths => Some(desk.judge(&arguments.sent.inbox(paths)?.submissions, &|| ())),
    };
    let verified = desk.verify(&bytes, &manifest, sent.as_deref(), key.as_ref());
    match arguments.printing.format {
        Format::Json => print_json(&verified),
        Format::Human => print(&drawn(&manifest, &verified)),
    }
    // Without a key nobody asked who made the manifest.
    if verified.is_same && (key.is_none() || verified.is_unchanged) {
        Ok(())
    } else {
        Err(Failure::Data)
    }
}

pub(super) fn recheck(global: &Global, arguments: &EventRecheckArguments) -> Outcome {
    let (_, manifest) = read_manifest(&arguments.manifest)?;
    let found = event_of(global, &manifest, arguments.event.as_deref())?;
    let (changes, same) = found.desk()?.rejudged(&manifest);
    match arguments.printing.format {
        Format::Json => print_json(&changes),
        Format::Human => {
            let mut text: String = changes.iter().map(line).collect();
            text += &match changes.is_empty() {
                true => format!("{}: the same points, the same verdicts\n", all_lists(&manifest)),
                false => format!("\n{same} of {} are as they were\n", all_lists(&manifest)),
            };
            print(&text);
        }
    }
    if changes.is_empty() { Ok(()) } else { Err(Failure::Data) }
}

pub(super) fn key(arguments: &EventKeyArguments) -> Outcome {
    let key = SecretKey::new().map_err(|error| Failure::Usage(error.to_string()))?;
    let mut public = arguments.file.clone().into_os_string();
    public.push(".pub");
    let public = PathBuf::from(public);
    save::is_free(&public)?;
    tell(&save::create_secret(&arguments.file, &key.text())?);
    tell(&save::create(&public, &key.public().text())?);
    print(&format!(
        "{} {}\nKeep it to yourself, and publish {}:\n{}",
        styled(TITLE, "The secret key is in"),
        shown(&arguments.file),
        shown(&public),
        key.public().text()
    ));
    Ok(())
}

fn all_lists(manifest: &Manifest) -> String {
    many(manifest.lists.len(), "list")
}

fn drawn(manifest: &Manifest, verified: &Verification) -> String {
    let version = manifest.event.version.as_ref();
    let version = version.map(|version| format!(" {version}")).unwrap_or_default();
    let mut text = format!(
        "{}{version}, locked {}, {}\n\n",
        styled(TITLE, &manifest.event.title),
        manifest.locked,
        all_lists(manifest)
    );
    text.extend(verified.changes.iter().map(line));
    if !verified.changes.is_empty() {
        text.push('\n');
    }
    text += &match (verified.is_unchanged, verified.is_same) {
        (true, _) => "Unchanged, and signed with the key that was given.\n".to_owned(),
        (false, true) => "Nothing else differs, but only a signature proves that.\n".to_owned(),
        (false, false) => {
            format!("{} of {} are as they were.\n", verified.same_lists, all_lists(manifest))
        }
    };
    text
}

fn line(change: &ManifestChange) -> String {
    let (sign, colour) = match change.kind {
        ManifestChangeKind::Signature => ('!', AnsiColor::Yellow),
        ManifestChangeKind::New => ('+', AnsiColor::Green),
        ManifestChangeKind::Missing => ('−', AnsiColor::Red),
        _ => ('~', AnsiColor::Red),
    };
    let mut text =
        format!("{} {}\n", styled(colour.on_default().bold(), &sign.to_string()), change.text);
    for detail in &change.details {
        text += &format!("    {}\n", styled(FAINT, detail));
    }
    text
}

/// The event of a manifest: the file that is named, or the event of its id.
fn event_of(
    global: &Global,
    manifest: &Manifest,
    event: Option<&Path>,
) -> Result<FoundEvent, Failure> {
    let id = PathBuf::from(&manifest.event.id);
    let found = open_event(global, event.unwrap_or(&id), Some(&manifest.game.id));
    match found {
        Err(Failure::Usage(message)) if event.is_none() => {
            Err(Failure::Usage(format!("{message}; name its file with --event")))
        }
        found => found,
    }
}

/// A manifest and its bytes.
pub(super) fn read_manifest(path: &Path) -> Result<(Vec<u8>, Manifest), Failure> {
    let bytes = read(path, LARGEST_MANIFEST)?;
    let manifest = Manifest::read(&bytes)
        .map_err(|error| Failure::Usage(format!("`{}`: {error}", shown(path))))?;
    Ok((bytes, manifest))
}

fn read(path: &Path, largest: usize) -> Result<Vec<u8>, Failure> {
    let files = NamedFiles::new(vec![path.to_owned()], largest);
    files.read(&path.to_string_lossy()).map_err(|error| {
        Failure::Usage(format!("`{}`: {}", shown(path), TextError::from(error).words("file")))
    })
}

/// More than any key has.
const LARGEST_KEY: usize = 4096;

fn key_text(path: &Path) -> Result<String, Failure> {
    Ok(String::from_utf8_lossy(&read(path, LARGEST_KEY)?).into_owned())
}

fn secret_key(path: &Path) -> Result<SecretKey, Failure> {
    SecretKey::read(&key_text(path)?)
        .map_err(|error| Failure::Usage(format!("`{}`: {error}", shown(path))))
}

fn public_key(path: &Path) -> Result<PublicKey, Failure> {
    PublicKey::read(&key_text(path)?)
        .map_err(|error| Failure::Usage(format!("`{}`: {error}", shown(path))))
}

/// Now, as `2026-11-19T10:00:00Z`.
fn now() -> String {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    utc(since.as_secs())
}
