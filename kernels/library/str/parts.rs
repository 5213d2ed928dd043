//! Parts of strs, and bytes that are some.

use crate::common::{Display, FromStr, FusedIterator, i, part};
use crate::ops::{Index, Range, RangeFrom, RangeFull, RangeInclusive, RangeTo, RangeToInclusive};
use crate::slice::index::SliceIndex;
use crate::str::Chars;

/// Where bytes are no UTF-8.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Utf8Error {
    valid_up_to: usize,
    error_len: Option<u8>,
}

impl Utf8Error {
    pub const fn valid_up_to(&self) -> usize { self.valid_up_to }
    pub const fn error_len(&self) -> Option<usize> { if_some!(self.error_len, n => Some(n as usize)) }
}
written! {
    Display Utf8Error: self f if let Some(n) = self.error_len {
        write!(f, "invalid utf-8 sequence of {n} bytes from index {}", self.valid_up_to)
    } else {
        write!(f, "incomplete utf-8 byte sequence from index {}", self.valid_up_to)
    };
}

/// How many bytes the character at `k` has, or 0 where it is wrong: `seen` tells how many of its bytes are right, and
/// `cut` whether it is cut short.
const fn width_at(bytes: &[u8], k: usize, seen: &mut u8, cut: &mut bool) -> usize {
    let first = bytes[k];
    *seen = 1;
    *cut = false;
    if first < 0x80 {
        return 1;
    }
    let width = if first >= 0xC2 && first <= 0xDF {
        2
    } else if first >= 0xE0 && first <= 0xEF {
        3
    } else if first >= 0xF0 && first <= 0xF4 {
        4
    } else {
        return 0;
    };
    let mut n = 1;
    while n < width {
        if k + n >= bytes.len() {
            *cut = true;
            return 0;
        }
        let b = bytes[k + n];
        let (low, high) = match (first, n) {
            (0xE0, 1) => (0xA0, 0xBF),
            (0xED, 1) => (0x80, 0x9F),
            (0xF0, 1) => (0x90, 0xBF),
            (0xF4, 1) => (0x80, 0x8F),
            _ => (0x80, 0xBF),
        };
        if b < low || b > high {
            return 0;
        }
        n += 1;
        *seen = n as u8;
    }
    width
}

pub const fn from_utf8(bytes: &[u8]) -> Result<&str, Utf8Error> {
    let mut k = 0;
    let mut seen = 0;
    let mut cut = false;
    while k < bytes.len() {
        let n = width_at(bytes, k, &mut seen, &mut cut);
        if n == 0 {
            return Err(Utf8Error { valid_up_to: k, error_len: if cut { None } else { Some(seen) } });
        }
        k += n;
    }
    Ok(unsafe { i::str_from_bytes(bytes) })
}

/// A text, and the bytes behind it that are none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Utf8Chunk<'a> {
    valid: &'a str,
    invalid: &'a [u8],
}
impl<'a> Utf8Chunk<'a> {
    pub fn valid(&self) -> &'a str { self.valid }
    pub fn invalid(&self) -> &'a [u8] { self.invalid }
}

#[derive(Clone)]
pub struct Utf8Chunks<'a> {
    source: &'a [u8],
}
impl [u8] {
    pub fn utf8_chunks(&self) -> Utf8Chunks<'_> { Utf8Chunks { source: self } }
}
impl<'a> Iterator for Utf8Chunks<'a> {
    type Item = Utf8Chunk<'a>;
    fn next(&mut self) -> Option<Utf8Chunk<'a>> {
        none_if!(self.source.is_empty());
        let (bytes, mut valid, mut wrong, mut cut) = (self.source, 0, 0, false);
        while valid < bytes.len() {
            let n = width_at(bytes, valid, &mut wrong, &mut cut);
            if n == 0 {
                break;
            }
            valid += n;
            wrong = 0;
        }
        let end = valid + wrong as usize;
        self.source = &bytes[end..];
        let (valid, invalid) = (unsafe { i::str_from_bytes(part(bytes.as_ptr(), 0, valid)) }, &bytes[valid..end]);
        Some(Utf8Chunk { valid, invalid })
    }
}
impl FusedIterator for Utf8Chunks<'_> {}

pub const unsafe fn from_utf8_unchecked(bytes: &[u8]) -> &str { unsafe { i::str_from_bytes(bytes) } }

pub const unsafe fn from_utf8_unchecked_mut(bytes: &mut [u8]) -> &mut str {
    unsafe { &mut *(i::str_from_bytes(bytes) as *const str as *mut str) }
}

