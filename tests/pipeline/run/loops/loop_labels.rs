// labels of nested loops
// threads: 4
// expect: 20 20 20 20
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    let _ = i;
    {
        let mut n = 0u64;
        'outer: for a in 0..10u64 {
            for b in 0..10u64 {
                if a * b > 20 + i {
                    break 'outer;
                }
                if b > a {
                    continue 'outer;
                }
                n += 1;
            }
        }
        n
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
