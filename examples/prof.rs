fn main() {
    let t = std::fs::read_to_string("/tmp/big.orbat").unwrap();
    let mut s = orbat::source::Sources::default();
    let id = s.add("x", "");
    for _ in 0..3 {
        let a = std::time::Instant::now();
        let h = orbat::syntax::headings(&t).len();
        let b = a.elapsed();
        let a = std::time::Instant::now();
        let n = orbat::syntax::parse(id, &t).items.len();
        println!("headings {b:?} {h} parse {:?} {n}", a.elapsed());
    }
}
