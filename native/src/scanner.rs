//! Where rules may match: one pass over a text for the literals of all triggers, and for groups of digits; what else must
//! stand around each, or near it, is then looked at. Knows no rule: the triggers are given by Python, in the syntax that
//! `re` and Hyperscan share.

mod pattern;
mod shape;
mod windows;

use std::collections::HashMap;
use std::panic::{catch_unwind, AssertUnwindSafe};

use memchr::{memchr3_iter, memchr_iter};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyString;

use pattern::{further, spellings, Mask, Unfit, ENDLESS};
use shape::{in_turn, shape, By, Digits, Literal, Shape, FEWEST, MARKS, MOST, RARE};
use windows::{seen_of, Marked, Places, Windows, CODES, SEEN};

/// What must stand near the end of a trigger: of each test one pattern, so many characters back from it.
type GivenNear = Vec<Vec<(u16, String)>>;
/// (pattern, whether letters match in either case, for each of its rules the number to report and which of the nears).
type GivenTrigger = (String, bool, Vec<(u32, usize)>);

/// For each trigger its number, and of its hits the numbers of the texts and the ends there in characters.
type Hits = Vec<(u32, Vec<u32>, Vec<usize>)>;

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Run {
    set: u16,
    fewest: u16,
    most: u16,
}

/// Runs that stand together among all: where the first is, and how many they are.
#[derive(Clone, Copy, PartialEq, Default)]
struct Runs {
    first: u32,
    size: u16,
}

/// Runs that begin so many characters before the end of a trigger.
struct Look {
    back: u16,
    runs: Runs,
}

/// Each must hold where one of its looks does.
type Tests = Vec<Vec<Look>>;

/// What a literal stands for, see `shape::Literal`. Small, since what is looked at rarely is far from the processor.
#[derive(Clone, Copy, PartialEq)]
struct Trigger {
    number: u32,
    near: u16,
    behind: u16,
    before: Runs,
    after: Runs,
    /// Which of `Scanner::more`, 0 for nothing.
    more: u16,
}

/// What few triggers ask for.
#[derive(PartialEq, Default)]
struct More {
    /// Runs in the place of the literal.
    exactly: Runs,
    /// One of these must follow the end; none where there are none.
    rest: Vec<Runs>,
}

/// A literal of so many bytes, and where its triggers are among all.
struct Found {
    text: [u8; MOST],
    size: u8,
    caseless: bool,
    first: u32,
    count: u16,
}

/// A trigger that holds a group of digits: what stands before it, and from its first digit on.
struct Group {
    number: u32,
    before: Runs,
    after: Runs,
    near: u16,
}

/// Bytes of texts that are looked through in one pass.
const MOST_JOINED: usize = 100_000;
/// Bytes that are looked through at a time.
const PART: usize = 512;

/// Of a part of the data: what was seen up to each place where a literal may stand, and which of its bytes are digits.
struct Noted {
    windows: [(u64, u16); PART],
    digits: [u8; PART],
}

/// Groups of digits are told apart by their length up to this.
const LONGEST_GROUP: usize = 24;
/// One for each group.
type Bits = u128;

/// The triggers of a detector, ready to be looked for. Holds nothing of any text.
#[pyclass(frozen)]
pub struct Scanner {
    sets: Vec<Mask>,
    runs: Vec<Run>,
    nears: Vec<Tests>,
    literals: Vec<Found>,
    triggers: Vec<Trigger>,
    more: Vec<More>,
    fives: Windows<5>,
    threes: Windows<FEWEST>,
    /// The literals that are one byte, by it.
    of_byte: [Vec<Marked>; 256],
    groups: Vec<Group>,
    /// A bit for each group: by the number of digits, by the first of them, by the byte before them, by the next byte
    /// behind them and by the one after that.
    of_size: [Bits; LONGEST_GROUP + 1],
    of_first: [Bits; 10],
    of_last: [Bits; 256],
    of_next: [Bits; 256],
    of_second: [Bits; 256],
}

