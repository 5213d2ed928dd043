//! bool: written by tools/gen_prelude.py.
use crate::cmp::Ordering;
use crate::fmt::{Debug, Display};
use crate::ops::*;

impl Debug for bool {}
impl Display for bool {}
impl Default for bool { fn default() -> bool { false } }
impl PartialEq for bool { fn eq(&self, o: &bool) -> bool { *self == *o } fn ne(&self, o: &bool) -> bool { *self != *o } }
impl Eq for bool {}
impl Ord for bool { fn cmp(&self, o: &bool) -> Ordering { if *self < *o { Ordering::Less } else if *self == *o { Ordering::Equal } else { Ordering::Greater } } #[track_caller] fn clamp(self, min: bool, max: bool) -> bool { assert!(min <= max); if self < min { min } else if self > max { max } else { self } } }
impl PartialOrd for bool { fn partial_cmp(&self, o: &bool) -> Option<Ordering> { Some(if *self < *o { Ordering::Less } else if *self == *o { Ordering::Equal } else { Ordering::Greater }) } fn lt(&self, o: &bool) -> bool { *self < *o } fn le(&self, o: &bool) -> bool { *self <= *o } fn gt(&self, o: &bool) -> bool { *self > *o } fn ge(&self, o: &bool) -> bool { *self >= *o } }
impl BitAnd for bool { type Output = bool; fn bitand(self, o: bool) -> bool { self & o } }
impl BitAnd<&bool> for bool { type Output = bool; fn bitand(self, o: &bool) -> bool { self & *o } }
impl BitAnd<bool> for &bool { type Output = bool; fn bitand(self, o: bool) -> bool { *self & o } }
impl BitAnd<&bool> for &bool { type Output = bool; fn bitand(self, o: &bool) -> bool { *self & *o } }
impl BitAndAssign for bool { fn bitand_assign(&mut self, o: bool) { *self &= o; } }
impl BitAndAssign<&bool> for bool { fn bitand_assign(&mut self, o: &bool) { *self &= *o; } }
impl BitOr for bool { type Output = bool; fn bitor(self, o: bool) -> bool { self | o } }
impl BitOr<&bool> for bool { type Output = bool; fn bitor(self, o: &bool) -> bool { self | *o } }
impl BitOr<bool> for &bool { type Output = bool; fn bitor(self, o: bool) -> bool { *self | o } }
impl BitOr<&bool> for &bool { type Output = bool; fn bitor(self, o: &bool) -> bool { *self | *o } }
impl BitOrAssign for bool { fn bitor_assign(&mut self, o: bool) { *self |= o; } }
impl BitOrAssign<&bool> for bool { fn bitor_assign(&mut self, o: &bool) { *self |= *o; } }
impl BitXor for bool { type Output = bool; fn bitxor(self, o: bool) -> bool { self ^ o } }
impl BitXor<&bool> for bool { type Output = bool; fn bitxor(self, o: &bool) -> bool { self ^ *o } }
impl BitXor<bool> for &bool { type Output = bool; fn bitxor(self, o: bool) -> bool { *self ^ o } }
impl BitXor<&bool> for &bool { type Output = bool; fn bitxor(self, o: &bool) -> bool { *self ^ *o } }
impl BitXorAssign for bool { fn bitxor_assign(&mut self, o: bool) { *self ^= o; } }
impl BitXorAssign<&bool> for bool { fn bitxor_assign(&mut self, o: &bool) { *self ^= *o; } }
impl Not for bool { type Output = bool; fn not(self) -> bool { !self } }
impl Not for &bool { type Output = bool; fn not(self) -> bool { !*self } }
impl crate::hash::Hash for bool { fn hash<H: crate::hash::Hasher>(&self, state: &mut H) { state.write_u8(*self as u8); } }

impl bool {
    pub fn then<T, F: FnOnce() -> T>(self, f: F) -> Option<T> { if self { Some(f()) } else { None } }
    pub fn then_some<T>(self, x: T) -> Option<T> { if self { Some(x) } else { None } }
}
