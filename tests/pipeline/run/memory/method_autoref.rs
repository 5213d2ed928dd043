// method calls: auto-reference, auto-dereference, by value first, inherent before trait
// threads: 3
// expect: 13629085009 15229097021 16829109033
use rustg_std::prelude::*;

#[derive(Clone, Copy)]
struct A(u64);
impl A {
    fn by_value(self) -> u64 {
        self.0
    }
    fn by_ref(&self) -> u64 {
        self.0 * 2
    }
    fn by_mut(&mut self) -> u64 {
        self.0 += 1;
        self.0
    }
    fn same(&self) -> u64 {
        1
    }
    fn chain(&mut self) -> &mut A {
        self.0 *= 2;
        self
    }
    fn by_ref_ref(self: &&Self) -> u64 {
        self.0 + 100
    }
}
trait T {
    fn same(&self) -> u64;
    fn own(self) -> u64
    where
        Self: Sized,
    {
        7
    }
    fn kind(self) -> u64;
}
impl T for A {
    fn same(&self) -> u64 {
        2
    }
    fn kind(self) -> u64 {
        10
    }
}
impl T for &A {
    fn same(&self) -> u64 {
        3
    }
    fn kind(self) -> u64 {
        20
    }
}
impl T for &mut A {
    fn same(&self) -> u64 {
        4
    }
    fn kind(self) -> u64 {
        30
    }
}
impl std::ops::Deref for W {
    type Target = A;
    fn deref(&self) -> &A {
        &self.0
    }
}
impl std::ops::DerefMut for W {
    fn deref_mut(&mut self) -> &mut A {
        &mut self.0
    }
}
struct W(A);
fn value(i: u64) -> u64 {
    let mut a = A(i);
    let r = &mut a;
    let x = r.by_value() + r.by_ref() + r.by_mut() + r.chain().chain().by_ref();
    let rr = &&&a;
    let y = rr.by_value()
        + rr.by_ref()
        + (&a).same()
        + T::same(&a)
        + T::same(&&a)
        + a.kind()
        + (&a).kind()
        + (&mut a).kind()
        + a.own();
    let mut w = W(A(3));
    let z = w.by_mut() + w.by_ref() + w.by_value() + w.0.same() + (*w).by_value() + (&&w).by_ref();
    let s = [a, A(5)];
    let q = s[1].by_ref() + s.iter().map(A::by_ref).sum::<u64>() + (&s[0]).by_ref_ref() + s.first().unwrap().by_value();
    x + y * 1000 + z * 1000000 + q * 100000000
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
