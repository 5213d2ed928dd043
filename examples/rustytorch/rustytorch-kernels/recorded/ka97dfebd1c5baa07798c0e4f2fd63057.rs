use rustg_std::prelude::*;

#[kernel]
pub fn ka97dfebd1c5baa07798c0e4f2fd63057(mut y0: GridMut<i64>, x1: &[i64], x3: &[i64], s5: i64) {
    let t = thread::index();
    if t < y0.len() {
        let i = t.get();
        let v2 = x1[i];
        let v4 = x3[0];
        let v6: bool = v2 < s5;
        let v7: i64 = if v6 { v4 } else { v2 };
        y0[t] = v7;
    }
}
