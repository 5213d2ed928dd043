//! Iterators over what iterators give.

use crate::iter::adaptors::Fuse;

/// How many items there are, at least and at most.
type Hint = (usize, Option<usize>);

/// What is left of the outer iterator, of the inner ones begun, and what each inner one has, which may be one-shot.
fn flat_hint(outer: Hint, front: Option<Hint>, back: Option<Hint>, each: Hint, one_shot: bool) -> Hint {
    let (front_low, front_high) = front.unwrap_or((0, Some(0)));
    let (back_low, back_high) = back.unwrap_or((0, Some(0)));
    let low = front_low.saturating_add(back_low);
    let begun = if_both!(front_high, back_high, a b => a.checked_add(b));
    let rest = match (outer, each.1) {
        ((0, Some(0)), _) => Some(0),
        (_, Some(0)) if one_shot => Some(0),
        ((_, Some(n)), Some(most)) => n.checked_mul(most),
        _ => None,
    };
    let high = if_both!(begun, rest, a b => a.checked_add(b));
    (outer.0.saturating_mul(each.0).saturating_add(low), high)
}

/// `$next` of an iterator over what iterators give: items of the inner one begun at this end (`$near`), of those that
/// the outer one still gives, `$inner` each, and of the one begun at the other end (`$far`).
macro_rules! flat_next {
    ($next:ident $step:ident $advance:ident $fold:ident $own:ident $($rest:tt)*) => {
        flat_next! { % $fold $own $($rest)* }
        flat_next! { @ $next() $($rest)* }
        flat_next! { @ $step(whole: bool) $($rest)* }
        flat_next! { @ $step $advance $($rest)* }
    };
    (% $fold:ident $own:ident $of:ty, $near:ident $far:ident, $me:ident $x:ident $inner:expr) => {
        fn $own<Z, G: FnMut(Z, <$of as IntoIterator>::Item) -> Z>(mut $me, init: Z, mut g: G) -> Z {
            let mut all = init;
            if let Some(inner) = $me.$near {
                all = inner.$fold(all, |all, x| g(all, x));
            }
            all = $me.iter.$fold(all, |all, $x| $inner.$fold(all, |all, x| g(all, x)));
            held_or!($me.$far, inner => inner.$fold(all, g), all)
        }
    };
    (@ $step:ident $advance:ident $of:ty, $near:ident $far:ident, $me:ident $x:ident $inner:expr) => {
        fn $advance(&mut $me, n: usize) -> usize {
            let mut left = n;
            if left == 0 && <$of>::__is_one_shot() {
                return 0;
            }
            loop {
                if let Some(inner) = &mut $me.$near {
                    left = inner.$advance(left);
                    if left == 0 {
                        return 0;
                    }
                    $me.$near = None;
                }
                match $me.iter.$step(false) {
                    Some($x) => $me.$near = Some($inner),
                    None => break,
                }
            }
            if let Some(inner) = &mut $me.$far {
                left = inner.$advance(left);
                if left > 0 {
                    $me.$far = None;
                }
            }
            left
        }
    };
    (@ $next:ident($($whole:ident: bool)?) $of:ty, $near:ident $far:ident, $me:ident $x:ident $inner:expr) => {
        fn $next(&mut $me $(, $whole: bool)?) -> Option<<$of as IntoIterator>::Item> {
            loop {
                if let Some(inner) = &mut $me.$near {
                    return_some!(inner.$next($($whole)?));
                    $me.$near = None;
                }
                match $me.iter.$next($($whole)?) {
                    Some($x) => $me.$near = Some($inner),
                    None => break,
                }
            }
            if let Some(inner) = &mut $me.$far {
                return_some!(inner.$next($($whole)?));
                $me.$far = None;
            }
            None
        }
    };
}

pub struct FlatMap<I, U: IntoIterator, F> {
    pub(crate) iter: Fuse<I>,
    pub(crate) f: F,
    pub(crate) front: Option<U::IntoIter>,
    pub(crate) back: Option<U::IntoIter>,
}

pub struct Flatten<I: Iterator<Item: IntoIterator>> {
    pub(crate) iter: Fuse<I>,
    pub(crate) front: Option<<I::Item as IntoIterator>::IntoIter>,
    pub(crate) back: Option<<I::Item as IntoIterator>::IntoIter>,
}

/// Adaptors that go through `$inner` for each item `$x`, which is of what an `$of` holds; the second generics are those
/// of the iterators that have a back.
macro_rules! flattening {
    ($([$($generic:tt)*] [$($back:tt)*] $name:ty, $of:ty: $me:ident $x:ident $inner:expr;)*) => {$(
        impl<$($generic)*> Iterator for $name {
            type Item = <$of as IntoIterator>::Item;
            size_hint! { $me => flat_hint(
                $me.iter.size_hint(),
                $me.front.as_ref().map(|i| i.size_hint()),
                $me.back.as_ref().map(|i| i.size_hint()),
                <$of>::__size(),
                <$of>::__is_one_shot(),
            ) }
            flat_next! { next __step __advance fold __fold $of, front back, $me $x $inner }
            fn __count(mut $me) -> usize {
                let n = $me.front.map_or(0, |inner| inner.count());
                $me.iter.fold(n, |n, $x| n + $inner.count()) + $me.back.map_or(0, |inner| inner.count())
            }
            fn __last(mut $me) -> Option<<$of as IntoIterator>::Item> {
                let last = $me.front.and_then(|inner| inner.last());
                let last = $me.iter.fold(last, |last, $x| $inner.last().or(last));
                $me.back.and_then(|inner| inner.last()).or(last)
            }
        }
        impl<$($back)*> DoubleEndedIterator for $name {
            flat_next! { next_back __step_back __advance_back rfold __rfold $of, back front, $me $x $inner }
        }
    )*};
}
flattening! {
    [I: Iterator, U: IntoIterator, F: FnMut(I::Item) -> U]
    [I: DoubleEndedIterator, U: IntoIterator<IntoIter: DoubleEndedIterator>, F: FnMut(I::Item) -> U]
    FlatMap<I, U, F>, U: self x (self.f)(x).into_iter();
    [I: Iterator<Item: IntoIterator>]
    [I: DoubleEndedIterator<Item: IntoIterator<IntoIter: DoubleEndedIterator>>]
    Flatten<I>, I::Item: self x x.into_iter();
}
copied_views! {
    [I: Clone, U: IntoIterator<IntoIter: Clone>, F: Clone] FlatMap<I, U, F>: [] iter f front back;
    [I: Iterator<Item: IntoIterator<IntoIter: Clone>> + Clone] Flatten<I>: [] iter front back;
}
