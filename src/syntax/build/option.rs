//! Builds choices and their options.

use super::super::ast::{
    Choose, Include, ModelFilter, Number, OptionLine, Pool, Replacing, Target,
};
use super::super::grammar::Rule;
use super::super::tree::Pair;
use super::Builder;

impl<'a> Builder<'a> {
    /// `choose` and `group`
    pub(crate) fn choose(&mut self, pair: Pair<'_>) -> Option<Choose<'a>> {
        let mut choose = Choose {
            id: self.declared_id(pair)?,
            title: self.title(pair),
            range: self.need(pair, Rule::range, Self::range)?,
            default: None,
            pool: None,
            target: None,
            mounted: pair.has(Rule::w_mounted),
            tags: Vec::new(),
            cites: self.cites(pair),
            options: Vec::new(),
            body: Vec::new(),
        };
        for part in pair.parts() {
            match part.rule() {
                Rule::default => {
                    let name = self.id(part)?;
                    self.once(&mut choose.default, name, self.span(part));
                }
                Rule::pool => {
                    let pool = self.pool(part)?;
                    self.once(&mut choose.pool, pool, self.span(part));
                }
                Rule::target => {
                    let target = self.target(part)?;
                    self.once(&mut choose.target, target, self.span(part));
                }
                Rule::tags => choose.tags = self.names_of(part, Rule::ids),
                Rule::choices => {
                    for line in part.parts() {
                        match line.rule() {
                            Rule::item => choose.options.extend(self.option_line(line)),
                            _ => choose.body.extend(self.statement(line)),
                        }
                    }
                }
                _ => {}
            }
        }
        Some(choose)
    }

    fn pool(&mut self, pair: Pair<'_>) -> Option<Pool<'a>> {
        Some(Pool {
            names: self.names_of(pair, Rule::ids),
            condition: self.opt(pair, Rule::names, Self::open_condition)?,
        })
    }

    pub(crate) fn option_line(&mut self, pair: Pair<'_>) -> Option<OptionLine<'a>> {
        let mut line = OptionLine {
            id: self.declared_id(pair)?,
            title: self.title(pair),
            tags: Vec::new(),
            price: None,
            per_model: pair.has(Rule::per_model),
            times: None,
            target: None,
            replacing: None,
            replaces_leader: None,
            unique: pair.has(Rule::w_unique),
            cites: self.cites(pair),
            body: pair.has(Rule::body).then(|| self.body(pair)),
            span: self.span(pair),
        };
        for part in pair.parts() {
            match part.rule() {
                Rule::tags => line.tags = self.names_of(part, Rule::ids),
                Rule::change_price => {
                    let price = self.change_price(part)?;
                    self.once(&mut line.price, price, self.span(part));
                }
                Rule::times_range => {
                    let times = self.range(part)?;
                    self.once(&mut line.times, times, self.span(part));
                }
                Rule::target => {
                    let target = self.target(part)?;
                    self.once(&mut line.target, target, self.span(part));
                }
                Rule::replacing => {
                    let mut lists = part.parts_of(Rule::ids);
                    let replacing = Replacing {
                        old: self.names(lists.next()?),
                        new: self.names(lists.next()?),
                    };
                    self.once(&mut line.replacing, replacing, self.span(part));
                }
                Rule::replaces => {
                    let model = self.id(part)?;
                    self.once(&mut line.replaces_leader, model, self.span(part));
                }
                _ => {}
            }
        }
        Some(line)
    }

    fn target(&mut self, pair: Pair<'_>) -> Option<Target<'a>> {
        let part = pair.parts().nth(1)?;
        let who = match part.rule() {
            Rule::some_models => return self.some_models(part),
            Rule::w_leader => ModelFilter::Leader,
            Rule::w_all => ModelFilter::Any,
            Rule::w_models => ModelFilter::NotLeader,
            _ => ModelFilter::Model(self.name(part)),
        };
        Some(Target { number: None, who })
    }

    /// `one model`, `2 models`, `2 gunner`
    fn some_models(&mut self, pair: Pair<'_>) -> Option<Target<'a>> {
        let mut parts = pair.parts();
        let (count, kind) = (parts.next()?, parts.next()?);
        let number = match count.rule() {
            Rule::number => self.number(count),
            _ => Number { value: 1, span: self.span(count) },
        };
        let who = match kind.rule() {
            Rule::id => ModelFilter::Model(self.name(kind)),
            _ => ModelFilter::Any,
        };
        Some(Target { number: Some(number), who })
    }

    pub(crate) fn include(&mut self, pair: Pair<'_>) -> Option<Include<'a>> {
        Some(Include {
            name: self.id(pair)?,
            range: self.opt(pair, Rule::range, Self::range)?,
            cites: self.cites(pair),
            body: self.body(pair),
        })
    }
}
