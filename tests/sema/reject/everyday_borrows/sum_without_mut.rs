// An accumulator is assigned to.
use rustg_std::prelude::*;

#[kernel]
pub fn k(x: &[f32], mut y: GridMut<f32>) {
    let i = thread::index();
    let sum = 0.0;
    for v in x {
        sum += v; //~ E0596 cannot borrow `sum` as mutable, as it is not declared as mutable
    }
    if i < y.len() {
        y[i] = sum;
    }
}
