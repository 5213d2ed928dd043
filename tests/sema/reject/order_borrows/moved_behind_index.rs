// What is behind a reference that has moved with its struct, used by its index.
use rustg_std::prelude::*;
struct S<'a> {
    v: &'a [f32],
    n: u32,
}
struct M<'a> {
    v: &'a mut [f32],
}
pub fn value(x: &[f32]) -> f32 {
    let s = S { v: x, n: 1 };
    let t = s;
    s.v[0] //~ E0382 use of moved value: `s`
}
pub fn operand(x: &[f32], i: usize) -> f32 {
    let s = S { v: x, n: 1 };
    let t = s;
    s.v[i] + 1.0 //~ E0382 use of moved value: `s`
}
pub fn lent(x: &[f32]) {
    let s = S { v: x, n: 1 };
    let t = s;
    let r = &s.v[0]; //~ E0382 borrow of moved value: `s`
}
pub fn written<'a>(x: &'a mut [f32]) {
    let s = M { v: x };
    let t = s;
    s.v[0] = 1.0; //~ E0382 use of moved value: `s.v`
}
#[kernel]
pub fn k(x: &[f32], mut y: GridMut<f32>) {
    let i = thread::index();
    let s = S { v: x, n: 1 };
    let t = s;
    y[i] = s.v[0] + t.v[0]; //~ E0382 use of moved value: `s`
}