#[pymethods]
impl Scanner {
    /// `triggers`: an iterable of `GivenTrigger`. Raises ValueError for a pattern that cannot be looked for.
    #[new]
    fn new(triggers: &Bound<'_, PyAny>, nears: Vec<GivenNear>) -> PyResult<Self> {
        let unfit = |Unfit| PyValueError::new_err("a trigger is not to be looked for");
        let mut builder = Builder::default();
        let nears: Vec<Tests> =
            nears.iter().map(|near| builder.tests(near)).collect::<Result<_, _>>().map_err(unfit)?;
        for trigger in triggers.try_iter()? {
            let (pattern, caseless, steps): GivenTrigger = trigger?.extract()?;
            let (bound, free): (Vec<_>, Vec<_>) =
                steps.iter().partition(|step| nears.get(step.1).is_some_and(|near| !near.is_empty()));
            builder.add(&pattern, caseless, &free, false).map_err(unfit)?;
            builder.add(&pattern, caseless, &bound, true).map_err(unfit)?;
        }
        Ok(builder.build(nears))
    }

    /// For each trigger that holds somewhere in the texts: its number, and where: the numbers of the texts and its ends there
    /// in characters, in that order. None after a panic: every place must be tried then.
    fn hits(&self, texts: Vec<Bound<'_, PyString>>) -> PyResult<Option<Hits>> {
        let mut hits = Vec::new();
        let mut data = Vec::new();
        let mut begun = 0;
        let mut lasts = Vec::new(); // of a text: the end of the line feed behind it
        for (number, text) in texts.iter().enumerate() {
            data.push(b'\n');
            match text.to_str() {
                Ok(text) => data.extend_from_slice(text.as_bytes()),
                Err(_) => data.extend_from_slice(text.call_method1("encode", ("utf-8", "surrogatepass"))?.extract()?),
            }
            lasts.push(data.len() + 1);
            if data.len() > MOST_JOINED || number + 1 == texts.len() {
                data.push(b'\n');
                if catch_unwind(AssertUnwindSafe(|| self.ends(&data, &lasts, begun, &mut hits))).is_err() {
                    return Ok(None);
                }
                data.clear();
                lasts.clear();
                begun = number as u32 + 1;
            }
        }
        hits.sort_unstable();
        hits.dedup();
        let rows = hits.chunk_by(|one, other| one.0 == other.0);
        let places = |row: &[(u32, u32, usize)]| {
            (row[0].0, row.iter().map(|hit| hit.1).collect(), row.iter().map(|hit| hit.2).collect())
        };
        Ok(Some(rows.map(places).collect()))
    }
}

impl Scanner {
    /// Adds what holds in texts that stand behind each other, a line feed before, between and behind them: number of the
    /// trigger, of the text, and the end there in characters. What ends behind a text's line feed is the next one's.
    fn ends(&self, data: &[u8], lasts: &[usize], first: u32, hits: &mut Vec<(u32, u32, usize)>) {
        let mut found = Vec::new();
        let mut noted = Noted { windows: [(0, 0); PART], digits: [0; PART] };
        for part in (0..data.len()).step_by(PART) {
            self.look_through(data, part, &mut noted, &mut found);
        }
        found.sort_unstable_by_key(|&(_, end)| end);
        let (mut text, mut at, mut characters) = (0, 1, 0);
        for (number, end) in found {
            while end > lasts[text] && text + 1 < lasts.len() {
                (at, characters) = (lasts[text], 0);
                text += 1;
            }
            characters += data[at.min(end)..end].iter().filter(|&&byte| !continues(byte)).count();
            at = at.max(end);
            hits.push((number, first + text as u32, characters));
        }
    }

