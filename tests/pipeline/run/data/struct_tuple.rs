// tuple structs
// threads: 4
// expect: 3 14 25 36
use rustg_std::prelude::*;

#[derive(Clone, Copy)]
struct M(u64, u8);

fn value(i: u64) -> u64 {
    let _ = i;
    {
        let m = M(i, 3);
        let M(a, b) = m;
        a + b as u64 + m.0 * 10
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
