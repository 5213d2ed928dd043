// arrays are values
// threads: 4
// expect: 51 51 51 51
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    let _ = i;
    {
        let a = [1u64, 2, 3];
        let mut b = a;
        b[0] = 50;
        a[0] + b[0]
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
