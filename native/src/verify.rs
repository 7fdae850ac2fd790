//! The verifier's fast lane: two records are read and walked together, and where nothing but free strings differs the
//! pair passes.
//!
//! It knows no rule of its own. What may happen at a place is a `Standing` of `fidelity_standing`, asked for once and
//! remembered; a walk is nobody else's. It never says that a pair fails: whatever is not clearly a pass is a doubt, and
//! the Python comparison decides it and makes the report.

use std::collections::HashMap;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::sync::Mutex;

use pyo3::exceptions::PyException;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyList, PyString, PyTuple};

use crate::scan::{next, scan, text_of, Arena, Fault, Keys, Kind, Node};

const UNKNOWN: u32 = u32::MAX;
/// Keys and shapes of objects are remembered up to these numbers.
const MOST_KEYS: usize = 1 << 14;
const MOST_KEY_BYTES: usize = 1 << 20;
const MOST_SHAPES: usize = 1 << 12;
/// Memory that larger records needed is given back.
const MOST_BYTES_KEPT: usize = 1 << 22;

/// Why a walk ended early.
enum Stop {
    /// Not clearly a pass.
    Doubt,
    /// Python raised while it was asked for a standing.
    Raised(PyErr),
}

impl From<PyErr> for Stop {
    fn from(error: PyErr) -> Self {
        Stop::Raised(error)
    }
}

type Step<T = ()> = Result<T, Stop>;

// --- standings ------------------------------------------------------------------------------------------------------

/// What a `Standing` says of a place, by the names that it has there.
#[derive(Clone, Copy, FromPyObject)]
struct Facts {
    held: bool,
    accepts: u64,
    content: bool,
    dead: bool,
    messages: bool,
    payload: bool,
    leads_on: bool,
    selective: bool,
    level: u32,
}

/// The standing of a list's items.
#[derive(Clone, Copy)]
enum Items {
    Unknown,
    Alike(u32),
    Apart,
}

/// A Python `Standing` and what it was asked so far; other standings go by their numbers.
struct Standing {
    python: Py<PyAny>,
    facts: Facts,
    members: Vec<u32>,
    items: Items,
    inside: HashMap<Box<[u32]>, u32>,
    content: u32,
    path: u32,
    ends: Option<Option<Vec<Py<PyString>>>>,
}

#[derive(Default)]
struct Standings {
    all: Vec<Standing>,
    numbers: HashMap<usize, u32>,
    keys: Keys,
}

impl Standings {
    fn facts(&self, at: u32) -> Facts {
        self.all[at as usize].facts
    }

    /// The number of a Python standing.
    fn number(&mut self, standing: &Bound<'_, PyAny>) -> PyResult<u32> {
        let address = standing.as_ptr() as usize;
        if let Some(number) = self.numbers.get(&address) {
            return Ok(*number);
        }
        let facts = standing.extract()?;
        let number = self.all.len() as u32;
        self.all.push(Standing {
            python: standing.clone().unbind(),
            facts,
            members: Vec::new(),
            items: Items::Unknown,
            inside: HashMap::new(),
            content: UNKNOWN,
            path: UNKNOWN,
            ends: None,
        });
        self.numbers.insert(address, number);
        Ok(number)
    }

    /// The standing of an object's member.
    fn member(&mut self, py: Python<'_>, at: u32, key: u32) -> Step<u32> {
        let known = &self.all[at as usize];
        if known.facts.dead {
            return Ok(at);
        }
        match known.members.get(key as usize) {
            Some(&member) if member != UNKNOWN => return Ok(member),
            _ => {}
        }
        let name = std::str::from_utf8(self.keys.names.get(key)).map_err(|_| Stop::Doubt)?;
        let member = known.python.bind(py).get_item(name)?;
        let member = self.number(&member)?;
        if (key as usize) < MOST_KEYS {
            let members = &mut self.all[at as usize].members;
            if members.len() <= key as usize {
                members.resize(key as usize + 1, UNKNOWN);
            }
            members[key as usize] = member;
        }
        Ok(member)
    }

