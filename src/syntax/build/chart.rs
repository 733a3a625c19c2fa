use super::super::ast::{
    Body, Chart, Expr, ExprKind, Force, Holds, Modifiers, Name, Offer, Offers, Slot, Statement,
    StatementKind, Subforce, Trade, Unlock, Unlocked,
};
use super::super::grammar::Rule;
use super::{Builder, P};

impl<'a> Builder<'a> {
    pub(crate) fn chart(&mut self, pair: P<'_>) -> Option<Chart<'a>> {
        let (mut id, mut title, mut modifiers, mut body) =
            (None, None, Modifiers::default(), Body::default());
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::id | Rule::plain_id => id = Some(self.name(&part)),
                Rule::string => title = Some(self.text(&part)),
                Rule::modifier => self.modifier(part, &mut modifiers),
                Rule::body => body = self.body(part),
                _ => {}
            }
        }
        Some(Chart { id: id?, title: title?, modifiers, body })
    }

    pub(crate) fn slot(&mut self, pair: P<'_>) -> Option<Slot<'a>> {
        let (mut id, mut title, mut range, mut takes, mut cites) =
            (None, None, None, None, Vec::new());
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::id | Rule::plain_id => id = Some(self.name(&part)),
                Rule::string => title = Some(self.text(&part)),
                Rule::range => range = Some(self.range(part)?),
                Rule::names => takes = Some(self.open_condition(part)?),
                Rule::cite => cites = self.names(part),
                _ => {}
            }
        }
        Some(Slot { id: id?, title, range: range?, takes, cites })
    }

    pub(crate) fn trade(&mut self, pair: P<'_>) -> Option<Trade<'a>> {
        let (mut numbers, mut slots, mut most, mut cites) =
            (Vec::new(), Vec::new(), None, Vec::new());
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::number => numbers.push(self.number(&part)),
                Rule::id | Rule::plain_id => slots.push(self.name(&part)),
                Rule::bound => most = Some(self.bound(part)?),
                Rule::cite => cites = self.names(part),
                _ => {}
            }
        }
        let mut sides = numbers.into_iter().zip(slots);
        Some(Trade { give: sides.next()?, get: sides.next()?, most: most?, cites })
    }

    pub(crate) fn unlock(&mut self, pair: P<'_>) -> Option<Unlock<'a>> {
        let (mut slots, mut count, mut by, mut cites) = (Vec::new(), None, Vec::new(), Vec::new());
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::unlocked => {
                    let mut parts = part.into_inner();
                    let slot = self.name(&parts.next()?);
                    slots.push(Unlocked { slot, after_the_first: parts.next().is_some() });
                }
                Rule::number => count = Some(self.number(&part)),
                Rule::ids => by = self.names(part),
                Rule::cite => cites = self.names(part),
                _ => {}
            }
        }
        Some(Unlock { slots, count: count?, by, cites })
    }

    pub(crate) fn cites_of(&mut self, pair: P<'_>) -> Vec<Name<'a>> {
        pair.into_inner()
            .filter(|part| part.as_rule() == Rule::cite)
            .flat_map(|part| self.names(part))
            .collect()
    }

    pub(crate) fn offers(&mut self, pair: P<'_>) -> Option<Offers<'a>> {
        let (mut by, mut offers, mut cites) = (None, Vec::new(), Vec::new());
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::id | Rule::plain_id => by = Some(self.name(&part)),
                Rule::offer => offers.push(self.offer(part)?),
                Rule::cite => cites = self.names(part),
                _ => {}
            }
        }
        Some(Offers { by: by?, offers, cites })
    }

    fn offer(&mut self, pair: P<'_>) -> Option<Offer<'a>> {
        let (mut count, mut to) = (None, None);
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::number => count = Some(self.number(&part)),
                Rule::names => to = Some(self.open_condition(part)?),
                Rule::id | Rule::plain_id => {
                    let name = self.name(&part);
                    to = Some(Expr { kind: ExprKind::Name(name), span: name.span });
                }
                _ => {}
            }
        }
        Some(Offer { count: count?, to: to? })
    }

    pub(crate) fn holds(&mut self, pair: P<'_>) -> Option<Holds<'a>> {
        let (mut categories, mut cites) = (Vec::new(), Vec::new());
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::ids => categories = self.names(part),
                Rule::cite => cites = self.names(part),
                _ => {}
            }
        }
        Some(Holds { categories, cites })
    }

    pub(crate) fn force(&mut self, pair: P<'_>) -> Option<Force<'a>> {
        let (mut id, mut title, mut one_chart) = (None, None, false);
        let (mut cites, mut statements) = (Vec::new(), Vec::new());
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::id | Rule::plain_id => id = Some(self.name(&part)),
                Rule::string => title = Some(self.text(&part)),
                Rule::one_chart => one_chart = true,
                Rule::cite => cites = self.names(part),
                Rule::subforce => {
                    let span = self.span(&part);
                    statements.push(Statement {
                        kind: StatementKind::Subforce(self.subforce(part)?),
                        span,
                    });
                }
                Rule::statement => statements.extend(self.statement(part)),
                _ => {}
            }
        }
        Some(Force { id: id?, title: title?, one_chart, cites, statements })
    }

    fn subforce(&mut self, pair: P<'_>) -> Option<Subforce<'a>> {
        let (mut id, mut title, mut range) = (None, None, None);
        let (mut full_before_next, mut cites, mut body) = (false, Vec::new(), None);
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::id | Rule::plain_id => id = Some(self.name(&part)),
                Rule::string => title = Some(self.text(&part)),
                Rule::range => range = Some(self.range(part)?),
                Rule::full_first => full_before_next = true,
                Rule::cite => cites = self.names(part),
                Rule::body => body = Some(self.body(part)),
                _ => {}
            }
        }
        Some(Subforce { id: id?, title: title?, range: range?, full_before_next, cites, body })
    }
}
