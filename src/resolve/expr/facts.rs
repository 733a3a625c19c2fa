//! What can be asked of a thing: built-in facts, characteristics, attributes, categories, keywords,
//! derived values.

use super::super::Resolver;
use super::super::scope::Scope;
use super::{make, unknown};
use crate::diagnostic::codes;
use crate::model::{
    AttributeType, Bearer, Builtin, Expr, ExprKind, Fact, ForceId, NodeKind, ParameterKind,
    StatBase, StatType, Type,
};
use crate::source::Span;
use crate::syntax::ast;
use crate::syntax::ast::Name;

use NodeKind::{Any, AnyGear, Army, Force, Gear, Model, Option as OptionNode, Unit};

/// The built-in fact of this name on this type, and the type of the fact. `docs/language.md` has
/// the same list.
pub(crate) fn builtin(of: &Type, name: &str) -> Option<(Builtin, Type)> {
    let set = |kind| Type::Set(Box::new(Type::Node(kind)));
    let number = Type::Number;
    let kind = match of {
        Type::Node(kind) => *kind,
        Type::Entry(_) => {
            return Some(match name {
                "count" => (Builtin::Count, number),
                "unique" => (Builtin::Unique, Type::Bool),
                "own" => (Builtin::Own, Type::Bool),
                "factions" => (Builtin::Factions, Type::Set(Box::new(Type::Faction))),
                "keywords" => (Builtin::Keywords, Type::Set(Box::new(Type::KeywordUse(None)))),
                _ => return None,
            });
        }
        Type::KeywordUse(_) if name == "section" => return Some((Builtin::Section, Type::Section)),
        _ => return None,
    };
    Some(match (name, kind) {
        ("limit", Army | Force(_)) => (Builtin::Limit, number),
        ("faction", Army | Force(_)) => (Builtin::Faction, Type::Faction),
        ("chart", Army | Force(_)) => (Builtin::Chart, Type::Chart),
        ("opponent", Army) => (Builtin::Opponent, Type::Faction),
        ("event", Army) => (Builtin::Event, Type::Event),
        ("forces", Army | Force(_)) => (Builtin::Forces, set(Force(None))),
        ("units", Army | Force(_)) => (Builtin::Units, set(Unit)),
        ("entries", Army) => (Builtin::Entries, Type::Set(Box::new(Type::Entry(Any)))),
        ("full", Force(_)) => (Builtin::Full, Type::Bool),
        ("models", Army | Force(_) | Unit | Any) => (Builtin::Models, set(Model)),
        ("size", Unit | Any) => (Builtin::Size, number),
        ("own", Unit | Any) => (Builtin::Own, Type::Bool),
        ("unique", Unit | OptionNode | Model | Gear(_) | AnyGear | Any) => {
            (Builtin::Unique, Type::Bool)
        }
        ("slot", Unit) => (Builtin::Slot, Type::Slot),
        ("joined", Unit | Any) => (Builtin::Joined, set(Unit)),
        ("joins", Unit | Any) => (Builtin::Joins, set(Unit)),
        ("riders", Unit | Any) => (Builtin::Riders, set(Unit)),
        ("rides", Unit | Any) => (Builtin::Rides, set(Unit)),
        ("factions", Unit) => (Builtin::Factions, Type::Set(Box::new(Type::Faction))),
        ("leader", Unit | Any) => (Builtin::Leader, Type::Node(Model)),
        ("leads", Model | Gear(_)) => (Builtin::Leads, Type::Bool),
        ("single", OptionNode) => (Builtin::Single, Type::Bool),
        ("options", _) => (Builtin::Options, set(OptionNode)),
        ("weapons", Army | Force(_) | Unit | Model | Gear(_) | Any) => {
            (Builtin::Weapons, set(AnyGear))
        }
        ("keywords", Unit | Model | Gear(_) | AnyGear | Any | OptionNode) => {
            (Builtin::Keywords, Type::Set(Box::new(Type::KeywordUse(None))))
        }
        ("count", Unit | Model | OptionNode | Gear(_) | AnyGear | Any) => (Builtin::Count, number),
        ("entry", Unit | Model | OptionNode | Gear(_) | AnyGear | Any) => {
            (Builtin::Entry, Type::Entry(kind))
        }
        ("parent", Force(_) | Unit | Model | OptionNode | Gear(_) | AnyGear | Any) => {
            (Builtin::Parent, Type::Node(Any))
        }
        ("unit", Model | OptionNode | Gear(_) | AnyGear | Any | Unit) => {
            (Builtin::Unit, Type::Node(Unit))
        }
        ("model", OptionNode | Gear(_) | AnyGear | Any | Model) => {
            (Builtin::Model, Type::Node(Model))
        }
        ("force", _) => (Builtin::Force, Type::Node(Force(None))),
        _ => return None,
    })
}

