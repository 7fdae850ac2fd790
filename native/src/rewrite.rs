//! Answers go back to their places: only the tokens of changed strings are written again, innermost text first.

use std::collections::HashMap;

use crate::found::{Doc, Found, Place};
use crate::scan::{next, Arena, Kind, Node};
use crate::write::token;

const SAME: usize = usize::MAX;

/// One answer a question, only those that differ held.
#[derive(Default)]
pub struct Answers {
    rows: Vec<(usize, usize)>,
    texts: Vec<u8>,
}

impl Answers {
    /// So many answers, none of which differs.
    pub fn none(count: usize) -> Self {
        Answers { rows: vec![(SAME, 0); count], texts: Vec::new() }
    }

    pub fn set(&mut self, number: usize, text: &[u8]) {
        self.rows[number] = (self.texts.len(), text.len());
        self.texts.extend_from_slice(text);
    }

    pub fn copy(&mut self, number: usize, from: usize) {
        self.rows[number] = self.rows[from];
    }

    #[inline]
    pub fn get(&self, number: usize) -> Option<&[u8]> {
        let (start, len) = self.rows[number];
        (start != SAME).then(|| &self.texts[start..start + len])
    }

    pub fn changed(&self) -> impl Iterator<Item = usize> + '_ {
        self.rows.iter().enumerate().filter(|(_, row)| row.0 != SAME).map(|(number, _)| number)
    }
}

/// What stands in the place of a string.
#[derive(Clone, Copy)]
enum New {
    /// The answer to a leaf.
    Leaf(u32),
    /// The text of a document, as written again.
    Text(u32),
}

struct Writer<'a> {
    record: &'a [u8],
    found: &'a Found,
    answers: &'a Answers,
    /// For each document, the strings in it that change.
    edits: Vec<Vec<(u32, New)>>,
    /// Where the new text of a document stands in the arena of its level.
    spans: Vec<(usize, usize)>,
    built: Vec<Arena>,
}

/// The record's text with the answers in their places.
pub fn rewrite(record: &[u8], found: &Found, answers: &Answers, canonical: bool) -> Arena {
    let mut writer = Writer {
        record,
        found,
        answers,
        edits: vec![Vec::new(); found.docs.len()],
        spans: vec![(0, 0); found.docs.len()],
        built: (0..found.levels.len()).map(|_| Arena::default()).collect(),
    };
    for leaf in answers.changed() {
        let place = found.leaves[leaf];
        writer.edits[place.doc as usize].push((place.node, New::Leaf(leaf as u32)));
    }
    for number in (1..found.docs.len()).rev() {
        writer.payload(number, canonical);
    }
    let mut out = std::mem::take(&mut writer.built[0]);
    writer.splice(0, &mut out);
    out
}

impl Writer<'_> {
    /// Write a payload again, where it is to be, and put it in the place of the string that held it.
    fn payload(&mut self, number: usize, canonical: bool) {
        let doc = self.found.docs[number];
        let changes = !self.edits[number].is_empty();
        let whole = canonical && doc.well_formed && (changes || !doc.crossed);
        if !changes && !whole {
            return;
        }
        let level = usize::from(doc.level);
        let mut out = std::mem::take(&mut self.built[level]);
        let start = out.len();
        if whole {
            let edits: HashMap<u32, New> = self.edits[number].iter().copied().collect();
            self.canonical(number, doc.root as usize, &edits, &mut out);
        } else {
            self.splice(number, &mut out);
        }
        self.spans[number] = (start, out.len());
        self.built[level] = out;
        if self.built[level].bytes()[start..] != *self.found.text(self.record, doc.host) {
            self.edits[doc.host.doc as usize].push((doc.host.node, New::Text(number as u32)));
        }
    }

    fn new_text(&self, new: New) -> &[u8] {
        match new {
            New::Leaf(leaf) => self.answers.get(leaf as usize).unwrap_or_default(),
            New::Text(number) => {
                let (start, end) = self.spans[number as usize];
                let doc: &Doc = &self.found.docs[number as usize];
                &self.built[usize::from(doc.level)].bytes()[start..end]
            }
        }
    }

    /// A text with the tokens of its changed strings replaced, every other byte as it is.
    fn splice(&mut self, number: usize, out: &mut Arena) {
        let mut edits = std::mem::take(&mut self.edits[number]);
        edits.sort_unstable_by_key(|(node, _)| *node);
        let doc = self.found.docs[number];
        let nodes = self.found.nodes(number as u32);
        let source = self.found.source(self.record, number as u32);
        let mut at = doc.start as usize;
        let copy = |from: usize, to: usize, out: &mut Arena| {
            out.room(to - from);
            out.extend(&source[from..to]);
        };
        for (node, new) in edits {
            let node = &nodes[node as usize];
            copy(at, node.start as usize - 1, out);
            token(self.new_text(new), node.ascii, out);
            at = node.end as usize + 1;
        }
        copy(at, doc.end as usize, out);
    }

    /// Compact, keys sorted, numbers by their literals.
    fn canonical(&self, number: usize, at: usize, edits: &HashMap<u32, New>, out: &mut Arena) {
        let nodes = self.found.nodes(number as u32);
        let node: &Node = &nodes[at];
        let place = Place { doc: number as u32, node: at as u32 };
        match node.kind {
            Kind::String => match edits.get(&(at as u32)) {
                Some(new) => token(self.new_text(*new), false, out),
                None => token(self.found.text(self.record, place), false, out),
            },
            Kind::Array | Kind::Object => {
                let keyed = node.kind == Kind::Object;
                let mut members: Vec<(Vec<u8>, usize)> = Vec::with_capacity(node.b as usize);
                let mut member = at + 1;
                while member < node.a as usize {
                    let key = if keyed { self.found.key(self.record, number as u32, member) } else { Vec::new() };
                    members.push((key, member));
                    member = next(nodes, member);
                }
                if keyed {
                    members.sort_unstable();
                }
                out.room(1);
                out.push(if keyed { b'{' } else { b'[' });
                for (count, (key, member)) in members.iter().enumerate() {
                    out.room(1);
                    if count > 0 {
                        out.push(b',');
                    }
                    if keyed {
                        token(key, false, out);
                        out.room(1);
                        out.push(b':');
                    }
                    self.canonical(number, *member, edits, out);
                }
                out.room(1);
                out.push(if keyed { b'}' } else { b']' });
            }
            _ => {
                let source = self.found.source(self.record, number as u32);
                out.room((node.end - node.start) as usize);
                out.extend(&source[node.start as usize..node.end as usize]);
            }
        }
    }
}
