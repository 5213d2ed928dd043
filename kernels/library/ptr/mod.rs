//! Raw pointers.

pub(crate) mod non_null;

pub use crate::ptr::non_null::NonNull;

use crate::common::{MaybeUninit, i};

unsafe_fns! {
    [pub const unsafe fn]
    read[T](from: *const T) -> T: i::ptr_read(from);
    write[T](to: *mut T, value: T): i::ptr_write(to, value);
    #[told_inside] copy[T](from: *const T, to: *mut T, count: usize): i::copy(from, to, count);
    #[told_inside] copy_nonoverlapping[T](from: *const T, to: *mut T, count: usize):
        i::copy_nonoverlapping(from, to, count);
        swap[T](a: *mut T, b: *mut T) {
            // What lies there need not be a T, and its padding moves too.
            let mut kept: MaybeUninit<T> = MaybeUninit::uninit();
            i::copy_nonoverlapping(a as *const T, kept.as_mut_ptr(), 1);
            i::copy(b as *const T, a, 1);
            i::copy_nonoverlapping(kept.as_ptr(), b, 1);
        }
        replace[T](to: *mut T, value: T) -> T {
            let old = i::ptr_read(to as *const T);
            i::ptr_write(to, value);
            old
        }
        read_unaligned[T](from: *const T) -> T {
            let mut value: MaybeUninit<T> = MaybeUninit::uninit();
            i::copy(from as *const u8, value.as_mut_ptr() as *mut u8, i::size_of::<T>());
            value.assume_init()
        }
        write_unaligned[T](to: *mut T, value: T) {
            i::copy(&value as *const T as *const u8, to as *mut u8, i::size_of::<T>());
            i::forget(value);
        }
    => [pub unsafe fn]
    read_volatile[T](from: *const T) -> T: i::volatile_read(from);
    write_volatile[T](to: *mut T, value: T): i::volatile_write(to, value);
    drop_in_place[T: ?Sized](at: *mut T): i::drop_in_place(at);
}

/// Pointers that no reference or allocation gives.
macro_rules! made {
    (
        $kind:tt [$($mutable:ident)?]
        $null:ident $dangling:ident $without:ident $exposed:ident $from_ref:ident $slice:ident
    ) => {
        #[rustc_promotable] pub const fn $null<T>() -> *$kind T { 0 as *$kind T }
        pub const fn $dangling<T>() -> *$kind T { unsafe { i::align_of::<T>() as *$kind T } }
        pub const fn $without<T>(address: usize) -> *$kind T { address as *$kind T }
        pub const fn $exposed<T>(address: usize) -> *$kind T { address as *$kind T }
        pub const fn $from_ref<T: ?Sized>(at: &$($mutable)? T) -> *$kind T { at }
        pub const fn $slice<T>(pointer: *$kind T, len: usize) -> *$kind [T] { unsafe { i::$slice(pointer, len) } }
    };
}
made! { const [] null dangling without_provenance with_exposed_provenance from_ref slice_from_raw_parts }
made! {
    mut [mut]
    null_mut dangling_mut without_provenance_mut with_exposed_provenance_mut from_mut slice_from_raw_parts_mut
}

pub fn eq<T: ?Sized>(a: *const T, b: *const T) -> bool { a == b }

pub fn addr_eq<T: ?Sized, U: ?Sized>(a: *const T, b: *const U) -> bool { a as *const u8 == b as *const u8 }

pub const unsafe fn write_bytes<T>(to: *mut T, byte: u8, count: usize) {
    counting!(k in 0, count * unsafe { i::size_of::<T>() } => {
        unsafe { i::ptr_write(i::ptr_offset_mut(to as *mut u8, k as isize), byte) };
    });
}

pub const unsafe fn swap_nonoverlapping<T>(a: *mut T, b: *mut T, count: usize) {
    counting!(k in 0, count => {
        unsafe { swap(i::ptr_offset_mut(a, k as isize), i::ptr_offset_mut(b, k as isize)) };
    });
}

