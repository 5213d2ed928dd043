//! Functions of f32 and, in `double`, of f64 that are not exact, within 1 ulp and with the same bits on every device:
//! of f32 by operations of f32 and of integers alone, in this order. In kernels `x.exp()` is this `exp(x)`; under rustc
//! it is the host's, and this one has the kernels' bits. These files are also ones of kernels' library.
//!
//! scripts/minimax.py makes the coefficients. docs/mathematics.md tells the ways and what was measured.

use core::f32::consts::{LN_2, LOG2_E, LOG10_E};

#[path = "math/double.rs"]
pub mod double;

/// The polynomial of these coefficients, the lowest first, at x.
macro_rules! poly {
    ($x:expr, $last:expr) => { $last };
    ($x:expr, $first:expr, $($rest:expr),+) => { f32::mul_add(poly!($x, $($rest),+), $x, $first) };
}

#[path = "math/hyperbolic.rs"]
mod hyperbolic;
#[path = "math/inverse.rs"]
mod inverse;
#[path = "math/power.rs"]
mod power;

pub use hyperbolic::{acosh, asinh, atanh, cosh, exp_m1, ln_1p, sinh, tanh};
pub use inverse::{acos, asin, atan, atan2};
pub use power::{cbrt, hypot, powf};

/// x times 2 to the power n, for n of -252 to 254, rounded once.
fn scale(x: f32, n: i32) -> f32 {
    let half = n >> 1;
    let rest = n.wrapping_sub(half);
    let a = f32::from_bits((half.wrapping_add(127) as u32) << 23);
    let b = f32::from_bits((rest.wrapping_add(127) as u32) << 23);
    x * a * b
}

/// To this a whole number of less than 2 to the power 22 is added to have it in the last bits of the sum.
const WHOLE: f32 = 12582912.0;

/// y times 2 to the power `shifted - WHOLE`, where that is neither subnormal nor near infinity for x within `normal` of
/// 0; the result is infinite for x above `greatest` and 0 for x below `least`.
fn raise(y: f32, shifted: f32, x: f32, normal: f32, greatest: f32, least: f32) -> f32 {
    if x.abs() < normal {
        return f32::from_bits(y.to_bits().wrapping_add(shifted.to_bits() << 23));
    }
    if x > greatest {
        f32::INFINITY
    } else if x < least {
        0.0
    } else {
        scale(y, (shifted - WHOLE) as i32)
    }
}

/// What LN_2 exceeds ln 2 by.
const LN_2_REST: f32 = 1.9046542e-09;

/// e to the power x is (1 + first + rest) times 2 to the power `shifted - WHOLE`; first is within 0.35 of 0.
fn exp_parts(x: f32) -> (f32, f32, f32) {
    let shifted = x.mul_add(LOG2_E, WHOLE);
    let n = shifted - WHOLE;
    let first = n.mul_add(-LN_2, x);
    let second = n * LN_2_REST;
    let r = first + second;
    let p = poly!(r, 0.49999994, 0.16666521, 0.04166839, 0.008368735, 0.0013814556);
    (shifted, first, (r * r).mul_add(p, second))
}

/// e to the power x.
pub fn exp(x: f32) -> f32 {
    let (shifted, first, rest) = exp_parts(x);
    raise(rest + first + 1.0, shifted, x, 87.0, 88.72284, -104.0)
}

/// 2 to the power x.
pub fn exp2(x: f32) -> f32 {
    let shifted = x + WHOLE;
    let r = x - (shifted - WHOLE);
    let p = poly!(r, LN_2, 0.2402265, 0.055504017, 0.009618064, 0.0013341503, 0.00015458479, 1.3366145e-05);
    raise(p.mul_add(r, 1.0), shifted, x, 126.0, 127.99999, -150.0)
}

/// x, which is above 0, is 1 + the first of these times 2 to the power of the second; 1 + it is at least the float with
/// the bits `least`, and less than twice that.
fn split_from(x: f32, least: u32) -> (f32, i32) {
    let is_small = x < f32::MIN_POSITIVE;
    let bits = (if is_small { x * 8388608.0 } else { x }).to_bits();
    let up = bits.wrapping_sub(least) as i32 >> 23;
    let f = f32::from_bits(bits.wrapping_sub((up as u32) << 23)) - 1.0;
    (f, if is_small { up.wrapping_sub(23) } else { up })
}

