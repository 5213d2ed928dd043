// or-patterns that bind the same name
// threads: 4
// expect: 5 6 77 77
use rustg_std::prelude::*;

enum E {
    A(u64),
    B(u64, u64),
    C,
}
fn f(e: &E) -> u64 {
    match e {
        E::A(x) | E::B(x, _) => *x,
        E::C => 77,
    }
}

fn value(i: u64) -> u64 {
    let _ = i;
    f(&match i {
        0 => E::A(5),
        1 => E::B(6, 7),
        _ => E::C,
    })
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
