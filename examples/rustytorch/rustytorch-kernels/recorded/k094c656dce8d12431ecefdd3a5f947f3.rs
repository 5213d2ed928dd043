use rustg_std::prelude::*;

#[kernel]
pub fn k094c656dce8d12431ecefdd3a5f947f3(mut y0: GridMut<i64>, x1: &[i64], s3: i64, s5: i64) {
    let t = thread::index();
    if t < y0.len() {
        let i = t.get();
        let v2 = x1[i];
        let v4: bool = v2 < s3;
        let v6: i64 = v2.wrapping_add(s5);
        let v7: i64 = if v4 { v6 } else { v2 };
        y0[t] = v7;
    }
}
