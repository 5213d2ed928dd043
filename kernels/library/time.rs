//! Spans of time.

use crate::common::{Debug, Display};
use crate::fmt::{Alignment, Formatter};
use crate::ops::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Sub, SubAssign};

const NANOS: u32 = 1_000_000_000;

/// The compiler knows that there are fewer nanoseconds than NANOS (src/lower/lower_type.c).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Duration {
    secs: u64,
    nanos: u32,
}

/// What floats cannot be as a Duration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TryFromFloatSecsError {
    kind: TryFromFloatSecsErrorKind,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum TryFromFloatSecsErrorKind {
    Negative,
    OverflowOrNan,
}
written! {
    Display TryFromFloatSecsError: self f f.pad(match self.kind {
        TryFromFloatSecsErrorKind::Negative => "cannot convert float seconds to Duration: value is negative",
        TryFromFloatSecsErrorKind::OverflowOrNan =>
            "cannot convert float seconds to Duration: value is either too big or NaN",
    });
}

/// So many of a unit of `$each` seconds.
macro_rules! from_longer {
    ($($name:ident $n:ident $each:literal $words:literal;)*) => {
        $(pub const fn $name($n: u64) -> Duration {
            Duration::from_secs(held_or!($n.checked_mul($each), panic!($words)))
        })*
    };
}
macro_rules! saturating {
    ($($name:ident($o:ident: $of:ty) $checked:ident $end:ident;)*) => {
        $(pub const fn $name(self, $o: $of) -> Duration { held_or!(self.$checked($o), Duration::$end) })*
    };
}
macro_rules! by_float {
    ($($t:ident $from:ident $try_from:ident $as:ident $mul:ident $div:ident $div_duration:ident;)*) => {$(
        pub fn $from(secs: $t) -> Duration {
            match Duration::$try_from(secs) {
                Ok(x) => x,
                Err(e) => panic!("{e}"),
            }
        }
        pub const fn $as(&self) -> $t { self.secs as $t + self.nanos as $t / NANOS as $t }
        pub fn $mul(self, o: $t) -> Duration { Duration::$from(o * self.$as()) }
        pub fn $div(self, o: $t) -> Duration { Duration::$from(self.$as() / o) }
        pub const fn $div_duration(self, o: Duration) -> $t {
            (self.secs as $t * NANOS as $t + self.nanos as $t) / (o.secs as $t * NANOS as $t + o.nanos as $t)
        }
    )*};
}

