//! Result.

use crate::common::{Debug, Deref, DerefMut, Ordering, i};
use crate::option::IntoIter;

#[lang = "result"]
#[must_use]
#[derive(Debug, Hash)]
pub enum Result<T, E> {
    #[lang = "result_ok"]
    Ok(T),
    #[lang = "result_err"]
    Err(E),
}

impl<T, E> Result<T, E> {
    matching! {
        self [pub const fn]
        is_ok(&self) -> bool: Ok(_) => true, Err(_) => false;
        is_err(&self) -> bool: Ok(_) => false, Err(_) => true;
        as_ref(&self) -> Result<&T, &E>: Ok(x) => Ok(x), Err(e) => Err(e);
        as_mut(&mut self) -> Result<&mut T, &mut E>: Ok(x) => Ok(x), Err(e) => Err(e);
        => [#[track_caller] pub fn]
        unwrap(self) -> T [where E: Debug]:
            Ok(x) => x, Err(e) => panic!("called `Result::unwrap()` on an `Err` value: {e:?}");
        unwrap_err(self) -> E [where T: Debug]:
            Ok(x) => panic!("called `Result::unwrap_err()` on an `Ok` value: {x:?}"), Err(e) => e;
        expect(self, msg: &str) -> T [where E: Debug]:
            Ok(x) => x, Err(e) => unsafe { i::panic_str_of(msg, &e) };
        expect_err(self, msg: &str) -> E [where T: Debug]:
            Ok(x) => unsafe { i::panic_str_of(msg, &x) }, Err(e) => e;
        => [#[const_unstable] pub unsafe fn]
        unwrap_unchecked(self) -> T: Ok(x) => x, Err(_) => unsafe { i::unreachable_unchecked() };
        => [pub unsafe fn]
        unwrap_err_unchecked(self) -> E: Ok(_) => unsafe { i::unreachable_unchecked() }, Err(e) => e;
        => [#[const_conditional] pub fn]
        is_ok_and[F: FnOnce(T) -> bool](self, f: F) -> bool: Ok(x) => f(x), Err(_) => false;
        is_err_and[F: FnOnce(E) -> bool](self, f: F) -> bool: Ok(_) => false, Err(e) => f(e);
        ok(self) -> Option<T>: Ok(x) => Some(x), Err(_) => None;
        err(self) -> Option<E>: Ok(_) => None, Err(e) => Some(e);
        map[U, F: FnOnce(T) -> U](self, f: F) -> Result<U, E>: Ok(x) => Ok(f(x)), Err(e) => Err(e);
        map_or[U, F: FnOnce(T) -> U](self, default: U, f: F) -> U: Ok(x) => f(x), Err(_) => default;
        map_or_else[U, D: FnOnce(E) -> U, F: FnOnce(T) -> U](self, default: D, f: F) -> U:
            Ok(x) => f(x), Err(e) => default(e);
        map_err[F, O: FnOnce(E) -> F](self, op: O) -> Result<T, F>: Ok(x) => Ok(x), Err(e) => Err(op(e));
        and[U](self, other: Result<U, E>) -> Result<U, E>: Ok(_) => other, Err(e) => Err(e);
        and_then[U, F: FnOnce(T) -> Result<U, E>](self, op: F) -> Result<U, E>: Ok(x) => op(x), Err(e) => Err(e);
        or[F](self, other: Result<T, F>) -> Result<T, F>: Ok(x) => Ok(x), Err(_) => other;
        or_else[F, O: FnOnce(E) -> Result<T, F>](self, op: O) -> Result<T, F>: Ok(x) => Ok(x), Err(e) => op(e);
        unwrap_or(self, default: T) -> T: Ok(x) => x, Err(_) => default;
        unwrap_or_else[F: FnOnce(E) -> T](self, op: F) -> T: Ok(x) => x, Err(e) => op(e);
        unwrap_or_default(self) -> T [where T: Default]: Ok(x) => x, Err(_) => T::default();
        as_deref(&self) -> Result<&T::Target, &E> [where T: Deref]: Ok(x) => Ok(x.deref()), Err(e) => Err(e);
        as_deref_mut(&mut self) -> Result<&mut T::Target, &mut E> [where T: DerefMut]:
            Ok(x) => Ok(x.deref_mut()), Err(e) => Err(e);
    }
    #[const_conditional] pub fn inspect<F: FnOnce(&T)>(self, f: F) -> Result<T, E> {
        if let Ok(x) = &self {
            f(x);
        }
        self
    }
    #[const_conditional] pub fn inspect_err<F: FnOnce(&E)>(self, f: F) -> Result<T, E> {
        if let Err(e) = &self {
            f(e);
        }
        self
    }
    pub fn iter(&self) -> IntoIter<&T> { self.as_ref().ok().into_iter() }
    pub fn iter_mut(&mut self) -> IntoIter<&mut T> { self.as_mut().ok().into_iter() }
}
impl<T, E> Result<Option<T>, E> {
    matching! {
        self [pub const fn]
        transpose(self) -> Option<Result<T, E>>: Ok(Some(x)) => Some(Ok(x)), Ok(None) => None, Err(e) => Some(Err(e));
    }
}

impl<T: Clone, E: Clone> Clone for Result<T, E> {
    matching! { self [fn] clone(&self) -> Result<T, E>: Ok(x) => Ok(x.clone()), Err(e) => Err(e.clone()); }
}
impl<T: Copy, E: Copy> Copy for Result<T, E> {}
impl<T: PartialEq, E: PartialEq> PartialEq for Result<T, E> {
    fn eq(&self, other: &Result<T, E>) -> bool {
        match (self, other) {
            (Ok(a), Ok(b)) => *a == *b,
            (Err(a), Err(b)) => *a == *b,
            _ => false,
        }
    }
}
impl<T: Eq, E: Eq> Eq for Result<T, E> {}
macro_rules! ordered {
    ($trait:ident $cmp:ident -> $result:ty: $less:expr, $greater:expr) => {
        impl<T: $trait, E: $trait> $trait for Result<T, E> {
            fn $cmp(&self, other: &Result<T, E>) -> $result {
                match (self, other) {
                    (Ok(a), Ok(b)) => a.$cmp(b),
                    (Err(a), Err(b)) => a.$cmp(b),
                    (Ok(_), Err(_)) => $less,
                    (Err(_), Ok(_)) => $greater,
                }
            }
        }
    };
}
ordered! { PartialOrd partial_cmp -> Option<Ordering>: Some(Ordering::Less), Some(Ordering::Greater) }
ordered! { Ord cmp -> Ordering: Ordering::Less, Ordering::Greater }

impl<T, E> Result<&T, E> {
    matching! { self [pub const fn] copied(self) -> Result<T, E> [where T: Copy]: Ok(x) => Ok(*x), Err(e) => Err(e); }
    matching! { self [pub fn] cloned(self) -> Result<T, E> [where T: Clone]: Ok(x) => Ok(x.clone()), Err(e) => Err(e); }
}
impl<T, E> Result<Result<T, E>, E> {
    matching! { self [pub const fn] flatten(self) -> Result<T, E>: Ok(inner) => inner, Err(e) => Err(e); }
}
