// The output is not mutable.
use rustg_std::prelude::*;

#[kernel]
pub fn k(x: &[f32], y: GridMut<f32>) {
    let i = thread::index();
    if i < y.len() {
        y[i] = x[i.get()]; //~ E0596 cannot borrow `y` as mutable, as it is not declared as mutable
    }
}
