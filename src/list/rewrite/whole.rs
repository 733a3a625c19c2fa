//! Writes a list that has no text yet. Start at `list_text`.

use crate::list::rewrite::render::{
    design, flow, force_head, names, options, scalar, scalars, unit, word,
};
use crate::list::{FORMAT, ForceLine, GameKey, GameValue, List, Name, UnitLine};

/// The text of a list.
pub(crate) fn list_text(list: &List) -> String {
    let text = |name: &Option<Name>| name.as_ref().map(|name| word(&name.value));
    let numbers = |pairs: Vec<(String, String)>| (!pairs.is_empty()).then(|| flow(&pairs));
    let derived = list.derived.iter().map(|(name, value)| (word(&name.value), scalar(value)));
    let keys = [
        ("orbat", Some(FORMAT.to_string())),
        ("name", text(&list.name)),
        ("player", text(&list.player)),
        ("system", Some(word(&list.system.value))),
        ("faction", text(&list.faction)),
        ("chart", text(&list.chart)),
        ("points", list.points.as_ref().map(ToString::to_string)),
        ("event", text(&list.event)),
        ("opponent", text(&list.opponent)),
        ("optional", names(&list.optional)),
        ("options", options(&list.options)),
        ("derived", numbers(derived.collect())),
        ("notes", names(&list.notes)),
    ];
    let mut all = String::new();
    for (key, value) in keys {
        all.extend(value.map(|value| format!("{key}: {value}\n")));
    }
    keys_of_game(&list.others, 0, &mut all);
    if !list.designs.is_empty() {
        all += "designs:\n";
        let designs = list.designs.iter().map(design);
        all.extend(designs.map(|(name, design)| format!("  {name}: {design}\n")));
    }
    units(&list.units, 0, &mut all);
    forces(&list.others, 0, &mut all);
    if !list.deck.is_empty() {
        all += "deck:\n";
        let cards = list.deck.iter();
        all.extend(
            cards.map(|(card, count)| format!("  {}: {}\n", word(&card.value), count.value)),
        );
    }
    all
}

fn keys_of_game(others: &[GameKey], column: usize, all: &mut String) {
    for other in others {
        if let GameValue::Scalars(values) = &other.value {
            let (key, value) = (word(&other.key.value), scalars(values));
            *all += &format!("{:column$}{key}: {value}\n", "");
        }
    }
}

fn units(lines: &[UnitLine], column: usize, all: &mut String) {
    if !lines.is_empty() {
        *all += &format!("{:column$}units:\n", "");
    }
    for line in lines {
        item(&unit(line), column + 2, all);
    }
}

/// An item of a sequence: its keys, one below the other.
fn item(pairs: &[(String, String)], column: usize, all: &mut String) {
    for (at, (key, value)) in pairs.iter().enumerate() {
        let mark = if at == 0 { "- " } else { "  " };
        *all += &format!("{:column$}{mark}{key}: {value}\n", "");
    }
}

fn forces(others: &[GameKey], column: usize, all: &mut String) {
    for other in others {
        let GameValue::Forces(lines) = &other.value else { continue };
        *all += &format!("{:column$}{}:\n", "", word(&other.key.value));
        for line in lines {
            force(line, column + 2, all);
        }
    }
}

fn force(line: &ForceLine, column: usize, all: &mut String) {
    let mut inside = String::new();
    for (key, value) in force_head(line) {
        inside += &format!("{:1$}{key}: {value}\n", "", column + 2);
    }
    units(&line.units, column + 2, &mut inside);
    forces(&line.others, column + 2, &mut inside);
    // The first key of an item follows its dash.
    let rest = inside.get(column + 2..).unwrap_or_default();
    *all += &format!("{:column$}- {rest}", "");
}

#[cfg(test)]
mod tests {
    use super::list_text;
    use crate::list::load_list;
    use crate::source::Sources;

    #[test]
    fn what_is_written_says_the_same_list() {
        let text = "orbat: 1\nname: 'A: b'\nplayer: Zoë\nsystem: x\nfaction: y\npoints: {pts: 3, swc: 1}\n\
            optional: [a]\noptions: {c: d}\nstage: 3\nnotes: [hi]\nderived: {k: 2}\n\
            designs: {d: {model: m, picks: {Move: 2}, options: [o]}}\n\
            units:\n- u\n- {id: i, unit: v, name: 'N #1', count: 2, models: [{design: d, count: 2, options: {o: 2}}], joined: [u], key: [a, b]}\n\
            wings:\n- {name: First, faction: z, chart: c, points: {pts: 2, swc: 1}, stage: 1, units: [u], sections: [{units: [w]}]}\n- units: [{unit: u, models: {a: 1}}]\n\
            deck: {card: 3}\n";
        let read = |text: &str| {
            let mut sources = Sources::default();
            let source = sources.add("", text);
            let (list, found) = load_list(&sources, source);
            assert!(found.is_empty(), "{text}");
            list
        };
        let list = read(text).unwrap();
        let again = read(&list_text(&list)).unwrap();
        assert_eq!(list_text(&list), list_text(&again));
        assert_eq!(
            (&list.units, &list.others, &list.designs),
            (&again.units, &again.others, &again.designs)
        );
    }
}
