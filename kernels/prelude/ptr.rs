//! Raw pointers.

use crate::intrinsics as i;

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

pub const unsafe fn copy<T>(from: *const T, to: *mut T, count: usize) {
    unsafe { i::copy(from, to, count) }
}

pub const unsafe fn copy_nonoverlapping<T>(from: *const T, to: *mut T, count: usize) {
    unsafe { i::copy(from, to, count) }
}

pub unsafe fn swap<T>(a: *mut T, b: *mut T) {
    unsafe {
        let x = i::ptr_read(a as *const T);
        i::ptr_write(a, i::ptr_read(b as *const T));
        i::ptr_write(b, x);
    }
}

pub fn eq<T>(a: *const T, b: *const T) -> bool {
    a == b
}

pub const fn slice_from_raw_parts<T>(pointer: *const T, len: usize) -> *const [T] {
    unsafe { i::slice_from_raw_parts(pointer, len) }
}

pub const fn slice_from_raw_parts_mut<T>(pointer: *mut T, len: usize) -> *mut [T] {
    unsafe { i::slice_from_raw_parts_mut(pointer, len) }
}

impl<T> *const T {
    pub fn is_null(self) -> bool {
        self as usize == 0
    }
    pub const fn cast<U>(self) -> *const U {
        self as *const U
    }
    pub const fn cast_mut(self) -> *mut T {
        self as *mut T
    }
    pub fn addr(self) -> usize {
        self as usize
    }
    pub const unsafe fn offset(self, count: isize) -> *const T {
        unsafe { i::ptr_offset(self, count) }
    }
    pub const unsafe fn add(self, count: usize) -> *const T {
        unsafe { i::ptr_offset(self, count as isize) }
    }
    pub const unsafe fn sub(self, count: usize) -> *const T {
        unsafe { i::ptr_offset(self, i::wrapping_neg(count as isize)) }
    }
    pub const fn wrapping_offset(self, count: isize) -> *const T {
        unsafe { i::ptr_offset(self, count) }
    }
    pub const fn wrapping_add(self, count: usize) -> *const T {
        unsafe { i::ptr_offset(self, count as isize) }
    }
    pub const fn wrapping_sub(self, count: usize) -> *const T {
        unsafe { i::ptr_offset(self, i::wrapping_neg(count as isize)) }
    }
    pub const unsafe fn offset_from(self, origin: *const T) -> isize {
        unsafe { i::ptr_diff(self, origin) }
    }
    pub const unsafe fn read(self) -> T {
        unsafe { i::ptr_read(self) }
    }
    pub unsafe fn read_volatile(self) -> T {
        unsafe { i::volatile_read(self) }
    }
    pub unsafe fn as_ref<'a>(self) -> Option<&'a T> {
        if self.is_null() { None } else { Some(unsafe { &*self }) }
    }
}

impl<T> *mut T {
    pub fn is_null(self) -> bool {
        self as usize == 0
    }
    pub const fn cast<U>(self) -> *mut U {
        self as *mut U
    }
    pub const fn cast_const(self) -> *const T {
        self as *const T
    }
    pub fn addr(self) -> usize {
        self as usize
    }
    pub const unsafe fn offset(self, count: isize) -> *mut T {
        unsafe { i::ptr_offset_mut(self, count) }
    }
    pub const unsafe fn add(self, count: usize) -> *mut T {
        unsafe { i::ptr_offset_mut(self, count as isize) }
    }
    pub const unsafe fn sub(self, count: usize) -> *mut T {
        unsafe { i::ptr_offset_mut(self, i::wrapping_neg(count as isize)) }
    }
    pub const fn wrapping_offset(self, count: isize) -> *mut T {
        unsafe { i::ptr_offset_mut(self, count) }
    }
    pub const fn wrapping_add(self, count: usize) -> *mut T {
        unsafe { i::ptr_offset_mut(self, count as isize) }
    }
    pub const fn wrapping_sub(self, count: usize) -> *mut T {
        unsafe { i::ptr_offset_mut(self, i::wrapping_neg(count as isize)) }
    }
    pub const unsafe fn offset_from(self, origin: *const T) -> isize {
        unsafe { i::ptr_diff(self as *const T, origin) }
    }
    pub const unsafe fn read(self) -> T {
        unsafe { i::ptr_read(self as *const T) }
    }
    pub const unsafe fn write(self, value: T) {
        unsafe { i::ptr_write(self, value) }
    }
    pub unsafe fn read_volatile(self) -> T {
        unsafe { i::volatile_read(self as *const T) }
    }
    pub unsafe fn write_volatile(self, value: T) {
        unsafe { i::volatile_write(self, value) }
    }
    pub unsafe fn as_ref<'a>(self) -> Option<&'a T> {
        if self.is_null() { None } else { Some(unsafe { &*self }) }
    }
    pub unsafe fn as_mut<'a>(self) -> Option<&'a mut T> {
        if self.is_null() { None } else { Some(unsafe { &mut *self }) }
    }
}
