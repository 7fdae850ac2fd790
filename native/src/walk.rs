//! The walk of `leaves.Walker`, over scanned text: it follows the content paths and collects the leaves below them.
//!
//! The rules are those of `leaves`; names, shapes and paths are judged by what Python says of them, once each. A record
//! with anything unusual is declined, and Python's own walk takes it from the start.

use pyo3::prelude::*;

use crate::found::{Found, NewKey, Place};
use crate::leaf::may_open;
use crate::plan::{text, NumberMap, NOWHERE};
use crate::scan::{next, Kind, Node, NONE};
use crate::walker::{Inner, Stop};

const PROTECTED: u32 = 1;
const PAYLOAD_KEY: u32 = 2;
const OPAQUE_NAME: u32 = 4;
const SPELLED: u32 = 8;
/// Four bits: which of the keys that make an object an item this one is.
const ITEM_SHIFT: u32 = 4;
pub const KNOWN: u32 = 1 << 30;
const JUDGED: u32 = 1 << 31;

/// `fields.OUTSIDE`, `fields.PAYLOAD`, `fields.DECLARED`.
pub const OUTSIDE: u8 = 0;
pub const PAYLOAD: u8 = 1;
pub const DECLARED: u8 = 2;

const PROBE_DIGITS: usize = 6;
pub const OPAQUE_CHARS: usize = 32;

/// One walk.
pub struct Walk<'a> {
    pub py: Python<'a>,
    pub record: &'a [u8],
    pub inner: &'a mut Inner,
    pub found: Found,
    /// Where in `found.keys` a key stands that the redactor was not shown.
    pub new_keys: NumberMap<u32, u32>,
}

/// What a value under content inherits on the way down.
#[derive(Clone, Copy)]
pub struct Way {
    pub state: u32,
    pub declared: u32,
    pub region: u8,
    /// Length of the path to the value.
    pub steps: usize,
}

impl<'a> Walk<'a> {
    pub fn run(&mut self, root: u32, declared: u32) -> Result<(), Stop> {
        if root == NOWHERE {
            return Ok(());
        }
        let place = Place { doc: 0, node: 0 };
        let way = Way { state: root, declared, region: OUTSIDE, steps: 0 };
        if self.inner.states.get(root).accepts.is_empty() {
            self.search(place, way)
        } else {
            self.member(place, NONE, way, NONE)
        }
    }

    #[inline]
    pub fn level(&self, doc: u32) -> usize {
        usize::from(self.found.docs[doc as usize].level)
    }

    #[inline]
    pub fn node(&self, place: Place) -> Node {
        *self.found.node(place)
    }

    #[inline]
    pub fn facts(&mut self, key: u32) -> Result<u32, Stop> {
        match self.inner.facts.get(key as usize) {
            Some(facts) if facts & JUDGED != 0 => Ok(*facts),
            _ => self.judge(key),
        }
    }

    #[cold]
    fn judge(&mut self, key: u32) -> Result<u32, Stop> {
        let inner = &mut *self.inner;
        let name = text(self.py, inner.keys.names.get(key))?;
        let facts: u32 = inner.judge.facts.bind(self.py).call1((name,))?.extract()?;
        if inner.facts.len() <= key as usize {
            inner.facts.resize(inner.keys.names.len(), 0);
        }
        inner.facts[key as usize] = facts | JUDGED;
        Ok(facts | JUDGED)
    }

    /// Look at the names in an object once: the region in which its members stand, and keys not shown before.
    fn names(&mut self, place: Place, region: u8, probe: bool) -> Result<u8, Stop> {
        if region != PAYLOAD && !probe {
            return Ok(region);
        }
        let end = self.node(place).a as usize;
        let level = self.level(place.doc);
        let (mut at, mut items) = (place.node as usize + 1, 0);
        while at < end {
            let key = self.found.levels[level].nodes[at].key;
            let facts = self.facts(key)?;
            items |= facts >> ITEM_SHIFT & 15;
            if probe && facts & KNOWN == 0 {
                self.new_key(key, Place { doc: place.doc, node: at as u32 });
            }
            at = next(&self.found.levels[level].nodes, at);
        }
        let is_item = region == PAYLOAD && self.inner.judge.items.get(items as usize).copied().unwrap_or(false);
        Ok(if is_item { OUTSIDE } else { region })
    }

    #[cold]
    fn new_key(&mut self, key: u32, member: Place) {
        let fresh = self.found.keys.len() as u32;
        let number = *self.new_keys.entry(key).or_insert(fresh);
        if number == fresh {
            let name = self.inner.keys.names.get(key).to_vec();
            self.found.keys.push(NewKey { name, places: Vec::new() });
        }
        self.found.keys[number as usize].places.push(member);
    }

    #[inline]
    fn key_step(&mut self, state: u32, key: u32) -> Result<u32, Stop> {
        if state == NOWHERE {
            return Ok(NOWHERE);
        }
        let spelled = self.facts(key)? & SPELLED != 0;
        let inner = &mut *self.inner;
        Ok(inner.states.key(self.py, state, key, spelled, inner.keys.names.get(key))?)
    }

