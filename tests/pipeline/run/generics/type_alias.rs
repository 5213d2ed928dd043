// type aliases, generic ones too
// threads: 4
// expect: 10 11 12 13
use rustg_std::prelude::*;

type Id = u64;
type Pair<T> = (T, T);
fn f(p: Pair<Id>) -> Id {
    p.0 + p.1
}

fn value(i: u64) -> u64 {
    let _ = i;
    f((i, 10))
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
