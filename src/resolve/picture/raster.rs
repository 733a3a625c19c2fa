//! Checks PNG and WebP files chunk by chunk and keeps only the chunks that make up the picture.
//! Texts, the place where a photograph was taken and further frames are dropped.

use miniz_oxide::inflate::decompress_to_vec_zlib_with_limit;

/// The largest file, in bytes.
const LARGEST: usize = 512 * 1024;

/// The greatest width and height, in pixels: enough for half a printed page at 300 dpi.
const WIDEST: u32 = 2_048;

/// Width, height and bytes of a picture.
type Measured = (u32, u32, Vec<u8>);

const PNG: &[u8] = b"\x89PNG\r\n\x1a\n";

/// The PNG chunks that make up the picture.
const PNG_CHUNKS: [&[u8]; 7] = [b"IHDR", b"PLTE", b"tRNS", b"gAMA", b"sRGB", b"IDAT", b"IEND"];

pub(super) fn png(bytes: &[u8]) -> Result<Measured, String> {
    small_enough(bytes)?;
    let mut rest = bytes.strip_prefix(PNG).ok_or("it is no PNG file")?;
    let mut kept = PNG.to_vec();
    let mut data = Vec::new();
    let mut head = None;
    loop {
        let chunk = Chunk::read(rest, u32::from_be_bytes, Order::SizeFirst).ok_or(CUT_OFF)?;
        let whole = rest.get(..chunk.data.len() + 12).ok_or(CUT_OFF)?;
        let (checked, sum) = whole.split_at_checked(whole.len() - 4).ok_or(CUT_OFF)?;
        if sum != crc(checked.get(4..).unwrap_or_default()).to_be_bytes() {
            return Err("it is damaged: a checksum is wrong".to_owned());
        }
        if head.is_none() {
            head = Some(PngHead::read(&chunk).ok_or("it has no head")?);
        } else if chunk.name == b"IHDR" {
            return Err("it has two heads".to_owned());
        }
        if chunk.name == b"IDAT" {
            data.extend_from_slice(chunk.data);
        }
        if PNG_CHUNKS.contains(&chunk.name) {
            kept.extend_from_slice(whole);
        } else if chunk.name.first().is_some_and(u8::is_ascii_uppercase) {
            return Err("it has a part that is needed and not known".to_owned());
        }
        if chunk.name == b"IEND" {
            break;
        }
        rest = rest.get(whole.len()..).unwrap_or_default();
    }
    let head = head.ok_or(CUT_OFF)?;
    let (width, height) = size(head.width, head.height)?;
    let expected = head.unpacked();
    let unpacked = decompress_to_vec_zlib_with_limit(&data, expected + 1)
        .map_err(|_| "it is damaged: its pixels cannot be unpacked")?;
    // Interlaced pictures have more, shorter rows.
    if unpacked.len() > expected || !head.interlaced && unpacked.len() < expected {
        return Err("it is damaged: it has not as many pixels as it says".to_owned());
    }
    Ok((width, height, kept))
}

const CUT_OFF: &str = "it is cut off";

struct PngHead {
    width: u32,
    height: u32,
    /// Bits per pixel.
    bits: usize,
    interlaced: bool,
}

impl PngHead {
    fn read(chunk: &Chunk<'_>) -> Option<Self> {
        let [a, b, c, d, e, f, g, h, depth, colour, _, _, interlace] =
            *chunk.data.first_chunk::<13>()?;
        let samples = match colour {
            0 | 3 => 1,
            4 => 2,
            2 => 3,
            6 => 4,
            _ => return None,
        };
        let known = matches!(depth, 1 | 2 | 4 | 8 | 16) && chunk.name == b"IHDR";
        known.then(|| PngHead {
            width: u32::from_be_bytes([a, b, c, d]),
            height: u32::from_be_bytes([e, f, g, h]),
            bits: usize::from(depth) * samples,
            interlaced: interlace != 0,
        })
    }

    /// The unpacked size in bytes: the rows, each with a filter byte in front. An interlaced
    /// picture has up to twice as many rows.
    fn unpacked(&self) -> usize {
        let row = (self.width as usize * self.bits).div_ceil(8) + 1;
        let all = row * self.height as usize;
        if self.interlaced { all + all / 4 + 4096 } else { all }
    }
}

