// outputs at other places than the thread's own number, which only one thread reaches each
// length: 8
use rustg_std::prelude::*;

#[kernel(adjoint, tangent)]
pub fn f(x: &[f64], mut y: GridMut<f64>) {
    let i = thread::index().get();
    let n = y.len() / 2;
    if i < n {
        // SAFETY: each thread has two elements of its own.
        unsafe {
            let low = *y.get_unchecked_mut(i);
            *y.get_unchecked_mut(i) = *y.get_unchecked_mut(2 * n - 1 - i) * x[i];
            *y.get_unchecked_mut(2 * n - 1 - i) = low * low + x[(i + 1) % x.len()];
        }
    }
}
