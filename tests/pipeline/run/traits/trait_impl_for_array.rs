// implementations for arrays and references
// threads: 4
// expect: 1023 1024 1025 1026
use rustg_std::prelude::*;

trait Sum2 {
    fn sum2(&self) -> u64;
}
impl<const N: usize> Sum2 for [u64; N] {
    fn sum2(&self) -> u64 {
        let mut s = 0;
        for x in self {
            s += x;
        }
        s
    }
}
impl<T: Sum2> Sum2 for &T {
    fn sum2(&self) -> u64 {
        (**self).sum2() + 1000
    }
}

fn value(i: u64) -> u64 {
    let _ = i;
    [1, 2, i].sum2() + (&[5u64]).sum2() + Sum2::sum2(&&[7u64, 8])
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
