//! The table of codes: one line each. The long explanation of a code is `docs/codes/<name>.md`.

use serde::{Serialize, Serializer};

use super::{Diagnostic, Severity};
use crate::source::Span;

/// A kind of mistake, with a stable name. Each code exists once and is compared by its address.
#[derive(Debug)]
pub struct Code {
    /// The name, such as `unit.size`.
    pub name: &'static str,
    /// What it is about.
    pub family: Family,
    /// How serious it is.
    pub severity: Severity,
    /// What it says in one line.
    pub title: &'static str,
}

/// What a code is about: the part of its name before the dot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Family {
    /// Files of data.
    Source,
    /// The grammar of data.
    Syntax,
    /// Definitions in data.
    Data,
    /// Types of expressions in data.
    Type,
    /// How a list is written.
    List,
    /// The points of a list.
    Points,
    /// Units: which, how many and how large.
    Unit,
    /// Options of units, forces and the army.
    Option,
    /// Characteristics picked for designs.
    Pick,
    /// Designs as a whole.
    Design,
    /// Characteristics and attributes after changes.
    Value,
    /// Slots of charts.
    Slot,
    /// Units that unlock others.
    Unlock,
    /// Charts.
    Chart,
    /// Forces inside the army.
    Force,
    /// Units that join others.
    Join,
    /// Units that ride in others.
    Ride,
    /// Derived values that a list states.
    Derived,
    /// Decks of cards.
    Deck,
    /// Rules of the game.
    Rule,
    /// Formulas in data.
    Formula,
}

impl Code {
    /// A diagnostic of this code.
    pub fn at(&'static self, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(self, span, message)
    }

    /// Whether it says that a file could not be read at all.
    pub fn is_unreadable(&self) -> bool {
        [&UNREADABLE, &TOO_LARGE, &NOT_UTF8].contains(&self)
    }

    /// Whether it is a built-in check of armies, which a rule may name with `covers`.
    pub fn is_check(&self) -> bool {
        use Family::{Data, Formula, List, Rule, Source, Syntax, Type};
        !matches!(self.family, Source | Syntax | Data | Type | List | Rule | Formula)
    }
}

impl PartialEq for Code {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

impl Eq for Code {}

impl Serialize for Code {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name)
    }
}

macro_rules! codes {
    ($($family:ident { $($severity:ident $constant:ident $name:literal $title:literal;)* })*) => {
        $($(#[doc = $title] pub static $constant: Code = Code {
            name: $name,
            family: Family::$family,
            severity: Severity::$severity,
            title: $title,
        };)*)*
        /// Every code there is.
        pub static ALL: &[&Code] = &[$($(&$constant),*),*];
    };
}