    /// How the items of a list stand.
    fn items(&mut self, py: Python<'_>, at: u32) -> Step<Items> {
        let known = &self.all[at as usize];
        if known.facts.dead {
            return Ok(Items::Alike(at));
        }
        if let Items::Unknown = known.items {
            let items = known.python.bind(py).getattr("all_items")?;
            let items = if items.is_none() { Items::Apart } else { Items::Alike(self.number(&items)?) };
            self.all[at as usize].items = items;
        }
        Ok(self.all[at as usize].items)
    }

    /// The standing of one item, where that depends on its index or, for selectors, on its members.
    fn item(&mut self, py: Python<'_>, at: u32, index: usize, doc: &Doc<'_>, node: usize) -> Step<u32> {
        let known = &self.all[at as usize];
        let seen = PyDict::new(py);
        if known.facts.selective && doc.nodes[node].kind == Kind::Object {
            for member in doc.items(node) {
                if doc.nodes[member].kind == Kind::String {
                    let name = std::str::from_utf8(self.keys.names.get(doc.nodes[member].key));
                    let text = std::str::from_utf8(doc.string(member));
                    seen.set_item(name.map_err(|_| Stop::Doubt)?, text.map_err(|_| Stop::Doubt)?)?;
                }
            }
        }
        let item = known.python.bind(py).call_method1("item", (index, seen))?;
        Ok(self.number(&item)?)
    }

    /// The standing for the members of an object in a payload, by the keys that it has.
    fn inside(&mut self, py: Python<'_>, at: u32, keys: &[u32]) -> Step<u32> {
        if let Some(inside) = self.all[at as usize].inside.get(keys) {
            return Ok(*inside);
        }
        let names: Result<Vec<&str>, _> =
            keys.iter().map(|key| std::str::from_utf8(self.keys.names.get(*key))).collect();
        let names = PyTuple::new(py, names.map_err(|_| Stop::Doubt)?)?;
        let inside = self.all[at as usize].python.bind(py).call_method1("inside", (names,))?;
        let inside = self.number(&inside)?;
        let shapes = &mut self.all[at as usize].inside;
        if shapes.len() < MOST_SHAPES {
            shapes.insert(keys.into(), inside);
        }
        Ok(inside)
    }

    /// The standing of what a string decodes to: below content, or where a path goes on inside it.
    fn decoded(&mut self, py: Python<'_>, at: u32, content: bool) -> Step<u32> {
        let known = &self.all[at as usize];
        let decoded = if content { known.content } else { known.path };
        if decoded != UNKNOWN {
            return Ok(decoded);
        }
        let python = known.python.bind(py);
        let kind = if content { "content" } else { "path" };
        let decoded = python.getattr("rules")?.call_method1("decoded", (python, kind))?;
        let decoded = self.number(&decoded)?;
        let known = &mut self.all[at as usize];
        *(if content { &mut known.content } else { &mut known.path }) = decoded;
        Ok(decoded)
    }

    /// Forget keys before there are too many; what goes by their numbers goes with them.
    fn tidy(&mut self) {
        if self.keys.names.len() > MOST_KEYS || self.keys.names.size() > MOST_KEY_BYTES {
            self.keys.clear();
            for standing in &mut self.all {
                standing.members = Vec::new();
                standing.inside = HashMap::new();
            }
        }
    }
}

// --- texts ----------------------------------------------------------------------------------------------------------

/// One text that was read.
struct Doc<'a> {
    text: &'a [u8],
    nodes: &'a [Node],
    arena: &'a [u8],
}

impl<'a> Doc<'a> {
    fn string(&self, at: usize) -> &'a [u8] {
        text_of(&self.nodes[at], self.text, self.arena)
    }

    fn raw(&self, at: usize) -> &'a [u8] {
        &self.text[self.nodes[at].start as usize..self.nodes[at].end as usize]
    }

    /// The nodes that a container holds.
    fn items(&self, at: usize) -> impl Iterator<Item = usize> + '_ {
        let end = self.nodes[at].a as usize;
        let within = move |node: &usize| *node < end;
        std::iter::successors(Some(at + 1).filter(within), move |&node| Some(next(self.nodes, node)).filter(within))
    }
}

