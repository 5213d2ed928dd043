//! Comparisons.

use crate::option::Option;

#[lang = "eq"]
#[const_conditional] pub trait PartialEq<Rhs: ?Sized = Self> {
    fn eq(&self, other: &Rhs) -> bool;
    fn ne(&self, other: &Rhs) -> bool { !self.eq(other) }
}

pub trait Eq: PartialEq {}

#[lang = "ordering"]
#[repr(i8)]
#[derive(Debug)]
pub enum Ordering {
    Less = -1,
    Equal = 0,
    Greater = 1,
}

copied! { [] Ordering }
compared_as! { Ordering: x => *x as i8; }

macro_rules! is {
    ($($name:ident $op:tt),*) => { $(pub const fn $name(self) -> bool { (self as i8) $op 0 })* };
}
impl Ordering {
    is! { is_eq ==, is_ne !=, is_lt <, is_le <=, is_gt >, is_ge >= }
    matching! {
        self [pub const fn]
        reverse(self) -> Ordering:
            Ordering::Less => Ordering::Greater,
            Ordering::Equal => Ordering::Equal,
            Ordering::Greater => Ordering::Less;
        then(self, other: Ordering) -> Ordering: Ordering::Equal => other, _ => self;
        => [#[const_conditional] pub fn]
        then_with[F: FnOnce() -> Ordering](self, f: F) -> Ordering: Ordering::Equal => f(), _ => self;
    }
}

/// Methods that hold where `partial_cmp` gives one of their results.
macro_rules! by_partial_cmp {
    ($me:ident $($name:ident $($result:ident)|*;)*) => {$(
        fn $name(&$me, other: &Rhs) -> bool {
            match $me.partial_cmp(other) {
                $(Some(Ordering::$result) => true,)*
                _ => false,
            }
        }
    )*};
}

#[lang = "partial_ord"]
#[const_conditional] pub trait PartialOrd<Rhs: ?Sized = Self>: PartialEq<Rhs> {
    fn partial_cmp(&self, other: &Rhs) -> Option<Ordering>;
    by_partial_cmp! { self lt Less; le Less | Equal; gt Greater; ge Greater | Equal; }
}

#[const_conditional] pub trait Ord: Eq + PartialOrd {
    fn cmp(&self, other: &Self) -> Ordering;
    /// Whether `cmp` says Greater.
    fn __exceeds(&self, other: &Self) -> bool { matches!(self.cmp(other), Ordering::Greater) }
    fns! {
        [fn]
        max(self, other: Self) -> Self [where Self: Sized] { if other < self { self } else { other } }
        min(self, other: Self) -> Self [where Self: Sized] { if other < self { other } else { self } }
        => [#[track_caller] fn]
        clamp(self, min: Self, max: Self) -> Self [where Self: Sized] {
            assert!(min <= max, "assertion failed: min <= max");
            if self < min {
                min
            } else if self > max {
                max
            } else {
                self
            }
        }
    }
}

fns! {
    [#[const_conditional] pub fn]
    min[T: Ord](a: T, b: T) -> T { a.min(b) }
    max[T: Ord](a: T, b: T) -> T { a.max(b) }
    min_by_key[T, K: Ord, F: FnMut(&T) -> K](a: T, b: T, mut f: F) -> T { if f(&b) < f(&a) { b } else { a } }
    max_by_key[T, K: Ord, F: FnMut(&T) -> K](a: T, b: T, mut f: F) -> T { if f(&b) < f(&a) { a } else { b } }
}

#[const_conditional] pub fn min_by<T, F: FnOnce(&T, &T) -> Ordering>(a: T, b: T, compare: F) -> T {
    match compare(&a, &b) {
        Ordering::Greater => b,
        _ => a,
    }
}

#[const_conditional] pub fn max_by<T, F: FnOnce(&T, &T) -> Ordering>(a: T, b: T, compare: F) -> T {
    match compare(&a, &b) {
        Ordering::Greater => a,
        _ => b,
    }
}

/// Compares the other way round.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Reverse<T>(pub T);

impl<T: PartialOrd> PartialOrd for Reverse<T> {
    fn partial_cmp(&self, other: &Reverse<T>) -> Option<Ordering> { other.0.partial_cmp(&self.0) }
}
impl<T: Ord> Ord for Reverse<T> {
    fn cmp(&self, other: &Reverse<T>) -> Ordering { other.0.cmp(&self.0) }
}

impl<A: ?Sized + PartialEq<B>, B: ?Sized> PartialEq<&B> for &A {
    fn eq(&self, other: &&B) -> bool { PartialEq::eq(*self, *other) }
    fn ne(&self, other: &&B) -> bool { PartialEq::ne(*self, *other) }
}
macro_rules! references_equal {
    ($($a:ty, $b:ty;)*) => {$(
        impl<A: ?Sized + PartialEq<B>, B: ?Sized> PartialEq<$b> for $a {
            fn eq(&self, other: &$b) -> bool { PartialEq::eq(*self, *other) }
        }
    )*};
}
references_equal! { &mut A, &mut B; &A, &mut B; &mut A, &B; }
impl<A: ?Sized + PartialOrd<B>, B: ?Sized> PartialOrd<&B> for &A {
    fns! {
        [fn]
        partial_cmp(&self, other: &&B) -> Option<Ordering> { PartialOrd::partial_cmp(*self, *other) }
        lt(&self, other: &&B) -> bool { PartialOrd::lt(*self, *other) }
        le(&self, other: &&B) -> bool { PartialOrd::le(*self, *other) }
        gt(&self, other: &&B) -> bool { PartialOrd::gt(*self, *other) }
        ge(&self, other: &&B) -> bool { PartialOrd::ge(*self, *other) }
    }
}
impl<A: ?Sized + PartialOrd<B>, B: ?Sized> PartialOrd<&mut B> for &mut A {
    fn partial_cmp(&self, other: &&mut B) -> Option<Ordering> { PartialOrd::partial_cmp(*self, *other) }
}
macro_rules! pointees_ordered {
    ($($a:ty)*) => {$(
        impl<A: ?Sized + Eq> Eq for $a {}
        impl<A: ?Sized + Ord> Ord for $a {
            fn cmp(&self, other: &Self) -> Ordering { Ord::cmp(*self, *other) }
            fn __exceeds(&self, other: &Self) -> bool { Ord::__exceeds(*self, *other) }
        }
    )*};
}
pointees_ordered! { &A &mut A }

macro_rules! pointers_compared {
    ($($pointer:ty)*) => {$(
        impl<T: ?Sized> PartialEq for $pointer {
            fn eq(&self, other: &$pointer) -> bool { *self == *other }
        }
        impl<T: ?Sized> Eq for $pointer {}
        impl<T: ?Sized> PartialOrd for $pointer {
            fn partial_cmp(&self, other: &$pointer) -> Option<Ordering> { Some(three_way!(*self, *other)) }
        }
        impl<T: ?Sized> Ord for $pointer {
            fn cmp(&self, other: &$pointer) -> Ordering { three_way!(*self, *other) }
        }
    )*};
}
pointers_compared! { *const T *mut T }
