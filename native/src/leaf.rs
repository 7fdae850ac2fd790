//! The leaves of a walk: opaque values, JSON inside strings, and text that is taken whole.

use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::found::{chars, Doc, Level, Place};
use crate::plan::text;
use crate::scan::{next, scan, Fault, Kind, NONE};
use crate::walk::{Walk, Way, DECLARED, OPAQUE_CHARS, OUTSIDE, PAYLOAD};
use crate::walker::Stop;

impl Walk<'_> {
    pub fn is_opaque_name(&mut self, place: Place, container: u32, key: u32) -> Result<bool, Stop> {
        let members = PyDict::new(self.py);
        if container != NONE {
            let nodes = self.found.nodes(place.doc);
            let mut at = container as usize + 1;
            while at < nodes[container as usize].a as usize {
                let name = text(self.py, self.inner.keys.names.get(nodes[at].key))?;
                if nodes[at].kind == Kind::String {
                    let value = self.found.text(self.record, Place { doc: place.doc, node: at as u32 });
                    // Types are short names.
                    members.set_item(name, text(self.py, if value.len() < 100 { value } else { b"" })?)?;
                } else {
                    members.set_item(name, self.py.None())?;
                }
                at = next(nodes, at);
            }
        }
        let name = text(self.py, self.inner.keys.names.get(key))?;
        Ok(self.inner.judge.is_opaque_name.bind(self.py).call1((name, members))?.is_truthy()?)
    }

    /// Count an opaque value, unless it holds a secret.
    pub fn spares(&mut self, place: Place) -> Result<bool, Stop> {
        let value = text(self.py, self.found.text(self.record, place))?;
        let spared = self.inner.judge.spares.bind(self.py).call1((value,))?.is_truthy()?;
        self.found.opaque += u64::from(spared);
        Ok(spared)
    }

    fn is_opaque_value(&mut self, place: Place) -> Result<bool, Stop> {
        let value = self.found.text(self.record, place);
        if value.len() < OPAQUE_CHARS
            || !self.inner.judge.opaque_starts.iter().any(|start| value.starts_with(start.as_bytes()))
            || chars(value) < OPAQUE_CHARS
        {
            return Ok(false);
        }
        let value = text(self.py, value)?;
        Ok(self.inner.judge.is_opaque_value.bind(self.py).call1((value,))?.is_truthy()?)
    }

    /// One string under content: decoded where it is JSON and the depth allows, else taken whole.
    pub fn leaf(&mut self, place: Place, times: usize, way: Way) -> Result<(), Stop> {
        let settings = self.inner.settings;
        let value = self.found.text(self.record, place);
        if may_open(value[0]) {
            if self.level(place.doc) < settings.decode_depth && (times > 0 || settings.decode_depth > 1) {
                let opener = opener(value)?;
                if opener != 0 && self.payload(place, times.max(1), way, opener)? {
                    return Ok(());
                }
            }
            // Other text that starts with the same byte as odd white space may be opaque; none is.
        } else if settings.protect && self.is_opaque_value(place)? && self.spares(place)? {
            return Ok(());
        }
        if let Some(limit) = settings.max_leaf_chars {
            let value = self.found.text(self.record, place);
            if value.len() > limit && chars(value) > limit {
                return Err(Stop::Declined);
            }
        }
        self.found.leaves.push(place);
        Ok(())
    }

    /// How deep a payload may nest, the levels around it counted.
    fn room(&self, steps: usize) -> usize {
        self.inner.settings.max_depth.saturating_sub(steps).max(1)
    }

    /// Decode the text of a string into a document of its own.
    fn open(&mut self, place: Place, depth: usize) -> Result<u32, Fault> {
        let host = self.node(place);
        let outer = self.found.docs[place.doc as usize];
        let level = usize::from(outer.level);
        let (source, start, end) =
            if host.escaped { (outer.level + 1, host.a, host.b) } else { (outer.source, host.start, host.end) };
        if self.found.levels.len() == level + 1 {
            self.found.levels.push(Level::default());
        }
        let (above, below) = self.found.levels.split_at_mut(level + 1);
        let buffer = match usize::from(source) {
            0 => self.record,
            source => above[source - 1].arena.bytes(),
        };
        let Level { nodes, arena } = &mut below[0];
        let root = nodes.len() as u32;
        scan(buffer, start as usize, end as usize, depth, nodes, arena, &mut self.inner.keys)?;
        let number = self.found.docs.len() as u32;
        self.found.docs.push(Doc {
            level: outer.level + 1,
            source,
            root,
            start,
            end,
            host: place,
            well_formed: true,
            crossed: false,
        });
        Ok(number)
    }

    /// Decode a string under content and collect the leaves in it; false where it is to be taken whole.
    fn payload(&mut self, place: Place, times: usize, way: Way, opener: u8) -> Result<bool, Stop> {
        let level = self.level(place.doc);
        let depth = if level == 0 { self.inner.settings.max_depth } else { self.room(way.steps) };
        let doc = match self.open(place, depth) {
            Ok(doc) => doc,
            Err(Fault::Unsure) => return Err(Stop::Declined),
            Err(Fault::Syntax) => {
                if opener != b'"' {
                    self.found.malformed.extend(std::iter::repeat_n(place, times));
                    if self.inner.settings.lenient {
                        let value = text(self.py, self.found.text(self.record, place))?;
                        if self.inner.judge.is_lexable.bind(self.py).call1((value,))?.is_truthy()? {
                            return Err(Stop::Declined);
                        }
                    }
                }
                return Ok(false);
            }
        };
        self.found.structured += times as u64;
        let region = self.region_inside(way.region);
        let inner = Way { region, ..way };
        let root = Place { doc, node: self.found.docs[doc as usize].root };
        let node = self.node(root);
        match node.kind {
            Kind::Object | Kind::Array => self.below(root, Way { state: self.onward(way.state), ..inner })?,
            _ if node.start != node.end => self.leaf(root, 0, inner)?,
            _ => {}
        }
        Ok(true)
    }

    fn region_inside(&self, region: u8) -> u8 {
        if region == DECLARED {
            DECLARED
        } else if self.inner.settings.payload_defaults {
            PAYLOAD
        } else {
            OUTSIDE
        }
    }

    /// A path goes on inside an encoded string that is not content itself.
    pub fn cross(&mut self, place: Place, way: Way) -> Result<(), Stop> {
        let value = self.found.text(self.record, place);
        if value.is_empty() || !matches!(value[0], b'{' | b'[' | b'"' | b' ' | b'\n' | b'\t' | b'\r') {
            return Ok(());
        }
        let doc = match self.open(place, self.room(way.steps)) {
            Ok(doc) => doc,
            Err(Fault::Unsure) => return Err(Stop::Declined),
            Err(Fault::Syntax) => return Ok(()),
        };
        let root = Place { doc, node: self.found.docs[doc as usize].root };
        if !matches!(self.node(root).kind, Kind::Object | Kind::Array | Kind::String) {
            self.found.docs.pop();
            return Ok(());
        }
        self.found.docs[doc as usize].crossed = true;
        let before = self.found.leaves.len();
        let region = if self.inner.settings.payload_defaults { PAYLOAD } else { OUTSIDE };
        self.search(root, Way { region, ..way })?;
        let inside = &self.found.docs[doc as usize + 1..];
        if before == self.found.leaves.len() && !inside.iter().any(|inner| inner.well_formed) {
            self.found.docs[doc as usize].well_formed = false;
        } else {
            self.found.structured += 1;
        }
        Ok(())
    }
}

