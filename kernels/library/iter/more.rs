//! Adaptors from the back, and copies of iterators that no derive makes.

use crate::array;
use crate::iter::adaptors::{Fuse, Inspect, Peekable};

impl<I: DoubleEndedIterator, F: FnMut(&I::Item)> DoubleEndedIterator for Inspect<I, F> {
    fn next_back(&mut self) -> Option<I::Item> {
        let x = self.iter.next_back();
        if let Some(x) = &x {
            (self.f)(x);
        }
        x
    }
}
impl<I: ExactSizeIterator, F: FnMut(&I::Item)> ExactSizeIterator for Inspect<I, F> {}

impl<I: DoubleEndedIterator> DoubleEndedIterator for Peekable<I> {
    fn next_back(&mut self) -> Option<I::Item> {
        match &mut self.peeked {
            Some(None) => None,
            Some(first) => match self.iter.next_back() {
                Some(x) => Some(x),
                None => first.take(),
            },
            None => self.iter.next_back(),
        }
    }
}
impl<I: ExactSizeIterator> ExactSizeIterator for Peekable<I> {}
impl<I: ExactSizeIterator> ExactSizeIterator for Fuse<I> {}
impl<I: Iterator> Peekable<I> {
    pub fn next_if_eq<T: ?Sized>(&mut self, expected: &T) -> Option<I::Item>
    where
        I::Item: PartialEq<T>,
    {
        self.next_if(|x| *x == *expected)
    }
    pub fn next_if_map<R, F: FnOnce(I::Item) -> Result<R, I::Item>>(&mut self, f: F) -> Option<R> {
        match f(self.next()?) {
            Ok(r) => Some(r),
            Err(x) => {
                self.peeked = Some(Some(x));
                None
            }
        }
    }
    pub fn next_if_map_mut<R, F: FnOnce(&mut I::Item) -> Option<R>>(&mut self, f: F) -> Option<R> {
        let r = f(self.peek_mut()?);
        if r.is_some() {
            self.next();
        }
        r
    }
    pub fn peek_mut(&mut self) -> Option<&mut I::Item> {
        if self.peeked.is_none() {
            self.peeked = Some(self.iter.next());
        }
        match &mut self.peeked {
            Some(Some(x)) => Some(x),
            _ => None,
        }
    }
}
impl<I: Iterator + Clone> Clone for Peekable<I>
where
    I::Item: Clone,
{
    fn clone(&self) -> Self {
        Peekable { iter: self.iter.clone(), peeked: self.peeked.clone() }
    }
}

impl<T: Clone, const N: usize> Clone for array::IntoIter<T, N> {
    fn clone(&self) -> Self {
        self.copy()
    }
}
