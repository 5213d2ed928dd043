// each thread puts the forces of a pair into shared memory, and one thread of the block adds them to the atoms' sums
// length: 12
use rustg_std::prelude::*;

fn force(d: f64, size: f64, depth: f64) -> f64 {
    let r = 1.0 / (d * d + 0.5);
    let six = (size * size * r) * (size * size * r) * (size * size * r);
    24.0 * depth.sqrt() * r * (2.0 * six * six - six) * d
}

#[kernel(adjoint, tangent)]
pub fn f(pairs: &[u32], size: f64, depth: f64, x: &[f64], sums: &[Atomic<f64>], mut y: GridMut<f64>) {
    let forces = Shared::<f64, 32>::new();
    let first = Shared::<u32, 32>::new();
    let i = thread::index();
    let rank = block::rank() as usize;
    let n = thread::block_dim_x() as usize;
    let at = pairs[i.get() % pairs.len()] as usize % x.len();
    let other = (at + 1 + i.get() % 3) % x.len();
    first.set(rank, at as u32);
    forces.set(rank, force(x[other] - x[at], size * 0.5, depth));
    block::sync();
    if rank == 0 {
        for k in 0..n {
            let atom = first.get(k) as usize;
            sums[atom].fetch_add(forces.get(k), Relaxed);
            sums[(atom + 1) % x.len()].fetch_add(-forces.get(k), Relaxed);
        }
    }
    if i < y.len() {
        y[i] = forces.get(rank) * y[i];
    }
}
