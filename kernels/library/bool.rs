//! bool: operators, comparisons, methods.

use crate::cmp::Ordering;
use crate::fmt::{Debug, Display};
use crate::hash::{Hash, Hasher};
use crate::ops::*;

impl Debug for bool {}
impl Display for bool {}
impl Default for bool { fn default() -> bool { false } }
impl PartialEq for bool { fn eq(&self, o: &bool) -> bool { *self == *o } fn ne(&self, o: &bool) -> bool { *self != *o } }
impl Eq for bool {}
impl Ord for bool {
    fn cmp(&self, o: &bool) -> Ordering {
        if *self < *o { Ordering::Less } else if *self == *o { Ordering::Equal } else { Ordering::Greater }
    }
    #[track_caller]
    fn clamp(self, min: bool, max: bool) -> bool {
        assert!(min <= max);
        if self < min { min } else if self > max { max } else { self }
    }
}
impl PartialOrd for bool {
    fn partial_cmp(&self, o: &bool) -> Option<Ordering> {
        Some(if *self < *o { Ordering::Less } else if *self == *o { Ordering::Equal } else { Ordering::Greater })
    }
    fn lt(&self, o: &bool) -> bool { *self < *o }
    fn le(&self, o: &bool) -> bool { *self <= *o }
    fn gt(&self, o: &bool) -> bool { *self > *o }
    fn ge(&self, o: &bool) -> bool { *self >= *o }
}

macro_rules! operators {
    ($($trait:ident $method:ident $op:tt, $assign:ident $assign_method:ident $assign_op:tt;)*) => {$(
        impl $trait for bool { type Output = bool; fn $method(self, o: bool) -> bool { self $op o } }
        impl $trait<&bool> for bool { type Output = bool; fn $method(self, o: &bool) -> bool { self $op *o } }
        impl $trait<bool> for &bool { type Output = bool; fn $method(self, o: bool) -> bool { *self $op o } }
        impl $trait<&bool> for &bool { type Output = bool; fn $method(self, o: &bool) -> bool { *self $op *o } }
        impl $assign for bool { fn $assign_method(&mut self, o: bool) { *self $assign_op o; } }
        impl $assign<&bool> for bool { fn $assign_method(&mut self, o: &bool) { *self $assign_op *o; } }
    )*};
}
operators! {
    BitAnd bitand &, BitAndAssign bitand_assign &=;
    BitOr bitor |, BitOrAssign bitor_assign |=;
    BitXor bitxor ^, BitXorAssign bitxor_assign ^=;
}
impl Not for bool { type Output = bool; fn not(self) -> bool { !self } }
impl Not for &bool { type Output = bool; fn not(self) -> bool { !*self } }
impl Hash for bool { fn hash<H: Hasher>(&self, state: &mut H) { state.write_u8(*self as u8); } }

impl bool {
    #[const_conditional] pub fn then<T, F: FnOnce() -> T>(self, f: F) -> Option<T> { if self { Some(f()) } else { None } }
    #[const_conditional] pub fn then_some<T>(self, x: T) -> Option<T> { if self { Some(x) } else { None } }
}
