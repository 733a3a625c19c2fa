//! Words that lists of every game have in common, in the languages people write them in, folded.

/// Keys of a head, with what stands behind them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum HeadWord {
    Player,
    Team,
    ListName,
    System,
    Faction,
    Chart,
    Points,
    Event,
    Opponent,
    OptionalRules,
    Verdict,
    /// Something about the list that decides nothing.
    Other,
}

/// The words of a table: `player, player name`.
fn words(table: &str) -> impl Iterator<Item = &str> {
    table.split(", ")
}

const HEAD: &[(HeadWord, &str)] = &[
    (
        HeadWord::Player,
        "player, player name, spieler, joueur, giocatore, jugador, jogador, speler, \
     gracz, igrok, spelare, name of player, pseudo, nom du joueur, spielername",
    ),
    (HeadWord::Team, "team, equipe, mannschaft, squadra, equipo, club, team name"),
    (
        HeadWord::ListName,
        "list name, list, army name, roster, roster name, name, liste, listenname, \
     nom de liste, nom de la liste, lista, army list, armeeliste",
    ),
    (HeadWord::System, "game, system, spiel, jeu, gioco, juego, game system, regelwerk"),
    (
        HeadWord::Faction,
        "faction, army, army faction, faction keyword, armee, fraktion, fazione, \
     faccion, esercito, ejercito, force, catalogue, codex, volk, faccao, frakcja, \
     fraktsiya, army book, armeebuch, codice, subfaction, allegiance",
    ),
    (
        HeadWord::Chart,
        "chart, detachment, format, organisation, organization, force organisation, \
     organisation chart, aufstellung, detachement, kontingent, formation, \
     battle size, size, taille, mission, force type, organigramm",
    ),
    (
        HeadWord::Points,
        "points, total, limit, points limit, punkty, punkte, punktelimit, total points, pts, \
     punti, puntos, cost, army points, totale, gesamt, gesamtpunkte, summe, \
     game size, point limit, total army points, army total, list total, \
     grand total, sum, limite, format points, somme, suma, razem, totaal, summa, \
     total cost, total pts, points total, kosten, used, itogo, vsego",
    ),
    (HeadWord::Event, "event, tournament, turnier, tournoi, torneo"),
    (HeadWord::Opponent, "opponent, gegner, adversaire, avversario"),
    (HeadWord::OptionalRules, "optional rules, optional rule"),
    (HeadWord::Verdict, "verdict, legal, validation, status, valid"),
    (
        HeadWord::Other,
        "date, datum, version, data version, author, created, exported, warlord, \
     email, e mail, mail, phone, discord, app version, number of units, drops, \
     units, models, number of models, round, table, store, link, url, notes, note, \
     comment, comments, hinweis, remarque, bcp, id, t3, made with, built with, \
     exported with, created with, ranking, itc, location, error, warning, errors, \
     warnings, issue, fehler, erreur, from, to, sent, subject, cc, von, an, gesendet, betreff, \
     de, envoye, objet, para, asunto, od, do, temat",
    ),
];

/// What a key of a head asks for.
pub(crate) fn head_word(folded: &str) -> Option<HeadWord> {
    HEAD.iter()
        .find(|(_, words)| self::words(words).any(|word| word == folded))
        .map(|(word, _)| *word)
}

/// What stands before a part of a unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum UnitWord {
    Options,
    Models,
    JoinedBy,
    Joins,
    RidesIn,
    Note,
}

const UNIT: &[(UnitWord, &str)] = &[
    (
        UnitWord::Options,
        "options, option, upgrades, upgrade, wargear, weapons, weapon, equipment, \
     gear, e, enhancement, enhancements, optionen, ausrustung, waffen, equipement, \
     armes, opzioni, opciones, abilities, powers, psychic powers, spells, w, \
     weapon options, unit upgrades, special weapon, special weapons, heavy weapon, \
     heavy weapons, selections, aufwertungen, ameliorations, armi, armas, extras, \
     add ons, addons, loadout, kit, includes, mit, avec",
    ),
    (
        UnitWord::Models,
        "models, model, modelle, figurines, composition, unit composition, miniatures, \
     modelli",
    ),
    (
        UnitWord::JoinedBy,
        "joined by, led by, with leader, attached, leader attached, accompanied by, \
     begleitet von",
    ),
    (
        UnitWord::Joins,
        "joins, joined to, attached to, leading, leads, in unit, joining, \
     angeschlossen an",
    ),
    (
        UnitWord::RidesIn,
        "rides in, embarked in, embarked on, in transport, transported by, rides, \
     embarked, transport, mounted in",
    ),
    (UnitWord::Note, "note, notes, notiz, comment"),
];

pub(crate) fn unit_word(folded: &str) -> Option<UnitWord> {
    UNIT.iter()
        .find(|(_, words)| self::words(words).any(|word| word == folded))
        .map(|(word, _)| *word)
}

/// `joined by Varg Rider`, `rides in Mule`: a word of a unit at the beginning of a text, and the
/// rest.
pub(crate) fn leading_unit_word(text: &str) -> Option<(UnitWord, &str)> {
    let at_front = [UnitWord::JoinedBy, UnitWord::Joins, UnitWord::RidesIn];
    let lower = text.to_ascii_lowercase();
    for (word, names) in UNIT.iter().filter(|(word, _)| at_front.contains(word)) {
        for name in words(names).filter(|name| name.contains(' ')) {
            if lower.starts_with(name) {
                let rest = text.get(name.len()..)?;
                return rest
                    .starts_with([' ', ':'])
                    .then(|| (*word, rest.trim_start_matches([' ', ':'])));
            }
        }
    }
    None
}

