// traits implemented for all that have other traits
// threads: 4
// expect: 13270806001 13291208102 13291208102 13291208203
use rustg_std::prelude::*;

trait Bits {
    fn bits(&self) -> u64;
}
trait Score {
    fn score(&self) -> u64;
}
trait Both: Bits + Score {
    fn both(&self) -> u64 {
        self.bits() * 100 + self.score()
    }
}
impl<T: Copy + Into<u64>> Bits for T {
    fn bits(&self) -> u64 {
        (*self).into().count_ones() as u64
    }
}
impl<T> Score for T
where
    T: Bits + ?Sized,
{
    fn score(&self) -> u64 {
        self.bits() + 1
    }
}
impl<T: Bits + Score + ?Sized> Both for T {}
struct Rows<T, const N: usize>([T; N]);
impl<T: Both, const N: usize> Bits for Rows<T, N> {
    fn bits(&self) -> u64 {
        self.0.iter().map(Both::both).sum()
    }
}
#[derive(Clone, Copy)]
struct Id(u32);
impl From<Id> for u64 {
    fn from(Id(x): Id) -> u64 {
        x as u64 * 3
    }
}
fn show(x: &(impl Both + ?Sized)) -> u64 {
    x.both()
}
fn value(i: u64) -> u64 {
    show(&i) + show(&Rows([Id(i as u32), Id(7)])) * 1000 + show(&7u8) * 10_000_000 + show(&true) * 100_000_000
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
