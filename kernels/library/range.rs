//! Ranges.

use crate::common::{Debug, Step};
use crate::iter::Iterator;

#[lang = "range_full"]
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct RangeFull;

#[lang = "range"]
#[derive(Clone, Default, PartialEq, Eq, Hash)]
pub struct Range<Idx> {
    pub start: Idx,
    pub end: Idx,
}

#[lang = "range_from"]
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct RangeFrom<Idx> {
    pub start: Idx,
}

#[lang = "range_to"]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct RangeTo<Idx> {
    pub end: Idx,
}

#[lang = "range_inclusive"]
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct RangeInclusive<Idx> {
    pub(crate) start: Idx,
    pub(crate) end: Idx,
    pub(crate) exhausted: bool,
}

#[lang = "range_to_inclusive"]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct RangeToInclusive<Idx> {
    pub end: Idx,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound<T> {
    Included(T),
    Excluded(T),
    Unbounded,
}

#[const_conditional] pub trait RangeBounds<T> {
    fn start_bound(&self) -> Bound<&T>;
    fn end_bound(&self) -> Bound<&T>;
    fn contains<U: ?Sized + PartialOrd<T>>(&self, item: &U) -> bool
    where
        T: PartialOrd<U>,
    {
        (match self.start_bound() {
            Bound::Included(start) => *start <= *item,
            Bound::Excluded(start) => *start < *item,
            Bound::Unbounded => true,
        }) && (match self.end_bound() {
            Bound::Included(end) => *item <= *end,
            Bound::Excluded(end) => *item < *end,
            Bound::Unbounded => true,
        })
    }
}

/// Where each kind of range begins and ends.
macro_rules! bounds {
    ($($range:ty: $me:ident $start:expr, $end:expr;)*) => {$(
        impl<T> RangeBounds<T> for $range {
            fn start_bound(&$me) -> Bound<&T> { $start }
            fn end_bound(&$me) -> Bound<&T> { $end }
        }
    )*};
}
bounds! {
    (Bound<T>, Bound<T>): self self.0.as_ref(), self.1.as_ref();
    RangeFull: self Bound::Unbounded, Bound::Unbounded;
    Range<T>: self Bound::Included(&self.start), Bound::Excluded(&self.end);
    RangeFrom<T>: self Bound::Included(&self.start), Bound::Unbounded;
    RangeTo<T>: self Bound::Unbounded, Bound::Excluded(&self.end);
    RangeInclusive<T>:
        self Bound::Included(&self.start),
        if self.exhausted { Bound::Excluded(&self.end) } else { Bound::Included(&self.end) };
    RangeToInclusive<T>: self Bound::Unbounded, Bound::Included(&self.end);
}

