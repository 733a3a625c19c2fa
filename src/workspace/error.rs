//! Why data, a list or a collection cannot be opened.

use std::fmt;
use std::path::PathBuf;

use crate::diagnostic::{Diagnostic, as_question};
use crate::list::LARGEST_LIST;
use crate::source::{ReadError, Sources};
use crate::views::Report;

/// Why data, a list or a collection cannot be opened.
#[derive(Debug)]
#[non_exhaustive]
pub enum OpenError {
    /// No game has this id.
    UnknownGame {
        /// The id asked for.
        system: String,
        /// A similar id that exists.
        near: Option<String>,
    },
    /// The data has errors.
    Data {
        /// The errors.
        diagnostics: Vec<Diagnostic>,
        /// The texts they refer to.
        sources: Sources,
    },
    /// The list is not understood.
    List {
        /// What is wrong with it.
        report: Box<Report>,
        /// The texts the report refers to.
        sources: Sources,
    },
    /// The collection is not understood.
    Owned {
        /// The errors.
        diagnostics: Vec<Diagnostic>,
        /// The text they refer to.
        sources: Sources,
    },
    /// A file or folder cannot be used, whatever its content.
    File {
        /// The path as given.
        path: PathBuf,
        /// What is wrong with it.
        fault: FileFault,
    },
    /// Standard input is named twice.
    StandardInputTwice,
    /// The collection is for another game than the list.
    OtherGame {
        /// The path of the collection.
        path: PathBuf,
        /// The id of the collection's game.
        owned: String,
        /// The id of the list's game.
        list: String,
    },
}

/// What is wrong with a file or folder itself, whatever its content.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum FileFault {
    /// It does not exist.
    Missing,
    /// The reason, as text.
    Unreadable(String),
    /// A folder that lacks what is looked for, such as `lists (.yaml)`.
    Without(&'static str),
    /// A folder instead of a file; with advice on what to name.
    IsFolder(&'static str),
    /// A file instead of a folder.
    IsNoFolder,
    /// Standard input instead of a file.
    IsStandardInput,
    /// A pipe or device, which cannot be written back.
    IsNoRegularFile,
    /// What could not be read, such as `list`, and why.
    Text(&'static str, TextError),
    /// A folder without templates.
    NoTemplates,
}

/// Why a file has no usable text.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum TextError {
    /// It does not exist.
    Missing,
    /// It is larger than a list may be.
    TooLarge,
    /// The reason, as text.
    Unreadable(String),
    /// The first invalid byte, counted from 1.
    NotUtf8(usize),
}

impl OpenError {
    pub(crate) fn file(path: impl Into<PathBuf>, fault: FileFault) -> Self {
        OpenError::File { path: path.into(), fault }
    }
}

impl From<ReadError> for FileFault {
    fn from(error: ReadError) -> Self {
        match error {
            ReadError::Missing => FileFault::Missing,
            ReadError::TooLarge(_) => FileFault::Unreadable("it is too large".to_owned()),
            ReadError::Unreadable(reason) => FileFault::Unreadable(reason),
        }
    }
}

impl From<ReadError> for TextError {
    fn from(error: ReadError) -> Self {
        match error {
            ReadError::Missing => TextError::Missing,
            ReadError::TooLarge(_) => TextError::TooLarge,
            ReadError::Unreadable(reason) => TextError::Unreadable(reason),
        }
    }
}

impl TextError {
    /// The error in words; `what` is `list` or `collection`.
    pub(crate) fn words(&self, what: &str) -> String {
        match self {
            TextError::Missing => "there is no such file".to_owned(),
            TextError::TooLarge => {
                format!("the {what} is too large; at most {} MB are read", LARGEST_LIST >> 20)
            }
            TextError::Unreadable(reason) => format!("the {what} cannot be read: {reason}"),
            TextError::NotUtf8(byte) => {
                format!("the {what} is not UTF-8 text: byte {byte} is invalid")
            }
        }
    }
}

impl fmt::Display for OpenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OpenError::UnknownGame { system, near: Some(near) } => {
                write!(f, "there is no game `{system}`; {}", as_question(near))
            }
            OpenError::UnknownGame { system, near: None } => write!(
                f,
                "there is no game `{system}`; `orbat systems` lists them; one of your own needs `--data FOLDER`"
            ),
            OpenError::Data { .. } => f.write_str("the data has errors"),
            OpenError::List { report, .. } => write!(f, "`{}` cannot be read", report.file),
            OpenError::Owned { .. } => f.write_str("the collection cannot be read"),
            OpenError::StandardInputTwice => f.write_str("standard input can be read only once"),
            OpenError::OtherGame { path, owned, list } => write!(
                f,
                "`{}` is a collection for `{owned}`, the list is for `{list}`",
                path.display()
            ),
            OpenError::File { path, fault } => {
                let path = path.display();
                match fault {
                    FileFault::Missing => write!(f, "there is no folder or file `{path}`"),
                    FileFault::Unreadable(reason) => {
                        write!(f, "`{path}` cannot be read: {reason}")
                    }
                    FileFault::Without(what) => write!(f, "there are no {what} in `{path}`"),
                    FileFault::IsFolder(instead) => write!(f, "`{path}` is a folder; {instead}"),
                    FileFault::IsNoFolder => write!(f, "`{path}` is not a folder"),
                    FileFault::IsStandardInput => {
                        f.write_str("this command works on a file, not on standard input")
                    }
                    FileFault::IsNoRegularFile => {
                        write!(f, "`{path}` is not a regular file; this command writes to one")
                    }
                    FileFault::Text(what, error) => write!(f, "`{path}`: {}", error.words(what)),
                    FileFault::NoTemplates => write!(
                        f,
                        "there are no templates in `{path}`; `orbat template copy {path}` puts ours there"
                    ),
                }
            }
        }
    }
}

impl std::error::Error for OpenError {}
