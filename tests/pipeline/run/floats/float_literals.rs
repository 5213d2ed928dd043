// literals with exponents and inference
// threads: 4
// expect: 981668713 981668713 981668713 981668713
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    let _ = i;
    {
        let x: f32 = 1e-3;
        let y = 2.5e2f64;
        x.to_bits() as u64 + y as u64
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
