//! The strict JSON scanner: one text into a row of nodes, or the reason why not.
//!
//! It reads exactly what `json_text.decode` reads at its fastest: no repeated keys, no NaN, no lone surrogates, one
//! depth limit. Nothing is copied but strings with escapes, which are decoded on the way. Iterative: depth costs memory,
//! never stack.

use crate::arena::{special, word_at, HIGHS};

pub use crate::arena::Arena;
pub use crate::keys::Keys;
pub use crate::nodes::{next, text_of, Fault, Kind, Node, NONE};

struct Scanner<'a> {
    /// The text up to its end; what stands before `at` is not its own.
    text: &'a [u8],
    at: usize,
    nodes: &'a mut Vec<Node>,
    arena: &'a mut Arena,
    keys: &'a mut Keys,
    /// The key before.
    last: u32,
}

/// Read the JSON text `buffer[from..to]`, which is valid UTF-8, and append its nodes.
///
/// Offsets of nodes count from the start of `buffer`, those of decoded strings from the start of `arena`; both are
/// appended to, so that many texts share them. The root is the node at `nodes.len()` before the call. After a fault
/// `nodes` is as it was before.
pub fn scan(
    buffer: &[u8],
    from: usize,
    to: usize,
    max_depth: usize,
    nodes: &mut Vec<Node>,
    arena: &mut Arena,
    keys: &mut Keys,
) -> Result<(), Fault> {
    let before = nodes.len();
    if to > NONE as usize / 2 || arena.len() + (to - from) > NONE as usize / 2 || before > NONE as usize / 2 {
        return Err(Fault::Unsure);
    }
    let mut scanner = Scanner { text: &buffer[..to], at: from, nodes, arena, keys, last: 0 };
    let outcome = scanner.run(max_depth);
    if outcome.is_err() {
        nodes.truncate(before);
    }
    outcome
}

