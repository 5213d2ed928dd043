use rustg_std::prelude::*;
#[repr(align(5), u8, align(2))]
#[derive(Clone, Copy)]
enum E {
    A(u32),
    B,
}
#[kernel]
pub fn k(mut y: GridMut<u64>) {
    let i = thread::index();
    let e = [E::A(1), E::B];
    if i < y.len() {
        y[i] = core::mem::size_of_val(&e) as u64;
    }
}
