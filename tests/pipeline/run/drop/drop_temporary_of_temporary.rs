// a temporary may borrow another one that is made inside it: the one made first ends last
// threads: 4
// expect: 13044045412624 24145145412624 35246245412624 463345412624
use rustg_std::prelude::*;
use std::cell::Cell;
pub struct G<'a>(&'a Cell<u64>, u64);
impl Drop for G<'_> {
    fn drop(&mut self) {
        self.0.set(self.0.get() * 10 + self.1);
    }
}
pub struct R<'a>(&'a G<'a>, u64);
impl Drop for R<'_> {
    fn drop(&mut self) {
        self.0.0.set(self.0.0.get() * 10 + self.1 + self.0.1);
    }
}
impl<'a> G<'a> {
    fn r(&'a self) -> R<'a> {
        R(self, 3)
    }
    fn opt(&'a self) -> Option<R<'a>> {
        if self.1 < 3 { Some(R(self, 4)) } else { None }
    }
}
fn mk(c: &Cell<u64>, v: u64) -> G<'_> {
    G(c, v)
}
fn value(i: u64) -> u64 {
    let c = Cell::new(i + 1);
    let n = mk(&c, i).r().1;
    if let Some(r) = mk(&c, i).opt() {
        c.set(c.get() * 10 + r.1);
    }
    match mk(&c, 1).r().0.opt() {
        Some(ref r) if r.1 == i => {}
        Some(r) => c.set(c.get() * 10 + r.1),
        None => {}
    }
    while let Some(R(g, _)) = mk(&c, 2).opt().as_ref() {
        c.set(c.get() * 10 + g.1);
        break;
    }
    let kept = &mk(&c, 1).1;
    c.get() * 10 + n + *kept
}
#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
