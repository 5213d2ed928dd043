//! What the compiler calls for numbers of 128 bits (src/lower/lower_wide.c). Nothing here panics: what may go wrong is
//! checked before. Operators of u128 that are used here are those that the compiler writes out by itself.

use crate::intrinsics as i;

const SIGN: u64 = 1 << 63;

const fn wide(low: u64, high: u64) -> u128 { unsafe { i::wide(low, high) } }
const fn high(a: u128) -> u64 { (a >> 64) as u64 }
const fn is_negative(a: i128) -> bool { ((a >> 64) as i64) < 0 }
const fn size(a: i128) -> u128 { (if is_negative(a) { unsafe { i::wrapping_neg(a) } } else { a }) as u128 }
const fn signed(size: u128, is_negative: bool) -> i128 {
    (if is_negative { unsafe { i::wrapping_neg(size) } } else { size }) as i128
}

#[lang = "wide_mul"]
const fn mul(a: u128, b: u128) -> u128 {
    let (x, y) = (a as u64, b as u64);
    unsafe {
        let across = i::wrapping_add(i::wrapping_mul(x, high(b)), i::wrapping_mul(high(a), y));
        wide(i::wrapping_mul(x, y), i::wrapping_add(i::mul_high(x, y), across))
    }
}

/// A product of which one factor has no upper half has one carry, into the upper half.
#[lang = "wide_mul_overflows"]
const fn mul_overflows(a: u128, b: u128) -> bool {
    if high(a) != 0 && high(b) != 0 {
        return true;
    }
    let (long, factor) = if high(a) != 0 { (a, b as u64) } else { (b, a as u64) };
    unsafe {
        i::mul_high(high(long), factor) != 0
            || i::add_overflows(i::wrapping_mul(high(long), factor), i::mul_high(long as u64, factor))
    }
}

#[lang = "wide_mul_overflows_signed"]
const fn mul_overflows_signed(a: i128, b: i128) -> bool {
    let (x, y) = (size(a), size(b));
    let most = if is_negative(a) != is_negative(b) { wide(0, SIGN) } else { wide(u64::MAX, SIGN - 1) };
    mul_overflows(x, y) || mul(x, y) > most
}

/// `high << 64 | low` by a divisor that is above `high` and has its top bit set, in two steps of 32 bits (Knuth's
/// algorithm D): the quotient and the remainder.
const fn divide_normalized(upper: u64, lower: u64, divisor: u64) -> (u64, u64) {
    let (first, first_rest) = divide_step(upper, lower >> 32, divisor);
    let (second, rest) = divide_step(first_rest, lower & 0xFFFF_FFFF, divisor);
    (first << 32 | second, rest)
}

/// `upper << 32 | digit` by the divisor. The estimate by its upper half is at most two too large.
const fn divide_step(upper: u64, digit: u64, divisor: u64) -> (u64, u64) {
    let (top, bottom) = (divisor >> 32, divisor & 0xFFFF_FFFF);
    let mut q = unsafe { i::unchecked_div(upper, top) };
    let mut rest = unsafe { i::unchecked_rem(upper, top) };
    while q >> 32 != 0 || unsafe { i::wrapping_mul(q, bottom) } > rest << 32 | digit {
        q = q - 1;
        rest = rest + top;
        if rest >> 32 != 0 {
            break;
        }
    }
    (q, unsafe { i::wrapping_sub(i::wrapping_add(upper << 32, digit), i::wrapping_mul(q, divisor)) })
}

const fn divide(a: u128, b: u128) -> (u128, u128) {
    if high(a) == 0 && high(b) == 0 {
        let (x, y) = (a as u64, b as u64);
        return unsafe { (wide(i::unchecked_div(x, y), 0), wide(i::unchecked_rem(x, y), 0)) };
    }
    if a < b {
        return (0, a);
    }
    if high(b) == 0 {
        let y = b as u64;
        let first = unsafe { i::unchecked_div(high(a), y) };
        let n = unsafe { i::ctlz(y) };
        let over = shl(wide(a as u64, unsafe { i::unchecked_rem(high(a), y) }), n);
        let (second, rest) = divide_normalized(high(over), over as u64, y << n);
        return (wide(second, first), wide(rest >> n, 0));
    }
    // The quotient is below 2^64. The estimate by the divisor's upper 64 bits is at most one too large.
    let n = unsafe { i::ctlz(high(b)) };
    let half = a >> 1;
    let (estimate, _) = divide_normalized(high(half), half as u64, high(shl(b, n)));
    let mut q = estimate >> (63 - n);
    if q != 0 {
        q = q - 1;
    }
    let mut rest = unsafe { i::wrapping_sub(a, mul(wide(q, 0), b)) };
    if rest >= b {
        q = q + 1;
        rest = unsafe { i::wrapping_sub(rest, b) };
    }
    (wide(q, 0), rest)
}

