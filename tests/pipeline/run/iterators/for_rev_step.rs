// rev and step_by
// threads: 4
// expect: 9630 9630 9630 9630
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    let _ = i;
    {
        let mut s = 0;
        for k in (0..10u64).rev().step_by(3) {
            s = s * 10 + k;
        }
        s
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
