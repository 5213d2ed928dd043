//! Adaptors from the back, and copies of iterators that no derive makes.

use crate::iter::adaptors::{Fuse, Peekable};

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
}
impl<I: Iterator + Clone> Clone for Peekable<I>
where
    I::Item: Clone,
{
    fn clone(&self) -> Self { Peekable { iter: self.iter.clone(), peeked: self.peeked.clone() } }
}
