//! The files of a data folder as the editor sees them, unsaved changes included, and what the
//! compiler says about them.

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::index::{Definition, definitions};
use super::position::{Encoding, Lines};
use crate::diagnostic::{Diagnostic, Severity};
use crate::resolve::{Compiled, Library};
use crate::source::{Disk, Embedded, Memory, ReadError, SourceProvider, Sources};
use crate::workspace::{Data, batch};

/// A folder with the open files of the editor in place of those on disk.
struct Overlay<'p> {
    root: &'p Path,
    disk: Disk,
    open: &'p BTreeMap<PathBuf, String>,
}

impl<'p> Overlay<'p> {
    fn of(root: &'p Path, open: &'p BTreeMap<PathBuf, String>) -> Self {
        Overlay { root, disk: Disk::new(root), open }
    }
}

impl SourceProvider for Overlay<'_> {
    fn paths(&self) -> Result<Vec<String>, ReadError> {
        let mut paths: BTreeSet<String> =
            self.disk.paths().unwrap_or_default().into_iter().collect();
        let open = self.open.keys().filter(|path| is_data(path));
        let below = open.filter_map(|path| path.strip_prefix(self.root).ok());
        paths.extend(below.map(|path| path.to_string_lossy().replace('\\', "/")));
        Ok(paths.into_iter().collect())
    }

    fn read(&self, path: &str) -> Result<Vec<u8>, ReadError> {
        match self.open.get(&self.root.join(path)) {
            Some(text) => Ok(text.clone().into_bytes()),
            None => self.disk.read(path),
        }
    }

    fn display(&self, path: &str) -> String {
        self.root.join(path).to_string_lossy().replace('\\', "/")
    }
}

/// A file of the games in reach, and what it defines.
pub(crate) struct Indexed {
    /// None for the data that comes with the program.
    pub path: Option<PathBuf>,
    pub text: String,
    pub definitions: Vec<Definition>,
}

/// Everything the server knows.
pub(crate) struct Project {
    pub encoding: Encoding,
    /// The folders of the editor; without one, that of the first file.
    roots: Vec<PathBuf>,
    open: BTreeMap<PathBuf, String>,
    /// Something has changed since the last compilation.
    stale: bool,
    /// Something has changed since diagnostics were published.
    unpublished: bool,
    pub compiled: Vec<Compiled>,
    pub files: Vec<Indexed>,
    /// The same data for lists, opened when the first list asks.
    data: OnceCell<Data>,
    /// What was published last, by file.
    published: BTreeMap<PathBuf, Vec<Value>>,
}

impl Project {
    pub(crate) fn new(params: &Value, encoding: Encoding) -> Self {
        let folders = params.get("workspaceFolders").and_then(Value::as_array);
        let folders = folders.into_iter().flatten().filter_map(|folder| folder.get("uri"));
        let folders = folders.chain(params.get("rootUri"));
        let mut roots: Vec<PathBuf> =
            folders.filter_map(Value::as_str).filter_map(path_of).collect();
        roots.sort();
        // What lies in another folder is read with it.
        roots.dedup_by(|inner, outer| inner.starts_with(outer));
        Project {
            encoding,
            stale: !roots.is_empty(),
            unpublished: !roots.is_empty(),
            roots,
            open: BTreeMap::new(),
            compiled: Vec::new(),
            files: Vec::new(),
            data: OnceCell::new(),
            published: BTreeMap::new(),
        }
    }

    /// Takes in what the editor tells.
    pub(crate) fn notified(&mut self, method: &str, params: &Value) {
        let uri = params.pointer("/textDocument/uri").and_then(Value::as_str);
        let path = uri.and_then(path_of);
        let path_of_data = path.as_deref().is_none_or(is_data);
        match (method, path) {
            ("textDocument/didOpen", Some(path)) => {
                let text = params.pointer("/textDocument/text").and_then(Value::as_str);
                self.open.insert(path, text.unwrap_or("").to_owned());
            }
            ("textDocument/didChange", Some(path)) => {
                let encoding = self.encoding;
                let Some(text) = self.open.get_mut(&path) else { return };
                let changes = params.get("contentChanges").and_then(Value::as_array);
                changes.into_iter().flatten().for_each(|change| apply(text, change, encoding));
            }
            ("textDocument/didClose", Some(path)) => drop(self.open.remove(&path)),
            ("textDocument/didSave", _) | ("workspace/didChangeWatchedFiles", _) => {}
            _ => return,
        }
        self.unpublished = true;
        // A list changes nothing in the data.
        self.stale |= path_of_data;
    }

