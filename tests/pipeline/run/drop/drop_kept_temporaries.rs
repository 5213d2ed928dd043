// what a `let` binds is dropped before the temporaries that it borrows
// threads: 6
// expect: 1810 1971 31009 502049 1988 625
use rustg_std::prelude::*;
use std::cell::Cell;
pub struct L(Cell<u64>);
impl L {
    fn note(&self, v: u32) {
        self.0.set(self.0.get() * 16 + v as u64);
    }
}
pub struct D<'a>(&'a L, u32);
impl Drop for D<'_> {
    fn drop(&mut self) {
        self.0.note(self.1);
    }
}
pub struct G<'a, 'b>(&'b D<'a>);
impl Drop for G<'_, '_> {
    fn drop(&mut self) {
        self.0.0.note(self.0.1 + 8);
    }
}
fn value(i: usize) -> u64 {
    let l = L(Cell::new(0));
    c(&l, i);
    l.0.get()
}
fn c(l: &L, i: usize) {
    if i == 0 {
        let _u = (D(l, 1), &D(l, 2));
        l.note(7);
    } else if i == 1 {
        let _u = G(&D(l, 3));
        l.note(7);
    } else if i == 2 {
        let (_a, _b) = (G(&D(l, 1)), &D(l, 2));
        l.note(7);
    } else if i == 3 {
        let [_a, _b] = [G(&D(l, 1)), G(&D(l, 2))];
        l.note(7);
    } else if i == 4 {
        let Some(_a) = Some(G(&D(l, 4))) else { return };
        l.note(7);
    } else {
        let _u;
        _u = (D(l, 1), &D(l, 2));
        l.note(7);
    }
}
#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get());
}
