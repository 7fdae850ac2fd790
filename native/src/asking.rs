//! Asking a plain redactor: a call for each text that the memory does not know.

use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::found::Found;
use crate::memory::{Memory, Recalled};
use crate::plan::text;
use crate::rewrite::Answers;

/// Why there are no answers.
pub enum Failed {
    /// The redactor raised, or gave what has no text: Python asks again and says what it is.
    Redactor,
    Interrupt(PyErr),
}

/// A plain function on text.
pub struct Asking<'a, 'py> {
    pub py: Python<'py>,
    pub function: &'a Bound<'py, PyAny>,
    /// The text in an answer that is no plain `str`.
    pub text_of: &'a Bound<'py, PyAny>,
}

impl Asking<'_, '_> {
    /// Answers for leaves, one call each.
    pub fn every(&self, record: &[u8], found: &Found) -> Result<Answers, Failed> {
        let mut answers = Answers::none(found.leaves.len());
        for (number, place) in found.leaves.iter().enumerate() {
            self.one(number, found.text(record, *place), &mut answers)?;
        }
        Ok(answers)
    }

    /// Answers for the leaves, and for numbers and then keys, from memory where it has them.
    pub fn unreachable_too(&self, memory: &Memory, record: &[u8], found: &Found) -> Result<(Answers, Answers), Failed> {
        let leaves: Vec<&[u8]> = found.leaves.iter().map(|place| found.text(record, *place)).collect();
        let leaves = self.each(memory, &leaves)?;
        let mut others: Vec<&[u8]> = found.numbers.iter().map(|place| found.literal(record, *place)).collect();
        others.extend(found.keys.iter().map(|key| key.name.as_slice()));
        Ok((leaves, self.each(memory, &others)?))
    }

    fn each(&self, memory: &Memory, texts: &[&[u8]]) -> Result<Answers, Failed> {
        let mut answers = Answers::none(texts.len());
        let mut from = 0;
        while from < texts.len() {
            // As many as half of the memory holds, or one.
            let (mut to, mut bytes) = (from + 1, texts[from].len());
            let limit = memory.halves.lock().map_err(|_| Failed::Redactor)?.limit();
            while to < texts.len() && bytes + texts[to].len() + 100 * (to - from) <= limit {
                bytes += texts[to].len();
                to += 1;
            }
            self.some(memory, texts, from, to, bytes, &mut answers)?;
            from = to;
        }
        Ok(answers)
    }

    fn some(
        &self,
        memory: &Memory,
        texts: &[&[u8]],
        from: usize,
        to: usize,
        bytes: usize,
        answers: &mut Answers,
    ) -> Result<(), Failed> {
        let mut missing: Vec<(usize, Option<usize>)> = Vec::with_capacity(to - from);
        let mut waiting: Vec<(usize, usize)> = Vec::new();
        let turns = {
            let mut halves = memory.halves.lock().map_err(|_| Failed::Redactor)?;
            let call = halves.begin(bytes + 100 * (to - from));
            let remembers = bytes <= halves.limit();
            for (number, text) in texts.iter().enumerate().take(to).skip(from) {
                if !remembers {
                    missing.push((number, None));
                    continue;
                }
                match halves.recall(text, call, number as u32) {
                    Recalled::Same => {}
                    Recalled::Other(answer) => answers.set(number, answer),
                    Recalled::Waiting(question) => waiting.push((number, question as usize)),
                    Recalled::Missing(entry) => missing.push((number, entry)),
                }
            }
            halves.turns()
        };
        for (number, _) in &missing {
            self.one(*number, texts[*number], answers)?;
        }
        for (number, question) in waiting {
            answers.copy(number, question);
        }
        let mut halves = memory.halves.lock().map_err(|_| Failed::Redactor)?;
        if halves.turns() == turns {
            for (number, entry) in missing {
                if let Some(entry) = entry {
                    halves.learn(entry, answers.get(number));
                }
            }
        }
        Ok(())
    }

    fn one(&self, number: usize, asked: &[u8], answers: &mut Answers) -> Result<(), Failed> {
        let question = text(self.py, asked).map_err(|_| Failed::Redactor)?;
        let mut answer = self.function.call1((&question,)).map_err(|error| self.failed(error))?;
        if answer.is(&question) {
            return Ok(());
        }
        if !answer.is_exact_instance_of::<PyString>() {
            answer = self.text_of.call1((answer,)).map_err(|error| self.failed(error))?;
        }
        let answer = answer.cast::<PyString>().map_err(|_| Failed::Redactor)?;
        let answer = answer.to_str().map_err(|_| Failed::Redactor)?;
        if answer.as_bytes() != asked {
            answers.set(number, answer.as_bytes());
        }
        Ok(())
    }

    fn failed(&self, error: PyErr) -> Failed {
        if error.is_instance_of::<PyKeyboardInterrupt>(self.py) {
            Failed::Interrupt(error)
        } else {
            Failed::Redactor
        }
    }
}
