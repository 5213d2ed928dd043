//! Each row with mean 0 and variance 1, scaled and shifted: a warp a row.
use rustg_std::prelude::*;

#[kernel]
pub fn layer_norm(columns: usize, epsilon: f32, x: &[f32], scale: &[f32], shift: &[f32], mut y: GridMut<f32>) {
    let row = thread::index().get() / 32;
    let lane = warp::lane() as usize;
    let start = row * columns;
    if start + columns > x.len() || start + columns > y.len() {
        return; // a whole warp at once: rows are warps
    }
    let mut sum = 0.0f32;
    let mut column = lane;
    while column < columns {
        sum += x[start + column];
        column += 32;
    }
    let mean = warp::reduce_add(sum) / columns as f32;
    let mut squares = 0.0f32;
    for column in (lane..columns).step_by(32) {
        let d = x[start + column] - mean;
        squares = d.mul_add(d, squares);
    }
    let variance = warp::reduce_add(squares) / columns as f32;
    let factor = 1.0 / (variance + epsilon).sqrt();
    for column in (lane..columns).step_by(32) {
        let value = (x[start + column] - mean) * factor * scale[column] + shift[column];
        // SAFETY: inside; a row is one warp's, a column one lane's.
        unsafe { *y.get_unchecked_mut(start + column) = value };
    }
}
