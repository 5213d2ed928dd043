//! Integers: operators, comparisons, methods.

use crate::common::{Debug, Display, FromStr, Hash, Hasher, Ordering, Step, i};
use crate::num::{Int, IntErrorKind, Num, ParseIntError, ShiftCount};
use crate::ops::*;

/// A method that panics where `$checked` gives None.
macro_rules! or_panic {
    ($($name:ident = $checked:ident($($o:ident: $of:ty)?) -> $result:ty, $words:literal;)*) => {$(
        #[track_caller] pub const fn $name(self $(, $o: $of)?) -> $result {
            held_or!(self.$checked($($o)?), panic!($words))
        }
    )*};
}
/// What an overflowing method gives, or None where it overflowed.
macro_rules! unless_over {
    ($with_flag:expr) => {{
        let (x, over) = $with_flag;
        if over { None } else { Some(x) }
    }};
}
/// Division and remainder in the ways that do not panic where MIN is divided by -1: `$at_min` is what wraps there.
/// Rows of unsigned numbers, which have no such case, have none.
macro_rules! divisions {
    ($t:ident $(
        $wrapping:ident $(#[$told:ident])? $overflowing:ident $checked:ident:
            $me:ident $o:ident $value:expr, $unchecked:expr, $at_min:expr;
    )+) => {$(
        #[track_caller] #[told_inside] pub const fn $wrapping($me, $o: $t) -> $t {
            if $me == $t::MIN && $o == -1 { $at_min } else { $value }
        }
        #[track_caller] $(#[$told])? pub const fn $overflowing($me, $o: $t) -> ($t, bool) {
            if $me == $t::MIN && $o == -1 { ($at_min, true) } else { ($value, false) }
        }
        pub const fn $checked($me, $o: $t) -> Option<$t> {
            if $o == 0 || $me == $t::MIN && $o == -1 { None } else { Some($unchecked) }
        }
    )*};
    ($t:ident $(
        $wrapping:ident $overflowing:ident $checked:ident: $me:ident $o:ident $value:expr, $unchecked:expr;
    )+) => {$(
        #[track_caller] pub const fn $wrapping($me, $o: $t) -> $t { $value }
        #[track_caller] pub const fn $overflowing($me, $o: $t) -> ($t, bool) { ($value, false) }
        pub const fn $checked($me, $o: $t) -> Option<$t> { if $o == 0 { None } else { Some($unchecked) } }
    )*};
}

/// Sums and differences with a number of the other signedness, made by `$plain`: `$over` tells whether `$x` has
/// wrapped, and `$end` is the nearest number then.
macro_rules! with_other_sign {
    ($t:ident $other:ident $(
        $plain:ident: $wrapping:ident $overflowing:ident $checked:ident $saturating:ident,
        $me:ident $o:ident $x:ident $over:expr, $end:expr;
    )*) => {$(
        pub const fn $wrapping($me, $o: $other) -> $t { $me.$plain($o as $t) }
        pub const fn $overflowing($me, $o: $other) -> ($t, bool) {
            let $x = $me.$plain($o as $t);
            ($x, $over)
        }
        pub const fn $checked($me, $o: $other) -> Option<$t> { unless_over!($me.$overflowing($o)) }
        pub const fn $saturating($me, $o: $other) -> $t { held_or!($me.$checked($o), $end) }
    )*};
}

/// `$a` times `$b`, in one of the ways of powers.
macro_rules! multiply {
    (plain $a:ident $b:ident $over:ident) => { $a = $a * $b; };
    (wrapping $a:ident $b:ident $over:ident) => { $a = $a.wrapping_mul($b); };
    (overflowing $a:ident $b:ident $over:ident) => {
        let (x, o) = $a.overflowing_mul($b);
        $a = x;
        $over = $over | o;
    };
    (checked $a:ident $b:ident $over:ident) => {
        match $a.checked_mul($b) {
            Some(x) => $a = x,
            None => return None,
        }
    };
}
/// A power by squaring: `$result` of the product `$all`.
macro_rules! power {
    ($how:ident $t:ident $me:ident $n:ident $all:ident $over:ident, $result:expr) => {{
        let mut $all: $t = 1;
        let mut $over = false;
        if $n == 0 {
            return $result;
        }
        let mut left = $n;
        let mut base = $me;
        loop {
            if left & 1 == 1 {
                multiply! { $how $all base $over }
                if left == 1 {
                    return $result;
                }
            }
            left = left / 2;
            multiply! { $how base base $over }
        }
    }};
}

