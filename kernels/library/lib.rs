//! The library of kernels, compiled by rustg itself: what core offers that kernels need, and rustg-std's interface.
//! `crates` says what of it `core::`, `std::` and `rustg_std::` show. bindings/rust/rustg-std is the same interface for
//! rustc, and lends the files that are the same for both. The build expands the macros (src/sema/gen/expand_library.c).

#[macro_use]
mod macros;

pub mod any;
pub mod array;
#[path = "../../bindings/rust/rustg-std/src/atomic.rs"]
pub mod atomic;
#[path = "rustg_std/atomic_value.rs"]
pub mod atomic_value;
#[path = "../../bindings/rust/rustg-std/src/block.rs"]
pub mod block;
pub mod bool;
pub mod borrow;
pub mod cell;
pub mod char;
pub mod clone;
pub mod cmp;
pub(crate) mod common;
#[path = "../../bindings/rust/rustg-std/src/complex.rs"]
pub mod complex;
pub mod convert;
pub mod crates;
pub mod default;
pub mod error;
#[path = "../../bindings/rust/rustg-std/src/fast.rs"]
pub mod fast;
pub mod ffi;
pub mod fmt;
#[path = "../../bindings/rust/rustg-std/src/fp8.rs"]
pub mod fp8;
#[path = "rustg_std/grid.rs"]
pub mod grid;
#[path = "../../bindings/rust/rustg-std/src/half.rs"]
pub mod half;
pub mod hash;
pub mod hint;
#[path = "../../bindings/rust/rustg-std/src/hopper.rs"]
pub mod hopper;
pub mod intrinsics;
pub mod iter;
#[path = "rustg_std/lanes.rs"]
pub(crate) mod lanes;
pub mod marker;
#[path = "../../bindings/rust/rustg-std/src/math.rs"]
pub mod math;
pub mod mem;
#[path = "../../bindings/rust/rustg-std/src/mma.rs"]
pub mod mma;
pub mod num;
pub mod ops;
pub mod option;
pub mod panic;
#[path = "rustg_std/prelude.rs"]
pub mod prelude;
pub mod ptr;
pub mod range;
pub mod result;
#[path = "rustg_std/shared.rs"]
pub mod shared;
pub mod slice;
pub mod std_prelude;
pub mod str;
pub mod sync;
#[path = "../../bindings/rust/rustg-std/src/thread.rs"]
pub mod thread;
#[path = "rustg_std/tid.rs"]
pub mod tid;
pub mod time;
pub mod tuple;
#[path = "../../bindings/rust/rustg-std/src/warp.rs"]
pub mod warp;

/// What `core::i32` and its like show: the module has the name of the type.
macro_rules! int_module {
    ($($t:ident)*) => {$(
        pub mod $t {
            pub const MIN: $t = $t::MIN;
            pub const MAX: $t = $t::MAX;
        }
    )*};
}
int_module! { i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize }

macro_rules! of_type {
    ($($t:ident $of:ident: $($name:ident)*;)*) => { $($(pub const $name: $of = $t::$name;)*)* };
}
macro_rules! float_module {
    ($($t:ident)*) => {$(
        pub mod $t {
            of_type! {
                $t $t: MIN MAX MIN_POSITIVE EPSILON INFINITY NEG_INFINITY NAN;
                $t u32: RADIX MANTISSA_DIGITS DIGITS;
                $t i32: MIN_EXP MAX_EXP MIN_10_EXP MAX_10_EXP;
            }
            pub mod consts {
                pub const EULER_GAMMA: $t = 0.577215664901532860606512090082402431;
                pub const GOLDEN_RATIO: $t = 1.618033988749894848204586834365638118;
                pub const PI: $t = 3.14159265358979323846264338327950288;
                pub const TAU: $t = 6.28318530717958647692528676655900577;
                pub const FRAC_PI_2: $t = 1.57079632679489661923132169163975144;
                pub const FRAC_PI_3: $t = 1.04719755119659774615421446109316763;
                pub const FRAC_PI_4: $t = 0.785398163397448309615660845819875721;
                pub const FRAC_PI_6: $t = 0.52359877559829887307710723054658381;
                pub const FRAC_PI_8: $t = 0.39269908169872415480783042290993786;
                pub const FRAC_1_PI: $t = 0.318309886183790671537767526745028724;
                pub const FRAC_2_PI: $t = 0.636619772367581343075535053490057448;
                pub const FRAC_2_SQRT_PI: $t = 1.12837916709551257389615890312154517;
                pub const SQRT_2: $t = 1.41421356237309504880168872420969808;
                pub const FRAC_1_SQRT_2: $t = 0.707106781186547524400844362104849039;
                pub const E: $t = 2.71828182845904523536028747135266250;
                pub const LOG2_E: $t = 1.44269504088896340735992468100189214;
                pub const LOG2_10: $t = 3.32192809488736234787031942948939018;
                pub const LOG10_E: $t = 0.434294481903251827651128918916605082;
                pub const LOG10_2: $t = 0.301029995663981195213738894724493027;
                pub const LN_2: $t = 0.693147180559945309417232121458176568;
                pub const LN_10: $t = 2.30258509299404568401799145468436421;
            }
        }
    )*};
}
float_module! { f32 f64 }
