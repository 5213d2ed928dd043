// raw pointers and NonNull
// threads: 4
// expect: 12829792270776733344 12832663095637424589 12831698823939672770 12834565250753851175
use rustg_std::prelude::*;

use core::ptr::{self, NonNull};
fn value(i: u64) -> u64 {
    let mut h = 0u64;
    let mut put = |x: u64| h = h.wrapping_mul(1099511628211) ^ x;
    let mut a = [1u32, 2, 3, 4, i as u32];
    let p = a.as_mut_ptr();
    unsafe {
        p.add(1).swap(p);
        put(p.replace(9) as u64);
        p.add(2).copy_from(p, 2);
        p.copy_to(p.add(4), 1);
        p.add(1).write_bytes(0x5a, 1);
        put(p.byte_add(5).cast::<u16>().read_unaligned() as u64);
        p.byte_add(6).cast::<u16>().write_unaligned(0xbeef);
        put(p.add(3).offset_from_unsigned(p) as u64);
        put(p.byte_add(8).byte_offset_from(p) as u64);
        put(p.is_aligned() as u64);
        ptr::swap_nonoverlapping(p, p.add(2), 2);
    }
    let n = NonNull::from(&mut a[1]);
    unsafe {
        *n.as_ptr() += 5;
        put(n.read() as u64);
        n.add(1).write(77);
        put(*n.as_ref() as u64);
    }
    put((NonNull::new(p).unwrap() == NonNull::from(&a[0])) as u64);
    put(NonNull::<u8>::new(ptr::null_mut()).is_none() as u64);
    put(unsafe { n.offset_from(NonNull::new_unchecked(p)) } as u64);
    put(ptr::addr_eq(&a[0], p.cast::<u8>()) as u64);
    put(ptr::from_ref(&a).cast::<u32>().is_aligned() as u64);
    let s: *const [u32] = &a;
    put(s.len() as u64);
    put(a.iter().fold(0u64, |h, x| h * 31 + *x as u64));
    put(ptr::dangling::<u32>().addr() as u64);
    put(core::array::from_ref(&a)[0][1] as u64);
    let mut m = core::mem::MaybeUninit::<u64>::zeroed();
    put(unsafe { m.assume_init_read() });
    m.write(i);
    unsafe {
        *m.assume_init_mut() += 1;
        put(*m.assume_init_ref());
    }
    let mut d = core::mem::ManuallyDrop::new((i, 2u8));
    d.0 += 1;
    put(d.0 + d.1 as u64);
    put(unsafe { core::mem::ManuallyDrop::take(&mut d) }.0);
    h
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
