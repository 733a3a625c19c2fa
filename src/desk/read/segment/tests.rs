use super::{Count, Currencies, Segment, SegmentPrefix, segments};
use crate::number::Number;

fn cut(text: &str) -> Vec<Segment> {
    segments(text, &Currencies(vec!["ducats".to_owned()]), &|name| name == "Salt & Iron")
}

#[test]
fn prices_in_every_form() {
    for text in [
        "Hussars [110 pts]",
        "Hussars [110pts]",
        "Hussars (110 Points)",
        "Hussars - 110 pts",
        "Hussars | 110pts |",
        "110pts - Hussars",
        "Hussars, 110 points",
        "Hussars ..... 110 pts",
        "Hussars = 110 ducats",
        "Hussars [8PP, 110pts]",
        "Hussars: 110 Punkte",
    ] {
        let all = cut(text);
        assert_eq!(all.len(), 1, "{text}: {all:?}");
        assert_eq!(
            (all[0].name.as_str(), all[0].price),
            ("Hussars", Some(Number::whole(110))),
            "{text}"
        );
    }
    for text in ["Hussars (110)", "110 - Hussars", "Hussars 110", "Hussars: 110", "Hussars [110]"] {
        let all = cut(text);
        assert_eq!((all.len(), all[0].bare.as_slice()), (1, &[110][..]), "{text}: {all:?}");
    }
    for (text, price) in
        [("1,990 pts", 1990), ("2.000 pts", 2000), ("2\u{a0}000 pts", 2000), ("+15 pts", 15)]
    {
        assert_eq!(cut(text)[0].price, Some(Number::whole(price)), "{text}");
    }
    assert_eq!(
        cut("x: 1143 of 1150 points").iter().find_map(|segment| segment.of),
        Some((Number::whole(1143), Number::whole(1150)))
    );
}

#[test]
fn counts_in_every_form() {
    for text in [
        "2x Hussars",
        "2 x Hussars",
        "2 × Hussars",
        "x2 Hussars",
        "Hussars x2",
        "Hussars × 2",
        "2x Hussars [110 pts]",
    ] {
        let all = cut(text);
        assert_eq!(all.len(), 1, "{text}: {all:?}");
        assert_eq!(
            (all[0].name.as_str(), all[0].count),
            ("Hussars", Some(Count { number: 2, is_times: true })),
            "{text}"
        );
    }
    assert_eq!(cut("10 Hussars")[0].count, Some(Count { number: 10, is_times: false }));
    assert_eq!(cut("Hussars (5 models)")[0].models, Some(5));
    assert_eq!(cut("Hussars <5> [110]")[0].bare, [5, 110]);
    assert_eq!(cut("Hussars x5 / 110p")[0].price, Some(Number::whole(110)));
    assert_eq!(cut("Hussars x5 / 110p")[0].count.unwrap().number, 5);
}

#[test]
fn lists_inside_a_line() {
    let names = |text: &str| -> Vec<(SegmentPrefix, String)> {
        cut(text).into_iter().map(|segment| (segment.mark, segment.name)).collect()
    };
    assert_eq!(
        names("Hussars [110 pts]: Lance, 2 Pistols"),
        [
            (SegmentPrefix::Start, "Hussars".into()),
            (SegmentPrefix::Colon, "Lance".into()),
            (SegmentPrefix::Comma, "Pistols".into())
        ]
    );
    assert_eq!(names("Hussars w/ Lance + Pistol").len(), 3);
    for text in [
        "Hussars mit Lance und Pistol",
        "Hussars avec Lance et Pistol",
        "Hussars con Lance y Pistol",
        "Hussars / Lance / Pistol",
        "Hussars w/ Lance & Pistol",
    ] {
        let found = names(text);
        let words: Vec<&str> = found.iter().map(|(_, name)| name.as_str()).collect();
        assert_eq!(words, ["Hussars", "Lance", "Pistol"], "{text}");
    }
    assert_eq!(names("Salt & Iron").len(), 1);
    assert_eq!(cut("Hussars (Lance, Pistol)")[0].inside.len(), 2);
    assert_eq!(
        names("ARG-17B, M-40 LMG"),
        [(SegmentPrefix::Start, "ARG-17B".into()), (SegmentPrefix::Comma, "M-40 LMG".into())]
    );
}
