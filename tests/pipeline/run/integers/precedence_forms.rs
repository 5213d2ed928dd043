// precedence: unary minus and methods, casts and comparisons, ranges, closures, assignments
// threads: 4
// expect: 1688 1701 1102 1107
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    let a = -1i32.abs() as i64;
    let b = (i as usize) < 3 && i as u8 as u64 == i;
    let c = !0u8 as u32 >> 3 & 0b110 | 1 ^ 3 << 2;
    let d = 2 + 3 * 4 % 5 - 6 / 4 << 1;
    let e = (0..i + 2).map(|x| x * 2 + 1).sum::<u64>();
    let f = |x: i64| -> i64 { -x - -1 };
    let g = -f(3) * -2;
    let mut h = 5u8;
    h = h << 2 & 0xF0 | h;
    let k = if !b || i == 2 && c > 4 { 1 } else { 2 };
    let l = &mut 3u64;
    *l += -(-4i64) as u64 * 2;
    let m = *&*&i + 1;
    let n = !(i > 1) as u64 ^ true as u64;
    let o = i.pow(2).wrapping_sub(3) as i64 as f32 as i8 as u64;
    let p = 1.5e1_f64.sqrt().floor() as u64 + 1_0.0f32 as u64 + 0xF_Fu64 + 0o17 + 0b1_0;
    let q = {
        let x = i;
        x
    } + [1, 2, 3][(i % 3) as usize] * (|y: u64| y + 1)(4);
    (a as u64)
        .wrapping_add(b as u64 + c as u64 * 10 + d as u64 * 100 + e)
        .wrapping_add(g as u64)
        .wrapping_add(h as u64 + k + *l + m + n + o % 1000 + p + q)
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
