//! What the text before a place asks for, by its last tokens: works while a file is half written.

use crate::lsp::block::{BlockKind, open_blocks};
use crate::syntax::expected::admits_statement;
use crate::syntax::grammar::Rule;
use crate::syntax::lexer::{Lexer, Token, TokenKind};
use crate::syntax::next::{rules_behind, rules_in_text, words_of};
use crate::syntax::words::{DECLARATION_WORDS, ITEM_WORDS, STATEMENT_WORDS, names_nothing};

/// A place where something is typed.
#[derive(Debug)]
pub(super) struct Place {
    /// The braces around it.
    pub block: BlockKind,
    /// A statement or declaration may begin here.
    pub begins: bool,
    /// The words that stand in the braces already.
    pub given: Vec<String>,
    /// Words of the language that the grammar takes here.
    pub words: Vec<String>,
    pub wanted: Wanted,
    /// Variables, each with its kind or the set that it goes through.
    pub variables: Vec<(String, String)>,
    /// What bare facts are about behind a `where`: the set before it.
    pub candidates: Option<String>,
}

/// Which names are meant.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Wanted {
    Nothing,
    Files,
    /// Definitions of these kinds.
    Names(&'static [&'static str]),
    /// The same, but only in the declaration around the place.
    Inside(&'static [&'static str]),
    /// Weapons and whatever else has a profile of the game's own.
    Gear,
    Models,
    /// The same, also those inside other declarations.
    Anywhere(&'static [&'static str]),
    Kinds,
    /// What a limit can count in.
    Around,
    Profiles,
    Attributes,
    Stats,
    Cited,
    /// The words that this attribute or characteristic is one of.
    WordsOf(String),
    Asked(Asked),
}

#[derive(Debug, PartialEq, Eq)]
pub(super) enum Asked {
    /// What stands before the dot.
    Facts(Vec<String>),
    Expression,
}

/// What begins a statement also in the middle of a line.
const LEADING: &[&str] = &[
    "has",
    "weapons",
    "option",
    "choose",
    "group",
    "when",
    "include",
    "brings",
    "may",
    "slot",
    "trade",
    "unlock",
    "require",
    "remove",
    "add",
    "waive",
    "rule",
    "derive",
    "note",
    "models",
    "charts",
    "factions",
    "optional",
    "ban",
    "allow",
    "holds",
    "grant",
    "types",
    "track",
    "show",
    "columns",
    "boxes",
    "alias",
    "answer",
    "use",
    "unit",
    "chart",
    "profile",
    "attribute",
    "faction",
    "event",
    "keyword",
    "max",
    "min",
    "category",
    "cost",
    "limit",
    "at",
];

impl Place {
    pub(super) fn of(before: &str) -> Place {
        let all: Vec<Token> = Lexer::new(before).collect();
        let typing =
            all.last().filter(|last| last.kind == TokenKind::Word && last.end == before.len());
        let settled = all.len() - usize::from(typing.is_some());
        let tokens = all.get(..settled).unwrap_or_default();
        let at = typing.map_or(before.len(), |typing| typing.start);
        let line = before.rfind('\n').map_or(0, |end| end + 1);
        let is_open = |token: &Token| token.kind == TokenKind::UnclosedText && token.start >= line;
        if let Some(text) = all.iter().position(is_open) {
            return in_text(before, all.get(..=text).unwrap_or_default());
        }
        let (block, open) = open_blocks(tokens, before).pop().unwrap_or((BlockKind::File, 0));
        let from = if block == BlockKind::File { 0 } else { open + 1 };
        let inside = tokens.get(from..).unwrap_or_default();
        let given = inside.iter().map(|token| text_of(before, token).to_owned()).collect();
        let upto = before.get(..at).unwrap_or("");
        let line = upto.rsplit('\n').next().unwrap_or("");
        let fresh = line.trim().is_empty()
            || tokens
                .last()
                .is_none_or(|last| matches!(last.kind, TokenKind::Open | TokenKind::Close));
        let rules = rules_behind(upto);
        let admits = admits_statement(&rules);
        let in_line = line.contains('{') && !line.trim_end().ends_with('}');
        let begins = if rules.is_empty() { fresh } else { admits && (fresh || in_line) }
            || (block == BlockKind::File && fresh);
        // What would only continue the line above is no use on a new one.
        let words = if fresh && admits { Vec::new() } else { all_words(&rules) };
        let wanted = if fresh && begins { Wanted::Nothing } else { wanted(before, inside, &block) };
        let statement = inside;
        Place {
            variables: variables(before, statement),
            candidates: candidates(before, statement),
            block,
            begins,
            given,
            words,
            wanted,
        }
    }
}

