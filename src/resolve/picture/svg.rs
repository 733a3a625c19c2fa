//! Checks SVG files and writes them anew from their shapes.
//!
//! Shapes keep their numbers and colours. What draws nothing (titles, editor metadata) is dropped.
//! Anything that can do more than draw is refused with its line number, and so is anything whose
//! loss would be visible: no picture silently looks different from what its author meant.

use quick_xml::events::attributes::Attribute;
use quick_xml::events::{BytesStart, Event};
use quick_xml::{Reader, XmlVersion};

use super::path;

/// The largest file, in bytes.
const LARGEST: usize = 256 * 1024;

/// How deep groups may nest, and how many shapes there may be.
const DEEPEST: usize = 32;
const MOST_SHAPES: usize = 5_000;

/// Groups and shapes, with their geometry attributes.
const SHAPES: [(&str, &[&str]); 8] = [
    ("g", &[]),
    ("path", &["d"]),
    ("rect", &["x", "y", "width", "height", "rx", "ry"]),
    ("circle", &["cx", "cy", "r"]),
    ("ellipse", &["cx", "cy", "rx", "ry"]),
    ("line", &["x1", "y1", "x2", "y2"]),
    ("polyline", &["points"]),
    ("polygon", &["points"]),
];

/// Elements that draw nothing; they are dropped with all their content.
const SILENT: [&str; 4] = ["title", "desc", "metadata", "defs"];

/// Attributes that take keywords, with the allowed ones.
const WORDS: [(&str, &[&str]); 4] = [
    ("fill-rule", &["nonzero", "evenodd"]),
    ("stroke-linecap", &["butt", "round", "square"]),
    ("stroke-linejoin", &["miter", "round", "bevel"]),
    ("display", &["inline", "none"]),
];

/// Attributes whose values are numbers, on any shape.
const NUMBERS: [&str; 5] =
    ["opacity", "fill-opacity", "stroke-opacity", "stroke-width", "stroke-miterlimit"];

/// Transform functions, with the most numbers each takes.
const TRANSFORMS: [(&str, usize); 6] =
    [("matrix", 6), ("translate", 2), ("scale", 2), ("rotate", 3), ("skewX", 1), ("skewY", 1)];

/// Width, height and the SVG written anew.
pub(super) fn rewrite(bytes: &[u8]) -> Result<(u32, u32, Vec<u8>), String> {
    if bytes.len() > LARGEST {
        let (size, most) = (bytes.len() / 1024, LARGEST / 1024);
        return Err(format!("it has {size} KB; a drawing may have {most}"));
    }
    let text = std::str::from_utf8(bytes).map_err(|_| "it is no text in UTF-8")?;
    let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
    let mut drawing = Drawing::default();
    let mut reader = Reader::from_str(text);
    loop {
        let event = reader.read_event();
        // The line that the element ends in; elements rarely span lines.
        let at = usize::try_from(reader.buffer_position()).unwrap_or(0).min(text.len());
        let line = || text.bytes().take(at).filter(|byte| *byte == b'\n').count() + 1;
        let event = event.map_err(|_| format!("it is no SVG: line {} cannot be read", line()))?;
        match drawing.take(event) {
            Ok(true) => {}
            Ok(false) => return drawing.finish(),
            Err(reason) => return Err(format!("{reason} (line {} of the file)", line())),
        }
    }
}

#[derive(Default)]
struct Drawing {
    text: String,
    /// Width and height, once the root is read.
    size: Option<[f64; 2]>,
    depth: usize,
    /// How many levels deep inside a dropped element.
    left_out: usize,
    shapes: usize,
    closed: bool,
}

impl Drawing {
    /// Handles one event. Returns whether more events follow.
    fn take(&mut self, event: Event<'_>) -> Result<bool, String> {
        match event {
            Event::Start(element) => self.open(&element, false)?,
            Event::Empty(element) => self.open(&element, true)?,
            Event::End(element) => self.close(element.name().as_ref()),
            Event::DocType(_) => return Err("it declares a document type".to_owned()),
            Event::Eof => return Ok(false),
            // Text between shapes is not shown.
            _ => {}
        }
        Ok(true)
    }

