use rustg_std::prelude::*;

#[kernel]
pub fn kbcfe928ba97bde272315ad8fcb182ff7(mut y0: GridMut<f32>, mut y1: GridMut<f32>, mut y2: GridMut<f32>, mut y3: GridMut<f32>, mut y4: GridMut<f32>, s5: u32, s6: u32, s7: u32, s8: u32, x9: &[f32], x12: &[f32], s14: f32, s17: f32, s19: f32, s22: f32) {
    let t = thread::index();
    if t < y0.len() {
        let o = t.get();
        let row = o as u32;
        let outer = (row / s8) / s7;
        let first = ((row / s8) % s7).wrapping_mul(s6);
        let end = if s5 - first < s6 { s5 } else { first + s6 };
        let mut acc: f32 = 0.0;
        for k in first..end {
            let j = outer.wrapping_mul(s5).wrapping_add(k).wrapping_mul(s8).wrapping_add(row % s8) as usize;
            let v10 = x9[j];
            acc = acc + v10;
        }
        let v11: f32 = acc;
        let v13 = x12[o];
        let v15: f32 = v11 / s14;
        let v16: f32 = -v15;
        let v18: f32 = v16 * s17;
        let v20: f32 = v13 / s19;
        let v21: f32 = -v20;
        let v23: f32 = v21 * s22;
        let v24: f32 = v18 + v23;
        y0[t] = v18;
        y1[t] = v20;
        y2[t] = v21;
        y3[t] = v23;
        y4[t] = v24;
    }
}
