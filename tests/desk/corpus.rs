//! Texts as other programs and people write them: made of random legal lists, in every family, with
//! noise. What was meant is known, so every difference is found.

use std::fmt::Write;

use orbat::Paper;

/// Random numbers that are the same in every run.
pub(crate) struct Dice(u64);

impl Dice {
    pub(crate) fn new(seed: u64) -> Self {
        Dice(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % limit.max(1)
    }

    fn one_in(&mut self, count: usize) -> bool {
        self.below(count) == 0
    }

    fn pick<'t>(&mut self, from: &[&'t str]) -> &'t str {
        from[self.below(from.len())]
    }
}

/// A unit as it was meant: its entry, its models, and its options with their numbers.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Meant {
    pub(crate) unit: String,
    pub(crate) models: i64,
    pub(crate) options: Vec<(String, i64)>,
}

/// The units of a paper, sorted.
pub(crate) fn meant(paper: &Paper) -> Vec<Meant> {
    let mut all: Vec<Meant> = paper
        .forces
        .iter()
        .flat_map(|force| &force.groups)
        .flat_map(|group| &group.units)
        .map(|unit| {
            let mut options: Vec<(String, i64)> = Vec::new();
            for option in &unit.options {
                match options.iter_mut().find(|(id, _)| *id == option.id) {
                    Some((_, count)) => *count += option.count,
                    None => options.push((option.id.clone(), option.count)),
                }
            }
            options.sort();
            Meant { unit: unit.unit.clone(), models: unit.models, options }
        })
        .collect();
    all.sort();
    all
}

pub(crate) const FAMILIES: &[&str] = &[
    "app",
    "builder",
    "hashes",
    "codes",
    "price_first",
    "bars",
    "typed",
    "no_prices",
    "brackets",
    "german",
    "one_line",
    "lost_indents",
    "mail",
];

struct Part {
    name: String,
    count: i64,
}

struct Item {
    title: String,
    models: i64,
    points: String,
    parts: Vec<Part>,
}

struct Section {
    title: String,
    points: i64,
    items: Vec<Item>,
}

fn sections(paper: &Paper) -> Vec<(Option<String>, Vec<Section>)> {
    let amount = |points: &Option<orbat::Amount>| {
        points.as_ref().map(ToString::to_string).unwrap_or_default()
    };
    let forces = paper.forces.iter().map(|force| {
        let groups = force.groups.iter().filter(|group| !group.units.is_empty());
        let sections = groups.map(|group| Section {
            title: group.title.clone(),
            points: amount(&group.points).parse().unwrap_or(0),
            items: group
                .units
                .iter()
                .map(|unit| Item {
                    title: unit.title.clone(),
                    models: unit.models,
                    points: amount(&unit.points),
                    parts: unit
                        .options
                        .iter()
                        .map(|option| Part {
                            name: option.name.clone(),
                            count: if option.all { 1 } else { option.count },
                        })
                        .collect(),
                })
                .collect(),
        });
        (force.name.clone(), sections.collect())
    });
    forces.collect()
}

/// A slip of the pen in a long word.
fn slip(name: &str, dice: &mut Dice, rate: usize) -> String {
    let letters: Vec<char> = name.chars().collect();
    if letters.len() < 7 || !dice.one_in(rate) {
        return name.to_owned();
    }
    let at = 1 + dice.below(letters.len() - 3);
    let mut letters = letters;
    if !letters[at].is_alphabetic() || !letters[at + 1].is_alphabetic() {
        return name.to_owned();
    }
    match dice.below(4) {
        0 => letters.swap(at, at + 1),
        1 => drop(letters.remove(at)),
        2 => letters.insert(at, letters[at]),
        _ => letters[at] = 'e',
    }
    letters.into_iter().collect()
}

/// Other letters that mean the same.
fn retyped(name: &str, dice: &mut Dice) -> String {
    let name = match dice.below(5) {
        0 => name.replace('\'', "’"),
        1 => name.replace('\'', ""),
        2 => name.to_lowercase(),
        3 => name.to_uppercase(),
        _ => name.to_owned(),
    };
    if dice.one_in(8) { name.replace(' ', "\u{a0}") } else { name }
}

