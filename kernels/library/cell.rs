//! Values that change behind shared references.

use crate::fmt::Debug;
use crate::intrinsics as i;

#[repr(transparent)]
pub struct UnsafeCell<T: ?Sized> {
    value: T,
}
impl<T: ?Sized> !Sync for UnsafeCell<T> {}

impl<T> UnsafeCell<T> {
    fns! {
        [pub const fn]
        new(value: T) -> UnsafeCell<T>: UnsafeCell { value };
        into_inner(self) -> T: self.value;
    }
}
impl<T: ?Sized> UnsafeCell<T> {
    fns! {
        [pub const fn]
        get(&self) -> *mut T: self as *const UnsafeCell<T> as *const T as *mut T;
        get_mut(&mut self) -> &mut T: &mut self.value;
        raw_get(this: *const UnsafeCell<T>) -> *mut T: this as *const T as *mut T;
        from_mut(value: &mut T) -> &mut UnsafeCell<T>: unsafe { &mut *(value as *mut T as *mut UnsafeCell<T>) };
    }
}
written! { [T: ?Sized] Debug UnsafeCell<T>: self f f.debug_struct("UnsafeCell").finish_non_exhaustive(); }

#[repr(transparent)]
pub struct Cell<T: ?Sized> {
    value: UnsafeCell<T>,
}
impl<T: ?Sized> !Sync for Cell<T> {}

impl<T: ?Sized> Cell<T> {
    fns! {
        [pub const fn]
        get_mut(&mut self) -> &mut T: self.value.get_mut();
        as_ptr(&self) -> *mut T: self.value.get();
        from_mut(value: &mut T) -> &Cell<T>: unsafe { &*(value as *mut T as *const Cell<T>) };
    }
}
impl<T> Cell<T> {
    fns! {
        [pub const fn]
        new(value: T) -> Cell<T>: Cell { value: UnsafeCell::new(value) };
        into_inner(self) -> T: self.value.into_inner();
        replace(&self, value: T) -> T: crate::mem::replace(unsafe { &mut *self.value.get() }, value);
    }
    #[const_conditional] pub fn set(&self, value: T) {
        self.replace(value);
    }
    pub fn swap(&self, other: &Cell<T>) {
        unsafe {
            let a = i::ptr_read(self.value.get() as *const T);
            let b = i::ptr_read(other.value.get() as *const T);
            i::ptr_write(self.value.get(), b);
            i::ptr_write(other.value.get(), a);
        }
    }
    pub const fn get(&self) -> T
    where
        T: Copy,
    {
        unsafe { i::ptr_read(self.value.get() as *const T) }
    }
    #[const_conditional] pub fn update<F: FnOnce(T) -> T>(&self, f: F)
    where
        T: Copy,
    {
        self.set(f(self.get()));
    }
    #[const_conditional] pub fn take(&self) -> T
    where
        T: Default,
    {
        self.replace(T::default())
    }
}
impl<T> Cell<[T]> {
    pub const fn as_slice_of_cells(&self) -> &[Cell<T>] {
        unsafe { &*(self as *const Cell<[T]> as *const [Cell<T>]) }
    }
}

impl<T, const N: usize> Cell<[T; N]> {
    pub const fn as_array_of_cells(&self) -> &[Cell<T>; N] {
        unsafe { &*(self as *const Cell<[T; N]> as *const [Cell<T>; N]) }
    }
}

impl<T: Copy> Clone for Cell<T> {
    fn clone(&self) -> Cell<T> {
        Cell::new(self.get())
    }
}
compared_as! { Cell<T> [T: Copy] where T: x => x.get(); }
written! { [T: Copy + Debug] Debug Cell<T>: self f f.debug_struct("Cell").field("value", &self.get()).finish(); }

macro_rules! made_of_value {
    ($($cell:ident)*) => {$(
        impl<T: Default> Default for $cell<T> { fn default() -> $cell<T> { $cell::new(T::default()) } }
        impl<T> From<T> for $cell<T> { fn from(value: T) -> $cell<T> { $cell::new(value) } }
    )*};
}
made_of_value! { UnsafeCell Cell }
