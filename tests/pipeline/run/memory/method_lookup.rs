// methods by value and by reference, on references, slices, tuples and through Deref
// threads: 4
// expect: 323107061120 323107073231 323107085342 323107097453
use rustg_std::prelude::*;

struct X(u64);
trait ByVal {
    fn go(self) -> u64;
}
trait ByRef {
    fn look(&self) -> u64;
}
impl ByVal for X {
    fn go(self) -> u64 {
        self.0
    }
}
impl ByVal for &X {
    fn go(self) -> u64 {
        self.0 * 10
    }
}
impl ByVal for &mut X {
    fn go(self) -> u64 {
        self.0 += 1;
        self.0 * 100
    }
}
impl<T: ByRef + ?Sized> ByRef for &T {
    fn look(&self) -> u64 {
        (**self).look() + 1
    }
}
impl ByRef for X {
    fn look(&self) -> u64 {
        self.0 * 1000
    }
}
impl<T: ByRef> ByRef for [T] {
    fn look(&self) -> u64 {
        self.iter().map(|x| x.look()).sum()
    }
}
impl<T: ByRef, U: ByRef> ByRef for (T, U) {
    fn look(&self) -> u64 {
        self.0.look() * 2 + self.1.look()
    }
}
trait Named {
    const NAME: &'static str;
    fn len() -> usize {
        Self::NAME.len()
    }
}
impl Named for X {
    const NAME: &'static str = "X!";
}
impl<T: Named> Named for Option<T> {
    const NAME: &'static str = "Option";
    fn len() -> usize {
        6 + T::len() * 10
    }
}
impl<T: Named, const N: usize> Named for [T; N] {
    const NAME: &'static str = T::NAME;
}
struct Meter;
impl Meter {
    fn len(&self) -> u64 {
        1
    }
}
impl core::ops::Deref for Meter {
    type Target = [u8; 3];
    fn deref(&self) -> &[u8; 3] {
        &[1, 2, 3]
    }
}
fn gener<T: ByRef + ?Sized>(t: &T) -> u64 {
    t.look()
}
fn value(i: u64) -> u64 {
    let mut x = X(i);
    let a = (&x).go() + (&mut x).go();
    let r = &x;
    let b = r.look() + (&r).look() + ByRef::look(&r) + gener(&&r);
    let c = gener(&[X(1), X(2)][..]) + (X(1), &X(2)).look();
    let m = Meter;
    let d = m.len() * 100 + m.iter().map(|&b| b as u64).sum::<u64>() + (*m).len() as u64 * 1000 + m.first().map_or(0, |&b| b as u64);
    let e = <Option<[X; 4]>>::len() + <[Option<X>; 2] as Named>::NAME.len();
    let f = x.go();
    a + b * 3 + c * 7 + d * 1_000_000 + e as u64 * 10_000_000_000 + f
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
