//! Two JSON texts, read strictly and walked side by side, encoded JSON level by level.

use std::collections::HashMap;

use pyo3::prelude::*;

use super::changes::Changes;
use super::standings::{Items, Standings};
use super::{sure, Options, Step, Stop};
use crate::scan::{next, scan, text_of, Arena, Fault, Keys, Kind, Node};

/// Memory that larger records needed is given back.
const MOST_BYTES_KEPT: usize = 1 << 20;

/// One text that was read.
pub struct Doc<'a> {
    text: &'a [u8],
    nodes: &'a [Node],
    arena: &'a [u8],
}

impl<'a> Doc<'a> {
    /// What a string stands for.
    pub fn string(&self, at: usize) -> &'a [u8] {
        text_of(&self.nodes[at], self.text, self.arena)
    }

    /// A value as it is written; strings without their quotes.
    fn written(&self, at: usize) -> &'a [u8] {
        &self.text[self.nodes[at].start as usize..self.nodes[at].end as usize]
    }

    /// The nodes that a container holds.
    fn items(&self, at: usize) -> impl Iterator<Item = usize> + '_ {
        let end = self.nodes[at].a as usize;
        let within = move |node: &usize| *node < end;
        std::iter::successors(Some(at + 1).filter(within), move |&node| Some(next(self.nodes, node)).filter(within))
    }

    /// Keys and texts of an object's members that are strings.
    fn strings(&self, at: usize) -> Vec<(u32, &'a [u8])> {
        if self.nodes[at].kind != Kind::Object {
            return Vec::new();
        }
        let strings = self.items(at).filter(|member| self.nodes[*member].kind == Kind::String);
        strings.map(|member| (self.nodes[member].key, self.string(member))).collect()
    }

    fn keys(&self, at: usize) -> impl Iterator<Item = u32> + '_ {
        self.items(at).map(|member| self.nodes[member].key)
    }
}

/// Room for the nodes and decoded strings of one text, used again and again.
#[derive(Default)]
pub struct Room {
    nodes: Vec<Node>,
    arena: Arena,
}

impl Room {
    fn read(&mut self, text: &[u8], max_depth: usize, keys: &mut Keys) -> Result<(), Fault> {
        self.nodes.clear();
        self.arena.clear();
        scan(text, 0, text.len(), max_depth, &mut self.nodes, &mut self.arena, keys)
    }

    fn doc<'a>(&'a self, text: &'a [u8]) -> Doc<'a> {
        Doc { text, nodes: &self.nodes, arena: self.arena.bytes() }
    }
}

/// Two texts of one level: `own` where they are the records themselves.
struct Pair<'a> {
    before: Doc<'a>,
    after: Doc<'a>,
    own: bool,
}

impl Pair<'_> {
    fn kind(&self, i: usize) -> Kind {
        self.before.nodes[i].kind
    }

    /// Whether two values are the same: scalars of one type with one literal or text, containers with one text.
    #[inline]
    fn same(&self, i: usize, j: usize) -> bool {
        let kind = self.kind(i);
        kind == self.after.nodes[j].kind
            && match kind {
                Kind::Null | Kind::True | Kind::False => true,
                Kind::Number | Kind::Array | Kind::Object => self.before.written(i) == self.after.written(j),
                Kind::String => self.before.string(i) == self.after.string(j),
            }
    }
}

/// What a string holds that may be JSON.
#[derive(PartialEq, Eq)]
enum Held {
    /// Text, or a JSON scalar, which is text.
    Text,
    Container,
    /// A JSON string of a container.
    Quoted,
}

/// Whether a text begins as a JSON object, array or string does.
fn may_hold_json(text: &[u8]) -> bool {
    let first = text.iter().find(|byte| !matches!(byte, b' ' | b'\t' | b'\n' | b'\r'));
    matches!(first, Some(b'{' | b'[' | b'"'))
}

/// One comparison of two texts.
pub struct Texts<'s, 'py> {
    py: Python<'py>,
    standings: &'s mut Standings,
    rooms: &'s mut Vec<Room>,
    options: Options,
    changes: Changes,
    /// Whether scalars and content fields are counted.
    counts: bool,
    scalars: u64,
    fields: u64,
}

