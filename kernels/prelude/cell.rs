//! Values that change behind shared references.

use crate::intrinsics as i;

#[repr(transparent)]
pub struct UnsafeCell<T> {
    value: T,
}

impl<T> UnsafeCell<T> {
    pub const fn new(value: T) -> UnsafeCell<T> {
        UnsafeCell { value }
    }
    pub const fn get(&self) -> *mut T {
        self as *const UnsafeCell<T> as *const T as *mut T
    }
    pub const fn get_mut(&mut self) -> &mut T {
        &mut self.value
    }
    pub fn into_inner(self) -> T {
        self.value
    }
}

#[repr(transparent)]
pub struct Cell<T> {
    value: UnsafeCell<T>,
}

impl<T> Cell<T> {
    pub const fn new(value: T) -> Cell<T> {
        Cell { value: UnsafeCell::new(value) }
    }
    pub fn set(&self, value: T) {
        self.replace(value);
    }
    pub fn replace(&self, value: T) -> T {
        unsafe {
            let old = i::ptr_read(self.value.get() as *const T);
            i::ptr_write(self.value.get(), value);
            old
        }
    }
    pub fn swap(&self, other: &Cell<T>) {
        unsafe {
            let a = i::ptr_read(self.value.get() as *const T);
            let b = i::ptr_read(other.value.get() as *const T);
            i::ptr_write(self.value.get(), b);
            i::ptr_write(other.value.get(), a);
        }
    }
    pub fn get(&self) -> T
    where
        T: Copy,
    {
        unsafe { i::ptr_read(self.value.get() as *const T) }
    }
    pub fn update<F: FnOnce(T) -> T>(&self, f: F)
    where
        T: Copy,
    {
        self.set(f(self.get()));
    }
    pub fn take(&self) -> T
    where
        T: Default,
    {
        self.replace(T::default())
    }
    pub fn get_mut(&mut self) -> &mut T {
        self.value.get_mut()
    }
    pub fn into_inner(self) -> T {
        self.value.into_inner()
    }
}
