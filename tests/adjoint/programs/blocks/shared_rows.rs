// blocks of two dimensions; a product of what their threads share, row by column, in plain and in relaxed accesses
// length: 36
// rows: 3
use rustg_std::prelude::*;

#[kernel(adjoint, tangent)]
pub fn f(x: &[f64], mut y: GridMut<f64>) {
    let (columns, rows) = (thread::block_dim_x() as usize, thread::block_dim_y() as usize);
    let (column, row) = (thread::idx_x() as usize, thread::idx_y() as usize);
    let own = Shared::<f64, 64>::new();
    let sums = Shared::<f64, 40>::new();
    let first = (thread::block_idx_x() as usize * rows + row) * columns + column;
    // SAFETY: inside, and each (column, row) is one thread's between the barriers.
    unsafe { *own.as_ptr().add(column * rows + row) = x[first % x.len()] };
    block::sync();
    if row == 0 {
        let mut sum = 0.0;
        for r in 0..rows {
            sum += own.get(column * rows + r) * own.get(((column + 1) % columns) * rows + r);
        }
        sums.set(column, sum);
    }
    block::sync();
    if first < y.len() {
        // SAFETY: inside; each number is one thread's.
        unsafe { *y.get_unchecked_mut(first) *= sums.get(columns - 1 - column) + 0.5 };
    }
}