impl<'s, 'py> Texts<'s, 'py> {
    pub fn new(
        py: Python<'py>,
        standings: &'s mut Standings,
        rooms: &'s mut Vec<Room>,
        options: Options,
        counts: bool,
    ) -> Self {
        Texts { py, standings, rooms, options, changes: Changes::default(), counts, scalars: 0, fields: 0 }
    }

    /// The counts of a pair that passes.
    pub fn run(mut self, before: &[u8], after: &[u8], root: u32) -> Step<(u64, u64)> {
        let (mut old, mut new) = (self.room(), self.room());
        let step = self.records(before, after, root, &mut old, &mut new);
        if before.len() + after.len() < MOST_BYTES_KEPT {
            self.rooms.extend([old, new]);
        } else {
            self.rooms.clear();
        }
        step?;
        let differing = self.changes.differing();
        Ok(if self.counts { (self.scalars, self.fields) } else { (differing, differing) })
    }

    fn room(&mut self) -> Room {
        self.rooms.pop().unwrap_or_default()
    }

    fn records(&mut self, before: &[u8], after: &[u8], root: u32, old: &mut Room, new: &mut Room) -> Step {
        self.check(before, old)?;
        if before == after && !self.counts {
            return Ok(());
        }
        self.check(after, new)?;
        let pair = Pair { before: old.doc(before), after: new.doc(after), own: true };
        self.node(&pair, 0, 0, root, 1)?;
        sure(self.changes.in_order(&pair.before, &pair.after))
    }

    /// Read a record: valid UTF-8, strict JSON, an object or an array.
    fn check(&mut self, text: &[u8], room: &mut Room) -> Step {
        sure(
            std::str::from_utf8(text).is_ok()
                && room.read(text, self.options.max_depth, &mut self.standings.keys).is_ok()
                && matches!(room.nodes[0].kind, Kind::Object | Kind::Array),
        )
    }

    /// Two values at one place. `depth` is that of a container standing here.
    fn node(&mut self, pair: &Pair<'_>, i: usize, j: usize, at: u32, depth: usize) -> Step {
        let kind = pair.kind(i);
        sure(kind == pair.after.nodes[j].kind)?;
        let container = matches!(kind, Kind::Object | Kind::Array);
        if pair.own && self.counts {
            self.fields += self.standings.facts(at).accepts;
            self.scalars += u64::from(!container);
        }
        if container {
            sure(depth <= self.options.max_depth && pair.before.nodes[i].b == pair.after.nodes[j].b)?;
            return if kind == Kind::Object {
                self.object(pair, i, j, at, depth)
            } else {
                self.array(pair, i, j, at, depth)
            };
        }
        if pair.same(i, j) {
            return Ok(());
        }
        sure(kind == Kind::String)?;
        let (before, after) = (pair.before.string(i), pair.after.string(j));
        if pair.own {
            self.changes.own(i, j);
        } else {
            self.changes.inner(before, after);
        }
        self.string(before, after, at, depth)
    }

    /// Two objects with as many members.
    fn object(&mut self, pair: &Pair<'_>, i: usize, j: usize, at: u32, depth: usize) -> Step {
        let facts = self.standings.facts(at);
        let at =
            if facts.payload && !facts.dead { self.standings.inside(self.py, at, pair.before.keys(i))? } else { at };
        let all = pair.own && self.counts;
        let mut beside = j + 1;
        let mut places: Option<HashMap<u32, usize>> = None;
        for member in pair.before.items(i) {
            let key = pair.before.nodes[member].key;
            let other = match &places {
                Some(places) => *places.get(&key).ok_or(Stop::Doubt)?,
                None if pair.after.nodes[beside].key == key => {
                    let other = beside;
                    beside = next(pair.after.nodes, beside);
                    other
                }
                None => {
                    let found = pair.after.keys(j).zip(pair.after.items(j)).collect();
                    *places.insert(found).get(&key).ok_or(Stop::Doubt)?
                }
            };
            if all || !pair.same(member, other) {
                let child = self.standings.member(self.py, at, key)?;
                self.node(pair, member, other, child, depth + 1)?;
            }
        }
        Ok(())
    }

