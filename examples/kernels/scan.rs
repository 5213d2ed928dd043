//! Inclusive sums of each block's elements: scans of warps, then of the warps' totals.
use rustg_std::prelude::*;

fn scan_warp(value: u32) -> u32 {
    let lane = warp::lane();
    let mut sum = value;
    for step in [1, 2, 4, 8, 16] {
        let other = warp::shuffle_up(sum, step);
        if lane >= step {
            sum = sum.wrapping_add(other);
        }
    }
    sum
}

#[kernel(block = 256)]
pub fn scan(x: &[u32], mut sums: GridMut<u32>) {
    let totals = Shared::<u32, 8>::new();
    let i = thread::index();
    let rank = block::rank() as usize;
    let own = scan_warp(x.get(i.get()).copied().unwrap_or(0));
    if warp::lane() == 31 {
        totals.set(rank / 32, own);
    }
    block::sync();
    let mut before = 0u32;
    for w in 0..rank / 32 {
        before = before.wrapping_add(totals.get(w));
    }
    if i < sums.len() {
        sums[i] = before.wrapping_add(own);
    }
}
