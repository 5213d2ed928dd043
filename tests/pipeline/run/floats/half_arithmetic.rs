// sums, differences and products of f16 of all magnitudes, rounded once
// threads: 4
// expect: 818657521559975729 2701810036290249847 5783273771862569518 12571621411514882940
use rustg_std::prelude::*;

fn told(x: f16) -> u64 {
    if x.to_f32().is_nan() { 0x7E00 } else { x.to_bits() as u64 }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    let mut state = 12345 + t.get() as u32;
    let mut seen = 0u64;
    for _ in 0..600 {
        state = state.wrapping_mul(1664525).wrapping_add(1013904223);
        let a = f16::from_bits((state >> 16) as u16);
        let b = f16::from_bits(((state >> 16) ^ (state >> 5 & 0x8FFF)) as u16);
        let third = a * f16::from_f32(0.3333);
        for x in [a + b, a - b, a * b, third - b, a + f16::from_f32(1.5)] {
            seen = seen.wrapping_mul(1099511628211) ^ told(x);
        }
    }
    out[t] = seen;
}
