//! Slices split where a function says, from either end.

use crate::iter::FusedIterator;
use crate::mem::take;

/// Where `f` first holds.
fn first_of<T, F: FnMut(&T) -> bool>(slice: &[T], f: &mut F) -> Option<usize> {
    counting!(k in 0, slice.len() => {
        if f(&slice[k]) {
            return Some(k);
        }
    });
    None
}

/// A hint of pieces, of which no more than n are given.
fn at_most(n: usize, (low, high): (usize, Option<usize>)) -> (usize, Option<usize>) {
    (low.min(n), Some(high.map_or(n, |high| high.min(n))))
}

/// Where `f` last holds.
fn last_of<T, F: FnMut(&T) -> bool>(slice: &[T], f: &mut F) -> Option<usize> {
    counting!(k down from slice.len() => {
        if f(&slice[k]) {
            return Some(k);
        }
    });
    None
}

macro_rules! split {
    ($name:ident $split:ident $inclusive:ident $split_inclusive:ident [$($mutable:ident)?] $split_at:ident) => {
        impl<T> [T] {
            pub fn $split<F: FnMut(&T) -> bool>(&$($mutable)? self, f: F) -> $name<'_, T, F> {
                $name { slice: Some(self), f }
            }
            pub fn $split_inclusive<F: FnMut(&T) -> bool>(&$($mutable)? self, f: F) -> $inclusive<'_, T, F> {
                $inclusive { slice: self, f }
            }
        }

        /// What lies between elements that are told.
        pub struct $name<'a, T, F> {
            slice: Option<&'a $($mutable)? [T]>,
            f: F,
        }
        impl<'a, T, F: FnMut(&T) -> bool> Iterator for $name<'a, T, F> {
            type Item = &'a $($mutable)? [T];
            fn size_hint(&self) -> (usize, Option<usize>) {
                held_or!(&self.slice, all => (1, Some(all.len() + 1)), (0, Some(0)))
            }
            fn next(&mut self) -> Option<&'a $($mutable)? [T]> {
                let all = self.slice.take()?;
                match first_of(all, &mut self.f) {
                    Some(n) => {
                        let (head, tail) = all.$split_at(n + 1);
                        self.slice = Some(tail);
                        Some(&$($mutable)? head[..n])
                    }
                    None => Some(all),
                }
            }
        }
        impl<'a, T, F: FnMut(&T) -> bool> FusedIterator for $name<'a, T, F> {}
        impl<'a, T, F: FnMut(&T) -> bool> DoubleEndedIterator for $name<'a, T, F> {
            fn next_back(&mut self) -> Option<&'a $($mutable)? [T]> {
                let all = self.slice.take()?;
                match last_of(all, &mut self.f) {
                    Some(n) => {
                        let (head, tail) = all.$split_at(n);
                        self.slice = Some(head);
                        Some(&$($mutable)? tail[1..])
                    }
                    None => Some(all),
                }
            }
        }

        /// Pieces that end with the elements told.
        pub struct $inclusive<'a, T, F> {
            slice: &'a $($mutable)? [T],
            f: F,
        }
        impl<'a, T, F: FnMut(&T) -> bool> Iterator for $inclusive<'a, T, F> {
            type Item = &'a $($mutable)? [T];
            fn size_hint(&self) -> (usize, Option<usize>) {
                let n = self.slice.len();
                (if n == 0 { 0 } else { 1 }, Some(n))
            }
            fn next(&mut self) -> Option<&'a $($mutable)? [T]> {
                none_if!(self.slice.is_empty());
                let n = held_or!(first_of(self.slice, &mut self.f), n => n + 1, self.slice.len());
                let (head, tail) = take(&mut self.slice).$split_at(n);
                self.slice = tail;
                Some(head)
            }
        }
        impl<'a, T, F: FnMut(&T) -> bool> FusedIterator for $inclusive<'a, T, F> {}
        impl<'a, T, F: FnMut(&T) -> bool> DoubleEndedIterator for $inclusive<'a, T, F> {
            fn next_back(&mut self) -> Option<&'a $($mutable)? [T]> {
                let n = self.slice.len();
                none_if!(n == 0);
                let at = held_or!(last_of(&self.slice[..n - 1], &mut self.f), k => k + 1, 0);
                let (head, tail) = take(&mut self.slice).$split_at(at);
                self.slice = head;
                Some(tail)
            }
        }
    };
}
split! { Split split SplitInclusive split_inclusive [] split_at }
split! { SplitMut split_mut SplitInclusiveMut split_inclusive_mut [mut] split_at_mut }

macro_rules! from_the_end {
    ($($name:ident $rsplit:ident $inner:ident $split:ident [$($mutable:ident)?];)*) => {
        impl<T> [T] {$(
            pub fn $rsplit<F: FnMut(&T) -> bool>(&$($mutable)? self, f: F) -> $name<'_, T, F> {
                $name { inner: self.$split(f) }
            }
        )*}
        $(/// Split from the end on.
        pub struct $name<'a, T, F> {
            inner: $inner<'a, T, F>,
        }
        iterators! {
            ['a, T, F: FnMut(&T) -> bool] $name<'a, T, F> => &'a $($mutable)? [T]:
                self [self.inner.size_hint()] self.inner.next_back();
        }
        impl<'a, T, F: FnMut(&T) -> bool> FusedIterator for $name<'a, T, F> {}
        double_ended! {
            ['a, T, F: FnMut(&T) -> bool] $name<'a, T, F> => &'a $($mutable)? [T]: self self.inner.next();
        })*
    };
}
from_the_end! {
    RSplit rsplit Split split [];
    RSplitMut rsplit_mut SplitMut split_mut [mut];
}

macro_rules! first_n {
    ($($name:ident $splitn:ident $inner:ident $split:ident [$($mutable:ident)?] $next:ident;)*) => {
        impl<T> [T] {$(
            pub fn $splitn<F: FnMut(&T) -> bool>(&$($mutable)? self, n: usize, f: F) -> $name<'_, T, F> {
                $name { inner: self.$split(f), n }
            }
        )*}
        $(/// The first n pieces that `$next` gives, the last of them with all the rest.
        pub struct $name<'a, T, F> {
            inner: $inner<'a, T, F>,
            n: usize,
        }
        impl<'a, T, F: FnMut(&T) -> bool> Iterator for $name<'a, T, F> {
            type Item = &'a $($mutable)? [T];
            size_hint! { self => at_most(self.n, self.inner.size_hint()) }
            fn next(&mut self) -> Option<&'a $($mutable)? [T]> {
                none_if!(self.n == 0);
                self.n -= 1;
                if self.n == 0 { self.inner.slice.take() } else { self.inner.$next() }
            }
        }
        impl<'a, T, F: FnMut(&T) -> bool> FusedIterator for $name<'a, T, F> {})*
    };
}
first_n! {
    SplitN splitn Split split [] next;
    SplitNMut splitn_mut SplitMut split_mut [mut] next;
    RSplitN rsplitn Split split [] next_back;
    RSplitNMut rsplitn_mut SplitMut split_mut [mut] next_back;
}

copied_views! {
    ['a, T, F: Clone] Split<'a, T, F>: [slice] f;
    ['a, T, F: Clone] SplitInclusive<'a, T, F>: [slice] f;
    ['a, T, F: Clone] RSplit<'a, T, F>: [] inner;
}
