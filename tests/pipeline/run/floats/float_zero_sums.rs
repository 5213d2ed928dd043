// sums and differences with zeros that a C compiler could take for signs: 0 - x is +0 where x is +0
// threads: 4
// expect: 0 1023 1023 1023
use rustg_std::prelude::*;

fn sign<T: Into<f64>>(v: T) -> u64 {
    v.into().to_bits() >> 63
}

fn value(i: u64) -> u64 {
    let n = i as u32;
    let zero = [0.0f64; 2][0];
    let a = sign(0.0 - i as f64);
    let b = sign(0.0f32 - n as f32);
    let c = sign(zero - i as f64);
    let d = sign(0u8 as f64 - i as f64);
    let e = sign(0.0 + -(i as f64));
    let f = sign(-(i as f32) + 0.0);
    let g = sign(0.0 - (i as f64).abs());
    let h = sign(0.0 - if n > 1 { n as f64 } else { i as f64 });
    let k = sign((zero - i as f64) - 0.0);
    let m = sign(0i32 as f32 - (n as f32).abs());
    a | b << 1 | c << 2 | d << 3 | e << 4 | f << 5 | g << 6 | h << 7 | k << 8 | m << 9
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
