//! Finds the current names of options and choices that a list takes by their old names.

use crate::engine::army::Menu;
use crate::engine::army::bind::Binder;
use crate::engine::old_names;
use crate::list::choice_and_option;
use crate::model::{ChooseId, Entry};

impl<'g> Binder<'g, '_, '_> {
    /// The current name of an option, written alone or after the name of its choice.
    pub(crate) fn new_option_name(&self, menus: &[&Menu<'g>], written: &str) -> Option<String> {
        let (Some(choose), name) = choice_and_option(written) else {
            return self.new_name(menus, None, written).map(str::to_owned);
        };
        let game = self.army.game;
        let is_named = |id: &&ChooseId| {
            game.chooses[**id].id == choose || game.was(game.chooses[**id].span, choose)
        };
        let points = menus.iter().flat_map(|menu| &menu.points).map(|point| &point.choose);
        let choose = points.into_iter().find(is_named)?;
        let name = self.new_name(menus, Some(*choose), name).unwrap_or(name);
        Some(format!("{}.{name}", game.chooses[*choose].id)).filter(|now| now != written)
    }

    /// The current name of an option or choice if it is offered; `within` limits this to one
    /// choice.
    pub(crate) fn new_name(
        &self,
        menus: &[&Menu<'g>],
        within: Option<ChooseId>,
        written: &str,
    ) -> Option<&'g str> {
        let game = self.army.game;
        if game.old_ids.is_empty() {
            return None;
        }
        let name = |entry: &'g Entry| (entry.id.as_str(), entry.span);
        let fits = |chooses: &[ChooseId]| within.is_none_or(|within| chooses.contains(&within));
        let offers = menus.iter().flat_map(|menu| &menu.offers);
        let offers = offers.filter(|offer| fits(&offer.chooses));
        let offers = offers.map(|offer| name(&game.entries[offer.entry]));
        let points = menus.iter().flat_map(|menu| menu.points.iter().map(move |at| (menu, at)));
        let is_within = |(menu, point): &(&&Menu<'g>, &crate::engine::army::OfferedChoice<'g>)| {
            within.is_none_or(|within| {
                let around = point.within.and_then(|at| menu.points.get(at));
                around.is_some_and(|around| around.choose == within)
            })
        };
        let chooses = points.filter(is_within).map(|(_, point)| &game.chooses[point.choose]);
        let chooses = chooses.map(|choose| (choose.id.as_str(), choose.span));
        let drawn = menus.iter().flat_map(|menu| &menu.points);
        let drawn = drawn.filter(|point| within.is_none_or(|within| point.choose == within));
        let drawn = self.pool_of(drawn).into_iter().map(|id| name(&game.entries[id]));
        old_names::now(game, written, offers.chain(chooses).chain(drawn))
    }
}