/// The names of all built-in facts, for suggestions.
pub(crate) const BUILTIN_NAMES: &[&str] = &[
    "limit", "points", "faction", "chart", "opponent", "event", "forces", "units", "entries",
    "full", "models", "size", "own", "unique", "slot", "joined", "joins", "riders", "rides",
    "factions", "leader", "leads", "single", "options", "weapons", "keywords", "cost", "count",
    "entry", "parent", "unit", "model", "force", "section",
];

impl<'t> Resolver<'t> {
    /// Resolves `of.member`; reports nothing if there is no such fact.
    pub(crate) fn find_fact(
        &mut self,
        scope: &Scope<'t>,
        of: &Expr,
        member: Name<'t>,
    ) -> Option<Expr> {
        let span = of.span.to(member.span);
        if of.ty == Type::Unknown {
            return Some(unknown(span));
        }
        // A fact of a set is the union over its elements.
        let (element, many) = match &of.ty {
            Type::Set(element) => (element.as_ref().clone(), true),
            single => (single.clone(), false),
        };
        let (fact, ty) = self.fact_of(&element, member)?;
        if matches!(fact, Fact::Builtin(Builtin::Slot | Builtin::Full)) && !scope.reads_slots {
            self.report(codes::MISPLACED.at(member.span,
                "only derived values may ask which slots are filled",
            ).help("slots are filled after everything else is known; ask for a category instead"));
            return Some(unknown(span));
        }
        let ty = match (many, &fact, ty) {
            (false, _, ty) => ty,
            // `u.Transport.X`: the highest value if the keyword is used several times
            (true, Fact::Parameter(_), Type::Number) => Type::Number,
            (true, _, set @ Type::Set(_)) => set,
            (true, _, ty) => Type::Set(Box::new(ty)),
        };
        Some(make(ExprKind::Fact(Box::new(of.clone()), fact), ty, span))
    }

    fn fact_of(&mut self, of: &Type, member: Name<'t>) -> Option<(Fact, Type)> {
        if let (Type::Node(Force(kind)), "parent") = (of, member.text) {
            return Some((Fact::Builtin(Builtin::Parent), Type::Node(self.around_force(*kind))));
        }
        if let Some((fact, ty)) = builtin(of, member.text) {
            return Some((Fact::Builtin(fact), ty));
        }
        if let Type::Node(_) = of
            && let Some(found) = self.cost_fact(member.text)
        {
            return Some(found);
        }
        if let Type::KeywordUse(Some(keyword)) = of {
            return self.parameter(*keyword, member.text);
        }
        let kind = match of {
            Type::Node(kind) | Type::Entry(kind) => *kind,
            Type::Faction => return self.category_fact(Bearer::Faction, member.text),
            _ => return None,
        };
        if let Some((id, _)) = self.names.attributes.get(member.text) {
            let id = *id;
            return bears(&self.game.attributes[id].on, kind)
                .then(|| (Fact::Attribute(id), self.attribute_type(id)));
        }
        if let Some(found) = self.category_fact(Bearer::Node(kind), member.text) {
            return Some(found);
        }
        if let Some((id, _)) = self.names.derives.get(member.text) {
            return self.derived_fact(*id, kind);
        }
        if let Some((id, _)) = self.names.keywords.get(member.text) {
            let uses = Type::Set(Box::new(Type::KeywordUse(Some(*id))));
            return Some((Fact::Keyword(*id), uses));
        }
        if let Some((profile, _)) = self.names.profiles.get(member.text)
            && matches!(of, Type::Entry(_))
        {
            return Some((Fact::Kind(Gear(*profile)), Type::Bool));
        }
        self.stat_fact(kind, member.text).or_else(|| self.force_around(of, member.text))
    }

