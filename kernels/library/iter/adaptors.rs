//! Iterators made of iterators, of which each item comes from one item.

use crate::common::{ControlFlow, Try, i};

structs! {
    Map<I, F> { iter: I, f: F }
    Filter<I, P> { iter: I, predicate: P }
    FilterMap<I, F> { iter: I, f: F }
    Enumerate<I> { iter: I, count: usize }
    Rev<I> { iter: I }
    Zip<A, B> { a: A, b: B }
    Chain<A, B> { a: Option<A>, b: Option<B> }
    Scan<I, St, F> { iter: I, state: St, f: F }
    Inspect<I, F> { iter: I, f: F }
    /// An iterator that is a FusedIterator is asked again behind its end, as in rustc.
    Fuse<I> { iter: Option<I> }
}

impl<B, I: Iterator, F: FnMut(I::Item) -> B> Iterator for Map<I, F> {
    type Item = B;
    mapped! { next __step(self) -> B: x (self.f)(x) }
    folded! { __fold fold(self) -> B: all x g g(all, (self.f)(x)) }
    size_hint! { self => self.iter.size_hint() }
}
impl<B, I: DoubleEndedIterator, F: FnMut(I::Item) -> B> DoubleEndedIterator for Map<I, F> {
    mapped! { next_back __step_back(self) -> B: x (self.f)(x) }
    folded! { __rfold rfold(self) -> B: all x g g(all, (self.f)(x)) }
}

/// Adaptors that give `$y` of each item `$x` for which it `$holds`, as `$is` says of one, too. `$given` is what they do
/// for the next one, and `$folded` what a fold of an iterator of the program's own does.
macro_rules! sifting {
    (
        $name:ident<I, $f:ident> [$($b:ident)?] [$($bound:tt)*] -> $item:ty:
        $me:ident $x:ident $y:ident [$($holds:tt)*] $is:expr, $given:block, $all:ident $g:ident $folded:expr
    ) => {
        impl<$($b,)? I: Iterator, $f: $($bound)*> Iterator for $name<I, $f> {
            type Item = $item;
            size_hint! { $me => (0, $me.iter.size_hint().1) }
            sifting! { @ next __step -> $item: $me $x $given }
            folded! { __fold fold($me) -> $item: $all $x $g $folded }
            // One loop, not one within another: threads of a warp stay together whether or not an item is wanted.
            fn fold<Z, G: FnMut(Z, $item) -> Z>(mut $me, init: Z, mut g: G) -> Z {
                let mut all = init;
                while let Some($x) = $me.iter.__step(true) {
                    if $($holds)* {
                        all = g(all, $y);
                    }
                }
                all
            }
            fn count(mut $me) -> usize {
                let mut n = 0;
                while let Some($x) = $me.iter.__step(true) {
                    n += $is as usize;
                }
                n
            }
        }
        impl<$($b,)? I: DoubleEndedIterator, $f: $($bound)*> DoubleEndedIterator for $name<I, $f> {
            sifting! { @ next_back __step_back -> $item: $me $x $given }
            folded! { __rfold rfold($me) -> $item: $all $x $g $folded }
        }
    };
    (@ $next:ident $step:ident -> $item:ty: $me:ident $x:ident $given:block) => {
        fn $next(&mut $me) -> Option<$item> { $me.$step(false) }
        fn $step(&mut $me, whole: bool) -> Option<$item> {
            while let Some($x) = $me.iter.$step(whole) $given
            None
        }
    };
}
sifting! {
    Filter<I, P> [] [FnMut(&I::Item) -> bool] -> I::Item:
    self x x [(self.predicate)(&x)] (self.predicate)(&x), {
        if (self.predicate)(&x) {
            return Some(x);
        }
    }, all g if (self.predicate)(&x) { g(all, x) } else { all }
}
sifting! {
    FilterMap<I, F> [B] [FnMut(I::Item) -> Option<B>] -> B:
    self x y [let Some(y) = (self.f)(x)] (self.f)(x).is_some(), {
        return_some!((self.f)(x));
    }, all g held_or!((self.f)(x), y => g(all, y), all)
}

