// A block whose tail never is has the type that is expected of it
// threads: 2
// expect: 1 2
use rustg_std::prelude::*;

fn found(at: usize) -> u64 {
    let some: &u64 = if at < 2 { &(at as u64 + 1) } else { &{ panic!("none") } };
    let other: &u64 = if at < 2 { some } else { &{ loop {} } };
    *other
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = found(t.get());
}
