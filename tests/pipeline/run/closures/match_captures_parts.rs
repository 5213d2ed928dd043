// a match with one arm captures the parts that its pattern names
// threads: 2
// expect: 46098 46099
use rustg_std::prelude::*;

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    let mut a = (21u64, 37u64);
    let mut f = |n: u64| match a {
        (ref mut x, _) => {
            *x += n;
            *x
        }
    };
    a.1 = 69 + t.get() as u64;
    let r = f(1) + f(2);
    let b = (a.0, (a.1, 5u64));
    let g = || match b {
        (x, (_, y)) => x + y,
    };
    out[t] = r * 1000 + a.1 + g();
}