impl Duration {
    pub const ZERO: Duration = Duration { secs: 0, nanos: 0 };
    pub const MAX: Duration = Duration { secs: u64::MAX, nanos: NANOS - 1 };
    fns! {
        [pub const fn]
        new(secs: u64, nanos: u32) -> Duration {
            let secs = held_or!(secs.checked_add((nanos / NANOS) as u64), panic!("overflow in Duration::new"));
            Duration { secs, nanos: nanos % NANOS }
        }
        from_secs(secs: u64) -> Duration { Duration { secs, nanos: 0 } }
        from_millis(n: u64) -> Duration { Duration { secs: n / 1000, nanos: (n % 1000) as u32 * 1_000_000 } }
        from_micros(n: u64) -> Duration { Duration { secs: n / 1_000_000, nanos: (n % 1_000_000) as u32 * 1000 } }
        from_nanos(n: u64) -> Duration { Duration { secs: n / NANOS as u64, nanos: (n % NANOS as u64) as u32 } }
        is_zero(&self) -> bool { self.secs == 0 && self.nanos == 0 }
        as_secs(&self) -> u64 { self.secs }
        subsec_millis(&self) -> u32 { self.nanos / 1_000_000 }
        subsec_micros(&self) -> u32 { self.nanos / 1000 }
        subsec_nanos(&self) -> u32 { self.nanos }
        as_millis(&self) -> u128 { self.secs as u128 * 1000 + self.subsec_millis() as u128 }
        as_micros(&self) -> u128 { self.secs as u128 * 1_000_000 + self.subsec_micros() as u128 }
        as_nanos(&self) -> u128 { self.secs as u128 * NANOS as u128 + self.nanos as u128 }
        abs_diff(self, o: Duration) -> Duration { held_or!(self.checked_sub(o), o.saturating_sub(self)) }
        checked_add(self, o: Duration) -> Option<Duration> {
            let nanos = self.nanos + o.nanos;
            if_some!(self.secs.checked_add(o.secs), secs => {
                if_some!(secs.checked_add((nanos >= NANOS) as u64), secs => {
                    Some(Duration { secs, nanos: nanos % NANOS })
                })
            })
        }
        checked_sub(self, o: Duration) -> Option<Duration> {
            let borrows = self.nanos < o.nanos;
            if_some!(self.secs.checked_sub(o.secs), secs => {
                if_some!(secs.checked_sub(borrows as u64), secs => {
                    Some(Duration { secs, nanos: self.nanos + if borrows { NANOS } else { 0 } - o.nanos })
                })
            })
        }
        checked_mul(self, n: u32) -> Option<Duration> {
            let nanos = self.nanos as u64 * n as u64;
            if_some!(self.secs.checked_mul(n as u64), secs => {
                if_some!(secs.checked_add(nanos / NANOS as u64), secs => {
                    Some(Duration { secs, nanos: (nanos % NANOS as u64) as u32 })
                })
            })
        }
        checked_div(self, n: u32) -> Option<Duration> {
            none_if!(n == 0);
            let (more, by) = (self.secs % n as u64, n as u64);
            Some(Duration { secs: self.secs / by, nanos: ((more * NANOS as u64 + self.nanos as u64) / by) as u32 })
        }
        => [#[track_caller] #[told_inside] pub const fn]
        from_nanos_u128(n: u128) -> Duration {
            panic_if!(n / NANOS as u128 > u64::MAX as u128, "overflow in `Duration::from_nanos_u128`");
            Duration { secs: (n / NANOS as u128) as u64, nanos: (n % NANOS as u128) as u32 }
        }
        => [pub fn]
        try_from_secs_f32(secs: f32) -> Result<Duration, TryFromFloatSecsError> {
            Duration::try_from_secs_f64(secs as f64)
        }
        try_from_secs_f64(secs: f64) -> Result<Duration, TryFromFloatSecsError> {
            if secs < 0.0 {
                return Err(TryFromFloatSecsError { kind: TryFromFloatSecsErrorKind::Negative });
            }
            if !(secs < 18446744073709551616.0) {
                return Err(TryFromFloatSecsError { kind: TryFromFloatSecsErrorKind::OverflowOrNan });
            }
            // In 2^-83 nanoseconds; what has less than 2^-31 seconds is none. Half goes to even.
            let whole = secs as u64;
            let part = ((secs - whole as f64) * 9671406556917033397649408.0) as u128 * NANOS as u128;
            let (nanos, rest) = ((part >> 83) as u32, part & ((1 << 83) - 1));
            let is_up = rest > 1 << 82 || rest == 1 << 82 && nanos & 1 != 0;
            Ok(Duration::new(whole, nanos + is_up as u32))
        }
    }
    from_longer! {
        from_mins n 60 "overflow in Duration::from_mins";
        from_hours n 3600 "overflow in Duration::from_hours";
    }
    saturating! {
        saturating_add(o: Duration) checked_add MAX;
        saturating_sub(o: Duration) checked_sub ZERO;
        saturating_mul(n: u32) checked_mul MAX;
    }
    by_float! {
        f32 from_secs_f32 try_from_secs_f32 as_secs_f32 mul_f32 div_f32 div_duration_f32;
        f64 from_secs_f64 try_from_secs_f64 as_secs_f64 mul_f64 div_f64 div_duration_f64;
    }
}

macro_rules! operators {
    ($(
        $trait:ident $method:ident $assign:ident $assign_method:ident $op:tt $of:ty, $checked:ident $words:literal
            $($track:ident)?;
    )*) => {$(
        impl $trait<$of> for Duration {
            type Output = Duration;
            $(#[$track])?
            fn $method(self, o: $of) -> Duration { held_or!(self.$checked(o), panic!($words)) }
        }
        impl $assign<$of> for Duration {
            $(#[$track])?
            fn $assign_method(&mut self, o: $of) { *self = *self $op o; }
        }
    )*};
}
operators! {
    Add add AddAssign add_assign + Duration, checked_add "overflow when adding durations";
    Sub sub SubAssign sub_assign - Duration, checked_sub "overflow when subtracting durations";
    Mul mul MulAssign mul_assign * u32, checked_mul "overflow when multiplying duration by scalar";
    Div div DivAssign div_assign / u32,
        checked_div "divide by zero error when dividing duration by scalar" track_caller;
}
impl Mul<Duration> for u32 { type Output = Duration; fn mul(self, o: Duration) -> Duration { o * self } }

/// Seconds run over before the nanoseconds of all are added to them.
macro_rules! sum {
    ($($of:ty)*) => {$(
        impl<'a> crate::iter::Sum<$of> for Duration {
            fn sum<I: Iterator<Item = $of>>(iter: I) -> Duration {
                let (mut secs, mut nanos) = (0u64, 0);
                for x in iter {
                    secs = held_or!(secs.checked_add(x.secs), panic!("overflow in iter::sum over durations"));
                    nanos += x.nanos as u64;
                }
                let more = Duration::from_nanos(nanos);
                secs = held_or!(secs.checked_add(more.secs), panic!("overflow in iter::sum over durations"));
                Duration { secs, nanos: more.nanos }
            }
        }
    )*};
}
sum! { Duration &'a Duration }

impl Debug for Duration {
    fn fmt(&self, f: &mut Formatter<'_>) -> crate::fmt::Result {
        let (mut whole, mut rest, n_digits, unit) = match (self.secs, self.nanos) {
            (0, 0..1000) => (self.nanos as u128, 0, 0, "ns"),
            (0, 0..1_000_000) => ((self.nanos / 1000) as u128, self.nanos % 1000, 3, "\u{b5}s"),
            (0, _) => ((self.nanos / 1_000_000) as u128, self.nanos % 1_000_000, 6, "ms"),
            _ => (self.secs as u128, self.nanos, 9, "s"),
        };
        let (precision, mut n_kept, mut one) = (f.precision(), n_digits, 1);
        // Digits go that are not asked for or, where none are asked for, zeros at the end. Half goes to even.
        while n_kept > precision.unwrap_or(0) && (precision.is_some() || rest / one % 10 == 0) {
            one *= 10;
            n_kept -= 1;
        }
        let (cut, is_odd) = (rest % one, if n_kept > 0 { rest / one & 1 != 0 } else { whole & 1 != 0 });
        rest = rest / one + (2 * cut > one || 2 * cut == one && is_odd) as u32;
        let mut digits = [b'0'; 9];
        counting!(k down from n_kept => {
            digits[k] += (rest % 10) as u8;
            rest /= 10;
        });
        whole += rest as u128;
        let (sign, n_behind) = (if f.sign_plus() { "+" } else { "" }, precision.unwrap_or(n_kept));
        let n_shown = n_behind.min(9);
        let (mut n_chars, mut left) = (sign.len() + unit.chars().count() + 1, whole);
        while left > 9 {
            n_chars += 1;
            left /= 10;
        }
        if n_behind > 0 {
            n_chars += 1 + n_behind;
        }
        let more = f.width().unwrap_or(0).saturating_sub(n_chars);
        let before = match f.align() {
            Some(Alignment::Right) => more,
            Some(Alignment::Center) => more / 2,
            _ => 0,
        };
        let fill = f.fill();
        counting!(k in 0, before => {
            f.write_char(fill)?;
        });
        write!(f, "{sign}{whole}")?;
        if n_behind > 0 {
            let digits = unsafe { str::from_utf8_unchecked(&digits[..n_shown]) };
            write!(f, ".{digits:0<n_behind$}")?;
        }
        write!(f, "{unit}")?;
        counting!(k in before, more => {
            f.write_char(fill)?;
        });
        Ok(())
    }
}