fn named(name: &str, dice: &mut Dice, rate: usize) -> String {
    let name = retyped(name, dice);
    slip(&name, dice, rate)
}

fn times(count: i64) -> String {
    if count > 1 { format!("{count}x ") } else { String::new() }
}

/// A text of a family. `noise` is one slip in so many names.
pub(crate) fn text(paper: &Paper, family: &str, dice: &mut Dice, noise: usize) -> String {
    let mut out = String::new();
    let total: i64 =
        paper.points.as_ref().map(|points| points.to_string().parse().unwrap_or(0)).unwrap_or(0);
    let total = if dice.one_in(5) { total + 10 } else { total };
    let faction = paper.faction.as_ref().map_or("", |faction| faction.title.as_str());
    let chart = paper.chart.as_ref().map_or("", |chart| chart.title.as_str());
    head(&mut out, family, dice, (faction, chart, total));
    for (force, sections) in sections(paper) {
        if let Some(force) = force {
            writeln!(out, "\n== {force} ==").unwrap();
        }
        for section in sections {
            heading(&mut out, family, &section, dice);
            for (place, item) in section.items.iter().enumerate() {
                unit(&mut out, family, item, place, dice, noise);
            }
        }
    }
    foot(&mut out, family, dice, total);
    if family == "lost_indents" {
        out = out.lines().map(|line| line.trim_start().to_owned() + "\n").collect();
    }
    if dice.one_in(4) { out.replace('\n', "\r\n") } else { out }
}

fn head(
    out: &mut String,
    family: &str,
    dice: &mut Dice,
    (faction, chart, total): (&str, &str, i64),
) {
    let name = dice.pick(&["Sunday list", "The long march", "v3 final", "Bob's boys"]);
    match family {
        "app" | "lost_indents" => {
            writeln!(out, "{name} ({total} points)\n\n{faction}\n{chart}\n").unwrap();
        }
        "builder" => writeln!(out, "++ Army Roster ({faction}) [{total} pts] ++\n+ CHART: {chart}").unwrap(),
        "hashes" => writeln!(out, "# {name}\n{faction} | {chart} | {total} pts").unwrap(),
        "codes" => writeln!(out, "+ PLAYER: J. Doe\n+ FACTION: {faction}\n+ CHART: {chart}\n+ TOTAL POINTS: {total}pts\n").unwrap(),
        "german" => writeln!(out, "Spieler: Jürgen Weiß\nArmee: {faction}\nAufstellung: {chart}\nPunkte: {total}\n").unwrap(),
        "mail" => writeln!(out, "Hi Tom,\n\nhere is my list for the weekend, see you there.\n\nFaction: {faction}\nChart: {chart}\n").unwrap(),
        _ => writeln!(out, "{faction}, {chart}, {total} points").unwrap(),
    }
}

fn heading(out: &mut String, family: &str, section: &Section, dice: &mut Dice) {
    let (title, points) = (&section.title, section.points);
    match family {
        "app" | "lost_indents" => writeln!(out, "\n{}\n", title.to_uppercase()),
        "builder" => writeln!(out, "\n+ {title} [{points} pts] +\n"),
        "hashes" => writeln!(out, "\n## {title} [{points} pts]"),
        "bars" => writeln!(out, "\n── {title} ──"),
        "german" => writeln!(
            out,
            "\n{}:",
            dice.pick(&["Truppen", "Einheiten", "Kerneinheiten", "Unterstützung"])
        ),
        "mail" => writeln!(out, "\n{title}:"),
        "codes" | "typed" | "one_line" => writeln!(out),
        _ => writeln!(out, "\n=== {title} ==="),
    }
    .unwrap();
}

