//! Pictures of the data, as pages hold them.

use serde::Serialize;

use crate::list::link::encode;
use crate::model::{Game, Picture, PictureFormat};

/// A picture that a page shows. Arms and cards name it by its id.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct PaperPicture {
    /// Follows from its bytes.
    pub id: String,
    /// All of it, as a `data:` address.
    pub source: String,
    /// In units of its own.
    pub width: u32,
    /// In the same units.
    pub height: u32,
}

/// The letters of Base64.
const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// The pictures of a game with these ids, each once.
pub(super) fn pictures<'i>(
    game: &Game,
    ids: impl IntoIterator<Item = &'i String>,
) -> Vec<PaperPicture> {
    let mut ids: Vec<&String> = ids.into_iter().collect();
    ids.sort_unstable();
    ids.dedup();
    let all = &game.layout.pictures;
    let found = ids.into_iter().filter_map(|id| all.iter().find(|picture| picture.id == *id));
    found.map(shown).collect()
}

fn shown(picture: &Picture) -> PaperPicture {
    let kind = match picture.format {
        PictureFormat::Svg => "svg+xml",
        PictureFormat::Png => "png",
        PictureFormat::Webp => "webp",
    };
    let mut source = format!("data:image/{kind};base64,");
    encode(&picture.bytes, LETTERS, &mut source);
    let missing = picture.bytes.len().next_multiple_of(3) - picture.bytes.len();
    source.push_str(&"=".repeat(missing));
    let (width, height) = (picture.width, picture.height);
    PaperPicture { id: picture.id.clone(), source, width, height }
}
