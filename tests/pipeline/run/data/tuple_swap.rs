// destructuring assignment
// threads: 4
// expect: 2010 2011 2012 2013
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    let _ = i;
    {
        let (mut a, mut b) = (i, 10u64);
        (a, b) = (b, a + b);
        [a, _] = [a * 2, b];
        a * 100 + b
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
