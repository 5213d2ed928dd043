// of several bounds of an associated type with one trait the arguments tell which is meant
// threads: 2
// expect: 1123 1124
use rustg_std::prelude::*;

trait Scale<A> {
    fn by(self, a: A) -> u64;
    fn of(a: A) -> u64;
}
impl Scale<u8> for u32 {
    fn by(self, a: u8) -> u64 {
        self as u64 + a as u64
    }
    fn of(a: u8) -> u64 {
        a as u64
    }
}
impl Scale<u16> for u32 {
    fn by(self, a: u16) -> u64 {
        self as u64 + 100 * a as u64
    }
    fn of(a: u16) -> u64 {
        1000 * a as u64
    }
}
trait Has {
    type Of: Scale<u16> + Scale<u8> + Copy;
    type From: From<u16> + From<u8> + Into<u64>;
}
struct One;
impl Has for One {
    type Of = u32;
    type From = u64;
}
fn all<T: Has>(x: T::Of) -> u64 {
    let n: u64 = T::From::from(7u8).into();
    x.by(2u8) + x.by(1u16) + T::Of::of(3u8) + T::Of::of(1u16) + n + T::From::from(11u16).into()
}
// what a function says of the type comes first
fn said<T: Has>(x: T::Of) -> u64
where
    T::Of: Scale<u8>,
{
    x.by(0)
}
#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    let n = t.get() as u32;
    out[t] = all::<One>(0) + said::<One>(n);
}
