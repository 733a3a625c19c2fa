//! Sample values of characteristics, for data that an author is about to write.

use super::{Characteristic, Game, Shape, ShapePart, StatBase, StatType};

impl Characteristic {
    /// A valid sample value, as data writes it.
    pub(crate) fn sample(&self, game: &Game) -> String {
        let shape = &self.shape;
        if shape.optional {
            return "-".to_owned();
        }
        match &shape.base {
            StatBase::Int | StatBase::Inches => number(shape, 0).to_string(),
            StatBase::Text => "\"…\"".to_owned(),
            StatBase::Choice(choices) => game.choices[*choices].word(0).to_owned(),
            StatBase::Shape(of) => filled(shape, of),
        }
    }
}

/// The least allowed number that is at least one.
fn number(shape: &StatType, position: usize) -> i64 {
    let (low, high) = shape.limits_of(position);
    let number = low.unwrap_or(1).max(1);
    high.map_or(number, |high| number.min(high))
}

fn filled(shape: &StatType, of: &Shape) -> String {
    let numbers: Vec<Option<String>> =
        (0..of.names.len()).map(|position| Some(number(shape, position).to_string())).collect();
    let optional = |part: &ShapePart| match part {
        ShapePart::Optional(inner) => inner
            .iter()
            .filter_map(|part| match part {
                ShapePart::Number(at) => Some(*at),
                _ => None,
            })
            .collect(),
        _ => Vec::new(),
    };
    let left_out: Vec<usize> = of.parts.iter().flat_map(optional).collect();
    let numbers: Vec<Option<String>> = numbers
        .into_iter()
        .enumerate()
        .map(|(at, number)| number.filter(|_| !left_out.contains(&at)))
        .collect();
    let value = of.fill(&numbers, "");
    let plain = |char: char| char.is_ascii_alphanumeric() || "/+-()".contains(char);
    if value.chars().all(plain) { value } else { format!("\"{value}\"") }
}
