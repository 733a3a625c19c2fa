//! What the page of a unit collects from all parts of its view.

use crate::views::catalogue::gear::{GearView, KeywordView};
use crate::views::catalogue::offer::{ChoiceView, OptionView, each_option};
use crate::views::catalogue::unit::UnitView;

impl UnitView {
    /// Every option of the unit, then those of its models.
    fn options(&self) -> Vec<&OptionView> {
        let mut all = each_option(&self.choices);
        for model in &self.models {
            all.extend(each_option(&model.choices));
        }
        all
    }

    /// Weapons that only options give, each once. The attack group is shown with the option.
    pub fn option_gear(&self) -> Vec<GearView> {
        let mut carried: Vec<&GearView> = self.weapons.iter().collect();
        carried.extend(self.models.iter().flat_map(|model| &model.weapons));
        let mut all: Vec<GearView> = Vec::new();
        for gear in self.options().into_iter().flat_map(|option| &option.gear) {
            if !carried.iter().copied().chain(&all).any(|other| other.id == gear.id) {
                all.push(GearView { group: None, ..gear.clone() });
            }
        }
        all
    }

    /// All keywords that the unit, its models, weapons and options have or may get, each once, by
    /// name.
    pub fn glossary(&self) -> Vec<&KeywordView> {
        let mut all: Vec<&KeywordView> =
            self.keywords.iter().chain(&self.conditional_keywords).collect();
        let mut gear: Vec<&GearView> = self.weapons.iter().collect();
        for model in &self.models {
            all.extend(model.keywords.iter().chain(&model.conditional_keywords));
            gear.extend(&model.weapons);
        }
        for option in self.options() {
            all.extend(option.keywords.iter().chain(&option.conditional_keywords));
            gear.extend(&option.gear);
        }
        all.extend(gear.into_iter().flat_map(GearView::all_keywords));
        all.sort_by(|a, b| (&a.name, &a.text).cmp(&(&b.name, &b.text)));
        all.dedup();
        all
    }

    /// The ids of choices that depend on what the army has chosen.
    pub fn army_only(&self) -> Vec<&str> {
        let of_models = self.models.iter().flat_map(|model| &model.choices);
        army_only(self.choices.iter().chain(of_models))
    }
}

fn army_only<'v>(choices: impl IntoIterator<Item = &'v ChoiceView>) -> Vec<&'v str> {
    let mut all = Vec::new();
    for choice in choices {
        if choice.by_army {
            all.push(choice.id.as_str());
        }
        all.extend(army_only(&choice.choices));
        for option in &choice.options {
            all.extend(army_only(&option.choices));
        }
    }
    all
}
