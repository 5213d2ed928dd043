// statements without effect on the value
// threads: 4
// expect: 3 4 5 6
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    let _ = i;
    {
        let mut n = 1;
        n;
        n += i;
        {
            n += 2;
        };
        n
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
