// A closure whose value is an error gives a type of which nothing more is told.
use rustg_std::prelude::*;
#[kernel]
pub fn k(x: &[f32], mut y: GridMut<f32>) {
    let i = thread::index();
    let c = x.chunks(4).map(|c| c.sum()).max(); //~ E0599 no method named `sum` found for reference `&[f32]` in the current scope
    y[i] = c;
    let d = x.iter().map(|v| missing(v)).fold(0.0, |a, b| a + b); //~ E0425 cannot find function `missing` in this scope
    y[i] = d;
}
