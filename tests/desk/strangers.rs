//! Texts in further ways of writing a list, which the reader was not made from: tables, arrows,
//! sums, slashes, sentences, quoted mails, other languages, shortened names. The lists are armies
//! that were completed at random, for every faction and chart.

use std::fmt::Write;

use orbat::Paper;
use orbat::internals::builder::{Builder, CompleteOptions, Completion, charts_of, single_edits};
use orbat::internals::engine::Ruleset;
use orbat::internals::list::{Edit, List, load_list};
use orbat::internals::model::Game;
use orbat::internals::source::Sources;

use super::corpus::Dice;

pub(crate) const STYLES: &[&str] = &[
    "arrows",
    "rows",
    "french",
    "spanish",
    "polish",
    "quoted",
    "stat_lines",
    "leaders",
    "slashes",
    "sums",
    "chat",
    "bbcode",
    "sentences",
    "per_model",
    "wrapped",
    "braces",
    "shortened",
    "bare",
];

/// A random legal list of a game, as YAML.
pub(crate) fn random_list(rules: &Ruleset<'_>, game: &Game, dice: &mut Dice) -> Option<List> {
    let system = &game.id;
    let builder = Builder::new(rules);
    let factions: Vec<_> = game.factions.iter().collect();
    let (id, faction) = factions.get(dice.below(factions.len()))?;
    let charts = charts_of(game, Some(*id));
    let chart = charts.get(dice.below(charts.len().max(1))).map(|(_, chart)| chart.id.as_str());
    let points = 250 + 50 * dice.below(25);
    let chart = chart.map(|chart| format!("chart: {chart}\n")).unwrap_or_default();
    let text =
        format!("orbat: 1\nsystem: {system}\nfaction: {}\n{chart}points: {points}\n", faction.id);
    let mut sources = Sources::default();
    let source = sources.add("list.yaml", text);
    let list = load_list(&sources, source).0?;
    let options = CompleteOptions {
        spend: dice.below(3) > 0,
        seed: dice.below(1_000_000) as u64,
        should_continue: &|_| true,
    };
    let Completion::Done { list, .. } = builder.complete(&list, &options) else { return None };
    let mut list = *list;
    for _ in 0..30 {
        let is_option = dice.below(3) > 0;
        let mut edits = single_edits(rules, &list);
        edits.retain(|edit| matches!(edit, Edit::TakeOption { .. }) == is_option);
        let Some(edit) = edits.get(dice.below(edits.len())) else { break };
        if let Ok(changed) = edit.applied_to(&list)
            && rules.assess(&changed).is_legal()
        {
            list = changed;
        }
    }
    Some(list)
}

struct Part {
    name: String,
    count: i64,
    points: Option<i64>,
}

struct Item {
    title: String,
    models: i64,
    points: i64,
    parts: Vec<Part>,
    kinds: Vec<(String, i64)>,
}

fn number(amount: &Option<orbat::Amount>) -> Option<i64> {
    amount.as_ref()?.to_string().parse().ok()
}

/// A slip of the pen in a long word; accents and apostrophes lost; another case.
fn typed(name: &str, dice: &mut Dice, rate: usize) -> String {
    let mut name = match dice.below(8) {
        0 => name.to_lowercase(),
        1 => name.to_uppercase(),
        2 => name.replace(['\'', '’'], ""),
        3 => name.replace('-', " "),
        _ => name.to_owned(),
    };
    if dice.below(4) == 0 {
        name = name
            .chars()
            .map(|char| match char {
                'é' | 'è' | 'ê' => 'e',
                'ö' | 'ó' | 'ô' => 'o',
                'ü' | 'ú' => 'u',
                'ä' | 'á' | 'à' => 'a',
                'ł' => 'l',
                other => other,
            })
            .collect();
    }
    let mut letters: Vec<char> = name.chars().collect();
    if rate == 0 || letters.len() < 6 || dice.below(rate) > 0 {
        return name;
    }
    let at = 1 + dice.below(letters.len() - 3);
    if !letters[at].is_alphabetic() || !letters[at + 1].is_alphabetic() {
        return name;
    }
    match dice.below(5) {
        0 => letters.swap(at, at + 1),
        1 => drop(letters.remove(at)),
        2 => letters.insert(at, letters[at]),
        3 => letters[at] = 'a',
        _ => letters.insert(at, ' '),
    }
    letters.into_iter().collect()
}

/// `Venusian Marshal` as `Ven. Marshal`.
fn shortened(name: &str, dice: &mut Dice) -> String {
    let words: Vec<String> = name
        .split(' ')
        .map(|word| {
            let letters: Vec<char> = word.chars().collect();
            if letters.len() < 7 || dice.below(2) == 0 {
                return word.to_owned();
            }
            let short: String = letters.iter().take(3 + dice.below(2)).collect();
            if dice.below(2) == 0 { short + "." } else { short }
        })
        .collect();
    words.join(" ")
}

