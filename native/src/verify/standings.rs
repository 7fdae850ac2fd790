//! What may happen where: Python's `Standing`s, each asked once and then known by a number.

use std::collections::HashMap;

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};

use super::{Step, Stop};
use crate::scan::Keys;

const UNKNOWN: u32 = u32::MAX;
/// So many keys, and so many bytes of them, are remembered from one record to the next.
const MOST_KEYS: usize = 1 << 14;
const MOST_KEY_BYTES: usize = 1 << 20;

/// What a `Standing` says of a place, by the names that it has there.
#[derive(Clone, Copy, FromPyObject)]
pub struct Facts {
    pub held: bool,
    pub accepts: u64,
    pub content: bool,
    pub dead: bool,
    pub messages: bool,
    pub payload: bool,
    pub leads_on: bool,
    pub selective: bool,
    pub level: u32,
}

/// The standing of a list's items.
#[derive(Clone, Copy)]
pub enum Items {
    Unknown,
    Alike(u32),
    /// It depends on the index, or on the item.
    Apart,
}

struct Standing {
    python: Py<PyAny>,
    facts: Facts,
    /// By the number of a key.
    members: Vec<u32>,
    items: Items,
    /// By the item keys that an object here has, as bits.
    inside: Vec<u32>,
    /// What a string here decodes to: below content, and where a path goes on inside it.
    decoded: [u32; 2],
    ends: Option<Option<Vec<Py<PyString>>>>,
}

#[derive(Default)]
pub struct Standings {
    all: Vec<Standing>,
    numbers: HashMap<usize, u32>,
    pub keys: Keys,
    item_keys: Vec<u32>,
}

impl Standings {
    pub fn facts(&self, at: u32) -> Facts {
        self.all[at as usize].facts
    }

    /// The number of a Python standing.
    pub fn number(&mut self, standing: &Bound<'_, PyAny>) -> PyResult<u32> {
        let address = standing.as_ptr() as usize;
        if let Some(number) = self.numbers.get(&address) {
            return Ok(*number);
        }
        let number = self.all.len() as u32;
        self.all.push(Standing {
            python: standing.clone().unbind(),
            facts: standing.extract()?,
            members: Vec::new(),
            items: Items::Unknown,
            inside: Vec::new(),
            decoded: [UNKNOWN; 2],
            ends: None,
        });
        self.numbers.insert(address, number);
        Ok(number)
    }

    /// The standing of an object's member, `key` being a number of `keys`.
    #[inline]
    pub fn member(&mut self, py: Python<'_>, at: u32, key: u32) -> Step<u32> {
        let known = &self.all[at as usize];
        if known.facts.dead {
            return Ok(at);
        }
        match known.members.get(key as usize) {
            Some(&member) if member != UNKNOWN => Ok(member),
            _ => self.new_member(py, at, key),
        }
    }

    fn new_member(&mut self, py: Python<'_>, at: u32, key: u32) -> Step<u32> {
        let member = self.all[at as usize].python.bind(py).get_item(self.name(key)?)?;
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

    fn name(&self, key: u32) -> Step<&str> {
        std::str::from_utf8(self.keys.names.get(key)).map_err(|_| Stop::Doubt)
    }

    /// How the items of a list stand.
    pub fn items(&mut self, py: Python<'_>, at: u32) -> Step<Items> {
        let known = &self.all[at as usize];
        if known.facts.dead {
            return Ok(Items::Alike(at));
        }
        if let Items::Unknown = known.items {
            let alike = known.python.bind(py).getattr("all_items")?;
            let items = if alike.is_none() { Items::Apart } else { Items::Alike(self.number(&alike)?) };
            self.all[at as usize].items = items;
        }
        Ok(self.all[at as usize].items)
    }

    /// The standing of one item where items stand apart; `strings` are its members that selectors may look at.
    pub fn item(&mut self, py: Python<'_>, at: u32, index: usize, strings: &[(u32, &[u8])]) -> Step<u32> {
        let item = PyDict::new(py);
        for (key, text) in strings {
            item.set_item(self.name(*key)?, std::str::from_utf8(text).map_err(|_| Stop::Doubt)?)?;
        }
        let item = self.all[at as usize].python.bind(py).call_method1("item", (index, item))?;
        Ok(self.number(&item)?)
    }

    /// The standing for the members of an object in a payload, which may be a message by the keys that it has.
    pub fn inside(&mut self, py: Python<'_>, at: u32, keys: impl Iterator<Item = u32>) -> Step<u32> {
        let mut bits = 0;
        for key in keys {
            for (bit, item_key) in self.item_keys.iter().enumerate() {
                bits |= usize::from(key == *item_key) << bit;
            }
        }
        let known = &self.all[at as usize].inside;
        if let Some(inside) = known.get(bits).filter(|inside| **inside != UNKNOWN) {
            return Ok(*inside);
        }
        let mut names = Vec::new();
        for (bit, key) in self.item_keys.iter().enumerate() {
            if bits >> bit & 1 == 1 {
                names.push(self.name(*key)?);
            }
        }
        let inside = self.all[at as usize].python.bind(py).call_method1("inside", (PyTuple::new(py, names)?,))?;
        let inside = self.number(&inside)?;
        let size = 1 << self.item_keys.len();
        let known = &mut self.all[at as usize].inside;
        known.resize(size, UNKNOWN);
        known[bits] = inside;
        Ok(inside)
    }

    /// The standing of what a string decodes to: below content, or where a path goes on inside it.
    pub fn decoded(&mut self, py: Python<'_>, at: u32, content: bool) -> Step<u32> {
        let (number, kind) = if content { (0, "content") } else { (1, "path") };
        let known = &self.all[at as usize];
        if known.decoded[number] == UNKNOWN {
            let python = known.python.bind(py);
            let decoded = python.getattr("rules")?.call_method1("decoded", (python, kind))?;
            self.all[at as usize].decoded[number] = self.number(&decoded)?;
        }
        Ok(self.all[at as usize].decoded[number])
    }

    /// The keys under which content paths end, None where that is not only under keys that paths spell.
    pub fn ends(&mut self, py: Python<'_>, at: u32) -> Step<Option<&[Py<PyString>]>> {
        let known = &mut self.all[at as usize];
        if known.ends.is_none() {
            known.ends = Some(known.python.bind(py).getattr("ends")?.extract()?);
        }
        Ok(known.ends.as_ref().and_then(|ends| ends.as_deref()))
    }

    /// Forget keys before there are too many, and what goes by their numbers.
    pub fn tidy(&mut self, item_keys: &[String]) {
        if self.keys.names.len() > MOST_KEYS || self.keys.names.size() > MOST_KEY_BYTES {
            self.keys.clear();
            for standing in &mut self.all {
                standing.members = Vec::new();
            }
        }
        if self.keys.names.is_empty() {
            self.item_keys = item_keys.iter().filter_map(|key| self.keys.number(key.as_bytes()).ok()).collect();
        }
    }
}
