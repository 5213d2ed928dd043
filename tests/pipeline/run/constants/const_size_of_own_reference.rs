// arrays in a type whose lengths ask for the size of pointers to that very type
// threads: 7
// expect: 16 8 24 10 9 10 8
use core::mem::size_of;
use rustg_std::prelude::*;

struct Named<'a> {
    r: &'a u8,
    a: [u8; size_of::<&Named>()],
}
struct Only {
    a: [u8; size_of::<&Only>()],
}
struct Several {
    a: [u8; size_of::<&Only>()],
    b: [u8; size_of::<*const Several>()],
    c: [u8; size_of::<Option<&Several>>()],
}
struct Last<T>(u8, T);
struct Inside {
    a: u8,
    b: Last<[u8; size_of::<&mut Inside>()]>,
}
enum Variant {
    A([u8; size_of::<&Variant>()]),
    B,
}
struct InTuple {
    a: u8,
    b: (u8, [u8; size_of::<&InTuple>()]),
}
union Either {
    a: u8,
    b: [u8; size_of::<&Either>()],
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let sizes = [
        size_of::<Named>(),
        size_of::<Only>(),
        size_of::<Several>(),
        size_of::<Inside>(),
        size_of::<Variant>(),
        size_of::<InTuple>(),
        size_of::<Either>(),
    ];
    let i = thread::index();
    if i < out.len() {
        out[i] = sizes[i.get() % 7] as u64;
    }
}
