//! Powers and roots of f64.

use super::{WHOLE, scale, split_at};
use core::f64::consts::{FRAC_1_SQRT_2, LN_2};

/// The cube root.
pub fn cbrt(x: f64) -> f64 {
    let a = x.abs();
    if !(a > 0.0 && a < f64::INFINITY) {
        return x;
    }
    let is_small = a < 1.1830521861667747e-271;
    let a = if is_small { a * 2.037035976334486e+90 } else { a };
    let r = f64::from_bits(0x553E_EE4F_EAAA_AC00u64.wrapping_sub(a.to_bits() / 3));
    let e = (a * r).mul_add(-(r * r), 1.0);
    let r = r * e.mul_add(poly!(e, 0.3333333333333333, 0.2222222222222222, 0.1728395061728395), 1.0);
    let e = (a * r).mul_add(-(r * r), 1.0);
    let r = r * e.mul_add(e.mul_add(0.2222222222222222, 0.3333333333333333), 1.0);
    let square = r * r;
    let y = a * square;
    let h = y * y;
    let lost = h.mul_add(-y, a) - y.mul_add(y, -h) * y;
    let y = (lost * square).mul_add(0.3333333333333333, y);
    (if is_small { y * 7.888609052210118e-31 } else { y }).copysign(x)
}

/// The length of the way to the point with these coordinates.
pub fn hypot(x: f64, y: f64) -> f64 {
    let (a, b) = (x.abs(), y.abs());
    let (most, least) = if a > b { (a, b) } else { (b, a) };
    if !(most < f64::INFINITY && least < f64::INFINITY) {
        return if a == f64::INFINITY || b == f64::INFINITY { f64::INFINITY } else { f64::NAN };
    }
    if least == 0.0 {
        return most;
    }
    let (up, down) = if most > 3.273390607896142e+150 {
        (2.409919865102884e-181, 4.149515568880993e+180)
    } else if most < 3.4395525670743494e-136 {
        (4.149515568880993e+180, 2.409919865102884e-181)
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

/// The logarithm of base 2 of a finite x above 0: a head and a rest of some 14 bits more.
fn log2_parts(x: f64) -> (f64, f64) {
    let (f, e) = split_at(x, FRAC_1_SQRT_2.to_bits(), x < f64::MIN_POSITIVE);
    // ln(1 + f) is 2 atanh(s), and s is f / (2 + f).
    let d = 2.0 + f;
    let d_rest = (2.0 - d) + f;
    let r = 1.0 / d;
    let s = f * r;
    let s_rest = s.mul_add(-d_rest, s.mul_add(-d, f)) * r;
    let z = s * s;
    let z_rest = s.mul_add(s, -z) + (s + s) * s_rest;
    let w = z * poly!(
        z,
        0.14285714285714188,
        0.11111111111145286,
        0.0909090908462723,
        0.07692308376528902,
        0.0666662022257388,
        0.058843367373173326,
        0.05211455052456809,
        0.05506632621085903
    );
    let u = 0.2 + w;
    let u_rest = ((0.2 - u) + w) + -1.1102230246251566e-17;
    let q = z * u;
    let q_rest = z.mul_add(u, -q) + z.mul_add(u_rest, z_rest * u);
    let p = 0.3333333333333333 + q;
    let p_rest = ((0.3333333333333333 - p) + q) + (q_rest + 1.850371707708594e-17);
    let t = z * p;
    let t_rest = z.mul_add(p, -t) + z.mul_add(p_rest, z_rest * p);
    let a = s * t;
    let a_rest = s.mul_add(t, -a) + s.mul_add(t_rest, s_rest * t);
    let h = s + a;
    let h_rest = ((s - h) + a) + (s_rest + a_rest);
    let v = h * 2.8853900817779268;
    let v_rest = h.mul_add(2.8853900817779268, -v) + h.mul_add(4.0710547481862066e-17, h_rest * 2.8853900817779268);
    let head = e + v;
    (head, ((e - head) + v) + v_rest)
}

/// x to the power y, for x above 0, both finite.
fn power(x: f64, y: f64) -> f64 {
    let (l, l_rest) = log2_parts(x);
    let p = y * l;
    if p.abs() >= 1200.0 {
        return if p > 0.0 { f64::INFINITY } else { 0.0 };
    }
    let shifted = p + WHOLE;
    let n = shifted - WHOLE;
    let (whole, lost) = (p - n, y.mul_add(l, -p) + y * l_rest);
    let r = whole + lost;
    let r_rest = (whole - r) + lost;
    let first = r * LN_2;
    let second = r.mul_add(LN_2, -first) + r.mul_add(2.3190468138462996e-17, r_rest * LN_2);
    let q = poly!(
        r,
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
    let one = 1.0 + first;
    let a = one + (((1.0 - one) + first) + (r * r).mul_add(q, second));
    if p.abs() < 1021.0 {
        f64::from_bits(a.to_bits().wrapping_add(shifted.to_bits() << 52))
    } else {
        scale(a, n as i32)
    }
}

/// a to the power y, for one of them 0 or infinite, or a NaN.
fn extreme_power(a: f64, y: f64) -> f64 {
    if y == 0.0 || a == 1.0 {
        1.0
    } else if a.is_nan() || y.is_nan() {
        f64::NAN
    } else if (a > 1.0) == (y > 0.0) {
        f64::INFINITY
    } else {
        0.0
    }
}

/// x to the power y.
pub fn powf(x: f64, y: f64) -> f64 {
    let a = x.abs();
    let is_plain = a > 0.0 && a < f64::INFINITY && y.abs() < f64::INFINITY;
    let size = if is_plain { power(a, y) } else { extreme_power(a, y) };
    if x.is_sign_positive() {
        return size;
    }
    let half = y * 0.5;
    if y.trunc() != y {
        return if a == 0.0 || a == f64::INFINITY { size } else { f64::NAN };
    }
    if half.trunc() == half { size } else { -size }
}
