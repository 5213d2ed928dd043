//! Hashing, for types that derive Hash.

use crate::cmp::Ordering;

pub trait Hash {
    fn hash<H: Hasher>(&self, state: &mut H);
    fn hash_slice<H: Hasher>(data: &[Self], state: &mut H)
    where
        Self: Sized,
    {
        for x in data {
            x.hash(state);
        }
    }
}

/// Hasher's methods for numbers: of the bytes of a number, of a number of the same size, of what a reference refers to.
macro_rules! numbers {
    (bytes, $me:ident: $($write:ident $t:ident;)*) => {
        $(fn $write(&mut $me, x: $t) { $me.write(&x.to_ne_bytes()); })*
    };
    (same size, $me:ident: $($write:ident $t:ident, $other:ident $of:ident;)*) => {
        $(fn $write(&mut $me, x: $t) { $me.$other(x as $of); })*
    };
    (behind, $me:ident: $($write:ident $t:ident;)*) => {$( fn $write(&mut $me, x: $t) { (**$me).$write(x) } )*};
}

pub trait Hasher {
    fn finish(&self) -> u64;
    fn write(&mut self, bytes: &[u8]);
    numbers! {
        bytes, self:
        write_u8 u8; write_u16 u16; write_u32 u32; write_u64 u64; write_u128 u128; write_usize usize;
    }
    numbers! {
        same size, self:
        write_i8 i8, write_u8 u8; write_i16 i16, write_u16 u16; write_i32 i32, write_u32 u32;
        write_i64 i64, write_u64 u64; write_i128 i128, write_u128 u128; write_isize isize, write_usize usize;
    }
}

/// What is hashed as something else.
macro_rules! hashed_as {
    ($([$($generic:tt)*] $of:ty: $me:ident $state:ident $hashed:expr;)*) => {$(
        impl<$($generic)*> Hash for $of {
            fn hash<H: Hasher>(&$me, $state: &mut H) { $hashed; }
        }
    )*};
}
hashed_as! {
    [] (): self _state {};
    [] !: self _state {};
    [] char: self state state.write_u32(*self as u32);
    [] Ordering: self state state.write_i8(*self as i8);
    [T] *const T: self state state.write_usize(*self as usize);
    [T] *mut T: self state state.write_usize(*self as usize);
    [T: ?Sized + Hash] &T: self state (**self).hash(state);
    [T: ?Sized + Hash] &mut T: self state (**self).hash(state);
    [T: Hash, const N: usize] [T; N]: self state self.as_slice().hash(state);
}
impl<T: Hash, E: Hash> Hash for Result<T, E> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match self {
            Ok(x) => {
                state.write_isize(0);
                x.hash(state);
            }
            Err(e) => {
                state.write_isize(1);
                e.hash(state);
            }
        }
    }
}
impl<T: Hash> Hash for [T] {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_usize(self.len());
        T::hash_slice(self, state);
    }
}
impl<T: Hash> Hash for Option<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match self {
            Some(x) => {
                state.write_isize(1);
                x.hash(state);
            }
            None => state.write_isize(0),
        }
    }
}
impl<H: ?Sized + Hasher> Hasher for &mut H {
    fn finish(&self) -> u64 {
        (**self).finish()
    }
    fn write(&mut self, bytes: &[u8]) {
        (**self).write(bytes)
    }
    numbers! {
        behind, self:
        write_u8 u8; write_u16 u16; write_u32 u32; write_u64 u64; write_u128 u128; write_usize usize;
        write_i8 i8; write_i16 i16; write_i32 i32; write_i64 i64; write_i128 i128; write_isize isize;
    }
}
