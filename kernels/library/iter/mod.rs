//! Iterators: the traits, and those that begin with nothing.

/// `$next`, where each item becomes another one.
macro_rules! mapped {
    ($next:ident($me:ident $(, $n:ident)?) -> $item:ty: $x:ident $value:expr) => {
        fn $next(&mut $me $(, $n: usize)?) -> Option<$item> {
            match $me.iter.$next($($n)?) {
                Some($x) => Some($value),
                None => None,
            }
        }
    };
}

pub(crate) mod adaptors;
pub(crate) mod collect;
pub(crate) mod copied;
pub(crate) mod flat;
pub(crate) mod parts;
pub(crate) mod sources;

use crate::cmp::Ordering;
use crate::ops::{ControlFlow, Try};

pub use crate::iter::adaptors::*;
pub use crate::iter::collect::{Extend, FromIterator};
pub use crate::iter::copied::*;
pub use crate::iter::flat::*;
pub use crate::iter::parts::*;
pub use crate::iter::sources::*;

/// What a range counts in. The steps never go past the type's ends, but for forward of an open range.
pub trait Step: Copy + PartialOrd {
    /// The most that a usize says, if there are more.
    fn steps_between(start: &Self, end: &Self) -> usize;
    /// Whether a usize says them all.
    fn are_countable(_start: &Self, _end: &Self) -> bool { true }
    fn forward(start: Self, n: usize) -> Self;
    fn backward(start: Self, n: usize) -> Self;
    /// Forward, with a check that such a value exists.
    #[track_caller]
    fn after(start: Self, n: usize) -> Self;
    fn next(start: Self) -> Self;
    fn previous(start: Self) -> Self;
    /// `skip` further than the next, or anything that is not less than `end`.
    fn skip(start: Self, end: Self, skip: usize) -> Self {
        if skip < Step::steps_between(&start, &end) { Step::next(Step::forward(start, skip)) } else { end }
    }
}

#[lang = "into_iterator"]
pub trait IntoIterator {
    type Item;
    type IntoIter: Iterator<Item = Self::Item>;
    #[lang = "into_iter"]
    fn into_iter(self) -> Self::IntoIter;
    /// How many items each value of the type has, least and most, where all have alike.
    fn __size() -> (usize, Option<usize>)
    where
        Self: Sized,
    {
        (0, None)
    }
    /// Whether each value gives one item at most and is used up by it, as core's OneShot.
    fn __is_one_shot() -> bool
    where
        Self: Sized,
    {
        false
    }
}

impl<I: Iterator> IntoIterator for I {
    type Item = I::Item;
    type IntoIter = I;
    fn into_iter(self) -> I { self }
}

pub trait Sum<A = Self>: Sized {
    #[track_caller]
    fn sum<I: Iterator<Item = A>>(iter: I) -> Self;
}

pub trait Product<A = Self>: Sized {
    #[track_caller]
    fn product<I: Iterator<Item = A>>(iter: I) -> Self;
}

