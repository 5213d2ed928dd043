// integer to float rounds to nearest
// threads: 4
// expect: 4895412796218408960 4895412796218408960 4895412796218408960 4895412796218408960
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    let _ = i;
    (16_777_217i32 as f32).to_bits() as u64 + (u64::MAX as f64).to_bits()
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
