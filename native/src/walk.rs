//! The walk of `leaves.Walker`, over scanned text: it follows the content paths and collects the leaves below them.
//!
//! The rules are those of `leaves`; names, shapes and paths are judged by what Python says of them, once each. A record
//! with anything unusual is declined, and Python's own walk takes it from the start.

use std::sync::{Arc, Mutex};

use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use crate::found::{chars, Doc, Found, Level, NewKey, Place, Pool};
use crate::objects::{redact, Redacted};
use crate::plan::{text, NumberMap, States, NOWHERE};
use crate::scan::{next, scan, Fault, Keys, Kind, Node, NONE};
use crate::trace::Trace;

const PROTECTED: u32 = 1;
const PAYLOAD_KEY: u32 = 2;
const OPAQUE_NAME: u32 = 4;
const SPELLED: u32 = 8;
/// Four bits: which of the keys that make an object an item this one is.
const ITEM_SHIFT: u32 = 4;
const KNOWN: u32 = 1 << 30;
const JUDGED: u32 = 1 << 31;

/// Distinct keys that are remembered, and their bytes, before all are forgotten.
const MOST_KEYS: usize = 100_000;
const MOST_KEY_BYTES: usize = 8_000_000;
/// Longer keys are shown to the redactor again each time.
const KNOWN_KEY_BYTES: usize = 200;

/// `fields.OUTSIDE`, `fields.PAYLOAD`, `fields.DECLARED`.
const OUTSIDE: u8 = 0;
const PAYLOAD: u8 = 1;
const DECLARED: u8 = 2;

const PROBE_DIGITS: usize = 6;
const OPAQUE_CHARS: usize = 32;

/// Why a walk ended early: the record is for Python, or an interrupt that must pass.
pub enum Stop {
    Declined,
    Interrupt(PyErr),
}

impl From<PyErr> for Stop {
    fn from(error: PyErr) -> Self {
        let interrupt = Python::attach(|py| error.is_instance_of::<PyKeyboardInterrupt>(py));
        if interrupt {
            Stop::Interrupt(error)
        } else {
            Stop::Declined
        }
    }
}

impl From<Fault> for Stop {
    fn from(_: Fault) -> Self {
        Stop::Declined
    }
}

/// What `RedactionOptions` asks for.
#[derive(FromPyObject, Clone, Copy)]
pub struct Settings {
    decode_depth: usize,
    max_depth: usize,
    max_leaf_chars: Option<usize>,
    lenient: bool,
    protect: bool,
    probe: bool,
    payload_defaults: bool,
}

/// What Python knows of names and shapes.
#[derive(FromPyObject)]
pub struct Judge {
    /// Facts of a name, as bits.
    facts: Py<PyAny>,
    /// For each set of the four item keys, whether an object with them is an item.
    items: Vec<bool>,
    /// How a leaf starts that may be opaque as a whole.
    opaque_starts: Vec<String>,
    /// Whether a name is opaque in an object with these members.
    is_opaque_name: Py<PyAny>,
    /// Whether a text is opaque as a whole.
    is_opaque_value: Py<PyAny>,
    /// Whether a text is left alone, opaque as it is: no secret.
    spares: Py<PyAny>,
    /// Whether a text that is not JSON is a row of tokens all the same.
    is_lexable: Py<PyAny>,
}

pub struct Inner {
    pub settings: Settings,
    pub judge: Judge,
    pub states: States,
    pub keys: Keys,
    facts: Vec<u32>,
    root: u32,
    declared: u32,
    paths: usize,
    payload_paths: usize,
    pub pool: Arc<Pool>,
}

/// Walks records along compiled content paths.
#[pyclass(frozen, module = "openmed_beam._native")]
pub struct Walker {
    pub inner: Mutex<Inner>,
}

#[pymethods]
impl Walker {
    #[new]
    fn new(
        root: &Bound<'_, PyAny>,
        paths: usize,
        declared: &Bound<'_, PyAny>,
        payload_paths: usize,
        settings: Settings,
        judge: Judge,
    ) -> PyResult<Self> {
        let mut states = States::default();
        let (root, declared) = (states.number(root)?, states.number(declared)?);
        let (keys, facts) = (Keys::default(), Vec::new());
        let pool = Arc::default();
        let inner = Inner { settings, judge, states, keys, facts, root, declared, paths, payload_paths, pool };
        Ok(Walker { inner: Mutex::new(inner) })
    }

