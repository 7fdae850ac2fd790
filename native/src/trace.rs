//! A walked record in Python's hands: its leaves to be asked about, the answers, and the record written with them.

use std::sync::{Arc, Mutex, MutexGuard};

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::sync::MutexExt;
use pyo3::types::{PyBytes, PyList, PyString, PyTuple};

use crate::asking::{Asking, Failed};
use crate::found::{chars, Found, Place, Pool, Step};
use crate::memory::Memory;
use crate::plan::text;
use crate::rewrite::{rewrite, Answers};
use crate::walker::{guarded, Walker};

pub struct Inner {
    found: Found,
    answers: Answers,
    /// Numbers (by place) and keys (by number) that the redactor would have changed.
    numeric: Vec<Place>,
    key_findings: Vec<u32>,
}

/// One record that was walked.
#[pyclass(frozen, module = "openmed_beam._native")]
pub struct Trace {
    record: Py<PyBytes>,
    inner: Mutex<Inner>,
    pool: Arc<Pool>,
}

impl Drop for Trace {
    fn drop(&mut self) {
        if let Ok(mut inner) = self.inner.lock() {
            self.pool.give_found(std::mem::take(&mut inner.found));
        }
    }
}

impl Trace {
    pub fn new(record: Py<PyBytes>, found: Found, pool: Arc<Pool>) -> Self {
        let inner = Inner { found, answers: Answers::default(), numeric: Vec::new(), key_findings: Vec::new() };
        Trace { record, inner: Mutex::new(inner), pool }
    }

    /// The one door to what is inside; nothing here calls out while it stands open.
    fn open(&self, py: Python<'_>) -> PyResult<MutexGuard<'_, Inner>> {
        let inner = self.inner.lock_py_attached(py);
        inner.map_err(|_| PyRuntimeError::new_err("a trace was left half written"))
    }
}

fn packed(places: &[Place]) -> Vec<u64> {
    places.iter().map(|place| place.pack()).collect()
}

/// Keys and indexes from the root to a place.
pub fn path<'py>(py: Python<'py>, found: &Found, record: &[u8], place: Place) -> PyResult<Bound<'py, PyTuple>> {
    let mut parts = Vec::new();
    for step in found.steps_up(py, record, place).into_iter().rev() {
        parts.push(match step {
            Step::Key(key) => text(py, &key)?.into_any(),
            Step::Index(index) => index.into_pyobject(py)?.into_any(),
        });
    }
    PyTuple::new(py, parts)
}

fn paths<'py>(
    py: Python<'py>,
    found: &Found,
    record: &[u8],
    places: impl Iterator<Item = Place>,
) -> PyResult<Vec<Bound<'py, PyTuple>>> {
    places.map(|place| path(py, found, record, place)).collect()
}

