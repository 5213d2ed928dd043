// functions of f64 that are not exact have the same bits everywhere: a checksum of each over all exponents and near 1
// threads: 25
// expect: 10128650204866332664 7608456788727776509 4212979897551354131 3465452290016931792 1766458202391033638
// expect: 10280736500364823698 9876352113408606505 10280736500364823698 9876352113408606505 10910093474370095259
// expect: 13149827497412351265 4886773313959142132 516549539108365812 16927148124592722141 10201154892194303154
// expect: 5254590349924157011 4342226225074620378 17266728073180855921 17516226740183141436 8320246902013883073
// expect: 3174158191600572817 18178299995668851284 10593308417831464737 9964752016548304586 18200835026863860541
use rustg_std::math::double;
use rustg_std::prelude::*;

fn add(sum: u64, y: f64, method: f64) -> u64 {
    assert!(!cfg!(rustg) || y.is_nan() || y.to_bits() == method.to_bits());
    sum.wrapping_mul(31).wrapping_add(if y.is_nan() { 1 } else { y.to_bits() })
}

fn sum(f: impl Fn(f64) -> f64, method: impl Fn(f64) -> f64) -> u64 {
    let mut sum = 0u64;
    let mut bits = 0u64;
    for _ in 0..2048 {
        let x = f64::from_bits(bits);
        sum = add(sum, f(x), method(x));
        let near = f64::from_bits((bits >> 1 & 0x01FF_FFFF_FFFF_FFFF) + 0x3EC0_0000_0000_0000 | bits << 63);
        sum = add(sum, f(near), method(near));
        bits = bits.wrapping_add(9_011_060_497_571_841);
    }
    for x in [-0.0, 1.0, -1.0, f64::INFINITY, f64::NEG_INFINITY, f64::NAN, 1e-40, -1e-40, 3.0, -89.2, 16777216.0] {
        sum = add(sum, f(x), method(x));
    }
    sum
}

// the second argument is near the first, of the other sign, small, or one with special rules
fn sum_of_two(f: impl Fn(f64, f64) -> f64, method: impl Fn(f64, f64) -> f64) -> u64 {
    let mut sum = 0u64;
    let mut bits = 0u64;
    let special = [0.0, -0.0, 1.0, -1.0, 2.0, -3.0, 0.5, f64::INFINITY, f64::NEG_INFINITY, f64::NAN];
    for k in 0..1024 {
        let x = f64::from_bits(bits);
        let y = match k % 4 {
            0 => f64::from_bits(bits ^ 0x8000_1234_5678_9ABC),
            1 => f64::from_bits(0x4000_0000_0000_0000 ^ bits >> 4 ^ bits << 60),
            2 => special[k / 4 % 10],
            _ => f64::from_bits(bits ^ 0x0003_579B_DF01_2345),
        };
        sum = add(sum, f(x, y), method(x, y));
        let near = f64::from_bits(bits >> 10 | 0x3FE0_0000_0000_0000);
        sum = add(sum, f(near, x.trunc() % 64.0 + near), method(near, x.trunc() % 64.0 + near));
        let z = special[k % 10];
        sum = add(sum, f(z, y), method(z, y));
        bits = bits.wrapping_add(18_026_291_274_000_323);
    }
    sum
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = match t.get() {
        0 => sum(double::exp, f64::exp),
        1 => sum(double::exp2, f64::exp2),
        2 => sum(double::ln, f64::ln),
        3 => sum(double::log2, f64::log2),
        4 => sum(double::log10, f64::log10),
        5 => sum(double::sin, f64::sin),
        6 => sum(double::cos, f64::cos),
        7 => sum(|x| double::sin_cos(x).0, |x| x.sin_cos().0),
        8 => sum(|x| double::sin_cos(x).1, |x| x.sin_cos().1),
        9 => sum(double::tan, f64::tan),
        10 => sum(double::asin, f64::asin),
        11 => sum(double::acos, f64::acos),
        12 => sum(double::atan, f64::atan),
        13 => sum(double::sinh, f64::sinh),
        14 => sum(double::cosh, f64::cosh),
        15 => sum(double::tanh, f64::tanh),
        16 => sum(double::asinh, f64::asinh),
        17 => sum(double::acosh, f64::acosh),
        18 => sum(double::atanh, f64::atanh),
        19 => sum(double::exp_m1, f64::exp_m1),
        20 => sum(double::ln_1p, f64::ln_1p),
        21 => sum(double::cbrt, f64::cbrt),
        22 => sum_of_two(double::powf, f64::powf),
        23 => sum_of_two(double::atan2, f64::atan2),
        _ => sum_of_two(double::hypot, f64::hypot),
    };
}