impl<I: Iterator> Iterator for Enumerate<I> {
    type Item = (usize, I::Item);
    mapped! { next __step(self) -> (usize, I::Item): x (self.counted(), x) }
    folded! { __fold fold(self) -> (usize, I::Item): all x g {
        self.count = self.count.wrapping_add(1);
        g(all, (self.count.wrapping_sub(1), x))
    } }
    fn __count(self) -> usize { self.iter.count() }
    size_hint! { self => self.iter.size_hint() }
    fn nth(&mut self, n: usize) -> Option<(usize, I::Item)> {
        if_some!(self.iter.nth(n), x => {
            let at = self.count.wrapping_add(n);
            self.count = at.wrapping_add(1);
            Some((at, x))
        })
    }
    fn __advance(&mut self, n: usize) -> usize {
        let left = self.iter.__advance(n);
        self.count = self.count.wrapping_add(n - left);
        left
    }
}
impl<I> Enumerate<I> {
    fn counted(&mut self) -> usize {
        let n = self.count;
        self.count = n.wrapping_add(1);
        n
    }
}
impl<I: ExactSizeIterator + DoubleEndedIterator> DoubleEndedIterator for Enumerate<I> {
    mapped! { next_back __step_back(self) -> (usize, I::Item): x (self.count.wrapping_add(self.iter.len()), x) }
    fn __rfold<Z, G: FnMut(Z, (usize, I::Item)) -> Z>(self, init: Z, mut g: G) -> Z {
        let mut n = self.count.wrapping_add(self.iter.len());
        self.iter.rfold(init, |all, x| {
            n = n.wrapping_sub(1);
            g(all, (n, x))
        })
    }
    mapped! { nth_back(self, n: usize) -> (usize, I::Item): x (self.count.wrapping_add(self.iter.len()), x) }
    fn __advance_back(&mut self, n: usize) -> usize { self.iter.__advance_back(n) }
}

impl<I: DoubleEndedIterator> Iterator for Rev<I> {
    type Item = I::Item;
    fn next(&mut self) -> Option<I::Item> { self.iter.next_back() }
    fn __step(&mut self, whole: bool) -> Option<I::Item> { self.iter.__step_back(whole) }
    fn __advance(&mut self, n: usize) -> usize { self.iter.__advance_back(n) }
    folded! { __fold rfold(self) -> I::Item: all x g g(all, x) }
    size_hint! { self => self.iter.size_hint() }
    fn nth(&mut self, n: usize) -> Option<I::Item> { self.iter.nth_back(n) }
}
impl<I: DoubleEndedIterator> DoubleEndedIterator for Rev<I> {
    fn next_back(&mut self) -> Option<I::Item> { self.iter.next() }
    fn __step_back(&mut self, whole: bool) -> Option<I::Item> { self.iter.__step(whole) }
    fn __advance_back(&mut self, n: usize) -> usize { self.iter.__advance(n) }
    folded! { __rfold fold(self) -> I::Item: all x g g(all, x) }
    fn nth_back(&mut self, n: usize) -> Option<I::Item> { self.iter.nth(n) }
}

