// Pointers at odd places.
use core::mem::{transmute, MaybeUninit};
#[repr(packed)] struct Packed<T>(u32, T);
const D0: u8 = unsafe { let x = 7u8; let q = Packed(1, &x as *const u8); *{ q.1 } };
const D1: u8 = unsafe { let x = 7u8; let q = [&x as *const u8, &x]; *((&q as *const _ as *const u8).add(4) as *const *const u8).read_unaligned() };
const D2: u8 = unsafe { let x = 7u8; let mut b = [MaybeUninit::<u8>::uninit(); 11]; (b.as_mut_ptr().add(3) as *mut *const u8).write_unaligned(&x); *(b.as_ptr().add(3) as *const *const u8).read_unaligned() };
const D3: u8 = unsafe { let x = 7u8; let mut b = [MaybeUninit::<u8>::uninit(); 16]; (b.as_mut_ptr().add(3) as *mut *const u8).write_unaligned(&x); b[5] = MaybeUninit::new(0); *(b.as_ptr().add(3) as *const *const u8).read_unaligned() };
const D4: Packed<&u8> = Packed(3, &5);
const D5: u32 = unsafe { *(&D4 as *const _ as *const u32).add(1) };
const D6: u8 = unsafe { let x = 7u8; let mut b = [MaybeUninit::<u8>::uninit(); 16]; (b.as_mut_ptr().add(3) as *mut *const u8).write_unaligned(&x); b[3].assume_init() };
const D7: u8 = unsafe { let x = 7u8; let mut b = [MaybeUninit::<u8>::uninit(); 16]; (b.as_mut_ptr().add(3) as *mut *const u8).write_unaligned(&x); b[2].assume_init() };
const D8: [MaybeUninit<u8>; 12] = unsafe { transmute(Packed(3, &5)) };
