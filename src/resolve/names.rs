//! The names of a game, and how they are looked up from where they are used.
//!
//! Start at [`Names::things`]: entries and choices are looked up from the inside out. Declarations
//! have one table for each kind. Nothing here knows what a name is needed for.

use rustc_hash::FxHashMap;

use super::Resolver;
use super::scope::Scope;
use crate::diagnostic::{Code, codes, did_you_mean};
use crate::model::{
    AttributeId, CategoryId, ChartId, ChoicesId, ChooseId, CurrencyId, DeriveId, EntryId,
    EntryKind, EventId, FactionId, ForceId, KeywordId, OptionalId, Owner, ProfileId, RuleId,
    SectionId,
};
use crate::source::Span;
use crate::syntax::ast::Name;

/// Declarations of a kind by name, with the place of each.
pub(crate) type NameTable<'t, T> = FxHashMap<&'t str, (T, Span)>;

/// Something a name can stand for below the level of declarations.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum InnerItem {
    Entry(EntryId),
    Choose(ChooseId),
}

/// The index of a [`Root`] in the list of all roots.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct RootId(usize);

/// The names defined inside one definition, at any depth.
#[derive(Debug, Default)]
pub(crate) struct Root<'t> {
    pub inner: FxHashMap<&'t str, Vec<InnerItem>>,
    /// The roots of definitions that are extended or included: their inner names are visible too.
    pub links: Vec<RootId>,
}

/// All names of a game.
#[derive(Debug, Default)]
pub(crate) struct Names<'t> {
    pub currencies: NameTable<'t, CurrencyId>,
    pub profiles: NameTable<'t, ProfileId>,
    pub sections: NameTable<'t, SectionId>,
    pub keywords: NameTable<'t, KeywordId>,
    pub categories: NameTable<'t, CategoryId>,
    pub attributes: NameTable<'t, AttributeId>,
    pub enumerations: NameTable<'t, ChoicesId>,
    pub optionals: NameTable<'t, OptionalId>,
    pub factions: NameTable<'t, FactionId>,
    pub events: NameTable<'t, EventId>,
    pub forces: NameTable<'t, ForceId>,
    pub charts: NameTable<'t, ChartId>,
    pub derives: NameTable<'t, DeriveId>,
    pub rules: NameTable<'t, RuleId>,
    /// Slots of all charts.
    pub slots: FxHashMap<&'t str, Span>,
    /// Categories, attributes and derived values are all facts: one name, one fact.
    pub facts: FxHashMap<&'t str, Span>,
    pub top: FxHashMap<(Owner, &'t str), Vec<InnerItem>>,
    pub units: FxHashMap<&'t str, EntryId>,
    pub roots: Vec<Root<'t>>,
    /// The root of the `army { … }` block of each owner.
    pub army_roots: FxHashMap<Owner, RootId>,
    pub root_of_entry: FxHashMap<EntryId, RootId>,
    pub root_of_choose: FxHashMap<ChooseId, RootId>,
}

impl<'t> Names<'t> {
    pub(crate) fn new_root(&mut self) -> RootId {
        self.roots.push(Root::default());
        RootId(self.roots.len() - 1)
    }

