//! The nodes of a scanned text, and how to go through them.

pub const NONE: u32 = u32::MAX;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Null,
    True,
    False,
    Number,
    String,
    Array,
    Object,
}

/// One value. Nodes stand in text order, each container before what it holds.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    pub kind: Kind,
    /// Strings: every byte between the quotes is ASCII, as written.
    pub ascii: bool,
    /// Strings: the text has escapes and stands decoded in the arena.
    pub escaped: bool,
    /// Member of an object: number of its key; item of an array: its index; root: 0.
    pub key: u32,
    /// The container that holds it, or `NONE`.
    pub parent: u32,
    /// Where it stands in the text: `text[start..end]`, strings without their quotes, containers with their brackets.
    pub start: u32,
    pub end: u32,
    /// Containers: the node after all that it holds. Escaped strings: where the decoded text starts in the arena.
    pub a: u32,
    /// Escaped strings: where the decoded text ends in the arena. Containers: how many members or items.
    pub b: u32,
}

/// Why a text was not read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// Not JSON to any parser in use here, NaN and repeated keys allowed or not.
    Syntax,
    /// Too deep, a repeated key, NaN, a lone surrogate, too large: for Python to judge. What stands behind it in the
    /// text was not looked at.
    Unsure,
}

/// The node that follows a value and all that it holds.
#[inline]
pub fn next(nodes: &[Node], at: usize) -> usize {
    let node = &nodes[at];
    if matches!(node.kind, Kind::Array | Kind::Object) {
        node.a as usize
    } else {
        at + 1
    }
}

/// The text of a string node: `buffer` is what was scanned, `arena` what it was scanned into.
#[inline]
pub fn text_of<'a>(node: &Node, buffer: &'a [u8], arena: &'a [u8]) -> &'a [u8] {
    if node.escaped {
        &arena[node.a as usize..node.b as usize]
    } else {
        &buffer[node.start as usize..node.end as usize]
    }
}
