//! What the compiler itself does: src/lower/lower_intrinsic.def has a row for each of these names.

unsafe extern "rust-intrinsic" {
    // Layout and values.
    pub const fn size_of<T>() -> usize;
    pub const fn size_of_val<T: ?Sized>(value: &T) -> usize;
    pub const fn align_of<T: ?Sized>() -> usize;
    pub const fn is_copy<T>() -> bool;
    pub const fn needs_drop<T: ?Sized>() -> bool;
    pub fn drop_in_place<T: ?Sized>(pointer: *mut T);
    pub const fn transmute<A, B>(value: A) -> B;
    pub const fn uninit<T>() -> T;
    pub const fn zeroed<T>() -> T;
    pub const fn zeroed_value<T>() -> T;
    pub const fn forget<T>(value: T);
    pub const fn black_box<T>(value: T) -> T;
    pub const fn discriminant<T>(value: &T) -> i64;
    pub const fn discriminant_type<T>() -> u32;

    // Memory. Counts are of elements.
    pub const fn ptr_offset<T>(pointer: *const T, count: isize) -> *const T;
    pub const fn ptr_offset_mut<T>(pointer: *mut T, count: isize) -> *mut T;
    pub const fn ptr_wrapping_offset<T>(pointer: *const T, count: isize) -> *const T;
    pub const fn ptr_wrapping_offset_mut<T>(pointer: *mut T, count: isize) -> *mut T;
    pub const fn ptr_diff<T>(a: *const T, b: *const T) -> isize;
    pub const fn ptr_is_null<T>(pointer: *const T) -> bool;
    pub const fn ptr_read<T>(from: *const T) -> T;
    pub const fn ptr_write<T>(to: *mut T, value: T);
    pub fn volatile_read<T>(from: *const T) -> T;
    pub fn volatile_write<T>(to: *mut T, value: T);
    pub const fn copy<T>(from: *const T, to: *mut T, count: usize);
    pub const fn copy_nonoverlapping<T>(from: *const T, to: *mut T, count: usize);
    pub const fn slice_from_raw_parts<T>(pointer: *const T, len: usize) -> *const [T];
    pub const fn slice_from_raw_parts_mut<T>(pointer: *mut T, len: usize) -> *mut [T];
    pub const fn slice_len<T>(slice: *const [T]) -> usize;
    pub const fn slice_ptr<T>(slice: *const [T]) -> *const T;
    pub const fn slice_ptr_mut<T>(slice: *mut [T]) -> *mut T;
    pub const fn str_as_bytes(text: &str) -> &[u8];
    pub const fn str_from_bytes(bytes: &[u8]) -> &str;

    // Integers. None of these panics, and shift counts are taken modulo the width.
    pub const fn wrapping_add<T>(a: T, b: T) -> T;
    pub const fn wrapping_sub<T>(a: T, b: T) -> T;
    pub const fn wrapping_mul<T>(a: T, b: T) -> T;
    pub const fn unchecked_add<T>(a: T, b: T) -> T;
    pub const fn unchecked_sub<T>(a: T, b: T) -> T;
    pub const fn unchecked_mul<T>(a: T, b: T) -> T;
    pub const fn unchecked_div<T>(a: T, b: T) -> T;
    pub const fn unchecked_rem<T>(a: T, b: T) -> T;
    pub const fn saturating_add<T>(a: T, b: T) -> T;
    pub const fn saturating_sub<T>(a: T, b: T) -> T;
    pub const fn mul_high<T>(a: T, b: T) -> T;
    pub const fn wide(low: u64, high: u64) -> u128;
    pub const fn add_with_overflow<T>(a: T, b: T) -> (T, bool);
    pub const fn sub_with_overflow<T>(a: T, b: T) -> (T, bool);
    pub const fn mul_with_overflow<T>(a: T, b: T) -> (T, bool);
    pub const fn add_overflows<T>(a: T, b: T) -> bool;
    pub const fn sub_overflows<T>(a: T, b: T) -> bool;
    pub const fn mul_overflows<T>(a: T, b: T) -> bool;
    pub const fn wrapping_neg<T>(a: T) -> T;
    pub const fn bswap<T>(a: T) -> T;
    pub const fn bitreverse<T>(a: T) -> T;
    pub const fn wrapping_shl<T>(a: T, count: u32) -> T;
    pub const fn wrapping_shr<T>(a: T, count: u32) -> T;
    pub const fn unchecked_shl<T>(a: T, count: u32) -> T;
    pub const fn unchecked_shr<T>(a: T, count: u32) -> T;
    pub const fn rotate_left<T>(a: T, count: u32) -> T;
    pub const fn rotate_right<T>(a: T, count: u32) -> T;
    pub const fn ctpop<T>(a: T) -> u32;
    pub const fn ctlz<T>(a: T) -> u32;
    pub const fn cttz<T>(a: T) -> u32;

    // Floats: f32 and f64.
    pub const fn fma<F>(a: F, b: F, c: F) -> F;
    pub const fn fabs<F>(a: F) -> F;
    pub const fn floor<F>(a: F) -> F;
    pub const fn ceil<F>(a: F) -> F;
    pub const fn trunc<F>(a: F) -> F;
    pub const fn round<F>(a: F) -> F;
    pub const fn round_even<F>(a: F) -> F;
    pub const fn copysign<F>(a: F, b: F) -> F;
    pub const fn fmin<F>(a: F, b: F) -> F;
    pub const fn fmax<F>(a: F, b: F) -> F;
    pub fn sqrt<F>(a: F) -> F;
    pub fn sin<F>(a: F) -> F;
    pub fn cos<F>(a: F) -> F;
    pub fn tan<F>(a: F) -> F;
    pub fn asin<F>(a: F) -> F;
    pub fn acos<F>(a: F) -> F;
    pub fn atan<F>(a: F) -> F;
    pub fn sinh<F>(a: F) -> F;
    pub fn cosh<F>(a: F) -> F;
    pub fn tanh<F>(a: F) -> F;
    pub fn asinh<F>(a: F) -> F;
    pub fn acosh<F>(a: F) -> F;
    pub fn atanh<F>(a: F) -> F;
    pub fn exp<F>(a: F) -> F;
    pub fn exp2<F>(a: F) -> F;
    pub fn expm1<F>(a: F) -> F;
    pub fn ln<F>(a: F) -> F;
    pub fn log2<F>(a: F) -> F;
    pub fn log10<F>(a: F) -> F;
    pub fn ln_1p<F>(a: F) -> F;
    pub fn cbrt<F>(a: F) -> F;
    pub fn atan2<F>(a: F, b: F) -> F;
    pub fn pow<F>(a: F, b: F) -> F;
    pub fn hypot<F>(a: F, b: F) -> F;

    // Floats: f32 alone.
    pub fn fast_sin<F>(a: F) -> F;
    pub fn fast_cos<F>(a: F) -> F;
    pub fn fast_exp<F>(a: F) -> F;
    pub fn fast_ln<F>(a: F) -> F;
    pub fn rsqrt<F>(a: F) -> F;
    pub fn fast_div<F>(a: F, b: F) -> F;
    pub const fn f16_to_f32(bits: u16) -> f32;
    pub const fn f32_to_f16(a: f32) -> u16;
    pub const fn bf16_to_f32(bits: u16) -> f32;
    pub const fn f32_to_bf16(a: f32) -> u16;
    pub const fn f8e4m3_to_f32(bits: u8) -> f32;
    pub const fn f32_to_f8e4m3(a: f32) -> u8;
    pub const fn f8e5m2_to_f32(bits: u8) -> f32;
    pub const fn f32_to_f8e5m2(a: f32) -> u8;

    // The thread, its block and its warp.
    pub fn thread_idx_x() -> u32;
    pub fn thread_idx_y() -> u32;
    pub fn thread_idx_z() -> u32;
    pub fn block_idx_x() -> u32;
    pub fn block_idx_y() -> u32;
    pub fn block_idx_z() -> u32;
    pub fn block_dim_x() -> u32;
    pub fn block_dim_y() -> u32;
    pub fn block_dim_z() -> u32;
    pub fn grid_dim_x() -> u32;
    pub fn grid_dim_y() -> u32;
    pub fn grid_dim_z() -> u32;
    pub fn thread_index() -> usize;
    pub fn lane() -> u32;
    pub fn block_barrier();
    pub fn warp_sync();
    pub fn shuffle<T>(value: T, lane: u32) -> T;
    pub fn shuffle_xor<T>(value: T, lane: u32) -> T;
    pub fn shuffle_down<T>(value: T, lane: u32) -> T;
    pub fn shuffle_up<T>(value: T, lane: u32) -> T;
    pub fn ballot(value: bool) -> u32;
    pub fn any(value: bool) -> bool;
    pub fn all(value: bool) -> bool;
    pub fn shared_alloc<T>() -> *mut T;
    pub fn dyn_shared() -> *mut u8;
    pub fn dyn_shared_bytes() -> u32;

    // Atomics. ORDERING is 0 relaxed, 1 acquire, 2 release, 3 acq_rel, 4 seq_cst. SCOPE is 0 block, 1 device, 2 system.
    pub fn atomic_load<T, const ORDERING: u32, const SCOPE: u32>(at: *const T) -> T;
    pub fn atomic_store<T, const ORDERING: u32, const SCOPE: u32>(at: *mut T, value: T);
    pub fn atomic_compare_exchange<T, const ORDERING: u32, const SCOPE: u32>(at: *mut T, expected: T, new: T) -> T;
    pub fn atomic_exchange<T, const ORDERING: u32, const SCOPE: u32>(at: *mut T, value: T) -> T;
    pub fn atomic_add<T, const ORDERING: u32, const SCOPE: u32>(at: *mut T, value: T) -> T;
    pub fn atomic_sub<T, const ORDERING: u32, const SCOPE: u32>(at: *mut T, value: T) -> T;
    pub fn atomic_and<T, const ORDERING: u32, const SCOPE: u32>(at: *mut T, value: T) -> T;
    pub fn atomic_or<T, const ORDERING: u32, const SCOPE: u32>(at: *mut T, value: T) -> T;
    pub fn atomic_xor<T, const ORDERING: u32, const SCOPE: u32>(at: *mut T, value: T) -> T;
    pub fn atomic_min<T, const ORDERING: u32, const SCOPE: u32>(at: *mut T, value: T) -> T;
    pub fn atomic_max<T, const ORDERING: u32, const SCOPE: u32>(at: *mut T, value: T) -> T;
    pub fn fence<const ORDERING: u32, const SCOPE: u32>();

    // Ends of a thread. In a #[track_caller] function the place is the caller's.
    pub const fn panic_str(message: &str) -> !;
    pub const fn panic_str_of<T>(message: &str, value: &T) -> !;
    pub const fn unreachable_unchecked() -> !;
    pub const fn assume(holds: bool);
    pub const fn assume_reachable(holds: bool);
    pub const fn requires(holds: bool, rule: &str);
}
