//! Which words a text holds.

use memchr::memmem;
use pyo3::prelude::*;

/// Whether the text holds each of the words, anywhere. Raises UnicodeEncodeError where the text or a word is no UTF-8.
#[pyfunction]
pub fn held(words: Vec<String>, text: &str) -> Vec<bool> {
    words.iter().map(|word| memmem::find(text.as_bytes(), word.as_bytes()).is_some()).collect()
}
