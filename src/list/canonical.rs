//! A canonical text of a list.

use crate::list::{GameKey, GameValue, List, Models, OptionPick, Scalar, UnitLine};

impl List {
    /// A text that is the same for lists that differ only in order, YAML style, comments, and names
    /// for people.
    pub fn canonical(&self) -> String {
        let mut text = String::new();
        let scalars = [
            ("system", Some(&self.system)),
            ("faction", self.faction.as_ref()),
            ("chart", self.chart.as_ref()),
        ];
        let others = [("event", self.event.as_ref()), ("opponent", self.opponent.as_ref())];
        for (key, value) in scalars.into_iter().chain(others) {
            text.extend(value.map(|value| format!("{key}: {}\n", value.value)));
        }
        text.extend(self.points.iter().map(|points| format!("points: {}\n", points.value)));
        text.extend(self.optional.iter().map(|name| format!("optional {}\n", name.value)));
        self.options.iter().for_each(|taken| taken.write(&mut text));
        for design in &self.designs {
            text.push_str(&format!("design {} {}", design.name.value, design.model.value));
            text.extend(
                design
                    .picks
                    .iter()
                    .map(|(name, amount)| format!(" {}={}", name.value, amount.value)),
            );
            design.options.iter().for_each(|taken| taken.write(&mut text));
            text.push('\n');
        }
        self.units.iter().for_each(|unit| unit.write(&mut text));
        self.others.iter().for_each(|other| other.write(&mut text));
        text.extend(
            self.derived
                .iter()
                .map(|(name, value)| format!("derived {} {}\n", name.value, value.words())),
        );
        text.extend(
            self.deck
                .iter()
                .map(|(name, amount)| format!("card {} {}\n", name.value, amount.value)),
        );
        text
    }
}

impl UnitLine {
    fn write(&self, text: &mut String) {
        text.push_str(&format!("unit {}", self.unit.value));
        match &self.models {
            Models::Unstated => {}
            Models::Total(total) => text.push_str(&format!(" {}", total.value)),
            Models::Lines(lines) => {
                for line in lines {
                    text.push_str(&format!(" {}", line.model.value));
                    text.extend(line.count.iter().map(|count| format!("={}", count.value)));
                    line.options.iter().for_each(|taken| taken.write(text));
                }
            }
        }
        self.options.iter().for_each(|taken| taken.write(text));
        text.extend(self.joined.iter().map(|name| format!(" joined={}", name.value)));
        text.extend(self.rides.iter().map(|name| format!(" rides={}", name.value)));
        text.extend(self.slot.iter().map(|name| format!(" slot={}", name.value)));
        text.extend(self.id.iter().map(|name| format!(" id={}", name.value)));
        text.extend(self.count.iter().map(|count| format!(" count={}", count.value)));
        self.others.iter().for_each(|other| other.write(text));
        text.push('\n');
    }
}

impl OptionPick {
    fn write(&self, text: &mut String) {
        text.push_str(&format!(" +{}", self.name.value));
        text.extend(self.times.iter().map(|times| format!("={}", times.value)));
        if !self.inner.is_empty() {
            text.push('(');
            self.inner.iter().for_each(|taken| taken.write(text));
            text.push(')');
        }
    }
}

impl GameKey {
    fn write(&self, text: &mut String) {
        match &self.value {
            GameValue::Scalars(values) => {
                let words: Vec<String> = values.iter().map(Scalar::words).collect();
                text.push_str(&format!(" {}={}", self.key.value, words.join(",")));
            }
            GameValue::Forces(forces) => {
                for force in forces {
                    text.push_str(&format!(
                        "\n{} {}",
                        self.key.value,
                        force.chart.as_ref().map_or("", |chart| &chart.value)
                    ));
                    force.options.iter().for_each(|taken| taken.write(text));
                    let (inside, chosen): (Vec<_>, Vec<_>) = force
                        .others
                        .iter()
                        .partition(|other| matches!(other.value, GameValue::Forces(_)));
                    chosen.iter().for_each(|other| other.write(text));
                    text.push('\n');
                    force.units.iter().for_each(|unit| unit.write(text));
                    // Without an end, a force inside and one beside would read the same.
                    inside.iter().for_each(|other| other.write(text));
                    text.push_str("end\n");
                }
            }
            GameValue::Block(_) => {}
        }
    }
}
