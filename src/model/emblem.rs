//! Names of what is drawn for factions and units. The drawings themselves are in `render`.

/// Symbols of units, categories and kinds of cards.
pub(crate) const SYMBOLS: [&str; 24] = [
    "arrows",
    "banner",
    "bolt",
    "cannon",
    "chevrons",
    "claws",
    "compass",
    "crate",
    "crosshair",
    "drone",
    "eye",
    "flame",
    "gear",
    "helmet",
    "hexes",
    "horseshoe",
    "ring",
    "skull",
    "star",
    "strider",
    "swords",
    "tank",
    "tower",
    "wings",
];

/// Shapes of shields.
pub(crate) const SHAPES: [&str; 7] =
    ["badge", "gothic", "heater", "hex", "lozenge", "oct", "round"];

/// How shields are divided.
pub(crate) const DIVISIONS: [&str; 8] =
    ["bend", "chevron", "chief", "fess", "pale", "pile", "quarters", "stripe"];

/// Patterns behind symbols.
pub(crate) const PATTERNS: [&str; 6] = ["bars", "blocks", "chevrons", "hexes", "rays", "rings"];

/// The static name of a drawing of any kind.
pub(crate) fn static_name(name: &str) -> Option<&'static str> {
    let all = [&SYMBOLS[..], &SHAPES, &DIVISIONS, &PATTERNS];
    all.into_iter().flatten().copied().find(|known| *known == name)
}
