// Deref, DerefMut, AsRef, AsMut and Borrow on a wrapper
// threads: 4
// expect: 230112342 230412345 230712348 231012351
use rustg_std::prelude::*;

use core::borrow::Borrow;
use core::ops::{Deref, DerefMut, Range};
struct Stack<T, const N: usize> {
    items: [T; N],
    n: usize,
}
impl<T, const N: usize> Deref for Stack<T, N> {
    type Target = [T];
    fn deref(&self) -> &[T] {
        &self.items[..self.n]
    }
}
impl<T, const N: usize> DerefMut for Stack<T, N> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.items[..self.n]
    }
}
impl<T, const N: usize> AsRef<[T]> for Stack<T, N> {
    fn as_ref(&self) -> &[T] {
        self
    }
}
impl<T, const N: usize> AsMut<[T]> for Stack<T, N> {
    fn as_mut(&mut self) -> &mut [T] {
        &mut *self
    }
}
impl<'a, T, const N: usize> IntoIterator for &'a Stack<T, N> {
    type Item = &'a T;
    type IntoIter = core::slice::Iter<'a, T>;
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
impl<T, const N: usize> core::ops::Index<Range<u8>> for Stack<T, N> {
    type Output = [T];
    fn index(&self, r: Range<u8>) -> &[T] {
        &self.items[r.start as usize..r.end as usize]
    }
}
fn total<A: AsRef<[u64]> + ?Sized>(a: &A) -> u64 {
    a.as_ref().iter().sum()
}
fn bump(mut a: impl AsMut<[u64]>) -> u64 {
    a.as_mut().iter_mut().for_each(|x| *x += 1);
    a.as_mut()[0]
}
fn same<B: Borrow<u64>>(b: B) -> u64 {
    *b.borrow() + 1
}
fn value(i: u64) -> u64 {
    let mut s = Stack { items: [4, 3, i, 1, 9], n: 4 };
    s.swap(0, 3);
    s.deref_mut()[1] *= 10;
    let first = s.first().copied().unwrap_or_default();
    let mut inner = 0;
    for x in &s {
        inner = inner * 3 + x;
    }
    let r = bump(&mut s);
    let (a, b) = s.split_at_mut(2);
    core::mem::swap(&mut a[0], &mut b[1]);
    total(&s) + total(&[1, 2][..]) * 100 + s[1u8..3].len() as u64 * 1000 + first * 10_000 + inner * 100_000 + r * 100_000_000 + same(i) + same(&i) + s.contains(&5) as u64
}

#[kernel]
pub fn test(mut out: GridMut<u64>) {
    let t = thread::index();
    out[t] = value(t.get() as u64);
}
