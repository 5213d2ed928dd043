// associated types with bounds, one through another
// threads: 4
// expect: 705 805 905 1005
use rustg_std::prelude::*;

trait Container {
    type Item: Copy + Into<u64>;
    type Iter<'a>: Iterator<Item = &'a Self::Item>
    where
        Self: 'a;
    fn each(&self) -> Self::Iter<'_>;
    fn total(&self) -> u64 {
        self.each().map(|x| (*x).into()).sum()
    }
}
struct Fixed<T, const N: usize>([T; N]);
impl<T: Copy + Into<u64>, const N: usize> Container for Fixed<T, N> {
    type Item = T;
    type Iter<'a>
        = core::slice::Iter<'a, T>
    where
        T: 'a;
    fn each(&self) -> Self::Iter<'_> {
        self.0.iter()
    }
}
trait HasContainer {
    type C: Container<Item = u16>;
    fn get(&self) -> &Self::C;
}
struct Holder(Fixed<u16, 3>);
impl HasContainer for Holder {
    type C = Fixed<u16, 3>;
    fn get(&self) -> &Self::C {
        &self.0
    }
}
fn largest<H: HasContainer>(h: &H) -> Option<<H::C as Container>::Item> {
    h.get().each().copied().max()
}
fn value(i: u64) -> u64 {
    let h = Holder(Fixed([i as u16, 5, 2]));
    h.get().total() * 100 + largest(&h).unwrap_or(0) as u64
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
