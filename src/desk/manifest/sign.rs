//! Keys and signatures (Ed25519).

use ed25519_dalek::{Signer, SigningKey, VerifyingKey};

use super::Signature;
use crate::list::{encode_base64url, from_base64url};

const SECRET: &str = "orbat-secret-key-1 ";
const PUBLIC: &str = "orbat-public-key-1 ";

/// Stands before a seal, so that a signature is good for nothing else.
const SIGNED: &str = "orbat manifest, sealed ";

/// Why a key cannot be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum KeyError {
    /// The file holds another kind of key.
    Other(&'static str),
    /// It is no key.
    NotAKey,
    /// The system gives no random numbers.
    NoRandom(String),
}

impl std::fmt::Display for KeyError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            KeyError::Other(message) => f.write_str(message),
            KeyError::NotAKey => f.write_str("this is not a key that `orbat event key` wrote"),
            KeyError::NoRandom(why) => write!(f, "there are no random numbers: {why}"),
        }
    }
}

/// The key with which an organiser signs.
pub(crate) struct SecretKey(SigningKey);

/// The key by which everybody knows the organiser's signature.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PublicKey(VerifyingKey);

impl SecretKey {
    /// A new key.
    pub(crate) fn new() -> Result<Self, KeyError> {
        let mut bytes = [0_u8; 32];
        getrandom::fill(&mut bytes).map_err(|error| KeyError::NoRandom(error.to_string()))?;
        Ok(SecretKey(SigningKey::from_bytes(&bytes)))
    }

    /// The key in a file.
    pub(crate) fn read(text: &str) -> Result<Self, KeyError> {
        let text = text.trim();
        if text.starts_with(PUBLIC) {
            return Err(KeyError::Other("this is the public key; sign with the secret one"));
        }
        let letters = text.strip_prefix(SECRET).ok_or(KeyError::NotAKey)?;
        let bytes = of_letters::<32>(letters).ok_or(KeyError::NotAKey)?;
        Ok(SecretKey(SigningKey::from_bytes(&bytes)))
    }

    /// As its file holds it.
    pub(crate) fn text(&self) -> String {
        format!("{SECRET}{}\n", letters(&self.0.to_bytes()))
    }

    /// The key that is published.
    pub(crate) fn public(&self) -> PublicKey {
        PublicKey(self.0.verifying_key())
    }

    pub(super) fn sign(&self, seal: &str) -> Signature {
        let signature = self.0.sign(format!("{SIGNED}{seal}").as_bytes());
        Signature {
            key: self.public().text().trim().to_owned(),
            signature: letters(&signature.to_bytes()),
        }
    }
}

impl PublicKey {
    /// The key in a file or in a manifest.
    pub(crate) fn read(text: &str) -> Result<Self, KeyError> {
        let text = text.trim();
        if text.starts_with(SECRET) {
            return Err(KeyError::Other("this is the secret key; give the public one (.pub)"));
        }
        let letters = text.strip_prefix(PUBLIC).ok_or(KeyError::NotAKey)?;
        let bytes = of_letters::<32>(letters).ok_or(KeyError::NotAKey)?;
        VerifyingKey::from_bytes(&bytes).map(PublicKey).map_err(|_| KeyError::NotAKey)
    }

    /// As its file holds it.
    pub(crate) fn text(&self) -> String {
        format!("{PUBLIC}{}\n", letters(self.0.as_bytes()))
    }

    /// Whether a signature is that of this key.
    pub(super) fn has_signed(&self, seal: &str, signature: &str) -> bool {
        let Some(bytes) = of_letters::<64>(signature) else { return false };
        let signature = ed25519_dalek::Signature::from_bytes(&bytes);
        self.0.verify_strict(format!("{SIGNED}{seal}").as_bytes(), &signature).is_ok()
    }
}

fn letters(bytes: &[u8]) -> String {
    let mut letters = String::new();
    encode_base64url(bytes, &mut letters);
    letters
}

/// The bytes of letters, if those are the only letters for them.
fn of_letters<const N: usize>(text: &str) -> Option<[u8; N]> {
    let bytes: [u8; N] = from_base64url(text.trim())?.try_into().ok()?;
    (letters(&bytes) == text.trim()).then_some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_read_as_they_are_written() {
        let key = SecretKey::new().unwrap();
        let again = SecretKey::read(&key.text()).unwrap();
        assert_eq!(again.public(), key.public());
        assert_eq!(PublicKey::read(&key.public().text()), Ok(key.public()));
        assert!(SecretKey::read(&key.public().text()).is_err());
        assert!(PublicKey::read(&key.text()).is_err());
        assert_eq!(PublicKey::read("orbat-public-key-1 AAAA"), Err(KeyError::NotAKey));
        assert_eq!(PublicKey::read(""), Err(KeyError::NotAKey));
    }

    #[test]
    fn a_signature_fits_one_seal_and_one_key() {
        let (key, other) = (SecretKey::new().unwrap(), SecretKey::new().unwrap());
        let signature = key.sign("abc").signature;
        assert!(key.public().has_signed("abc", &signature));
        assert!(!key.public().has_signed("abd", &signature));
        assert!(!other.public().has_signed("abc", &signature));
        for at in 0..signature.len() {
            let mut wrong = signature.clone();
            let letter = if &wrong[at..=at] == "A" { "B" } else { "A" };
            wrong.replace_range(at..=at, letter);
            assert!(!key.public().has_signed("abc", &wrong), "letter {at}");
        }
    }
}
