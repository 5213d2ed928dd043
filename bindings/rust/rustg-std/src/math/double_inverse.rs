//! The inverse functions of angles, of f64.

use core::f64::consts::{FRAC_PI_2, PI};

/// What is missing from FRAC_PI_2; twice this is missing from PI.
const FRAC_PI_2_REST: f64 = 6.123233995736766e-17;

/// asin(x) = x + x z P(z) with z the square of x, which is within 1/2 of 0.
fn asin_poly(z: f64) -> f64 {
    poly!(
        z,
        0.1666666666666676,
        0.0749999999997079,
        0.04464285717461767,
        0.030381942707631684,
        0.022372214989150235,
        0.01735161202716088,
        0.013980819982493125,
        0.011398919608842033,
        0.010780198305180217,
        0.0037066570801404177,
        0.021706752126723555,
        -0.020997964788146566,
        0.03262787296462972
    )
}

/// Half of asin(sqrt(2 w)) for w of 0 to 1/4, as a square root and a small rest.
fn asin_of_root(w: f64) -> (f64, f64) {
    let s = w.sqrt();
    let lost = if w > 0.0 { s.mul_add(-s, w) / (s + s) } else { 0.0 };
    (s, (s * w).mul_add(asin_poly(w), lost))
}

/// The inverse of the sine.
pub fn asin(x: f64) -> f64 {
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
pub fn acos(x: f64) -> f64 {
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
fn atan_rest(x: f64, more: f64) -> f64 {
    let z = x * x;
    let q = poly!(
        z,
        0.19999999999990617,
        -0.1428571428504497,
        0.11111111086670655,
        -0.09090908551007125,
        0.07692299754653883,
        -0.06666584073396896,
        0.05881718276106577,
        -0.052594435334786735,
        0.047449607131969974,
        -0.04286487292835232,
        0.038212194523026904,
        -0.03278919611566005,
        0.0261570141606255,
        -0.018620277619419895,
        0.011323127617991702,
        -0.005616217194314419,
        0.002153591320139795,
        -0.0005936294747926324,
        0.0001040409683696874,
        -8.672403743747327e-06
    );
    let p = z.mul_add(q, -0.33333333333333287);
    let p_rest = z.mul_add(q, -0.33333333333333287 - p);
    let cube = x * z;
    let cube_rest = x.mul_add(z, -cube) + x * x.mul_add(x, -z);
    cube.mul_add(p, cube_rest.mul_add(p, cube.mul_add(p_rest, more)))
}

/// The inverse of the tangent.
pub fn atan(x: f64) -> f64 {
    let a = x.abs();
    if a <= 1.0 {
        return atan_rest(x, x).copysign(x);
    }
    let i = 1.0 / a;
    let lost = if a < 1e17 { i.mul_add(-a, 1.0) * i / i.mul_add(i, 1.0) } else { 0.0 };
    let head = FRAC_PI_2 - i;
    let rest = ((FRAC_PI_2 - head) - i) + (FRAC_PI_2_REST - atan_rest(i, lost));
    (head + rest).copysign(x)
}

/// The angle of the point whose first coordinate is x and whose second is y.
pub fn atan2(y: f64, x: f64) -> f64 {
    let (a, b) = (y.abs(), x.abs());
    let is_steep = a > b;
    let (least, most) = if is_steep { (b, a) } else { (a, b) };
    let by = if most > 8.452712498170644e+270 {
        6.223015277861142e-61
    } else if most < 1.499696813895631e-241 {
        2.5822498780869086e+120
    } else {
        1.0
    };
    let (n, d) = (least * by, most * by);
    let (q, lost) = if d > 0.0 {
        if n < f64::INFINITY {
            let q = n / d;
            let lost = q.mul_add(-d, n) / d;
            (q, if d < f64::INFINITY { lost / q.mul_add(q, 1.0) } else { 0.0 })
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
    if x.is_nan() || y.is_nan() { f64::NAN } else { size.copysign(y) }
}
