//! Reads the files of all layers of data once and knows which system each is about. Start at
//! [`Library`].

use std::borrow::Cow;

use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

use super::load::Loaded;
use super::picture::{PictureFile, Pictures, is_file};
use super::stat::unescape;
use super::{Compiled, allow, linked, load, unclaimed};
use crate::analysis::warnings;
use crate::diagnostic::{Diagnostic, Diagnostics, Severity};
use crate::model::Game;
use crate::source::{EmbeddedFile, LARGEST_FILE, ReadError, SourceId, SourceProvider, Sources};
use crate::syntax;

/// How many files a layer may have.
pub(crate) const MOST_FILES: usize = 5_000;

/// How many bytes the files of a layer may have together.
pub(crate) const MOST_BYTES: usize = 64 * 1024 * 1024;

/// How many pictures a file may name.
const MOST_PICTURES: usize = 500;

/// All data: the layers in order. A later layer adds definitions and replaces those of the same
/// name.
pub struct Library {
    files: Vec<File>,
    layers: usize,
}

/// A system as its heading names it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SystemHeading {
    /// Its id.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Its former ids.
    pub was: Vec<String>,
    /// Its version, as people name it.
    pub version: Option<String>,
    /// Its factions, by id.
    pub factions: Vec<FactionHeading>,
}

/// A faction as its heading names it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FactionHeading {
    /// Its id.
    pub id: String,
    /// Its title.
    pub title: String,
}

/// A file of data, with the headings of its items.
pub(crate) struct File {
    pub layer: usize,
    pub path: String,
    pub display: String,
    pub text: Result<Cow<'static, str>, FileProblem>,
    pub prepared: Option<&'static EmbeddedFile>,
    pub headings: Vec<FileHeading>,
    /// The pictures the file names, as written, and the result of reading each.
    pictures: Vec<(String, PictureFile)>,
}

/// The heading of an item; loose declarations have an empty word.
pub(crate) struct FileHeading {
    pub word: String,
    pub id: String,
    pub title: String,
    pub was: Vec<String>,
    pub version: Option<String>,
    pub system: String,
}

impl File {
    fn find_headings(&mut self) {
        let found = match self.prepared {
            Some(file) => file.headers.iter().map(|header| syntax::heading(header)).collect(),
            None => self.text.as_deref().map(syntax::headings).unwrap_or_default(),
        };
        for heading in found {
            self.headings.push(FileHeading {
                word: heading.word.to_owned(),
                id: heading.id.to_owned(),
                title: heading.title.to_owned(),
                was: heading.was.iter().map(|old| (*old).to_owned()).collect(),
                version: (!heading.version.is_empty()).then(|| heading.version.to_owned()),
                system: heading.system.to_owned(),
            });
        }
    }

    /// The paths the file uses, relative to its layer's folder.
    fn uses(&self) -> impl Iterator<Item = String> {
        let targets = match self.prepared {
            Some(file) => file.uses.to_vec(),
            None => self.text.as_deref().map(syntax::uses).unwrap_or_default(),
        };
        targets.into_iter().filter_map(|target| relative(&self.path, &unescape(target)))
    }

    /// Reads the pictures the file names and returns their size in bytes.
    fn read_pictures(&mut self, provider: &dyn SourceProvider) -> usize {
        let names = match self.prepared {
            Some(file) => file.pictures.to_vec(),
            None => self.text.as_deref().map(syntax::pictures).unwrap_or_default(),
        };
        let mut bytes = 0_usize;
        for name in names {
            let name = unescape(name);
            let is_known = self.pictures.iter().any(|(known, _)| *known == name);
            if is_known || !is_file(&name) {
                continue;
            }
            if self.pictures.len() >= MOST_PICTURES || bytes > MOST_BYTES {
                break;
            }
            let read = match relative(&self.path, &name) {
                Some(path) => provider.read(&path).map_err(|error| error.to_string()),
                None => Err("it lies outside the data folder".to_owned()),
            };
            bytes += read.as_ref().map_or(0, Vec::len);
            self.pictures.push((name, read));
        }
        bytes
    }

