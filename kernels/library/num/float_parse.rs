//! Floats that texts name, to the nearest one, and the numbers that it takes to be exact.

use crate::cmp::Ordering;
use crate::common::{Display, FromStr};

/// A natural number of `n` words, and zeros behind them.
pub(crate) struct Big<const ROOM: usize> { pub(crate) words: [u32; ROOM], pub(crate) n: usize }

impl<const ROOM: usize> Big<ROOM> {
    pub(crate) fn new(x: u64, shift: u32) -> Self {
        let mut big = Big { words: [0; ROOM], n: 2 };
        big.words[0] = x as u32;
        big.words[1] = (x >> 32) as u32;
        big.multiply(1 << shift % 32, 0);
        let by = (shift / 32) as usize;
        let mut k = big.n;
        while k > 0 && by > 0 {
            k -= 1;
            big.words[k + by] = big.words[k];
            if k < by {
                big.words[k] = 0;
            }
        }
        big.n += by;
        big
    }
    pub(crate) fn multiply(&mut self, by: u32, more: u32) {
        let (mut carry, mut k) = (more as u64, 0);
        while k < self.n {
            let x = self.words[k] as u64 * by as u64 + carry;
            self.words[k] = x as u32;
            carry = x >> 32;
            k += 1;
        }
        if carry > 0 {
            self.words[self.n] = carry as u32;
            self.n += 1;
        }
    }
    pub(crate) fn multiply_by_power_of_ten(&mut self, power: i32) {
        let mut left = power;
        while left >= 9 {
            self.multiply(1_000_000_000, 0);
            left -= 9;
        }
        while left > 0 {
            self.multiply(10, 0);
            left -= 1;
        }
    }
    /// It is no smaller.
    pub(crate) fn subtract(&mut self, o: &Self) {
        let (mut borrow, mut k) = (0, 0);
        while k < self.n {
            let x = (self.words[k] as u64).wrapping_sub(o.words[k] as u64 + borrow);
            self.words[k] = x as u32;
            borrow = x >> 63;
            k += 1;
        }
    }
    pub(crate) fn compare(&self, o: &Self) -> Ordering {
        counting!(k down from if self.n > o.n { self.n } else { o.n } => {
            if self.words[k] != o.words[k] {
                return if self.words[k] < o.words[k] { Ordering::Less } else { Ordering::Greater };
            }
        });
        Ordering::Equal
    }
}

/// A text that is no float.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParseFloatError {
    kind: FloatErrorKind,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum FloatErrorKind {
    Empty,
    Invalid,
}
written! {
    Display ParseFloatError: self f f.pad(match self.kind {
        FloatErrorKind::Empty => "cannot parse float from empty string",
        FloatErrorKind::Invalid => "invalid float literal",
    });
}

macro_rules! from_str {
    ($($t:ident $bits:ident $n_bits:literal $n_exponent:literal;)*) => {$(
        impl FromStr for $t {
            type Err = ParseFloatError;
            fn from_str(text: &str) -> Result<$t, ParseFloatError> {
                Ok($t::from_bits(parse(text.as_bytes(), $n_bits, $n_exponent)? as $bits))
            }
        }
    )*};
}
from_str! { f32 u32 23 8; f64 u64 52 11; }

/// As many digits are kept as may decide: no number in the middle of two floats has more. If there are others than
/// zeros behind them, one digit stands for these.
const MOST_DIGITS: usize = 768;

/// The bits of a float of so many of them behind the point, and in the exponent.
fn parse(text: &[u8], n_bits: u32, n_exponent: u32) -> Result<u64, ParseFloatError> {
    let is_signed = matches!(text.first(), Some(b'+' | b'-'));
    let sign = if text.first() == Some(&b'-') { 1 << n_bits + n_exponent } else { 0 };
    let text = &text[is_signed as usize..];
    if text.is_empty() {
        return Err(ParseFloatError { kind: if is_signed { FloatErrorKind::Invalid } else { FloatErrorKind::Empty } });
    }
    let infinity = ((1 << n_exponent) - 1) << n_bits;
    // The number is x * 10^power.
    let (mut x, mut power, mut n_digits) = (Big::<116>::new(0, 0), 0i64, 0);
    let (mut at, mut is_number, mut has_point, mut has_more) = (0, false, false, false);
    while at < text.len() {
        match text[at] {
            b'.' if !has_point => has_point = true,
            digit @ b'0'..=b'9' => {
                is_number = true;
                if n_digits < MOST_DIGITS {
                    x.multiply(10, (digit - b'0') as u32);
                    n_digits += (n_digits > 0 || digit != b'0') as usize;
                    power -= has_point as i64;
                } else {
                    has_more |= digit != b'0';
                    power += !has_point as i64;
                }
            }
            _ => break,
        }
        at += 1;
    }
    if is_number && at < text.len() && text[at] | 32 == b'e' {
        at += 1;
        let is_down = text.get(at) == Some(&b'-');
        at += matches!(text.get(at), Some(b'+' | b'-')) as usize;
        let (first, mut exponent) = (at, 0);
        while let Some(digit @ b'0'..=b'9') = text.get(at) {
            if exponent < 0x10000 {
                exponent = 10 * exponent + (digit - b'0') as i64;
            }
            at += 1;
        }
        is_number = at > first;
        power += if is_down { -exponent } else { exponent };
    }
    if !is_number || at < text.len() {
        return if text.eq_ignore_ascii_case(b"nan") {
            Ok(sign | infinity | 1 << n_bits - 1)
        } else if text.eq_ignore_ascii_case(b"inf") || text.eq_ignore_ascii_case(b"infinity") {
            Ok(sign | infinity)
        } else {
            Err(ParseFloatError { kind: FloatErrorKind::Invalid })
        };
    }
    // Between 10^(end - 1) and 10^end.
    let end = n_digits as i64 + power;
    if n_digits == 0 || end < -324 {
        return Ok(sign);
    }
    if end > 309 {
        return Ok(sign | infinity);
    }
    if has_more {
        x.multiply(10, 1);
        power -= 1;
    }
    let mut one = Big::new(1, 0);
    x.multiply_by_power_of_ten(power as i32);
    one.multiply_by_power_of_ten(-power as i32);
    // It becomes x / one * 2^exponent, and x / one at least 1 and below 2.
    let mut exponent = 0;
    while x.n + 1 < one.n {
        x.multiply(1 << 31, 0);
        exponent -= 31;
    }
    while one.n + 1 < x.n {
        one.multiply(1 << 31, 0);
        exponent += 31;
    }
    while x.compare(&one) != Ordering::Less {
        one.multiply(2, 0);
        exponent += 1;
    }
    while x.compare(&one) == Ordering::Less {
        x.multiply(2, 0);
        exponent -= 1;
    }
    let above = exponent + (1 << n_exponent - 1) - 2;
    let n_kept = n_bits as i32 + 1 + above.min(0);
    let mut size = 0;
    counting!(k in 0, n_kept => {
        size *= 2;
        if x.compare(&one) != Ordering::Less {
            x.subtract(&one);
            size += 1;
        }
        x.multiply(2, 0);
    });
    let order = x.compare(&one);
    if n_kept >= 0 && (order == Ordering::Greater || order == Ordering::Equal && size & 1 != 0) {
        size += 1;
    }
    Ok(sign | (((above.max(0) as u64) << n_bits) + size).min(infinity))
}
