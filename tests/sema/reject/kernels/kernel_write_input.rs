use rustg_std::prelude::*;

#[kernel]
pub fn k(x: &[f32], mut y: GridMut<f32>) {
    let i = thread::index();
    x[i] = y[i]; //~ E0596 cannot borrow `*x` as mutable, as it is behind a `&` reference
}
