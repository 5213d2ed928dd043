// nested options
// threads: 4
// expect: 66 55 2 3
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    let _ = i;
    {
        let o = match i {
            0 => None,
            1 => Some(None),
            n => Some(Some(n)),
        };
        match o {
            Some(Some(x)) => x,
            Some(None) => 55,
            None => 66,
        }
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
