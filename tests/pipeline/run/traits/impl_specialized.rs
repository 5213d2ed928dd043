// inherent impls for particular arguments
// threads: 4
// expect: 10001004 10071006 20141006 20211007
use rustg_std::prelude::*;

#[derive(Debug, Clone, Copy, PartialEq)]
struct Wrap<T, const N: usize>([T; N]);
impl<T> Wrap<T, 0> {
    const EMPTY: Self = Wrap([]);
    fn kind(&self) -> u64 {
        0
    }
}
impl Wrap<u8, 1> {
    fn kind(&self) -> u64 {
        1 + self.0[0] as u64
    }
}
impl Wrap<u16, 1> {
    fn kind(&self) -> u64 {
        1000 + self.0[0] as u64
    }
}
impl<T: Copy + Into<u64>> Wrap<T, 2> {
    fn kind(&self) -> u64 {
        self.0.iter().map(|&x| x.into()).product()
    }
}
impl<T> Wrap<Option<T>, 3> {
    fn present(&self) -> usize {
        self.0.iter().flatten().count()
    }
}
impl<T, const N: usize> From<[T; N]> for Wrap<T, N> {
    fn from(a: [T; N]) -> Self {
        Self(a)
    }
}
impl<T: PartialEq, const N: usize> PartialEq<[T; N]> for Wrap<T, N> {
    fn eq(&self, o: &[T; N]) -> bool {
        self.0 == *o
    }
}
fn value(i: u64) -> u64 {
    let w: Wrap<_, 2> = [i, 7].into();
    let p = Wrap([Some(1), None, (i > 1).then_some(2)]);
    let k = Wrap::<u64, 0>::EMPTY.kind() + Wrap([3u8]).kind() + Wrap::from([i as u16]).kind();
    k + w.kind() * 10_000 + p.present() as u64 * 10_000_000 + (w == [1, 7]) as u64
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