pub(super) fn webp(bytes: &[u8]) -> Result<Measured, String> {
    small_enough(bytes)?;
    let not_webp = "it is no WebP file";
    let head = bytes.first_chunk::<12>().ok_or(not_webp)?;
    if !head.starts_with(b"RIFF") || !head.ends_with(b"WEBP") {
        return Err(not_webp.to_owned());
    }
    let mut rest = bytes.get(12..).unwrap_or_default();
    let mut kept = Vec::new();
    let mut found = None;
    while !rest.is_empty() {
        let chunk = Chunk::read(rest, u32::from_le_bytes, Order::NameFirst).ok_or(CUT_OFF)?;
        let length = 8 + chunk.data.len().next_multiple_of(2);
        match chunk.name {
            b"VP8 " | b"VP8L" => {
                let size =
                    if chunk.name == b"VP8 " { lossy(chunk.data) } else { lossless(chunk.data) };
                found = Some(size.ok_or("it is damaged: its size cannot be read")?);
                keep(&mut kept, &chunk);
            }
            // The transparency of a lossy picture; the chunk of the picture itself has the size.
            b"ALPH" => keep(&mut kept, &chunk),
            b"ANIM" | b"ANMF" => return Err("it moves; a picture stands still".to_owned()),
            _ => {}
        }
        rest = rest.get(length..).unwrap_or_default();
    }
    let (width, height) = found.ok_or("there is no picture in it")?;
    let (width, height) = size(width, height)?;
    Ok((width, height, riff(width, height, kept)))
}

/// Width and height of a lossy picture: 14 bits each, after three bytes and a signature.
fn lossy(data: &[u8]) -> Option<(u32, u32)> {
    let [_, _, _, 0x9d, 0x01, 0x2a, a, b, c, d] = *data.first_chunk::<10>()? else { return None };
    let side = |low, high| u32::from(u16::from_le_bytes([low, high]) & 0x3fff);
    Some((side(a, b), side(c, d)))
}

/// Width and height of a lossless picture: 14 bits each, stored minus one, after a signature.
fn lossless(data: &[u8]) -> Option<(u32, u32)> {
    let [0x2f, a, b, c, d] = *data.first_chunk::<5>()? else { return None };
    let bits = u32::from_le_bytes([a, b, c, d]);
    Some(((bits & 0x3fff) + 1, (bits >> 14 & 0x3fff) + 1))
}

fn keep(kept: &mut Vec<u8>, chunk: &Chunk<'_>) {
    kept.extend_from_slice(chunk.name);
    kept.extend_from_slice(&(chunk.data.len() as u32).to_le_bytes());
    kept.extend_from_slice(chunk.data);
    if chunk.data.len() % 2 == 1 {
        kept.push(0);
    }
}

/// Builds a WebP file from these chunks. One with a separate alpha chunk needs an extended header.
fn riff(width: u32, height: u32, kept: Vec<u8>) -> Vec<u8> {
    let mut body = b"WEBP".to_vec();
    if kept.starts_with(b"ALPH") {
        let [a, b, c, _] = (width - 1).to_le_bytes();
        let [d, e, f, _] = (height - 1).to_le_bytes();
        let data = [0x10, 0, 0, 0, a, b, c, d, e, f];
        keep(&mut body, &Chunk { name: b"VP8X", data: &data });
    }
    body.extend(kept);
    let mut file = b"RIFF".to_vec();
    file.extend_from_slice(&(body.len() as u32).to_le_bytes());
    file.extend(body);
    file
}

enum Order {
    SizeFirst,
    NameFirst,
}

struct Chunk<'b> {
    name: &'b [u8],
    data: &'b [u8],
}

impl<'b> Chunk<'b> {
    fn read(bytes: &'b [u8], number: fn([u8; 4]) -> u32, order: Order) -> Option<Self> {
        let (first, rest) = bytes.split_first_chunk::<4>()?;
        let (second, rest) = rest.split_first_chunk::<4>()?;
        let (name, size) = match order {
            Order::SizeFirst => (second, first),
            Order::NameFirst => (first, second),
        };
        let data = rest.get(..usize::try_from(number(*size)).ok()?)?;
        Some(Chunk { name, data })
    }
}

fn small_enough(bytes: &[u8]) -> Result<(), String> {
    if bytes.len() <= LARGEST {
        return Ok(());
    }
    let (size, most) = (bytes.len() / 1024, LARGEST / 1024);
    Err(format!("it has {size} KB; a picture may have {most}"))
}

fn size(width: u32, height: u32) -> Result<(u32, u32), String> {
    if width == 0 || height == 0 {
        return Err("it has no pixels".to_owned());
    }
    if width > WIDEST || height > WIDEST {
        return Err(format!(
            "it has {width} by {height} pixels; a picture may have {WIDEST} by {WIDEST}"
        ));
    }
    Ok((width, height))
}

/// The CRC-32 of PNG. Pictures are small and few, so no table is needed.
fn crc(bytes: &[u8]) -> u32 {
    let mut sum = u32::MAX;
    for byte in bytes {
        sum ^= u32::from(*byte);
        for _ in 0..8 {
            sum = if sum & 1 == 1 { sum >> 1 ^ 0xedb8_8320 } else { sum >> 1 };
        }
    }
    !sum
}

