//! What the statements of a body say, including those of its inner blocks.

use crate::model::{
    Binder, Body, ChangeKind, Effect, EntryId, EntryKind, Expr, ExprKind, ForEach, Included,
    NodeFilter, NodeKind, Op, Type, When,
};
use crate::number::Number;
use crate::source::Span;
use crate::wording::sentence::{Noun, Sentence, Speaker};
use crate::wording::{keyword_title, needs_words};

/// A statement in words, and its place in the data.
#[derive(Debug, Clone)]
pub(crate) struct StatementWords {
    pub span: Span,
    pub words: String,
    /// The numbers that the words state.
    pub numbers: Vec<Number>,
}

impl StatementWords {
    pub(crate) fn new(span: Span, words: impl Into<String>) -> Self {
        StatementWords { span, words: words.into(), numbers: Vec::new() }
    }
}

impl<'g> Speaker<'_, 'g> {
    /// How often something may be taken, what it may cost, what it may join or ride in, and what it
    /// brings.
    pub(crate) fn relations(&self, body: &'g Body) -> Vec<StatementWords> {
        let caps = body.caps.iter().filter(|cap| cap.within != NodeKind::Model);
        let caps = caps.map(|cap| self.told(cap.span, |speaker| speaker.cap(cap)));
        let limits = body.limits.iter();
        let limits = limits.map(|limit| self.told(limit.span, |speaker| speaker.limit(limit)));
        let joins = body.joins.iter();
        let joins = joins.map(|join| self.told(join.span, |speaker| speaker.join(join)));
        let rides = body.rides.iter();
        let rides = rides.map(|ride| self.told(ride.span, |speaker| speaker.ride(ride)));
        let brings = body.brings.iter();
        let brings = brings.map(|line| self.told(line.span, |speaker| speaker.brings(line)));
        caps.chain(limits).chain(joins).chain(rides).chain(brings).collect()
    }

    /// What a body above the units grants, allows, bans and suspends.
    pub(crate) fn permissions(&self, body: &'g Body) -> Vec<StatementWords> {
        let grants = body.grants.iter();
        let grants = grants.map(|grant| self.told(grant.span, |speaker| speaker.grant(grant)));
        let permits = body.permits.iter();
        let permits =
            permits.map(|permit| self.told(permit.span, |speaker| speaker.permit(permit)));
        let waives = body.waives.iter();
        let waives = waives.map(|waive| self.told(waive.span, |speaker| speaker.waive(waive)));
        let required = body.points_required.iter();
        let required = required
            .map(|line| self.told(line.span, |_| "a list must state its points".to_owned()));
        grants.chain(permits).chain(waives).chain(required).collect()
    }

    /// A statement with its place and the numbers it states.
    fn told(&self, span: Span, tell: impl FnOnce(&Self) -> String) -> StatementWords {
        let Sentence { text, numbers } = self.telling(tell);
        StatementWords { span, words: text, numbers }
    }

    /// Everything that a block does, in the order of kinds.
    pub(crate) fn contents(&self, body: &'g Body) -> Vec<String> {
        let game = self.game;
        let mut all: Vec<String> = Vec::new();
        for effect in &body.effects {
            all.extend(match effect {
                Effect::Change(change) => Some(self.change(change)),
                Effect::When(when) => self.when(when),
                Effect::ForEach(each) => self.for_each(each),
            });
        }
        let names: Vec<String> =
            body.keywords.iter().map(|used| keyword_title(game, used)).collect();
        all.extend((!names.is_empty()).then(|| format!("has {}", names.join(", "))));
        let weapons = body.weapons.iter().flat_map(|group| &group.weapons);
        let weapons: Vec<String> = weapons.map(|id| self.title(*id)).collect();
        all.extend((!weapons.is_empty()).then(|| format!("carries {}", weapons.join(", "))));
        for line in &body.models {
            let count = self.range(&line.range).words();
            all.push(format!("has {count} {}", self.title(line.model)));
        }
        all.extend(body.prices.iter().map(|line| format!("costs {}", self.price(&line.price))));
        all.extend(self.offered(body));
        let told = self.relations(body).into_iter().chain(self.permissions(body));
        all.extend(told.map(|told| told.words));
        let titles = body.rules.iter().filter_map(|id| game.rules[*id].title.clone());
        all.extend(titles);
        all.extend(body.notes.iter().map(|note| self.text(note)));
        all
    }

    fn offered(&self, body: &'g Body) -> Vec<String> {
        let game = self.game;
        let chooses = body.chooses.iter().map(|id| game.chooses[*id].title.clone());
        let options = body.options.iter().map(|member| self.title(member.entry));
        let includes = body.includes.iter().map(|include| match include.what {
            Included::Choose(id) => game.chooses[id].title.clone(),
            Included::Entry(id) => self.title(id),
        });
        let all: Vec<String> = chooses.chain(options).chain(includes).collect();
        if all.is_empty() { Vec::new() } else { vec![format!("may take {}", all.join(", "))] }
    }

    /// `if the army includes Captain: SP +1`; none if the block does nothing.
    pub(crate) fn when(&self, when: &'g When) -> Option<String> {
        if let Some(words) = self.availability(when) {
            return Some(words);
        }
        let contents = self.contents(&when.body);
        let condition = self.sentence(&when.condition);
        (!contents.is_empty()).then(|| format!("if {condition}: {}", contents.join("; ")))
    }

    /// What must hold for something to be taken, if the block says nothing else.
    pub(crate) fn availability(&self, when: &'g When) -> Option<String> {
        if !only_hides(&when.body) {
            return None;
        }
        if let Some(words) = self.needs(&when.condition, true) {
            return Some(words);
        }
        Some(match &when.condition.kind {
            ExprKind::Not(inner) if when.condition.words.is_none() => {
                format!("only if {}", self.sentence(inner))
            }
            ExprKind::Binary(Op::Equal | Op::NotEqual, ..) | ExprKind::Binary(Op::Or, ..) => {
                format!("not if {}", self.sentence(&when.condition))
            }
            ExprKind::Binary(Op::Less | Op::LessEqual | Op::More | Op::MoreEqual, ..)
                if when.condition.words.is_none() =>
            {
                format!("only if {}", self.condition(&when.condition, false).sentence())
            }
            _ => format!("not if {}", self.sentence(&when.condition)),
        })
    }

    /// `each unit that counts as Troops: may ride in …`; none if the block does nothing.
    pub(crate) fn for_each(&self, each: &'g ForEach) -> Option<String> {
        let visited: Vec<String> =
            each.binders.iter().map(|binder| self.visited(binder).one()).collect();
        let contents = self.visiting(&each.binders).contents(&each.body);
        (!contents.is_empty())
            .then(|| format!("each {}: {}", visited.join(", each "), contents.join("; ")))
    }

    /// A speaker for the inside of a block that visits several things: the second of a kind is
    /// called "the other".
    pub(crate) fn visiting(&self, binders: &'g [Binder]) -> Self {
        let mut inner = self.inside(binders.len());
        let mut kinds: Vec<NodeKind> = Vec::new();
        for binder in binders {
            let Type::Set(element) = &binder.set.ty else { continue };
            let Type::Node(kind) = element.as_ref() else { continue };
            if kinds.contains(kind) {
                let other = format!("the other {}", self.kind_name(*kind));
                inner = inner.naming(binder.variable, Noun::called(other));
            }
            kinds.push(*kind);
        }
        inner
    }

    /// `only with A or B`, `not with A`; none for a condition of any other shape.
    pub(crate) fn needs(&self, condition: &'g Expr, negated: bool) -> Option<String> {
        if condition.words.is_some() {
            return None;
        }
        if let ExprKind::Not(inner) = &condition.kind {
            return self.needs(inner, !negated);
        }
        let mut asked = Vec::new();
        taken(condition, &mut asked)?;
        let game = self.game;
        let names: Vec<&str> =
            asked.iter().map(|(entry, _)| game.entries[*entry].title.as_str()).collect();
        // The words say "in the army" only of units.
        let units = asked
            .iter()
            .all(|(entry, in_army)| *in_army && game.entries[*entry].kind == EntryKind::Unit);
        Some(needs_words(&names, units, negated))
    }
}

/// Whether a block makes something unavailable and does nothing else.
pub(crate) fn only_hides(body: &Body) -> bool {
    let hides = |effect: &Effect| matches!(effect, Effect::Change(change) if matches!(change.kind, ChangeKind::Hide));
    matches!(body.effects.as_slice(), [effect] if hides(effect))
}

/// Collects the entries of which one must be taken, each with whether it may be anywhere in the
/// army.
pub(crate) fn taken(condition: &Expr, all: &mut Vec<(EntryId, bool)>) -> Option<()> {
    match &condition.kind {
        ExprKind::Binary(Op::Or, left, right) => {
            taken(left, all)?;
            taken(right, all)
        }
        ExprKind::NotEmpty(set) => match &set.kind {
            ExprKind::Below { what: NodeFilter::Entry(entry), of, .. } => {
                all.push((*entry, matches!(of.kind, ExprKind::Army)));
                Some(())
            }
            _ => None,
        },
        _ => None,
    }
}
