// one trait with type parameters implemented several times
// threads: 4
// expect: 809 910 1011 1112
use rustg_std::prelude::*;

trait Convert<To> {
    fn convert(self) -> To;
}
impl Convert<u64> for u8 {
    fn convert(self) -> u64 {
        self as u64 + 1
    }
}
impl Convert<i32> for u8 {
    fn convert(self) -> i32 {
        -(self as i32)
    }
}
impl<T: Convert<u64>, const N: usize> Convert<u64> for [T; N] {
    fn convert(self) -> u64 {
        self.into_iter().map(Convert::<u64>::convert).sum()
    }
}
impl<A, B> Convert<(B, A)> for (A, B) {
    fn convert(self) -> (B, A) {
        (self.1, self.0)
    }
}
fn via<T, U>(x: T) -> U
where
    T: Convert<U>,
{
    x.convert()
}
fn value(i: u64) -> u64 {
    let b = i as u8;
    let small: i32 = b.convert();
    let wide: u64 = via([b, 2, 3]);
    let (x, y): (u64, u8) = via((b, wide));
    let z = <u8 as Convert<u64>>::convert(y);
    (wide * 100 + x + z).wrapping_add(small as u64)
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
