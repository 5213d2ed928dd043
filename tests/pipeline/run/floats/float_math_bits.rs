// functions that are not exact have the same bits everywhere: a checksum of each over all exponents
// threads: 7
// expect: 12542925176211261589 3992492997048927353 7393071039347600663 4671838225288502070 394547300081905648 7124843827530974557 8363723887826159261
use rustg_std::math;
use rustg_std::prelude::*;

fn sum(f: impl Fn(f32) -> f32, method: impl Fn(f32) -> f32) -> u64 {
    let mut sum = 0u64;
    let mut bits = 0u32;
    for _ in 0..2048 {
        let x = f32::from_bits(bits);
        let y = f(x);
        assert!(!cfg!(rustg) || y.is_nan() || y.to_bits() == method(x).to_bits());
        sum = sum.wrapping_mul(31).wrapping_add(if y.is_nan() { 1 } else { y.to_bits() as u64 });
        bits = bits.wrapping_add(2_098_051);
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
        _ => sum(math::cos, f32::cos),
    };
}
