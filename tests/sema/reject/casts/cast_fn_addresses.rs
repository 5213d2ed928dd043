// A function's address is a thin pointer or an integer.
fn plain() {}

pub fn wide() -> *const [u8] {
    plain as *const [u8] //~ E0606 casting `fn() {plain}` as `*const [u8]` is invalid
}

pub fn float() -> f32 {
    plain as f32 //~ E0606 casting `fn() {plain}` as `f32` is invalid
}

pub const NUMBER: usize = plain as usize; //~ - pointers cannot be cast to integers during const eval
