//! A resolved game as bytes. The games that come with the program are embedded in this form, so
//! that judging a list needs no parsing and no name lookup.
//!
//! [`Packed`] is how a type is written and read; `types` lists the fields of every type in the
//! model. Only tests write: one makes `factions/games.packed` and compares it with the texts.

mod types;

use std::collections::{BTreeMap, BTreeSet};

use crate::diagnostic::{Code, codes};
use crate::model::emblem::static_name;
use crate::model::{Game, Id};
use crate::number::Number;
use crate::source::{SourceId, Span};

/// A type that is written as bytes and read back.
trait Packed: Sized {
    #[cfg(test)]
    fn pack(&self, to: &mut Writer);

    /// `None` if the bytes were not written by [`Packed::pack`].
    fn unpack(from: &mut Reader<'_>) -> Option<Self>;
}

/// Reads the game that [`pack`] wrote; `None` for any other bytes.
pub(crate) fn unpack(bytes: &[u8]) -> Option<Game> {
    let mut reader = Reader { rest: bytes, texts: Vec::new(), place: 0 };
    let count = reader.number()?;
    let lengths: Vec<usize> =
        (0..count).map(|_| usize::unpack(&mut reader)).collect::<Option<_>>()?;
    let all = reader.bytes(lengths.iter().try_fold(0_usize, |sum, at| sum.checked_add(*at))?)?;
    let mut texts = std::str::from_utf8(all).ok()?;
    for length in lengths {
        let (text, rest) = texts.split_at_checked(length)?;
        reader.texts.push(text);
        texts = rest;
    }
    let game = Game::unpack(&mut reader)?;
    reader.rest.is_empty().then_some(game)
}

/// Writes a game as bytes: first every distinct text once, then everything else.
#[cfg(test)]
pub(crate) fn pack(game: &Game) -> Vec<u8> {
    let mut writer = Writer::default();
    game.pack(&mut writer);
    let mut packed = Writer::default();
    packed.number(writer.texts.len() as u64);
    let mut texts: Vec<(&String, &u64)> = writer.texts.iter().collect();
    texts.sort_by_key(|(_, number)| **number);
    texts.iter().for_each(|(text, _)| packed.number(text.len() as u64));
    texts.iter().for_each(|(text, _)| packed.bytes.extend(text.as_bytes()));
    packed.bytes.extend(writer.bytes);
    packed.bytes
}

#[cfg(test)]
#[derive(Default)]
struct Writer {
    bytes: Vec<u8>,
    /// The texts, numbered in the order in which they first occur.
    texts: BTreeMap<String, u64>,
    /// Where the last place began; the next is usually near.
    place: i64,
}

#[cfg(test)]
impl Writer {
    /// Seven bits per byte, the lowest first; the eighth bit is set in all but the last byte.
    fn number(&mut self, mut number: u64) {
        while let Some(rest) = Some(number >> 7).filter(|rest| *rest > 0) {
            self.bytes.push((number & 0x7f) as u8 | 0x80);
            number = rest;
        }
        self.bytes.push(number as u8);
    }

    fn text(&mut self, text: &str) {
        let next = self.texts.len() as u64;
        let number = *self.texts.entry(text.to_owned()).or_insert(next);
        self.number(number);
    }
}

struct Reader<'b> {
    rest: &'b [u8],
    texts: Vec<&'b str>,
    place: i64,
}

impl<'b> Reader<'b> {
    fn bytes(&mut self, count: usize) -> Option<&'b [u8]> {
        let (taken, rest) = self.rest.split_at_checked(count)?;
        self.rest = rest;
        Some(taken)
    }

    fn byte(&mut self) -> Option<u8> {
        let (first, rest) = self.rest.split_first()?;
        self.rest = rest;
        Some(*first)
    }

    fn number(&mut self) -> Option<u64> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return Some(number);
            }
        }
        None
    }

    fn text(&mut self) -> Option<&'b str> {
        let number = usize::unpack(self)?;
        self.texts.get(number).copied()
    }
}

impl Packed for bool {
    #[cfg(test)]
    fn pack(&self, to: &mut Writer) {
        to.bytes.push(u8::from(*self));
    }

    fn unpack(from: &mut Reader<'_>) -> Option<Self> {
        Some(from.byte()? != 0)
    }
}

impl Packed for u8 {
    #[cfg(test)]
    fn pack(&self, to: &mut Writer) {
        to.bytes.push(*self);
    }

    fn unpack(from: &mut Reader<'_>) -> Option<Self> {
        from.byte()
    }
}

impl Packed for u32 {
    #[cfg(test)]
    fn pack(&self, to: &mut Writer) {
        to.number((*self).into());
    }

    fn unpack(from: &mut Reader<'_>) -> Option<Self> {
        u32::try_from(from.number()?).ok()
    }
}

impl Packed for usize {
    #[cfg(test)]
    fn pack(&self, to: &mut Writer) {
        to.number(*self as u64);
    }

    fn unpack(from: &mut Reader<'_>) -> Option<Self> {
        usize::try_from(from.number()?).ok()
    }
}

impl Packed for i64 {
    /// The sign is stored in the lowest bit, so that numbers near zero stay short.
    #[cfg(test)]
    fn pack(&self, to: &mut Writer) {
        to.number(((self << 1) ^ (self >> 63)) as u64);
    }

