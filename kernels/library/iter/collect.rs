//! What iterators are collected into: types of the user's own, units, options and results.

pub trait FromIterator<A>: Sized {
    fn from_iter<T: IntoIterator<Item = A>>(iter: T) -> Self;
}

pub trait Extend<A> {
    fn extend<T: IntoIterator<Item = A>>(&mut self, iter: T);
}

impl FromIterator<()> for () {
    fn from_iter<T: IntoIterator<Item = ()>>(iter: T) -> () { iter.into_iter().for_each(|()| {}) }
}
impl Extend<()> for () {
    fn extend<T: IntoIterator<Item = ()>>(&mut self, iter: T) { iter.into_iter().for_each(|()| {}) }
}
impl<A, B, X: Extend<A>, Y: Extend<B>> Extend<(A, B)> for (X, Y) {
    fn extend<T: IntoIterator<Item = (A, B)>>(&mut self, iter: T) {
        for (a, b) in iter {
            self.0.extend(Some(a));
            self.1.extend(Some(b));
        }
    }
}
impl<A, B, X: Default + Extend<A>, Y: Default + Extend<B>> FromIterator<(A, B)> for (X, Y) {
    fn from_iter<T: IntoIterator<Item = (A, B)>>(iter: T) -> (X, Y) {
        let mut all = (X::default(), Y::default());
        all.extend(iter);
        all
    }
}

/// Gives items until the first one that is none.
struct Shunt<'a, I> {
    iter: I,
    stopped: &'a mut bool,
}

impl<'a, A, I: Iterator<Item = Option<A>>> Iterator for Shunt<'a, I> {
    type Item = A;
    fn next(&mut self) -> Option<A> {
        match self.iter.next() {
            Some(None) => {
                *self.stopped = true;
                None
            }
            Some(x) => x,
            None => None,
        }
    }
}

impl<A, V: FromIterator<A>> FromIterator<Option<A>> for Option<V> {
    fn from_iter<T: IntoIterator<Item = Option<A>>>(iter: T) -> Option<V> {
        let mut stopped = false;
        let all = V::from_iter(Shunt { iter: iter.into_iter(), stopped: &mut stopped });
        if stopped { None } else { Some(all) }
    }
}

/// Gives items until the first error.
struct ErrorShunt<'a, I, E> {
    iter: I,
    error: &'a mut Option<E>,
}

impl<'a, A, E, I: Iterator<Item = Result<A, E>>> Iterator for ErrorShunt<'a, I, E> {
    type Item = A;
    fn next(&mut self) -> Option<A> {
        match self.iter.next() {
            Some(Ok(x)) => Some(x),
            Some(Err(e)) => {
                *self.error = Some(e);
                None
            }
            None => None,
        }
    }
}

impl<A, E, V: FromIterator<A>> FromIterator<Result<A, E>> for Result<V, E> {
    fn from_iter<T: IntoIterator<Item = Result<A, E>>>(iter: T) -> Result<V, E> {
        let mut error = None;
        let all = V::from_iter(ErrorShunt { iter: iter.into_iter(), error: &mut error });
        match error {
            Some(e) => Err(e),
            None => Ok(all),
        }
    }
}
