// A variable that is not mut and is borrowed mutably more than once is told where it is bound.
use rustg_std::prelude::*;
struct Stack {
    d: [f32; 8],
    n: usize,
}
impl Stack {
    fn push(&mut self, v: f32) {
        self.d[self.n] = v;
        self.n += 1;
    }
}
pub fn once(s: Stack) {
    s.push(1.0); //~ E0596 cannot borrow `s` as mutable, as it is not declared as mutable
}
pub fn twice(s: Stack) { //~ E0596 cannot borrow `s` as mutable, as it is not declared as mutable
    s.push(1.0);
    let d = &mut s.d;
}
pub fn part_first(a: u32, s: Stack) { //~ E0596 cannot borrow `s.d` as mutable, as `s` is not declared as mutable
    let d = &mut s.d;
    s.push(a as f32);
}
pub fn many() {
    let s = Stack { d: [0.0; 8], n: 0 }; //~ E0596 cannot borrow `s` as mutable, as it is not declared as mutable
    s.push(1.0);
    s.push(2.0);
    s.push(3.0);
    s.push(4.0);
    s.push(5.0);
    s.push(6.0);
    s.push(7.0);
    s.push(8.0);
    s.push(9.0);
    s.push(10.0);
    s.push(11.0);
    s.push(12.0);
}
#[kernel]
pub fn k(mut y: GridMut<f32>) {
    let i = thread::index();
    let g = move || y[i] = 1.0; //~ E0596 cannot borrow `g` as mutable, as it is not declared as mutable
    g();
    g();
}
pub fn hidden(r: core::ops::RangeInclusive<f32>) -> f32 {
    r.start //~ E0616 field `start` of struct `std::ops::RangeInclusive` is private
}