    #[inline]
    fn index_step(&mut self, state: u32, index: u32, item: Place) -> Result<u32, Stop> {
        if state == NOWHERE {
            return Ok(NOWHERE);
        }
        if self.inner.states.selectors(self.py, state)?.is_empty() {
            return Ok(self.inner.states.index(self.py, state, index)?);
        }
        let selectors = self.inner.states.selectors(self.py, state)?;
        let node = self.found.node(item);
        let mut texts = vec![None; selectors.len()];
        if node.kind == Kind::Object {
            let level = usize::from(self.found.docs[item.doc as usize].level);
            let nodes = &self.found.levels[level].nodes;
            let mut at = item.node as usize + 1;
            while at < node.a as usize {
                let member = &nodes[at];
                if member.kind == Kind::String {
                    let name = self.inner.keys.names.get(member.key);
                    for (selector, found) in selectors.iter().zip(&mut texts) {
                        if selector.as_bytes() == name {
                            let place = Place { doc: item.doc, node: at as u32 };
                            *found = Some(self.found.text(self.record, place).to_vec());
                        }
                    }
                }
                at = next(nodes, at);
            }
        }
        Ok(self.inner.states.selected(self.py, state, index, texts)?)
    }

    /// The step by key or index, whichever the container has.
    #[inline]
    fn step(&mut self, state: u32, keyed: bool, item: Place) -> Result<u32, Stop> {
        if state == NOWHERE {
            return Ok(NOWHERE);
        }
        let part = self.node(item).key;
        if keyed {
            self.key_step(state, part)
        } else {
            self.index_step(state, part, item)
        }
    }

    /// Whether a payload path ends here; counted.
    fn declares(&mut self, declared: u32) -> bool {
        if declared == NOWHERE {
            return false;
        }
        let accepts = &self.inner.states.get(declared).accepts;
        for path in accepts {
            self.found.payload_matches[*path as usize] += 1;
        }
        !accepts.is_empty()
    }

    fn count(&mut self, state: u32) -> usize {
        if state == NOWHERE {
            return 0;
        }
        let accepts = &self.inner.states.get(state).accepts;
        for path in accepts {
            self.found.matches[*path as usize] += 1;
        }
        accepts.len()
    }

    pub fn onward(&self, state: u32) -> u32 {
        if state != NOWHERE && self.inner.states.get(state).leads_on {
            state
        } else {
            NOWHERE
        }
    }

    // Outside content: only where a path goes on.

