// a generic enum of one's own
// threads: 4
// expect: 10 12 14 16
use rustg_std::prelude::*;

enum Tree<T> {
    Leaf(T),
    Two(T, T),
}
impl<T: Copy + core::ops::Add<Output = T>> Tree<T> {
    fn sum(&self) -> T {
        match *self {
            Tree::Leaf(a) => a,
            Tree::Two(a, b) => a + b,
        }
    }
}

fn value(i: u64) -> u64 {
    let _ = i;
    Tree::Leaf(i).sum() + Tree::Two(10, i).sum()
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
