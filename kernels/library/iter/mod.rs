//! Iterators: the traits, and those that begin with nothing.

/// `$next`, where each item becomes another one; and `$step` with it.
macro_rules! mapped {
    ($next:ident $step:ident($me:ident) -> $item:ty: $x:ident $value:expr) => {
        mapped! { $next($me) -> $item: $x $value }
        mapped! { $step($me, whole: bool) -> $item: $x $value }
    };
    ($next:ident($me:ident $(, $n:ident: $of:ty)?) -> $item:ty: $x:ident $value:expr) => {
        fn $next(&mut $me $(, $n: $of)?) -> Option<$item> { if_some!($me.iter.$next($($n)?), $x => Some($value)) }
    };
}

/// `$own` where each item of an inner iterator is folded as `$value` says.
macro_rules! folded {
    ($own:ident $fold:ident($me:ident) -> $item:ty: $all:ident $x:ident $g:ident $value:expr) => {
        fn $own<Z, G: FnMut(Z, $item) -> Z>(mut $me, init: Z, mut $g: G) -> Z {
            $me.iter.$fold(init, |$all, $x| $value)
        }
    };
}

pub(crate) mod adaptors;
pub(crate) mod collect;
pub(crate) mod copied;
pub(crate) mod flat;
pub(crate) mod parts;
pub(crate) mod sources;

use crate::common::{ControlFlow, Ordering, Try, i};

pub use crate::iter::adaptors::*;
pub use crate::iter::collect::{Extend, FromIterator};
pub use crate::iter::copied::*;
pub use crate::iter::flat::*;
pub use crate::iter::parts::*;
pub use crate::iter::sources::*;

/// What a range counts in. The steps never go past the type's ends, but for forward of an open range.
pub(crate) trait Step: Copy + PartialOrd {
    /// The most that a usize says, if there are more.
    fn steps_between(start: &Self, end: &Self) -> usize;
    /// Whether a usize says them all.
    fn are_countable(_start: &Self, _end: &Self) -> bool { true }
    #[track_caller] fn counted(start: &Self, end: &Self) -> usize { Step::steps_between(start, end) }
    /// Whether n is less than the steps between, of which a usize says `left`.
    fn is_within(_start: &Self, _end: &Self, n: usize, left: usize) -> bool { n < left }
    fn forward(start: Self, n: usize) -> Self;
    fn backward(start: Self, n: usize) -> Self;
    /// Forward, with a check that such a value exists.
    #[track_caller] fn after(start: Self, n: usize) -> Self;
    fn next(start: Self) -> Self;
    fn previous(start: Self) -> Self;
    /// `skip` further than the next, or anything that is not less than `end`.
    fn skip(start: Self, end: Self, skip: usize) -> Self {
        let is_within = Step::is_within(&start, &end, skip, Step::steps_between(&start, &end));
        if is_within { Step::next(Step::forward(start, skip)) } else { end }
    }
}

#[lang = "into_iterator"]
pub trait IntoIterator {
    type Item;
    type IntoIter: Iterator<Item = Self::Item>;
    #[lang = "into_iter"] fn into_iter(self) -> Self::IntoIter;
    fns! {
        [fn]
        /// How many items each value of the type has, least and most, where all have alike.
        __size() -> (usize, Option<usize>) [where Self: Sized] { (0, None) }
        /// Whether each value gives one item at most and is used up by it, as core's OneShot.
        __is_one_shot() -> bool [where Self: Sized] { false }
    }
}

impl<I: Iterator> IntoIterator for I {
    type Item = I::Item;
    type IntoIter = I;
    fn into_iter(self) -> I { self }
}

#[lang = "sum"]
pub trait Sum<A = Self>: Sized {
    #[track_caller] fn sum<I: Iterator<Item = A>>(iter: I) -> Self;
    fn __sum<I: Iterator<Item = A>>(iter: I) -> Self { Self::sum(iter) }
}

#[lang = "product"]
pub trait Product<A = Self>: Sized {
    #[track_caller] fn product<I: Iterator<Item = A>>(iter: I) -> Self;
    fn __product<I: Iterator<Item = A>>(iter: I) -> Self { Self::product(iter) }
}