    /// `u.wing`: the nearest force of that kind around a node, or the node itself.
    fn force_around(&self, of: &Type, name: &str) -> Option<(Fact, Type)> {
        let Type::Node(_) = of else { return None };
        let (id, _) = *self.names.forces.get(name)?;
        Some((Fact::Builtin(Builtin::Around(id)), Type::Node(Force(Some(id)))))
    }

    /// What a node costs: `cost` and `points` are of the first currency.
    fn cost_fact(&self, name: &str) -> Option<(Fact, Type)> {
        let currency = match name {
            "cost" | "points" => self.game.currencies.ids().next()?,
            _ => self.names.currencies.get(name)?.0,
        };
        Some((Fact::Cost(currency), Type::Number))
    }

    /// The kind of node that contains a force: always a force. Which kind follows from the inner
    /// force.
    fn around_force(&self, kind: Option<ForceId>) -> NodeKind {
        Force(kind.and_then(|kind| self.game.forces[kind].within))
    }

    fn parameter(&self, keyword: crate::model::KeywordId, name: &str) -> Option<(Fact, Type)> {
        let parameters = &self.game.keywords[keyword].parameters;
        let index = parameters.iter().position(|parameter| parameter.name == name)?;
        let ty = match parameters.get(index)?.kind {
            ParameterKind::Int => Type::Number,
            ParameterKind::Text => Type::Text,
            ParameterKind::Unit => Type::Entry(Unit),
            ParameterKind::Entry(profile) => Type::Entry(Gear(profile)),
        };
        Some((Fact::Parameter(index), ty))
    }

    fn category_fact(&self, bearer: Bearer, name: &str) -> Option<(Fact, Type)> {
        let (id, _) = self.names.categories.get(name)?;
        let on = &self.game.categories[*id].on;
        let fits = match bearer {
            Bearer::Node(kind) => bears(on, kind),
            other => on.contains(&other),
        };
        fits.then_some((Fact::Category(*id), Type::Bool))
    }

    fn derived_fact(&mut self, id: crate::model::DeriveId, kind: NodeKind) -> Option<(Fact, Type)> {
        self.resolve_derive(id);
        let derive = &self.game.derives[id];
        let ty = if derive.is_row() {
            Type::Set(Box::new(derive.value.ty.clone()))
        } else {
            derive.value.ty.clone()
        };
        (derive.on == kind || kind == Any).then_some((Fact::Derive(id), ty))
    }

    /// A characteristic of a node. A unit has those of its leader, so any model's profile may have
    /// it.
    fn stat_fact(&self, kind: NodeKind, name: &str) -> Option<(Fact, Type)> {
        let has = |profile: &crate::model::Profile| {
            profile.characteristic(name).map(|characteristic| characteristic.shape.clone())
        };
        let shape = match kind {
            Gear(profile) => has(&self.game.profiles[profile])?,
            Unit | Model | AnyGear | Any => self.game.profiles.values().find_map(has)?,
            _ => return None,
        };
        Some((Fact::Stat(name.to_owned(), None), stat_type(&shape)))
    }

    /// `u.CC.attack`: a part of a shaped characteristic.
    fn stat_part(&mut self, of: &Expr, member: Name<'t>) -> Option<Expr> {
        let ExprKind::Fact(node, Fact::Stat(stat, None)) = &of.kind else { return None };
        let named =
            |profile: &crate::model::Profile| match &profile.characteristic(stat)?.shape.base {
                StatBase::Shape(shape) => {
                    shape.names.iter().any(|name| name == member.text).then_some(())
                }
                _ => None,
            };
        self.game.profiles.values().find_map(named)?;
        let fact = Fact::Stat(stat.clone(), Some(member.text.to_owned()));
        let ty = if matches!(of.ty, Type::Set(_)) {
            Type::Set(Box::new(Type::Number))
        } else {
            Type::Number
        };
        Some(make(ExprKind::Fact(node.clone(), fact), ty, of.span.to(member.span)))
    }