#[cfg(test)]
mod tests {
    use miniz_oxide::deflate::compress_to_vec_zlib;

    use super::*;

    fn chunk(name: &[u8; 4], data: &[u8]) -> Vec<u8> {
        let mut chunk = (data.len() as u32).to_be_bytes().to_vec();
        let checked: Vec<u8> = name.iter().chain(data).copied().collect();
        chunk.extend(&checked);
        chunk.extend(crc(&checked).to_be_bytes());
        chunk
    }

    /// A grey picture of this size, with this many rows, which may differ from its height.
    fn grey(width: u32, height: u32, rows: u32, further: &[u8]) -> Vec<u8> {
        let mut head = [width.to_be_bytes(), height.to_be_bytes()].concat();
        head.extend([8, 0, 0, 0, 0]);
        let pixels = vec![0; ((width as usize).min(9_000) + 1) * rows as usize];
        let data = compress_to_vec_zlib(&pixels, 6);
        let parts = [chunk(b"IHDR", &head), further.to_vec(), chunk(b"IDAT", &data)];
        [PNG.to_vec(), parts.concat(), chunk(b"IEND", b"")].concat()
    }

    #[test]
    fn a_png_keeps_its_picture_only() {
        let plain = grey(3, 2, 2, b"");
        let told = grey(3, 2, 2, &chunk(b"tEXt", b"Comment\0<script>"));
        assert_eq!(png(&told), Ok((3, 2, plain.clone())));
        let moving = grey(3, 2, 2, &chunk(b"acTL", &[0, 0, 0, 9, 0, 0, 0, 0]));
        assert_eq!(png(&moving), Ok((3, 2, plain.clone())));
        // Bytes after the end are dropped.
        assert_eq!(png(&[plain.clone(), b"PK\x03\x04".to_vec()].concat()), Ok((3, 2, plain)));
    }

    #[test]
    fn a_png_that_is_none_is_refused() {
        let right = grey(3, 2, 2, b"");
        let refused = |bytes: &[u8], reason: &str| {
            let said = png(bytes).unwrap_err();
            assert!(said.contains(reason), "{said}");
        };
        for end in 0..right.len() {
            assert!(png(right.get(..end).unwrap()).is_err(), "cut off after {end} bytes");
        }
        let mut changed = right.clone();
        *changed.get_mut(20).unwrap() ^= 1;
        refused(&changed, "checksum");
        refused(b"\xff\xd8\xff\xe0 a photograph", "no PNG");
        refused(&grey(60_000, 60_000, 2, b""), "60000 by 60000 pixels");
        refused(&grey(0, 5, 1, b""), "no pixels");
        refused(&grey(3, 2, 1, b""), "not as many pixels");
        refused(&grey(3, 2, 2_000_000, b""), "cannot be unpacked");
        refused(&grey(3, 2, 2, &chunk(b"ABCD", b"")), "not known");
        refused(&vec![0; LARGEST + 1], "KB");
        let huge = [PNG, &u32::MAX.to_be_bytes(), b"IHDR"].concat();
        refused(&huge, "cut off");
    }

    fn lossless_webp(width: u32, height: u32, further: &[u8]) -> Vec<u8> {
        let bits = (width - 1) | (height - 1) << 14;
        let data = [&[0x2f], &bits.to_le_bytes()[..], &[0; 5]].concat();
        let mut body = Vec::new();
        keep(&mut body, &Chunk { name: b"VP8L", data: &data });
        body.extend(further);
        riff(width, height, body)
    }

    #[test]
    fn a_webp_keeps_its_picture_only() {
        let plain = lossless_webp(640, 480, b"");
        let mut place = Vec::new();
        keep(&mut place, &Chunk { name: b"EXIF", data: b"where it was taken" });
        assert_eq!(webp(&lossless_webp(640, 480, &place)), Ok((640, 480, plain.clone())));
        for end in 0..plain.len() {
            assert!(webp(plain.get(..end).unwrap()).is_err(), "cut off after {end} bytes");
        }
        let mut moving = Vec::new();
        keep(&mut moving, &Chunk { name: b"ANIM", data: &[0; 6] });
        assert!(webp(&lossless_webp(9, 9, &moving)).unwrap_err().contains("moves"));
        assert!(webp(&lossless_webp(9_000, 9, b"")).unwrap_err().contains("9000 by 9 pixels"));
        assert!(webp(b"RIFF\x04\0\0\0WAVE").unwrap_err().contains("no WebP"));
        assert!(webp(b"RIFF\x04\0\0\0WEBP").unwrap_err().contains("no picture"));
    }
}
