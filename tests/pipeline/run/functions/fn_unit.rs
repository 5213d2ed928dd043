// functions without a result, the unit type
// threads: 4
// expect: 1 2 3 4
use rustg_std::prelude::*;

fn nothing() {}

fn value(i: u64) -> u64 {
    let _ = i;
    {
        let u = nothing();
        let w: () = u;
        match w {
            () => i + 1,
        }
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
