//! Emblems and portraits: paths in the data, and picture files next to it.
//!
//! Only checked parts of a file are kept: an SVG is written anew from its shapes (`svg`), a PNG or
//! WebP keeps only the chunks that make up the picture (`raster`), and a path is parsed number by
//! number (`path`).

mod path;
mod raster;
mod svg;

use rustc_hash::FxHashMap;
use sha2::{Digest, Sha256};

use super::Resolver;
use super::text::plain;
use crate::diagnostic::codes;
use crate::model::{Emblem, Owner, Picture, PictureFormat};
use crate::source::SourceId;
use crate::syntax::ast::{Name, Text};

/// The extensions of picture files.
const ENDINGS: [(&str, PictureFormat); 3] =
    [(".svg", PictureFormat::Svg), (".png", PictureFormat::Png), (".webp", PictureFormat::Webp)];

/// The pictures that files name, by the file and the path as written there.
pub(crate) type Pictures<'l> = FxHashMap<(SourceId, &'l str), &'l PictureFile>;

/// The bytes of a picture, or why they could not be read.
pub(crate) type PictureFile = Result<Vec<u8>, String>;

/// Whether a text names a picture file; otherwise it is meant to be a path.
pub(crate) fn is_file(text: &str) -> bool {
    format_of(text).is_some()
}

fn format_of(name: &str) -> Option<PictureFormat> {
    let name = name.to_ascii_lowercase();
    ENDINGS.iter().find(|(ending, _)| name.ends_with(ending)).map(|(_, format)| *format)
}

/// Checks a picture; the error says what is wrong with it.
fn picture(format: PictureFormat, bytes: &[u8]) -> Result<Picture, String> {
    let (width, height, bytes) = match format {
        PictureFormat::Svg => svg::rewrite(bytes)?,
        PictureFormat::Png => raster::png(bytes)?,
        PictureFormat::Webp => raster::webp(bytes)?,
    };
    let hash = Sha256::digest(&bytes);
    let id = hash.iter().take(8).map(|byte| format!("{byte:02x}")).collect();
    Ok(Picture { id, format, width, height, bytes })
}

impl<'t> Resolver<'t> {
    /// `emblem "M10 90L50 10L90 90Z"` or `emblem "lions.svg"`
    pub(super) fn lower_emblem(&mut self, owner: Owner, text: Text<'t>) {
        let written = plain(text);
        let emblem = if is_file(&written) {
            self.picture_file(text, &written).map(Emblem::Picture)
        } else {
            self.emblem_path(text, &written).map(Emblem::Path)
        };
        self.game.layout.emblems.extend(emblem.map(|emblem| (owner, emblem)));
    }

    fn emblem_path(&mut self, text: Text<'t>, written: &str) -> Option<String> {
        match path::emblem(written) {
            Ok(path) => Some(path),
            Err(reason) => {
                let help = "draw in a square of 100 by 100, such as `M10 90L50 10L90 90Z`, or name \
                            a file that ends in `.svg`, `.png` or `.webp`";
                let message = format!("this is no path: {reason}");
                self.report(codes::PICTURE.at(text.span, message).help(help));
                None
            }
        }
    }

    /// `portrait "marines.webp" for marines, troop`
    pub(super) fn lower_portrait(&mut self, text: Text<'t>, things: &[Name<'t>]) {
        let written = plain(text);
        if !is_file(&written) {
            let message = "expected a file that ends in `.svg`, `.png` or `.webp`";
            self.report(codes::PICTURE.at(text.span, message));
        }
        let id = is_file(&written).then(|| self.picture_file(text, &written)).flatten();
        for name in things {
            if let (Some(of), Some(id)) = (self.symbolised(*name), &id) {
                self.game.layout.portraits.push((of, id.clone()));
            }
        }
    }

    /// The id of the picture in a file beside this text.
    fn picture_file(&mut self, text: Text<'t>, written: &str) -> Option<String> {
        let format = format_of(written)?;
        let read = match self.pictures.get(&(text.span.source, written)) {
            Some(Ok(bytes)) => picture(format, bytes),
            Some(Err(reason)) => Err(reason.clone()),
            None => Err("too many pictures are named in this file".to_owned()),
        };
        match read {
            Ok(picture) => {
                let id = picture.id.clone();
                let all = &mut self.game.layout.pictures;
                if !all.iter().any(|known| known.id == id) {
                    all.push(picture);
                }
                Some(id)
            }
            Err(reason) => {
                let message = format!("`{written}` cannot be shown: {reason}");
                self.report(codes::PICTURE.at(text.span, message));
                None
            }
        }
    }
}
