//! Clauses: a subject with a verb and objects, worded as a sentence ("the unit has Fear") or after
//! a noun ("units that have Fear").

use crate::wording::either;

/// The subject of a clause, or the owner of something.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Noun {
    /// The things that a relative clause describes: "that have …", "whose …".
    Whoever,
    Called(String),
}

impl Noun {
    pub(crate) fn called(name: impl Into<String>) -> Self {
        Noun::Called(name.into())
    }

    /// As it reads in the middle of a sentence.
    pub(crate) fn text(&self) -> &str {
        match self {
            Noun::Whoever => "it",
            Noun::Called(name) => name,
        }
    }

    /// `the army's`, `their`
    pub(crate) fn possessive(&self) -> String {
        match self {
            Noun::Whoever => "their".to_owned(),
            Noun::Called(name) if name == "it" => "its".to_owned(),
            Noun::Called(name) if name.ends_with('s') => format!("{name}'"),
            Noun::Called(name) => format!("{name}'s"),
        }
    }
}

/// A verb in its singular and plural forms.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Verb(&'static str, &'static str);

impl Verb {
    pub(crate) const BE: Verb = Verb("is", "are");
    pub(crate) const HAVE: Verb = Verb("has", "have");
    pub(crate) const COUNT_AS: Verb = Verb("counts as", "count as");
    pub(crate) const INCLUDE: Verb = Verb("includes", "include");
    pub(crate) const TAKE: Verb = Verb("takes", "take");
    pub(crate) const COST: Verb = Verb("costs", "cost");
    pub(crate) const LEAD: Verb = Verb("leads", "lead");
    pub(crate) const BELONG: Verb = Verb("belongs to", "belong to");
    pub(crate) const STATE: Verb = Verb("states", "state");
    pub(crate) const APPLY: Verb = Verb("applies", "apply");

    fn form(self, several: bool, negative: bool) -> String {
        let Verb(one, many) = self;
        match (negative, several) {
            (false, false) => one.to_owned(),
            (false, true) => many.to_owned(),
            (true, _) if self == Verb::BE => format!("{} not", if several { many } else { one }),
            (true, false) => format!("does not {many}"),
            (true, true) => format!("do not {many}"),
        }
    }
}

/// `the unit` `has` `Fear or Terror`
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Clause {
    subject: Noun,
    /// The part of the subject that the clause is about: "its Rank".
    part: Option<String>,
    verb: Verb,
    negative: bool,
    /// Whether the objects are titles that can stand for the subject: "Troops".
    names: bool,
    objects: Vec<String>,
    /// The words between the last two objects.
    joint: &'static str,
}

impl Clause {
    pub(crate) fn new(subject: Noun, verb: Verb, object: impl Into<String>) -> Self {
        let objects = vec![object.into()];
        let names = verb == Verb::COUNT_AS;
        Clause { subject, part: None, verb, negative: false, names, objects, joint: " or " }
    }

    pub(crate) fn of_part(self, part: impl Into<String>) -> Self {
        Clause { part: Some(part.into()), ..self }
    }

    /// Marks the objects as titles that can stand for the subject.
    pub(crate) fn by_name(self) -> Self {
        Clause { names: true, ..self }
    }

    pub(crate) fn holds(self, yes: bool) -> ConditionWords {
        ConditionWords::Clause(Clause { negative: !yes, ..self })
    }

    /// Whether the clauses differ in nothing but their objects.
    fn is_like(&self, other: &Clause) -> bool {
        (&self.subject, &self.part, self.verb, self.negative, self.names)
            == (&other.subject, &other.part, other.verb, other.negative, other.names)
    }

    /// Whether the objects name the things described, by their category or entry.
    fn names_them(&self) -> bool {
        self.subject == Noun::Whoever && self.names && !self.negative
    }

    fn object(&self) -> String {
        match self.objects.as_slice() {
            [only] => only.clone(),
            all if self.joint == " or " => either(all),
            all => all.join(self.joint),
        }
    }

