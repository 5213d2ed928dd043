// a bound of a trait itself names an associated type of another one
// threads: 2
// expect: 15 18
use rustg_std::prelude::*;

trait Has {
    type Item;
    fn item(&self) -> Self::Item;
}
trait Takes<T> {
    fn take(&self, t: T) -> u64;
}
trait Both: Has + Takes<Self::Item> {
    fn both(&self) -> u64 {
        self.take(self.item())
    }
}
trait Where
where
    Self: Has,
    Self: Takes<<Self as Has>::Item>,
    Self: Takes<(Self::Item, u8)>,
{
    fn pair(&self) -> u64 {
        self.take((self.item(), 1))
    }
}
struct S(u16);
impl Has for S {
    type Item = u16;
    fn item(&self) -> u16 {
        self.0
    }
}
impl Takes<u16> for S {
    fn take(&self, t: u16) -> u64 {
        2 * t as u64
    }
}
impl Takes<(u16, u8)> for S {
    fn take(&self, t: (u16, u8)) -> u64 {
        t.0 as u64 + t.1 as u64 - 1
    }
}
impl Both for S {}
impl Where for S {}
#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    let s = S(5 + t.get() as u16);
    out[t] = s.both() + s.pair();
}
