// what a trait's where clauses say of its types holds where the trait does
// threads: 2
// expect: 30 33
use rustg_std::prelude::*;

trait Op
where
    Self::Out: Copy + Into<u64>,
{
    type Out;
    fn out(&self) -> Self::Out;
}
trait Lend
where
    for<'a> Self::Lent<'a>: Fn(u32) -> u64,
{
    type Lent<'a>
    where
        Self: 'a;
    fn lend<'a>(&'a self) -> Self::Lent<'a>;
}
struct S(u32);
impl Op for S {
    type Out = u32;
    fn out(&self) -> u32 {
        self.0
    }
}
fn of_three(n: u32) -> u64 {
    3 * n as u64
}
impl Lend for S {
    type Lent<'a> = fn(u32) -> u64;
    fn lend<'a>(&'a self) -> fn(u32) -> u64 {
        of_three
    }
}
fn twice<T: Op>(x: &T) -> (T::Out, T::Out) {
    let y = x.out();
    (y, y)
}
fn sum<T: Op + Lend>(x: &T) -> u64 {
    let (a, b) = twice(x);
    let lent = x.lend();
    a.into() + b.into() + lent(5)
}
#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    let n = t.get() as u32;
    out[t] = sum(&S(n)) + n as u64 + 15;
}
