//! Option.

use crate::common::{Deref, DerefMut, Ordering, i};

#[lang = "option"]
#[derive(Debug, Hash)]
pub enum Option<T> {
    #[lang = "option_none"]
    None,
    #[lang = "option_some"]
    Some(T),
}

impl<T> Option<T> {
    matching! {
        self [pub const fn]
        is_some(&self) -> bool: Some(_) => true, None => false;
        is_none(&self) -> bool: Some(_) => false, None => true;
        as_ref(&self) -> Option<&T>: Some(x) => Some(x), None => None;
        as_mut(&mut self) -> Option<&mut T>: Some(x) => Some(x), None => None;
        as_slice(&self) -> &[T]: Some(x) => crate::slice::from_ref(x), None => &[];
        as_mut_slice(&mut self) -> &mut [T]: Some(x) => crate::slice::from_mut(x), None => &mut [];
        => [#[track_caller] pub const fn]
        expect(self, msg: &str) -> T: Some(x) => x, None => unsafe { i::panic_str(msg) };
        unwrap(self) -> T: Some(x) => x, None => panic!("called `Option::unwrap()` on a `None` value");
        => [pub const unsafe fn]
        unwrap_unchecked(self) -> T: Some(x) => x, None => unsafe { i::unreachable_unchecked() };
        => [#[const_conditional] pub fn]
        is_some_and[F: FnOnce(T) -> bool](self, f: F) -> bool: Some(x) => f(x), None => false;
        is_none_or[F: FnOnce(T) -> bool](self, f: F) -> bool: Some(x) => f(x), None => true;
        unwrap_or(self, default: T) -> T: Some(x) => x, None => default;
        unwrap_or_else[F: FnOnce() -> T](self, f: F) -> T: Some(x) => x, None => f();
        unwrap_or_default(self) -> T [where T: Default]: Some(x) => x, None => T::default();
        map[U, F: FnOnce(T) -> U](self, f: F) -> Option<U>: Some(x) => Some(f(x)), None => None;
        map_or[U, F: FnOnce(T) -> U](self, default: U, f: F) -> U: Some(x) => f(x), None => default;
        map_or_else[U, D: FnOnce() -> U, F: FnOnce(T) -> U](self, default: D, f: F) -> U:
            Some(x) => f(x), None => default();
        ok_or[E](self, err: E) -> Result<T, E>: Some(x) => Ok(x), None => Err(err);
        ok_or_else[E, F: FnOnce() -> E](self, err: F) -> Result<T, E>: Some(x) => Ok(x), None => Err(err());
        and[U](self, other: Option<U>) -> Option<U>: Some(_) => other, None => None;
        and_then[U, F: FnOnce(T) -> Option<U>](self, f: F) -> Option<U>: Some(x) => f(x), None => None;
        or(self, other: Option<T>) -> Option<T>: Some(x) => Some(x), None => other;
        or_else[F: FnOnce() -> Option<T>](self, f: F) -> Option<T>: Some(x) => Some(x), None => f();
        as_deref(&self) -> Option<&T::Target> [where T: Deref]: Some(x) => Some(x.deref()), None => None;
        as_deref_mut(&mut self) -> Option<&mut T::Target> [where T: DerefMut]:
            Some(x) => Some(x.deref_mut()), None => None;
    }
    #[const_conditional] pub fn inspect<F: FnOnce(&T)>(self, f: F) -> Option<T> {
        if let Some(ref x) = self {
            f(x);
        }
        self
    }
    #[const_conditional] pub fn filter<P: FnOnce(&T) -> bool>(self, predicate: P) -> Option<T> {
        if let Some(x) = self {
            if predicate(&x) {
                return Some(x);
            }
        }
        None
    }
    #[const_conditional] pub fn xor(self, other: Option<T>) -> Option<T> {
        match (self, other) {
            (Some(x), None) => Some(x),
            (None, Some(y)) => Some(y),
            _ => None,
        }
    }
    #[const_conditional] pub fn insert(&mut self, value: T) -> &mut T {
        *self = Some(value);
        unsafe { self.as_mut().unwrap_unchecked() }
    }
    #[const_conditional] pub fn get_or_insert_with<F: FnOnce() -> T>(&mut self, f: F) -> &mut T {
        if let None = *self {
            *self = Some(f());
        }
        unsafe { self.as_mut().unwrap_unchecked() }
    }
    #[const_conditional] pub fn take_if<P: FnOnce(&mut T) -> bool>(&mut self, predicate: P) -> Option<T> {
        let wanted = held_or!(self, x => predicate(x), false);
        if wanted { self.take() } else { None }
    }
    fns! {
        [#[const_conditional] pub fn]
        get_or_insert_default(&mut self) -> &mut T [where T: Default] { self.get_or_insert_with(T::default) }
        => [pub const fn]
        take(&mut self) -> Option<T> { crate::mem::replace(self, None) }
        replace(&mut self, value: T) -> Option<T> { crate::mem::replace(self, Some(value)) }
        => [pub fn]
        get_or_insert(&mut self, value: T) -> &mut T { self.get_or_insert_with(|| value) }
        iter(&self) -> IntoIter<&T> { IntoIter { value: self.as_ref() } }
        iter_mut(&mut self) -> IntoIter<&mut T> { IntoIter { value: self.as_mut() } }
    }
    #[const_conditional] pub fn zip<U>(self, other: Option<U>) -> Option<(T, U)> {
        if_both!(self, other, a b => Some((a, b)))
    }
}

