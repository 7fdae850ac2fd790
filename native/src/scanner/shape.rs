//! What a spelling is looked for by: a literal, with the runs around it, or a group of digits.

use super::pattern::{Mask, Row, Run, ALL, DIGITS, ENDLESS};

/// Bytes, and how far behind another each stands.
pub type Others = Vec<(u8, u8)>;

/// By what a literal is looked for.
#[derive(Clone, PartialEq, Eq, Hash)]
pub enum By {
    /// Bytes of its own.
    Text,
    /// Three sets of bytes that stand where it is empty, since none is long enough.
    Sets(Box<[Mask; 3]>), // boxed: few are, and thousands of others are kept beside them
    /// Itself, a single byte, and others behind it.
    Marks(Others),
}

/// A literal, and what stands around it.
pub struct Literal {
    /// Small letters where it is caseless.
    pub text: Vec<u8>,
    pub caseless: bool,
    pub by: By,
    /// Runs before it, backwards; itself, where the scanner does not know its case; runs after it.
    pub before: Row,
    pub exactly: Row,
    pub after: Row,
    /// Bytes from its end to the end of the trigger.
    pub behind: usize,
}

/// A group of digits, how many they are, and what stands around it: the bytes that can be its first, be the last before
/// it, the next behind it and the one after that, runs before it, backwards, and runs from its first digit on, which end
/// where the trigger ends.
pub struct Digits {
    pub fewest: usize,
    pub most: usize,
    pub first: Mask,
    pub last: Mask,
    pub next: Mask,
    pub second: Mask,
    pub before: Row,
    pub after: Row,
}

pub enum Shape {
    Literal(Literal),
    Digits(Digits),
}

/// Fewest bytes of a literal that needs no others to be looked for by.
pub const FEWEST: usize = 3;
/// Most bytes of one; what is longer continues in the runs behind it.
pub const MOST: usize = 22;
/// A byte that is rare enough to be looked for alone.
pub const RARE: u8 = b'@';
/// Bytes by which a trigger is looked for where some of them stand at known distances, and most of these.
pub const MARKS: [u8; 3] = *b"-:.";
const MOST_MARKS: usize = 3;
/// Most triples of bytes by which a trigger without a literal is looked for, and most that are better than its marks.
const MOST_TRIPLES: usize = 3_000;
const FEW_TRIPLES: usize = 100;

/// The shape of a spelling.
///
/// `whole`: whether the end of the trigger must be kept, and not an earlier one given for it.
pub fn shape(row: &[Run], whole: bool) -> Option<Shape> {
    let literal = literal(row, whole);
    match literal {
        Some(found) if worth(&found.text) > (true, FEWEST) => Some(Shape::Literal(found)), // else of the most frequent bytes
        _ => digits(row).map(Shape::Digits).or(literal.map(Shape::Literal)),
    }
}

/// Runs that can be taken one after the other, each as long as it can be: up to where that would be wrong.
pub fn in_turn<'a>(runs: impl Iterator<Item = &'a Run> + Clone) -> Row {
    let mut out = Vec::new();
    let following = runs.clone().skip(1).map(Some).chain([None]);
    for (run, following) in runs.zip(following) {
        if run.fewest != run.most && following.is_some_and(|next| next.mask.meets(&run.mask)) {
            out.push(Run { most: run.fewest, ..*run });
            break;
        }
        out.push(*run);
    }
    out
}

/// The only byte of a set, or the small letter of a letter's two.
fn byte_of(run: &Run) -> Option<u8> {
    let last = run.mask.bytes().last().filter(|_| run.is_one())?;
    match run.mask.len() {
        1 => Some(last),
        2 => Some(last).filter(|byte| byte.is_ascii_lowercase() && run.mask.holds(byte.to_ascii_uppercase())),
        _ => None,
    }
}

