//! Describes what the parser expected, in a player's words.

use super::grammar::Rule;

/// The phrase for a missing part. Parts that only continue an expression share one.
pub(crate) fn phrase(rule: Rule) -> String {
    let fixed = match rule {
        Rule::EOI => "the end",
        Rule::lbrace | Rule::body | Rule::choices => "`{`",
        Rule::rbrace => "`}`",
        Rule::lparen | Rule::arguments => "`(`",
        Rule::rparen => "`)`",
        Rule::comma => "`,`",
        Rule::colon | Rule::tags => "`:`",
        Rule::equals | Rule::set_to => "`=`",
        Rule::dots => "`..`",
        Rule::maybe => "`?`",
        Rule::id
        | Rule::plain_id
        | Rule::ids
        | Rule::titled
        | Rule::profile_id
        | Rule::force_id
        | Rule::kind_entry => "a name in lower case",
        Rule::name | Rule::keyword_test | Rule::characteristic => "a name with a capital letter",
        Rule::keyword_use => "a keyword",
        Rule::string | Rule::cells => "a text in quotes",
        Rule::number | Rule::fraction | Rule::counted | Rule::signed | Rule::attr_int => "a number",
        Rule::bound | Rule::amount | Rule::named_amount | Rule::price => {
            "a number or a formula in parentheses"
        }
        Rule::range | Rule::times_range | Rule::limits => "a range such as `2..4`",
        Rule::change_price => "a price such as `+8`",
        Rule::model_price => "`at` and a price",
        Rule::alteration => "a change such as `+1`",
        Rule::stat_token | Rule::attr_value => "a value",
        Rule::stat => "a characteristic",
        Rule::cite => "`cite`",
        Rule::version => "`version`",
        Rule::ledger => "a rule number such as `AB-12`",
        Rule::rule_id => "the id of a rule",
        Rule::code => "the code of a built-in check",
        Rule::type_ | Rule::base_type => "a type such as `int`, `text` or `one of …`",
        Rule::declaration | Rule::declarations => "a declaration",
        Rule::statement | Rule::statements => "a statement",
        Rule::item | Rule::option | Rule::choice_lines => "an option",
        Rule::clause | Rule::requirement => "`require`",
        Rule::covers => "`covers`",
        Rule::expr
        | Rule::condition
        | Rule::primary
        | Rule::path
        | Rule::filtered
        | Rule::measure
        | Rule::fact
        | Rule::highest
        | Rule::quantified
        | Rule::prefix
        | Rule::paren
        | Rule::if_
        | Rule::names
        | Rule::names_and
        | Rule::names_not => "an expression",
        Rule::set | Rule::set_in | Rule::set_primary | Rule::span | Rule::literal_set => "a set",
        Rule::binder => "what to visit, such as `unit u`",
        Rule::infix
        | Rule::compare
        | Rule::plus
        | Rule::minus
        | Rule::times
        | Rule::over
        | Rule::below
        | Rule::is_
        | Rule::has_
        | Rule::from_
        | Rule::w_and
        | Rule::w_or
        | Rule::w_div
        | Rule::w_otherwise
        | Rule::w_in
        | Rule::w_is
        | Rule::w_directly => "an operator",
        Rule::where_ | Rule::w_where => "`where`",
        Rule::extends => "`extends`",
        Rule::modifier => "`unique`, `extends`, `for` or `cite`",
        Rule::on_condition => "`when`",
        Rule::each_header => "`for each`",
        Rule::target => "`for …`",
        Rule::member => "a fact after the dot",
        Rule::parameter => "a parameter such as `X int`",
        Rule::argument | Rule::element => "a number, a text or a name",
        Rule::step => "`step`",
        Rule::table => "`table`",
        Rule::row => "`row`",
        Rule::system_header | Rule::faction_header | Rule::event_header => {
            "`system`, `faction` or `event`"
        }
        Rule::allied => "`allied`",
        Rule::full_first => "`each full before the next`",
        Rule::of_a_kind => "`of a kind`",
        Rule::card_effect => "`effect`",
        Rule::subforce => "a force such as `squadron \"Squadron\" 1..`",
        Rule::model_line | Rule::model_group => "a number of models",
        Rule::choice_word | Rule::choice_words => "a word",
        Rule::enumeration => "`enum`",
        Rule::step_by => "`by`",
        _ => "",
    };
    if fixed.is_empty() { format!("`{}`", word_of(rule)) } else { fixed.to_owned() }
}

/// The word a rule stands for: `w_models` is `models`.
fn word_of(rule: Rule) -> String {
    let name = format!("{rule:?}");
    let name = name.strip_prefix("w_").unwrap_or(&name);
    name.trim_end_matches('_').replace('_', " ")
}

/// Sort key, most helpful first: the parts of this statement, then its braces, then its optional
/// tails, then what may follow it.
fn rank(rule: Rule) -> u8 {
    match rule {
        Rule::lbrace | Rule::body | Rule::choices => 1,
        Rule::cite
        | Rule::where_
        | Rule::w_where
        | Rule::tags
        | Rule::modifier
        | Rule::comma
        | Rule::w_has
        | Rule::w_say
        | Rule::w_help => 2,
        Rule::rbrace
        | Rule::statement
        | Rule::declaration
        | Rule::EOI
        | Rule::clause
        | Rule::requirement => 3,
        _ => 0,
    }
}

/// Joins what was expected into one short phrase, without duplicates and with a limit.
pub(crate) fn list(rules: &[Rule]) -> String {
    const MOST: usize = 4;
    let mut rules = rules.to_vec();
    // `was` is possible after every name, but never what was forgotten.
    rules.retain(|rule| *rule != Rule::was);
    rules.sort_by_key(|&rule| rank(rule));
    let mut phrases: Vec<String> = Vec::new();
    for rule in rules {
        let phrase = phrase(rule);
        if !phrases.contains(&phrase) {
            phrases.push(phrase);
        }
    }
    // After a complete expression an operator is always possible; say so only if nothing else is.
    if phrases.len() > 1 {
        phrases.retain(|phrase| phrase != "an operator");
    }
    if phrases.len() > MOST {
        phrases.truncate(MOST);
        return format!("{} or the like", phrases.join(", "));
    }
    match phrases.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
        None => "something else".to_owned(),
    }
}

/// Whether a statement could begin here, so that what came before is complete.
pub(crate) fn admits_statement(rules: &[Rule]) -> bool {
    rules.iter().any(|rule| {
        matches!(
            rule,
            Rule::statement
                | Rule::declaration
                | Rule::item
                | Rule::requirement
                | Rule::clause
                | Rule::EOI
                | Rule::rbrace
        )
    })
}

pub(crate) fn wants_id(rules: &[Rule]) -> bool {
    rules.iter().any(|rule| {
        matches!(
            rule,
            Rule::id
                | Rule::plain_id
                | Rule::ids
                | Rule::titled
                | Rule::profile_id
                | Rule::force_id
                | Rule::item
        )
    })
}

pub(crate) fn wants_capital(rules: &[Rule]) -> bool {
    rules.iter().any(|rule| {
        matches!(rule, Rule::name | Rule::keyword_use | Rule::keyword_test | Rule::characteristic)
    })
}
