// numbers of 8 bits: every code back and forth, rounding, what is too large
// threads: 8
// expect: 6483622575568481946 13818975837642742104 5012818279724303960 13407238795286124823 13423506224990052856 3720124784700341080 14609817983791346008 7472165738682845195
use rustg_std::prelude::*;

fn mix(sum: u64, x: u64) -> u64 {
    (sum ^ x).wrapping_mul(0x100000001b3)
}

fn codes4(sum: u64, part: u32) -> u64 {
    let mut sum = sum;
    for code in part * 32..part * 32 + 32 {
        let x = f8e4m3::from_bits(code as u8);
        sum = mix(sum, x.to_f32().to_bits() as u64);
        sum = mix(sum, f8e4m3::from_f32(x.to_f32()).to_bits() as u64);
        sum = mix(sum, (x.is_nan() as u64) << 2 | (x.is_infinite() as u64) << 1 | x.is_finite() as u64);
        sum = mix(sum, (-x).abs().to_bits() as u64);
        assert!(x.is_nan() || f8e4m3::from_f32(x.to_f32()) == x);
    }
    sum
}

fn codes5(sum: u64, part: u32) -> u64 {
    let mut sum = sum;
    for code in part * 32..part * 32 + 32 {
        let x = f8e5m2::from_bits(code as u8);
        sum = mix(sum, x.to_f32().to_bits() as u64);
        sum = mix(sum, f8e5m2::from_f32(x.to_f32()).to_bits() as u64);
        sum = mix(sum, (x.is_nan() as u64) << 2 | (x.is_infinite() as u64) << 1 | x.is_finite() as u64);
        sum = mix(sum, (-x).abs().to_bits() as u64);
        assert!(!x.is_finite() || f8e5m2::from_f32(x.to_f32()) == x);
    }
    sum
}

/// Floats on, just below and just above each half of a step, over all exponents.
fn sweep(sum: u64, part: u32) -> u64 {
    let mut sum = sum;
    let mut bits = part * 0x1000_0000;
    while bits < part * 0x1000_0000 + 0x1000_0000 {
        for near in [bits.wrapping_sub(1), bits, bits + 1] {
            let x = f32::from_bits(near);
            sum = mix(sum, f8e4m3::from_f32(x).to_bits() as u64);
            sum = mix(sum, f8e5m2::from_f32(-x).to_bits() as u64);
        }
        bits += 0x8_0000;
    }
    sum
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    let part = t.get() as u32;
    let mut sum = codes4(1, part);
    sum = codes5(sum, part);
    sum = sweep(sum, part);
    for x in [0.3, -1e-9, 447.99999, 464.0, 1e300, -61440.0, 0.0009765625, 0.00097656250001] {
        let x: f64 = x;
        sum = mix(sum, f8e4m3::from_f64(x).to_bits() as u64 | (f8e5m2::from_f64(x).to_bits() as u64) << 8);
    }
    assert!(f8e4m3::MAX.to_f32() == 448.0 && f8e5m2::MAX.to_f64() == 57344.0 && f8e4m3::ONE < f8e4m3::MAX);
    assert!(f32::from(f8e4m3::EPSILON) == 0.125 && f64::from(f8e5m2::EPSILON) == 0.25);
    assert!(f8e4m3::from_f32(f32::NEG_INFINITY) == f8e4m3::MIN && f8e5m2::NAN != f8e5m2::NAN);
    assert!(f8e5m2::MIN_POSITIVE.to_f32() == 0.00006103515625 && f8e4m3::default() == f8e4m3::ZERO);
    out[t] = sum;
}