fn digits(row: &[Run]) -> Option<Digits> {
    let leading = row.iter().take_while(|run| run.mask == DIGITS).count();
    let mut row = row.to_vec();
    if leading > 0 {
        // the end of a group of any length
        let fewest = row.drain(..leading).map(|run| run.fewest).sum();
        row.insert(0, Run { mask: DIGITS, fewest, most: ENDLESS });
    }
    let begins = |&place: &usize| {
        let run = &row[place];
        run.mask.is_within(&DIGITS) && run.fewest > 0 && (place == 0 && leading > 0 || no_digit_ends(&row[..place]))
    };
    let place = (0..row.len()).find(begins)?;
    let before = in_turn(row[..place].iter().rev());
    let mut after = in_turn(row[place..].iter());
    if before.len() + after.len() < row.len() {
        return None;
    }
    if let Some(last) = after.last_mut() {
        last.most = last.fewest;
    }
    let size = after.iter().take_while(|run| run.mask.is_within(&DIGITS)).count();
    let (group, following) = after.split_at(size);
    let next = bytes_at(following, 0);
    let closed = !next.meets(&DIGITS);
    Some(Digits {
        fewest: group.iter().map(|run| run.fewest as usize).sum(),
        most: if closed { group.iter().map(|run| run.most as usize).sum() } else { usize::MAX },
        first: bytes_at(group, 0),
        last: bytes_at(&before, 0),
        next: if closed { next } else { ALL },
        second: if closed { bytes_at(following, 1) } else { ALL },
        before,
        after,
    })
}

/// The bytes that can stand so many places behind the beginning of a row: all, where it can be over before.
fn bytes_at(row: &[Run], place: usize) -> Mask {
    let Some((run, rest)) = row.split_first() else { return ALL };
    let inside = if run.most as usize > place { run.mask } else { Mask::default() };
    let lengths = run.fewest as usize..=place.min(run.most as usize);
    lengths.fold(inside, |mask, length| mask.with(&bytes_at(rest, place - length)))
}

/// Whether what a row stands for ends in something, and not in a digit.
fn no_digit_ends(row: &[Run]) -> bool {
    let last = row.iter().rev().find(|run| run.fewest > 0 || run.mask.meets(&DIGITS));
    last.is_some_and(|run| !run.mask.meets(&DIGITS))
}

fn literal(row: &[Run], whole: bool) -> Option<Literal> {
    let bytes: Vec<Option<u8>> = row.iter().map(byte_of).collect();
    let texts = texts(&bytes);
    let mut core = texts.iter().max_by_key(|(_, text)| worth(text)).cloned()?;
    let mut by = By::Text;
    if core.1.len() < FEWEST {
        let first = (0..row.len().saturating_sub(2)).min_by_key(|&first| triples(&row[first..first + 3]));
        let count = first.map_or(usize::MAX, |first| triples(&row[first..first + 3]));
        if let Some(rare) = texts.iter().find(|(_, text)| text == &[RARE]) {
            core = rare.clone();
            by = By::Marks(Vec::new());
        } else if let Some((first, mark, others)) = marks(row).filter(|_| count > FEW_TRIPLES) {
            core = (first, vec![mark]);
            by = By::Marks(others);
        } else {
            let first = first.filter(|_| count <= MOST_TRIPLES)?;
            core = (first, Vec::new());
            by = By::Sets(Box::new([row[first].mask, row[first + 1].mask, row[first + 2].mask]));
        }
    }
    let (first, mut text) = core;
    text.truncate(MOST);
    let last = first + text.len();
    let behind = row[last..].iter().take_while(|run| run.fewest == run.most).count();
    if whole && behind < row.len() - last {
        return None;
    }
    let caseless = row[first..last].iter().any(|run| run.mask.len() == 2);
    // the scanner takes either case of all letters or of none
    let mixed = caseless
        && row[first..last]
            .iter()
            .any(|run| run.mask.len() == 1 && byte_of(run).is_some_and(|byte| byte.is_ascii_alphabetic()));
    Some(Literal {
        text: if caseless { text.to_ascii_lowercase() } else { text },
        caseless,
        by,
        before: in_turn(row[..first].iter().rev()),
        exactly: if mixed { row[first..last].to_vec() } else { Vec::new() },
        after: in_turn(row[last..].iter()),
        behind,
    })
}

/// The first of the marks of a row that stand at known distances from each other: its place, itself, and how far behind
/// it others are, and which; None for one alone.
fn marks(row: &[Run]) -> Option<(usize, u8, Others)> {
    let is_mark = |run: &Run| byte_of(run).filter(|byte| MARKS.contains(byte));
    let (first, mark) = row.iter().enumerate().find_map(|(place, run)| Some((place, is_mark(run)?)))?;
    let known = row[first + 1..].iter().take_while(|run| run.is_one()).zip(1..=u8::MAX);
    let others: Vec<_> =
        known.filter_map(|(run, distance)| Some((distance, is_mark(run)?))).take(MOST_MARKS - 1).collect();
    (!others.is_empty()).then_some((first, mark, others))
}