#[pymethods]
impl Trace {
    /// Leaves, payloads decoded, payloads that are not JSON, opaque leaves, leaves protected by their name, and the
    /// nodes matched by each content and each payload path.
    fn counts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let inner = self.open(py)?;
        let found = &inner.found;
        let (leaves, malformed, protected) = (found.leaves.len(), found.malformed.len(), found.protected.len());
        let matches = PyTuple::new(py, &found.matches)?;
        let payload_matches = PyTuple::new(py, &found.payload_matches)?;
        (leaves, found.structured, malformed, found.opaque, protected, matches, payload_matches).into_pyobject(py)
    }

    /// Places of payloads that are not JSON.
    #[getter]
    fn malformed(&self, py: Python<'_>) -> PyResult<Vec<u64>> {
        Ok(packed(&self.open(py)?.found.malformed))
    }

    /// Places of leaves left alone for their name.
    #[getter]
    fn protected(&self, py: Python<'_>) -> PyResult<Vec<u64>> {
        Ok(packed(&self.open(py)?.found.protected))
    }

    /// Whether any payload was decoded.
    #[getter]
    fn has_payloads(&self, py: Python<'_>) -> PyResult<bool> {
        Ok(self.open(py)?.found.docs.len() > 1)
    }

    /// The leaves.
    #[getter]
    fn texts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let inner = self.open(py)?;
        let record = self.record.as_bytes(py);
        let texts: PyResult<Vec<_>> =
            inner.found.leaves.iter().map(|place| text(py, inner.found.text(record, *place))).collect();
        PyList::new(py, texts?)
    }

    /// Characters of the leaves: how many leaves, sum, least and most.
    fn leaf_chars(&self, py: Python<'_>) -> PyResult<(usize, usize, usize, usize)> {
        let inner = self.open(py)?;
        let record = self.record.as_bytes(py);
        let (mut sum, mut least, mut most) = (0, usize::MAX, 0);
        for place in &inner.found.leaves {
            let size = chars(inner.found.text(record, *place));
            (sum, least, most) = (sum + size, least.min(size), most.max(size));
        }
        let count = inner.found.leaves.len();
        Ok((count, sum, if count == 0 { 0 } else { least }, most))
    }

    /// For each leaf (text, key, path, trace), where the redactor looks at more than the text.
    fn questions<'py>(
        &self,
        py: Python<'py>,
        key: bool,
        whole_path: bool,
        trace: usize,
    ) -> PyResult<Bound<'py, PyList>> {
        let inner = self.open(py)?;
        let found = &inner.found;
        let record = self.record.as_bytes(py);
        let questions = PyList::empty(py);
        for place in &found.leaves {
            questions.append(question(
                py,
                found,
                record,
                *place,
                found.text(record, *place),
                key,
                whole_path,
                trace,
            )?)?;
        }
        Ok(questions)
    }

    /// Numbers as questions, with their keys and paths as wanted.
    fn number_questions<'py>(&self, py: Python<'py>, key: bool, whole_path: bool) -> PyResult<Bound<'py, PyList>> {
        let inner = self.open(py)?;
        let found = &inner.found;
        let record = self.record.as_bytes(py);
        let questions = PyList::empty(py);
        for place in &found.numbers {
            let literal = found.literal(record, *place);
            questions.append(question(py, found, record, *place, literal, key, whole_path, 0)?)?;
        }
        Ok(questions)
    }

    /// The keys that the redactor was not shown before.
    #[getter]
    fn new_keys<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyString>>> {
        self.open(py)?.found.keys.iter().map(|key| text(py, &key.name)).collect()
    }

    /// Ask a plain function for every leaf, number and new key that the memory does not know.
    ///
    /// False where it failed: nothing is kept then, Python asks.
    fn ask(
        &self,
        py: Python<'_>,
        memory: &Memory,
        walker: &Walker,
        function: &Bound<'_, PyAny>,
        text_of: &Bound<'_, PyAny>,
    ) -> PyResult<bool> {
        let record = self.record.as_bytes(py);
        // Taken out while the function runs: it may call whatever it likes.
        let found = std::mem::take(&mut self.open(py)?.found);
        let asking = Asking { py, function, text_of };
        let outcome = guarded(|| asking.unreachable_too(memory, record, &found)).unwrap_or(Err(Failed::Redactor));
        let mut inner = self.open(py)?;
        inner.found = found;
        let (leaves, unreachable) = match outcome {
            Ok(answers) => answers,
            Err(Failed::Redactor) => return Ok(false),
            Err(Failed::Interrupt(error)) => return Err(error),
        };
        inner.answers = leaves;
        let inner = &mut *inner;
        let numbers = inner.found.numbers.len();
        let changed = |number: usize| unreachable.get(number).is_some();
        inner.numeric = (0..numbers).filter(|n| changed(*n)).map(|n| inner.found.numbers[n]).collect();
        if inner.found.keys.is_empty() {
            return Ok(true);
        }
        let mut names = walker.inner.try_lock().ok();
        for (number, key) in inner.found.keys.iter().enumerate() {
            if changed(numbers + number) {
                inner.key_findings.push(number as u32);
            } else if let Some(walker) = names.as_deref_mut() {
                walker.know(&key.name);
            }
        }
        Ok(true)
    }

    /// Take answers, one text a leaf; false where one of them is no text that UTF-8 can hold.
    fn answer(&self, py: Python<'_>, texts: Vec<Bound<'_, PyString>>) -> PyResult<bool> {
        let record = self.record.as_bytes(py);
        let mut inner = self.open(py)?;
        let mut answers = Answers::none(inner.found.leaves.len());
        if texts.len() != inner.found.leaves.len() {
            return Ok(false);
        }
        let taken = guarded(|| {
            for (leaf, answer) in texts.iter().enumerate() {
                let answer = answer.to_str()?.as_bytes();
                if answer != inner.found.text(record, inner.found.leaves[leaf]) {
                    answers.set(leaf, answer);
                }
            }
            PyResult::Ok(())
        });
        inner.answers = answers;
        Ok(matches!(taken, Some(Ok(()))))
    }

    /// Which numbers and new keys the redactor would have changed.
    fn find(&self, py: Python<'_>, numbers: Vec<usize>, keys: Vec<u32>) -> PyResult<()> {
        let mut inner = self.open(py)?;
        inner.numeric = numbers.iter().filter_map(|number| inner.found.numbers.get(*number).copied()).collect();
        inner.key_findings = keys;
        Ok(())
    }

    /// Numbers of the leaves that change.
    #[getter]
    fn changed(&self, py: Python<'_>) -> PyResult<Vec<usize>> {
        Ok(self.open(py)?.answers.changed().collect())
    }

    /// Places of numbers that the redactor would have changed.
    #[getter]
    fn numeric(&self, py: Python<'_>) -> PyResult<Vec<u64>> {
        Ok(packed(&self.open(py)?.numeric))
    }

    /// Places of object keys that the redactor would have changed.
    #[getter]
    fn key_findings(&self, py: Python<'_>) -> PyResult<Vec<u64>> {
        let inner = self.open(py)?;
        let keys = inner.key_findings.iter().filter_map(|number| inner.found.keys.get(*number as usize));
        Ok(keys.flat_map(|key| packed(&key.places)).collect())
    }

    /// Keys and indexes from the root to places.
    fn paths<'py>(&self, py: Python<'py>, places: Vec<u64>) -> PyResult<Vec<Bound<'py, PyTuple>>> {
        let inner = self.open(py)?;
        let record = self.record.as_bytes(py);
        paths(py, &inner.found, record, places.into_iter().map(Place::unpack))
    }

    /// Keys and indexes from the root to leaves, by their numbers.
    fn leaf_paths<'py>(&self, py: Python<'py>, leaves: Vec<usize>) -> PyResult<Vec<Bound<'py, PyTuple>>> {
        let inner = self.open(py)?;
        let record = self.record.as_bytes(py);
        paths(py, &inner.found, record, leaves.iter().filter_map(|leaf| inner.found.leaves.get(*leaf).copied()))
    }

    /// The record's text with the answers in their places; None where it is for Python to write.
    fn rewrite<'py>(&self, py: Python<'py>, canonical: bool) -> PyResult<Option<Bound<'py, PyBytes>>> {
        let inner = self.open(py)?;
        let record = self.record.as_bytes(py);
        let mut scratch = self.pool.scratch();
        let out = guarded(|| rewrite(py, record, &inner.found, &inner.answers, canonical, &mut scratch));
        if out.is_some() {
            self.pool.give_scratch(scratch);
        }
        out.transpose()
    }
}

#[allow(clippy::too_many_arguments)]
fn question<'py>(
    py: Python<'py>,
    found: &Found,
    record: &[u8],
    place: Place,
    asked: &[u8],
    key: bool,
    whole_path: bool,
    trace: usize,
) -> PyResult<Bound<'py, PyTuple>> {
    let name = match found.key_of(py, record, place).filter(|_| key) {
        Some(name) => text(py, &name)?.into_any(),
        None => py.None().into_bound(py),
    };
    let place = if whole_path { path(py, found, record, place)? } else { PyTuple::empty(py) };
    (text(py, asked)?, name, place, trace).into_pyobject(py)
}