    /// Walk one record; None where it is for Python to walk.
    fn walk(&self, py: Python<'_>, record: &Bound<'_, PyBytes>) -> PyResult<Option<Trace>> {
        // Held while rules for secrets are asked: one that redacts in turn finds the door closed, and takes Python's.
        let Ok(mut inner) = self.inner.try_lock() else {
            return Ok(None);
        };
        let bytes = record.as_bytes();
        let outcome = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| inner.walk(py, bytes)));
        match outcome {
            Ok(Ok(found)) => Ok(Some(Trace::new(record.clone().unbind(), found, inner.pool.clone()))),
            Ok(Err(Stop::Interrupt(error))) => Err(error),
            Ok(Err(Stop::Declined)) | Err(_) => Ok(None),
        }
    }

    /// Redact a copy of a trace given as an object with a plain function, one call a leaf; None where it is for Python.
    fn redact_object<'py>(
        &self,
        trace: Bound<'py, PyAny>,
        function: &Bound<'py, PyAny>,
        text_of: &Bound<'py, PyAny>,
        canonical: bool,
    ) -> PyResult<Option<Redacted<'py>>> {
        redact(self, trace, function, text_of, canonical)
    }

    /// These keys were shown and left as they are.
    fn know(&self, keys: Vec<String>) {
        if let Ok(mut inner) = self.inner.try_lock() {
            for key in keys {
                inner.know(key.as_bytes());
            }
        }
    }
}

impl Inner {
    pub fn know(&mut self, key: &[u8]) {
        if key.len() < KNOWN_KEY_BYTES {
            if let Some(id) = self.keys.names.look_up(key) {
                if let Some(facts) = self.facts.get_mut(id as usize) {
                    *facts |= KNOWN;
                }
            }
        }
    }

    /// Buffers for a walk, and room for its keys.
    pub fn begin(&mut self) -> Found {
        if self.keys.names.len() > MOST_KEYS || self.keys.names.size() > MOST_KEY_BYTES {
            self.keys.clear();
            self.facts.clear();
            self.states.forget_keys();
        }
        let mut found = self.pool.found();
        if found.levels.is_empty() {
            found.levels.push(Level::default());
        }
        found.matches.resize(self.paths, 0);
        found.payload_matches.resize(self.payload_paths, 0);
        found
    }

    fn walk(&mut self, py: Python<'_>, record: &[u8]) -> Result<Found, Stop> {
        std::str::from_utf8(record).map_err(|_| Stop::Declined)?;
        let mut found = self.begin();
        let Level { nodes, arena } = &mut found.levels[0];
        scan(record, 0, record.len(), self.settings.max_depth, nodes, arena, &mut self.keys)?;
        if !matches!(nodes[0].kind, Kind::Object | Kind::Array) {
            return Err(Stop::Declined);
        }
        self.follow(py, record, found)
    }

    /// Follow the paths through the nodes of document 0.
    pub fn follow(&mut self, py: Python<'_>, record: &[u8], mut found: Found) -> Result<Found, Stop> {
        found.docs.push(Doc {
            level: 0,
            source: 0,
            root: 0,
            start: 0,
            end: record.len() as u32,
            host: Place { doc: 0, node: 0 },
            well_formed: true,
            crossed: false,
        });
        let (root, declared) = (self.root, self.declared);
        let mut walk = Walk { py, record, inner: self, found, new_keys: NumberMap::default() };
        walk.run(root, declared)?;
        Ok(walk.found)
    }
}

struct Walk<'a> {
    py: Python<'a>,
    record: &'a [u8],
    inner: &'a mut Inner,
    found: Found,
    /// Where in `found.keys` a key stands that the redactor was not shown.
    new_keys: NumberMap<u32, u32>,
}

/// What a value under content inherits on the way down.
#[derive(Clone, Copy)]
struct Way {
    state: u32,
    declared: u32,
    region: u8,
    /// Length of the path to the value.
    steps: usize,
}