    /// Two arrays with as many items.
    fn array(&mut self, pair: &Pair<'_>, i: usize, j: usize, at: u32, depth: usize) -> Step {
        let facts = self.standings.facts(at);
        let nodes = pair.before.nodes;
        let may_be_messages = facts.messages || pair.before.items(i).all(|item| nodes[item].kind == Kind::Object);
        self.changes.lists |= may_be_messages && nodes[i].b > 1 && !pair.same(i, j);
        let items = self.standings.items(self.py, at)?;
        let all = pair.own && self.counts;
        for (index, (item, other)) in pair.before.items(i).zip(pair.after.items(j)).enumerate() {
            if all || !pair.same(item, other) {
                let child = match items {
                    Items::Alike(child) => child,
                    _ => self.item(pair, at, index, item, other)?,
                };
                self.node(pair, item, other, child, depth + 1)?;
            }
        }
        Ok(())
    }

    /// The standing of an item of a list whose items stand apart; the same one before and after.
    fn item(&mut self, pair: &Pair<'_>, at: u32, index: usize, i: usize, j: usize) -> Step<u32> {
        if !self.standings.facts(at).selective {
            return self.standings.item(self.py, at, index, &[]);
        }
        let (before, after) = (pair.before.strings(i), pair.after.strings(j));
        let item = self.standings.item(self.py, at, index, &before)?;
        sure(before == after || item == self.standings.item(self.py, at, index, &after)?)?;
        Ok(item)
    }

    /// Two strings that differ.
    fn string(&mut self, before: &[u8], after: &[u8], at: u32, depth: usize) -> Step {
        let facts = self.standings.facts(at);
        let Options { check_encoded, decode_depth, .. } = self.options;
        let within = check_encoded && facts.level < decode_depth;
        if !facts.held {
            self.changes.freed += 1;
            if within && (facts.accepts > 0 || decode_depth > 1) && may_hold_json(before) {
                return self.encoded(before, after, at, depth, true);
            }
            return Ok(());
        }
        sure(within && !facts.content && facts.leads_on && decode_depth > 1)?;
        let freed = self.changes.freed;
        self.encoded(before, after, at, depth, false)?;
        // Another text of the same values is no work of a redactor.
        sure(self.changes.freed > freed)
    }

    /// What two strings hold: below content, where text may become any text, or where a path goes on inside them.
    fn encoded(&mut self, before: &[u8], after: &[u8], at: u32, depth: usize, content: bool) -> Step {
        let (mut old, mut new) = (self.room(), self.room());
        let step = self.payloads((before, &mut old), (after, &mut new), at, depth, content);
        self.rooms.extend([old, new]);
        step
    }

    fn payloads(
        &mut self,
        (before, old): (&[u8], &mut Room),
        (after, new): (&[u8], &mut Room),
        at: u32,
        depth: usize,
        content: bool,
    ) -> Step {
        let max_depth = (self.options.max_depth + 1).saturating_sub(depth).max(1);
        let held = self.holds(before, max_depth, old)?;
        if held == Held::Text {
            return sure(content);
        }
        sure(held == self.holds(after, max_depth, new)?)?;
        let below = self.standings.decoded(self.py, at, content)?;
        let pair = Pair { before: old.doc(before), after: new.doc(after), own: false };
        self.node(&pair, 0, 0, below, depth)
    }

    /// What a string holds; its nodes are then in `room`.
    fn holds(&mut self, text: &[u8], max_depth: usize, room: &mut Room) -> Step<Held> {
        if !may_hold_json(text) {
            return Ok(Held::Text);
        }
        match room.read(text, max_depth, &mut self.standings.keys) {
            Err(Fault::Syntax) => return Ok(Held::Text),
            Err(Fault::Unsure) => return Err(Stop::Doubt),
            Ok(()) => {}
        }
        match room.nodes[0].kind {
            Kind::Object | Kind::Array => Ok(Held::Container),
            Kind::String => {
                let mut below = self.room();
                let held = self.holds(room.doc(text).string(0), max_depth, &mut below);
                self.rooms.push(below);
                Ok(if held? == Held::Text { Held::Text } else { Held::Quoted })
            }
            _ => Ok(Held::Text),
        }
    }
}
