//! Adaptors that copy: items behind references, and the iterator itself.

pub struct Copied<I> {
    pub(crate) iter: I,
}

impl<'a, T: 'a + Copy, I: Iterator<Item = &'a T>> Iterator for Copied<I> {
    type Item = T;
    mapped! { next(self) -> T: x *x }
    size_hint! { self => self.iter.size_hint() }
    mapped! { nth(self, n) -> T: x *x }
}
impl<'a, T: 'a + Copy, I: DoubleEndedIterator<Item = &'a T>> DoubleEndedIterator for Copied<I> {
    mapped! { next_back(self) -> T: x *x }
}
impl<'a, T: 'a + Copy, I: ExactSizeIterator<Item = &'a T>> ExactSizeIterator for Copied<I> {}

pub struct Cloned<I> {
    pub(crate) iter: I,
}

impl<'a, T: 'a + Clone, I: Iterator<Item = &'a T>> Iterator for Cloned<I> {
    type Item = T;
    mapped! { next(self) -> T: x x.clone() }
    size_hint! { self => self.iter.size_hint() }
}
impl<'a, T: 'a + Clone, I: DoubleEndedIterator<Item = &'a T>> DoubleEndedIterator for Cloned<I> {
    mapped! { next_back(self) -> T: x x.clone() }
}
impl<'a, T: 'a + Clone, I: ExactSizeIterator<Item = &'a T>> ExactSizeIterator for Cloned<I> {}

pub struct Cycle<I> {
    pub(crate) orig: I,
    pub(crate) iter: I,
}

impl<I: Clone + Iterator> Iterator for Cycle<I> {
    type Item = I::Item;
    fn size_hint(&self) -> (usize, Option<usize>) {
        match self.orig.size_hint() {
            (0, Some(0)) => (0, Some(0)),
            (0, _) => (0, None),
            _ => (usize::MAX, None),
        }
    }
    fn next(&mut self) -> Option<I::Item> {
        let x = self.iter.next();
        if x.is_some() {
            return x;
        }
        self.iter = self.orig.clone();
        self.iter.next()
    }
}

cloned! {
    Copied<I> iter;
    Cloned<I> iter;
    Cycle<I> orig iter;
}
