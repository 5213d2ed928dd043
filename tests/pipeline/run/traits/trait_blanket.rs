// an implementation for all T with a bound
// threads: 4
// expect: 3600 3602 3604 3606
use rustg_std::prelude::*;

trait Twice {
    fn twice(self) -> Self;
}
impl<T: Copy + core::ops::Add<Output = T>> Twice for T {
    fn twice(self) -> T {
        self + self
    }
}

fn value(i: u64) -> u64 {
    let _ = i;
    i.twice() + 3u8.twice() as u64 * 100 + 1.5f32.twice() as u64 * 1000
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