/// The same from 2/3 to 4/3.
fn split(x: f32) -> (f32, i32) {
    split_from(x, 0x3F2A_AAAB)
}

/// The natural logarithm of 1 + f + g, where g is the rest of f: a head and a small rest.
fn ln_of_near_one(f: f32, g: f32) -> (f32, f32) {
    let p = poly!(
        f,
        0.33333334,
        -0.2499982,
        0.19999598,
        -0.16679579,
        0.14304444,
        -0.12195776,
        0.10754394,
        -0.12845083,
        0.120065294
    );
    let square = f * f;
    let head = square.mul_add(-0.5, f);
    let lost = 0.5f32.mul_add(-square, f - head);
    let more = g.mul_add(-f.mul_add(-f, f), g + lost);
    (head, (f * square).mul_add(p, 0.5f32.mul_add(-f.mul_add(f, -square), more)))
}

/// The natural logarithm of a number that is 2 to the power e times one whose logarithm is head and rest.
fn finish_ln(head: f32, rest: f32, e: f32) -> f32 {
    let whole = e * 0.69314575;
    let sum = whole + head;
    sum + ((whole - sum) + head + e.mul_add(1.4286068e-06, rest))
}

/// The logarithm of a base: `by` and `by_rest` are that of e, `two` and `two_rest` that of 2, and `two` has 16 bits.
fn logarithm(x: f32, by: f32, by_rest: f32, two: f32, two_rest: f32) -> f32 {
    let (f, up) = split(x);
    let e = up as f32;
    let (head, rest) = ln_of_near_one(f, 0.0);
    let high = head * by;
    let low = head.mul_add(by, -high) + rest.mul_add(by, head * by_rest);
    let whole = e * two;
    let sum = whole + high;
    let y = sum + ((whole - sum) + high + e.mul_add(two_rest, low));
    if x > 0.0 {
        if x < f32::INFINITY { y } else { x }
    } else if x == 0.0 {
        f32::NEG_INFINITY
    } else {
        f32::NAN
    }
}

/// The natural logarithm.
pub fn ln(x: f32) -> f32 {
    logarithm(x, 1.0, 0.0, 0.69314575, 1.4286068e-06)
}

/// The logarithm of base 2.
pub fn log2(x: f32) -> f32 {
    logarithm(x, LOG2_E, 1.925963e-08, 1.0, 0.0)
}

/// The logarithm of base 10.
pub fn log10(x: f32) -> f32 {
    logarithm(x, LOG10_E, -1.010305e-08, 0.3010254, 4.605039e-06)
}

/// An angle as a number of quarter turns and what is left of it: its nearest f32 and a rest.
struct Reduced {
    angle: f32,
    rest: f32,
    quarter: u32,
}

/// Half of pi is the sum of these.
const QUARTER: [f32; 3] = [1.5707964, -4.371139e-08, -1.7151245e-15];

/// By Cody and Waite. Up to 2 to the power 16 the first product is exact.
fn reduce(x: f32) -> Reduced {
    if x.abs() >= 65536.0 {
        return reduce_large(x);
    }
    let n = (x * 0.63661975).round_ties_even();
    let first = n.mul_add(-QUARTER[0], x);
    let second = n * QUARTER[1];
    let angle = first - second;
    let back = angle - first;
    let lost = (first - (angle - back)) - (second + back);
    let rest = n.mul_add(-QUARTER[2], lost - n.mul_add(QUARTER[1], -second));
    Reduced { angle, rest, quarter: n as i32 as u32 }
}

/// The bits of 2 over pi, behind 32 zeros.
const TWO_OVER_PI: [u32; 8] =
    [0, 0xA2F9_836E, 0x4E44_1529, 0xFC27_57D1, 0xF534_DDC0, 0xDB62_9599, 0x3C43_9041, 0xFE51_63AB];

