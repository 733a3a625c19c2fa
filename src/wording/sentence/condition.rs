//! Conditions: "the army includes Captain", "the unit has 8 or more models".

use crate::model::{
    Builtin, EntryId, EntryKind, Expr, ExprKind, Fact, NodeFilter, NodeKind, Op, Type, VariableId,
};
use crate::wording::a;
use crate::wording::sentence::{Clause, ConditionWords, Noun, Speaker, Verb};

impl<'g> Speaker<'_, 'g> {
    /// A condition as a sentence.
    pub(crate) fn sentence(&self, condition: &'g Expr) -> String {
        self.condition(condition, true).sentence()
    }

    /// Several conditions that must all hold, as one sentence.
    pub(crate) fn sentence_of_all(&self, conditions: &[&'g Expr]) -> String {
        let parts = conditions.iter().map(|condition| self.condition(condition, true));
        ConditionWords::all(parts.collect()).sentence()
    }

    /// The words for a condition that holds, or with `yes` false does not hold.
    pub(crate) fn condition(&self, expr: &'g Expr, yes: bool) -> ConditionWords {
        if let Some(words) = &expr.words {
            return ConditionWords::Text(match yes {
                true => words.to_string(),
                false => format!("it is not so that {words}"),
            });
        }
        match &expr.kind {
            ExprKind::Not(inner) => self.condition(inner, !yes),
            ExprKind::Binary(op @ (Op::And | Op::Or), left, right) => {
                let parts = vec![self.condition(left, yes), self.condition(right, yes)];
                if (*op == Op::And) == yes {
                    ConditionWords::all(parts)
                } else {
                    ConditionWords::any(parts)
                }
            }
            ExprKind::Binary(op, left, right) => self.comparison(*op, left, right, yes),
            ExprKind::Bool(value) => ConditionWords::Text(
                if *value == yes { "in every case" } else { "in no case" }.to_owned(),
            ),
            ExprKind::NotEmpty(set) => self.not_empty(set, yes),
            ExprKind::Is(of, what) => self.is(of, *what, yes),
            ExprKind::IsValue(of, value) => {
                let clause = Clause::new(self.thing(of), Verb::COUNT_AS, self.amount(value));
                clause.holds(yes)
            }
            ExprKind::Has(of, keyword) => {
                Clause::new(self.thing(of), Verb::HAVE, self.bare_keyword(*keyword)).holds(yes)
            }
            ExprKind::Member(value, set) => self.member(value, set, yes),
            ExprKind::OptionalRule(rule) => {
                let title = Noun::called(self.game.optionals[*rule].title.as_str());
                Clause::new(title, Verb::BE, "in play").holds(yes)
            }
            ExprKind::Quantified { all, variable, set, condition } => {
                self.quantified(*all, *variable, set, condition, yes)
            }
            ExprKind::Fact(of, fact) => self.fact_holds(of, fact, yes),
            ExprKind::If(condition, then, other) => {
                let said = |part| self.condition(part, yes).sentence();
                let condition = self.sentence(condition);
                let (then, other) = (said(then), said(other));
                ConditionWords::Text(format!("if {condition}, {then}, otherwise {other}"))
            }
            ExprKind::Otherwise(value, fallback) => {
                ConditionWords::any(vec![self.condition(value, yes), self.condition(fallback, yes)])
            }
            _ => Clause::new(self.thing(expr), Verb::APPLY, "").holds(yes),
        }
    }

    fn fact_holds(&self, of: &'g Expr, fact: &Fact, yes: bool) -> ConditionWords {
        let subject = self.thing(of);
        let clause = |verb, object: &str| Clause::new(subject.clone(), verb, object);
        match fact {
            Fact::Category(id) => clause(Verb::COUNT_AS, &self.game.categories[*id].title),
            Fact::Keyword(id) => clause(Verb::HAVE, &self.bare_keyword(*id)),
            Fact::Kind(kind) => clause(Verb::BE, &a(&self.kind_name(*kind))),
            Fact::Builtin(Builtin::Own) => clause(Verb::BELONG, "the army's own faction"),
            Fact::Builtin(Builtin::Unique) => clause(Verb::BE, "unique"),
            Fact::Builtin(Builtin::Leads) => {
                let unit = if subject == Noun::Whoever { "their unit" } else { "its unit" };
                clause(Verb::LEAD, unit)
            }
            Fact::Builtin(Builtin::Single) => clause(Verb::BE, "for single models"),
            Fact::Builtin(Builtin::Full) => clause(Verb::BE, "full"),
            _ => {
                let label = self.fact_label(of, fact);
                return match of.kind {
                    ExprKind::Army => {
                        Clause::new(Noun::called(format!("the {label}")), Verb::APPLY, "")
                    }
                    _ => clause(Verb::APPLY, "").of_part(label),
                }
                .holds(yes);
            }
        }
        .holds(yes)
    }

    fn is(&self, of: &'g Expr, what: NodeFilter, yes: bool) -> ConditionWords {
        let subject = self.thing(of);
        match what {
            NodeFilter::Category(id) => {
                Clause::new(subject, Verb::COUNT_AS, self.game.categories[id].title.as_str())
            }
            NodeFilter::Entry(id) => {
                Clause::new(subject, Verb::BE, self.game.entries[id].title.as_str()).by_name()
            }
            NodeFilter::Choose(id) => {
                let title = &self.game.chooses[id].title;
                Clause::new(subject, Verb::BE, format!("an option of {title}"))
            }
            NodeFilter::Kind(_) | NodeFilter::Entries => {
                let (one, many) = self.what_names(what);
                let object = if subject == Noun::Whoever { many } else { a(&one) };
                Clause::new(subject, Verb::BE, object)
            }
        }
        .holds(yes)
    }

    /// Says that a set is not empty: "the army includes Captain", "the unit is joined by another".
    fn not_empty(&self, set: &'g Expr, yes: bool) -> ConditionWords {
        if set.words.is_some() {
            return self.there_is(set, yes);
        }
        match &set.kind {
            ExprKind::Below { what, of, .. } if !matches!(of.ty, Type::Set(_)) => {
                let subject = self.thing(of);
                let (one, many) = self.what_names(*what);
                let object = match what {
                    NodeFilter::Entry(_) | NodeFilter::Category(_) => one,
                    _ if yes => a(&one),
                    _ => format!("any {many}"),
                };
                Clause::new(subject, self.holds_verb(*what, of), object).holds(yes)
            }
            ExprKind::Fact(of, fact) if !matches!(of.ty, Type::Set(_)) => {
                let object = match fact {
                    Fact::Builtin(Builtin::Joined) => "joined by another unit",
                    Fact::Builtin(Builtin::Joins) => "joined to another unit",
                    Fact::Builtin(Builtin::Riders) => "carrying other units",
                    Fact::Builtin(Builtin::Rides) => "carried by another unit",
                    Fact::Keyword(_) => return self.fact_holds(of, fact, yes),
                    Fact::Builtin(_) => {
                        let label = self.fact_label(of, fact);
                        let object = if yes { label } else { format!("any {label}") };
                        return Clause::new(self.thing(of), Verb::HAVE, object).holds(yes);
                    }
                    _ => return self.there_is(set, yes),
                };
                Clause::new(self.thing(of), Verb::BE, object).holds(yes)
            }
            _ => self.there_is(set, yes),
        }
    }

    pub(crate) fn there_is(&self, set: &'g Expr, yes: bool) -> ConditionWords {
        let noun = self.set(set);
        ConditionWords::Text(match yes {
            true => format!("there are {}", noun.many()),
            false => format!("there are no {}", noun.many()),
        })
    }

    /// The verb between an owner and its things: an army includes units, takes options.
    pub(crate) fn holds_verb(&self, what: NodeFilter, of: &Expr) -> Verb {
        let in_army = matches!(of.ty, Type::Node(NodeKind::Army | NodeKind::Force(_)));
        match what {
            NodeFilter::Entry(id) if self.is_option(id) => Verb::TAKE,
            NodeFilter::Choose(_) | NodeFilter::Kind(NodeKind::Option) => Verb::TAKE,
            _ if in_army => Verb::INCLUDE,
            _ => Verb::HAVE,
        }
    }

    fn is_option(&self, id: EntryId) -> bool {
        self.game.entries[id].kind == EntryKind::Option
    }

    /// "Its Stage is assault or reinforcement."
    fn member(&self, value: &'g Expr, set: &'g Expr, yes: bool) -> ConditionWords {
        // "Is one of its keywords" is "has".
        if let ExprKind::Fact(owner, Fact::Builtin(Builtin::Keywords)) = &set.kind {
            let keyword = self.thing(value).text().to_owned();
            return Clause::new(self.thing(owner), Verb::HAVE, keyword).holds(yes);
        }
        let object = match &set.kind {
            ExprKind::Set(_) if set.words.is_none() => self.set(set).one(),
            ExprKind::Range(low, high) if set.words.is_none() => {
                format!("from {} to {}", self.amount(low), self.amount(high))
            }
            _ => format!("one of the {}", self.set(set).many()),
        };
        self.about(value, object).holds(yes)
    }

    /// A clause about a value, worded as a part of its owner.
    pub(crate) fn about(&self, value: &'g Expr, object: String) -> Clause {
        match &value.kind {
            ExprKind::Fact(of, fact) if is_part(of, fact) && value.words.is_none() => {
                let label = self.fact_label(of, fact);
                Clause::new(self.thing(of), Verb::BE, object).of_part(label)
            }
            _ => Clause::new(self.thing(value), Verb::BE, object),
        }
    }

    fn quantified(
        &self,
        all: bool,
        variable: VariableId,
        set: &'g Expr,
        condition: &'g Expr,
        yes: bool,
    ) -> ConditionWords {
        let things = self.set(set);
        let subject = match (all, yes) {
            (false, true) => format!("one of the {}", things.many()),
            (false, false) => format!("none of the {}", things.many()),
            (true, true) => format!("each of the {}", things.many()),
            (true, false) => format!("not each of the {}", things.many()),
        };
        let inner = self.naming(variable, Noun::called(subject));
        ConditionWords::Text(inner.condition(condition, true).sentence())
    }
}

/// Whether a fact is worded as a part of its owner: "its Rank".
fn is_part(of: &Expr, fact: &Fact) -> bool {
    match fact {
        Fact::Attribute(_) | Fact::Stat(..) | Fact::Keyword(_) => true,
        Fact::Derive(_) => !matches!(of.kind, ExprKind::Army),
        Fact::Builtin(Builtin::Section | Builtin::Slot) => true,
        _ => false,
    }
}
