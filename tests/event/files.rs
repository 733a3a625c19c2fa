//! Every form in which lists are sent, and files that are meant to do harm.

use std::fs::{self, File};
use std::io::{Cursor, Write};
use std::path::Path;

use zip::write::SimpleFileOptions;

use super::{LIST, checked, from, one_more, temp, verdict};

type Files<'f> = &'f [(&'f str, &'f [u8])];

/// A ZIP archive.
fn archive(files: Files<'_>) -> Vec<u8> {
    let mut archive = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in files {
        archive.start_file(*name, SimpleFileOptions::default()).unwrap();
        archive.write_all(bytes).unwrap();
    }
    archive.finish().unwrap().into_inner()
}

/// A Word document with these paragraphs; `head` stands before its body.
fn docx(head: &str, paragraphs: &[&str]) -> Vec<u8> {
    let paragraph = |text: &&str| format!("<w:p><w:r><w:t>{text}</w:t></w:r></w:p>");
    let body: String = paragraphs.iter().map(paragraph).collect();
    let xml = format!("{head}<w:document><w:body>{body}</w:body></w:document>");
    archive(&[("[Content_Types].xml", b"<Types/>"), ("word/document.xml", xml.as_bytes())])
}

const MAIN: &str = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const LINKS: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE: &str = "http://schemas.openxmlformats.org/package/2006/relationships";

/// A workbook with one sheet.
fn xlsx(strings: &[&str], cells: &str) -> Vec<u8> {
    let string = |text: &&str| format!("<si><t xml:space=\"preserve\">{text}</t></si>");
    let strings: String = strings.iter().map(string).collect();
    let book = format!(
        "<workbook xmlns=\"{MAIN}\" xmlns:r=\"{LINKS}\"><sheets><sheet name=\"Lists\" \
         sheetId=\"1\" r:id=\"r1\"/></sheets></workbook>"
    );
    let links = format!(
        "<Relationships xmlns=\"{PACKAGE}\"><Relationship Id=\"r1\" Type=\"{LINKS}/worksheet\" \
         Target=\"worksheets/sheet1.xml\"/><Relationship Id=\"r2\" Type=\"{LINKS}/sharedStrings\" \
         Target=\"sharedStrings.xml\"/></Relationships>"
    );
    let root = format!(
        "<Relationships xmlns=\"{PACKAGE}\"><Relationship Id=\"r1\" \
         Type=\"{LINKS}/officeDocument\" Target=\"xl/workbook.xml\"/></Relationships>"
    );
    let strings = format!("<sst xmlns=\"{MAIN}\">{strings}</sst>");
    let sheet = format!("<worksheet xmlns=\"{MAIN}\"><sheetData>{cells}</sheetData></worksheet>");
    archive(&[
        ("[Content_Types].xml", b"<Types/>"),
        ("_rels/.rels", root.as_bytes()),
        ("xl/workbook.xml", book.as_bytes()),
        ("xl/_rels/workbook.xml.rels", links.as_bytes()),
        ("xl/sharedStrings.xml", strings.as_bytes()),
        ("xl/worksheets/sheet1.xml", sheet.as_bytes()),
    ])
}

/// Cells of a row, each a number of a shared string.
fn row(number: usize, strings: &[usize]) -> String {
    let cell = |(at, string): (usize, &usize)| {
        let column = char::from(b'A' + u8::try_from(at).unwrap());
        format!("<c r=\"{column}{number}\" t=\"s\"><v>{string}</v></c>")
    };
    let cells: String = strings.iter().enumerate().map(cell).collect();
    format!("<row r=\"{number}\">{cells}</row>")
}

fn put(folder: &Path, name: &str, bytes: impl AsRef<[u8]>) {
    fs::write(folder.join(name), bytes).unwrap();
}

/// The list as people paste it.
const PASTED: &str = "Enforcers, Strike force\n\nCaptain - 90 pts\n4x Marines [480 pts]\n";

