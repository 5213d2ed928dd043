// whole arrays are copied, passed and returned
// n: 3
use rustg_std::prelude::*;

fn turned(v: [f64; 12], by: f64) -> [f64; 12] {
    let mut out = v;
    for k in 0..12 {
        out[k] = v[(k + 1) % 12] * by + v[k];
    }
    out
}
#[kernel(adjoint, tangent)]
pub fn f(n: u32, a: f64, x: &[f64], mut y: GridMut<f64>) {
    let i = thread::index();
    if i < y.len() {
        let mut v = [x[i]; 12];
        v[3] = a;
        for _ in 0..n {
            let before = v;
            v = turned(before, x[i]);
            v[5] = before[5] * before[6];
        }
        y[i] = v.iter().fold(0.0, |s, e| s + e * 0.125);
    }
}
