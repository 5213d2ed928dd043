//! What the compiler itself does: src/lower/lower_intrinsic.def has a row for each of these names.

/// Intrinsics of the same parameters and result.
macro_rules! alike {
    (@ $name:ident (const $($signature:tt)*)) => { pub const fn $name $($signature)*; };
    (@ $name:ident ($($signature:tt)*)) => { pub fn $name $($signature)*; };
    ($signature:tt $($name:ident)*) => { $(alike! { @ $name $signature })* };
}

unsafe extern "rust-intrinsic" {
    // Layout and values.
    pub const fn size_of<T>() -> usize;
    pub const fn align_of<T: ?Sized>() -> usize;
    alike! { (const <T: ?Sized>(value: &T) -> usize) size_of_val align_of_val }
    alike! { (const <T>() -> bool) is_copy is_fused is_counted is_placed is_quiet }
    pub const fn type_id<T: ?Sized>() -> u64;
    alike! { (<T: ?Sized>(value: &T, f: &mut crate::fmt::Formatter<'_>) -> crate::fmt::Result) show show_debug }
    pub const fn type_name<T: ?Sized>() -> &'static str;
    pub const fn in_constant() -> bool;
    #[lang = "has_sinks"] pub fn has_sinks() -> bool;
    pub fn escaped_chars() -> &'static str;
    pub const fn needs_drop<T: ?Sized>() -> bool;
    pub fn drop_in_place<T: ?Sized>(pointer: *mut T);
    pub const fn transmute<A, B>(value: A) -> B;
    alike! { (const <T>() -> T) uninit zeroed zeroed_value }
    pub const fn forget<T>(value: T);
    pub const fn black_box<T>(value: T) -> T;
    pub const fn discriminant<T>(value: &T) -> i64;
    pub const fn discriminant_type<T>() -> u32;
    pub const fn caller_location() -> &'static crate::panic::Location<'static>;

    // Memory. Counts are of elements.
    alike! { (const <T>(pointer: *const T, count: isize) -> *const T) ptr_offset ptr_wrapping_offset }
    alike! { (const <T>(pointer: *mut T, count: isize) -> *mut T) ptr_offset_mut ptr_wrapping_offset_mut }
    pub const fn ptr_diff<T>(a: *const T, b: *const T) -> isize;
    pub const fn ptr_is_null<T>(pointer: *const T) -> bool;
    pub const fn ptr_read<T>(from: *const T) -> T;
    pub const fn ptr_write<T>(to: *mut T, value: T);
    pub fn volatile_read<T>(from: *const T) -> T;
    pub fn volatile_write<T>(to: *mut T, value: T);
    alike! { (const <T>(from: *const T, to: *mut T, count: usize)) copy copy_nonoverlapping }
    pub const fn slice_from_raw_parts<T>(pointer: *const T, len: usize) -> *const [T];
    pub const fn slice_from_raw_parts_mut<T>(pointer: *mut T, len: usize) -> *mut [T];
    pub const fn slice_len<T>(slice: *const [T]) -> usize;
    pub const fn slice_ptr<T>(slice: *const [T]) -> *const T;
    pub const fn slice_ptr_mut<T>(slice: *mut [T]) -> *mut T;
    pub const fn str_as_bytes(text: &str) -> &[u8];
    pub const fn str_from_bytes(bytes: &[u8]) -> &str;

    // Integers. None of these panics, and shift counts are taken modulo the width.
    alike! {
        (const <T>(a: T, b: T) -> T)
        wrapping_add wrapping_sub wrapping_mul unchecked_add unchecked_sub unchecked_mul unchecked_div unchecked_rem
        saturating_add saturating_sub mul_high
    }
    pub const fn wide(low: u64, high: u64) -> u128;
    alike! { (const <T>(a: T, b: T) -> (T, bool)) add_with_overflow sub_with_overflow mul_with_overflow }
    alike! { (const <T>(a: T, b: T) -> bool) add_overflows sub_overflows mul_overflows }
    alike! { (const <T>(a: T) -> T) wrapping_neg bswap bitreverse }
    alike! {
        (const <T>(a: T, count: u32) -> T)
        wrapping_shl wrapping_shr unchecked_shl unchecked_shr rotate_left rotate_right
    }
    alike! { (const <T>(a: T) -> u32) ctpop ctlz cttz }

    // Floats: f32 and f64.
    pub const fn fma<F>(a: F, b: F, c: F) -> F;
    alike! { (const <F>(a: F) -> F) fabs floor ceil trunc round round_even }
    alike! { (const <F>(a: F, b: F) -> F) copysign fmin fmax }
    alike! {
        (<F>(a: F) -> F)
        sqrt sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh exp exp2 exp_m1 ln log2 log10 ln_1p cbrt
    }
    alike! { (<F>(a: F, b: F) -> F) atan2 powf hypot }

    // Floats: f32 alone.
    alike! { (<F>(a: F) -> F) fast_sin fast_cos fast_exp fast_ln rsqrt }
    pub fn fast_div<F>(a: F, b: F) -> F;
    pub fn fast_math() -> bool;
    alike! { (const (bits: u16) -> f32) f16_to_f32 bf16_to_f32 }
    alike! { (const (a: f32) -> u16) f32_to_f16 f32_to_bf16 }
    alike! { (const (bits: u8) -> f32) f8e4m3_to_f32 f8e5m2_to_f32 }
    alike! { (const (a: f32) -> u8) f32_to_f8e4m3 f32_to_f8e5m2 }

    // The thread, its block and its warp.
    alike! {
        (() -> u32)
        thread_idx_x thread_idx_y thread_idx_z block_idx_x block_idx_y block_idx_z block_dim_x block_dim_y
        block_dim_z grid_dim_x grid_dim_y grid_dim_z lane
    }
    pub fn thread_index() -> usize;
    alike! { (<T>(value: T, lane: u32) -> T) shuffle shuffle_xor shuffle_down shuffle_up }
    pub fn ballot(value: bool) -> u32;
    alike! { ((value: bool) -> bool) any all }
    pub fn shared_alloc<T>() -> *mut T;
    alike! { (()) block_barrier warp_sync needs_sm_80 needs_sm_90a }
    pub fn dyn_shared() -> *mut u8;
    pub fn dyn_shared_bytes() -> u32;

    // Atomics. ORDERING is 0 relaxed, 1 acquire, 2 release, 3 acq_rel, 4 seq_cst. SCOPE is 0 block, 1 device, 2 system.
    pub fn atomic_load<T, const ORDERING: u32, const SCOPE: u32>(at: *const T) -> T;
    pub fn atomic_store<T, const ORDERING: u32, const SCOPE: u32>(at: *mut T, value: T);
    pub fn atomic_compare_exchange<T, const ORDERING: u32, const SCOPE: u32>(at: *mut T, expected: T, new: T) -> T;
    alike! {
        (<T, const ORDERING: u32, const SCOPE: u32>(at: *mut T, value: T) -> T)
        atomic_exchange atomic_add atomic_sub atomic_and atomic_or atomic_xor atomic_min atomic_max
    }
    pub fn fence<const ORDERING: u32, const SCOPE: u32>();

    // Ends of a thread. In a #[track_caller] function the place is the caller's.
    pub const fn panic_str(message: &str) -> !;
    pub const fn panic_str_of<T>(message: &str, value: &T) -> !;
    pub const fn unreachable_unchecked() -> !;
    alike! { (const (holds: bool)) assume assume_reachable }
    pub const fn requires(holds: bool, rule: &str);
}
