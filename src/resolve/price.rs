//! Prices and limits in the currencies of a game.

use super::Resolver;
use super::expr::make;
use super::fact_graph::Node;
use super::scope::Scope;
use crate::analysis::constant;
use crate::diagnostic::codes;
use crate::model::{Currency, CurrencyId, Expr, ExprKind, Limit, ModelPrice, Price, Type};
use crate::number::Number;
use crate::source::Span;
use crate::syntax::ast;

use super::text::plain;

impl<'t> Resolver<'t> {
    pub(crate) fn declare_currency(&mut self, decl: &ast::Currency<'t>) {
        let step = decl.step.as_ref().and_then(|step| {
            let value = literal(step).filter(|step| *step > Number::ZERO);
            if value.is_none() {
                self.report(codes::OFF_STEP.at(step.span, "a step must be more than 0"));
            }
            value
        });
        let currency = Currency {
            id: decl.id.text.to_owned(),
            title: plain(decl.title),
            step,
            span: decl.id.span,
        };
        if !self.names.currencies.contains_key(decl.id.text) {
            self.define_fact(decl.id, "currency");
        }
        let id = self.game.currencies.add(currency);
        self.define(|names| &mut names.currencies, decl.id, "currency", id);
    }

    pub(crate) fn price(&mut self, scope: &mut Scope<'t>, price: &ast::Price<'t>) -> Price {
        let mut amounts: Vec<(CurrencyId, Expr)> = Vec::new();
        for amount in &price.amounts {
            let currency = match amount.currency {
                Some(name) => self.currency(name),
                None => self.first_currency(price.span),
            };
            let mut value = self.number(scope, &amount.value);
            let Some(currency) = currency else { continue };
            self.check_step(currency, &amount.value, &value);
            if amount.negative {
                let span = value.span;
                value = make(ExprKind::Negate(Box::new(value)), Type::Number, span);
            }
            if amounts.iter().any(|(known, _)| *known == currency) {
                let message =
                    format!("this price has `{}` twice", self.game.currencies[currency].id);
                self.report(codes::REPEATED.at(value.span, message));
                continue;
            }
            self.reads.add_expr(Node::Price(currency), &value);
            amounts.push((currency, value));
        }
        Price { amounts, span: price.span }
    }

    pub(crate) fn model_price(
        &mut self,
        scope: &mut Scope<'t>,
        price: &ast::ModelPrice<'t>,
    ) -> ModelPrice {
        ModelPrice {
            price: self.price(scope, &price.price),
            first: price.first.map(|number| number.value),
            then: price.then.as_ref().map(|then| self.price(scope, then)),
        }
    }

    pub(crate) fn limit(
        &mut self,
        scope: &mut Scope<'t>,
        limit: &ast::Limit<'t>,
        span: Span,
    ) -> Option<Limit> {
        let most = self.number(scope, &limit.most);
        // Messages are written after slots are filled, so they may read slots.
        let mut telling = Scope { reads_slots: true, ..scope.clone() };
        let say = limit.say.map(|text| self.text(&mut telling, text));
        let help = limit.help.map(|text| self.text(&mut telling, text));
        let currency = self.currency(limit.currency)?;
        self.check_step(currency, &limit.most, &most);
        Some(Limit { currency, most, span, cites: self.cites(&limit.cites), say, help })
    }

    fn currency(&mut self, name: ast::Name<'t>) -> Option<CurrencyId> {
        self.look_up(|names| &names.currencies, name, &codes::UNKNOWN_COST, "currency")
    }

    fn first_currency(&mut self, price: Span) -> Option<CurrencyId> {
        let first = self.game.currencies.ids().next();
        if first.is_none() && self.lost.is_empty() {
            self.report(
                codes::UNKNOWN_COST
                    .at(price, "the system has no currency for this price")
                    .help("add a line such as `cost pts \"points\"` to the system"),
            );
        }
        first
    }

    /// Checks that fractions occur only in currencies that allow them, and that every amount known
    /// here is a multiple of the step.
    fn check_step(&mut self, currency: CurrencyId, written: &ast::Expr<'t>, value: &Expr) {
        let Currency { id, title, step, .. } = &self.game.currencies[currency];
        let Some(amount) = constant::number(value) else { return };
        let problem = match *step {
            Some(step) if !amount.is_multiple_of(step) => {
                let message = format!("{amount} is not a multiple of {step}, the step of {title}");
                codes::OFF_STEP.at(value.span, message)
            }
            None if matches!(written.kind, ast::ExprKind::Fraction(_))
                && amount.to_whole().is_none() =>
            {
                let message = format!("an amount of {title} is a whole number");
                let step = amount.bottom();
                let help = format!("`cost {id} \"{title}\" step 1/{step}` would allow this");
                codes::OFF_STEP.at(value.span, message).help(help)
            }
            _ => return,
        };
        self.report(problem);
    }
}

fn literal(expr: &ast::Expr<'_>) -> Option<Number> {
    match expr.kind {
        ast::ExprKind::Number(number) => Some(Number::whole(number)),
        ast::ExprKind::Fraction(number) => Some(number),
        _ => None,
    }
}
