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

/// x, or `least`, which is below 0, where x is less or a NaN of negative sign: the bits of negative numbers grow as they
/// fall.
fn at_least(x: f32, least: f32) -> f32 {
    f32::from_bits(x.to_bits().min(least.to_bits()))
}

/// y, which is near 1, times 2 to the power `shifted - WHOLE`; infinite for x above `greatest`. The exponent is above
/// -160, and the result is normal where x is not below `small`. Without branches around more than a number, so that
/// loops over it become vectors; the product is the only step that rounds.
fn raise(y: f32, shifted: f32, x: f32, greatest: f32, small: f32) -> f32 {
    let bits = y.to_bits().wrapping_add(shifted.to_bits() << 23);
    let lifted = f32::from_bits(bits.wrapping_add(64 << 23)) * 5.421011e-20;
    let raised = if x < small { lifted } else { f32::from_bits(bits) };
    if x <= greatest { raised } else { x + f32::INFINITY }
}

/// What LN_2 exceeds ln 2 by.
const LN_2_REST: f32 = 1.9046542e-09;

/// What r squared is multiplied by in e to the power r, near 0.
fn exp_tail(r: f32) -> f32 {
    poly!(r, 0.49999994, 0.16666521, 0.04166839, 0.008368735, 0.0013814556)
}

/// e to the power x is (1 + first + rest) times 2 to the power `shifted - WHOLE`; first is within 0.35 of 0.
fn exp_parts(x: f32) -> (f32, f32, f32) {
    let shifted = x.mul_add(LOG2_E, WHOLE);
    let n = shifted - WHOLE;
    let first = n.mul_add(-LN_2, x);
    let second = n * LN_2_REST;
    let r = first + second;
    (shifted, first, (r * r).mul_add(exp_tail(r), second))
}

/// e to the power x.
pub fn exp(x: f32) -> f32 {
    let near = at_least(x, -104.0);
    let shifted = near.mul_add(LOG2_E, WHOLE);
    let n = shifted - WHOLE;
    let r = n.mul_add(LN_2_REST, n.mul_add(-LN_2, near));
    raise(poly!(r, 1.0, 1.0, exp_tail(r)), shifted, x, 88.72283, -87.0)
}

/// 2 to the power x.
pub fn exp2(x: f32) -> f32 {
    let near = at_least(x, -150.5);
    let shifted = near + WHOLE;
    let r = near - (shifted - WHOLE);
    let p = poly!(r, LN_2, 0.2402265, 0.055504017, 0.009618064, 0.0013341503, 0.00015458479, 1.3366145e-05);
    raise(p.mul_add(r, 1.0), shifted, x, 127.99999, -125.0)
}

/// x, which is above 0, is 1 + the first of these times 2 to the power of the second; 1 + it is at least the float with
/// the bits `least`, and less than twice that. `is_small` tells that x may be subnormal.
fn split_at(x: f32, least: u32, is_small: bool) -> (f32, f32) {
    let bits = (if is_small { x * 8388608.0 } else { x }).to_bits().wrapping_sub(least);
    let f = f32::from_bits((bits & 0x7F_FFFF).wrapping_add(least)) - 1.0;
    let shifted = ((bits as i32 >> 23) as u32).wrapping_add(WHOLE.to_bits());
    (f, f32::from_bits(shifted) - if is_small { WHOLE + 23.0 } else { WHOLE })
}

/// The bits of 2/3, the least m of a logarithm's split.
const TWO_THIRDS: u32 = 0x3F2A_AAAB;

fn split(x: f32) -> (f32, f32) {
    split_at(x, TWO_THIRDS, x < f32::MIN_POSITIVE)
}

/// Whether x is finite, above 0 and not subnormal.
fn is_plain(x: f32) -> bool {
    x.to_bits().wrapping_sub(0x0080_0000) < 0x7F00_0000
}

/// The natural logarithm of 1 + f less f, and `more` added to it.
fn ln_rest(f: f32, more: f32) -> f32 {
    let p = poly!(
        f,
        -0.5,
        0.33333215,
        -0.24999799,
        0.20010425,
        -0.1668039,
        0.14005548,
        -0.121857904,
        0.1398611,
        -0.12884313
    );
    (f * f).mul_add(p, more)
}

