//! Binds the options that a list takes by name. `automatic` adds those that leave no choice.

use crate::diagnostic::did_you_mean;
use crate::engine::army::bind::Binder;
use smallvec::SmallVec;

use crate::engine::army::{
    Book, HandoutFailure, Menu, Node, NodeId, NodeIs, Offer, OfferedChoice, OptionNode, Recipients,
    UnitIndex, pool,
};
use crate::engine::check::Problem;
use crate::engine::check::kind::{ListKind, OptionKind};
use crate::list::{Name, OptionPick, choice_and_option};
use crate::model::{Body, ChooseId, Entry, EntryId, Game};
use crate::source::Span;

/// An option that is taken, with the options taken inside it.
#[derive(Clone)]
pub(crate) struct Choice<'g> {
    pub offer: Offer<'g>,
    pub times: i64,
    pub span: Span,
    pub inner: Vec<Choice<'g>>,
    pub automatic: Option<u32>,
    /// Whether it would be taken automatically if the list did not name it.
    pub is_default: bool,
    /// The line of models it was written under, if any.
    pub written: Option<usize>,
    /// The models of the unit it goes to; none if it stays with its holder.
    pub recipients: Option<Recipients>,
    /// Why it is not handed out to all models it should go to.
    pub failure: Option<HandoutFailure>,
    /// If the option is a weapon: how many copies other options replaced, on all models.
    pub given_up: i64,
    /// The node made for it.
    pub node: Option<NodeId>,
}

impl Choice<'_> {
    /// Whether it belongs to a choice, directly or through nested choices.
    pub(crate) fn is_of(&self, choose: ChooseId) -> bool {
        self.offer.chooses.contains(&choose)
    }

    /// Whether both take the same options, regardless of how often.
    fn is_like(&self, other: &Choice<'_>) -> bool {
        let inner = self.inner.iter().zip(&other.inner);
        self.offer.entry == other.offer.entry
            && self.offer.chooses == other.offer.chooses
            && self.written == other.written
            && self.inner.len() == other.inner.len()
            && inner.into_iter().all(|(own, other)| own.times == other.times && own.is_like(other))
    }
}

/// Sorts the taken options in the order of the data and merges alike ones, so that nothing depends
/// on how a list writes them.
pub(crate) fn in_order(choices: &mut Vec<Choice<'_>>) {
    choices.sort_by_key(|choice| {
        (choice.offer.span.source, choice.offer.span.start(), choice.offer.entry, choice.written)
    });
    choices.dedup_by(|next, kept| {
        let is_like = next.is_like(kept);
        if is_like {
            kept.times = kept.times.saturating_add(next.times);
        }
        is_like
    });
}

/// The maximum depth of options taken inside options.
const DEEPEST: usize = 16;

