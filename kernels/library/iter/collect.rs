//! What iterators are collected into: types of the user's own, units, options and results.

use crate::iter::{Product, Sum, from_fn};

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
        iter.into_iter().for_each(|(a, b)| {
            self.0.extend(Some(a));
            self.1.extend(Some(b));
        });
    }
}
impl<A, B, X: Default + Extend<A>, Y: Default + Extend<B>> FromIterator<(A, B)> for (X, Y) {
    fn from_iter<T: IntoIterator<Item = (A, B)>>(iter: T) -> (X, Y) {
        let mut all = (X::default(), Y::default());
        all.extend(iter);
        all
    }
}

/// What options and results of items come to: what the items do, or the first of them that is none or an error.
macro_rules! total {
    ($($trait:ident $total:ident of $items:ident;)*) => {$(
        impl<A, V: $trait<A>> $trait<Option<A>> for Option<V> {
            fn $total<I: $items<Item = Option<A>>>(items: I) -> Option<V> {
                let (mut items, mut stopped) = (items.into_iter(), false);
                let $total = V::$total(from_fn(|| match items.__step(false) {
                    Some(None) => {
                        stopped = true;
                        None
                    }
                    Some(x) => x,
                    None => None,
                }));
                if stopped { None } else { Some($total) }
            }
        }
        impl<A, E, V: $trait<A>> $trait<Result<A, E>> for Result<V, E> {
            fn $total<I: $items<Item = Result<A, E>>>(items: I) -> Result<V, E> {
                let (mut items, mut error) = (items.into_iter(), None);
                let $total = V::$total(from_fn(|| match items.__step(false) {
                    Some(Ok(x)) => Some(x),
                    Some(Err(e)) => {
                        error = Some(e);
                        None
                    }
                    None => None,
                }));
                held_or!(error, e => Err(e), Ok($total))
            }
        }
    )*};
}
total! { Sum sum of Iterator; Product product of Iterator; FromIterator from_iter of IntoIterator; }