/// Whether two values are scalars of one type with one literal or text.
fn same_scalar(before: &Doc<'_>, i: usize, after: &Doc<'_>, j: usize) -> bool {
    let kind = before.nodes[i].kind;
    kind == after.nodes[j].kind
        && match kind {
            Kind::Null | Kind::True | Kind::False => true,
            Kind::Number => before.raw(i) == after.raw(j),
            Kind::String => before.string(i) == after.string(j),
            Kind::Array | Kind::Object => false,
        }
}

/// Room for the nodes and decoded strings of one text, used again and again.
#[derive(Default)]
struct Room {
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

#[derive(Default)]
struct State {
    standings: Standings,
    rooms: Vec<Room>,
}

#[derive(Clone, Copy)]
struct Options {
    check_encoded: bool,
    decode_depth: u32,
    max_depth: usize,
}

/// What differs, and whether a permuted list could hide behind it.
///
/// Where a list of messages came out permuted, each changed string came from another one of them: no changed string
/// after that was one before, no such list.
#[derive(Default)]
struct Changes {
    /// Strings of the record itself, not those of JSON inside them.
    differing: u64,
    /// Strings under free content, on all levels.
    freed: u64,
    before: Vec<u64>,
    after: Vec<u64>,
    /// There was a list that may be one of messages; a selector that looks at items.
    lists: bool,
    selective: bool,
}

impl Changes {
    fn in_order(&mut self) -> bool {
        if !self.lists || self.before.is_empty() {
            return true;
        }
        self.before.sort_unstable();
        !self.selective && !self.after.iter().any(|digest| self.before.binary_search(digest).is_ok())
    }
}

/// A number that equal texts share. Where two others share it there is a doubt more.
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
    let mut rest = [0; 16];
    let tail = chunks.remainder();
    rest[..tail.len()].copy_from_slice(tail);
    fold(word(&rest[..8]) ^ FACTORS.1, word(&rest[8..]) ^ sum)
}

/// What a string holds that may be JSON.
enum Held {
    /// Text, or a JSON scalar, which is text.
    Text,
    Container,
    /// A JSON string of a container.
    Quoted,
}

/// One comparison of two texts.
struct Texts<'s, 'py> {
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

impl Texts<'_, '_> {
    fn room(&mut self) -> Room {
        self.rooms.pop().unwrap_or_default()
    }

    fn run(&mut self, before: &[u8], after: &[u8], root: u32) -> Step {
        let (mut old, mut new) = (self.room(), self.room());
        let step = self.records(before, after, root, &mut old, &mut new);
        if before.len() + after.len() < MOST_BYTES_KEPT {
            self.rooms.extend([old, new]);
        } else {
            self.rooms.clear();
        }
        step
    }

    fn records(&mut self, before: &[u8], after: &[u8], root: u32, old: &mut Room, new: &mut Room) -> Step {
        self.check(before, old)?;
        if before == after && !self.counts {
            return Ok(());
        }
        self.check(after, new)?;
        let (before, after) = (old.doc(before), new.doc(after));
        self.node(&before, 0, &after, 0, root, 1, true)?;
        if self.changes.in_order() {
            Ok(())
        } else {
            Err(Stop::Doubt)
        }
    }

    /// Read a record: valid UTF-8, strict JSON, an object or an array.
    fn check(&mut self, text: &[u8], room: &mut Room) -> Step {
        let read = std::str::from_utf8(text).is_ok()
            && room.read(text, self.options.max_depth, &mut self.standings.keys).is_ok()
            && matches!(room.nodes[0].kind, Kind::Object | Kind::Array);
        if read {
            Ok(())
        } else {
            Err(Stop::Doubt)
        }
    }