    fn has_item_of(&self, system: &str) -> bool {
        self.headings.iter().any(|heading| heading.is_item_of(system))
    }

    /// Whether it holds no item of another system.
    fn is_only_of(&self, system: &str) -> bool {
        self.headings.iter().all(|heading| !heading.is_item() || heading.system == system)
    }
}

impl FileHeading {
    pub(crate) fn is_item(&self) -> bool {
        !self.word.is_empty()
    }

    fn is_item_of(&self, system: &str) -> bool {
        self.is_item() && self.system == system
    }
}

/// Why the text of a file cannot be used.
pub(crate) enum FileProblem {
    Read(ReadError),
    /// This file and all after it are not read, because the folder holds too much.
    TooMuch,
    /// The text stops being UTF-8 at this byte; the text, with replacement characters.
    NotUtf8(usize, String),
}

impl Library {
    /// Reads every file of every layer. Files that cannot be read are reported by
    /// [`Library::compile_rest`].
    pub fn open(layers: &[&dyn SourceProvider]) -> Self {
        let mut files = Vec::new();
        for (layer, provider) in layers.iter().enumerate() {
            let mut waiting = provider.paths().unwrap_or_default();
            let mut known: FxHashSet<String> = waiting.iter().cloned().collect();
            waiting.reverse();
            let (mut count, mut bytes) = (0_usize, 0_usize);
            while let Some(path) = waiting.pop() {
                let mut file = read(*provider, layer, path);
                count += 1;
                bytes += file.text.as_ref().map_or(0, |text| text.len());
                bytes += file.read_pictures(*provider);
                if count > MOST_FILES || bytes > MOST_BYTES {
                    file.text = Err(FileProblem::TooMuch);
                    files.push(file);
                    break;
                }
                // A single file may use others beside it.
                for used in file.uses() {
                    if known.insert(used.clone()) && provider.read(&used).is_ok() {
                        waiting.push(used);
                    }
                }
                files.push(file);
            }
        }
        files.par_iter_mut().for_each(File::find_headings);
        let mut library = Library { files, layers: layers.len() };
        library.follow_renamed_systems();
        library
    }

    /// Moves items that name a system by a former id to the system's current id.
    fn follow_renamed_systems(&mut self) {
        let systems = self.systems();
        for heading in self.files.iter_mut().flat_map(|file| &mut file.headings) {
            if let Some(now) = renamed_to(&systems, &heading.system) {
                heading.system = now;
            }
        }
    }

    /// The current id of a system and its former ones.
    fn names_of(&self, system: &str) -> Vec<&str> {
        let headings = self.items().map(|(_, heading)| heading);
        let own = headings.filter(|heading| heading.word == "system" && heading.id == system);
        own.flat_map(|heading| heading.was.iter().chain([&heading.id]))
            .map(String::as_str)
            .collect()
    }

    fn items(&self) -> impl Iterator<Item = (&File, &FileHeading)> {
        self.files.iter().flat_map(|file| {
            file.headings
                .iter()
                .filter(|heading| heading.is_item())
                .map(move |heading| (file, heading))
        })
    }

    /// The systems, sorted by id.
    pub fn systems(&self) -> Vec<SystemHeading> {
        let mut systems: Vec<SystemHeading> = Vec::new();
        for (_, heading) in self.items().filter(|(_, heading)| heading.word == "system") {
            systems.retain(|known| known.id != heading.id);
            let mut factions: Vec<FactionHeading> = self
                .items()
                .filter(|(_, other)| other.word == "faction" && other.system == heading.id)
                .map(|(_, faction)| FactionHeading {
                    id: faction.id.clone(),
                    title: faction.title.clone(),
                })
                .collect();
            // If several have one id, the last layer wins.
            factions.reverse();
            factions.sort_by(|a, b| a.id.cmp(&b.id));
            factions.dedup_by(|a, b| a.id == b.id);
            systems.push(SystemHeading {
                id: heading.id.clone(),
                title: heading.title.clone(),
                was: heading.was.clone(),
                version: heading.version.clone(),
                factions,
            });
        }
        systems.sort_by(|a, b| a.id.cmp(&b.id));
        systems
    }

