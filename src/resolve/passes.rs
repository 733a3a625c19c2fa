//! The order of the passes over the items of a game, and the loose statements in them.

use super::Resolver;
use super::body::BodyKind;
use super::event::across;
use super::load::MergedItem;
use super::names::InnerItem;
use super::scope::{Scope, Subject};
use super::text::plain;
use crate::diagnostic::codes;
use crate::model::{Body, Faction, NodeKind, Owner};
use crate::syntax::Parsed;
use crate::syntax::ast::{Declared, Item, StatementKind};

impl<'t> Resolver<'t> {
    /// Runs all passes over all items.
    pub(crate) fn run(
        &mut self,
        wholes: &[MergedItem<'t>],
        parsed: &[Parsed<'t>],
        declared: &[Declared<'t>],
    ) {
        let owners: Vec<Owner> = wholes.iter().map(|whole| self.owner(whole)).collect();
        let each = || owners.iter().copied().zip(wholes);
        each().for_each(|(owner, whole)| self.declare_top(owner, &whole.statements));
        each().for_each(|(owner, whole)| self.declare_top_entries(owner, &whole.statements));
        each().for_each(|(_, whole)| self.lower_declarations(&whole.statements));
        self.link_keywords();
        self.inherit_profiles();
        each().for_each(|(owner, whole)| self.declare_inside(owner, &whole.statements));
        self.link();
        self.lower_derives();
        each().for_each(|(owner, whole)| self.define_categories(owner, &whole.statements));
        self.lower_groups();
        self.lower_entries();
        each().for_each(|(owner, whole)| self.lower_forces(owner, &whole.statements));
        self.lower_charts();
        each().for_each(|(owner, whole)| self.lower_top(owner, whole));
        each().for_each(|(owner, whole)| self.lower_paper(owner, &whole.statements));
        self.inner_aliases(parsed);
        each().for_each(|(owner, whole)| self.outer_aliases(owner, whole, declared));
        self.check_cycles();
        self.check_includes();
    }

    /// The owner of an item's definitions; gives a faction or event its id.
    fn owner(&mut self, whole: &MergedItem<'t>) -> Owner {
        match whole.item {
            Item::Faction(head, _) => {
                let faction = Faction {
                    id: head.id.text.to_owned(),
                    title: plain(head.title),
                    version: head.version.map(plain),
                    span: head.id.span,
                    categories: Vec::new(),
                    cites: self.cites(&head.cites),
                    body: Body::default(),
                    army: Body::default(),
                };
                let id = self.game.factions.add(faction);
                self.define(|names| &mut names.factions, head.id, "faction", id);
                Owner::Faction(id)
            }
            Item::Event(head, _) => {
                let id = self.declare_event(head, &whole.statements);
                self.define(|names| &mut names.events, head.id, "event", id);
                Owner::Event(id)
            }
            Item::System(..) | Item::Part(_) => Owner::System,
        }
    }

    /// Resolves shared choices: their subject is whatever includes them.
    fn lower_groups(&mut self) {
        let groups: Vec<_> = self
            .chooses
            .iter()
            .map(|pending| (pending.owner, pending.root, pending.ast.id))
            .collect();
        for (owner, root, name) in groups {
            let Some(id) = self.choose_ids.get(&(owner, name.span)).copied() else { continue };
            let top = self
                .names
                .top
                .get(&(owner, name.text))
                .is_some_and(|things| things.contains(&InnerItem::Choose(id)));
            if top {
                let mut scope = Scope::new(owner, Some(root), Subject::This(NodeKind::Any));
                self.lower_choose(&mut scope, id);
            }
        }
    }

    /// Resolves rules, changes, permits and the like that stand directly in the braces of a system,
    /// faction or event.
    fn lower_top(&mut self, owner: Owner, whole: &MergedItem<'t>) {
        let root = Some(self.army_root(owner));
        let mut scope = Scope::new(owner, root, Subject::Army);
        let (mut body, mut army) = (Body::default(), Body::default());
        for statement in &whole.statements {
            match &statement.kind {
                StatementKind::Army(_) if matches!(owner, Owner::Event(_)) => {
                    self.report(
                        codes::MISPLACED
                            .at(statement.span, "`army` is not allowed in an event")
                            .help("an event restricts armies; it gives them nothing"),
                    );
                }
                StatementKind::Army(inside) => {
                    for statement in inside {
                        self.statement(&mut scope, BodyKind::Army, statement, &mut army);
                    }
                }
                StatementKind::AtMost(at_most)
                    if matches!(owner, Owner::Event(_)) && across(at_most).is_some() => {}
                _ => self.statement(&mut scope, BodyKind::Top(owner), statement, &mut body),
            }
        }
        match (owner, whole.item) {
            (Owner::Faction(id), Item::Faction(head, _)) => {
                let categories = self.faction_categories(&head.tags);
                let faction = self.game.factions.get_mut(id);
                (faction.body, faction.army, faction.categories) = (body, army, categories);
            }
            (Owner::Event(id), _) => self.lower_event(&mut scope, id, &whole.statements, body),
            _ => (self.game.body, self.game.army) = (body, army),
        }
    }
}
