//! Digits of floats, exact in integers of as many bits as that takes: those of Steele and White's free format, or as
//! many as are asked for, of which half goes to even.

use super::sink::{padded, part, Kind, Part};
use super::{Formatter, Result};
use crate::cmp::Ordering;
use crate::intrinsics as i;

const N_WORDS: usize = 40;
/// More than any f64 has that are not 0.
const ROOM: usize = 832;

type Big = crate::num::float_parse::Big<N_WORDS>;

/// How the sum of two numbers compares with another.
fn compare_sum(x: &Big, more: &Big, o: &Big) -> Ordering {
    let (mut carry, mut k, mut is_equal) = (0, 0, true);
    while k < N_WORDS {
        let x = x.words[k] as i64 + more.words[k] as i64 - o.words[k] as i64 + carry;
        is_equal &= x as u32 == 0;
        carry = x >> 32;
        k += 1;
    }
    if carry < 0 { Ordering::Less } else if is_equal && carry == 0 { Ordering::Equal } else { Ordering::Greater }
}
fn is_zero(x: &Big) -> bool {
    let (mut all, mut k) = (0, 0);
    while k < x.n {
        all |= x.words[k];
        k += 1;
    }
    all == 0
}
/// Of a quotient below ten; the rest stays.
fn take_digit(x: &mut Big, by: &Big) -> u8 {
    let mut digit = 0;
    while x.compare(by) != Ordering::Less {
        x.subtract(by);
        digit += 1;
    }
    digit
}

/// 0.ddd * 10^power
struct Decimal { digits: [u8; ROOM], n: usize, power: i32 }

impl Decimal {
    fn push(&mut self, digit: u8) {
        self.digits[self.n] = b'0' + digit;
        self.n += 1;
    }
    fn round_up(&mut self) {
        let mut k = self.n;
        while k > 0 && self.digits[k - 1] == b'9' {
            k -= 1;
            self.digits[k] = b'0';
        }
        if k > 0 {
            self.digits[k - 1] += 1;
            self.n = k;
        } else {
            self.digits[0] = b'1';
            self.n = 1;
            self.power += 1;
        }
    }
    fn text(&self, from: usize, to: usize) -> &str { part(unsafe { i::str_from_bytes(&self.digits) }, from, to) }
}

/// A float that is finite and not 0: size * 2^exponent, and whether the next lower one is half as far as the next
/// higher.
struct Parts { size: u64, exponent: i32, is_low_closer: bool }

fn parts_of(bits: u64, n_bits: u32, n_exponent: u32) -> Parts {
    let size = bits & ((1 << n_bits) - 1);
    let exponent = (bits >> n_bits & ((1 << n_exponent) - 1)) as i32;
    let least = 2 - (1 << n_exponent - 1) - n_bits as i32;
    if exponent == 0 {
        return Parts { size, exponent: least, is_low_closer: false };
    }
    Parts { size: size | 1 << n_bits, exponent: least + exponent - 1, is_low_closer: size == 0 && exponent > 1 }
}

impl Parts {
    /// How many digits core makes of it at most; zeros stand for more.
    fn room(&self) -> i64 {
        let exponent = self.exponent as i64 - 1 - (self.size & (self.size - 1) == 0 && self.is_low_closer) as i64;
        21 + (if exponent < 0 { -12 } else { 5 } * exponent >> 4)
    }
}

/// How many digits: as few as read back, or so many behind the point, or in all.
#[derive(Clone, Copy)]
enum Wish { Shortest, Behind(usize), InAll(usize) }

/// Writes the digits that are wished for, and where the point stands, into a decimal that has no digits yet.
fn decimal_of(x: &Parts, wish: Wish, decimal: &mut Decimal) {
    let is_even = x.size & 1 == 0;
    let up = if x.exponent > 0 { x.exponent as u32 } else { 0 };
    let mut rest = Big::new(x.size << 2, up);
    let mut whole = Big::new(4, if x.exponent < 0 { -x.exponent as u32 } else { 0 });
    let mut above = Big::new(2, up);
    let mut below = Big::new(if x.is_low_closer { 1 } else { 2 }, up);
    // An estimate of the decimal exponent, at most one too low: the bits of the number times log10(2).
    let n_bits = 64 - (x.size - 1).leading_zeros() as i64 + x.exponent as i64;
    let mut power = (n_bits * 1_292_913_986 >> 32) as i32;
    whole.multiply_by_power_of_ten(power);
    rest.multiply_by_power_of_ten(-power);
    above.multiply_by_power_of_ten(-power);
    below.multiply_by_power_of_ten(-power);
    let is_shortest = matches!(wish, Wish::Shortest);
    let order = if is_shortest { compare_sum(&rest, &above, &whole) } else { rest.compare(&whole) };
    if order == Ordering::Greater || order == Ordering::Equal && (is_even || !is_shortest) {
        power += 1;
    } else {
        rest.multiply(10, 0);
        above.multiply(10, 0);
        below.multiply(10, 0);
    }
    decimal.power = power;
    let n_wanted = match wish {
        Wish::Shortest => ROOM as i64,
        Wish::Behind(n) => n as i64 + power as i64,
        Wish::InAll(n) => n as i64,
    };
    if n_wanted < 0 {
        return;
    }
    while is_shortest {
        decimal.push(take_digit(&mut rest, &whole));
        let order = rest.compare(&below);
        let is_down = order == Ordering::Less || order == Ordering::Equal && is_even;
        let order = compare_sum(&rest, &above, &whole);
        let is_up = order == Ordering::Greater || order == Ordering::Equal && is_even;
        if is_down || is_up {
            rest.multiply(2, 0);
            if is_up && (!is_down || rest.compare(&whole) != Ordering::Less) {
                decimal.round_up();
            }
            return;
        }
        rest.multiply(10, 0);
        above.multiply(10, 0);
        below.multiply(10, 0);
    }
    while (decimal.n as i64) < n_wanted && !is_zero(&rest) {
        decimal.push(take_digit(&mut rest, &whole));
        rest.multiply(10, 0);
    }
    whole.multiply(5, 0);
    let order = rest.compare(&whole);
    let is_odd = decimal.n > 0 && decimal.digits[decimal.n - 1] & 1 != 0;
    if order == Ordering::Greater || order == Ordering::Equal && is_odd {
        decimal.round_up();
    }
    let n = if let Wish::Behind(n) = wish { n as i64 + decimal.power as i64 } else { n_wanted };
    if decimal.n > 0 {
        decimal.n = n.min(x.room()) as usize;
    }
}

