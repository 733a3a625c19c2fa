//! Finds a faction by name.

use super::Failure;
use super::data::not_found;
use crate::resolve::SystemHeading;
use crate::wording::either;
use crate::workspace::Data;

/// The ids of the game and of the faction with this id or title. The name of a game stands for its
/// units without a faction.
pub(crate) fn find(
    data: &Data,
    name: &str,
    system: Option<&str>,
) -> Result<(String, String), Failure> {
    if let Some(system) = system.filter(|system| !data.has_game(system)) {
        data.game(system)?;
    }
    let systems = data.systems().iter().filter(|heading| system.is_none_or(|id| heading.id == id));
    let names: Vec<[&str; 3]> = systems.flat_map(names).collect();
    let lower = name.to_lowercase();
    let mut found: Vec<&[&str; 3]> = names.iter().filter(|[_, id, _]| *id == name).collect();
    if found.is_empty() {
        let in_any_case = |[_, id, title]: &&[&str; 3]| {
            id.to_lowercase() == lower || title.to_lowercase() == lower
        };
        found.extend(names.iter().filter(in_any_case));
    }
    match found.as_slice() {
        [[system, id, _]] => Ok(((*system).to_owned(), (*id).to_owned())),
        [] => Err(unknown(&names, name, system)),
        several => {
            let ids: Vec<&str> = several.iter().map(|[system, ..]| *system).collect();
            Err(Failure::Usage(format!(
                "{} have a faction `{name}`; say which with --system",
                ids.join(" and ")
            )))
        }
    }
}

/// The game, the id and the title of every faction, and of the game itself.
fn names(system: &SystemHeading) -> impl Iterator<Item = [&str; 3]> {
    let factions =
        system.factions.iter().map(|faction| (faction.id.as_str(), faction.title.as_str()));
    let game = (system.id.as_str(), system.title.as_str());
    factions.chain([game]).map(|(id, title)| [system.id.as_str(), id, title])
}

fn unknown(names: &[[&str; 3]], name: &str, system: Option<&str>) -> Failure {
    let words = name.to_lowercase().replace('_', " ");
    let inside = names
        .iter()
        .filter(|[_, _, title]| !words.is_empty() && title.to_lowercase().contains(&words));
    let inside: Vec<String> = inside.map(|[_, id, title]| format!("`{id}` ({title})")).collect();
    if !inside.is_empty() {
        return Failure::Usage(format!(
            "there is no faction `{name}`; did you mean {}?",
            either(&inside)
        ));
    }
    let help = system.map_or("`orbat systems` lists them".to_owned(), |system| {
        format!("`orbat factions {system}` lists them")
    });
    not_found("faction", name, names.iter().map(|[_, id, _]| *id), &help)
}
