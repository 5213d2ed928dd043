//! Hyperbolic functions of f64 and their inverses, and the kin of exp and ln near 0.

use super::{LN_2_REST, WHOLE, exp, exp_parts, ln_of_near_one, split};
use core::f64::consts::{LN_2, LOG2_E};

/// e to the power x, less 1.
pub fn exp_m1(x: f64) -> f64 {
    if x > -40.0 && x < 709.0 && x != 0.0 {
        let shifted = if x.abs() < 0.42 { WHOLE } else { x.mul_add(LOG2_E, WHOLE) };
        let n = shifted - WHOLE;
        let first = n.mul_add(-LN_2, x);
        let second = n * LN_2_REST;
        let r = first + second;
        let p = poly!(
            r,
            0.16666666666666666,
            0.041666666666666866,
            0.008333333333333413,
            0.0013888888888800319,
            0.0001984126984097421,
            2.480158746887696e-05,
            2.7557319670932394e-06,
            2.7557165619492615e-07,
            2.5051800497713037e-08,
            2.0944460172224938e-09,
            1.614949952809596e-10
        );
        let square = r * r;
        let rest = (square * r).mul_add(p, square.mul_add(0.5, second));
        let power = f64::from_bits((shifted.to_bits() << 52).wrapping_add(0x3FF0_0000_0000_0000));
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

/// 2 to the power -e, for e of -1022 to 1022, and 0 or as small a number above that.
fn inverse_power(e: f64) -> f64 {
    f64::from_bits(
        ((if e > 1022.0 { WHOLE - 1023.0 } else { WHOLE - e }).to_bits() << 52).wrapping_add(0x3FF0_0000_0000_0000),
    )
}

/// The natural logarithm of 2 to the power e times 1 + f + g, where g is the rest of f.
fn ln_of_parts(f: f64, g: f64, e: f64) -> f64 {
    let (head, small) = ln_of_near_one(f);
    let rest = g.mul_add(-f.mul_add(-f, f), g + small);
    let sum = e.mul_add(0.6931471803691238, head);
    sum + ((e.mul_add(0.6931471803691238, -sum) + head) + e.mul_add(1.9082149292705877e-10, rest))
}

/// The natural logarithm of 1 + x + rest, where the rest is small beside x.
fn ln_of_more(x: f64, rest: f64) -> f64 {
    let s = 1.0 + x;
    let back = s - x;
    let lost = (1.0 - back) + (x - (s - back));
    let (f, e) = split(s);
    if e == 0.0 { ln_of_parts(x, rest, e) } else { ln_of_parts(f, (lost + rest) * inverse_power(e), e) }
}

/// The natural logarithm of 1 + x.
pub fn ln_1p(x: f64) -> f64 {
    if x > -1.0 && x < f64::INFINITY && x != 0.0 {
        ln_of_more(x, 0.0)
    } else if x == -1.0 {
        f64::NEG_INFINITY
    } else if x < -1.0 {
        f64::NAN
    } else {
        x
    }
}

/// The natural logarithm of x + rest, where x is at least 1.5.
fn ln_of_sum(x: f64, rest: f64) -> f64 {
    let (f, e) = split(x);
    ln_of_parts(f, rest * inverse_power(e), e)
}

/// The natural logarithm of 2 x for large x.
fn ln_of_twice(x: f64) -> f64 {
    let (f, e) = split(x);
    ln_of_parts(f, 0.0, e + 1.0)
}

/// The square root of h + lost and what is missing from it; h is above 0.
fn root(h: f64, lost: f64) -> (f64, f64) {
    let s = h.sqrt();
    (s, (s.mul_add(-s, h) + lost) / (s + s))
}

/// e to the power a, for a of 0 to 710.5, by 4: a head and a rest.
fn quarter_of_exp(a: f64) -> (f64, f64) {
    let (shifted, first, rest) = exp_parts(a);
    let quarter = f64::from_bits((shifted.to_bits() << 52).wrapping_add(0x3FD0_0000_0000_0000));
    let one = 1.0 + first;
    let small = ((1.0 - one) + first) + rest;
    let head = one + small;
    (head * quarter, ((one - head) + small) * quarter)
}

/// The hyperbolic sine.
pub fn sinh(x: f64) -> f64 {
    let a = x.abs();
    if a < 1.0 {
        let z = x * x;
        return (x * z).mul_add(
            poly!(
                z,
                0.16666666666666669,
                0.008333333333333148,
                0.00019841269841431867,
                2.7557319157073635e-06,
                2.5052123136433136e-08,
                1.605725979204275e-10,
                7.758748075373484e-13
            ),
            x,
        );
    }
    let (head, rest) = quarter_of_exp(if a > 710.5 { 710.5 } else { a });
    let q = 0.0625 / head;
    let less = head - q;
    (2.0 * (less + (((head - less) - q) + rest))).copysign(x)
}

/// The hyperbolic cosine.
pub fn cosh(x: f64) -> f64 {
    let a = x.abs();
    let (head, rest) = quarter_of_exp(if a > 710.5 { 710.5 } else { a });
    let q = 0.0625 / head;
    let more = head + q;
    2.0 * (more + (((head - more) + q) + rest))
}

/// The hyperbolic tangent.
pub fn tanh(x: f64) -> f64 {
    let a = x.abs();
    if a < 0.6 {
        let z = x * x;
        let p = poly!(
            z,
            -0.33333333333333126,
            0.1333333333329965,
            -0.053968253949290126,
            0.021869488002457912,
            -0.008863226776301372,
            0.003592037371386858,
            -0.0014552153280586052,
            0.0005871883057181824,
            -0.00023039663255839584,
            7.931376963240798e-05,
            -1.717864582255966e-05
        );
        return (x * z).mul_add(p, x).copysign(x);
    }
    let twice = if a > 22.0 { 44.0 } else { a + a };
    let (e, e_rest) = quarter_of_exp(twice);
    let d = e + 0.25;
    let d_rest = ((e - d) + 0.25) + e_rest;
    let q = 0.5 / d;
    let lost = q.mul_add(-d_rest, q.mul_add(-d, 0.5)) * (q + q);
    let head = 1.0 - q;
    (head + (((1.0 - head) - q) - lost)).copysign(x)
}

/// The inverse of the hyperbolic sine.
pub fn asinh(x: f64) -> f64 {
    let a = x.abs();
    if a < 0.5 {
        let z = x * x;
        let p = poly!(
            z,
            -0.1666666666666661,
            0.07499999999984397,
            -0.04464285712781807,
            0.030381943715930393,
            -0.022372138348706584,
            0.017352386829631444,
            -0.013960231164094882,
            0.011512977667745566,
            -0.009534117278430752,
            0.0074655354740706245,
            -0.004747416849302553,
            0.0017180210333557105
        );
        return (x * z).mul_add(p, x).copysign(x);
    }
    if a < 268435456.0 {
        let z = a * a;
        let h = z + 1.0;
        let back = h - z;
        let lost = (z - (h - back)) + (1.0 - back);
        let (s, s_rest) = root(h, lost + a.mul_add(a, -z));
        let v = s + a;
        ln_of_sum(v, ((s - v) + a) + s_rest).copysign(x)
    } else if a < f64::INFINITY {
        ln_of_twice(a).copysign(x)
    } else {
        x
    }
}

/// The inverse of the hyperbolic cosine.
pub fn acosh(x: f64) -> f64 {
    if x > 1.0 && x < 268435456.0 {
        let d = x - 1.0;
        let (z, twice) = (d * d, d + d);
        let h = z + twice;
        let back = h - z;
        let lost = (z - (h - back)) + (twice - back);
        let (s, s_rest) = root(h, lost + d.mul_add(d, -z));
        let u = s + d;
        ln_of_more(u, ((s - u) + d) + s_rest)
    } else if x > 1.0 {
        if x < f64::INFINITY { ln_of_twice(x) } else { x }
    } else if x == 1.0 {
        0.0
    } else {
        f64::NAN
    }
}

/// The inverse of the hyperbolic tangent.
pub fn atanh(x: f64) -> f64 {
    let a = x.abs();
    if a < 0.5 {
        let z = x * x;
        let p = poly!(
            z,
            0.3333333333333328,
            0.2000000000001812,
            0.14285714283439638,
            0.1111111125522202,
            0.0909090368857329,
            0.07692438415934354,
            0.06664516708532331,
            0.059071243796570604,
            0.05060227615954684,
            0.059452113441041426,
            -0.0049403416496619995,
            0.17403915986420096,
            -0.19491113335973023,
            0.2404071372969209
        );
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
        f64::INFINITY.copysign(x)
    } else {
        f64::NAN
    }
}