    pub(crate) fn fact(
        &mut self,
        scope: &mut Scope<'t>,
        of: &ast::Expr<'t>,
        member: Name<'t>,
    ) -> Expr {
        let of = self.expr(scope, of, None);
        let span = of.span.to(member.span);
        if let Some(part) = self.stat_part(&of, member) {
            return part;
        }
        if let Some(fact) = self.find_fact(scope, &of, member) {
            return fact;
        }
        self.no_such_fact(&of, member, span)
    }

    fn no_such_fact(&mut self, of: &Expr, member: Name<'t>, span: Span) -> Expr {
        let is_cost = matches!(member.text, "cost" | "points") && !self.lost.is_empty();
        if !self.lost.contains(member.text) && !is_cost {
            let owner = self.describe(&of.ty);
            let mut known: Vec<&str> = BUILTIN_NAMES.to_vec();
            known.extend(self.names.facts.keys());
            known.extend(self.names.keywords.keys());
            let stats: Vec<String> = self.stat_names();
            known.extend(stats.iter().map(String::as_str));
            let message = format!("{owner} has no fact `{}`", member.text);
            let diagnostic = codes::TYPE_NO_SUCH_FACT.at(member.span, message);
            let diagnostic = match (member.text, &of.ty) {
                ("name" | "title" | "id", Type::Node(_) | Type::Entry(_)) => {
                    let name = self.sources.text(of.span);
                    diagnostic.help(format!("in a text, `{{{name}}}` is its title"))
                }
                _ => diagnostic.suggest(member.text, known),
            };
            self.report(diagnostic);
        }
        unknown(span)
    }

    pub(crate) fn stat_names(&self) -> Vec<String> {
        let all = self.game.profiles.values().flat_map(|profile| profile.characteristics.iter());
        all.map(|characteristic| characteristic.name.clone()).collect()
    }

    pub(crate) fn attribute_type(&self, id: crate::model::AttributeId) -> Type {
        let attribute = &self.game.attributes[id];
        let ty = match attribute.shape {
            AttributeType::Int => Type::Number,
            AttributeType::Text => Type::Text,
            AttributeType::Category => Type::Category,
            AttributeType::Choice(choices) => Type::Choice(choices),
        };
        if attribute.list { Type::Set(Box::new(ty)) } else { ty }
    }
}

/// Whether something declared `on` these bearers can be put on a node of this kind.
pub(crate) fn bears(on: &[Bearer], kind: NodeKind) -> bool {
    // Without an `on` it may be put on anything that a list can take.
    (on.is_empty() && kind != Army)
        || on.iter().any(|bearer| match (bearer, kind) {
            (Bearer::Node(bearer), kind) if *bearer == kind => true,
            (Bearer::Node(_), Any) => true,
            (Bearer::Node(Force(None)), Force(_)) | (Bearer::Node(Gear(_)), AnyGear | Model) => {
                true
            }
            // Anything with a profile becomes a model once a `models` line takes it.
            (Bearer::Node(Model), Gear(_) | AnyGear) => true,
            _ => false,
        })
}

fn stat_type(shape: &StatType) -> Type {
    let element = match (&shape.base, shape.words) {
        (StatBase::Int | StatBase::Inches, None) => Type::Number,
        (StatBase::Int | StatBase::Inches, Some(words)) => Type::NumberOr(words),
        (StatBase::Text, _) => Type::Text,
        (StatBase::Choice(words), _) => Type::Choice(*words),
        // A shape with a single number reads as that number; a shape with several is read by its
        // parts.
        (StatBase::Shape(shape), Some(words)) if shape.names.len() == 1 => Type::NumberOr(words),
        (StatBase::Shape(shape), None) if shape.names.len() == 1 => Type::Number,
        (StatBase::Shape(_), _) => Type::Text,
    };
    if shape.list { Type::Set(Box::new(element)) } else { element }
}