/// Methods that take the iterator itself, whose size is known.
macro_rules! sized {
    ($(
        $(#[$about:meta])?
        fn $name:ident[$($generic:tt)*]($($parameter:tt)*) $(-> $result:ty)? $(where [$($bound:tt)*])? $body:block
    )*) => {$(
        $(#[$about])?
        fn $name<$($generic)*>($($parameter)*) $(-> $result)? where Self: Sized, $($($bound)*)? $body
    )*};
}

/// Methods that make an adaptor of the iterator: its other generics, and its fields.
macro_rules! adaptors {
    ($me:ident $(
        $name:ident[$($generic:tt)*]($($parameter:ident: $of:ty),*) -> $adaptor:ident[$($other:ty),*] { $($field:tt)* }
    )*) => {$(
        fn $name<$($generic)*>($me, $($parameter: $of),*) -> $adaptor<Self, $($other),*> where Self: Sized {
            $adaptor { $($field)* }
        }
    )*};
}
/// Methods that take items from one end, with `$next`.
macro_rules! from_one_end {
    ($next:ident: $nth:ident $fold:ident $try_fold:ident $find:ident) => {
        fn $nth(&mut self, n: usize) -> Option<Self::Item> {
            let mut left = n;
            while left > 0 {
                if let None = self.$next() {
                    return None;
                }
                left -= 1;
            }
            self.$next()
        }
        sized! {
            fn $fold[B, F: FnMut(B, Self::Item) -> B](mut self, init: B, mut f: F) -> B {
                let mut all = init;
                while let Some(x) = self.$next() {
                    all = f(all, x);
                }
                all
            }
            fn $try_fold[B, F: FnMut(B, Self::Item) -> R, R: Try<Output = B>](&mut self, init: B, mut f: F) -> R {
                let mut all = init;
                while let Some(x) = self.$next() {
                    match f(all, x).stop() {
                        ControlFlow::Continue(next) => all = next,
                        ControlFlow::Break(r) => return r,
                    }
                }
                R::from_output(all)
            }
            fn $find[P: FnMut(&Self::Item) -> bool](&mut self, mut predicate: P) -> Option<Self::Item> {
                while let Some(x) = self.$next() {
                    if predicate(&x) {
                        return Some(x);
                    }
                }
                None
            }
        }
    };
}
/// The item with the best key: one of key `$k` takes the place of one of key `$key` where `$better` holds.
macro_rules! best_by_key {
    ($name:ident: $k:ident $key:ident $better:expr) => {
        sized! {
            fn $name[B: Ord, F: FnMut(&Self::Item) -> B](mut self, mut f: F) -> Option<Self::Item> {
                let mut best = match self.next() {
                    Some(x) => x,
                    None => return None,
                };
                let mut $key = f(&best);
                while let Some(x) = self.next() {
                    let $k = f(&x);
                    if $better {
                        best = x;
                        $key = $k;
                    }
                }
                Some(best)
            }
        }
    };
}
/// The order of the first items that differ, or of the lengths.
macro_rules! first_different {
    ($me:ident $other:ident $cmp:ident $equal:pat) => {{
        let mut other = $other.into_iter();
        loop {
            match ($me.next(), other.next()) {
                (Some(a), Some(b)) => match a.$cmp(&b) {
                    $equal => {}
                    different => return different,
                },
                (a, b) => return a.is_some().$cmp(&b.is_some()),
            }
        }
    }};
}

#[lang = "iterator"]
pub trait Iterator {
    type Item;
    #[lang = "next"]
    fn next(&mut self) -> Option<Self::Item>;

    size_hint! { self => (0, None) }
    from_one_end! { next: nth fold try_fold find }
    /// Passes over n items at once, where nobody can tell that it is not done with the next one.
    fn __skip_now(&mut self, n: usize) -> bool { false }
    /// Whether __next_step leaves `first` true.
    fn __knows_places(&self) -> bool { false }
    /// StepBy's next, which passes over `skip` items between two. What knows the places of its items passes over them
    /// at once, behind the item, and leaves `first` true; the others do so before the next item.
    fn __next_step(&mut self, skip: usize, first: &mut bool) -> Option<Self::Item> {
        let n = if *first { 0 } else { skip };
        *first = false;
        self.nth(n)
    }
    adaptors! {
        self
        chain[U: IntoIterator<Item = Self::Item>](other: U) -> Chain[U::IntoIter] {
            a: Some(self), b: Some(other.into_iter())
        }
        zip[U: IntoIterator](other: U) -> Zip[U::IntoIter] { a: self, b: other.into_iter() }
        map[B, F: FnMut(Self::Item) -> B](f: F) -> Map[F] { iter: self, f }
        filter[P: FnMut(&Self::Item) -> bool](predicate: P) -> Filter[P] { iter: self, predicate }
        filter_map[B, F: FnMut(Self::Item) -> Option<B>](f: F) -> FilterMap[F] { iter: self, f }
        enumerate[]() -> Enumerate[] { iter: self, count: 0 }
        peekable[]() -> Peekable[] { iter: self, peeked: None }
        skip_while[P: FnMut(&Self::Item) -> bool](predicate: P) -> SkipWhile[P] {
            iter: self, started: false, predicate
        }
        take_while[P: FnMut(&Self::Item) -> bool](predicate: P) -> TakeWhile[P] { iter: self, ended: false, predicate }
        map_while[B, P: FnMut(Self::Item) -> Option<B>](predicate: P) -> MapWhile[P] { iter: self, predicate }
        take[](n: usize) -> Take[] { iter: self, n }
        scan[St, B, F: FnMut(&mut St, Self::Item) -> Option<B>](initial: St, f: F) -> Scan[St, F] {
            iter: self, state: initial, f
        }
        flat_map[U: IntoIterator, F: FnMut(Self::Item) -> U](f: F) -> FlatMap[U, F] {
            iter: Fuse { iter: Some(self) }, f, front: None, back: None
        }
        fuse[]() -> Fuse[] { iter: Some(self) }
        inspect[F: FnMut(&Self::Item)](f: F) -> Inspect[F] { iter: self, f }
    }
    best_by_key! { max_by_key: k key !(k < key) }
    best_by_key! { min_by_key: k key k < key }
    sized! {
        fn flatten[](self) -> Flatten<Self> where [Self::Item: IntoIterator] {
            Flatten { iter: Fuse { iter: Some(self) }, front: None, back: None }
        }
        fn by_ref[](&mut self) -> &mut Self { self }
        fn rev[](self) -> Rev<Self> where [Self: DoubleEndedIterator] { Rev { iter: self } }
        fn copied['a, T: 'a + Copy](self) -> Copied<Self> where [Self: Iterator<Item = &'a T>] { Copied { iter: self } }
        fn cloned['a, T: 'a + Clone](self) -> Cloned<Self> where [Self: Iterator<Item = &'a T>] {
            Cloned { iter: self }
        }
        fn cycle[](self) -> Cycle<Self> where [Self: Clone] { Cycle { orig: self.clone(), iter: self } }
        fn for_each[F: FnMut(Self::Item)](self, mut f: F) { self.fold((), |(), x| f(x)) }
        fn collect[B: FromIterator<Self::Item>](self) -> B { FromIterator::from_iter(self) }
        fn max[](self) -> Option<Self::Item> where [Self::Item: Ord] { self.reduce(|a, b| if a > b { a } else { b }) }
        fn min[](self) -> Option<Self::Item> where [Self::Item: Ord] { self.reduce(|a, b| if b < a { b } else { a }) }
        #[track_caller] fn sum[S: Sum<Self::Item>](self) -> S { S::sum(self) }
        #[track_caller] fn product[P: Product<Self::Item>](self) -> P { P::product(self) }
        fn ne[I: IntoIterator](self, other: I) -> bool where [Self::Item: PartialEq<I::Item>] { !self.eq(other) }
        fn lt[I: IntoIterator](self, other: I) -> bool where [Self::Item: PartialOrd<I::Item>] {
            self.partial_cmp(other) == Some(Ordering::Less)
        }
        fn le[I: IntoIterator](self, other: I) -> bool where [Self::Item: PartialOrd<I::Item>] {
            matches!(self.partial_cmp(other), Some(Ordering::Less | Ordering::Equal))
        }
        fn gt[I: IntoIterator](self, other: I) -> bool where [Self::Item: PartialOrd<I::Item>] {
            self.partial_cmp(other) == Some(Ordering::Greater)
        }
        fn ge[I: IntoIterator](self, other: I) -> bool where [Self::Item: PartialOrd<I::Item>] {
            matches!(self.partial_cmp(other), Some(Ordering::Greater | Ordering::Equal))
        }
        fn is_sorted[](self) -> bool where [Self::Item: PartialOrd] { self.is_sorted_by(|a, b| *a <= *b) }
        #[track_caller] fn step_by[](self, step: usize) -> StepBy<Self> {
            assert!(step != 0, "assertion failed: step != 0");
            StepBy { iter: self, step: step - 1, first: true }
        }
        fn skip[](mut self, n: usize) -> Skip<Self> {
            let n = if self.__skip_now(n) { 0 } else { n };
            Skip { iter: self, n }
        }
        fn count[](mut self) -> usize {
            let mut n = 0;
            while let Some(_) = self.next() {
                n += 1;
            }
            n
        }
        fn last[](mut self) -> Option<Self::Item> {
            let mut last = None;
            while let Some(x) = self.next() {
                last = Some(x);
            }
            last
        }
        fn partition[B: Default + Extend<Self::Item>, F: FnMut(&Self::Item) -> bool](self, mut f: F) -> (B, B) {
            let (mut left, mut right): (B, B) = (B::default(), B::default());
            for x in self {
                if f(&x) { left.extend(Some(x)) } else { right.extend(Some(x)) }
            }
            (left, right)
        }
        fn unzip[A, B, FromA: Default + Extend<A>, FromB: Default + Extend<B>](self) -> (FromA, FromB)
        where [Self: Iterator<Item = (A, B)>]
        {
            let mut all: (FromA, FromB) = (FromA::default(), FromB::default());
            all.extend(self);
            all
        }
        fn reduce[F: FnMut(Self::Item, Self::Item) -> Self::Item](mut self, f: F) -> Option<Self::Item> {
            match self.next() {
                Some(first) => Some(self.fold(first, f)),
                None => None,
            }
        }
        fn all[F: FnMut(Self::Item) -> bool](&mut self, mut f: F) -> bool {
            while let Some(x) = self.next() {
                if !f(x) {
                    return false;
                }
            }
            true
        }
        fn any[F: FnMut(Self::Item) -> bool](&mut self, mut f: F) -> bool {
            while let Some(x) = self.next() {
                if f(x) {
                    return true;
                }
            }
            false
        }
        fn find_map[B, F: FnMut(Self::Item) -> Option<B>](&mut self, mut f: F) -> Option<B> {
            while let Some(x) = self.next() {
                let found = f(x);
                if found.is_some() {
                    return found;
                }
            }
            None
        }
        fn position[P: FnMut(Self::Item) -> bool](&mut self, mut predicate: P) -> Option<usize> {
            let mut n = 0;
            while let Some(x) = self.next() {
                if predicate(x) {
                    return Some(n);
                }
                n += 1;
            }
            None
        }
        fn rposition[P: FnMut(Self::Item) -> bool](&mut self, mut predicate: P) -> Option<usize>
        where [Self: ExactSizeIterator + DoubleEndedIterator]
        {
            let mut n = self.len();
            while let Some(x) = self.next_back() {
                n -= 1;
                if predicate(x) {
                    return Some(n);
                }
            }
            None
        }
        fn max_by[F: FnMut(&Self::Item, &Self::Item) -> Ordering](self, mut compare: F) -> Option<Self::Item> {
            self.reduce(|a, b| match compare(&a, &b) {
                Ordering::Greater => a,
                _ => b,
            })
        }
        fn min_by[F: FnMut(&Self::Item, &Self::Item) -> Ordering](self, mut compare: F) -> Option<Self::Item> {
            self.reduce(|a, b| match compare(&a, &b) {
                Ordering::Greater => b,
                _ => a,
            })
        }
        fn try_for_each[F: FnMut(Self::Item) -> R, R: Try<Output = ()>](&mut self, mut f: F) -> R {
            while let Some(x) = self.next() {
                match f(x).stop() {
                    ControlFlow::Continue(()) => {}
                    ControlFlow::Break(r) => return r,
                }
            }
            R::from_output(())
        }
        fn cmp[I: IntoIterator<Item = Self::Item>](mut self, other: I) -> Ordering where [Self::Item: Ord] {
            first_different!(self other cmp Ordering::Equal)
        }
        fn partial_cmp[I: IntoIterator](mut self, other: I) -> Option<Ordering>
        where [Self::Item: PartialOrd<I::Item>]
        {
            first_different!(self other partial_cmp Some(Ordering::Equal))
        }
        fn eq[I: IntoIterator](mut self, other: I) -> bool where [Self::Item: PartialEq<I::Item>] {
            let mut other = other.into_iter();
            loop {
                match (self.next(), other.next()) {
                    (None, None) => return true,
                    (Some(a), Some(b)) => {
                        if a != b {
                            return false;
                        }
                    }
                    _ => return false,
                }
            }
        }
        fn is_sorted_by[F: FnMut(&Self::Item, &Self::Item) -> bool](mut self, mut f: F) -> bool {
            let mut last = match self.next() {
                Some(x) => x,
                None => return true,
            };
            while let Some(x) = self.next() {
                if !f(&last, &x) {
                    return false;
                }
                last = x;
            }
            true
        }
        fn is_sorted_by_key[F: FnMut(Self::Item) -> K, K: PartialOrd](self, f: F) -> bool { self.map(f).is_sorted() }
    }
}

impl<I: ?Sized + Iterator> Iterator for &mut I {
    type Item = I::Item;
    fn next(&mut self) -> Option<I::Item> { (**self).next() }
    size_hint! { self => (**self).size_hint() }
    fn nth(&mut self, n: usize) -> Option<I::Item> { (**self).nth(n) }
}

pub trait DoubleEndedIterator: Iterator {
    fn next_back(&mut self) -> Option<Self::Item>;
    from_one_end! { next_back: nth_back rfold try_rfold rfind }
}

impl<I: ?Sized + DoubleEndedIterator> DoubleEndedIterator for &mut I {
    fn next_back(&mut self) -> Option<I::Item> { (**self).next_back() }
    fn nth_back(&mut self, n: usize) -> Option<I::Item> { (**self).nth_back(n) }
}

pub trait ExactSizeIterator: Iterator {
    fn len(&self) -> usize { self.size_hint().0 }
}
impl<I: ?Sized + ExactSizeIterator> ExactSizeIterator for &mut I {}

/// Gives no more once it has given none.
#[lang = "fused_iterator"]
pub trait FusedIterator: Iterator {}
macro_rules! fused {
    (@ [$($generic:tt)*] $of:ty) => { impl<$($generic)*> FusedIterator for $of {} };
    ($($generic:tt $($of:ty),*;)*) => { $($(fused! { @ $generic $of })*)* };
}
fused! {
    [I: ?Sized + FusedIterator] &mut I;
    [I: FusedIterator] Enumerate<I>, Peekable<I>, Skip<I>, Take<I>;
    [I: Iterator] Fuse<I>;
    [I: FusedIterator + DoubleEndedIterator] Rev<I>;
    [I: Clone + Iterator] Cycle<I>;
    ['a, T: 'a + Copy, I: FusedIterator<Item = &'a T>] Copied<I>;
    ['a, T: 'a + Clone, I: FusedIterator<Item = &'a T>] Cloned<I>;
    [B, I: FusedIterator, F: FnMut(I::Item) -> B] Map<I, F>;
    [B, I: FusedIterator, F: FnMut(I::Item) -> Option<B>] FilterMap<I, F>;
    [I: FusedIterator, P: FnMut(&I::Item) -> bool] Filter<I, P>, TakeWhile<I, P>, SkipWhile<I, P>;
    [I: FusedIterator, F: FnMut(&I::Item)] Inspect<I, F>;
    [A: FusedIterator, B: FusedIterator] Zip<A, B>;
    [A: FusedIterator, B: FusedIterator<Item = A::Item>] Chain<A, B>;
    [I: FusedIterator, U: IntoIterator, F: FnMut(I::Item) -> U] FlatMap<I, U, F>;
    [I: FusedIterator<Item: IntoIterator>] Flatten<I>;
    [T] Empty<T>, Once<T>, crate::option::IntoIter<T>;
    [T: Clone] Repeat<T>, RepeatN<T>;
    [T, F: FnMut() -> T] RepeatWith<F>;
    [T, F: FnOnce() -> T] OnceWith<F>;
    [T, F: FnMut(&T) -> Option<T>] Successors<T, F>;
    [T: Step] crate::range::Range<T>, crate::range::RangeFrom<T>, crate::range::RangeInclusive<T>;
    [T, const N: usize] crate::array::IntoIter<T, N>, crate::slice::ArrayWindows<'_, T, N>;
    [T] crate::slice::Windows<'_, T>;
    [] crate::str::Chars<'_>, crate::str::CharIndices<'_>, crate::str::Lines<'_>;
    [P: crate::str::Pattern] crate::str::MatchIndices<'_, P>, crate::str::Matches<'_, P>;
}
