//! Pages that can show the source text in the data after the words for it.

use crate::views::catalogue::army::{ArmyView, DeckView, ForceView};
use crate::views::catalogue::chart::{ChartView, SlotView};
use crate::views::catalogue::models::ModelView;
use crate::views::catalogue::offer::{ChoiceView, OptionView};
use crate::views::catalogue::term::TermView;
use crate::views::catalogue::thing::ThingView;
use crate::views::catalogue::unit::UnitView;

/// A page whose words can be followed by their source text.
pub(crate) trait WithSource {
    fn show_source(&mut self);
}

impl WithSource for UnitView {
    fn show_source(&mut self) {
        for group in &mut self.groups {
            put_behind(&mut group.count_words, &group.count);
        }
        self.models.show_source();
        self.choices.show_source();
        self.limits.show_source();
    }
}

impl WithSource for ArmyView {
    fn show_source(&mut self) {
        self.charts.show_source();
        self.choices.show_source();
        self.forces.show_source();
        self.decks.show_source();
        self.terms.show_source();
    }
}

impl WithSource for ChartView {
    fn show_source(&mut self) {
        self.slots.show_source();
        self.terms.show_source();
    }
}

impl WithSource for ThingView {
    fn show_source(&mut self) {
        self.terms.show_source();
    }
}

impl WithSource for SlotView {
    fn show_source(&mut self) {
        put_behind(&mut self.range_words, &self.range);
        put_behind(&mut self.takes_words, &self.takes);
    }
}

impl WithSource for ForceView {
    fn show_source(&mut self) {
        put_behind(&mut self.range_words, &self.range);
        self.choices.show_source();
        self.terms.show_source();
    }
}

impl WithSource for DeckView {
    fn show_source(&mut self) {
        put_both_behind(&mut self.size_words, &self.size);
        put_both_behind(&mut self.copies_words, &self.copies);
        put_both_behind(&mut self.when_words, &self.when);
    }
}

impl WithSource for ModelView {
    fn show_source(&mut self) {
        put_behind(&mut self.count_words, &self.count);
        self.choices.show_source();
        self.limits.show_source();
    }
}

impl WithSource for ChoiceView {
    fn show_source(&mut self) {
        put_behind(&mut self.range_words, &self.range);
        put_both_behind(&mut self.when_words, &self.when);
        self.options.show_source();
        self.choices.show_source();
        self.limits.show_source();
    }
}

impl WithSource for OptionView {
    fn show_source(&mut self) {
        put_both_behind(&mut self.price_words, &self.price);
        put_both_behind(&mut self.times_words, &self.times);
        self.choices.show_source();
        self.limits.show_source();
    }
}

impl WithSource for TermView {
    fn show_source(&mut self) {
        self.words = behind(&self.words, &self.source);
    }
}

impl<T: WithSource> WithSource for Vec<T> {
    fn show_source(&mut self) {
        self.iter_mut().for_each(WithSource::show_source);
    }
}

fn put_both_behind(words: &mut Option<String>, source: &Option<String>) {
    if let (Some(words), Some(source)) = (words, source) {
        put_behind(words, source);
    }
}

/// Numbers and ranges of numbers are not repeated: they read the same in both.
fn put_behind(words: &mut String, source: &str) {
    if source.contains(|char: char| char.is_alphabetic() || char == '(') {
        *words = behind(words, source);
    }
}

fn behind(words: &str, source: &str) -> String {
    format!("{words} `{source}`")
}
