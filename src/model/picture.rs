//! Pictures and marks that authors draw themselves, checked and ready to be shown.

/// A picture from a file next to the data. It holds nothing but the picture: no script, no
/// reference, no hidden text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    /// Derived from the bytes, so that the same picture has the same id everywhere.
    pub id: String,
    pub format: PictureFormat,
    /// In pixels, or in units of an SVG.
    pub width: u32,
    pub height: u32,
    pub bytes: Vec<u8>,
}

/// The format of a picture's bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PictureFormat {
    Svg,
    Png,
    Webp,
}

/// The emblem of a faction or game, on its shield or in its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Emblem {
    /// A path in a square of 100 by 100.
    Path(String),
    /// The id of a picture.
    Picture(String),
}
