//! Values to begin with.

#[const_conditional] pub trait Default: Sized {
    fn default() -> Self;
}

impl<T> Default for *const T {
    fn default() -> *const T {
        crate::ptr::null()
    }
}
impl<T> Default for *mut T {
    fn default() -> *mut T {
        crate::ptr::null_mut()
    }
}
impl<T> Default for &[T] {
    fn default() -> Self {
        &[]
    }
}
impl<T> Default for &mut [T] {
    fn default() -> Self {
        &mut []
    }
}
