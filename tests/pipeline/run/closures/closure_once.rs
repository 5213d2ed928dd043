// FnOnce
// threads: 4
// expect: 0 2 4 6
use rustg_std::prelude::*;

struct Big {
    v: [u64; 4],
}
fn call<F: FnOnce() -> u64>(f: F) -> u64 {
    f()
}

fn value(i: u64) -> u64 {
    let _ = i;
    {
        let b = Big { v: [i; 4] };
        call(move || b.v[0] + b.v[3])
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
