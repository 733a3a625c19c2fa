//! The fields and variants of every type in the model, in the order in which they are written. The
//! compiler rejects a missing field or variant.

#[cfg(test)]
use super::Writer;
use super::{Packed, Reader};
use crate::diagnostic::Severity;
use crate::model::*;

macro_rules! structs {
    ($($name:ident { $($field:ident),* $(,)? })*) => { $(
        impl Packed for $name {
            #[cfg(test)]
            fn pack(&self, to: &mut Writer) {
                let $name { $($field),* } = self;
                $($field.pack(to);)*
            }

            fn unpack(from: &mut Reader<'_>) -> Option<Self> {
                Some($name { $($field: Packed::unpack(from)?),* })
            }
        }
    )* };
}

/// A variant is written as its number followed by its parts.
macro_rules! enums {
    ($($name:ident $(<$of:ident>)? {
        $($tag:literal $variant:ident $(($($part:ident),*))? $({ $($field:ident),* })?),* $(,)?
    })*) => { $(
        impl $(<$of: Packed>)? Packed for $name $(<$of>)? {
            #[cfg(test)]
            fn pack(&self, to: &mut Writer) {
                match self {
                    $($name::$variant $(($($part),*))? $({ $($field),* })? => {
                        to.bytes.push($tag);
                        $($($part.pack(to);)*)?
                        $($($field.pack(to);)*)?
                    })*
                }
            }

            fn unpack(from: &mut Reader<'_>) -> Option<Self> {
                match from.byte()? {
                    $($tag => {
                        $($(let $part = Packed::unpack(from)?;)*)?
                        $($(let $field = Packed::unpack(from)?;)*)?
                        Some($name::$variant $(($($part),*))? $({ $($field),* })?)
                    })*
                    _ => None,
                }
            }
        }
    )* };
}

impl<T: Packed> Packed for Arena<T> {
    #[cfg(test)]
    fn pack(&self, to: &mut Writer) {
        self.len().pack(to);
        self.values().for_each(|value| value.pack(to));
    }

    fn unpack(from: &mut Reader<'_>) -> Option<Self> {
        Vec::unpack(from).map(Arena::from_iter)
    }
}

impl Packed for VariableId {
    #[cfg(test)]
    fn pack(&self, to: &mut Writer) {
        self.0.pack(to);
    }

    fn unpack(from: &mut Reader<'_>) -> Option<Self> {
        usize::unpack(from).map(VariableId)
    }
}

