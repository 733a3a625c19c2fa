//! The generated units once more, as JSON that is read into structs: the yardstick for loading
//! data.

use serde::{Deserialize, Serialize};

/// A generated unit as a typical program would keep it.
#[derive(Serialize, Deserialize)]
pub(crate) struct Unit {
    id: String,
    name: String,
    categories: Vec<String>,
    models: Vec<Model>,
    weapons: Vec<String>,
    keywords: Vec<Keyword>,
    choices: Vec<Choice>,
}

#[derive(Serialize, Deserialize)]
struct Model {
    id: String,
    name: String,
    min: u32,
    max: u32,
    points: i64,
    stats: Vec<Stat>,
}

#[derive(Serialize, Deserialize)]
struct Stat {
    name: String,
    value: String,
}

#[derive(Serialize, Deserialize)]
struct Keyword {
    name: String,
    arguments: Vec<i64>,
}

#[derive(Serialize, Deserialize)]
struct Choice {
    id: String,
    min: u32,
    max: u32,
    condition: Option<String>,
    target: String,
    categories: Vec<String>,
    options: Vec<Offer>,
}

#[derive(Serialize, Deserialize)]
struct Offer {
    id: String,
    name: String,
    points: i64,
    per_model: bool,
    replacing: Vec<String>,
    with: Vec<String>,
    keywords: Vec<Keyword>,
    changes: Vec<Stat>,
}

fn unit_json(number: usize) -> Unit {
    let text = |text: &str| text.to_owned();
    let stats = [
        ("SP", "5"),
        ("CC", "12/0"),
        ("RS", "13"),
        ("ST", "8"),
        ("CON", "8"),
        ("WP", "13"),
        ("LD", "14"),
        ("W", "1"),
        ("A", "20(8)"),
        ("SZ", "0"),
        ("COH", "8"),
    ];
    let stat = |(name, value): (&str, &str)| Stat { name: text(name), value: text(value) };
    let offer = |id: &str, name: &str, points| Offer {
        id: text(id),
        name: text(name),
        points,
        per_model: id == "drill",
        replacing: if id == "machine_gun" { vec![text("rifle")] } else { vec![] },
        with: if id == "machine_gun" { vec![text("gun")] } else { vec![] },
        keywords: if id == "drill" {
            vec![Keyword { name: text("Stealth"), arguments: vec![] }]
        } else {
            vec![]
        },
        changes: if id == "drill" { vec![stat(("LD", "+1"))] } else { vec![] },
    };
    Unit {
        id: format!("squad_{number}"),
        name: format!("Squad {number}"),
        categories: vec![text("troop"), text("infantry")],
        models: vec![Model {
            id: text("trooper"),
            name: format!("Trooper {number}"),
            min: 5,
            max: 10,
            points: 10 + number as i64 % 10,
            stats: stats.into_iter().map(stat).collect(),
        }],
        weapons: vec![text("rifle"), text("knife")],
        keywords: vec![
            Keyword { name: text("Fear"), arguments: vec![number as i64 % 4] },
            Keyword { name: text("Ranger"), arguments: vec![] },
        ],
        choices: vec![
            Choice {
                id: text("heavy"),
                min: 0,
                max: 1,
                condition: Some(text("if size = 10 then 2 else 1")),
                target: text("one model"),
                categories: vec![text("special")],
                options: vec![
                    offer("machine_gun", "Machine gun", 8),
                    offer("rockets", "Rockets", 15),
                ],
            },
            Choice {
                id: text("drill"),
                min: 0,
                max: 1,
                condition: None,
                target: text("all"),
                categories: vec![],
                options: vec![offer("drill", "Drill", 1)],
            },
        ],
    }
}

/// So many units.
pub(crate) fn units_json(count: usize) -> String {
    serde_json::to_string(&(0..count).map(unit_json).collect::<Vec<_>>()).unwrap_or_default()
}
