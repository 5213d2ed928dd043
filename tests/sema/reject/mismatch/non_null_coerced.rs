use core::ptr::NonNull;

trait Named {}
use rustg_std::prelude::*;

struct Plain;
fn elements(p: NonNull<[u32; 3]>) -> NonNull<[u64]> {
    p //~ E0308 mismatched types
}
fn behind(p: &NonNull<[u32; 3]>) -> &NonNull<[u32]> {
    p //~ E0308 mismatched types
}
fn within(p: Option<NonNull<[u32; 3]>>) -> Option<NonNull<[u32]>> {
    p //~ E0308 mismatched types
}
fn object(p: NonNull<Plain>) -> NonNull<dyn Named> {
    p //~ E0277 the trait bound `Plain: Named` is not satisfied
}
fn moved(p: NonNull<[u32]>) -> NonNull<[u32]> {
    unsafe { p.add(1) } //~ E0277 the size for values of type `[u32]` cannot be known at compilation time
}

#[kernel]
pub fn test(mut y: GridMut<u64>) {
    let t = thread::index();
    y[t] = 1;
}
