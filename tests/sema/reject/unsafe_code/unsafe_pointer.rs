use rustg_std::prelude::*;

unsafe fn next(x: u64) -> u64 {
    x + 1
}

fn apply<F: Fn(u64) -> u64>(f: F) -> u64 {
    f(1)
}

#[kernel]
pub fn k(mut out: GridMut<u64>) {
    let f: unsafe fn(u64) -> u64 = next;
    out[thread::index()] = f(1); //~ E0133 call to unsafe function is unsafe and requires unsafe block
}

fn others(f: unsafe fn(u64) -> u64) {
    apply(f); //~ E0277 expected a `Fn(u64)` closure, found `unsafe fn(u64) -> u64`
    let _: fn(u64) -> u64 = f; //~ E0308 mismatched types
    let _: fn(u64) -> u64 = next; //~ E0308 mismatched types
}
