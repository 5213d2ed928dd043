// references in patterns
// threads: 4
// expect: 11 13 15 17
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    let _ = i;
    {
        let p = &Some(i + 3);
        0 + match p {
            Some(x) => *x,
            None => 0,
        } + match *p {
            Some(ref x) => *x,
            None => 0,
        } + {
            let &q = &5u64;
            q
        }
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