    /// Adds the triggers whose literals or digits are seen in a part of the data: number and end of each.
    ///
    /// First notes the places where there may be some, without branching, then looks at each.
    fn look_through(&self, data: &[u8], first: usize, noted: &mut Noted, hits: &mut Vec<(u32, usize)>) {
        let part = &data[first..data.len().min(first + PART)];
        let mut seen = seen_of(&data[first.saturating_sub(SEEN)..first]);
        let mut windows = 0;
        for (place, &byte) in part.iter().enumerate() {
            seen = seen << 6 | CODES[byte as usize] as u64;
            noted.windows[windows % PART] = (seen, place as u16);
            windows += (self.fives.may_hold(seen) | self.threes.may_hold(seen)) as usize;
        }
        for &(seen, place) in &noted.windows[..windows] {
            self.at_window(data, first + place as usize, seen, hits);
        }
        for place in memchr_iter(RARE, part).chain(memchr3_iter(MARKS[0], MARKS[1], MARKS[2], part)) {
            self.at_mark(data, first + place, hits);
        }
        self.at_digits(data, first, &mut noted.digits, hits);
    }

    /// Adds the triggers of the literals that are the byte at a place.
    fn at_mark(&self, data: &[u8], first: usize, hits: &mut Vec<(u32, usize)>) {
        for marked in &self.of_byte[data[first] as usize] {
            if marked.others.iter().all(|&(distance, byte)| data.get(first + distance as usize) == Some(&byte)) {
                self.at_literal(marked.literal, data, first, hits);
            }
        }
    }

    /// Adds what stands around the groups of digits that begin in a part of the data.
    fn at_digits(&self, data: &[u8], first: usize, digits: &mut [u8; PART], hits: &mut Vec<(u32, usize)>) {
        let part = &data[first..data.len().min(first + PART)];
        for (is_digit, byte) in digits.iter_mut().zip(part) {
            *is_digit = byte.is_ascii_digit() as u8;
        }
        digits[part.len()..].fill(0);
        let mut last = first > 0 && data[first - 1].is_ascii_digit();
        for (word, bytes) in digits.chunks_exact(64).enumerate() {
            let bits = packed(bytes);
            let mut begins = bits & !(bits << 1 | last as u64);
            last = bits >> 63 == 1;
            while begins != 0 {
                let bit = begins.trailing_zeros();
                begins &= begins - 1;
                let size = (!(bits >> bit)).trailing_zeros();
                let place = first + word * 64 + bit as usize;
                let inside = bit + size < 64; // else it may go on in the next word
                self.at_group(data, place, if inside { size as usize } else { digits_at(&data[place..]) }, hits);
            }
        }
    }

    fn at_window(&self, data: &[u8], last: usize, seen: u64, hits: &mut Vec<(u32, usize)>) {
        for place in self.fives.places(seen).chain(self.threes.places(seen)) {
            if let Some(first) = last.checked_sub(place.back as usize) {
                self.at_literal(place.literal, data, first, hits);
            }
        }
    }

    /// Adds what stands around a group of so many digits.
    fn at_group(&self, data: &[u8], first: usize, size: usize, hits: &mut Vec<(u32, usize)>) {
        let byte = |place: Option<usize>| place.and_then(|at| data.get(at)).copied().unwrap_or(b'\n') as usize;
        let mut left = self.of_size[size.min(LONGEST_GROUP)]
            & self.of_first[(data[first] - b'0') as usize]
            & self.of_last[byte(first.checked_sub(1))]
            & self.of_next[byte(Some(first + size))]
            & self.of_second[byte(Some(first + size + 1))];
        while left != 0 {
            let group = &self.groups[left.trailing_zeros() as usize];
            left &= left - 1;
            if let Some(end) = self.around(group.before, group.after, data, first, first) {
                if self.are_near(group.near, data, end) {
                    hits.push((group.number, end));
                }
            }
        }
    }

