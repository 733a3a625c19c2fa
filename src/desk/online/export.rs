//! Everything that `orbat event check --out` writes, as one archive.

use std::io::{Cursor, Write};

use zip::write::SimpleFileOptions;

use super::{Ask, CallResult, OnlineDesk, Refusal, Reply};
use crate::desk::event::{DeskEntry, DeskVerdict};
use crate::desk::manifest::{LockedDecision, utc};
use crate::desk::output::{OutputFile, Printouts};
use crate::desk::store::Record;
use crate::render::TemplateError;

impl OnlineDesk<'_> {
    pub(super) fn export(&self, ask: &Ask<'_>) -> CallResult {
        self.check_organiser(ask)?;
        let records = self.counting()?;
        let entries = self.verdicts.all(&self.desk, &records);
        let failed = |error: TemplateError| Refusal::Store(error.to_string());
        let files = self.desk.files(&entries).map_err(failed)?;
        let mut printouts = Vec::new();
        let printer = Printouts::new().map_err(failed)?;
        for entry in &entries {
            printouts.extend(printer.of(&self.desk, entry).map_err(failed)?);
        }
        let lists = records.iter().zip(&entries).map(|(record, entry)| OutputFile {
            name: format!("lists/{}.txt", entry.file()),
            text: record.latest.list.clone(),
        });
        let manifest = self.manifest(&records, &entries)?;
        let all: Vec<OutputFile> =
            files.into_iter().chain(printouts).chain(lists).chain(manifest).collect();
        let body = archive(&all).map_err(|error| Refusal::Store(error.to_string()))?;
        Ok(Reply { status: 200, kind: "application/zip", body })
    }
}

impl OnlineDesk<'_> {
    /// What the lists were when they were locked, for `orbat event verify`. It is not signed: the
    /// server has no key.
    fn manifest(
        &self,
        records: &[Record],
        entries: &[DeskEntry],
    ) -> Result<Option<OutputFile>, Refusal> {
        let Some(locked) = self.store.locked()? else { return Ok(None) };
        let known = self.store.decisions()?;
        let decision = |record: &Record| {
            let (_, decision) = known.iter().find(|(id, _)| *id == record.id)?;
            let is_legal = decision.verdict == "legal";
            let verdict = if is_legal { DeskVerdict::Legal } else { DeskVerdict::Illegal };
            Some(LockedDecision { verdict, reason: decision.reason.clone() })
        };
        let decisions = records.iter().map(decision).collect();
        let at = utc(u64::try_from(locked.at / 1000).unwrap_or_default());
        let text = self.desk.manifest(entries, decisions, &at).text();
        Ok(Some(OutputFile { name: "manifest.json".to_owned(), text }))
    }
}

fn archive(files: &[OutputFile]) -> zip::result::ZipResult<Vec<u8>> {
    let mut archive = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for file in files {
        archive.start_file(file.name.as_str(), SimpleFileOptions::default())?;
        archive.write_all(file.text.as_bytes())?;
    }
    Ok(archive.finish()?.into_inner())
}