    pub fn search(&mut self, place: Place, way: Way) -> Result<(), Stop> {
        let node = self.node(place);
        match node.kind {
            Kind::Object | Kind::Array => {
                let keyed = node.kind == Kind::Object;
                let region = if keyed { self.names(place, way.region, false)? } else { way.region };
                let level = self.level(place.doc);
                let mut at = place.node as usize + 1;
                while at < node.a as usize {
                    let member = Place { doc: place.doc, node: at as u32 };
                    let state = self.step(way.state, keyed, member)?;
                    if state != NOWHERE {
                        let key = if keyed { self.node(member).key } else { NONE };
                        self.reach(member, place.node, Way { state, region, steps: way.steps + 1, ..way }, key)?;
                    }
                    at = next(&self.found.levels[level].nodes, at);
                }
                Ok(())
            }
            Kind::String => {
                let level = self.level(place.doc);
                let settings = &self.inner.settings;
                if settings.decode_depth > 1
                    && level < settings.decode_depth
                    && self.inner.states.get(way.state).leads_on
                {
                    self.cross(place, way)?;
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Go on to a member or item that some path reaches; `way.declared` is still the container's.
    fn reach(&mut self, place: Place, container: u32, mut way: Way, key: u32) -> Result<(), Stop> {
        if way.declared != NOWHERE {
            way.declared = self.step(way.declared, key != NONE, place)?;
            if self.declares(way.declared) {
                way.region = DECLARED;
            }
        }
        if way.region == OUTSIDE && key != NONE && self.facts(key)? & PAYLOAD_KEY != 0 {
            way.region = PAYLOAD;
        }
        if self.inner.states.get(way.state).accepts.is_empty() {
            self.search(place, way)
        } else {
            self.member(place, container, way, key)
        }
    }

    // Content: everything below.

    /// A value under content; `container` is the object that holds it, `key` the name that may protect it, or `NONE`.
    fn member(&mut self, place: Place, container: u32, way: Way, key: u32) -> Result<(), Stop> {
        let times = self.count(way.state);
        let node = self.node(place);
        match node.kind {
            Kind::String => {
                if node.start == node.end {
                    return Ok(());
                }
                if self.is_guarded(way, key) {
                    let facts = self.facts(key)?;
                    if facts & PROTECTED != 0 {
                        self.found.protected.push(place);
                        return Ok(());
                    }
                    if facts & OPAQUE_NAME != 0 && self.is_opaque_name(place, container, key)? && self.spares(place)? {
                        return Ok(());
                    }
                }
                self.leaf(place, times, way)
            }
            Kind::Object | Kind::Array => {
                let onward = Way { state: self.onward(way.state), ..way };
                if node.kind == Kind::Array && self.is_guarded(way, key) && self.facts(key)? & PROTECTED != 0 {
                    return self.protected_items(place, onward);
                }
                self.below(place, onward)
            }
            Kind::Number => {
                if self.inner.settings.probe {
                    self.number(place, way.region, key)?;
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Whether a name can protect a value: not below payload paths, and not where a path spells it.
    #[inline]
    fn is_guarded(&self, way: Way, key: u32) -> bool {
        key != NONE
            && self.inner.settings.protect
            && way.region == OUTSIDE
            && !(way.state != NOWHERE && self.inner.states.get(way.state).named)
    }

    fn number(&mut self, place: Place, region: u8, key: u32) -> Result<(), Stop> {
        let literal = self.found.literal(self.record, place);
        let digits = literal.strip_prefix(b"-").unwrap_or(literal);
        if digits.len() < PROBE_DIGITS || !digits[..PROBE_DIGITS].iter().all(u8::is_ascii_digit) {
            return Ok(());
        }
        let protects = self.inner.settings.protect && region == OUTSIDE && key != NONE;
        if !(protects && self.facts(key)? & PROTECTED != 0) {
            self.found.numbers.push(place);
        }
        Ok(())
    }

    /// What stands in a container under content.
    pub fn below(&mut self, place: Place, way: Way) -> Result<(), Stop> {
        let node = self.node(place);
        let level = self.level(place.doc);
        let mut at = place.node as usize + 1;
        let end = node.a as usize;
        let keyed = node.kind == Kind::Object;
        let mut region = way.region;
        if keyed {
            region = self.names(place, region, self.inner.settings.probe)?;
        }
        if way.state == NOWHERE && way.declared == NOWHERE && (region != OUTSIDE || !self.inner.settings.protect) {
            return self.inside(place, Way { region, steps: way.steps + 1, ..way }, keyed);
        }
        while at < end {
            let member = Place { doc: place.doc, node: at as u32 };
            let state = self.step(way.state, keyed, member)?;
            let declared = self.step(way.declared, keyed, member)?;
            let key = if keyed { self.node(member).key } else { NONE };
            let mut inner = region;
            if self.declares(declared) {
                inner = DECLARED;
            } else if region == OUTSIDE && keyed && self.facts(key)? & PAYLOAD_KEY != 0 {
                inner = PAYLOAD;
            }
            self.member(member, place.node, Way { state, declared, region: inner, steps: way.steps + 1 }, key)?;
            at = next(&self.found.levels[level].nodes, at);
        }
        Ok(())
    }

    /// `below` where no path is to be watched and no name protects anything; `way` is that of the members.
    fn inside(&mut self, place: Place, way: Way, keyed: bool) -> Result<(), Stop> {
        let level = self.level(place.doc);
        let end = self.node(place).a as usize;
        let whole = self.inner.settings.max_leaf_chars.is_none();
        let mut at = place.node as usize + 1;
        while at < end {
            let node = &self.found.levels[level].nodes[at];
            let member = Place { doc: place.doc, node: at as u32 };
            let following = next(&self.found.levels[level].nodes, at);
            match node.kind {
                Kind::String if node.start == node.end => {}
                Kind::String => {
                    let value = self.found.text(self.record, member);
                    if whole && value.len() < OPAQUE_CHARS && !may_open(value[0]) {
                        self.found.leaves.push(member);
                    } else {
                        self.leaf(member, 0, way)?;
                    }
                }
                Kind::Object | Kind::Array => self.below(member, way)?,
                Kind::Number if self.inner.settings.probe => {
                    let key = if keyed { node.key } else { NONE };
                    self.number(member, way.region, key)?;
                }
                _ => {}
            }
            at = following;
        }
        Ok(())
    }

    /// A list under a protected name: its strings are protected, objects in it are content.
    fn protected_items(&mut self, place: Place, way: Way) -> Result<(), Stop> {
        let node = self.node(place);
        let level = self.level(place.doc);
        let mut at = place.node as usize + 1;
        while at < node.a as usize {
            let item = Place { doc: place.doc, node: at as u32 };
            let state = self.step(way.state, false, item)?;
            let declared = self.step(way.declared, false, item)?;
            let value = self.node(item);
            let mut inner = Way { state, declared, region: OUTSIDE, steps: way.steps + 1 };
            match value.kind {
                Kind::Object => {
                    if declared != NOWHERE && !self.inner.states.get(declared).accepts.is_empty() {
                        inner.region = DECLARED;
                    }
                    self.member(item, place.node, inner, NONE)?;
                }
                Kind::Array => {
                    self.count(state);
                    self.protected_items(item, inner)?;
                }
                Kind::String => {
                    self.count(state);
                    if value.start != value.end {
                        self.found.protected.push(item);
                    }
                }
                _ => {
                    self.count(state);
                }
            }
            at = next(&self.found.levels[level].nodes, at);
        }
        Ok(())
    }
}