impl<'g, 'l> Binder<'g, 'l, '_> {
    /// The options of the army or a force, both written and automatic.
    pub(crate) fn options_of_bodies(
        &mut self,
        node: NodeId,
        bodies: &[&'g Body],
        taken: &'l [OptionPick],
    ) {
        let menus: Vec<Menu<'g>> =
            bodies.iter().map(|body| Menu::of(self.army.game, body)).collect();
        let menus: Vec<&Menu<'g>> = menus.iter().filter(|menu| !menu.is_empty()).collect();
        if menus.is_empty() && taken.is_empty() {
            return;
        }
        let mut choices = self.choices(&menus, taken, 0);
        self.automatic(&menus, &mut choices, self.span_of(node), false);
        for mut choice in choices {
            self.option_node(&mut choice, node, None);
        }
    }

    /// Finds the offers that a list takes by name.
    pub(crate) fn choices(
        &mut self,
        menus: &[&Menu<'g>],
        taken: &'l [OptionPick],
        depth: usize,
    ) -> Vec<Choice<'g>> {
        let mut choices = Vec::new();
        for pick in taken {
            let (choose, name) = choice_and_option(&pick.name.value);
            if let Some(offer) = self.offer(menus, choose, name) {
                choices.extend(self.choice(offer, pick, depth));
            } else if let Some((menu, point)) = point_named(self.army.game, menus, pick) {
                self.members(menu, point, pick, depth, &mut choices);
            } else {
                self.unknown_option(menus, &pick.name);
            }
        }
        choices
    }

    fn offer(&self, menus: &[&Menu<'g>], choose: Option<&str>, name: &str) -> Option<Offer<'g>> {
        let game = self.army.game;
        let fits = |offer: &&Offer<'g>| {
            let of_choose =
                |choose: &str| offer.chooses.iter().any(|id| game.chooses[*id].id == choose);
            game.entries[offer.entry].id == name && choose.is_none_or(of_choose)
        };
        if let Some(found) = menus.iter().flat_map(|menu| &menu.offers).find(fits) {
            return Some(found.clone());
        }
        let points =
            menus.iter().flat_map(|menu| (0..menu.points.len()).map(move |point| (menu, point)));
        points.into_iter().find_map(|(menu, point)| {
            let named = menu.points.get(point).map(|at| game.chooses[at.choose].id.as_str());
            let right = choose.is_none_or(|choose| named == Some(choose));
            right.then(|| self.drawn(menu, point, name)).flatten()
        })
    }

    /// An entry from a choice's pool, by name.
    pub(crate) fn drawn(&self, menu: &Menu<'g>, point: usize, name: &str) -> Option<Offer<'g>> {
        self.book.entries(name).iter().find_map(|entry| self.drawn_entry(menu, point, *entry))
    }

    pub(crate) fn drawn_entry(
        &self,
        menu: &Menu<'g>,
        point: usize,
        entry: EntryId,
    ) -> Option<Offer<'g>> {
        let (game, army) = (self.army.game, self.army.faction_at(self.force));
        let unit = self.current_entry.map(|unit| &game.entries[unit]);
        menu.drawn(game, point, entry, &|owner| {
            Book::draws(unit, army, self.army.whole_event(), owner)
        })
    }

    fn choice(
        &mut self,
        offer: Offer<'g>,
        pick: &'l OptionPick,
        depth: usize,
    ) -> Option<Choice<'g>> {
        if depth > DEEPEST {
            self.report(ListKind::NestedTooDeeply, pick.name.span);
            return None;
        }
        let times = pick.times.as_ref().map_or(1, |times| times.value);
        if times == 0 {
            return None; // the name is right, and nothing is taken
        }
        let inner = self.inner(offer.entry, false, &pick.inner, depth, pick.name.span);
        Some(Choice {
            offer,
            times,
            span: pick.name.span,
            inner,
            automatic: None,
            is_default: false,
            written: None,
            recipients: None,
            failure: None,
            given_up: 0,
            node: None,
        })
    }

    /// The menus of a model or an option: its entry's, and those of loose blocks that visit it.
    pub(crate) fn inner_menus(&self, entry: EntryId, model: bool) -> SmallVec<[&'l Menu<'g>; 2]> {
        let loose = self.loose(self.force, self.chart_in_force).into_iter();
        let loose = loose.map(|menus| if model { &menus.models } else { &menus.options });
        let book = self.book;
        book.menu(entry).into_iter().chain(loose).filter(|menu| !menu.is_empty()).collect()
    }

    /// The options taken inside an option or model.
    pub(crate) fn inner(
        &mut self,
        entry: EntryId,
        model: bool,
        taken: &'l [OptionPick],
        depth: usize,
        span: Span,
    ) -> Vec<Choice<'g>> {
        let menus = self.inner_menus(entry, model);
        if menus.is_empty() && taken.is_empty() {
            return Vec::new();
        }
        let mut inner = self.choices(&menus, taken, depth + 1);
        self.automatic(&menus, &mut inner, span, false);
        inner
    }

    /// `heavy: lmg`: members of a choice.
    fn members(
        &mut self,
        menu: &Menu<'g>,
        point: usize,
        pick: &'l OptionPick,
        depth: usize,
        choices: &mut Vec<Choice<'g>>,
    ) {
        let game = self.army.game;
        let Some(at) = menu.points.get(point) else { return };
        let choose = at.choose;
        let members: Vec<&Offer<'g>> =
            menu.offers.iter().filter(|offer| offer.chooses.contains(&choose)).collect();
        if pick.inner.is_empty() {
            match members.as_slice() {
                [only] if game.chooses[choose].pool.is_none() => {
                    choices.extend(self.choice((*only).clone(), pick, depth))
                }
                _ => {
                    let known = members.iter().map(|offer| offer.entry).collect();
                    let written = pick.name.value.clone();
                    self.report(OptionKind::ChoiceAlone { written, known }, pick.name.span);
                }
            }
            return;
        }
        if let Some(times) = &pick.times {
            self.report(ListKind::CountOfChoice, times.span);
        }
        for member in &pick.inner {
            if let Some(nested) = nested_point(game, menu, point, member) {
                self.members(menu, nested, member, depth, choices);
                continue;
            }
            let name = member.name.value.as_str();
            let offer = members
                .iter()
                .find(|offer| game.entries[offer.entry].id == name)
                .map(|offer| (*offer).clone());
            match offer.or_else(|| self.drawn(menu, point, name)) {
                Some(offer) => choices.extend(self.choice(offer, member, depth)),
                None => {
                    let drawn = self.pool_of(menu.points.get(point));
                    let known: Vec<&str> = members
                        .iter()
                        .map(|offer| offer.entry)
                        .chain(drawn)
                        .map(|id| game.entries[id].id.as_str())
                        .collect();
                    let kind = OptionKind::NotInChoice { written: name.to_owned(), choose };
                    let problem = Problem::new(kind, member.name.span).suggest(name, known);
                    let now = self.new_name(&[menu], Some(choose), name);
                    self.army.problems.push(problem.renamed(&member.name, now.map(str::to_owned)));
                }
            }
        }
    }

    /// The entries in the pools of choices, for suggestions.
    pub(crate) fn pool_of<'p>(
        &self,
        points: impl IntoIterator<Item = &'p OfferedChoice<'g>>,
    ) -> Vec<EntryId>
    where
        'g: 'p,
    {
        let (game, army) = (self.army.game, self.army.faction_at(self.force));
        let event = self.army.whole_event();
        let unit = self.current_entry.map(|unit| &game.entries[unit]);
        let drawn = points.into_iter().flat_map(|point| {
            pool(game, point.choose, &|owner| Book::draws(unit, army, event, owner))
        });
        drawn.map(|(entry, _)| entry).collect()
    }

    /// The model of the current unit that offers the option that was looked for in the unit.
    fn model_offering(&self, name: &Name) -> Option<EntryId> {
        let game = self.army.game;
        let menu =
            |model: EntryId| self.book.menu(model).filter(|menu| self.offers(menu, &name.value));
        let models = &game.entries[self.current_entry?].body.models;
        models.iter().map(|line| line.model).find(|model| menu(*model).is_some())
    }

    pub(crate) fn unknown_option(&mut self, menus: &[&Menu<'g>], name: &Name) {
        let game = self.army.game;
        let offers = menus
            .iter()
            .flat_map(|menu| &menu.offers)
            .map(|offer| game.entries[offer.entry].id.as_str());
        let points = menus
            .iter()
            .flat_map(|menu| &menu.points)
            .map(|point| game.chooses[point.choose].id.as_str());
        let known: Vec<&str> = offers.chain(points).collect();
        let drawn: Vec<&Entry> = self
            .pool_of(menus.iter().flat_map(|menu| &menu.points))
            .into_iter()
            .map(|id| &game.entries[id])
            .collect();
        let title = name.value.to_lowercase();
        let drawn_title = || {
            drawn
                .iter()
                .find(|entry| entry.title.to_lowercase() == title)
                .map(|entry| entry.id.as_str())
        };
        let near = titled(game, menus, &name.value).or_else(drawn_title).or_else(|| {
            let drawn = drawn.iter().map(|entry| entry.id.as_str());
            did_you_mean(&name.value, known.iter().copied().chain(drawn))
        });
        let suggestion = near.map(str::to_owned);
        let (written, of_model) = (name.value.clone(), self.model_offering(name));
        let kind = OptionKind::Unknown { written, of_model, known };
        let problem = Problem { suggestion, ..Problem::new(kind, name.span) };
        let now = self.new_option_name(menus, &name.value);
        self.army.problems.push(problem.renamed(name, now));
    }

    pub(crate) fn option_node(
        &mut self,
        choice: &mut Choice<'g>,
        parent: NodeId,
        unit: Option<UnitIndex>,
    ) -> NodeId {
        let (entry, span) = (Some(choice.offer.entry), choice.span);
        let is_for_some = choice.recipients.as_ref().is_some_and(|to| to.number.is_some());
        let option = OptionNode {
            offer: choice.offer.clone(),
            recipients: choice.recipients.clone(),
            automatic: choice.automatic.is_some(),
            nth: choice.automatic.unwrap_or_default(),
            is_default: choice.is_default && !is_for_some,
            failure: choice.failure.clone(),
            given_up: choice.given_up,
        };
        let is = NodeIs::Option(option);
        let node = self.push(Node { is, entry, parent, end: 0, count: choice.times, span, unit });
        self.models_of_included(choice.offer.entry, node, unit, span);
        for inner in &mut choice.inner {
            self.option_node(inner, node, unit);
        }
        self.close(node);
        choice.node = Some(node);
        node
    }
}