/// The words of what may follow; of many, those of a statement's tails come as they are.
fn all_words(rules: &[Rule]) -> Vec<String> {
    let skipped = |rule: &Rule| matches!(rule, Rule::was | Rule::EOI);
    let mut words: Vec<String> =
        rules.iter().filter(|rule| !skipped(rule)).flat_map(|rule| words_of(*rule)).collect();
    words.sort();
    words.dedup();
    words
}

fn text_of<'t>(before: &'t str, token: &Token) -> &'t str {
    before.get(token.start..token.end).unwrap_or("")
}

/// Inside quotes: a file to use, or an expression in braces.
fn in_text(before: &str, tokens: &[Token]) -> Place {
    let (text, outer) = match tokens.split_last() {
        Some((text, outer)) => (text.start, outer),
        None => (before.len(), tokens),
    };
    let block = open_blocks(outer, before).pop().map_or(BlockKind::File, |(block, _)| block);
    let is_use = outer.last().is_some_and(|last| text_of(before, last) == "use");
    let inside = before.get(text..).unwrap_or("");
    let open = inside.rfind('{').filter(|open| !inside.get(*open..).is_some_and(is_closed));
    let mut place = Place {
        block,
        begins: false,
        given: Vec::new(),
        words: Vec::new(),
        wanted: if is_use { Wanted::Files } else { Wanted::Nothing },
        variables: variables(before, outer),
        candidates: None,
    };
    let Some(inner) = open.and_then(|open| inside.get(open + 1..)) else { return place };
    let of_keyword = outer
        .iter()
        .rev()
        .find(|token| token.first || DECLARATION_WORDS.contains(&text_of(before, token)));
    if of_keyword.is_some_and(|token| text_of(before, token) == "keyword") {
        place.wanted = Wanted::Names(&["keyword"]);
        return place;
    }
    let tokens: Vec<Token> = Lexer::new(inner).collect();
    let typing =
        tokens.last().filter(|last| last.kind == TokenKind::Word && last.end == inner.len());
    let settled = tokens.get(..tokens.len() - usize::from(typing.is_some())).unwrap_or_default();
    let at = typing.map_or(inner.len(), |typing| typing.start);
    place.words = all_words(&rules_in_text(inner.get(..at).unwrap_or("")));
    place.wanted = expression(inner, settled);
    place
}

fn is_closed(rest: &str) -> bool {
    rest.contains('}')
}

