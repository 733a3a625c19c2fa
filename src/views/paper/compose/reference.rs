//! The reference sheet: the pages of the game, and every keyword and word that this army uses.

use crate::engine::army::{NodeId, NodeIs};
use crate::engine::eval::{Env, Evaluator, Value};
use crate::model::{
    Argument, AttributeValue, ChoicesId, KeywordId, KeywordUse, NodeKind, Owner, SectionId, Shown,
    Stat, StatValue,
};
use crate::views::{KeywordPart, KeywordView, Reference, WordPart, WordText, sheet_view};

impl<'g> Evaluator<'_, 'g> {
    pub(crate) fn reference(&self) -> Reference {
        let needed = |when: Option<&'g crate::model::Expr>| {
            when.is_none_or(|when| self.holds(when, &mut Env::at(NodeId::ARMY)))
        };
        Reference {
            sheets: self
                .game
                .sheets
                .iter()
                .filter(|sheet| self.has_somebody_of(sheet.owner) && needed(sheet.when.as_ref()))
                .map(sheet_view)
                .collect(),
            keywords: self.keyword_parts(),
            words: self.word_parts(),
        }
    }

    /// Whether the army, one of its forces or one of its units belongs to `owner`.
    fn has_somebody_of(&self, owner: Owner) -> bool {
        let Owner::Faction(faction) = owner else { return true };
        self.army.faction == Some(faction)
            || self.army.forces.iter().any(|force| force.faction == Some(faction))
            || self.army.units.iter().any(|unit| self.game.entries[unit.entry].owner == owner)
    }

    /// Each keyword once, by section. A keyword used with different values shows its parameters'
    /// names.
    fn keyword_parts(&self) -> Vec<KeywordPart> {
        let mut uses: Vec<&'g KeywordUse> =
            self.all_keywords(NodeId::ARMY, &self.gear_nodes(NodeId::ARMY));
        for unit in &self.army.units {
            uses.extend(self.all_keywords(unit.node, &self.gear_nodes(unit.node)));
        }
        let mut known: Vec<(KeywordId, KeywordView)> = Vec::new();
        for keyword_use in uses {
            let view = self.views([keyword_use]).pop();
            match (known.iter_mut().find(|(id, _)| *id == keyword_use.keyword), view) {
                (Some((id, first)), Some(view)) if *first != view => *first = self.in_general(*id),
                (None, Some(view)) => known.push((keyword_use.keyword, view)),
                _ => {}
            }
        }
        known.sort_by_key(|(_, view)| view.name.to_lowercase());
        let of_section = |section: Option<SectionId>| -> Vec<KeywordView> {
            let here = known.iter().filter(|(id, _)| self.game.keywords[*id].section == section);
            here.map(|(_, view)| view.clone()).collect()
        };
        let titled = self
            .game
            .sections
            .iter()
            .map(|(id, section)| (Some(section.title.clone()), of_section(Some(id))));
        let parts = titled.chain([(None, of_section(None))]);
        parts
            .filter(|(_, keywords)| !keywords.is_empty())
            .map(|(title, keywords)| KeywordPart { title, keywords })
            .collect()
    }

    /// A keyword with the names of its parameters instead of values.
    fn in_general(&self, id: KeywordId) -> KeywordView {
        let keyword = &self.game.keywords[id];
        let names = keyword
            .parameters
            .iter()
            .map(|parameter| Argument::Text(parameter.name.clone()))
            .collect();
        let general =
            KeywordUse { keyword: id, arguments: names, after_removal: false, span: keyword.span };
        self.views([&general]).pop().unwrap_or(KeywordView {
            id: keyword.name.clone(),
            name: String::new(),
            text: String::new(),
        })
    }

    /// The explained words in the tables of this army's cards.
    fn word_parts(&self) -> Vec<WordPart> {
        let mut used: Vec<(ChoicesId, String, usize)> = Vec::new();
        for id in (0..self.army.nodes.len()).filter_map(|id| u32::try_from(id).ok()).map(NodeId) {
            let node = self.army.node(id);
            let Some(entry) = node.entry else { continue };
            if matches!(node.is, NodeIs::Unit) {
                self.attribute_words(id, &mut used);
            }
            let Some(profile) = self.profile_of(entry) else { continue };
            let profile = &self.game.profiles[profile];
            let title = |name: &str, title: Option<&String>| {
                format!("{}: {}", profile.title, title.map_or(name, |title| title))
            };
            for characteristic in &profile.characteristics {
                words_of(
                    &self.stat(id, &characteristic.name, None),
                    &title(&characteristic.name, characteristic.title.as_ref()),
                    &mut used,
                );
            }
            for stat in self.game.entries[entry].body.modes.iter().flat_map(|mode| &mode.stats) {
                let own = profile
                    .characteristic(&stat.name)
                    .and_then(|characteristic| characteristic.title.as_ref());
                stated_words(stat, &title(&stat.name, own), &mut used);
            }
        }
        self.texts_of(used)
    }

    /// The explained words of attributes that cards show.
    fn attribute_words(&self, id: NodeId, used: &mut Vec<(ChoicesId, String, usize)>) {
        for shown in &self.game.layout.shown {
            let Shown::Attribute(attribute) = shown else { continue };
            let declared = &self.game.attributes[*attribute];
            let Some(choices) = declared.choices() else { continue };
            if self.kind(id) != NodeKind::Unit {
                continue;
            }
            let entry =
                self.army.node(id).entry.map(|entry| &self.game.entries[entry].body.attributes);
            let given = entry.into_iter().flatten().filter(|given| given.attribute == *attribute);
            for value in given.flat_map(|given| &given.values) {
                if let AttributeValue::Choice(position) = value {
                    used.push((choices, declared.title.clone(), *position));
                }
            }
        }
    }

    fn texts_of(&self, used: Vec<(ChoicesId, String, usize)>) -> Vec<WordPart> {
        let mut parts: Vec<(ChoicesId, WordPart)> = Vec::new();
        let mut used = used;
        used.sort_by_key(|(choices, _, position)| (*choices, *position));
        used.dedup_by_key(|(choices, _, position)| (*choices, *position));
        for (choices, title, position) in used {
            let Some(choice) = self.game.choices[choices].words.get(position) else { continue };
            let Some(text) = choice.text.clone() else { continue };
            let word = WordText { word: self.game.choices[choices].label(position), text };
            match parts.iter_mut().find(|(id, _)| *id == choices) {
                Some((_, part)) => part.words.push(word),
                None => parts.push((choices, WordPart { title, words: vec![word] })),
            }
        }
        parts.into_iter().map(|(_, part)| part).collect()
    }
}

fn words_of(value: &Value<'_>, title: &str, used: &mut Vec<(ChoicesId, String, usize)>) {
    match value {
        Value::Choice(choices, position) => used.push((*choices, title.to_owned(), *position)),
        Value::Set(all) => all.iter().for_each(|(value, _)| words_of(value, title, used)),
        _ => {}
    }
}

fn stated_words(stat: &Stat, title: &str, used: &mut Vec<(ChoicesId, String, usize)>) {
    let values = match &stat.value {
        StatValue::List(values) => values.as_slice(),
        value => std::slice::from_ref(value),
    };
    for value in values {
        if let StatValue::Word(choices, position) = value {
            used.push((*choices, title.to_owned(), *position));
        }
    }
}