/// The error of a number that the type does not hold.
macro_rules! overflow {
    ($negative:ident) => {
        ParseIntError { kind: if $negative { IntErrorKind::NegOverflow } else { IntErrorKind::PosOverflow } }
    };
    () => { ParseIntError { kind: IntErrorKind::PosOverflow } };
}
/// Divisions of signed numbers that panic where MIN is divided by -1.
macro_rules! strict_divisions {
    ($t:ident $($strict:ident $overflowing:ident $words:literal;)+) => {$(
        #[track_caller] pub const fn $strict(self, o: $t) -> $t {
            held_or!(unless_over!(self.$overflowing(o)), panic!($words))
        }
    )*};
}
/// `$negative`: whether a minus has been read.
macro_rules! from_str_radix {
    ($t:ident $(, $negative:ident)?) => {
        #[track_caller] #[told_inside]
        pub const fn from_str_radix(text: &str, radix: u32) -> Result<$t, ParseIntError> {
            if radix < 2 || radix > 36 {
                panic_in!(
                    "from_ascii_radix: radix must lie in the range `[2, 36]`",
                    "from_ascii_radix: radix must lie in the range `[2, 36]` - found {radix}"
                );
            }
            let bytes = text.as_bytes();
            let n = bytes.len();
            if n == 0 {
                return Err(ParseIntError { kind: IntErrorKind::Empty });
            }
            let mut at = 0;
            $(let mut $negative = false;)?
            match bytes[0] {
                b'+' if n > 1 => at = 1,
                $(b'-' if n > 1 => {
                    at = 1;
                    $negative = true;
                })?
                _ => {}
            }
            let mut x: $t = 0;
            while at < n {
                let digit = match (bytes[at] as char).digit(radix) {
                    Some(d) => d as $t,
                    None => return Err(ParseIntError { kind: IntErrorKind::InvalidDigit }),
                };
                x = match x.checked_mul(radix as $t) {
                    Some(x) => match $(if $negative { x.checked_sub(digit) } else)? { x.checked_add(digit) } {
                        Some(x) => x,
                        None => return Err(overflow!($($negative)?)),
                    },
                    None => return Err(overflow!($($negative)?)),
                };
                at += 1;
            }
            Ok(x)
        }
    };
}
macro_rules! checked_ilog {
    ($t:ident $none:tt) => {
        pub const fn checked_ilog(self, base: $t) -> Option<u32> {
            none_if!(self $none 0 || base <= 1);
            let mut n = 0;
            let mut r = self;
            while r >= base {
                r = r / base;
                n = n + 1;
            }
            Some(n)
        }
    };
}
/// The root of `$x`, bit by bit from `$half` on.
macro_rules! square_root {
    ($t:ident, $x:ident $half:literal) => {{
        let mut r: $t = 0;
        let mut bit: $t = 1 << $half;
        while bit > $x {
            bit = bit >> 2;
        }
        while bit != 0 {
            if $x >= r + bit {
                $x = $x - (r + bit);
                r = (r >> 1) + bit;
            } else {
                r = r >> 1;
            }
            bit = bit >> 2;
        }
        r
    }};
}

/// What `$n` says about a shift of that type.
macro_rules! count {
    (i128 $n:ident) => { $n.wide_shift_count() };
    (u128 $n:ident) => { $n.wide_shift_count() };
    ($t:ident $n:ident) => { $n.shift_count() };
}

macro_rules! shifts {
    ($t:ident: $($trait:ident $method:ident $op:tt $assign:ident $assign_method:ident $assign_op:tt;)*) => {$(
        impl<R: ShiftCount> $trait<R> for $t {
            type Output = $t;
            #[track_caller] #[rustc_inherit_overflow_checks] fn $method(self, o: R) -> $t { self $op count!($t o) }
        }
        impl<R: ShiftCount> $trait<R> for &$t {
            type Output = $t;
            #[track_caller] #[rustc_inherit_overflow_checks] fn $method(self, o: R) -> $t { *self $op count!($t o) }
        }
        impl<R: ShiftCount> $assign<R> for $t {
            #[track_caller] #[rustc_inherit_overflow_checks] fn $assign_method(&mut self, o: R) {
                *self $assign_op count!($t o);
            }
        }
    )*};
}

