//! Sets of things: `Troops in the army`, `units that have Transport`.

use crate::model::{Builtin, Expr, ExprKind, Fact, NodeFilter, NodeKind, Type, VariableId};
use crate::wording::sentence::{ConditionWords, Noun, Speaker};
use crate::wording::{all_of, either, plural};

/// The noun for the things of a set, in singular and plural.
#[derive(Debug, Clone)]
pub(crate) struct SetNoun {
    one: String,
    many: String,
    /// Where they are, and what else is known about them.
    tails: Vec<Tail>,
    /// Whether only the kind of thing is known, so that a category or entry can replace the noun.
    is_plain: bool,
}

/// What follows a noun.
#[derive(Debug, Clone)]
enum Tail {
    /// The things may be anywhere, so a sentence about the army need not say it.
    InArmy,
    /// In singular and plural.
    Words(String, String),
    /// After a comma.
    Clause(String),
}

impl Tail {
    fn words(&self, several: bool) -> &str {
        match self {
            Tail::InArmy => "in the army",
            Tail::Words(_, many) if several => many,
            Tail::Words(one, _) => one,
            Tail::Clause(words) => words,
        }
    }
}

impl SetNoun {
    fn new(one: impl Into<String>, many: impl Into<String>) -> Self {
        SetNoun { one: one.into(), many: many.into(), tails: Default::default(), is_plain: false }
    }

    fn plain(one: impl Into<String>, many: impl Into<String>) -> Self {
        SetNoun { is_plain: true, ..SetNoun::new(one, many) }
    }

    /// The noun with further words after it.
    fn with(self, words: &str) -> Self {
        self.with_each(words, words)
    }

    /// The noun with further words that differ in singular and plural.
    fn with_each(mut self, one: &str, many: &str) -> Self {
        if !many.is_empty() {
            self.tails.push(Tail::Words(one.to_owned(), many.to_owned()));
        }
        self
    }

    fn with_clause(mut self, words: String) -> Self {
        self.tails.push(Tail::Clause(words));
        self
    }

    fn in_army(mut self) -> Self {
        self.tails.push(Tail::InArmy);
        self
    }

    fn text(&self, several: bool, tails: &[Tail]) -> String {
        let mut text = if several { &self.many } else { &self.one }.clone();
        for tail in tails {
            text.push_str(if matches!(tail, Tail::Clause(_)) { ", " } else { " " });
            text.push_str(tail.words(several));
        }
        text
    }

    /// The noun without a final "in the army".
    fn anywhere(&self, several: bool) -> String {
        match self.tails.as_slice() {
            [before @ .., Tail::InArmy] => self.text(several, before),
            all => self.text(several, all),
        }
    }

    /// `unit that has Fear`
    pub(crate) fn one(&self) -> String {
        self.text(false, &self.tails)
    }

    /// `units that have Fear`
    pub(crate) fn many(&self) -> String {
        self.text(true, &self.tails)
    }

    /// The same where it is clear that the army is meant.
    pub(crate) fn one_anywhere(&self) -> String {
        self.anywhere(false)
    }

    pub(crate) fn many_anywhere(&self) -> String {
        self.anywhere(true)
    }
}