/// Methods that take the iterator itself, whose size is known.
macro_rules! sized {
    ($(
        $(#[$about:meta])?
        fn $name:ident $([$($generic:tt)*])? ($($parameter:tt)*) $(-> $result:ty)? $(where [$($bound:tt)*])? $body:block
    )*) => {$(
        $(#[$about])?
        fn $name $(<$($generic)*>)? ($($parameter)*) $(-> $result)? where Self: Sized, $($($bound)*)? $body
    )*};
}

/// Methods that make an adaptor of the iterator: its other generics, and its fields.
macro_rules! adaptors {
    ($me:ident $(
        $name:ident $([$($generic:tt)*])? ($($parameter:ident: $of:ty),*) -> $adaptor:ident[$($other:ty),*] {
            $($field:tt)*
        }
    )*) => {$(
        fn $name $(<$($generic)*>)? ($me, $($parameter: $of),*) -> $adaptor<Self, $($other),*> where Self: Sized {
            $adaptor { $($field)* }
        }
    )*};
}
/// Methods that take items from one end, with `$next`. The second fold is that of what is or holds an iterator of the
/// program's own, whose fold and so on it asks for.
macro_rules! from_one_end {
    (
        $next:ident $step:ident $advance:ident by $skipped:ident $($false:literal)?:
        $nth:ident [$($fold:ident)*] $try_fold:ident $find:ident
    ) => {
        /// The next item as a fold gets it, which is done with none behind it if it is `whole`. Adaptors that core's
        /// folds go through otherwise than its `$next` does say so.
        fn $step(&mut self, whole: bool) -> Option<Self::Item> { self.$next() }
        /// Passes over n items: how many of them there were not.
        fn $advance(&mut self, n: usize) -> usize {
            let mut left = n;
            while left > 0 {
                if let None = self.$skipped($($false)?) {
                    break;
                }
                left -= 1;
            }
            left
        }
        fn $nth(&mut self, n: usize) -> Option<Self::Item> { if self.$advance(n) > 0 { None } else { self.$next() } }
        sized! {
            $(fn $fold[B, F: FnMut(B, Self::Item) -> B](mut self, init: B, mut f: F) -> B {
                let mut all = init;
                while let Some(x) = self.$step(true) {
                    all = f(all, x);
                }
                all
            })*
            fn $try_fold[B, F: FnMut(B, Self::Item) -> R, R: Try<Output = B>](&mut self, init: B, mut f: F) -> R {
                let mut all = init;
                while let Some(x) = self.$step(false) {
                    match f(all, x).stop() {
                        ControlFlow::Continue(next) => all = next,
                        ControlFlow::Break(r) => return r,
                    }
                }
                R::from_output(all)
            }
            fn $find[P: FnMut(&Self::Item) -> bool](&mut self, mut predicate: P) -> Option<Self::Item> {
                while let Some(x) = self.$step(false) {
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
    ($name:ident $own:ident: $k:ident $key:ident $better:expr) => {
        sized! {
            fn $own[B: Ord, F: FnMut(&Self::Item) -> B](mut self, mut f: F) -> Option<Self::Item> {
                let first = self.next()?;
                let $key = f(&first);
                let better = |(best, $key): (Self::Item, B), x: Self::Item| {
                    let $k = f(&x);
                    if $better { (x, $k) } else { (best, $key) }
                };
                Some(self.fold((first, $key), better).0)
            }
            fn $name[B: Ord, F: FnMut(&Self::Item) -> B](mut self, mut f: F) -> Option<Self::Item> {
                let mut best = self.next()?;
                let mut $key = f(&best);
                while let Some(x) = self.__step(true) {
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
            match ($me.__step(false), other.next()) {
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
    #[lang = "next"] fn next(&mut self) -> Option<Self::Item>;

    size_hint! { self => (0, None) }
    from_one_end! { next __step __advance by __step false: nth [fold __fold] try_fold find }
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
        enumerate() -> Enumerate[] { iter: self, count: 0 }
        peekable() -> Peekable[] { iter: self, peeked: None }
        skip_while[P: FnMut(&Self::Item) -> bool](predicate: P) -> SkipWhile[P] {
            iter: self, started: false, predicate
        }
        take_while[P: FnMut(&Self::Item) -> bool](predicate: P) -> TakeWhile[P] { iter: self, ended: false, predicate }
        map_while[B, P: FnMut(Self::Item) -> Option<B>](predicate: P) -> MapWhile[P] { iter: self, predicate }
        take(n: usize) -> Take[] { iter: self, n }
        scan[St, B, F: FnMut(&mut St, Self::Item) -> Option<B>](initial: St, f: F) -> Scan[St, F] {
            iter: self, state: initial, f
        }
        flat_map[U: IntoIterator, F: FnMut(Self::Item) -> U](f: F) -> FlatMap[U, F] {
            iter: Fuse { iter: Some(self) }, f, front: None, back: None
        }
        fuse() -> Fuse[] { iter: Some(self) }
        inspect[F: FnMut(&Self::Item)](f: F) -> Inspect[F] { iter: self, f }
    }
    best_by_key! { max_by_key __max_by_key: k key !key.__exceeds(&k) }
    best_by_key! { min_by_key __min_by_key: k key key.__exceeds(&k) }
    sized! {
        fn flatten(self) -> Flatten<Self> where [Self::Item: IntoIterator] {
            Flatten { iter: Fuse { iter: Some(self) }, front: None, back: None }
        }
        fn by_ref(&mut self) -> &mut Self { self }
        fn rev(self) -> Rev<Self> where [Self: DoubleEndedIterator] { Rev { iter: self } }
        fn copied['a, T: 'a + Copy](self) -> Copied<Self> where [Self: Iterator<Item = &'a T>] { Copied { iter: self } }
        fn cloned['a, T: 'a + Clone](self) -> Cloned<Self> where [Self: Iterator<Item = &'a T>] {
            Cloned { iter: self }
        }
        fn cycle(self) -> Cycle<Self> where [Self: Clone] { Cycle { orig: self.clone(), iter: self } }
        fn for_each[F: FnMut(Self::Item)](self, mut f: F) { self.fold((), |(), x| f(x)) }
        fn collect[B: FromIterator<Self::Item>](self) -> B { FromIterator::from_iter(self) }
        fn max(self) -> Option<Self::Item> where [Self::Item: Ord] {
            self.reduce(|a, b| if a.__exceeds(&b) { a } else { b })
        }
        fn min(self) -> Option<Self::Item> where [Self::Item: Ord] {
            self.reduce(|a, b| if a.__exceeds(&b) { b } else { a })
        }
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
        fn is_sorted(self) -> bool where [Self::Item: PartialOrd] { self.is_sorted_by(|a, b| *a <= *b) }
        #[track_caller] fn step_by(self, step: usize) -> StepBy<Self> {
            assert!(step != 0, "assertion failed: step != 0");
            StepBy { iter: self, step: step - 1, first: true }
        }
        fn skip(mut self, n: usize) -> Skip<Self> {
            let n = if self.__skip_now(n) { 0 } else { n };
            Skip { iter: self, n }
        }
        fn __count(self) -> usize { self.fold(0, |n, _| n + 1) }
        fn __last(self) -> Option<Self::Item> { self.fold(None, |_, x| Some(x)) }
        fn count(mut self) -> usize {
            let mut n = 0;
            while let Some(_) = self.__step(true) {
                n += 1;
            }
            n
        }
        fn last(mut self) -> Option<Self::Item> {
            let mut last = None;
            while let Some(x) = self.__step(true) {
                last = Some(x);
            }
            last
        }
        fn partition[B: Default + Extend<Self::Item>, F: FnMut(&Self::Item) -> bool](self, mut f: F) -> (B, B) {
            let (mut left, mut right): (B, B) = (B::default(), B::default());
            self.for_each(|x| if f(&x) { left.extend(Some(x)) } else { right.extend(Some(x)) });
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
            if_some!(self.next(), first => Some(self.fold(first, f)))
        }
        fn all[F: FnMut(Self::Item) -> bool](&mut self, mut f: F) -> bool {
            while let Some(x) = self.__step(false) {
                if !f(x) {
                    return false;
                }
            }
            true
        }
        fn any[F: FnMut(Self::Item) -> bool](&mut self, mut f: F) -> bool {
            while let Some(x) = self.__step(false) {
                if f(x) {
                    return true;
                }
            }
            false
        }
        fn find_map[B, F: FnMut(Self::Item) -> Option<B>](&mut self, mut f: F) -> Option<B> {
            while let Some(x) = self.__step(false) {
                return_some!(f(x));
            }
            None
        }
        fn position[P: FnMut(Self::Item) -> bool](&mut self, mut predicate: P) -> Option<usize> {
            let mut n = 0;
            while let Some(x) = self.__step(false) {
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
            while let Some(x) = self.__step_back(false) {
                n -= 1;
                if predicate(x) {
                    return Some(n);
                }
            }
            None
        }
        fn max_by[F: FnMut(&Self::Item, &Self::Item) -> Ordering](self, mut compare: F) -> Option<Self::Item> {
            self.reduce(|a, b| if let Ordering::Greater = compare(&a, &b) { a } else { b })
        }
        fn min_by[F: FnMut(&Self::Item, &Self::Item) -> Ordering](self, mut compare: F) -> Option<Self::Item> {
            self.reduce(|a, b| if let Ordering::Greater = compare(&a, &b) { b } else { a })
        }
        fn try_for_each[F: FnMut(Self::Item) -> R, R: Try<Output = ()>](&mut self, mut f: F) -> R {
            while let Some(x) = self.__step(false) {
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
            if unsafe { i::is_counted::<Self>() && i::is_counted::<I::IntoIter>() }
                && self.size_hint().1 != other.size_hint().1
            {
                return false;
            }
            loop {
                match (self.__step(false), other.next()) {
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
            let mut last = held_or!(self.next(), return true);
            while let Some(x) = self.__step(false) {
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
    fn __advance(&mut self, n: usize) -> usize { (**self).__advance(n) }
    fn __step(&mut self, whole: bool) -> Option<I::Item> {
        if is_thin::<I>() { (**self).__step(false) } else { (**self).next() }
    }
}

/// Whether references to it are addresses only, so that it is no `dyn Iterator`.
fn is_thin<I: ?Sized>() -> bool { unsafe { i::size_of::<&I>() == i::size_of::<usize>() } }

#[lang = "double_ended_iterator"]
pub trait DoubleEndedIterator: Iterator {
    fn next_back(&mut self) -> Option<Self::Item>;
    from_one_end! { next_back __step_back __advance_back by next_back: nth_back [rfold __rfold] try_rfold rfind }
}

impl<I: ?Sized + DoubleEndedIterator> DoubleEndedIterator for &mut I {
    fn next_back(&mut self) -> Option<I::Item> { (**self).next_back() }
    fn nth_back(&mut self, n: usize) -> Option<I::Item> { (**self).nth_back(n) }
    fn __advance_back(&mut self, n: usize) -> usize { (**self).__advance_back(n) }
    fn __step_back(&mut self, whole: bool) -> Option<I::Item> {
        if is_thin::<I>() { (**self).__step_back(false) } else { (**self).next_back() }
    }
}

pub trait ExactSizeIterator: Iterator {
    fn len(&self) -> usize { self.size_hint().0 }
}

/// Gives no more once it has given none.
#[lang = "fused_iterator"] pub trait FusedIterator: Iterator {}
/// Says exactly how many items there are: core's TrustedLen.
#[lang = "counted_iterator"] pub(crate) trait Counted: Iterator {}
/// Whose items core's Zip takes by their places: core's TrustedRandomAccess.
#[lang = "placed_iterator"] pub(crate) trait Placed: Iterator {}
/// Placed, and nobody can tell whether an item has been taken.
#[lang = "quiet_iterator"] pub(crate) trait Quiet: Iterator {}
macro_rules! all_are {
    (@ $trait:ident [] $of:ty) => { impl $trait for $of {} };
    (@ $trait:ident [$($generic:tt)*] $of:ty) => { impl<$($generic)*> $trait for $of {} };
    ($trait:ident: $($generic:tt $($of:ty),*;)*) => { $($(all_are! { @ $trait $generic $of })*)* };
    ($trait:ident $($more:ident)+: $($types:tt)*) => {
        all_are! { $trait: $($types)* }
        all_are! { $($more)+: $($types)* }
    };
}
all_are! {
    FusedIterator:
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
    [T, const N: usize] crate::array::IntoIter<T, N>;
    [] crate::str::Chars<'_>, crate::str::CharIndices<'_>, crate::str::Lines<'_>;
    [P: crate::str::Pattern] crate::str::MatchIndices<'_, P>, crate::str::Matches<'_, P>;
}
all_are! {
    ExactSizeIterator:
    [I: ?Sized + ExactSizeIterator] &mut I;
    [I: ExactSizeIterator] Enumerate<I>, Peekable<I>, Fuse<I>, Take<I>, Skip<I>, StepBy<I>;
    [I: ExactSizeIterator + DoubleEndedIterator] Rev<I>;
    [B, I: ExactSizeIterator, F: FnMut(I::Item) -> B] Map<I, F>;
    [I: ExactSizeIterator, F: FnMut(&I::Item)] Inspect<I, F>;
    [A: ExactSizeIterator, B: ExactSizeIterator] Zip<A, B>;
    [T] Once<T>, Empty<T>, crate::option::IntoIter<T>;
    [T: Clone] RepeatN<T>, Take<Repeat<T>>;
    [T, F: FnOnce() -> T] OnceWith<F>;
    [T, F: FnMut() -> T] Take<RepeatWith<F>>;
    [T, const N: usize] crate::array::IntoIter<T, N>;
}
/// Of as many items as its type says.
pub(crate) trait Array: IntoIterator {}
all_are! {
    Array:
    [T, const N: usize] [T; N];
    ['a, T, const N: usize] &'a [T; N], &'a mut [T; N];
}
all_are! {
    Counted:
    [I: ?Sized + Counted] &mut I;
    [I: Counted] Enumerate<I>, Peekable<I>, Fuse<I>, Take<I>;
    [I: Placed] Skip<I>, StepBy<I>;
    [I: Counted + DoubleEndedIterator] Rev<I>;
    ['a, T: 'a + Copy, I: Counted<Item = &'a T>] Copied<I>;
    ['a, T: 'a + Clone, I: Counted<Item = &'a T>] Cloned<I>;
    [B, I: Counted, F: FnMut(I::Item) -> B] Map<I, F>;
    [A: Counted, B: Counted] Zip<A, B>;
    [A: Counted, B: Counted<Item = A::Item>] Chain<A, B>;
    [I: Counted, U: Array, F: FnMut(I::Item) -> U] FlatMap<I, U, F>;
    [I: Counted<Item: Array>] Flatten<I>;
    [T] Empty<T>, Once<T>, crate::option::IntoIter<T>;
    [T: Clone] Repeat<T>, RepeatN<T>;
    [T, F: FnMut() -> T] RepeatWith<F>;
    [T, F: FnOnce() -> T] OnceWith<F>;
    [] crate::range::Range<u128>, crate::range::Range<i128>, crate::range::Range<char>;
    [T: Step] crate::range::RangeFrom<T>, crate::range::RangeInclusive<T>;
    [T, const N: usize] crate::array::IntoIter<T, N>;
}
all_are! {
    Placed:
    [I: Placed] Enumerate<I>, Fuse<I>, Skip<I>;
    ['a, T: 'a + Copy, I: Placed<Item = &'a T>] Copied<I>;
    ['a, T: 'a + Clone, I: Placed<Item = &'a T>] Cloned<I>;
    [B, I: Placed, F: FnMut(I::Item) -> B] Map<I, F>;
    [A: Placed, B: Placed] Zip<A, B>;
}
all_are! {
    Quiet:
    [I: Quiet] Enumerate<I>, Fuse<I>, Skip<I>;
    ['a, T: 'a + Copy, I: Quiet<Item = &'a T>] Copied<I>;
    [A: Quiet, B: Quiet] Zip<A, B>;
}
all_are! {
    Counted Placed Quiet:
    [] crate::range::Range<u8>, crate::range::Range<u16>, crate::range::Range<u32>, crate::range::Range<u64>;
    [] crate::range::Range<i8>, crate::range::Range<i16>, crate::range::Range<i32>, crate::range::Range<i64>;
    [] crate::range::Range<usize>, crate::range::Range<isize>;
}
all_are! {
    ExactSizeIterator FusedIterator Counted Placed Quiet:
    [T] crate::slice::Iter<'_, T>, crate::slice::IterMut<'_, T>, crate::slice::Windows<'_, T>;
    [T, const N: usize] crate::slice::ArrayWindows<'_, T, N>;
    [T] crate::slice::Chunks<'_, T>, crate::slice::ChunksMut<'_, T>, crate::slice::ChunksExact<'_, T>;
    [T] crate::slice::ChunksExactMut<'_, T>, crate::slice::RChunks<'_, T>, crate::slice::RChunksMut<'_, T>;
    [T] crate::slice::RChunksExact<'_, T>, crate::slice::RChunksExactMut<'_, T>;
}
