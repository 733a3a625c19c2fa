//! `orbat verify`: whether a printout shows the army of a list.

use std::path::PathBuf;

use clap::Args;
use serde::Serialize;

use super::output::{hint, print, print_json, shown};
use super::{Failure, Format, Global, Outcome, Printing};
use crate::views::{PrintedCode, printed_code};
use crate::workspace::ListFile;

/// Check the code on a printout against a list
#[derive(Args)]
#[command(after_help = include_str!("../../docs/help/verify.txt").trim_ascii_end())]
pub(crate) struct VerifyArguments {
    /// The list (.yaml)
    #[arg(value_name = "LIST")]
    list: PathBuf,
    /// The code as printed: `orbat1-7K3M-Q2XF/9BTD`, or without the part behind the slash
    #[arg(value_name = "CODE")]
    code: String,
    #[command(flatten)]
    printing: Printing,
}

#[derive(Serialize)]
struct VerifyReport<'a> {
    is_same_army: bool,
    /// None if the code does not state the data.
    is_same_data: Option<bool>,
    fingerprint: &'a str,
    data: &'a str,
    code: &'a PrintedCode,
}

pub(crate) fn run(global: &Global, arguments: &VerifyArguments) -> Outcome {
    let Some(code) = printed_code(&arguments.code) else {
        return Err(Failure::Usage(format!(
            "`{}` is not a code; one reads `orbat1-7K3M-Q2XF/9BTD`",
            arguments.code
        )));
    };
    let data = global.data()?;
    let report = ListFile::open(&data, &arguments.list)?.report();
    let Some((fingerprint, mark)) = report.fingerprint.as_deref().zip(report.data.as_deref())
    else {
        return Err(Failure::Usage(format!(
            "`{}` has errors that leave open what army it is; see `orbat check`",
            shown(&arguments.list)
        )));
    };
    let answer = VerifyReport {
        is_same_army: code.fingerprint == fingerprint,
        is_same_data: code.data.as_ref().map(|data| data == mark),
        fingerprint,
        data: mark,
        code: &code,
    };
    match arguments.printing.format {
        Format::Json => print_json(&answer),
        Format::Human if answer.is_same_army => {
            print(&format!("The same army: {fingerprint}\n"));
            if let (Some(false), Some(data)) = (answer.is_same_data, &code.data) {
                hint(&format!(
                    "the printout was made with other data ({data}, now {mark}): points and \
                     verdict may differ"
                ));
            }
        }
        Format::Human => print(&format!(
            "Another army: the list is {fingerprint}, the printout says {}\n",
            code.fingerprint
        )),
    }
    if answer.is_same_army { Ok(()) } else { Err(Failure::Data) }
}