    /// The data that lists are judged with; none without a folder.
    pub(crate) fn data(&self) -> Option<&Data> {
        let roots = self.all_roots();
        if roots.is_empty() {
            return None;
        }
        Some(self.data.get_or_init(|| {
            let overlays: Vec<Overlay<'_>> =
                roots.iter().map(|root| Overlay::of(root, &self.open)).collect();
            let mut layers: Vec<&dyn SourceProvider> = vec![&Embedded];
            layers.extend(overlays.iter().map(|overlay| overlay as &dyn SourceProvider));
            Data::of(&layers)
        }))
    }

    /// The folders of the editor, and those of open files that lie in none of them.
    fn all_roots(&self) -> Vec<PathBuf> {
        let mut roots = self.roots.clone();
        for path in self.open.keys() {
            if !roots.iter().any(|root| path.starts_with(root)) {
                roots.extend(path.parent().map(Path::to_path_buf));
            }
        }
        roots
    }

    /// The text of a file: what the editor has, or what is on disk.
    pub(crate) fn text(&self, path: &Path) -> Option<&str> {
        let indexed = || {
            let file = self.files.iter().find(|file| file.path.as_deref() == Some(path));
            file.map(|file| file.text.as_str())
        };
        self.open.get(path).map(String::as_str).or_else(indexed)
    }