/// The bytes of a number the other way round.
macro_rules! swapped {
    (i8 $x:ident) => { $x };
    (u8 $x:ident) => { $x };
    ($t:ident $x:ident) => { unsafe { i::bswap($x) } };
}

/// What signed and unsigned integers have alike.
macro_rules! int_of_both_signs {
    (
        $t:ident $other:ident $write:ident $bytes:literal $half:literal $top:literal $bits:literal
        $min:literal $max:literal
    ) => {
        operators! {
            $t:
            #[track_caller] #[rustc_inherit_overflow_checks] Add add + AddAssign add_assign +=;
            #[track_caller] #[rustc_inherit_overflow_checks] Sub sub - SubAssign sub_assign -=;
            #[track_caller] #[rustc_inherit_overflow_checks] Mul mul * MulAssign mul_assign *=;
            #[track_caller] Div div / DivAssign div_assign /=;
            #[track_caller] Rem rem % RemAssign rem_assign %=;
            BitAnd bitand & BitAndAssign bitand_assign &=;
            BitOr bitor | BitOrAssign bitor_assign |=;
            BitXor bitxor ^ BitXorAssign bitxor_assign ^=;
        }
        shifts! { $t: Shl shl << ShlAssign shl_assign <<=; Shr shr >> ShrAssign shr_assign >>=; }
        impl Num for $t { const ZERO: $t = 0; const ONE: $t = 1; }
        impl Int for $t {}
        unary! { Not not $t => $t: self { !self } Not not &$t => $t: self { !*self } }
        impl Debug for $t {}
        impl Display for $t {}
        impl Default for $t { fn default() -> $t { 0 } }
        compared! { $t }
        impl Hash for $t {
            fn hash<H: Hasher>(&self, state: &mut H) { state.$write(*self); }
            fn hash_slice<H: Hasher>(data: &[$t], state: &mut H) {
                state.write(unsafe { &*i::slice_from_raw_parts(data.as_ptr() as *const u8, $bytes * data.len()) });
            }
        }
        impl FromStr for $t {
            type Err = ParseIntError;
            #[track_caller] fn from_str(text: &str) -> Result<$t, ParseIntError> { $t::from_str_radix(text, 10) }
        }
        impl $t {
            pub const MIN: $t = $min;
            pub const MAX: $t = $max;
            pub const BITS: u32 = $bits;
            by_intrinsic! {
                $t:
                [pub const fn](o: $t) wrapping_add wrapping_sub wrapping_mul saturating_add saturating_sub;
                [pub const fn](n: u32) rotate_left rotate_right wrapping_shl wrapping_shr;
                [pub const unsafe fn](o: $t) unchecked_add unchecked_sub unchecked_mul;
                [pub const unsafe fn](n: u32) unchecked_shl unchecked_shr;
            }
            unsafe_fns! {
                [pub const fn]
                count_ones(self) -> u32: i::ctpop(self);
                count_zeros(self) -> u32: i::ctpop(!self);
                leading_zeros(self) -> u32: i::ctlz(self);
                trailing_zeros(self) -> u32: i::cttz(self);
                leading_ones(self) -> u32: i::ctlz(!self);
                trailing_ones(self) -> u32: i::cttz(!self);
                reverse_bits(self) -> $t: i::bitreverse(self);
                to_ne_bytes(self) -> [u8; $bytes]: i::transmute(self);
                to_le_bytes(self) -> [u8; $bytes]: i::transmute(self);
                to_be_bytes(self) -> [u8; $bytes]: i::transmute(self.swap_bytes());
                from_ne_bytes(bytes: [u8; $bytes]) -> $t: i::transmute(bytes);
                from_le_bytes(bytes: [u8; $bytes]) -> $t: i::transmute(bytes);
                overflowing_add(self, o: $t) -> ($t, bool): i::add_with_overflow(self, o);
                overflowing_sub(self, o: $t) -> ($t, bool): i::sub_with_overflow(self, o);
                overflowing_mul(self, o: $t) -> ($t, bool): i::mul_with_overflow(self, o);
                wrapping_neg(self) -> $t: i::wrapping_sub(0, self);
            }
            fns! {
                [pub const fn]
                swap_bytes(self) -> $t { swapped!($t self) }
                to_be(self) -> $t { self.swap_bytes() }
                to_le(self) -> $t { self }
                from_be(x: $t) -> $t { x.swap_bytes() }
                from_le(x: $t) -> $t { x }
                from_be_bytes(bytes: [u8; $bytes]) -> $t { $t::swap_bytes(unsafe { i::transmute(bytes) }) }
                checked_add(self, o: $t) -> Option<$t> { unless_over!(self.overflowing_add(o)) }
                checked_sub(self, o: $t) -> Option<$t> { unless_over!(self.overflowing_sub(o)) }
                checked_mul(self, o: $t) -> Option<$t> { unless_over!(self.overflowing_mul(o)) }
                overflowing_shl(self, n: u32) -> ($t, bool) { (self.wrapping_shl(n), n >= $bits) }
                checked_shl(self, n: u32) -> Option<$t> { if n < $bits { Some(self.wrapping_shl(n)) } else { None } }
                unbounded_shl(self, n: u32) -> $t { if n < $bits { self.wrapping_shl(n) } else { 0 } }
                overflowing_shr(self, n: u32) -> ($t, bool) { (self.wrapping_shr(n), n >= $bits) }
                checked_shr(self, n: u32) -> Option<$t> { if n < $bits { Some(self.wrapping_shr(n)) } else { None } }
                wrapping_pow(self, n: u32) -> $t { power!(wrapping $t self n all over, all) }
                overflowing_pow(self, n: u32) -> ($t, bool) { power!(overflowing $t self n all over, (all, over)) }
                checked_pow(self, n: u32) -> Option<$t> { power!(checked $t self n all over, Some(all)) }
                checked_ilog10(self) -> Option<u32> { self.checked_ilog(10) }
                => [#[track_caller] #[rustc_inherit_overflow_checks] pub const fn]
                pow(self, n: u32) -> $t { power!(plain $t self n all over, all) }
                => [#[track_caller] pub const fn]
                strict_shl(self, n: u32) -> $t {
                    if n >= $bits { panic!("attempt to shift left with overflow") } self.wrapping_shl(n)
                }
                strict_shr(self, n: u32) -> $t {
                    if n >= $bits { panic!("attempt to shift right with overflow") } self.wrapping_shr(n)
                }
                ilog10(self) -> u32 {
                    held_or!(self.checked_ilog(10), panic!("argument of integer logarithm must be positive"))
                }
            }
            or_panic! {
                strict_pow = checked_pow(n: u32) -> $t, "attempt to multiply with overflow";
                strict_add = checked_add(o: $t) -> $t, "attempt to add with overflow";
                strict_sub = checked_sub(o: $t) -> $t, "attempt to subtract with overflow";
                strict_mul = checked_mul(o: $t) -> $t, "attempt to multiply with overflow";
                strict_neg = checked_neg() -> $t, "attempt to negate with overflow";
                ilog2 = checked_ilog2() -> u32, "argument of integer logarithm must be positive";
            }
            #[track_caller] pub const fn ilog(self, base: $t) -> u32 {
                panic_if!(base < 2, "base of integer logarithm must be at least 2");
                held_or!(self.checked_ilog(base), panic!("argument of integer logarithm must be positive"))
            }
            #[rustc_promotable] pub const fn min_value() -> $t { $t::MIN }
            #[rustc_promotable] pub const fn max_value() -> $t { $t::MAX }
        }
    };
}

/// A signed integer; `$other` is the unsigned one of its size.
macro_rules! signed {
    (
        $t:ident $other:ident $write:ident $bytes:literal $half:literal $top:literal $bits:literal
        $min:literal $max:literal
    ) => {
        int_of_both_signs! { $t $other $write $bytes $half $top $bits $min $max }
        impl ShiftCount for $t {
            fn shift_count(self) -> u32 { if self < 0 || self > 127 { self as u32 & 63 | 128 } else { self as u32 } }
            fn wide_shift_count(self) -> u32 {
                if self < 0 || self > 127 { self as u32 & 127 | 128 } else { self as u32 }
            }
        }
        unary! {
            #[track_caller] #[rustc_inherit_overflow_checks] Neg neg $t => $t: self { -self }
            #[track_caller] #[rustc_inherit_overflow_checks] Neg neg &$t => $t: self { -*self }
        }
        impl $t {
            pub const fn saturating_mul(self, o: $t) -> $t {
                let (x, over) = self.overflowing_mul(o);
                if over { if (self < 0) == (o < 0) { $t::MAX } else { $t::MIN } } else { x }
            }
            divisions! {
                $t
                wrapping_div #[told_inside] overflowing_div checked_div:
                    self o self / o, unsafe { i::unchecked_div(self, o) }, $t::MIN;
                wrapping_rem #[told_inside] overflowing_rem checked_rem:
                    self o self % o, unsafe { i::unchecked_rem(self, o) }, 0;
                wrapping_div_euclid #[told_inside] overflowing_div_euclid checked_div_euclid:
                    self o self.div_euclid(o), self.div_euclid(o), $t::MIN;
                wrapping_rem_euclid overflowing_rem_euclid checked_rem_euclid:
                    self o self.rem_euclid(o), self.rem_euclid(o), 0;
            }
            fns! {
                [#[track_caller] #[told_inside] pub const fn]
                saturating_div(self, o: $t) -> $t { if self == $t::MIN && o == -1 { $t::MAX } else { self / o } }
                => [pub const fn]
                overflowing_neg(self) -> ($t, bool) { (self.wrapping_neg(), self == $t::MIN) }
                checked_neg(self) -> Option<$t> { if self == $t::MIN { None } else { Some(self.wrapping_neg()) } }
                unbounded_shr(self, n: u32) -> $t {
                    if n < $bits { self.wrapping_shr(n) } else { self.wrapping_shr($top) }
                }
                saturating_pow(self, n: u32) -> $t {
                    held_or!(self.checked_pow(n), if self < 0 && n % 2 == 1 { $t::MIN } else { $t::MAX })
                }
                wrapping_abs(self) -> $t { if self < 0 { self.wrapping_neg() } else { self } }
                overflowing_abs(self) -> ($t, bool) { (self.wrapping_abs(), self == $t::MIN) }
                checked_abs(self) -> Option<$t> { if self == $t::MIN { None } else { Some(self.wrapping_abs()) } }
                saturating_abs(self) -> $t { if self == $t::MIN { $t::MAX } else { self.wrapping_abs() } }
                saturating_neg(self) -> $t { if self == $t::MIN { $t::MAX } else { self.wrapping_neg() } }
                unsigned_abs(self) -> $other { self.wrapping_abs() as $other }
                signum(self) -> $t { if self < 0 { -1 } else if self > 0 { 1 } else { 0 } }
                is_negative(self) -> bool { self < 0 }
                is_positive(self) -> bool { self > 0 }
                cast_unsigned(self) -> $other { self as $other }
                checked_isqrt(self) -> Option<$t> { if self < 0 { None } else { Some(self.isqrt()) } }
                checked_ilog2(self) -> Option<u32> { if self <= 0 { None } else { Some($top - self.leading_zeros()) } }
                => [#[track_caller] #[rustc_inherit_overflow_checks] pub const fn]
                abs(self) -> $t { if self < 0 { -self } else { self } }
            }
            #[track_caller] pub const fn div_euclid(self, o: $t) -> $t {
                let q = self / o;
                if self % o < 0 { if o > 0 { q - 1 } else { q + 1 } } else { q }
            }
            #[track_caller] pub const fn rem_euclid(self, o: $t) -> $t {
                let r = self % o;
                if r < 0 { r.wrapping_add(o.wrapping_abs()) } else { r }
            }
            pub const fn abs_diff(self, o: $t) -> $other {
                if self < o {
                    (o as $other).wrapping_sub(self as $other)
                } else {
                    (self as $other).wrapping_sub(o as $other)
                }
            }
            with_other_sign! {
                $t $other
                wrapping_add: wrapping_add_unsigned overflowing_add_unsigned checked_add_unsigned
                saturating_add_unsigned, self o x x < self, $t::MAX;
                wrapping_sub: wrapping_sub_unsigned overflowing_sub_unsigned checked_sub_unsigned
                saturating_sub_unsigned, self o x x > self, $t::MIN;
            }
            or_panic! {
                strict_add_unsigned = checked_add_unsigned(o: $other) -> $t, "attempt to add with overflow";
                strict_sub_unsigned = checked_sub_unsigned(o: $other) -> $t, "attempt to subtract with overflow";
                strict_abs = checked_abs() -> $t, "attempt to negate with overflow";
            }
            strict_divisions! {
                $t
                strict_div overflowing_div "attempt to divide with overflow";
                strict_rem overflowing_rem "attempt to calculate the remainder with overflow";
                strict_div_euclid overflowing_div_euclid "attempt to divide with overflow";
                strict_rem_euclid overflowing_rem_euclid "attempt to calculate the remainder with overflow";
            }
            pub const unsafe fn unchecked_neg(self) -> $t { unsafe { i::unchecked_sub(0, self) } }
            from_str_radix! { $t, negative }
            checked_ilog! { $t <= }
            #[track_caller] pub const fn isqrt(self) -> $t {
                panic_if!(self < 0, "argument of integer square root cannot be negative");
                let mut x = self as $other;
                square_root!($other, x $half) as $t
            }
            pub const fn midpoint(self, o: $t) -> $t {
                let t = ((self ^ o) >> 1) + (self & o);
                if t < 0 { t + ((self ^ o) & 1) } else { t }
            }
        }
    };
}