/// The logarithm of any base, which is y where x is finite and above 0.
fn checked_log(x: f32, y: f32) -> f32 {
    if x > 0.0 {
        if x < f32::INFINITY { y } else { x }
    } else if x == 0.0 {
        f32::NEG_INFINITY
    } else {
        f32::NAN
    }
}

/// The natural logarithm of 1 + f: a head and a small rest.
fn ln_of_near_one(f: f32) -> (f32, f32) {
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
    (head, (f * square).mul_add(p, 0.5f32.mul_add(-f.mul_add(f, -square), lost)))
}

/// The natural logarithm.
pub fn ln(x: f32) -> f32 {
    let plain = is_plain(x);
    let (f, e) = split_at(x, TWO_THIRDS, !plain);
    let sum = e.mul_add(0.69314575, f);
    let lost = e.mul_add(0.69314575, -sum) + f;
    let y = sum + ln_rest(f, e.mul_add(1.4286068e-06, lost));
    if plain { y } else { checked_log(x, y) }
}

/// The logarithm of 1 + f of the base for whose logarithm of e `by` and `by_rest` are: a head and a small rest.
fn scaled_ln(f: f32, by: f32, by_rest: f32) -> (f32, f32) {
    let (head, rest) = ln_of_near_one(f);
    let high = head * by;
    (high, rest.mul_add(by, head.mul_add(by_rest, head.mul_add(by, -high))))
}

/// The logarithm of base 2.
pub fn log2(x: f32) -> f32 {
    let plain = is_plain(x);
    let (f, e) = split_at(x, TWO_THIRDS, !plain);
    let (high, low) = scaled_ln(f, LOG2_E, 1.925963e-08);
    let sum = e + high;
    let y = sum + ((e - sum) + high + low);
    if plain { y } else { checked_log(x, y) }
}

/// The logarithm of base 10.
pub fn log10(x: f32) -> f32 {
    let plain = is_plain(x);
    let (f, e) = split_at(x, TWO_THIRDS, !plain);
    let (high, low) = scaled_ln(f, LOG10_E, -1.010305e-08);
    let sum = e.mul_add(0.3010254, high);
    let y = sum + ((e.mul_add(0.3010254, -sum) + high) + e.mul_add(4.605039e-06, low));
    if plain { y } else { checked_log(x, y) }
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
    let shifted = x.mul_add(0.63661975, WHOLE);
    let n = shifted - WHOLE;
    let first = n.mul_add(-QUARTER[0], x);
    let second = n * QUARTER[1];
    let angle = first - second;
    let back = angle - first;
    let lost = (first - (angle - back)) - (second + back);
    let rest = n.mul_add(-QUARTER[2], lost - n.mul_add(QUARTER[1], -second));
    Reduced { angle, rest, quarter: shifted.to_bits() }
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
        angle: if x.is_finite() { angle * unit } else { f32::NAN },
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
    let y = turned(x, 0);
    if x.abs() < TINY_ANGLE { x } else { y }
}

/// The cosine.
pub fn cos(x: f32) -> f32 {
    turned(x, 1)
}

/// The sine and the cosine.
pub fn sin_cos(x: f32) -> (f32, f32) {
    let r = reduce(x);
    let (s, c) = (sin_of(&r), cos_of(&r));
    let (a, b) = if r.quarter & 1 == 0 { (s, c) } else { (c, s) };
    let sine = if r.quarter & 2 == 0 { a } else { -a };
    let cosine = if r.quarter.wrapping_add(1) & 2 == 0 { b } else { -b };
    (if x.abs() < TINY_ANGLE { x } else { sine }, cosine)
}

/// The tangent.
pub fn tan(x: f32) -> f32 {
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
        return if x.abs() < TINY_ANGLE { x } else { t };
    }
    let t_rest = (a - t) + more;
    let q = -1.0 / t;
    q.mul_add(q.mul_add(t_rest, q.mul_add(t, 1.0)), q)
}