    fn open(&mut self, element: &BytesStart<'_>, is_empty: bool) -> Result<(), String> {
        let name = element.name();
        let name: &str = name.as_ref();
        let drawn = SHAPES.iter().find(|(shape, _)| *shape == name);
        if self.left_out > 0 || SILENT.contains(&name) || name.contains(':') {
            // Anything that runs or loads something is refused even inside a dropped element.
            let local = name.rsplit(':').next().unwrap_or(name);
            if matches!(local, "script" | "foreignObject") {
                return Err(refused(local));
            }
            self.left_out += usize::from(!is_empty);
            return Ok(());
        }
        if self.closed {
            return Err("something follows the drawing".to_owned());
        }
        if self.size.is_none() {
            return if name == "svg" {
                self.root(element, is_empty)
            } else {
                Err("it is no SVG".to_owned())
            };
        }
        let (name, places) = drawn.ok_or_else(|| refused(name))?;
        self.shapes += usize::from(*name != "g");
        if self.shapes > MOST_SHAPES {
            return Err(format!("it has more than {MOST_SHAPES} shapes"));
        }
        self.text.push('<');
        self.text.push_str(name);
        self.attributes(element, places)?;
        self.text.push_str(if is_empty { "/>" } else { ">" });
        self.deeper(is_empty)
    }

    fn deeper(&mut self, is_empty: bool) -> Result<(), String> {
        self.depth += usize::from(!is_empty);
        if self.depth > DEEPEST {
            return Err(format!("its groups are nested deeper than {DEEPEST}"));
        }
        Ok(())
    }

    fn close(&mut self, name: &str) {
        if self.left_out > 0 {
            self.left_out -= 1;
            return;
        }
        self.text.push_str("</");
        self.text.push_str(name);
        self.text.push('>');
        self.depth = self.depth.saturating_sub(1);
        self.closed = self.depth == 0;
    }

    /// Reads the root element: its box, and the colours for all shapes in it.
    fn root(&mut self, element: &BytesStart<'_>, is_empty: bool) -> Result<(), String> {
        let (mut view, mut sides) = (None, [None, None]);
        for attribute in element.attributes() {
            let (key, value) = read(attribute)?;
            match key.as_str() {
                "viewBox" => view = <[f64; 4]>::try_from(path::numbers(&value)?).ok(),
                "width" => sides[0] = length(&value),
                "height" => sides[1] = length(&value),
                _ => {}
            }
        }
        let view = match (view, sides) {
            (Some(view), _) => view,
            (None, [Some(width), Some(height)]) => [0.0, 0.0, width, height],
            _ => return Err("it has neither a `viewBox` nor a width and height".to_owned()),
        };
        let [_, _, width, height] = view;
        if !(width > 0.0 && height > 0.0) || width / height > 50.0 || height / width > 50.0 {
            return Err("its width and height cannot be drawn".to_owned());
        }
        let numbers = view.map(path::number);
        let [_, _, w, h] = &numbers;
        self.text = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{}\" width=\"{w}\" height=\"{h}\"",
            numbers.join(" ")
        );
        self.size = Some([width, height]);
        self.attributes(element, &[])?;
        self.text.push_str(if is_empty { "/>" } else { ">" });
        self.closed = is_empty;
        self.deeper(is_empty)
    }

    fn attributes(&mut self, element: &BytesStart<'_>, places: &[&str]) -> Result<(), String> {
        for attribute in element.attributes() {
            let (key, value) = read(attribute)?;
            if key != "style" {
                self.attribute(&key, &value, places)?;
                continue;
            }
            for part in value.split(';').filter(|part| !part.trim().is_empty()) {
                let (key, value) = part.split_once(':').ok_or("it has a style without a value")?;
                self.attribute(key.trim(), value.trim(), &[])?;
            }
        }
        Ok(())
    }

    fn attribute(&mut self, key: &str, value: &str, places: &[&str]) -> Result<(), String> {
        let local = key.rsplit(':').next().unwrap_or(key);
        if local.starts_with("on") || matches!(local, "href" | "src") || value.contains("url(") {
            return Err(refused(key));
        }
        let words = WORDS.iter().find(|(known, _)| *known == key).map(|(_, words)| *words);
        let clean = if places.contains(&key) || NUMBERS.contains(&key) {
            numbers(key, value)?
        } else if matches!(key, "fill" | "stroke") {
            colour(value).ok_or_else(|| format!("it has the colour `{}`", short(value)))?
        } else if key == "transform" {
            transform(value).ok_or_else(|| format!("it has the transform `{}`", short(value)))?
        } else if let Some(words) = words {
            let word = words.iter().find(|word| **word == value);
            (*word.ok_or_else(|| format!("it has {key} `{}`", short(value)))?).to_owned()
        } else if matches!(key, "clip-path" | "mask" | "filter") && value != "none" {
            return Err(refused(key));
        } else {
            // Ids, and attributes for editors and screen readers.
            return Ok(());
        };
        self.text.push_str(&format!(" {key}=\"{clean}\""));
        Ok(())
    }

    fn finish(self) -> Result<(u32, u32, Vec<u8>), String> {
        let Some([width, height]) = self.size.filter(|_| self.closed) else {
            return Err("it is no SVG, or cut off".to_owned());
        };
        if self.shapes == 0 {
            return Err("it has no shapes".to_owned());
        }
        // Only their ratio counts.
        let scale = 1000.0 / width.max(height);
        let side = |length: f64| (length * scale).round().max(1.0) as u32;
        Ok((side(width), side(height), self.text.into_bytes()))
    }
}

