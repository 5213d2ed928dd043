//! A function of one element, given as a closure, over all elements.
use rustg_std::prelude::*;

fn map<T: Copy, U>(x: &[T], y: &mut GridMut<U>, f: impl Fn(T) -> U) {
    let i = thread::index();
    if let Some(out) = y.get_mut(i) {
        *out = f(x[i]);
    }
}

#[kernel]
pub fn leaky_relu(slope: f32, x: &[f32], mut y: GridMut<f32>) {
    map(x, &mut y, |v| if v < 0.0 { slope * v } else { v });
}

#[kernel]
pub fn quantize(scale: f32, zero: i32, x: &[f32], mut y: GridMut<u8>) {
    map(x, &mut y, |v| ((v / scale).round() as i32 + zero).clamp(0, 255) as u8);
}