fn joined(parts: &[String], comma: &str, last: &str) -> String {
    match parts {
        [] => String::new(),
        [only] => only.clone(),
        [before @ .., end] => format!("{}{last}{end}", before.join(comma)),
    }
}

/// A text in a style. `noise` is one slip in so many names; none for 0.
pub(crate) fn text(paper: &Paper, style: &str, dice: &mut Dice, noise: usize) -> String {
    let mut out = String::new();
    let total = number(&paper.points).unwrap_or(0);
    let stated = if dice.below(6) == 0 { total + 15 } else { total };
    let faction = paper.faction.as_ref().map_or("", |faction| faction.title.as_str());
    let chart = paper.chart.as_ref().map_or("", |chart| chart.title.as_str());
    head(&mut out, style, dice, (faction, chart, stated));
    let mut place = 0;
    for force in &paper.forces {
        if let Some(name) = &force.name {
            writeln!(out, "\n=== {name} ===").unwrap();
        }
        for group in force.groups.iter().filter(|group| !group.units.is_empty()) {
            heading(&mut out, style, &group.title, number(&group.points).unwrap_or(0), dice);
            for unit in &group.units {
                place += 1;
                let item = Item {
                    title: unit.title.clone(),
                    models: unit.models,
                    points: number(&unit.points).unwrap_or(0),
                    kinds: unit.kinds.iter().map(|kind| (kind.name.clone(), kind.count)).collect(),
                    parts: unit
                        .options
                        .iter()
                        .map(|option| Part {
                            name: option.name.clone(),
                            count: if option.all { 1 } else { option.count },
                            points: number(&option.points),
                        })
                        .collect(),
                };
                self::unit(&mut out, style, &item, place, dice, noise);
            }
        }
    }
    foot(&mut out, style, dice, stated);
    match style {
        "quoted" => {
            let quoted: String = out.lines().map(|line| format!("> {line}\n")).collect();
            format!(
                "Hi Marc,\n\nmy army is below.\n\nOn 3 May 2027 Marc <marc@example.org> wrote:\n{quoted}"
            )
        }
        "wrapped" => out.lines().map(|line| wrapped(line, 44)).collect(),
        _ => out,
    }
}

/// A long line as mail programs break it.
fn wrapped(line: &str, width: usize) -> String {
    let mut out = String::new();
    let mut now = String::new();
    for word in line.split(' ') {
        if now.len() + word.len() > width && !now.trim().is_empty() {
            out += now.trim_end();
            out += "\n    ";
            now = String::new();
        }
        now += word;
        now += " ";
    }
    out + now.trim_end() + "\n"
}

fn head(
    out: &mut String,
    style: &str,
    dice: &mut Dice,
    (faction, chart, total): (&str, &str, i64),
) {
    let names = ["Sunday List", "My finest", "Test v4", "For Kraków", "Los Chicos", "Iron will"];
    let name = names[dice.below(names.len())];
    match style {
        "arrows" => writeln!(out, "⚔ {name} ⚔\n{faction} → {chart}\n{total}/{total} pts\n"),
        "rows" => writeln!(
            out,
            "{name}\nFaction\t{faction}\nChart\t{chart}\nTotal\t{total}\n\nQty\tUnit\tOptions\tPts"
        ),
        "french" => writeln!(
            out,
            "Joueur : Hélène Dupré\nArmée : {faction}\nFormat : {chart}\nTotal : {total} points\n"
        ),
        "spanish" => writeln!(
            out,
            "Jugador: Íñigo Peña\nEjército: {faction}\nFormato: {chart}\n{total} puntos\n"
        ),
        "polish" => writeln!(
            out,
            "Gracz: Michał Żak\nFrakcja: {faction}\nFormacja: {chart}\nPunkty: {total}\n"
        ),
        "stat_lines" => {
            writeln!(out, "{name} – {faction} – [{total} pts]\n{chart}\nData version 12\n")
        }
        "sums" => writeln!(out, "{faction} / {chart}\n"),
        "chat" => writeln!(
            out,
            "@everyone check pls\n**{name}** | *{faction}* | {chart} | {total}pts\n```"
        ),
        "bbcode" => {
            writeln!(out, "[size=150][b]{name}[/b][/size]\n[i]{faction}, {chart}[/i]\n[list]")
        }
        "sentences" => writeln!(out, "Hello! I play {faction} ({chart}).\n"),
        "bare" => writeln!(out, "{faction}\n{chart}\n"),
        _ => writeln!(out, "{name}\n{faction}, {chart}, {total} pts\n"),
    }
    .unwrap();
}

