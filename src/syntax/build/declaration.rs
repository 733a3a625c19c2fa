use super::super::ast::{
    Attribute, BaseType, Categories, Characteristic, ChoiceWord, Currency, Keyword, Limits,
    Optional, Parameter, Profile, Section, TypeName, Value, ValueWord,
};
use super::super::grammar::Rule;
use super::{Builder, P};

impl<'a> Builder<'a> {
    pub(crate) fn currency(&mut self, pair: P<'_>) -> Option<Currency<'a>> {
        let (mut id, mut title) = (None, None);
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::id | Rule::plain_id => id = Some(self.name(&part)),
                Rule::string => title = Some(self.text(&part)),
                _ => {}
            }
        }
        Some(Currency { id: id?, title: title? })
    }

    pub(crate) fn profile(&mut self, pair: P<'_>) -> Option<Profile<'a>> {
        let (mut id, mut title, mut extends, mut characteristics) = (None, None, None, Vec::new());
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::profile_id => id = Some(self.name(&part)),
                Rule::string => title = Some(self.text(&part)),
                Rule::extends => extends = self.extends(part),
                Rule::characteristic => characteristics.push(self.characteristic(part)?),
                _ => {}
            }
        }
        Some(Profile { id: id?, title, extends, characteristics })
    }

    fn characteristic(&mut self, pair: P<'_>) -> Option<Characteristic<'a>> {
        let (mut name, mut title, mut shape, mut limits) = (None, None, None, None);
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::name => name = Some(self.name(&part)),
                Rule::string => title = Some(self.text(&part)),
                Rule::type_ => shape = Some(self.type_name(part)?),
                Rule::limits => limits = Some(self.limits(part)),
                _ => {}
            }
        }
        Some(Characteristic { name: name?, title, shape: shape?, limits })
    }

    fn type_name(&mut self, pair: P<'_>) -> Option<TypeName<'a>> {
        let span = self.span(&pair);
        let (mut base, mut list, mut words, mut optional) = (None, false, Vec::new(), false);
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::w_list => list = true,
                Rule::base_type => base = Some(self.base_type(part)?),
                // `list of suppressive, evade`: the words are the base
                Rule::choice_words if base.is_none() => {
                    base = Some(BaseType::OneOf(self.choice_words(part)))
                }
                Rule::choice_words => words = self.choice_words(part),
                Rule::maybe => optional = true,
                _ => {}
            }
        }
        Some(TypeName { base: base?, list, words, optional, span })
    }

    fn base_type(&mut self, pair: P<'_>) -> Option<BaseType<'a>> {
        let mut parts = pair.into_inner();
        Some(match parts.next()?.as_rule() {
            Rule::w_int => BaseType::Int,
            Rule::w_inches => BaseType::Inches,
            Rule::w_text => BaseType::Text,
            Rule::w_category => BaseType::Category,
            Rule::w_shape => {
                BaseType::Shape(self.text(&parts.find(|part| part.as_rule() == Rule::string)?))
            }
            _ => BaseType::OneOf(
                self.choice_words(parts.find(|part| part.as_rule() == Rule::choice_words)?),
            ),
        })
    }

    fn choice_words(&mut self, pair: P<'_>) -> Vec<ChoiceWord<'a>> {
        let words = pair.into_inner().filter(|part| part.as_rule() == Rule::choice_word);
        let word = |pair: P<'_>| {
            let mut parts = pair.into_inner();
            let word = self.name(&parts.next()?);
            Some(ChoiceWord { word, text: parts.next().map(|text| self.text(&text)) })
        };
        words.filter_map(word).collect()
    }

    pub(crate) fn limits(&mut self, pair: P<'_>) -> Limits {
        let span = self.span(&pair);
        let mut limits = Limits { low: None, high: None, span };
        let mut dots = false;
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::dots => dots = true,
                Rule::signed if dots => limits.high = Some(self.number(&part)),
                Rule::signed => limits.low = Some(self.number(&part)),
                _ => {}
            }
        }
        if !dots {
            limits.high = limits.low;
        }
        limits
    }

    pub(crate) fn section(&mut self, pair: P<'_>) -> Option<Section<'a>> {
        let (mut id, mut title, mut keywords) = (None, None, Vec::new());
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::id | Rule::plain_id => id = Some(self.name(&part)),
                Rule::string => title = Some(self.text(&part)),
                Rule::keyword => keywords.push(self.keyword(part)?),
                _ => {}
            }
        }
        Some(Section { id: id?, title: title?, keywords })
    }

    pub(crate) fn keyword(&mut self, pair: P<'_>) -> Option<Keyword<'a>> {
        let (mut name, mut parameters, mut texts) = (None, Vec::new(), Vec::new());
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::name => name = Some(self.name(&part)),
                Rule::parameter => {
                    let mut parts = part.into_inner();
                    let name = self.name(&parts.next()?);
                    parameters.push(Parameter { name, kind: self.name(&parts.next()?) });
                }
                Rule::string => texts.push(self.text(&part)),
                _ => {}
            }
        }
        let text = texts.pop()?;
        Some(Keyword { name: name?, parameters, title: texts.pop(), text })
    }

    pub(crate) fn categories(&mut self, pair: P<'_>) -> Option<Categories<'a>> {
        let mut categories =
            Categories { names: Vec::new(), on: Vec::new(), defined: None, cites: Vec::new() };
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::titled => {
                    let mut parts = part.into_inner();
                    let id = self.name(&parts.next()?);
                    categories.names.push((id, parts.next().map(|title| self.text(&title))));
                }
                Rule::facts => categories.on = self.names(part),
                Rule::expr => categories.defined = Some(self.expr(part)?),
                Rule::cite => categories.cites = self.names(part),
                _ => {}
            }
        }
        Some(categories)
    }

    pub(crate) fn attribute(&mut self, pair: P<'_>) -> Option<Attribute<'a>> {
        let (mut id, mut title, mut shape, mut limits) = (None, None, None, None);
        let (mut default, mut chosen, mut on) = (None, false, Vec::new());
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::id | Rule::plain_id => id = Some(self.name(&part)),
                Rule::string => title = Some(self.text(&part)),
                Rule::type_ => shape = Some(self.type_name(part)?),
                Rule::limits => limits = Some(self.limits(part)),
                Rule::attr_value => default = Some(self.value_word(part)?),
                Rule::w_chosen => chosen = true,
                Rule::facts => on = self.names(part),
                _ => {}
            }
        }
        Some(Attribute { id: id?, title, shape: shape?, limits, default, chosen, on })
    }

    /// A plain value: `attr_value` of attributes and `argument` of keywords.
    pub(crate) fn value_word(&mut self, pair: P<'_>) -> Option<ValueWord<'a>> {
        let part = pair.into_inner().next()?;
        let span = self.span(&part);
        let value = match part.as_rule() {
            Rule::string => Value::Text(self.text(&part)),
            Rule::attr_int | Rule::signed => Value::Number(self.number(&part).value),
            _ => Value::Word(self.original(span)),
        };
        Some(ValueWord { value, span })
    }

    pub(crate) fn optional(&mut self, pair: P<'_>) -> Option<Optional<'a>> {
        let (mut id, mut title, mut cites) = (None, None, Vec::new());
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::id | Rule::plain_id => id = Some(self.name(&part)),
                Rule::string => title = Some(self.text(&part)),
                Rule::cite => cites = self.names(part),
                _ => {}
            }
        }
        Some(Optional { id: id?, title: title?, cites })
    }
}
