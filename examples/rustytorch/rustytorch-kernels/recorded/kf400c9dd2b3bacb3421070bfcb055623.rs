use rustg_std::prelude::*;

#[kernel]
pub fn kf400c9dd2b3bacb3421070bfcb055623(mut y0: GridMut<f32>, mut y1: GridMut<f32>, s2: [u32; 8], x6: &[f32], x8: &[f32], s9: [u32; 8], x11: &[f32], s13: f32, s15: f32, s18: f32) {
    let t = thread::index();
    if t < y0.len() {
        let i = t.get();
        let c3 = (i as u32) % s2[1];
        let r4 = (i as u32) / s2[1];
        let c5 = r4;
        let v7 = x6[i];
        let v10 = x8[(c5.wrapping_mul(s9[0]).wrapping_add(c3.wrapping_mul(s9[1]))) as usize];
        let v12 = x11[i];
        let v14: f32 = v7 * s13;
        let v16: f32 = v10 * s15;
        let v17: f32 = v14 + v16;
        let v19: f32 = v17 * s18;
        let v20: f32 = v12 - v19;
        y0[t] = v17;
        y1[t] = v20;
    }
}
