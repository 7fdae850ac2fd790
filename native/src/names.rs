//! A table of distinct texts, each known by a number: object keys here, questions in the memory of answers.

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};

const NONE: u32 = u32::MAX;

#[derive(Clone, Copy)]
struct Entry {
    hash: u64,
    start: u32,
    len: u32,
}

/// Distinct texts in the order in which they came. Open addressing over one buffer; hashes are keyed by chance, so that
/// nobody can prepare keys that collide.
pub struct Names {
    slots: Vec<u32>,
    entries: Vec<Entry>,
    bytes: Vec<u8>,
    secret: (u64, u64),
}

impl Default for Names {
    fn default() -> Self {
        Self::new()
    }
}

impl Names {
    pub fn new() -> Self {
        let chance = |salt: u64| {
            let mut hasher = RandomState::new().build_hasher();
            hasher.write_u64(salt);
            hasher.finish() | 1
        };
        Names { slots: vec![NONE; 64], entries: Vec::new(), bytes: Vec::new(), secret: (chance(1), chance(2)) }
    }

    pub fn len(&self) -> usize {
        self.entries.len()
    }

    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Bytes of all texts.
    pub fn size(&self) -> usize {
        self.bytes.len()
    }

    pub fn clear(&mut self) {
        self.slots = vec![NONE; 64];
        self.entries = Vec::new();
        self.bytes = Vec::new();
    }

    pub fn get(&self, id: u32) -> &[u8] {
        let entry = &self.entries[id as usize];
        &self.bytes[entry.start as usize..entry.start as usize + entry.len as usize]
    }

    #[inline]
    fn hash(&self, text: &[u8]) -> u64 {
        let (one, two) = self.secret;
        let mut hash = one ^ text.len() as u64;
        let mut rest = text;
        while rest.len() > 16 {
            hash = fold(hash ^ word(&rest[..8]), two ^ word(&rest[8..16]));
            rest = &rest[16..];
        }
        let (low, high) = if rest.len() >= 8 {
            (word(&rest[..8]), word(&rest[rest.len() - 8..]))
        } else if rest.len() >= 4 {
            (half(&rest[..4]), half(&rest[rest.len() - 4..]))
        } else if let [first, ..] = rest {
            (u64::from(*first) << 8 | u64::from(rest[rest.len() / 2]), u64::from(rest[rest.len() - 1]))
        } else {
            (0, 0)
        };
        fold(hash ^ low, two ^ high)
    }

    #[inline]
    fn find(&self, text: &[u8], hash: u64) -> (usize, Option<u32>) {
        let mask = self.slots.len() - 1;
        let mut slot = hash as usize & mask;
        loop {
            let id = self.slots[slot];
            if id == NONE {
                return (slot, None);
            }
            let entry = &self.entries[id as usize];
            if entry.hash == hash && entry.len as usize == text.len() && self.get(id) == text {
                return (slot, Some(id));
            }
            slot = (slot + 1) & mask;
        }
    }

    /// The number of a text, if it is known.
    #[inline]
    pub fn look_up(&self, text: &[u8]) -> Option<u32> {
        self.find(text, self.hash(text)).1
    }

    /// The number of a text, known from now on; None where the table is full (4 GiB of text).
    #[inline]
    pub fn number(&mut self, text: &[u8]) -> Option<u32> {
        let hash = self.hash(text);
        let (slot, found) = self.find(text, hash);
        if found.is_some() {
            return found;
        }
        let start = u32::try_from(self.bytes.len()).ok()?;
        let len = u32::try_from(text.len()).ok()?;
        start.checked_add(len)?;
        let id = u32::try_from(self.entries.len()).ok().filter(|id| *id != NONE)?;
        self.bytes.extend_from_slice(text);
        self.entries.push(Entry { hash, start, len });
        self.slots[slot] = id;
        if self.entries.len() * 2 > self.slots.len() {
            self.grow();
        }
        Some(id)
    }

    fn grow(&mut self) {
        let mask = self.slots.len() * 4 - 1;
        let mut slots = vec![NONE; mask + 1];
        for (id, entry) in self.entries.iter().enumerate() {
            let mut slot = entry.hash as usize & mask;
            while slots[slot] != NONE {
                slot = (slot + 1) & mask;
            }
            slots[slot] = id as u32;
        }
        self.slots = slots;
    }
}

#[inline]
fn fold(one: u64, two: u64) -> u64 {
    let product = u128::from(one) * u128::from(two);
    product as u64 ^ (product >> 64) as u64
}

#[inline]
fn word(bytes: &[u8]) -> u64 {
    u64::from_le_bytes(bytes.try_into().unwrap_or_default())
}

#[inline]
fn half(bytes: &[u8]) -> u64 {
    u64::from(u32::from_le_bytes(bytes.try_into().unwrap_or_default()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stay() {
        let mut names = Names::new();
        let texts: Vec<String> = (0..5000).map(|n| "k".repeat(n % 40) + &n.to_string()).collect();
        for (id, text) in texts.iter().enumerate() {
            assert_eq!(names.number(text.as_bytes()), Some(id as u32));
        }
        for (id, text) in texts.iter().enumerate() {
            assert_eq!(names.look_up(text.as_bytes()), Some(id as u32));
            assert_eq!(names.get(id as u32), text.as_bytes());
        }
        assert_eq!(names.look_up(b""), None);
    }
}
