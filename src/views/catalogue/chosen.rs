//! Attributes that a list states itself, and the values they may have.

use serde::Serialize;

use crate::model::{
    Attribute, AttributeId, AttributeType, AttributeValue, Bearer, CategoryId, Expr, ExprKind,
    Fact, FactionId, Game, NodeKind, RuleContent, RuleId, Symbol,
};
use crate::wording::number_words;

#[derive(Debug, Clone, Serialize)]
pub struct ChosenView {
    /// The key in a list.
    pub id: String,
    pub name: String,
    /// The values it may have: names, or a text such as `a number from 0`.
    pub values: Vec<String>,
    /// Whether several may be stated.
    pub list: bool,
    /// Its value if the list states none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub default: Option<String>,
}

/// The attributes a list states for nodes of this kind, with the values that make sense for the
/// faction.
pub(crate) fn chosen(game: &Game, kind: NodeKind, faction: Option<FactionId>) -> Vec<ChosenView> {
    let bears = |attribute: &Attribute| {
        attribute.on.iter().any(|bearer| match (bearer, kind) {
            (Bearer::Node(NodeKind::Force(None)), NodeKind::Force(_)) => true,
            (Bearer::Node(bearing), kind) => *bearing == kind,
            _ => false,
        })
    };
    let all = game.attributes.iter().filter(|(_, attribute)| attribute.chosen && bears(attribute));
    all.map(|(id, attribute)| view(game, id, attribute, faction)).collect()
}

fn view(
    game: &Game,
    id: AttributeId,
    attribute: &Attribute,
    faction: Option<FactionId>,
) -> ChosenView {
    let values = match attribute.shape {
        AttributeType::Int => vec![number_words(attribute.limits)],
        AttributeType::Text => vec!["a text".to_owned()],
        AttributeType::Choice(choices) => {
            game.choices[choices].words.iter().map(|choice| choice.word.clone()).collect()
        }
        AttributeType::Category => categories(game, id, faction)
            .into_iter()
            .map(|category| game.categories[category].id.clone())
            .collect(),
    };
    let default = attribute.default.as_ref().and_then(|default| match default {
        AttributeValue::Int(number) => Some(number.to_string()),
        AttributeValue::Text(text) => Some(text.clone()).filter(|text| !text.is_empty()),
        AttributeValue::Category(category) => Some(game.categories[*category].id.clone()),
        AttributeValue::Choice(position) => {
            attribute.choices().map(|choices| game.choices[choices].word(*position).to_owned())
        }
    });
    ChosenView {
        id: attribute.id.clone(),
        name: attribute.title.clone(),
        values,
        list: attribute.list,
        default,
    }
}

/// The categories that make sense: those that the faction's rules compare the attribute with, or
/// else all categories of its units.
fn categories(game: &Game, attribute: AttributeId, faction: Option<FactionId>) -> Vec<CategoryId> {
    let mut named = Vec::new();
    if let Some(faction) = faction {
        for rule in &game.factions[faction].body.rules {
            named_in_rule(game, *rule, attribute, &mut named);
        }
    }
    if named.is_empty() {
        let units = game.units().filter(|(id, _)| {
            faction.is_none_or(|faction| game.units_of(faction).any(|(unit, _)| unit == *id))
        });
        named = units.flat_map(|(_, unit)| unit.categories.iter().copied()).collect();
        named.sort_unstable();
    }
    let mut once: Vec<CategoryId> = Vec::new();
    for category in named {
        if !once.contains(&category) {
            once.push(category);
        }
    }
    once
}

fn named_in_rule(game: &Game, rule: RuleId, attribute: AttributeId, named: &mut Vec<CategoryId>) {
    let RuleContent::Clauses(clauses) = &game.rules[rule].content else { return };
    for requirement in clauses.iter().flat_map(|clause| &clause.requirements) {
        compared(&requirement.condition, attribute, named);
    }
}

/// The members of sets that the attribute is compared with.
fn compared(expr: &Expr, attribute: AttributeId, named: &mut Vec<CategoryId>) {
    if let ExprKind::Member(value, set) = &expr.kind
        && matches!(&value.kind, ExprKind::Fact(_, Fact::Attribute(found)) if *found == attribute)
        && let ExprKind::Set(members) = &set.kind
    {
        named.extend(members.iter().filter_map(|member| match member.kind {
            ExprKind::Symbol(Symbol::Category(category)) => Some(category),
            _ => None,
        }));
    }
    expr.children(|child| compared(child, attribute, named));
}
