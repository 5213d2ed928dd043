// Elements of statics do not change.
use rustg_std::prelude::*;

static WEIGHTS: [f32; 3] = [0.25, 0.5, 0.25];
static mut HITS: u32 = 0;

#[kernel]
pub fn blur(x: &[f32], mut y: GridMut<f32>) {
    let i = thread::index();
    if i < y.len() {
        let mut s = 0.0;
        for k in 0..3 {
            s += x[i.get() + k] * WEIGHTS[k];
        }
        WEIGHTS[1] = 0.75; //~ E0594 cannot assign to `WEIGHTS[_]`, as `WEIGHTS` is an immutable
        HITS += 1; //~ E0133 use of mutable static is unsafe and requires unsafe
        y[i] = s;
    }
}
