//! Single things: a unit, the army, a value that is a name.

use crate::model::{
    Builtin, Expr, ExprKind, Fact, KeywordId, NodeFilter, NodeKind, Symbol, Type, VariableId,
};
use crate::wording::plural;
use crate::wording::sentence::{Noun, Speaker, lower};

impl<'g> Speaker<'_, 'g> {
    /// A thing as the subject of a sentence, or as the owner of something.
    pub(crate) fn thing(&self, expr: &'g Expr) -> Noun {
        if let Some(words) = &expr.words {
            return Noun::called(words.as_ref());
        }
        match &expr.kind {
            ExprKind::Army => Noun::called("the army"),
            ExprKind::This => self.by_type(&expr.ty),
            ExprKind::Variable(id) => self.variable(*id, &expr.ty),
            ExprKind::Symbol(symbol) => Noun::called(self.symbol(symbol)),
            ExprKind::Fact(of, fact) => self.fact_thing(of, fact, &expr.ty),
            ExprKind::Highest { measure, variable, set } => {
                let inner = self.naming(*variable, Noun::Whoever);
                let measure = inner.fact_name(measure);
                let set = self.set(set);
                Noun::called(format!("the {} with the highest {measure}", set.one()))
            }
            ExprKind::If(..) | ExprKind::Otherwise(..) => Noun::called(self.amount(expr)),
            _ => Noun::called(self.amount(expr)),
        }
    }

    fn variable(&self, id: VariableId, ty: &Type) -> Noun {
        let named = self.names.iter().rev().find(|(known, _)| *known == id);
        named.map_or_else(|| self.by_type(ty), |(_, noun)| noun.clone())
    }

    /// A noun for a thing of which only the type is known: `the unit`.
    fn by_type(&self, ty: &Type) -> Noun {
        match ty {
            Type::Node(NodeKind::Any) | Type::Unknown | Type::Nothing => Noun::called("it"),
            Type::Entry(NodeKind::Any | NodeKind::AnyGear) => Noun::called("the entry"),
            Type::Node(kind) | Type::Entry(kind) => {
                Noun::called(format!("the {}", self.kind_name(*kind)))
            }
            Type::KeywordUse(Some(keyword)) => Noun::called(self.keyword_name(*keyword)),
            Type::KeywordUse(None) => Noun::called("the keyword"),
            _ => Noun::called("it"),
        }
    }

    /// `unit`, `weapon`, `wing`
    pub(crate) fn kind_name(&self, kind: NodeKind) -> String {
        match kind {
            NodeKind::Army => "army".to_owned(),
            NodeKind::Force(None) => "force".to_owned(),
            NodeKind::Force(Some(force)) => lower(&self.game.forces[force].title),
            NodeKind::Unit => "unit".to_owned(),
            NodeKind::Model => "model".to_owned(),
            NodeKind::Option => "option".to_owned(),
            NodeKind::Gear(profile) => lower(&self.game.profiles[profile].title),
            NodeKind::AnyGear | NodeKind::Any => "thing".to_owned(),
        }
    }

    /// A keyword with the names of its parameters: `Leader (X, Y)`.
    pub(crate) fn keyword_name(&self, id: KeywordId) -> String {
        let keyword = &self.game.keywords[id];
        let name =
            |index: usize| keyword.parameters.get(index).map(|parameter| parameter.name.clone());
        keyword.title.fill(|index| name(index).unwrap_or_default())
    }

    /// A keyword without its parameters: `Leader`.
    pub(crate) fn bare_keyword(&self, id: KeywordId) -> String {
        self.game.keywords[id].name.replace('_', " ")
    }

    pub(crate) fn symbol(&self, symbol: &Symbol) -> String {
        let game = self.game;
        match symbol {
            Symbol::Choice(choices, position) => game.choices[*choices].label(*position),
            Symbol::Category(id) => game.categories[*id].title.clone(),
            Symbol::Faction(id) => game.factions[*id].title.clone(),
            Symbol::Chart(id) => game.charts[*id].title.clone(),
            Symbol::Slot(slot) => slot.replace('_', " "),
            Symbol::Section(id) => game.sections[*id].title.clone(),
            Symbol::Event(id) => game.events[*id].title.clone(),
            Symbol::Entry(id) => game.entries[*id].title.clone(),
        }
    }

    fn fact_thing(&self, of: &'g Expr, fact: &Fact, ty: &Type) -> Noun {
        let owner = self.thing(of);
        let same_kind = |kind: NodeKind| matches!(&of.ty, Type::Node(known) if *known == kind);
        match fact {
            Fact::Builtin(Builtin::Unit) if same_kind(NodeKind::Unit) => owner,
            Fact::Builtin(Builtin::Model) if same_kind(NodeKind::Model) => owner,
            Fact::Builtin(Builtin::Unit | Builtin::Model | Builtin::Force | Builtin::Around(_))
                if owner != Noun::Whoever =>
            {
                self.by_type(ty)
            }
            Fact::Builtin(Builtin::Faction) => Noun::called("the faction"),
            Fact::Builtin(Builtin::Opponent) => Noun::called("the opponent"),
            Fact::Builtin(Builtin::Chart) => Noun::called("the chart"),
            Fact::Builtin(Builtin::Event) => Noun::called("the event"),
            Fact::Derive(id) if matches!(of.kind, ExprKind::Army) => {
                Noun::called(format!("the {}", lower(&self.game.derives[*id].label())))
            }
            Fact::Parameter(_) => Noun::called(self.fact_label(of, fact)),
            _ => Noun::called(format!("{} {}", owner.possessive(), self.fact_label(of, fact))),
        }
    }

    /// The name of a fact: `Rank`, `number of models`.
    pub(crate) fn fact_label(&self, of: &'g Expr, fact: &Fact) -> String {
        let game = self.game;
        match fact {
            Fact::Attribute(id) => game.attributes[*id].title.clone(),
            Fact::Category(id) => game.categories[*id].title.clone(),
            Fact::Derive(id) => lower(&game.derives[*id].label()),
            Fact::Stat(name, None) => name.clone(),
            Fact::Stat(name, Some(part)) => format!("{name} ({part})"),
            Fact::Keyword(id) => self.bare_keyword(*id),
            Fact::Parameter(index) => self.parameter_name(of, *index),
            Fact::Kind(kind) => self.kind_name(*kind),
            Fact::Cost(currency) => format!("cost in {}", game.currencies[*currency].title),
            Fact::Builtin(builtin) => builtin_name(*builtin).to_owned(),
        }
    }

    fn parameter_name(&self, of: &'g Expr, index: usize) -> String {
        let element = match &of.ty {
            Type::Set(element) => element.as_ref(),
            ty => ty,
        };
        let Type::KeywordUse(Some(keyword)) = element else { return "value".to_owned() };
        let keyword = &self.game.keywords[*keyword];
        let name = keyword.parameters.get(index).map(|parameter| parameter.name.clone());
        match name {
            // The parameter of a known keyword needs no owner; others name their keyword.
            Some(name) if matches!(of.ty, Type::KeywordUse(_)) => name,
            Some(_) if keyword.parameters.len() == 1 => keyword.name.replace('_', " "),
            Some(name) => format!("{name} of {}", keyword.name.replace('_', " ")),
            None => "value".to_owned(),
        }
    }

    /// The fact that a condition compares, without its owner: `LD`.
    pub(crate) fn fact_name(&self, expr: &'g Expr) -> String {
        match &expr.kind {
            ExprKind::Fact(of, Fact::Parameter(index)) => self.parameter_name(of, *index),
            ExprKind::Fact(of, fact) => self.fact_label(of, fact),
            _ => self.amount(expr),
        }
    }

    /// The noun for a kind of thing, in singular and plural: `unit`, `units`.
    pub(crate) fn what_names(&self, what: NodeFilter) -> (String, String) {
        let game = self.game;
        let same = |title: &str| (title.to_owned(), title.to_owned());
        match what {
            NodeFilter::Kind(kind) => {
                let one = self.kind_name(kind);
                let many = plural(&one);
                (one, many)
            }
            NodeFilter::Entries => ("entry".to_owned(), "entries".to_owned()),
            NodeFilter::Entry(id) => {
                let entry = &game.entries[id];
                let is_model = matches!(entry.kind, crate::model::EntryKind::Profile(_));
                match is_model && !entry.title.ends_with('s') {
                    true => (entry.title.clone(), plural(&entry.title)),
                    false => same(&entry.title),
                }
            }
            NodeFilter::Choose(id) => {
                let title = &game.chooses[id].title;
                (format!("option of {title}"), format!("options of {title}"))
            }
            NodeFilter::Category(id) => same(&game.categories[id].title),
        }
    }
}

