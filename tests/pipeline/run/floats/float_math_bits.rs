// functions that are not exact have the same bits everywhere: a checksum of each over all exponents
// threads: 25
// expect: 18341293935484706553 9557875153042944704 13902401737070584958 16627694594503289282 7565856314914187221
// expect: 2276824536839782910 3921778443836965715 2276824536839782910 3921778443836965715 14914189660596283540
// expect: 13445123453088967400 14322237858571297404 16376868617898837614 3389912334936681848 11013240427685132808
// expect: 4908932740807294026 9022148096589689495 4069690692131031527 16256034139400889361 2712861536583240825
// expect: 7409979661511273178 6578718075389783900 8101366215917318769 18099140286696349695 4046471616590277107
use rustg_std::math;
use rustg_std::prelude::*;

fn add(sum: u64, y: f32, method: f32) -> u64 {
    assert!(!cfg!(rustg) || y.is_nan() || y.to_bits() == method.to_bits());
    sum.wrapping_mul(31).wrapping_add(if y.is_nan() { 1 } else { y.to_bits() as u64 })
}

fn sum(f: impl Fn(f32) -> f32, method: impl Fn(f32) -> f32) -> u64 {
    let mut sum = 0u64;
    let mut bits = 0u32;
    for _ in 0..2048 {
        let x = f32::from_bits(bits);
        sum = add(sum, f(x), method(x));
        bits = bits.wrapping_add(2_098_051);
    }
    for x in [-0.0, 1.0, -1.0, f32::INFINITY, f32::NEG_INFINITY, f32::NAN, 1e-40, -1e-40, 3.0, -89.2, 16777216.0] {
        sum = add(sum, f(x), method(x));
    }
    sum
}

// the second argument is near the first, of the other sign, small, or one with special rules
fn sum_of_two(f: impl Fn(f32, f32) -> f32, method: impl Fn(f32, f32) -> f32) -> u64 {
    let mut sum = 0u64;
    let mut bits = 0u32;
    let special = [0.0, -0.0, 1.0, -1.0, 2.0, -3.0, 0.5, f32::INFINITY, f32::NEG_INFINITY, f32::NAN];
    for k in 0..1024 {
        let x = f32::from_bits(bits);
        let y = match k % 4 {
            0 => f32::from_bits(bits ^ 0x8012_3456),
            1 => f32::from_bits(0x4000_0000 ^ bits >> 4 ^ bits << 29),
            2 => special[k / 4 % 10],
            _ => f32::from_bits(bits ^ 0x0035_79BD),
        };
        sum = add(sum, f(x, y), method(x, y));
        let z = special[k % 10];
        sum = add(sum, f(z, y), method(z, y));
        bits = bits.wrapping_add(4_197_073);
    }
    sum
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = match t.get() {
        0 => sum(math::exp, f32::exp),
        1 => sum(math::exp2, f32::exp2),
        2 => sum(math::ln, f32::ln),
        3 => sum(math::log2, f32::log2),
        4 => sum(math::log10, f32::log10),
        5 => sum(math::sin, f32::sin),
        6 => sum(math::cos, f32::cos),
        7 => sum(|x| math::sin_cos(x).0, |x| x.sin_cos().0),
        8 => sum(|x| math::sin_cos(x).1, |x| x.sin_cos().1),
        9 => sum(math::tan, f32::tan),
        10 => sum(math::asin, f32::asin),
        11 => sum(math::acos, f32::acos),
        12 => sum(math::atan, f32::atan),
        13 => sum(math::sinh, f32::sinh),
        14 => sum(math::cosh, f32::cosh),
        15 => sum(math::tanh, f32::tanh),
        16 => sum(math::asinh, f32::asinh),
        17 => sum(math::acosh, f32::acosh),
        18 => sum(math::atanh, f32::atanh),
        19 => sum(math::exp_m1, f32::exp_m1),
        20 => sum(math::ln_1p, f32::ln_1p),
        21 => sum(math::cbrt, f32::cbrt),
        22 => sum_of_two(math::powf, f32::powf),
        23 => sum_of_two(math::atan2, f32::atan2),
        _ => sum_of_two(math::hypot, f32::hypot),
    };
}