/// A text that is no bool.
#[derive(Clone, PartialEq, Eq)]
pub struct ParseBoolError(());
written! {
    Debug ParseBoolError: self f f.write_str("ParseBoolError");
    Display ParseBoolError: self f f.pad("provided string was not `true` or `false`");
}

impl FromStr for bool {
    type Err = ParseBoolError;
    fn from_str(text: &str) -> Result<bool, ParseBoolError> {
        match text.as_bytes() {
            b"true" => Ok(true),
            b"false" => Ok(false),
            _ => Err(ParseBoolError(())),
        }
    }
}

pub(crate) unsafe fn cut<'a>(text: &'a str, from: usize, to: usize) -> &'a str {
    unsafe { i::str_from_bytes(part(text.as_ptr(), from, to.wrapping_sub(from))) }
}

/// The nearest place between characters, on one side.
macro_rules! char_boundary {
    ($name:ident $step:tt) => {
        pub const fn $name(&self, k: usize) -> usize {
            let mut k = if k > self.len() { self.len() } else { k };
            while !self.is_char_boundary(k) {
                k $step 1;
            }
            k
        }
    };
}
impl str {
    pub const fn is_char_boundary(&self, k: usize) -> bool {
        let bytes = self.as_bytes();
        if k < bytes.len() { bytes[k] & 0xC0 != 0x80 } else { k == bytes.len() }
    }
    char_boundary! { floor_char_boundary -= }
    char_boundary! { ceil_char_boundary += }
    #[const_conditional] pub fn get<I: SliceIndex<str>>(&self, index: I) -> Option<&I::Output> { index.get(self) }
    pub unsafe fn get_unchecked<I: SliceIndex<str>>(&self, index: I) -> &I::Output {
        unsafe { &*index.get_unchecked(self as *const str) }
    }
    #[track_caller]
    #[told_inside]
    pub const fn split_at(&self, mid: usize) -> (&str, &str) {
        match self.split_at_checked(mid) {
            Some(both) => both,
            None if unsafe { i::in_constant() } => panic!("failed to slice string"),
            None => fail(self, 0, mid),
        }
    }
    pub const fn split_at_checked(&self, mid: usize) -> Option<(&str, &str)> {
        if self.is_char_boundary(mid) { Some(unsafe { (cut(self, 0, mid), cut(self, mid, self.len())) }) } else { None }
    }
    pub fn char_indices(&self) -> CharIndices<'_> { CharIndices { before: 0, chars: self.chars() } }
    fns! {
        [pub const fn]
        is_ascii(&self) -> bool { self.as_bytes().is_ascii() }
        eq_ignore_ascii_case(&self, other: &str) -> bool { self.as_bytes().eq_ignore_ascii_case(other.as_bytes()) }
    }
    unsafe_fns! {
        [pub const fn]
        trim_ascii(&self) -> &str: i::str_from_bytes(self.as_bytes().trim_ascii());
        trim_ascii_start(&self) -> &str: i::str_from_bytes(self.as_bytes().trim_ascii_start());
        trim_ascii_end(&self) -> &str: i::str_from_bytes(self.as_bytes().trim_ascii_end());
    }
}

/// Characters with where each begins.
#[derive(Clone)]
pub struct CharIndices<'a> {
    before: usize,
    chars: Chars<'a>,
}

impl<'a> CharIndices<'a> {
    pub fn as_str(&self) -> &'a str { self.chars.as_str() }
    pub fn offset(&self) -> usize { self.before }
}
impl<'a> Iterator for CharIndices<'a> {
    type Item = (usize, char);
    fn next(&mut self) -> Option<(usize, char)> {
        let at = self.before;
        let c = self.chars.next()?;
        self.before = at + c.len_utf8();
        Some((at, c))
    }
    size_hint! { self => self.chars.size_hint() }
}
impl<'a> DoubleEndedIterator for CharIndices<'a> {
    fn next_back(&mut self) -> Option<(usize, char)> {
        let c = self.chars.next_back()?;
        Some((self.before + self.chars.as_str().len(), c))
    }
}

impl<I: SliceIndex<str>> Index<I> for str {
    type Output = I::Output;
    #[track_caller] fn index(&self, index: I) -> &I::Output { index.index(self) }
}

/// The `k`th eight bytes of a text, the first one lowest, for what a message shows of it; behind its end are zeros.
#[lang = "text_word"]
const fn text_word(text: &str, k: usize) -> u64 {
    let mut word = 0;
    let mut at = 8 * k;
    while at < text.len() && at < 8 * k + 8 {
        word |= (unsafe { *text.as_ptr().add(at) } as u64) << (at % 8 * 8);
        at += 1;
    }
    word
}

