// No field of a union may need a destructor.
use std::mem::ManuallyDrop;
pub struct N(pub u32, pub [u32; 2]);
pub union U {
    a: N, //~ E0740 field must implement `Copy` or be wrapped in `ManuallyDrop<...>` to be used in a union
    b: u32,
}
pub union W<T> {
    a: T, //~ E0740 field must implement `Copy` or be wrapped in `ManuallyDrop<...>` to be used in a union
    b: u32,
}
pub union V {
    a: ManuallyDrop<N>,
    b: &'static N,
    c: (ManuallyDrop<N>, u32),
    d: [ManuallyDrop<N>; 2],
    e: (),
    f: (N, u32), //~ E0740 field must implement `Copy` or be wrapped in `ManuallyDrop<...>` to be used in a union
    g: [N; 2],
    h: &'static mut N,
    i: Option<u32>,
}
pub union X<T: Copy> {
    a: T,
    b: Option<N>, //~ E0740 field must implement `Copy` or be wrapped in `ManuallyDrop<...>` to be used in a union
}