    /// The systems that the files of the last layer are about: what a check of that layer must look
    /// at.
    pub fn systems_of_last_layer(&self) -> Vec<String> {
        self.systems_of_last_layers(1)
    }

    /// The ids of the systems that have an item in the last `count` layers.
    pub fn systems_of_last_layers(&self, count: usize) -> Vec<String> {
        let known: Vec<String> = self.systems().into_iter().map(|system| system.id).collect();
        let first = self.layers.saturating_sub(count);
        let about = self
            .items()
            .filter(|(file, _)| file.layer >= first)
            .map(|(_, heading)| heading.system.clone());
        let mut ids: Vec<String> = about.filter(|id| known.contains(id)).collect();
        ids.sort();
        ids.dedup();
        ids
    }

    /// The systems whose files mention a text, in any case: where something of that name may be
    /// found. A part counts for every system that uses it.
    pub fn systems_mentioning(&self, text: &str) -> Vec<String> {
        let text = text.to_lowercase();
        let mentions = |file: &&File| {
            file.text.as_ref().is_ok_and(|content| content.to_lowercase().contains(&text))
        };
        let mentioning: Vec<&File> = self.files.iter().filter(mentions).collect();
        let mut ids: Vec<String> = self.systems().into_iter().map(|system| system.id).collect();
        ids.retain(|id| {
            let parts = self.used_parts(|file| file.has_item_of(id));
            mentioning.iter().any(|file| {
                file.has_item_of(id) || parts.contains(&(file.layer, file.path.as_str()))
            })
        });
        ids
    }

    /// Resolves one system, by its current or a former id, with all its factions, events and parts;
    /// nothing else is parsed.
    pub fn compile(&self, system: &str) -> Compiled {
        let renamed = renamed_to(&self.systems(), system);
        let system = renamed.as_deref().unwrap_or(system);
        let parts = self.used_parts(|file| file.has_item_of(system));
        let mut sources = Sources::default();
        let mut loaded: Vec<Loaded> = Vec::new();
        let mut pictures = Pictures::default();
        // Items of a later layer replace those of the same name in an earlier one.
        let mut owners: FxHashMap<(String, String), usize> = FxHashMap::default();
        for file in &self.files {
            let Ok(text) = &file.text else { continue };
            let wanted = file.has_item_of(system);
            if !wanted && !parts.contains(&(file.layer, file.path.as_str())) {
                continue;
            }
            for heading in file.headings.iter().filter(|heading| heading.is_item_of(system)) {
                owners.insert((heading.word.clone(), heading.id.clone()), file.layer);
            }
            let id = sources.add(file.display.clone(), text.as_ref());
            pictures.extend(file.pictures.iter().map(|(name, read)| ((id, name.as_str()), read)));
            loaded.push(Loaded {
                layer: file.layer,
                path: file.path.clone(),
                id,
                prepared: file.prepared,
                wanted,
            });
        }
        // A game that comes with the program and has nothing added is already resolved.
        let is_own = loaded.iter().all(|file| file.prepared.is_some());
        if let Some(game) = self.packed(system).filter(|_| is_own) {
            return Compiled { game: Some(game), sources, diagnostics: Vec::new() };
        }
        let mut parts: Vec<&str> = Vec::new();
        for file in &self.files {
            if file.headings.iter().any(|heading| !heading.is_item()) {
                parts.push(&file.path);
            }
        }
        let (game, mut diagnostics) =
            load::resolve(&sources, &loaded, &parts, &owners, &pictures, &self.names_of(system));
        // After errors, warnings would only repeat them. A game that comes with the program has
        // none; a test looks.
        if let Some(game) = game.as_ref().filter(|_| !is_own && !diagnostics.has_errors()) {
            let others = self.used_parts(|file| !file.is_only_of(system));
            let whole = |id: SourceId| {
                let file = loaded.iter().find(|file| file.id == id);
                file.is_some_and(|loaded| {
                    let key = (loaded.layer, loaded.path.as_str());
                    let is_it = |file: &&File| (file.layer, file.path.as_str()) == key;
                    self.files.iter().find(is_it).is_some_and(|file| file.is_only_of(system))
                        && !others.contains(&key)
                })
            };
            let mut told = warnings(game);
            linked::check(game, &sources, &mut told);
            let left = allow::apply(&sources, &whole, told);
            // Users cannot fix the files that come with the program.
            let comes_along = |diagnostic: &Diagnostic| {
                let at = diagnostic.at.span.source;
                let file = loaded.iter().find(|file| file.id == at);
                diagnostic.code.severity != Severity::Error
                    && file.is_some_and(|file| file.prepared.is_some())
            };
            let left = left.into_iter().filter(|diagnostic| !comes_along(diagnostic));
            left.for_each(|warning| diagnostics.push(warning));
        }
        Compiled { game, sources, diagnostics: diagnostics.into_sorted() }
    }

