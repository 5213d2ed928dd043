// iter_mut writes through
// threads: 4
// expect: 60 60 60 60
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    let _ = i;
    {
        let mut a = [1u64, 2, 3];
        for x in a.iter_mut() {
            *x *= 10;
        }
        a[0] + a[1] + a[2]
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