/// An unsigned integer; `$other` is the signed one of its size.
macro_rules! unsigned {
    (
        $t:ident $other:ident $write:ident $bytes:literal $half:literal $top:literal $bits:literal
        $min:literal $max:literal
    ) => {
        int_of_both_signs! { $t $other $write $bytes $half $top $bits $min $max }
        impl ShiftCount for $t {
            fn shift_count(self) -> u32 { if self > 127 { self as u32 & 63 | 128 } else { self as u32 } }
            fn wide_shift_count(self) -> u32 { if self > 127 { self as u32 & 127 | 128 } else { self as u32 } }
        }
        impl $t {
            pub const fn saturating_mul(self, o: $t) -> $t {
                let (x, over) = self.overflowing_mul(o);
                if over { $t::MAX } else { x }
            }
            divisions! {
                $t
                wrapping_div overflowing_div checked_div: self o self / o, unsafe { i::unchecked_div(self, o) };
                wrapping_rem overflowing_rem checked_rem: self o self % o, unsafe { i::unchecked_rem(self, o) };
                wrapping_div_euclid overflowing_div_euclid checked_div_euclid:
                    self o self / o, unsafe { i::unchecked_div(self, o) };
                wrapping_rem_euclid overflowing_rem_euclid checked_rem_euclid:
                    self o self % o, unsafe { i::unchecked_rem(self, o) };
            }
            #[track_caller] pub const fn saturating_div(self, o: $t) -> $t { self / o }
            #[track_caller] pub const fn div_euclid(self, o: $t) -> $t { self / o }
            #[track_caller] pub const fn rem_euclid(self, o: $t) -> $t { self % o }
            #[track_caller] pub const fn div_ceil(self, o: $t) -> $t {
                let d = self / o;
                if self % o > 0 { d + 1 } else { d }
            }
            #[track_caller] #[rustc_inherit_overflow_checks] pub const fn next_multiple_of(self, o: $t) -> $t {
                match self % o {
                    0 => self,
                    r => self + (o - r),
                }
            }
            pub const fn checked_next_multiple_of(self, o: $t) -> Option<$t> {
                none_if!(o == 0);
                match self % o {
                    0 => Some(self),
                    r => self.checked_add(o - r),
                }
            }
            fns! {
                [pub const fn]
                is_multiple_of(self, o: $t) -> bool { if o == 0 { self == 0 } else { self % o == 0 } }
                overflowing_neg(self) -> ($t, bool) { (self.wrapping_neg(), self != 0) }
                checked_neg(self) -> Option<$t> { if self != 0 { None } else { Some(self.wrapping_neg()) } }
                unbounded_shr(self, n: u32) -> $t { if n < $bits { self.wrapping_shr(n) } else { 0 } }
                saturating_pow(self, n: u32) -> $t { held_or!(self.checked_pow(n), $t::MAX) }
                abs_diff(self, o: $t) -> $t { if self < o { o.wrapping_sub(self) } else { self.wrapping_sub(o) } }
                is_power_of_two(self) -> bool { self.count_ones() == 1 }
                checked_next_power_of_two(self) -> Option<$t> { self.one_less_than_next_power_of_two().checked_add(1) }
                cast_signed(self) -> $other { self as $other }
                checked_ilog2(self) -> Option<u32> { if self == 0 { None } else { Some($top - self.leading_zeros()) } }
                midpoint(self, o: $t) -> $t { ((self ^ o) >> 1) + (self & o) }
                => [#[track_caller] #[rustc_inherit_overflow_checks] pub const fn]
                next_power_of_two(self) -> $t { self.one_less_than_next_power_of_two() + 1 }
                => [#[const_unstable] pub fn]
                carrying_mul(self, o: $t, carry: $t) -> ($t, $t) { self.carrying_mul_add(o, carry, 0) }
            }
            const fn one_less_than_next_power_of_two(self) -> $t {
                if self <= 1 { 0 } else { $t::MAX.wrapping_shr((self - 1).leading_zeros()) }
            }
            with_other_sign! {
                $t $other
                wrapping_add: wrapping_add_signed overflowing_add_signed checked_add_signed
                saturating_add_signed, self o x (x < self) != (o < 0), if o < 0 { 0 } else { $t::MAX };
                wrapping_sub: wrapping_sub_signed overflowing_sub_signed checked_sub_signed
                saturating_sub_signed, self o x (x > self) != (o < 0), if o < 0 { $t::MAX } else { 0 };
            }
            pub const fn checked_signed_diff(self, o: $t) -> Option<$other> {
                let d = self.wrapping_sub(o) as $other;
                if (d < 0) == (self < o) { Some(d) } else { None }
            }
            #[const_unstable] pub fn carrying_add(self, o: $t, carry: bool) -> ($t, bool) {
                let (x, a) = self.overflowing_add(o);
                let (x, b) = x.overflowing_add(carry as $t);
                (x, a | b)
            }
            #[const_unstable] pub fn borrowing_sub(self, o: $t, borrow: bool) -> ($t, bool) {
                let (x, a) = self.overflowing_sub(o);
                let (x, b) = x.overflowing_sub(borrow as $t);
                (x, a | b)
            }
            or_panic! {
                strict_add_signed = checked_add_signed(o: $other) -> $t, "attempt to add with overflow";
                strict_sub_signed = checked_sub_signed(o: $other) -> $t, "attempt to subtract with overflow";
            }
            #[track_caller] pub const fn strict_div(self, o: $t) -> $t { self / o }
            #[track_caller] pub const fn strict_rem(self, o: $t) -> $t { self % o }
            #[track_caller] pub const fn strict_div_euclid(self, o: $t) -> $t { self / o }
            #[track_caller] pub const fn strict_rem_euclid(self, o: $t) -> $t { self % o }
            from_str_radix! { $t }
            checked_ilog! { $t == }
            pub const fn isqrt(self) -> $t {
                let mut x = self;
                square_root!($t, x $half)
            }
        }
    };
}

