use super::super::ast::{
    AttributeValue, Body, BoundValue, Brings, Change, ChangeValue, Choose, Cost, Entry, Include,
    KeywordUse, MayJoin, MayRide, Mode, ModelPrice, ModelRole, Models, ModelsLine, Modifiers, Name,
    OptionLine, Pool, Replacing, SetBound, Stat, StatGiven, StatValue, StatementKind, Target,
    Weapons,
};
use super::super::grammar::Rule;
use super::{Builder, P};

impl<'a> Builder<'a> {
    /// What begins with a name of the game's own: an entry, a change or a fact.
    pub(crate) fn named(&mut self, pair: P<'_>) -> Option<StatementKind<'a>> {
        let mut parts = pair.into_inner();
        let name = self.name(&parts.next()?);
        let second = parts.next()?;
        match second.as_rule() {
            Rule::alteration | Rule::set_to => {
                let value = self.change_value(second)?;
                Some(StatementKind::Change(Change { name, value }))
            }
            Rule::attr_value => {
                let others = parts.filter(|part| part.as_rule() == Rule::attr_value);
                let values = std::iter::once(second)
                    .chain(others)
                    .map(|part| self.value_word(part))
                    .collect::<Option<_>>()?;
                Some(StatementKind::AttributeValue(AttributeValue { name, values }))
            }
            _ => self.entry(pair).map(StatementKind::Entry),
        }
    }

    /// `unit`, `card` and entries of a profile's kind: the first part names the kind.
    pub(crate) fn entry(&mut self, pair: P<'_>) -> Option<Entry<'a>> {
        let (mut kind, mut id, mut title, mut tags) = (None, None, None, Vec::new());
        let (mut modifiers, mut body) = (Modifiers::default(), Body::default());
        for part in pair.into_inner() {
            match part.as_rule() {
                _ if kind.is_none() => kind = Some(self.name(&part)),
                Rule::id | Rule::plain_id => id = Some(self.name(&part)),
                Rule::string => title = Some(self.text(&part)),
                Rule::tags => tags = self.tags(part),
                Rule::modifier => self.modifier(part, &mut modifiers),
                Rule::body => body = self.body(part),
                _ => {}
            }
        }
        Some(Entry { kind: kind?, id: id?, title, tags, modifiers, body })
    }

    pub(crate) fn modifier(&mut self, pair: P<'_>, modifiers: &mut Modifiers<'a>) {
        let Some(part) = pair.into_inner().next() else { return };
        let span = self.span(&part);
        match part.as_rule() {
            Rule::w_unique => self.once(&mut modifiers.unique, span, span),
            Rule::extends => {
                if let Some(base) = self.extends(part) {
                    self.once(&mut modifiers.extends, base, span);
                }
            }
            Rule::for_names => {
                if let Some(ids) = part.into_inner().find(|part| part.as_rule() == Rule::ids) {
                    modifiers.for_names = self.names(ids);
                }
            }
            _ => modifiers.cites.extend(self.names(part)),
        }
    }

    pub(crate) fn extends(&mut self, pair: P<'_>) -> Option<Name<'a>> {
        pair.into_inner().nth(1).map(|name| self.name(&name))
    }

    pub(crate) fn mode(&mut self, pair: P<'_>) -> Option<Mode<'a>> {
        let (mut title, mut body) = (None, Body::default());
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::string => title = Some(self.text(&part)),
                Rule::body => body = self.body(part),
                _ => {}
            }
        }
        Some(Mode { title: title?, body })
    }

    pub(crate) fn models(&mut self, pair: P<'_>) -> Option<Models<'a>> {
        let part = pair.into_inner().nth(1)?;
        if part.as_rule() == Rule::model_line {
            return Some(Models {
                group: None,
                lines: vec![self.model_line(part)?],
                cites: Vec::new(),
            });
        }
        let (mut id, mut range, mut lines, mut cites) = (None, None, Vec::new(), Vec::new());
        for part in part.into_inner() {
            match part.as_rule() {
                Rule::id | Rule::plain_id => id = Some(self.name(&part)),
                Rule::range => range = Some(self.range(part)?),
                Rule::model_line => lines.push(self.model_line(part)?),
                Rule::cite => cites = self.names(part),
                _ => {}
            }
        }
        Some(Models { group: Some((id?, range?)), lines, cites })
    }

    fn model_line(&mut self, pair: P<'_>) -> Option<ModelsLine<'a>> {
        let (mut range, mut model, mut price) = (None, None, None);
        let (mut role, mut cites) = (ModelRole::Ordinary, Vec::new());
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::range => range = Some(self.range(part)?),
                Rule::id | Rule::plain_id => model = Some(self.name(&part)),
                Rule::model_price => price = Some(self.model_price(part)?),
                Rule::w_added => role = ModelRole::Added,
                Rule::w_leading => role = ModelRole::Leading,
                Rule::cite => cites = self.names(part),
                _ => {}
            }
        }
        Some(ModelsLine { range: range?, model: model?, price, role, cites })
    }

    fn model_price(&mut self, pair: P<'_>) -> Option<ModelPrice<'a>> {
        let (mut price, mut first, mut then) = (None, None, None);
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::price if price.is_none() => price = Some(self.price(part)?),
                Rule::price => then = Some(self.price(part)?),
                Rule::number => first = Some(self.number(&part)),
                _ => {}
            }
        }
        Some(ModelPrice { price: price?, first, then })
    }

    pub(crate) fn weapons(&mut self, pair: P<'_>) -> Option<Weapons<'a>> {
        let (mut group, mut names) = (None, Vec::new());
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::string => group = Some(self.text(&part)),
                Rule::ids => names = self.names(part),
                _ => {}
            }
        }
        Some(Weapons { group, names })
    }

