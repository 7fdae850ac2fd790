//! What one walk over a trace found: the texts within it, the leaves and their places. Places are paths only when asked.

use std::borrow::Cow;
use std::sync::Mutex;

use pyo3::prelude::*;

use crate::objects::Shadow;
use crate::rewrite::Scratch;
use crate::scan::{scan, text_of, Arena, Keys, Kind, Node, NONE};

/// A node of one of the texts of a trace.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Place {
    pub doc: u32,
    pub node: u32,
}

impl Place {
    /// As one number, for Python.
    pub fn pack(self) -> u64 {
        u64::from(self.doc) << 32 | u64::from(self.node)
    }

    pub fn unpack(number: u64) -> Self {
        Place { doc: (number >> 32) as u32, node: number as u32 }
    }
}

/// One JSON text: the record (number 0), or a string in it that was decoded.
#[derive(Clone, Copy)]
pub struct Doc {
    /// Where its nodes stand, and its decoded strings: the levels of JSON in strings above it.
    pub level: u8,
    /// The buffer that holds its text: 0 is the record, n the arena of level n - 1.
    pub source: u8,
    pub root: u32,
    pub start: u32,
    pub end: u32,
    /// The string that it was decoded from.
    pub host: Place,
    /// Text that is encoded again in canonical mode.
    pub well_formed: bool,
    /// No content itself; a path goes on inside.
    pub crossed: bool,
}

/// Nodes and decoded strings of all texts on one level.
#[derive(Default)]
pub struct Level {
    pub nodes: Vec<Node>,
    pub arena: Arena,
}

/// An object key that the redactor was not shown before, and where it stands.
pub struct NewKey {
    pub name: Vec<u8>,
    pub places: Vec<Place>,
}

#[derive(Default)]
pub struct Found {
    pub levels: Vec<Level>,
    pub docs: Vec<Doc>,
    pub leaves: Vec<Place>,
    pub numbers: Vec<Place>,
    pub keys: Vec<NewKey>,
    pub structured: u64,
    pub malformed: Vec<Place>,
    pub protected: Vec<Place>,
    pub opaque: u64,
    pub matches: Vec<u64>,
    pub payload_matches: Vec<u64>,
    /// For a trace given as an object, what stands behind the nodes of document 0.
    pub shadows: Vec<Shadow>,
}

/// Buffers that are used again: most of a small record's cost would be fresh memory.
#[derive(Default)]
pub struct Pool {
    found: Mutex<Vec<Found>>,
    scratch: Mutex<Vec<Scratch>>,
}

const KEPT: usize = 2;
const KEPT_BYTES: usize = 1_000_000;

impl Pool {
    pub fn found(&self) -> Found {
        self.found.lock().ok().and_then(|mut pool| pool.pop()).unwrap_or_default()
    }

    pub fn scratch(&self) -> Scratch {
        self.scratch.lock().ok().and_then(|mut pool| pool.pop()).unwrap_or_default()
    }

    /// Take buffers back; large ones are let go.
    pub fn give_found(&self, mut found: Found) {
        let bytes = |level: &Level| level.nodes.capacity() * size_of::<Node>() + level.arena.capacity();
        let mut kept = found.levels.iter().map(bytes).sum::<usize>() < KEPT_BYTES;
        kept &= found.leaves.capacity() + found.numbers.capacity() + found.docs.capacity() < KEPT_BYTES / 32;
        if let (true, Ok(mut pool)) = (kept, self.found.lock()) {
            if pool.len() < KEPT {
                found.clear();
                pool.push(found);
            }
        }
    }

    /// As `give_found`.
    pub fn give_scratch(&self, mut scratch: Scratch) {
        let kept = scratch.built.iter().map(Arena::capacity).sum::<usize>() < KEPT_BYTES;
        let kept = kept && scratch.edits.len() < 1000;
        if let (true, Ok(mut pool)) = (kept, self.scratch.lock()) {
            if pool.len() < KEPT {
                scratch.edits.iter_mut().for_each(Vec::clear);
                scratch.built.iter_mut().for_each(Arena::clear);
                pool.push(scratch);
            }
        }
    }
}

/// One step of a path.
pub enum Step {
    Key(Vec<u8>),
    Index(u32),
}

impl Found {
    fn clear(&mut self) {
        for level in &mut self.levels {
            level.nodes.clear();
            level.arena.clear();
        }
        self.docs.clear();
        self.leaves.clear();
        self.numbers.clear();
        self.keys.clear();
        self.structured = 0;
        self.malformed.clear();
        self.protected.clear();
        self.opaque = 0;
        self.matches.clear();
        self.payload_matches.clear();
        self.shadows.clear();
    }