fn builtin_name(builtin: Builtin) -> &'static str {
    match builtin {
        Builtin::Limit => "agreed points",
        Builtin::Faction => "faction",
        Builtin::Chart => "chart",
        Builtin::Opponent => "opponent",
        Builtin::Event => "event",
        Builtin::Size => "number of models",
        Builtin::Own => "own",
        Builtin::Unique => "unique",
        Builtin::Slot => "slot",
        Builtin::Joined => "joined units",
        Builtin::Joins => "host",
        Builtin::Riders => "riders",
        Builtin::Rides => "carrier",
        Builtin::Units => "units",
        Builtin::Models => "models",
        Builtin::Options => "options",
        Builtin::Weapons => "weapons",
        Builtin::Forces => "forces",
        Builtin::Entries => "entries",
        Builtin::Keywords => "keywords",
        Builtin::Factions => "factions",
        Builtin::Leader => "leader",
        Builtin::Leads => "leader",
        Builtin::Entry => "kind",
        Builtin::Count => "number of copies",
        Builtin::Single => "single",
        Builtin::Full => "full",
        Builtin::Section => "section",
        Builtin::Parent => "owner",
        Builtin::Model => "model",
        Builtin::Unit => "unit",
        Builtin::Force | Builtin::Around(_) => "force",
    }
}
