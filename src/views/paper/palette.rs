//! Derives the colours of a whole printout from one accent colour.
//!
//! Only the hue of the accent is kept as it is. Every colour has a fixed lightness in OKLCH, so the
//! contrast between any two of them hardly depends on the accent; a test checks the lowest.

use serde::Serialize;

/// The colours of a printout, each as `#rrggbb`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Palette {
    /// Frames and strips, under white text.
    pub deep: String,
    /// What lies under pictures, under white text.
    pub plate: String,
    /// Hairlines.
    pub soft: String,
    /// Behind black text.
    pub tint: String,
    /// Text on white.
    pub ink: String,
    /// Text on `deep`.
    pub lit: String,
    /// The background of dark screens.
    pub dark_ground: String,
    /// Cards on dark screens.
    pub dark_surface: String,
    /// Lines on dark screens, and what lies under chips.
    pub dark_line: String,
    /// Text on dark screens.
    pub dark_text: String,
    /// Less important text on dark screens.
    pub dark_soft: String,
    /// Coloured text on dark screens.
    pub dark_ink: String,
    /// Frames on dark screens, under white text.
    pub dark_plate: String,
    /// How the hue is hatched where there is no colour: `vertical` is red, `horizontal` blue,
    /// `bend` green, `sinister` purple, `dots` gold, `grid` grey, as in heraldry.
    pub hatching: &'static str,
}

/// The names of hatchings.
#[cfg(test)]
pub(crate) const HATCHINGS: [&str; 6] =
    ["bend", "dots", "grid", "horizontal", "sinister", "vertical"];

/// A colour with less chroma than this is grey.
const GREY: f64 = 0.02;

impl Palette {
    /// The palette of an accent such as `#7a1f1f`. Anything that is not a colour counts as black.
    pub fn of(accent: &str) -> Self {
        let [_, a, b] = to_oklab(to_rgb(accent));
        let chroma = a.hypot(b);
        // Grey stays grey, everything else is a colour.
        let wanted = if chroma < GREY { chroma } else { chroma.clamp(0.075, 0.15) };
        let (a, b) = if chroma > 0.0 { (a / chroma, b / chroma) } else { (0.0, 0.0) };
        let at = |lightness: f64, share: f64| in_gamut(lightness, wanted * share, a, b);
        Palette {
            deep: at(0.33, 0.85),
            plate: at(0.41, 1.0),
            soft: at(0.80, 0.55),
            tint: at(0.935, 0.28),
            ink: at(0.40, 1.0),
            lit: at(0.90, 0.5),
            dark_ground: at(0.175, 0.12),
            dark_surface: at(0.225, 0.16),
            dark_line: at(0.36, 0.25),
            dark_text: at(0.95, 0.05),
            dark_soft: at(0.78, 0.12),
            dark_ink: at(0.83, 0.8),
            dark_plate: at(0.36, 0.75),
            hatching: if chroma < GREY { "grid" } else { hatching(b.atan2(a).to_degrees()) },
        }
    }
}

/// The hatching of a hue, an angle between -180 and 180 degrees.
fn hatching(hue: f64) -> &'static str {
    match hue {
        hue if hue < -85.0 => "horizontal",
        hue if hue < -15.0 => "sinister",
        hue if hue < 50.0 => "vertical",
        hue if hue < 110.0 => "dots",
        _ => "bend",
    }
}

fn to_rgb(hex: &str) -> [f64; 3] {
    let digits = hex.trim_start_matches('#');
    let channel = |at: usize| {
        let byte = digits.get(at..at + 2).and_then(|two| u8::from_str_radix(two, 16).ok());
        f64::from(byte.unwrap_or(0)) / 255.0
    };
    [channel(0), channel(2), channel(4)]
}

fn to_linear(channel: f64) -> f64 {
    if channel <= 0.04045 { channel / 12.92 } else { ((channel + 0.055) / 1.055).powf(2.4) }
}

fn from_linear(light: f64) -> f64 {
    if light <= 0.003_130_8 { light * 12.92 } else { 1.055 * light.powf(1.0 / 2.4) - 0.055 }
}

/// Lightness and the two axes of colour.
fn to_oklab(rgb: [f64; 3]) -> [f64; 3] {
    let [r, g, b] = rgb.map(to_linear);
    let l = (0.412_221_470_8 * r + 0.536_332_536_3 * g + 0.051_445_992_9 * b).cbrt();
    let m = (0.211_903_498_2 * r + 0.680_699_545_1 * g + 0.107_396_956_6 * b).cbrt();
    let s = (0.088_302_461_9 * r + 0.281_718_837_6 * g + 0.629_978_700_5 * b).cbrt();
    [
        0.210_454_255_3 * l + 0.793_617_785_0 * m - 0.004_072_046_8 * s,
        1.977_998_495_1 * l - 2.428_592_205_0 * m + 0.450_593_709_9 * s,
        0.025_904_037_1 * l + 0.782_771_766_2 * m - 0.808_675_766_0 * s,
    ]
}

