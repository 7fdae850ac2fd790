//! Compiled content paths: the states of `content_path.PathState`, fetched from Python when a walk first stands on them.
//!
//! The grammar and every transition are Python's; here is only their memory.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

pub const NOWHERE: u32 = u32::MAX;

/// Transitions that one state remembers for keys and items that no path spells.
const MEMORY: usize = 4096;

/// A hasher for small whole numbers that nobody outside chooses.
#[derive(Default)]
pub struct NumberHasher(u64);

impl Hasher for NumberHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write_u64(u64::from(*byte));
        }
    }

    fn write_u32(&mut self, number: u32) {
        self.write_u64(u64::from(number));
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = (self.0 ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
    }
}

pub type NumberMap<K, V> = HashMap<K, V, BuildHasherDefault<NumberHasher>>;

pub struct State {
    python: Py<PyAny>,
    /// Numbers of the paths that end here.
    pub accepts: Vec<u32>,
    /// Whether the last segment of one of them spells the key.
    pub named: bool,
    pub leads_on: bool,
    steps: Option<Steps>,
}

/// An index that a path spells (or `NOWHERE`), and the texts of an item under the names of selectors.
type Selected = (u32, Vec<Option<Vec<u8>>>);

struct Steps {
    globs: bool,
    other: u32,
    item: u32,
    indexes: NumberMap<u32, u32>,
    keys: NumberMap<u32, u32>,
    selectors: Vec<String>,
    selected: HashMap<Selected, u32>,
}

/// The states of one or two plans, by number.
#[derive(Default)]
pub struct States {
    states: Vec<State>,
    numbers: NumberMap<u64, u32>,
}

impl States {
    pub fn get(&self, state: u32) -> &State {
        &self.states[state as usize]
    }

    /// The number of a `PathState`; None is `NOWHERE`.
    pub fn number(&mut self, python: &Bound<'_, PyAny>) -> PyResult<u32> {
        if python.is_none() {
            return Ok(NOWHERE);
        }
        let address = python.as_ptr() as u64;
        if let Some(number) = self.numbers.get(&address) {
            return Ok(*number);
        }
        let number = self.states.len() as u32;
        self.states.push(State {
            python: python.clone().unbind(),
            accepts: python.getattr("accepts")?.extract()?,
            named: python.getattr("named")?.is_truthy()?,
            leads_on: python.getattr("leads_on")?.extract()?,
            steps: None,
        });
        self.numbers.insert(address, number);
        Ok(number)
    }

    /// Key numbers mean nothing any more.
    pub fn forget_keys(&mut self) {
        for steps in self.states.iter_mut().filter_map(|state| state.steps.as_mut()) {
            steps.keys.clear();
        }
    }

    #[inline]
    fn steps(&mut self, py: Python<'_>, state: u32) -> PyResult<&mut Steps> {
        if self.states[state as usize].steps.is_none() {
            let found = self.fetch(py, state)?;
            self.states[state as usize].steps = Some(found);
        }
        let steps = self.states[state as usize].steps.as_mut();
        steps.ok_or_else(|| PyRuntimeError::new_err("state"))
    }

    fn fetch(&mut self, py: Python<'_>, state: u32) -> PyResult<Steps> {
        type Transitions<'py> = (bool, Bound<'py, PyAny>, Bound<'py, PyAny>, Bound<'py, PyDict>, Vec<String>);
        let (globs, other, item, indexes, selectors): Transitions<'_> =
            self.states[state as usize].python.bind(py).call_method0("transitions")?.extract()?;
        let mut steps = Steps {
            globs,
            other: self.number(&other)?,
            item: self.number(&item)?,
            indexes: NumberMap::default(),
            keys: NumberMap::default(),
            selectors,
            selected: HashMap::new(),
        };
        for (index, following) in indexes {
            // An index that no record reaches needs no step.
            if let Ok(index) = index.extract::<u32>() {
                steps.indexes.insert(index, self.number(&following)?);
            }
        }
        Ok(steps)
    }

    /// The state below an object's key; `spelled` tells whether any path spells it.
    #[inline]
    pub fn key(&mut self, py: Python<'_>, state: u32, key: u32, spelled: bool, name: &[u8]) -> PyResult<u32> {
        let steps = self.steps(py, state)?;
        if !spelled && !steps.globs {
            return Ok(steps.other);
        }
        if let Some(found) = steps.keys.get(&key) {
            return Ok(*found);
        }
        let following = self.states[state as usize].python.bind(py).call_method1("key", (text(py, name)?,))?;
        let found = self.number(&following)?;
        let steps = self.steps(py, state)?;
        if spelled || steps.keys.len() < MEMORY {
            steps.keys.insert(key, found);
        }
        Ok(found)
    }

    /// The names that selectors look at in an item below this state.
    pub fn selectors(&mut self, py: Python<'_>, state: u32) -> PyResult<&[String]> {
        Ok(&self.steps(py, state)?.selectors)
    }

    /// The state below an array's item where no selector looks at it.
    #[inline]
    pub fn index(&mut self, py: Python<'_>, state: u32, index: u32) -> PyResult<u32> {
        let steps = self.steps(py, state)?;
        Ok(steps.indexes.get(&index).copied().unwrap_or(steps.item))
    }

    /// The state below an array's item with these texts under the names of `selectors`.
    pub fn selected(&mut self, py: Python<'_>, state: u32, index: u32, texts: Vec<Option<Vec<u8>>>) -> PyResult<u32> {
        let steps = self.steps(py, state)?;
        // Two items with the same texts differ by an index that a path spells alone.
        let index = if steps.indexes.contains_key(&index) { index } else { NOWHERE };
        let asked = (index, texts);
        if let Some(found) = steps.selected.get(&asked) {
            return Ok(*found);
        }
        let item = PyDict::new(py);
        for (name, value) in steps.selectors.iter().zip(&asked.1) {
            if let Some(value) = value {
                item.set_item(name, text(py, value)?)?;
            }
        }
        let number: i64 = if index == NOWHERE { -1 } else { i64::from(index) };
        let following = self.states[state as usize].python.bind(py).call_method1("index", (number, item))?;
        let found = self.number(&following)?;
        let steps = self.steps(py, state)?;
        if steps.selected.len() < MEMORY && asked.1.iter().flatten().all(|text| text.len() < 256) {
            steps.selected.insert(asked, found);
        }
        Ok(found)
    }
}

/// Text as a `str`; an error where it is not UTF-8, which does not happen.
#[inline]
pub fn text<'py>(py: Python<'py>, bytes: &[u8]) -> PyResult<Bound<'py, PyString>> {
    PyString::from_bytes(py, bytes)
}
