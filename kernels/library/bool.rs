//! bool: operators, comparisons, methods.

use crate::common::{Debug, Display, Hash, Hasher, Ordering};
use crate::ops::*;

impl Debug for bool {}
impl Display for bool {}
impl Default for bool { fn default() -> bool { false } }
compared! { bool, self o Some(three_way!(*self, *o)) }
impl Eq for bool {}
impl Ord for bool { fn cmp(&self, o: &bool) -> Ordering { three_way!(*self, *o) } }

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
unary! { Not not bool => bool: self { !self } Not not &bool => bool: self { !*self } }
impl Hash for bool { fn hash<H: Hasher>(&self, state: &mut H) { state.write_u8(*self as u8); } }

impl bool {
    #[const_conditional] pub fn then<T, F: FnOnce() -> T>(self, f: F) -> Option<T> {
        if self { Some(f()) } else { None }
    }
    #[const_conditional] pub fn then_some<T>(self, x: T) -> Option<T> { if self { Some(x) } else { None } }
}
