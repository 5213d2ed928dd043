// raw pointers in unsafe
// threads: 4
// expect: 204 214 224 234
use rustg_std::prelude::*;

fn value(i: u64) -> u64 {
    let _ = i;
    {
        let mut a = [1u64, 2, 3];
        let p = a.as_mut_ptr();
        unsafe {
            *p.add(1) = 20 + i;
            *p.add(2) += *p;
        }
        a[1] * 10 + a[2]
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