    /// Two values at one place. `depth` is that of a container standing here; `own` is false inside encoded JSON.
    #[allow(clippy::too_many_arguments)]
    fn node(
        &mut self,
        before: &Doc<'_>,
        i: usize,
        after: &Doc<'_>,
        j: usize,
        at: u32,
        depth: usize,
        own: bool,
    ) -> Step {
        let kind = before.nodes[i].kind;
        if kind != after.nodes[j].kind {
            return Err(Stop::Doubt);
        }
        if own && self.counts {
            self.fields += self.standings.facts(at).accepts;
            self.scalars += u64::from(!matches!(kind, Kind::Object | Kind::Array));
        }
        match kind {
            Kind::Object => self.object(before, i, after, j, at, depth, own),
            Kind::Array => self.array(before, i, after, j, at, depth, own),
            _ if same_scalar(before, i, after, j) => Ok(()),
            Kind::String => self.string(before.string(i), after.string(j), at, depth, own),
            _ => Err(Stop::Doubt),
        }
    }

    #[allow(clippy::too_many_arguments)]
    fn object(
        &mut self,
        before: &Doc<'_>,
        i: usize,
        after: &Doc<'_>,
        j: usize,
        at: u32,
        depth: usize,
        own: bool,
    ) -> Step {
        if depth > self.options.max_depth || before.nodes[i].b != after.nodes[j].b {
            return Err(Stop::Doubt);
        }
        let facts = self.standings.facts(at);
        let at = if facts.payload && !facts.dead {
            let keys: Vec<u32> = before.items(i).map(|member| before.nodes[member].key).collect();
            self.standings.inside(self.py, at, &keys)?
        } else {
            at
        };
        let counts = own && self.counts;
        let mut beside = j + 1;
        let mut places: Option<HashMap<u32, usize>> = None;
        for member in before.items(i) {
            let key = before.nodes[member].key;
            let other = match &places {
                None if after.nodes[beside].key == key => beside,
                None => {
                    let found = after.items(j).map(|node| (after.nodes[node].key, node)).collect();
                    *places.insert(found).get(&key).ok_or(Stop::Doubt)?
                }
                Some(places) => *places.get(&key).ok_or(Stop::Doubt)?,
            };
            if places.is_none() {
                beside = next(after.nodes, beside);
            }
            if counts || !same_scalar(before, member, after, other) {
                let child = self.standings.member(self.py, at, key)?;
                self.node(before, member, after, other, child, depth + 1, own)?;
            }
        }
        Ok(())
    }

    #[allow(clippy::too_many_arguments)]
    fn array(
        &mut self,
        before: &Doc<'_>,
        i: usize,
        after: &Doc<'_>,
        j: usize,
        at: u32,
        depth: usize,
        own: bool,
    ) -> Step {
        if depth > self.options.max_depth || before.nodes[i].b != after.nodes[j].b {
            return Err(Stop::Doubt);
        }
        let facts = self.standings.facts(at);
        let objects = |node: usize| before.nodes[node].kind == Kind::Object;
        self.changes.lists |= before.nodes[i].b > 1 && (facts.messages || before.items(i).all(objects));
        self.changes.selective |= facts.selective;
        let items = self.standings.items(self.py, at)?;
        let counts = own && self.counts;
        for (index, (item, other)) in before.items(i).zip(after.items(j)).enumerate() {
            if counts || !same_scalar(before, item, after, other) {
                let child = match items {
                    Items::Alike(child) => child,
                    _ => self.standings.item(self.py, at, index, before, item)?,
                };
                self.node(before, item, after, other, child, depth + 1, own)?;
            }
        }
        Ok(())
    }

