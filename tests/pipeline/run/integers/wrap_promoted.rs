// without checks, what is promoted wraps
// threads: 1
// expect: 18446744073709551615
// checks: off
use rustg_std::prelude::*;

fn before<const N: usize>() -> &'static [usize] {
    &[N - 1]
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = if t.get() < 3 {
        before::<0>()[0] as u64
    } else {
        1
    };
}
