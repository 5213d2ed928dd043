use rustg_std::prelude::*;

#[kernel]
pub fn ka1e9d18166ee3dee0cfc529b970c6b5e(mut y0: GridMut<i64>, mut y1: GridMut<bool>, mut y2: GridMut<i64>, mut y3: GridMut<i64>, x4: &[i64], x6: &[i64], x8: &[i64], s10: i64, s12: i64, s15: i64, s17: i64, s20: i64, s22: i64) {
    let t = thread::index();
    if t < y0.len() {
        let i = t.get();
        let v5 = x4[i];
        let v7 = x6[i];
        let v9 = x8[0];
        let v11: bool = v5 < s10;
        let v13: i64 = v5.wrapping_add(s12);
        let v14: i64 = if v11 { v13 } else { v5 };
        let v16: bool = v14 >= s15;
        let v18: bool = v14 < s17;
        let v19: bool = v16 & v18;
        let v21: i64 = v14.wrapping_mul(s20);
        let v23: i64 = v7.wrapping_mul(s22);
        let v24: i64 = v21.wrapping_add(v23);
        let v25: i64 = if v19 { v24 } else { v9 };
        y0[t] = v14;
        y1[t] = v19;
        y2[t] = v24;
        y3[t] = v25;
    }
}
