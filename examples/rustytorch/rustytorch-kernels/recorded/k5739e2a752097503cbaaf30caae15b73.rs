use rustg_std::prelude::*;

#[kernel]
pub fn k5739e2a752097503cbaaf30caae15b73(mut y0: GridMut<f32>, s1: f32) {
    let t = thread::index();
    if t < y0.len() {
        let i = t.get();
        let v2: f32 = s1;
        y0[t] = v2;
    }
}