impl Scanner<'_> {
    #[inline]
    fn space(&mut self) -> u8 {
        loop {
            match self.text.get(self.at) {
                Some(b' ' | b'\n' | b'\r' | b'\t') => self.at += 1,
                Some(byte) => return *byte,
                None => return 0,
            }
        }
    }

    fn run(&mut self, max_depth: usize) -> Result<(), Fault> {
        let mut container = NONE;
        let mut depth = 0;
        let mut key = 0;
        'values: loop {
            let byte = self.space();
            let at = self.nodes.len();
            let mut node = Node {
                kind: Kind::Null,
                ascii: true,
                escaped: false,
                key,
                parent: container,
                start: self.at as u32,
                end: 0,
                a: 0,
                b: 0,
            };
            let mut last = at;
            match byte {
                b'"' => {
                    node.kind = Kind::String;
                    self.string(&mut node)?;
                    self.nodes.push(node);
                }
                b'{' | b'[' => {
                    depth += 1;
                    if depth > max_depth {
                        return Err(Fault::Unsure);
                    }
                    node.kind = if byte == b'{' { Kind::Object } else { Kind::Array };
                    self.nodes.push(node);
                    self.at += 1;
                    let first = self.space();
                    if first != byte + 2 {
                        container = at as u32;
                        key = if byte == b'{' { self.key()? } else { 0 };
                        continue 'values;
                    }
                    self.at += 1;
                    depth -= 1;
                    let node = &mut self.nodes[at];
                    node.a = at as u32 + 1;
                    node.end = self.at as u32;
                }
                b'-' | b'0'..=b'9' => {
                    node.kind = Kind::Number;
                    self.number()?;
                    node.end = self.at as u32;
                    self.nodes.push(node);
                }
                b't' => self.word(node, Kind::True, b"true")?,
                b'f' => self.word(node, Kind::False, b"false")?,
                b'n' => self.word(node, Kind::Null, b"null")?,
                b'N' | b'I' => return Err(Fault::Unsure),
                _ => return Err(Fault::Syntax),
            }
            loop {
                if container == NONE {
                    break 'values;
                }
                let holder = container as usize;
                let is_object = self.nodes[holder].kind == Kind::Object;
                match self.space() {
                    b',' => {
                        self.at += 1;
                        if is_object {
                            self.nodes[holder].b += 1;
                            self.space();
                            key = self.key()?;
                        } else {
                            key = self.nodes[last].key + 1;
                        }
                        continue 'values;
                    }
                    b'}' if is_object => {
                        if self.keys.repeats(self.nodes, holder) {
                            return Err(Fault::Unsure);
                        }
                        self.nodes[holder].b += 1;
                    }
                    b']' if !is_object => self.nodes[holder].b = self.nodes[last].key + 1,
                    _ => return Err(Fault::Syntax),
                }
                self.at += 1;
                depth -= 1;
                let after = self.nodes.len() as u32;
                let node = &mut self.nodes[holder];
                node.a = after;
                node.end = self.at as u32;
                last = holder;
                container = node.parent;
            }
        }
        self.space();
        if self.at == self.text.len() {
            Ok(())
        } else {
            Err(Fault::Syntax)
        }
    }

    fn word(&mut self, mut node: Node, kind: Kind, literal: &[u8]) -> Result<(), Fault> {
        if !self.text[self.at..].starts_with(literal) {
            return Err(Fault::Syntax);
        }
        self.at += literal.len();
        node.kind = kind;
        node.end = self.at as u32;
        self.nodes.push(node);
        Ok(())
    }

    #[inline]
    fn digits(&mut self) -> usize {
        let start = self.at;
        while matches!(self.text.get(self.at), Some(b'0'..=b'9')) {
            self.at += 1;
        }
        self.at - start
    }

    fn number(&mut self) -> Result<(), Fault> {
        if self.text[self.at] == b'-' {
            self.at += 1;
        }
        match self.text.get(self.at) {
            Some(b'0') => self.at += 1,
            Some(b'1'..=b'9') => {
                self.digits();
            }
            // -Infinity
            Some(b'I') => return Err(Fault::Unsure),
            _ => return Err(Fault::Syntax),
        }
        if self.text.get(self.at) == Some(&b'.') {
            self.at += 1;
            if self.digits() == 0 {
                return Err(Fault::Syntax);
            }
        }
        if matches!(self.text.get(self.at), Some(b'e' | b'E')) {
            self.at += 1;
            if matches!(self.text.get(self.at), Some(b'+' | b'-')) {
                self.at += 1;
            }
            if self.digits() == 0 {
                return Err(Fault::Syntax);
            }
        }
        Ok(())
    }

    /// An object's next key and the colon behind it.
    fn key(&mut self) -> Result<u32, Fault> {
        if self.text.get(self.at) != Some(&b'"') {
            return Err(Fault::Syntax);
        }
        let start = self.at + 1;
        let id = match self.keys.guess(self.last) {
            Some((id, name))
                if self.text[start..].starts_with(name) && self.text.get(start + name.len()) == Some(&b'"') =>
            {
                self.at = start + name.len() + 1;
                id
            }
            _ => self.new_key()?,
        };
        self.last = id;
        if self.space() != b':' {
            return Err(Fault::Syntax);
        }
        self.at += 1;
        Ok(id)
    }

    /// A key that was not the one to be expected.
    fn new_key(&mut self) -> Result<u32, Fault> {
        let mut node =
            Node { kind: Kind::String, ascii: true, escaped: false, key: 0, parent: 0, start: 0, end: 0, a: 0, b: 0 };
        let before = self.arena.len();
        self.string(&mut node)?;
        if node.escaped {
            let id = self.keys.number(&self.arena.bytes()[node.a as usize..node.b as usize])?;
            self.arena.truncate(before);
            return Ok(id);
        }
        let id = self.keys.number(&self.text[node.start as usize..node.end as usize])?;
        self.keys.expect(self.last, id);
        Ok(id)
    }

    /// A string from its opening quote to behind its closing one.
    #[inline]
    fn string(&mut self, node: &mut Node) -> Result<(), Fault> {
        let text = self.text;
        let start = self.at + 1;
        let mut at = start;
        let mut high = 0;
        node.start = start as u32;
        while let Some(word) = word_at(text, at) {
            let found = special(word);
            if found == 0 {
                high |= word;
                at += 8;
                continue;
            }
            let plain = found.trailing_zeros() / 8;
            high |= word & !(u64::MAX << (8 * plain));
            at += plain as usize;
            break;
        }
        loop {
            match text.get(at) {
                None | Some(0..=0x1f) => return Err(Fault::Syntax),
                Some(b'"') => {
                    node.ascii = high & HIGHS == 0;
                    node.end = at as u32;
                    self.at = at + 1;
                    return Ok(());
                }
                Some(b'\\') => return self.decode(node, start, at, high),
                Some(byte) => {
                    high |= u64::from(*byte);
                    at += 1;
                }
            }
        }
    }

    /// The rest of a string from its first escape on; the whole goes into the arena, decoded.
    fn decode(&mut self, node: &mut Node, start: usize, first: usize, mut high: u64) -> Result<(), Fault> {
        let text = self.text;
        let mut at = first;
        self.arena.room(text.len() - start);
        node.escaped = true;
        node.a = self.arena.len() as u32;
        self.arena.extend(&text[start..at]);
        loop {
            if let Some(word) = word_at(text, at) {
                let found = special(word);
                self.arena.put_word(word);
                if found == 0 {
                    high |= word;
                    at += 8;
                    self.arena.advance(8);
                    continue;
                }
                let plain = found.trailing_zeros() / 8;
                high |= word & !(u64::MAX << (8 * plain));
                at += plain as usize;
                self.arena.advance(plain as usize);
            }
            match text.get(at) {
                None | Some(0..=0x1f) => return Err(Fault::Syntax),
                Some(b'"') => {
                    node.ascii = high & HIGHS == 0;
                    node.end = at as u32;
                    node.b = self.arena.len() as u32;
                    self.at = at + 1;
                    return Ok(());
                }
                Some(b'\\') => {
                    let escape = text.get(at + 1).copied().unwrap_or(0);
                    let byte = match escape {
                        b'"' | b'\\' | b'/' => escape,
                        b'n' => b'\n',
                        b't' => b'\t',
                        b'r' => b'\r',
                        b'b' => 8,
                        b'f' => 12,
                        b'u' => {
                            at = self.code_point(at)?;
                            continue;
                        }
                        _ => return Err(Fault::Syntax),
                    };
                    self.arena.push(byte);
                    at += 2;
                }
                Some(byte) => {
                    high |= u64::from(*byte);
                    self.arena.push(*byte);
                    at += 1;
                }
            }
        }
    }

    /// A `\u` escape, both halves of a pair; returns where it ends.
    fn code_point(&mut self, at: usize) -> Result<usize, Fault> {
        let mut code = self.hex(at + 2)?;
        let mut end = at + 6;
        if (0xd800..0xe000).contains(&code) {
            if code >= 0xdc00 || self.text.get(end..end + 2) != Some(b"\\u") {
                return Err(Fault::Unsure);
            }
            let low = self.hex(end + 2)?;
            if !(0xdc00..0xe000).contains(&low) {
                return Err(Fault::Unsure);
            }
            code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
            end += 6;
        }
        let decoded = char::from_u32(code).ok_or(Fault::Unsure)?;
        let mut bytes = [0; 4];
        self.arena.extend(decoded.encode_utf8(&mut bytes).as_bytes());
        Ok(end)
    }

    fn hex(&self, at: usize) -> Result<u32, Fault> {
        let digits = self.text.get(at..at + 4).ok_or(Fault::Syntax)?;
        digits.iter().try_fold(0, |code, digit| {
            (*digit as char).to_digit(16).map(|value| code * 16 + value).ok_or(Fault::Syntax)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, depth: usize) -> Result<(Vec<Node>, Vec<u8>), Fault> {
        let (mut nodes, mut arena, mut keys) = (Vec::new(), Arena::default(), Keys::default());
        scan(text.as_bytes(), 0, text.len(), depth, &mut nodes, &mut arena, &mut keys)?;
        Ok((nodes, arena.bytes().to_vec()))
    }

    #[test]
    fn reads() {
        let text = r#" {"a": [1, -0.5e+9, "x\n\u00e9\ud83d\ude00", {}], "b\"": null, "é": []} "#;
        let (nodes, arena) = read(text, 200).unwrap();
        let kinds: Vec<Kind> = nodes.iter().map(|node| node.kind).collect();
        use Kind::*;
        assert_eq!(kinds, [Object, Array, Number, Number, String, Object, Null, Array]);
        assert_eq!(text_of(&nodes[4], text.as_bytes(), &arena), "x\né😀".as_bytes());
        assert_eq!((nodes[0].b, nodes[1].b, nodes[5].b, nodes[0].a, nodes[1].a), (3, 4, 0, 8, 6));
        assert_eq!((nodes[4].key, nodes[5].key, nodes[5].parent), (2, 3, 1));
    }

    #[test]
    fn refuses() {
        for text in [
            "",
            " ",
            "{",
            "[",
            "]",
            "{]",
            "[}",
            "[1,]",
            "{\"a\":1,}",
            "{\"a\"}",
            "{1:2}",
            "01",
            "1.",
            "-",
            "+1",
            "1e",
            ".5",
            "tru",
            "truex",
            "nul",
            "\"",
            "\"\\x\"",
            "\"\\u12\"",
            "\"\\u12g4\"",
            "\"\n\"",
            "1 2",
            "[1 2]",
            "'a'",
            "\u{feff}1",
            "[1]x",
            "{\"a\":}",
            "{,}",
            "[,]",
        ] {
            assert_eq!(read(text, 200).err(), Some(Fault::Syntax), "{text}");
        }
        for text in [
            "NaN",
            "[Infinity]",
            "-Infinity",
            r#"{"a":1,"\u0061":2}"#,
            r#"{"a":{"a":1},"b":0,"a":2}"#,
            r#""\ud800""#,
            r#""\udc00""#,
            r#""\ud800\u0041""#,
            "[[[]]]",
        ] {
            assert_eq!(read(text, 2).err(), Some(Fault::Unsure), "{text}");
        }
        assert!(read("[[]]", 2).is_ok());
        assert!(read(r#"{"a":{"a":1},"b":{"a":2,"b":1}}"#, 2).is_ok());
    }

    #[test]
    fn many_keys_repeat_or_not() {
        let members: Vec<String> = (0..3000).map(|n| format!("\"k{n}\":{n}")).collect();
        assert!(read(&format!("{{{}}}", members.join(",")), 1).is_ok());
        assert_eq!(read(&format!("{{{},\"k7\":0}}", members.join(",")), 1).err(), Some(Fault::Unsure));
    }
}
