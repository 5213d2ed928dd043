//! Images moved a little, each in its own direction.
use rustg_std::prelude::*;

/// Well-mixed bits of a number.
fn mix(mut z: u32) -> u32 {
    z = (z ^ (z >> 16)).wrapping_mul(0x7feb_352d);
    z = (z ^ (z >> 15)).wrapping_mul(0x846c_a68b);
    z ^ (z >> 16)
}

/// Half of the images stay; of the others each moves by one pixel left, right, up or down. What comes in from outside is 0.
#[kernel]
pub fn shift(width: u32, height: u32, seed: u32, x: &[f32], mut y: GridMut<f32>) {
    let tid = thread::index();
    if tid >= y.len() {
        return;
    }
    let (w, pixels) = (width as usize, (width * height) as usize);
    let (image, pixel) = (tid.get() / pixels, tid.get() % pixels);
    let (row, column) = (pixel / w, pixel % w);
    let from = match mix(seed ^ mix(image as u32)) % 8 {
        0 => (Some(row), column.checked_sub(1)),
        1 => (Some(row), Some(column + 1)),
        2 => (row.checked_sub(1), Some(column)),
        3 => (Some(row + 1), Some(column)),
        _ => (Some(row), Some(column)),
    };
    y[tid] = match from {
        (Some(row), Some(column)) if row < height as usize && column < w => x[image * pixels + row * w + column],
        _ => 0.0,
    };
}
