fn main() {
    for path in std::env::args().skip(1) {
        let mut sources = orbat::source::Sources::default();
        let text = std::fs::read_to_string(&path).unwrap();
        let id = sources.add(path, text.clone());
        let parsed = orbat::syntax::parse(id, &text);
        for p in &parsed.problems { println!("{}", orbat::diagnostic::draw(p, &sources, true, 120)); }
    }
}
