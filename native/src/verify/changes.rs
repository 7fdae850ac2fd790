//! What differs between two records, and whether a permuted list could hide behind it.

use super::texts::Doc;

/// The strings that differ.
///
/// Where a list of messages came out permuted, each changed string in it came from another one of them. So where no
/// changed string after is one before, on one level of encoding, no list is permuted.
#[derive(Default)]
pub struct Changes {
    /// The record's own strings, as nodes before and after.
    own: Vec<(u32, u32)>,
    /// Digests of strings inside encoded JSON.
    before: Vec<u64>,
    after: Vec<u64>,
    /// Strings under free content, on all levels.
    pub freed: u64,
    /// There is a list that may be one of messages and did not stay the same.
    pub lists: bool,
}

impl Changes {
    /// How many of the record's own strings differ.
    pub fn differing(&self) -> u64 {
        self.own.len() as u64
    }

    pub fn own(&mut self, before: usize, after: usize) {
        self.own.push((before as u32, after as u32));
    }

    pub fn inner(&mut self, before: &[u8], after: &[u8]) {
        self.before.push(digest(before));
        let after = digest(after);
        // What redactors write is often the same again and again.
        if self.after.last() != Some(&after) {
            self.after.push(after);
        }
    }

    /// Whether all lists are certainly in order.
    pub fn in_order(&mut self, before: &Doc<'_>, after: &Doc<'_>) -> bool {
        if !self.lists || self.own.is_empty() {
            return true;
        }
        // Lengths tell most strings apart, so that long ones need not be read again.
        let mut lengths: Vec<usize> = self.own.iter().map(|(old, _)| before.string(*old as usize).len()).collect();
        lengths.sort_unstable();
        let texts = self.own.iter().map(|(_, new)| after.string(*new as usize));
        let mut near: Vec<u64> = texts.filter(|text| lengths.binary_search(&text.len()).is_ok()).map(digest).collect();
        if !near.is_empty() {
            let mut old: Vec<u64> = self.own.iter().map(|(old, _)| digest(before.string(*old as usize))).collect();
            if !apart(&mut near, &mut old) {
                return false;
            }
        }
        apart(&mut self.before, &mut self.after)
    }
}

/// Whether no number is in both.
fn apart(some: &mut [u64], others: &mut [u64]) -> bool {
    let (few, many) = if some.len() < others.len() { (some, others) } else { (others, some) };
    few.sort_unstable();
    !many.iter().any(|digest| few.binary_search(digest).is_ok())
}

/// A number that equal texts share. Where two others share it there is a doubt more, no more.
fn digest(text: &[u8]) -> u64 {
    const FACTORS: (u64, u64) = (0x9e37_79b9_7f4a_7c15, 0xd6e8_feb8_6659_fd93);
    let fold = |one: u64, two: u64| {
        let product = u128::from(one) * u128::from(two);
        product as u64 ^ (product >> 64) as u64
    };
    let word = |bytes: &[u8]| bytes.try_into().map_or(0, u64::from_le_bytes);
    let mut sum = text.len() as u64 ^ FACTORS.0;
    let mut chunks = text.chunks_exact(16);
    for chunk in &mut chunks {
        sum = fold(word(&chunk[..8]) ^ FACTORS.1, word(&chunk[8..]) ^ sum);
    }
    let tail = chunks.remainder();
    let mut rest = [0; 16];
    rest[..tail.len()].copy_from_slice(tail);
    fold(word(&rest[..8]) ^ FACTORS.1, word(&rest[8..]) ^ sum)
}
