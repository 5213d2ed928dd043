//! What bench_gradients.c measures: one kernel for each shape of code whose gradient is to be fast.
use rustg_std::prelude::*;

#[kernel(adjoint)]
pub fn elementwise(a: f32, x: &[f32], mut y: GridMut<f32>) {
    let i = thread::index();
    if i < y.len() {
        y[i] = (a * x[i]).sin() * x[i] + a;
    }
}

#[kernel(adjoint)]
pub fn stencil(x: &[f32], mut y: GridMut<f32>) {
    let i = thread::index();
    let at = i.get();
    if i < y.len() && at >= 2 && at + 2 < x.len() {
        let near = x[at - 1] * x[at] + x[at + 1] * x[at];
        y[i] = 0.5 * near - 0.125 * (x[at - 2] + x[at + 2]);
    }
}

const BLOCK: usize = 256;

#[kernel(adjoint, block = 256)]
pub fn reduction(x: &[f32], mut sums: GridMut<f32>) {
    let partial = Shared::<f32, BLOCK>::new();
    let rank = block::rank() as usize;
    let mut sum = 0.0;
    for i in thread::grid_stride(x.len()) {
        sum += x[i] * x[i];
    }
    partial.set(rank, sum);
    block::sync();
    let mut half = BLOCK / 2;
    while half > 0 {
        if rank < half {
            partial.set(rank, partial.get(rank) + partial.get(rank + half));
        }
        block::sync();
        half /= 2;
    }
    let block = thread::block_idx_x() as usize;
    if rank == 0 && block < sums.len() {
        // SAFETY: inside; the block's first thread alone writes the block's number.
        unsafe { *sums.get_unchecked_mut(block) = partial.get(0) };
    }
}

/// Accelerations of bodies that attract one another, in a line.
#[kernel(adjoint)]
pub fn n_body(bodies: u32, x: &[f32], y: &[f32], mass: &[f32], mut ax: GridMut<f32>, mut ay: GridMut<f32>) {
    let i = thread::index();
    let at = i.get() % x.len();
    let (own_x, own_y) = (x[at], y[at]);
    let (mut fx, mut fy) = (0.0, 0.0);
    for j in 0..bodies as usize {
        let (dx, dy) = (x[j] - own_x, y[j] - own_y);
        let square = dx * dx + dy * dy + 0.01;
        let by = mass[j] / (square * square.sqrt());
        fx += dx * by;
        fy += dy * by;
    }
    if i < ax.len() && i < ay.len() {
        ax[i] = fx;
        ay[i] = fy;
    }
}

const TILE: usize = 16;

#[kernel(adjoint, block = (16, 16))]
pub fn matrix(n: u32, a: &[f32], b: &[f32], mut c: GridMut<f32>) {
    let tile_a = Shared::<f32, { TILE * TILE }>::new();
    let tile_b = Shared::<f32, { TILE * TILE }>::new();
    let n = n as usize;
    let (column, row) = thread::index_2d();
    let (x, y) = (thread::idx_x() as usize, thread::idx_y() as usize);
    let mut sum = 0.0f32;
    let mut first = 0;
    while first < n {
        tile_a.set(y * TILE + x, a[row * n + first + x]);
        tile_b.set(y * TILE + x, b[(first + y) * n + column]);
        block::sync();
        for l in 0..TILE {
            sum += tile_a.get(y * TILE + l) * tile_b.get(l * TILE + x);
        }
        block::sync();
        first += TILE;
    }
    assert!(c.len() == n * n, "C is not n by n");
    // SAFETY: inside; each (row, column) is one thread's.
    unsafe { *c.get_unchecked_mut(row * n + column) = sum };
}