signed! { i8 u8 write_i8 1 6 7 8 -128 127 }
signed! { i16 u16 write_i16 2 14 15 16 -32768 32767 }
signed! { i32 u32 write_i32 4 30 31 32 -2147483648 2147483647 }
signed! { i64 u64 write_i64 8 62 63 64 -9223372036854775808 9223372036854775807 }
signed! { isize usize write_isize 8 62 63 64 -9223372036854775808 9223372036854775807 }
signed! {
    i128 u128 write_i128 16 126 127 128
    -170141183460469231731687303715884105728 170141183460469231731687303715884105727
}
unsigned! { u8 i8 write_u8 1 6 7 8 0 255 }
unsigned! { u16 i16 write_u16 2 14 15 16 0 65535 }
unsigned! { u32 i32 write_u32 4 30 31 32 0 4294967295 }
unsigned! { u64 i64 write_u64 8 62 63 64 0 18446744073709551615 }
unsigned! { usize isize write_usize 8 62 63 64 0 18446744073709551615 }
unsigned! { u128 i128 write_u128 16 126 127 128 0 340282366920938463463374607431768211455 }

/// How far an end is behind a start, or the most that a usize says.
macro_rules! distance {
    (i128 $start:ident $end:ident) => { distance!(wide $start $end) };
    (u128 $start:ident $end:ident) => { distance!(wide $start $end) };
    (wide $start:ident $end:ident) => {{
        let n = unsafe { i::wrapping_sub(*$end as u128, *$start as u128) };
        if n > usize::MAX as u128 { usize::MAX } else { n as usize }
    }};
    ($t:ident $start:ident $end:ident) => { unsafe { i::wrapping_sub(*$end as usize, *$start as usize) } };
}
macro_rules! countable {
    (i128) => { countable! { wide i128 } };
    (u128) => { countable! { wide u128 } };
    (wide $t:ident) => {
        fn are_countable(start: &$t, end: &$t) -> bool {
            *start >= *end || unsafe { i::wrapping_sub(*end as u128, *start as u128) } <= usize::MAX as u128
        }
        #[track_caller]
        fn counted(start: &$t, end: &$t) -> usize {
            assert!(Step::are_countable(start, end), "count overflowed usize");
            Step::steps_between(start, end)
        }
        fn is_within(start: &$t, end: &$t, n: usize, left: usize) -> bool {
            n < left || !Step::are_countable(start, end)
        }
    };
    ($t:ident) => {};
}

