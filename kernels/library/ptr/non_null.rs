//! Raw pointers that are not null.

use crate::cmp::Ordering;
use crate::fmt::Debug;
use crate::hash::{Hash, Hasher};
use crate::intrinsics as i;
use crate::ptr;

#[repr(transparent)]
pub struct NonNull<T> {
    pointer: *const T,
}
impl<T> !Send for NonNull<T> {}
impl<T> !Sync for NonNull<T> {}

impl<T> NonNull<T> {
    pub const fn dangling() -> NonNull<T> {
        NonNull { pointer: ptr::dangling() }
    }
    pub const unsafe fn new_unchecked(pointer: *mut T) -> NonNull<T> {
        NonNull { pointer: pointer as *const T }
    }
    pub const fn new(pointer: *mut T) -> Option<NonNull<T>> {
        if pointer.is_null() { None } else { Some(NonNull { pointer: pointer as *const T }) }
    }
    pub const fn from_ref(at: &T) -> NonNull<T> {
        NonNull { pointer: at }
    }
    pub const fn from_mut(at: &mut T) -> NonNull<T> {
        NonNull { pointer: at }
    }
    pub const fn as_ptr(self) -> *mut T {
        self.pointer as *mut T
    }
    pub const unsafe fn as_ref<'a>(&self) -> &'a T {
        unsafe { &*self.pointer }
    }
    pub const unsafe fn as_mut<'a>(&mut self) -> &'a mut T {
        unsafe { &mut *(self.pointer as *mut T) }
    }
    pub const fn cast<U>(self) -> NonNull<U> {
        NonNull { pointer: self.pointer as *const U }
    }
    pub const unsafe fn offset(self, count: isize) -> NonNull<T> {
        NonNull { pointer: unsafe { i::ptr_offset(self.pointer, count) } }
    }
    pub const unsafe fn add(self, count: usize) -> NonNull<T> {
        NonNull { pointer: unsafe { i::ptr_offset(self.pointer, count as isize) } }
    }
    pub const unsafe fn sub(self, count: usize) -> NonNull<T> {
        NonNull { pointer: unsafe { i::ptr_offset(self.pointer, i::wrapping_neg(count as isize)) } }
    }
    pub const unsafe fn byte_add(self, count: usize) -> NonNull<T> {
        NonNull { pointer: unsafe { self.pointer.byte_add(count) } }
    }
    pub const unsafe fn byte_sub(self, count: usize) -> NonNull<T> {
        NonNull { pointer: unsafe { self.pointer.byte_sub(count) } }
    }
    pub const unsafe fn byte_offset(self, count: isize) -> NonNull<T> {
        NonNull { pointer: unsafe { self.pointer.byte_offset(count) } }
    }
    pub const unsafe fn offset_from(self, origin: NonNull<T>) -> isize {
        unsafe { i::ptr_diff(self.pointer, origin.pointer) }
    }
    pub const unsafe fn offset_from_unsigned(self, origin: NonNull<T>) -> usize {
        unsafe { i::ptr_diff(self.pointer, origin.pointer) as usize }
    }
    pub const unsafe fn read(self) -> T {
        unsafe { i::ptr_read(self.pointer) }
    }
    pub unsafe fn read_volatile(self) -> T {
        unsafe { i::volatile_read(self.pointer) }
    }
    pub const unsafe fn read_unaligned(self) -> T {
        unsafe { ptr::read_unaligned(self.pointer) }
    }
    pub const unsafe fn write(self, value: T) {
        unsafe { i::ptr_write(self.pointer as *mut T, value) }
    }
    pub unsafe fn write_volatile(self, value: T) {
        unsafe { i::volatile_write(self.pointer as *mut T, value) }
    }
    pub const unsafe fn write_unaligned(self, value: T) {
        unsafe { ptr::write_unaligned(self.pointer as *mut T, value) }
    }
    pub const unsafe fn write_bytes(self, byte: u8, count: usize) {
        unsafe { ptr::write_bytes(self.pointer as *mut T, byte, count) }
    }
    pub const unsafe fn replace(self, value: T) -> T {
        unsafe { ptr::replace(self.pointer as *mut T, value) }
    }
    pub const unsafe fn swap(self, with: NonNull<T>) {
        unsafe { ptr::swap(self.pointer as *mut T, with.pointer as *mut T) }
    }
    pub const unsafe fn copy_to(self, to: NonNull<T>, count: usize) {
        unsafe { i::copy(self.pointer, to.pointer as *mut T, count) }
    }
    pub const unsafe fn copy_from(self, from: NonNull<T>, count: usize) {
        unsafe { i::copy(from.pointer, self.pointer as *mut T, count) }
    }
    pub const unsafe fn copy_to_nonoverlapping(self, to: NonNull<T>, count: usize) {
        unsafe { i::copy_nonoverlapping(self.pointer, to.pointer as *mut T, count) }
    }
    pub const unsafe fn copy_from_nonoverlapping(self, from: NonNull<T>, count: usize) {
        unsafe { i::copy_nonoverlapping(from.pointer, self.pointer as *mut T, count) }
    }
    pub fn is_aligned(self) -> bool {
        self.pointer.is_aligned()
    }
}

impl<T> Clone for NonNull<T> {
    fn clone(&self) -> NonNull<T> {
        *self
    }
}
impl<T> Copy for NonNull<T> {}
impl<T> PartialEq for NonNull<T> {
    fn eq(&self, other: &NonNull<T>) -> bool {
        self.pointer == other.pointer
    }
}
impl<T> Eq for NonNull<T> {}
impl<T> PartialOrd for NonNull<T> {
    fn partial_cmp(&self, other: &NonNull<T>) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
impl<T> Ord for NonNull<T> {
    fn cmp(&self, other: &NonNull<T>) -> Ordering {
        (self.pointer as usize).cmp(&(other.pointer as usize))
    }
}
impl<T> Hash for NonNull<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_usize(self.pointer as usize);
    }
}
impl<T> Debug for NonNull<T> {}
impl<T> From<&T> for NonNull<T> {
    fn from(at: &T) -> NonNull<T> {
        NonNull { pointer: at }
    }
}
impl<T> From<&mut T> for NonNull<T> {
    fn from(at: &mut T) -> NonNull<T> {
        NonNull { pointer: at }
    }
}