/// What `*const T` and `*mut T` have alike.
macro_rules! pointer {
    (*$kind:tt T, $offset:ident, $wrapping:ident) => {
        impl<T> *$kind T {
            unsafe_fns! {
                [pub const unsafe fn]
                offset(self, count: isize) -> *$kind T: i::$offset(self, count);
                add(self, count: usize) -> *$kind T: i::$offset(self, count as isize);
                sub(self, count: usize) -> *$kind T: i::$offset(self, i::wrapping_neg(count as isize));
                byte_offset(self, count: isize) -> *$kind T: i::$offset(self as *$kind u8, count) as *$kind T;
                byte_add(self, count: usize) -> *$kind T: i::$offset(self as *$kind u8, count as isize) as *$kind T;
                byte_sub(self, count: usize) -> *$kind T:
                    i::$offset(self as *$kind u8, i::wrapping_neg(count as isize)) as *$kind T;
                #[told_inside] offset_from(self, origin: *const T) -> isize: i::ptr_diff(self as *const T, origin);
                offset_from_unsigned(self, origin: *const T) -> usize: i::ptr_diff(self as *const T, origin) as usize;
                byte_offset_from[U](self, origin: *const U) -> isize:
                    i::ptr_diff(self as *const u8, origin as *const u8);
                byte_offset_from_unsigned[U](self, origin: *$kind U) -> usize:
                    i::ptr_diff(self as *const u8, origin as *const u8) as usize;
                read(self) -> T: i::ptr_read(self as *const T);
                read_unaligned(self) -> T: read_unaligned(self as *const T);
                copy_to(self, to: *mut T, count: usize): i::copy(self as *const T, to, count);
                copy_to_nonoverlapping(self, to: *mut T, count: usize):
                    i::copy_nonoverlapping(self as *const T, to, count);
                => [pub const fn]
                wrapping_offset(self, count: isize) -> *$kind T: i::$wrapping(self, count);
                wrapping_add(self, count: usize) -> *$kind T: i::$wrapping(self, count as isize);
                wrapping_sub(self, count: usize) -> *$kind T: i::$wrapping(self, i::wrapping_neg(count as isize));
                wrapping_byte_offset(self, count: isize) -> *$kind T:
                    i::$wrapping(self as *$kind u8, count) as *$kind T;
                wrapping_byte_add(self, count: usize) -> *$kind T:
                    i::$wrapping(self as *$kind u8, count as isize) as *$kind T;
                wrapping_byte_sub(self, count: usize) -> *$kind T:
                    i::$wrapping(self as *$kind u8, i::wrapping_neg(count as isize)) as *$kind T;
            }
            pub fn with_addr(self, address: usize) -> *$kind T { address as *$kind T }
            pub fn map_addr<F: FnOnce(usize) -> usize>(self, f: F) -> *$kind T { f(self as usize) as *$kind T }
            pub fn is_aligned(self) -> bool { unsafe { self as usize % i::align_of::<T>() == 0 } }
            pub unsafe fn read_volatile(self) -> T { unsafe { i::volatile_read(self as *const T) } }
            pub fn align_offset(self, align: usize) -> usize {
                let size = unsafe { i::size_of::<T>() };
                let bytes = (self as usize).next_multiple_of(align) - self as usize;
                if bytes == 0 || (size != 0 && bytes % size == 0) {
                    return if bytes == 0 { 0 } else { bytes / size };
                }
                let mut n = 1; // whole turns may bring a size there that does not divide the distance
                while n < align && unsafe { i::wrapping_mul(n, size) } & (align - 1) != bytes {
                    n += 1;
                }
                if n < align { n } else { usize::MAX }
            }
        }
        impl<T: ?Sized> *$kind T {
            pub const fn is_null(self) -> bool { unsafe { i::ptr_is_null(self as *const u8) } }
            pub const fn cast<U>(self) -> *$kind U { self as *$kind U }
            pub fn addr(self) -> usize { self as *const u8 as usize }
            pub fn expose_provenance(self) -> usize { self as *const u8 as usize }
            pub const unsafe fn as_ref<'a>(self) -> Option<&'a T> {
                if self.is_null() { None } else { Some(unsafe { &*self }) }
            }
        }
        impl<T> *$kind [T] {
            pub const fn len(self) -> usize { unsafe { i::slice_len(self as *const [T]) } }
            pub const fn is_empty(self) -> bool { unsafe { i::slice_len(self as *const [T]) == 0 } }
        }
    };
}
pointer! { *const T, ptr_offset, ptr_wrapping_offset }
pointer! { *mut T, ptr_offset_mut, ptr_wrapping_offset_mut }

impl<T: ?Sized> *const T {
    pub const fn cast_mut(self) -> *mut T { self as *mut T }
}

impl<T> *mut T {
    unsafe_fns! {
        [pub const unsafe fn]
        write(self, value: T): i::ptr_write(self, value);
        write_unaligned(self, value: T): write_unaligned(self, value);
        write_bytes(self, byte: u8, count: usize): write_bytes(self, byte, count);
        replace(self, value: T) -> T: replace(self, value);
        swap(self, with: *mut T): swap(self, with);
        copy_from(self, from: *const T, count: usize): i::copy(from, self, count);
        copy_from_nonoverlapping(self, from: *const T, count: usize): i::copy_nonoverlapping(from, self, count);
    }
    pub unsafe fn write_volatile(self, value: T) { unsafe { i::volatile_write(self, value) } }
}

impl<T: ?Sized> *mut T {
    pub const fn cast_const(self) -> *const T { self as *const T }
    pub const unsafe fn as_mut<'a>(self) -> Option<&'a mut T> {
        if self.is_null() { None } else { Some(unsafe { &mut *self }) }
    }
}