    /// The clause without its subject.
    fn predicate(&self, several: bool) -> String {
        let object = self.object();
        let verb = self.verb.form(several, self.negative);
        if object.is_empty() { verb } else { format!("{verb} {object}") }
    }

    fn subject(&self) -> String {
        match &self.part {
            Some(part) => format!("{} {part}", self.subject.possessive()),
            None => self.subject.text().to_owned(),
        }
    }
}

/// A name that stands for several things: "Troops".
pub(crate) struct CollectiveName {
    pub text: String,
    /// Whether it names a category; otherwise it names one or more entries.
    pub is_category: bool,
}

/// The parts of a condition in words, to be joined into a sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum ConditionWords {
    Clause(Clause),
    All(Vec<ConditionWords>),
    Any(Vec<ConditionWords>),
    /// Words that the data gives the condition, kept as they are.
    Text(String),
}

impl ConditionWords {
    pub(crate) fn all(parts: Vec<ConditionWords>) -> ConditionWords {
        ConditionWords::joined(parts, true)
    }

    pub(crate) fn any(parts: Vec<ConditionWords>) -> ConditionWords {
        ConditionWords::joined(parts, false)
    }

    /// Joins parts. Clauses that differ only in their objects become one: "has Fear or Terror".
    fn joined(parts: Vec<ConditionWords>, all: bool) -> ConditionWords {
        let mut flat: Vec<ConditionWords> = Vec::new();
        for part in parts {
            let inner = match part {
                ConditionWords::All(inner) if all => inner,
                ConditionWords::Any(inner) if !all => inner,
                other => vec![other],
            };
            for part in inner {
                match (flat.last_mut(), part) {
                    (Some(ConditionWords::Clause(last)), ConditionWords::Clause(next))
                        if merges(last, &next, all) =>
                    {
                        last.joint = if all && !next.negative { " and " } else { " or " };
                        last.objects.extend(next.objects);
                    }
                    (_, part) => flat.push(part),
                }
            }
        }
        match (flat.len(), all) {
            (1, _) => flat.remove(0),
            (_, true) => ConditionWords::All(flat),
            (_, false) => ConditionWords::Any(flat),
        }
    }

    /// `the unit has Fear and counts as Troops`
    pub(crate) fn sentence(&self) -> String {
        match self {
            ConditionWords::Text(text) => text.clone(),
            ConditionWords::Clause(clause) => {
                format!("{} {}", clause.subject(), clause.predicate(false))
            }
            ConditionWords::All(parts) => joined_sentences(parts, " and "),
            ConditionWords::Any(parts) => joined_sentences(parts, " or "),
        }
    }

    /// `that have Fear and count as Troops`; `None` if part of it is about something else.
    pub(crate) fn relative(&self, several: bool) -> Option<String> {
        let relative = self.relative_clause(several)?;
        Some(format!("{}{}", if relative.that { "that " } else { "" }, relative.text))
    }

    fn relative_clause(&self, several: bool) -> Option<Relative> {
        match self {
            ConditionWords::Text(_) => None,
            ConditionWords::Clause(clause) if clause.subject != Noun::Whoever => None,
            ConditionWords::Clause(clause) => Some(match &clause.part {
                Some(part) => Relative::other(format!("whose {part} {}", clause.predicate(false))),
                None => Relative::that(clause.predicate(several)),
            }),
            ConditionWords::All(parts) => relatives(parts, " and ", several),
            ConditionWords::Any(parts) => relatives(parts, " or ", several),
        }
    }

    /// Removes and returns the clause that names the things described, so that its object can stand
    /// for them: "Troops".
    pub(crate) fn take_name(&mut self) -> Option<CollectiveName> {
        let name = |clause: &Clause| CollectiveName {
            text: clause.object(),
            is_category: clause.verb == Verb::COUNT_AS,
        };
        match self {
            ConditionWords::Clause(clause) if clause.names_them() && clause.joint == " or " => {
                let name = name(clause);
                *self = ConditionWords::All(Vec::new());
                Some(name)
            }
            ConditionWords::All(parts) => {
                // With several names, it would be unclear to which of them the rest applies.
                let is_name = |part: &ConditionWords| match part {
                    ConditionWords::Clause(clause) => {
                        clause.names_them() && clause.objects.len() == 1
                    }
                    _ => false,
                };
                let place = parts.iter().position(is_name)?;
                let ConditionWords::Clause(clause) = parts.remove(place) else { return None };
                if parts.len() == 1 {
                    *self = parts.remove(0);
                }
                Some(name(&clause))
            }
            _ => None,
        }
    }

