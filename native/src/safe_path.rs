//! Safe paths of changed leaves: digests of keys are Python's, remembered by key; here they are put together.

use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::found::{Found, Place, Step};
use crate::names::Names;
use crate::plan::{text, NumberMap};

/// Steps remembered before all are forgotten.
const MOST_STEPS: usize = 50_000;

/// How steps are written.
#[derive(Default)]
pub struct Steps {
    keys: Names,
    by_key: Vec<String>,
    by_index: NumberMap<u32, String>,
}

impl Steps {
    fn forget(&mut self) {
        if self.by_key.len() + self.by_index.len() > MOST_STEPS || self.keys.size() > 64 * MOST_STEPS {
            *self = Steps::default();
        }
    }

    fn write(&mut self, step: &Step, hashed_step: &Bound<'_, PyAny>, out: &mut String) -> PyResult<()> {
        let written = |part: Bound<'_, PyAny>| hashed_step.call1((part,))?.extract::<String>();
        match step {
            Step::Key(key) => {
                if let Some(id) = self.keys.look_up(key) {
                    out.push_str(&self.by_key[id as usize]);
                    return Ok(());
                }
                let step = written(text(hashed_step.py(), key)?.into_any())?;
                out.push_str(&step);
                if self.keys.number(key).is_some() {
                    self.by_key.push(step);
                }
            }
            Step::Index(index) => {
                if !self.by_index.contains_key(index) {
                    self.by_index.insert(*index, written(index.into_pyobject(hashed_step.py())?.into_any())?);
                }
                out.push_str(&self.by_index[index]);
            }
        }
        Ok(())
    }
}

/// Safe paths of places in a copied object: `root` and the steps as `hashed_step` writes them.
pub fn safe_paths<'py>(
    steps: &mut Steps,
    found: &Found,
    places: impl Iterator<Item = Place>,
    root: &str,
    hashed_step: &Bound<'py, PyAny>,
) -> PyResult<Vec<Bound<'py, PyString>>> {
    let py = hashed_step.py();
    steps.forget();
    let mut above = (None, String::new());
    let mut paths = Vec::new();
    for place in places {
        let holder = found.above(place);
        if holder.is_none() || above.0 != holder {
            let mut prefix = root.to_owned();
            for step in holder.map(|holder| found.steps_up(py, b"", holder)).unwrap_or_default().iter().rev() {
                steps.write(step, hashed_step, &mut prefix)?;
            }
            above = (holder, prefix);
        }
        let mut path = above.1.clone();
        if let Some(step) = found.step(py, b"", place) {
            steps.write(&step, hashed_step, &mut path)?;
        }
        paths.push(path);
    }
    paths.sort_unstable();
    paths.dedup();
    Ok(paths.iter().map(|path| PyString::new(py, path)).collect())
}