pub fn sign(f: &Formatter<'_>, is_negative: bool) -> &'static str {
    if is_negative { "-" } else if f.sign_plus() { "+" } else { "" }
}

pub fn show(f: &mut Formatter<'_>, debug: bool, is_f32: bool, bits: u64) -> Result {
    let (n_bits, n_exponent) = if is_f32 { (23, 8) } else { (52, 11) };
    let is_negative = bits >> n_bits + n_exponent & 1 != 0;
    let size = bits & ((1 << n_bits + n_exponent) - 1);
    let infinity = ((1 << n_exponent) - 1) << n_bits;
    if size > infinity {
        return padded(f, "", None, &[("NaN", 0)], 3, Kind::Float);
    }
    let head = sign(f, is_negative);
    if size == infinity {
        return padded(f, head, None, &[("inf", 0)], 3, Kind::Float);
    }
    let precision = f.precision();
    let by_exponent = f.bits(61, 3) == 7;
    let wish = match precision {
        None => Wish::Shortest,
        Some(n) => if by_exponent { Wish::InAll(n + 1) } else { Wish::Behind(n) },
    };
    let mut decimal = Decimal { digits: [b'0'; ROOM], n: 0, power: 0 };
    if size != 0 {
        decimal_of(&parts_of(size, n_bits, n_exponent), wish, &mut decimal);
    }
    let is_exponent_shown = if is_f32 {
        let value = f32::from_bits(size as u32);
        value != 0.0 && (value >= 1e16 || value < 1e-4)
    } else {
        let value = f64::from_bits(size);
        value != 0.0 && (value >= 1e16 || value < 1e-4)
    };
    if by_exponent || debug && precision.is_none() && is_exponent_shown {
        return scientific(f, head, &decimal, precision.unwrap_or(0));
    }
    fixed(f, head, &decimal, match precision {
        None => (decimal.n as i64 - decimal.power as i64).max(debug as i64) as usize,
        Some(n) => n,
    })
}

fn fixed(f: &mut Formatter<'_>, head: &str, x: &Decimal, n_behind: usize) -> Result {
    let n_before = if x.n > 0 && x.power > 0 { x.power as usize } else { 0 };
    let n_zeros = if x.n > 0 { -x.power as usize } else { n_behind };
    let point = if n_behind > 0 { "." } else { "" };
    let parts = if n_before == 0 {
        let n_more = n_behind.saturating_sub(n_zeros + x.n);
        [(if n_behind > 0 { "0." } else { "0" }, n_zeros), (x.text(0, x.n), n_more), ("", 0)]
    } else if n_before < x.n {
        let n_more = n_behind.saturating_sub(x.n - n_before);
        [(x.text(0, n_before), 0), (point, 0), (x.text(n_before, x.n), n_more)]
    } else {
        [(x.text(0, x.n), n_before - x.n), (point, n_behind), ("", 0)]
    };
    let n_chars = n_before.max(1) + (n_behind > 0) as usize + n_behind;
    padded(f, head, None, &parts, n_chars, Kind::Float)
}

/// n_behind: at least so many digits behind the point.
fn scientific(f: &mut Formatter<'_>, head: &str, x: &Decimal, n_behind: usize) -> Result {
    let exponent = x.power - 1;
    let mut room = [b'0'; 4];
    let (mut at, mut left) = (room.len(), exponent.unsigned_abs());
    while left > 0 || at == room.len() {
        at -= 1;
        room[at] = b'0' + (left % 10) as u8;
        left /= 10;
    }
    let letters = if f.bits(60, 1) != 0 { ["E", "E-", "E0", "0E0"] } else { ["e", "e-", "e0", "0e0"] };
    let n_more = x.n.saturating_sub(1);
    let n_zeros = n_behind.saturating_sub(n_more);
    let parts: [Part<'_>; 5] = if x.n == 0 && n_behind > 0 {
        [("0.", n_behind), (letters[2], 0), ("", 0), ("", 0), ("", 0)]
    } else if x.n == 0 {
        [(letters[3], 0), ("", 0), ("", 0), ("", 0), ("", 0)]
    } else {
        let exponent = part(unsafe { i::str_from_bytes(&room) }, at, room.len());
        let point = if n_more + n_zeros > 0 { "." } else { "" };
        [(x.text(0, 1), 0), (point, 0), (x.text(1, x.n), n_zeros), (letters[(x.power < 1) as usize], 0), (exponent, 0)]
    };
    let n_chars = parts.iter().map(|part| part.0.len() + part.1).sum();
    padded(f, head, None, &parts, n_chars, Kind::Float)
}
