//! Integers from other integers, bool and char.

use crate::num::TryFromIntError;

from! {
    i8 => i16 i32 i64 i128 isize;
    i16 => i32 i64 i128 isize;
    i32 => i64 i128;
    i64 => i128;
    u8 => i16 i32 i64 i128 isize u16 u32 u64 u128 usize;
    u16 => i32 i64 i128 u32 u64 u128 usize;
    u32 => i64 i128 u64 u128;
    u64 => i128 u128;
    bool => i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize;
    char => u32 u64 u128;
}

macro_rules! least {
    (i8) => { -128 };
    (i16) => { -32768 };
    (i32) => { -2147483648 };
    (i64) => { -9223372036854775808 };
    (isize) => { -9223372036854775808 };
}
macro_rules! most {
    (i8) => { 127 };
    (i16) => { 32767 };
    (i32) => { 2147483647 };
    (i64) => { 9223372036854775807 };
    (isize) => { 9223372036854775807 };
    (u8) => { 255 };
    (u16) => { 65535 };
    (u32) => { 4294967295 };
    (u64) => { 18446744073709551615 };
    (usize) => { 18446744073709551615 };
    (i128) => { 170141183460469231731687303715884105727 };
}
/// Whether x is no value of `$to`.
macro_rules! outside {
    (never $x:ident $to:ident) => { false };
    (below $x:ident $to:ident) => { $x < 0 };
    (above $x:ident $to:ident) => { $x > most!($to) };
    (beyond $x:ident $to:ident) => { $x < 0 || $x > most!($to) };
    (beside $x:ident $to:ident) => { $x < least!($to) || $x > most!($to) };
}
macro_rules! try_from {
    ($($from:ident $how:ident $($to:ident)*;)*) => {$($(
        impl TryFrom<$from> for $to {
            type Error = TryFromIntError;
            fn try_from(x: $from) -> Result<$to, TryFromIntError> {
                if outside!($how x $to) { Err(TryFromIntError(())) } else { Ok(x as $to) }
            }
        }
    )*)*};
}
try_from! {
    i8 below u8 u16 u32 u64 u128 usize;
    i16 below u16 u32 u64 u128 usize;
    i16 beside i8;
    i16 beyond u8;
    i32 never isize;
    i32 below u32 u64 u128 usize;
    i32 beside i8 i16;
    i32 beyond u8 u16;
    i64 never isize;
    i64 below u64 u128 usize;
    i64 beside i8 i16 i32;
    i64 beyond u8 u16 u32;
    isize never i64 i128;
    isize below u64 u128 usize;
    isize beside i8 i16 i32;
    isize beyond u8 u16 u32;
    u8 above i8;
    u16 never isize;
    u16 above i8 i16 u8;
    u32 never isize usize;
    u32 above i8 i16 i32 u8 u16;
    u64 never usize;
    u64 above i8 i16 i32 i64 isize u8 u16 u32;
    usize never u64 u128 i128;
    usize above i8 i16 i32 i64 isize u8 u16 u32;
    i128 below u128;
    i128 beside i8 i16 i32 i64 isize;
    i128 beyond u8 u16 u32 u64 usize;
    u128 above i8 i16 i32 i64 i128 isize u8 u16 u32 u64 usize;
}
