// unsafe functions
// threads: 4
// expect: 3 4 5 6
use rustg_std::prelude::*;

unsafe fn peek(p: *const u64, k: usize) -> u64 {
    unsafe { *p.add(k) }
}

fn value(i: u64) -> u64 {
    let _ = i;
    {
        let a = [3u64, 4, 5, 6];
        unsafe { peek(a.as_ptr(), i as usize) }
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
