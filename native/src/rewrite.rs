//! Answers go back to their places: only the tokens of changed strings are written again, innermost text first.

use std::borrow::Cow;
use std::collections::HashMap;

use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::found::{Doc, Found, Place};
use crate::plan::text;
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
        let (start, len) = *self.rows.get(number)?;
        (start != SAME).then(|| &self.texts[start..start + len])
    }

    pub fn changed(&self) -> impl Iterator<Item = usize> + '_ {
        self.rows.iter().enumerate().filter(|(_, row)| row.0 != SAME).map(|(number, _)| number)
    }
}

/// What stands in the place of a string.
#[derive(Clone, Copy)]
pub enum New {
    /// The answer to a leaf.
    Leaf(u32),
    /// The text of a document, as written again.
    Text(u32),
}

/// What a rewriting builds on the way.
#[derive(Default)]
pub struct Scratch {
    /// For each document, the strings in it that change.
    pub edits: Vec<Vec<(u32, New)>>,
    /// Where the new text of a document stands in the arena of its level.
    spans: Vec<(usize, usize)>,
    pub built: Vec<Arena>,
}

struct Writer<'a> {
    record: &'a [u8],
    found: &'a Found,
    answers: &'a Answers,
    scratch: &'a mut Scratch,
}

/// The record's text with the answers in their places.
pub fn rewrite<'py>(
    py: Python<'py>,
    record: &[u8],
    found: &Found,
    answers: &Answers,
    canonical: bool,
    scratch: &mut Scratch,
) -> PyResult<Bound<'py, PyBytes>> {
    payloads(record, found, answers, canonical, scratch).record(py)
}

/// Put the answers in their places in a trace that is a copied object.
pub fn rewrite_object(
    py: Python<'_>,
    found: &Found,
    answers: &Answers,
    canonical: bool,
    scratch: &mut Scratch,
) -> PyResult<()> {
    payloads(b"", found, answers, canonical, scratch).object(py)
}

/// Write every payload again that changes, innermost first, down to the strings of document 0.
fn payloads<'a>(
    record: &'a [u8],
    found: &'a Found,
    answers: &'a Answers,
    canonical: bool,
    scratch: &'a mut Scratch,
) -> Writer<'a> {
    if scratch.edits.len() < found.docs.len() {
        scratch.edits.resize(found.docs.len(), Vec::new());
    }
    scratch.spans.clear();
    scratch.spans.resize(found.docs.len(), (0, 0));
    if scratch.built.len() < found.levels.len() {
        scratch.built.resize_with(found.levels.len(), Arena::default);
    }
    for leaf in answers.changed() {
        let place = found.leaves[leaf];
        scratch.edits[place.doc as usize].push((place.node, New::Leaf(leaf as u32)));
    }
    let mut writer = Writer { record, found, answers, scratch };
    for number in (1..found.docs.len()).rev() {
        writer.payload(number, canonical);
    }
    writer
}