    /// Two strings that differ.
    fn string(&mut self, before: &[u8], after: &[u8], at: u32, depth: usize, own: bool) -> Step {
        let facts = self.standings.facts(at);
        let options = self.options;
        self.changes.differing += u64::from(own);
        self.changes.before.push(digest(before));
        self.changes.after.push(digest(after));
        if !facts.held {
            self.changes.freed += 1;
            let reached = facts.level < options.decode_depth && (facts.accepts > 0 || options.decode_depth > 1);
            if options.check_encoded && reached && may_hold_json(before) {
                return self.encoded(before, after, at, depth, true);
            }
            return Ok(());
        }
        let crosses = options.check_encoded
            && !facts.content
            && facts.leads_on
            && options.decode_depth > 1
            && facts.level < options.decode_depth;
        if !crosses || !may_hold_json(before) {
            return Err(Stop::Doubt);
        }
        let freed = self.changes.freed;
        self.encoded(before, after, at, depth, false)?;
        // Another text of the same values is no work of a redactor.
        if self.changes.freed > freed {
            Ok(())
        } else {
            Err(Stop::Doubt)
        }
    }

    /// What two strings hold: below content (then text may become any text), or where a path goes on inside them.
    fn encoded(&mut self, before: &[u8], after: &[u8], at: u32, depth: usize, content: bool) -> Step {
        let (mut old, mut new) = (self.room(), self.room());
        let step = self.payloads(before, after, at, depth, content, &mut old, &mut new);
        self.rooms.extend([old, new]);
        step
    }

    #[allow(clippy::too_many_arguments)]
    fn payloads(
        &mut self,
        before: &[u8],
        after: &[u8],
        at: u32,
        depth: usize,
        content: bool,
        old: &mut Room,
        new: &mut Room,
    ) -> Step {
        let max_depth = (self.options.max_depth + 1).saturating_sub(depth).max(1);
        let held = self.holds(before, max_depth, old)?;
        if let Held::Text = held {
            return if content { Ok(()) } else { Err(Stop::Doubt) };
        }
        let other = self.holds(after, max_depth, new)?;
        let below = self.standings.decoded(self.py, at, content)?;
        let (before, after) = (old.doc(before), new.doc(after));
        match (held, other) {
            (Held::Container, Held::Container) => self.node(&before, 0, &after, 0, below, depth, false),
            (Held::Quoted, Held::Quoted) if before.string(0) == after.string(0) => Ok(()),
            (Held::Quoted, Held::Quoted) => self.string(before.string(0), after.string(0), below, depth, false),
            _ => Err(Stop::Doubt),
        }
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
                Ok(if let Held::Text = held? { Held::Text } else { Held::Quoted })
            }
            _ => Ok(Held::Text),
        }
    }
}

/// Whether a text begins as a JSON object, array or string does.
fn may_hold_json(text: &[u8]) -> bool {
    let first = text.iter().find(|byte| !matches!(byte, b' ' | b'\t' | b'\n' | b'\r'));
    matches!(first, Some(b'{' | b'[' | b'"'))
}

// --- objects --------------------------------------------------------------------------------------------------------

/// One comparison of two decoded traces, by openmed's rules.
struct Objects<'s, 'py> {
    py: Python<'py>,
    standings: &'s mut Standings,
    before: Vec<Bound<'py, PyString>>,
    after: Vec<Bound<'py, PyString>>,
    /// Members that are looked at once the loop over their object is done: no Python code runs inside it.
    waiting: Vec<[Bound<'py, PyAny>; 3]>,
    scalars: u64,
    fields: u64,
}

impl<'py> Objects<'_, 'py> {
    fn run(&mut self, before: &Bound<'py, PyAny>, after: &Bound<'py, PyAny>, root: u32, max_depth: usize) -> Step {
        self.fields += self.standings.facts(root).accepts;
        self.value(before, after, root, max_depth)?;
        if self.apart()? {
            Ok(())
        } else {
            Err(Stop::Doubt)
        }
    }

