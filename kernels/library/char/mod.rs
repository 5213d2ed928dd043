//! char.

mod classes;
pub(crate) mod escape;

pub use crate::char::escape::{EscapeDebug, EscapeDefault, EscapeUnicode};

use crate::common::{Debug, Display, FromStr, FusedIterator, Ordering, Step, i, part_mut};

/// A number or character that is none of the other type.
#[derive(Debug)]
pub struct TryFromCharError(pub(crate) ());

/// A number that is no character.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CharTryFromError(());

/// A text that is no character.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseCharError {
    kind: CharErrorKind,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum CharErrorKind {
    EmptyString,
    TooManyChars,
}
written! {
    Display TryFromCharError: self f f.pad("unicode code point out of range");
    Display CharTryFromError: self f f.pad("converted integer out of range for `char`");
    Display ParseCharError: self f f.pad(match self.kind {
        CharErrorKind::EmptyString => "cannot parse char from empty string",
        CharErrorKind::TooManyChars => "too many characters in string",
    });
}
impl FromStr for char {
    type Err = ParseCharError;
    fn from_str(text: &str) -> Result<char, ParseCharError> {
        let mut chars = text.chars();
        match (chars.next(), chars.next()) {
            (None, _) => Err(ParseCharError { kind: CharErrorKind::EmptyString }),
            (Some(c), None) => Ok(c),
            _ => Err(ParseCharError { kind: CharErrorKind::TooManyChars }),
        }
    }
}

impl Debug for char {}
impl Display for char {}
impl Default for char { fn default() -> char { '\0' } }
compared! { char }

impl From<u8> for char {
    fn from(x: u8) -> char { x as char }
}
impl TryFrom<u32> for char {
    type Error = CharTryFromError;
    fn try_from(x: u32) -> Result<char, CharTryFromError> { from_u32(x).ok_or(CharTryFromError(())) }
}

pub const MAX: char = char::MAX;
pub const REPLACEMENT_CHARACTER: char = char::REPLACEMENT_CHARACTER;
pub const UNICODE_VERSION: (u8, u8, u8) = char::UNICODE_VERSION;

pub const fn from_u32(x: u32) -> Option<char> {
    if x < 0xD800 || (x > 0xDFFF && x <= 0x10FFFF) { Some(unsafe { i::transmute(x) }) } else { None }
}

pub const unsafe fn from_u32_unchecked(x: u32) -> char { unsafe { i::transmute(x) } }

#[track_caller]
pub const fn from_digit(digit: u32, radix: u32) -> Option<char> {
    panic_if!(radix > 36, "from_digit: radix is too high (maximum 36)");
    none_if!(digit >= radix);
    Some((digit as u8 + if digit < 10 { b'0' } else { b'a' - 10 }) as char)
}

/// Characters count over the gap of the surrogates.
impl Step for char {
    fn steps_between(start: &char, end: &char) -> usize {
        let (a, b) = (*start as u32, *end as u32);
        if a >= b {
            0
        } else if a < 0xD800 && b > 0xDFFF {
            (b - a - 0x800) as usize
        } else {
            (b - a) as usize
        }
    }
    fn forward(start: char, n: usize) -> char {
        let a = start as u32;
        let b = a.wrapping_add(n as u32);
        unsafe { i::transmute(if a < 0xD800 && b >= 0xD800 { b.wrapping_add(0x800) } else { b }) }
    }
    fn backward(start: char, n: usize) -> char {
        let a = start as u32;
        let b = a.wrapping_sub(n as u32);
        unsafe { i::transmute(if a > 0xDFFF && b <= 0xDFFF { b.wrapping_sub(0x800) } else { b }) }
    }
    #[track_caller]
    fn after(start: char, n: usize) -> char {
        panic_if!(n > Step::steps_between(&start, &char::MAX), "overflow in `Step::forward`");
        Step::forward(start, n)
    }
    fn next(start: char) -> char { Step::forward(start, 1) }
    fn previous(start: char) -> char { Step::backward(start, 1) }
}