/// Which names are meant behind these tokens of the innermost braces.
fn wanted(before: &str, tokens: &[Token], block: &BlockKind) -> Wanted {
    let word = |token: &Token| text_of(before, token);
    let lead = tokens.iter().enumerate().rev().find(|(at, token)| {
        let previous = at.checked_sub(1).and_then(|at| tokens.get(at));
        let begins = token.first
            || previous.is_none_or(|last| matches!(last.kind, TokenKind::Open | TokenKind::Close));
        let behind = previous.map_or("", word);
        let visited = matches!(
            behind,
            "." | "each"
                | "any"
                | "per"
                | "in"
                | "where"
                | "and"
                | "or"
                | "not"
                | "="
                | "("
                | ","
                | "on"
                | "one"
                | "of"
                | "is"
                | "for"
        );
        let known = token.kind == TokenKind::Word;
        known && (begins || LEADING.contains(&word(token)) && !visited)
    });
    let (start, lead) = lead.map_or((0, ""), |(at, token)| (at, word(token)));
    let statement = tokens.get(start..).unwrap_or_default();
    let has = |wanted: &str| statement.iter().any(|token| word(token) == wanted);
    let last = statement.last().map_or("", word);
    let before_last = statement.iter().rev().nth(1).map_or("", word);
    let defines = [DECLARATION_WORDS, ITEM_WORDS, &["option", "choose", "model"]].concat();
    if last == "." {
        return expression(before, statement);
    }
    let equals = statement.iter().filter(|token| word(token) == "=").count();
    if statement.iter().any(|token| word(token) == "cite") && matches!(last, "cite" | ",") {
        return Wanted::Cited;
    }
    match (lead, last) {
        (_, "has") => Wanted::Names(&["keyword"]),
        ("has", ",") => Wanted::Names(&["keyword"]),
        ("unit" | "model" | "faction" | "card", ":") | ("unit" | "model" | "card", ",") => {
            Wanted::Names(&["category"])
        }
        ("option" | "choose" | "group", ":") => Wanted::Names(&["category"]),
        (_, "extends") if lead == "unit" => Wanted::Names(&["unit"]),
        (_, "extends") if lead == "profile" => Wanted::Profiles,
        (_, "extends") => Wanted::Gear,
        ("faction", "of") | ("event", "for") => Wanted::Names(&["system"]),
        ("unit", "for") => Wanted::Names(&["faction", "category"]),
        ("weapons", _) => Wanted::Gear,
        ("when" | "require" | "derive", "with") => expression(before, statement),
        (_, "allied" | "with") if matches!(block, BlockKind::Force) => {
            Wanted::Names(&["faction", "category"])
        }
        (_, "replacing" | "with") => Wanted::Gear,
        (_, ",") if has("replacing") => Wanted::Gear,
        ("models", _) => Wanted::Models,
        ("option" | "choose" | "group", "for") => Wanted::Models,
        (_, "one") if before_last == "for" => Wanted::Models,
        ("choose" | "group", "from") => Wanted::Profiles,
        ("choose" | "group", "where") => Wanted::Names(&["category"]),
        ("choose" | "group", "default") => Wanted::Inside(&["option"]),
        ("option", _) if before_last == "for" => Wanted::Models,
        ("include", "include") => Wanted::Names(&["group"]),
        ("brings", _) => Wanted::Names(&["unit"]),
        ("may", "join" | "ride" | "and" | "or" | "not" | "(") => {
            Wanted::Names(&["unit", "category"])
        }
        ("slot", "slot" | "takes" | "and" | "or" | "not") => Wanted::Names(&["category"]),
        ("trade" | "unlock" | "grant", _) => Wanted::Names(&["slot", "category"]),
        ("add" | "holds" | "types", _) => Wanted::Names(&["category"]),
        ("remove", _) => Wanted::Names(&["keyword", "category"]),
        ("charts", _) => Wanted::Names(&["chart"]),
        ("factions", _) => Wanted::Names(&["faction"]),
        ("waive", "waive" | ",") => Wanted::Names(&["rule"]),
        ("optional", "optional" | ",")
            if !matches!(block, BlockKind::System | BlockKind::Faction) =>
        {
            Wanted::Names(&["optional"])
        }
        ("optional", _) | ("alias", "alias") => Wanted::Nothing,
        ("ban" | "allow", "ban" | "allow" | ",") => Wanted::Anywhere(&["unit", "option", "card"]),
        ("may", "may") | ("at", "at" | "most") => Wanted::Nothing,
        ("derive" | "category", "=") if equals == 1 => Wanted::Asked(Asked::Expression),
        ("alias", "for") | ("answer", "is") => Wanted::Names(&[
            "unit", "option", "weapon", "keyword", "category", "chart", "faction", "model",
        ]),
        ("answer", "of") => Wanted::Names(&["faction"]),
        ("cost", "cost" | ",") if !matches!(block, BlockKind::System) => Wanted::Names(&["cost"]),
        ("option", "+" | "-" | ",") | ("limit", "limit") => Wanted::Names(&["cost"]),
        ("cost" | "limit", _) if !has("(") => Wanted::Nothing,
        ("max" | "min", "max" | "min") => Wanted::Inside(&["choose", "option", "group"]),
        (_, "each" | "any") if lead != "any" => Wanted::Kinds,
        ("attribute" | "category", "on") => Wanted::Kinds,
        ("attribute" | "category", ",") if has("on") => Wanted::Kinds,
        ("at", "in") => Wanted::Around,
        ("track", _) => Wanted::Attributes,
        ("show", _) => Wanted::Attributes,
        ("columns", "columns") => Wanted::Profiles,
        ("columns" | "boxes" | "short", _) => Wanted::Stats,
        ("front" | "back", _) => Wanted::Profiles,
        ("attribute" | "keyword" | "profile" | "enum" | "use" | "note", _) => Wanted::Nothing,
        (lead, last) if lead == last && defines.contains(&lead) => Wanted::Nothing,
        (
            "when" | "require" | "derive" | "rule" | "for" | "at" | "category" | "cost" | "army",
            _,
        )
        | ("ban" | "allow" | "deck" | "sheet" | "limit" | "may" | "waive", _) => {
            expression(before, statement)
        }
        _ if has("(") => expression(before, statement),
        // A value: `rank 2`, `Arc left`.
        (lead, last) if lead == last && !names_nothing(lead) && !lead.is_empty() => {
            Wanted::WordsOf(lead.to_owned())
        }
        (_, last) if last.starts_with(|char: char| char.is_ascii_uppercase()) => {
            Wanted::WordsOf(last.to_owned())
        }
        (_, "=") if !before_last.is_empty() => Wanted::WordsOf(before_last.to_owned()),
        (lead, _) if !STATEMENT_WORDS.contains(&lead) && !defines.contains(&lead) => {
            Wanted::Nothing
        }
        _ => Wanted::Nothing,
    }
}