    pub(crate) fn root_mut(&mut self, id: RootId) -> Option<&mut Root<'t>> {
        self.roots.get_mut(id.0)
    }

    /// The inner items of this name in a root or the roots linked to it; the nearest root that has
    /// the name wins.
    fn inner(&self, start: RootId, name: &str) -> &[InnerItem] {
        let mut queue = vec![start];
        let mut at = 0;
        while let Some(&RootId(index)) = queue.get(at) {
            at += 1;
            let Some(root) = self.roots.get(index) else { continue };
            if let Some(found) = root.inner.get(name) {
                return found;
            }
            for link in &root.links {
                // Chains longer than anyone writes are cut.
                if queue.len() < MOST_LINKS && !queue.contains(link) {
                    queue.push(*link);
                }
            }
        }
        &[]
    }

    /// What a name may stand for, from the inside out: the definition itself, its faction, the
    /// system, units of other factions.
    pub(crate) fn things(
        &self,
        owner: Owner,
        root: Option<RootId>,
        name: &'t str,
    ) -> Vec<&[InnerItem]> {
        let mut levels: Vec<&[InnerItem]> = Vec::new();
        levels.extend(root.map(|root| self.inner(root, name)));
        for owner in [owner, Owner::System] {
            levels.extend(self.top.get(&(owner, name)).map(Vec::as_slice));
            levels.extend(self.army_roots.get(&owner).map(|root| self.inner(*root, name)));
        }
        levels
    }

    /// Every name `things` could find, for suggestions.
    pub(crate) fn visible(
        &self,
        owner: Owner,
        root: Option<RootId>,
    ) -> impl Iterator<Item = &'t str> + '_ {
        let inner = root
            .and_then(|RootId(index)| self.roots.get(index))
            .into_iter()
            .flat_map(|root| root.inner.keys().copied());
        let top = self
            .top
            .keys()
            .filter(move |(at, _)| *at == owner || *at == Owner::System)
            .map(|(_, name)| *name);
        inner.chain(top)
    }
}

/// How many linked definitions are searched for a name.
const MOST_LINKS: usize = 64;

/// Which kinds of entry a place admits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Admits {
    Unit,
    /// Any entry with a profile.
    Profiled,
    Any,
}

/// What a statement needs a name to stand for.
#[derive(Debug, Clone, Copy)]
pub(crate) enum NameUse {
    Unit,
    Model,
    Weapon,
    Option,
    /// Any entry that an `include` may take.
    Included,
}

impl<'t> Resolver<'t> {
    /// Registers a definition, or reports that the name is taken.
    pub(crate) fn define<T: Copy>(
        &mut self,
        table: for<'n> fn(&'n mut Names<'t>) -> &'n mut NameTable<'t, T>,
        name: Name<'t>,
        what: &str,
        id: T,
    ) -> bool {
        if let Some((_, first)) = table(&mut self.names).get(name.text) {
            let first = *first;
            self.duplicate(name, what, first);
            return false;
        }
        table(&mut self.names).insert(name.text, (id, name.span));
        true
    }

    pub(crate) fn duplicate(&mut self, name: Name<'_>, what: &str, first: Span) {
        let message = format!("the {what} `{}` is defined twice", name.text);
        self.report(
            codes::DUPLICATE
                .at(name.span, message)
                .label("defined again here")
                .related(first, "first defined here"),
        );
    }

    /// Categories, attributes and derived values share their names.
    pub(crate) fn define_fact(&mut self, name: Name<'t>, what: &str) -> bool {
        if let Some(first) = self.names.facts.get(name.text).copied() {
            self.duplicate(name, what, first);
            return false;
        }
        self.names.facts.insert(name.text, name.span);
        true
    }

    fn admits(&self, admits: Admits, thing: InnerItem) -> Option<EntryId> {
        let InnerItem::Entry(id) = thing else { return None };
        let fits = matches!(
            (admits, self.game.entries[id].kind),
            (Admits::Any, _)
                | (Admits::Unit, EntryKind::Unit)
                | (Admits::Profiled, EntryKind::Profile(_))
        );
        fits.then_some(id)
    }

    /// The entry of this name among the kinds a place admits; reports nothing if there is none.
    pub(crate) fn find_entry(
        &self,
        owner: Owner,
        root: Option<RootId>,
        name: &'t str,
        admits: Admits,
    ) -> Option<EntryId> {
        let levels = self.names.things(owner, root, name);
        let found = levels.into_iter().flatten().find_map(|thing| self.admits(admits, *thing));
        found.or_else(|| self.names.units.get(name).copied().filter(|_| admits != Admits::Profiled))
    }