/// The id of the option or choice with a title.
fn titled<'g>(game: &'g Game, menus: &[&Menu<'g>], title: &str) -> Option<&'g str> {
    let title = title.to_lowercase();
    let offers = menus.iter().flat_map(|menu| &menu.offers).map(|offer| &game.entries[offer.entry]);
    let points =
        menus.iter().flat_map(|menu| &menu.points).map(|point| &game.chooses[point.choose]);
    let offers = offers.map(|entry| (entry.title.to_lowercase(), entry.id.as_str()));
    let points = points.map(|choose| (choose.title.to_lowercase(), choose.id.as_str()));
    offers.chain(points).find(|(known, _)| *known == title).map(|(_, id)| id)
}

/// The choice with a name, and the menu that has it.
fn point_named<'m, 'g>(
    game: &'g Game,
    menus: &[&'m Menu<'g>],
    pick: &OptionPick,
) -> Option<(&'m Menu<'g>, usize)> {
    menus.iter().find_map(|menu| {
        let named = |point: &OfferedChoice<'g>| game.chooses[point.choose].id == pick.name.value;
        menu.points.iter().position(named).map(|point| (*menu, point))
    })
}

/// A choice inside another, by name.
fn nested_point(game: &Game, menu: &Menu<'_>, outer: usize, pick: &OptionPick) -> Option<usize> {
    let inside = |point: &OfferedChoice<'_>| {
        point.within == Some(outer) && game.chooses[point.choose].id == pick.name.value
    };
    menu.points.iter().position(inside)
}
