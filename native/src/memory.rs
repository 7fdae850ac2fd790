//! The memory of a plain redactor's answers: by text, bounded, the older half dropped when the young half is full.

use std::sync::Mutex;

use pyo3::prelude::*;

use crate::names::Names;

/// What an entry costs beyond its text.
const ENTRY_BYTES: usize = 100;

#[derive(Clone, Copy)]
enum Answer {
    Unknown,
    /// Being asked for by the call of this number, as its question of that number.
    Asked(u32, u32),
    Same,
    /// Other text, which stands there.
    Other(u32, u32),
}

#[derive(Default)]
struct Half {
    questions: Names,
    answers: Vec<Answer>,
    texts: Vec<u8>,
    size: usize,
}

impl Half {
    fn number(&mut self, text: &[u8]) -> Option<usize> {
        let id = self.questions.number(text)? as usize;
        if id == self.answers.len() {
            self.answers.push(Answer::Unknown);
            self.size += text.len() + ENTRY_BYTES;
        }
        Some(id)
    }

    fn learn(&mut self, id: usize, answer: Option<&[u8]>) {
        self.answers[id] = match answer {
            None => Answer::Same,
            Some(text) => match (u32::try_from(self.texts.len()), u32::try_from(text.len())) {
                (Ok(start), Ok(len)) => {
                    self.texts.extend_from_slice(text);
                    self.size += text.len();
                    Answer::Other(start, len)
                }
                _ => Answer::Unknown,
            },
        }
    }

    fn known(&self, text: &[u8]) -> Option<Option<&[u8]>> {
        match self.answers[self.questions.look_up(text)? as usize] {
            Answer::Same => Some(None),
            Answer::Other(start, len) => Some(Some(&self.texts[start as usize..][..len as usize])),
            _ => None,
        }
    }
}

/// What the memory says of a question.
pub enum Recalled<'a> {
    Same,
    Other(&'a [u8]),
    /// Asked for already in this call, as the question of that number.
    Waiting(u32),
    /// To be asked; the number of its entry, if there is one.
    Missing(Option<usize>),
}

pub struct Halves {
    young: Half,
    old: Half,
    limit: usize,
    turns: u64,
    calls: u32,
}

impl Halves {
    /// Begin a call about so many bytes of text; its number, and the most bytes that one call should ask about.
    pub fn begin(&mut self, bytes: usize) -> u32 {
        if self.young.size + bytes > self.limit && self.young.size > 0 {
            self.old = std::mem::take(&mut self.young);
            self.turns += 1;
        }
        self.calls = self.calls.wrapping_add(1);
        self.calls
    }

    pub fn limit(&self) -> usize {
        self.limit
    }

    /// How often the halves changed places: numbers of entries hold until they do.
    pub fn turns(&self) -> u64 {
        self.turns
    }

    /// What is known of `text`; if nothing, it is the question number `question` of this call.
    pub fn recall(&mut self, text: &[u8], call: u32, question: u32) -> Recalled<'_> {
        let Some(id) = self.young.number(text) else {
            return Recalled::Missing(None);
        };
        if let Answer::Asked(asking, number) = self.young.answers[id] {
            if asking == call {
                return Recalled::Waiting(number);
            }
        }
        if matches!(self.young.answers[id], Answer::Unknown) {
            if let Some(known) = self.old.known(text) {
                self.young.learn(id, known);
            }
        }
        match self.young.answers[id] {
            Answer::Same => Recalled::Same,
            Answer::Other(start, len) => Recalled::Other(&self.young.texts[start as usize..][..len as usize]),
            _ => {
                self.young.answers[id] = Answer::Asked(call, question);
                Recalled::Missing(Some(id))
            }
        }
    }

    pub fn learn(&mut self, id: usize, answer: Option<&[u8]>) {
        // An answer that alone would fill much of the memory is not kept.
        if answer.is_none_or(|text| text.len() < self.limit / 8 && self.young.size < 2 * self.limit) {
            self.young.learn(id, answer);
        }
    }
}

/// Answers of one redactor that looks at the text alone.
#[pyclass(frozen, module = "openmed_beam._native")]
pub struct Memory {
    pub halves: Mutex<Halves>,
}

#[pymethods]
impl Memory {
    /// A memory of `limit` bytes of texts and answers.
    #[new]
    fn new(limit: usize) -> Self {
        let (young, old) = (Half::default(), Half::default());
        Memory { halves: Mutex::new(Halves { young, old, limit: limit / 2, turns: 0, calls: 0 }) }
    }
}
