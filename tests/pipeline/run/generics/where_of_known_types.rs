// What is assumed of known types alone does not hide the impls for them
// threads: 1
// expect: 6
use rustg_std::prelude::*;

trait Has {
    type Part;
    fn part(x: &Self::Part) -> u64
    where
        Self: More;
    fn own(&self) -> u64
    where
        u8: Has<Part = Inner>;
}
trait More: Has {}

struct Inner;
impl Inner {
    fn five(&self) -> u64 {
        5
    }
}

impl Has for u8 {
    type Part = Inner;
    fn part(x: &Self::Part) -> u64
    where
        Self: More,
    {
        x.five()
    }
    fn own(&self) -> u64 {
        1
    }
}
impl More for u8 {}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = u8::part(&Inner) + 3u8.own();
}
