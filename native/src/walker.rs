//! The walker in Python's hands: what it is told, what it remembers, and the doors to a walk.

use std::panic::{catch_unwind, AssertUnwindSafe};
use std::sync::{Arc, Mutex};

use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::found::{Doc, Found, Level, Place, Pool};
use crate::objects::{redact, Means, Redacted};
use crate::plan::{NumberMap, States};
use crate::safe_path::Steps;
use crate::scan::{scan, Fault, Keys, Kind};
use crate::trace::Trace;
use crate::walk::{Walk, KNOWN};

/// Distinct keys that are remembered, and their bytes, before all are forgotten.
const MOST_KEYS: usize = 100_000;
const MOST_KEY_BYTES: usize = 4_000_000;
/// Longer keys are shown to the redactor again each time.
const KNOWN_KEY_BYTES: usize = 200;

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

/// What `work` comes to, or None where it panics: then the record is for Python. Nothing here is meant to.
pub fn guarded<T>(work: impl FnOnce() -> T) -> Option<T> {
    catch_unwind(AssertUnwindSafe(work)).ok()
}

/// What `RedactionOptions` asks for.
#[derive(FromPyObject, Clone, Copy)]
pub struct Settings {
    pub decode_depth: usize,
    pub max_depth: usize,
    pub max_leaf_chars: Option<usize>,
    pub lenient: bool,
    pub protect: bool,
    pub probe: bool,
    pub payload_defaults: bool,
}

/// What Python knows of names and shapes.
#[derive(FromPyObject)]
pub struct Judge {
    /// Facts of a name, as bits.
    pub facts: Py<PyAny>,
    /// For each set of the four item keys, whether an object with them is an item.
    pub items: Vec<bool>,
    /// How a leaf starts that may be opaque as a whole.
    pub opaque_starts: Vec<String>,
    /// Whether a name is opaque in an object with these members.
    pub is_opaque_name: Py<PyAny>,
    /// Whether a text is opaque as a whole.
    pub is_opaque_value: Py<PyAny>,
    /// Whether a text is left alone, opaque as it is: no secret.
    pub spares: Py<PyAny>,
    /// Whether a text that is not JSON is a row of tokens all the same.
    pub is_lexable: Py<PyAny>,
}

pub struct Inner {
    pub settings: Settings,
    pub judge: Judge,
    pub states: States,
    pub keys: Keys,
    pub facts: Vec<u32>,
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
    pub steps: Mutex<Steps>,
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
        Ok(Walker { inner: Mutex::new(inner), steps: Mutex::default() })
    }

    /// Walk one record; None where it is for Python to walk.
    fn walk(&self, py: Python<'_>, record: &Bound<'_, PyBytes>) -> PyResult<Option<Trace>> {
        // Held while rules for secrets are asked: one that redacts in turn finds the door closed, and takes Python's.
        let Ok(mut inner) = self.inner.try_lock() else {
            return Ok(None);
        };
        let bytes = record.as_bytes();
        match guarded(|| inner.walk(py, bytes)) {
            Some(Ok(found)) => Ok(Some(Trace::new(record.clone().unbind(), found, inner.pool.clone()))),
            Some(Err(Stop::Interrupt(error))) => Err(error),
            Some(Err(Stop::Declined)) | None => Ok(None),
        }
    }

    /// Redact a copy of a trace given as an object, one call a leaf; None where it is for Python.
    fn redact_object<'py>(
        &self,
        trace: Bound<'py, PyAny>,
        means: Means<'py>,
        canonical: bool,
    ) -> PyResult<Option<Redacted<'py>>> {
        guarded(|| redact(self, trace, &means, canonical)).unwrap_or(Ok(None))
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
