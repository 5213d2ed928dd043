//! The functions of f64, as those of f32 are: within 1 ulp and with the same bits on every device.

/// The polynomial of these coefficients, the lowest first, at x.
macro_rules! poly {
    ($x:expr, $last:expr) => { $last };
    ($x:expr, $first:expr, $($rest:expr),+) => { f64::mul_add(poly!($x, $($rest),+), $x, $first) };
}

#[path = "double_hyperbolic.rs"]
mod hyperbolic;
#[path = "double_inverse.rs"]
mod inverse;
#[path = "double_power.rs"]
mod power;

use core::f64::consts::{FRAC_2_PI, FRAC_PI_2, LN_2, LOG2_E, LOG10_E};
pub use hyperbolic::{acosh, asinh, atanh, cosh, exp_m1, ln_1p, sinh, tanh};
pub use inverse::{acos, asin, atan, atan2};
pub use power::{cbrt, hypot, powf};

/// x times 2 to the power n, for n of -2044 to 2046, rounded once.
fn scale(x: f64, n: i32) -> f64 {
    let half = n >> 1;
    let rest = n.wrapping_sub(half);
    let a = f64::from_bits((half.wrapping_add(1023) as u64) << 52);
    let b = f64::from_bits((rest.wrapping_add(1023) as u64) << 52);
    x * a * b
}

/// To this a whole number of less than 2 to the power 51 is added to have it in the last bits of the sum.
const WHOLE: f64 = 6755399441055744.0;

/// y times 2 to the power `shifted - WHOLE`, where that is neither subnormal nor near infinity for x within `normal` of
/// 0; the result is infinite for x above `greatest` and 0 for x below `least`.
fn raise(y: f64, shifted: f64, x: f64, normal: f64, greatest: f64, least: f64) -> f64 {
    if x.abs() < normal {
        return f64::from_bits(y.to_bits().wrapping_add(shifted.to_bits() << 52));
    }
    if x > greatest {
        f64::INFINITY
    } else if x < least {
        0.0
    } else {
        scale(y, (shifted - WHOLE) as i32)
    }
}

/// What LN_2 exceeds ln 2 by.
const LN_2_REST: f64 = -2.3190468138462996e-17;

/// What r squared is multiplied by in e to the power r, near 0.
fn exp_tail(r: f64) -> f64 {
    poly!(
        r,
        0.5,
        0.16666666666666682,
        0.041666666666666095,
        0.008333333333317004,
        0.0013888888889116173,
        0.0001984126989646047,
        2.480158692587889e-05,
        2.7557234783125666e-06,
        2.7557582282283636e-07,
        2.511206504184847e-08,
        2.0826547621631746e-09
    )
}

/// e to the power x is (1 + first + rest) times 2 to the power `shifted - WHOLE`; first is within 0.35 of 0.
fn exp_parts(x: f64) -> (f64, f64, f64) {
    let shifted = x.mul_add(LOG2_E, WHOLE);
    let n = shifted - WHOLE;
    let first = n.mul_add(-LN_2, x);
    let second = n * LN_2_REST;
    let r = first + second;
    (shifted, first, (r * r).mul_add(exp_tail(r), second))
}

/// e to the power x.
pub fn exp(x: f64) -> f64 {
    let shifted = x.mul_add(LOG2_E, WHOLE);
    let n = shifted - WHOLE;
    let r = n.mul_add(LN_2_REST, n.mul_add(-LN_2, x));
    raise(poly!(r, 1.0, 1.0, exp_tail(r)), shifted, x, 708.0, 709.782712893384, -746.0)
}

/// 2 to the power x.
pub fn exp2(x: f64) -> f64 {
    let shifted = x + WHOLE;
    let r = x - (shifted - WHOLE);
    let p = poly!(
        r,
        LN_2,
        0.24022650695910072,
        0.05550410866482159,
        0.009618129107628482,
        0.0013333558146426039,
        0.0001540353039336502,
        1.5252733807486726e-05,
        1.3215486813767874e-06,
        1.0178083649673227e-07,
        7.054895339376958e-09,
        4.4463131441658223e-10,
        2.5732099657141263e-11,
        1.2726108203253122e-12
    );
    raise(p.mul_add(r, 1.0), shifted, x, 1022.0, 1023.9999999999999, -1076.0)
}

