use rustg_std::prelude::*;

#[kernel]
pub fn k98876ead92e7a5066012f9ab2a51c556(mut y0: GridMut<f32>, x1: &[f32]) {
    let t = thread::index();
    if t < y0.len() {
        let i = t.get();
        let v2 = x1[0];
        let v3: f32 = v2;
        y0[t] = v3;
    }
}
