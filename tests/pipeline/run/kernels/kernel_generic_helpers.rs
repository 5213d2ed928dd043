// helpers generic over Plain elements, GridMut passed by reference
// threads: 4
// expect: 2909 3610 3210 2808
use rustg_std::prelude::*;

trait Monoid: Copy {
    const ZERO: Self;
    fn join(self, o: Self) -> Self;
}
#[derive(Clone, Copy)]
#[repr(transparent)]
struct Max(u64);
impl Monoid for Max {
    const ZERO: Max = Max(u64::MIN);
    fn join(self, o: Max) -> Max {
        Max(self.0.max(o.0))
    }
}
impl Monoid for u64 {
    const ZERO: u64 = 0;
    fn join(self, o: u64) -> u64 {
        self + o
    }
}
fn tree<M: Monoid, const N: usize>(xs: &[M; N]) -> M {
    let mut a = *xs;
    let mut n = N;
    while n > 1 {
        let half = n.div_ceil(2);
        for k in 0..n / 2 {
            a[k] = a[k].join(a[k + half]);
        }
        n = half;
    }
    if N == 0 { M::ZERO } else { a[0] }
}
fn store(y: &mut GridMut<u64>, t: Tid, f: impl FnOnce(&mut u64)) {
    if let Some(slot) = y.get_mut(t) {
        f(slot);
    }
}
#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    let xs: [u64; 7] = core::array::from_fn(|k| (k as u64 * 37 + t.get() as u64) % 11);
    let most = tree(&xs.map(Max)).0;
    let sum = tree(&xs);
    store(&mut out, t, |slot| *slot = sum);
    store(&mut out, t, |slot| *slot = *slot * 100 + most + tree::<u64, 0>(&[]));
}
