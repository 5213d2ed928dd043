// counters whose step saturates: strides of the grid, numbers that reach their end, before and behind the step
// length: 9
// by: 70
// second: yes
// second_adjoint: yes
use rustg_std::prelude::*;

#[kernel(adjoint, tangent, second, second_adjoint)]
pub fn f(by: u32, x: &[f64], z: &[f64], mut y: GridMut<f64>) {
    let i = thread::index();
    let mut sum = 0.5;
    for k in thread::grid_stride(x.len()) {
        sum = sum * 0.5 + x[k] * x[k] * sum;
    }
    let mut small = i.get() as u8;
    while small < 255 {
        sum = sum * 0.75 + (sum * z[small as usize % z.len()]).sin() * 0.5;
        small = small.saturating_add(by as u8);
        sum += sum * z[small as usize % z.len()] * 0.1;
    }
    let mut wide = usize::MAX - 7 * by as usize;
    while wide < usize::MAX - 2 {
        let before = wide;
        wide = wide.saturating_add(3 * by as usize);
        sum = sum * z[before % z.len()] + z[wide % z.len()] * sum.cos();
    }
    if i < y.len() {
        y[i] = sum * y[i];
    }
}