/// `skip` of the types that hold each usize: a sum, which an optimizer knows as a loop's step.
macro_rules! step {
    ($($t:ident $($skip:ident)?),*) => {$(
        impl Step for $t {
            fn steps_between(start: &$t, end: &$t) -> usize { if *start < *end { distance!($t start end) } else { 0 } }
            countable! { $t }
            fn forward(start: $t, n: usize) -> $t { unsafe { i::wrapping_add(start, n as $t) } }
            fn backward(start: $t, n: usize) -> $t { unsafe { i::wrapping_sub(start, n as $t) } }
            #[track_caller] #[rustc_inherit_overflow_checks] fn after(start: $t, n: usize) -> $t {
                if n == 1 {
                    return start + 1;
                }
                if n > Step::steps_between(&start, &$t::MAX) {
                    let _top = unsafe { i::black_box($t::MAX) } + 1;
                }
                Step::forward(start, n)
            }
            fn next(start: $t) -> $t { unsafe { i::unchecked_add(start, 1) } }
            fn previous(start: $t) -> $t { unsafe { i::unchecked_sub(start, 1) } }
            $(
                fn $skip(start: $t, _end: $t, skip: usize) -> $t {
                    let next = unsafe { i::wrapping_add(start, i::wrapping_add(skip as $t, 1)) };
                    if next > start { next } else { $t::MAX }
                }
            )?
        }
    )*};
}
step! { i8, i16, i32, i64, i128, isize, u8, u16, u32, u64 skip, u128, usize skip }

