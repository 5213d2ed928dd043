//! Hyperbolic functions of f32 and their inverses, and the kin of exp and ln near 0.

use super::{LN_2_REST, WHOLE, exp, exp_parts, ln_of_near_one, split};
use core::f32::consts::{LN_2, LOG2_E};

/// e to the power x, less 1.
pub fn exp_m1(x: f32) -> f32 {
    if x > -17.5 && x < 88.0 && x != 0.0 {
        let shifted = if x.abs() < 0.42 { WHOLE } else { x.mul_add(LOG2_E, WHOLE) };
        let n = shifted - WHOLE;
        let first = n.mul_add(-LN_2, x);
        let second = n * LN_2_REST;
        let r = first + second;
        let p = poly!(r, 0.16666667, 0.04166592, 0.008333084, 0.0013969395, 0.00020020592);
        let square = r * r;
        let rest = (square * r).mul_add(p, square.mul_add(0.5, second));
        let power = f32::from_bits((shifted.to_bits() << 23).wrapping_add(0x3F80_0000));
        let less = power - 1.0;
        let by = first * power;
        let sum = less + by;
        let lost = (less - sum) + by + ((power - less) - 1.0);
        return sum + rest.mul_add(power, lost);
    }
    if x > 0.0 {
        exp(x)
    } else if x < 0.0 {
        -1.0
    } else {
        x
    }
}

/// 2 to the power -e, for e of -126 to 126, and 0 or as small a number above that.
fn inverse_power(e: f32) -> f32 {
    f32::from_bits(((if e > 126.0 { WHOLE - 127.0 } else { WHOLE - e }).to_bits() << 23).wrapping_add(0x3F80_0000))
}

/// The natural logarithm of 2 to the power e times 1 + f + g, where g is the rest of f.
fn ln_of_parts(f: f32, g: f32, e: f32) -> f32 {
    let (head, small) = ln_of_near_one(f);
    let rest = g.mul_add(-f.mul_add(-f, f), g + small);
    let sum = e.mul_add(0.69314575, head);
    sum + ((e.mul_add(0.69314575, -sum) + head) + e.mul_add(1.4286068e-06, rest))
}

/// The natural logarithm of 1 + x + rest, where the rest is small beside x.
fn ln_of_more(x: f32, rest: f32) -> f32 {
    let s = 1.0 + x;
    let back = s - x;
    let lost = (1.0 - back) + (x - (s - back));
    let (f, e) = split(s);
    if e == 0.0 { ln_of_parts(x, rest, e) } else { ln_of_parts(f, (lost + rest) * inverse_power(e), e) }
}

/// The natural logarithm of 1 + x.
pub fn ln_1p(x: f32) -> f32 {
    if x > -1.0 && x < f32::INFINITY && x != 0.0 {
        ln_of_more(x, 0.0)
    } else if x == -1.0 {
        f32::NEG_INFINITY
    } else if x < -1.0 {
        f32::NAN
    } else {
        x
    }
}

/// The natural logarithm of x + rest, where x is at least 1.5.
fn ln_of_sum(x: f32, rest: f32) -> f32 {
    let (f, e) = split(x);
    ln_of_parts(f, rest * inverse_power(e), e)
}

/// The natural logarithm of 2 x for large x.
fn ln_of_twice(x: f32) -> f32 {
    let (f, e) = split(x);
    ln_of_parts(f, 0.0, e + 1.0)
}

/// The square root of h + lost and what is missing from it; h is above 0.
fn root(h: f32, lost: f32) -> (f32, f32) {
    let s = h.sqrt();
    (s, (s.mul_add(-s, h) + lost) / (s + s))
}

/// e to the power a, for a of 0 to 89.5, by 4: a head and a rest.
fn quarter_of_exp(a: f32) -> (f32, f32) {
    let (shifted, first, rest) = exp_parts(a);
    let quarter = f32::from_bits((shifted.to_bits() << 23).wrapping_add(0x3E80_0000));
    let one = 1.0 + first;
    let small = ((1.0 - one) + first) + rest;
    let head = one + small;
    (head * quarter, ((one - head) + small) * quarter)
}

