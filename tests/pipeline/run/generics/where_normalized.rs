// Where clauses are normalized beside others that speak of the same types
// threads: 1
// expect: 3
use rustg_std::prelude::*;

trait Root {
    const VALUE: u64;
}
trait Times<Rhs = Self> {
    type Output;
}
trait AtLeast<Rhs> {
    type Output;
}
type Square<A> = <A as Times>::Output;
type GrEq<A, B> = <A as AtLeast<B>>::Output;

impl<A, B> AtLeast<B> for A {
    type Output = ();
}
impl Times for u8 {
    type Output = u16;
}
impl Times for u16 {
    type Output = u32;
}

impl<U> Root for U
where
    U: Times,
    Square<U>: Times,
    GrEq<Self, Square<Square<U>>>: Sized,
{
    const VALUE: u64 = 3;
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = u8::VALUE;
}
