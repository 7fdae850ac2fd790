//! The verifier's fast lane: two records are read and walked together, and where nothing but free strings differs the
//! pair passes.
//!
//! It knows no rule of its own. What may happen at a place is a `Standing` of `fidelity_standing`, asked for once and
//! remembered; its walk is nobody else's. It never says that a pair fails: whatever is not clearly a pass is a doubt,
//! and the Python comparison decides it and makes the report.

mod changes;
mod objects;
mod standings;
mod texts;

use std::panic::{catch_unwind, AssertUnwindSafe};
use std::sync::Mutex;

use pyo3::exceptions::PyException;
use pyo3::prelude::*;

use objects::Objects;
use standings::Standings;
use texts::{Room, Texts};

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

/// A pass where `sure`, else a doubt.
fn sure(sure: bool) -> Step {
    if sure {
        Ok(())
    } else {
        Err(Stop::Doubt)
    }
}

#[derive(Clone, Copy)]
struct Options {
    check_encoded: bool,
    decode_depth: u32,
    max_depth: usize,
}

#[derive(Default)]
struct State {
    standings: Standings,
    rooms: Vec<Room>,
}

/// The fast lane of one verifier. Its answers are None for a doubt, else the counts of a pair that passes.
#[pyclass(frozen, module = "openmed_beam._native")]
pub struct FidelityLane {
    root: Py<PyAny>,
    item_keys: Vec<String>,
    options: Options,
    state: Mutex<State>,
}

#[pymethods]
impl FidelityLane {
    /// `root` is the `Standing` of a whole trace, `item_keys` are those of `fields`, the rest as in `CompareOptions`.
    #[new]
    fn new(root: Py<PyAny>, item_keys: Vec<String>, check_encoded: bool, decode_depth: u32, max_depth: usize) -> Self {
        let options = Options { check_encoded, decode_depth, max_depth };
        FidelityLane { root, item_keys, options, state: Mutex::default() }
    }

    /// Two JSON texts of which strings alone may differ: scalars and content fields, or, without `counts`, how many of
    /// the record's own strings differ, for both.
    fn texts(&self, py: Python<'_>, before: &[u8], after: &[u8], counts: bool) -> PyResult<Option<(u64, u64)>> {
        self.guarded(py, |state, root| {
            Texts::new(py, &mut state.standings, &mut state.rooms, self.options, counts).run(before, after, root)
        })
    }

    /// Two decoded traces by openmed's rules: scalars and content fields.
    fn objects(
        &self,
        py: Python<'_>,
        before: &Bound<'_, PyAny>,
        after: &Bound<'_, PyAny>,
    ) -> PyResult<Option<(u64, u64)>> {
        self.guarded(py, |state, root| {
            Objects::new(py, &mut state.standings).run(before, after, root, self.options.max_depth)
        })
    }
}

impl FidelityLane {
    /// Run `walk`. A doubt, any `Exception`, a panic, and a walk on the same lane that Python code entered in between
    /// are None.
    fn guarded<T>(&self, py: Python<'_>, walk: impl FnOnce(&mut State, u32) -> Step<T>) -> PyResult<Option<T>> {
        let Ok(mut state) = self.state.try_lock() else { return Ok(None) };
        let outcome = catch_unwind(AssertUnwindSafe(|| {
            state.standings.tidy(&self.item_keys);
            let root = state.standings.number(self.root.bind(py))?;
            walk(&mut state, root)
        }));
        match outcome {
            Ok(Ok(found)) => Ok(Some(found)),
            Ok(Err(Stop::Doubt)) => Ok(None),
            Ok(Err(Stop::Raised(error))) if error.is_instance_of::<PyException>(py) => Ok(None),
            Ok(Err(Stop::Raised(error))) => Err(error),
            Err(_) => {
                *state = State::default();
                Ok(None)
            }
        }
    }
}
