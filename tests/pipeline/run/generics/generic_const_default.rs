// constants as parameters of several types
// threads: 4
// expect: 219187 219195 219203 219211
use rustg_std::prelude::*;

struct Window<const W: usize = 3, const FLIP: bool = false, const MARK: char = 'a'>;
impl<const W: usize, const FLIP: bool, const MARK: char> Window<W, FLIP, MARK> {
    const SUM: u64 = W as u64 + FLIP as u64 * 100 + MARK as u64 * 1000;
    fn apply<const N: usize>(xs: [u64; N]) -> [u64; N] {
        let mut out = [0; N];
        for (k, o) in out.iter_mut().enumerate() {
            let end = if k + W < N { k + W } else { N };
            *o = xs[k..end].iter().sum();
        }
        if FLIP {
            out.reverse();
        }
        out
    }
}
fn shift<const BY: i32>(x: i64) -> i64 {
    if BY < 0 { x >> -BY } else { x << BY }
}
fn len_of<T, const N: usize>(_: &[T; N]) -> usize {
    N
}
fn value(i: u64) -> u64 {
    const W: usize = 1 + 1;
    let xs = [i, 2, 3, 4, 5];
    let a = <Window>::apply(xs);
    let b = Window::<W, true>::apply(xs);
    let c = Window::<{ W * 2 }, { 1 > 0 }, 'z'>::SUM;
    (a[0] * 7 + b[0] * 5 + b[4] + c + len_of(&xs) as u64 + <Window>::SUM).wrapping_add(shift::<-2>(-9) as u64)
        + shift::<3>(2) as u64
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