impl char {
    pub const MIN: char = '\0';
    pub const MAX: char = '\u{10FFFF}';
    pub const REPLACEMENT_CHARACTER: char = '\u{FFFD}';
    pub const UNICODE_VERSION: (u8, u8, u8) = (17, 0, 0);
    fns! {
        [pub const fn]
        from_u32(x: u32) -> Option<char> { from_u32(x) }
        is_digit(self, radix: u32) -> bool { self.to_digit(radix).is_some() }
        is_ascii(&self) -> bool { (*self as u32) < 128 }
        len_utf16(self) -> usize { if self as u32 > 0xFFFF { 2 } else { 1 } }
        make_ascii_uppercase(&mut self) { *self = self.to_ascii_uppercase() }
        make_ascii_lowercase(&mut self) { *self = self.to_ascii_lowercase() }
        to_ascii_uppercase(&self) -> char { if self.is_ascii_lowercase() { (*self as u8 ^ 32) as char } else { *self } }
        to_ascii_lowercase(&self) -> char { if self.is_ascii_uppercase() { (*self as u8 | 32) as char } else { *self } }
        eq_ignore_ascii_case(&self, other: &char) -> bool:
            self.to_ascii_lowercase() as u32 == other.to_ascii_lowercase() as u32;
        => [#[track_caller] #[told_inside] pub const fn]
        from_digit(digit: u32, radix: u32) -> Option<char> { from_digit(digit, radix) }
        encode_utf8(self, to: &mut [u8]) -> &mut str {
            let (code, n) = (self as u32, self.len_utf8());
            if to.len() < n {
                panic_in!(
                    "encode_utf8: buffer does not have enough bytes to encode code point",
                    "encode_utf8: need {n} bytes to encode U+{code:04X} but buffer has just {}", to.len()
                );
            }
            let mut k = n;
            let mut left = code;
            while k > 1 {
                k -= 1;
                to[k] = 0x80 | (left & 0x3F) as u8;
                left >>= 6;
            }
            to[0] = match n {
                1 => left as u8,
                2 => 0xC0 | left as u8,
                3 => 0xE0 | left as u8,
                _ => 0xF0 | left as u8,
            };
            unsafe { i::transmute(part_mut(to.as_mut_ptr(), 0, n)) }
        }
        encode_utf16(self, to: &mut [u16]) -> &mut [u16] {
            let (code, n) = (self as u32, self.len_utf16());
            if to.len() < n {
                panic_in!(
                    "encode_utf16: buffer does not have enough bytes to encode code point",
                    "encode_utf16: need {n} bytes to encode U+{code:04X} but buffer has just {}", to.len()
                );
            }
            if n == 1 {
                to[0] = code as u16;
            } else {
                to[0] = 0xD800 | ((code - 0x10000) >> 10) as u16;
                to[1] = 0xDC00 | (code & 0x3FF) as u16;
            }
            unsafe { part_mut(to.as_mut_ptr(), 0, n) }
        }
    }
    pub const unsafe fn from_u32_unchecked(x: u32) -> char { unsafe { i::transmute(x) } }
    pub const MAX_LEN_UTF8: usize = 4;
    pub const MAX_LEN_UTF16: usize = 2;
    pub const fn is_whitespace(self) -> bool {
        matches!(
            self,
            '\t'..='\r' | ' ' | '\u{85}' | '\u{A0}' | '\u{1680}' | '\u{2000}'..='\u{200A}' | '\u{2028}' | '\u{2029}'
                | '\u{202F}' | '\u{205F}' | '\u{3000}'
        )
    }
    pub fn is_control(self) -> bool { matches!(self, '\0'..='\u{1F}' | '\u{7F}'..='\u{9F}') }
    pub const fn len_utf8(self) -> usize {
        let x = self as u32;
        if x < 0x80 {
            1
        } else if x < 0x800 {
            2
        } else if x < 0x10000 {
            3
        } else {
            4
        }
    }
    #[told_inside]
    pub const fn to_digit(self, radix: u32) -> Option<u32> {
        panic_if!(radix < 2 || radix > 36, "to_digit: invalid radix -- radix must be in the range 2 to 36 inclusive");
        self.digit(radix)
    }
    pub(crate) const fn digit(self, radix: u32) -> Option<u32> {
        let x = self as u32;
        let digit = if x >= 48 && x <= 57 {
            x - 48
        } else if (x | 32) >= 97 && (x | 32) <= 122 {
            (x | 32) - 87
        } else {
            return None;
        };
        if digit < radix { Some(digit) } else { None }
    }
}

macro_rules! as_of_u8 {
    ($($is:ident)*) => {
        impl char {
            $(pub const fn $is(&self) -> bool { (*self as u32) < 128 && (*self as u8).$is() })*
        }
    };
}
as_of_u8! {
    is_ascii_digit is_ascii_lowercase is_ascii_uppercase is_ascii_alphabetic is_ascii_alphanumeric
    is_ascii_hexdigit is_ascii_graphic is_ascii_whitespace is_ascii_control is_ascii_punctuation
}

/// Characters of UTF-16. `buf`: what was read behind half of a pair, and is not the other half.
pub struct DecodeUtf16<I: Iterator<Item = u16>> {
    iter: I,
    buf: Option<u16>,
}
copied_views! { [I: Iterator<Item = u16> + Clone] DecodeUtf16<I>: [buf] iter; }

/// Half of a pair without the other one.
#[derive(Debug, Clone, Eq, PartialEq)]
pub struct DecodeUtf16Error {
    code: u16,
}
impl DecodeUtf16Error {
    pub fn unpaired_surrogate(&self) -> u16 { self.code }
}
written! {
    Display DecodeUtf16Error: self f write!(f, "unpaired surrogate found: {:x}", self.code);
    [I: Iterator<Item = u16> + Debug] Debug DecodeUtf16<I>: self f f.debug_struct("DecodeUtf16")
        .field("iter", &self.iter).field("buf", &self.buf).finish();
}

pub fn decode_utf16<I: IntoIterator<Item = u16>>(iter: I) -> DecodeUtf16<I::IntoIter> {
    DecodeUtf16 { iter: iter.into_iter(), buf: None }
}
impl char {
    pub fn decode_utf16<I: IntoIterator<Item = u16>>(iter: I) -> DecodeUtf16<I::IntoIter> { decode_utf16(iter) }
}

impl<I: Iterator<Item = u16>> Iterator for DecodeUtf16<I> {
    type Item = Result<char, DecodeUtf16Error>;
    fn next(&mut self) -> Option<Result<char, DecodeUtf16Error>> {
        let code = held_or!(self.buf.take(), self.iter.next()?);
        let mut all = code as u32;
        if code & 0xF800 == 0xD800 {
            let other = if code < 0xDC00 { self.iter.next() } else { None };
            match other {
                Some(low @ 0xDC00..=0xDFFF) => all = 0x10000 + ((all & 0x3FF) << 10 | low as u32 & 0x3FF),
                _ => {
                    self.buf = other;
                    return Some(Err(DecodeUtf16Error { code }));
                }
            }
        }
        Some(Ok(unsafe { char::from_u32_unchecked(all) }))
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        let (low, high) = self.iter.size_hint();
        let sure = held_or!(self.buf, code => code & 0xF800 != 0xD800 || high == Some(0), false);
        (low.div_ceil(2) + sure as usize, if_some!(high, n => n.checked_add(self.buf.is_some() as usize)))
    }
}
impl<I: Iterator<Item = u16> + FusedIterator> FusedIterator for DecodeUtf16<I> {}
