// several kernels in modules, with generic helpers and other parameters
// threads: 4
// expect: 21 24 27 30
use rustg_std::prelude::*;

mod inner {
    use rustg_std::prelude::*;
    #[kernel(fast_math)]
    pub fn scale(a: f32, x: &[f32], mut y: GridMut<f32>) {
        for t in thread::grid_stride(y.len()) {
            y[t] = a * x[t];
        }
    }
    pub fn helper<T: Into<u64>>(x: T) -> u64 {
        x.into() * 3
    }
}

#[kernel]
pub fn pair(p: (u32, f64), b: bool, c: char, n: [u8; 4], mut y: GridMut<f64>) {
    let t = thread::index();
    if t < y.len() {
        y[t] = p.0 as f64 + p.1 + b as u8 as f64 + c as u32 as f64 + n[3] as f64;
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = inner::helper(t.get() as u32) + inner::helper(7u8);
}