/// x, which is above 0, is 1 + the first of these times 2 to the power of the second; 1 + it is at least the float with
/// the bits `least`, and less than twice that. `is_small` tells that x may be subnormal.
fn split_at(x: f64, least: u64, is_small: bool) -> (f64, f64) {
    let bits = (if is_small { x * 18014398509481984.0 } else { x }).to_bits().wrapping_sub(least);
    let f = f64::from_bits((bits & 0xF_FFFF_FFFF_FFFF).wrapping_add(least)) - 1.0;
    let shifted = ((bits as i64 >> 52) as u64).wrapping_add(WHOLE.to_bits());
    (f, f64::from_bits(shifted) - if is_small { WHOLE + 54.0 } else { WHOLE })
}

/// The bits of 2/3, the least m of a logarithm's split.
const TWO_THIRDS: u64 = 0x3FE5_5555_5555_5555;

fn split(x: f64) -> (f64, f64) {
    split_at(x, TWO_THIRDS, x < f64::MIN_POSITIVE)
}

/// Whether x is finite, above 0 and not subnormal.
fn is_plain(x: f64) -> bool {
    x.to_bits().wrapping_sub(0x0010_0000_0000_0000) < 0x7FE0_0000_0000_0000
}

/// The logarithm of any base, which is y where x is finite and above 0.
fn checked_log(x: f64, y: f64) -> f64 {
    if x > 0.0 {
        if x < f64::INFINITY { y } else { x }
    } else if x == 0.0 {
        f64::NEG_INFINITY
    } else {
        f64::NAN
    }
}

/// The natural logarithm of 1 + f: a head and a small rest.
fn ln_of_near_one(f: f64) -> (f64, f64) {
    let square = f * f;
    let head = square.mul_add(-0.5, f);
    let lost = 0.5f64.mul_add(-square, f - head);
    let s = f / (2.0 + f);
    let z = s * s;
    let p = poly!(
        z,
        0.3333333333333333,
        0.1999999999999959,
        0.14285714285854145,
        0.11111111087665344,
        0.0909091131165105,
        0.07692180906020454,
        0.06671110175796867,
        0.05789176315206435,
        0.06323886296782158
    );
    // ln(1 + f) is 2 atanh(s), and 2 s is f - s f.
    (head, s.mul_add((z + z).mul_add(p, 0.5 * square), 0.5f64.mul_add(-f.mul_add(f, -square), lost)))
}

/// The natural logarithm.
pub fn ln(x: f64) -> f64 {
    let plain = is_plain(x);
    let (f, e) = split_at(x, TWO_THIRDS, !plain);
    let (head, rest) = ln_of_near_one(f);
    let sum = e.mul_add(0.6931471803691238, head);
    let y = sum + ((e.mul_add(0.6931471803691238, -sum) + head) + e.mul_add(1.9082149292705877e-10, rest));
    if plain { y } else { checked_log(x, y) }
}

/// The logarithm of 1 + f of the base for whose logarithm of e `by` and `by_rest` are: a head and a small rest.
fn scaled_ln(f: f64, by: f64, by_rest: f64) -> (f64, f64) {
    let (head, rest) = ln_of_near_one(f);
    let high = head * by;
    (high, rest.mul_add(by, head.mul_add(by_rest, head.mul_add(by, -high))))
}

/// The logarithm of base 2.
pub fn log2(x: f64) -> f64 {
    let plain = is_plain(x);
    let (f, e) = split_at(x, TWO_THIRDS, !plain);
    let (high, low) = scaled_ln(f, LOG2_E, 2.0355273740931033e-17);
    let sum = e + high;
    let y = sum + ((e - sum) + high + low);
    if plain { y } else { checked_log(x, y) }
}