    /// Adds the triggers of a literal, if it stands at a place.
    fn at_literal(&self, number: u32, data: &[u8], first: usize, hits: &mut Vec<(u32, usize)>) {
        let literal = &self.literals[number as usize];
        let last = first + literal.size as usize;
        let Some(text) = data.get(first..last) else { return };
        let fold = |byte: u8| if literal.caseless { byte.to_ascii_lowercase() } else { byte };
        if text.iter().zip(&literal.text).any(|(&byte, &other)| fold(byte) != other) {
            return;
        }
        for trigger in &self.triggers[literal.first as usize..][..literal.count as usize] {
            let end = last + trigger.behind as usize;
            if self.around(trigger.before, trigger.after, data, first, last).is_some()
                && (trigger.more == 0 || self.has_more(trigger.more, data, first, end))
                && self.are_near(trigger.near, data, end)
            {
                hits.push((trigger.number, end));
            }
        }
    }

    fn has_more(&self, more: u16, data: &[u8], first: usize, end: usize) -> bool {
        let More { exactly, rest } = &self.more[more as usize];
        self.past(*exactly, data, first).is_some()
            && (rest.is_empty() || rest.iter().any(|runs| self.past(*runs, data, end).is_some()))
    }

    fn all(&self, runs: Runs) -> &[Run] {
        &self.runs[runs.first as usize..][..runs.size as usize]
    }

    /// Where the runs behind `last` end, if they stand there, and those before `first` too.
    fn around(&self, before: Runs, after: Runs, data: &[u8], first: usize, last: usize) -> Option<usize> {
        let mut at = first;
        for run in self.all(before) {
            let mut count = 0;
            while (count < run.most || run.most == ENDLESS) && at > 0 && self.sets[run.set as usize].holds(data[at - 1])
            {
                at -= 1;
                count = count.saturating_add(1);
            }
            if count < run.fewest {
                return None;
            }
        }
        self.past(after, data, last)
    }

    /// Where runs of bytes end that begin at a place.
    fn past(&self, runs: Runs, data: &[u8], mut at: usize) -> Option<usize> {
        for run in self.all(runs) {
            let mut count = 0;
            while (count < run.most || run.most == ENDLESS)
                && at < data.len()
                && self.sets[run.set as usize].holds(data[at])
            {
                at += 1;
                count = count.saturating_add(1);
            }
            if count < run.fewest {
                return None;
            }
        }
        Some(at)
    }

    /// Whether runs of characters begin at a place.
    fn begin(&self, runs: Runs, data: &[u8], mut at: usize) -> bool {
        self.all(runs).iter().all(|run| {
            let mut count: u16 = 0;
            while at < data.len() && self.sets[run.set as usize].holds(data[at]) {
                if count == 0 || !continues(data[at]) {
                    if count == run.most {
                        break;
                    }
                    count += 1;
                }
                at += 1;
            }
            count >= run.fewest
        })
    }

    fn are_near(&self, near: u16, data: &[u8], end: usize) -> bool {
        let sees = |look: &Look| self.begin(look.runs, data, characters_before(data, end, look.back));
        end <= data.len() && self.nears[near as usize].iter().all(|looks| looks.iter().any(sees))
    }
}

/// A bit for each of 64 bytes that are 0 or 1.
fn packed(bytes: &[u8]) -> u64 {
    bytes.chunks_exact(8).enumerate().fold(0, |bits, (place, eight)| {
        let eight = u64::from_le_bytes(eight.try_into().expect("eight bytes"));
        bits | eight.wrapping_mul(0x0102_0408_1020_4080) >> 56 << (8 * place)
    })
}

fn digits_at(data: &[u8]) -> usize {
    data.iter().take_while(|byte| byte.is_ascii_digit()).count()
}

fn continues(byte: u8) -> bool {
    byte & 0xC0 == 0x80
}

fn characters_before(data: &[u8], mut at: usize, count: u16) -> usize {
    for _ in 0..count {
        at = at.saturating_sub(1);
        while at > 0 && continues(data[at]) {
            at -= 1;
        }
    }
    at
}

