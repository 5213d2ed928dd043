//! Raw pointers.

pub(crate) mod non_null;

pub use crate::ptr::non_null::NonNull;

use crate::intrinsics as i;
use crate::mem::MaybeUninit;

pub const fn null<T>() -> *const T {
    0 as *const T
}

pub const fn null_mut<T>() -> *mut T {
    0 as *mut T
}

pub const unsafe fn read<T>(from: *const T) -> T {
    unsafe { i::ptr_read(from) }
}

pub const unsafe fn write<T>(to: *mut T, value: T) {
    unsafe { i::ptr_write(to, value) }
}

pub unsafe fn read_volatile<T>(from: *const T) -> T {
    unsafe { i::volatile_read(from) }
}

pub unsafe fn write_volatile<T>(to: *mut T, value: T) {
    unsafe { i::volatile_write(to, value) }
}

#[told_inside]
pub const unsafe fn copy<T>(from: *const T, to: *mut T, count: usize) {
    unsafe { i::copy(from, to, count) }
}

#[told_inside]
pub const unsafe fn copy_nonoverlapping<T>(from: *const T, to: *mut T, count: usize) {
    unsafe { i::copy_nonoverlapping(from, to, count) }
}

pub const unsafe fn swap<T>(a: *mut T, b: *mut T) {
    unsafe {
        // What lies there need not be a T, and its padding moves too.
        let mut kept: MaybeUninit<T> = MaybeUninit::uninit();
        i::copy_nonoverlapping(a as *const T, kept.as_mut_ptr(), 1);
        i::copy(b as *const T, a, 1);
        i::copy_nonoverlapping(kept.as_ptr(), b, 1);
    }
}

pub fn eq<T>(a: *const T, b: *const T) -> bool {
    a == b
}

pub fn addr_eq<T, U>(a: *const T, b: *const U) -> bool {
    a as usize == b as usize
}

pub const unsafe fn replace<T>(to: *mut T, value: T) -> T {
    unsafe {
        let old = i::ptr_read(to as *const T);
        i::ptr_write(to, value);
        old
    }
}

pub const unsafe fn read_unaligned<T>(from: *const T) -> T {
    unsafe {
        let mut value: MaybeUninit<T> = MaybeUninit::uninit();
        i::copy(from as *const u8, value.as_mut_ptr() as *mut u8, i::size_of::<T>());
        value.assume_init()
    }
}

pub const unsafe fn write_unaligned<T>(to: *mut T, value: T) {
    unsafe {
        i::copy(&value as *const T as *const u8, to as *mut u8, i::size_of::<T>());
        i::forget(value);
    }
}

pub unsafe fn drop_in_place<T: ?Sized>(at: *mut T) {
    unsafe { i::drop_in_place(at) }
}

pub const unsafe fn write_bytes<T>(to: *mut T, byte: u8, count: usize) {
    let mut k = 0;
    while k < count * unsafe { i::size_of::<T>() } {
        unsafe { i::ptr_write(i::ptr_offset_mut(to as *mut u8, k as isize), byte) };
        k += 1;
    }
}

pub const unsafe fn swap_nonoverlapping<T>(a: *mut T, b: *mut T, count: usize) {
    let mut k = 0;
    while k < count {
        unsafe { swap(i::ptr_offset_mut(a, k as isize), i::ptr_offset_mut(b, k as isize)) };
        k += 1;
    }
}

pub const fn from_ref<T: ?Sized>(at: &T) -> *const T {
    at
}

pub const fn from_mut<T: ?Sized>(at: &mut T) -> *mut T {
    at
}

pub const fn dangling<T>() -> *const T {
    unsafe { i::align_of::<T>() as *const T }
}

pub const fn dangling_mut<T>() -> *mut T {
    unsafe { i::align_of::<T>() as *mut T }
}

pub const fn without_provenance<T>(address: usize) -> *const T {
    address as *const T
}

pub const fn without_provenance_mut<T>(address: usize) -> *mut T {
    address as *mut T
}

pub const fn with_exposed_provenance<T>(address: usize) -> *const T {
    address as *const T
}

pub const fn with_exposed_provenance_mut<T>(address: usize) -> *mut T {
    address as *mut T
}

pub const fn slice_from_raw_parts<T>(pointer: *const T, len: usize) -> *const [T] {
    unsafe { i::slice_from_raw_parts(pointer, len) }
}

pub const fn slice_from_raw_parts_mut<T>(pointer: *mut T, len: usize) -> *mut [T] {
    unsafe { i::slice_from_raw_parts_mut(pointer, len) }
}