impl<A: Iterator, B: Iterator> Iterator for Zip<A, B> {
    type Item = (A::Item, B::Item);
    fn next(&mut self) -> Option<(A::Item, B::Item)> { self.__step(false) }
    /// Where core counts the pairs before, `a` is not asked for one that `b` has no other half for.
    fn __step(&mut self, whole: bool) -> Option<(A::Item, B::Item)> {
        if unsafe {
            !i::is_quiet::<A>()
                && (i::is_placed::<A>() && i::is_placed::<B>()
                    || whole && i::is_counted::<A>() && i::is_counted::<B>())
        } && self.b.size_hint().0 == 0
        {
            return None;
        }
        if_some!(self.a.next(), x => if_some!(self.b.next(), y => Some((x, y))))
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        let (a, a_high) = self.a.size_hint();
        let (b, b_high) = self.b.size_hint();
        let high = match (a_high, b_high) {
            (Some(x), Some(y)) => Some(if x < y { x } else { y }),
            (None, y) => y,
            (x, None) => x,
        };
        (if a < b { a } else { b }, high)
    }
}
impl<A: ExactSizeIterator + DoubleEndedIterator, B: ExactSizeIterator + DoubleEndedIterator> DoubleEndedIterator
    for Zip<A, B>
{
    fn next_back(&mut self) -> Option<(A::Item, B::Item)> {
        if unsafe { i::is_placed::<A>() && i::is_placed::<B>() && !(i::is_quiet::<A>() && i::is_quiet::<B>()) }
            && self.len() == 0
        {
            return None;
        }
        while self.a.len() > self.b.len() {
            self.a.next_back();
        }
        while self.b.len() > self.a.len() {
            self.b.next_back();
        }
        // Those that core takes by their places begin, at the first one, with what they skip.
        if unsafe { i::is_placed::<A>() && i::is_placed::<B>() && !(i::is_quiet::<A>() && i::is_quiet::<B>()) }
            && self.a.len() == 1
        {
            return self.next();
        }
        if_both!(self.a.next_back(), self.b.next_back(), x y => Some((x, y)))
    }
}

/// `$next` of two iterators, of which `$first` is gone through before `$second`.
macro_rules! chain_next {
    ($next:ident $nth:ident $step:ident $advance:ident $fold:ident $own:ident, $first:ident $second:ident) => {
        fn $own<Z, G: FnMut(Z, A::Item) -> Z>(self, init: Z, mut g: G) -> Z {
            let mut all = init;
            if let Some($first) = self.$first {
                all = $first.$fold(all, |all, x| g(all, x));
            }
            held_or!(self.$second, $second => $second.$fold(all, g), all)
        }
        chain_next! { @ $next() $first $second }
        chain_next! { @ $step(whole: bool) $first $second }
        fn $nth(&mut self, n: usize) -> Option<A::Item> {
            let mut left = n;
            if let Some($first) = &mut self.$first {
                left = $first.$advance(n);
                if left == 0 {
                    return_some!($first.$next());
                }
                self.$first = None;
            }
            if_some!(&mut self.$second, $second => $second.$nth(left))
        }
        fn $advance(&mut self, n: usize) -> usize {
            let mut left = n;
            if let Some($first) = &mut self.$first {
                left = $first.$advance(n);
                if left == 0 {
                    return 0;
                }
                self.$first = None;
            }
            held_or!(&mut self.$second, $second => $second.$advance(left), left)
        }
    };
    (@ $next:ident($($whole:ident: bool)?) $first:ident $second:ident) => {
        fn $next(&mut self $(, $whole: bool)?) -> Option<A::Item> {
            if let Some($first) = &mut self.$first {
                return_some!($first.$next($($whole)?));
                self.$first = None;
            }
            if_some!(&mut self.$second, $second => $second.$next($($whole)?))
        }
    };
}
impl<A: Iterator, B: Iterator<Item = A::Item>> Iterator for Chain<A, B> {
    type Item = A::Item;
    chain_next! { next nth __step __advance fold __fold, a b }
    fn __count(self) -> usize { self.a.map_or(0, |a| a.count()) + self.b.map_or(0, |b| b.count()) }
    fn __last(self) -> Option<A::Item> {
        let last = self.a.and_then(|a| a.last());
        self.b.and_then(|b| b.last()).or(last)
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        let (a, a_high) = self.a.as_ref().map_or((0, Some(0)), |a| a.size_hint());
        let (b, b_high) = self.b.as_ref().map_or((0, Some(0)), |b| b.size_hint());
        let high = if_both!(a_high, b_high, x y => x.checked_add(y));
        (a.saturating_add(b), high)
    }
}
impl<A: DoubleEndedIterator, B: DoubleEndedIterator<Item = A::Item>> DoubleEndedIterator for Chain<A, B> {
    chain_next! { next_back nth_back __step_back __advance_back rfold __rfold, b a }
}

