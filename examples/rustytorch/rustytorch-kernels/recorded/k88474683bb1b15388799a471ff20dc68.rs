use rustg_std::prelude::*;

#[kernel]
pub fn k88474683bb1b15388799a471ff20dc68(mut y0: GridMut<f32>, s1: [u32; 8], x5: &[f32], x7: &[f32], s8: [u32; 8], x10: &[f32]) {
    let t = thread::index();
    if t < y0.len() {
        let i = t.get();
        let c2 = (i as u32) % s1[1];
        let r3 = (i as u32) / s1[1];
        let c4 = r3;
        let v6 = x5[i];
        let v9 = x7[(c4.wrapping_mul(s8[0]).wrapping_add(c2.wrapping_mul(s8[1]))) as usize];
        let v11 = x10[i];
        let v12: f32 = v6.exp();
        let v13: f32 = v12 * v9;
        let v14: f32 = v11 - v13;
        y0[t] = v14;
    }
}
