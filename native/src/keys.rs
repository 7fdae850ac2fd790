//! Object keys by number, and what finds a key that repeats.

use crate::names::Names;
use crate::nodes::{next, Fault, Node, NONE};

/// The object keys of all texts, by number, and what finds a key that repeats.
#[derive(Default)]
pub struct Keys {
    pub names: Names,
    seen_in: Vec<u64>,
    /// For each key: which came after it last, where that one was written without escapes.
    after: Vec<u32>,
    objects: u64,
}

impl Keys {
    /// The number of a key, known from now on.
    #[inline]
    pub fn number(&mut self, key: &[u8]) -> Result<u32, Fault> {
        let id = self.names.number(key).ok_or(Fault::Unsure)?;
        if id as usize >= self.seen_in.len() {
            self.seen_in.push(0);
            self.after.push(NONE);
        }
        Ok(id)
    }

    /// Forget all keys: their numbers mean nothing afterwards.
    pub fn clear(&mut self) {
        self.names.clear();
        self.seen_in.clear();
        self.after.clear();
    }

    /// The key that is likely to follow `last`, with its text.
    #[inline]
    pub fn guess(&self, last: u32) -> Option<(u32, &[u8])> {
        let id = *self.after.get(last as usize)?;
        (id != NONE).then(|| (id, self.names.get(id)))
    }

    /// Whether a key repeats among the members of the object `at`.
    pub fn repeats(&mut self, nodes: &[Node], at: usize) -> bool {
        self.objects += 1;
        let mut member = at + 1;
        while member < nodes.len() {
            let node = &nodes[member];
            let seen = &mut self.seen_in[node.key as usize];
            if *seen == self.objects {
                return true;
            }
            *seen = self.objects;
            member = next(nodes, member);
        }
        false
    }

    /// Expect `key` after `last` from now on; it must have been written without escapes.
    pub fn expect(&mut self, last: u32, key: u32) {
        if let Some(after) = self.after.get_mut(last as usize) {
            *after = key;
        }
    }
}
