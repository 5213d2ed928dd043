// a type known from later use
// threads: 4
// expect: 99 99 2 3
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    let _ = i;
    {
        let mut x = None;
        if i > 1 {
            x = Some(i as u8);
        }
        x.map_or(99, |y| y as u64)
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