    /// Two values that are no equal scalars; `room` is how many levels of containers may follow.
    fn value(&mut self, before: &Bound<'py, PyAny>, after: &Bound<'py, PyAny>, at: u32, room: usize) -> Step {
        if let (Ok(before), Ok(after)) = (before.cast_exact::<PyDict>(), after.cast_exact::<PyDict>()) {
            return self.members(before, after, at, room);
        }
        if let (Ok(before), Ok(after)) = (before.cast_exact::<PyList>(), after.cast_exact::<PyList>()) {
            return self.items(before, after, at, room);
        }
        match (before.cast_exact::<PyString>(), after.cast_exact::<PyString>()) {
            (Ok(before), Ok(after)) if !self.standings.facts(at).held => {
                self.scalars += 1;
                self.before.push(before.clone());
                self.after.push(after.clone());
                Ok(())
            }
            _ => Err(Stop::Doubt),
        }
    }

    fn members(&mut self, before: &Bound<'py, PyDict>, after: &Bound<'py, PyDict>, at: u32, room: usize) -> Step {
        if before.len() != after.len() || room == 0 {
            return Err(Stop::Doubt);
        }
        if !self.standings.facts(at).dead {
            self.ends(before, at)?;
        }
        let first = self.waiting.len();
        for (key, value) in before.iter() {
            if !key.is_exact_instance_of::<PyString>() {
                return Err(Stop::Doubt);
            }
            let other = after.get_item(&key)?.ok_or(Stop::Doubt)?;
            if equal_scalars(&value, &other)? {
                self.scalars += 1;
            } else {
                self.waiting.push([key, value, other]);
            }
        }
        for [key, value, other] in self.waiting.split_off(first) {
            let child = self.member(&key, at)?;
            self.value(&value, &other, child, room - 1)?;
        }
        Ok(())
    }

    fn items(&mut self, before: &Bound<'py, PyList>, after: &Bound<'py, PyList>, at: u32, room: usize) -> Step {
        if before.len() != after.len() || room == 0 {
            return Err(Stop::Doubt);
        }
        let Items::Alike(child) = self.standings.items(self.py, at)? else { return Err(Stop::Doubt) };
        self.fields += self.standings.facts(child).accepts * before.len() as u64;
        for (value, other) in before.iter().zip(after.iter()) {
            if equal_scalars(&value, &other)? {
                self.scalars += 1;
            } else {
                self.value(&value, &other, child, room - 1)?;
            }
        }
        Ok(())
    }

    fn member(&mut self, key: &Bound<'py, PyAny>, at: u32) -> Step<u32> {
        let key = key.cast_exact::<PyString>().map_err(|_| Stop::Doubt)?;
        let text = key.to_str().map_err(|_| Stop::Doubt)?;
        let key = self.standings.keys.names.number(text.as_bytes()).ok_or(Stop::Doubt)?;
        self.standings.member(self.py, at, key)
    }

    /// Count the members of an object at which content paths end.
    fn ends(&mut self, before: &Bound<'py, PyDict>, at: u32) -> Step {
        let known = &mut self.standings.all[at as usize];
        if known.ends.is_none() {
            known.ends = Some(known.python.bind(self.py).getattr("ends")?.extract()?);
        }
        if let Some(Some(ends)) = &known.ends {
            for key in ends {
                self.fields += u64::from(before.contains(key)?);
            }
            return Ok(());
        }
        for key in before.keys() {
            let child = self.member(&key, at)?;
            self.fields += self.standings.facts(child).accepts;
        }
        Ok(())
    }

