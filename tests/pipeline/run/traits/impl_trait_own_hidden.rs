// what a function returns as `impl Trait` is known in its own body
// threads: 4
// expect: 9 12 15 18
use rustg_std::prelude::*;

trait Twice {
    fn twice(self) -> u32;
}
impl Twice for (u32, u8) {
    fn twice(self) -> u32 {
        2 * self.0 + self.1 as u32
    }
}
fn pair(n: u32) -> impl Twice + Copy {
    if n > 2 {
        let x: (_, _) = pair(n - 1);
        return (x.0 + 1, x.1 + 1);
    }
    (n, 1u8)
}
fn wrapped(b: bool, n: u32) -> Option<impl Twice> {
    match b {
        true => wrapped(false, n),
        false => Some(pair(n)),
    }
}
fn called(_: impl Fn() -> u8) -> u32 {
    1
}
fn own() -> impl Sized {
    called(own);
    0u8
}
#[kernel]
pub fn test(mut y: GridMut<u64>) {
    let i = thread::index();
    if i < y.len() {
        own();
        let n = 3 + thread::idx_x();
        y[i] = match wrapped(true, n) {
            Some(x) => x.twice() as u64 + 1,
            None => 0,
        };
    }
}