/// The hyperbolic sine.
pub fn sinh(x: f32) -> f32 {
    let a = x.abs();
    if a < 1.0 {
        let z = x * x;
        return (x * z).mul_add(poly!(z, 0.16666667, 0.00833335, 0.0001983616, 2.8169513e-06), x);
    }
    let (head, rest) = quarter_of_exp(if a > 89.5 { 89.5 } else { a });
    let q = 0.0625 / head;
    let less = head - q;
    (2.0 * (less + (((head - less) - q) + rest))).copysign(x)
}

/// The hyperbolic cosine.
pub fn cosh(x: f32) -> f32 {
    let a = x.abs();
    let (head, rest) = quarter_of_exp(if a > 89.5 { 89.5 } else { a });
    let q = 0.0625 / head;
    let more = head + q;
    2.0 * (more + (((head - more) + q) + rest))
}

/// The hyperbolic tangent.
pub fn tanh(x: f32) -> f32 {
    let a = x.abs();
    if a < 0.6 {
        let z = x * x;
        let p = poly!(z, -0.3333333, 0.13333245, -0.053952165, 0.021732718, -0.008262739, 0.0022269688);
        return (x * z).mul_add(p, x).copysign(x);
    }
    let twice = if a > 10.0 { 20.0 } else { a + a };
    let (e, e_rest) = quarter_of_exp(twice);
    let d = e + 0.25;
    let d_rest = ((e - d) + 0.25) + e_rest;
    let q = 0.5 / d;
    let lost = q.mul_add(-d_rest, q.mul_add(-d, 0.5)) * (q + q);
    let head = 1.0 - q;
    (head + (((1.0 - head) - q) - lost)).copysign(x)
}

/// The inverse of the hyperbolic sine.
pub fn asinh(x: f32) -> f32 {
    let a = x.abs();
    if a < 0.5 {
        let z = x * x;
        let p = poly!(z, -0.16666666, 0.07499889, -0.04461325, 0.030012956, -0.019979997, 0.009167729);
        return (x * z).mul_add(p, x).copysign(x);
    }
    if a < 4096.0 {
        let z = a * a;
        let h = z + 1.0;
        let back = h - z;
        let lost = (z - (h - back)) + (1.0 - back);
        let (s, s_rest) = root(h, lost + a.mul_add(a, -z));
        let v = s + a;
        ln_of_sum(v, ((s - v) + a) + s_rest).copysign(x)
    } else if a < f32::INFINITY {
        ln_of_twice(a).copysign(x)
    } else {
        x
    }
}

/// The inverse of the hyperbolic cosine.
pub fn acosh(x: f32) -> f32 {
    if x > 1.0 && x < 4096.0 {
        let d = x - 1.0;
        let (z, twice) = (d * d, d + d);
        let h = z + twice;
        let back = h - z;
        let lost = (z - (h - back)) + (twice - back);
        let (s, s_rest) = root(h, lost + d.mul_add(d, -z));
        let u = s + d;
        ln_of_more(u, ((s - u) + d) + s_rest)
    } else if x > 1.0 {
        if x < f32::INFINITY { ln_of_twice(x) } else { x }
    } else if x == 1.0 {
        0.0
    } else {
        f32::NAN
    }
}

/// The inverse of the hyperbolic tangent.
pub fn atanh(x: f32) -> f32 {
    let a = x.abs();
    if a < 0.5 {
        let z = x * x;
        let p = poly!(z, 0.33333337, 0.19999728, 0.14294854, 0.10967177, 0.102827124, 0.024521396, 0.175943);
        return (x * z).mul_add(p, x);
    }
    if a < 1.0 {
        let d = 1.0 - a;
        let n = 1.0 + a;
        let n_rest = (1.0 - n) + a;
        let q = n / d;
        let q_rest = (q.mul_add(-d, n) + n_rest) / d;
        (0.5 * ln_of_sum(q, q_rest)).copysign(x)
    } else if a == 1.0 {
        f32::INFINITY.copysign(x)
    } else {
        f32::NAN
    }
}