    /// Whether no changed string after was one before; see `Changes`. Lengths tell most of them apart.
    fn apart(&self) -> Step<bool> {
        let mut lengths = Vec::with_capacity(self.before.len());
        for text in &self.before {
            lengths.push(text.as_any().len()?);
        }
        lengths.sort_unstable();
        let mut near = Vec::new();
        for text in &self.after {
            if lengths.binary_search(&text.as_any().len()?).is_ok() {
                near.push(text.hash()?);
            }
        }
        if near.is_empty() {
            return Ok(true);
        }
        near.sort_unstable();
        for text in &self.before {
            if near.binary_search(&text.hash()?).is_ok() {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// Whether two values are scalars of one type and equal.
fn equal_scalars(before: &Bound<'_, PyAny>, after: &Bound<'_, PyAny>) -> PyResult<bool> {
    if before.is_exact_instance_of::<PyString>() {
        return Ok(before.is(after) || (after.is_exact_instance_of::<PyString>() && before.eq(after)?));
    }
    if before.is_none() {
        return Ok(after.is_none());
    }
    if before.is_exact_instance_of::<PyBool>() {
        return Ok(before.is(after));
    }
    if before.is_exact_instance_of::<PyInt>() {
        return Ok(after.is_exact_instance_of::<PyInt>() && before.eq(after)?);
    }
    if before.is_exact_instance_of::<PyFloat>() {
        return Ok(after.is_exact_instance_of::<PyFloat>() && before.eq(after)?);
    }
    Ok(false)
}

// --- what Python sees -----------------------------------------------------------------------------------------------

/// The fast lane of one verifier.
#[pyclass(frozen, module = "openmed_beam._native")]
pub struct FidelityLane {
    root: Py<PyAny>,
    options: Options,
    state: Mutex<State>,
}

impl FidelityLane {
    /// Run `walk`; a doubt, a panic, another thread at work and any `Exception` are None.
    fn guarded<T>(&self, py: Python<'_>, walk: impl FnOnce(&mut State, u32) -> Step<T>) -> PyResult<Option<T>> {
        let Ok(mut state) = self.state.try_lock() else { return Ok(None) };
        let outcome = catch_unwind(AssertUnwindSafe(|| {
            state.standings.tidy();
            let root = state.standings.number(self.root.bind(py))?;
            walk(&mut state, root)
        }));
        match outcome {
            Ok(Ok(found)) => Ok(Some(found)),
            Ok(Err(Stop::Raised(error))) if !error.is_instance_of::<PyException>(py) => Err(error),
            Err(_) => {
                *state = State::default();
                Ok(None)
            }
            _ => Ok(None),
        }
    }
}

#[pymethods]
impl FidelityLane {
    /// `root` is the `Standing` of a whole trace, and the rest as in `CompareOptions`.
    #[new]
    fn new(root: Py<PyAny>, check_encoded: bool, decode_depth: u32, max_depth: usize) -> Self {
        FidelityLane { root, options: Options { check_encoded, decode_depth, max_depth }, state: Mutex::default() }
    }

    /// Two JSON texts of which strings alone may differ: where the pair passes, scalars and content fields; without
    /// `counts` how many of the record's own strings differ, for both.
    fn texts(&self, py: Python<'_>, before: &[u8], after: &[u8], counts: bool) -> PyResult<Option<(u64, u64)>> {
        self.guarded(py, |state, root| {
            let walk = self.walk(py, state, root, before, after, counts)?;
            let differing = walk.changes.differing;
            Ok(if counts { (walk.scalars, walk.fields) } else { (differing, differing) })
        })
    }

    /// Two decoded traces by openmed's rules: scalars and content fields where the pair passes.
    fn objects(
        &self,
        py: Python<'_>,
        before: &Bound<'_, PyAny>,
        after: &Bound<'_, PyAny>,
    ) -> PyResult<Option<(u64, u64)>> {
        self.guarded(py, |state, root| {
            let mut walk = Objects {
                py,
                standings: &mut state.standings,
                before: Vec::new(),
                after: Vec::new(),
                waiting: Vec::new(),
                scalars: 0,
                fields: 0,
            };
            walk.run(before, after, root, self.options.max_depth)?;
            Ok((walk.scalars, walk.fields))
        })
    }
}

impl FidelityLane {
    fn walk<'s, 'py>(
        &self,
        py: Python<'py>,
        state: &'s mut State,
        root: u32,
        before: &[u8],
        after: &[u8],
        counts: bool,
    ) -> Step<Texts<'s, 'py>> {
        let mut walk = Texts {
            py,
            standings: &mut state.standings,
            rooms: &mut state.rooms,
            options: self.options,
            changes: Changes::default(),
            counts,
            scalars: 0,
            fields: 0,
        };
        walk.run(before, after, root)?;
        Ok(walk)
    }
}
