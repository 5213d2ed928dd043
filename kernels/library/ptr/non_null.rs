//! Raw pointers that are not null.

use crate::common::{Debug, i};
use crate::ptr;

#[repr(transparent)]
#[lang = "non_null"]
pub struct NonNull<T: ?Sized> {
    pointer: *const T,
}
impl<T: ?Sized> !Send for NonNull<T> {}
impl<T: ?Sized> !Sync for NonNull<T> {}

impl<T: ?Sized> NonNull<T> {
    fns! {
        [pub const fn]
        from_ref(at: &T) -> NonNull<T> { NonNull { pointer: at } }
        from_mut(at: &mut T) -> NonNull<T> { NonNull { pointer: at } }
        as_ptr(self) -> *mut T { self.pointer as *mut T }
        cast[U](self) -> NonNull<U> { NonNull { pointer: self.pointer as *const U } }
    }
    pub const fn new(pointer: *mut T) -> Option<NonNull<T>> {
        if pointer.is_null() { None } else { Some(NonNull { pointer: pointer as *const T }) }
    }
    unsafe_fns! {
        [pub const unsafe fn]
        new_unchecked(pointer: *mut T) -> NonNull<T>: NonNull { pointer: pointer as *const T };
        as_ref['a](&self) -> &'a T: &*self.pointer;
        as_mut['a](&mut self) -> &'a mut T: &mut *(self.pointer as *mut T);
    }
}

impl<T> NonNull<[T]> {
    fns! {
        [pub const fn]
        slice_from_raw_parts(data: NonNull<T>, len: usize) -> NonNull<[T]>:
            NonNull { pointer: ptr::slice_from_raw_parts(data.pointer, len) };
        len(self) -> usize { self.pointer.len() }
        is_empty(self) -> bool { self.pointer.len() == 0 }
    }
}

impl<T> NonNull<T> {
    pub const fn dangling() -> NonNull<T> { NonNull { pointer: ptr::dangling() } }
    unsafe_fns! {
        [pub const unsafe fn]
        offset(self, count: isize) -> NonNull<T>: NonNull { pointer: i::ptr_offset(self.pointer, count) };
        add(self, count: usize) -> NonNull<T>: NonNull { pointer: i::ptr_offset(self.pointer, count as isize) };
        sub(self, count: usize) -> NonNull<T>:
            NonNull { pointer: i::ptr_offset(self.pointer, i::wrapping_neg(count as isize)) };
        byte_add(self, count: usize) -> NonNull<T>: NonNull { pointer: self.pointer.byte_add(count) };
        byte_sub(self, count: usize) -> NonNull<T>: NonNull { pointer: self.pointer.byte_sub(count) };
        byte_offset(self, count: isize) -> NonNull<T>: NonNull { pointer: self.pointer.byte_offset(count) };
        offset_from(self, origin: NonNull<T>) -> isize: i::ptr_diff(self.pointer, origin.pointer);
        offset_from_unsigned(self, origin: NonNull<T>) -> usize: i::ptr_diff(self.pointer, origin.pointer) as usize;
        read(self) -> T: i::ptr_read(self.pointer);
        read_unaligned(self) -> T: ptr::read_unaligned(self.pointer);
        write(self, value: T): i::ptr_write(self.pointer as *mut T, value);
        write_unaligned(self, value: T): ptr::write_unaligned(self.pointer as *mut T, value);
        write_bytes(self, byte: u8, count: usize): ptr::write_bytes(self.pointer as *mut T, byte, count);
        replace(self, value: T) -> T: ptr::replace(self.pointer as *mut T, value);
        swap(self, with: NonNull<T>): ptr::swap(self.pointer as *mut T, with.pointer as *mut T);
        copy_to(self, to: NonNull<T>, count: usize): i::copy(self.pointer, to.pointer as *mut T, count);
        copy_from(self, from: NonNull<T>, count: usize): i::copy(from.pointer, self.pointer as *mut T, count);
        copy_to_nonoverlapping(self, to: NonNull<T>, count: usize):
            i::copy_nonoverlapping(self.pointer, to.pointer as *mut T, count);
        copy_from_nonoverlapping(self, from: NonNull<T>, count: usize):
            i::copy_nonoverlapping(from.pointer, self.pointer as *mut T, count);
    }
    pub unsafe fn read_volatile(self) -> T { unsafe { i::volatile_read(self.pointer) } }
    pub unsafe fn write_volatile(self, value: T) { unsafe { i::volatile_write(self.pointer as *mut T, value) } }
    pub fn is_aligned(self) -> bool { self.pointer.is_aligned() }
}

copied! { [T: ?Sized] NonNull<T> }
compared_as! { NonNull<T> [T: ?Sized]: x => x.pointer; }
written! { [T: ?Sized] Debug NonNull<T>: self f self.pointer.fmt(f); }
impl<T: ?Sized> From<&T> for NonNull<T> {
    fn from(at: &T) -> NonNull<T> { NonNull { pointer: at } }
}
impl<T: ?Sized> From<&mut T> for NonNull<T> {
    fn from(at: &mut T) -> NonNull<T> { NonNull { pointer: at } }
}