impl<'a> Walk<'a> {
    fn run(&mut self, root: u32, declared: u32) -> Result<(), Stop> {
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
    fn level(&self, doc: u32) -> usize {
        usize::from(self.found.docs[doc as usize].level)
    }

    #[inline]
    fn node(&self, place: Place) -> Node {
        *self.found.node(place)
    }

    #[inline]
    fn facts(&mut self, key: u32) -> Result<u32, Stop> {
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

    fn onward(&self, state: u32) -> u32 {
        if state != NOWHERE && self.inner.states.get(state).leads_on {
            state
        } else {
            NOWHERE
        }
    }

    // Outside content: only where a path goes on.

    fn search(&mut self, place: Place, way: Way) -> Result<(), Stop> {
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
    fn below(&mut self, place: Place, way: Way) -> Result<(), Stop> {
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

    // Leaves.

    fn is_opaque_name(&mut self, place: Place, container: u32, key: u32) -> Result<bool, Stop> {
        let members = PyDict::new(self.py);
        if container != NONE {
            let nodes = self.found.nodes(place.doc);
            let mut at = container as usize + 1;
            while at < nodes[container as usize].a as usize {
                let name = text(self.py, self.inner.keys.names.get(nodes[at].key))?;
                if nodes[at].kind == Kind::String {
                    let value = self.found.text(self.record, Place { doc: place.doc, node: at as u32 });
                    // Types are short names.
                    members.set_item(name, text(self.py, if value.len() < 100 { value } else { b"" })?)?;
                } else {
                    members.set_item(name, self.py.None())?;
                }
                at = next(nodes, at);
            }
        }
        let name = text(self.py, self.inner.keys.names.get(key))?;
        Ok(self.inner.judge.is_opaque_name.bind(self.py).call1((name, members))?.is_truthy()?)
    }

    /// Count an opaque value, unless it holds a secret.
    fn spares(&mut self, place: Place) -> Result<bool, Stop> {
        let value = text(self.py, self.found.text(self.record, place))?;
        let spared = self.inner.judge.spares.bind(self.py).call1((value,))?.is_truthy()?;
        self.found.opaque += u64::from(spared);
        Ok(spared)
    }

    fn is_opaque_value(&mut self, place: Place) -> Result<bool, Stop> {
        let value = self.found.text(self.record, place);
        if value.len() < OPAQUE_CHARS
            || !self.inner.judge.opaque_starts.iter().any(|start| value.starts_with(start.as_bytes()))
            || chars(value) < OPAQUE_CHARS
        {
            return Ok(false);
        }
        let value = text(self.py, value)?;
        Ok(self.inner.judge.is_opaque_value.bind(self.py).call1((value,))?.is_truthy()?)
    }

    /// One string under content: decoded where it is JSON and the depth allows, else taken whole.
    fn leaf(&mut self, place: Place, times: usize, way: Way) -> Result<(), Stop> {
        let settings = self.inner.settings;
        let value = self.found.text(self.record, place);
        if may_open(value[0]) {
            if self.level(place.doc) < settings.decode_depth && (times > 0 || settings.decode_depth > 1) {
                let opener = opener(value)?;
                if opener != 0 && self.payload(place, times.max(1), way, opener)? {
                    return Ok(());
                }
            }
            // Other text that starts with the same byte as odd white space may be opaque; none is.
        } else if settings.protect && self.is_opaque_value(place)? && self.spares(place)? {
            return Ok(());
        }
        if let Some(limit) = settings.max_leaf_chars {
            let value = self.found.text(self.record, place);
            if value.len() > limit && chars(value) > limit {
                return Err(Stop::Declined);
            }
        }
        self.found.leaves.push(place);
        Ok(())
    }

    /// How deep a payload may nest, the levels around it counted.
    fn room(&self, steps: usize) -> usize {
        self.inner.settings.max_depth.saturating_sub(steps).max(1)
    }

    /// Decode the text of a string into a document of its own.
    fn open(&mut self, place: Place, depth: usize) -> Result<u32, Fault> {
        let host = self.node(place);
        let outer = self.found.docs[place.doc as usize];
        let level = usize::from(outer.level);
        let (source, start, end) =
            if host.escaped { (outer.level + 1, host.a, host.b) } else { (outer.source, host.start, host.end) };
        if self.found.levels.len() == level + 1 {
            self.found.levels.push(Level::default());
        }
        let (above, below) = self.found.levels.split_at_mut(level + 1);
        let buffer = match usize::from(source) {
            0 => self.record,
            source => above[source - 1].arena.bytes(),
        };
        let Level { nodes, arena } = &mut below[0];
        let root = nodes.len() as u32;
        scan(buffer, start as usize, end as usize, depth, nodes, arena, &mut self.inner.keys)?;
        let number = self.found.docs.len() as u32;
        self.found.docs.push(Doc {
            level: outer.level + 1,
            source,
            root,
            start,
            end,
            host: place,
            well_formed: true,
            crossed: false,
        });
        Ok(number)
    }

    /// Decode a string under content and collect the leaves in it; false where it is to be taken whole.
    fn payload(&mut self, place: Place, times: usize, way: Way, opener: u8) -> Result<bool, Stop> {
        let level = self.level(place.doc);
        let depth = if level == 0 { self.inner.settings.max_depth } else { self.room(way.steps) };
        let doc = match self.open(place, depth) {
            Ok(doc) => doc,
            Err(Fault::Unsure) => return Err(Stop::Declined),
            Err(Fault::Syntax) => {
                if opener != b'"' {
                    self.found.malformed.extend(std::iter::repeat_n(place, times));
                    if self.inner.settings.lenient {
                        let value = text(self.py, self.found.text(self.record, place))?;
                        if self.inner.judge.is_lexable.bind(self.py).call1((value,))?.is_truthy()? {
                            return Err(Stop::Declined);
                        }
                    }
                }
                return Ok(false);
            }
        };
        self.found.structured += times as u64;
        let region = self.region_inside(way.region);
        let inner = Way { region, ..way };
        let root = Place { doc, node: self.found.docs[doc as usize].root };
        let node = self.node(root);
        match node.kind {
            Kind::Object | Kind::Array => self.below(root, Way { state: self.onward(way.state), ..inner })?,
            _ if node.start != node.end => self.leaf(root, 0, inner)?,
            _ => {}
        }
        Ok(true)
    }

    fn region_inside(&self, region: u8) -> u8 {
        if region == DECLARED {
            DECLARED
        } else if self.inner.settings.payload_defaults {
            PAYLOAD
        } else {
            OUTSIDE
        }
    }

    /// A path goes on inside an encoded string that is not content itself.
    fn cross(&mut self, place: Place, way: Way) -> Result<(), Stop> {
        let value = self.found.text(self.record, place);
        if value.is_empty() || !matches!(value[0], b'{' | b'[' | b'"' | b' ' | b'\n' | b'\t' | b'\r') {
            return Ok(());
        }
        let doc = match self.open(place, self.room(way.steps)) {
            Ok(doc) => doc,
            Err(Fault::Unsure) => return Err(Stop::Declined),
            Err(Fault::Syntax) => return Ok(()),
        };
        let root = Place { doc, node: self.found.docs[doc as usize].root };
        if !matches!(self.node(root).kind, Kind::Object | Kind::Array | Kind::String) {
            self.found.docs.pop();
            return Ok(());
        }
        self.found.docs[doc as usize].crossed = true;
        let before = self.found.leaves.len();
        let region = if self.inner.settings.payload_defaults { PAYLOAD } else { OUTSIDE };
        self.search(root, Way { region, ..way })?;
        let inside = &self.found.docs[doc as usize + 1..];
        if before == self.found.leaves.len() && !inside.iter().any(|inner| inner.well_formed) {
            self.found.docs[doc as usize].well_formed = false;
        } else {
            self.found.structured += 1;
        }
        Ok(())
    }
}

/// Whether a text that starts with this byte may be JSON behind white space of any kind.
#[inline]
fn may_open(first: u8) -> bool {
    matches!(first, b'{' | b'[' | b'"' | b' ' | b'\n' | b'\t' | b'\r' | 0x0b | 0x0c | 0x1c..=0x1f | 0xc2 | 0xe2 | 0xef)
}

/// The first letter of a text that opens a JSON value worth decoding, white space aside; 0 where none does.
fn opener(value: &[u8]) -> Result<u8, Stop> {
    let Some(at) = value.iter().position(|byte| !matches!(byte, b' ' | b'\n' | b'\t' | b'\r')) else {
        return Ok(0);
    };
    let rest = &value[at..];
    match rest[0] {
        first @ (b'{' | b'[' | b'"') => Ok(first),
        0x21..=0x7f => Ok(0),
        _ => {
            let head = &rest[..rest.len().min(4)];
            let letter = match std::str::from_utf8(head) {
                Ok(letters) => letters.chars().next(),
                Err(error) => std::str::from_utf8(&head[..error.valid_up_to()]).ok().and_then(|l| l.chars().next()),
            };
            match letter {
                // Odd white space or a byte order mark may stand before JSON.
                Some(letter) if letter.is_whitespace() || matches!(letter, '\x1c'..='\x1f' | '\u{feff}') => {
                    Err(Stop::Declined)
                }
                Some(_) => Ok(0),
                None => Err(Stop::Declined),
            }
        }
    }
}
