// a tag that no variant of an enum with data has
// threads: 4
// blocks: 1
use rustg_std::prelude::*;

#[derive(Clone, Copy)]
#[repr(u32)]
enum Shape {
    Point,
    Circle(u32),
}

#[kernel]
pub fn test(mut out: GridMut<u32>, x: &[u32]) {
    let i = thread::index();
    let shape: Shape = unsafe { core::mem::transmute([x[0] + 7, 1]) };
    out[i] = match shape { //~ an enum whose tag is 0x7, which is no variant's
        Shape::Point => 1,
        Shape::Circle(n) => n,
    };
}
