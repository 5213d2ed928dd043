//! Iterators that begin with nothing.

use crate::iter::adaptors::{Chain, Zip};
use crate::iter::parts::Take;
use crate::marker::PhantomData;

structs! {
    /// Gives one value.
    Once<T> { value: Option<T> }
    /// Gives nothing.
    Empty<T> { marker: PhantomData<fn() -> T> }
    /// Gives what a function gives, for ever.
    RepeatWith<F> { f: F }
    /// Gives one value so many times.
    RepeatN<T> { value: Option<T>, left: usize }
    /// Gives what a function gives, once.
    OnceWith<F> { f: Option<F> }
    /// Gives one value for ever.
    Repeat<T> { value: T }
    /// Gives what a function gives.
    FromFn<F> { f: F }
    /// Gives each value from the one before.
    Successors<T, F> { next: Option<T>, f: F }
}

fns! {
    [pub fn]
    once[T](value: T) -> Once<T> { Once { value: Some(value) } }
    repeat_with[T, F: FnMut() -> T](f: F) -> RepeatWith<F> { RepeatWith { f } }
    repeat_n[T: Clone](value: T, count: usize) -> RepeatN<T> {
        RepeatN { value: if count == 0 { None } else { Some(value) }, left: count }
    }
    once_with[T, F: FnOnce() -> T](f: F) -> OnceWith<F> { OnceWith { f: Some(f) } }
    repeat[T: Clone](value: T) -> Repeat<T> { Repeat { value } }
    from_fn[T, F: FnMut() -> Option<T>](f: F) -> FromFn<F> { FromFn { f } }
    successors[T, F: FnMut(&T) -> Option<T>](first: Option<T>, f: F) -> Successors<T, F>:
        Successors { next: first, f };
    zip[A: IntoIterator, B: IntoIterator](a: A, b: B) -> Zip<A::IntoIter, B::IntoIter> { a.into_iter().zip(b) }
    chain[A: IntoIterator, B: IntoIterator<Item = A::Item>](a: A, b: B) -> Chain<A::IntoIter, B::IntoIter>:
        a.into_iter().chain(b);
    => [pub const fn]
    empty[T]() -> Empty<T> { Empty { marker: PhantomData } }
}

iterators! {
    [T] Once<T> => T: self [exactly self.value.is_some() as usize] self.value.take();
    [T] Empty<T> => T: self [(0, Some(0))] None;
    [T, F: FnMut() -> T] RepeatWith<F> => T: self [(usize::MAX, None)] Some((self.f)());
    [T: Clone] RepeatN<T> => T: self [(self.left, Some(self.left))] {
        none_if!(self.left == 0);
        self.left -= 1;
        if self.left == 0 { self.value.take() } else { self.value.clone() }
    };
    [T, F: FnOnce() -> T] OnceWith<F> => T:
        self [exactly self.f.is_some() as usize] if_some!(self.f.take(), f => Some(f()));
    [T, F: FnMut() -> Option<T>] FromFn<F> => T: self [] (self.f)();
    [T, F: FnMut(&T) -> Option<T>] Successors<T, F> => T:
        self [if self.next.is_some() { (1, None) } else { (0, Some(0)) }] if_some!(self.next.take(), x => {
            self.next = (self.f)(&x);
            Some(x)
        });
}
impl<T: Clone> Iterator for Repeat<T> {
    type Item = T;
    size_hint! { self => (usize::MAX, None) }
    fn next(&mut self) -> Option<T> { Some(self.value.clone()) }
    fn nth(&mut self, _n: usize) -> Option<T> { Some(self.value.clone()) }
    #[track_caller] fn last(self) -> Option<T> { panic!("iterator is infinite"); }
    #[track_caller] fn count(self) -> usize { panic!("iterator is infinite"); }
}

double_ended! {
    [T] Once<T> => T: self self.value.take();
    [T] Empty<T> => T: self None;
    [T: Clone] RepeatN<T> => T: self self.next();
    [T, F: FnOnce() -> T] OnceWith<F> => T: self self.next();
    [T: Clone] Repeat<T> => T: self Some(self.value.clone());
}
impl<T: Clone> DoubleEndedIterator for Take<Repeat<T>> {
    fn next_back(&mut self) -> Option<T> { self.next() }
    fn nth_back(&mut self, n: usize) -> Option<T> { self.nth(n) }
}