macro_rules! of_references {
    ($($of:ty)*) => {$(
        impl<T> Option<$of> {
            matching! {
                self [pub const fn] copied(self) -> Option<T> [where T: Copy]: Some(x) => Some(*x), None => None;
                => [pub fn] cloned(self) -> Option<T> [where T: Clone]: Some(x) => Some((*x).clone()), None => None;
            }
        }
    )*};
}
of_references! { &T &mut T }

impl<A, B> Option<(A, B)> {
    matching! {
        self [pub fn] unzip(self) -> (Option<A>, Option<B>): Some((a, b)) => (Some(a), Some(b)), None => (None, None);
    }
}
impl<T> Option<Option<T>> {
    matching! { self [pub const fn] flatten(self) -> Option<T>: Some(inner) => inner, None => None; }
}
impl<T, E> Option<Result<T, E>> {
    matching! {
        self [pub const fn]
        transpose(self) -> Result<Option<T>, E>: Some(Ok(x)) => Ok(Some(x)), Some(Err(e)) => Err(e), None => Ok(None);
    }
}

impl<T: Clone> Clone for Option<T> {
    matching! { self [fn] clone(&self) -> Option<T>: Some(x) => Some(x.clone()), None => None; }
}
impl<T: Copy> Copy for Option<T> {}
impl<T> Default for Option<T> {
    fn default() -> Option<T> { None }
}
impl<T> From<T> for Option<T> {
    fn from(value: T) -> Option<T> { Some(value) }
}
impl<T: PartialEq> PartialEq for Option<T> {
    fn eq(&self, other: &Option<T>) -> bool {
        match (self, other) {
            (Some(a), Some(b)) => *a == *b,
            (None, None) => true,
            _ => false,
        }
    }
}
impl<T: Eq> Eq for Option<T> {}
macro_rules! ordered {
    ($trait:ident $cmp:ident -> $result:ty: $less:expr, $equal:expr, $greater:expr) => {
        impl<T: $trait> $trait for Option<T> {
            fn $cmp(&self, other: &Option<T>) -> $result {
                match (self, other) {
                    (Some(a), Some(b)) => a.$cmp(b),
                    (Some(_), None) => $greater,
                    (None, Some(_)) => $less,
                    (None, None) => $equal,
                }
            }
        }
    };
}
ordered! {
    PartialOrd partial_cmp -> Option<Ordering>:
    Some(Ordering::Less), Some(Ordering::Equal), Some(Ordering::Greater)
}
ordered! { Ord cmp -> Ordering: Ordering::Less, Ordering::Equal, Ordering::Greater }

#[derive(Clone)]
pub struct IntoIter<T> {
    value: Option<T>,
}

iterators! { [T] IntoIter<T> => T: self [exactly self.value.is_some() as usize] self.value.take(); }
double_ended! { [T] IntoIter<T> => T: self self.value.take(); }
macro_rules! into_iter {
    ($([$($generic:tt)*] $of:ty: $item:ty, $me:ident $iter:expr;)*) => {$(
        impl<$($generic)*> IntoIterator for $of {
            type Item = $item;
            type IntoIter = IntoIter<$item>;
            fn __size() -> (usize, Option<usize>) { (0, Some(1)) }
            fn __is_one_shot() -> bool { true }
            fn into_iter($me) -> IntoIter<$item> { $iter }
        }
    )*};
}
into_iter! {
    [T] Option<T>: T, self IntoIter { value: self };
    ['a, T] &'a Option<T>: &'a T, self self.iter();
    ['a, T] &'a mut Option<T>: &'a mut T, self self.iter_mut();
    [T, E] Result<T, E>: T, self self.ok().into_iter();
    ['a, T, E] &'a Result<T, E>: &'a T, self self.iter();
    ['a, T, E] &'a mut Result<T, E>: &'a mut T, self self.iter_mut();
}
