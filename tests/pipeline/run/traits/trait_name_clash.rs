// the same method name in two traits and an inherent impl
// threads: 4
// expect: 806542120 816542121 826542122 826542123
use rustg_std::prelude::*;

trait A {
    fn name(&self) -> u64 {
        1
    }
    fn make() -> Self;
}
trait B {
    fn name(&self) -> u64;
    fn make() -> Self;
    const ID: u64;
}
trait C: A + B {
    const ID: u64 = <Self as B>::ID * 2;
    fn both(&self) -> u64 {
        A::name(self) * 10 + <Self as B>::name(self)
    }
}
#[derive(Clone, Copy)]
struct S(u64);
impl S {
    fn name(&self) -> u64 {
        self.0
    }
}
impl A for S {
    fn make() -> S {
        S(5)
    }
}
impl B for S {
    fn name(&self) -> u64 {
        2
    }
    fn make() -> S {
        S(6)
    }
    const ID: u64 = 21;
}
impl C for S {}
fn generic<T: C>(t: &T) -> u64 {
    t.both() + <T as C>::ID * 100
}
mod hidden {
    pub trait Ext {
        fn len(self) -> usize;
    }
    impl Ext for u64 {
        fn len(self) -> usize {
            (64 - self.leading_zeros()) as usize
        }
    }
}
fn value(i: u64) -> u64 {
    let s = S(i);
    let bits = {
        use hidden::Ext;
        i.len()
    };
    let m: S = <S as A>::make();
    s.name() + generic(&s) * 10 + m.name() * 100_000 + <S as B>::make().0 * 1_000_000 + bits as u64 * 10_000_000 + hidden::Ext::len(255u64) as u64 * 100_000_000
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