/// The logarithm of base 10.
pub fn log10(x: f64) -> f64 {
    let plain = is_plain(x);
    let (f, e) = split_at(x, TWO_THIRDS, !plain);
    let (high, low) = scaled_ln(f, LOG10_E, 1.098319650216765e-17);
    let sum = e.mul_add(0.30102999566361177, high);
    let y = sum + ((e.mul_add(0.30102999566361177, -sum) + high) + e.mul_add(3.694239077158931e-13, low));
    if plain { y } else { checked_log(x, y) }
}

/// An angle as a number of quarter turns and what is left of it: its nearest f64 and a rest.
struct Reduced {
    angle: f64,
    rest: f64,
    quarter: u32,
}

/// Half of pi is the sum of these.
const QUARTER: [f64; 3] = [FRAC_PI_2, 6.123233995736766e-17, -1.4973849048591698e-33];

/// By Cody and Waite. Up to 2 to the power 30 what is left is exact but for its last rest.
fn reduce(x: f64) -> Reduced {
    if x.abs() >= 1073741824.0 {
        return reduce_large(x);
    }
    let shifted = x.mul_add(FRAC_2_PI, WHOLE);
    let n = shifted - WHOLE;
    let first = n.mul_add(-QUARTER[0], x);
    let second = n * QUARTER[1];
    let angle = first - second;
    let back = angle - first;
    let lost = (first - (angle - back)) - (second + back);
    let rest = n.mul_add(-QUARTER[2], lost - n.mul_add(QUARTER[1], -second));
    Reduced { angle, rest, quarter: shifted.to_bits() as u32 }
}

/// The bits of 2 over pi, behind 64 zeros.
const TWO_OVER_PI: [u64; 20] = [
    0,
    0xA2F9_836E_4E44_1529,
    0xFC27_57D1_F534_DDC0,
    0xDB62_9599_3C43_9041,
    0xFE51_63AB_DEBB_C561,
    0xB724_6E3A_424D_D2E0,
    0x0649_2EEA_09D1_921C,
    0xFE1D_EB1C_B129_A73E,
    0xE882_35F5_2EBB_4484,
    0xE99C_7026_B45F_7E41,
    0x3991_D639_8353_39F4,
    0x9C84_5F8B_BDF9_283B,
    0x1FF8_97FF_DE05_980F,
    0xEF2F_118B_5A0A_6D1F,
    0x6D36_7ECF_27CB_09B7,
    0x4F46_3F66_9E5F_EA2D,
    0x7527_BAC7_EBE5_F17B,
    0x3D07_39F7_8A52_92EA,
    0x6BFB_5FB1_1F8D_5D08,
    0x5603_3046_FC7B_6BAB,
];

/// By Payne and Hanek: of 2 over pi, the 192 bits that decide about the quarter and the angle within it.
fn reduce_large(x: f64) -> Reduced {
    let bits = x.to_bits();
    let mantissa = bits & 0xF_FFFF_FFFF_FFFF | 0x10_0000_0000_0000;
    // The last bit of x is 2 to the power `from` - 62, and bits of 2 over pi above its reciprocal are whole turns.
    let from = ((bits >> 52 & 2047) as u32).wrapping_sub(1013);
    let shift = from & 63;
    let word = |k: u32| {
        let at = (from >> 6).wrapping_add(k) as usize;
        let next = if shift == 0 { 0 } else { TWO_OVER_PI[at.wrapping_add(1)] >> (64u32.wrapping_sub(shift) & 63) };
        TWO_OVER_PI[at] << shift | next
    };
    let low = high_product(mantissa, word(2));
    let middle = mantissa.wrapping_mul(word(1));
    let below = middle.wrapping_add(low);
    let carry = (below < low) as u64;
    let product = mantissa.wrapping_mul(word(0)).wrapping_add(high_product(mantissa, word(1))).wrapping_add(carry);
    let quarter = ((product >> 62).wrapping_add(product >> 61 & 1)) as u32;
    let fraction = (product << 2 | below >> 62) as i64;
    let more = (below << 2 >> 1) as i64 as f64 * 1.0842021724855044e-19;
    let most = fraction as f64;
    let left = fraction.wrapping_sub(most as i64) as f64 + more;
    let a = most + left;
    let b = (most - a) + left;
    let angle = a * QUARTER[0];
    let rest = a.mul_add(QUARTER[0], -angle) + a.mul_add(QUARTER[1], b * QUARTER[0]);
    let unit = if bits >> 63 != 0 { -5.421010862427522e-20 } else { 5.421010862427522e-20 };
    Reduced {
        angle: if x.is_finite() { angle * unit } else { f64::NAN },
        rest: rest * unit,
        quarter: if bits >> 63 != 0 { quarter.wrapping_neg() } else { quarter },
    }
}