/// Where single bytes, or letters of either case, stand in a row.
fn texts(bytes: &[Option<u8>]) -> Vec<(usize, Vec<u8>)> {
    let mut out = Vec::new();
    let mut at = 0;
    for part in bytes.split(Option::is_none) {
        if !part.is_empty() {
            out.push((at, part.iter().copied().flatten().collect()));
        }
        at += part.len() + 1;
    }
    out
}

/// What a literal is worth: whether it is long enough, and how rare its bytes are together, roughly.
fn worth(text: &[u8]) -> (bool, usize) {
    let rarity = |byte: &u8| match byte {
        b' ' | b'e' | b't' | b'a' | b'o' | b'i' | b'n' | b's' | b'r' => 1,
        b'a'..=b'z' => 3,
        _ => 4,
    };
    (text.len() >= FEWEST, text.iter().map(rarity).sum())
}

/// How many triples of bytes three runs stand for, letters of either case as one.
fn triples(row: &[Run]) -> usize {
    let count = |run: &Run| match run.is_one() {
        true => run
            .mask
            .bytes()
            .filter(|byte| !(byte.is_ascii_uppercase() && run.mask.holds(byte.to_ascii_lowercase())))
            .count(),
        false => MOST_TRIPLES + 1,
    };
    row.iter().map(count).product()
}

#[cfg(test)]
mod tests {
    use super::super::pattern::spellings;
    use super::*;

    fn shape_of(pattern: &str, whole: bool) -> Option<Shape> {
        let (rows, _) = spellings(pattern, pattern.starts_with("(?i:")).ok()?;
        shape(rows.first()?, whole)
    }

    #[test]
    fn the_longest_literal_is_looked_for() {
        let Some(Shape::Literal(found)) = shape_of("[^a-z]pass[wW]ord[:=]", false) else { panic!() };
        assert_eq!((&found.text[..], found.caseless, found.behind), (&b"password"[..], true, 1));
        assert_eq!((found.before.len(), found.exactly.len(), found.after.len()), (1, 8, 1));
        let Some(Shape::Literal(found)) = shape_of("(?i:token)", false) else { panic!() };
        assert!(found.caseless && found.exactly.is_empty() && found.before.is_empty());
    }

    #[test]
    fn a_short_one_is_looked_for_by_three_sets() {
        let Some(Shape::Literal(found)) = shape_of("[^a-z]ph[^a-z]", false) else { panic!() };
        assert!(found.text.is_empty() && matches!(found.by, By::Sets(_)));
        assert_eq!(found.before.len() + found.after.len(), 4);
    }

    #[test]
    fn one_of_wide_sets_is_looked_for_by_the_marks_between_them() {
        let Some(Shape::Literal(found)) = shape_of("[0-9A-F]{2}-[0-9A-F]{2}-[0-9A-F]{2}-", false) else { panic!() };
        assert!((found.text, found.by) == (b"-".to_vec(), By::Marks(vec![(3, b'-'), (6, b'-')])));
        assert_eq!((found.before.len(), found.after.len()), (2, 6));
    }

    #[test]
    fn digits_are_looked_for_where_a_group_begins() {
        let Some(Shape::Digits(found)) = shape_of("[A-Z]{2}[0-9]{2,4}[-][0-9]{3}", false) else { panic!() };
        assert_eq!((found.fewest, found.most, found.before.len(), found.after.len()), (2, 4, 2, 5));
        assert!(found.next.holds(b'-') && found.next.len() == 1 && found.second == DIGITS && found.last.holds(b'Q'));
        let Some(Shape::Digits(found)) = shape_of("[0-9]{3}[-]", false) else { panic!() };
        assert_eq!((found.fewest, found.after[0].most), (3, ENDLESS));
    }

    #[test]
    fn an_end_that_must_be_kept_is_not_given_away() {
        assert!(shape_of("abcd[0-9]{0,3}x", true).is_none());
        let Some(Shape::Literal(found)) = shape_of("abcd[0-9]{0,3}x", false) else { panic!() };
        assert_eq!(found.behind, 0);
    }

    #[test]
    fn what_would_have_to_be_tried_in_several_lengths_is_cut() {
        let Some(Shape::Literal(found)) = shape_of("abcd[a-z]{0,3}x", false) else { panic!() };
        assert_eq!(found.after.len(), 1);
        assert!(shape_of("[a-z]{2,5}[A-Z]{2,5}", false).is_none());
    }
}
