//! Buffers for text that is decoded or written, and the search for what ends a run of plain text, a word at a time.

const ONES: u64 = 0x0101_0101_0101_0101;
pub const HIGHS: u64 = 0x8080_8080_8080_8080;

/// The high bit of every byte that ends a run of plain text: a quote, a backslash, a control character. Only the lowest
/// one is exact.
#[inline]
pub fn special(word: u64) -> u64 {
    let quote = word ^ (ONES * 0x22);
    let slash = word ^ (ONES * 0x5c);
    ((quote.wrapping_sub(ONES) & !quote)
        | (slash.wrapping_sub(ONES) & !slash)
        | (word.wrapping_sub(ONES * 0x20) & !word))
        & HIGHS
}

#[inline]
pub fn word_at(text: &[u8], at: usize) -> Option<u64> {
    text.get(at..at + 8).and_then(|bytes| bytes.try_into().ok()).map(u64::from_le_bytes)
}

/// A buffer for decoded strings with room to write whole words into; what is behind `len` means nothing.
#[derive(Default)]
pub struct Arena {
    buffer: Vec<u8>,
    len: usize,
}

impl Arena {
    pub fn clear(&mut self) {
        self.len = 0;
    }

    pub fn len(&self) -> usize {
        self.len
    }

    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    pub fn capacity(&self) -> usize {
        self.buffer.len()
    }

    pub fn bytes(&self) -> &[u8] {
        &self.buffer[..self.len]
    }

    /// Let go of what was taken in since there were so many bytes.
    pub fn truncate(&mut self, len: usize) {
        self.len = self.len.min(len);
    }

    /// Make room for so many bytes, and for whole words written over their end.
    #[inline]
    pub fn room(&mut self, more: usize) {
        let wanted = self.len + more + 16;
        if wanted > self.buffer.len() {
            self.buffer.resize(wanted, 0);
        }
    }

    #[inline]
    pub fn push(&mut self, byte: u8) {
        self.buffer[self.len] = byte;
        self.len += 1;
    }

    /// Write eight bytes without taking them in; there must be room.
    #[inline]
    pub fn put_word(&mut self, word: u64) {
        self.buffer[self.len..self.len + 8].copy_from_slice(&word.to_le_bytes());
    }

    /// Take in bytes that `put_word` wrote.
    #[inline]
    pub fn advance(&mut self, bytes: usize) {
        self.len += bytes;
    }

    #[inline]
    pub fn extend(&mut self, bytes: &[u8]) {
        self.buffer[self.len..self.len + bytes.len()].copy_from_slice(bytes);
        self.len += bytes.len();
    }
}
