// elements of a thread's own in strides of the grid; others that look so: of half the grid, read elsewhere too
// length: 23
// threads: 6
// second: yes
// second_adjoint: yes
use rustg_std::prelude::*;

#[kernel(adjoint, tangent, second, second_adjoint)]
pub fn f(own: &[f64], half: &[f64], also: &[f64], block: &[f64], mut y: GridMut<f64>) {
    let i = thread::index();
    let mut sum = 0.5;
    for k in thread::grid_stride(own.len()) {
        sum = sum * 0.5 + own[k] * own[k] * y[k];
        y[k] = sum.sin() + own[k];
    }
    let threads = (thread::grid_dim_x() * thread::block_dim_x()) as usize;
    for k in (i.get()..half.len()).step_by((threads / 2).max(1)) {
        sum = sum * 0.75 + half[k] * sum * 0.5;
    }
    for k in thread::grid_stride(also.len()) {
        sum += also[k] * also[(k.get() + 1) % also.len()] * sum * 0.25;
    }
    for k in (i.get()..block.len()).step_by(thread::block_dim_x() as usize) {
        sum += block[k] * sum * 0.125;
    }
    if i < y.len() {
        y[i] *= sum;
    }
}