impl<B, I: Iterator, St, F: FnMut(&mut St, I::Item) -> Option<B>> Iterator for Scan<I, St, F> {
    type Item = B;
    size_hint! { self => (0, self.iter.size_hint().1) }
    fn next(&mut self) -> Option<B> { if_some!(self.iter.next(), x => (self.f)(&mut self.state, x)) }
    fn __step(&mut self, whole: bool) -> Option<B> {
        if_some!(self.iter.__step(false), x => (self.f)(&mut self.state, x))
    }
}

macro_rules! inspect_next {
    ($next:ident $step:ident $own:ident $fold:ident) => {
        inspect_next! { @ $next() }
        inspect_next! { @ $step(whole: bool) }
        folded! { $own $fold(self) -> I::Item: all x g {
            (self.f)(&x);
            g(all, x)
        } }
    };
    (@ $next:ident($($whole:ident: bool)?)) => {
        fn $next(&mut self $(, $whole: bool)?) -> Option<I::Item> {
            let x = self.iter.$next($($whole)?);
            if let Some(y) = &x {
                (self.f)(y);
            }
            x
        }
    };
}
impl<I: Iterator, F: FnMut(&I::Item)> Iterator for Inspect<I, F> {
    type Item = I::Item;
    size_hint! { self => self.iter.size_hint() }
    inspect_next! { next __step __fold fold }
}
impl<I: DoubleEndedIterator, F: FnMut(&I::Item)> DoubleEndedIterator for Inspect<I, F> {
    inspect_next! { next_back __step_back __rfold rfold }
}

macro_rules! fuse_next {
    ($next:ident $nth:ident $step:ident $own:ident $fold:ident) => {
        fn $own<Z, G: FnMut(Z, I::Item) -> Z>(self, init: Z, g: G) -> Z {
            held_or!(self.iter, iter => iter.$fold(init, g), init)
        }
        fuse_next! { @ $next() }
        fuse_next! { @ $nth(n: usize) }
        fuse_next! { @ $step(whole: bool) }
    };
    (@ $next:ident($($n:ident: $of:ty)?)) => {
        fn $next(&mut self $(, $n: $of)?) -> Option<I::Item> {
            if_some!(&mut self.iter, iter => {
                let x = iter.$next($($n)?);
                if x.is_none() && !unsafe { i::is_fused::<I>() } {
                    self.iter = None;
                }
                x
            })
        }
    };
}
impl<I: Iterator> Iterator for Fuse<I> {
    type Item = I::Item;
    size_hint! { self => held_or!(&self.iter, iter => iter.size_hint(), (0, Some(0))) }
    fn __count(self) -> usize { self.iter.map_or(0, |iter| iter.count()) }
    fn __last(self) -> Option<I::Item> { self.iter.and_then(|iter| iter.last()) }
    fuse_next! { next nth __step __fold fold }
}
impl<I: DoubleEndedIterator> DoubleEndedIterator for Fuse<I> {
    fuse_next! { next_back nth_back __step_back __rfold rfold }
}

pub struct Peekable<I: Iterator> {
    pub(crate) iter: I,
    pub(crate) peeked: Option<Option<I::Item>>,
}

