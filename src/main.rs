use orbat::source::{Disk, SourceProvider};
fn main() {
    let disk = Disk::new(std::env::args().nth(1).unwrap());
    let layers: [&dyn SourceProvider; 1] = [&disk];
    for s in orbat::resolve::systems(&layers) {
        let c = orbat::resolve::compile(&layers, &s.id);
        for p in &c.diagnostics { println!("{}", orbat::diagnostic::draw(p, &c.sources, false, 120)); }
        println!("{}: {} diagnostics", s.id, c.diagnostics.len());
    }
}
