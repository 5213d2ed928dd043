// Raw and fn pointers are compared with what is coerced to them; addresses of mutable statics are taken safely
// threads: 2
// expect: 7 7
use rustg_std::prelude::*;

static mut COUNT: u8 = 3;

fn one(x: u64) -> u64 {
    x + 1
}

fn value(i: u64) -> u64 {
    let mut a = i;
    let exclusive: *mut u64 = &mut a;
    let shared: *const u64 = exclusive;
    assert!(shared == exclusive && exclusive == shared as *mut u64);
    assert_eq!(shared, exclusive);
    let (p, q) = (&raw const COUNT, &raw mut (COUNT));
    let f: fn(u64) -> u64 = one;
    (p == q) as u64 + 2 * (f(i) == i + 1) as u64 + 4 * (p.is_null() == false) as u64
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