/// The words of an index inside a character.
#[track_caller]
fn fail_inside(text: &str, at: usize, is_start: bool) -> ! {
    let from = text.floor_char_boundary(at);
    let c = held_or!(unsafe { cut(text, from, text.len()) }.chars().next(), ' ');
    let to = from + c.len_utf8();
    if is_start {
        panic!(
            "start byte index {at} is not a char boundary; it is inside {c:?} (bytes {from}..{to}) of `{text}`"
        );
    }
    panic!("end byte index {at} is not a char boundary; it is inside {c:?} (bytes {from}..{to}) of `{text}`");
}

#[track_caller]
fn fail(text: &str, start: usize, end: usize) -> ! {
    panic_if!(start > text.len(), "start byte index {start} is out of bounds of `{text}`");
    panic_if!(end > text.len(), "end byte index {end} is out of bounds of `{text}`");
    panic_if!(start > end, "begin > end ({start} > {end}) when slicing `{text}`");
    if !text.is_char_boundary(start) {
        fail_inside(text, start, true);
    }
    if !text.is_char_boundary(end) {
        fail_inside(text, end, false);
    }
    panic!("end byte index {end} is out of bounds of `{text}`");
}

/// The text in [start, end), where both lie between characters.
fn part_of(text: &str, start: usize, end: usize) -> Option<&str> {
    if_true!(start <= end && text.is_char_boundary(start) && text.is_char_boundary(end) => {
        Some(unsafe { cut(text, start, end) })
    })
}

/// Where an inclusive range ends, and begins if it has not been gone through.
#[track_caller]
fn ends(range: &RangeInclusive<usize>, text: &str) -> (usize, usize) {
    if range.end >= text.len() {
        fail(text, range.start, range.end);
    }
    let end = range.end + 1;
    (if range.exhausted { end } else { range.start }, end)
}

#[track_caller]
fn part_at(text: &str, start: usize, end: usize) -> &str { held_or!(part_of(text, start, end), fail(text, start, end)) }

/// A part of a text that nothing else refers to.
unsafe fn to_write<'a>(part: &str) -> &'a mut str { unsafe { &mut *(part as *const str as *mut str) } }

/// A range of a text from `$start` to `$end`. Indexing by it gives what lies there, or `$part`.
macro_rules! range_of_text {
    ($range:ty: $me:ident $text:ident, $start:expr, $end:expr) => {
        range_of_text! { $range: $me $text, $start, $end, part_at($text, $start, $end) }
    };
    ($range:ty: $me:ident $text:ident, $start:expr, $end:expr, $part:expr $(, none if $none:expr)?) => {
        impl SliceIndex<str> for $range {
            type Output = str;
            fn get($me, $text: &str) -> Option<&str> {
                $(if $none {
                    return None;
                })?
                part_of($text, $start, $end)
            }
            fn get_mut($me, $text: &mut str) -> Option<&mut str> {
                if_some!($me.get(&*$text), part => Some(unsafe { to_write(part) }))
            }
            unsafe fn get_unchecked($me, $text: *const str) -> *const str {
                let $text = unsafe { &*$text };
                unsafe { cut($text, $start, $end) }
            }
            unsafe fn get_unchecked_mut($me, $text: *mut str) -> *mut str {
                unsafe { to_write(&*$me.get_unchecked($text as *const str)) }
            }
            #[track_caller] fn index($me, $text: &str) -> &str { $part }
            #[track_caller] fn index_mut($me, $text: &mut str) -> &mut str { unsafe { to_write($me.index(&*$text)) } }
        }
    };
}
range_of_text! { Range<usize>: self text, self.start, self.end }
range_of_text! { RangeFrom<usize>: self text, self.start, text.len() }
range_of_text! { RangeTo<usize>: self text, 0, self.end }
range_of_text! { RangeFull: self text, 0, text.len() }
range_of_text! {
    RangeToInclusive<usize>: self text, 0, self.end.wrapping_add(1), (0..=self.end).index(text),
    none if self.end == usize::MAX
}
range_of_text! {
    RangeInclusive<usize>:
    self text, if self.exhausted { self.end + 1 } else { self.start }, self.end.wrapping_add(1), {
        let (start, end) = ends(&self, text);
        part_at(text, start, end)
    }, none if self.end == usize::MAX
}
