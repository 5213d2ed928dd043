// enums without fields and their discriminants
// threads: 4
// expect: 0 5 106 7
use rustg_std::prelude::*;

#[derive(Clone, Copy, PartialEq)]
enum Dir {
    N,
    E = 5,
    S,
    W,
}

fn value(i: u64) -> u64 {
    let _ = i;
    {
        let d = match i {
            0 => Dir::N,
            1 => Dir::E,
            2 => Dir::S,
            _ => Dir::W,
        };
        d as u64 + (d == Dir::S) as u64 * 100
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
