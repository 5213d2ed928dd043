// an instance of a generic kernel: bounds, associated constants and functions, a constant argument
// threads: 3
// instance: test::<Wide, 2>
// expect: 18 27 36
use rustg_std::prelude::*;

pub trait Scale: Copy {
    const BY: u64;
    fn times(self, n: u64) -> u64;
}

#[derive(Clone, Copy)]
pub struct Wide;

impl Scale for Wide {
    const BY: u64 = 3;
    fn times(self, n: u64) -> u64 {
        n * Self::BY
    }
}

#[derive(Clone, Copy)]
pub struct Never;

impl Scale for Never {
    const BY: u64 = 0;
    fn times(self, n: u64) -> u64 {
        [n][n as usize + 1]
    }
}

impl Default for Wide {
    fn default() -> Wide {
        Wide
    }
}

#[kernel]
pub fn test<S: Scale + Default, const N: usize>(mut out: GridMut<u64>) {
    let t = thread::index();
    let mut v = t.get() as u64 + 2;
    let mut i = 0;
    while i < N {
        v = S::default().times(v);
        i += 1;
    }
    if t < out.len() {
        out[t] = v;
    }
}