structs! {
    Game {
        id, title, version, span, cites, body, army, currencies, profiles, choices, sections,
        keywords, categories, attributes, optionals, factions, forces, charts, entries, chooses,
        derives, rules, decks, events, layout, sheets, old_ids, extended, aliases, cited, digest,
    }
    OldId { id, span }
    Faction { id, title, version, span, categories, cites, body, army }
    Cite { id, span }

    Force {
        id, title, span, owner, within, range, one_chart, full_before_next, allied, holds, body,
        cites,
    }
    SomeFactions { factions, categories }
    Chart {
        id, title, span, owner, force, extends, slots, trades, unlocks, unlocks_once, offers, body,
        cites,
    }
    Slot { id, title, range, takes, span, cites }
    Trade { give, get, most, span, cites }
    Unlock { slots, count, by, span, cites }
    Offers { by, offers, span, cites }

    Currency { id, title, step, span }
    Profile { id, title, span, extends, characteristics }
    Characteristic { name, title, span, shape, cites }
    Choices { name, words, ordered }
    Choice { word, text, span }
    Section { id, title, span, keywords }
    Keyword { name, title, text, parameters, section, span, text_span }
    Parameter { name, kind }
    Category { id, title, span, on, defined, cites }
    Attribute { id, title, span, shape, list, optional, limits, strict, default, chosen, on }
    AttributeGiven { attribute, values, span }
    Optional { id, title, span, cites }

    Entry {
        id, title, span, kind, owner, parent, categories, unique, only_for, cites, body,
    }
    ModelsLine { range, model, price, role, group, span, cites }
    ModelsGroup { id, range, span, cites }
    ModelPrice { price, first, then }
    Price { amounts, span }
    PriceLine { price, cites }
    Mode { title, stats, keywords, notes, span }
    WeaponGroup { title, weapons, span }
    KeywordUse { keyword, arguments, after_removal, span }
    Choose {
        id, title, span, owner, range, default, pool, target, mounted, categories, members, body,
        cites,
    }
    Pool { from, condition }
    Member { entry, terms, span }
    Terms { price, per_model, times, target, replacing, replaces_leader, cites }
    Target { number, who }
    Replacing { old, new, span }
    Include { what, range, body, span, cites }
    Brings { range, unit, span, cites }
    Join { hosts, takes_no_slot, most_each, of_a_kind, span, cites }
    Ride { carriers, span, cites }
    Change { kind, span, cites }

    Event {
        id, title, version, span, within, lists, points, charts, factions, optionals, body, shared,
        teams, deadline, revisions, answers, digest, cites,
    }
    EventPart { event, title }
    AllowedFactions { of, span, cites }
    OptionalSwitch { rule, is_on, span, cites }
    SharedCap { most, of, across, span, cites }
    Teams { low, high, span, cites }
    Deadline { words, at }
    Answer { written, of, meant, span }
    Alias { language, title, event, span }

    Expr { kind, ty, span, words }

    Deck {
        id, title, span, owner, when, size, copies, types, resource, cards, rules, cites,
    }
    Card { entry, types, effects }
    CardEffect { users, cost, text, span }
    Layout {
        tracks, shown, hidden, boxes, columns, accents, symbols, arms, emblems, portraits, pictures,
        patterns, turns, counters, sides, short,
    }
    Sheet { title, span, owner, when, parts }
    Picture { id, format, width, height, bytes }

    Body {
        models, groups, stats, modes, weapons, keywords, attributes, chooses, options, includes,
        caps, limits, prices, joins, rides, brings, notes, effects, derives, rules, grants, permits,
        waives, points_required,
    }
    PointsRequired { span, cites }
    When { condition, body, span, cites }
    ForEach { binders, body, span, cites }
    Binder { variable, name, set, condition, span }
    Range { low, high, steps, span }
    Cap { most, of, within, label, words, span, cites }
    Derive { id, title, span, binders, on, value, cites }
    Rule { id, title, span, weight, cites, content }
    Clause { binders, requirements }
    Requirement { condition, say, help, span }
    Grant { slot, to, up_to, each, when, span, cites }
    Permit { allow, of, when, span, cites, say, help }
    Limit { currency, most, span, cites, say, help }
    Waive { rules, condition, span, cites }

    StatType { base, list, words, optional, limits, strict }
    Shape { pattern, parts, names, limits }
    Stat { name, value, span }
    Picks { low, high, steps }
    Text { parts }
}

