// reborrowing through a call
// threads: 4
// expect: 4 5 6 7
use rustg_std::prelude::*;

fn inc(n: &mut u64) {
    *n += 1;
}
fn twice(n: &mut u64) {
    inc(n);
    inc(n);
}

fn value(i: u64) -> u64 {
    let _ = i;
    {
        let mut n = i;
        twice(&mut n);
        let r = &mut n;
        inc(r);
        inc(r);
        n
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
