// enumerate and zip
// threads: 4
// expect: 54 54 54 54
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    let _ = i;
    {
        let a = [5u64, 6, 7];
        let b = [1u64, 2, 3];
        let mut s = 0;
        for (k, (x, y)) in a.iter().zip(b.iter()).enumerate() {
            s += k as u64 * x * y;
        }
        s
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
