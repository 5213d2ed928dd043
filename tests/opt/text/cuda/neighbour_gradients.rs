// Gradients of neighbours are summed in the warp.
// has: __shfl_up_sync
// has: __shfl_down_sync
// has: __ballot_sync
use rustg_std::prelude::*;
#[kernel(adjoint)] pub fn k(x: &[f32], mut y: GridMut<f32>) {
    let i = thread::index();
    let at = i.get();
    if i < y.len() && at >= 1 && at + 1 < x.len() { y[i] = x[at - 1] * x[at] * x[at + 1]; }
}
