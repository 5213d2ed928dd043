// f16 and bf16
// threads: 4
// expect: 4593671620924555337 4605669491829194825 4614711875478437961 4620693218755887177
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    let _ = i;
    {
        let a = f16::from_f32(1.0 + i as f32 / 3.0);
        let b = bf16::from_f32(3.14159);
        (a.to_bits() as u64) << 16
            | b.to_bits() as u64
            | (((a + f16::from_f32(0.5)).to_f32().to_bits()) as u64) << 32
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
