// images generic over their memory layout, folds over tuples, one of two iterators
// threads: 4
// expect: 12507969523293543330 2476849381491342755 10892583092739710892 861467125723315629
use rustg_std::prelude::*;

use core::marker::PhantomData;
use core::ops::{Index, IndexMut};
trait Layout {
    fn at<const W: usize>(x: usize, y: usize) -> usize;
}
enum RowMajor {}
enum Morton {}
impl Layout for RowMajor {
    fn at<const W: usize>(x: usize, y: usize) -> usize {
        y * W + x
    }
}
impl Layout for Morton {
    fn at<const W: usize>(x: usize, y: usize) -> usize {
        fn spread(mut v: usize) -> usize {
            v = (v | v << 4) & 0x0F0F;
            v = (v | v << 2) & 0x3333;
            (v | v << 1) & 0x5555
        }
        spread(x) | spread(y) << 1
    }
}
struct Image<T, L, const W: usize, const N: usize> {
    px: [T; N],
    layout: PhantomData<L>,
}
impl<T: Copy + Default, L: Layout, const W: usize, const N: usize> Image<T, L, W, N> {
    const H: usize = N / W;
    fn new() -> Self {
        const { assert!(N % W == 0) };
        Self { px: [T::default(); N], layout: PhantomData }
    }
    fn map<U: Copy + Default, M: Layout>(&self, f: impl Fn(usize, usize, T) -> U) -> Image<U, M, W, N> {
        let mut out = Image::<U, M, W, N>::new();
        for y in 0..Self::H {
            for x in 0..W {
                out[(x, y)] = f(x, y, self[(x, y)]);
            }
        }
        out
    }
}
impl<T, L: Layout, const W: usize, const N: usize> Index<(usize, usize)> for Image<T, L, W, N> {
    type Output = T;
    fn index(&self, (x, y): (usize, usize)) -> &T {
        &self.px[L::at::<W>(x, y)]
    }
}
impl<T, L: Layout, const W: usize, const N: usize> IndexMut<(usize, usize)> for Image<T, L, W, N> {
    fn index_mut(&mut self, (x, y): (usize, usize)) -> &mut T {
        let k = L::at::<W>(x, y);
        &mut self.px[k]
    }
}
trait Fold<A> {
    type Out;
    fn fold_all<F>(self, a: A, f: F) -> Self::Out
    where
        F: FnMut(A, A) -> A;
}
impl<A: Copy, const N: usize> Fold<A> for [A; N] {
    type Out = A;
    fn fold_all<F: FnMut(A, A) -> A>(self, a: A, mut f: F) -> A {
        self.into_iter().fold(a, |x, y| f(x, y))
    }
}
impl<A: Copy, B: Fold<A, Out = A>, C: Fold<A, Out = A>> Fold<A> for (B, C) {
    type Out = (A, A);
    fn fold_all<F>(self, a: A, mut f: F) -> (A, A)
    where
        F: FnMut(A, A) -> A,
    {
        let l = self.0.fold_all(a, &mut f);
        (l, self.1.fold_all(l, f))
    }
}
fn zip_with<A, B, C, const N: usize>(a: [A; N], b: [B; N], f: impl Fn(A, B) -> C) -> [C; N]
where
    A: Copy,
    B: Copy,
{
    core::array::from_fn(|k| f(a[k], b[k]))
}
struct Either<L, R>(Result<L, R>);
impl<L, R, T> Iterator for Either<L, R>
where
    L: Iterator<Item = T>,
    R: Iterator<Item = T>,
{
    type Item = T;
    fn next(&mut self) -> Option<T> {
        match &mut self.0 {
            Ok(l) => l.next(),
            Err(r) => r.next(),
        }
    }
}
fn pick(up: bool, n: u64) -> impl Iterator<Item = u64> {
    if up { Either(Ok(0..n)) } else { Either(Err((0..n).rev().step_by(2))) }
}
fn value(i: u64) -> u64 {
    let mut a = Image::<u8, RowMajor, 4, 16>::new();
    for k in 0..16 {
        a.px[k] = k as u8 * 3 + i as u8;
    }
    let b: Image<u16, Morton, 4, 16> = a.map(|x, y, p| p as u16 + (x * y) as u16);
    let h = b.px.iter().fold(0u64, |h, &p| h.wrapping_mul(31).wrapping_add(p as u64));
    let (l, r) = ([1, 2, i], [4u64, 5]).fold_all(1, |x, y| x * 2 + y);
    let z = zip_with([1u8, 2], [i, 3], |a, b| a as u64 * b);
    let p = pick(i % 2 == 0, 6).fold(0, |a, x| a * 10 + x);
    h ^ l << 8 ^ r << 20 ^ z[0] + z[1] ^ p << 32
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
