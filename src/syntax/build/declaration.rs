//! Builds what a game declares: currencies, profiles, keywords, categories and attributes.

use super::super::ast::{
    Attribute, BaseType, Categories, Characteristic, ChoiceWord, Currency, Enumeration, Keyword,
    Name, NumberLimits, Optional, Parameter, Profile, Section, Text, TypeName, Value, ValueWord,
};
use super::super::grammar::Rule;
use super::super::tree::Pair;
use super::Builder;

impl<'a> Builder<'a> {
    pub(crate) fn currency(&mut self, pair: Pair<'_>) -> Option<Currency<'a>> {
        let step = pair.parts().find(|part| matches!(part.rule(), Rule::number | Rule::fraction));
        let step = step.and_then(|step| self.bound(step));
        Some(Currency { id: self.declared_id(pair)?, title: self.title(pair)?, step })
    }

    pub(crate) fn profile(&mut self, pair: Pair<'_>) -> Option<Profile<'a>> {
        let id = self.name(pair.part(Rule::profile_id)?);
        Some(Profile {
            id: self.declared(id, pair),
            title: self.title(pair),
            extends: self.opt(pair, Rule::extends, Self::extends)?,
            cites: self.cites(pair),
            characteristics: self.each(pair, Rule::characteristic, Self::characteristic)?,
        })
    }

    fn characteristic(&mut self, pair: Pair<'_>) -> Option<Characteristic<'a>> {
        let name = self.name(pair.part(Rule::name)?);
        Some(Characteristic {
            name: self.declared(name, pair),
            title: self.title(pair),
            shape: self.need(pair, Rule::type_, Self::type_name)?,
            limits: pair.part(Rule::limits).map(|limits| self.limits(limits)),
            strict: pair.part(Rule::w_strict).map(|word| self.span(word)),
        })
    }

    fn type_name(&mut self, pair: Pair<'_>) -> Option<TypeName<'a>> {
        let mut word_lists = self.each(pair, Rule::choice_words, Self::choice_words)?.into_iter();
        let base = match self.opt(pair, Rule::base_type, Self::base_type)? {
            Some(base) => base,
            // `list of suppressive, evade`: the words are the base
            None => BaseType::OneOf(word_lists.next()?),
        };
        Some(TypeName {
            base,
            list: pair.has(Rule::w_list),
            words: word_lists.next().unwrap_or_default(),
            optional: pair.has(Rule::maybe),
            span: self.span(pair),
        })
    }

    fn base_type(&mut self, pair: Pair<'_>) -> Option<BaseType<'a>> {
        Some(match pair.parts().next()?.rule() {
            Rule::w_int => BaseType::Int,
            Rule::w_inches => BaseType::Inches,
            Rule::w_text => BaseType::Text,
            Rule::w_category => BaseType::Category,
            Rule::w_shape => BaseType::Shape(self.title(pair)?),
            _ => BaseType::OneOf(self.need(pair, Rule::choice_words, Self::choice_words)?),
        })
    }

    fn choice_words(&mut self, pair: Pair<'_>) -> Option<Vec<ChoiceWord<'a>>> {
        self.each(pair, Rule::choice_word, |builder, pair| {
            let word = builder.name(pair.parts().next()?);
            let word = builder.declared(word, pair);
            Some(ChoiceWord { word, text: builder.title(pair) })
        })
    }

    pub(crate) fn enumeration(&mut self, pair: Pair<'_>) -> Option<Enumeration<'a>> {
        Some(Enumeration {
            id: self.declared_id(pair)?,
            title: self.title(pair),
            ordered: pair.has(Rule::w_ordered),
            words: self.need(pair, Rule::choice_words, Self::choice_words)?,
        })
    }

    pub(crate) fn limits(&mut self, pair: Pair<'_>) -> NumberLimits {
        let mut limits = NumberLimits { low: None, high: None, span: self.span(pair) };
        let mut dots = false;
        for part in pair.parts() {
            match part.rule() {
                Rule::dots => dots = true,
                _ if dots => limits.high = Some(self.number(part)),
                _ => limits.low = Some(self.number(part)),
            }
        }
        if !dots {
            limits.high = limits.low;
        }
        limits
    }

    pub(crate) fn section(&mut self, pair: Pair<'_>) -> Option<Section<'a>> {
        Some(Section {
            id: self.declared_id(pair)?,
            title: self.title(pair)?,
            keywords: self.each(pair, Rule::keyword, Self::keyword)?,
        })
    }

    pub(crate) fn keyword(&mut self, pair: Pair<'_>) -> Option<Keyword<'a>> {
        let mut texts: Vec<Text<'a>> =
            pair.parts_of(Rule::string).map(|string| self.string(string)).collect();
        let text = texts.pop()?;
        let name = self.name(pair.part(Rule::name)?);
        Some(Keyword {
            name: self.declared(name, pair),
            parameters: self.each(pair, Rule::parameter, Self::parameter)?,
            title: texts.pop(),
            text,
        })
    }

    fn parameter(&mut self, pair: Pair<'_>) -> Option<Parameter<'a>> {
        let mut parts = pair.parts();
        Some(Parameter { name: self.name(parts.next()?), kind: self.name(parts.next()?) })
    }

    pub(crate) fn categories(&mut self, pair: Pair<'_>) -> Option<Categories<'a>> {
        Some(Categories {
            names: self.each(pair, Rule::titled, Self::titled)?,
            on: self.names_of(pair, Rule::facts),
            defined: self.opt(pair, Rule::expr, Self::expr)?,
            cites: self.cites(pair),
        })
    }

    fn titled(&mut self, pair: Pair<'_>) -> Option<(Name<'a>, Option<Text<'a>>)> {
        Some((self.declared_id(pair)?, self.title(pair)))
    }

    pub(crate) fn attribute(&mut self, pair: Pair<'_>) -> Option<Attribute<'a>> {
        Some(Attribute {
            id: self.declared_id(pair)?,
            title: self.title(pair),
            shape: self.need(pair, Rule::type_, Self::type_name)?,
            limits: pair.part(Rule::limits).map(|limits| self.limits(limits)),
            strict: pair.part(Rule::w_strict).map(|word| self.span(word)),
            default: self.opt(pair, Rule::attr_value, Self::value_word)?,
            chosen: pair.has(Rule::w_chosen),
            on: self.names_of(pair, Rule::facts),
        })
    }

    /// A plain value: `attr_value` of attributes and `argument` of keywords.
    pub(crate) fn value_word(&mut self, pair: Pair<'_>) -> Option<ValueWord<'a>> {
        let part = pair.parts().next()?;
        let value = match part.rule() {
            Rule::string => Value::Text(self.string(part)),
            Rule::attr_int | Rule::signed => Value::Number(self.number(part).value),
            _ => Value::Word(self.current(self.source_text(part), self.span(part))),
        };
        Some(ValueWord { value, span: self.span(part) })
    }

    pub(crate) fn optional(&mut self, pair: Pair<'_>) -> Option<Optional<'a>> {
        Some(Optional {
            id: self.declared_id(pair)?,
            title: self.title(pair)?,
            cites: self.cites(pair),
        })
    }
}