    /// Keeps the parts about the things described and returns the rest, in the words of `named`:
    /// the same condition with a name for these things. `None` if no part is about them, or if the
    /// parts do not correspond.
    pub(crate) fn take_relatives(&mut self, named: &ConditionWords) -> Option<ConditionWords> {
        let (ConditionWords::All(parts), ConditionWords::All(named)) = (&mut *self, named) else {
            return None;
        };
        if parts.len() != named.len() {
            return None;
        }
        let (mut about, mut rest) = (Vec::new(), Vec::new());
        for (part, named) in parts.drain(..).zip(named) {
            if part.relative(true).is_some() {
                about.push(part);
            } else {
                rest.push(named.clone());
            }
        }
        let found = !about.is_empty();
        *self = ConditionWords::all(about);
        found.then(|| ConditionWords::all(rest))
    }

    pub(crate) fn is_nothing(&self) -> bool {
        matches!(self, ConditionWords::All(parts) if parts.is_empty())
    }
}

/// Whether two clauses can be merged into one with several objects. "Not A and not B" is "not A or
/// B".
fn merges(last: &Clause, next: &Clause, all: bool) -> bool {
    let joint = if all && !next.negative { " and " } else { " or " };
    let fits = last.objects.len() == 1 || last.joint == joint;
    // "Not A or not B" is not merged: "not A or B" would mean neither.
    let apart = !all && next.negative;
    last.is_like(next) && fits && next.objects.len() == 1 && !apart
}

fn joined_sentences(parts: &[ConditionWords], joint: &str) -> String {
    let mut text = String::new();
    let mut before: Option<&Clause> = None;
    for (place, part) in parts.iter().enumerate() {
        if place > 0 {
            let is_long = matches!(part, ConditionWords::All(_) | ConditionWords::Text(_));
            text.push_str(if is_long && joint == " or " { ", or " } else { joint });
        }
        match part {
            ConditionWords::Clause(clause) => {
                // A subject that stays the same is not repeated.
                let same = before.is_some_and(|before| {
                    before.subject == clause.subject && before.part.is_none()
                });
                if same && clause.part.is_none() {
                    text.push_str(&clause.predicate(false));
                } else {
                    text.push_str(&part.sentence());
                }
                before = Some(clause);
            }
            ConditionWords::Any(_) => {
                text.push_str(&format!("either {}", part.sentence()));
                before = None;
            }
            _ => {
                text.push_str(&part.sentence());
                before = None;
            }
        }
    }
    text
}

/// A clause after a noun: "that have Fear", "whose Rank is 2".
struct Relative {
    /// Whether "that" goes before it, unless it continues a clause with "that".
    that: bool,
    text: String,
}

impl Relative {
    fn that(text: String) -> Self {
        Relative { that: true, text }
    }

    fn other(text: String) -> Self {
        Relative { that: false, text }
    }
}

fn relatives(parts: &[ConditionWords], joint: &str, several: bool) -> Option<Relative> {
    let mut whole = Relative::other(String::new());
    let mut that = false;
    for (place, part) in parts.iter().enumerate() {
        let next = part.relative_clause(several)?;
        if place == 0 {
            whole.that = next.that;
        } else {
            whole.text.push_str(joint);
            let either = that && matches!(part, ConditionWords::Any(_));
            whole.text.push_str(if either { "either " } else { "" });
            whole.text.push_str(if next.that && !that { "that " } else { "" });
        }
        whole.text.push_str(&next.text);
        that = next.that;
    }
    Some(whole)
}
