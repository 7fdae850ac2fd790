//! Literals by a few of their bytes: which of them can stand where those bytes are.

use std::collections::HashMap;

use super::pattern::Mask;
use super::shape::{By, Others, FEWEST};

/// A number below 64 for every byte: small letters and large ones alike, the rarest share one.
pub const CODES: [u8; 256] = codes();

const fn codes() -> [u8; 256] {
    let known = b"abcdefghijklmnopqrstuvwxyz0123456789 \n@:-_./#'\"()[]=,;*+<>&|\\\t\r";
    let mut codes = [0; 256];
    let mut place = 0;
    while place < known.len() && place < 63 {
        codes[known[place] as usize] = place as u8 + 1;
        codes[known[place].to_ascii_uppercase() as usize] = place as u8 + 1;
        place += 1;
    }
    codes
}

/// Codes that a number of 64 bits holds.
pub const SEEN: usize = 10;

/// The codes of bytes, six bits each; the last one is lowest.
pub fn seen_of(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0, |seen, &byte| seen << 6 | CODES[byte as usize] as u64)
}

/// A literal that can stand where some bytes are.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// The codes of the bytes, and of those before them as far as they are the literal's, and which bits these are.
    seen: u64,
    bits: u64,
    pub literal: u32,
    /// How far its first byte is before the last of them.
    pub back: u16,
}

impl Place {
    /// `text`: the literal, or what stands in its place, up to the last of the bytes.
    fn new(text: &[u8], literal: u32) -> Self {
        let known = &text[text.len().saturating_sub(SEEN)..];
        Place { seen: seen_of(known), bits: (1 << (6 * known.len())) - 1, literal, back: text.len() as u16 - 1 }
    }
}

/// A literal of one byte, and what stands behind it.
pub struct Marked {
    pub literal: u32,
    pub others: Others,
}

const SLOTS: usize = 1 << 18;
const BUCKETS: usize = 1 << 13;

/// Literals by so many bytes that stand in them or around them: a set of numbers made of their codes, and their places.
pub struct Windows<const SIZE: usize> {
    bits: Box<[u64; SLOTS / 64]>,
    /// Where the places of each bucket begin; one more at the end.
    starts: Box<[u16]>,
    places: Vec<Place>,
}

#[inline]
fn mixed<const SIZE: usize>(seen: u64) -> u64 {
    (seen << (64 - 6 * SIZE)).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

#[inline]
fn slot_of<const SIZE: usize>(seen: u64) -> usize {
    match SIZE {
        FEWEST => seen as usize % SLOTS,
        _ => (mixed::<SIZE>(seen) >> 46) as usize,
    }
}

#[inline]
fn bucket_of<const SIZE: usize>(seen: u64) -> usize {
    (mixed::<SIZE>(seen) >> 51) as usize % BUCKETS
}

impl<const SIZE: usize> Windows<SIZE> {
    fn new(mut places: Vec<Place>) -> Self {
        let bucket = |place: &Place| bucket_of::<SIZE>(place.seen);
        places.sort_unstable_by(|one, other| bucket(one).cmp(&bucket(other)).then_with(|| one.cmp(other)));
        places.dedup();
        let mut bits = Box::new([0; SLOTS / 64]);
        for place in &places {
            let slot = slot_of::<SIZE>(place.seen);
            bits[slot / 64] |= 1 << (slot % 64);
        }
        let starts = (0..=BUCKETS).map(|number| places.partition_point(|place| bucket(place) < number) as u16);
        Windows { bits, starts: starts.collect(), places }
    }

    /// 1 where some literal may stand around the last bytes seen, else 0.
    #[inline]
    pub fn may_hold(&self, seen: u64) -> u64 {
        let slot = slot_of::<SIZE>(seen);
        self.bits[slot / 64] >> (slot % 64) & 1
    }

    /// The places of the last bytes seen.
    pub fn places(&self, seen: u64) -> impl Iterator<Item = &Place> {
        let bucket = bucket_of::<SIZE>(seen);
        let places = &self.places[self.starts[bucket] as usize..self.starts[bucket + 1] as usize];
        places.iter().filter(move |place| seen & place.bits == place.seen)
    }
}

/// By what each literal is looked for: five bytes or three in it or around it, or its only byte.
#[derive(Default)]
pub struct Places {
    fives: Vec<Place>,
    threes: Vec<Place>,
    pub of_byte: HashMap<u8, Vec<Marked>>,
    taken: HashMap<u64, usize>,
}

impl Places {
    /// Adds a literal.
    pub fn add(&mut self, literal: u32, text: &[u8], by: &By) {
        match by {
            By::Sets(sets) => self.threes.extend(triples(sets).iter().map(|bytes| Place::new(bytes, literal))),
            By::Marks(others) => {
                self.of_byte.entry(text[0]).or_default().push(Marked { literal, others: others.clone() });
            }
            By::Text if text.len() >= 5 => {
                let end = self.rarest::<5>(text);
                self.fives.push(Place::new(&text[..end], literal));
            }
            By::Text => {
                let end = self.rarest::<FEWEST>(text);
                self.threes.push(Place::new(&text[..end], literal));
            }
        }
    }

    pub fn windows(self) -> (Windows<5>, Windows<FEWEST>) {
        (Windows::new(self.fives), Windows::new(self.threes))
    }

    /// The end of those bytes of a text that are the least frequent together and have the fewest literals already.
    fn rarest<const SIZE: usize>(&mut self, text: &[u8]) -> usize {
        let key = |end: usize| seen_of(&text[end - SIZE..end]);
        let worth = |&end: &usize| {
            let others = self.taken.get(&key(end)).copied().unwrap_or(0);
            let rarity: usize = text[end - SIZE..end].iter().map(|&byte| rarity(byte)).sum();
            rarity as i64 - 3 * (others + 1).ilog2() as i64
        };
        let end = (SIZE..=text.len()).max_by_key(worth).unwrap_or(SIZE);
        *self.taken.entry(key(end)).or_insert(0) += 1;
        end
    }
}

/// About three times the bits that a byte tells.
fn rarity(byte: u8) -> usize {
    const FREQUENT: &[u8] = b" etaoinsrhldcumfpgwybvkxjqz";
    let byte = byte.to_ascii_lowercase();
    8 + FREQUENT.iter().position(|&one| one == byte).unwrap_or(FREQUENT.len())
}

/// Three bytes of three sets, one for each code.
fn triples(masks: &[Mask; 3]) -> Vec<[u8; 3]> {
    let [first, second, third] = masks.map(|mask| {
        let mut bytes: Vec<u8> = mask.bytes().collect();
        bytes.sort_by_key(|&byte| CODES[byte as usize]);
        bytes.dedup_by_key(|byte| CODES[*byte as usize]);
        bytes
    });
    let pairs = first.iter().flat_map(|&a| second.iter().map(move |&b| (a, b)));
    pairs.flat_map(|(a, b)| third.iter().map(move |&c| [a, b, c])).collect()
}
