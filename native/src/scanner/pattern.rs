//! Triggers as patterns over bytes: read, and spelled out into rows of runs.

/// A pattern that is not read here, or has too many spellings.
#[derive(Debug)]
pub struct Unfit;

/// A set of bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Mask([u64; 4]);

pub const DIGITS: Mask = Mask([0x03FF << 48, 0, 0, 0]);
pub const ALL: Mask = Mask([u64::MAX; 4]);
const SPACE: &[u8] = b" \t\n\r\x0c\x0b";

impl Mask {
    pub fn of(bytes: impl IntoIterator<Item = u8>) -> Self {
        let mut mask = Mask::default();
        bytes.into_iter().for_each(|byte| mask.add(byte));
        mask
    }

    fn add(&mut self, byte: u8) {
        self.0[byte as usize / 64] |= 1 << (byte % 64);
    }

    #[inline]
    pub fn holds(&self, byte: u8) -> bool {
        self.0[byte as usize / 64] >> (byte % 64) & 1 == 1
    }

    pub fn len(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    pub fn bytes(self) -> impl Iterator<Item = u8> {
        (0..=255).filter(move |&byte| self.holds(byte))
    }

    pub fn meets(&self, other: &Mask) -> bool {
        self.0.iter().zip(other.0).any(|(word, other)| word & other != 0)
    }

    pub fn is_within(&self, other: &Mask) -> bool {
        self.0.iter().zip(other.0).all(|(word, other)| word & !other == 0)
    }

    pub fn with(self, other: &Mask) -> Self {
        Mask(std::array::from_fn(|place| self.0[place] | other.0[place]))
    }

    fn without(self, other: &Mask) -> Self {
        Mask(std::array::from_fn(|place| self.0[place] & !other.0[place]))
    }

    fn in_either_case(self) -> Self {
        Mask::of(self.bytes().flat_map(|byte| [byte, byte.to_ascii_lowercase(), byte.to_ascii_uppercase()]))
    }
}

/// Bytes of a set in a row: fewest and most, `ENDLESS` for no bound.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Run {
    pub mask: Mask,
    pub fewest: u16,
    pub most: u16,
}

pub const ENDLESS: u16 = u16::MAX;

impl Run {
    fn one(mask: Mask) -> Self {
        Run { mask, fewest: 1, most: 1 }
    }

    pub fn is_one(&self) -> bool {
        (self.fewest, self.most) == (1, 1)
    }
}

pub type Row = Vec<Run>;

/// One of several branches, that many times, or a run.
#[derive(Clone)]
enum Node {
    Run(Run),
    Group(Vec<Vec<Node>>, u16, u16),
}

/// Most spellings of one trigger.
const MOST_SPELLINGS: usize = 1_000;
/// Sets of so many bytes, and runs of so many lengths, are spelled out by `further`.
const FEW: u32 = 6;

/// The spellings of a pattern; of one with too many, those of its first part, and those of the rest.
pub fn spellings(pattern: &str, caseless: bool) -> Result<(Vec<Row>, Vec<Row>), Unfit> {
    let mut reader = Reader { pattern, at: 0 };
    let mut branches = reader.branches(caseless)?;
    if reader.at < pattern.len() {
        return Err(Unfit);
    }
    if let Ok(rows) = spelled(&[Node::Group(branches.clone(), 1, 1)]) {
        return Ok((rows, Vec::new()));
    }
    let (Some(nodes), true) = (branches.pop(), branches.is_empty()) else { return Err(Unfit) };
    for size in (1..nodes.len()).rev() {
        if let (Ok(rows), Ok(rest)) = (spelled(&nodes[..size]), spelled(&nodes[size..])) {
            if rows.iter().flatten().all(Run::is_one) {
                return Ok((rows, rest));
            }
        }
    }
    Err(Unfit)
}

fn spelled(nodes: &[Node]) -> Result<Vec<Row>, Unfit> {
    let mut rows: Vec<Row> = vec![Vec::new()];
    for node in nodes {
        let choices: Vec<Row> = match node {
            Node::Run(run) if (run.fewest, run.most) == (0, 1) => vec![Vec::new(), vec![Run::one(run.mask)]],
            Node::Run(run) if run.fewest == run.most => vec![vec![Run::one(run.mask); run.most as usize]],
            Node::Run(run) => vec![vec![*run]],
            Node::Group(branches, fewest, most) => {
                let once = branches.iter().map(|branch| spelled(branch)).collect::<Result<Vec<_>, _>>()?.concat();
                repeated(&once, *fewest, *most)?
            }
        };
        rows = joined(&rows, &choices)?;
    }
    Ok(rows)
}