fn heading(out: &mut String, style: &str, title: &str, points: i64, dice: &mut Dice) {
    let points = if dice.below(6) == 0 { points + 5 } else { points };
    let pick = |words: &[&str], dice: &mut Dice| words[dice.below(words.len())].to_owned();
    match style {
        "arrows" => writeln!(out, "\n» {title} « ({points})"),
        "rows" | "sentences" | "bare" | "sums" => Ok(()),
        "french" => writeln!(
            out,
            "\n{} ({points} pts)",
            pick(&["PERSONNAGES", "TROUPES", "SOUTIEN", "UNITÉS"], dice)
        ),
        "spanish" => writeln!(out, "\n** {} **", pick(&["Personajes", "Tropas", "Apoyo"], dice)),
        "polish" => writeln!(out, "\n{}:", pick(&["Oddziały", "Postacie", "Wojska"], dice)),
        "stat_lines" => writeln!(out, "\n## {title} [{points} pts]"),
        "chat" => writeln!(out, "\n# {title}"),
        "bbcode" => writeln!(out, "[b][u]{title}[/u][/b]"),
        "braces" => writeln!(out, "\n<{title}: {points}>"),
        _ => writeln!(out, "\n{}", title.to_uppercase()),
    }
    .unwrap();
}

#[allow(clippy::too_many_lines)]
fn unit(out: &mut String, style: &str, item: &Item, place: usize, dice: &mut Dice, noise: usize) {
    let name = |name: &str, dice: &mut Dice| {
        if style == "shortened" { shortened(name, dice) } else { typed(name, dice, noise) }
    };
    let title = name(&item.title, dice);
    let Item { models, points, .. } = item;
    let parts: Vec<(String, i64)> =
        item.parts.iter().map(|part| (name(&part.name, dice), part.count)).collect();
    let many = if *models > 1 { format!("{models}x ") } else { String::new() };
    let plain = if *models > 1 { format!("{models} ") } else { String::new() };
    let before: Vec<String> = parts
        .iter()
        .map(|(name, count)| if *count > 1 { format!("{count}x {name}") } else { name.clone() })
        .collect();
    let behind: Vec<String> = parts
        .iter()
        .map(|(name, count)| if *count > 1 { format!("{name} x{count}") } else { name.clone() })
        .collect();
    let bracketed: Vec<String> = parts
        .iter()
        .map(|(name, count)| if *count > 1 { format!("{name} ({count})") } else { name.clone() })
        .collect();
    match style {
        "arrows" => {
            let size = if *models > 1 { format!(" ×{models}") } else { String::new() };
            writeln!(out, "► {title}{size} — {points}").unwrap();
            before.iter().for_each(|part| writeln!(out, "   ↳ {part}").unwrap());
        }
        "rows" => writeln!(out, "{models}\t{title}\t{}\t{points}", before.join("; ")).unwrap(),
        "french" => {
            let with = if parts.is_empty() { "" } else { " avec " };
            let list = joined(&before, ", ", " et ");
            writeln!(out, "– {plain}{title}{with}{list} : {points} pts").unwrap();
        }
        "spanish" => {
            let size = if *models > 1 { format!(" x{models}") } else { String::new() };
            let with = if parts.is_empty() { "" } else { " con " };
            let list = joined(&before, ", ", " y ");
            writeln!(out, "• {title}{size} ({points} puntos){with}{list}").unwrap();
        }
        "polish" => {
            writeln!(out, "{place}. {many}{title} – {points} pkt").unwrap();
            behind.iter().for_each(|part| writeln!(out, "   * {part}").unwrap());
        }
        "stat_lines" => {
            let size = if *models > 1 { format!(" ({models} models)") } else { String::new() };
            writeln!(out, "{title}{size} [{points} pts]").unwrap();
            writeln!(out, "    M 6  CC 12  MW 13  A 2  SV 11").unwrap();
            if !parts.is_empty() {
                writeln!(out, "    Upgrades: {}", before.join(", ")).unwrap();
            }
            writeln!(out, "    The models of this unit may be set up in reserve before the game.")
                .unwrap();
        }
        "leaders" => {
            let size = if *models > 1 { format!(" ({models})") } else { String::new() };
            let list =
                if parts.is_empty() { String::new() } else { format!(" - {}", before.join(", ")) };
            writeln!(out, "{title}{size}{list} ........ {points}").unwrap();
        }
        "slashes" => {
            let size = if *models > 1 { format!(" x{models}") } else { String::new() };
            let list: String = before.iter().map(|part| format!(" / {part}")).collect();
            writeln!(out, "{title}{size}{list} / {points}p").unwrap();
        }
        "sums" => {
            let paid: i64 = item.parts.iter().filter_map(|part| part.points).sum();
            let list: String = item
                .parts
                .iter()
                .zip(&before)
                .map(|(part, name)| match part.points {
                    Some(points) => format!(" + {name} {points}"),
                    None => format!(" + {name}"),
                })
                .collect();
            writeln!(out, "{many}{title} {}{list} = {points}", points - paid).unwrap();
        }
        "chat" => {
            writeln!(out, "**{many}{title}** - *{points} pts*").unwrap();
            behind.iter().for_each(|part| writeln!(out, "> ◦ {part}").unwrap());
        }
        "bbcode" => {
            let list: String = before.iter().map(|part| format!("[*]{part}")).collect();
            let list = if list.is_empty() { list } else { format!("[list]{list}[/list]") };
            writeln!(out, "[*][b]{many}{title}[/b] - {points}{list}").unwrap();
        }
        "sentences" => {
            let with = if parts.is_empty() { "" } else { " with " };
            let list = joined(&before, ", ", " and ");
            let words = if place == 1 { "I take " } else { "Then " };
            writeln!(out, "{words}{plain}{title}{with}{list} ({points} points).").unwrap();
        }
        "per_model" => {
            writeln!(out, "{title} [{points} pts]:").unwrap();
            item.kinds.iter().for_each(|(kind, count)| writeln!(out, "  {count} {kind}").unwrap());
            before.iter().for_each(|part| writeln!(out, "   - {part}").unwrap());
        }
        "wrapped" => {
            let list =
                if parts.is_empty() { String::new() } else { format!(": {}", before.join(", ")) };
            writeln!(out, "* {many}{title} ({points} pts){list}").unwrap();
        }
        "braces" => {
            let size = if *models > 1 { format!(" <{models}>") } else { String::new() };
            let list = if parts.is_empty() {
                String::new()
            } else {
                format!(" {{{}}}", bracketed.join("; "))
            };
            writeln!(out, "{title}{size}{list} [{points}]").unwrap();
        }
        "shortened" => {
            let list =
                if parts.is_empty() { String::new() } else { format!(", {}", before.join(", ")) };
            writeln!(out, "{many}{title}{list} ({points})").unwrap();
        }
        _ => {
            let list: String = before.iter().map(|part| format!(" + {part}")).collect();
            writeln!(out, "{plain}{title}{list}").unwrap();
        }
    }
}