    fn unpack(from: &mut Reader<'_>) -> Option<Self> {
        let number = from.number()?;
        Some((number >> 1) as i64 ^ -((number & 1) as i64))
    }
}

impl Packed for String {
    #[cfg(test)]
    fn pack(&self, to: &mut Writer) {
        to.text(self);
    }

    fn unpack(from: &mut Reader<'_>) -> Option<Self> {
        from.text().map(str::to_owned)
    }
}

impl Packed for Box<str> {
    #[cfg(test)]
    fn pack(&self, to: &mut Writer) {
        to.text(self);
    }

    fn unpack(from: &mut Reader<'_>) -> Option<Self> {
        from.text().map(Box::from)
    }
}

/// Names of symbols and other drawings, which are all known statically.
impl Packed for &'static str {
    #[cfg(test)]
    fn pack(&self, to: &mut Writer) {
        to.text(self);
    }

    fn unpack(from: &mut Reader<'_>) -> Option<Self> {
        static_name(from.text()?)
    }
}

impl Packed for &'static Code {
    #[cfg(test)]
    fn pack(&self, to: &mut Writer) {
        to.text(self.name);
    }

    fn unpack(from: &mut Reader<'_>) -> Option<Self> {
        let name = from.text()?;
        codes::ALL.iter().copied().find(|code| code.name == name)
    }
}

impl Packed for Number {
    #[cfg(test)]
    fn pack(&self, to: &mut Writer) {
        to.text(&self.to_string());
    }

    fn unpack(from: &mut Reader<'_>) -> Option<Self> {
        Number::parse(from.text()?)
    }
}

impl Packed for Span {
    #[cfg(test)]
    fn pack(&self, to: &mut Writer) {
        let start = self.start() as i64;
        self.source.index().pack(to);
        (start - to.place).pack(to);
        (self.end() - self.start()).pack(to);
        to.place = start;
    }

    fn unpack(from: &mut Reader<'_>) -> Option<Self> {
        let source = SourceId::new(usize::unpack(from)?);
        from.place = from.place.checked_add(i64::unpack(from)?)?;
        let start = usize::try_from(from.place).ok()?;
        Some(Span::new(source, start, start.checked_add(usize::unpack(from)?)?))
    }
}

impl<T> Packed for Id<T> {
    #[cfg(test)]
    fn pack(&self, to: &mut Writer) {
        self.index().pack(to);
    }

    fn unpack(from: &mut Reader<'_>) -> Option<Self> {
        Some(Id::unpacked(u32::unpack(from)?))
    }
}

impl<T: Packed> Packed for Box<T> {
    #[cfg(test)]
    fn pack(&self, to: &mut Writer) {
        (**self).pack(to);
    }

    fn unpack(from: &mut Reader<'_>) -> Option<Self> {
        T::unpack(from).map(Box::new)
    }
}

impl<T: Packed> Packed for Option<T> {
    #[cfg(test)]
    fn pack(&self, to: &mut Writer) {
        self.is_some().pack(to);
        self.iter().for_each(|value| value.pack(to));
    }

    fn unpack(from: &mut Reader<'_>) -> Option<Self> {
        if bool::unpack(from)? { T::unpack(from).map(Some) } else { Some(None) }
    }
}

impl<T: Packed> Packed for Vec<T> {
    #[cfg(test)]
    fn pack(&self, to: &mut Writer) {
        self.len().pack(to);
        self.iter().for_each(|value| value.pack(to));
    }

    fn unpack(from: &mut Reader<'_>) -> Option<Self> {
        let count = usize::unpack(from)?;
        // Every value takes at least one byte.
        let mut all = Vec::with_capacity(count.min(from.rest.len()));
        for _ in 0..count {
            all.push(T::unpack(from)?);
        }
        Some(all)
    }
}

impl<T: Packed, const N: usize> Packed for [T; N] {
    #[cfg(test)]
    fn pack(&self, to: &mut Writer) {
        self.iter().for_each(|value| value.pack(to));
    }

    fn unpack(from: &mut Reader<'_>) -> Option<Self> {
        let all: Vec<T> = (0..N).map(|_| T::unpack(from)).collect::<Option<_>>()?;
        all.try_into().ok()
    }
}

impl<A: Packed, B: Packed> Packed for (A, B) {
    #[cfg(test)]
    fn pack(&self, to: &mut Writer) {
        self.0.pack(to);
        self.1.pack(to);
    }

    fn unpack(from: &mut Reader<'_>) -> Option<Self> {
        Some((A::unpack(from)?, B::unpack(from)?))
    }
}

impl<K: Packed + Ord, V: Packed> Packed for BTreeMap<K, V> {
    #[cfg(test)]
    fn pack(&self, to: &mut Writer) {
        self.len().pack(to);
        self.iter().for_each(|(key, value)| {
            key.pack(to);
            value.pack(to);
        });
    }

    fn unpack(from: &mut Reader<'_>) -> Option<Self> {
        Vec::<(K, V)>::unpack(from).map(BTreeMap::from_iter)
    }
}

impl<T: Packed + Ord> Packed for BTreeSet<T> {
    #[cfg(test)]
    fn pack(&self, to: &mut Writer) {
        self.len().pack(to);
        self.iter().for_each(|value| value.pack(to));
    }

    fn unpack(from: &mut Reader<'_>) -> Option<Self> {
        Vec::unpack(from).map(BTreeSet::from_iter)
    }
}