    #[inline]
    pub fn nodes(&self, doc: u32) -> &[Node] {
        &self.levels[usize::from(self.docs[doc as usize].level)].nodes
    }

    #[inline]
    pub fn node(&self, place: Place) -> &Node {
        &self.nodes(place.doc)[place.node as usize]
    }

    /// The buffer that a text stands in.
    #[inline]
    pub fn source<'a>(&'a self, record: &'a [u8], doc: u32) -> &'a [u8] {
        match usize::from(self.docs[doc as usize].source) {
            0 => record,
            source => self.levels[source - 1].arena.bytes(),
        }
    }

    /// The text of a string node.
    #[inline]
    pub fn text<'a>(&'a self, record: &'a [u8], place: Place) -> &'a [u8] {
        let arena = self.levels[usize::from(self.docs[place.doc as usize].level)].arena.bytes();
        text_of(self.node(place), self.source(record, place.doc), arena)
    }

    /// The literal of a number.
    pub fn literal<'a>(&'a self, record: &'a [u8], place: Place) -> &'a [u8] {
        let node = self.node(place);
        &self.source(record, place.doc)[node.start as usize..node.end as usize]
    }

    /// The place of the container above, crossing into the string that holds a text; None at the root of the trace.
    pub fn above(&self, place: Place) -> Option<Place> {
        let parent = self.node(place).parent;
        if parent != NONE {
            return Some(Place { doc: place.doc, node: parent });
        }
        (place.doc != 0).then(|| self.docs[place.doc as usize].host)
    }

    /// The step from the container above to a place, or None for the root of a text.
    pub fn step(&self, py: Python<'_>, record: &[u8], place: Place) -> Option<Step> {
        let node = self.node(place);
        if node.parent == NONE {
            return None;
        }
        if place.doc == 0 && !self.shadows.is_empty() {
            let shadow = self.shadows.get(place.node as usize);
            return Some(match shadow.and_then(|shadow| shadow.key.as_ref()) {
                Some(key) => Step::Key(key.bind(py).to_str().unwrap_or_default().as_bytes().to_vec()),
                None => Step::Index(node.key),
            });
        }
        let holder = &self.nodes(place.doc)[node.parent as usize];
        Some(match holder.kind {
            Kind::Object => Step::Key(key_before(self.source(record, place.doc), node).into_owned()),
            _ => Step::Index(node.key),
        })
    }

    /// The key of a member of an object.
    pub fn key<'a>(&'a self, record: &'a [u8], doc: u32, member: usize) -> Cow<'a, [u8]> {
        key_before(self.source(record, doc), &self.nodes(doc)[member])
    }

    /// Keys and indexes from the root of the trace, last first.
    pub fn steps_up(&self, py: Python<'_>, record: &[u8], place: Place) -> Vec<Step> {
        let mut steps = Vec::new();
        let mut at = Some(place);
        while let Some(place) = at {
            steps.extend(self.step(py, record, place));
            at = self.above(place);
        }
        steps
    }

    /// The key a leaf stands under: its own, or for an item that of the nearest object above.
    pub fn key_of(&self, py: Python<'_>, record: &[u8], place: Place) -> Option<Vec<u8>> {
        let mut at = Some(place);
        while let Some(place) = at {
            if let Some(Step::Key(key)) = self.step(py, record, place) {
                return Some(key);
            }
            at = self.above(place);
        }
        None
    }
}

/// The key that stands before a member's value. A quote inside a key has an odd number of backslashes before it.
fn key_before<'a>(source: &'a [u8], value: &Node) -> Cow<'a, [u8]> {
    let first = value.start as usize - usize::from(value.kind == Kind::String);
    let end = source[..first].iter().rposition(|byte| *byte == b'"').unwrap_or(0);
    let mut start = end;
    while let Some(quote) = source[..start].iter().rposition(|byte| *byte == b'"') {
        start = quote;
        let slashes = source[..quote].iter().rev().take_while(|byte| **byte == b'\\').count();
        if slashes % 2 == 0 {
            break;
        }
    }
    let key = &source[start + 1..end];
    if !key.contains(&b'\\') {
        return Cow::Borrowed(key);
    }
    let (mut nodes, mut arena) = (Vec::new(), Arena::default());
    match scan(source, start, end + 1, 1, &mut nodes, &mut arena, &mut Keys::default()) {
        Ok(()) => Cow::Owned(arena.bytes().to_vec()),
        Err(_) => Cow::Borrowed(b""),
    }
}

/// Characters of a text.
pub fn chars(text: &[u8]) -> usize {
    text.iter().filter(|byte| **byte & 0xc0 != 0x80).count()
}