    pub(crate) fn has(&mut self, pair: P<'_>) -> Option<Vec<KeywordUse<'a>>> {
        let uses = pair.into_inner().filter(|part| part.as_rule() == Rule::keyword_use);
        uses.map(|part| self.keyword_use(part)).collect()
    }

    fn keyword_use(&mut self, pair: P<'_>) -> Option<KeywordUse<'a>> {
        let span = self.span(&pair);
        let (mut name, mut arguments) = (None, Vec::new());
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::name => name = Some(self.name(&part)),
                Rule::argument => arguments.push(self.value_word(part)?),
                _ => {}
            }
        }
        Some(KeywordUse { name: name?, arguments, span })
    }

    /// `choose` and `group`
    pub(crate) fn choose(&mut self, pair: P<'_>) -> Option<Choose<'a>> {
        let (mut id, mut title, mut range) = (None, None, None);
        let (mut default, mut pool, mut target) = (None, None, None);
        let (mut tags, mut cites, mut options, mut body) =
            (Vec::new(), Vec::new(), Vec::new(), Body::default());
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::id | Rule::plain_id => id = Some(self.name(&part)),
                Rule::string => title = Some(self.text(&part)),
                Rule::range => range = Some(self.range(part)?),
                Rule::default => {
                    let span = self.span(&part);
                    let name = self.name(&part.into_inner().nth(1)?);
                    self.once(&mut default, name, span);
                }
                Rule::pool => pool = Some(self.pool(part)?),
                Rule::target => target = Some(self.target(part)?),
                Rule::tags => tags = self.tags(part),
                Rule::cite => cites.extend(self.names(part)),
                Rule::choices => self.choices(part, &mut options, &mut body),
                _ => {}
            }
        }
        Some(Choose {
            id: id?,
            title,
            range: range?,
            default,
            pool,
            target,
            tags,
            cites,
            options,
            body,
        })
    }

    fn choices(&mut self, pair: P<'_>, options: &mut Vec<OptionLine<'a>>, body: &mut Body<'a>) {
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::item => options.extend(self.option_line(part)),
                Rule::statement => body.statements.extend(self.statement(part)),
                _ => {}
            }
        }
    }

    fn pool(&mut self, pair: P<'_>) -> Option<Pool<'a>> {
        let (mut names, mut condition) = (Vec::new(), None);
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::ids => names = self.names(part),
                Rule::names => condition = Some(self.open_condition(part)?),
                _ => {}
            }
        }
        Some(Pool { names, condition })
    }

    pub(crate) fn option_line(&mut self, pair: P<'_>) -> Option<OptionLine<'a>> {
        let span = self.span(&pair);
        let mut parts = pair.into_inner();
        let mut line = OptionLine {
            id: self.name(&parts.next()?),
            title: None,
            tags: Vec::new(),
            price: None,
            per_model: false,
            times: None,
            target: None,
            replacing: None,
            replaces_leader: None,
            unique: false,
            cites: Vec::new(),
            body: None,
            span,
        };
        for part in parts {
            match part.as_rule() {
                Rule::string => line.title = Some(self.text(&part)),
                Rule::tags => line.tags = self.tags(part),
                Rule::change_price => {
                    let span = self.span(&part);
                    let price = self.change_price(part)?;
                    self.once(&mut line.price, price, span);
                }
                Rule::per_model => line.per_model = true,
                Rule::times_range => line.times = Some(self.times_range(part)?),
                Rule::target => line.target = Some(self.target(part)?),
                Rule::replacing => {
                    let mut ids = part.into_inner().filter(|part| part.as_rule() == Rule::ids);
                    let old = self.names(ids.next()?);
                    line.replacing = Some(Replacing { old, new: self.names(ids.next()?) });
                }
                Rule::replaces => {
                    line.replaces_leader = part
                        .into_inner()
                        .find(|part| matches!(part.as_rule(), Rule::id | Rule::plain_id))
                        .map(|name| self.name(&name));
                }
                Rule::w_unique => line.unique = true,
                Rule::cite => line.cites.extend(self.names(part)),
                Rule::body => line.body = Some(self.body(part)),
                _ => {}
            }
        }
        Some(line)
    }

    /// Like a range, but a bare number is not allowed: it would hide a forgotten `+` before a
    /// price.
    fn times_range(&mut self, pair: P<'_>) -> Option<super::Range<'a>> {
        let span = self.span(&pair);
        let mut range = super::Range { low: None, high: None, exact: false, span };
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::counted => {
                    let number = self.number(&part);
                    let kind = super::super::ast::ExprKind::Number(number.value);
                    range.low = Some(super::super::ast::Expr { kind, span: number.span });
                }
                Rule::paren => range.low = Some(self.paren(part)?),
                Rule::bound => range.high = Some(self.bound(part)?),
                _ => {}
            }
        }
        Some(range)
    }

    fn target(&mut self, pair: P<'_>) -> Option<Target<'a>> {
        let part = pair.into_inner().nth(1)?;
        Some(match part.as_rule() {
            Rule::w_one => Target::OneModel,
            Rule::w_leader => Target::Leader,
            Rule::w_all => Target::All,
            Rule::w_models => Target::NotLeader,
            _ => Target::Model(self.name(&part)),
        })
    }

    pub(crate) fn include(&mut self, pair: P<'_>) -> Option<Include<'a>> {
        let (mut name, mut range, mut cites, mut body) = (None, None, Vec::new(), None);
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::id | Rule::plain_id => name = Some(self.name(&part)),
                Rule::range => range = Some(self.range(part)?),
                Rule::cite => cites = self.names(part),
                Rule::body => body = Some(self.body(part)),
                _ => {}
            }
        }
        Some(Include { name: name?, range, cites, body })
    }

    pub(crate) fn brings(&mut self, pair: P<'_>) -> Option<Brings<'a>> {
        let (mut range, mut unit, mut cites) = (None, None, Vec::new());
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::range => range = Some(self.range(part)?),
                Rule::id | Rule::plain_id => unit = Some(self.name(&part)),
                Rule::cite => cites = self.names(part),
                _ => {}
            }
        }
        Some(Brings { range: range?, unit: unit?, cites })
    }

    pub(crate) fn cost(&mut self, pair: P<'_>) -> Option<Cost<'a>> {
        let (mut price, mut change, mut cites) = (None, false, Vec::new());
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::change_price => (price, change) = (Some(self.change_price(part)?), true),
                Rule::price => price = Some(self.price(part)?),
                Rule::cite => cites = self.names(part),
                _ => {}
            }
        }
        Some(Cost { price: price?, change, cites })
    }

    pub(crate) fn may_join(&mut self, pair: P<'_>) -> Option<MayJoin<'a>> {
        let (mut hosts, mut takes_no_slot, mut most_each, mut cites) =
            (None, false, None, Vec::new());
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::names => hosts = Some(self.open_condition(part)?),
                Rule::no_slot => takes_no_slot = true,
                Rule::most_each => {
                    let bound = part.into_inner().find(|part| part.as_rule() == Rule::bound)?;
                    most_each = Some(self.bound(bound)?);
                }
                Rule::cite => cites = self.names(part),
                _ => {}
            }
        }
        Some(MayJoin { hosts: hosts?, takes_no_slot, most_each, cites })
    }

    pub(crate) fn may_ride(&mut self, pair: P<'_>) -> Option<MayRide<'a>> {
        let (mut carriers, mut cites) = (None, Vec::new());
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::names => carriers = Some(self.open_condition(part)?),
                Rule::cite => cites = self.names(part),
                _ => {}
            }
        }
        Some(MayRide { carriers: carriers?, cites })
    }

    pub(crate) fn set_bound(&mut self, pair: P<'_>) -> Option<SetBound<'a>> {
        let (mut upper, mut choose, mut value) = (false, None, None);
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::w_max => upper = true,
                Rule::id | Rule::plain_id => choose = Some(self.name(&part)),
                Rule::alteration => value = Some(BoundValue::By(self.number(&part).value)),
                Rule::bound => value = Some(BoundValue::To(self.bound(part)?)),
                _ => {}
            }
        }
        Some(SetBound { upper, choose, value: value? })
    }

    /// `+1`, `= 3`
    fn change_value(&mut self, pair: P<'_>) -> Option<ChangeValue<'a>> {
        if pair.as_rule() == Rule::alteration {
            return Some(ChangeValue::By(self.number(&pair)));
        }
        let value = pair.into_inner().nth(1)?;
        Some(match value.as_rule() {
            Rule::paren => ChangeValue::Expr(self.paren(value)?),
            _ => ChangeValue::Token(self.stat_token(&value)),
        })
    }

    /// A characteristic's value, or a change to it: both begin with its name.
    pub(crate) fn stat(&mut self, pair: P<'_>) -> Option<StatementKind<'a>> {
        let mut parts = pair.into_inner();
        let name = self.name(&parts.next()?);
        let (mut values, mut pick) = (Vec::new(), name.span);
        for part in parts {
            match part.as_rule() {
                Rule::w_pick => pick = self.span(&part),
                Rule::set_to | Rule::alteration => {
                    let value = self.change_value(part)?;
                    return Some(StatementKind::Change(Change { name, value }));
                }
                Rule::limits => {
                    let value = StatGiven::Pick(pick, self.limits(part));
                    return Some(StatementKind::Stat(Stat { name, value }));
                }
                Rule::string | Rule::stat_token => values.push(self.stat_token(&part)),
                _ => {}
            }
        }
        Some(StatementKind::Stat(Stat { name, value: StatGiven::Values(values) }))
    }

    fn stat_token(&mut self, pair: &P<'_>) -> StatValue<'a> {
        if pair.as_rule() == Rule::string {
            let text = self.text(pair);
            return StatValue { raw: text.raw, quoted: true, span: text.span };
        }
        let name = self.name(pair);
        StatValue { raw: name.text, quoted: false, span: name.span }
    }
}
