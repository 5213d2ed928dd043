// derives
// threads: 4
// expect: 5 14 22 30
use rustg_std::prelude::*;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
struct D {
    a: u64,
    b: (u8, bool),
}

fn value(i: u64) -> u64 {
    let _ = i;
    {
        let d = D::default();
        let e = D { a: i, ..d };
        (d == e) as u64 + 2 * (d < e) as u64 + 4 * (e.clone() == e) as u64 + 8 * (d.max(e).a)
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