fn refused(what: &str) -> String {
    format!("it has `{}`, and a drawing has shapes and colours only", short(what))
}

/// The beginning of an unchecked text, for a message.
fn short(text: &str) -> String {
    text.chars().take(30).flat_map(char::escape_debug).collect()
}

type Read = Result<(String, String), String>;

fn read<E>(attribute: Result<Attribute<'_>, E>) -> Read {
    let attribute = attribute.map_err(|_| "it has an attribute that cannot be read")?;
    let value = attribute.normalized_value(XmlVersion::Implicit1_0);
    let value = value.map_err(|_| "it has an entity that is not known")?;
    Ok((attribute.key.as_ref().to_owned(), value.into_owned()))
}

/// A length in pixels.
fn length(value: &str) -> Option<f64> {
    let number = value.strip_suffix("px").unwrap_or(value);
    path::numbers(number).ok().and_then(|all| all.first().copied())
}

fn numbers(key: &str, value: &str) -> Result<String, String> {
    if key == "d" {
        return Ok(path::drawn(value)?.0);
    }
    let value = value.strip_suffix("px").unwrap_or(value);
    let numbers = path::numbers(value).map_err(|reason| format!("in `{key}`, {reason}"))?;
    if key != "points" && numbers.len() != 1 {
        return Err(format!("`{key}` is not one number"));
    }
    Ok(numbers.into_iter().map(path::number).collect::<Vec<_>>().join(" "))
}

/// `#7a1f1f`, `#fff`, `rgb(1, 2, 3)` or a name.
fn colour(value: &str) -> Option<String> {
    let is_name = value.len() <= 24 && value.bytes().all(|byte| byte.is_ascii_alphabetic());
    let digits = value.strip_prefix('#');
    let is_hex = digits.is_some_and(|digits| {
        matches!(digits.len(), 3 | 6) && digits.bytes().all(|byte| byte.is_ascii_hexdigit())
    });
    if (is_name && !value.is_empty()) || is_hex {
        return Some(value.to_owned());
    }
    let inside = value.strip_prefix("rgb(")?.strip_suffix(')')?;
    let parts: [f64; 3] = path::numbers(inside).ok()?.try_into().ok()?;
    let [red, green, blue] = parts.map(|part| part.clamp(0.0, 255.0) as u8);
    Some(format!("#{red:02x}{green:02x}{blue:02x}"))
}

