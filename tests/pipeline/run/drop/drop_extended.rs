// temporaries behind a type's own `*` and `[]`, which a `let` extends
// threads: 4
// expect: 34918399785 13323956010365626469 13113924108210502280 13991346248262063358
use rustg_std::prelude::*;
use std::cell::Cell;
pub struct L(Cell<u64>);
impl L {
    fn note(&self, v: u32) {
        self.0
            .set(self.0.get().wrapping_mul(31).wrapping_add(v as u64));
    }
}
pub struct D<'a>(&'a L, u32);
impl Drop for D<'_> {
    fn drop(&mut self) {
        self.0.note(self.1);
    }
}
impl<'a> D<'a> {
    fn l(&self) -> &'a L {
        self.0
    }
    fn v(&self) -> u32 {
        self.1
    }
    fn me(self) -> Self {
        self
    }
}
pub fn d(l: &L, v: u32) -> D<'_> {
    l.note(1000 + v);
    D(l, v)
}

fn c_deref_tmp(l: &L) {
    struct W<'a>(D<'a>);
    impl<'a> std::ops::Deref for W<'a> {
        type Target = D<'a>;
        fn deref(&self) -> &D<'a> {
            &self.0
        }
    }
    l.note(50 + W(d(l, 1)).v());
    let x = &*W(d(l, 2));
    l.note(51);
}
fn c_index_trait(l: &L) {
    struct W<'a>(D<'a>);
    impl<'a> std::ops::Index<D<'a>> for W<'a> {
        type Output = D<'a>;
        fn index(&self, i: D<'a>) -> &D<'a> {
            l_note(&i);
            &self.0
        }
    }
    fn l_note(x: &D) {
        x.l().note(70 + x.v());
    }
    let w = W(d(l, 1));
    l.note(50 + w[d(l, 2)].v());
    let r = &W(d(l, 3))[d(l, 4)];
    l.note(51);
}
fn c_ext(l: &L) {
    struct W<'a>([D<'a>; 2]);
    impl<'a> std::ops::Index<usize> for W<'a> {
        type Output = D<'a>;
        fn index(&self, i: usize) -> &D<'a> {
            &self.0[i]
        }
    }
    impl<'a> std::ops::Deref for W<'a> {
        type Target = [D<'a>; 2];
        fn deref(&self) -> &[D<'a>; 2] {
            &self.0
        }
    }
    let x = &W([d(l, 1), d(l, 2)])[d(l, 0).v() as usize];
    l.note(50);
    let y = &(*W([d(l, 3), d(l, 4)]))[1];
    l.note(51);
    let z = &W([d(l, 5), d(l, 6)]).len();
    l.note(52);
    let w = (&*W([d(l, 7), d(l, 8)]), 3);
    l.note(53);
    let [a, b] = &*W([d(l, 9), d(l, 10)]);
    l.note(54);
    let ref q = W([d(l, 11), d(l, 12)])[0];
    l.note(55);
}
fn c_ext2(l: &L) {
    struct W<'a>(D<'a>);
    impl<'a> std::ops::Deref for W<'a> {
        type Target = D<'a>;
        fn deref(&self) -> &D<'a> {
            &self.0
        }
    }
    impl<'a> std::ops::DerefMut for W<'a> {
        fn deref_mut(&mut self) -> &mut D<'a> {
            &mut self.0
        }
    }
    let m = &mut *W(d(l, 1));
    m.1 = 7;
    l.note(50);
    let m2 = &mut W(d(l, 2)).1;
    *m2 += 5;
    l.note(51);
    *W(d(l, 3)) = d(l, 4);
    l.note(52);
    W(d(l, 5)).1 = 9;
    l.note(53);
}
fn value(i: usize) -> u64 {
    let l = L(Cell::new(7));
    match i {
        0 => c_deref_tmp(&l),
        1 => c_index_trait(&l),
        2 => c_ext(&l),
        3 => c_ext2(&l),
        _ => {}
    }
    l.0.get()
}
#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get());
}
