//! What tuples implement.

use crate::common::{Debug, Hash, Hasher, Ordering};

impl PartialEq for () { fn eq(&self, _o: &()) -> bool { true } }
impl Eq for () {}
impl Debug for () {}
impl Default for () { fn default() {} }
impl PartialOrd for () { fn partial_cmp(&self, _o: &()) -> Option<Ordering> { Some(Ordering::Equal) } }
impl Ord for () { fn cmp(&self, _o: &()) -> Ordering { Ordering::Equal } }

/// A tuple of n fields: those before the last one, and that.
macro_rules! tuple {
    ($n:literal: $($name:ident $k:tt $x:ident $same:ident),*; $last:ident $z:tt $y:ident $also:ident) => {
        impl<$($name: PartialEq,)* $last: PartialEq> PartialEq for ($($name,)* $last,) {
            fn eq(&self, o: &($($name,)* $last,)) -> bool { $(self.$k == o.$k &&)* self.$z == o.$z }
        }
        impl<$($name: Eq,)* $last: Eq> Eq for ($($name,)* $last,) {}
        impl<$($name: Debug,)* $last: Debug> Debug for ($($name,)* $last,) {}
        impl<$($name: Default,)* $last: Default> Default for ($($name,)* $last,) {
            fn default() -> ($($name,)* $last,) { ($($name::default(),)* $last::default(),) }
        }
        impl<$($name: PartialOrd,)* $last: PartialOrd> PartialOrd for ($($name,)* $last,) {
            fn partial_cmp(&self, o: &($($name,)* $last,)) -> Option<Ordering> {
                $(match self.$k.partial_cmp(&o.$k) { Some(Ordering::Equal) => {} different => return different })*
                self.$z.partial_cmp(&o.$z)
            }
        }
        impl<$($name: Hash,)* $last: Hash> Hash for ($($name,)* $last,) {
            fn hash<S: Hasher>(&self, state: &mut S) { $(self.$k.hash(state);)* self.$z.hash(state); }
        }
        #[never_const] impl<T> From<[T; $n]> for ($($same,)* $also,) {
            fn from([$($x,)* $y]: [T; $n]) -> Self { ($($x,)* $y,) }
        }
        #[never_const] impl<T> From<($($same,)* $also,)> for [T; $n] {
            fn from(($($x,)* $y,): ($($same,)* $also,)) -> Self { [$($x,)* $y] }
        }
        impl<$($name: Ord,)* $last: Ord> Ord for ($($name,)* $last,) {
            fn cmp(&self, o: &($($name,)* $last,)) -> Ordering {
                $(match self.$k.cmp(&o.$k) { Ordering::Equal => {} different => return different })*
                self.$z.cmp(&o.$z)
            }
        }
    };
}
/// Tuples of each length up to that of the row.
macro_rules! tuples {
    ($($name:ident $k:tt $x:ident $same:ident),*;) => {};
    ($($name:ident $k:tt $x:ident $same:ident),*; $n:literal $last:ident $z:tt $y:ident $($more:tt)*) => {
        tuple! { $n: $($name $k $x $same),*; $last $z $y T }
        tuples! { $($name $k $x $same,)* $last $z $y T; $($more)* }
    };
}
tuples! {; 1 A 0 a 2 B 1 b 3 C 2 c 4 D 3 d 5 E 4 e 6 F 5 f 7 G 6 g 8 H 7 h 9 I 8 i 10 J 9 j 11 K 10 k 12 L 11 l }
