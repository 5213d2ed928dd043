// matrices with constant sizes
// threads: 4
// expect: 55076 91124 139188 199268
use rustg_std::prelude::*;

use core::ops::{Add, Index, IndexMut, Mul};
#[derive(Clone, Copy, PartialEq, Debug)]
struct Matrix<T, const R: usize, const C: usize>([[T; C]; R]);
impl<T: Copy + Default, const R: usize, const C: usize> Matrix<T, R, C> {
    const CELLS: usize = R * C;
    fn zero() -> Self {
        Matrix([[T::default(); C]; R])
    }
    fn from_fn(mut f: impl FnMut(usize, usize) -> T) -> Self {
        let mut m = Self::zero();
        for r in 0..R {
            for c in 0..C {
                m[(r, c)] = f(r, c);
            }
        }
        m
    }
    fn transpose(&self) -> Matrix<T, C, R> {
        Matrix::from_fn(|r, c| self[(c, r)])
    }
}
impl<T, const R: usize, const C: usize> Index<(usize, usize)> for Matrix<T, R, C> {
    type Output = T;
    fn index(&self, (r, c): (usize, usize)) -> &T {
        &self.0[r][c]
    }
}
impl<T, const R: usize, const C: usize> IndexMut<(usize, usize)> for Matrix<T, R, C> {
    fn index_mut(&mut self, (r, c): (usize, usize)) -> &mut T {
        &mut self.0[r][c]
    }
}
impl<T, const R: usize, const K: usize, const C: usize> Mul<Matrix<T, K, C>> for Matrix<T, R, K>
where
    T: Copy + Default + Add<Output = T> + Mul<Output = T>,
{
    type Output = Matrix<T, R, C>;
    fn mul(self, o: Matrix<T, K, C>) -> Self::Output {
        Matrix::from_fn(|r, c| (0..K).fold(T::default(), |sum, k| sum + self[(r, k)] * o[(k, c)]))
    }
}
impl<T: Copy + Default + From<u8>, const N: usize> Matrix<T, N, N> {
    fn identity() -> Self {
        Self::from_fn(|r, c| if r == c { T::from(1) } else { T::default() })
    }
    fn trace(&self) -> T
    where
        T: core::iter::Sum,
    {
        (0..N).map(|k| self[(k, k)]).sum()
    }
}
fn value(i: u64) -> u64 {
    let a = Matrix::<u64, 2, 3>::from_fn(|r, c| r as u64 * 3 + c as u64 + i);
    let s = a * a.transpose();
    let t = (a.transpose() * a) * Matrix::identity();
    s.trace() * 1000 + t.trace() + t[(0, 2)] + Matrix::<u64, 2, 3>::CELLS as u64
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