#[test]
fn lists_come_in_every_form() {
    let path = temp("forms", &[("a.yaml", LIST), ("pasted.txt", PASTED)]);
    let json = "{\"orbat\": 1, \"system\": \"firefight\", \"faction\": \"enforcers\", \
                \"points\": 1000, \"units\": [\"captain\", \"marines\", \"marines\", \"ghosts\"]}";
    put(&path, "b.json", json);
    put(
        &path,
        "lists.zip",
        archive(&[("in/c.yaml", LIST.as_bytes()), ("d.txt", PASTED.as_bytes())]),
    );
    put(&path, "no-ending", archive(&[("e.yaml", LIST.as_bytes())]));
    put(
        &path,
        "f.docx",
        docx("", &["Enforcers, Strike force", "Captain - 90 pts", "4x Marines [480 pts]"]),
    );
    let page = format!("<html><body><p>{}</p></body></html>", PASTED.replace('\n', "<br>"));
    put(&path, "g.html", page);
    put(&path, "h.eml", format!("From: \"Hanna\" <h@example.org>\nSubject: list\n\n{PASTED}"));
    put(&path, "link.txt", format!("My list:\nhttps://example.org/#{}\n", orbat::to_link(LIST)));
    let cell = LIST.replace('\n', "&#10;");
    let rows = row(1, &[0, 1, 2]) + &row(3, &[3, 4, 5]);
    put(&path, "table.xlsx", xlsx(&["Wer?", "Verein", "Liste", "Ida", "Reds", &cell], &rows));
    let quoted = LIST.replace('"', "\"\"");
    put(&path, "table.csv", format!("sep=;\nWer?;Team;List\nJan;Blues;\"{quoted}\"\nKim;;\n"));
    let many = format!("Player: Lea\n{PASTED}\nPlayer: Max\n{PASTED}");
    put(&path, "many.txt", many);
    let utf16: Vec<u8> = PASTED.encode_utf16().flat_map(u16::to_le_bytes).collect();
    put(&path, "utf16.txt", [&[0xFF, 0xFE], utf16.as_slice()].concat());
    let entries = checked(&path, &["--column", "player=Wer?", "--column", "team=Verein"]);
    for end in [
        "a.yaml",
        "b.json",
        "in/c.yaml",
        "e.yaml",
        "link.txt",
        "table.xlsx (row 3)",
        "table.csv (row 3)",
    ] {
        verdict(&entries, end, "legal");
    }
    for end in [
        "pasted.txt",
        "d.txt",
        "f.docx",
        "g.html",
        "h.eml",
        "many.txt (1)",
        "many.txt (2)",
        "utf16.txt",
    ] {
        let entry = from(&entries, end)[0];
        assert_eq!(entry["faction"], "Enforcers", "{end}: {entry:#}");
        assert_eq!(entry["units"], from(&entries, "pasted.txt")[0]["units"], "{end}");
    }
    let player = |end: &str| from(&entries, end)[0]["player"].as_str().unwrap().to_owned();
    assert_eq!(player("h.eml"), "Hanna");
    assert_eq!(player("table.xlsx (row 3)"), "Ida");
    assert_eq!(player("table.csv (row 3)"), "Jan");
    assert_eq!([player("many.txt (1)"), player("many.txt (2)")], ["Lea", "Max"]);
    assert_eq!(from(&entries, "table.xlsx (row 3)")[0]["team"], "Reds");
    verdict(&entries, "table.csv (row 4)", "unreadable");
}

