// floats in a panic: {} and {:?}, f32 with its own digits
// threads: 1
// panics: 13 1 1.0 0.1 0.10000000149011612 1e-7 1e20 10000000000 -inf NaN 1.0000000149011613e-6 -0.0 123456.5
use rustg_std::prelude::*;

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    let one = t.get() as f32 + 1.0;
    let tenth = one / 10.0;
    let wide = tenth as f64;
    if one > 0.5 {
        panic!("{one} {one:?} {tenth} {wide} {:?} {:?} {} {} {} {:?} {:?} {:?}", one * 1e-7, one * 1e20, one * 1e10, -one / 0.0, f32::NAN * one, wide * 1e-5, -0.0 * one, 123456.5 * one);
    }
    out[t] = 1;
}