impl Writer<'_> {
    /// Write a payload again, where it is to be, and put it in the place of the string that held it.
    fn payload(&mut self, number: usize, canonical: bool) {
        let doc = self.found.docs[number];
        let changes = !self.scratch.edits[number].is_empty();
        let whole = canonical && doc.well_formed && (changes || !doc.crossed);
        if !changes && !whole {
            return;
        }
        let level = usize::from(doc.level);
        let mut out = std::mem::take(&mut self.scratch.built[level]);
        let start = out.len();
        if whole {
            let edits: HashMap<u32, New> = self.scratch.edits[number].iter().copied().collect();
            self.canonical(number, doc.root as usize, &edits, &mut out);
        } else {
            self.splice(number, &mut out);
        }
        self.scratch.spans[number] = (start, out.len());
        self.scratch.built[level] = out;
        if self.scratch.built[level].bytes()[start..] != *self.found.text(self.record, doc.host) {
            self.scratch.edits[doc.host.doc as usize].push((doc.host.node, New::Text(number as u32)));
        }
    }

    fn new_text(&self, new: New) -> &[u8] {
        match new {
            New::Leaf(leaf) => self.answers.get(leaf as usize).unwrap_or_default(),
            New::Text(number) => {
                let (start, end) = self.scratch.spans[number as usize];
                let doc: &Doc = &self.found.docs[number as usize];
                &self.scratch.built[usize::from(doc.level)].bytes()[start..end]
            }
        }
    }

    /// The strings of a document that change, in text order.
    fn sorted(&mut self, number: usize) -> Vec<(u32, New)> {
        let mut edits = std::mem::take(&mut self.scratch.edits[number]);
        if !edits.is_sorted_by_key(|(node, _)| *node) {
            edits.sort_unstable_by_key(|(node, _)| *node);
        }
        edits
    }

    /// A text with the tokens of its changed strings replaced, every other byte as it is.
    fn splice(&mut self, number: usize, out: &mut Arena) {
        let edits = self.sorted(number);
        let doc = self.found.docs[number];
        let nodes = self.found.nodes(number as u32);
        let source = self.found.source(self.record, number as u32);
        let mut at = doc.start as usize;
        out.room((doc.end - doc.start) as usize);
        let copy = |from: usize, to: usize, out: &mut Arena| {
            out.room(to - from);
            out.extend(&source[from..to]);
        };
        for (node, new) in &edits {
            let node = &nodes[*node as usize];
            copy(at, node.start as usize - 1, out);
            token(self.new_text(*new), node.ascii, out);
            at = node.end as usize + 1;
        }
        copy(at, doc.end as usize, out);
        self.scratch.edits[number] = edits;
    }

    /// The record, written straight into the object that Python gets.
    fn record<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let edits = self.sorted(0);
        let nodes = self.found.nodes(0);
        let mut tokens = std::mem::take(&mut self.scratch.built[0]);
        let mut ends = Vec::with_capacity(edits.len());
        let mut len = self.record.len();
        for (node, new) in &edits {
            let node = &nodes[*node as usize];
            token(self.new_text(*new), node.ascii, &mut tokens);
            ends.push(tokens.len());
            len -= node.end as usize + 2 - node.start as usize;
        }
        let out = PyBytes::new_with(py, len + tokens.len(), |out| {
            let (mut from, mut to, mut start) = (0, 0, 0);
            let mut put = |bytes: &[u8]| {
                out[to..to + bytes.len()].copy_from_slice(bytes);
                to += bytes.len();
            };
            for ((node, _), end) in edits.iter().zip(&ends) {
                let node = &nodes[*node as usize];
                put(&self.record[from..node.start as usize - 1]);
                put(&tokens.bytes()[start..*end]);
                (from, start) = (node.end as usize + 1, *end);
            }
            put(&self.record[from..]);
            Ok(())
        });
        self.scratch.built[0] = tokens;
        self.scratch.edits[0] = edits;
        out
    }

    /// Changed strings, put into the copies of the containers that hold them.
    fn object(&mut self, py: Python<'_>) -> PyResult<()> {
        let nodes = self.found.nodes(0);
        let shadow = |node: u32| self.found.shadows.get(node as usize);
        for (node, new) in &self.scratch.edits[0] {
            let value = text(py, self.new_text(*new))?;
            let holder = shadow(nodes[*node as usize].parent).and_then(|shadow| shadow.container.as_ref());
            if let Some(holder) = holder {
                match shadow(*node).and_then(|shadow| shadow.key.as_ref()) {
                    Some(key) => holder.bind(py).set_item(key, value)?,
                    None => holder.bind(py).set_item(nodes[*node as usize].key, value)?,
                }
            }
        }
        Ok(())
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
                let mut members: Vec<(Cow<'_, [u8]>, usize)> = Vec::with_capacity(node.b as usize);
                let mut member = at + 1;
                while member < node.a as usize {
                    let key = if keyed {
                        self.found.key(self.record, number as u32, member)
                    } else {
                        Cow::Borrowed(b"" as &[u8])
                    };
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
