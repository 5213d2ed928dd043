//! The inverse functions of angles, of f32.

use core::f32::consts::{FRAC_PI_2, PI};

/// What is missing from FRAC_PI_2; twice this is missing from PI.
const FRAC_PI_2_REST: f32 = -4.371139e-08;

/// asin(x) = x + x z P(z) with z the square of x, which is within 1/2 of 0.
fn asin_poly(z: f32) -> f32 {
    poly!(z, 0.1666666, 0.07500504, 0.044516955, 0.03180771, 0.014438631, 0.037516415)
}

/// Half of asin(sqrt(2 w)) for w of 0 to 1/4, as a square root and a small rest.
fn asin_of_root(w: f32) -> (f32, f32) {
    let s = w.sqrt();
    let lost = if w > 0.0 { s.mul_add(-s, w) / (s + s) } else { 0.0 };
    (s, (s * w).mul_add(asin_poly(w), lost))
}

/// The inverse of the sine.
pub fn asin(x: f32) -> f32 {
    let a = x.abs();
    if a <= 0.5 {
        let z = x * x;
        return (x * z).mul_add(asin_poly(z), x);
    }
    let (s, rest) = asin_of_root((1.0 - a) * 0.5);
    let two = s + s;
    let head = FRAC_PI_2 - two;
    let lost = (FRAC_PI_2 - head) - two;
    (head + (rest.mul_add(-2.0, FRAC_PI_2_REST) + lost)).copysign(x)
}

/// The inverse of the cosine.
pub fn acos(x: f32) -> f32 {
    let a = x.abs();
    if a <= 0.5 {
        let z = x * x;
        let head = FRAC_PI_2 - x;
        let lost = (FRAC_PI_2 - head) - x;
        return head + (lost + (x * z).mul_add(-asin_poly(z), FRAC_PI_2_REST));
    }
    let (s, rest) = asin_of_root((1.0 - a) * 0.5);
    let two = s + s;
    if x > 0.0 {
        return rest.mul_add(2.0, two);
    }
    let head = PI - two;
    let lost = (PI - head) - two;
    head + (rest.mul_add(-2.0, 2.0 * FRAC_PI_2_REST) + lost)
}

/// atan(x) - x, and `more` added to it, for x within 1 of 0.
fn atan_rest(x: f32, more: f32) -> f32 {
    let z = x * x;
    let q = poly!(
        z,
        0.19999716,
        -0.14280343,
        0.11061233,
        -0.08821462,
        0.06763649,
        -0.044983257,
        0.022777613,
        -0.0074253553,
        0.001134518
    );
    let p = z.mul_add(q, -0.33333328);
    let p_rest = z.mul_add(q, -0.33333328 - p);
    let cube = x * z;
    cube.mul_add(p, cube.mul_add(p_rest, more))
}

/// The inverse of the tangent.
pub fn atan(x: f32) -> f32 {
    let a = x.abs();
    if a <= 1.0 {
        return atan_rest(x, x).copysign(x);
    }
    let i = 1.0 / a;
    let lost = if a < 16777216.0 { i.mul_add(-a, 1.0) * i / i.mul_add(i, 1.0) } else { 0.0 };
    let head = FRAC_PI_2 - i;
    let rest = ((FRAC_PI_2 - head) - i) + (FRAC_PI_2_REST - atan_rest(i, lost));
    (head + rest).copysign(x)
}

/// The angle of the point whose first coordinate is x and whose second is y.
pub fn atan2(y: f32, x: f32) -> f32 {
    let (a, b) = (y.abs(), x.abs());
    let is_steep = a > b;
    let (least, most) = if is_steep { (b, a) } else { (a, b) };
    let by = if most > 7.9228163e28 {
        3.5527137e-15
    } else if most < 1.2621774e-29 {
        281474980000000.0
    } else {
        1.0
    };
    let (n, d) = (least * by, most * by);
    let (q, lost) = if d > 0.0 {
        if n < f32::INFINITY {
            let q = n / d;
            let lost = q.mul_add(-d, n) / d;
            (q, if d < f32::INFINITY { lost / q.mul_add(q, 1.0) } else { 0.0 })
        } else {
            (1.0, 0.0)
        }
    } else {
        (d, 0.0)
    };
    let rest = atan_rest(q, lost);
    let is_left = x.is_sign_negative();
    let size = if !is_steep && !is_left {
        q + rest
    } else {
        let turn = if is_steep { FRAC_PI_2 } else { PI };
        let turn_rest = if is_steep { FRAC_PI_2_REST } else { 2.0 * FRAC_PI_2_REST };
        let sign = if is_steep == is_left { 1.0 } else { -1.0 };
        let head = q.mul_add(sign, turn);
        let back = (turn - head) + q * sign;
        head + (back + rest.mul_add(sign, turn_rest))
    };
    if x.is_nan() || y.is_nan() { f32::NAN } else { size.copysign(y) }
}
