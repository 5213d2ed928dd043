// constants whose bits are round numbers: none of them is a pointer
// threads: 6
// expect: 9219009174715760641 4611686018427387905 1 9214364906319511553 4607182418800017409 18446744073709551614
use rustg_std::prelude::*;

const ROUND: [u64; 6] = [1 << 47, 1 << 62, 1 << 63, 1 << 36, 0x4000_0000_0000_0000, u64::MAX];
const FLOATS: [f64; 4] = [1.0, 2.0, -2.0, 0.5];

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let i = thread::index();
    if i < out.len() {
        let pair = &(1.0f64, 2.0f64);
        let range = (1.0..2.0).contains(&1.5) as u64;
        let k = i.get();
        out[i] = ROUND[k % 6] ^ FLOATS[k % 4].to_bits() ^ pair.1.to_bits() ^ range;
    }
}
