// pointers with other addresses, volatile accesses, an output without a check
// threads: 4
// expect: 1640 1864 2088 2312
use rustg_std::prelude::*;
use core::ptr::NonNull;

fn value(i: u64) -> u64 {
    let mut x = [i, 2, 3];
    let p = x.as_mut_ptr();
    let next = p.with_addr(p.addr() + 8);
    let last = p.map_addr(|a| a + 16);
    unsafe {
        next.write_volatile(next.read_volatile() + i);
        let kept = NonNull::new_unchecked(last);
        kept.write_volatile(kept.read_volatile() * 2 + next.read_volatile());
        let shared = p as *const u64;
        x[0] + 10 * x[1] + 100 * shared.map_addr(|a| a + 16).read_volatile() + shared.with_addr(shared.addr()).read_volatile()
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
    out[t] += unsafe { *out.get_unchecked(t.get()) };
}
