// cfg on items and expressions
// threads: 4
// expect: 101 102 103 104
use rustg_std::prelude::*;

#[cfg(not(feature = "nothing"))]
fn f() -> u64 {
    1
}
#[cfg(feature = "nothing")]
fn f() -> u64 {
    2
}

fn value(i: u64) -> u64 {
    let _ = i;
    {
        let mut n = f() + i;
        #[cfg(any())]
        {
            n += 1000;
        }
        #[cfg(all())]
        {
            n += 100;
        }
        n
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