/// Makes a scanner: numbers what is the same, once.
#[derive(Default)]
struct Builder {
    sets: HashMap<Mask, u16>,
    runs: Vec<Run>,
    known_runs: HashMap<Vec<Run>, Runs>,
    literals: Vec<(Vec<u8>, bool, Vec<Trigger>)>,
    more: Vec<More>,
    numbers: HashMap<LiteralKey, u32>,
    places: Places,
    groups: Vec<Group>,
    beginnings: Vec<Beginning>,
}

/// Where a group of digits can stand: how many they are, and the sets of the bytes at its ends, see `shape::Digits`.
struct Beginning {
    fewest: usize,
    most: usize,
    first: Mask,
    last: Mask,
    next: Mask,
    second: Mask,
}

impl Beginning {
    /// Whether it can be of so many digits, or, of the longest, of at least as many.
    fn has(&self, size: usize) -> bool {
        size >= self.fewest.min(LONGEST_GROUP) && (size <= self.most || self.most >= LONGEST_GROUP)
    }
}

/// Text, case, and by what it is looked for.
type LiteralKey = (Vec<u8>, bool, By);

impl Builder {
    fn build(mut self, nears: Vec<Tests>) -> Scanner {
        self.numbers = HashMap::new(); // what follows needs room
        let mut sets: Vec<_> = std::mem::take(&mut self.sets).into_iter().collect();
        sets.sort_unstable_by_key(|&(_, number)| number);
        let mut of_byte = std::mem::take(&mut self.places.of_byte);
        let (fives, threes) = std::mem::take(&mut self.places).windows();
        let (literals, triggers) = self.found();
        Scanner {
            sets: sets.into_iter().map(|(mask, _)| mask).collect(),
            nears,
            runs: std::mem::take(&mut self.runs),
            literals,
            triggers,
            more: std::mem::take(&mut self.more),
            fives,
            threes,
            of_byte: std::array::from_fn(|byte| of_byte.remove(&(byte as u8)).unwrap_or_default()),
            of_size: std::array::from_fn(|size| self.bits(|group| group.has(size))),
            of_first: std::array::from_fn(|digit| self.bits(|group| group.first.holds(b'0' + digit as u8))),
            of_last: std::array::from_fn(|byte| self.bits(|group| group.last.holds(byte as u8))),
            of_next: std::array::from_fn(|byte| self.bits(|group| group.next.holds(byte as u8))),
            of_second: std::array::from_fn(|byte| self.bits(|group| group.second.holds(byte as u8))),
            groups: self.groups,
        }
    }

    /// Takes a trigger in all its spellings, each as a literal or as a group of digits.
    ///
    /// `whole`: whether its end must be kept, since something must stand near it.
    fn add(&mut self, pattern: &str, caseless: bool, rules: &[(u32, usize)], whole: bool) -> Result<(), Unfit> {
        if rules.is_empty() {
            return Ok(());
        }
        let (rows, rest) = spellings(pattern, caseless)?;
        if whole && !rest.is_empty() {
            return Err(Unfit);
        }
        let mut shapes: Vec<_> = rows.iter().map(|row| shape(row, whole)).collect();
        if shapes.iter().any(Option::is_none) {
            shapes = further(&rows).iter().map(|row| shape(row, whole)).collect();
        }
        for shape in shapes {
            for &(number, near) in rules {
                match shape.as_ref().ok_or(Unfit)? {
                    Shape::Digits(_) if !rest.is_empty() => return Err(Unfit),
                    Shape::Digits(digits) => self.add_group(digits, number, near as u16)?,
                    Shape::Literal(literal) => self.add_literal(literal, &rest, number, near as u16),
                }
            }
        }
        Ok(())
    }

