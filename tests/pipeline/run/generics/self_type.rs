// Self in impls and as a constructor
// threads: 4
// expect: 2 3 4 5
use rustg_std::prelude::*;

#[derive(Clone, Copy)]
struct S(u64);
impl S {
    const ONE: Self = Self(1);
    fn plus(self, o: Self) -> Self {
        Self(self.0 + o.0)
    }
}

fn value(i: u64) -> u64 {
    let _ = i;
    S(i).plus(S::ONE).plus(S::ONE).0
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
