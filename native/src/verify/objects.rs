//! Two decoded traces, by openmed's rules.

use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyList, PyString};

use super::standings::{Items, Standings};
use super::{sure, Step, Stop};

/// One comparison of two decoded traces.
pub struct Objects<'s, 'py> {
    py: Python<'py>,
    standings: &'s mut Standings,
    /// The strings that differ.
    before: Vec<Bound<'py, PyString>>,
    after: Vec<Bound<'py, PyString>>,
    /// Members that are looked at once the loop over their object is done: no Python code runs within it.
    waiting: Vec<[Bound<'py, PyAny>; 3]>,
    scalars: u64,
    fields: u64,
}

impl<'s, 'py> Objects<'s, 'py> {
    pub fn new(py: Python<'py>, standings: &'s mut Standings) -> Self {
        let (before, after, waiting) = (Vec::new(), Vec::new(), Vec::new());
        Objects { py, standings, before, after, waiting, scalars: 0, fields: 0 }
    }

    /// Scalars and content fields of a pair that passes.
    pub fn run(
        mut self,
        before: &Bound<'py, PyAny>,
        after: &Bound<'py, PyAny>,
        root: u32,
        max_depth: usize,
    ) -> Step<(u64, u64)> {
        self.fields += self.standings.facts(root).accepts;
        self.value(before, after, root, max_depth)?;
        sure(self.apart()?)?;
        Ok((self.scalars, self.fields))
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
        sure(before.len() == after.len() && room > 0)?;
        if !self.standings.facts(at).dead {
            self.ends(before, at)?;
        }
        let first = self.waiting.len();
        for (key, value) in before.iter() {
            sure(key.is_exact_instance_of::<PyString>())?;
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
        sure(before.len() == after.len() && room > 0)?;
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
        let key = self.standings.keys.number(text.as_bytes()).map_err(|_| Stop::Doubt)?;
        self.standings.member(self.py, at, key)
    }

    /// Count the members of an object at which content paths end.
    fn ends(&mut self, before: &Bound<'py, PyDict>, at: u32) -> Step {
        if let Some(ends) = self.standings.ends(self.py, at)? {
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

    /// Whether no changed string after is one before; see `Changes`. Lengths tell most of them apart.
    fn apart(&self) -> PyResult<bool> {
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
        near.sort_unstable();
        for text in self.before.iter().filter(|_| !near.is_empty()) {
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
    if before.is_none() || before.is_exact_instance_of::<PyBool>() {
        return Ok(before.is(after));
    }
    let numbers = (before.is_exact_instance_of::<PyInt>() && after.is_exact_instance_of::<PyInt>())
        || (before.is_exact_instance_of::<PyFloat>() && after.is_exact_instance_of::<PyFloat>());
    Ok(numbers && before.eq(after)?)
}