/// By Payne and Hanek: of 2 over pi, the 96 bits that decide about the quarter and the angle within it.
fn reduce_large(x: f32) -> Reduced {
    let bits = x.to_bits();
    let mantissa = (bits & 0x7F_FFFF | 0x80_0000) as u64;
    let from = (bits >> 23 & 255).wrapping_sub(120);
    let word = |k: u32| TWO_OVER_PI[((from >> 5).wrapping_add(k) & 7) as usize] as u64;
    let pair = |k: u32| ((word(k) << 32 | word(k.wrapping_add(1))) << (from & 31)) >> 32;
    let low = mantissa.wrapping_mul(pair(2)) >> 32;
    let middle = mantissa.wrapping_mul(pair(1)).wrapping_add(low);
    let high = mantissa.wrapping_mul(pair(0)).wrapping_add(middle >> 32);
    let product = high << 32 | middle & 0xFFFF_FFFF;
    let quarter = ((product >> 62).wrapping_add(product >> 61 & 1)) as u32;
    let fraction = (product << 2) as i64;
    let a = fraction as f32;
    let b = fraction.wrapping_sub(a as i64) as f32;
    let angle = a * QUARTER[0];
    let rest = a.mul_add(QUARTER[0], -angle) + a.mul_add(QUARTER[1], b * QUARTER[0]);
    let unit = if bits >> 31 != 0 { -5.421011e-20 } else { 5.421011e-20 };
    Reduced {
        angle: angle * unit,
        rest: rest * unit,
        quarter: if bits >> 31 != 0 { quarter.wrapping_neg() } else { quarter },
    }
}

/// The sine of an angle of at most an eighth of a turn.
fn sin_of(r: &Reduced) -> f32 {
    let (a, z) = (r.angle, r.angle * r.angle);
    let p = poly!(z, -0.16666667, 0.008333329, -0.00019839303, 2.7180258e-06);
    a + (a * z).mul_add(p, r.rest.mul_add(-0.5 * z, r.rest))
}

/// The cosine of an angle of at most an eighth of a turn.
fn cos_of(r: &Reduced) -> f32 {
    let (a, z) = (r.angle, r.angle * r.angle);
    let p = poly!(z, 0.041666668, -0.0013888883, 2.4799449e-05, -2.720485e-07);
    let half = 0.5 * z;
    let most = 1.0 - half;
    let square_rest = a.mul_add(a, -z);
    most + (((1.0 - most) - half) + (z * z).mul_add(p, -a.mul_add(r.rest, 0.5 * square_rest)))
}

/// The sine of the angle, turned by so many quarters more.
fn turned(x: f32, more: u32) -> f32 {
    let r = reduce(x);
    let quarter = r.quarter.wrapping_add(more);
    let y = if quarter & 1 == 0 { sin_of(&r) } else { cos_of(&r) };
    if quarter & 2 == 0 { y } else { -y }
}

/// Up to this the sine and the tangent of a number are itself.
const TINY_ANGLE: f32 = 0.000_244_140_63;

/// The sine.
pub fn sin(x: f32) -> f32 {
    let a = x.abs();
    if a < TINY_ANGLE {
        x
    } else if a < f32::INFINITY {
        turned(x, 0)
    } else {
        f32::NAN
    }
}

/// The cosine.
pub fn cos(x: f32) -> f32 {
    if x.abs() < f32::INFINITY { turned(x, 1) } else { f32::NAN }
}

/// The sine and the cosine.
pub fn sin_cos(x: f32) -> (f32, f32) {
    let size = x.abs();
    if !size.is_finite() {
        return (f32::NAN, f32::NAN);
    }
    let r = reduce(x);
    let (s, c) = (sin_of(&r), cos_of(&r));
    let (a, b) = if r.quarter & 1 == 0 { (s, c) } else { (c, s) };
    let sine = if r.quarter & 2 == 0 { a } else { -a };
    let cosine = if r.quarter.wrapping_add(1) & 2 == 0 { b } else { -b };
    (if size < TINY_ANGLE { x } else { sine }, cosine)
}

/// The tangent.
pub fn tan(x: f32) -> f32 {
    let size = x.abs();
    if size < TINY_ANGLE {
        return x;
    }
    if !size.is_finite() {
        return f32::NAN;
    }
    let r = reduce(x);
    let (a, z) = (r.angle, r.angle * r.angle);
    let p = poly!(
        z,
        0.3333333,
        0.13333434,
        0.053951044,
        0.022010498,
        0.008232945,
        0.005197384,
        -0.0008149693,
        0.0021357036
    );
    let cube = a * z;
    let about = cube.mul_add(p, a);
    let square_rest = a.mul_add(a, -z);
    let more = cube.mul_add(p, r.rest.mul_add(about * about, r.rest) + square_rest * (a * p));
    let t = a + more;
    if r.quarter & 1 == 0 {
        return t;
    }
    let t_rest = (a - t) + more;
    let q = -1.0 / t;
    q.mul_add(q.mul_add(t_rest, q.mul_add(t, 1.0)), q)
}