fn repeated(once: &[Row], fewest: u16, most: u16) -> Result<Vec<Row>, Unfit> {
    let mut choices = Vec::new();
    let mut times: Vec<Row> = vec![Vec::new()];
    for count in 0..=most {
        if count >= fewest {
            choices.extend_from_slice(&times);
        }
        if count < most {
            times = joined(&times, once)?;
        }
    }
    Ok(choices)
}

fn joined(rows: &[Row], choices: &[Row]) -> Result<Vec<Row>, Unfit> {
    if rows.len() * choices.len() > MOST_SPELLINGS {
        return Err(Unfit);
    }
    Ok(rows.iter().flat_map(|row| choices.iter().map(move |choice| [&row[..], choice].concat())).collect())
}

/// Rows with small sets byte by byte, and with runs of a few lengths in each of them, as far as they stay few.
pub fn further(rows: &[Row]) -> Vec<Row> {
    let mut out = Vec::new();
    for row in rows {
        let mut made: Vec<Row> = vec![Vec::new()];
        for run in row {
            let choices: Vec<Row> = if run.is_one() && run.mask.len() <= FEW {
                run.mask.bytes().map(|byte| vec![Run::one(Mask::of([byte]))]).collect()
            } else if run.most > run.fewest && (run.most - run.fewest) as u32 <= FEW {
                (run.fewest..=run.most).map(|size| vec![Run::one(run.mask); size as usize]).collect()
            } else {
                vec![vec![*run]]
            };
            match joined(&made, &choices) {
                Ok(rows) => made = rows,
                Err(Unfit) => return rows.to_vec(),
            }
        }
        out.append(&mut made);
    }
    out
}

/// Reads the part of the syntax of `re` and Hyperscan that triggers are written in.
struct Reader<'a> {
    pattern: &'a str,
    at: usize,
}

