//! Arenas: rows of values of one kind, and the ids that point into them.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;
use std::ops::Index;

/// The place of a `T` in its [`Arena`]. Only an arena makes ids, so an id always points at a value;
/// the ids of a packed game come from the arena it was resolved into.
pub struct Id<T> {
    index: u32,
    of: PhantomData<fn() -> T>,
}

impl<T> Id<T> {
    /// The position in its arena.
    pub fn index(self) -> usize {
        self.index as usize
    }

    /// An id of a packed game.
    #[cfg(any(feature = "games", test))]
    pub(super) fn unpacked(index: u32) -> Self {
        Id { index, of: PhantomData }
    }
}

impl<T> Clone for Id<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Id<T> {}

impl<T> PartialEq for Id<T> {
    fn eq(&self, other: &Self) -> bool {
        self.index == other.index
    }
}

impl<T> Eq for Id<T> {}

impl<T> PartialOrd for Id<T> {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl<T> Ord for Id<T> {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.index.cmp(&other.index)
    }
}

impl<T> Hash for Id<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.index.hash(state);
    }
}

impl<T> fmt::Debug for Id<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.index)
    }
}

/// Everything of one kind, in the order it was defined.
#[derive(Debug)]
pub struct Arena<T> {
    all: Vec<T>,
}

impl<T> Default for Arena<T> {
    fn default() -> Self {
        Arena { all: Vec::new() }
    }
}

impl<T> FromIterator<T> for Arena<T> {
    fn from_iter<I: IntoIterator<Item = T>>(values: I) -> Self {
        Arena { all: values.into_iter().collect() }
    }
}

impl<T> Arena<T> {
    /// Adds a value and returns its id.
    pub fn add(&mut self, value: T) -> Id<T> {
        let index = u32::try_from(self.all.len()).unwrap_or(u32::MAX);
        self.all.push(value);
        Id { index, of: PhantomData }
    }

    /// How many values there are.
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// All values with their ids.
    pub fn iter(&self) -> impl Iterator<Item = (Id<T>, &T)> {
        self.all
            .iter()
            .enumerate()
            .map(|(index, value)| (Id { index: index as u32, of: PhantomData }, value))
    }

    /// All ids.
    pub fn ids(&self) -> impl Iterator<Item = Id<T>> + use<T> {
        (0..self.all.len()).map(|index| Id { index: index as u32, of: PhantomData })
    }

    /// All values.
    pub fn values(&self) -> std::slice::Iter<'_, T> {
        self.all.iter()
    }

    /// The value of an id, mutably.
    pub fn get_mut(&mut self, id: Id<T>) -> &mut T {
        #[expect(clippy::indexing_slicing, reason = "ids are only made by `add`")]
        &mut self.all[id.index()]
    }
}

impl<T> Index<Id<T>> for Arena<T> {
    type Output = T;

    fn index(&self, id: Id<T>) -> &T {
        #[expect(clippy::indexing_slicing, reason = "ids are only made by `add`")]
        &self.all[id.index()]
    }
}