#[lang = "wide_div"] const fn div(a: u128, b: u128) -> u128 { divide(a, b).0 }
#[lang = "wide_rem"] const fn rem(a: u128, b: u128) -> u128 { divide(a, b).1 }
#[lang = "wide_div_signed"]
const fn div_signed(a: i128, b: i128) -> i128 { signed(divide(size(a), size(b)).0, is_negative(a) != is_negative(b)) }
#[lang = "wide_rem_signed"]
const fn rem_signed(a: i128, b: i128) -> i128 { signed(divide(size(a), size(b)).1, is_negative(a)) }

unsafe_fns! {
    [const fn]
    #[lang = "wide_shl"] shl(a: u128, n: u32) -> u128 {
        let (low, moved) = (a as u64, i::wrapping_shl(a as u64, n));
        // A shift by 1 and then by 63 - n is one by 64 - n that may also be 64.
        let across = i::wrapping_shr(low >> 1, !n);
        if n & 64 != 0 { wide(0, moved) } else { wide(moved, i::wrapping_shl(high(a), n) | across) }
    }
    #[lang = "wide_shr"] shr(a: u128, n: u32) -> u128 {
        let moved = i::wrapping_shr(high(a), n);
        let across = i::wrapping_shl(high(a) << 1, !n);
        if n & 64 != 0 { wide(moved, 0) } else { wide(i::wrapping_shr(a as u64, n) | across, moved) }
    }
    #[lang = "wide_shr_signed"] shr_signed(a: i128, n: u32) -> i128 {
        let top = (a >> 64) as i64;
        let moved = i::wrapping_shr(top, n) as u64;
        let across = i::wrapping_shl((top as u64) << 1, !n);
        let low = if n & 64 != 0 { moved } else { i::wrapping_shr(a as u64, n) | across };
        wide(low, if n & 64 != 0 { (top >> 63) as u64 } else { moved }) as i128
    }
}
/// The upper 64 bits that count, of which the last also says whether there are others behind, round as all of them do.
const fn leading(a: u128) -> (u64, u32) {
    let n = unsafe { i::ctlz(a) };
    let all = shl(a, n);
    (high(all) | (all as u64 != 0) as u64, n)
}
macro_rules! to_float {
    ($t:ident $(#[$about:meta])? $name:ident $(#[$too:meta])? $signed:ident, $n:ident $bits:expr) => {
        $(#[$about])?
        const fn $name(a: u128) -> $t {
            if high(a) == 0 {
                return a as u64 as $t;
            }
            let (digits, $n) = leading(a);
            digits as $t * $t::from_bits($bits)
        }
        $(#[$too])?
        const fn $signed(a: i128) -> $t {
            let x = $name(size(a));
            if is_negative(a) { -x } else { x }
        }
    };
}
to_float! {
    f64 #[lang = "wide_to_f64"] to_f64 #[lang = "wide_to_f64_signed"] to_f64_signed, n ((1023 + 64 - n) as u64) << 52
}
to_float! { f32 #[lang = "wide_to_f32"] to_f32 #[lang = "wide_to_f32_signed"] to_f32_signed, n (127 + 64 - n) << 23 }

/// NaN is 0, and what is outside of the type is its end.
#[lang = "wide_of_float"]
const fn of_float(x: f64) -> u128 {
    if !(x >= 1.0) {
        return 0;
    }
    let bits = x.to_bits();
    let exponent = (bits >> 52) as u32 - 1023;
    if exponent > 127 {
        return wide(u64::MAX, u64::MAX);
    }
    let digits = bits & 0xF_FFFF_FFFF_FFFF | 1 << 52;
    if exponent <= 52 { wide(digits >> (52 - exponent), 0) } else { shl(wide(digits, 0), exponent - 52) }
}
#[lang = "wide_of_float_signed"]
const fn of_float_signed(x: f64) -> i128 {
    let is_negative = x < 0.0;
    let size = of_float(if is_negative { -x } else { x });
    if high(size) < SIGN {
        signed(size, is_negative)
    } else if is_negative {
        wide(0, SIGN) as i128
    } else {
        wide(u64::MAX, SIGN - 1) as i128
    }
}