/// In an expression: facts behind a dot, words behind a comparison, or whatever may begin one.
fn expression(before: &str, tokens: &[Token]) -> Wanted {
    let word = |at: usize| tokens.iter().rev().nth(at).map_or("", |token| text_of(before, token));
    let last = word(0);
    if last == "." && (word(1) == "." || !word(1).starts_with(|char: char| char.is_alphabetic())) {
        return Wanted::Nothing; // `2..`
    }
    if last == "." {
        let mut path = Vec::new();
        let mut at = 1;
        loop {
            path.push(word(at).to_owned());
            if word(at + 1) != "." {
                break;
            }
            at += 2;
        }
        path.reverse();
        return Wanted::Asked(Asked::Facts(path));
    }
    if last == "(" && word(1) == "option" && word(2) == "." {
        return Wanted::Names(&["optional"]);
    }
    // `stage = `, `u.rank != `
    if last == "=" {
        let at = if matches!(word(1), "!" | "<" | ">") { 2 } else { 1 };
        let name = word(at);
        if matches!(name, "faction" | "opponent") {
            return Wanted::Names(&["faction"]);
        }
        if matches!(name, "chart" | "event") {
            return if name == "chart" {
                Wanted::Names(&["chart"])
            } else {
                Wanted::Names(&["event"])
            };
        }
        if !name.is_empty() && name != ")" {
            return Wanted::WordsOf(name.to_owned());
        }
    }
    if last == "has" {
        return Wanted::Names(&["keyword"]);
    }
    Wanted::Asked(Asked::Expression)
}

/// `unit u`, `u in units`: variables of the statement, each with its kind or set.
fn variables(before: &str, tokens: &[Token]) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for window in tokens.windows(3) {
        let [first, second, third] = window else { continue };
        let (first, second, third) =
            (text_of(before, first), text_of(before, second), text_of(before, third));
        if matches!(first, "each" | "any" | ",") && is_plain(second) && is_plain(third) {
            found.push((third.to_owned(), second.to_owned()));
        }
        if second == "in" && is_plain(first) && is_plain(third) {
            found.push((first.to_owned(), third.to_owned()));
        }
    }
    found.reverse();
    found
}

fn is_plain(word: &str) -> bool {
    word.starts_with(|char: char| char.is_ascii_lowercase())
        && !matches!(word, "where" | "in" | "of" | "for" | "and" | "or" | "not")
}

/// The set or kind that the last open `where` speaks of.
fn candidates(before: &str, tokens: &[Token]) -> Option<String> {
    let mut depth = 0_i32;
    for (at, token) in tokens.iter().enumerate().rev() {
        match text_of(before, token) {
            ")" => depth += 1,
            "(" if depth == 0 => {}
            "(" => depth -= 1,
            "where" if depth == 0 => {
                let behind = |back: usize| {
                    at.checked_sub(back).and_then(|at| tokens.get(at)).map(|of| text_of(before, of))
                };
                // `unit u where` and `units where`
                let (name, kind) = (behind(1)?, behind(2).unwrap_or(""));
                let of_kind = matches!(behind(3), Some("each" | "any" | ","));
                return Some(if of_kind { kind } else { name }.to_owned());
            }
            ":" | "require" | "say" if depth == 0 => return None,
            _ => {}
        }
    }
    None
}
