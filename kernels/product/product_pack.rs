//! Matrices whose rows are not aligned, or lie across, copied to rows that are and do not: for kernels whose copies
//! want that.
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

/// The same with rows for columns: column i of `from` becomes row i of `to`. Block (x, y) has tiles x, x + grid, ... of
/// 32 rows and columns.
///
/// # Safety
/// As above.
#[kernel(block = 256)]
pub unsafe fn turn<T: Copy>(
    rows: u64,
    columns: u64,
    n_batch: u64,
    from: *const T,
    from_row: u64,
    from_batch: u64,
    to: *mut T,
    to_row: u64,
) {
    let memory = Shared::<u64, { 32 * 33 }>::new().as_ptr() as *mut T;
    let (wide, tiles) = (columns.div_ceil(32), columns.div_ceil(32) * rows.div_ceil(32));
    let (across, down) = (thread::idx_x() as usize % 32, thread::idx_x() as usize / 32);
    let mut batch = thread::block_idx_y() as u64;
    while batch < n_batch {
        let mut tile = thread::block_idx_x() as u64;
        while tile < tiles {
            let (row, column) = ((tile / wide.max(1) * 32) as usize, (tile % wide.max(1) * 32) as usize);
            let from = from.wrapping_add((batch * from_batch) as usize + row * from_row as usize + column);
            let to = to.wrapping_add(((batch * columns) as usize + column) * to_row as usize + row);
            for line in 0..4 {
                let y = down + 8 * line;
                if row + y < rows as usize && column + across < columns as usize {
                    // SAFETY: inside; each element is one thread's.
                    unsafe { *memory.add(33 * y + across) = *from.wrapping_add(y * from_row as usize + across) };
                }
            }
            block::sync();
            for line in 0..4 {
                let y = down + 8 * line;
                if column + y < columns as usize && row + across < rows as usize {
                    // SAFETY: inside; each element is one thread's.
                    unsafe { *to.wrapping_add(y * to_row as usize + across) = *memory.add(33 * across + y) };
                }
            }
            block::sync();
            tile += thread::grid_dim_x() as u64;
        }
        batch += thread::grid_dim_y() as u64;
    }
}
