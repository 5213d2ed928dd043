use rustg_std::prelude::*;

#[kernel]
pub fn k5ef8a498e4c8c57aeb49adda37a57caa(mut y0: GridMut<f32>, x1: &[f32], x3: &[f32], s5: f32) {
    let t = thread::index();
    if t < y0.len() {
        let i = t.get();
        let v2 = x1[i];
        let v4 = x3[i];
        let v6: f32 = v2 * s5;
        let v7: f32 = v4 - v6;
        y0[t] = v7;
    }
}