/// What begins a sentence about a unit.
const LEADS: &str = "i take, i bring, i play, i have, i field, i run, we take, i also take, i will take, then, \
     next, also, finally, ich nehme, ich spiele, ich habe, dann, dazu, je \
     prends, je joue, j'ai, puis, ensuite, llevo, luego, tengo, biore, potem, prendo, poi";

/// What follows a lead: `I take 5 Hussars`. Only a number or an article shows that it is one.
pub(crate) fn leading_words(text: &str) -> Option<&str> {
    let lower = text.to_ascii_lowercase();
    let rest = words(LEADS).find_map(|lead| {
        let rest = lower.strip_prefix(lead)?.strip_prefix([' ', ','])?;
        text.get(text.len() - rest.len()..)
    })?;
    let rest = rest.trim_start_matches([' ', ',']);
    let article = ["a ", "an ", "the ", "one ", "my ", "another "];
    let lower = rest.to_ascii_lowercase();
    let after = article.iter().find(|article| lower.starts_with(**article));
    match after {
        Some(article) => rest.get(article.len()..).filter(|rest| !rest.is_empty()),
        None => rest.starts_with(|char: char| char.is_ascii_digit()).then_some(rest),
    }
}

/// Whether a line tells who wrote what is quoted below it.
pub(crate) fn is_quoting(folded: &str) -> bool {
    let ends = [
        "wrote",
        "schrieb",
        "a ecrit",
        "escribio",
        "ha scritto",
        "napisal",
        "napisal a",
        "schreef",
        "skrev",
    ];
    ends.iter().any(|end| folded.ends_with(end) && folded.len() > end.len())
        && folded.contains(|char: char| char.is_ascii_digit())
}

/// Headings that stand over units in lists of any game.
pub(crate) fn sections() -> impl Iterator<Item = &'static str> {
    SECTIONS.iter().flat_map(|table| words(table))
}

const SECTIONS: &[&str] = &[
    // English
    "characters, character, battleline, core, special, rare, lords, heroes, hq, troops, \
     elites, elite, fast attack, heavy support, flyers, fortifications, \
     dedicated transport, dedicated transports, transports, transport, vehicles, \
     vehicle, monsters, infantry, other datasheets, allied units, allies, units, \
     general, generals, regiments, regiment, leaders, leader, other, others, support, \
     command, roster, army list, army, reinforcements, auxiliary units, auxiliaries, \
     configuration, army roster, force, forces, options, upgrades, mercenaries, \
     lords of war, warmachines, war machines, cavalry, artillery, champions, stratagems, \
     cards",
    // German
    "charaktere, charaktermodelle, kern, kerneinheiten, truppen, standard, \
     unterstutzung, einheiten, armee, fahrzeuge, infanterie, helden, kommandanten, \
     elite einheiten, verbundete, seltene, sturm, transportfahrzeuge, monster, anfuhrer",
    // French
    "personnages, personnage, troupes, ligne, soutien, unites, vehicules, heros, \
     seigneurs, attaque rapide, base, qg, monstres, unite, transport assigne, autres",
    // Spanish, Italian, Portuguese
    "personajes, tropas, apoyo, unidades, vehiculos, lineas, aliados, personaggi, \
     truppe, supporto, unita, veicoli, alleati, personagens, suporte, basicas, \
     singulares",
    // Polish, Dutch, Swedish, Russian
    "oddzialy, postacie, wojska, karakters, troepen, eenheden, karaktarer, trupper, \
     enheter, geroi, voyska, otryady, personazhi, podderzhka, tekhnika",
];

/// What programs write about themselves.
const SIGNATURES: &str = "created with, created by, exported with, exported from, generated by, \
     generated with, made with, built with, built using, made using, erstellt mit, \
     cree avec, powered by, app version, data version, exported on, creato con, \
     creado con, this list was, list created, printed, copied from, sent from, \
     gesendet von, envoye de, envoye depuis, download, www, http";

/// Whether a line is what a program says about a list: `ERROR: …`.
pub(crate) fn is_message(folded_key: &str) -> bool {
    ["error", "warning", "errors", "warnings", "note", "notes", "fehler", "erreur", "verdict"]
        .contains(&folded_key)
}

/// `2 missing`: what our own printouts say about a slot that is not full.
pub(crate) fn is_lack(folded: &str) -> bool {
    folded
        .strip_suffix(" missing")
        .is_some_and(|count| count.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Whether a line tells about the program that wrote it.
pub(crate) fn is_signature(folded: &str, raw: &str) -> bool {
    raw.contains("://")
        || raw.contains("www.")
        || words(SIGNATURES).any(|words| folded.starts_with(words))
}

/// Words of greetings and the like, which lists come wrapped in.
const CHATTER: &str = "hi, hello, hey, dear, thanks, thank you, cheers, regards, best regards, \
     kind regards, best, hallo, moin, servus, liebe grusse, viele grusse, mfg, \
     gruss, bonjour, salut, merci, cordialement, a bientot, ciao, grazie, hola, \
     gracias, saludos, here is my list, my list, see you, please find, sorry, \
     good luck, privet, spasibo, pozdrawiam, pozdro, dzieki, un saludo, un abrazo, groetjes, \
     groeten, mvh, halsningar, mit freundlichen grussen, beste grusse, bien a vous, amities, \
     cordiali saluti, a presto, buongiorno, guten tag, guten abend, good morning, good evening, \
     on behalf of";

pub(crate) fn is_chatter(folded: &str) -> bool {
    words(CHATTER).any(|words| {
        folded.strip_prefix(words).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
    })
}