/// Whether a text that starts with this byte may be JSON behind white space of any kind.
#[inline]
pub fn may_open(first: u8) -> bool {
    matches!(first, b'{' | b'[' | b'"' | b' ' | b'\n' | b'\t' | b'\r' | 0x0b | 0x0c | 0x1c..=0x1f | 0xc2 | 0xe2 | 0xef)
}

/// The first letter of a text that opens a JSON value worth decoding, white space aside; 0 where none does.
fn opener(value: &[u8]) -> Result<u8, Stop> {
    let Some(at) = value.iter().position(|byte| !matches!(byte, b' ' | b'\n' | b'\t' | b'\r')) else {
        return Ok(0);
    };
    let rest = &value[at..];
    match rest[0] {
        first @ (b'{' | b'[' | b'"') => Ok(first),
        0x21..=0x7f => Ok(0),
        _ => {
            let head = &rest[..rest.len().min(4)];
            let letter = match std::str::from_utf8(head) {
                Ok(letters) => letters.chars().next(),
                Err(error) => std::str::from_utf8(&head[..error.valid_up_to()]).ok().and_then(|l| l.chars().next()),
            };
            match letter {
                // Odd white space or a byte order mark may stand before JSON.
                Some(letter) if letter.is_whitespace() || matches!(letter, '\x1c'..='\x1f' | '\u{feff}') => {
                    Err(Stop::Declined)
                }
                Some(_) => Ok(0),
                None => Err(Stop::Declined),
            }
        }
    }
}