fn foot(out: &mut String, style: &str, dice: &mut Dice, total: i64) {
    match style {
        "rows" => writeln!(out, "\t\tSum\t{total}"),
        "french" => writeln!(out, "\nCordialement,\nHélène"),
        "spanish" => writeln!(out, "\nTotal: {total} puntos\nUn saludo"),
        "polish" => writeln!(out, "\nRazem: {total} pkt\nPozdrawiam\nMichał"),
        "chat" => writeln!(out, "```\nis that legal? :thinking:"),
        "bbcode" => writeln!(out, "[/list]\nTotal: {total}"),
        "sums" => writeln!(out, "= {total}"),
        "sentences" => writeln!(out, "\nThat makes {total} points. See you on Saturday!"),
        "stat_lines" => writeln!(out, "\nCreated with Roster Thing 2.{}", dice.below(9)),
        _ => writeln!(out, "\n{total} pts"),
    }
    .unwrap();
}

/// The bytes of a text as they may arrive.
pub(crate) fn sent(text: &str, dice: &mut Dice) -> Vec<u8> {
    match dice.below(10) {
        0 => {
            [0xFF, 0xFE].into_iter().chain(text.encode_utf16().flat_map(u16::to_le_bytes)).collect()
        }
        1 => {
            [0xFE, 0xFF].into_iter().chain(text.encode_utf16().flat_map(u16::to_be_bytes)).collect()
        }
        2 => text.replace('\n', "\r\n").into_bytes(),
        // UTF-8 that was taken for an old code page on the way.
        3 => {
            let wrong: String = text.bytes().map(old_page).collect();
            wrong.into_bytes()
        }
        4 => [&[0xEF, 0xBB, 0xBF], text.as_bytes()].concat(),
        _ => text.as_bytes().to_vec(),
    }
}

/// A byte as code page 1252 has it.
fn old_page(byte: u8) -> char {
    const UPPER: [char; 32] = [
        '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž',
        '\u{8f}', '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}',
        'ž', 'Ÿ',
    ];
    match byte {
        0x80..=0x9f => UPPER[usize::from(byte - 0x80)],
        other => char::from(other),
    }
}