impl Reader<'_> {
    fn peek(&self) -> Option<char> {
        self.pattern[self.at..].chars().next()
    }

    fn next(&mut self) -> Result<char, Unfit> {
        let found = self.peek().ok_or(Unfit)?;
        self.at += found.len_utf8();
        Ok(found)
    }

    fn takes(&mut self, text: &str) -> bool {
        let found = self.pattern[self.at..].starts_with(text);
        self.at += if found { text.len() } else { 0 };
        found
    }

    /// The branches up to the end of the group.
    fn branches(&mut self, caseless: bool) -> Result<Vec<Vec<Node>>, Unfit> {
        let mut branches = Vec::new();
        let mut nodes = Vec::new();
        while let Some(next) = self.peek() {
            if next == ')' {
                break;
            }
            if self.takes("|") {
                branches.push(std::mem::take(&mut nodes));
                continue;
            }
            let inner = self.piece(caseless)?;
            let (fewest, most) = self.count()?;
            nodes.push(match &inner[..] {
                [row] => match &row[..] {
                    [Node::Run(run)] if run.is_one() => Node::Run(Run { mask: run.mask, fewest, most }),
                    _ => Node::Group(inner, fewest, most),
                },
                _ => Node::Group(inner, fewest, most),
            });
        }
        branches.push(nodes);
        Ok(branches)
    }

    /// A group, a set or a character.
    fn piece(&mut self, caseless: bool) -> Result<Vec<Vec<Node>>, Unfit> {
        for (opening, inside) in [("(?:", caseless), ("(?i:", true)] {
            if self.takes(opening) {
                let branches = self.branches(inside)?;
                return if self.takes(")") { Ok(branches) } else { Err(Unfit) };
            }
        }
        let masks = match self.next()? {
            '[' => vec![self.set()?],
            '.' => vec![ALL.without(&Mask::of([b'\n']))],
            '\\' => vec![self.escaped()?],
            '(' | ')' | '^' | '$' | '*' | '+' | '?' | '{' => return Err(Unfit),
            other => other.encode_utf8(&mut [0; 4]).bytes().map(|byte| Mask::of([byte])).collect(),
        };
        let run = |mask: Mask| Node::Run(Run::one(if caseless { mask.in_either_case() } else { mask }));
        Ok(vec![masks.into_iter().map(run).collect()])
    }

    fn count(&mut self) -> Result<(u16, u16), Unfit> {
        if self.takes("?") {
            return Ok((0, 1));
        }
        if !self.takes("{") {
            return Ok((1, 1));
        }
        let (inside, _) = self.pattern[self.at..].split_once('}').ok_or(Unfit)?;
        self.at += inside.len() + 1;
        let (fewest, most) = inside.split_once(',').unwrap_or((inside, inside));
        Ok((fewest.parse().map_err(|_| Unfit)?, most.parse().map_err(|_| Unfit)?))
    }

    /// The set of an escape, behind its backslash.
    fn escaped(&mut self) -> Result<Mask, Unfit> {
        Ok(Mask::of(match self.next()? {
            's' => return Ok(Mask::of(SPACE.iter().copied())),
            'x' => {
                let digits = self.pattern.get(self.at..self.at + 2).ok_or(Unfit)?;
                self.at += 2;
                [u8::from_str_radix(digits, 16).map_err(|_| Unfit)?]
            }
            'n' => [b'\n'],
            'r' => [b'\r'],
            't' => [b'\t'],
            other if other.is_ascii() && !other.is_ascii_alphanumeric() => [other as u8],
            _ => return Err(Unfit),
        }))
    }

    /// The set behind its opening bracket. A character that is not ASCII stands for its bytes, as the scanner of bytes
    /// takes it.
    fn set(&mut self) -> Result<Mask, Unfit> {
        let negated = self.takes("^");
        let mut mask = Mask::default();
        while !self.takes("]") {
            let first = self.member()?;
            if first.len() == 1
                && self.pattern[self.at..].starts_with('-')
                && !self.pattern[self.at..].starts_with("-]")
            {
                self.at += 1;
                let last = self.member()?;
                let (Some(first), Some(last)) = (first.bytes().next(), last.bytes().next()) else { return Err(Unfit) };
                (first..=last).for_each(|byte| mask.add(byte));
            } else {
                first.bytes().for_each(|byte| mask.add(byte));
            }
        }
        Ok(if negated { ALL.without(&mask) } else { mask })
    }

    fn member(&mut self) -> Result<Mask, Unfit> {
        match self.next()? {
            '\\' => self.escaped(),
            other => Ok(Mask::of(other.encode_utf8(&mut [0; 4]).bytes())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(pattern: &str, caseless: bool) -> Vec<String> {
        let (rows, rest) = spellings(pattern, caseless).unwrap();
        assert!(rest.is_empty());
        let text = |row: Row| row.iter().map(|run| run.mask.bytes().next().unwrap() as char).collect();
        rows.into_iter().map(text).collect()
    }

    #[test]
    fn groups_and_options_are_spelled_out() {
        assert_eq!(texts("a(?:b|cd)e?", false), ["ab", "abe", "acd", "acde"]);
        assert_eq!(texts("(?:ab){2}", false), ["abab"]);
        assert_eq!(texts("x{3}", false), ["xxx"]);
    }

    #[test]
    fn sets_know_ranges_escapes_and_what_they_leave_out() {
        let (rows, _) = spellings(r"[^a-y\x80-\xff\s-]", false).unwrap();
        let mask = rows[0][0].mask;
        assert!(mask.holds(b'z') && mask.holds(b'Z') && mask.holds(b'1') && mask.holds(b'A'));
        assert!(!mask.holds(0x80) && !mask.holds(b' ') && !mask.holds(b'-') && !mask.holds(b'm'));
        let (rows, _) = spellings("é[ß]", false).unwrap();
        assert_eq!(rows[0].len(), 3);
        assert_eq!(rows[0][2].mask.len(), 2);
    }

    #[test]
    fn what_has_too_many_spellings_is_taken_in_two_parts() {
        let many = "(?:aa|bb|cc|dd|ee|ff|gg|hh|ii|jj|kk)".repeat(3);
        let (rows, rest) = spellings(&many, false).unwrap();
        assert_eq!((rows.len(), rest.len()), (121, 11));
    }

    #[test]
    fn other_syntax_is_unfit() {
        for pattern in ["a*", "a+", "(a)", "^a", "a$", r"\d", "(?:a", "a)", "[a", "a{2"] {
            assert!(spellings(pattern, false).is_err(), "{pattern}");
        }
    }
}
