// Complex and its operators
// threads: 4
// expect: 4625196818358075392 4602678820251631616 13808036458604789760 13891353051716124672
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    let _ = i;
    {
        let a = Complex::new(1.5f32, i as f32);
        let b = a * a + Complex::new(0.5, -0.25).conj();
        (b.re.to_bits() as u64) << 32 | b.im.to_bits() as u64
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
