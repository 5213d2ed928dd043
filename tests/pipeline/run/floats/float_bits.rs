// to_bits and from_bits
// threads: 4
// expect: 2130706434 2130706436 2130706438 2130706440
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    let _ = i;
    f32::from_bits(0x3F80_0000 + i as u32).to_bits() as u64 * 2
        + f64::from_bits(0x4000_0000_0000_0000) as u64
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
