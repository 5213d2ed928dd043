// functions inside functions
// threads: 4
// expect: 1 4 7 10
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    let _ = i;
    {
        fn inner(n: u64) -> u64 {
            fn deeper(n: u64) -> u64 {
                n * 3
            }
            deeper(n) + 1
        }
        inner(i)
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
