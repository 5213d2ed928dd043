// element types from use
// threads: 4
// expect: 10 21 32 43
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    let _ = i;
    {
        let mut a = [0; 3];
        a[1] = i;
        a[0] = a[1] + 1;
        a[0] * 10 + a[1]
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
