// a tower of number traits, supertraits with items, visitors with lifetimes
// threads: 4
// expect: 3600080460 3600090474 3600100497 3600110531
use rustg_std::prelude::*;

use core::fmt::Debug;
use core::ops::*;
trait Num: Copy + PartialOrd + From<u8> + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + AddAssign + Sized {
    type Wide: Num + From<Self>;
    const BITS: u32;
    fn wide(self) -> Self::Wide {
        self.into()
    }
    fn pow(self, n: u32) -> Self {
        let mut r = Self::from(1u8);
        for _ in 0..n {
            r = r * self;
        }
        r
    }
    fn poly<const N: usize>(self, c: [Self; N]) -> Self {
        let mut r = Self::from(0);
        for k in c {
            r = r * self + k;
        }
        r
    }
}
impl Num for u16 {
    type Wide = u32;
    const BITS: u32 = u16::BITS;
}
impl Num for u32 {
    type Wide = u64;
    const BITS: u32 = 32;
}
impl Num for u64 {
    type Wide = Self;
    const BITS: u32 = <u32 as Num>::BITS * 2;
}
fn dot<T: Num>(a: &[T], b: &[T]) -> <T::Wide as Num>::Wide
where
    <T::Wide as Num>::Wide: Debug,
{
    let mut s = <<T::Wide as Num>::Wide>::from(0u8);
    for (&x, &y) in a.iter().zip(b) {
        s += x.wide().wide() * y.wide().wide();
    }
    s
}
trait Seq: Iterator<Item = u64> + Clone {
    fn both(self) -> (u64, usize) {
        (self.clone().sum(), self.count())
    }
}
impl<I> Seq for I where I: Iterator<Item = u64> + Clone {}
trait Visit<'a> {
    fn visit(&mut self, x: &'a u64);
}
struct Keep<'a>(Option<&'a u64>, u32);
impl<'a> Visit<'a> for Keep<'a> {
    fn visit(&mut self, x: &'a u64) {
        if self.0.is_none_or(|y| x > y) {
            self.0 = Some(x);
        }
        self.1 += 1;
    }
}
fn walk<'a, V>(xs: &'a [u64], v: &mut V)
where
    V: Visit<'a> + ?Sized,
{
    for x in xs {
        v.visit(x);
    }
}
fn each<V: for<'a> Visit<'a>>(v: &mut V) {
    let local = 5;
    v.visit(&local);
}
struct Count(u64);
impl<'x> Visit<'x> for Count {
    fn visit(&mut self, x: &'x u64) {
        self.0 += *x;
    }
}
fn value(i: u64) -> u64 {
    let (s, n) = (0..i + 3).map(|x| x * x).both();
    let xs = [4, i, 2];
    let mut k = Keep(None, 0);
    walk(&xs, &mut k);
    let mut c = Count(1);
    each(&mut c);
    walk(&xs[1..], &mut c);
    dot(&[1u16, 60000], &[i as u16, 60000]) + s + n as u64 + k.0.copied().unwrap_or(0) + k.1 as u64 * 100 + c.0 * 10_000 + <u64 as Num>::BITS as u64 + i.poly([1, 2, 3]) + Num::pow(3u32, 4) as u64
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
