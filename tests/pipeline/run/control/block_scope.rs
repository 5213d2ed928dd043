// blocks, scopes and values
// threads: 4
// expect: 32 54 76 98
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    let _ = i;
    {
        let a = {
            let b = i + 1;
            b * 2
        };
        let c = { a + 1 };
        ({ c * 10 }) + a
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