    fn system_file(&self, system: &str) -> Option<&File> {
        let is_system = |heading: &FileHeading| heading.word == "system" && heading.id == system;
        self.files.iter().find(|file| file.headings.iter().any(is_system))
    }

    /// The game of a system that was resolved before the program was built.
    #[cfg(any(feature = "games", test))]
    fn packed(&self, system: &str) -> Option<Game> {
        let bytes = self.system_file(system)?.prepared?.game;
        if bytes.is_empty() { None } else { crate::model::packed::unpack(bytes) }
    }

    /// Without embedded games none was resolved before.
    #[cfg(not(any(feature = "games", test)))]
    fn packed(&self, _system: &str) -> Option<Game> {
        None
    }

    /// Everything in any layer that belongs to no system: files that cannot be read, that define
    /// nothing, or whose system does not exist.
    pub fn compile_rest(&self) -> Compiled {
        let known: Vec<String> = self.systems().into_iter().map(|system| system.id).collect();
        let used = self.used_parts(|file| file.headings.iter().any(FileHeading::is_item));
        let mut sources = Sources::default();
        let mut diagnostics = Diagnostics::default();
        for file in &self.files {
            unclaimed::check(file, &known, &used, &mut sources, &mut diagnostics);
        }
        Compiled { game: None, sources, diagnostics: diagnostics.into_sorted() }
    }

    /// Every file that these use, directly or through other parts, as layer and path.
    fn used_parts(&self, by: impl Fn(&File) -> bool) -> FxHashSet<(usize, &str)> {
        let mut used: FxHashSet<(usize, &str)> = FxHashSet::default();
        let mut waiting: Vec<&File> = self.files.iter().filter(|file| by(file)).collect();
        while let Some(file) = waiting.pop() {
            for path in file.uses() {
                // A later layer's part with the same path replaces this one, so all of them count
                // as used.
                for part in self.files.iter().filter(|part| part.path == path) {
                    if used.insert((part.layer, part.path.as_str())) {
                        waiting.push(part);
                    }
                }
            }
        }
        used
    }
}

/// The current id of the system that used to have this name; none if no system had it, or one has
/// it now.
fn renamed_to(systems: &[SystemHeading], name: &str) -> Option<String> {
    let is_taken = systems.iter().any(|system| system.id == name);
    let had = |system: &&SystemHeading| system.was.iter().any(|old| old == name);
    systems.iter().find(had).filter(|_| !is_taken).map(|system| system.id.clone())
}

fn read(provider: &dyn SourceProvider, layer: usize, path: String) -> File {
    let (display, prepared) = (provider.display(&path), provider.prepared(&path));
    let text = match prepared {
        Some(file) => Ok(Cow::Borrowed(file.text)),
        None => read_text(provider, &path).map(Cow::Owned),
    };
    File { layer, display, path, text, prepared, headings: Vec::new(), pictures: Vec::new() }
}