macro_rules! carrying_mul_add {
    (through u32: $($t:ident $bits:literal)*) => {$(
        impl $t {
            #[const_unstable] pub fn carrying_mul_add(self, o: $t, carry: $t, add: $t) -> ($t, $t) {
                let all = self as u32 * o as u32 + carry as u32 + add as u32;
                (all as $t, (all >> $bits) as $t)
            }
        }
    )*};
    (by halves: $t:ident) => {
        impl $t {
            #[const_unstable] pub fn carrying_mul_add(self, o: $t, carry: $t, add: $t) -> ($t, $t) {
                const HALF: $t = $t::MAX >> ($t::BITS / 2);
                let (a, b) = (self >> ($t::BITS / 2), o >> ($t::BITS / 2));
                let (x, y) = ((self & HALF) * b, a * (o & HALF));
                let middle = ((self & HALF) * (o & HALF) >> ($t::BITS / 2)) + (x & HALF) + (y & HALF);
                let high = a * b + (x >> ($t::BITS / 2)) + (y >> ($t::BITS / 2)) + (middle >> ($t::BITS / 2));
                let (x, a) = self.wrapping_mul(o).overflowing_add(carry);
                let (x, b) = x.overflowing_add(add);
                (x, high + a as $t + b as $t)
            }
        }
    };
    ($($t:ident)*) => {$(
        impl $t {
            #[const_unstable] pub fn carrying_mul_add(self, o: $t, carry: $t, add: $t) -> ($t, $t) {
                let (x, a) = self.wrapping_mul(o).overflowing_add(carry);
                let (x, b) = x.overflowing_add(add);
                (x, unsafe { i::mul_high(self, o) } + a as $t + b as $t)
            }
        }
    )*};
}
carrying_mul_add! { through u32: u8 8 u16 16 }
carrying_mul_add! { u32 u64 usize }
carrying_mul_add! { by halves: u128 }
