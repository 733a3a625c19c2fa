//! Marks: the first bits of a hash, short enough to compare by eye and read aloud.

/// Digits and capitals, without the easily confused I, L, O and U.
pub(crate) const SIGNS: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/// Twenty bits as four signs, beginning at bit `20 * place`.
pub(crate) fn signs(bytes: &[u8], place: usize) -> String {
    let bits = bytes.iter().take(8).fold(0_u64, |bits, byte| bits << 8 | u64::from(*byte));
    let first = 59 - 20 * place;
    let sign = |at: usize| SIGNS.get((bits >> (first - 5 * at) & 31) as usize).copied();
    (0..4).filter_map(sign).map(char::from).collect()
}

#[cfg(test)]
mod tests {
    use super::signs;

    #[test]
    fn bits_become_signs_from_the_left() {
        let bytes = [0x00, 0x44, 0x32, 0x14, 0xC7, 0xFF, 0xFF, 0xFF];
        assert_eq!((signs(&bytes, 0), signs(&bytes, 1)), ("0123".into(), "4567".into()));
        assert_eq!(signs(&[0xFF; 32], 0), "ZZZZ");
    }
}