fn read_text(provider: &dyn SourceProvider, path: &str) -> Result<String, FileProblem> {
    match provider.read(path) {
        Err(error) => Err(FileProblem::Read(error)),
        Ok(bytes) if bytes.len() > LARGEST_FILE => {
            Err(FileProblem::Read(ReadError::TooLarge(bytes.len() as u64)))
        }
        Ok(bytes) => String::from_utf8(bytes).map(harmless).map_err(|error| {
            let valid = error.utf8_error().valid_up_to();
            FileProblem::NotUtf8(
                valid,
                harmless(String::from_utf8_lossy(error.as_bytes()).into_owned()),
            )
        }),
    }
}

/// Control characters could control the terminal that shows a message; each becomes one visible
/// character.
fn harmless(text: String) -> String {
    let steers = |char: char| char.is_control() && !matches!(char, '\t' | '\n' | '\r');
    // All control characters beyond ASCII begin with this byte; most files have neither kind.
    let suspect = |byte: u8| byte == 0xC2 || steers(char::from(byte)) && byte.is_ascii();
    if text.bytes().any(suspect) { text.replace(steers, "\u{FFFD}") } else { text }
}

/// The path a `use` names, as seen from the file it stands in; `None` if it leaves the data folder.
pub(crate) fn relative(from: &str, to: &str) -> Option<String> {
    if to.starts_with('/') || to.contains(['\\', ':']) {
        return None;
    }
    let mut parts: Vec<&str> = from.split('/').collect();
    parts.pop();
    for part in to.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            name => parts.push(name),
        }
    }
    Some(parts.join("/"))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::resolve::inputs;
    use crate::source::{Embedded, INPUTS, Memory};

    /// Packs the games that come with the program, or checks that the packed ones are up to date.
    #[test]
    fn games_are_packed_whole() {
        let mut texts = Memory::default();
        for path in Embedded.paths().unwrap() {
            texts = texts.with(&path, Embedded.read(&path).unwrap());
        }
        let library = Library::open(&[&texts]);
        let mut all = Vec::new();
        for SystemHeading { id, .. } in library.systems() {
            let game = library.compile(&id).game.unwrap();
            let bytes = crate::model::packed::pack(&game);
            let unpacked = crate::model::packed::unpack(&bytes);
            assert_eq!(format!("{unpacked:?}"), format!("{:?}", Some(game)), "{id}");
            // Truncated bytes must give no game; any other outcome is wrong.
            for length in (0..bytes.len()).step_by(997) {
                assert!(crate::model::packed::unpack(&bytes[..length]).is_none(), "{id}: {length}");
            }
            all.push((library.system_file(&id).unwrap().path.clone(), bytes));
        }
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(inputs::PACKED);
        if std::env::var_os("ORBAT_BLESS").is_some() {
            let mut bytes = INPUTS.to_le_bytes().to_vec();
            for part in all.iter().flat_map(|(file, game)| [file.as_bytes(), game]) {
                bytes.extend(u32::try_from(part.len()).unwrap().to_le_bytes());
                bytes.extend(part);
            }
            std::fs::write(&path, bytes).unwrap();
        }
        // Games packed from other inputs are not used.
        let kept = inputs::games(&std::fs::read(&path).unwrap(), INPUTS);
        assert!(kept.is_none_or(|kept| kept == all), "ORBAT_BLESS=1 packs the games anew");
    }

    /// Preparing files in the build only saves time: the same texts read from elsewhere give the
    /// same games and no diagnostics.
    #[test]
    fn embedded_games_are_what_their_texts_say() {
        let mut texts = Memory::default();
        for path in Embedded.paths().unwrap() {
            texts = texts.with(&path, Embedded.read(&path).unwrap());
        }
        let (embedded, read) = (Library::open(&[&Embedded]), Library::open(&[&texts]));
        assert_eq!(embedded.systems(), read.systems());
        assert!(embedded.compile_rest().diagnostics.is_empty());
        for SystemHeading { id, .. } in embedded.systems() {
            let (embedded, read) = (embedded.compile(&id), read.compile(&id));
            assert!(read.diagnostics.is_empty(), "{id}: {:?}", read.diagnostics);
            assert!(embedded.diagnostics.is_empty(), "{id}: {:?}", embedded.diagnostics);
            assert_eq!(format!("{:?}", embedded.game), format!("{:?}", read.game), "{id}");
        }
    }
}
