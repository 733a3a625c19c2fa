//! Keys by which players and organisers are known: random, long, and kept as hashes only.

use sha2::{Digest, Sha256};

use super::StoreError;

/// The length in bytes, too long to be guessed.
const LENGTH: usize = 24;

/// A secret that opens one list, or the desk.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct AccessKey(String);

/// The hash of a key, which is all that is stored of it.
#[derive(Debug, Clone)]
pub(crate) struct KeyHash(String);

impl AccessKey {
    /// A new key.
    pub(super) fn new() -> Result<Self, StoreError> {
        random::<LENGTH>().map(AccessKey)
    }

    /// A key as somebody gives it.
    pub(crate) fn given(text: &str) -> Self {
        AccessKey(text.to_owned())
    }

    /// As it is handed out.
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }

    /// The hash to store.
    pub(crate) fn hash(&self) -> KeyHash {
        KeyHash(hex(&Sha256::digest(self.0.as_bytes())))
    }
}

impl KeyHash {
    pub(super) fn of_store(text: String) -> Self {
        KeyHash(text)
    }

    pub(super) fn as_str(&self) -> &str {
        &self.0
    }

    /// Compares two hashes in constant time, so that the time reveals nothing.
    pub(crate) fn is_same(&self, other: &KeyHash) -> bool {
        let (own, other) = (self.0.as_bytes(), other.0.as_bytes());
        let differences = own.iter().zip(other).fold(0, |all, (own, other)| all | (own ^ other));
        own.len() == other.len() && differences == 0
    }
}

/// A public id, which gives no access.
pub(super) fn public_id() -> Result<String, StoreError> {
    random::<8>()
}

fn random<const N: usize>() -> Result<String, StoreError> {
    let mut bytes = [0_u8; N];
    getrandom::fill(&mut bytes).map_err(|error| StoreError::Database(error.to_string()))?;
    Ok(hex(&bytes))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_differ_and_know_themselves() {
        let (key, other) = (AccessKey::new().unwrap(), AccessKey::new().unwrap());
        assert_ne!(key.as_str(), other.as_str());
        assert_eq!(key.as_str().len(), 2 * LENGTH);
        assert!(key.hash().is_same(&AccessKey::given(key.as_str()).hash()));
        assert!(!key.hash().is_same(&other.hash()));
        assert!(!key.hash().is_same(&KeyHash::of_store(String::new())));
        assert!(!key.hash().as_str().contains(key.as_str()));
    }
}
