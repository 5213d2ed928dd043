//! Sums and extremes of a warp's 32 elements by shuffles, one number a warp.
use rustg_std::prelude::*;

fn sum_of_lanes(value: i64) -> i64 {
    let mut sum = value;
    let mut mask = 16;
    while mask > 0 {
        sum += warp::shuffle_xor(sum, mask);
        mask >>= 1;
    }
    sum
}

#[kernel(block = 128)]
pub fn reduce_warp(x: &[i32], mut sums: GridMut<i64>, mut most: GridMut<i32>, mut negative: GridMut<u32>) {
    let i = thread::index();
    let value = if i < x.len() { x[i] } else { 0 };
    let sum = sum_of_lanes(value as i64);
    let max = warp::reduce_max(value);
    let below = warp::ballot(value < 0);
    let number = i.get() / 32;
    if warp::lane() == 0 && number < sums.len() {
        // SAFETY: the first lane of a warp alone writes the warp's number.
        unsafe {
            *sums.get_unchecked_mut(number) = sum;
            *most.get_unchecked_mut(number) = max;
            *negative.get_unchecked_mut(number) = below;
        }
    }
}