codes! {
    Source {
        Error UNREADABLE "source.unreadable" "a file cannot be read";
        Error TOO_LARGE "source.too_large" "a file is too large";
        Error NOT_UTF8 "source.not_utf8" "a file is not UTF-8 text";
        Error EMPTY_FILE "source.empty" "a file defines nothing";
        Error USE_OUTSIDE "source.use_outside" "`use` leaves the data folder";
        Error USE_MISSING "source.use_missing" "`use` names a file that is not there";
        Error USE_CYCLE "source.use_cycle" "files `use` each other in a circle";
        Warning UNUSED_PART "source.unused_part" "a file of loose declarations is never used";
    }
    Syntax {
        Error UNEXPECTED "syntax.unexpected" "something else was expected here";
        Error UNKNOWN_WORD "syntax.unknown_word" "no statement begins with this word";
        Error RESERVED_WORD "syntax.reserved_word" "a word of the language is used as a name";
        Error BAD_NAME "syntax.bad_name" "a name is written in the wrong letters";
        Error UNCLOSED_BRACE "syntax.unclosed_brace" "a `{` is never closed";
        Error STRAY_BRACE "syntax.stray_brace" "a `}` closes too much";
        Error UNCLOSED_TEXT "syntax.unclosed_text" "a text is not closed on its line";
        Error TOO_DEEP "syntax.too_deep" "nested too deeply";
        Error NUMBER_TOO_LARGE "syntax.number_too_large" "a number is too large";
    }
    Data {
        Error MISPLACED "data.misplaced" "a statement is not allowed here";
        Error DUPLICATE "data.duplicate" "a name is defined twice";
        Error REPEATED "data.repeated" "something is given more than once";
        Error UNKNOWN_SYSTEM "data.unknown_system" "no such system";
        Error UNKNOWN_FACTION "data.unknown_faction" "no such faction";
        Error UNKNOWN_UNIT "data.unknown_unit" "no such unit";
        Error UNKNOWN_MODEL "data.unknown_model" "no such model";
        Error UNKNOWN_WEAPON "data.unknown_weapon" "no such weapon";
        Error UNKNOWN_PROFILE "data.unknown_profile" "no such profile";
        Error UNKNOWN_STAT "data.unknown_stat" "the profile has no such characteristic";
        Error UNKNOWN_KEYWORD "data.unknown_keyword" "no such keyword";
        Error UNKNOWN_CATEGORY "data.unknown_category" "no such category";
        Error UNKNOWN_ATTRIBUTE "data.unknown_attribute" "no such attribute";
        Error UNKNOWN_SLOT "data.unknown_slot" "no such slot";
        Error UNKNOWN_CHART "data.unknown_chart" "no such chart";
        Error UNKNOWN_FORCE "data.unknown_force" "no such force";
        Error UNKNOWN_OPTION "data.unknown_option" "no such option or choice";
        Error UNKNOWN_RULE "data.unknown_rule" "no such rule";
        Error UNKNOWN_CHECK "data.unknown_check" "no such built-in check";
        Error UNKNOWN_COST "data.unknown_cost" "no such currency";
        Error OFF_STEP "data.off_step" "a price is not a multiple of its currency's step";
        Error UNKNOWN_KIND "data.unknown_kind" "no such kind of thing";
        Error UNKNOWN_NAME "data.unknown_name" "an expression uses an unknown name";
        Error AMBIGUOUS_NAME "data.ambiguous_name" "a name means two things here";
        Error CATEGORY_PLACE "data.category_place" "a category or attribute is not allowed here";
        Error STAT_SHAPE "data.stat_shape" "a value is not of the declared shape or type";
        Error STAT_MISSING "data.stat_missing" "a characteristic has no value";
        Error STAT_RANGE "data.stat_range" "a value is out of range";
        Error BAD_SHAPE "data.bad_shape" "a shape that cannot be read";
        Error KEYWORD_ARGUMENTS "data.keyword_arguments" "wrong number of values for a keyword";
        Error KEYWORD_ARGUMENT_TYPE "data.keyword_argument_type" "a keyword's value is of the wrong type";
        Error EXTENDS_CYCLE "data.extends_cycle" "definitions extend each other in a circle";
        Error INCLUDE_CYCLE "data.include_cycle" "something includes or brings itself";
        Error FACT_CYCLE "data.fact_cycle" "values depend on each other in a circle";
        Error EMPTY_RANGE "data.empty_range" "a range or number that allows nothing";
        Error EMPTY_CHOICE "data.empty_choice" "a choice that offers nothing";
        Error NOTHING_TO_REPLACE "data.nothing_to_replace" "an option replaces what nobody can carry";
        Error NO_MODELS "data.no_models" "a unit with neither models nor a price";
        Error NO_VALUE "data.no_value" "a formula that never has a value";
    }
    Type {
        Error TYPE_MISMATCH "type.mismatch" "an expression is of the wrong type";
        Error NO_SUCH_FACT "type.no_such_fact" "this kind of thing has no such fact";
        Error BAD_CALL "type.bad_call" "a function has the wrong arguments";
    }
    Data {
        Warning SLOT_UNFILLABLE "data.slot_unfillable" "no unit can fill this slot";
        Warning UNIT_UNPLACEABLE "data.unit_unplaceable" "no chart can take this unit";
        Warning RULE_ALWAYS "data.rule_always" "a rule that can never fail";
        Warning RULE_NEVER "data.rule_never" "a rule that can never hold";
    }
    List {
        Error LIST_SYNTAX "list.syntax" "a list is not readable as YAML";
        Error LIST_TOO_LARGE "list.too_large" "a list holds more than any army";
        Error LIST_FORMAT "list.format" "a list of another format";
        Error LIST_MISSING_KEY "list.missing_key" "a list lacks something it must say";
        Error LIST_UNKNOWN_KEY "list.unknown_key" "a list has a key that means nothing there";
        Error LIST_DUPLICATE_KEY "list.duplicate_key" "a key stands twice in one block of a list";
        Error LIST_WRONG_TYPE "list.wrong_type" "a value of a list is of the wrong sort";
        Error LIST_NUMBER "list.number" "a number of a list is out of range";
        Error LIST_DUPLICATE_ID "list.duplicate_id" "two units of a list have one id";
        Error LIST_DANGLING "list.dangling" "a list refers to a unit that is not there";
        Error LIST_UNKNOWN_NAME "list.unknown_name" "a list names something the game does not have";
    }
    Points {
        Error POINTS_OVER_LIMIT "points.over_limit" "something costs more than was agreed or the game allows";
        Error POINTS_OFF_STEP "points.off_step" "a price comes to no multiple of its currency's step";
        Error POINTS_OUTSIDE_EVENT "points.outside_event" "the points agreed are not those of the event";
        Error POINTS_MISSING "points.missing" "the list must state its points";
    }
    Unit {
        Error UNIT_UNKNOWN "unit.unknown" "the list names a unit that does not exist";
        Error UNIT_NOT_AVAILABLE "unit.not_available" "the army may not take this unit";
        Error UNIT_SIZE "unit.size" "the number of models is not what the entry allows";
        Error UNIT_UNIQUE "unit.unique" "a unique unit is taken more than once";
        Error UNIT_TOO_MANY "unit.too_many" "more of something than an `at most` allows";
        Error UNIT_NOT_BROUGHT "unit.not_brought" "a unit that comes with another is missing, or taken without it";
        Error UNIT_LEADER "unit.leader" "the unit has no model that may lead it";
    }
    Option {
        Error OPTION_UNKNOWN "option.unknown" "the list names an option that does not exist there";
        Error OPTION_TOO_MANY "option.too_many" "more of a choice or option than it allows";
        Error OPTION_TOO_FEW "option.too_few" "less of a choice than it demands";
        Error OPTION_UNIQUE "option.unique" "a unique option is taken more than once";
        Error OPTION_NOT_AVAILABLE "option.not_available" "an option that is not open here is taken";
        Error OPTION_LEADER_REPLACED "option.leader_replaced" "a model that replaced the leader takes an option of the squad";
        Error OPTION_NO_TARGET "option.no_target" "an option has no model left to go to";
    }
    Pick {
        Error PICK_OUT_OF_RANGE "pick.out_of_range" "a picked characteristic is out of its range";
    }
    Design {
        Warning DESIGN_UNUSED "design.unused" "no unit of the list uses a design";
    }
    Value {
        Error VALUE_OUT_OF_RANGE "value.out_of_range" "changes lead a value out of its limits";
    }
    Slot {
        Error SLOT_TOO_FEW "slot.too_few" "a slot has fewer units than it must";
        Error SLOT_TOO_MANY "slot.too_many" "a slot has more units than it may";
        Error SLOT_NOT_ALLOWED "slot.not_allowed" "no slot of the chart takes the unit";
    }
    Unlock {
        Error UNLOCK_UNPAID "unlock.unpaid" "a unit needs others that unlock it";
    }
    Chart {
        Error CHART_UNKNOWN "chart.unknown" "the chart does not exist or may not be used";
    }
    Force {
        Error FORCE_TOO_FEW "force.too_few" "a force stands fewer times than it must";
        Error FORCE_TOO_MANY "force.too_many" "a force stands more times than it may";
        Error FORCE_NOT_FULL "force.not_full" "several forces have empty slots where only one may";
    }
    Join {
        Error JOIN_NOT_ALLOWED "join.not_allowed" "a unit joins one it may not join";
        Error JOIN_TOO_MANY "join.too_many" "more units join one than may";
    }
    Ride {
        Error RIDE_NOT_ALLOWED "ride.not_allowed" "a unit rides in one it may not ride in";
    }
    Derived {
        Error DERIVED_DISAGREES "derived.disagrees" "the list states a derived value that is another";
        Warning DERIVED_TIE "derived.tie" "several units tie for a derived value and the list names none";
    }
    Deck {
        Error DECK_UNKNOWN "deck.unknown" "a card that does not exist";
        Error DECK_TOO_FEW "deck.too_few" "the deck has too few cards";
        Error DECK_TOO_MANY "deck.too_many" "the deck has too many cards";
        Error DECK_TOO_MANY_COPIES "deck.too_many_copies" "too many copies of one card";
        Error DECK_WRONG_TYPE "deck.wrong_type" "a card of a type the deck does not take";
        Error DECK_NOT_AVAILABLE "deck.not_available" "a card that is for other factions";
    }
    Rule {
        Error RULE_BROKEN "rule.broken" "a rule of the game does not hold";
    }
    Formula {
        Error FORMULA_NO_VALUE "formula.no_value" "a formula that the list depends on has no value";
    }
}
