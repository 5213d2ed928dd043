// Moves out of what has a destructor, and borrows that its destructor ends.
use std::cell::Cell;
pub struct D<'a>(pub &'a Cell<u32>, pub u32);
impl Drop for D<'_> {
    fn drop(&mut self) {
        self.0.set(self.1);
    }
}
pub struct N(pub u32, pub [u32; 2]);
impl Drop for N {
    fn drop(&mut self) {}
}
pub struct G<T>(pub T, pub u32);
impl<T> Drop for G<T> {
    fn drop(&mut self) {}
}
pub struct M {
    pub n: N,
    pub g: G<N>,
}
pub fn field(m: M) -> N {
    m.g.0 //~ E0509 cannot move out of type `G<N>`, which implements the `Drop` trait
}
pub fn pattern(m: M) {
    let N(a, b) = m.n;
    let G(x, _) = m.g; //~ E0509 cannot move out of type `G<N>`, which implements the `Drop` trait
}
pub fn element(s: &[N]) {
    let x = s[0]; //~ E0508 cannot move out of type `[N]`, a non-copy slice
    let [a, ..] = *s else { return }; //~ E0508 cannot move out of type `[N]`, a non-copy slice
}
pub fn part() {
    let c = Cell::new(1);
    let r = {
        let d = D(&c, 1);
        &d.1 //~ E0713 borrow may still be in use when destructor runs
    };
    let z = *r;
}
pub fn replaced() {
    let mut x = N(1, [1, 1]);
    let r = &x;
    x = N(2, [1, 1]); //~ E0506 cannot assign to `x` because it is borrowed
    let z = r.0;
}
pub fn moved() {
    let c = Cell::new(1);
    let d = D(&c, 1);
    drop(c); //~ E0505 cannot move out of `c` because it is borrowed
}
