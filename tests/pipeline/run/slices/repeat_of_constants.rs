// arrays of a constant that is not Copy
// threads: 4
// expect: 19 21 23 25
use rustg_std::prelude::*;

struct Nc(u64);
impl Nc {
    const Z: Nc = Nc(4);
}
const K: Option<Nc> = None;
fn value(i: u64) -> u64 {
    let a = [Nc::Z; 3];
    let b = [K; 2];
    let mut c = [const { Nc(7) }; 2];
    c[1].0 += i;
    let d: [Nc; 0] = [Nc(1); 0];
    let e = [Nc(i); 1];
    a[2].0 + b[0].is_none() as u64 + c[1].0 + c[0].0 + d.len() as u64 + e[0].0
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