fn unit(out: &mut String, family: &str, item: &Item, place: usize, dice: &mut Dice, noise: usize) {
    let title = named(&item.title, dice, noise);
    let Item { models, points, parts, .. } = item;
    let parts: Vec<(String, i64)> =
        parts.iter().map(|part| (named(&part.name, dice, noise), part.count)).collect();
    let flat: Vec<String> = parts.iter().map(|(name, count)| times(*count) + name).collect();
    let flat = flat.join(", ");
    let many = times(*models);
    let bullet = dice.pick(&["•", "-", "*", "◦", "–"]);
    match family {
        "app" | "lost_indents" => {
            writeln!(out, "{title} ({points} Points)").unwrap();
            if *models > 1 {
                writeln!(out, "  {bullet} {models} models").unwrap();
            }
            for (name, count) in &parts {
                writeln!(out, "  {bullet} {count}x {name}").unwrap();
            }
            writeln!(out).unwrap();
        }
        "builder" | "mail" => {
            let colon = if flat.is_empty() { "" } else { ": " };
            writeln!(out, "{many}{title} [{points} pts]{colon}{flat}").unwrap();
        }
        "hashes" => {
            let size = if *models > 1 { format!(" ({models} models)") } else { String::new() };
            writeln!(out, "{title}{size} - {points} pts").unwrap();
            parts
                .iter()
                .for_each(|(name, count)| writeln!(out, ". {}{name}", times(*count)).unwrap());
        }
        "codes" => {
            let code = dice.pick(&["HQ", "Char", "Tr", "QG "]);
            writeln!(out, "{code}{}: {many}{title} [{points}pts]", place + 1).unwrap();
            parts.iter().for_each(|(name, count)| {
                writeln!(out, "\t{bullet} {}{name}", times(*count)).unwrap()
            });
        }
        "price_first" => {
            let with = if flat.is_empty() { "" } else { " with " };
            writeln!(out, "{points} - {many}{title}{with}{flat}").unwrap();
        }
        "bars" => {
            let options = if flat.is_empty() { String::new() } else { format!(" {flat} |") };
            writeln!(out, "| {many}{title} | {points}pts |{options}").unwrap();
        }
        "typed" => {
            let with = if flat.is_empty() { "" } else { " w/ " };
            let size = if *models > 1 { format!("{models} ") } else { String::new() };
            writeln!(out, "{size}{title}{with}{flat} ({points})").unwrap();
        }
        "no_prices" => {
            let size = if *models > 1 { format!(" [{models}]") } else { String::new() };
            writeln!(out, "{title}{size}").unwrap();
            parts
                .iter()
                .for_each(|(name, count)| writeln!(out, "\t{}{name}", times(*count)).unwrap());
        }
        "brackets" => {
            let options = if flat.is_empty() { String::new() } else { format!(" ({flat})") };
            writeln!(out, "{many}{title}{options} {points}").unwrap();
        }
        "german" => {
            writeln!(out, "{bullet} {many}{title}, {points} Punkte").unwrap();
            parts
                .iter()
                .for_each(|(name, count)| writeln!(out, "    + {}{name}", times(*count)).unwrap());
        }
        _ => {
            let options = if flat.is_empty() { String::new() } else { format!(": {flat}") };
            writeln!(out, "{many}{title} ({points} pts){options}").unwrap();
        }
    }
}

fn foot(out: &mut String, family: &str, dice: &mut Dice, total: i64) {
    match family {
        "app" | "lost_indents" => {
            writeln!(out, "Exported with App Version: v1.2.{}, Data Version: v9", dice.below(9))
        }
        "builder" => {
            writeln!(out, "\n++ Total: [{total} pts] ++\n\nCreated with https://example.com")
        }
        "german" => writeln!(out, "\nGesamt: {} Punkte\n\nViele Grüße\nJürgen", thousands(total)),
        "mail" => writeln!(out, "\nThanks,\nBob\n\nSent from my phone"),
        _ => writeln!(out, "\nTotal: {total}"),
    }
    .unwrap();
}

fn thousands(number: i64) -> String {
    if number > 999 {
        format!("{}.{:03}", number / 1000, number % 1000)
    } else {
        number.to_string()
    }
}

/// Texts that are no lists.
pub(crate) const NO_LISTS: &[&str] = &[
    "",
    "   \n\n",
    "A faire",
    "Complet jambon / eau",
    "TODO",
    "my list will follow tomorrow, sorry!",
    "1x ham sandwich\n2x water\n1 coffee",
    "Meeting notes\n- bring dice\n- bring tape measure\n- 2 x tables",
    "Dear organiser,\n\nI cannot come on Saturday, my car broke down.\n\nRegards\nPaul",
    "lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor incididunt ut labore",
];
