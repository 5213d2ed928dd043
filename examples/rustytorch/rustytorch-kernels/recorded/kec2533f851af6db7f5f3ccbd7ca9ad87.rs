use rustg_std::prelude::*;

#[kernel]
pub fn kec2533f851af6db7f5f3ccbd7ca9ad87(mut y0: GridMut<f32>, s1: [u32; 8], x5: &[f32], x7: &[f32], s8: [u32; 8]) {
    let t = thread::index();
    if t < y0.len() {
        let i = t.get();
        let c2 = (i as u32) % s1[1];
        let r3 = (i as u32) / s1[1];
        let c4 = r3;
        let v6 = x5[i];
        let v9 = x7[(c4.wrapping_mul(s8[0]).wrapping_add(c2.wrapping_mul(s8[1]))) as usize];
        let v10: f32 = v6 + v9;
        y0[t] = v10;
    }
}