enums! {
    Severity { 0 Error, 1 Warning, 2 Note }
    ParameterKind { 0 Int, 1 Text, 2 Unit, 3 Entry(profile) }
    Bearer { 0 Node(kind), 1 Faction, 2 Card }
    AttributeType { 0 Int, 1 Text, 2 Category, 3 Choice(choices) }
    AttributeValue { 0 Int(number), 1 Text(text), 2 Category(category), 3 Choice(position) }

    EntryKind { 0 Unit, 1 Profile(profile), 2 Option, 3 Card(deck) }
    Owner { 0 System, 1 Faction(faction), 2 Event(event) }
    ModelRole { 0 Ordinary, 1 Added, 2 Leading }
    Argument { 0 Int(number), 1 Text(text), 2 Entry(entry) }
    PoolSource { 0 Profile(profile), 1 Entry(entry), 2 Choose(choose) }
    ModelFilter { 0 Any, 1 Leader, 2 NotLeader, 3 Model(entry) }
    Included { 0 Choose(choose), 1 Entry(entry) }
    ChangeKind {
        0 Stat(name, to), 1 Attribute(attribute, to), 2 Add(category), 3 Remove(category),
        4 Lose(keyword), 5 Hide, 6 Bound { upper, choose, to }, 7 Cost(price), 8 Title(text),
    }
    Alteration<T> { 0 By(number), 1 Set(value), 2 SetTo(formula) }
    BoundTo { 0 By(number), 1 To(formula) }

    Across { 0 Player, 1 Team }
    SharedThings { 0 Factions, 1 Entries(binder) }
    AnswerMeaning { 0 Nothing, 1 Unit(entry), 2 Part(id) }

    Type {
        0 Bool, 1 Number, 2 Text, 3 Choice(choices), 4 NumberOr(choices), 5 Category, 6 Faction,
        7 Chart, 8 Slot, 9 Section, 10 Event, 11 KeywordUse(keyword), 12 Entry(kind), 13 Node(kind),
        14 Set(of), 15 Nothing, 16 Unknown,
    }
    NodeKind {
        0 Army, 1 Force(kind), 2 Unit, 3 Model, 4 Option, 5 Gear(profile), 6 AnyGear, 7 Any,
    }
    ExprKind {
        0 Number(number), 1 Bool(value), 2 Text(text), 3 None, 4 Symbol(symbol),
        5 Variable(variable), 6 This, 7 Army, 8 Fact(of, fact), 9 Below { what, of, directly },
        10 Where { set, variable, condition }, 11 From(set, choose), 12 Set(values),
        13 Range(low, high), 14 Count(set), 15 CountDistinct(set),
        16 Each { value, variable, set }, 17 Fold { fold, value, variable, set },
        18 Extreme { fold, values }, 19 Highest { measure, variable, set },
        20 Quantified { all, variable, set, condition }, 21 Not(inner), 22 NotEmpty(set),
        23 Negate(inner), 24 Round(round, inner), 25 Binary(op, left, right),
        26 If(condition, yes, no), 27 Otherwise(value, other), 28 Is(subject, what),
        29 IsValue(subject, value), 30 Has(subject, keyword), 31 Member(value, set),
        32 OptionalRule(rule),
    }
    Fold { 0 Sum, 1 Max, 2 Min }
    Round { 0 Floor, 1 Ceil, 2 Abs }
    Op {
        0 Or, 1 And, 2 Equal, 3 NotEqual, 4 Less, 5 LessEqual, 6 More, 7 MoreEqual, 8 Add,
        9 Subtract, 10 Multiply, 11 Divide, 12 Div,
    }
    Symbol {
        0 Choice(choices, position), 1 Category(category), 2 Faction(faction), 3 Chart(chart),
        4 Slot(name), 5 Section(section), 6 Event(event), 7 Entry(entry),
    }
    NodeFilter { 0 Kind(kind), 1 Entries, 2 Entry(entry), 3 Choose(choose), 4 Category(category) }
    Fact {
        0 Builtin(builtin), 1 Attribute(attribute), 2 Category(category), 3 Derive(derive),
        4 Stat(name, part), 5 Keyword(keyword), 6 Parameter(position), 7 Kind(kind),
        8 Cost(currency),
    }
    Builtin {
        0 Limit, 1 Faction, 2 Chart, 3 Opponent, 4 Event, 5 Size, 6 Own, 7 Unique, 8 Slot, 9 Joined,
        10 Joins, 11 Riders, 12 Rides, 13 Units, 14 Models, 15 Options, 16 Weapons, 17 Forces,
        18 Entries, 19 Keywords, 20 Factions, 21 Leader, 22 Leads, 23 Entry, 24 Count, 25 Single,
        26 Full, 27 Section, 28 Parent, 29 Model, 30 Unit, 31 Force, 32 Around(force),
    }

    Boxes { 0 Stat { stat, part }, 1 Keyword(keyword, position) }
    Side { 0 Front, 1 Back }
    Symbolised { 0 Unit(entry), 1 Category(category), 2 CardType(name) }
    Shown { 0 Derive(derive), 1 Attribute(attribute) }
    SheetPart { 0 Step { title, text }, 1 Table { head, rows } }
    PictureFormat { 0 Svg, 1 Png, 2 Webp }
    Emblem { 0 Path(path), 1 Picture(id) }

    Effect { 0 Change(change), 1 When(block), 2 ForEach(block) }
    Steps { 0 Every, 1 By(step), 2 Only(numbers) }
    RuleContent { 0 Covers(checks), 1 Clauses(clauses) }
    GrantTo { 0 Entry(formula), 1 Units(condition) }
    Permitted { 0 Units(set), 1 Parts(set), 2 Named(entries) }

    StatBase { 0 Int, 1 Inches, 2 Text, 3 Shape(shape), 4 Choice(choices) }
    ShapePart { 0 Literal(text), 1 Number(position), 2 Optional(parts) }
    StatValue {
        0 None, 1 Int(number), 2 Text(text), 3 Word(choices, position),
        4 Shaped { written, numbers }, 5 List(values), 6 Pick(picks),
    }
    TextPart { 0 Plain(text), 1 Parameter(position), 2 Link(keyword, title), 3 Value(formula) }
}
