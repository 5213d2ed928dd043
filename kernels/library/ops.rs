//! Operators. Implementations for numbers stand in the numbers' files.

pub use crate::range::{Bound, Range, RangeBounds, RangeFrom, RangeFull, RangeInclusive, RangeTo, RangeToInclusive};

macro_rules! operators {
    ($($lang:literal $trait:ident $method:ident, $assign_lang:literal $assign:ident $assign_method:ident;)*) => {$(
        #[lang = $lang]
        #[const_conditional] pub trait $trait<Rhs = Self> {
            type Output;
            fn $method(self, rhs: Rhs) -> Self::Output;
        }
        #[lang = $assign_lang]
        #[const_conditional] pub trait $assign<Rhs = Self> {
            fn $assign_method(&mut self, rhs: Rhs);
        }
    )*};
}
operators! {
    "add" Add add, "add_assign" AddAssign add_assign;
    "sub" Sub sub, "sub_assign" SubAssign sub_assign;
    "mul" Mul mul, "mul_assign" MulAssign mul_assign;
    "div" Div div, "div_assign" DivAssign div_assign;
    "rem" Rem rem, "rem_assign" RemAssign rem_assign;
    "bitand" BitAnd bitand, "bitand_assign" BitAndAssign bitand_assign;
    "bitor" BitOr bitor, "bitor_assign" BitOrAssign bitor_assign;
    "bitxor" BitXor bitxor, "bitxor_assign" BitXorAssign bitxor_assign;
    "shl" Shl shl, "shl_assign" ShlAssign shl_assign;
    "shr" Shr shr, "shr_assign" ShrAssign shr_assign;
}

macro_rules! operators_of_one {
    ($($lang:literal $trait:ident $method:ident;)*) => {$(
        #[lang = $lang]
        #[const_conditional] pub trait $trait {
            type Output;
            fn $method(self) -> Self::Output;
        }
    )*};
}
operators_of_one! { "neg" Neg neg; "not" Not not; }
unary! { Not not ! => !: self { match self {} } }

#[lang = "index"]
#[const_conditional] pub trait Index<Idx: ?Sized> {
    type Output: ?Sized;
    #[track_caller] fn index(&self, index: Idx) -> &Self::Output;
}

#[lang = "index_mut"]
#[const_conditional] pub trait IndexMut<Idx: ?Sized>: Index<Idx> {
    #[track_caller] fn index_mut(&mut self, index: Idx) -> &mut Self::Output;
}

#[lang = "deref"]
#[const_conditional] pub trait Deref {
    type Target: ?Sized;
    fn deref(&self) -> &Self::Target;
}

#[lang = "deref_mut"]
#[const_conditional] pub trait DerefMut: Deref {
    fn deref_mut(&mut self) -> &mut Self::Target;
}

derefs! { [T: ?Sized] &T => T: self { *self } [T: ?Sized] &mut T => T: self { *self } }
derefs! { mut [T: ?Sized] &mut T => T: self { *self } }

#[lang = "drop"]
pub trait Drop {
    fn drop(&mut self);
}

#[lang = "fn_once"]
pub trait FnOnce<Args> {
    #[lang = "fn_once_output"] type Output;
    extern "rust-call" fn call_once(self, args: Args) -> Self::Output;
}

#[lang = "fn_mut"]
pub trait FnMut<Args>: FnOnce<Args> {
    extern "rust-call" fn call_mut(&mut self, args: Args) -> Self::Output;
}

#[lang = "fn_trait"]
pub trait Fn<Args>: FnMut<Args> {
    extern "rust-call" fn call(&self, args: Args) -> Self::Output;
}

/// Makes references to functions callable: a call of one is `$call` of the function that it refers to.
macro_rules! called {
    ($($reference:ty: $of:ident $call:ident;)*) => {$(
        impl<A, F: ?Sized + $of<A>> FnOnce<A> for $reference {
            type Output = F::Output;
            extern "rust-call" fn call_once(self, args: A) -> F::Output { (*self).$call(args) }
        }
        impl<A, F: ?Sized + $of<A>> FnMut<A> for $reference {
            extern "rust-call" fn call_mut(&mut self, args: A) -> F::Output { (**self).$call(args) }
        }
    )*};
}
called! { &F: Fn call; &mut F: FnMut call_mut; }
impl<A, F: ?Sized + Fn<A>> Fn<A> for &F {
    extern "rust-call" fn call(&self, args: A) -> F::Output { (**self).call(args) }
}

/// What try_fold and the like end early on.
pub(crate) trait Try: Sized {
    type Output;
    fn from_output(output: Self::Output) -> Self;
    fn stop(self) -> ControlFlow<Self, Self::Output>;
}

/// What goes on with an output, and what else there is to end early on.
macro_rules! tried {
    ($([$($generic:ident),*] $of:ty: $done:path => $output:ident, $ended:pat => $end:expr;)*) => {$(
        impl<$($generic),*> Try for $of {
            type Output = $output;
            fn from_output(output: $output) -> $of { $done(output) }
            fn stop(self) -> ControlFlow<$of, $output> {
                match self { $done(x) => ControlFlow::Continue(x), $ended => ControlFlow::Break($end) }
            }
        }
    )*};
}
tried! {
    [T] Option<T>: Some => T, None => None;
    [T, E] Result<T, E>: Ok => T, Err(e) => Err(e);
    [B, C] ControlFlow<B, C>: ControlFlow::Continue => C, ControlFlow::Break(x) => ControlFlow::Break(x);
}

/// Whether a loop over something ends early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ControlFlow<B, C = ()> {
    Continue(C),
    Break(B),
}

impl<B, C> ControlFlow<B, C> {
    matching! {
        self [pub const fn]
        is_break(&self) -> bool: ControlFlow::Break(_) => true, ControlFlow::Continue(_) => false;
        is_continue(&self) -> bool: ControlFlow::Break(_) => false, ControlFlow::Continue(_) => true;
        => [#[const_conditional] pub fn]
        break_value(self) -> Option<B>: ControlFlow::Break(x) => Some(x), ControlFlow::Continue(_) => None;
        continue_value(self) -> Option<C>: ControlFlow::Continue(x) => Some(x), ControlFlow::Break(_) => None;
        map_break[T, F: FnOnce(B) -> T](self, f: F) -> ControlFlow<T, C>:
            ControlFlow::Continue(x) => ControlFlow::Continue(x), ControlFlow::Break(x) => ControlFlow::Break(f(x));
        map_continue[T, F: FnOnce(C) -> T](self, f: F) -> ControlFlow<B, T>:
            ControlFlow::Continue(x) => ControlFlow::Continue(f(x)), ControlFlow::Break(x) => ControlFlow::Break(x);
    }
}
