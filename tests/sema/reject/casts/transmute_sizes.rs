// A transmute makes no bytes and loses none.
use core::mem::transmute;
use rustg_std::prelude::*;

#[repr(C)]
struct Pair {
    a: u8,
    b: u32,
}

#[kernel]
pub fn k(mut out: GridMut<u64>) {
    let i = thread::index();
    let x = i.get() as u32;
    let wide: u64 = unsafe { transmute([x, x + 1]) };
    out[i] = wide + unsafe { transmute::<u32, u64>(x) }; //~ E0512 cannot transmute between types of different sizes
}

#[kernel]
pub fn l(mut out: GridMut<u64>) {
    let i = thread::index();
    out[i] = unsafe { core::mem::transmute(Pair { a: 1, b: 2 }) };
    let nothing: u64 = unsafe { core::mem::transmute(()) }; //~ E0512 cannot transmute between types of different sizes
    out[i] += nothing;
}
