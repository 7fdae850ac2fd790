//! JSON string tokens, escaped exactly as `json_text.encode_string` escapes them.

use crate::arena::{special, word_at, Arena};

const STRETCH: usize = 512;

/// Append a string token for `text`; `ascii_only` where the token that it replaces is ASCII.
pub fn token(text: &[u8], ascii_only: bool, out: &mut Arena) {
    out.room(2);
    out.push(b'"');
    if ascii_only && !text.is_ascii() {
        for letter in String::from_utf8_lossy(text).chars() {
            out.room(12);
            letter_in_ascii(letter, out);
        }
    } else {
        let mut at = 0;
        while at < text.len() {
            let stop = text.len().min(at + STRETCH);
            // Every byte of the stretch may take six.
            out.room(6 * (STRETCH + 8));
            while at < stop {
                if let Some(word) = word_at(text, at) {
                    out.put_word(word);
                    let found = special(word);
                    if found == 0 {
                        at += 8;
                        out.advance(8);
                        continue;
                    }
                    let plain = found.trailing_zeros() as usize / 8;
                    at += plain;
                    out.advance(plain);
                }
                byte(text[at], out);
                at += 1;
            }
        }
    }
    out.room(1);
    out.push(b'"');
}

#[inline]
fn byte(byte: u8, out: &mut Arena) {
    let letter = match byte {
        b'"' | b'\\' => byte,
        b'\n' => b'n',
        b'\r' => b'r',
        b'\t' => b't',
        8 => b'b',
        12 => b'f',
        0..=0x1f => return unit(u16::from(byte), out),
        _ => return out.push(byte),
    };
    out.push(b'\\');
    out.push(letter);
}

fn letter_in_ascii(letter: char, out: &mut Arena) {
    match letter {
        '\0'..='~' => byte(letter as u8, out),
        _ => {
            let mut units = [0; 2];
            for half in letter.encode_utf16(&mut units) {
                unit(*half, out);
            }
        }
    }
}

fn unit(unit: u16, out: &mut Arena) {
    out.push(b'\\');
    out.push(b'u');
    for shift in [12, 8, 4, 0] {
        out.push(b"0123456789abcdef"[usize::from(unit >> shift & 15)]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(text: &str, ascii_only: bool) -> String {
        let mut out = Arena::default();
        token(text.as_bytes(), ascii_only, &mut out);
        String::from_utf8(out.bytes().to_vec()).unwrap()
    }

    #[test]
    fn escapes() {
        assert_eq!(written("a\"b\\\n\r\t\u{8}\u{c}\u{1b}\u{7f}", true), "\"a\\\"b\\\\\\n\\r\\t\\b\\f\\u001b\u{7f}\"");
        assert_eq!(written("é😀\u{7f}", true), "\"\\u00e9\\ud83d\\ude00\\u007f\"");
        assert_eq!(written("é😀\"", false), "\"é😀\\\"\"");
        let long = "x\"yé".repeat(1000);
        assert_eq!(written(&long, false), format!("\"{}\"", "x\\\"yé".repeat(1000)));
    }
}
