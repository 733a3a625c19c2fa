//! Letters with accents and other forms of letters, as plain ones: what a page in a browser uses,
//! where the table of every script of the world would be a sixth of all that is loaded. Letters of
//! other scripts stay as they are there.

/// Blocks of characters: the first one, and what each of them reads as, parted by commas.
const BLOCKS: &[(char, &str)] = &[
    (
        '\u{a0}',
        concat!(
            " , ,c,ps, ,y, , , ,c,a, , , ,r, ,deg, ,2,3, ,u,p, , ,1,o, ,1 4,1 2,3 4, ,a,a,a,a,a,",
            "a,ae,c,e,e,e,e,i,i,i,i,d,n,o,o,o,o,o,x,o,u,u,u,u,y,th,ss,a,a,a,a,a,a,ae,c,e,e,e,e,i,",
            "i,i,i,d,n,o,o,o,o,o, ,o,u,u,u,u,y,th,y,a,a,a,a,a,a,c,c,c,c,c,c,c,c,d,d,d,d,e,e,e,e,",
            "e,e,e,e,e,e,g,g,g,g,g,g,g,g,h,h,h,h,i,i,i,i,i,i,i,i,i,i,ij,ij,j,j,k,k,k,l,l,l,l,l,l,",
            "l ,l ,l,l,n,n,n,n,n,n,n,ng,ng,o,o,o,o,o,o,oe,oe,r,r,r,r,r,r,s,s,s,s,s,s,s,s,t,t,t,t,",
            "t,t,u,u,u,u,u,u,u,u,u,u,u,u,w,w,y,y,y,z,z,z,z,z,z,s",
        ),
    ),
    (
        '\u{1cd}',
        concat!(
            "a,a,i,i,o,o,u,u,u,u,u,u,u,u,u,u, ,a,a,a,a,ae,ae, , ,g,g,k,k,o,o,o,o, , ,j,dz,dz,dz,",
            "g,g, , ,n,n,a,a,ae,ae,o,o,a,a,a,a,e,e,e,e,i,i,i,i,o,o,o,o,r,r,r,r,u,u,u,u,s,s,t,t, ,",
            " ,h,h, , , , , , ,a,a,e,e,o,o,o,o,o,o,o,o,y,y",
        ),
    ),
    (
        '\u{1e00}',
        concat!(
            "a,a,b,b,b,b,b,b,c,c,d,d,d,d,d,d,d,d,d,d,e,e,e,e,e,e,e,e,e,e,f,f,g,g,h,h,h,h,h,h,h,h,",
            "h,h,i,i,i,i,k,k,k,k,k,k,l,l,l,l,l,l,l,l,m,m,m,m,m,m,n,n,n,n,n,n,n,n,o,o,o,o,o,o,o,o,",
            "p,p,p,p,r,r,r,r,r,r,r,r,s,s,s,s,s,s,s,s,s,s,t,t,t,t,t,t,t,t,u,u,u,u,u,u,u,u,u,u,v,v,",
            "v,v,w,w,w,w,w,w,w,w,w,w,x,x,x,x,y,y,z,z,z,z,z,z,h,t,w,y,a ,s, , ,ss, ,a,a,a,a,a,a,a,",
            "a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,e,e,e,e,e,e,e,e,e,e,e,e,e,e,e,e,i,i,i,i,o,o,o,o,o,",
            "o,o,o,o,o,o,o,o,o,o,o,o,o,o,o,o,o,o,o,u,u,u,u,u,u,u,u,u,u,u,u,u,u,y,y,y,y,y,y,y,y, ,",
            " , , , , ",
        ),
    ),
    ('\u{2150}', "1 7,1 9,1 10,1 3,2 3,1 5,2 5,3 5,4 5,1 6,5 6,1 8,3 8,5 8,7 8,1 "),
];

/// Latin letters for mathematics: as many alphabets in both sizes.
const MATHEMATICAL: std::ops::RangeInclusive<u32> = 0x1d400..=0x1d6a3;

/// A text in plain letters as far as they are Latin.
pub(crate) fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for char in text.chars() {
        match read_as(char) {
            Some(letters) => plain.push_str(letters),
            None => plain.push(shifted(char).unwrap_or(char)),
        }
    }
    plain
}

fn read_as(char: char) -> Option<&'static str> {
    let quotes = ['\u{2018}'..='\u{201f}', '\u{2032}'..='\u{2037}'];
    if quotes.iter().any(|range| range.contains(&char)) {
        return Some("");
    }
    let below = BLOCKS.iter().rfind(|(first, _)| *first <= char);
    let (first, letters) = below?;
    letters.split(',').nth((u32::from(char) - u32::from(*first)) as usize)
}

/// Letters and digits that are a fixed number of places away from the plain ones.
fn shifted(char: char) -> Option<char> {
    let code = u32::from(char);
    let plain = match code {
        0xff01..=0xff5e => code - 0xfee0,
        code if MATHEMATICAL.contains(&code) => {
            let place = (code - MATHEMATICAL.start()) % 52;
            u32::from('a') + place % 26
        }
        0x1d7ce..=0x1d7ff => u32::from('0') + (code - 0x1d7ce) % 10,
        0x2070 | 0x2074..=0x2079 => u32::from('0') + code - 0x2070,
        0x2080..=0x2089 => u32::from('0') + code - 0x2080,
        _ => return None,
    };
    char::from_u32(plain)
}

#[cfg(test)]
mod tests {
    use super::plain;
    use crate::desk::read::fold::{fold, folded};

    #[test]
    fn western_names_fold_as_by_the_whole_table() {
        let blocks = ['\u{a0}'..='\u{17f}', '\u{1e00}'..='\u{1e99}', '\u{1ea0}'..='\u{1ef9}'];
        let letters = blocks.into_iter().flatten().filter(|char| char.is_alphabetic());
        let differing: String = letters
            // Letters with a point or an apostrophe of their own.
            .filter(|char| !"ŉŀĿ".contains(*char))
            .filter(|char| fold(&format!("a{char}b")) != folded(&plain(&format!("a{char}b"))))
            .collect();
        assert_eq!(differing, "");
    }

    #[test]
    fn fancy_letters_and_other_scripts_can_be_compared() {
        for (written, read) in [
            ("𝐇𝐮𝐬𝐬𝐚𝐫𝐬 𝟏𝟎", "hussars 10"),
            ("Ｈｕｓｓａｒｓ", "hussars"),
            ("Zephyr’s “Höhe”", "zephyrs hohe"),
            ("x² · ½", "x2 1 2"),
            ("Гусары, 轻骑兵", "гусары 轻骑兵"),
        ] {
            assert_eq!(folded(&plain(written)), read);
        }
    }
}
