//! Traces given as Python objects: one pass copies a trace and lists its nodes, and the walk over text does the rest.
//!
//! Only exact dicts with keys of exact str, lists, strings, numbers, booleans and None; anything else is for Python.

use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyList, PyString, PyTuple};

use crate::asking::{Asking, Failed};
use crate::found::{Found, Level};
use crate::rewrite::rewrite_object;
use crate::safe_path::{safe_paths, Steps};
use crate::scan::{Arena, Keys, Kind, Node, NONE};
use crate::walker::{guarded, Inner, Stop, Walker};

/// Deeper objects are for Python, which knows how deep its own stack is.
const MOST_DEPTH: usize = 200;

/// What stands behind a node of a copied object.
#[derive(Default)]
pub struct Shadow {
    /// The key of a member.
    pub key: Option<Py<PyString>>,
    /// The copy of a container.
    pub container: Option<Py<PyAny>>,
}

struct Copy<'a> {
    nodes: &'a mut Vec<Node>,
    arena: &'a mut Arena,
    keys: &'a mut Keys,
    shadows: &'a mut Vec<Shadow>,
}

impl Copy<'_> {
    /// A copy of `value`, its nodes listed; the value itself where it cannot change.
    fn value<'py>(
        &mut self,
        value: Bound<'py, PyAny>,
        key: u32,
        parent: u32,
        depth: usize,
    ) -> Result<Bound<'py, PyAny>, Stop> {
        let at = self.nodes.len();
        if at > NONE as usize / 2 || self.arena.len() > NONE as usize / 2 || depth > MOST_DEPTH {
            return Err(Stop::Declined);
        }
        let kind = Kind::Null;
        let mut node = Node { kind, ascii: true, escaped: false, key, parent, start: 0, end: 0, a: 0, b: 0 };
        if let Ok(text) = value.cast_exact::<PyString>() {
            let text = text.to_str().map_err(|_| Stop::Declined)?.as_bytes();
            node.kind = Kind::String;
            node.escaped = true;
            node.a = self.arena.len() as u32;
            self.arena.room(text.len());
            self.arena.extend(text);
            node.b = u32::try_from(self.arena.len()).map_err(|_| Stop::Declined)?;
            node.end = text.len() as u32;
            self.nodes.push(node);
            return Ok(value);
        }
        if let Ok(object) = value.cast_exact::<PyDict>() {
            node.kind = Kind::Object;
            self.nodes.push(node);
            let copy = object.copy()?;
            for (name, member) in object.iter() {
                let name = name.cast_into_exact::<PyString>().map_err(|_| Stop::Declined)?;
                let key = name.to_str().map_err(|_| Stop::Declined)?.as_bytes();
                let key = self.keys.number(key)?;
                self.shadow().key = Some(name.clone().unbind());
                let container = member.cast_exact::<PyDict>().is_ok() || member.cast_exact::<PyList>().is_ok();
                let copied = self.value(member, key, at as u32, depth + 1)?;
                if container {
                    copy.set_item(name, copied)?;
                }
            }
            return Ok(self.close(at, copy.into_any()));
        }
        if let Ok(list) = value.cast_exact::<PyList>() {
            node.kind = Kind::Array;
            self.nodes.push(node);
            let copy = list.get_slice(0, list.len());
            for (index, item) in list.iter().enumerate() {
                let container = item.cast_exact::<PyDict>().is_ok() || item.cast_exact::<PyList>().is_ok();
                let copied = self.value(item, index as u32, at as u32, depth + 1)?;
                if container {
                    copy.set_item(index, copied)?;
                }
            }
            return Ok(self.close(at, copy.into_any()));
        }
        node.kind = if value.is_none() {
            Kind::Null
        } else if value.cast_exact::<PyInt>().is_ok() || value.cast_exact::<PyFloat>().is_ok() {
            Kind::Number
        } else if value.cast_exact::<PyBool>().is_ok() {
            Kind::True
        } else {
            return Err(Stop::Declined);
        };
        self.nodes.push(node);
        Ok(value)
    }

    /// The shadow of the node that comes next.
    fn shadow(&mut self) -> &mut Shadow {
        let at = self.nodes.len();
        self.at(at)
    }

    fn at(&mut self, at: usize) -> &mut Shadow {
        if self.shadows.len() <= at {
            self.shadows.resize_with(at + 1, Shadow::default);
        }
        &mut self.shadows[at]
    }

    fn close<'py>(&mut self, at: usize, copy: Bound<'py, PyAny>) -> Bound<'py, PyAny> {
        self.nodes[at].a = self.nodes.len() as u32;
        self.at(at).container = Some(copy.clone().unbind());
        copy
    }
}

