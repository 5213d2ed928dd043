//! Comparisons.

use crate::option::Option;

#[lang = "eq"]
#[const_conditional] pub trait PartialEq<Rhs: ?Sized = Self> {
    fn eq(&self, other: &Rhs) -> bool;
    fn ne(&self, other: &Rhs) -> bool { !self.eq(other) }
}

#[lang = "total_eq"] pub trait Eq: PartialEq {}

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

#[lang = "ord"] #[const_conditional] pub trait Ord: Eq + PartialOrd {
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
    min_by[T, F: FnOnce(&T, &T) -> Ordering](a: T, b: T, compare: F) -> T {
        if let Ordering::Greater = compare(&a, &b) { b } else { a }
    }
    max_by[T, F: FnOnce(&T, &T) -> Ordering](a: T, b: T, compare: F) -> T {
        if let Ordering::Greater = compare(&a, &b) { a } else { b }
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

/// References compare as what they refer to.
macro_rules! references_compared {
    ($($trait:ident $a:ty, $b:ty: $($method:ident -> $result:ty),*;)*) => {$(
        impl<A: ?Sized + $trait<B>, B: ?Sized> $trait<$b> for $a {
            $(fn $method(&self, other: &$b) -> $result { $trait::$method(*self, *other) })*
        }
    )*};
}
references_compared! {
    PartialEq &A, &B: eq -> bool, ne -> bool;
    PartialEq &mut A, &mut B: eq -> bool, ne -> bool;
    PartialEq &A, &mut B: eq -> bool, ne -> bool;
    PartialEq &mut A, &B: eq -> bool, ne -> bool;
    PartialOrd &A, &B: partial_cmp -> Option<Ordering>, lt -> bool, le -> bool, gt -> bool, ge -> bool;
    PartialOrd &mut A, &mut B: partial_cmp -> Option<Ordering>, lt -> bool, le -> bool, gt -> bool, ge -> bool;
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
