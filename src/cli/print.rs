//! `orbat print`: rosters, cards and reference sheets.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use super::output::{
    complain, hint, print, print_bytes, print_document, shown, tell, tell_skipped,
};
use super::{Failure, Global, Outcome, browser, faction, verdict};
use crate::budget::{Budget, BudgetLimits};
use crate::engine::Ruleset;
use crate::render::{
    CardSize, Look, OutputFormat, Page, PaperSize, PrintJob, Renderer, Sheet, TemplateError,
};
use crate::views::{self, Paper};
use crate::wording::many;
use crate::workspace::batch;
use crate::workspace::templates::read_templates;
use crate::workspace::{GameData, lists_of, save};

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum SheetName {
    Roster,
    Cards,
    Reference,
    /// One page with room for results, and the list as a QR code
    Tournament,
    /// A page to play from, on a phone
    Play,
    /// Roster, cards and reference
    All,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum PrintTarget {
    Html,
    Pdf,
    Text,
    Markdown,
    Bbcode,
    Discord,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum PaperName {
    A4,
    Letter,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum CardName {
    /// 63 × 88 mm, nine on a sheet
    Poker,
    /// 70 × 120 mm, four on a sheet
    Tarot,
    /// A quarter of the sheet
    A6,
    /// Half of the sheet
    Half,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum LookName {
    /// Saves ink: black on white
    Plain,
    /// In the colours of the faction
    #[value(alias = "color")]
    Colour,
}

/// Print rosters, cards and reference sheets
#[derive(Args)]
pub(crate) struct PrintArguments {
    /// Lists (.yaml), folders of lists, or `-` for standard input
    #[arg(value_name = "LIST", required_unless_present = "units", conflicts_with = "units")]
    lists: Vec<PathBuf>,
    /// Print the cards of whole factions, without a list
    #[arg(long, value_name = "FACTION", num_args = 1..)]
    units: Vec<String>,
    /// The game, if several have a faction of that name
    #[arg(long, requires = "units")]
    system: Option<String>,
    /// What to print [default: all, or cards with --units; the roster as text]
    #[arg(long, value_enum)]
    sheet: Option<SheetName>,
    /// Output format [default: html, or by the extension of FILE]
    #[arg(long, value_enum)]
    to: Option<PrintTarget>,
    /// Write to FILE; `-` is standard output [default: a file named after the list; standard output
    /// for text]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Paper size
    #[arg(long, value_enum, default_value_t = PaperName::A4)]
    paper: PaperName,
    /// Card size
    #[arg(long, value_enum, default_value_t = CardName::Poker)]
    card: CardName,
    /// How much ink to use
    #[arg(long, value_enum, default_value_t = LookName::Colour)]
    look: LookName,
    /// Print the backs of cards on sheets of their own, for duplex printing flipped on the long
    /// edge [default: above the fronts, to fold]
    #[arg(long)]
    duplex: bool,
    /// Print a short roster: one page, or one line per unit as text
    #[arg(long)]
    short: bool,
    /// Use the templates in a folder instead of built-in ones of the same names
    #[arg(long, value_name = "DIR")]
    template: Option<PathBuf>,
}

pub(crate) fn run(global: &Global, arguments: &PrintArguments) -> Outcome {
    let target = arguments.target()?;
    let format = match target {
        PrintTarget::Html | PrintTarget::Pdf => OutputFormat::Html,
        PrintTarget::Text => OutputFormat::Text,
        PrintTarget::Markdown => OutputFormat::Markdown,
        PrintTarget::Bbcode => OutputFormat::Bbcode,
        PrintTarget::Discord => OutputFormat::Discord,
    };
    let own = arguments.template.as_deref().map(read_templates).transpose()?.unwrap_or_default();
    tell_skipped(&own.skipped);
    let renderer = Renderer::new(format, &own.texts)
        .map_err(|error| broken(arguments.template.as_deref(), &error))?;
    let output = arguments.output_file(target);
    if let Some(path) =
        output.as_deref().filter(|path| arguments.lists.iter().any(|list| same_file(list, path)))
    {
        return Err(Failure::Usage(format!(
            "`{}` is the list itself; name another file with -o",
            shown(path)
        )));
    }
    let papers = if arguments.units.is_empty() {
        papers(global, &arguments.lists)?
    } else {
        arguments.faction_papers(global)?
    };
    if papers.len() > 1 && arguments.sheets(format)? == [Sheet::Play] {
        return Err(Failure::Usage("a page to play from takes one list".to_owned()));
    }
    let illegal: Vec<String> =
        papers.iter().filter(|paper| !paper.legal).map(|paper| paper.name.clone()).collect();
    if papers.iter().all(|paper| paper.cards.is_empty())
        && arguments.sheets(format)? == [Sheet::Cards]
    {
        return Err(Failure::Usage(
            "there are no cards to print: the list has no units".to_owned(),
        ));
    }
    let job = PrintJob {
        papers,
        sheets: arguments.sheets(format)?,
        short: arguments.short,
        look: match arguments.look {
            LookName::Plain => Look::Plain,
            LookName::Colour => Look::Colour,
        },
        page: arguments.page(),
    };
    let text =
        renderer.print(&job).map_err(|error| broken(arguments.template.as_deref(), &error))?;
    match (&output, target) {
        (None, PrintTarget::Pdf) if !print_bytes(&browser::pdf(&text)?.pdf) => {
            return Err(Failure::Usage("a PDF cannot be shown here: use `-o FILE`".to_owned()));
        }
        (None, PrintTarget::Pdf) => {}
        (None, _) => print_document(&text),
        (Some(path), PrintTarget::Pdf) => {
            let printed = browser::pdf(&text)?;
            tell(&save::write(path, &printed.pdf)?);
            print(&format!("{}: {}\n", shown(path), summary(&job, printed.cards)));
        }
        (Some(path), _) => {
            tell(&save::write(path, text.as_bytes())?);
            print(&format!("{}: {}\n", shown(path), summary(&job, None)));
        }
    }
    for name in illegal {
        hint(&format!("{name} is ILLEGAL, as the printout says; `orbat check` tells more"));
    }
    Ok(())
}

impl PrintArguments {
    /// The format of `--to` or of the file extension; the two must agree.
    fn target(&self) -> Result<PrintTarget, Failure> {
        let ending = self
            .output
            .as_ref()
            .and_then(|path| path.extension())
            .and_then(|ending| ending.to_str());
        let by_ending = match ending {
            Some("pdf") => Some(PrintTarget::Pdf),
            Some("html" | "htm") => Some(PrintTarget::Html),
            Some("md") => Some(PrintTarget::Markdown),
            Some("txt") if self.to.is_none() => Some(PrintTarget::Text),
            _ => None,
        };
        let is_list = self.output.as_ref().is_some_and(|path| self.lists.contains(path));
        if let (None, None, Some(ending), false) = (self.to, by_ending, ending, is_list) {
            return Err(Failure::Usage(format!(
                "`.{ending}` files cannot be written: use .html, .pdf, .md or .txt, or say --to"
            )));
        }
        match (self.to, by_ending) {
            (Some(to), Some(by_ending)) if to != by_ending => Err(Failure::Usage(format!(
                "a file that ends in `.{}` would hold something else; name another with -o",
                ending.unwrap_or_default()
            ))),
            (to, by_ending) => Ok(to.or(by_ending).unwrap_or(PrintTarget::Html)),
        }
    }

    fn sheets(&self, format: OutputFormat) -> Result<Vec<Sheet>, Failure> {
        let without_list = !self.units.is_empty();
        let default = if without_list {
            SheetName::Cards
        } else if format == OutputFormat::Html {
            SheetName::All
        } else {
            SheetName::Roster
        };
        match self.sheet.unwrap_or(default) {
            SheetName::Cards => Ok(vec![Sheet::Cards]),
            _ if without_list => Err(Failure::Usage(
                "without a list there are only cards: leave out --sheet".to_owned(),
            )),
            SheetName::Roster => Ok(vec![Sheet::Roster]),
            SheetName::Tournament => Ok(vec![Sheet::Tournament]),
            SheetName::Play => Ok(vec![Sheet::Play]),
            SheetName::Reference => Ok(vec![Sheet::Reference]),
            SheetName::All => Ok(vec![Sheet::Roster, Sheet::Cards, Sheet::Reference]),
        }
    }

    fn page(&self) -> Page {
        let paper = match self.paper {
            PaperName::A4 => PaperSize::A4,
            PaperName::Letter => PaperSize::Letter,
        };
        let card = match self.card {
            CardName::Poker => CardSize::Poker,
            CardName::Tarot => CardSize::Tarot,
            CardName::A6 => CardSize::A6,
            CardName::Half => CardSize::Half,
        };
        Page::new(paper, card, self.duplex)
    }

    /// The file to write; none for standard output.
    fn output_file(&self, target: PrintTarget) -> Option<PathBuf> {
        if let Some(path) = &self.output {
            let is_standard = path == Path::new("-") || save::open_file_of(path) == Some(1);
            return (!is_standard).then(|| path.clone());
        }
        let ending = match target {
            PrintTarget::Html => "html",
            PrintTarget::Pdf => "pdf",
            _ => return None,
        };
        let stem = match (self.lists.as_slice(), self.units.as_slice()) {
            ([list], _) if list == Path::new("-") => "list".to_owned(),
            ([list], _) => list
                .file_stem()
                .map_or_else(|| "lists".to_owned(), |stem| stem.to_string_lossy().into_owned()),
            ([], [faction]) => faction.clone(),
            ([], _) => "factions".to_owned(),
            _ => "lists".to_owned(),
        };
        Some(PathBuf::from(format!("{stem}.{ending}")))
    }

    /// A paper with only cards for each faction.
    fn faction_papers(&self, global: &Global) -> Result<Vec<Paper>, Failure> {
        let data = global.data()?;
        let mut papers = Vec::new();
        for (at, name) in self.units.iter().enumerate() {
            if self.units.iter().take(at).any(|before| before == name) {
                continue;
            }
            let (system, faction) = faction::find(&data, name, self.system.as_deref())?;
            let GameData { game, sources } = data.game(&system)?;
            let id = game.faction(&faction);
            let budget = Budget::new(BudgetLimits::PAGE);
            let rules = Ruleset::new(game).within(&budget);
            let all = views::open_units(&rules, id);
            let cards = all
                .into_iter()
                .filter_map(|unit| views::unit_card(&rules, sources, id, unit))
                .collect();
            super::refuse_gaps(&budget)?;
            papers.push(Paper::of_cards(game, id, cards));
        }
        Ok(papers)
    }
}

/// The paper of each list. Lists that cannot be read are reported and end the command.
fn papers(global: &Global, lists: &[PathBuf]) -> Result<Vec<Paper>, Failure> {
    let data = global.data()?;
    let files = lists_of(lists)?;
    tell_skipped(files.skipped());
    let mut papers = Vec::new();
    let mut unread = Vec::new();
    batch::run(
        &data,
        &files,
        |list| list.paper(),
        |paper| match paper {
            Ok(paper) => papers.push(paper),
            Err(report) => unread.push(report),
        },
    )?;
    if unread.is_empty() {
        return Ok(papers);
    }
    unread.iter().for_each(|(report, sources)| {
        print(&verdict::draw(report, sources, verdict::Show::default()))
    });
    complain("nothing was printed");
    Err(Failure::Unreadable)
}

/// What was printed: `1 roster, 6 cards`. How many cards a page becomes only a browser knows, so
/// there is no number before it is laid out.
fn summary(job: &PrintJob, cards: Option<u32>) -> String {
    let mut parts = Vec::new();
    for sheet in &job.sheets {
        parts.push(match sheet {
            Sheet::Roster => many(job.papers.len(), "roster"),
            Sheet::Cards => cards.map_or_else(|| "cards".to_owned(), |cards| many(cards, "card")),
            Sheet::Reference => many(job.papers.len(), "reference sheet"),
            Sheet::Tournament => many(job.papers.len(), "tournament sheet"),
            Sheet::Play => "a page to play from".to_owned(),
        });
    }
    parts.join(", ")
}

fn broken(folder: Option<&Path>, error: &TemplateError) -> Failure {
    let place = match (folder, &error.template) {
        (Some(folder), Some(name)) => format!("the template `{}`", shown(&folder.join(name))),
        (Some(folder), None) => format!("a template in `{}`", shown(folder)),
        _ => "a template".to_owned(),
    };
    Failure::Usage(format!("{place} cannot be used: {error}"))
}

fn same_file(a: &Path, b: &Path) -> bool {
    matches!((a.canonicalize(), b.canonicalize()), (Ok(a), Ok(b)) if a == b)
}
