// unit structs
// threads: 4
// expect: 6 7 8 9
use rustg_std::prelude::*;

struct U;
impl U {
    fn n(&self) -> u64 {
        6
    }
}

fn value(i: u64) -> u64 {
    let _ = i;
    {
        let u = U;
        u.n() + i
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