    fn add_group(&mut self, digits: &Digits, number: u32, near: u16) -> Result<(), Unfit> {
        if self.groups.len() == Bits::BITS as usize {
            return Err(Unfit);
        }
        let (before, after) = (self.runs(&digits.before), self.runs(&digits.after));
        self.beginnings.push(Beginning {
            fewest: digits.fewest,
            most: digits.most,
            first: digits.first,
            last: digits.last,
            next: digits.next,
            second: digits.second,
        });
        self.groups.push(Group { number, before, after, near });
        Ok(())
    }

    /// The groups of which something is true.
    fn bits(&self, is_so: impl Fn(&Beginning) -> bool) -> Bits {
        self.beginnings
            .iter()
            .enumerate()
            .filter(|(_, group)| is_so(group))
            .fold(0, |bits, (place, _)| bits | 1 << place)
    }

    fn add_literal(&mut self, literal: &Literal, rest: &[pattern::Row], number: u32, near: u16) {
        let key = (literal.text.clone(), literal.caseless, literal.by.clone());
        let more = More {
            exactly: self.runs(&literal.exactly),
            rest: rest.iter().map(|row| self.runs(&in_turn(row.iter()))).collect(),
        };
        let trigger = Trigger {
            number,
            near,
            behind: literal.behind as u16,
            before: self.runs(&literal.before),
            after: self.runs(&literal.after),
            more: self.number_of(more),
        };
        let next = self.literals.len() as u32;
        let found = *self.numbers.entry(key).or_insert(next);
        if found == next {
            self.places.add(found, &literal.text, &literal.by);
            self.literals.push((literal.text.clone(), literal.caseless, Vec::with_capacity(1)));
        }
        let triggers = &mut self.literals[found as usize].2;
        if !triggers.contains(&trigger) {
            triggers.push(trigger);
        }
    }

    fn number_of(&mut self, more: More) -> u16 {
        if self.more.is_empty() {
            self.more.push(More::default());
        }
        let known = self.more.iter().position(|one| *one == more);
        known.unwrap_or_else(|| {
            self.more.push(more);
            self.more.len() - 1
        }) as u16
    }

    /// The literals, and the triggers of all in their order.
    fn found(&mut self) -> (Vec<Found>, Vec<Trigger>) {
        let mut triggers = Vec::new();
        let mut found = Vec::new();
        for (bytes, caseless, mut its) in std::mem::take(&mut self.literals) {
            let mut text = [0; MOST];
            text[..bytes.len()].copy_from_slice(&bytes);
            let (first, count) = (triggers.len() as u32, its.len() as u16);
            found.push(Found { text, size: bytes.len() as u8, caseless, first, count });
            triggers.append(&mut its);
        }
        (found, triggers)
    }

    fn tests(&mut self, near: &GivenNear) -> Result<Tests, Unfit> {
        let mut looks = |(back, pattern): &(u16, String)| -> Result<Vec<Look>, Unfit> {
            let (rows, rest) = spellings(pattern, false)?;
            if !rest.is_empty() {
                return Err(Unfit);
            }
            Ok(rows.iter().map(|row| Look { back: *back, runs: self.runs(&in_turn(row.iter())) }).collect())
        };
        near.iter()
            .map(|test| Ok(test.iter().map(&mut looks).collect::<Result<Vec<_>, _>>()?.into_iter().flatten().collect()))
            .collect()
    }

    fn runs(&mut self, row: &[pattern::Run]) -> Runs {
        let mut number = |mask: Mask| {
            let next = self.sets.len() as u16;
            *self.sets.entry(mask).or_insert(next)
        };
        let row: Vec<Run> =
            row.iter().map(|run| Run { set: number(run.mask), fewest: run.fewest, most: run.most }).collect();
        let next = Runs { first: self.runs.len() as u32, size: row.len() as u16 };
        if let Some(known) = self.known_runs.get(&row) {
            return *known;
        }
        self.runs.extend_from_slice(&row);
        self.known_runs.insert(row, next);
        next
    }
}
