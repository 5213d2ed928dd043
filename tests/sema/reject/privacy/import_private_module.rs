use rustg_std::half::f16; //~ E0603 module `half` is private
use rustg_std::prelude::*;

#[kernel]
pub fn k(mut out: GridMut<f32>) {
    let t = thread::index();
    out[t] = f16::from_f32(1.0).to_f32();
}
