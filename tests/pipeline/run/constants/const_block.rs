// inline const
// threads: 4
// expect: 42 43 44 45
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    let _ = i;
    {
        let x = const { 6 * 7 };
        x + i
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