impl<'g> Speaker<'_, 'g> {
    pub(crate) fn set(&self, expr: &'g Expr) -> SetNoun {
        if let Some(words) = &expr.words {
            return SetNoun::new(words.as_ref(), words.as_ref());
        }
        match &expr.kind {
            ExprKind::Below { what, of, .. } => self.below(*what, of),
            ExprKind::Fact(of, fact) => self.fact_set(of, fact),
            ExprKind::Where { set, variable, condition } => {
                self.filtered(self.set(set), *variable, condition)
            }
            ExprKind::From(set, choose) => {
                let title = &self.game.chooses[*choose].title;
                self.set(set).with(&format!("from {title}"))
            }
            ExprKind::Set(values) => {
                let values: Vec<String> =
                    values.iter().map(|value| self.thing(value).text().to_owned()).collect();
                SetNoun::new(either(&values), all_of(&values))
            }
            ExprKind::Range(low, high) => {
                let words = format!("{} to {}", self.amount(low), self.amount(high));
                SetNoun::new(format!("number from {words}"), format!("numbers from {words}"))
            }
            ExprKind::Each { value, variable, set } => {
                let inner = self.naming(*variable, Noun::Whoever);
                let (value, set) = (inner.fact_name(value), self.set(set));
                SetNoun::new(
                    format!("{value} of {}", set.many()),
                    format!("values of {value} of {}", set.many()),
                )
            }
            _ => {
                let words = self.thing(expr).text().to_owned();
                SetNoun::new(words.clone(), words)
            }
        }
    }

    /// `models in the unit`; things that may be anywhere in the army need not say so.
    fn below(&self, what: NodeFilter, of: &'g Expr) -> SetNoun {
        let (one, many) = self.what_names(what);
        let noun = match what {
            NodeFilter::Kind(_) | NodeFilter::Entries => SetNoun::plain(one, many),
            _ => SetNoun::new(one, many),
        };
        match (&of.kind, what) {
            (ExprKind::Army, NodeFilter::Kind(_) | NodeFilter::Entries) => noun,
            (ExprKind::Army, _) => noun.in_army(),
            _ if matches!(of.ty, Type::Set(_)) => noun.with(&format!("of {}", self.set(of).many())),
            _ => match self.thing(of) {
                Noun::Whoever => noun.with("in it"),
                owner => noun.with(&format!("in {}", owner.text())),
            },
        }
    }

    fn fact_set(&self, of: &'g Expr, fact: &Fact) -> SetNoun {
        let owner = match &of.ty {
            Type::Set(_) => self.set(of).many(),
            _ => self.thing(of).text().to_owned(),
        };
        let in_army = matches!(of.kind, ExprKind::Army);
        let inside = |kind: NodeKind| self.below(NodeFilter::Kind(kind), of);
        match fact {
            Fact::Builtin(Builtin::Units) => inside(NodeKind::Unit),
            Fact::Builtin(Builtin::Models) => inside(NodeKind::Model),
            Fact::Builtin(Builtin::Options) => inside(NodeKind::Option),
            Fact::Builtin(Builtin::Forces) => inside(NodeKind::Force(None)),
            Fact::Builtin(Builtin::Weapons) if in_army => SetNoun::plain("weapon", "weapons"),
            Fact::Builtin(Builtin::Weapons) => {
                SetNoun::plain("weapon", "weapons").with(&format!("of {owner}"))
            }
            Fact::Builtin(Builtin::Entries) => self.below(NodeFilter::Entries, of),
            Fact::Builtin(Builtin::Joined) => {
                SetNoun::plain("unit", "units").with(&format!("joined to {owner}"))
            }
            Fact::Builtin(Builtin::Joins) => {
                SetNoun::plain("unit", "units").with(&format!("that {owner} joins"))
            }
            Fact::Builtin(Builtin::Riders) => {
                SetNoun::plain("unit", "units").with(&format!("riding in {owner}"))
            }
            Fact::Builtin(Builtin::Rides) => {
                SetNoun::plain("unit", "units").with(&format!("carrying {owner}"))
            }
            Fact::Builtin(Builtin::Keywords) => {
                SetNoun::new(format!("keyword of {owner}"), format!("keywords of {owner}"))
            }
            Fact::Builtin(Builtin::Factions) => {
                SetNoun::new(format!("faction of {owner}"), format!("factions of {owner}"))
            }
            Fact::Keyword(id) => {
                let name = self.keyword_name(*id);
                SetNoun::new(format!("{name} of {owner}"), format!("{name} of {owner}"))
            }
            _ => {
                let label = self.fact_label(of, fact);
                SetNoun::new(format!("{label} of {owner}"), format!("{label} of {owner}"))
            }
        }
    }

    /// A set with a condition: "Troops that have Fear".
    pub(crate) fn filtered(
        &self,
        set: SetNoun,
        variable: VariableId,
        condition: &'g Expr,
    ) -> SetNoun {
        if let Some(words) = &condition.words {
            return set.with(words);
        }
        let mut said = self.naming(variable, Noun::Whoever).condition(condition, true);
        let mut rest = None;
        if said.relative(true).is_none() {
            // Part of the condition is about something else.
            let named = Noun::called(format!("the {}", set.one));
            let named = self.naming(variable, named).condition(condition, true);
            match said.take_relatives(&named) {
                Some(others) => rest = Some(others),
                None => return set.with(&format!("for which {}", named.sentence())),
            }
        }
        let mut noun = set;
        if noun.is_plain
            && let Some(name) = said.take_name()
        {
            let one = match name.is_category {
                true => format!("{} of {}", noun.one, name.text),
                false => name.text.clone(),
            };
            noun = SetNoun { one, many: name.text, is_plain: false, ..noun };
        }
        let noun = match said.relative(false).zip(said.relative(true)) {
            Some((one, many)) if !said.is_nothing() => noun.with_each(&one, &many),
            _ => noun,
        };
        match rest {
            Some(rest) => noun.with_clause(format!("if {}", rest.sentence())),
            None => noun,
        }
    }

    /// The units that a condition admits: "Guards or Scouts", "units that have Transport".
    pub(crate) fn whom(&self, condition: &'g Expr) -> String {
        self.which("unit", condition)
    }

    /// The same for other things.
    pub(crate) fn which(&self, kind: &str, condition: &'g Expr) -> String {
        if let Some(words) = &condition.words {
            return words.to_string();
        }
        let candidate = VariableId(self.depth);
        let noun = SetNoun::plain(kind, plural(kind));
        let said = |part: &'g Expr| self.filtered(noun.clone(), candidate, part);
        let whole = self.naming(candidate, Noun::Whoever).condition(condition, true);
        let parts = alternatives(condition);
        // "Guards or Scouts" is one clause; other alternatives are worded separately.
        if matches!(whole, ConditionWords::Clause(_)) || parts.len() == 1 {
            return said(condition).many();
        }
        let nouns: Vec<SetNoun> = parts.into_iter().map(said).collect();
        let is_long = nouns.iter().any(|noun| !noun.tails.is_empty());
        let words: Vec<String> = nouns.iter().map(SetNoun::many).collect();
        if is_long { words.join(", or ") } else { either(&words) }
    }
}

/// Whether the words for the units that a condition admits name several alternatives: "Guards or
/// Scouts".
pub(crate) fn names_several(condition: &Expr) -> bool {
    let is_set = |expr: &Expr| match &expr.kind {
        ExprKind::Member(_, set) => matches!(&set.kind, ExprKind::Set(all) if all.len() > 1),
        _ => false,
    };
    condition.words.is_none() && (alternatives(condition).len() > 1 || is_set(condition))
}

/// The alternatives of a condition.
fn alternatives(condition: &Expr) -> Vec<&Expr> {
    match &condition.kind {
        ExprKind::Binary(crate::model::Op::Or, left, right) if condition.words.is_none() => {
            let mut all = alternatives(left);
            all.extend(alternatives(right));
            all
        }
        _ => vec![condition],
    }
}