fn to_linear_rgb(lightness: f64, a: f64, b: f64) -> [f64; 3] {
    let l = (lightness + 0.396_337_777_4 * a + 0.215_803_757_3 * b).powi(3);
    let m = (lightness - 0.105_561_345_8 * a - 0.063_854_172_8 * b).powi(3);
    let s = (lightness - 0.089_484_177_5 * a - 1.291_485_548_0 * b).powi(3);
    [
        4.076_741_662_1 * l - 3.307_711_591_3 * m + 0.230_969_929_2 * s,
        -1.268_438_004_6 * l + 2.609_757_401_1 * m - 0.341_319_396_5 * s,
        -0.004_196_086_3 * l - 0.703_418_614_7 * m + 1.707_614_701_0 * s,
    ]
}

/// The colour with as much of the chroma as screens can show, as `#rrggbb`.
fn in_gamut(lightness: f64, chroma: f64, a: f64, b: f64) -> String {
    const STEP: f64 = 0.004;
    let mut chroma = chroma;
    let mut light = to_linear_rgb(lightness, chroma * a, chroma * b);
    while chroma > 0.0 && light.iter().any(|part| !(-0.0005..=1.0005).contains(part)) {
        chroma = (chroma - STEP).max(0.0);
        light = to_linear_rgb(lightness, chroma * a, chroma * b);
    }
    let mut hex = String::from("#");
    for part in light {
        let byte = (from_linear(part.max(0.0)).clamp(0.0, 1.0) * 255.0).round();
        hex.push_str(&format!("{:02x}", byte as u8));
    }
    hex
}

#[cfg(test)]
mod tests {
    use super::*;

    fn luminance(hex: &str) -> f64 {
        let [r, g, b] = to_rgb(hex).map(to_linear);
        0.2126 * r + 0.7152 * g + 0.0722 * b
    }

    fn contrast(first: &str, second: &str) -> f64 {
        let (first, second) = (luminance(first), luminance(second));
        (first.max(second) + 0.05) / (first.min(second) + 0.05)
    }

    /// Every pair of text and background that templates use.
    fn least_contrast(accent: &str) -> f64 {
        let of = Palette::of(accent);
        let pairs = [
            ("#ffffff", &of.deep),
            ("#ffffff", &of.plate),
            (&of.lit, &of.deep),
            (&of.lit, &of.plate),
            (&of.ink, &"#ffffff".to_owned()),
            (&of.ink, &of.tint),
            ("#14161a", &of.tint),
            ("#4d5258", &of.tint),
            (&of.dark_text, &of.dark_surface),
            (&of.dark_text, &of.dark_line),
            (&of.dark_text, &of.dark_plate),
            (&of.dark_soft, &of.dark_surface),
            (&of.dark_soft, &of.dark_ground),
            (&of.dark_ink, &of.dark_surface),
            (&of.dark_ink, &of.dark_line),
            ("#ffffff", &of.dark_plate),
        ];
        pairs.iter().map(|(text, ground)| contrast(text, ground)).fold(f64::MAX, f64::min)
    }

    #[test]
    fn text_can_be_read_whatever_the_accent() {
        let mut least = f64::MAX;
        for r in (0..=255).step_by(17) {
            for g in (0..=255).step_by(17) {
                for b in (0..=255).step_by(17) {
                    least = least.min(least_contrast(&format!("#{r:02x}{g:02x}{b:02x}")));
                }
            }
        }
        assert!(least >= 5.5, "{least}");
    }

    #[test]
    fn a_palette_keeps_the_hue() {
        let blue = Palette::of("#24577a");
        assert_eq!((blue.deep.as_str(), blue.hatching), ("#0e3955", "horizontal"));
        assert_eq!(Palette::of("#8a2b2b").hatching, "vertical");
        assert_eq!(Palette::of("#2f5a34").hatching, "bend");
        assert_eq!(Palette::of("#55306e").hatching, "sinister");
        assert_eq!(Palette::of("#8a6a14").hatching, "dots");
        assert_eq!(Palette::of("#333333").hatching, "grid");
        assert_eq!(Palette::of("nothing"), Palette::of("#000000"));
    }
}
