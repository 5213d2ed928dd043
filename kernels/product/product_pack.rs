//! Matrices whose rows are not aligned, copied to rows that are: for kernels whose copies want that.
use rustg_std::prelude::*;

/// Block (x, y) has rows x, x + grid, ... of matrices y, y + grid, ... of the batch. All count elements.
///
/// # Safety
/// Both have so many matrices, and nobody else uses `to`.
#[kernel(block = 256)]
pub unsafe fn pack<T: Copy>(
    rows: u64,
    columns: u64,
    n_batch: u64,
    from: *const T,
    from_row: u64,
    from_batch: u64,
    to: *mut T,
    to_row: u64,
) {
    let mut batch = thread::block_idx_y() as u64;
    while batch < n_batch {
        let mut row = thread::block_idx_x() as u64;
        while row < rows {
            let from = from.wrapping_add((batch * from_batch + row * from_row) as usize);
            let to = to.wrapping_add(((batch * rows + row) * to_row) as usize);
            let mut column = thread::idx_x() as usize;
            while column < columns as usize {
                // SAFETY: inside; each element is one thread's.
                unsafe { *to.wrapping_add(column) = *from.wrapping_add(column) };
                column += 256;
            }
            row += thread::grid_dim_x() as u64;
        }
        batch += thread::grid_dim_y() as u64;
    }
}