impl<I: Iterator> Iterator for Peekable<I> {
    type Item = I::Item;
    fn next(&mut self) -> Option<I::Item> { held_or!(self.peeked.take(), self.iter.next()) }
    fn __step(&mut self, whole: bool) -> Option<I::Item> { held_or!(self.peeked.take(), self.iter.__step(whole)) }
    fn __fold<Z, G: FnMut(Z, I::Item) -> Z>(self, init: Z, mut g: G) -> Z {
        match self.peeked {
            Some(None) => init,
            Some(Some(x)) => self.iter.fold(g(init, x), g),
            None => self.iter.fold(init, g),
        }
    }
    fn __count(self) -> usize {
        match self.peeked {
            Some(None) => 0,
            peeked => peeked.is_some() as usize + self.iter.count(),
        }
    }
    fn __last(self) -> Option<I::Item> {
        match self.peeked {
            Some(None) => None,
            peeked => self.iter.last().or(peeked.flatten()),
        }
    }
    fn nth(&mut self, n: usize) -> Option<I::Item> {
        match self.peeked.take() {
            Some(None) => None,
            Some(x) if n == 0 => x,
            Some(_) => self.iter.nth(n - 1),
            None => self.iter.nth(n),
        }
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        let n = match &self.peeked {
            Some(None) => return (0, Some(0)),
            Some(Some(_)) => 1,
            None => 0,
        };
        let (low, high) = self.iter.size_hint();
        (low.saturating_add(n), high.and_then(|h| h.checked_add(n)))
    }
}
impl<I: DoubleEndedIterator> DoubleEndedIterator for Peekable<I> {
    fn next_back(&mut self) -> Option<I::Item> {
        match &mut self.peeked {
            Some(None) => None,
            Some(first) => held_or!(self.iter.next_back(), x => Some(x), first.take()),
            None => self.iter.next_back(),
        }
    }
    fn __step_back(&mut self, whole: bool) -> Option<I::Item> {
        match &mut self.peeked {
            Some(None) => {
                self.peeked = None;
                None
            }
            Some(first) => held_or!(self.iter.__step_back(whole), x => Some(x), first.take()),
            None => self.iter.__step_back(whole),
        }
    }
    fn __rfold<Z, G: FnMut(Z, I::Item) -> Z>(self, init: Z, mut g: G) -> Z {
        match self.peeked {
            Some(None) => init,
            Some(Some(first)) => {
                let all = self.iter.rfold(init, |all, x| g(all, x));
                g(all, first)
            }
            None => self.iter.rfold(init, g),
        }
    }
    /// The item that has been peeked at comes last, and then nothing is asked for one more.
    fn try_rfold<B, F: FnMut(B, I::Item) -> R, R: Try<Output = B>>(&mut self, init: B, mut f: F) -> R {
        match self.peeked.take() {
            Some(None) => R::from_output(init),
            Some(Some(first)) => match self.iter.try_rfold(init, |all, x| f(all, x)).stop() {
                ControlFlow::Continue(all) => f(all, first),
                ControlFlow::Break(r) => {
                    self.peeked = Some(Some(first));
                    r
                }
            },
            None => self.iter.try_rfold(init, f),
        }
    }
    fn rfind<P: FnMut(&I::Item) -> bool>(&mut self, mut predicate: P) -> Option<I::Item> {
        let found = |(), x| if predicate(&x) { ControlFlow::Break(x) } else { ControlFlow::Continue(()) };
        match self.try_rfold((), found) {
            ControlFlow::Break(x) => Some(x),
            ControlFlow::Continue(()) => None,
        }
    }
}
impl<I: Iterator> Peekable<I> {
    pub fn peek(&mut self) -> Option<&I::Item> { if_some!(self.peek_mut(), x => Some(x)) }
    pub fn peek_mut(&mut self) -> Option<&mut I::Item> {
        if self.peeked.is_none() {
            self.peeked = Some(self.iter.next());
        }
        match &mut self.peeked {
            Some(Some(x)) => Some(x),
            _ => None,
        }
    }
    pub fn next_if<F: FnOnce(&I::Item) -> bool>(&mut self, f: F) -> Option<I::Item> {
        let wanted = held_or!(self.peek(), x => f(x), false);
        if wanted { self.next() } else { None }
    }
    fns! {
        [pub fn]
        next_if_eq[T: ?Sized](&mut self, expected: &T) -> Option<I::Item> [where I::Item: PartialEq<T>]:
            self.next_if(|x| *x == *expected);
    }
    pub fn next_if_map<R, F: FnOnce(I::Item) -> Result<R, I::Item>>(&mut self, f: F) -> Option<R> {
        self.peeked = Some(if_some!(self.next(), x => match f(x) {
            Ok(r) => return Some(r),
            Err(x) => Some(x),
        }));
        None
    }
    pub fn next_if_map_mut<R, F: FnOnce(&mut I::Item) -> Option<R>>(&mut self, f: F) -> Option<R> {
        let r = f(self.peek_mut()?);
        if r.is_some() {
            self.next();
        }
        r
    }
}
copied_views! { [I: Iterator<Item: Clone> + Clone] Peekable<I>: [] iter peeked; }
