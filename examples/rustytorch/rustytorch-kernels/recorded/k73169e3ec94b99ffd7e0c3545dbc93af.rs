// SAFETY of all reads: places of elements of the shape, which the host knows to lie in the slices.
use rustg_std::prelude::*;

#[kernel]
pub fn k73169e3ec94b99ffd7e0c3545dbc93af(mut y0: GridMut<i64>, mut y1: GridMut<bool>, s2: u32, s3: u32, s4: u32, s5: u32, x6: &[i64], x8: &[i64]) {
    let t = thread::index();
    if t < y0.len() {
        let o = t.get();
        let row = o as u32;
        let outer = row / s4;
        let first = (row % s4).wrapping_mul(s3);
        let end = if s2 - first < s3 { s2 } else { first + s3 };
        let mut sums: [i64; 128] = [0; 128];
        let mut at = first;
        while at < end {
            let most = if end - at < 128 { end - at } else { 128 };
            for lane in 0..most {
                let j = outer.wrapping_mul(s2).wrapping_add(at + lane) as usize;
                let v7 = unsafe { *x6.get_unchecked(j) };
                let v9 = unsafe { *x8.get_unchecked(j) };
                let v10: bool = v7 == v9;
                let v11: i64 = v10 as i64;
                // SAFETY: j is an element of the operand, and one thread's alone.
                unsafe { *y1.get_unchecked_mut(j) = v10 };
                let a = sums[lane as usize];
                sums[lane as usize] = a.wrapping_add(v11);
            }
            at += 128;
        }
        let mut half = 64usize;
        while half > 0 {
            for lane in 0..half {
                let a = sums[lane];
                let b = sums[lane + half];
                sums[lane] = a.wrapping_add(b);
            }
            half /= 2;
        }
        let acc: i64 = sums[0];
        let v12: i64 = acc;
        y0[t] = v12;
    }
}