impl<T> Bound<T> {
    matching! {
        self [#[const_unstable] pub fn]
        as_ref(&self) -> Bound<&T>:
            Bound::Included(x) => Bound::Included(x),
            Bound::Excluded(x) => Bound::Excluded(x),
            Bound::Unbounded => Bound::Unbounded;
        => [pub fn]
        map[U, F: FnOnce(T) -> U](self, f: F) -> Bound<U>:
            Bound::Included(x) => Bound::Included(f(x)),
            Bound::Excluded(x) => Bound::Excluded(f(x)),
            Bound::Unbounded => Bound::Unbounded;
    }
}

macro_rules! contains {
    ($($range:ident: $me:ident $item:ident $holds:expr;)*) => {$(
        impl<Idx: PartialOrd<Idx>> $range<Idx> {
            fns! {
                [#[const_conditional] pub fn]
                contains[U: ?Sized + PartialOrd<Idx>](&$me, $item: &U) -> bool [where Idx: PartialOrd<U>] { $holds }
            }
        }
    )*};
}
contains! {
    Range: self item self.start <= *item && *item < self.end;
    RangeFrom: self item self.start <= *item;
    RangeTo: self item *item < self.end;
    RangeToInclusive: self item *item <= self.end;
    RangeInclusive: self item self.start <= *item && if self.exhausted { *item < self.end } else { *item <= self.end };
}
impl<Idx: PartialOrd<Idx>> Range<Idx> {
    #[const_conditional] pub fn is_empty(&self) -> bool { !(self.start < self.end) }
}
impl<Idx> RangeInclusive<Idx> {
    #[lang = "range_inclusive_new"] #[rustc_promotable]
    pub const fn new(start: Idx, end: Idx) -> RangeInclusive<Idx> { RangeInclusive { start, end, exhausted: false } }
    pub const fn start(&self) -> &Idx { &self.start }
    pub const fn end(&self) -> &Idx { &self.end }
}
impl<Idx: PartialOrd<Idx>> RangeInclusive<Idx> {
    #[const_conditional] pub fn is_empty(&self) -> bool { self.exhausted || !(self.start <= self.end) }
}

written! {
    [T: Debug] Debug Range<T>: self f { self.start.fmt(f)?; f.write_str("..")?; self.end.fmt(f) };
    [T: Debug] Debug RangeFrom<T>: self f { self.start.fmt(f)?; f.write_str("..") };
    [T: Debug] Debug RangeTo<T>: self f { f.write_str("..")?; self.end.fmt(f) };
    [T: Debug] Debug RangeToInclusive<T>: self f { f.write_str("..=")?; self.end.fmt(f) };
    [T: Debug] Debug RangeInclusive<T>: self f {
        self.start.fmt(f)?;
        f.write_str("..=")?;
        self.end.fmt(f)?;
        if self.exhausted { f.write_str("@exhausted") } else { Ok(()) }
    };
    Debug RangeFull: self f f.write_str("..");
}

impl<A: Step> Iterator for Range<A> {
    type Item = A;
    fn next(&mut self) -> Option<A> {
        if_true!(self.start < self.end => {
            let n = self.start;
            self.start = Step::next(n);
            Some(n)
        })
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        let n = Step::steps_between(&self.start, &self.end);
        (n, if Step::are_countable(&self.start, &self.end) { Some(n) } else { None })
    }
    fn nth(&mut self, n: usize) -> Option<A> {
        if Step::is_within(&self.start, &self.end, n, self.steps()) {
            let x = Step::forward(self.start, n);
            self.start = Step::next(x);
            Some(x)
        } else {
            self.start = self.end;
            None
        }
    }
    fn __skip_now(&mut self, n: usize) -> bool {
        let is_told = Step::are_countable(&self.start, &self.end); // else size_hint tells whether it was done
        if is_told {
            let is_within = Step::is_within(&self.start, &self.end, n, self.steps());
            self.start = if is_within { Step::forward(self.start, n) } else { self.end };
        }
        is_told
    }
    fn __knows_places(&self) -> bool { true }
    fn __next_step(&mut self, skip: usize, first: &mut bool) -> Option<A> {
        if_true!(self.start < self.end => {
            let n = self.start;
            self.start = Step::skip(n, self.end, skip);
            Some(n)
        })
    }
    #[track_caller] fn count(self) -> usize { Step::counted(&self.start, &self.end) }
    fn last(mut self) -> Option<A> { self.next_back() }
}
impl<A: Step> DoubleEndedIterator for Range<A> {
    fn next_back(&mut self) -> Option<A> {
        if_true!(self.start < self.end => {
            self.end = Step::previous(self.end);
            Some(self.end)
        })
    }
    fn nth_back(&mut self, n: usize) -> Option<A> {
        if Step::is_within(&self.start, &self.end, n, self.steps()) {
            self.end = Step::previous(Step::backward(self.end, n));
            Some(self.end)
        } else {
            self.end = self.start;
            None
        }
    }
}
impl<A: Step> Range<A> {
    fn steps(&self) -> usize { Step::steps_between(&self.start, &self.end) }
}
/// As in core not where a `usize` of 32 bits might be too small.
macro_rules! exact { ($range:ident: $($of:ty)*) => { $(impl ExactSizeIterator for $range<$of> {})* } }
exact! { Range: usize isize u8 i8 u16 i16 u32 i32 }
exact! { RangeInclusive: u8 i8 u16 i16 }

impl<A: Step> Iterator for RangeFrom<A> {
    type Item = A;
    size_hint! { self => (usize::MAX, None) }
    #[track_caller]
    fn next(&mut self) -> Option<A> {
        let n = self.start;
        self.start = Step::after(n, 1);
        Some(n)
    }
    #[track_caller]
    fn nth(&mut self, n: usize) -> Option<A> {
        let x = Step::after(self.start, n);
        self.start = Step::after(x, 1);
        Some(x)
    }
}

impl<A: Step> Iterator for RangeInclusive<A> {
    type Item = A;
    fn next(&mut self) -> Option<A> {
        if self.exhausted {
            None
        } else if self.start <= self.end {
            let n = self.start;
            if n < self.end {
                self.start = Step::next(n);
            } else {
                self.exhausted = true;
            }
            Some(n)
        } else {
            None
        }
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        if self.is_empty() {
            return (0, Some(0));
        }
        let n = Step::steps_between(&self.start, &self.end);
        (n.saturating_add(1), if Step::are_countable(&self.start, &self.end) { n.checked_add(1) } else { None })
    }
    fn nth(&mut self, n: usize) -> Option<A> {
        none_if!(self.is_empty());
        let left = Step::steps_between(&self.start, &self.end);
        if Step::is_within(&self.start, &self.end, n, left) {
            let x = Step::forward(self.start, n);
            self.start = Step::next(x);
            return Some(x);
        }
        self.exhausted = true;
        self.start = self.end;
        if n == left { Some(self.end) } else { None }
    }
}
impl<A: Step> DoubleEndedIterator for RangeInclusive<A> {
    fn next_back(&mut self) -> Option<A> {
        none_if!(self.is_empty());
        let n = self.end;
        if self.start < n {
            self.end = Step::previous(n);
        } else {
            self.exhausted = true;
        }
        Some(n)
    }
    fn nth_back(&mut self, n: usize) -> Option<A> {
        none_if!(self.is_empty());
        let left = Step::steps_between(&self.start, &self.end);
        if Step::is_within(&self.start, &self.end, n, left) {
            let x = Step::backward(self.end, n);
            self.end = Step::previous(x);
            return Some(x);
        }
        self.exhausted = true;
        self.end = self.start;
        if n == left { Some(self.start) } else { None }
    }
}