    /// The file and byte that a request is about.
    pub(crate) fn place<'p>(&'p self, params: &Value) -> Option<(PathBuf, &'p str, usize)> {
        let path = path_of(params.pointer("/textDocument/uri")?.as_str()?)?;
        let text = self.text(&path)?;
        let position = params.get("position").or_else(|| params.pointer("/range/start"));
        let byte = position.and_then(|at| Lines::of(text, self.encoding).byte(at)).unwrap_or(0);
        Some((path, text, byte))
    }

    /// Compiles again if something has changed.
    pub(crate) fn refresh(&mut self) {
        if !std::mem::take(&mut self.stale) {
            return;
        }
        self.data.take();
        let compiled = compile(&self.all_roots(), &self.open);
        self.files = self.indexed(&compiled);
        self.compiled = compiled;
    }

    /// The first error that these texts would cause in the place of what is there.
    pub(crate) fn new_error(&self, texts: Vec<(PathBuf, String)>) -> Option<String> {
        let mut open = self.open.clone();
        open.extend(texts);
        let before: Vec<&Diagnostic> = errors(&self.compiled).collect();
        let compiled = compile(&self.all_roots(), &open);
        let is_new = |error: &&Diagnostic| {
            before.len() < errors(&compiled).count()
                && !before.iter().any(|known| known.message == error.message)
        };
        errors(&compiled).find(is_new).map(|error| error.message.clone())
    }

    fn indexed(&self, compiled: &[Compiled]) -> Vec<Indexed> {
        let mut seen = BTreeSet::new();
        let sources = compiled.iter().flat_map(|compiled| compiled.sources.iter());
        let mut files = Vec::new();
        for (_, source) in sources.filter(|(_, source)| seen.insert(source.path().to_owned())) {
            let path = Path::new(source.path());
            let path = path.is_absolute().then(|| path.to_path_buf());
            let text = source.text().to_owned();
            files.push(Indexed { path, definitions: definitions(&text), text });
        }
        files
    }

    /// What to publish: the diagnostics of each file whose diagnostics are not what they were.
    pub(crate) fn changed_diagnostics(&mut self) -> Vec<Value> {
        if !std::mem::take(&mut self.unpublished) {
            return Vec::new();
        }
        self.refresh();
        let mut now: BTreeMap<PathBuf, Vec<Value>> = BTreeMap::new();
        for Compiled { sources, diagnostics, .. } in &self.compiled {
            for diagnostic in diagnostics {
                let path = PathBuf::from(sources.get(diagnostic.at.span.source).path());
                if !path.is_absolute() {
                    continue;
                }
                let all = now.entry(path).or_default();
                let shown = self.shown(diagnostic, sources);
                if !all.contains(&shown) {
                    all.push(shown);
                }
            }
        }
        for (path, text) in self.open.iter().filter(|(path, text)| is_list(path, text)) {
            now.insert(path.clone(), self.list_diagnostics(path, text));
        }
        let before = std::mem::take(&mut self.published);
        let gone = before.keys().filter(|path| !now.contains_key(*path)).cloned();
        let mut changed: Vec<(PathBuf, Vec<Value>)> = gone.map(|path| (path, Vec::new())).collect();
        let is_new = |path: &PathBuf, all: &Vec<Value>| before.get(path) != Some(all);
        changed.extend(
            now.iter()
                .filter(|(path, all)| is_new(path, all))
                .map(|(path, all)| (path.clone(), all.clone())),
        );
        self.published = now;
        let params = |(path, all): (PathBuf, Vec<Value>)| json!({ "uri": uri_of(&path), "diagnostics": all });
        changed.into_iter().map(params).collect()
    }

    fn shown(&self, diagnostic: &Diagnostic, sources: &Sources) -> Value {
        let text = sources.get(diagnostic.at.span.source).text();
        let lines = Lines::of(text, self.encoding);
        let span = diagnostic.at.span;
        let mut message = diagnostic.message.clone();
        let place = diagnostic.place_text();
        for line in std::iter::once(place.as_ref())
            .chain(diagnostic.notes.iter().map(String::as_str))
            .chain(diagnostic.help.as_deref())
        {
            if !line.is_empty() {
                message += "\n";
                message += line;
            }
        }
        let related: Vec<Value> = diagnostic.related.iter().filter_map(|label| {
            let source = sources.get(label.span.source);
            let path = Path::new(source.path()).is_absolute().then(|| Path::new(source.path()))?;
            let range = Lines::of(source.text(), self.encoding)
                .range(label.span.start()..label.span.end());
            Some(json!({ "location": { "uri": uri_of(path), "range": range }, "message": label.text }))
        }).collect();
        json!({
            "range": lines.range(span.start()..span.end()),
            "severity": severity(diagnostic.code.severity),
            "code": diagnostic.code.name,
            "source": "orbat",
            "message": message,
            "relatedInformation": related,
        })
    }

    /// What is wrong with a list that is open.
    fn list_diagnostics(&self, path: &Path, text: &str) -> Vec<Value> {
        let Some(data) = self.data() else { return Vec::new() };
        let name = path.file_name().map_or("list".into(), |name| name.to_string_lossy());
        let memory = Memory::default().with(&name, text.as_bytes().to_vec());
        let Ok(judged) = batch::judge_all(data, &memory) else { return Vec::new() };
        let lines = Lines::of(text, self.encoding);
        let issues = judged.iter().flat_map(|(report, _)| &report.issues);
        issues
            .map(|issue| {
                let fixes = issue.fixes.iter().map(|fix| format!("\nfix: {fix}"));
                let help = issue.help.iter().map(|help| format!("\n{help}"));
                let label = Some(&issue.label).filter(|label| !label.is_empty());
                let label = label.map(|label| format!("\n{label}"));
                let more: String = label.into_iter().chain(help).chain(fixes).collect();
                json!({
                    "range": lines.range(issue.span.start()..issue.span.end()),
                    "severity": severity(issue.severity),
                    "code": issue.code.name,
                    "source": "orbat",
                    "message": format!("{}{more}", issue.message),
                })
            })
            .collect()
    }
}

/// Every game of each folder, above those that come with the program. The first folders are below
/// the others.
fn compile(roots: &[PathBuf], open: &BTreeMap<PathBuf, String>) -> Vec<Compiled> {
    let overlays: Vec<Overlay<'_>> = roots.iter().map(|root| Overlay::of(root, open)).collect();
    let mut layers: Vec<&dyn SourceProvider> = vec![&Embedded];
    let mut compiled = Vec::new();
    for overlay in &overlays {
        layers.push(overlay);
        let library = Library::open(&layers);
        let systems = library.systems_of_last_layer();
        compiled.extend(systems.iter().map(|system| library.compile(system)));
        compiled.push(library.compile_rest());
    }
    compiled
}

