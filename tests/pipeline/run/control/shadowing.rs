// shadowing by let and in blocks
// threads: 4
// expect: 2 4 6 8
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    let _ = i;
    {
        let x = 1;
        let x = x + i;
        {
            let x = 100;
            let _ = x;
        }
        let x = x * 2;
        x
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