/// What `*const T` and `*mut T` have alike.
macro_rules! pointer {
    (*$kind:tt T, $offset:ident, $wrapping:ident) => {
        impl<T> *$kind T {
            pub const fn is_null(self) -> bool {
                unsafe { i::ptr_is_null(self as *const T) }
            }
            pub const fn cast<U>(self) -> *$kind U {
                self as *$kind U
            }
            pub fn addr(self) -> usize {
                self as usize
            }
            pub const unsafe fn offset(self, count: isize) -> *$kind T {
                unsafe { i::$offset(self, count) }
            }
            pub const unsafe fn add(self, count: usize) -> *$kind T {
                unsafe { i::$offset(self, count as isize) }
            }
            pub const unsafe fn sub(self, count: usize) -> *$kind T {
                unsafe { i::$offset(self, i::wrapping_neg(count as isize)) }
            }
            pub const fn wrapping_offset(self, count: isize) -> *$kind T {
                unsafe { i::$wrapping(self, count) }
            }
            pub const fn wrapping_add(self, count: usize) -> *$kind T {
                unsafe { i::$wrapping(self, count as isize) }
            }
            pub const fn wrapping_sub(self, count: usize) -> *$kind T {
                unsafe { i::$wrapping(self, i::wrapping_neg(count as isize)) }
            }
            #[told_inside]
            pub const unsafe fn offset_from(self, origin: *const T) -> isize {
                unsafe { i::ptr_diff(self as *const T, origin) }
            }
            pub const unsafe fn read(self) -> T {
                unsafe { i::ptr_read(self as *const T) }
            }
            pub unsafe fn read_volatile(self) -> T {
                unsafe { i::volatile_read(self as *const T) }
            }
            pub const unsafe fn byte_offset(self, count: isize) -> *$kind T {
                unsafe { i::$offset(self as *$kind u8, count) as *$kind T }
            }
            pub const unsafe fn byte_add(self, count: usize) -> *$kind T {
                unsafe { i::$offset(self as *$kind u8, count as isize) as *$kind T }
            }
            pub const unsafe fn byte_sub(self, count: usize) -> *$kind T {
                unsafe { i::$offset(self as *$kind u8, i::wrapping_neg(count as isize)) as *$kind T }
            }
            pub const fn wrapping_byte_offset(self, count: isize) -> *$kind T {
                unsafe { i::$wrapping(self as *$kind u8, count) as *$kind T }
            }
            pub const fn wrapping_byte_add(self, count: usize) -> *$kind T {
                unsafe { i::$wrapping(self as *$kind u8, count as isize) as *$kind T }
            }
            pub const fn wrapping_byte_sub(self, count: usize) -> *$kind T {
                unsafe { i::$wrapping(self as *$kind u8, i::wrapping_neg(count as isize)) as *$kind T }
            }
            pub const unsafe fn byte_offset_from<U>(self, origin: *const U) -> isize {
                unsafe { i::ptr_diff(self as *const u8, origin as *const u8) }
            }
            pub const unsafe fn offset_from_unsigned(self, origin: *const T) -> usize {
                unsafe { i::ptr_diff(self as *const T, origin) as usize }
            }
            pub const unsafe fn byte_offset_from_unsigned<U>(self, origin: *$kind U) -> usize {
                unsafe { i::ptr_diff(self as *const u8, origin as *const u8) as usize }
            }
            pub const unsafe fn read_unaligned(self) -> T {
                unsafe { read_unaligned(self as *const T) }
            }
            pub const unsafe fn copy_to(self, to: *mut T, count: usize) {
                unsafe { i::copy(self as *const T, to, count) }
            }
            pub const unsafe fn copy_to_nonoverlapping(self, to: *mut T, count: usize) {
                unsafe { i::copy_nonoverlapping(self as *const T, to, count) }
            }
            pub fn expose_provenance(self) -> usize {
                self as usize
            }
            pub fn with_addr(self, address: usize) -> *$kind T {
                address as *$kind T
            }
            pub fn map_addr<F: FnOnce(usize) -> usize>(self, f: F) -> *$kind T {
                f(self as usize) as *$kind T
            }
            pub fn is_aligned(self) -> bool {
                unsafe { self as usize % i::align_of::<T>() == 0 }
            }
            pub fn align_offset(self, align: usize) -> usize {
                let address = self as usize;
                let bytes = address.next_multiple_of(align) - address;
                let size = unsafe { i::size_of::<T>() };
                if bytes == 0 {
                    0
                } else if size != 0 && bytes % size == 0 {
                    bytes / size
                } else {
                    usize::MAX
                }
            }
            pub const unsafe fn as_ref<'a>(self) -> Option<&'a T> {
                if self.is_null() { None } else { Some(unsafe { &*self }) }
            }
        }
        impl<T> *$kind [T] {
            pub const fn len(self) -> usize {
                unsafe { i::slice_len(self as *const [T]) }
            }
            pub const fn is_empty(self) -> bool {
                unsafe { i::slice_len(self as *const [T]) == 0 }
            }
        }
    };
}
pointer! { *const T, ptr_offset, ptr_wrapping_offset }
pointer! { *mut T, ptr_offset_mut, ptr_wrapping_offset_mut }

impl<T> *const T {
    pub const fn cast_mut(self) -> *mut T {
        self as *mut T
    }
}

impl<T> *mut T {
    pub const fn cast_const(self) -> *const T {
        self as *const T
    }
    pub const unsafe fn write(self, value: T) {
        unsafe { i::ptr_write(self, value) }
    }
    pub unsafe fn write_volatile(self, value: T) {
        unsafe { i::volatile_write(self, value) }
    }
    pub const unsafe fn write_unaligned(self, value: T) {
        unsafe { write_unaligned(self, value) }
    }
    pub const unsafe fn write_bytes(self, byte: u8, count: usize) {
        unsafe { write_bytes(self, byte, count) }
    }
    pub const unsafe fn replace(self, value: T) -> T {
        unsafe { replace(self, value) }
    }
    pub const unsafe fn swap(self, with: *mut T) {
        unsafe { swap(self, with) }
    }
    pub const unsafe fn copy_from(self, from: *const T, count: usize) {
        unsafe { i::copy(from, self, count) }
    }
    pub const unsafe fn copy_from_nonoverlapping(self, from: *const T, count: usize) {
        unsafe { i::copy_nonoverlapping(from, self, count) }
    }
    pub const unsafe fn as_mut<'a>(self) -> Option<&'a mut T> {
        if self.is_null() { None } else { Some(unsafe { &mut *self }) }
    }
}