/// Copy a trace and walk it.
fn walked<'py>(inner: &mut Inner, trace: Bound<'py, PyAny>) -> Result<(Bound<'py, PyAny>, Found), Stop> {
    let py = trace.py();
    let mut found = inner.begin();
    let Level { nodes, arena } = &mut found.levels[0];
    let mut copy = Copy { nodes, arena, keys: &mut inner.keys, shadows: &mut found.shadows };
    let value = copy.value(trace, 0, NONE, 0)?;
    let found = inner.follow(py, b"", found)?;
    Ok((value, found))
}

/// The copy with its changed leaves, and a report: how many changed, payloads decoded and not JSON, and the safe paths of
/// changed leaves and of payloads that are not JSON.
pub type Redacted<'py> = (Bound<'py, PyAny>, usize, u64, usize, Bound<'py, PyTuple>, Bound<'py, PyTuple>);

/// What redaction of an object needs from Python.
#[derive(FromPyObject)]
pub struct Means<'py> {
    /// The redactor, a plain function.
    function: Bound<'py, PyAny>,
    text_of: Bound<'py, PyAny>,
    /// The safe path of the root, and how a step below it is written.
    root: String,
    hashed_step: Bound<'py, PyAny>,
}

/// Redact a copy of a trace, one call a leaf; None where it is for Python.
pub fn redact<'py>(
    walker: &Walker,
    trace: Bound<'py, PyAny>,
    means: &Means<'py>,
    canonical: bool,
) -> PyResult<Option<Redacted<'py>>> {
    let py = trace.py();
    if trace.cast_exact::<PyDict>().is_err() && trace.cast_exact::<PyList>().is_err() {
        return Ok(None);
    }
    let (value, found, pool) = {
        let Ok(mut inner) = walker.inner.try_lock() else {
            return Ok(None);
        };
        match guarded(|| walked(&mut inner, trace)) {
            Some(Ok((value, found))) => (value, found, inner.pool.clone()),
            Some(Err(Stop::Interrupt(error))) => return Err(error),
            Some(Err(Stop::Declined)) | None => return Ok(None),
        }
    };
    let asking = Asking { py, function: &means.function, text_of: &means.text_of };
    let answers = match asking.every(b"", &found) {
        Ok(answers) => answers,
        Err(Failed::Redactor) => return Ok(None),
        Err(Failed::Interrupt(error)) => return Err(error),
    };
    let mut scratch = pool.scratch();
    rewrite_object(py, &found, &answers, canonical, &mut scratch)?;
    pool.give_scratch(scratch);
    let count = answers.changed().count();
    // Busy only where another thread redacts with the same settings.
    let (mut shared, mut own) = (walker.steps.try_lock().ok(), Steps::default());
    let steps = shared.as_deref_mut().unwrap_or(&mut own);
    let changed = answers.changed().map(|leaf| found.leaves[leaf]);
    let changed = safe_paths(steps, &found, changed, &means.root, &means.hashed_step)?;
    let malformed = found.malformed.iter().copied();
    let malformed = safe_paths(steps, &found, malformed, &means.root, &means.hashed_step)?;
    let (changed, malformed) = (PyTuple::new(py, changed)?, PyTuple::new(py, malformed)?);
    let redacted = (value, count, found.structured, found.malformed.len(), changed, malformed);
    pool.give_found(found);
    Ok(Some(redacted))
}
