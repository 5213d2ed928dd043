// What a bound tells of a parameter's type is known before the argument is coerced to it
// threads: 3
// expect: 6 3 2
use rustg_std::prelude::*;
use std::ops::Deref;

trait Sum<U: ?Sized> {
    fn sum(&self, u: &U) -> u64;
}
impl<A: Copy + Into<u64>, B: Copy + Into<u64>> Sum<[B]> for [A] {
    fn sum(&self, u: &[B]) -> u64 {
        let mut all = 0;
        for x in self {
            all += (*x).into();
        }
        for x in u {
            all += (*x).into();
        }
        all
    }
}
// It is not for slices, which are no pointers.
impl<A, B, P: Deref<Target = [A]>> Sum<[B; 0]> for P
where
    [A]: Sum<[B]>,
{
    fn sum(&self, u: &[B; 0]) -> u64 {
        Sum::sum(&**self, u)
    }
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    let some: &[u8] = &[1, 2];
    let none: [u16; 0] = [];
    out[t] = match t.get() {
        0 => Sum::sum(some, &[3u32]),
        1 => some.sum(&none),
        _ => Sum::sum(&[2u8][..], &none),
    };
}