    pub(crate) fn find_choose(
        &self,
        owner: Owner,
        root: Option<RootId>,
        name: &'t str,
    ) -> Option<ChooseId> {
        let levels = self.names.things(owner, root, name);
        levels.into_iter().flatten().find_map(|thing| match thing {
            InnerItem::Choose(id) => Some(*id),
            InnerItem::Entry(_) => None,
        })
    }

    /// The names of entries a place admits, for suggestions.
    pub(crate) fn entry_names(
        &self,
        owner: Owner,
        root: Option<RootId>,
        admits: Admits,
    ) -> Vec<&'t str> {
        let mut names: Vec<&'t str> = self.names.visible(owner, root).collect();
        names.extend(self.names.units.keys());
        names.retain(|name| self.find_entry(owner, root, name, admits).is_some());
        names
    }

    /// Looks a name up in a table, and reports it if it is unknown.
    pub(crate) fn look_up<T: Copy>(
        &mut self,
        table: for<'n> fn(&'n Names<'t>) -> &'n NameTable<'t, T>,
        name: Name<'t>,
        code: &'static Code,
        what: &str,
    ) -> Option<T> {
        let found = table(&self.names).get(name.text).map(|(id, _)| *id);
        if found.is_none() {
            let known: Vec<_> = table(&self.names).keys().copied().collect();
            self.unknown(code, name, what, known);
        }
        found
    }

    pub(crate) fn keyword(&mut self, name: Name<'t>) -> Option<KeywordId> {
        let found = self.names.keywords.get(name.text).map(|(id, _)| *id);
        if found.is_none() && !self.lost.contains(name.text) {
            let message = format!("{} has no keyword `{}`", self.game.title, name.text);
            let mut diagnostic = codes::UNKNOWN_KEYWORD.at(name.span, message);
            if let Some(near) = did_you_mean(name.text, self.names.keywords.keys().copied())
                && let Some((_, span)) = self.names.keywords.get(near)
            {
                let place = self.sources.describe(*span);
                diagnostic = diagnostic.note(format!("`{near}` is defined at {place}"));
                diagnostic.suggestion = Some(near.to_owned());
            }
            self.report(diagnostic);
        }
        found
    }

    pub(crate) fn category(&mut self, name: Name<'t>) -> Option<CategoryId> {
        self.look_up(|names| &names.categories, name, &codes::UNKNOWN_CATEGORY, "category")
    }

    pub(crate) fn faction(&mut self, name: Name<'t>) -> Option<FactionId> {
        self.look_up(|names| &names.factions, name, &codes::UNKNOWN_FACTION, "faction")
    }

    pub(crate) fn rule_id(&mut self, name: Name<'t>) -> Option<RuleId> {
        self.look_up(|names| &names.rules, name, &codes::UNKNOWN_RULE, "rule")
    }

    /// The entry that a statement names; reports an error if there is none.
    pub(crate) fn need_entry(
        &mut self,
        scope: &Scope<'t>,
        name: Name<'t>,
        wanted: NameUse,
    ) -> Option<EntryId> {
        let (code, admits, what) = match wanted {
            NameUse::Unit => (&codes::UNKNOWN_UNIT, Admits::Unit, "unit"),
            NameUse::Model => (&codes::UNKNOWN_MODEL, Admits::Profiled, "model"),
            NameUse::Weapon => (&codes::UNKNOWN_WEAPON, Admits::Profiled, "weapon"),
            NameUse::Option => (&codes::UNKNOWN_OPTION, Admits::Profiled, "option"),
            NameUse::Included => (&codes::UNKNOWN_OPTION, Admits::Any, "group or entry"),
        };
        let found = self.find_entry(scope.owner, scope.root, name.text, admits);
        if found.is_none() {
            let known = if self.may_suggest() {
                self.entry_names(scope.owner, scope.root, admits)
            } else {
                Vec::new()
            };
            self.unknown(code, name, what, known);
        }
        found
    }
}
