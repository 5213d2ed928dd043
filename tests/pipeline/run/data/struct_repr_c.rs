// a repr(C) struct with padding
// threads: 4
// expect: 416 417 418 419
use rustg_std::prelude::*;

#[repr(C)]
#[derive(Clone, Copy)]
struct S {
    a: u8,
    b: u32,
    c: u16,
}

fn value(i: u64) -> u64 {
    let _ = i;
    core::mem::size_of::<S>() as u64 + core::mem::align_of::<S>() as u64 * 100 + {
        let s = S {
            a: 1,
            b: i as u32,
            c: 3,
        };
        s.a as u64 + s.b as u64 + s.c as u64
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
