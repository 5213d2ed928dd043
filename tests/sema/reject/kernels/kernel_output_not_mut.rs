use rustg_std::prelude::*;

#[kernel]
pub fn k(y: GridMut<f32>) {
    let i = thread::index();
    y[i] = 1.0; //~ E0596 cannot borrow `y` as mutable, as it is not declared as mutable
}
