// as_ref and as_mut
// threads: 4
// expect: 505 606 707 808
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    let _ = i;
    {
        let mut o = Some(i);
        if let Some(x) = o.as_mut() {
            *x += 5;
        }
        let r = o.as_ref();
        *r.unwrap() + o.unwrap() * 100
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