fn errors(compiled: &[Compiled]) -> impl Iterator<Item = &Diagnostic> {
    let all = compiled.iter().flat_map(|compiled| &compiled.diagnostics);
    all.filter(|diagnostic| diagnostic.code.severity == Severity::Error)
}

fn severity(severity: Severity) -> u8 {
    match severity {
        Severity::Error => 1,
        Severity::Warning => 2,
        Severity::Note => 3,
    }
}

pub(crate) fn is_data(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "orbat")
}

/// Whether a file is a list: other YAML is ignored.
pub(crate) fn is_list(path: &Path, text: &str) -> bool {
    let yaml = path.extension().is_some_and(|extension| extension == "yaml" || extension == "yml");
    yaml && text.lines().any(|line| line.starts_with("orbat:"))
}

/// Makes a change of the editor's: of a range, or of the whole text.
fn apply(text: &mut String, change: &Value, encoding: Encoding) {
    let Some(new) = change.get("text").and_then(Value::as_str) else { return };
    let Some(range) = change.get("range") else {
        new.clone_into(text);
        return;
    };
    let lines = Lines::of(text, encoding);
    let byte = |end: &str| range.get(end).and_then(|at| lines.byte(at));
    if let (Some(start), Some(end)) = (byte("start"), byte("end")) {
        text.replace_range(start..end.max(start), new);
    }
}

/// The path of a `file:` address.
pub(crate) fn path_of(uri: &str) -> Option<PathBuf> {
    let rest = uri.strip_prefix("file://")?;
    let rest = rest.find('/').and_then(|at| rest.get(at..))?;
    let mut bytes = Vec::with_capacity(rest.len());
    let mut all = rest.bytes();
    while let Some(byte) = all.next() {
        if byte != b'%' {
            bytes.push(byte);
            continue;
        }
        let digit = |byte: Option<u8>| byte.and_then(|byte| char::from(byte).to_digit(16));
        let (high, low) = (digit(all.next())?, digit(all.next())?);
        bytes.push(u8::try_from(high * 16 + low).ok()?);
    }
    let path = String::from_utf8(bytes).ok()?;
    // `/C:/lists` of Windows.
    let drive = path.get(1..).filter(|rest| rest.chars().nth(1) == Some(':'));
    Some(PathBuf::from(drive.unwrap_or(&path)))
}

/// The `file:` address of a path.
pub(crate) fn uri_of(path: &Path) -> String {
    let path = path.to_string_lossy().replace('\\', "/");
    let mut uri = String::from(if path.starts_with('/') { "file://" } else { "file:///" });
    for byte in path.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'/' | b'-' | b'.' | b'_' | b'~' | b':' => {
                uri.push(char::from(byte));
            }
            _ => uri.push_str(&format!("%{byte:02X}")),
        }
    }
    uri
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_and_paths_agree() {
        for path in ["/a/b.orbat", "/my army/ü%.orbat"] {
            assert_eq!(path_of(&uri_of(Path::new(path))), Some(PathBuf::from(path)));
        }
        assert_eq!(path_of("file:///C%3A/x.orbat"), Some(PathBuf::from("C:/x.orbat")));
        assert_eq!(path_of("untitled:1"), None);
        assert_eq!(path_of("file:///%zz"), None);
    }

    #[test]
    fn changes_are_made_where_the_editor_says() {
        let mut text = "a é b\nc\n".to_owned();
        let change = json!({
            "range": { "start": { "line": 0, "character": 2 }, "end": { "line": 0, "character": 3 } },
            "text": "xy",
        });
        apply(&mut text, &change, Encoding::Utf16);
        assert_eq!(text, "a xy b\nc\n");
        apply(&mut text, &json!({ "text": "new" }), Encoding::Utf16);
        assert_eq!(text, "new");
    }
}
