// arrays of arrays
// threads: 4
// expect: 20 21 22 23
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    let _ = i;
    {
        let mut m = [[0u64; 3]; 2];
        m[1][2] = i;
        m[0] = [1, 2, 3];
        m[0][1] * 10 + m[1][2]
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
