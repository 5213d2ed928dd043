//! str: its bytes and characters.

pub(crate) mod escape;
pub(crate) mod find;
pub(crate) mod parts;
pub(crate) mod split;

pub use crate::str::escape::*;
pub use crate::str::find::*;
pub use crate::str::parts::*;
pub use crate::str::split::*;

use crate::common::{Hash, Hasher, i};
use crate::iter::Copied;
use crate::slice::Iter;

/// What a text may be parsed as.
#[const_conditional] pub trait FromStr: Sized {
    type Err;
    #[track_caller] fn from_str(text: &str) -> Result<Self, Self::Err>;
}

impl str {
    #[track_caller] pub fn parse<F: FromStr>(&self) -> Result<F, F::Err> { F::from_str(self) }
    fns! {
        [pub const fn]
        len(&self) -> usize { self.as_bytes().len() }
        is_empty(&self) -> bool { self.len() == 0 }
        as_ptr(&self) -> *const u8 { self.as_bytes().as_ptr() }
        from_utf8(bytes: &[u8]) -> Result<&str, Utf8Error> { from_utf8(bytes) }
        as_bytes(&self) -> &[u8] { unsafe { i::str_as_bytes(self) } }
    }
    pub const unsafe fn from_utf8_unchecked(bytes: &[u8]) -> &str { unsafe { i::str_from_bytes(bytes) } }
    pub fn bytes(&self) -> Copied<Iter<'_, u8>> { self.as_bytes().iter().copied() }
    pub fn chars(&self) -> Chars<'_> { Chars { bytes: self.bytes() } }
}

/// The characters of valid UTF-8.
pub struct Chars<'a> {
    pub(crate) bytes: Copied<Iter<'a, u8>>,
}

impl<'a> Clone for Chars<'a> {
    fn clone(&self) -> Self { Chars { bytes: self.bytes.clone() } }
}

impl<'a> Chars<'a> {
    pub fn as_str(&self) -> &'a str { unsafe { i::str_from_bytes(self.bytes.iter.as_slice()) } }
    fn more(&mut self, high: u32) -> u32 { held_or!(self.bytes.next(), b => high << 6 | (b & 0x3F) as u32, high) }
}

impl<'a> Iterator for Chars<'a> {
    type Item = char;
    fn size_hint(&self) -> (usize, Option<usize>) {
        let n = self.bytes.len();
        (n.div_ceil(4), Some(n))
    }
    fn next(&mut self) -> Option<char> {
        let first = held_or!(self.bytes.next(), b => b as u32, return None);
        let code = if first < 0x80 {
            first
        } else if first < 0xE0 {
            self.more(first & 0x1F)
        } else if first < 0xF0 {
            let high = self.more(first & 0xF);
            self.more(high)
        } else {
            let high = self.more(first & 7);
            let middle = self.more(high);
            self.more(middle)
        };
        Some(unsafe { char::from_u32_unchecked(code) })
    }
}

impl<'a> DoubleEndedIterator for Chars<'a> {
    fn next_back(&mut self) -> Option<char> {
        let mut code = 0u32;
        let mut shift = 0u32;
        loop {
            let b = held_or!(self.bytes.next_back(), b => b as u32, return None);
            if b & 0xC0 == 0x80 {
                code |= (b & 0x3F) << shift;
                shift += 6;
            } else {
                let kept = match shift {
                    0 => b,
                    6 => b & 0x1F,
                    12 => b & 0xF,
                    _ => b & 7,
                };
                return Some(unsafe { char::from_u32_unchecked(code | kept << shift) });
            }
        }
    }
}

impl Hash for str {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write(self.as_bytes());
        state.write_u8(0xFF);
    }
}

impl PartialEq for str {
    fn eq(&self, other: &str) -> bool { *self.as_bytes() == *other.as_bytes() }
}
impl Eq for str {}
#[never_const] impl PartialOrd for str {
    fn partial_cmp(&self, other: &str) -> Option<crate::cmp::Ordering> { self.as_bytes().partial_cmp(other.as_bytes()) }
}
#[never_const] impl Ord for str {
    fn cmp(&self, other: &str) -> crate::cmp::Ordering { self.as_bytes().cmp(other.as_bytes()) }
}
