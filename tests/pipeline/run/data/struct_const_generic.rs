// const generics
// threads: 4
// expect: 6 206 406 606
use rustg_std::prelude::*;

struct Buf<const N: usize> {
    at: [u64; N],
}
impl<const N: usize> Buf<N> {
    fn sum(&self) -> u64 {
        let mut s = 0;
        for k in 0..N {
            s += self.at[k];
        }
        s
    }
}

fn value(i: u64) -> u64 {
    let _ = i;
    Buf { at: [1, 2, 3] }.sum() + Buf::<2> { at: [i; 2] }.sum() * 100
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