/// Everything that is meant to do harm, at once: each gets a verdict, and the good list its own.
#[test]
fn one_bad_submission_never_stops_the_others() {
    let path =
        temp("hostile", &[("good.yaml", LIST), ("empty.txt", ""), ("zz-good.yaml", &one_more())]);
    File::create(path.join("huge.txt")).unwrap().set_len(1 << 30).unwrap();
    let zeros = vec![0_u8; 20 << 20];
    put(
        &path,
        "bomb.zip",
        archive(&[
            ("a.txt", &zeros),
            ("b.txt", &zeros),
            ("c.txt", &zeros),
            ("d.txt", &zeros),
            ("e.txt", &zeros),
            ("f.yaml", LIST.as_bytes()),
        ]),
    );
    put(
        &path,
        "outside.zip",
        archive(&[
            ("../out.yaml", LIST.as_bytes()),
            ("/etc/abs.yaml", LIST.as_bytes()),
            ("in.yaml", LIST.as_bytes()),
        ]),
    );
    let deep = archive(&[("a.yaml", LIST.as_bytes())]);
    let deep = archive(&[("one.zip", &deep)]);
    let deep = archive(&[("two.zip", &deep)]);
    put(&path, "deep.zip", archive(&[("three.zip", &deep)]));
    put(&path, "damaged.zip", &archive(&[("a.yaml", LIST.as_bytes())])[..60]);
    put(&path, "not.docx", "this is text");
    let entity = "<!DOCTYPE x [<!ENTITY xxe SYSTEM \"file:///etc/passwd\"><!ENTITY a \"&a;&a;\">]>";
    put(&path, "entity.docx", docx(entity, &["Enforcers &xxe; &a;", "Captain - 90 pts"]));
    let long = "x".repeat(1 << 20);
    let cells: String = (1..=1_000).map(|at| row(at, &[0])).collect();
    put(&path, "bomb.xlsx", xlsx(&[&long], &cells));
    let far = "<row r=\"1048576\"><c r=\"XFD1048576\" t=\"s\"><v>0</v></c></row>";
    let sheet = row(1, &[0, 1]) + &row(2, &[2, 3]) + far;
    let cell = LIST.replace('\n', "&#10;");
    put(&path, "far.xlsx", xlsx(&["Player", "List", "Fay", &cell], &sheet));
    put(&path, "wrong.xlsx", xlsx(&[], "<row r=\"x\"><c r=\"?\" t=\"s\"><v>99</v></c></row>"));
    put(&path, "picture.png", b"\x89PNG\r\n\x1a\n0000");
    put(&path, "scan.pdf", b"%PDF-1.7\n");
    put(&path, "noise.bin", (0..4_096_u32).map(|at| ((at * 7919) >> 3) as u8).collect::<Vec<u8>>());
    put(&path, "lines.txt", "5 Marines of the line\n".repeat(6_000));
    put(
        &path,
        "bomb.yaml",
        "a: &a [x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a]\nc: [*b,*b,*b,*b]\n",
    );
    put(&path, "link.txt", "https://example.org/#o1.AAAA");
    put(
        &path,
        "latin1.yaml",
        LIST.replace("Patrol", "Patrouille de J\u{e4}ger")
            .chars()
            .map(|char| char as u8)
            .collect::<Vec<u8>>(),
    );
    fs::create_dir_all(path.join("loop")).unwrap();
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("..", path.join("loop/again")).unwrap();
        std::os::unix::fs::symlink("/etc/passwd", path.join("passwd.txt")).unwrap();
        let made = std::process::Command::new("mkfifo").arg(path.join("pipe.txt")).status();
        assert!(made.unwrap().success());
    }
    let entries = checked(&path, &[]);
    verdict(&entries, "/good.yaml", "legal");
    verdict(&entries, "zz-good.yaml", "legal");
    verdict(&entries, "in.yaml", "legal");
    verdict(&entries, "latin1.yaml", "legal");
    verdict(&entries, "far.xlsx (row 2)", "legal");
    for end in [
        "empty.txt",
        "huge.txt",
        "bomb.zip/d.txt",
        "../out.yaml",
        "etc/abs.yaml",
        "damaged.zip",
        "not.docx",
        "bomb.xlsx",
        "picture.png",
        "scan.pdf",
        "link.txt",
        "bomb.yaml",
    ] {
        verdict(&entries, end, "unreadable");
    }
    verdict(&entries, "noise.bin", "not_a_list");
    assert!(from(&entries, "deep.zip/three.zip/two.zip").len() == 1, "nested archives end");
    // What an archive bomb leaves unread is said.
    assert_eq!(from(&entries, "bomb.zip (the rest)").len(), 1);
    let fault = |end: &str| from(&entries, end)[0]["fault"].as_str().unwrap_or_default().to_owned();
    assert!(fault("huge.txt").contains("larger"), "{}", fault("huge.txt"));
    assert!(fault("scan.pdf").contains("kind of file"), "{}", fault("scan.pdf"));
    let entity = from(&entries, "entity.docx")[0].to_string();
    assert!(!entity.contains("root:"), "{entity}");
    assert_eq!(from(&entries, "lines.txt").len(), 1);
    #[cfg(unix)]
    for end in ["loop/again", "passwd.txt", "pipe.txt"] {
        verdict(&entries, end, "unreadable");
    }
    let all: String = entries.iter().map(ToString::to_string).collect();
    assert!(!all.contains("root:x:"), "a file outside was read");
}

/// A file that its owner alone may read. Whoever is root reads it anyway.
#[cfg(unix)]
#[test]
fn a_forbidden_file_is_unreadable() {
    use std::os::unix::fs::PermissionsExt;

    let path = temp("forbidden", &[("good.yaml", LIST), ("secret.yaml", LIST)]);
    let secret = path.join("secret.yaml");
    fs::set_permissions(&secret, fs::Permissions::from_mode(0o000)).unwrap();
    let entries = checked(&path, &[]);
    let wanted = if File::open(&secret).is_ok() { "legal" } else { "unreadable" };
    verdict(&entries, "secret.yaml", wanted);
    verdict(&entries, "good.yaml", "legal");
}