/// The upper half of a product.
fn high_product(a: u64, b: u64) -> u64 {
    ((a as u128 * b as u128) >> 64) as u64
}

/// The sine of an angle of at most an eighth of a turn.
fn sin_of(r: &Reduced) -> f64 {
    let (a, z) = (r.angle, r.angle * r.angle);
    let p = poly!(
        z,
        -0.16666666666666666,
        0.008333333333333323,
        -0.00019841269841254606,
        2.755731921396264e-06,
        -2.5052104854862687e-08,
        1.6058359679672058e-10,
        -7.578365211514251e-13
    );
    a + (a * z).mul_add(p, r.rest.mul_add(-0.5 * z, r.rest))
}

/// The cosine of an angle of at most an eighth of a turn.
fn cos_of(r: &Reduced) -> f64 {
    let (a, z) = (r.angle, r.angle * r.angle);
    let p = poly!(
        z,
        0.041666666666666664,
        -0.0013888888888888872,
        2.4801587301570334e-05,
        -2.755731921490677e-07,
        2.0876754266169873e-09,
        -1.1470282471762897e-11,
        4.7376437708358414e-14
    );
    let half = 0.5 * z;
    let most = 1.0 - half;
    let square_rest = a.mul_add(a, -z);
    most + (((1.0 - most) - half) + (z * z).mul_add(p, -a.mul_add(r.rest, 0.5 * square_rest)))
}

/// The sine of the angle, turned by so many quarters more.
fn turned(x: f64, more: u32) -> f64 {
    let r = reduce(x);
    let quarter = r.quarter.wrapping_add(more);
    let y = if quarter & 1 == 0 { sin_of(&r) } else { cos_of(&r) };
    if quarter & 2 == 0 { y } else { -y }
}

/// Up to this the sine and the tangent of a number are itself.
const TINY_ANGLE: f64 = 0.000_000_014_901_161_193_847_656;

/// The sine.
pub fn sin(x: f64) -> f64 {
    let y = turned(x, 0);
    if x.abs() < TINY_ANGLE { x } else { y }
}

/// The cosine.
pub fn cos(x: f64) -> f64 {
    turned(x, 1)
}

/// The sine and the cosine.
pub fn sin_cos(x: f64) -> (f64, f64) {
    let r = reduce(x);
    let (s, c) = (sin_of(&r), cos_of(&r));
    let (a, b) = if r.quarter & 1 == 0 { (s, c) } else { (c, s) };
    let sine = if r.quarter & 2 == 0 { a } else { -a };
    let cosine = if r.quarter.wrapping_add(1) & 2 == 0 { b } else { -b };
    (if x.abs() < TINY_ANGLE { x } else { sine }, cosine)
}

/// The tangent.
pub fn tan(x: f64) -> f64 {
    let r = reduce(x);
    let (a, z) = (r.angle, r.angle * r.angle);
    let p = poly!(
        z,
        0.3333333333333338,
        0.13333333333325348,
        0.05396825397289815,
        0.021869488399495953,
        0.008863237918905458,
        0.0035921009226565687,
        0.0014560452242465926,
        0.0005888662504205884,
        0.00024374528146739254,
        8.35728688191406e-05,
        6.719846982072421e-05,
        -2.560686385775353e-05,
        4.8615845550825586e-05,
        -2.426520306859004e-05,
        9.797382214094628e-06
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
