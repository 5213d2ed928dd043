//! Powers and roots of f32.

use super::{WHOLE, scale, split_at};
use core::f32::consts::{FRAC_1_SQRT_2, LN_2};

/// The cube root.
pub fn cbrt(x: f32) -> f32 {
    let a = x.abs();
    if !(a > 0.0 && a < f32::INFINITY) {
        return x;
    }
    let is_small = a < 7.888609e-31;
    let a = if is_small { a * 281474980000000.0 } else { a };
    let r = f32::from_bits(0x54A2_1D2Au32.wrapping_sub(a.to_bits() / 3));
    let e = (a * r).mul_add(-(r * r), 1.0);
    let r = r * e.mul_add(poly!(e, 0.33333334, 0.22222222, 0.17283951), 1.0);
    let square = r * r;
    let y = a * square;
    let h = y * y;
    let lost = h.mul_add(-y, a) - y.mul_add(y, -h) * y;
    let y = (lost * square).mul_add(0.33333334, y);
    (if is_small { y * 1.5258789e-05 } else { y }).copysign(x)
}

/// The length of the way to the point with these coordinates.
pub fn hypot(x: f32, y: f32) -> f32 {
    let (a, b) = (x.abs(), y.abs());
    let (most, least) = if a > b { (a, b) } else { (b, a) };
    if !(most < f32::INFINITY && least < f32::INFINITY) {
        return if a == f32::INFINITY || b == f32::INFINITY { f32::INFINITY } else { f32::NAN };
    }
    if least == 0.0 {
        return most;
    }
    let (up, down) = if most > 1.1529215e18 {
        (1.3552527e-20, 7.378698e19)
    } else if most < 9.094947e-13 {
        (1.2379401e27, 8.077936e-28)
    } else {
        (1.0, 1.0)
    };
    let (m, n) = (most * up, least * up);
    let (p, q) = (m * m, n * n);
    let h = p + q;
    let lost = ((p - h) + q) + (m.mul_add(m, -p) + n.mul_add(n, -q));
    let s = h.sqrt();
    ((s.mul_add(-s, h) + lost) / (s + s) + s) * down
}

/// The logarithm of base 2 of a finite x above 0: a head and a rest of some 20 bits more.
fn log2_parts(x: f32) -> (f32, f32) {
    let (f, e) = split_at(x, FRAC_1_SQRT_2.to_bits(), x < f32::MIN_POSITIVE);
    // ln(1 + f) is 2 atanh(s), and s is f / (2 + f).
    let d = 2.0 + f;
    let d_rest = (2.0 - d) + f;
    let r = 1.0 / d;
    let s = f * r;
    let s_rest = s.mul_add(-d_rest, s.mul_add(-d, f)) * r;
    let z = s * s;
    let z_rest = s.mul_add(s, -z) + (s + s) * s_rest;
    let q = z.mul_add(poly!(z, 0.19999997, 0.14286296, 0.11075609, 0.09984288), -9.934107e-09);
    let p = 0.33333334 + q;
    let p_rest = (0.33333334 - p) + q;
    let t = z * p;
    let t_rest = z.mul_add(p, -t) + z.mul_add(p_rest, z_rest * p);
    let a = s * t;
    let a_rest = s.mul_add(t, -a) + s.mul_add(t_rest, s_rest * t);
    let h = s + a;
    let h_rest = ((s - h) + a) + (s_rest + a_rest);
    let v = h * 2.88539;
    let v_rest = h.mul_add(2.88539, -v) + h.mul_add(3.851926e-08, h_rest * 2.88539);
    let head = e + v;
    (head, ((e - head) + v) + v_rest)
}

/// x to the power y, for x above 0, both finite.
fn power(x: f32, y: f32) -> f32 {
    let (l, l_rest) = log2_parts(x);
    let p = y * l;
    if p.abs() >= 200.0 {
        return if p > 0.0 { f32::INFINITY } else { 0.0 };
    }
    let shifted = p + WHOLE;
    let n = shifted - WHOLE;
    let r = (p - n) + (y.mul_add(l, -p) + y * l_rest);
    let q = poly!(r, LN_2, 0.2402265, 0.055504017, 0.009618064, 0.0013341503, 0.00015458479, 1.3366145e-05);
    let a = q.mul_add(r, 1.0);
    if p.abs() < 125.0 { f32::from_bits(a.to_bits().wrapping_add(shifted.to_bits() << 23)) } else { scale(a, n as i32) }
}

/// a to the power y, for one of them 0 or infinite, or a NaN.
fn extreme_power(a: f32, y: f32) -> f32 {
    if y == 0.0 || a == 1.0 {
        1.0
    } else if a.is_nan() || y.is_nan() {
        f32::NAN
    } else if (a > 1.0) == (y > 0.0) {
        f32::INFINITY
    } else {
        0.0
    }
}

/// x to the power y.
pub fn powf(x: f32, y: f32) -> f32 {
    let a = x.abs();
    let is_plain = a > 0.0 && a < f32::INFINITY && y.abs() < f32::INFINITY;
    let size = if is_plain { power(a, y) } else { extreme_power(a, y) };
    if x.is_sign_positive() {
        return size;
    }
    let half = y * 0.5;
    if y.trunc() != y {
        return if a == 0.0 || a == f32::INFINITY { size } else { f32::NAN };
    }
    if half.trunc() == half { size } else { -size }
}
