// elements around the thread's own: within a warp, over its edges, in a warp that is not whole, at both ends
// length: 88
// second: yes
// second_adjoint: yes
use rustg_std::prelude::*;

#[kernel(adjoint, tangent, second, second_adjoint)]
pub fn f(x: &[f64], z: &[f64], mut y: GridMut<f64>) {
    let i = thread::index();
    let at = i.get();
    if i < y.len() && at >= 3 && at + 2 < x.len() {
        let near = x[at - 1] * x[at] + x[at + 1].sin() * z[at + 2] - x[at - 3];
        y[i] = 0.5 * near * near - 0.125 * (x[at + 2] + x[at - 3]) * z[at - 1];
    }
}