/// `translate(10 20) scale(2)`
fn transform(value: &str) -> Option<String> {
    let mut clean = Vec::new();
    let mut rest = value.trim();
    while !rest.is_empty() {
        let (name, behind) = rest.split_once('(')?;
        let (inside, behind) = behind.split_once(')')?;
        let (name, most) = TRANSFORMS.iter().find(|(known, _)| *known == name.trim())?;
        let numbers = path::numbers(inside).ok()?;
        if numbers.is_empty() || numbers.len() > *most || clean.len() >= DEEPEST {
            return None;
        }
        let numbers: Vec<String> = numbers.into_iter().map(path::number).collect();
        clean.push(format!("{name}({})", numbers.join(" ")));
        rest = behind.trim_start_matches([' ', ',', '\n', '\t', '\r']);
    }
    Some(clean.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(inside: &str) -> Result<String, String> {
        let text = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 10 20\">{inside}</svg>"
        );
        rewrite(text.as_bytes()).map(|(.., bytes)| String::from_utf8(bytes).unwrap())
    }

    #[test]
    fn shapes_come_through() {
        let inside = "<title>Mark &amp; more</title><!-- a -->\n<g transform='translate(1,2)rotate(45)' \
                      id=\"g1\" inkscape:label=\"x\"><path style='fill:#ff0000;stroke:none' \
                      d='M0,0 L10,20z'/></g><sodipodi:namedview><x/></sodipodi:namedview>\
                      <circle cx=\"5px\" cy=\"5\" r=\"2\" fill=\"rgb(255, 0, 12)\"/>";
        assert_eq!(
            of(inside).unwrap(),
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 10 20\" width=\"10\" \
             height=\"20\"><g transform=\"translate(1 2) rotate(45)\"><path fill=\"#ff0000\" \
             stroke=\"none\" d=\"M0 0L10 20z\"></path></g><circle cx=\"5\" cy=\"5\" r=\"2\" \
             fill=\"#ff000c\"></circle></svg>"
                .replace("></path>", "/>")
                .replace("></circle>", "/>")
        );
    }

    #[test]
    fn whatever_does_more_than_draw_is_refused() {
        let nested = "<g>".repeat(40) + &"</g>".repeat(40);
        let many = "<path d='M0 0L1 1'/>".repeat(5_001);
        for (inside, reason) in [
            ("<script>alert(1)</script>", "`script`"),
            ("<defs><script>1</script></defs><path d='M0 0L9 9'/>", "`script`"),
            ("<svg:script>1</svg:script><path d='M0 0L9 9'/>", "`script`"),
            ("<foreignObject><p/></foreignObject>", "`foreignObject`"),
            ("<image href='http://example.org/x.png'/>", "`image`"),
            ("<use href='#a'/>", "`use`"),
            ("<style>*{fill:url(http://example.org)}</style>", "`style`"),
            ("<animate/>", "`animate`"),
            ("<text>Hi</text>", "`text`"),
            ("<a href='javascript:1'><path d='M0 0L9 9'/></a>", "`a`"),
            ("<path d='M0 0L9 9' onload='x()'/>", "`onload`"),
            ("<path d='M0 0L9 9' xlink:href='x'/>", "`xlink:href`"),
            ("<path d='M0 0L9 9' fill='url(#g)'/>", "`fill`"),
            ("<path d='M0 0L9 9' style='fill:url(http://x)'/>", "`fill`"),
            ("<path d='M0 0L9 9' fill='red\"/>'/>", "colour"),
            ("<path d='M0 0L9 9' transform='url(x)'/>", "`transform`"),
            ("<path d='M0 0L9 9' transform='spin(3)'/>", "transform `spin(3)`"),
            ("<path d='M0 0L9 9' mask='x'/>", "`mask`"),
            ("<rect width='1e9' height='1'/>", "too large"),
            ("<path d='M0 0L9 9' fill='&lol;'/>", "entity"),
            ("<path d='M0 0'", "cannot be read"),
            ("<g><path d='M0 0'/>", "cannot be read"),
            (nested.as_str(), "nested deeper"),
            (many.as_str(), "more than 5000 shapes"),
            ("", "no shapes"),
        ] {
            let said = of(inside).unwrap_err();
            assert!(said.contains(reason), "{inside:.60}: {said}");
        }
        for (text, reason) in [
            (
                "<!DOCTYPE svg [<!ENTITY a \"b\">]><svg viewBox='0 0 1 1'><path d='M0 0'/></svg>",
                "document type",
            ),
            ("<html><body/></html>", "no SVG"),
            ("GIF89a", "no SVG"),
            ("", "no SVG"),
            ("<svg><path d='M0 0'/></svg>", "neither a `viewBox`"),
            ("<svg viewBox='0 0 0 5'><path d='M0 0'/></svg>", "width and height"),
            ("<svg viewBox='0 0 1 5'><path d='M0 0'/></svg><svg viewBox='0 0 1 1'/>", "follows"),
        ] {
            let said = rewrite(text.as_bytes()).unwrap_err();
            assert!(said.contains(reason), "{text}: {said}");
        }
        assert!(rewrite(&[0xff; 10]).unwrap_err().contains("UTF-8"));
        assert!(rewrite(&vec![b' '; LARGEST + 1]).unwrap_err().contains("KB"));
    }
}
